//! From a small automaton to a never claim.
//!
//! A state is a labelled `do` with an option for each transition. A transition to the state that accepts
//! everything is an error at once, so it asserts the opposite of its guard, as Spin's claims do: a safety
//! property is found violated in the state that violates it.

use super::automaton::{Automaton, Guard, Literal, StateId};
use promela::ast::{BinaryOp, Claim, Expr, ExprKind, Ident, Sequence, Stmt, StmtKind, UnaryOp};
use promela::source::Span;

/// The claim of an automaton. Conditions have the spans of their atoms, the rest has `block`.
pub fn claim(automaton: &Automaton, name: Option<&Ident>, block: Span) -> Claim {
    let writer = Writer { automaton, block };
    let is_end = |id: &StateId| *id != Automaton::INITIAL && automaton.accepts_everything(*id);
    let mut steps: Vec<Stmt> = automaton.ids().filter(|id| !is_end(id)).map(|id| writer.state(id)).collect();
    if automaton.ids().any(|id| automaton.accepts_everything(id)) {
        let labels = vec![writer.ident("accept_all".to_string())];
        steps.push(Stmt { labels, kind: StmtKind::Expr(writer.constant(1)), span: block, note: Default::default() });
    }
    Claim { name: name.cloned(), body: Sequence { steps }, span: block }
}

/// What a claim calls a state.
pub fn label(automaton: &Automaton, id: StateId) -> String {
    match (id == Automaton::INITIAL, automaton.state(id).accepting) {
        (true, true) => "accept_init".to_string(),
        (true, false) => "T0_init".to_string(),
        (false, true) if automaton.accepts_everything(id) => "accept_all".to_string(),
        (false, true) => format!("accept_S{}", id.index()),
        (false, false) => format!("T0_S{}", id.index()),
    }
}

/// A guard as a Promela condition. Each literal has the span of its atom; `block` is for constants.
pub fn condition(automaton: &Automaton, guard: &Guard, block: Span) -> Expr {
    let constant = |value| Expr { kind: ExprKind::Const(value), span: block };
    let literal = |literal: &Literal| {
        let expr = automaton.atoms[literal.atom].expr.clone();
        let span = expr.span;
        if literal.negated { Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(expr)), span } } else { expr }
    };
    let join = |op, exprs: Vec<Expr>| exprs.into_iter().reduce(|a, b| binary(op, a, b));
    let cube =
        |cube: &Vec<Literal>| join(BinaryOp::And, cube.iter().map(literal).collect()).unwrap_or_else(|| constant(1));
    join(BinaryOp::Or, guard.cubes.iter().map(cube).collect()).unwrap_or_else(|| constant(0))
}

struct Writer<'a> {
    automaton: &'a Automaton,
    block: Span,
}

impl Writer<'_> {
    fn state(&self, id: StateId) -> Stmt {
        let option = |guard: &Guard, target: StateId| {
            let condition = condition(self.automaton, guard, self.block);
            let steps = match self.automaton.accepts_everything(target) {
                true => {
                    let span = condition.span;
                    let not = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition.clone())), span };
                    let steps = vec![self.stmt(StmtKind::Expr(condition)), self.stmt(StmtKind::Assert(not))];
                    vec![self.stmt(StmtKind::Atomic(Sequence { steps }))]
                }
                false => {
                    let goto = StmtKind::Goto(self.ident(label(self.automaton, target)));
                    vec![self.stmt(StmtKind::Expr(condition)), self.stmt(goto)]
                }
            };
            Sequence { steps }
        };
        let transitions = &self.automaton.state(id).transitions;
        let mut options: Vec<Sequence> = transitions.iter().map(|t| option(&t.guard, t.target)).collect();
        if options.is_empty() {
            options.push(Sequence { steps: vec![self.stmt(StmtKind::Expr(self.constant(0)))] });
        }
        let labels = vec![self.ident(label(self.automaton, id))];
        Stmt { labels, kind: StmtKind::Do(options), span: self.block, note: Default::default() }
    }

    fn constant(&self, value: i32) -> Expr {
        Expr { kind: ExprKind::Const(value), span: self.block }
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        let span = match &kind {
            StmtKind::Expr(expr) | StmtKind::Assert(expr) => expr.span,
            _ => self.block,
        };
        Stmt { labels: Vec::new(), kind, span, note: Default::default() }
    }

    fn ident(&self, name: String) -> Ident {
        Ident { name, span: self.block }
    }
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let span = a.span.to(b.span);
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), span }
}
