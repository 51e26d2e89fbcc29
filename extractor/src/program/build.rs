//! From syntax trees to the typed program: what is under way while the sources are read.
//!
//! [`build`] is the way in. The work is spread over the files beside this one, each with the part of
//! [`Builder`] that its noun needs: specifiers, declarators, records, expressions, statements.
//! It never fails: what cannot be made out becomes [`super::Type::Error`] or an opaque expression, after a finding.

use super::codes;
use super::scopes::Scopes;
use super::{EnumId, Expr, ExprKind, FunctionId, ObjectId, Program, RecordId, TypeId};
use crate::c::Unit;
use lang_c::ast;
use lang_c::span::{Node, Span as TextSpan};
use promela::finding::{Finding, Findings};
use promela::source::Span;
use std::collections::{HashMap, HashSet};

/// The sources as one program. Functions and objects of one name with external linkage are one.
pub fn build(units: &[&Unit], findings: &mut Findings) -> Program {
    let Some(first) = units.first() else { return Program::default() };
    let mut builder = Builder {
        program: Program::default(),
        findings,
        unit: first,
        source: 0,
        scopes: Scopes::new(),
        externals: HashMap::new(),
        function: None,
        known: HashMap::new(),
        met: HashMap::new(),
        records_completed: HashSet::new(),
        packing: Vec::new(),
        weak: HashSet::new(),
        vectors: HashMap::new(),
        switches: Vec::new(),
    };
    for (source, unit) in units.iter().enumerate() {
        builder.begin(source as u32, unit);
        for node in &unit.ast.0 {
            match &node.node {
                ast::ExternalDeclaration::Declaration(d) => {
                    builder.declaration(d);
                }
                ast::ExternalDeclaration::StaticAssert(assertion) => builder.static_assert(assertion),
                ast::ExternalDeclaration::FunctionDefinition(f) => builder.function_definition(f),
            }
        }
    }
    builder.program
}

/// A name that all sources share.
#[derive(Clone, Copy, Debug)]
pub(super) enum External {
    Object(ObjectId),
    Function(FunctionId),
}

/// A record or enum of an earlier source.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    Record(RecordId),
    Enum(EnumId),
}

pub(super) struct Builder<'u, 'f> {
    pub program: Program,
    pub findings: &'f mut Findings,
    pub unit: &'u Unit,
    /// The number of the source being read.
    pub source: u32,
    pub scopes: Scopes<'u>,
    pub externals: HashMap<String, External>,
    /// The function whose body is being read.
    pub function: Option<FunctionId>,
    /// Records and enums of the sources read so far, by place and tag.
    known: HashMap<(Span, Option<String>), Vec<Known>>,
    /// How many of those places this source has come past.
    met: HashMap<(Span, Option<String>), usize>,
    /// The records this source has completed.
    pub records_completed: HashSet<RecordId>,
    /// `#pragma pack`: from this offset on, this limit.
    packing: Vec<(usize, Option<u64>)>,
    /// Functions whose definition another may replace.
    pub weak: HashSet<FunctionId>,
    /// The types of the elements of vector types.
    pub vectors: HashMap<TypeId, TypeId>,
    /// The types of the `switch` statements around, after promotion: case labels are converted to it.
    pub switches: Vec<TypeId>,
}

