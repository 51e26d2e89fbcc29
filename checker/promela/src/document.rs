//! A model with its text: trees in the order in which they are written, with what the text has besides them.
//!
//! A model that is put together from several sources is a [`Document`]: proctypes that were built, texts that somebody
//! wrote (with the trees they were read into), macros. [`Document::print`] writes it once, in the manner of the notes'
//! Figures 20 and 21, and gives every statement its place in the text. [`Document::program`] is the tree that goes to
//! the compiler.

mod layout;

pub use layout::{Printed, expression, statement};

use super::ast::{Expr, Proctype, Program, Sequence, Unit};
use super::fragment;

#[derive(Clone, Debug, Default)]
pub struct Document {
    pub parts: Vec<Part>,
}

/// A part of a model.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Part {
    /// Text as somebody wrote it, comments and blank lines among it, and its units with their places in this text.
    Text { text: String, units: Vec<Unit> },
    /// `#define NAME …`; trees have [`ExprKind::Named`](super::ast::ExprKind::Named) for its uses. With a value it is a
    /// constant, which what somebody wrote may use by its name.
    Define { name: String, text: String, value: Option<Expr> },
    /// A declaration that several models of one program may have. Its text is guarded by its name.
    Shared(Shared),
    /// A proctype that was built.
    Process(Proctype),
    /// `inline f(a, b) { … }`: nothing that runs by itself.
    Inline { name: String, params: Vec<String>, body: Sequence },
}

#[derive(Clone, Debug)]
pub struct Shared {
    pub name: String,
    /// As somebody wrote it.
    pub text: Option<String>,
    pub units: Vec<Unit>,
    /// Another part before it is the same: this one only stands in the text.
    pub repeated: bool,
}

impl Part {
    /// Text without a meaning.
    pub fn layout(text: impl Into<String>) -> Part {
        Part::Text { text: text.into(), units: Vec::new() }
    }

    pub fn proctype(&self) -> Option<&Proctype> {
        match self {
            Part::Process(p) => Some(p),
            _ => None,
        }
    }
}

impl Document {
    /// Adds parts; what is shared counts once.
    pub fn extend(&mut self, parts: impl IntoIterator<Item = Part>) {
        for mut part in parts {
            if let Part::Shared(new) = &mut part {
                new.repeated = self.parts.iter().any(|p| matches!(p, Part::Shared(old) if old.name == new.name));
            }
            self.parts.push(part);
        }
    }

    /// The units in order.
    pub fn each_unit(&self, tell: &mut dyn FnMut(Declared<'_>)) {
        for part in &self.parts {
            match part {
                Part::Text { units, .. } | Part::Shared(Shared { units, repeated: false, .. }) => {
                    units.iter().for_each(|unit| tell(Declared::Unit(unit)));
                }
                Part::Process(p) => tell(Declared::Process(p)),
                Part::Shared(Shared { repeated: true, .. }) | Part::Define { .. } | Part::Inline { .. } => {}
            }
        }
    }

    /// All proctypes: those that were built, and those of texts.
    pub fn proctypes(&self) -> Vec<&Proctype> {
        let mut list = Vec::new();
        for part in &self.parts {
            match part {
                Part::Process(p) => list.push(p),
                Part::Text { units, .. } => list.extend(units.iter().filter_map(|unit| match unit {
                    Unit::Proctype(p) => Some(p),
                    _ => None,
                })),
                Part::Shared(_) | Part::Define { .. } | Part::Inline { .. } => {}
            }
        }
        list
    }

    /// What the model defines, as a text that another one is read with.
    pub fn definitions(&self) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Text { text, .. } | Part::Define { text, .. } => out.push_str(text),
                Part::Shared(Shared { repeated: false, text, units, .. }) => match text {
                    Some(text) => out.push_str(text),
                    None => units.iter().for_each(|unit| out.push_str(&layout::unit(unit))),
                },
                Part::Shared(Shared { repeated: true, .. }) | Part::Process(_) | Part::Inline { .. } => {}
            }
            out.push('\n');
        }
        out
    }

    /// The macros without parameters, with what they stand for.
    pub fn macros(&self) -> Vec<(String, String)> {
        fragment::defined(&[&self.definitions()])
    }

    /// A proctype that was built.
    pub fn process(&self, name: &str) -> Option<&Proctype> {
        self.parts.iter().filter_map(Part::proctype).find(|p| p.name.name == name)
    }

    /// The same, to change it.
    pub fn process_mut(&mut self, name: &str) -> Option<&mut Proctype> {
        self.parts.iter_mut().find_map(|part| match part {
            Part::Process(p) if p.name.name == name => Some(p),
            _ => None,
        })
    }

    /// The proctypes that were built, to change them.
    pub fn processes_mut(&mut self) -> impl Iterator<Item = &mut Proctype> {
        self.parts.iter_mut().filter_map(|part| match part {
            Part::Process(p) => Some(p),
            _ => None,
        })
    }
}

/// Something that a document declares.
pub enum Declared<'d> {
    Unit(&'d Unit),
    Process(&'d Proctype),
}

impl Printed {
    /// The program without what only its text has: as the parser would read the text.
    pub fn plain(&self) -> Program {
        let mut units = self.units.clone();
        super::plain(&mut units);
        Program { units }
    }
}
