//! Labels of C, `goto`, and `goto *`.
//!
//! A jump may leave scopes and enter others: slots of those that are left end, slots of those that are entered begin.
//! Which these are is known when the whole function was seen: `resolve` writes them out.

use super::function::Builder;
use super::scope::ScopeId;
use crate::program::{Expr, ExprKind, Init, Stmt, StmtKind};
use machine::code::{Case, Instruction, Origin, Pc};
use machine::types::Type;

/// A place in the code that is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(pub u32);

/// A label of C.
pub(super) struct Named {
    pub label: Label,
    /// The scopes around it, from the outermost; `None` until it was seen.
    pub scopes: Option<Vec<ScopeId>>,
}

/// A jump to a label of C.
pub(super) struct Goto {
    pub name: String,
    /// The scopes around it, and how many of the objects with a cleanup function were declared in each.
    pub from: Vec<(ScopeId, usize)>,
    pub origin: Origin,
}

impl<'p> Builder<'_, 'p> {
    pub(super) fn goto(&mut self, name: &str) {
        let from = self.open.iter().map(|s| (*s, self.scopes[s.0 as usize].cleanups.len())).collect();
        let origin = self.origin();
        self.jump(Goto { name: name.to_string(), from, origin });
    }

    pub(super) fn named_label(&mut self, name: &str) {
        let label = self.c_label(name);
        let scopes = self.open.clone();
        if let Some(named) = self.named.get_mut(name) {
            named.scopes = Some(scopes);
        }
        self.bind(label);
    }

    pub(super) fn c_label(&mut self, name: &str) -> Label {
        if let Some(known) = self.named.get(name) {
            return known.label;
        }
        let label = self.label();
        self.named.insert(name.to_string(), Named { label, scopes: None });
        label
    }

    /// `goto *e`: the address of a label is its number in the function.
    pub(super) fn computed_goto(&mut self, e: &'p Expr) {
        let value = self.value(e);
        let names: Vec<String> = match self.body() {
            Some(body) => labels(body).into_iter().map(str::to_string).collect(),
            None => Vec::new(),
        };
        let mut cases = Vec::new();
        let mut targets = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let entry = self.label();
            let number = index as i128 + 1;
            cases.push(Case { low: number, high: number, target: Pc(entry.0) });
            targets.push((entry, name));
        }
        let otherwise = self.label();
        self.emit(Instruction::Switch { value, ty: Type::U64, cases, otherwise: Pc(otherwise.0) });
        for (entry, name) in targets {
            self.bind(entry);
            self.goto(name);
        }
        self.bind(otherwise);
        self.not_modelled("a jump to what is not a label of this function");
    }
}

/// The labels of a body, in the order of the text, those in statement expressions included.
pub(super) fn labels(body: &[Stmt]) -> Vec<&str> {
    let mut found = Vec::new();
    for statement in body {
        in_statement(statement, &mut found);
    }
    found
}

fn in_statement<'a>(statement: &'a Stmt, found: &mut Vec<&'a str>) {
    if let StmtKind::Label { name, .. } = &statement.kind {
        found.push(name);
    }
    super::taken::parts(statement, &mut |part| match part {
        super::taken::Part::Statement(s) => in_statement(s, found),
        super::taken::Part::Expression(e) => in_expression(e, found),
        super::taken::Part::Object(_) => {}
    });
}

fn in_expression<'a>(e: &'a Expr, found: &mut Vec<&'a str>) {
    if let ExprKind::Statement(list) = &e.kind {
        list.iter().for_each(|s| in_statement(s, found));
        return;
    }
    super::taken::operands(e, &mut |operand| in_expression(operand, found));
}

/// Whether a block has a label of C anywhere inside, so that its declarations can be jumped over.
pub(super) fn has_label(list: &[Stmt]) -> bool {
    !labels(list).is_empty()
}

/// The expressions of an initialiser.
pub(super) fn init_values<'a>(init: &'a Init, each: &mut dyn FnMut(&'a Expr)) {
    match init {
        Init::Expr(e) => each(e),
        Init::List(items) => items.iter().for_each(|i| each(&i.value)),
        Init::Opaque(_) => {}
    }
}
