//! The text of a document.
//!
//! Expressions are written close together and in parentheses, `(a+b)`; statements on lines of their own; a guard shares
//! its line with a short statement. What somebody wrote is kept as it is.

use super::super::ast::{
    Active, BinaryOp, Decl, Declarator, Expr, ExprKind, Init, Note, OriginId, Piece, Proctype, ReceiveArg, Sequence,
    Stmt, StmtKind, Typedef, UnaryOp, Unit, VarRef, Visibility, Written,
};
use super::super::erase::{move_spans, move_stmt_spans};
use super::super::print::{self, type_text};
use super::super::visit::{Rewrite, change};
use super::{Document, Part, Shared};
use crate::source::{FileId, Span};
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

/// A line with more than this is not shared by a guard and what it guards.
const WIDE: usize = 64;

/// A document as text.
#[derive(Debug)]
pub struct Printed {
    pub text: String,
    /// The units; every statement has its place in the text.
    pub units: Vec<Unit>,
    /// Which part of the text belongs to which origin, in order.
    pub places: Vec<(Range<usize>, OriginId)>,
}

impl Document {
    /// Writes the document. `file` is the file that the text will be.
    pub fn print(&self, file: FileId) -> Printed {
        let mut printer = Printer { out: String::new(), file, places: Vec::new() };
        let mut units = Vec::new();
        let mut constants = Constants::default();
        for part in &self.parts {
            let from = units.len();
            printer.part(part, &mut units);
            if let Part::Define { name, value: Some(value), .. } = part {
                constants.0.insert(name.clone(), value.clone());
            }
            if !constants.0.is_empty() {
                units[from..].iter_mut().for_each(|unit| constants.unit(unit));
            }
        }
        Printed { text: printer.out, units, places: printer.places }
    }
}

/// An expression as documents have it.
pub fn expression(e: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, e);
    out
}

/// A statement on one line, as documents have it.
pub fn statement(s: &Stmt) -> String {
    let mut printer = Printer { out: String::new(), file: FileId::default(), places: Vec::new() };
    printer.simple(s);
    printer.out
}

/// Puts the values of constants in the place of their names, as the preprocessor does.
#[derive(Default)]
struct Constants(HashMap<String, Expr>);

impl Rewrite for Constants {
    fn expr(&mut self, e: &mut Expr) {
        if let ExprKind::Var(var) = &e.kind
            && let [only] = var.parts.as_slice()
            && let (None, Some(value)) = (&only.index, self.0.get(&only.name.name))
        {
            *e = Expr { kind: value.kind.clone(), span: e.span };
            return;
        }
        change::expr(self, e);
    }

    fn receive_arg(&mut self, arg: &mut ReceiveArg) {
        if let ReceiveArg::Var(var) = arg
            && let [only] = var.parts.as_slice()
            && let (None, Some(value)) = (&only.index, self.0.get(&only.name.name))
        {
            *arg = ReceiveArg::Const(Expr { kind: value.kind.clone(), span: var.span });
            return;
        }
        change::receive_arg(self, arg);
    }
}

/// A declaration as documents have it.
pub(super) fn unit(unit: &Unit) -> String {
    let mut printer = Printer { out: String::new(), file: FileId::default(), places: Vec::new() };
    printer.unit(unit);
    printer.out
}

struct Printer {
    out: String,
    file: FileId,
    places: Vec<(Range<usize>, OriginId)>,
}

impl Printer {
    fn part(&mut self, part: &Part, units: &mut Vec<Unit>) {
        match part {
            Part::Text { text, units: own } => {
                let start = self.out.len();
                self.out.push_str(text);
                let from = units.len();
                units.extend(own.iter().cloned());
                self.placed(&mut units[from..], start);
            }
            Part::Define { text, .. } => {
                let _ = writeln!(self.out, "{text}");
            }
            Part::Shared(shared) => self.shared(shared, units),
            Part::Process(p) => {
                let mut p = p.clone();
                let start = self.out.len();
                self.title(&p);
                self.body(&mut p.body);
                p.span = Span { end: (self.out.len() - 1) as u32, ..self.span(start) };
                units.push(Unit::Proctype(p));
            }
            Part::Inline { name, params, body } => {
                let _ = writeln!(self.out, "inline {name}({})", params.join(", "));
                self.body(&mut body.clone());
            }
        }
    }

    /// Units of a text have their places in it.
    fn placed(&mut self, units: &mut [Unit], start: usize) {
        let file = self.file;
        let here = |span: Span| Span { file, start: span.start + start as u32, end: span.end + start as u32 };
        move_spans(units, &here);
        let mut places = Vec::new();
        for unit in units {
            if let Unit::Proctype(p) = unit {
                super::super::visit::each_stmt(&p.body, &mut |s| {
                    if let Some(origin) = s.note.origin() {
                        places.push((s.span.start as usize..s.span.end as usize, origin));
                    }
                });
            }
        }
        self.places.append(&mut places);
    }

