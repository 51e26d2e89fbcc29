//! What a program uses, as far as it decides how states are laid out.

use promela::ast::{self, Expr, ExprKind, ForRange, Init, Program, ReceiveArg, Stmt, StmtKind, Unit, VarRef};

#[derive(Debug, Default)]
pub(super) struct Features {
    /// `_last` is read, and so is part of the state.
    pub last: bool,
    /// Priorities are used, and so are part of each frame.
    pub priority: bool,
    pub provided: bool,
}

impl Features {
    pub fn of(program: &Program) -> Features {
        let mut f = Features::default();
        for unit in &program.units {
            match unit {
                Unit::Proctype(p) => {
                    f.priority |= p.priority.is_some();
                    f.provided |= p.provided.is_some();
                    p.provided.iter().for_each(|e| f.expr(e));
                    f.sequence(&p.body);
                }
                Unit::Never(c) => f.sequence(&c.body),
                Unit::Trace(t) => f.sequence(&t.body),
                Unit::Ltl(l) => f.expr(&l.formula),
                _ => {}
            }
        }
        f
    }

    fn sequence(&mut self, seq: &ast::Sequence) {
        seq.steps.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Decl(d) => {
                for v in &d.vars {
                    if let Some(Init::Expr(e)) = &v.init {
                        self.expr(e);
                    }
                }
            }
            StmtKind::Exclusive { .. } | StmtKind::Else | StmtKind::Break | StmtKind::Goto(_) => {}
            StmtKind::EmbeddedC(_) => {}
            StmtKind::Assign(v, e) => {
                self.var(v);
                self.expr(e);
            }
            StmtKind::Increment(v) | StmtKind::Decrement(v) => self.var(v),
            StmtKind::Send { channel, args, .. } => {
                self.var(channel);
                args.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Receive { channel, args, .. } => {
                self.var(channel);
                self.receive(args);
            }
            StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => self.expr(e),
            StmtKind::Printf { args, .. } => args.iter().for_each(|e| self.expr(e)),
            StmtKind::If(options) | StmtKind::Do(options) => options.iter().for_each(|o| self.sequence(o)),
            StmtKind::For { var, range, body } => {
                self.var(var);
                if let ForRange::Between(a, b) = range {
                    self.expr(a);
                    self.expr(b);
                }
                self.sequence(body);
            }
            StmtKind::Select { var, from, to } => {
                self.var(var);
                self.expr(from);
                self.expr(to);
            }
            StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => self.sequence(b),
            StmtKind::Unless(a, b) => {
                self.stmt(a);
                self.stmt(b);
            }
            StmtKind::SetPriority(a, b) => {
                self.priority = true;
                self.expr(a);
                self.expr(b);
            }
        }
    }

    fn receive(&mut self, args: &[ReceiveArg]) {
        for a in args {
            match a {
                ReceiveArg::Var(v) => self.var(v),
                ReceiveArg::Eval(e) | ReceiveArg::Const(e) => self.expr(e),
            }
        }
    }

    fn var(&mut self, v: &VarRef) {
        self.last |= v.parts[0].name.name == "_last";
        self.priority |= v.parts[0].name.name == "_priority";
        v.parts.iter().filter_map(|p| p.index.as_ref()).for_each(|i| self.expr(i));
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Timeout | ExprKind::NonProgress | ExprKind::EmbeddedC(_) => {}
            ExprKind::Var(v) | ExprKind::Len(v) | ExprKind::Probe(_, v) => self.var(v),
            ExprKind::Unary(_, a) | ExprKind::Enabled(a) | ExprKind::PcValue(a) => self.expr(a),
            ExprKind::Named { value, .. } => self.expr(value),
            ExprKind::GetPriority(a) => {
                self.priority = true;
                self.expr(a);
            }
            ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Conditional(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Run { args, priority, .. } => {
                self.priority |= priority.is_some();
                args.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Poll { channel, args, .. } => {
                self.var(channel);
                self.receive(args);
            }
            ExprKind::RemoteLabel { pid, .. } => pid.iter().for_each(|e| self.expr(e)),
            ExprKind::RemoteVar { pid, var, .. } => {
                pid.iter().for_each(|e| self.expr(e));
                self.var(var);
            }
        }
    }
}

/// No body has more elements than this, and so no more states.
pub(super) fn element_bound(seq: &ast::Sequence) -> u64 {
    seq.steps.iter().map(stmt_bound).sum::<u64>() + 2
}

fn stmt_bound(s: &Stmt) -> u64 {
    match &s.kind {
        StmtKind::Decl(d) => d.vars.len() as u64,
        StmtKind::If(options) | StmtKind::Do(options) => options.iter().map(element_bound).sum::<u64>() + 3,
        StmtKind::For { body, .. } => element_bound(body) + 11,
        StmtKind::Select { .. } => 9,
        StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => element_bound(b) + 1,
        StmtKind::Unless(a, b) => stmt_bound(a) + stmt_bound(b) + 5,
        _ => 2,
    }
}
