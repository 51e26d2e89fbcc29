//! The text of a model.

use super::build::Builder;
use super::{Branch, Frame, Item, Model, Origin, ROOT, Statement};
use crate::abstraction::{Abstraction, Form, Instance, Role};
use std::collections::HashSet;
use std::fmt::Write;

/// A line with more than this is not shared by a guard and what it guards.
const WIDE: usize = 64;

pub fn model(mut builder: Builder<'_, '_>, mut body: Vec<Item>) -> Model {
    if !body.iter().any(|i| !matches!(i, Item::Comment(_) | Item::Label(_))) {
        body.push(Item::empty("skip", None, None));
    }
    let name = match builder.abstraction.options.role {
        Role::Thread(id) => super::names::function(&builder.abstraction.threads.thread_of(id).name),
        _ => {
            let root = builder.abstraction.instance(ROOT).function;
            super::names::function(&builder.abstraction.program.function(root).name)
        }
    };
    let mut inner = Printer { out: String::new(), places: Vec::new() };
    inner.sequence(&body, 1);
    builder.book.keep_variables(&words(&inner.out));
    let parameters = match builder.abstraction.options.form {
        Form::Active => Vec::new(),
        _ => builder.parameters(),
    };
    let locals = builder.locals();
    let declared = locals.join("\n");
    builder.book.keep_enumerators(&words(&inner.out).union(&words(&declared)).copied().collect());
    let (shared, open) = builder.shared();
    let mut head = String::new();
    let spoken: String = shared.iter().map(|s| s.text.as_str()).chain(["\n", &declared, "\n", &inner.out]).collect();
    for text in builder.abstraction.tables.promela_for(&spoken) {
        guarded(&mut head, &first_name(text), text);
    }
    let all: String = shared.iter().map(|s| s.text.as_str()).chain([inner.out.as_str()]).collect();
    for s in Builder::macros(&all).into_iter().chain(shared) {
        guarded(&mut head, &s.name, &s.text);
    }
    let title = match builder.abstraction.options.form {
        Form::Active => format!("active proctype {name}(){}", builder.provided()),
        Form::Passive => {
            let list: Vec<String> = parameters.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
            format!("proctype {name}({}){}", list.join("; "), builder.provided())
        }
        Form::Inline => {
            let list: Vec<&str> = parameters.iter().map(|(_, name)| name.split(' ').next().unwrap_or(name)).collect();
            format!("inline {name}({})", list.join(", "))
        }
    };
    let mut text = head;
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{title}");
    text.push('{');
    for line in &locals {
        let _ = writeln!(text, "\t{line}");
    }
    text.push('\n');
    for line in &builder.prologue {
        let _ = writeln!(text, "\t{line}");
    }
    let start = text.len();
    text.push_str(&inner.out);
    text.push_str("}\n");
    let places =
        inner.places.into_iter().map(|o| Origin { range: o.range.start + start..o.range.end + start, ..o }).collect();
    let c_names = builder.book.c_names();
    Model { text, places, open, proctype: name, c_names, frames: frames(builder.abstraction) }
}

fn frames(abstraction: &Abstraction<'_>) -> Vec<Frame> {
    let frame = |instance: &Instance| Frame {
        function: abstraction.program.function(instance.function).name.clone(),
        caller: instance.parent.map(|(at, step)| (at, abstraction.flow(at).step(step).span)),
    };
    abstraction.instances.iter().map(frame).collect()
}

pub fn words(text: &str) -> HashSet<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect()
}

/// Several models of one program may be put together: what they share is declared once.
fn guarded(out: &mut String, name: &str, text: &str) {
    // A macro may be defined twice alike.
    if text.starts_with("#define") {
        let _ = writeln!(out, "{text}");
        return;
    }
    let _ = writeln!(out, "#ifndef AX_{name}\n#define AX_{name}\n{}\n#endif", text.trim_end());
}

