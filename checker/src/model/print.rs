//! The text form of a model: lists in parentheses, one transition or declaration a line. [`super::read`] reads it
//! again.
//!
//! ```text
//! (load i32 global u8@1.0)                     8 bits, unsigned, at bit 0 of word 1 of the global part
//! (load i32 local i16+6[(pid) 3 2])            an element: from byte 6 on, an index below 3, 2 bytes apart
//! (state s3 end (to s4 (when (gt i32 … 0:i32)) (do (assign global u8@1.0 5:i32)) (statement 7)))
//! ```
//!
//! Places in the program text are not told: a model that was read has none. What `optimise` adds for the search is not
//! told either.

use super::form::Item;
use super::layout::{Cell, ChannelType, Leaf, Show, Slot};
use super::names::name;
use super::object::{Home, Object};
use super::{
    Effect, Expr, Graph, GraphNode, Guard, Index, Model, Pattern, Place, Position, Proctype, ProctypeKind, Statement,
    StatementKind, Transition,
};
use std::fmt::{self, Display, Formatter, Write};

/// `u8`, `i16`, `u1`
impl Display for Cell {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

/// `u8@1.16`
impl Display for Slot {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let cell = Cell { bits: self.bits, signed: self.signed };
        write!(f, "{cell}@{}.{}", self.word, self.shift)
    }
}

/// `[INDEX LENGTH STRIDE]`
impl Display for Index {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "[{} {} {}]", self.index, self.len, self.stride)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Place::Slot { region, slot } => write!(f, "{region} {slot}"),
            Place::Element { region, at, indices, cell } => {
                write!(f, "{region} {cell}+{at}")?;
                indices.iter().try_for_each(|i| write!(f, " {i}"))
            }
            Place::Remote { process, proctype, place } => write!(f, "remote {proctype} {process} {place}"),
            Place::At { address, cell } => write!(f, "at {cell} {address}"),
            Place::Temp { temp, ty } => write!(f, "temp {temp} {ty}"),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if let Expr::Const(c) = self {
            return write!(f, "{c}");
        }
        let form = self.form();
        write!(f, "({}{})", form.head, List(&form.items))
    }
}

impl Display for Item<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Item::Word(word) => f.write_str(word),
            Item::Type(ty) => write!(f, "{ty}"),
            Item::Value(e, _) | Item::Any(e) | Item::Integer(e) | Item::Condition(e) => write!(f, "{e}"),
            Item::Loaded(place, _) | Item::Addressed(place) | Item::Stored(place, _) => write!(f, "{place}"),
            Item::Result(place) => write!(f, "(result {place})"),
            Item::Pattern { pattern, .. } => write!(f, "{pattern}"),
            Item::Label(label) => write!(f, "{label}"),
            Item::Proctype(proctype) => write!(f, "{proctype}"),
            Item::Message(message) => write!(f, "{message}"),
            Item::Format(format) => write!(f, "{format}"),
            Item::Mtype(mtype) => write!(f, "{mtype}"),
            Item::Priority(priority) => write!(f, "{priority}"),
            Item::Graph(graph) => write!(f, "{graph}"),
        }
    }
}

/// Each with a space before it.
struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|item| write!(f, " {item}"))
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Pattern::Match(value) => write!(f, "(match {value})"),
            Pattern::Store(place) => write!(f, "(store {place})"),
            Pattern::Ignore => f.write_str("_"),
        }
    }
}

impl Display for Guard {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Guard::Never => f.write_str("(never)"),
            Guard::Always => f.write_str("(always)"),
            Guard::Else => f.write_str("(else)"),
            Guard::When(condition) => write!(f, "(when {condition})"),
        }
    }
}

impl Display for Effect {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if let Effect::DStep(graph) = self {
            return write!(f, "{graph}");
        }
        let form = self.form();
        write!(f, "({}{})", form.head, List(&form.items))
    }
}

impl Display for Graph {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "(d_step {}", self.line)?;
        for node in &self.nodes {
            match node {
                GraphNode::Step { guard, effects, position, next } => {
                    write!(f, "\n        (node {} {guard} (do{})", name(&Position::ALL, *position), List(effects))?;
                    match next {
                        Some(next) => write!(f, " {next})")?,
                        None => f.write_str(")")?,
                    }
                }
                GraphNode::Choice { options, position } => {
                    write!(f, "\n        (choice {}{})", name(&Position::ALL, *position), List(options))?;
                }
            }
        }
        f.write_str(")")
    }
}

/// A string in quotes, with `\"`, `\\` and `\n`.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

impl Display for Show {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Show::Number => f.write_str("number"),
            Show::Channel => f.write_str("channel"),
            Show::Mtype(m) => write!(f, "mtype{m}"),
        }
    }
}

impl Display for Leaf {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "({} {} {})", Quoted(&self.name), self.slot, self.show)
    }
}

impl Display for ChannelType {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(
            f,
            "(channel-type {} {} {} {} {}",
            Quoted(&self.name),
            self.capacity,
            self.stride,
            self.first,
            self.words
        )?;
        for (slot, show) in self.fields.iter().zip(&self.shows) {
            write!(f, " ({slot} {show})")?;
        }
        f.write_str(")")
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "(object {} ", Quoted(&self.name))?;
        match self.home {
            Home::Static => f.write_str("static")?,
            Home::Frame(proctype) => write!(f, "{proctype}")?,
        }
        write!(f, " {} {}{})", self.at, self.size, if self.writable { "" } else { " constant" })
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let kind = name(&StatementKind::ALL, self.kind);
        write!(f, "(statement {} {} {} {kind}", Quoted(&self.text), self.proctype, self.state)?;
        let standing = self.standing;
        for (is_so, word) in [
            (self.silent, "silent"),
            (standing.in_atomic, "in-atomic"),
            (standing.labelled, "labelled"),
            (standing.escapes, "escapes"),
        ] {
            if is_so {
                write!(f, " {word}")?;
            }
        }
        f.write_str(")")
    }
}

