//! The slicer: what a property does not depend on goes.
//!
//! Follows section 5.1 of Holzmann's notes on software model checking, on the syntax tree of a whole Promela model:
//!
//! ```text
//!   names     every variable and label gets a name of its own
//!   objects   what can be set and read; channels: which of them may be the same; ranges: which values
//!   graph     the control flow of each process, with what each statement sets, reads and waits for (facts)
//!   property  what must not change for this property; bubble: decisions that decide nothing
//!   relevant  the fixed point
//!   plan      which declarations stay; rewrite: the program without the rest; output: all of it together, made simpler
//! ```
//!
//! Differs from the notes: channels are sliced field by field; what can fail at run time (an index, a division, a
//! channel that may not be there) is part of every property; a cycle without anything relevant in it is no bubble.
//! Spans are those of the original, so that a search in the slice tells places in the user's text.
//!
//! Does not change the claim, and does not decide whether slicing pays.

mod bubble;
mod channels;
mod criteria;
mod dropped;
mod extra;
mod facts;
mod graph;
mod handshake;
mod label;
mod names;
mod objects;
mod output;
mod plan;
mod process;
mod process_limit;
mod property;
mod quotient;
mod ranges;
mod reach;
mod relevant;
mod rewrite;
mod simplify;
mod types;
mod values;
mod visit;
mod walk;
mod why;

pub use dropped::{Dropped, Kind};
pub use output::Sliced;
pub use property::{Cycles, Decisions, Property};
pub use quotient::may_overflow;
pub use why::Link;

use channels::Channels;
use criteria::criteria;
use extra::add_objects;
use facts::Context;
use graph::Statements;
use handshake::look_for_handshakes;
use objects::{Objects, What};
use output::finish;
use process::process;
use process_limit::may_exceed;
use promela::ast::{Program, Unit};
use property::Licence;
use ranges::{Ranges, active_parameters};
use relevant::Process;

/// Slices a program for a property. The program must be one that compiles.
pub fn cut(program: &Program, property: &Property) -> Sliced {
    let mut program = program.clone();
    let names = names::resolve(&mut program);
    let mut objects = Objects::of(&names);
    let mut channels = Channels::of(&program, &names, &objects);
    let mut licence = Licence::of(&program, &names, property);
    channels.active_parameters(&active_parameters(&program, &names), &objects);
    add_objects(&program, &names, &channels, property, &licence, &mut objects);
    let ranges = Ranges::of(&program, &names, &objects, &channels);
    let context = Context {
        names: &names,
        objects: &objects,
        channels: &channels,
        ranges: &ranges,
        exceeds_processes: may_exceed(&program),
    };

    let mut all = Statements::default();
    let mut graphs = Vec::new();
    for unit in &program.units {
        match unit {
            Unit::Proctype(p) => graphs.push((p, graph::build(p, context, &mut all))),
            Unit::Never(c) => graph::number(&c.body, &mut all),
            Unit::Trace(t) => graph::number(&t.body, &mut all),
            _ => {}
        }
    }
    for (_, g) in &graphs {
        g.note_labels(&|key| objects.find(&What::At(key.to_string())), &mut all);
    }
    look_for_handshakes(&program, &graphs, &context, &mut licence);
    let processes: Vec<Process> =
        graphs.into_iter().map(|(p, g)| process(p, g, &context, &all, property, &licence)).collect();
    let criteria = criteria(&program, &context, &all, property, &licence);
    let names_of: Vec<&str> = processes.iter().map(|p| p.name.as_str()).collect();
    let locals = reach::locals(&context, &names_of);
    let relevance = relevant::find(&processes, &all, locals, &criteria, licence.waiting);
    finish(&program, &context, &all, &processes, &relevance, property, &licence)
}
