//! The spelling of Spin: fully parenthesised, as `pan -d` shows statements.
//!
//! Two details need knowledge that a single statement does not have: Spin shows `break` as a jump to a
//! numbered label (`goto :b0`), and adds the kind of mtype to `printm`. Here they are `break` and
//! `printm(x)`.

use super::super::ast::{Exclusive, Expr, ExprKind, ReceiveArg, Stmt, StmtKind, UnaryOp, VarRef};
use super::super::parse::is_temporal;
use super::expr::probe_text;

/// An expression as Spin shows it: `((x>3)&&!(y))`.
pub fn spin_expr(expr: &Expr) -> String {
    let mut text = String::new();
    write_expr(&mut text, expr);
    text
}

/// A basic statement as Spin shows it: `x = (x+1)`, `((x>3))`, `q!ACK,0`. Of a compound statement only the kind.
pub fn spin_stmt(stmt: &Stmt) -> String {
    let mut text = String::new();
    write_stmt(&mut text, &stmt.kind);
    text
}

fn write_stmt(text: &mut String, kind: &StmtKind) {
    match kind {
        StmtKind::Decl(decl) => {
            let names: Vec<&str> = decl.vars.iter().map(|var| var.name.name.as_str()).collect();
            text.push_str(&names.join(","));
        }
        StmtKind::Exclusive { kind, channels } => {
            text.push_str(if *kind == Exclusive::Receive { "xr " } else { "xs " });
            write_list(text, channels, write_var);
        }
        StmtKind::Assign(var, value) => {
            write_var(text, var);
            text.push_str(" = ");
            write_expr(text, value);
        }
        StmtKind::Increment(var) | StmtKind::Decrement(var) => {
            let operator = if matches!(kind, StmtKind::Increment(_)) { '+' } else { '-' };
            let mut name = String::new();
            write_var(&mut name, var);
            text.push_str(&format!("{name} = ({name}{operator}1)"));
        }
        StmtKind::Send { channel, sorted, args } => {
            write_var(text, channel);
            text.push_str(if *sorted { "!!" } else { "!" });
            write_list(text, args, write_expr);
        }
        StmtKind::Receive { channel, random, keep, args } => {
            write_var(text, channel);
            text.push_str(if *random { "??" } else { "?" });
            text.push_str(if *keep { "<" } else { "" });
            write_list(text, args, write_receive_arg);
            text.push_str(if *keep { ">" } else { "" });
        }
        StmtKind::Expr(condition) => write_call(text, "", condition),
        StmtKind::Else => text.push_str("else"),
        StmtKind::Assert(condition) => write_call(text, "assert", condition),
        StmtKind::Printf { format, args } => {
            text.push_str("printf(");
            text.push_str(&format.replace('"', "'"));
            for arg in args {
                text.push(',');
                write_expr(text, arg);
            }
            text.push(')');
        }
        StmtKind::Printm(value) => write_call(text, "printm", value),
        StmtKind::If(_) => text.push_str("IF"),
        StmtKind::Do(_) => text.push_str("DO"),
        StmtKind::For { var, .. } => {
            text.push_str("for ");
            write_var(text, var);
        }
        StmtKind::Select { var, .. } => {
            text.push_str("select ");
            write_var(text, var);
        }
        StmtKind::Atomic(_) => text.push_str("ATOMIC"),
        StmtKind::DStep(_) => text.push_str("D_STEP"),
        StmtKind::Block(_) => text.push_str("sub-sequence"),
        StmtKind::Break => text.push_str("break"),
        StmtKind::Goto(label) => {
            text.push_str("goto ");
            text.push_str(&label.name);
        }
        StmtKind::Unless(..) => text.push_str("unless"),
        StmtKind::SetPriority(process, priority) => {
            text.push_str("set_priority(");
            write_expr(text, process);
            text.push_str(", ");
            write_expr(text, priority);
            text.push(')');
        }
        StmtKind::EmbeddedC(code) => {
            text.push_str(&code.keyword);
            text.push_str(" { ");
            text.push_str(&code.text);
            text.push_str(" }");
        }
    }
}

