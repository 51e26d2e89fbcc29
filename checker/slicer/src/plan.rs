//! What becomes of declarations: which variables stay, and which fields of messages.

use super::channels::Channels;
use super::facts::Context;
use super::graph::Statements;
use super::objects::{Class, Object, What};
use super::ranges::field_index;
use super::relevant::Relevance;
use promela::ast::{Init, TypeName};
use std::collections::{HashMap, HashSet};

/// What becomes of the messages of a class.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// For each declared field: it stays.
    pub fields: Vec<bool>,
    /// A bit that is always 0 is added: a message needs a field, and Spin makes a byte of a single bit.
    pub filler: bool,
}

impl Message {
    pub fn changes(&self) -> bool {
        self.filler || self.fields.iter().any(|stays| !stays)
    }

    pub fn stays(&self, i: usize) -> bool {
        self.fields.get(i).copied().unwrap_or(true)
    }
}

/// What becomes of declarations.
#[derive(Debug, Default)]
pub struct Plan {
    pub messages: HashMap<Class, Message>,
    /// The keys of the variables that stay.
    pub variables: HashSet<String>,
}

impl Plan {
    pub fn of(context: &Context, all: &Statements, relevance: &Relevance, extra: &[Object]) -> Plan {
        let mut plan = Plan { messages: messages(context, all, relevance), ..Plan::default() };
        let objects = context.objects;
        let mut needed: HashSet<usize> = HashSet::new();
        let note = |o: Object, needed: &mut HashSet<usize>| {
            if let What::Scalar(i, _) = objects.what(o) {
                needed.insert(*i);
            }
        };
        for o in 0..objects.list.len() as u32 {
            if relevance.is_relevant(Object(o)) {
                note(Object(o), &mut needed);
            }
        }
        extra.iter().for_each(|&o| note(o, &mut needed));
        for (i, f) in all.facts.iter().enumerate() {
            if relevance.kept[i].is_none() {
                continue;
            }
            // A send or receive that cannot fail mentions only what is relevant; the other arguments go.
            let channel = f.sets.iter().any(|(o, _)| matches!(objects.what(*o), What::Fill(_) | What::Field(..)));
            let structure = f.sets.iter().any(|(set, from)| {
                from.iter().chain([set]).any(|o| match objects.what(*o) {
                    What::Field(c, i) => {
                        let facts = context.channels.get(*c);
                        let stays = plan.messages.get(c).is_none_or(|m| m.stays(*i));
                        facts.rigid || (stays && matches!(facts.fields.get(*i), Some(TypeName::User(_))))
                    }
                    _ => false,
                })
            });
            if f.is_decl && f.fails.is_none() {
                continue;
            }
            if !channel || f.fails.is_some() || structure {
                f.reads.iter().for_each(|&o| note(o, &mut needed));
                // The parameters of a process that is started stay only if they matter.
                let is_parameter = |o: Object| {
                    !f.starts.is_empty()
                        && matches!(objects.what(o), What::Scalar(i, _) if context.names.variables[*i].param)
                };
                f.sets.iter().filter(|(o, _)| !is_parameter(*o)).for_each(|(o, _)| note(*o, &mut needed));
            }
            // The arguments of fields that stay.
            for (set, from) in &f.sets {
                if let What::Field(c, i) = objects.what(*set)
                    && plan.messages.get(c).is_none_or(|m| m.stays(*i))
                {
                    from.iter().for_each(|&o| note(o, &mut needed));
                }
            }
            if f.fails.is_some() {
                // An argument that can fail must stay, and so must what it is given to.
                for key in f.starts.iter().filter_map(|p| context.names.params.get(p)).flatten() {
                    context.objects.of_key(key).iter().for_each(|&o| note(o, &mut needed));
                }
            }
        }
        // Initial values and sizes mention others.
        let mut queue: Vec<usize> = needed.iter().copied().collect();
        let by_index = &context.names.variables;
        if context.channels.observed {
            for (i, v) in by_index.iter().enumerate() {
                if matches!(v.declarator.init, Some(Init::Chan(_))) && needed.insert(i) {
                    queue.push(i);
                }
            }
        }
        while let Some(i) = queue.pop() {
            let v = &by_index[i];
            let mut mentioned = context.declared(&v.declarator).reads;
            if let Some(size) = &v.declarator.size {
                mentioned.extend(context.expression(size).reads);
            }
            for o in mentioned {
                if let What::Scalar(j, _) = objects.what(o)
                    && needed.insert(*j)
                {
                    queue.push(*j);
                }
            }
        }
        plan.variables = needed.into_iter().map(|i| by_index[i].key.clone()).collect();
        plan
    }

    pub fn message(&self, class: Option<Class>) -> Option<&Message> {
        class.and_then(|c| self.messages.get(&c)).filter(|m| m.changes())
    }
}

fn messages(context: &Context, all: &Statements, relevance: &Relevance) -> HashMap<Class, Message> {
    let Channels { facts, .. } = context.channels;
    // An argument that can fail must stay.
    let mut failing: HashSet<Class> = HashSet::new();
    for (f, kept) in all.facts.iter().zip(&relevance.kept) {
        if kept.is_some() && f.fails.is_some() {
            failing.extend(f.sets.iter().filter_map(|(o, _)| match context.objects.what(*o) {
                What::Field(c, _) => Some(*c),
                _ => None,
            }));
        }
    }
    let mut out = HashMap::new();
    for (&root, f) in facts {
        let class = Class(root as u32);
        let relevant = |i: usize| {
            let field = What::Field(class, field_index(f.rigid, i));
            context.objects.find(&field).is_some_and(|o| relevance.is_relevant(o))
        };
        let mut m = Message {
            fields: (0..f.fields.len()).map(|i| f.rigid || failing.contains(&class) || relevant(i)).collect(),
            filler: false,
        };
        let left: Vec<usize> = (0..m.fields.len()).filter(|&i| m.fields[i]).collect();
        m.filler = match left[..] {
            [] => !f.fields.is_empty(),
            [one] if f.fields.len() > 1 && matches!(f.fields[one], TypeName::Bit | TypeName::Bool) => {
                let range = context.objects.find(&What::Field(class, one)).map(|o| context.ranges.get(o));
                range.is_none_or(|(low, high)| low < 0 || high > 1)
            }
            _ => false,
        };
        // A single bit that stays as it is needs no change.
        if f.fields.len() == 1 && left.is_empty() && matches!(f.fields[0], TypeName::Bit) {
            m.filler = true;
        }
        out.insert(class, m);
    }
    out
}
