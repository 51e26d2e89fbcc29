//! Embedded C, as far as Promela knows of it: where its texts stand, which variables they can see, which data of C is
//! part of a state.
//!
//! The C itself is text here. A [`Maker`] from outside makes an engine of it and says how many words its data needs;
//! these are put behind all other data of the state: matched data behind the globals, unmatched data among what is
//! hidden, local data behind each frame. The initial bytes are stored first, then the initialisers of `c_state` run.

use super::types::{Scalar, StructId, Type, Var};
use super::{Compiler, Options};
use crate::model::foreign::{Foreign, Shown, Source, Step as Exchange};
use crate::model::layout::{Leaf, Slot};
use crate::model::{Effect, Expr, Model, Place, ProctypeKind, Region};
use promela::ast::EmbeddedC;
use promela::finding::Findings;
use promela::source::{Sources, Span};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// All embedded C of a model.
#[derive(Debug, Default)]
pub struct Embedded {
    /// `c_decl` and `c_code` outside of proctypes, in order.
    pub parts: Vec<Part>,
    pub states: Vec<State>,
    pub tracks: Vec<Track>,
    /// Typedefs: name and fields.
    pub types: Vec<(String, Vec<Variable>)>,
    pub globals: Vec<Variable>,
    pub proctypes: Vec<Proctype>,
    pub steps: Vec<Step>,
    /// `c_state` as it stands, until the proctypes are known.
    unresolved: Vec<EmbeddedC>,
}

#[derive(Debug)]
pub struct Part {
    pub is_code: bool,
    pub text: String,
    pub span: Span,
}

#[derive(Debug)]
pub struct State {
    /// A declaration without its semicolon.
    pub text: String,
    pub owner: Owner,
    pub init: Option<String>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    Global,
    Hidden,
    /// Of a proctype, by its number.
    Local(u32),
}

#[derive(Debug)]
pub struct Track {
    pub address: String,
    pub size: String,
    pub matched: bool,
    pub span: Span,
}

/// A variable, or a field of a typedef.
#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    pub ty: Kind,
    pub len: Option<u32>,
    /// Its scalars, each with the way to it (`a[1].x`), without those that are channels.
    pub scalars: Vec<(String, Slot)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// An integer of so many bits.
    Integer {
        bits: u8,
        signed: bool,
    },
    Struct(String),
    /// Not reached from C.
    Channel,
}

#[derive(Debug)]
pub struct Proctype {
    pub name: String,
    pub variables: Vec<Variable>,
    pub is_claim: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    Code,
    /// The value of a `c_expr`, in an expression.
    Value,
    /// A `c_expr` that is a statement: it is waited for.
    Guard,
    /// Runs the initialisers of global data, and of the data of a proctype.
    Initial,
}

#[derive(Debug)]
pub struct Step {
    /// The proctype whose process takes it.
    pub proctype: Option<u32>,
    pub kind: StepKind,
    pub precondition: Option<String>,
    pub text: String,
    pub span: Span,
}

/// What a [`Maker`] makes.
pub struct Made {
    pub engine: Arc<dyn crate::model::foreign::Engine>,
    /// The initial words of data: matched, unmatched, and of each proctype.
    pub global: Vec<u32>,
    pub hidden: Vec<u32>,
    pub locals: Vec<Vec<u32>>,
    /// Scalars among these words, each relative to the first of its own.
    pub shown: Shown,
}

/// Makes an engine. `None` after an error among the findings.
#[derive(Clone, Copy)]
pub struct Maker(pub fn(&Embedded, &Sources, &mut Findings) -> Option<Made>);

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Maker")
    }
}

