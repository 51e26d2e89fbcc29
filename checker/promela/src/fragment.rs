//! Texts that are read together: declarations of several authors, and statements that stand alone.
//!
//! Macros, inlines and types of a text are known in those after it. A text with holes has a name for each of them
//! ([`hole`]); [`fill`] puts a tree in the place of each. What is read here has spans in its own text, as file 0; a
//! statement out of an inline of another text has the span of the statement that uses it.

use super::ast::{Expr, ExprKind, Ident, ReceiveArg, Stmt, Unit, VarPart, VarRef};
use super::loader::NoFiles;
use super::pre::{Options, Preprocessor, definitions};
use super::visit::{Rewrite, change};
use super::{erase, parse};
use crate::finding::{Finding, Findings, Severity};
use crate::source::{FileId, Sources, Span};

/// The units of texts that belong together, and the first error.
pub fn parse_texts(texts: &[&str]) -> Result<Vec<Vec<Unit>>, Box<Finding>> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let options = Options::default();
    // The first one opened is read last.
    let mut reversed = texts.iter().rev();
    let last = reversed.next().map_or(String::new(), |text| text.to_string());
    let mut pre = Preprocessor::new("text", last, &options, &NoFiles, &mut sources, &mut findings);
    reversed.for_each(|text| pre.push_text("text", text.to_string()));
    let mut program = parse::program(pre);
    no_errors(findings)?;
    let count = texts.len();
    let mut lists: Vec<Vec<Unit>> = vec![Vec::new(); count];
    for mut unit in program.units.drain(..) {
        let file = unit_span(&unit).file;
        normalise(&mut unit, file);
        lists[count - 1 - (file.0 as usize).min(count - 1)].push(unit);
    }
    Ok(lists)
}

/// Statements, read with what texts before them define.
pub fn parse_statements(before: &[&str], text: &str) -> Result<Vec<Stmt>, Box<Finding>> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let options = Options::default();
    let mut pre = Preprocessor::new("text", text.to_string(), &options, &NoFiles, &mut sources, &mut findings);
    before.iter().rev().for_each(|text| pre.push_text("text", text.to_string()));
    let mut sequence = parse::fragment(pre, FileId(0));
    no_errors(findings)?;
    for step in &mut sequence.steps {
        own_spans(step, FileId(0), step.span);
    }
    Ok(sequence.steps)
}

/// The macros that texts define, as names and what they stand for.
pub fn defined(texts: &[&str]) -> Vec<(String, String)> {
    definitions("text", texts.join("\n"), &Options::default(), &NoFiles)
}

fn no_errors(findings: Findings) -> Result<(), Box<Finding>> {
    match findings.list.into_iter().find(|f| f.severity == Severity::Error) {
        Some(error) => Err(Box::new(error)),
        None => Ok(()),
    }
}

fn unit_span(unit: &Unit) -> Span {
    match unit {
        Unit::Proctype(p) => p.span,
        Unit::Never(c) => c.span,
        Unit::Trace(t) => t.span,
        Unit::Ltl(l) => l.span,
        Unit::Decl(d) => d.span,
        Unit::Mtype(m) => m.span,
        Unit::Typedef(t) => t.span,
        Unit::EmbeddedC(c) => c.span,
    }
}

/// All spans in the text of the unit itself, as file 0.
fn normalise(unit: &mut Unit, file: FileId) {
    struct Own(FileId);
    impl Rewrite for Own {
        fn stmt(&mut self, stmt: &mut Stmt) {
            let span = stmt.span;
            own_spans(stmt, self.0, span);
        }
    }
    Own(file).unit(unit);
    erase::move_spans(std::slice::from_mut(unit), &|span| Span { file: FileId(0), ..span });
}

/// Statements out of other texts stand where the statement around them stands.
fn own_spans(stmt: &mut Stmt, file: FileId, around: Span) {
    struct Own(FileId, Span);
    impl Rewrite for Own {
        fn stmt(&mut self, stmt: &mut Stmt) {
            own_spans(stmt, self.0, self.1);
        }
    }
    if stmt.span.file != file {
        erase::move_stmt_spans(stmt, &|_| around);
        return;
    }
    let span = stmt.span;
    change::stmt(&mut Own(file, span), stmt);
}

