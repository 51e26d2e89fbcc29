//! Dead variables: a local variable that nobody will read before it is set again gets the value 0.
//!
//! A scalar is live in a control state if there is a way from there on which it is read before it is written. As in
//! Spin, a variable is reset by the statement that uses it last: a condition or a receive that reads it, an assignment
//! or a receive that sets it. What other statements read stays as it is. Channels, arrays and structures are never
//! reset, nor is what another process or the claim looks at.
//!
//! Different from Spin, the ways through the escapes of `unless` count everywhere.

use std::collections::HashMap;

use super::variables::{Variable, Variables};
use crate::bits::Bits;
use crate::model::accesses::{Access, Accesses, Data, Nothing, of_value};
use crate::model::{Action, Model, Proctype, Region, Reset, StatementKind, Transition};

/// The resets after each statement of a proctype: by the number of the statement.
pub fn resets(model: &Model, p: &Proctype, always: &Bits) -> Vec<(u32, Vec<Reset>)> {
    let transitions = p.states.iter().flat_map(|s| s.transitions()).map(|t| &model.transitions[t as usize]);
    let accesses = transitions.map(|t| (t.statement, t.accesses(&Nothing))).collect();
    let analysis = Analysis { model, p, variables: Variables::of(&p.leaves), always, accesses };
    if !analysis.variables.list.iter().any(|v| v.is_scalar) {
        return Vec::new();
    }
    let live = analysis.live();
    let mut out: Vec<(u32, Vec<Reset>)> = Vec::new();
    for (number, state) in p.states.iter().enumerate() {
        for t in state.transitions() {
            let t = &model.transitions[t as usize];
            // The options of a choice are looked at where they begin.
            if model.statements[t.statement as usize].state.0 as usize != number {
                continue;
            }
            let resets = analysis.after(t, &live[t.target.0 as usize]);
            if !resets.is_empty() {
                out.push((t.statement, resets));
            }
        }
    }
    out
}

/// The variables of each proctype that others look at, and those that decide whether it may move.
pub fn watched(model: &Model) -> Vec<Bits> {
    let variables: Vec<Variables> = model.proctypes.iter().map(|p| Variables::of(&p.leaves)).collect();
    let mut watched: Vec<Bits> = variables.iter().map(|v| Bits::new(v.list.len())).collect();
    for accesses in model.all_accesses(&Nothing) {
        for (data, _) in accesses.reads() {
            if let Data::Remote { proctype, data, .. } = data
                && let Some(v) = variables[proctype.0 as usize].of_data(data)
            {
                watched[proctype.0 as usize].add(v);
            }
        }
    }
    for (i, p) in model.proctypes.iter().enumerate() {
        let Some(provided) = &p.provided else { continue };
        for (data, _) in of_value(provided, &Nothing).reads().filter(|(data, _)| is_local(data)) {
            if let Some(v) = variables[i].of_data(data) {
                watched[i].add(v);
            }
        }
    }
    watched
}

fn is_local(data: &Data) -> bool {
    data.region() == Some(Region::Local)
}

struct Analysis<'m> {
    model: &'m Model,
    p: &'m Proctype,
    variables: Variables,
    always: &'m Bits,
    /// By statement.
    accesses: HashMap<u32, Accesses>,
}

impl Analysis<'_> {
    /// The variables that are live in each state.
    fn live(&self) -> Vec<Bits> {
        let mut live = vec![Bits::new(self.variables.list.len()); self.p.states.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (i, state) in self.p.states.iter().enumerate().rev() {
                for t in state.transitions() {
                    let t = &self.model.transitions[t as usize];
                    let before = self.before(t, &live[t.target.0 as usize]);
                    changed |= live[i].add_all(&before);
                }
            }
        }
        for set in &mut live {
            set.add_all(self.always);
        }
        live
    }

    /// What is live before a transition, if this is live after it.
    fn before(&self, t: &Transition, after: &Bits) -> Bits {
        let Some(accesses) = self.accesses_of(t) else { return after.clone() };
        let mut live = vec![Bits::new(self.variables.list.len()); accesses.pieces.len()];
        loop {
            let mut changed = false;
            for (i, piece) in accesses.pieces.iter().enumerate().rev() {
                let mut here = Bits::new(self.variables.list.len());
                if piece.leaves {
                    here.add_all(after);
                }
                for &n in &piece.next {
                    here.add_all(&live[n]);
                }
                piece.accesses.iter().rev().for_each(|access| self.pass(access, &mut here));
                changed |= live[i].add_all(&here);
            }
            if !changed {
                break;
            }
        }
        live.swap_remove(0)
    }

    fn accesses_of(&self, t: &Transition) -> Option<&Accesses> {
        self.accesses.get(&t.statement).filter(|_| !matches!(t.action, Action::Parts { .. }))
    }

    /// From what is live after an access to what is live before it.
    fn pass(&self, access: &Access, live: &mut Bits) {
        let Some(v) = access.data().filter(|data| is_local(data)).and_then(|data| self.variables.of_data(data)) else {
            return;
        };
        match access {
            Access::Write { .. } if self.variables.list[v].is_scalar => live.remove(v),
            // An element that is set leaves the others as they are.
            Access::Write { .. } => {}
            Access::Read { .. } | Access::Count { .. } => live.add(v),
            Access::Channel { .. } | Access::Start { .. } | Access::End | Access::SetPriority { .. } => {}
            Access::Ask { .. } | Access::Else { .. } | Access::Event | Access::Print { .. } => {}
        }
    }

    /// The resets after a transition.
    fn after(&self, t: &Transition, live: &Bits) -> Vec<Reset> {
        let kind = self.model.statements[t.statement as usize].kind;
        let reads_count = matches!(kind, StatementKind::Condition | StatementKind::Receive);
        if !reads_count && kind != StatementKind::Other {
            return Vec::new();
        }
        let Some(accesses) = self.accesses_of(t).filter(|a| !sets_to_zero(a)) else { return Vec::new() };
        let mut used = Bits::new(self.variables.list.len());
        for access in accesses.all() {
            let counts = |data: &&Data| is_local(data) && (reads_count || access.written().is_some());
            if let Some(v) = access.data().filter(counts).and_then(|data| self.variables.of_data(data)) {
                used.add(v);
            }
        }
        let dead = |(i, v): &(usize, &Variable)| v.is_scalar && used.has(*i) && !live.has(*i);
        let variables = self.variables.list.iter().enumerate().filter(dead);
        variables.map(|(_, v)| Reset { base: Region::Local, slot: v.slots[0], value: 0 }).collect()
    }
}

/// `x = 0`
fn sets_to_zero(accesses: &Accesses) -> bool {
    let mut all = accesses.all();
    let first = all.next();
    matches!(first, Some(Access::Write { data: Data::Scalar { region: Region::Local, .. }, value: Some(0), .. }))
        && all.next().is_none()
}
