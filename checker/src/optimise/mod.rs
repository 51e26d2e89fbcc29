//! A compiled model made cheaper to search, with the same answers.
//!
//! | technique | file |
//! |---|---|
//! | statements that nobody else can notice become one step | `merge` |
//! | variables that will not be read again are set to 0 | `dead` |
//! | globals that are never read keep their value | `unread` |
//! | where a process may be taken alone, for partial order reduction | `ample` |
//! | whether somebody can tell numbers of processes and channels | `numbers` |
//! | options in another order, for a swarm of searches | `reorder` |
//!
//! The transitions of the program stay as they are, and so do the states of proctypes: simulation, replay and reports
//! use those. Only what the search tries changes (`Model::options`): a step of the search may be a row of transitions,
//! with resets between them ([`Action::Parts`]). Trails are given in transitions of the program: `search::report` takes
//! rows apart.
//!
//! With all of it counts are those of Spin's defaults (`pan -DNOREDUCE`); without, those of `spin -o1 -o2 -o3`.

pub(crate) mod ample;
pub(crate) mod dead;
mod local;
mod merge;
mod numbers;
mod reorder;
mod unread;
pub(crate) mod variables;

pub use ample::{Ample, Safe, Visible};
pub use numbers::MOST;
pub use reorder::{OptionOrder, reorder};

use std::collections::HashMap;

use crate::model::{Action, MergedPart, Model, ProctypeId, ProctypeKind, Reset, Transition, TransitionId};
use merge::Rows;
use unread::Unread;

/// Changes what the search tries. To be done once.
pub fn optimise(model: &mut Model) {
    let plan = Plan::of(model);
    let base: Vec<u32> = model.proctypes.iter().map(|p| p.base).collect();
    for (p, rows) in plan.rows.iter().enumerate() {
        let Some(rows) = rows else { continue };
        for state in 0..model.proctypes[p].states.len() {
            change_state(model, p, state, base[p] as usize + state, rows, &plan.resets);
        }
    }
}

/// What is to be changed.
struct Plan {
    /// For each proctype, except traces and claims that are not in use.
    rows: Vec<Option<Rows>>,
    /// By statement.
    resets: HashMap<u32, Vec<Reset>>,
}

impl Plan {
    fn of(model: &Model) -> Plan {
        let unread = Unread::of(model);
        let watched = dead::watched(model);
        let merges = merge::is_possible(model);
        let mut plan = Plan { rows: Vec::new(), resets: HashMap::new() };
        for (id, (p, watched)) in (0..).map(ProctypeId).zip(model.proctypes.iter().zip(&watched)) {
            let rows = || if merges { Rows::of(model, id) } else { Rows::none(p) };
            if !matches!(p.kind, ProctypeKind::Proctype | ProctypeKind::Init) {
                plan.rows.push(model.claim.is_some_and(|c| c.proctype == id).then(rows));
                continue;
            }
            plan.rows.push(Some(rows()));
            for (statement, resets) in dead::resets(model, p, watched) {
                plan.resets.entry(statement).or_default().extend(resets);
            }
            for t in p.states.iter().flat_map(|s| s.transitions()) {
                let t = &model.transitions[t as usize];
                for reset in unread.after(t) {
                    let list = plan.resets.entry(t.statement).or_default();
                    if !list.contains(&reset) {
                        list.push(reset);
                    }
                }
            }
        }
        plan
    }
}

/// Gives a state new transitions if one of its own is to be changed.
fn change_state(
    model: &mut Model,
    p: usize,
    state: usize,
    option: usize,
    rows: &Rows,
    resets: &HashMap<u32, Vec<Reset>>,
) {
    let range = model.proctypes[p].states[state].transitions();
    let made: Vec<Vec<TransitionId>> = range
        .clone()
        .map(|t| {
            let after = rows.after(model, &model.proctypes[p], state, &model.transitions[t as usize]);
            std::iter::once(TransitionId(t)).chain(after).collect()
        })
        .collect();
    let resets_of = |model: &Model, t: TransitionId| resets.get(&model.transition(t).statement).map_or(&[][..], |r| r);
    if made.iter().all(|row| row.len() == 1 && resets_of(model, row[0]).is_empty()) {
        return;
    }
    let first = model.transitions.len() as u32;
    for row in made {
        let t = joined(model, &row, resets_of);
        model.transitions.push(t);
        model.origins.push(row[0]);
    }
    model.options[option] = (first, model.transitions.len() as u32);
}

/// One transition for a row of them.
fn joined<'r>(
    model: &mut Model,
    row: &[TransitionId],
    resets_of: impl Fn(&Model, TransitionId) -> &'r [Reset],
) -> Transition {
    let first = model.transition(row[0]).clone();
    let last = row.last().map_or(&first, |&t| model.transition(t)).clone();
    if row.len() == 1 && resets_of(model, row[0]).is_empty() {
        return first;
    }
    let at = model.parts.len() as u32;
    for &transition in row {
        let list = resets_of(model, transition);
        model.parts.push(MergedPart { transition, resets: (model.resets.len() as u32, list.len() as u32) });
        model.resets.extend_from_slice(list);
    }
    Transition {
        action: Action::Parts { first: at, count: row.len() as u32 },
        target: last.target,
        atomic: last.atomic,
        ..first
    }
}
