//! Whether a model may start more processes than there can be.

use super::visit;
use super::walk::{self, Mention};
use promela::ast::{Active, Expr, ExprKind, Program, Sequence, Stmt, StmtKind, Unit};
use std::collections::HashMap;

/// So many may be too many.
const MANY: u64 = 200;

/// More processes may be started than there can be: then a `run` can fail.
pub fn may_exceed(program: &Program) -> bool {
    let mut starts: HashMap<&str, Vec<(&str, u64)>> = Default::default();
    let mut count: HashMap<&str, u64> = Default::default();
    for unit in &program.units {
        let Unit::Proctype(p) = unit else { continue };
        let own = match &p.active {
            None if p.is_init() => 1,
            None => 0,
            Some(Active::One) => 1,
            Some(Active::Count(Expr { kind: ExprKind::Const(n), .. })) => u64::from(n.unsigned_abs()),
            Some(Active::Count(_)) => MANY,
        };
        count.insert(&p.name.name, own);
        let mut jumps = false;
        visit::sequence(&p.body, &mut |s| jumps |= matches!(s.kind, StmtKind::Goto(_)));
        starts_in(&p.body, if jumps { MANY } else { 1 }, &mut |name, times| {
            starts.entry(&p.name.name).or_default().push((name, times));
        });
    }
    // As many passes as the longest chain of starts; a cycle grows beyond the limit.
    let own = count.clone();
    for _ in 0..=own.len() + 8 {
        let mut next = own.clone();
        for (parent, list) in &starts {
            let parents = count.get(parent).copied().unwrap_or(0);
            for (child, times) in list {
                let sum = next.entry(child).or_default();
                *sum = sum.saturating_add(parents.saturating_mul(*times));
            }
        }
        if next == count {
            break;
        }
        count = next;
    }
    count.values().fold(0u64, |a, &b| a.saturating_add(b)) >= MANY
}

fn starts_in<'a>(seq: &'a Sequence, times: u64, f: &mut dyn FnMut(&'a str, u64)) {
    for s in &seq.steps {
        match &s.kind {
            StmtKind::Do(options) => options.iter().for_each(|o| starts_in(o, MANY, f)),
            StmtKind::If(options) => options.iter().for_each(|o| starts_in(o, times, f)),
            StmtKind::For { body, .. } => starts_in(body, MANY, f),
            StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => starts_in(b, times, f),
            StmtKind::Unless(a, b) => {
                for s in [a, b] {
                    visit::stmt(s, &mut |s| starts_of(s, MANY, f));
                }
            }
            _ => starts_of(s, times, f),
        }
    }
}

fn starts_of<'a>(s: &'a Stmt, times: u64, f: &mut dyn FnMut(&'a str, u64)) {
    let (StmtKind::Assign(_, e) | StmtKind::Expr(e)) = &s.kind else { return };
    walk::mentions(e, &mut |m| {
        if let Mention::Run(p, _) = m {
            f(p, times);
        }
    });
}