    /// Several models of one program may be put together: what they share is declared once.
    fn shared(&mut self, shared: &Shared, units: &mut Vec<Unit>) {
        let name = &shared.name;
        let _ = writeln!(self.out, "#ifndef AX_{name}\n#define AX_{name}");
        let from = units.len();
        if !shared.repeated {
            units.extend(shared.units.iter().cloned());
        }
        let start = self.out.len();
        match &shared.text {
            Some(text) => {
                self.out.push_str(text.trim_end());
                self.placed(&mut units[from..], start);
            }
            None => {
                shared.units.iter().for_each(|unit| self.unit(unit));
                let span = self.span(start);
                move_spans(&mut units[from..], &|_| span);
            }
        }
        self.out.push_str("\n#endif\n");
    }

    fn unit(&mut self, unit: &Unit) {
        match unit {
            Unit::Decl(d) => {
                write_decl(&mut self.out, d, false);
                self.out.push(';');
            }
            Unit::Typedef(t) => write_typedef(&mut self.out, t),
            Unit::Proctype(_)
            | Unit::Never(_)
            | Unit::Trace(_)
            | Unit::Ltl(_)
            | Unit::Mtype(_)
            | Unit::EmbeddedC(_) => self.out.push_str(&print::unit(unit)),
        }
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start, self.out.len())
    }

    fn title(&mut self, p: &Proctype) {
        match &p.active {
            None => {}
            Some(Active::One) => self.out.push_str("active "),
            Some(Active::Count(count)) => {
                let _ = write!(self.out, "active [{}] ", expression(count));
            }
        }
        let _ = write!(self.out, "proctype {}(", p.name.name);
        for (index, decl) in p.params.iter().enumerate() {
            self.out.push_str(if index > 0 { "; " } else { "" });
            write_decl(&mut self.out, decl, false);
        }
        self.out.push(')');
        if let Some(condition) = &p.provided {
            let _ = write!(self.out, " provided ({})", expression(condition));
        }
        self.out.push('\n');
    }

    fn body(&mut self, body: &mut Sequence) {
        self.out.push('{');
        let declared = body.steps.iter().take_while(|s| matches!(s.kind, StmtKind::Decl(_))).count();
        let (locals, rest) = body.steps.split_at_mut(declared);
        for local in locals {
            self.out.push('\t');
            let start = self.out.len();
            self.simple(local);
            let span = self.span(start);
            move_stmt_spans(local, &|_| span);
            self.out.push_str(";\n");
        }
        self.out.push('\n');
        self.sequence(rest, 1);
        self.out.push_str("}\n");
    }

    fn tabs(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n('\t', depth));
    }

    /// Statements on lines of their own, `;` between them.
    fn sequence(&mut self, steps: &mut [Stmt], depth: usize) {
        let mut rest = steps;
        while !rest.is_empty() {
            let (group, after) = rest.split_at_mut(group_length(rest));
            let note = group[0].note.get().cloned().unwrap_or_default();
            for (index, label) in group[0].labels.iter().enumerate() {
                self.comments(&note, index, depth);
                self.tabs(depth.saturating_sub(1));
                let _ = writeln!(self.out, "{}:", label.name);
            }
            self.comments(&note, group[0].labels.len(), depth);
            self.tabs(depth);
            self.group(group, depth);
            self.out.push_str(if after.is_empty() { "" } else { ";" });
            self.remark(&note);
            self.out.push('\n');
            self.after(&note, depth);
            rest = after;
        }
    }

    fn comment(&mut self, text: &str, depth: usize) {
        self.tabs(depth);
        let _ = writeln!(self.out, "/* {} */", text.replace("*/", "* /"));
    }

    fn comments(&mut self, note: &Note, labels: usize, depth: usize) {
        for (_, text) in note.comments.iter().filter(|(before, _)| *before == labels) {
            self.comment(text, depth);
        }
    }

    fn after(&mut self, note: &Note, depth: usize) {
        for text in &note.after {
            self.comment(text, depth);
        }
    }

    fn remark(&mut self, note: &Note) {
        if let Some(text) = &note.remark {
            let _ = write!(self.out, " /* {} */", text.replace("*/", "* /"));
        }
    }

    /// A statement, or several that somebody wrote together.
    fn group(&mut self, group: &mut [Stmt], depth: usize) {
        let start = self.out.len();
        let origin = group[0].note.origin();
        let simple = is_simple(&group[0]);
        match &mut group[0].kind {
            StmtKind::If(options) if !simple => self.options("if", "fi", options, depth),
            StmtKind::Do(options) if !simple => self.options("do", "od", options, depth),
            _ => {
                self.simple(&group[0]);
                let span = self.span(start);
                group.iter_mut().for_each(|s| move_stmt_spans(s, &|_| span));
            }
        }
        group[0].span = self.span(start);
        if let Some(origin) = origin {
            self.places.push((start..self.out.len(), origin));
        }
    }

    fn options(&mut self, open: &str, close: &str, options: &mut [Sequence], depth: usize) {
        let _ = writeln!(self.out, "{open}");
        for option in options {
            self.tabs(depth);
            self.out.push_str("::");
            self.option(&mut option.steps, depth);
        }
        self.tabs(depth);
        self.out.push_str(close);
    }

    fn option(&mut self, steps: &mut [Stmt], depth: usize) {
        let Some(first) = steps.first() else { return };
        let note = first.note.get().cloned().unwrap_or_default();
        if !is_simple(first) || !note.comments.is_empty() || !first.labels.is_empty() {
            self.out.push('\n');
            return self.sequence(steps, depth + 1);
        }
        let (group, rest) = steps.split_at_mut(group_length(steps));
        self.out.push(' ');
        let start = self.out.len();
        self.group(group, depth + 1);
        self.remark(&note);
        if rest.is_empty() {
            self.out.push('\n');
            return self.after(&note, depth + 1);
        }
        self.out.push_str(if note.arrow { " ->" } else { ";" });
        if group_length(rest) == rest.len() && note.arrow && self.shares(&rest[0], start) {
            let only = rest[0].note.get().cloned().unwrap_or_default();
            self.out.push(' ');
            self.group(rest, depth + 1);
            self.remark(&only);
            self.out.push('\n');
            return;
        }
        self.out.push('\n');
        self.sequence(rest, depth + 1);
    }

    /// Whether a statement stands on the line of its guard, which begins at `start`.
    fn shares(&self, only: &Stmt, start: usize) -> bool {
        let plain = only.note.get().is_none_or(|note| note.comments.is_empty() && note.after.is_empty());
        let remark = only.note.get().and_then(|n| n.remark.as_ref()).map_or(0, String::len);
        plain
            && only.labels.is_empty()
            && is_simple(only)
            && self.out.len() - start + statement(only).len() + remark < WIDE
    }

    fn simple(&mut self, s: &Stmt) {
        if let Some(Note { written: Some(Written::Text(pieces)), .. }) = s.note.get() {
            for piece in pieces {
                match piece {
                    Piece::Text(text) => self.out.push_str(text),
                    Piece::Filled(e) => write_expr(&mut self.out, e),
                }
            }
            return;
        }
        let out = &mut self.out;
        match &s.kind {
            StmtKind::Decl(d) => write_decl(out, d, s.note.get().is_some_and(|n| n.tight)),
            StmtKind::Assign(var, value) => {
                write_var(out, var);
                out.push_str(" = ");
                write_expr(out, value);
            }
            StmtKind::Increment(var) => {
                write_var(out, var);
                out.push_str("++");
            }
            StmtKind::Decrement(var) => {
                write_var(out, var);
                out.push_str("--");
            }
            StmtKind::Expr(e) => write_expr(out, e),
            StmtKind::Assert(e) => {
                let text = expression(e);
                let _ = if text.starts_with('(') { write!(out, "assert{text}") } else { write!(out, "assert({text})") };
            }
            StmtKind::Atomic(body) => self.braced("atomic", body),
            StmtKind::DStep(body) => self.braced("d_step", body),
            StmtKind::If(options) => self.line_options("if", options, "fi"),
            StmtKind::Do(options) => self.line_options("do", options, "od"),
            StmtKind::Select { var, from, to } => {
                out.push_str("select(");
                write_var(out, var);
                let _ = write!(out, " : {} .. {})", expression(from), expression(to));
            }
            _ => out.push_str(&print::stmt(s)),
        }
    }

    /// `atomic { a; b }`
    fn braced(&mut self, word: &str, body: &Sequence) {
        let _ = write!(self.out, "{word} {{ ");
        self.line(&body.steps, "; ");
        self.out.push_str(" }");
    }

    /// `if :: a -> b; c :: else fi`
    fn line_options(&mut self, open: &str, options: &[Sequence], close: &str) {
        self.out.push_str(open);
        for option in options {
            self.out.push_str(" :: ");
            self.line(&option.steps, " -> ");
        }
        let _ = write!(self.out, " {close}");
    }

    /// Statements on one line, `first` after the first.
    fn line(&mut self, steps: &[Stmt], first: &str) {
        for (index, step) in steps.iter().filter(|s| !s.note.is_continued()).enumerate() {
            self.out.push_str(match index {
                0 => "",
                1 => first,
                _ => "; ",
            });
            self.simple(step);
        }
    }
}

