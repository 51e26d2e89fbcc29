//! What a slice leaves out of a closed model, as C calls it.
//!
//! Only data, channels and processes are told: the statements that go are those that set the data. What only the model
//! has (values between two accesses, the watch for deadlocks) is left out here too.

use crate::closed::Closed;
use crate::names::base;
use crate::own;
use promela::ast::{Active, Decl, ExprKind, Program, Sequence, StmtKind, Unit, VarRef};
use promela::visit::{Visit, look};
use slicer::{Dropped, Kind, Sliced};
use std::collections::BTreeSet;

/// What is gone, a line each: `cnt: no property depends on it`.
pub fn left_out(closed: &Closed, sliced: &Sliced) -> Vec<String> {
    let staying = staying(closed, &sliced.program);
    let mut list: Vec<String> = Vec::new();
    for dropped in &sliced.dropped {
        // A variable of a function that is followed at two calls goes only if it goes at both.
        let name = called(closed, dropped).filter(|name| !staying.contains(name));
        list.extend(name.map(|name| format!("{name}: {}", dropped.why)));
    }
    list.extend(sliced.ranges.iter().map(|range| values(closed, range)));
    let mut told = BTreeSet::new();
    list.retain(|line| told.insert(line.clone()));
    list
}

/// `c in main: these values stand for all: -1, 0 for others of 0 .. 97, 10`
fn values(closed: &Closed, range: &str) -> String {
    let (names, values) = range.split_once(": ").unwrap_or((range, ""));
    let names = names.split(", ").map(|name| variable(closed, name).unwrap_or_else(|| name.to_string()));
    let mut list: Vec<String> = names.collect();
    list.dedup();
    format!("{}: these values stand for all: {values}", list.join(", "))
}

fn called(closed: &Closed, dropped: &Dropped) -> Option<String> {
    match dropped.what {
        Kind::Variable => variable(closed, &dropped.name).filter(|_| is_used(closed, &dropped.name)),
        Kind::Process if own::is_own_process(&dropped.name) => None,
        Kind::Process => Some(closed.names.function(&dropped.name).to_string()),
        Kind::Channel | Kind::Field => Some(dropped.name.clone()).filter(|name| !own::is_own(name)),
        Kind::Statement => None,
    }
}

/// Whether a body does anything with a local: it is no news that nothing depends on a parameter that is never looked
/// at.
fn is_used(closed: &Closed, name: &str) -> bool {
    let Some((proctype, name)) = name.split_once(':') else { return true };
    let Some(process) = closed.document.process(proctype) else { return true };
    let mut uses = Uses { name: base(name), found: false };
    uses.sequence(&process.body);
    uses.found
}

struct Uses<'n> {
    name: &'n str,
    found: bool,
}

impl Visit for Uses<'_> {
    fn var(&mut self, var: &VarRef) {
        self.found |= var.parts.first().is_some_and(|part| part.name.name == self.name);
        look::var(self, var);
    }
}

/// A variable of the model, `x` or `proctype:x`.
fn variable(closed: &Closed, name: &str) -> Option<String> {
    match name.split_once(':') {
        Some((proctype, name)) => local(closed, proctype, name),
        None => closed.names.global(name),
    }
}

/// `x in worker`
fn local(closed: &Closed, proctype: &str, name: &str) -> Option<String> {
    let c = closed.names.local(proctype, name)?;
    let function = closed.names.owner(proctype, name);
    Some(function.map_or(c.clone(), |function| format!("{c} in {function}")))
}

/// What the slice still has, as C calls it.
fn staying(closed: &Closed, program: &Program) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for unit in &program.units {
        match unit {
            Unit::Decl(d) => names.extend(d.vars.iter().filter_map(|v| closed.names.global(&v.name.name))),
            Unit::Proctype(p) => {
                let mut note = |d: &Decl| {
                    names.extend(d.vars.iter().filter_map(|v| local(closed, &p.name.name, &v.name.name)));
                };
                p.params.iter().for_each(&mut note);
                declared(&p.body, &mut note);
            }
            _ => {}
        }
    }
    names
}

fn declared(body: &Sequence, note: &mut dyn FnMut(&Decl)) {
    for step in &body.steps {
        match &step.kind {
            StmtKind::Decl(d) => note(d),
            StmtKind::If(options) | StmtKind::Do(options) => options.iter().for_each(|o| declared(o, note)),
            StmtKind::For { body, .. } | StmtKind::Atomic(body) | StmtKind::DStep(body) | StmtKind::Block(body) => {
                declared(body, note);
            }
            StmtKind::Unless(a, b) => {
                for s in [a, b] {
                    declared(&Sequence { steps: vec![(**s).clone()] }, note);
                }
            }
            _ => {}
        }
    }
}

/// The numbers that the processes of a slice have in the whole model.
pub fn numbers(whole: &Program, sliced: &Program) -> Vec<u32> {
    let mut next = 0;
    let mut numbers = Vec::new();
    for unit in &whole.units {
        let Unit::Proctype(p) = unit else { continue };
        let count = match &p.active {
            None => u32::from(p.is_init()),
            Some(Active::One) => 1,
            Some(Active::Count(e)) => match e.kind {
                ExprKind::Const(n) => n.unsigned_abs(),
                _ => 1,
            },
        };
        let stays = |u: &Unit| matches!(u, Unit::Proctype(q) if q.name.name == p.name.name);
        if sliced.units.iter().any(stays) {
            numbers.extend(next..next + count);
        }
        next += count;
    }
    numbers
}