impl Display for Transition {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "(to {} {}", self.target, self.guard)?;
        if !self.effects.is_empty() {
            write!(f, " (do{})", List(&self.effects))?;
        }
        for (is_so, word) in [(self.atomic, "atomic"), (self.receives, "receives"), (self.repeats, "repeats")] {
            if is_so {
                write!(f, " {word}")?;
            }
        }
        if self.escape > 0 {
            write!(f, " (escape {})", self.escape)?;
        }
        write!(f, " (id {}) (statement {}))", self.id, self.statement)
    }
}

impl Model {
    /// The text form.
    pub fn text(&self) -> String {
        let mut out = String::from("(model\n");
        // Writing to a string does not fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "  (words {} {})", self.global_words, self.hidden_words)?;
        for flag in self.flags() {
            writeln!(out, "  ({flag})")?;
        }
        for m in &self.mtypes {
            let names: Vec<Quoted> = m.names.iter().map(|n| Quoted(n)).collect();
            writeln!(out, "  (mtype {}{})", Quoted(&m.subtype), List(&names))?;
        }
        for (word, texts) in [("message", &self.messages), ("format", &self.formats)] {
            for text in texts {
                writeln!(out, "  ({word} {})", Quoted(text))?;
            }
        }
        for ty in &self.channel_types {
            writeln!(out, "  {ty}")?;
        }
        for (ty, (region, slot)) in self.global_channels.iter().zip(&self.channel_variables) {
            writeln!(out, "  (channel {ty} {region} {slot})")?;
        }
        for (word, leaves) in [("global", &self.global_leaves), ("hidden", &self.hidden_leaves)] {
            for leaf in leaves {
                writeln!(out, "  ({word} {leaf})")?;
            }
        }
        for object in &self.objects {
            writeln!(out, "  {object}")?;
        }
        for effect in &self.init {
            writeln!(out, "  (init {effect})")?;
        }
        for (state, owner) in self.label_refs.iter().zip(&self.label_owners) {
            writeln!(out, "  (label {owner} {state})")?;
        }
        for statement in &self.statements {
            writeln!(out, "  {statement}")?;
        }
        for p in &self.proctypes {
            self.write_proctype(p, out)?;
        }
        for (proctype, priority) in &self.active {
            writeln!(out, "  (active {proctype} {priority})")?;
        }
        for proctype in &self.claims {
            writeln!(out, "  (claim {proctype})")?;
        }
        if let Some(claim) = &self.claim {
            let counts = if claim.counts_steps { " counts-steps" } else { "" };
            writeln!(out, "  (use-claim {} {}{counts})", claim.proctype, claim.frame)?;
        }
        if let Some(trace) = &self.trace {
            let negated = if trace.negated { " negated" } else { "" };
            writeln!(out, "  (use-trace {} {}{negated})", trace.proctype, trace.event)?;
            for (word, list) in [("trace-send", &trace.sends), ("trace-receive", &trace.receives)] {
                for channel in list {
                    writeln!(out, "  ({word} {channel})")?;
                }
            }
        }
        if let Some(slot) = self.last {
            writeln!(out, "  (last {slot})")?;
        }
        out.push_str(")\n");
        Ok(())
    }

    /// What occurs in the program.
    pub(super) fn flags(&self) -> Vec<&'static str> {
        let flags = [
            (self.has_priority, "has-priority"),
            (self.has_timeout, "has-timeout"),
            (self.has_np, "has-np"),
            (self.has_enabled, "has-enabled"),
            (self.has_provided, "has-provided"),
            (self.has_rendezvous, "has-rendezvous"),
        ];
        flags.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word).collect()
    }

    fn write_proctype(&self, p: &Proctype, out: &mut String) -> fmt::Result {
        writeln!(out, "  (proctype {} {}", Quoted(&p.name), name(&ProctypeKind::ALL, p.kind))?;
        if p.deterministic {
            out.push_str("    (deterministic)\n");
        }
        writeln!(out, "    (frame {} {})", p.frame_words, p.pc)?;
        if let Some(slot) = p.priority {
            writeln!(out, "    (priority {slot})")?;
        }
        for slot in &p.params {
            writeln!(out, "    (parameter {slot})")?;
        }
        for (ty, slot) in &p.channels {
            writeln!(out, "    (channel {ty} {slot})")?;
        }
        for leaf in &p.leaves {
            writeln!(out, "    (local {leaf})")?;
        }
        for (label, state) in &p.labels {
            writeln!(out, "    (label {} {state})", Quoted(label))?;
        }
        for promise in &p.promises {
            writeln!(out, "    ({} {})", if promise.sends { "xs" } else { "xr" }, promise.channel)?;
        }
        for effect in &p.init {
            writeln!(out, "    (init {effect})")?;
        }
        if let Some(condition) = &p.provided {
            writeln!(out, "    (provided {condition})")?;
        }
        writeln!(out, "    (start {})", p.start)?;
        for (number, state) in p.states.iter().enumerate().skip(1) {
            write!(out, "    (state s{number}")?;
            for (is_so, word) in [(state.end, "end"), (state.accept, "accept"), (state.progress, "progress")] {
                if is_so {
                    write!(out, " {word}")?;
                }
            }
            for t in state.transitions() {
                write!(out, "\n      {}", self.transitions[t as usize])?;
            }
            out.push_str(")\n");
        }
        out.push_str("  )\n");
        Ok(())
    }
}