/// How many statements stand together as somebody wrote them.
fn group_length(steps: &[Stmt]) -> usize {
    1 + steps.iter().skip(1).take_while(|s| s.note.is_continued()).count()
}

/// It takes one line.
fn is_simple(s: &Stmt) -> bool {
    s.note.get().is_some_and(|note| note.written.is_some() || note.one_line)
        || !matches!(s.kind, StmtKind::If(_) | StmtKind::Do(_))
}

fn write_typedef(out: &mut String, typedef: &Typedef) {
    let _ = write!(out, "typedef {} {{", typedef.name.name);
    for (index, field) in typedef.fields.iter().enumerate() {
        out.push_str(if index > 0 { "; " } else { " " });
        write_decl(out, field, false);
    }
    out.push_str(" }");
}

fn write_decl(out: &mut String, decl: &Decl, tight: bool) {
    out.push_str(match decl.visibility {
        Visibility::Plain => "",
        Visibility::Hidden => "hidden ",
        Visibility::Show => "show ",
        Visibility::Local => "local ",
    });
    out.push_str(&type_text(&decl.ty));
    for (index, var) in decl.vars.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { " " });
        write_declarator(out, var, tight);
    }
}

fn write_declarator(out: &mut String, var: &Declarator, tight: bool) {
    out.push_str(&var.name.name);
    if let Some(width) = &var.width {
        let _ = write!(out, " : {}", expression(width));
    }
    if let Some(size) = &var.size {
        let _ = write!(out, "[{}]", expression(size));
    }
    let equals = if tight { "=" } else { " = " };
    match &var.init {
        None => {}
        Some(Init::Expr(Expr { kind: ExprKind::Unary(UnaryOp::Neg, inner), .. })) => {
            let _ = write!(out, "{equals}-{}", expression(inner));
        }
        Some(Init::Expr(value)) => {
            let _ = write!(out, "{equals}{}", expression(value));
        }
        Some(Init::List(values)) => {
            let list: Vec<String> = values.iter().map(expression).collect();
            let _ = write!(out, "{equals}{{ {} }}", list.join(", "));
        }
        Some(Init::Chan(chan)) => {
            let fields: Vec<String> = chan.fields.iter().map(type_text).collect();
            let _ = write!(out, "{equals}[{}] of {{ {} }}", expression(&chan.capacity), fields.join(", "));
        }
    }
}