impl Compiler<'_> {
    fn refuse(&mut self, span: Span, message: &str) {
        self.error("C041", span, message.to_string());
    }

    /// `c_decl`, `c_code`, `c_state` or `c_track` outside of proctypes.
    pub(super) fn embedded_unit(&mut self, c: &EmbeddedC) {
        if !self.takes_embedded {
            return self.refuse(c.span, "embedded C is not taken here");
        }
        match c.keyword.as_str() {
            "c_state" => self.embedded.unresolved.push(c.clone()),
            "c_track" => self.c_track(c),
            keyword => {
                let part = Part { is_code: keyword == "c_code", text: c.text.clone(), span: c.span };
                self.embedded.parts.push(part);
            }
        }
    }

    fn c_state(&mut self, c: &EmbeddedC) {
        let strings = strings(&c.text);
        let [text, owner, rest @ ..] = &strings[..] else { return self.refuse(c.span, "`c_state` needs two strings") };
        let words: Vec<&str> = owner.split_whitespace().collect();
        let owner = match words[..] {
            ["Global"] => Owner::Global,
            ["Hidden"] => Owner::Hidden,
            ["Local", name] => match self.proc_names.get(name) {
                Some(&p) if !self.procs[p as usize].is_claim() => Owner::Local(p),
                _ => return self.refuse(c.span, &format!("there is no proctype `{name}`")),
            },
            _ => return self.refuse(c.span, "the second string is `Global`, `Hidden` or `Local` and a proctype"),
        };
        let state = State { text: text.clone(), owner, init: rest.first().cloned(), span: c.span };
        self.embedded.states.push(state);
    }

    fn c_track(&mut self, c: &EmbeddedC) {
        let strings = strings(&c.text);
        let [address, size, rest @ ..] = &strings[..] else {
            return self.refuse(c.span, "`c_track` needs two strings");
        };
        let matched = match rest.first().map(String::as_str) {
            None | Some("Matched") => true,
            Some("UnMatched") => false,
            Some(other) => {
                return self.refuse(c.span, &format!("`{other}`: `Matched` and `UnMatched` are known here"));
            }
        };
        self.embedded.tracks.push(Track { address: address.clone(), size: size.clone(), matched, span: c.span });
    }

    /// A step in the body of a proctype, or in an expression outside of all.
    pub(super) fn embedded_step(&mut self, c: &EmbeddedC, kind: StepKind, proctype: Option<u32>) -> Expr {
        if !self.takes_embedded {
            self.refuse(c.span, "embedded C is not taken here");
        } else if c.keyword == "c_decl" {
            self.refuse(c.span, "`c_decl` stands outside of proctypes");
        }
        let number = self.embedded.steps.len() as u32;
        let (precondition, text) = (c.precondition.clone(), c.text.clone());
        self.embedded.steps.push(Step { proctype, kind, precondition, text, span: c.span });
        Expr::Foreign(number)
    }

    /// Makes the engine and the data of embedded C, if there is any.
    pub(super) fn make_embedded(&mut self, model: &mut Model, options: &Options) {
        let Some(maker) = options.embedded else { return };
        for state in std::mem::take(&mut self.embedded.unresolved) {
            self.c_state(&state);
        }
        let e = &self.embedded;
        if e.parts.is_empty() && e.states.is_empty() && e.tracks.is_empty() && e.steps.is_empty() {
            return;
        }
        self.describe();
        let inits: Vec<Option<u32>> = (0..self.procs.len() as u32).map(|p| self.initial(Owner::Local(p))).collect();
        let init = self.initial(Owner::Global);
        let Some(made) = (maker.0)(&self.embedded, self.sources, self.findings) else { return };
        let unmatched = !made.hidden.is_empty();
        let global = grow(&mut model.global_words, &made.global);
        let hidden = grow(&mut model.hidden_words, &made.hidden);
        // Keeps away what goes from state to state: see `model::foreign`.
        model.hidden_words = model.hidden_words.max(1);
        let mut locals = Vec::new();
        for (p, words) in model.proctypes.iter_mut().zip(&made.locals) {
            let range = grow(&mut p.frame_words, words);
            p.init.extend(stores(Region::Local, &range, words));
            locals.push(range);
        }
        model.init.extend(stores(Region::Global, &global, &made.global));
        model.init.extend(stores(Region::Hidden, &hidden, &made.hidden));
        model.init.extend(init.map(|step| Effect::Require(Expr::Foreign(step))));
        for (p, init) in model.proctypes.iter_mut().zip(inits) {
            p.init.extend(init.map(|step| Effect::Require(Expr::Foreign(step))));
        }
        let exchange = |step: &Step| {
            let of = |region: Region, list: &[Variable]| -> Vec<Source> {
                list.iter().flat_map(|v| v.scalars.iter().map(move |(_, s)| Source::Variable(region, *s))).collect()
            };
            let mut values = vec![Source::Pid, Source::Count];
            values.extend(of(Region::Global, &self.embedded.globals));
            let mut words = vec![(Region::Global, global.clone()), (Region::Hidden, hidden.clone())];
            if let Some(p) = step.proctype {
                values.extend(of(Region::Local, &self.embedded.proctypes[p as usize].variables));
                words.push((Region::Local, locals[p as usize].clone()));
            }
            Exchange { values, words }
        };
        let steps = self.embedded.steps.iter().map(exchange).collect();
        let placed = |list: Vec<Leaf>, words: &Range<u32>| -> Vec<Leaf> {
            let place = |leaf: Leaf| Leaf { slot: Slot { word: leaf.slot.word + words.start, ..leaf.slot }, ..leaf };
            list.into_iter().map(place).collect()
        };
        let shown = Shown {
            global: placed(made.shown.global, &global),
            hidden: placed(made.shown.hidden, &hidden),
            locals: made.shown.locals.into_iter().zip(&locals).map(|(list, words)| placed(list, words)).collect(),
        };
        model.foreign = Some(Foreign { engine: made.engine, steps, unmatched, shown });
    }

    /// A step that runs the initialisers of data of C, if there are any.
    fn initial(&mut self, owner: Owner) -> Option<u32> {
        let proctype = match owner {
            Owner::Local(p) => Some(p),
            Owner::Global | Owner::Hidden => None,
        };
        let own = |s: &&State| s.owner == owner || (owner == Owner::Global && s.owner == Owner::Hidden);
        let span = self.embedded.states.iter().filter(|s| s.init.is_some()).find(own)?.span;
        let number = self.embedded.steps.len() as u32;
        let (kind, text) = (StepKind::Initial, String::new());
        self.embedded.steps.push(Step { proctype, kind, precondition: None, text, span });
        Some(number)
    }

    /// What C can see of the model.
    fn describe(&mut self) {
        let globals: Vec<&Var> = self.globals.iter().filter(|v| v.base == Region::Global).collect();
        let globals = self.variables(&globals);
        let proctypes = self
            .procs
            .iter()
            .map(|p| {
                let locals: Vec<&Var> = p.locals.iter().collect();
                let is_claim = !matches!(p.kind, ProctypeKind::Proctype | ProctypeKind::Init);
                Proctype { name: p.name.clone(), variables: self.variables(&locals), is_claim }
            })
            .collect();
        let types = self
            .structs
            .iter()
            .map(|s| {
                let field = |f: &super::types::Field| Variable {
                    name: f.name.clone(),
                    ty: self.kind(f.ty),
                    len: f.len,
                    scalars: Vec::new(),
                };
                (s.name.clone(), s.fields.iter().map(field).collect())
            })
            .collect();
        self.embedded.globals = globals;
        self.embedded.proctypes = proctypes;
        self.embedded.types = types;
    }

    fn kind(&self, ty: Type) -> Kind {
        match ty {
            Type::Scalar(Scalar::Chan) => Kind::Channel,
            Type::Scalar(s) => Kind::Integer { bits: s.bits(), signed: s.signed() },
            Type::Struct(StructId(id)) => Kind::Struct(self.structs[id as usize].name.clone()),
        }
    }

    /// Variables by their names; of several with one name (in blocks of a body) none.
    fn variables(&self, list: &[&Var]) -> Vec<Variable> {
        let single = |v: &&&Var| list.iter().filter(|o| o.name == v.name).count() == 1;
        list.iter()
            .filter(single)
            .map(|v| {
                let mut leaves = Vec::new();
                self.leaves(v, &mut leaves);
                let is_number = |l: &crate::model::layout::Leaf| l.show != crate::model::layout::Show::Channel;
                let scalars = leaves.into_iter().filter(is_number).map(|l| (l.name, l.slot)).collect();
                Variable { name: v.name.clone(), ty: self.kind(v.ty), len: v.len, scalars }
            })
            .collect()
    }
}

/// More words at the end of a region.
fn grow(region: &mut u32, words: &[u32]) -> Range<u32> {
    let first = *region;
    *region += words.len() as u32;
    first..*region
}

/// Stores words that are not 0.
fn stores<'a>(region: Region, range: &Range<u32>, words: &'a [u32]) -> impl Iterator<Item = Effect> + 'a {
    let filled = range.clone().zip(words).filter(|(_, value)| **value != 0);
    filled.map(move |(word, value)| Effect::Assign {
        place: Place::Slot { region, slot: Slot::word(word) },
        value: Expr::i32(*value as i32),
    })
}

/// The strings of `c_state` and `c_track`, without their quotes.
fn strings(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '"' {
            continue;
        }
        let mut string = String::new();
        while let Some(c) = chars.next() {
            match c {
                '"' => break,
                '\\' => string.extend(chars.next()),
                c => string.push(c),
            }
        }
        out.push(string);
    }
    out
}
