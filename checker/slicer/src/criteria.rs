//! What the fixed point begins with: what the property itself names.

use super::facts::Context;
use super::graph::Statements;
use super::label::{Special, special_label};
use super::names::plain;
use super::objects::{Object, What};
use super::property::{Chosen, Licence, Property, Waiting};
use super::relevant::Criteria;
use super::visit;
use promela::ast::{Program, StmtKind, Unit};

/// What the property itself names.
pub fn criteria(
    program: &Program,
    context: &Context,
    all: &Statements,
    property: &Property,
    licence: &Licence,
) -> Criteria {
    let mut c = Criteria::default();
    for (i, unit) in program.units.iter().enumerate() {
        match unit {
            Unit::Ltl(l) if matches!(licence.chosen, Chosen::Ltl(n) if n == i) => {
                c.objects.extend(context.expression(&l.formula).reads);
            }
            Unit::Never(claim) => {
                visit::sequence(&claim.body, &mut |s| {
                    if matches!(licence.chosen, Chosen::Never(n) if n == i) {
                        let f = context.facts(s);
                        c.objects.extend(f.reads);
                        c.objects.extend(f.waits.into_iter().flatten());
                    }
                });
            }
            Unit::Trace(trace) => visit::sequence(&trace.body, &mut |s| {
                let f = context.facts(s);
                c.objects.extend(f.reads);
                c.objects.extend(f.sets.into_iter().map(|(o, _)| o));
                if let StmtKind::Send { channel, .. } | StmtKind::Receive { channel, .. } = &s.kind
                    && let Some(class) = context.channels.class(channel, context.objects)
                {
                    let fields = context.channels.get(class).fields.len().max(1);
                    c.objects.extend((0..fields).filter_map(|i| context.objects.find(&What::Field(class, i))));
                }
            }),
            _ => {}
        }
    }
    if let Chosen::Formula(e) = &licence.chosen {
        c.objects.extend(context.expression(e).reads);
    }
    for (i, what) in context.objects.list.iter().enumerate() {
        if let What::At(key) = what
            && special_label(plain(key), property, licence) == Special::Seen
        {
            c.objects.push(Object(i as u32));
        }
    }
    let loops_seen = licence.waiting != Waiting::Unseen;
    for (i, f) in all.facts.iter().enumerate() {
        let id = visit::StmtId(i as u32);
        if f.is_assert && property.assertions {
            c.statements.push((id, "it is part of the property"));
        } else if f.fails.is_some() {
            c.statements.push((id, "it can fail at run time"));
        } else if f.is_timeout {
            c.statements.push((id, "it depends on what waits"));
        } else if f.endless && loops_seen {
            c.statements.push((id, "it may go on for ever"));
        } else if !f.starts.is_empty() && licence.pids && licence.runs {
            c.statements.push((id, "the numbers of processes are used"));
        }
    }
    for id in &all.rigid {
        c.statements.push((*id, "it can fail at run time"));
    }
    c
}