/// The name of a hole in a text.
pub fn hole(index: usize) -> String {
    format!("{HOLE}{index}")
}

const HOLE: &str = "ax_hole_";

fn hole_index(name: &Ident) -> Option<usize> {
    name.name.strip_prefix(HOLE)?.parse().ok()
}

/// What is put in the place of a hole.
#[derive(Clone, Debug)]
pub enum Filler {
    /// A place: it may be assigned to, and have members.
    Place(VarRef),
    Value(Expr),
}

impl Filler {
    pub fn expr(&self) -> Expr {
        match self {
            Filler::Place(var) => Expr { kind: ExprKind::Var(var.clone()), span: Span::default() },
            Filler::Value(e) => e.clone(),
        }
    }
}

/// A value stands where only a place can.
#[derive(Debug, PartialEq, Eq)]
pub struct NotAPlace;

/// Fills the holes of statements.
pub fn fill(steps: &mut [Stmt], fillers: &[Filler]) -> Result<(), NotAPlace> {
    let mut fill = Fill { fillers, failed: false };
    steps.iter_mut().for_each(|s| fill.stmt(s));
    if fill.failed { Err(NotAPlace) } else { Ok(()) }
}

/// Fills the holes of an expression.
pub fn fill_expr(e: &mut Expr, fillers: &[Filler]) -> Result<(), NotAPlace> {
    let mut fill = Fill { fillers, failed: false };
    fill.expr(e);
    if fill.failed { Err(NotAPlace) } else { Ok(()) }
}

struct Fill<'f> {
    fillers: &'f [Filler],
    failed: bool,
}

impl Fill<'_> {
    fn filler(&self, var: &VarRef) -> Option<Filler> {
        self.fillers.get(hole_index(&var.parts.first()?.name)?).cloned()
    }
}

impl Rewrite for Fill<'_> {
    fn expr(&mut self, e: &mut Expr) {
        if let ExprKind::Var(var) = &e.kind
            && let (Some(Filler::Value(value)), [VarPart { index: None, .. }]) =
                (self.filler(var), var.parts.as_slice())
        {
            *e = value;
            return;
        }
        // An element of a variable of another process.
        if let ExprKind::Var(var) = &mut e.kind
            && let Some(Filler::Value(mut value)) = self.filler(var)
            && let ([VarPart { index: index @ Some(_), .. }], ExprKind::RemoteVar { var: remote, .. }) =
                (var.parts.as_mut_slice(), &mut value.kind)
            && let Some(last) = remote.parts.last_mut()
        {
            last.index = index.take();
            *e = value;
            return;
        }
        change::expr(self, e);
    }

    fn receive_arg(&mut self, arg: &mut ReceiveArg) {
        if let ReceiveArg::Var(var) = arg
            && let Some(Filler::Value(value)) = self.filler(var)
        {
            match &value.kind {
                ExprKind::Const(_) => *arg = ReceiveArg::Const(value),
                _ => self.failed = true,
            }
            return;
        }
        change::receive_arg(self, arg);
    }

    fn var(&mut self, var: &mut VarRef) {
        change::var(self, var);
        match self.filler(var) {
            None => {}
            Some(Filler::Value(_)) => self.failed = true,
            Some(Filler::Place(place)) => {
                let first = var.parts.remove(0);
                let mut parts = place.parts;
                if let Some(last) = parts.last_mut()
                    && first.index.is_some()
                {
                    self.failed |= last.index.is_some();
                    last.index = first.index;
                }
                parts.append(&mut var.parts);
                var.parts = parts;
            }
        }
    }
}

/// `select (x : low .. high)`, as the parser reads it.
pub fn select(var: VarRef, low: i32, high: i32) -> Vec<Stmt> {
    parse::select(var, low, high)
}
