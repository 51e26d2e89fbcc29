//! Expressions, with as few parentheses as the precedences allow.

use super::super::ast::{EmbeddedC, Expr, ExprKind, Probe, ReceiveArg, UnaryOp, VarRef};
use super::super::parse::precedence;
use super::Writer;

/// Binds tighter than any binary operator.
const UNARY: u8 = 13;
/// Needs no parentheses anywhere.
const PRIMARY: u8 = 14;

impl Writer {
    pub(super) fn expr(&mut self, expr: &Expr) {
        self.operand(expr, 0);
    }

    /// An expression in a place where only operators of at least precedence `minimum` may stand bare.
    fn operand(&mut self, expr: &Expr, minimum: u8) {
        let parenthesised = binding(&expr.kind) < minimum;
        if parenthesised {
            self.push("(");
        }
        self.bare(&expr.kind);
        if parenthesised {
            self.push(")");
        }
    }

    fn bare(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Const(value) => self.constant(*value),
            ExprKind::Var(var) => self.var(var),
            ExprKind::Unary(op, operand) => {
                self.push(unary_text(*op));
                self.operand(operand, PRIMARY);
            }
            ExprKind::Binary(op, left, right) => {
                let precedence = precedence(*op);
                self.operand(left, precedence);
                self.push(" ");
                self.push(op.text());
                self.push(" ");
                self.operand(right, precedence + 1);
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.push("(");
                self.expr(condition);
                self.push(" -> ");
                self.expr(yes);
                self.push(" : ");
                self.expr(no);
                self.push(")");
            }
            ExprKind::Run { proctype, args, priority } => {
                self.push("run ");
                self.push(&proctype.name);
                self.push("(");
                self.list(args, ", ", |w, arg| w.expr(arg));
                self.push(")");
                if let Some(priority) = priority {
                    self.push(" priority ");
                    self.expr(priority);
                }
            }
            ExprKind::Len(channel) => self.call("len", channel),
            ExprKind::Probe(probe, channel) => self.call(probe_text(*probe), channel),
            ExprKind::Poll { channel, random, args } => {
                self.var(channel);
                self.push(if *random { "??[" } else { "?[" });
                self.list(args, ", ", Writer::receive_arg);
                self.push("]");
            }
            ExprKind::Enabled(process) => self.function("enabled", process),
            ExprKind::PcValue(process) => self.function("pc_value", process),
            ExprKind::GetPriority(process) => self.function("get_priority", process),
            ExprKind::Timeout => self.push("timeout"),
            ExprKind::NonProgress => self.push("np_"),
            ExprKind::Named { value, .. } => self.operand(value, PRIMARY),
            ExprKind::RemoteLabel { proctype, pid, label } => {
                self.process(&proctype.name, pid.as_deref());
                self.push("@");
                self.push(&label.name);
            }
            ExprKind::RemoteVar { proctype, pid, var } => {
                self.process(&proctype.name, pid.as_deref());
                self.push(":");
                self.var(var);
            }
            ExprKind::EmbeddedC(code) => self.embedded(code),
        }
    }

    /// A value. A negative one can only come from a number beyond 32 bits, and is written as that.
    fn constant(&mut self, value: i32) {
        self.push(&(value as u32).to_string());
    }

    fn process(&mut self, name: &str, pid: Option<&Expr>) {
        self.push(name);
        if let Some(pid) = pid {
            self.push("[");
            self.expr(pid);
            self.push("]");
        }
    }

    fn call(&mut self, name: &str, channel: &VarRef) {
        self.push(name);
        self.push("(");
        self.var(channel);
        self.push(")");
    }

    fn function(&mut self, name: &str, argument: &Expr) {
        self.push(name);
        self.push("(");
        self.expr(argument);
        self.push(")");
    }

    pub(super) fn var(&mut self, var: &VarRef) {
        self.list(&var.parts, ".", |w, part| w.process(&part.name.name, part.index.as_deref()));
    }

    pub(super) fn receive_arg(&mut self, arg: &ReceiveArg) {
        match arg {
            ReceiveArg::Var(var) => self.var(var),
            ReceiveArg::Eval(value) => self.function("eval", value),
            ReceiveArg::Const(Expr { kind: ExprKind::Const(value), .. }) => self.push(&value.to_string()),
            ReceiveArg::Const(value) => self.expr(value),
        }
    }

    pub(super) fn embedded(&mut self, code: &EmbeddedC) {
        self.push(&code.keyword);
        if let Some(precondition) = &code.precondition {
            self.push(" [");
            self.push(precondition);
            self.push("]");
        }
        if code.keyword == "c_state" || code.keyword == "c_track" {
            self.push(" ");
            self.push(&code.text);
        } else {
            self.push(" { ");
            self.push(&code.text);
            self.push(" }");
        }
    }
}

/// How tightly the outermost operator binds.
fn binding(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Binary(op, ..) => precedence(*op),
        ExprKind::Unary(..) => UNARY,
        _ => PRIMARY,
    }
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "!",
        UnaryOp::Neg => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Next => "X ",
        UnaryOp::Always => "[] ",
        UnaryOp::Eventually => "<> ",
    }
}

pub(super) fn probe_text(probe: Probe) -> &'static str {
    match probe {
        Probe::Full => "full",
        Probe::Empty => "empty",
        Probe::NFull => "nfull",
        Probe::NEmpty => "nempty",
    }
}