fn write_expr(text: &mut String, expr: &Expr) {
    match &expr.kind {
        ExprKind::Const(value) => text.push_str(&value.to_string()),
        ExprKind::Var(var) => write_var(text, var),
        ExprKind::Unary(op, operand) => {
            let operator = match op {
                UnaryOp::Not => "!",
                UnaryOp::Neg => "-",
                UnaryOp::BitNot => "~",
                UnaryOp::Next => "X ",
                UnaryOp::Always => "[] ",
                UnaryOp::Eventually => "<> ",
            };
            write_call(text, operator, operand);
        }
        ExprKind::Binary(op, left, right) => {
            let space = if is_temporal(*op) { " " } else { "" };
            text.push('(');
            write_expr(text, left);
            text.push_str(space);
            text.push_str(op.text());
            text.push_str(space);
            write_expr(text, right);
            text.push(')');
        }
        ExprKind::Conditional(condition, yes, no) => {
            text.push_str("( ");
            write_call(text, "", condition);
            write_call(text, " -> ", yes);
            write_call(text, " : ", no);
            text.push_str(" )");
        }
        ExprKind::Run { proctype, args, .. } => {
            text.push_str("run ");
            text.push_str(&proctype.name);
            text.push('(');
            write_list(text, args, write_expr);
            text.push(')');
        }
        ExprKind::Len(channel) => write_probe(text, "len", channel),
        ExprKind::Probe(probe, channel) => write_probe(text, probe_text(*probe), channel),
        ExprKind::Poll { channel, random, args } => {
            write_var(text, channel);
            text.push_str(if *random { "??[" } else { "?[" });
            write_list(text, args, write_receive_arg);
            text.push(']');
        }
        ExprKind::Enabled(process) => write_call(text, "enabled", process),
        ExprKind::PcValue(process) => write_call(text, "pc_value", process),
        ExprKind::GetPriority(process) => write_call(text, "get_priority", process),
        ExprKind::Timeout => text.push_str("timeout"),
        ExprKind::NonProgress => text.push_str("np_"),
        ExprKind::Named { value, .. } => write_expr(text, value),
        ExprKind::RemoteLabel { proctype, pid, label } => {
            text.push('(');
            write_process(text, &proctype.name, pid.as_deref());
            text.push_str("._p==");
            text.push_str(&label.name);
            text.push(')');
        }
        ExprKind::RemoteVar { proctype, pid, var } => {
            write_process(text, &proctype.name, pid.as_deref());
            text.push('.');
            write_var(text, var);
        }
        ExprKind::EmbeddedC(code) => {
            text.push_str("{ ");
            text.push_str(&code.text);
            text.push_str(" }");
        }
    }
}

/// `name(e)`
fn write_call(text: &mut String, name: &str, argument: &Expr) {
    text.push_str(name);
    text.push('(');
    write_expr(text, argument);
    text.push(')');
}

fn write_probe(text: &mut String, name: &str, channel: &VarRef) {
    text.push_str(name);
    text.push('(');
    write_var(text, channel);
    text.push(')');
}

fn write_process(text: &mut String, name: &str, index: Option<&Expr>) {
    text.push_str(name);
    if let Some(index) = index {
        text.push('[');
        write_expr(text, index);
        text.push(']');
    }
}

fn write_var(text: &mut String, var: &VarRef) {
    for (i, part) in var.parts.iter().enumerate() {
        if i > 0 {
            text.push('.');
        }
        write_process(text, &part.name.name, part.index.as_deref());
    }
}

fn write_receive_arg(text: &mut String, arg: &ReceiveArg) {
    match arg {
        ReceiveArg::Var(var) => write_var(text, var),
        ReceiveArg::Eval(value) => write_call(text, "eval", value),
        ReceiveArg::Const(value) => write_expr(text, value),
    }
}

fn write_list<T>(text: &mut String, items: &[T], write: impl Fn(&mut String, &T)) {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        write(text, item);
    }
}
