//! `switch`: arms where the labels stand at the level of the body, jumps to labels where they do not (Duff's device).

use super::Lowerer;
use crate::flow::{Arm, LabelId, Node, StepKind, Switch};
use crate::program::print;
use crate::program::{Expr, Stmt, StmtKind};
use abstraction_tables::entry::Class;
use promela::source::Span;

/// One `case` or `default` of a switch.
struct Entry {
    /// `None` for `default`.
    range: Option<(i128, i128)>,
    text: String,
    span: Span,
}

pub(super) fn lower(lowerer: &mut Lowerer<'_>, value: &Expr, body: &Stmt, span: Span, out: &mut Vec<Node>) {
    let value = lowerer.value(value, out);
    let statements = match &body.kind {
        StmtKind::Block(list) => list.as_slice(),
        _ => std::slice::from_ref(body),
    };
    let mut entries = Vec::new();
    let mut deep = false;
    for s in statements {
        collect(s, true, &mut deep, &mut entries);
    }
    if deep {
        jumps(lowerer, &value, statements, &entries, span, out);
    } else {
        arms(lowerer, &value, statements, &entries, span, out);
    }
}

/// The labels of this switch, and whether one stands deeper than the body.
fn collect(s: &Stmt, top: bool, deep: &mut bool, entries: &mut Vec<Entry>) {
    match &s.kind {
        StmtKind::Case { low, high, text, body } => {
            *deep |= !top;
            entries.push(Entry { range: Some((*low, *high)), text: text.clone(), span: s.span });
            collect(body, top, deep, entries);
        }
        StmtKind::Default { body } => {
            *deep |= !top;
            entries.push(Entry { range: None, text: "default".into(), span: s.span });
            collect(body, top, deep, entries);
        }
        StmtKind::Label { body, .. } => collect(body, top, deep, entries),
        StmtKind::Block(list) => list.iter().for_each(|x| collect(x, false, deep, entries)),
        StmtKind::If { then, otherwise, .. } => {
            collect(then, false, deep, entries);
            if let Some(o) = otherwise {
                collect(o, false, deep, entries);
            }
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
            collect(body, false, deep, entries)
        }
        _ => {}
    }
}

fn arms(
    lowerer: &mut Lowerer<'_>,
    value: &Expr,
    statements: &[Stmt],
    entries: &[Entry],
    span: Span,
    out: &mut Vec<Node>,
) {
    let id = lowerer.enter(false, None);
    let mut arms: Vec<Arm> = Vec::new();
    for s in statements {
        let (labels, names, inner) = peel(s);
        if !labels.is_empty() {
            let guard = guard(lowerer, value, &labels, entries);
            arms.push(Arm { guard, body: Vec::new(), implicit: false });
        }
        let mut nodes = Vec::new();
        for name in names {
            let label = lowerer.label(name);
            nodes.push(Node::Label(label));
        }
        lowerer.statement(inner, &mut nodes);
        match arms.last_mut() {
            Some(arm) => arm.body.extend(nodes),
            // Before the first label: only reached by a `goto`, or not at all.
            None => out.extend(nodes.into_iter().filter(
                |n| matches!(n, Node::Step(s) if matches!(lowerer.flow.step(*s).kind, StepKind::Declare { .. })),
            )),
        }
    }
    if !entries.iter().any(|e| e.range.is_none()) {
        let guard = default(lowerer, value, entries, &[], span);
        arms.push(Arm { guard, body: Vec::new(), implicit: true });
    }
    lowerer.scopes.pop();
    out.push(Node::Switch(Box::new(Switch { id, arms })));
}

/// `case 1: case 2: name: statement`: the labels of the switch, the names, and what they stand before.
fn peel(mut s: &Stmt) -> (Vec<Entry>, Vec<&str>, &Stmt) {
    let (mut labels, mut names) = (Vec::new(), Vec::new());
    loop {
        s = match &s.kind {
            StmtKind::Case { low, high, text, body } => {
                labels.push(Entry { range: Some((*low, *high)), text: text.clone(), span: s.span });
                body
            }
            StmtKind::Default { body } => {
                labels.push(Entry { range: None, text: "default".into(), span: s.span });
                body
            }
            StmtKind::Label { name, body } => {
                names.push(name.as_str());
                body
            }
            _ => return (labels, names, s),
        }
    }
}

fn guard(lowerer: &mut Lowerer<'_>, value: &Expr, labels: &[Entry], all: &[Entry]) -> super::StepId {
    let span = labels.first().map_or(value.span, |l| l.span);
    if labels.iter().any(|l| l.range.is_none()) {
        return default(lowerer, value, all, labels, span);
    }
    let shown = print::expression(lowerer.program, value);
    let tests: Vec<String> = labels
        .iter()
        .map(|l| match l.text.split_once("...") {
            Some((low, high)) => format!("(({shown}>={})&&({shown}<={}))", low.trim(), high.trim()),
            None => format!("({shown}=={})", l.text),
        })
        .collect();
    let text = tests.into_iter().reduce(|a, b| format!("({a}||{b})")).unwrap_or_default();
    let ranges = labels.iter().filter_map(|l| l.range).collect();
    lowerer.step(Class::Condition, StepKind::Case { value: value.clone(), ranges }, text, span)
}

/// The way that is taken when no other label fits; labels that share the arm of `default` add nothing.
fn default(lowerer: &mut Lowerer<'_>, value: &Expr, all: &[Entry], own: &[Entry], span: Span) -> super::StepId {
    let text = format!("({}==default)", print::expression(lowerer.program, value));
    let own: Vec<_> = own.iter().filter_map(|l| l.range).collect();
    let ranges = all.iter().filter_map(|l| l.range).filter(|r| !own.contains(r)).collect();
    lowerer.step(Class::Condition, StepKind::Default { value: value.clone(), ranges }, text, span)
}

/// Every label becomes a label of the function; the switch only jumps.
fn jumps(
    lowerer: &mut Lowerer<'_>,
    value: &Expr,
    statements: &[Stmt],
    entries: &[Entry],
    span: Span,
    out: &mut Vec<Node>,
) {
    let exit = lowerer.fresh_label("switch_end");
    let id = lowerer.enter(false, Some(exit));
    let mut arms = Vec::new();
    for e in entries {
        let label: LabelId = lowerer.fresh_label("case");
        if let Some(scope) = lowerer.scopes.last_mut() {
            scope.cases.insert(e.range, label);
        }
        let guard = guard(lowerer, value, std::slice::from_ref(e), entries);
        arms.push(Arm { guard, body: vec![Node::Goto(label)], implicit: false });
    }
    if !entries.iter().any(|e| e.range.is_none()) {
        let guard = default(lowerer, value, entries, &[], span);
        arms.push(Arm { guard, body: vec![Node::Goto(exit)], implicit: true });
    }
    out.push(Node::Switch(Box::new(Switch { id, arms })));
    lowerer.statements(statements, out);
    lowerer.scopes.pop();
    out.push(Node::Label(exit));
}
