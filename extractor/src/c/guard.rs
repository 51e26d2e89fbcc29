//! Checks that the parser read what the source says.
//!
//! lang-c is known to take one thing for another without complaint: a struct for a function, a
//! parenthesised name for a cast. The normaliser has its own idea of where functions, declarations and
//! type names are, by the rules of C; both must agree, or there is no tree.

use super::normalise::Readings;
use super::parse::with_large_stack;
use super::{Positions, codes};
use lang_c::ast::{Declaration, DeclaratorKind, FunctionDefinition, TranslationUnit, TypeName};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use promela::finding::{Finding, Findings};

/// Compares the tree with what the normaliser saw. False after findings.
pub fn check(ast: &TranslationUnit, positions: &Positions, expected: Readings, findings: &mut Findings) -> bool {
    let collected = with_large_stack(|| {
        let mut collector = Collector { positions, found: Readings::default() };
        collector.visit_translation_unit(ast);
        collector.found
    });
    let Ok(found) = collected else { return false };
    let pairs = [
        ("a function definition", found.functions, expected.functions),
        ("a declaration", found.declarations, expected.declarations),
        ("a type", found.types, expected.types),
    ];
    let mut agree = true;
    for (what, mut found, mut wanted) in pairs {
        for list in [&mut found, &mut wanted] {
            list.sort_unstable();
            list.dedup();
        }
        if let Some((token, read)) = first_difference(&found, &wanted) {
            let message = if read {
                format!("this is read as {what}, which it is not")
            } else {
                format!("this is {what} but is read as something else")
            };
            let help = "this is a limit of the C parser; a different spelling of the line may avoid it";
            findings.push(Finding::error(codes::MISREAD, positions.place_of(token), message).help(help));
            agree = false;
        }
    }
    agree
}

/// The first element that is in one list only, and whether it is in `found`. Both lists rise.
fn first_difference(found: &[u32], wanted: &[u32]) -> Option<(u32, bool)> {
    let same = found.iter().zip(wanted).take_while(|(a, b)| a == b).count();
    match (found.get(same), wanted.get(same)) {
        (Some(f), Some(w)) if f < w => Some((*f, true)),
        (_, Some(w)) => Some((*w, false)),
        (Some(f), None) => Some((*f, true)),
        (None, None) => None,
    }
}

struct Collector<'a> {
    positions: &'a Positions,
    found: Readings,
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_function_definition(&mut self, definition: &'ast FunctionDefinition, span: &'ast Span) {
        let name = name(&definition.declarator.node.kind).unwrap_or(span.start);
        self.found.functions.extend(self.positions.origin(name));
        visit::visit_function_definition(self, definition, span);
    }

    fn visit_declaration(&mut self, declaration: &'ast Declaration, span: &'ast Span) {
        self.found.declarations.extend(self.positions.origin(span.start));
        visit::visit_declaration(self, declaration, span);
    }

    fn visit_type_name(&mut self, type_name: &'ast TypeName, span: &'ast Span) {
        self.found.types.extend(self.positions.origin(span.start));
        visit::visit_type_name(self, type_name, span);
    }
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
