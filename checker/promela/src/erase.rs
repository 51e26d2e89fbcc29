//! Gives every span of a tree another value: the default, so that trees from different texts can be compared; or its
//! place in the text that was made of the tree.

use super::ast::*;
use crate::source::Span;

/// What becomes of a span.
type To<'t> = &'t dyn Fn(Span) -> Span;

/// Erases all spans.
pub fn erase_spans(program: &mut Program) {
    move_spans(&mut program.units, &|_| Span::default());
}

/// Erases the spans of an expression.
pub fn erase_expr_spans(e: &mut Expr) {
    expr(e, &|_| Span::default());
}

/// Gives all spans of units another value.
pub fn move_spans(units: &mut [Unit], new: To) {
    units.iter_mut().for_each(|u| unit(u, new));
}

/// Gives all spans of a statement, and of what is in it, another value.
pub fn move_stmt_spans(s: &mut Stmt, new: To) {
    stmt(s, new);
}

fn unit(unit: &mut Unit, new: To) {
    match unit {
        Unit::Proctype(p) => {
            ident(&mut p.name, new);
            if let Some(Active::Count(count)) = &mut p.active {
                expr(count, new);
            }
            p.params.iter_mut().for_each(|x| decl(x, new));
            p.priority.iter_mut().for_each(|x| expr(x, new));
            p.provided.iter_mut().for_each(|x| expr(x, new));
            sequence(&mut p.body, new);
            p.span = new(p.span);
        }
        Unit::Never(claim) => {
            claim.name.iter_mut().for_each(|x| ident(x, new));
            sequence(&mut claim.body, new);
            claim.span = new(claim.span);
        }
        Unit::Trace(trace) => {
            sequence(&mut trace.body, new);
            trace.span = new(trace.span);
        }
        Unit::Ltl(ltl) => {
            ltl.name.iter_mut().for_each(|x| ident(x, new));
            expr(&mut ltl.formula, new);
            ltl.span = new(ltl.span);
        }
        Unit::Decl(d) => decl(d, new),
        Unit::Mtype(mtype) => {
            mtype.subtype.iter_mut().for_each(|x| ident(x, new));
            mtype.names.iter_mut().for_each(|x| ident(x, new));
            mtype.span = new(mtype.span);
        }
        Unit::Typedef(typedef) => {
            ident(&mut typedef.name, new);
            typedef.fields.iter_mut().for_each(|x| decl(x, new));
            typedef.span = new(typedef.span);
        }
        Unit::EmbeddedC(code) => code.span = new(code.span),
    }
}

fn ident(ident: &mut Ident, new: To) {
    ident.span = new(ident.span);
}

fn type_name(ty: &mut TypeName, new: To) {
    match ty {
        TypeName::Mtype(subtype) => subtype.iter_mut().for_each(|x| ident(x, new)),
        TypeName::User(name) => ident(name, new),
        _ => {}
    }
}

fn decl(decl: &mut Decl, new: To) {
    type_name(&mut decl.ty, new);
    for var in &mut decl.vars {
        ident(&mut var.name, new);
        var.width.iter_mut().for_each(|x| expr(x, new));
        var.size.iter_mut().for_each(|x| expr(x, new));
        match &mut var.init {
            None => {}
            Some(Init::Expr(value)) => expr(value, new),
            Some(Init::List(values)) => values.iter_mut().for_each(|x| expr(x, new)),
            Some(Init::Chan(chan)) => {
                expr(&mut chan.capacity, new);
                chan.fields.iter_mut().for_each(|x| type_name(x, new));
                chan.span = new(chan.span);
            }
        }
        var.span = new(var.span);
    }
    decl.span = new(decl.span);
}

fn sequence(sequence: &mut Sequence, new: To) {
    sequence.steps.iter_mut().for_each(|x| stmt(x, new));
}

