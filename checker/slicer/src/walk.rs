//! Walks over expressions: the references in them, and what kinds of things they ask for.

use promela::ast::{Expr, ExprKind, ForRange, Init, ReceiveArg, Stmt, StmtKind, VarRef};

/// What one expression mentions.
pub enum Mention<'a> {
    /// A variable that is read.
    Var(&'a VarRef),
    /// A channel whose fill is asked for: `len(q)`, `full(q)`
    Fill(&'a VarRef),
    /// `q?[…]`: the channel, with what its messages are compared with.
    Poll(&'a VarRef, &'a [ReceiveArg]),
    /// `run p(…)`
    Run(&'a str, &'a [Expr]),
    /// `p[i]:x`
    RemoteVar(&'a str, &'a VarRef),
    /// `p[i]@l`
    RemoteLabel(&'a str, &'a str),
    /// `timeout`
    Timeout,
    /// `enabled`, `pc_value`, `get_priority`, `np_`, embedded C
    Location,
    /// A division or remainder by this.
    Divisor(&'a Expr),
    /// The whole of a division or remainder: the expression, the dividend, the divisor.
    Quotient(&'a Expr, &'a Expr, &'a Expr),
}

/// Tells all that an expression mentions, from the outside to the inside.
pub fn mentions<'a>(e: &'a Expr, tell: &mut dyn FnMut(Mention<'a>)) {
    use promela::ast::BinaryOp::{Div, Rem};
    match &e.kind {
        ExprKind::Const(_) => {}
        ExprKind::Var(v) => {
            tell(Mention::Var(v));
            indices(v, tell);
        }
        ExprKind::Unary(_, a) => mentions(a, tell),
        ExprKind::Binary(op, a, b) => {
            if matches!(op, Div | Rem) {
                tell(Mention::Divisor(b));
                tell(Mention::Quotient(e, a, b));
            }
            mentions(a, tell);
            mentions(b, tell);
        }
        ExprKind::Conditional(a, b, c) => {
            mentions(a, tell);
            mentions(b, tell);
            mentions(c, tell);
        }
        ExprKind::Run { proctype, args, priority } => {
            tell(Mention::Run(&proctype.name, args));
            args.iter().for_each(|a| mentions(a, tell));
            priority.iter().for_each(|p| mentions(p, tell));
        }
        ExprKind::Len(v) | ExprKind::Probe(_, v) => {
            tell(Mention::Fill(v));
            indices(v, tell);
        }
        ExprKind::Poll { channel, args, .. } => {
            tell(Mention::Poll(channel, args));
            indices(channel, tell);
            patterns(args, tell);
        }
        ExprKind::Enabled(a) | ExprKind::PcValue(a) | ExprKind::GetPriority(a) => {
            tell(Mention::Location);
            mentions(a, tell);
        }
        ExprKind::Named { value, .. } => mentions(value, tell),
        ExprKind::NonProgress | ExprKind::EmbeddedC(_) => tell(Mention::Location),
        ExprKind::Timeout => tell(Mention::Timeout),
        ExprKind::RemoteLabel { proctype, pid, label } => {
            tell(Mention::RemoteLabel(&proctype.name, &label.name));
            pid.iter().for_each(|p| mentions(p, tell));
        }
        ExprKind::RemoteVar { proctype, pid, var } => {
            tell(Mention::RemoteVar(&proctype.name, var));
            pid.iter().for_each(|p| mentions(p, tell));
            indices(var, tell);
        }
    }
}

/// What the indices of a reference mention.
pub fn indices<'a>(v: &'a VarRef, tell: &mut dyn FnMut(Mention<'a>)) {
    v.parts.iter().filter_map(|p| p.index.as_deref()).for_each(|i| mentions(i, tell));
}

/// What the arguments of a receive compare with; what they store to is not told.
pub fn patterns<'a>(args: &'a [ReceiveArg], tell: &mut dyn FnMut(Mention<'a>)) {
    for a in args {
        match a {
            ReceiveArg::Eval(e) | ReceiveArg::Const(e) => mentions(e, tell),
            ReceiveArg::Var(v) => indices(v, tell),
        }
    }
}

/// What a statement mentions; of the statements inside of it, nothing.
pub fn of_statement<'a>(s: &'a Stmt, tell: &mut dyn FnMut(Mention<'a>)) {
    match &s.kind {
        StmtKind::Decl(d) => {
            for init in d.vars.iter().filter_map(|v| v.init.as_ref()) {
                match init {
                    Init::Expr(e) => mentions(e, tell),
                    Init::List(list) => list.iter().for_each(|e| mentions(e, tell)),
                    Init::Chan(_) => {}
                }
            }
        }
        StmtKind::Assign(v, e) => {
            indices(v, tell);
            mentions(e, tell);
        }
        StmtKind::Increment(v) | StmtKind::Decrement(v) => indices(v, tell),
        StmtKind::Send { channel, args, .. } => {
            indices(channel, tell);
            args.iter().for_each(|a| mentions(a, tell));
        }
        StmtKind::Receive { channel, args, .. } => {
            indices(channel, tell);
            patterns(args, tell);
        }
        StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => mentions(e, tell),
        StmtKind::Printf { args, .. } => args.iter().for_each(|a| mentions(a, tell)),
        StmtKind::For { var, range, .. } => {
            indices(var, tell);
            match range {
                ForRange::Between(from, to) => [from, to].into_iter().for_each(|e| mentions(e, tell)),
                ForRange::In(v) => indices(v, tell),
            }
        }
        StmtKind::Select { var, from, to } => {
            indices(var, tell);
            [from, to].into_iter().for_each(|e| mentions(e, tell));
        }
        StmtKind::SetPriority(a, b) => [a, b].into_iter().for_each(|e| mentions(e, tell)),
        StmtKind::Exclusive { .. }
        | StmtKind::Else
        | StmtKind::If(_)
        | StmtKind::Do(_)
        | StmtKind::Atomic(_)
        | StmtKind::DStep(_)
        | StmtKind::Block(_)
        | StmtKind::Break
        | StmtKind::Goto(_)
        | StmtKind::Unless(..)
        | StmtKind::EmbeddedC(_) => {}
    }
}

/// Calls `change` on every reference of an expression, the outermost first.
pub fn change_refs(e: &mut Expr, change: &mut dyn FnMut(&mut VarRef)) {
    match &mut e.kind {
        ExprKind::Const(_) | ExprKind::Timeout | ExprKind::NonProgress | ExprKind::EmbeddedC(_) => {}
        ExprKind::Named { value, .. } => change_refs(value, change),
        ExprKind::Var(v) | ExprKind::Len(v) | ExprKind::Probe(_, v) => change_ref(v, change),
        ExprKind::Unary(_, a) | ExprKind::Enabled(a) | ExprKind::PcValue(a) | ExprKind::GetPriority(a) => {
            change_refs(a, change);
        }
        ExprKind::Binary(_, a, b) => {
            change_refs(a, change);
            change_refs(b, change);
        }
        ExprKind::Conditional(a, b, c) => {
            change_refs(a, change);
            change_refs(b, change);
            change_refs(c, change);
        }
        ExprKind::Run { args, priority, .. } => {
            args.iter_mut().for_each(|a| change_refs(a, change));
            priority.iter_mut().for_each(|p| change_refs(p, change));
        }
        ExprKind::Poll { channel, args, .. } => {
            change_ref(channel, change);
            args.iter_mut().for_each(|a| change_arg(a, change));
        }
        ExprKind::RemoteLabel { pid, .. } => pid.iter_mut().for_each(|p| change_refs(p, change)),
        // The variable is another process's: only its indices are read here.
        ExprKind::RemoteVar { pid, var, .. } => {
            pid.iter_mut().for_each(|p| change_refs(p, change));
            var.parts.iter_mut().filter_map(|p| p.index.as_deref_mut()).for_each(|i| change_refs(i, change));
        }
    }
}

/// Calls `change` on a reference and on those in its indices.
pub fn change_ref(v: &mut VarRef, change: &mut dyn FnMut(&mut VarRef)) {
    change(v);
    v.parts.iter_mut().filter_map(|p| p.index.as_deref_mut()).for_each(|i| change_refs(i, change));
}

/// Calls `change` on the references of an argument of a receive.
pub fn change_arg(a: &mut ReceiveArg, change: &mut dyn FnMut(&mut VarRef)) {
    match a {
        ReceiveArg::Var(v) => change_ref(v, change),
        ReceiveArg::Eval(e) | ReceiveArg::Const(e) => change_refs(e, change),
    }
}
