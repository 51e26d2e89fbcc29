//! From what the worker counted to the outcome.

use std::collections::HashSet;

use super::explorer::Explorer;
use super::{ErrorFound, Outcome, Unreached};
use crate::exec::Move;
use crate::model::{Model, ProctypeId, ProctypeKind};
use crate::simulate::Simulation;

pub fn outcome(explorer: Explorer, bytes: u64) -> Outcome {
    let model = explorer.machine.model;
    let mut statistics = explorer.statistics;
    statistics.state_bytes = u64::from(explorer.machine.shapes().most_words()) * 4;
    statistics.memory_bytes = statistics.memory_bytes.max(bytes);
    let unreached = unreached(model, &explorer.reached, &explorer.machine.shapes().proctypes());
    let claim_reached = claim_reached(model, &explorer.reached);
    let errors = explorer.errors.into_iter().map(|e| in_steps_of_program(model, e)).collect();
    Outcome {
        errors,
        errors_total: explorer.errors_total,
        statistics,
        unreached,
        claim_reached,
        incomplete: explorer.incomplete,
        loss: None,
        asymmetric: false,
        covered: None,
    }
}

/// A trail whose steps are transitions of the program, one by one.
fn in_steps_of_program(model: &Model, mut error: ErrorFound) -> ErrorFound {
    let mut trail = Vec::with_capacity(error.trail.len());
    let mut cycle = error.cycle;
    for (i, step) in error.trail.iter().enumerate() {
        if error.cycle == Some(i) {
            cycle = Some(trail.len());
        }
        trail.extend(model.steps_of(step.transition).into_iter().map(|transition| Move { transition, ..*step }));
    }
    if error.cycle == Some(error.trail.len()) {
        cycle = Some(trail.len());
    }
    (error.trail, error.cycle) = (trail, cycle);
    if let Some(start) = error.cycle
        && !model.resets.is_empty()
        && !comes_around(model, &error.trail, start)
    {
        // What is never read again may be another value the first time.
        error.trail.extend_from_within(start..);
        error.cycle = Some((error.trail.len() + start) / 2);
    }
    error
}

/// Whether a cycle leads to the very state it began in.
pub fn comes_around(model: &Model, trail: &[Move], start: usize) -> bool {
    let mut simulation = Simulation::new(model);
    for &step in &trail[..start] {
        simulation.follow(step);
    }
    let first = simulation.machine.state().to_vec();
    for &step in &trail[start..] {
        simulation.follow(step);
    }
    first == simulation.machine.state()
}

/// Which states of the claim were reached; it starts in one.
pub fn claim_reached(model: &Model, reached: &[bool]) -> Vec<bool> {
    let Some(claim) = model.claim else { return Vec::new() };
    let p = model.proctype(claim.proctype);
    let first = p.base as usize;
    let mut reached = reached[first..first + p.states.len()].to_vec();
    reached[p.start.0 as usize] = true;
    reached
}

/// Statements that no process was ever at. `reached`: in the order of `Model::options`; `started`: what ever had a
/// process.
pub fn unreached(model: &Model, reached: &[bool], started: &HashSet<ProctypeId>) -> Vec<Unreached> {
    let mut tried = vec![false; model.statements.len()];
    for (i, p) in model.proctypes.iter().enumerate() {
        let in_use = model.claim.is_some_and(|c| c.proctype.0 as usize == i);
        let runs = in_use || started.contains(&ProctypeId(i as u32));
        for (state, reached) in p.states.iter().zip(&reached[p.base as usize..]) {
            let at_start = runs && std::ptr::eq(state, &p.states[p.start.0 as usize]);
            if *reached || at_start {
                for t in state.transitions() {
                    tried[model.transitions[t as usize].statement as usize] = true;
                }
            }
        }
    }
    let mut out: Vec<Unreached> = Vec::new();
    for (s, tried) in model.statements.iter().zip(tried) {
        let p = model.proctype(s.proctype);
        let counts = match p.kind {
            ProctypeKind::Proctype | ProctypeKind::Init => true,
            ProctypeKind::Claim | ProctypeKind::Ltl => model.claim.is_some_and(|c| c.proctype == s.proctype),
            ProctypeKind::Trace | ProctypeKind::NoTrace => false,
        };
        if counts && !tried && !s.silent {
            out.push(Unreached { proctype: p.name.clone(), span: s.span, statement: s.text.clone() });
        }
    }
    out
}
