//! What the control flow alone tells about infinite runs.

use super::{Model, Proctype, ProctypeKind};
use crate::components::{NONE, components};

/// How accept labels lie in the claim's control flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptKind {
    /// No cycle has one: the claim accepts no infinite run.
    Never,
    /// A cycle of the claim has accept labels either at each of its states or at none: every cycle of a product with
    /// it that passes
    /// one accepting state has only such.
    Weak,
    General,
}

impl Model {
    /// Whether infinite runs can pass accept labels again and again, as far as the control flow tells.
    pub fn can_accept(&self) -> bool {
        self.processes_can_accept() || self.claim_accepts() != AcceptKind::Never
    }

    /// Whether a process, or the trace, has an accept label.
    pub fn processes_can_accept(&self) -> bool {
        let is_claim = |p: &Proctype| matches!(p.kind, ProctypeKind::Claim | ProctypeKind::Ltl);
        self.proctypes.iter().any(|p| !is_claim(p) && p.states.iter().any(|s| s.accept))
    }

    /// How the claim in use accepts.
    pub fn claim_accepts(&self) -> AcceptKind {
        let Some(claim) = self.claim else { return AcceptKind::Never };
        let p = self.proctype(claim.proctype);
        let edges: Vec<Vec<u32>> = p.states.iter().map(|s| s.transitions().map(|t| self.target(t)).collect()).collect();
        let reached = reached(&edges, p.start.0 as usize);
        let of = components(edges.len(), |s| &edges[s], |s| reached[s]);
        let on_cycle = |s: usize| edges[s].contains(&(s as u32)) || of.iter().filter(|&&c| c == of[s]).count() > 1;
        let cycles: Vec<usize> = (0..edges.len()).filter(|&s| of[s] != NONE && on_cycle(s)).collect();
        if !cycles.iter().any(|&s| p.states[s].accept) {
            return AcceptKind::Never;
        }
        let mixed = |&a: &usize| cycles.iter().any(|&b| of[a] == of[b] && p.states[a].accept != p.states[b].accept);
        if cycles.iter().any(mixed) { AcceptKind::General } else { AcceptKind::Weak }
    }

    fn target(&self, transition: u32) -> u32 {
        self.transitions[transition as usize].target.0
    }
}

fn reached(edges: &[Vec<u32>], start: usize) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reached[state], true) {
            open.extend(edges[state].iter().map(|&t| t as usize));
        }
    }
    reached
}
