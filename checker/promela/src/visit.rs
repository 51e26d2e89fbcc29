//! Walks over trees: [`Visit`] looks, [`Rewrite`] changes.
//!
//! A method that is not given goes on to what is inside. One that is given decides by itself whether it goes on, with
//! the `walk_…` function of the same name. What [`ExprKind::Named`] stands for is walked, and so are its arguments:
//! they are the same expressions in two places.

use super::ast::{
    Decl, Expr, ExprKind, ForRange, Init, Note, Piece, Proctype, ReceiveArg, Sequence, Stmt, StmtKind, Unit, VarRef,
    Written,
};

macro_rules! walks {
    ($Walk:ident, $module:ident, ($($mutable:tt)?), $iter:ident, $as_deref:ident, $doc:literal) => {
        #[doc = $doc]
        pub trait $Walk {
            fn unit(&mut self, unit: &$($mutable)? Unit) {
                $module::unit(self, unit);
            }

            fn sequence(&mut self, sequence: &$($mutable)? Sequence) {
                sequence.steps.$iter().for_each(|s| self.stmt(s));
            }

            fn stmt(&mut self, stmt: &$($mutable)? Stmt) {
                $module::stmt(self, stmt);
            }

            fn decl(&mut self, decl: &$($mutable)? Decl) {
                $module::decl(self, decl);
            }

            fn receive_arg(&mut self, arg: &$($mutable)? ReceiveArg) {
                $module::receive_arg(self, arg);
            }

            fn var(&mut self, var: &$($mutable)? VarRef) {
                $module::var(self, var);
            }

            fn expr(&mut self, expr: &$($mutable)? Expr) {
                $module::expr(self, expr);
            }
        }

        pub mod $module {
            use super::*;

            pub fn unit<W: $Walk + ?Sized>(w: &mut W, unit: &$($mutable)? Unit) {
                match unit {
                    Unit::Proctype(p) => proctype(w, p),
                    Unit::Never(claim) => w.sequence(&$($mutable)? claim.body),
                    Unit::Trace(trace) => w.sequence(&$($mutable)? trace.body),
                    Unit::Ltl(ltl) => w.expr(&$($mutable)? ltl.formula),
                    Unit::Decl(d) => w.decl(d),
                    Unit::Typedef(typedef) => typedef.fields.$iter().for_each(|d| w.decl(d)),
                    Unit::Mtype(_) | Unit::EmbeddedC(_) => {}
                }
            }

            pub fn proctype<W: $Walk + ?Sized>(w: &mut W, p: &$($mutable)? Proctype) {
                p.params.$iter().for_each(|d| w.decl(d));
                p.priority.$iter().for_each(|e| w.expr(e));
                p.provided.$iter().for_each(|e| w.expr(e));
                w.sequence(&$($mutable)? p.body);
            }

            pub fn decl<W: $Walk + ?Sized>(w: &mut W, decl: &$($mutable)? Decl) {
                for var in decl.vars.$iter() {
                    var.width.$iter().for_each(|e| w.expr(e));
                    var.size.$iter().for_each(|e| w.expr(e));
                    match &$($mutable)? var.init {
                        None => {}
                        Some(Init::Expr(e)) => w.expr(e),
                        Some(Init::List(list)) => list.$iter().for_each(|e| w.expr(e)),
                        Some(Init::Chan(chan)) => w.expr(&$($mutable)? chan.capacity),
                    }
                }
            }

            pub fn stmt<W: $Walk + ?Sized>(w: &mut W, stmt: &$($mutable)? Stmt) {
                if let Some(Note { written: Some(Written::Text(pieces)), .. }) = stmt.note.0.$as_deref() {
                    for piece in pieces {
                        if let Piece::Filled(e) = piece {
                            w.expr(e);
                        }
                    }
                }
                match &$($mutable)? stmt.kind {
                    StmtKind::Decl(d) => w.decl(d),
                    StmtKind::Exclusive { channels, .. } => channels.$iter().for_each(|v| w.var(v)),
                    StmtKind::Assign(v, e) => {
                        w.var(v);
                        w.expr(e);
                    }
                    StmtKind::Increment(v) | StmtKind::Decrement(v) => w.var(v),
                    StmtKind::Send { channel, args, .. } => {
                        w.var(channel);
                        args.$iter().for_each(|e| w.expr(e));
                    }
                    StmtKind::Receive { channel, args, .. } => {
                        w.var(channel);
                        args.$iter().for_each(|a| w.receive_arg(a));
                    }
                    StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => w.expr(e),
                    StmtKind::Printf { args, .. } => args.$iter().for_each(|e| w.expr(e)),
                    StmtKind::If(options) | StmtKind::Do(options) => options.$iter().for_each(|s| w.sequence(s)),
                    StmtKind::For { var, range, body } => {
                        w.var(var);
                        match range {
                            ForRange::Between(from, to) => {
                                w.expr(from);
                                w.expr(to);
                            }
                            ForRange::In(array) => w.var(array),
                        }
                        w.sequence(body);
                    }
                    StmtKind::Select { var, from, to } => {
                        w.var(var);
                        w.expr(from);
                        w.expr(to);
                    }
                    StmtKind::Atomic(s) | StmtKind::DStep(s) | StmtKind::Block(s) => w.sequence(s),
                    StmtKind::Unless(main, escape) => {
                        w.stmt(main);
                        w.stmt(escape);
                    }
                    StmtKind::SetPriority(a, b) => {
                        w.expr(a);
                        w.expr(b);
                    }
                    StmtKind::Else | StmtKind::Break | StmtKind::Goto(_) | StmtKind::EmbeddedC(_) => {}
                }
            }

            pub fn receive_arg<W: $Walk + ?Sized>(w: &mut W, arg: &$($mutable)? ReceiveArg) {
                match arg {
                    ReceiveArg::Var(v) => w.var(v),
                    ReceiveArg::Eval(e) | ReceiveArg::Const(e) => w.expr(e),
                }
            }

            pub fn var<W: $Walk + ?Sized>(w: &mut W, var: &$($mutable)? VarRef) {
                for part in var.parts.$iter() {
                    part.index.$iter().for_each(|e| w.expr(e));
                }
            }

            pub fn expr<W: $Walk + ?Sized>(w: &mut W, expr: &$($mutable)? Expr) {
                match &$($mutable)? expr.kind {
                    ExprKind::Const(_) | ExprKind::Timeout | ExprKind::NonProgress | ExprKind::EmbeddedC(_) => {}
                    ExprKind::Var(v) | ExprKind::Len(v) | ExprKind::Probe(_, v) => w.var(v),
                    ExprKind::Unary(_, a)
                    | ExprKind::Enabled(a)
                    | ExprKind::PcValue(a)
                    | ExprKind::GetPriority(a) => w.expr(a),
                    ExprKind::Binary(_, a, b) => {
                        w.expr(a);
                        w.expr(b);
                    }
                    ExprKind::Conditional(a, b, c) => {
                        w.expr(a);
                        w.expr(b);
                        w.expr(c);
                    }
                    ExprKind::Run { args, priority, .. } => {
                        args.$iter().for_each(|e| w.expr(e));
                        priority.$iter().for_each(|e| w.expr(e));
                    }
                    ExprKind::Poll { channel, args, .. } => {
                        w.var(channel);
                        args.$iter().for_each(|a| w.receive_arg(a));
                    }
                    ExprKind::RemoteLabel { pid, .. } => pid.$iter().for_each(|e| w.expr(e)),
                    ExprKind::RemoteVar { pid, var, .. } => {
                        pid.$iter().for_each(|e| w.expr(e));
                        w.var(var);
                    }
                    ExprKind::Named { args, value, .. } => {
                        args.$iter().for_each(|e| w.expr(e));
                        w.expr(value);
                    }
                }
            }
        }
    };
}

