//! Checks that the parser read what the source says.
//!
//! lang-c is known to take one thing for another without complaint. The normaliser has its own idea
//! of where functions are defined; both must agree, name by name.

use super::{Positions, codes};
use checker::finding::{Finding, Findings};
use lang_c::ast::{DeclaratorKind, ExternalDeclaration, TranslationUnit};
use lang_c::span::Node;

/// Compares the functions of the tree with `expected`, the tokens of their names. False after findings.
pub fn check(ast: &TranslationUnit, positions: &Positions, expected: &[u32], findings: &mut Findings) -> bool {
    let mut wanted = expected.iter().copied().peekable();
    for item in &ast.0 {
        let ExternalDeclaration::FunctionDefinition(definition) = &item.node else { continue };
        let found = name(&definition.node.declarator.node.kind).and_then(|at| positions.origin(at));
        if found.is_none() || found != wanted.next() {
            let span = positions.span(item.span.start, item.span.start + 1);
            let message = "this is read as a function definition, which it is not";
            findings.push(Finding::error(codes::MISREAD, span, message));
            return false;
        }
    }
    let Some(missing) = wanted.next() else { return true };
    let message = "this function definition is read as something else";
    findings.push(Finding::error(codes::MISREAD, positions.place_of(missing), message));
    false
}

/// Where the name in a declarator is.
fn name(mut kind: &Node<DeclaratorKind>) -> Option<usize> {
    loop {
        match &kind.node {
            DeclaratorKind::Abstract => return None,
            DeclaratorKind::Identifier(name) => return Some(name.span.start),
            DeclaratorKind::Declarator(inner) => kind = &inner.node.kind,
        }
    }
}
