//! What a thread waits for, when it cannot move: the guard of the model said as C would.
//!
//! Locks, condition variables, barriers, the end of another thread and channels have their own words. Anything else is
//! told as the condition that does not hold, with the values in it.

use super::Lift;
use crate::names::{Names, base};
use crate::own;
use checker::model::Statement;
use checker::simulate::Picture;
use promela::ast::{BinaryOp, Expr, ExprKind, StmtKind, UnaryOp, VarRef};
use promela::print_expr;

/// A process in a state in which it cannot move.
pub struct Waiting<'l, 'a> {
    pub lift: &'l Lift<'a>,
    pub picture: &'l Picture,
    pub pid: u32,
    pub proctype: &'l str,
}

impl Waiting<'_, '_> {
    /// What any of these statements waits for; `None` if that is nothing that can come.
    pub fn words(&self, statements: &[&Statement]) -> Option<String> {
        let mut list: Vec<String> = Vec::new();
        for words in statements.iter().filter_map(|s| self.statement(s)) {
            if !list.contains(&words) {
                list.push(words);
            }
        }
        (!list.is_empty()).then(|| list.join(", or "))
    }

    fn statement(&self, statement: &Statement) -> Option<String> {
        match self.lift.statements.of(self.lift.model, statement)? {
            StmtKind::Send { channel, .. } => Some(self.channel(channel, "send to", "full")),
            StmtKind::Receive { channel, .. } => Some(self.channel(channel, "receive from", "empty")),
            StmtKind::Expr(guard) => self.guard(guard),
            _ => None,
        }
    }

    /// `waits to receive from rq (empty)`
    fn channel(&self, channel: &VarRef, verb: &str, state: &str) -> String {
        let name = self.spelled(channel).unwrap_or_else(|| super::spelled(channel));
        let contents = match self.value_text(&name) {
            None => "nobody is at the other end".to_string(),
            Some(messages) if messages.is_empty() || state == "full" => state.to_string(),
            Some(messages) => format!("which holds {messages}"),
        };
        format!("to {verb} {} ({contents})", self.in_c(&name).unwrap_or(name))
    }

    fn guard(&self, guard: &Expr) -> Option<String> {
        self.join(guard)
            .or_else(|| self.set(guard))
            .or_else(|| self.lock(guard))
            .or_else(|| self.readers(guard))
            .or_else(|| self.condition(guard))
    }

    /// `((pthread_finished >> t) & 1) || t == _pid`: the end of a thread.
    fn join(&self, guard: &Expr) -> Option<String> {
        let ExprKind::Binary(BinaryOp::Or, guard, _) = &guard.kind else { return None };
        let (set, element) = bit(guard)?;
        (set.parts.first()?.name.name == own::FINISHED).then_some(())?;
        let pid = u32::try_from(self.value(element)?).ok()?;
        Some(format!("for the end of {}", self.thread(pid)?))
    }

    /// `((changed >> _pid) & 1) == 0`: to be taken out of a set of threads.
    fn set(&self, guard: &Expr) -> Option<String> {
        let ExprKind::Binary(BinaryOp::Eq, left, right) = &guard.kind else { return None };
        let (set, _) = bit(left).filter(|_| right.kind == ExprKind::Const(0))?;
        if let Some(barrier) = object(set, own::INSIDE) {
            let barrier = self.spelled(&barrier)?;
            let count = |member: &str| self.value_text(&format!("{barrier}.{member}"));
            let (arrived, size) = (count(own::ARRIVED)?, count(own::SIZE)?);
            return Some(format!("at {}, where {arrived} of {size} have come", self.in_c(&barrier)?));
        }
        let name = self.in_c(&self.spelled(set)?)?;
        self.lift.closed.conditions.contains(base(&name)).then(|| format!("for a signal on {name}"))
    }

    /// `m == 0`: a mutex.
    fn lock(&self, guard: &Expr) -> Option<String> {
        let ExprKind::Binary(BinaryOp::Eq, left, right) = &guard.kind else { return None };
        let ExprKind::Var(var) = &left.kind else { return None };
        (right.kind == ExprKind::Const(0)).then_some(())?;
        let name = self.spelled(var)?;
        let c = self.in_c(&name).filter(|c| self.lift.closed.locks.contains(base(c)))?;
        self.owner(&name).map(|owner| format!("for {c}, {owner}"))
    }