impl<'u> Builder<'u, '_> {
    fn begin(&mut self, source: u32, unit: &'u Unit) {
        self.unit = unit;
        self.source = source;
        self.scopes = Scopes::new();
        self.function = None;
        self.met.clear();
        self.records_completed.clear();
        self.packing = pragma_packs(&unit.text);
    }

    /// The place in the user's file, without the white space that the parser counts in.
    pub fn span(&self, span: TextSpan) -> Span {
        if span.is_none() {
            return Span::default();
        }
        let bytes = self.unit.text.as_bytes();
        let mut end = span.end.min(bytes.len());
        while end > span.start && bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        self.unit.positions.span(span.start, end)
    }

    /// The parsed text of a node.
    pub fn source_text(&self, span: TextSpan) -> &'u str {
        self.unit.text.get(span.start..span.end).unwrap_or("").trim()
    }

    /// A name as the user wrote it.
    pub fn name(&self, id: &'u Node<ast::Identifier>) -> &'u str {
        self.unit.names.original(&id.node.name)
    }

    pub fn warn(&mut self, code: &'static str, span: TextSpan, message: impl Into<String>) {
        let span = self.span(span);
        self.findings.push(Finding::warning(code, span, message));
    }

    /// What an earlier source made of this place.
    pub fn known_at(&mut self, span: Span, tag: Option<&str>) -> Option<Known> {
        if span.start == span.end {
            return None;
        }
        let key = (span, tag.map(str::to_string));
        let count = self.met.entry(key.clone()).or_default();
        let index = *count;
        *count += 1;
        self.known.get(&key)?.get(index).copied()
    }

    pub fn remember(&mut self, span: Span, tag: Option<&str>, known: Known) {
        if span.start != span.end {
            self.known.entry((span, tag.map(str::to_string))).or_default().push(known);
        }
    }

    /// The limit that `#pragma pack` sets at an offset of the parsed text.
    pub fn packing_at(&self, offset: usize) -> Option<u64> {
        let after = self.packing.partition_point(|(at, _)| *at <= offset);
        self.packing[..after].last().and_then(|(_, limit)| *limit)
    }

    pub fn constant_expression(&mut self, node: &'u Node<ast::Expression>) -> Option<i128> {
        let e = self.expression(node);
        let value = self.program.constant(&e);
        if value.is_none() && e.ty != TypeId::ERROR {
            self.warn(
                codes::NOT_CONSTANT,
                node.span,
                "a constant is needed here, and this is none that can be computed",
            );
        }
        value
    }

    pub fn static_assert(&mut self, node: &'u Node<ast::StaticAssert>) {
        let e = self.expression(&node.node.expression);
        if self.program.constant(&e) == Some(0) {
            let message = "this assertion does not hold on the machine that is assumed here (x86-64, LP64)";
            let span = self.span(node.span);
            let finding = Finding::warning(codes::ASSERTION_FAILS, span, message)
                .label("sizes or limits differ")
                .help("the model follows the sizes of x86-64; build for it, or expect other arithmetic");
            self.findings.push(finding);
        }
    }

    pub fn expr(&self, kind: ExprKind, ty: TypeId, span: TextSpan) -> Expr {
        Expr { kind, ty, span: self.span(span) }
    }

    pub fn opaque(&self, text: String, operands: Vec<Expr>, ty: TypeId, span: TextSpan) -> Expr {
        self.expr(ExprKind::Opaque { text, operands }, ty, span)
    }
}

/// The `#pragma pack` lines of a text, as limits from an offset on.
fn pragma_packs(text: &str) -> Vec<(usize, Option<u64>)> {
    let mut result = Vec::new();
    let mut stack: Vec<Option<u64>> = Vec::new();
    let mut current = None;
    for (at, found) in text.match_indices("#pragma pack") {
        let rest = &text[at + found.len()..];
        let line = rest.split('\n').next().unwrap_or("");
        let Some(inside) = line.trim().strip_prefix('(').and_then(|l| l.split(')').next()) else { continue };
        let mut number = None;
        let mut plain = true;
        for word in inside.split(',').map(str::trim) {
            match word {
                "push" => {
                    stack.push(current);
                    plain = false;
                }
                "pop" => {
                    current = stack.pop().flatten();
                    plain = false;
                }
                _ => number = number.or(word.parse::<u64>().ok()),
            }
        }
        if number.is_some() || plain {
            current = number.filter(|n| *n > 0);
        }
        result.push((at, current));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::pragma_packs;

    #[test]
    fn packs() {
        let text = "#pragma pack(push, 1)\nx\n#pragma pack(2)\n#pragma pack(pop)\n#pragma pack()\n";
        let limits: Vec<_> = pragma_packs(text).into_iter().map(|(_, limit)| limit).collect();
        assert_eq!(limits, [Some(1), Some(2), None, None]);
    }
}
