//! Which claim of a program is meant. What a claim says is a matter of its compiler.

use crate::ast::Expr;

/// Which claim the model is checked against.
#[derive(Clone, Debug, Default)]
pub enum ClaimChoice {
    /// The first `never` or `ltl` of the program, if there is one.
    #[default]
    First,
    None,
    /// The `never` or `ltl` of this name.
    Named(String),
    /// This formula, which is not in the program.
    Formula(Expr),
    /// The claim that finds non-progress cycles.
    NonProgress,
}