fn write_var(out: &mut String, var: &VarRef) {
    for (index, part) in var.parts.iter().enumerate() {
        out.push_str(if index > 0 { "." } else { "" });
        out.push_str(&part.name.name);
        if let Some(index) = &part.index {
            out.push('[');
            write_expr(out, index);
            out.push(']');
        }
    }
}

fn write_list(out: &mut String, list: &[Expr]) {
    for (index, e) in list.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        write_expr(out, e);
    }
}

/// An expression as a condition: in parentheses if it has signs in it. Where it starts.
fn write_truth(out: &mut String, e: &Expr) -> usize {
    let start = out.len();
    write_expr(out, e);
    let text = &out[start..];
    if !text.starts_with('(') && text.contains(['-', '+', ' ']) {
        out.insert(start, '(');
        out.push(')');
    }
    start
}

fn write_expr(out: &mut String, e: &Expr) {
    match &e.kind {
        ExprKind::Named { name, args, .. } if name == "||" => {
            for (index, e) in args.iter().enumerate() {
                out.push_str(if index > 0 { "||" } else { "(" });
                write_expr(out, e);
            }
            out.push(')');
        }
        ExprKind::Named { name, args, .. } => {
            out.push_str(name);
            if !args.is_empty() {
                out.push('(');
                write_list(out, args);
                out.push(')');
            }
        }
        ExprKind::Var(var) => write_var(out, var),
        ExprKind::Unary(UnaryOp::Not, a) => {
            out.push('!');
            // `!!` is a word of its own in Promela.
            let start = write_truth(out, a);
            if out[start..].starts_with('!') {
                out.insert(start, '(');
                out.push(')');
            }
        }
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            out.push('(');
            write_truth(out, a);
            out.push_str(op.text());
            write_truth(out, b);
            out.push(')');
        }
        ExprKind::Unary(op @ (UnaryOp::Neg | UnaryOp::BitNot), a) => {
            out.push_str(if *op == UnaryOp::Neg { "(-" } else { "(~" });
            write_expr(out, a);
            out.push(')');
        }
        ExprKind::Binary(op, a, b) => {
            out.push('(');
            write_expr(out, a);
            out.push_str(op.text());
            write_expr(out, b);
            out.push(')');
        }
        ExprKind::Conditional(a, b, c) => {
            out.push('(');
            write_truth(out, a);
            out.push_str(" -> ");
            write_expr(out, b);
            out.push_str(" : ");
            write_expr(out, c);
            out.push(')');
        }
        _ => out.push_str(&print::expr(e)),
    }
}
