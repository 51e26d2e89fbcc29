//! The Promela front end: text to syntax tree and back. Read [`ast`] first.
//!
//! The way of the text: `lex` splits it, `pre` includes files and expands macros, `parse` builds the
//! tree and expands inlines, `print` writes a tree as text again. [`source`] has places in files, [`finding`] the
//! errors and warnings of all stages. Nothing here resolves names or checks types.

pub mod ast;
pub mod build;
pub mod claim;
pub mod codes;
pub mod document;
mod erase;
pub mod finding;
pub mod fragment;
mod index;
mod lex;
mod loader;
mod parse;
mod pre;
mod print;
mod report;
pub mod source;
mod symbol;
mod token;
pub mod visit;

pub use erase::{erase_expr_spans, erase_spans, move_spans, move_stmt_spans};
pub use loader::{DiskLoader, Loader, MemoryLoader, NoFiles, decode};
pub use pre::{Options, definitions};
pub use print::{
    expr as print_expr, program as print, spin_expr as spin_text, spin_stmt as spin_stmt_text, stmt as print_stmt,
};
pub use visit::plain;

use crate::finding::Findings;
use crate::source::Sources;
use ast::{Expr, Program};
use pre::Preprocessor;

/// Parses a model. `name` is its path, from which included files are looked for.
///
/// Always gives a program; it is only the whole of the text if there are no errors among the findings.
pub fn parse(
    name: &str,
    text: String,
    options: &Options,
    loader: &dyn Loader,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Program {
    parse::program(Preprocessor::new(name, text, options, loader, sources, findings))
}

/// Parses an ltl formula from the command line. `None` if it has errors.
///
/// To let it use the macros of a model, pass what [`definitions`] gives as `options.defines`.
pub fn parse_formula(text: &str, options: &Options, sources: &mut Sources, findings: &mut Findings) -> Option<Expr> {
    parse::formula(Preprocessor::new("<formula>", text.to_string(), options, &NoFiles, sources, findings))
}