walks!(Visit, look, (), iter, as_deref, "Looks at a tree.");
walks!(Rewrite, change, (mut), iter_mut, as_deref_mut, "Changes a tree.");

/// Leaves out what is only there for the text: notes, and names of values. What remains is what the parser makes of the
/// text, spans aside.
pub fn plain(units: &mut [Unit]) {
    units.iter_mut().for_each(|unit| Plain.unit(unit));
}

struct Plain;

impl Rewrite for Plain {
    fn stmt(&mut self, stmt: &mut Stmt) {
        stmt.note.0 = None;
        change::stmt(self, stmt);
    }

    fn expr(&mut self, expr: &mut Expr) {
        while let ExprKind::Named { value, .. } = &mut expr.kind {
            let span = expr.span;
            let inner = std::mem::replace(&mut **value, Expr { kind: ExprKind::Timeout, span });
            *expr = inner;
        }
        change::expr(self, expr);
    }
}

/// Every statement of a sequence, compound ones before what is in them.
pub fn each_stmt(sequence: &Sequence, tell: &mut dyn FnMut(&Stmt)) {
    struct Each<'t>(&'t mut dyn FnMut(&Stmt));
    impl Visit for Each<'_> {
        fn stmt(&mut self, stmt: &Stmt) {
            (self.0)(stmt);
            look::stmt(self, stmt);
        }
        fn expr(&mut self, _: &Expr) {}
        fn var(&mut self, _: &VarRef) {}
    }
    Each(tell).sequence(sequence);
}

/// The same, to change them.
pub fn each_stmt_mut(sequence: &mut Sequence, tell: &mut dyn FnMut(&mut Stmt)) {
    struct Each<'t>(&'t mut dyn FnMut(&mut Stmt));
    impl Rewrite for Each<'_> {
        fn stmt(&mut self, stmt: &mut Stmt) {
            (self.0)(stmt);
            change::stmt(self, stmt);
        }
        fn expr(&mut self, _: &mut Expr) {}
        fn var(&mut self, _: &mut VarRef) {}
    }
    Each(tell).sequence(sequence);
}
