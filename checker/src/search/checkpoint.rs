//! A search on disk, so that it can go on after it was killed.
//!
//! What is written, all numbers little-endian, `n*` a count of 64 bits and so many of what follows:
//!
//! ```text
//!   u64 magic, u64 fingerprint          of the model and of what is asked: another one cannot go on from here
//!   u64 kind                            0 depth first, 1 breadth first
//!   shapes                              n* (u32 parent, u32 proctype), from number 1 on
//!   statistics                          stored, matched, revisited, atomic steps, depth, milliseconds
//!   errors                              total, n* (kind, message, depth, cycle + 1 or 0, n* (pid, transition))
//!   reached                             n* u32, 0 or 1
//!   then what the kind of search needs  states, and what is left to do with them
//! ```
//!
//! States are written as they lie in memory; the tables that find them are made anew. Whoever keeps the file
//! ([`Archive`]) sees to it that it is whole: a file that was cut off or damaged must not be given back.

use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::explorer::Explorer;
use super::{ErrorFound, ErrorKind, Search};
use crate::bytes::{damaged, get, get_row, get_word, put, put_row, put_words};
use crate::exec::Move;
use crate::exec::shape::ShapeId;
use crate::model::{Model, ProctypeId, TransitionId};
use crate::successors::Expander;

const MAGIC: u64 = u64::from_le_bytes(*b"ax-srch1");

/// Where searches are kept.
pub trait Archive: Debug + Send {
    /// Whether it is time to write again.
    fn is_due(&self) -> bool;

    /// Replaces what was written before by what the function writes.
    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);

    /// What was written before, if there is something.
    fn saved(&mut self) -> Option<Box<dyn Read>>;
}

pub type SharedArchive = Arc<Mutex<dyn Archive>>;

/// Which search it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    DepthFirst = 0,
    BreadthFirst = 1,
}

/// Tells searches apart that cannot go on from each other's states.
pub fn fingerprint(model: &Model, what: &Search) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    format!("{:?} {:?} {:?} {:?}", model.proctypes, model.transitions, model.options, model.prepared).hash(&mut hasher);
    format!("{:?} {:?} {:?}", model.parts, model.resets, model.active).hash(&mut hasher);
    let asked = (what.order, what.all_errors, what.end_states, what.assertions, what.storage, what.reduces());
    format!("{asked:?}").hash(&mut hasher);
    hasher.finish()
}

/// The fingerprint of what was written. `None` if it is none of ours.
pub fn fingerprint_of(input: &mut dyn Read) -> Option<u64> {
    (get(input).ok()? == MAGIC).then(|| get(input).ok())?
}

/// Whether a search is to be written now.
pub fn is_due(what: &Search) -> bool {
    what.checkpoint.as_ref().is_some_and(|archive| lock(archive).is_due())
}

/// Writes a search: what all have in common, then what `rest` writes.
pub fn save(
    explorer: &Explorer,
    expander: Option<&Expander>,
    kind: Kind,
    rest: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) {
    let Some(archive) = &explorer.search.checkpoint else { return };
    lock(archive).save(&mut |out| {
        put(out, MAGIC)?;
        put(out, fingerprint(explorer.model, explorer.search))?;
        put(out, kind as u64)?;
        save_common(explorer, expander, out)?;
        rest(out)
    });
}

/// What a search of this kind has written, up to where it goes on with its own.
pub fn saved(explorer: &mut Explorer, kind: Kind) -> Option<Box<dyn Read>> {
    let archive = explorer.search.checkpoint.clone()?;
    let mut input = lock(&archive).saved()?;
    let found = (get(&mut *input).ok()?, get(&mut *input).ok()?, get(&mut *input).ok()?);
    if found != (MAGIC, fingerprint(explorer.model, explorer.search), kind as u64) {
        return None;
    }
    load_common(explorer, &mut *input).ok()?;
    Some(input)
}

fn lock(archive: &SharedArchive) -> std::sync::MutexGuard<'_, dyn Archive + 'static> {
    archive.lock().unwrap_or_else(PoisonError::into_inner)
}

fn save_common(explorer: &Explorer, expander: Option<&Expander>, out: &mut dyn Write) -> io::Result<()> {
    let shapes = explorer.machine.shapes().history();
    put(out, shapes.len() as u64)?;
    for (parent, proctype) in shapes {
        put_words(out, &[parent.0, proctype.0])?;
    }
    let s = &explorer.statistics;
    let milliseconds = ((s.seconds + explorer.started.elapsed().as_secs_f64()) * 1000.0) as u64;
    for number in [s.stored, s.matched, s.revisited, s.atomic_steps, s.depth, milliseconds] {
        put(out, number)?;
    }
    put(out, explorer.errors_total)?;
    put(out, explorer.errors.len() as u64)?;
    for error in &explorer.errors {
        put_error(out, error)?;
    }
    let reached: Vec<u32> = match expander {
        Some(e) => explorer.reached.iter().zip(&e.reached).map(|(a, b)| u32::from(*a || *b)).collect(),
        None => explorer.reached.iter().map(|&r| u32::from(r)).collect(),
    };
    put_row(out, &reached)
}

fn load_common(explorer: &mut Explorer, input: &mut dyn Read) -> io::Result<()> {
    let model = explorer.model;
    for _ in 0..get(input)? {
        let (parent, proctype) = (ShapeId(get_word(input)?), ProctypeId(get_word(input)?));
        explorer.machine.learn_shape(parent, proctype, model);
    }
    let s = &mut explorer.statistics;
    for number in [&mut s.stored, &mut s.matched, &mut s.revisited, &mut s.atomic_steps, &mut s.depth] {
        *number = get(input)?;
    }
    s.seconds = get(input)? as f64 / 1000.0;
    explorer.errors_total = get(input)?;
    for _ in 0..get(input)? {
        explorer.errors.push(get_error(input)?);
    }
    let reached = get_row(input)?;
    explorer.reached = reached.into_iter().map(|r| r != 0).collect();
    Ok(())
}

const KINDS: [ErrorKind; 7] = [
    ErrorKind::Assertion,
    ErrorKind::EndState,
    ErrorKind::Claim,
    ErrorKind::Trace,
    ErrorKind::Runtime,
    ErrorKind::AcceptanceCycle,
    ErrorKind::ProgressCycle,
];

pub fn put_error(out: &mut dyn Write, error: &ErrorFound) -> io::Result<()> {
    put(out, KINDS.iter().position(|k| *k == error.kind).unwrap_or(0) as u64)?;
    put(out, error.message.len() as u64)?;
    out.write_all(error.message.as_bytes())?;
    put(out, error.depth)?;
    put(out, error.cycle.map_or(0, |c| c as u64 + 1))?;
    put(out, error.trail.len() as u64)?;
    error.trail.iter().try_for_each(|step| put_words(out, &[step.pid, step.transition.0]))
}

pub fn get_error(input: &mut dyn Read) -> io::Result<ErrorFound> {
    let kind = KINDS.get(get(input)? as usize).copied().ok_or_else(damaged)?;
    let mut message = String::new();
    let len = get(input)?;
    input.take(len).read_to_string(&mut message)?;
    let (depth, cycle, steps) = (get(input)?, get(input)?, get(input)?);
    let step = |_| Ok(Move { pid: get_word(input)?, transition: TransitionId(get_word(input)?) });
    let trail = (0..steps).map(step).collect::<io::Result<Vec<Move>>>()?;
    Ok(ErrorFound { kind, message, fault: None, depth, trail, cycle: (cycle as usize).checked_sub(1) })
}
