//! Dead variables: a local variable that nobody will read before it is set again gets the value 0.
//!
//! A scalar is live in a control state if there is a way from there on which it is read before it is written. As in Spin, a
//! variable is reset by the statement that uses it last: a condition or a receive that reads it, an assignment or a receive that sets it. What other statements
//! read stays as it is. Channels, arrays and structures are never reset, nor is what another process or the claim looks at.
//!
//! Different from Spin, the ways through the escapes of `unless` count everywhere.

use std::collections::HashMap;

use super::access::{Access, Code, Variables};
use crate::bits::Bits;
use crate::model::op::{Base, CodeRef, Op};
use crate::model::{Action, Model, Proctype, Reset, StatementKind, Transition};

/// The resets after each statement of a proctype: by the number of the statement.
pub fn resets(model: &Model, p: &Proctype, always: &Bits) -> Vec<(u32, Vec<Reset>)> {
    let transitions = p.states.iter().flat_map(|s| s.transitions());
    let codes = transitions.filter_map(|t| match model.transitions[t as usize].action {
        Action::Code(code) => Some((code, Code::at(&model.code, code))),
        _ => None,
    });
    let analysis = Analysis { model, p, variables: Variables::of(&p.leaves), always, codes: codes.collect() };
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
    for op in &model.code {
        for access in super::access::of(op).into_iter().flatten() {
            if let Access::Remote { proctype, place } = access
                && let Some(v) = place.variable(&variables[proctype as usize])
            {
                watched[proctype as usize].add(v);
            }
        }
    }
    for (i, provided) in model.entries.provided.iter().enumerate() {
        let Some(code) = *provided else { continue };
        for access in Code::at(&model.code, code).accesses() {
            if let Access::Read(Base::Local, place) = access
                && let Some(v) = place.variable(&variables[i])
            {
                watched[i].add(v);
            }
        }
    }
    watched
}

struct Analysis<'m> {
    model: &'m Model,
    p: &'m Proctype,
    variables: Variables,
    always: &'m Bits,
    codes: HashMap<CodeRef, Code<'m>>,
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
        let Action::Code(code) = t.action else { return after.clone() };
        let Some(code) = self.codes.get(&code) else { return after.clone() };
        let nothing = Bits::new(self.variables.list.len());
        let mut live = vec![nothing; code.ops.len()];
        loop {
            let mut changed = false;
            for i in (0..code.ops.len()).rev() {
                let (op, next) = &code.ops[i];
                let mut here = Bits::new(self.variables.list.len());
                if **op == Op::Done {
                    here.add_all(after);
                }
                for &n in next {
                    here.add_all(&live[n]);
                }
                self.pass(op, &mut here);
                changed |= live[i].add_all(&here);
            }
            // Without a loop one round is enough.
            if !changed || !code.has_loop() {
                break;
            }
        }
        live.into_iter().next().unwrap_or_else(|| after.clone())
    }

    /// From what is live after an op to what is live before it.
    fn pass(&self, op: &Op, live: &mut Bits) {
        for access in super::access::of(op).into_iter().flatten() {
            match access {
                Access::Write(Base::Local, place) => {
                    if let Some(v) = place.variable(&self.variables) {
                        live.remove(v);
                    }
                }
                Access::Read(Base::Local, place) | Access::Change(Base::Local, place) => {
                    if let Some(v) = place.variable(&self.variables) {
                        live.add(v);
                    }
                }
                _ => {}
            }
        }
    }

    /// The resets after a transition.
    fn after(&self, t: &Transition, live: &Bits) -> Vec<Reset> {
        let kind = self.model.statements[t.statement as usize].kind;
        let reads_count = matches!(kind, StatementKind::Condition | StatementKind::Receive);
        if !reads_count && kind != StatementKind::Other {
            return Vec::new();
        }
        let Action::Code(code) = t.action else { return Vec::new() };
        let Some(code) = self.codes.get(&code) else { return Vec::new() };
        if sets_to_zero(code) {
            return Vec::new();
        }
        let mut used = Bits::new(self.variables.list.len());
        for access in code.accesses() {
            let place = match access {
                Access::Write(Base::Local, place) | Access::Change(Base::Local, place) => place,
                Access::Read(Base::Local, place) if reads_count => place,
                _ => continue,
            };
            if let Some(v) = place.variable(&self.variables) {
                used.add(v);
            }
        }
        let dead = |(i, v): &(usize, &super::access::Variable)| v.is_scalar && used.has(*i) && !live.has(*i);
        let variables = self.variables.list.iter().enumerate().filter(dead);
        variables.map(|(_, v)| Reset { base: Base::Local, slot: v.slots[0], value: 0 }).collect()
    }
}

/// `x = 0`
fn sets_to_zero(code: &Code) -> bool {
    matches!(
        code.ops[..],
        [(Op::StoreConstLocal { value: 0, .. }, _), (Op::Done, _)]
            | [(Op::Const(0), _), (Op::StoreLocal(_), _), (Op::Done, _)]
    )
}