    /// `l.rw_writer == 0 && l.rw_readers == 0`: a lock for readers and writers.
    fn readers(&self, guard: &Expr) -> Option<String> {
        let lock = variables(guard).first().and_then(|var| object(var, own::WRITER))?;
        let lock = self.spelled(&lock)?;
        let readers = self.value_text(&format!("{lock}.{}", own::READERS))?;
        let c = self.in_c(&lock)?;
        match self.owner(&format!("{lock}.{}", own::WRITER)) {
            Some(owner) => Some(format!("for {c}, {owner}")),
            None if readers == "1" => Some(format!("for {c}, held by 1 reader")),
            None => Some(format!("for {c}, held by {readers} readers")),
        }
    }

    /// Who holds a lock whose value is the number of its owner, from 1.
    fn owner(&self, lock: &str) -> Option<String> {
        let pid = self.value_text(lock)?.parse::<u32>().ok()?.checked_sub(1)?;
        let thread = self.thread(pid)?;
        Some(match self.lift.has_ended(pid, self.picture) {
            _ if pid == self.pid => "which it holds itself".to_string(),
            true => format!("held by {thread}, which has ended"),
            false => format!("held by {thread}"),
        })
    }

    /// Any other condition, with the values in it.
    fn condition(&self, guard: &Expr) -> Option<String> {
        if matches!(guard.kind, ExprKind::Const(_) | ExprKind::Timeout) {
            return None;
        }
        let mut values: Vec<String> = Vec::new();
        for name in variables(guard).into_iter().filter_map(|var| self.spelled(var)) {
            if let (Some(c), Some(value)) = (self.in_c(&name), self.value_text(&name)) {
                let said = format!("{c} is {value}");
                if !values.contains(&said) {
                    values.push(said);
                }
            }
        }
        // A condition of the model alone means nothing to a reader of C.
        (!values.is_empty()).then(|| {
            format!("until {} ({})", print_expr(&self.names().expression(self.proctype, guard)), values.join(", "))
        })
    }

    fn names(&self) -> &Names {
        &self.lift.closed.names
    }

    fn thread(&self, pid: u32) -> Option<String> {
        self.picture.processes.get(pid as usize)?;
        Some(self.lift.thread(pid, self.picture).name())
    }

    fn in_c(&self, name: &str) -> Option<String> {
        self.names().local(self.proctype, name)
    }

    /// The name of a variable with the values of its subscripts: `forks[2]`.
    fn spelled(&self, var: &VarRef) -> Option<String> {
        let mut out = String::new();
        for (index, part) in var.parts.iter().enumerate() {
            if index > 0 {
                out.push('.');
            }
            out.push_str(&part.name.name);
            if let Some(subscript) = &part.index {
                out.push_str(&format!("[{}]", self.value(subscript)?));
            }
        }
        Some(out)
    }

    fn value_text(&self, name: &str) -> Option<String> {
        let model = self.lift.model;
        let locals = self.picture.locals(model, self.pid);
        let all = locals.into_iter().chain(self.picture.globals(model));
        all.into_iter().find(|v| v.name == name).map(|v| v.value)
    }

    fn value(&self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Const(n) => Some(i64::from(*n)),
            ExprKind::Var(var) if var.parts.first().is_some_and(|p| p.name.name == "_pid") => Some(self.pid.into()),
            ExprKind::Var(var) => match self.value_text(&self.spelled(var)?)?.as_str() {
                "true" => Some(1),
                "false" => Some(0),
                number => number.parse().ok(),
            },
            ExprKind::Unary(UnaryOp::Neg, a) => self.value(a)?.checked_neg(),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    BinaryOp::Div => a.checked_div(b),
                    BinaryOp::Rem => a.checked_rem(b),
                    BinaryOp::BitAnd => Some(a & b),
                    BinaryOp::BitOr => Some(a | b),
                    BinaryOp::BitXor => Some(a ^ b),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The object of which a variable is this member.
fn object(var: &VarRef, member: &str) -> Option<VarRef> {
    let mut object = var.clone();
    let last = object.parts.pop()?;
    (last.name.name == member && !object.parts.is_empty()).then_some(object)
}

/// `(set >> element) & 1`
fn bit(e: &Expr) -> Option<(&VarRef, &Expr)> {
    let ExprKind::Binary(BinaryOp::BitAnd, left, right) = &e.kind else { return None };
    let ExprKind::Binary(BinaryOp::Shr, set, element) = &left.kind else { return None };
    match &set.kind {
        ExprKind::Var(set) if right.kind == ExprKind::Const(1) => Some((set, element)),
        _ => None,
    }
}

fn variables(e: &Expr) -> Vec<&VarRef> {
    match &e.kind {
        ExprKind::Var(var) => vec![var],
        ExprKind::Unary(_, a) => variables(a),
        ExprKind::Binary(_, a, b) => [a, b].into_iter().flat_map(|e| variables(e)).collect(),
        ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().flat_map(|e| variables(e)).collect(),
        _ => Vec::new(),
    }
}