/// The name that a declaration declares, for its guard.
fn first_name(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).collect();
    words.get(1).or(words.first()).copied().unwrap_or("text").to_string()
}

struct Printer {
    out: String,
    places: Vec<Origin>,
}

impl Printer {
    fn tabs(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n('\t', depth));
    }

    /// Items on lines of their own, `;` between statements.
    fn sequence(&mut self, items: &[Item], depth: usize) {
        for (index, item) in items.iter().enumerate() {
            let rest = &items[index + 1..];
            let last = !rest.iter().any(|i| !matches!(i, Item::Comment(_)));
            match item {
                Item::Label(name) => {
                    self.tabs(depth.saturating_sub(1));
                    let _ = write!(self.out, "{name}:");
                    self.out.push('\n');
                    if last {
                        self.tabs(depth);
                        self.out.push_str("skip\n");
                    }
                }
                Item::Comment(text) => {
                    self.tabs(depth);
                    let _ = writeln!(self.out, "/* {} */", text.replace("*/", "* /"));
                }
                _ => {
                    self.tabs(depth);
                    self.item(item, depth);
                    self.out.push_str(if last { "" } else { ";" });
                    self.remark(item);
                    self.out.push('\n');
                }
            }
        }
    }

    fn remark(&mut self, item: &Item) {
        if let Item::Statement(Statement { remark: Some(text), .. }) = item {
            let _ = write!(self.out, " /* {} */", text.replace("*/", "* /"));
        }
    }

    fn item(&mut self, item: &Item, depth: usize) {
        match item {
            Item::Statement(s) => {
                let start = self.out.len();
                self.out.push_str(&s.text);
                if let Some(span) = s.span {
                    let generalised = s.generalised.clone();
                    self.places.push(Origin {
                        range: start..self.out.len(),
                        span,
                        generalised,
                        instance: s.instance.unwrap_or(ROOT),
                    });
                }
            }
            Item::If(branches) => self.branches("if", "fi", branches, depth),
            Item::Do(branches) => self.branches("do", "od", branches, depth),
            Item::Goto(name) => {
                let _ = write!(self.out, "goto {name}");
            }
            Item::Break => self.out.push_str("break"),
            Item::Label(_) | Item::Comment(_) => {}
        }
    }

    fn branches(&mut self, open: &str, close: &str, branches: &[Branch], depth: usize) {
        let _ = writeln!(self.out, "{open}");
        for b in branches {
            self.tabs(depth);
            self.out.push_str("::");
            self.branch(b, depth);
        }
        self.tabs(depth);
        self.out.push_str(close);
    }

    fn branch(&mut self, b: &Branch, depth: usize) {
        let Some((first, rest)) = b.items.split_first() else { return };
        if !is_simple(first) {
            self.out.push('\n');
            return self.sequence(&b.items, depth + 1);
        }
        self.out.push(' ');
        let start = self.out.len();
        self.item(first, depth + 1);
        self.remark(first);
        if !rest.iter().any(|i| !matches!(i, Item::Comment(_))) {
            self.out.push('\n');
            return self.sequence(rest, depth + 1);
        }
        self.out.push_str(if b.guarded { " ->" } else { ";" });
        match rest {
            [only] if is_simple(only) && b.guarded && self.out.len() - start + width(only) < WIDE => {
                self.out.push(' ');
                self.item(only, depth + 1);
                self.remark(only);
                self.out.push('\n');
            }
            _ => {
                self.out.push('\n');
                self.sequence(rest, depth + 1);
            }
        }
    }
}

fn is_simple(item: &Item) -> bool {
    matches!(item, Item::Statement(_) | Item::Goto(_) | Item::Break)
}

fn width(item: &Item) -> usize {
    match item {
        Item::Statement(s) => s.text.len() + s.remark.as_ref().map_or(0, String::len),
        Item::Goto(name) => name.len() + 5,
        _ => 5,
    }
}
