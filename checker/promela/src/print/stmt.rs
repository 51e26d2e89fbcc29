//! Statements.

use super::super::ast::{Exclusive, Expr, ExprKind, ForRange, Sequence, Stmt, StmtKind};
use super::Writer;

impl Writer {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        for label in &stmt.labels {
            // A label on a line of its own stands out to the left.
            if self.text.ends_with('\t') {
                self.text.pop();
            }
            self.push(&label.name);
            self.push(":");
            self.line();
        }
        match &stmt.kind {
            StmtKind::Decl(decl) => self.decl(decl),
            StmtKind::Exclusive { kind, channels } => {
                self.push(if *kind == Exclusive::Receive { "xr " } else { "xs " });
                self.list(channels, ", ", Writer::var);
            }
            StmtKind::Assign(var, value) => {
                self.var(var);
                self.push(" = ");
                self.expr(value);
            }
            StmtKind::Increment(var) => {
                self.var(var);
                self.push("++");
            }
            StmtKind::Decrement(var) => {
                self.var(var);
                self.push("--");
            }
            StmtKind::Send { channel, sorted, args } => {
                self.var(channel);
                self.push(if *sorted { "!!" } else { "!" });
                let start = self.text.len();
                self.list(args, ", ", |w, arg| w.expr(arg));
                if self.text[start..].starts_with('!') {
                    // `q!!x` would be a sorted send.
                    self.text.insert(start, ' ');
                }
            }
            StmtKind::Receive { channel, random, keep, args } => {
                self.var(channel);
                self.push(if *random { "??" } else { "?" });
                self.push(if *keep { "<" } else { "" });
                self.list(args, ", ", Writer::receive_arg);
                self.push(if *keep { ">" } else { "" });
            }
            StmtKind::Expr(condition) => self.condition(condition),
            StmtKind::Else => self.push("else"),
            StmtKind::Assert(condition) => {
                self.push("assert(");
                self.expr(condition);
                self.push(")");
            }
            StmtKind::Printf { format, args } => {
                self.push("printf(");
                self.push(format);
                for arg in args {
                    self.push(", ");
                    self.expr(arg);
                }
                self.push(")");
            }
            StmtKind::Printm(value) => {
                self.push("printm(");
                self.expr(value);
                self.push(")");
            }
            StmtKind::If(options) => self.options("if", options, "fi"),
            StmtKind::Do(options) => self.options("do", options, "od"),
            StmtKind::For { var, range, body } => {
                self.push("for (");
                self.var(var);
                match range {
                    ForRange::Between(from, to) => {
                        self.push(" : ");
                        self.expr(from);
                        self.push(" .. ");
                        self.expr(to);
                    }
                    ForRange::In(array) => {
                        self.push(" in ");
                        self.var(array);
                    }
                }
                self.push(") ");
                self.block(body);
            }
            StmtKind::Select { var, from, to } => {
                self.push("select (");
                self.var(var);
                // In parentheses, a number is not taken as one when Spin looks for the literal form.
                self.push(" : (");
                self.expr(from);
                self.push(") .. ");
                self.expr(to);
                self.push(")");
            }
            StmtKind::Atomic(body) => {
                self.push("atomic ");
                self.block(body);
            }
            StmtKind::DStep(body) => {
                self.push("d_step ");
                self.block(body);
            }
            StmtKind::Block(body) => self.block(body),
            StmtKind::Break => self.push("break"),
            StmtKind::Goto(label) => {
                self.push("goto ");
                self.push(&label.name);
            }
            StmtKind::Unless(main, escape) => {
                self.stmt(main);
                self.push(" unless ");
                self.stmt(escape);
            }
            StmtKind::SetPriority(process, priority) => {
                self.push("set_priority(");
                self.expr(process);
                self.push(", ");
                self.expr(priority);
                self.push(")");
            }
            StmtKind::EmbeddedC(code) => self.embedded(code),
        }
    }

    /// An expression as a statement.
    fn condition(&mut self, condition: &Expr) {
        match condition.kind {
            ExprKind::Const(1) => self.push("skip"),
            ExprKind::Binary(..) => {
                self.push("(");
                self.expr(condition);
                self.push(")");
            }
            _ => self.expr(condition),
        }
    }

    /// `{ … }`
    pub(super) fn block(&mut self, body: &Sequence) {
        self.push("{");
        self.indent += 1;
        self.line();
        self.steps(body, ";");
        self.indent -= 1;
        self.line();
        self.push("}");
    }

    fn options(&mut self, begin: &str, options: &[Sequence], end: &str) {
        self.push(begin);
        for option in options {
            self.line();
            self.push(":: ");
            self.indent += 1;
            self.steps(option, " ->");
            self.indent -= 1;
        }
        self.line();
        self.push(end);
    }

    /// Statements, with `first` after the first one.
    fn steps(&mut self, sequence: &Sequence, first: &str) {
        if sequence.steps.is_empty() {
            self.push("skip");
        }
        let mut separator = first;
        for (i, step) in sequence.steps.iter().enumerate() {
            if i > 0 {
                self.push(separator);
                self.line();
                separator = ";";
            }
            self.stmt(step);
        }
    }
}
