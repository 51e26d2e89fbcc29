//! From items to the tree of Promela, with the declarations it needs.

use super::build::Builder;
use super::declare::Shared;
use super::jumps;
use super::used::Used;
use super::{Branch, CNames, Frame, Item, Model, Origin, ROOT, Statement};
use crate::abstraction::arithmetic::{self, MACROS};
use crate::abstraction::translate::fetched_name;
use crate::abstraction::{Abstraction, Form, Instance, Role};
use promela::ast::{Active, OriginId, Proctype, Sequence, Stmt, StmtKind};
use promela::build;
use promela::document::{self, Document, Part};
use promela::source::Span;
use promela::visit::Visit;
use std::collections::BTreeSet;

pub fn model(mut builder: Builder<'_, '_>, mut items: Vec<Item>) -> Model {
    if !items.iter().any(|i| !matches!(i, Item::Comment(_) | Item::Label(_))) {
        items.push(Item::skip());
    }
    let name = match builder.abstraction.options.role {
        Role::Thread(id) => super::names::function(&builder.abstraction.threads.thread_of(id).name),
        _ => {
            let root = builder.abstraction.instance(ROOT).function;
            super::names::function(&builder.abstraction.program.function(root).name)
        }
    };
    let mut tree = Tree { origins: Vec::new() };
    let body = tree.sequence(items);
    let mut used = Used::default();
    used.sequence(&body);
    builder.imported(&mut used.names);
    builder.book.keep_variables(&used.names);
    let parameters = match builder.abstraction.options.form {
        Form::Active => Vec::new(),
        _ => builder.parameters(),
    };
    let mut locals = builder.locals();
    locals.extend(builder.declared_locals());
    locals.iter().for_each(|s| used.stmt(s));
    builder.book.keep_enumerators(&used.names);
    let (shared, open) = builder.shared();
    shared.iter().for_each(|s| s.units.iter().for_each(|unit| used.unit(unit)));
    builder.prologue.iter().for_each(|s| used.stmt(s));
    let mut parts = builder.declared_by_tables(&used.names);
    parts.extend(macros(&used.names));
    let constants = builder.constants();
    parts.extend(constants);
    parts.extend(shared.into_iter().map(Shared::part));
    if !parts.is_empty() {
        parts.push(Part::layout("\n"));
    }
    let prologue = std::mem::take(&mut builder.prologue);
    let steps: Vec<Stmt> = locals.into_iter().chain(prologue).chain(body.steps).collect();
    let mut body = Sequence { steps };
    jumps::mend(&mut body);
    parts.push(match builder.abstraction.options.form {
        Form::Inline => {
            let params = parameters.iter().flat_map(|d| &d.vars).map(|v| v.name.name.clone()).collect();
            Part::Inline { name: name.clone(), params, body }
        }
        form => Part::Process(Proctype {
            name: build::ident(&name),
            deterministic: false,
            active: (form == Form::Active).then_some(Active::One),
            params: parameters,
            priority: None,
            provided: builder.provided(),
            body,
            span: Span::default(),
        }),
    });
    let c_names = CNames { fetched: (0..builder.fetched).map(fetched_name).collect(), ..builder.book.c_names() };
    Model {
        document: Document { parts },
        origins: tree.origins,
        problems: builder.problems,
        open,
        tests_indices: builder.tests_indices,
        proctype: name,
        c_names,
        frames: frames(builder.abstraction),
    }
}

fn frames(abstraction: &Abstraction<'_>) -> Vec<Frame> {
    let frame = |instance: &Instance| Frame {
        function: abstraction.program.function(instance.function).name.clone(),
        caller: instance.parent.map(|(at, step)| (at, abstraction.flow(at).step(step).span)),
    };
    abstraction.instances.iter().map(frame).collect()
}

/// The macros that are used, with those they use.
fn macros(names: &BTreeSet<String>) -> Vec<Part> {
    let mut wanted: Vec<bool> = (0..MACROS.len()).map(|i| names.contains(arithmetic::macro_name(i))).collect();
    for i in (0..MACROS.len()).rev() {
        for j in 0..MACROS.len() {
            wanted[j] |= wanted[i] && MACROS[i].1.contains(&format!("{}(", arithmetic::macro_name(j)));
        }
    }
    let used = (0..MACROS.len()).filter(|i| wanted[*i]);
    let define = |i: usize| Part::Define {
        name: arithmetic::macro_name(i).to_string(),
        text: format!("#define {} {}", MACROS[i].0, MACROS[i].1),
        value: None,
    };
    used.map(define).collect()
}

/// Trees of items, and where they come from.
struct Tree {
    origins: Vec<Origin>,
}

impl Tree {
    fn sequence(&mut self, items: Vec<Item>) -> Sequence {
        let mut steps: Vec<Stmt> = Vec::new();
        let (mut labels, mut comments) = (Vec::new(), Vec::new());
        for item in items {
            let mut code = match item {
                Item::Label(name) => {
                    labels.push(build::ident(&name));
                    continue;
                }
                Item::Comment(text) => {
                    comments.push((labels.len(), text));
                    continue;
                }
                Item::Statement(s) => self.statement(s),
                Item::If(branches) => vec![Stmt::made(StmtKind::If(self.branches(branches)))],
                Item::Do(branches) => vec![Stmt::made(StmtKind::Do(self.branches(branches)))],
                Item::Goto(name) => vec![Stmt::made(StmtKind::Goto(build::ident(&name)))],
                Item::Break => vec![Stmt::made(StmtKind::Break)],
            };
            if let Some(first) = code.first_mut() {
                first.labels.append(&mut labels);
                if !comments.is_empty() {
                    first.note.set().comments = std::mem::take(&mut comments);
                }
            }
            steps.append(&mut code);
        }
        if !labels.is_empty() {
            // A label stands before a statement.
            let mut end = build::condition(build::word("skip"));
            end.labels = labels;
            if !comments.is_empty() {
                end.note.set().comments = std::mem::take(&mut comments);
            }
            steps.push(end);
        }
        if let Some(group) = steps.iter().rposition(|s| !s.note.is_continued()).filter(|_| !comments.is_empty()) {
            steps[group].note.set().after = comments.into_iter().map(|(_, text)| text).collect();
        }
        Sequence { steps }
    }

    fn branches(&mut self, branches: Vec<Branch>) -> Vec<Sequence> {
        let option = |branch: Branch| {
            let guarded = branch.guarded;
            let mut sequence = self.sequence(branch.items);
            if let Some(first) = sequence.steps.first_mut().filter(|_| guarded) {
                first.note.set().arrow = true;
            }
            sequence
        };
        branches.into_iter().map(option).collect()
    }

    fn statement(&mut self, statement: Statement) -> Vec<Stmt> {
        let mut code = statement.code;
        if let Some(remark) = statement.remark
            && let Some(first) = code.first_mut()
        {
            first.note.set().remark = Some(remark);
        }
        if let Some(span) = statement.span {
            let id = OriginId(self.origins.len() as u32);
            let instance = statement.instance.unwrap_or(ROOT);
            let Statement { generalised, starts_thread, .. } = statement;
            self.origins.push(Origin { span, generalised, instance, starts_thread });
            code.iter_mut().for_each(|s| s.note.set().origin = Some(id));
        }
        code
    }
}

impl Shared {
    fn part(self) -> Part {
        Part::Shared(document::Shared { name: self.name, text: None, units: self.units, repeated: false })
    }
}
