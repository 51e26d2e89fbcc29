//! Linear temporal logic: from a formula to a never claim.
//!
//! A formula comes as a Promela expression with temporal operators. [`claim_as_spin`] gives the claim of
//! its negation, with the states, transitions, labels and order that Spin 6.5.2 gives to an `ltl` block, so
//! that products with it have the same number of states. The way there, one module a step:
//!
//! | step | module |
//! |---|---|
//! | which parts are atoms | `atoms`, `spelling` |
//! | negation normal form, simplified | `rewrite`, `canonical`, `prefix` |
//! | tableau (Gerth, Peled, Vardi, Wolper 1995) | `tableau` |
//! | acceptance conditions, one per until | `acceptance` |
//! | Büchi automaton | `degeneralise` |
//! | smaller automaton | `reduce` |
//! | claim | `claim` |
//!
//! Read [`formula`] and [`buchi`] first. What Spin's own lexer refuses in atoms (`(c -> a : b)`, `x < -1`) is
//! fine here. `X` is always supported; Spin has it only when it was built with `NXT`. A formula that is too
//! large for the [`Limits`] is an error.

mod acceptance;
mod atoms;
pub mod buchi;
mod canonical;
mod claim;
pub mod compact;
mod degeneralise;
pub mod formula;
mod limits;
pub mod monitor;
mod prefix;
mod reduce;
mod rewrite;
pub mod spelling;
mod tableau;
pub mod vacuity;

pub use atoms::is_stutter_sensitive;
pub use limits::{Limits, LtlError};

use self::acceptance::Acceptance;
use self::buchi::Automaton;
use self::canonical::Rewriter;
use self::claim::Style;
use self::formula::Formulas;
use self::tableau::Tableau;
use promela::ast::{Claim, Expr, Ident};
use promela::source::Span;

/// The never claim that Spin makes of `ltl name { formula }`: it accepts the runs that violate the formula.
///
/// Conditions have the spans of the parts of the formula they come from, everything else has `block`.
pub fn claim_as_spin(name: Option<&Ident>, formula: &Expr, block: Span, limits: &Limits) -> Result<Claim, LtlError> {
    let (mut rewriter, automaton) = translate(formula, limits)?;
    let style = if is_stutter_sensitive(formula) { Style::WithNext } else { Style::Plain };
    claim::claim(&mut rewriter, &automaton, style, name, block)
}

/// The automaton of that claim, with the formulas its guards refer to.
pub fn automaton_as_spin(formula: &Expr, limits: &Limits) -> Result<(Formulas, Automaton), LtlError> {
    let (rewriter, automaton) = translate(formula, limits)?;
    Ok((rewriter.formulas, automaton))
}

fn translate(formula: &Expr, limits: &Limits) -> Result<(Rewriter, Automaton), LtlError> {
    let mut rewriter = Rewriter::new(limits);
    let negated = rewrite::negated_formula(&mut rewriter, formula)?;
    let tableau = Tableau::build(&mut rewriter, negated)?;
    let acceptance = Acceptance::of(&mut rewriter, &tableau, negated)?;
    let automaton = degeneralise::degeneralise(&mut rewriter, &tableau, &acceptance)?;
    let automaton = reduce::reduce(&mut rewriter, automaton)?;
    Ok((rewriter, automaton))
}
