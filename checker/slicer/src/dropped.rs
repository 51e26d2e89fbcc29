//! What is not in a slice, to be told.

use super::facts::Context;
use super::objects::What;
use super::relevant::Relevance;
use super::{names, plan};
use promela::ast::{Init, Program, TypeName, Unit};
use promela::source::Span;
use std::collections::HashSet;

/// Something that the property does not depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    pub what: Kind,
    /// `x`, `p:x` for a local, `q` field 2, the text of a statement
    pub name: String,
    pub span: Span,
    pub why: String,
}

/// What was dropped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Process,
    Variable,
    Channel,
    /// A field of the messages of a channel.
    Field,
    Statement,
}

/// The variables, channels and message fields that are not in the slice.
pub fn variables(
    context: &Context,
    plan: &plan::Plan,
    relevance: &Relevance,
    program: &Program,
    out: &Program,
) -> Vec<Dropped> {
    let staying: HashSet<&str> = out
        .units
        .iter()
        .filter_map(|u| match u {
            Unit::Proctype(p) => Some(p.name.name.as_str()),
            _ => None,
        })
        .collect();
    let claims: HashSet<&str> = program
        .units
        .iter()
        .filter_map(|u| match u {
            Unit::Never(_) => Some("never"),
            Unit::Trace(_) => Some("trace"),
            _ => None,
        })
        .collect();
    let mut list = Vec::new();
    for v in &context.names.variables {
        // The variables of a process that went are gone with it.
        if let Some(owner) = v.owner.as_deref()
            && (!staying.contains(owner) || claims.contains(owner))
        {
            continue;
        }
        let name = names::called(v);
        let is_chan = matches!(v.declarator.init, Some(Init::Chan(_)));
        if !plan.variables.contains(&v.key) {
            list.push(Dropped {
                what: if is_chan { Kind::Channel } else { Kind::Variable },
                name,
                span: v.span,
                why: "no property depends on it".to_string(),
            });
            continue;
        }
        // Members that nothing reads are never set.
        for &member in context.objects.of_key(&v.key).iter().filter(|_| matches!(v.ty, TypeName::User(_))) {
            let What::Scalar(_, path) = context.objects.what(member) else { continue };
            if !relevance.is_relevant(member) {
                list.push(Dropped {
                    what: Kind::Variable,
                    name: format!("{name}{}", path.strip_prefix(&v.key).unwrap_or_default()),
                    span: v.span,
                    why: "no property depends on it".to_string(),
                });
            }
        }
        let class = match context.objects.of_key(&v.key) {
            [one] if is_chan => context.channels.class_of(*one),
            _ => None,
        };
        let Some(m) = plan.message(class) else { continue };
        for (i, _) in m.fields.iter().enumerate().filter(|(_, stays)| !**stays) {
            list.push(Dropped {
                what: Kind::Field,
                name: format!("{name} field {}", i + 1),
                span: v.span,
                why: "no relevant statement reads it".to_string(),
            });
        }
    }
    list
}
