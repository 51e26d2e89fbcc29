//! From an automaton to a never claim.
//!
//! A state is a labelled `do` with one option per transition; the initial state comes first. A transition
//! to `accept_all` is an error at once, so it asserts the opposite of its guard instead of going there.

use super::buchi::{Automaton, State, Target};
use super::canonical::Rewriter;
use super::formula::{Formula, FormulaId, Junction};
use super::limits::LtlError;
use promela::ast::{BinaryOp, Claim, Expr, ExprKind, Ident, Sequence, Stmt, StmtKind, UnaryOp};
use promela::source::Span;

/// The claim of an automaton. Conditions have the spans of their atoms, the rest has `block`.
pub fn claim(
    rewriter: &mut Rewriter,
    automaton: &Automaton,
    style: Style,
    name: Option<&Ident>,
    block: Span,
) -> Result<Claim, LtlError> {
    let mut writer = Writer { rewriter, automaton, style, block };
    let mut body = Sequence::default();
    for state in &automaton.states {
        body.steps.push(writer.state(state)?);
    }
    let accepts_all = |state: &State| state.transitions.iter().any(|t| t.target == Target::Everything);
    if automaton.states.iter().any(accepts_all) {
        let skip = StmtKind::Expr(writer.constant(1));
        body.steps.push(Stmt {
            labels: vec![writer.ident("accept_all")],
            kind: skip,
            span: block,
            note: Default::default(),
        });
    }
    Ok(Claim { name: name.cloned(), body, span: block })
}

/// How disjunctions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// As they are.
    Plain,
    /// With their operands in canonical form, and `X p` in them as true: as a Spin with support for `X`
    /// (one that was built with `NXT`) does.
    WithNext,
}

struct Writer<'a> {
    rewriter: &'a mut Rewriter,
    automaton: &'a Automaton,
    style: Style,
    block: Span,
}

impl Writer<'_> {
    fn state(&mut self, state: &State) -> Result<Stmt, LtlError> {
        let mut options = Vec::new();
        for transition in &state.transitions {
            let guard = self.guard(transition.guard)?;
            let steps = match transition.target {
                Target::State(target) => {
                    let label = self.ident(&self.automaton.state(target).name);
                    vec![self.stmt(StmtKind::Expr(guard)), self.stmt(StmtKind::Goto(label))]
                }
                Target::Everything => {
                    let assert = StmtKind::Assert(not(self.guard(transition.guard)?));
                    let steps = vec![self.stmt(StmtKind::Expr(guard)), self.stmt(assert)];
                    vec![self.stmt(StmtKind::Atomic(Sequence { steps }))]
                }
            };
            options.push(Sequence { steps });
        }
        if options.is_empty() {
            options.push(Sequence { steps: vec![self.stmt(StmtKind::Expr(self.constant(0)))] });
        }
        let labels = state.labels.iter().map(|label| self.ident(label)).collect();
        Ok(Stmt { labels, kind: StmtKind::Do(options), span: self.block, note: Default::default() })
    }

    fn guard(&mut self, id: FormulaId) -> Result<Expr, LtlError> {
        let conditions = self.conjunction(id)?;
        Ok(conditions.unwrap_or(self.constant(1)))
    }

    /// The condition for a formula; `None` if it asks for nothing now.
    fn conjunction(&mut self, id: FormulaId) -> Result<Option<Expr>, LtlError> {
        let mut conditions = Vec::new();
        self.collect(id, &mut conditions)?;
        Ok(conditions.into_iter().reduce(|a, b| binary(BinaryOp::And, a, b)))
    }

    fn collect(&mut self, id: FormulaId, conditions: &mut Vec<Expr>) -> Result<(), LtlError> {
        let id = self.rewriter.rewrite(id)?;
        match self.rewriter.formulas.get(id) {
            Formula::False | Formula::Literal { .. } => conditions.push(self.expr(id)?),
            Formula::True | Formula::Next(_) | Formula::Until(..) | Formula::Release(..) => {}
            Formula::Junction(Junction::And, a, b) => {
                self.collect(a, conditions)?;
                self.collect(b, conditions)?;
            }
            Formula::Junction(Junction::Or, a, b) => {
                conditions.push(match self.style {
                    Style::Plain => self.expr(id)?,
                    Style::WithNext => match (self.conjunction(a)?, self.conjunction(b)?) {
                        (Some(a), b) => binary(BinaryOp::Or, a, b.unwrap_or(self.constant(1))),
                        (None, _) => self.constant(1),
                    },
                });
            }
        }
        Ok(())
    }

    /// A formula without temporal operators as it stands.
    fn expr(&self, id: FormulaId) -> Result<Expr, LtlError> {
        self.rewriter.formulas.spend(1)?;
        Ok(match self.rewriter.formulas.get(id) {
            Formula::Literal { atom, negated } => {
                let expr = self.rewriter.formulas.atom(atom).expr.clone();
                if negated { not(expr) } else { expr }
            }
            Formula::Junction(Junction::And, a, b) => binary(BinaryOp::And, self.expr(a)?, self.expr(b)?),
            Formula::Junction(Junction::Or, a, b) => binary(BinaryOp::Or, self.expr(a)?, self.expr(b)?),
            Formula::False => self.constant(0),
            Formula::True | Formula::Next(_) | Formula::Until(..) | Formula::Release(..) => self.constant(1),
        })
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

    fn ident(&self, name: &str) -> Ident {
        Ident { name: name.to_owned(), span: self.block }
    }
}

fn not(expr: Expr) -> Expr {
    let span = expr.span;
    Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(expr)), span }
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let span = a.span.to(b.span);
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), span }
}