fn stmt(s: &mut Stmt, new: To) {
    s.span = new(s.span);
    s.labels.iter_mut().for_each(|x| ident(x, new));
    match &mut s.kind {
        StmtKind::Decl(d) => decl(d, new),
        StmtKind::Exclusive { channels, .. } => channels.iter_mut().for_each(|x| var_ref(x, new)),
        StmtKind::Assign(var, value) => {
            var_ref(var, new);
            expr(value, new);
        }
        StmtKind::Increment(var) | StmtKind::Decrement(var) => var_ref(var, new),
        StmtKind::Send { channel, args, .. } => {
            var_ref(channel, new);
            args.iter_mut().for_each(|x| expr(x, new));
        }
        StmtKind::Receive { channel, args, .. } => {
            var_ref(channel, new);
            args.iter_mut().for_each(|x| receive_arg(x, new));
        }
        StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => expr(e, new),
        StmtKind::Printf { args, .. } => args.iter_mut().for_each(|x| expr(x, new)),
        StmtKind::If(options) | StmtKind::Do(options) => options.iter_mut().for_each(|x| sequence(x, new)),
        StmtKind::For { var, range, body } => {
            var_ref(var, new);
            match range {
                ForRange::Between(from, to) => {
                    expr(from, new);
                    expr(to, new);
                }
                ForRange::In(array) => var_ref(array, new),
            }
            sequence(body, new);
        }
        StmtKind::Select { var, from, to } => {
            var_ref(var, new);
            expr(from, new);
            expr(to, new);
        }
        StmtKind::Atomic(body) | StmtKind::DStep(body) | StmtKind::Block(body) => sequence(body, new),
        StmtKind::Goto(label) => ident(label, new),
        StmtKind::Unless(main, escape) => {
            stmt(main, new);
            stmt(escape, new);
        }
        StmtKind::SetPriority(process, priority) => {
            expr(process, new);
            expr(priority, new);
        }
        StmtKind::EmbeddedC(code) => code.span = new(code.span),
        StmtKind::Else | StmtKind::Break => {}
    }
}

fn receive_arg(arg: &mut ReceiveArg, new: To) {
    match arg {
        ReceiveArg::Var(var) => var_ref(var, new),
        ReceiveArg::Eval(value) | ReceiveArg::Const(value) => expr(value, new),
    }
}

fn var_ref(var: &mut VarRef, new: To) {
    for part in &mut var.parts {
        ident(&mut part.name, new);
        part.index.iter_mut().for_each(|index| expr(index, new));
    }
    var.span = new(var.span);
}

fn expr(e: &mut Expr, new: To) {
    e.span = new(e.span);
    match &mut e.kind {
        ExprKind::Const(_) | ExprKind::Timeout | ExprKind::NonProgress => {}
        ExprKind::Var(var) | ExprKind::Len(var) | ExprKind::Probe(_, var) => var_ref(var, new),
        ExprKind::Unary(_, operand) => expr(operand, new),
        ExprKind::Binary(_, left, right) => {
            expr(left, new);
            expr(right, new);
        }
        ExprKind::Conditional(condition, yes, no) => {
            expr(condition, new);
            expr(yes, new);
            expr(no, new);
        }
        ExprKind::Run { proctype, args, priority } => {
            ident(proctype, new);
            args.iter_mut().for_each(|x| expr(x, new));
            priority.iter_mut().for_each(|priority| expr(priority, new));
        }
        ExprKind::Poll { channel, args, .. } => {
            var_ref(channel, new);
            args.iter_mut().for_each(|x| receive_arg(x, new));
        }
        ExprKind::Enabled(process) | ExprKind::PcValue(process) | ExprKind::GetPriority(process) => expr(process, new),
        ExprKind::RemoteLabel { proctype, pid, label } => {
            ident(proctype, new);
            pid.iter_mut().for_each(|pid| expr(pid, new));
            ident(label, new);
        }
        ExprKind::RemoteVar { proctype, pid, var } => {
            ident(proctype, new);
            pid.iter_mut().for_each(|pid| expr(pid, new));
            var_ref(var, new);
        }
        ExprKind::EmbeddedC(code) => code.span = new(code.span),
        ExprKind::Named { args, value, .. } => {
            args.iter_mut().for_each(|x| expr(x, new));
            expr(value, new);
        }
    }
}
