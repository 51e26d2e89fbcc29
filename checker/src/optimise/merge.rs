//! Statement merging, by Spin's rules: statements that no other process can notice become one step with the statement
//! before them.
//!
//! A statement joins the one before it if it is the only one there, cannot wait, has no label and no escape, and either
//! touches only its own process or stands in an atomic sequence. A statement that can wait may begin such a row. Among
//! statements that touch only their own process one start of a process does no harm: what comes before it can as well
//! come later, what comes after it earlier. Spin allows any number.

use super::local::{claim_counts_steps, is_local, only_runs, prints_priority, sets_priority, uses_one_channel};
use crate::footprint;
use crate::model::accesses::{Accesses, Data, Nothing, Question};
use crate::model::{
    Action, Effect, Guard, Model, Proctype, ProctypeId, ProctypeKind, StatementKind, Transition, TransitionId,
};

/// Whether steps may be left out at all: nothing in the model may look at control states from outside, or count steps.
///
/// With priorities a statement may have to wait after the one before it, for processes that come first. What touches
/// only its own process can be put before those, unless one of them waits for this process: at a rendezvous.
pub fn is_possible(model: &Model) -> bool {
    // `p@l` does not matter: statements with labels are left alone.
    let looks = |a: &Accesses| {
        a.questions().any(|q| matches!(q, Question::Enabled(_) | Question::ControlState(_)))
            || a.reads().any(|(data, _)| matches!(data, Data::Remote { .. }))
    };
    let is_met = model.has_priority && model.has_rendezvous;
    !model.has_provided
        && !is_met
        && model.last.is_none()
        && !claim_counts_steps(model)
        && !model.all_accesses(&Nothing).iter().any(looks)
}

/// The statements of a proctype that follow each other as one.
pub struct Rows {
    /// For each state: the transition that may join the one before it.
    joins: Vec<Option<TransitionId>>,
    /// States that others ask for by a label.
    asked_for: Vec<bool>,
    /// A claim: only what it does in an atomic sequence, while the system waits, can be one step.
    is_claim: bool,
}

impl Rows {
    pub fn of(model: &Model, id: ProctypeId) -> Rows {
        let p = model.proctype(id);
        let joins = (0..p.states.len()).map(|state| own(model, p, state).filter(|&t| joins(model, t))).collect();
        let mut asked_for = vec![false; p.states.len()];
        for (state, _) in model.label_refs.iter().zip(&model.label_owners).filter(|(_, owner)| **owner == id) {
            asked_for[state.0 as usize] = true;
        }
        let is_claim = matches!(p.kind, ProctypeKind::Claim | ProctypeKind::Ltl);
        Rows { joins, asked_for, is_claim }
    }

    /// Nothing joins anything.
    pub fn none(p: &Proctype) -> Rows {
        Rows { joins: vec![None; p.states.len()], asked_for: vec![false; p.states.len()], is_claim: false }
    }

    /// The transitions that follow one of a state as parts of it.
    pub fn after(&self, model: &Model, p: &Proctype, state: usize, t: &Transition) -> Vec<TransitionId> {
        let statement = &model.statements[t.statement as usize];
        let own = own(model, p, statement.state.0 as usize);
        let Some(own) = own.filter(|&own| self.joins.contains(&Some(own)) || begins(model, own)) else {
            return Vec::new();
        };
        let mut row: Vec<TransitionId> = Vec::new();
        let mut last = t;
        let mut runs = u32::from(!statement.standing.in_atomic && only_runs(t));
        while let Some(next) = self.joins[last.target.0 as usize]
            && (last.atomic || !self.is_claim)
            && next != own
            && !row.contains(&next)
        {
            let part = model.transition(next);
            runs += u32::from(!model.statement_of(next).standing.in_atomic && only_runs(part));
            if runs > 1 {
                break;
            }
            row.push(next);
            last = part;
        }
        // From one label that is asked for to another: that there was something between them must stay visible.
        if self.asked_for[state] && self.asked_for[last.target.0 as usize] { Vec::new() } else { row }
    }
}

/// The only transition of a state, if it is that of a statement that begins there: not one of the options of a choice.
fn own(model: &Model, p: &Proctype, state: usize) -> Option<TransitionId> {
    let s = p.states.get(state)?;
    let statement = &model.statements[model.transitions.get(s.first as usize)?.statement as usize];
    (s.count == 1 && statement.state.0 as usize == state).then_some(TransitionId(s.first))
}

/// Whether a transition may join the one before it.
fn joins(model: &Model, id: TransitionId) -> bool {
    let (t, statement) = (model.transition(id), model.statement_of(id));
    let cannot_wait = statement.kind == StatementKind::Other && !matches!(t.guard, Guard::Never) && !t.is_else();
    let standing = statement.standing;
    let prints = !standing.escapes && !standing.in_atomic && prints_priority(t);
    cannot_wait && !standing.labelled && (is_free(model, id) || prints) && !sets_priority(t)
}

/// Whether a transition that can wait may be the first of a row.
fn begins(model: &Model, id: TransitionId) -> bool {
    let statement = model.statement_of(id);
    let kind = match statement.kind {
        StatementKind::Other => sets_priority(model.transition(id)),
        StatementKind::Condition => !only_runs(model.transition(id)),
        StatementKind::Receive => true,
        // A rendezvous gives control away.
        StatementKind::Send => !model.has_rendezvous,
        _ => false,
    };
    kind && (is_free(model, id) || is_promised(model, id))
}

/// Whether a transition does nothing but send to, or receive from, a channel that its proctype has for itself by `xs`
/// or `xr`. As in Spin, such a one begins a row; whether the promise is kept does not matter, because nobody can come
/// between it and what touches only its own process.
fn is_promised(model: &Model, id: TransitionId) -> bool {
    let statement = model.statement_of(id);
    let (channel, sends) = match model.transition(id).effects.first() {
        Some(Effect::Send { channel, .. }) => (channel, true),
        Some(Effect::Receive { channel, .. }) => (channel, false),
        _ => return false,
    };
    let promises = &model.proctype(statement.proctype).promises;
    let is_named = promises.iter().any(|p| p.sends == sends && p.channel == *channel);
    is_named && !statement.standing.escapes && uses_one_channel(model.transition(id))
}

/// Whether nobody can come between a transition and the one after it, or notice.
fn is_free(model: &Model, id: TransitionId) -> bool {
    let standing = model.statement_of(id).standing;
    let t = model.transition(id);
    if model.has_priority {
        // It may never be this process's turn again: what can go wrong has to wait for it.
        let local = is_local(t) && !can_go_wrong(t);
        return !standing.escapes && !standing.in_atomic && (local || sets_priority(t));
    }
    !standing.escapes && (standing.in_atomic || is_local(t) || only_runs(t))
}

fn can_go_wrong(t: &Transition) -> bool {
    matches!(t.action, Action::Parts { .. }) || (!t.is_else() && footprint::of(t, &Nothing).risky)
}
