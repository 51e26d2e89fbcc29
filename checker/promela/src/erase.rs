//! Sets every span of a tree to the default, so that trees from different texts can be compared.

use super::ast::*;
use crate::source::Span;

/// Erases all spans.
pub fn erase_spans(program: &mut Program) {
    program.units.iter_mut().for_each(unit);
}

/// Erases the spans of an expression.
pub fn erase_expr_spans(e: &mut Expr) {
    expr(e);
}

fn unit(unit: &mut Unit) {
    match unit {
        Unit::Proctype(p) => {
            ident(&mut p.name);
            if let Some(Active::Count(count)) = &mut p.active {
                expr(count);
            }
            p.params.iter_mut().for_each(decl);
            p.priority.iter_mut().for_each(expr);
            p.provided.iter_mut().for_each(expr);
            sequence(&mut p.body);
            p.span = Span::default();
        }
        Unit::Never(claim) => {
            claim.name.iter_mut().for_each(ident);
            sequence(&mut claim.body);
            claim.span = Span::default();
        }
        Unit::Trace(trace) => {
            sequence(&mut trace.body);
            trace.span = Span::default();
        }
        Unit::Ltl(ltl) => {
            ltl.name.iter_mut().for_each(ident);
            expr(&mut ltl.formula);
            ltl.span = Span::default();
        }
        Unit::Decl(d) => decl(d),
        Unit::Mtype(mtype) => {
            mtype.subtype.iter_mut().for_each(ident);
            mtype.names.iter_mut().for_each(ident);
            mtype.span = Span::default();
        }
        Unit::Typedef(typedef) => {
            ident(&mut typedef.name);
            typedef.fields.iter_mut().for_each(decl);
            typedef.span = Span::default();
        }
        Unit::EmbeddedC(code) => code.span = Span::default(),
    }
}

fn ident(ident: &mut Ident) {
    ident.span = Span::default();
}

fn type_name(ty: &mut TypeName) {
    match ty {
        TypeName::Mtype(subtype) => subtype.iter_mut().for_each(ident),
        TypeName::User(name) => ident(name),
        _ => {}
    }
}

fn decl(decl: &mut Decl) {
    type_name(&mut decl.ty);
    for var in &mut decl.vars {
        ident(&mut var.name);
        var.width.iter_mut().for_each(expr);
        var.size.iter_mut().for_each(expr);
        match &mut var.init {
            None => {}
            Some(Init::Expr(value)) => expr(value),
            Some(Init::List(values)) => values.iter_mut().for_each(expr),
            Some(Init::Chan(chan)) => {
                expr(&mut chan.capacity);
                chan.fields.iter_mut().for_each(type_name);
                chan.span = Span::default();
            }
        }
        var.span = Span::default();
    }
    decl.span = Span::default();
}

fn sequence(sequence: &mut Sequence) {
    sequence.steps.iter_mut().for_each(stmt);
}

fn stmt(s: &mut Stmt) {
    s.span = Span::default();
    s.labels.iter_mut().for_each(ident);
    match &mut s.kind {
        StmtKind::Decl(d) => decl(d),
        StmtKind::Exclusive { channels, .. } => channels.iter_mut().for_each(var_ref),
        StmtKind::Assign(var, value) => {
            var_ref(var);
            expr(value);
        }
        StmtKind::Increment(var) | StmtKind::Decrement(var) => var_ref(var),
        StmtKind::Send { channel, args, .. } => {
            var_ref(channel);
            args.iter_mut().for_each(expr);
        }
        StmtKind::Receive { channel, args, .. } => {
            var_ref(channel);
            args.iter_mut().for_each(receive_arg);
        }
        StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => expr(e),
        StmtKind::Printf { args, .. } => args.iter_mut().for_each(expr),
        StmtKind::If(options) | StmtKind::Do(options) => options.iter_mut().for_each(sequence),
        StmtKind::For { var, range, body } => {
            var_ref(var);
            match range {
                ForRange::Between(from, to) => {
                    expr(from);
                    expr(to);
                }
                ForRange::In(array) => var_ref(array),
            }
            sequence(body);
        }
        StmtKind::Select { var, from, to } => {
            var_ref(var);
            expr(from);
            expr(to);
        }
        StmtKind::Atomic(body) | StmtKind::DStep(body) | StmtKind::Block(body) => sequence(body),
        StmtKind::Goto(label) => ident(label),
        StmtKind::Unless(main, escape) => {
            stmt(main);
            stmt(escape);
        }
        StmtKind::SetPriority(process, priority) => {
            expr(process);
            expr(priority);
        }
        StmtKind::EmbeddedC(code) => code.span = Span::default(),
        StmtKind::Else | StmtKind::Break => {}
    }
}

fn receive_arg(arg: &mut ReceiveArg) {
    match arg {
        ReceiveArg::Var(var) => var_ref(var),
        ReceiveArg::Eval(value) | ReceiveArg::Const(value) => expr(value),
    }
}

fn var_ref(var: &mut VarRef) {
    for part in &mut var.parts {
        ident(&mut part.name);
        part.index.iter_mut().for_each(|index| expr(index));
    }
    var.span = Span::default();
}

fn expr(e: &mut Expr) {
    e.span = Span::default();
    match &mut e.kind {
        ExprKind::Const(_) | ExprKind::Timeout | ExprKind::NonProgress => {}
        ExprKind::Var(var) | ExprKind::Len(var) | ExprKind::Probe(_, var) => var_ref(var),
        ExprKind::Unary(_, operand) => expr(operand),
        ExprKind::Binary(_, left, right) => {
            expr(left);
            expr(right);
        }
        ExprKind::Conditional(condition, yes, no) => {
            expr(condition);
            expr(yes);
            expr(no);
        }
        ExprKind::Run { proctype, args, priority } => {
            ident(proctype);
            args.iter_mut().for_each(expr);
            priority.iter_mut().for_each(|priority| expr(priority));
        }
        ExprKind::Poll { channel, args, .. } => {
            var_ref(channel);
            args.iter_mut().for_each(receive_arg);
        }
        ExprKind::Enabled(process) | ExprKind::PcValue(process) | ExprKind::GetPriority(process) => expr(process),
        ExprKind::RemoteLabel { proctype, pid, label } => {
            ident(proctype);
            pid.iter_mut().for_each(|pid| expr(pid));
            ident(label);
        }
        ExprKind::RemoteVar { proctype, pid, var } => {
            ident(proctype);
            pid.iter_mut().for_each(|pid| expr(pid));
            var_ref(var);
        }
        ExprKind::EmbeddedC(code) => code.span = Span::default(),
    }
}
