//! Which parts of a state the options of a process touch.
//!
//! What they touch is read off their code (`stubborn::footprint`). Which element of an array that is, or which channel, may depend on the
//! frame of the process. The frame is known where this is asked, so the answer is exact; but it is kept by those
//! variables of the frame that it depends on, because there are far fewer values of these than there are frames.

use std::cell::RefCell;
use std::collections::HashMap;

use super::space::{CLAIM, Inner, SHAPE};
use crate::exec::Machine;
use crate::exec::shape::{ProcessPlace, Shape};
use crate::model::layout::Slot;
use crate::model::op::{Base, CodeRef};
use crate::model::{Action, Model, TransitionId};
use crate::stubborn::footprint::{self, Footprint, Known, Nothing, Range};

/// A set of parts, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TouchId(pub u32);

/// The sets of parts that came up.
#[derive(Debug, Default)]
pub struct Touches {
    sets: Vec<Vec<u32>>,
    /// By pid and control state, in the order of `Model::options`.
    places: HashMap<(u32, u32), Place>,
}

/// What is known of a control state of a process.
#[derive(Debug)]
enum Place {
    /// It may touch anything.
    Anything,
    /// Always the same.
    Fixed(TouchId),
    /// It depends on these variables of the frame.
    ByFrame { asked: Vec<Slot>, sets: HashMap<Vec<i32>, Option<TouchId>> },
}

/// A state as far as a claim sees it.
#[derive(Clone, Copy)]
struct ClaimFrame<'a> {
    /// `None` if nothing is to be known.
    row: Option<&'a [u32]>,
    shape: &'a Shape,
    /// Where its frame begins, and what of it is written, in bits of the global part.
    frame: u32,
    written: &'a [Range],
}

impl Known for ClaimFrame<'_> {
    fn pid(&self) -> Option<i32> {
        None
    }

    fn local(&self, slot: Slot) -> Option<i32> {
        self.global(Slot { word: self.frame + slot.word, ..slot })
    }

    fn global(&self, slot: Slot) -> Option<i32> {
        let row = self.row.filter(|_| !self.written.iter().any(|w| w.meets(Range::of(slot))))?;
        row.get(slot.word as usize).map(|&word| slot.get(word))
    }

    fn first_pid(&self, proctype: u32) -> Option<i32> {
        self.row?;
        Some(self.shape.processes.iter().position(|p| p.proctype.0 == proctype).map_or(-1, |pid| pid as i32))
    }
}

/// What runs when the options of a control state are tried.
struct Codes {
    codes: Vec<CodeRef>,
    /// Variables that are reset afterwards.
    resets: Vec<(Base, Slot)>,
}

/// The frame of a process as far as it stays as it is.
struct Frame<'a> {
    pid: u32,
    /// `None` if nothing is to be known.
    words: Option<&'a [u32]>,
    written: &'a [Range],
    asked: RefCell<Vec<Slot>>,
}

impl Known for Frame<'_> {
    fn pid(&self) -> Option<i32> {
        Some(self.pid as i32)
    }

    fn local(&self, slot: Slot) -> Option<i32> {
        let words = self.words?;
        if self.written.iter().any(|w| w.meets(Range::of(slot))) {
            return None;
        }
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&slot) {
            asked.push(slot);
        }
        words.get(slot.word as usize).map(|&word| slot.get(word))
    }

    fn global(&self, _slot: Slot) -> Option<i32> {
        None
    }
}

impl Touches {
    pub fn parts(&self, id: TouchId) -> &[u32] {
        &self.sets[id.0 as usize]
    }

    /// All sets, in the order of their numbers.
    pub fn all(&self) -> impl Iterator<Item = &[u32]> {
        self.sets.iter().map(Vec::as_slice)
    }

    /// The set of all parts of these sets.
    pub fn join(&mut self, sets: &[u32]) -> TouchId {
        let parts = sets.iter().flat_map(|&set| self.sets[set as usize].iter().copied());
        let parts = parts.collect();
        self.add(parts)
    }

    /// The number of a set.
    fn add(&mut self, mut set: Vec<u32>) -> TouchId {
        set.sort_unstable();
        set.dedup();
        let known = self.sets.iter().position(|s| *s == set);
        TouchId(known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }) as u32)
    }

    pub fn bytes(&self) -> u64 {
        self.sets.iter().map(|set| set.capacity() as u64 * 4 + 64).sum::<u64>() + self.places.len() as u64 * 256
    }

    /// What a process touches with these options, given its frame. `None` if it may be anything.
    pub fn find(
        &mut self,
        model: &Model,
        space: &mut Inner,
        (pid, place): (u32, ProcessPlace),
        frame: &[u32],
        state: u32,
    ) -> Option<TouchId> {
        match self.places.get(&(pid, state)) {
            Some(Place::Anything) => return None,
            Some(Place::Fixed(id)) => return Some(*id),
            Some(Place::ByFrame { asked, sets }) => {
                let values: Vec<i32> = asked.iter().map(|slot| slot.get(frame[slot.word as usize])).collect();
                if let Some(&known) = sets.get(&values) {
                    return known;
                }
            }
            None => {}
        }
        let codes = codes(model, state);
        let blind = Frame { pid, words: None, written: &[], asked: RefCell::default() };
        let Some(all) = prints(model, &codes, &blind) else {
            self.places.insert((pid, state), Place::Anything);
            return None;
        };
        if all.iter().all(is_exact) {
            let set = {
                let own = vec![space.process(pid)];
                self.set(model, space, own, &codes, &all)
            };
            self.places.insert((pid, state), set.map_or(Place::Anything, Place::Fixed));
            return set;
        }
        let written: Vec<Range> = all.iter().flat_map(|print| print.local_writes.iter().copied()).collect();
        let resets = codes.resets.iter().filter(|(base, _)| *base == Base::Local).map(|(_, slot)| Range::of(*slot));
        let written: Vec<Range> = written.into_iter().chain(resets).collect();
        let frame_words = &frame[..model.proctype(place.proctype).frame_words as usize];
        let known = Frame { pid, words: Some(frame_words), written: &written, asked: RefCell::default() };
        let found = prints(model, &codes, &known);
        let set = found.and_then(|found| {
            let own = vec![space.process(pid)];
            self.set(model, space, own, &codes, &found)
        });
        let asked = known.asked.into_inner();
        let entry = self.places.entry((pid, state));
        let by_frame = entry.or_insert_with(|| Place::ByFrame { asked: Vec::new(), sets: HashMap::new() });
        if let Place::ByFrame { asked: before, sets } = by_frame {
            if asked.iter().any(|slot| !before.contains(slot)) {
                before.extend(asked.into_iter().filter(|slot| !before.contains(slot)).collect::<Vec<_>>());
                sets.clear();
            }
            let values = before.iter().map(|slot| slot.get(frame[slot.word as usize])).collect();
            sets.insert(values, set);
        }
        set
    }

    /// What the options of a claim touch in a state, and what has to be known of the state to say so. `None` if it may be anything.
    pub fn find_claim(&mut self, space: &mut Inner, machine: &Machine, row: &[u32]) -> Option<(TouchId, TouchId)> {
        let (model, claim) = (machine.model, machine.model.claim?);
        let place = ProcessPlace::new(model, claim.proctype, claim.frame);
        let codes = codes(model, place.base + (row[claim.frame as usize] & place.pc_mask));
        let blind = ClaimFrame { row: None, shape: machine.shapes().get(row[0]), frame: claim.frame, written: &[] };
        let all = prints(model, &codes, &blind)?;
        let own = |range: &Range| {
            let by = u64::from(claim.frame) * 32;
            Range { from: range.from + by, to: range.to + by }
        };
        let locals = |prints: &[Footprint]| -> Vec<Range> {
            let ranges = |print: &Footprint| print.local_reads.iter().chain(&print.local_writes).map(own).collect();
            prints.iter().flat_map(|print| -> Vec<Range> { ranges(print) }).collect()
        };
        let mut guide = vec![CLAIM];
        let mut exact = all.clone();
        if !all.iter().all(is_exact) {
            let written: Vec<Range> = all.iter().flat_map(|print| print.local_writes.iter().map(own)).collect();
            if all.iter().any(|print| !print.writes.is_empty()) {
                return None;
            }
            exact = prints(model, &codes, &ClaimFrame { row: Some(row), written: &written, ..blind })?;
            guide.push(SHAPE);
            let looked = all.iter().flat_map(|print| print.reads.iter().copied()).chain(locals(&all));
            for range in looked.collect::<Vec<_>>() {
                guide.extend(space.globals(range.from, range.to));
            }
        }
        let mut set = guide.clone();
        for range in locals(&exact) {
            set.extend(space.globals(range.from, range.to));
        }
        let touch = self.set(model, space, set, &codes, &exact)?;
        Some((self.add(guide), touch))
    }

    /// The set of parts that footprints stand for, besides those that are there. `None` if that is anything.
    fn set(
        &mut self,
        model: &Model,
        space: &mut Inner,
        mut set: Vec<u32>,
        codes: &Codes,
        prints: &[Footprint],
    ) -> Option<TouchId> {
        // What initialises a process may look at global data.
        let runs = prints.iter().any(|print| print.runs);
        let inits: Vec<Footprint> = if runs {
            let inits = model.proctypes.iter().map(|p| footprint::touched(&model.code, p.init, &Nothing));
            inits.collect::<Option<_>>()?
        } else {
            Vec::new()
        };
        for print in prints.iter().chain(&inits) {
            let writes = print.writes.iter().map(|w| w.range);
            for range in print.reads.iter().copied().chain(writes) {
                set.extend(space.globals(range.from, range.to));
            }
            for used in &print.channels {
                match used.channel {
                    Some(number) => {
                        set.extend(space.channel(number));
                        if number as usize > model.global_channels.len() {
                            set.push(SHAPE);
                        }
                    }
                    None if model.proctypes.iter().all(|p| p.channels.is_empty()) => set.extend(space.global_channels()),
                    None => return None,
                }
            }
            for remote in &print.remotes {
                // A number that no process can have is looked at in vain.
                set.extend(Some(space.process((*remote)?)).filter(|_| remote.is_some_and(|pid| pid < 255)));
            }
            if print.ends || print.runs || print.counts {
                set.push(SHAPE);
            }
            if print.ends {
                // What a process created goes with it.
                set.extend(space.other_channels());
            }
        }
        for (base, slot) in &codes.resets {
            if *base == Base::Global {
                let range = Range::of(*slot);
                set.extend(space.globals(range.from, range.to));
            }
        }
        Some(self.add(set))
    }
}

/// The code of all options of a control state.
fn codes(model: &Model, state: u32) -> Codes {
    let mut found = Codes { codes: Vec::new(), resets: Vec::new() };
    let (first, end) = model.options[state as usize];
    for t in (first..end).map(TransitionId) {
        let parts = model.parts_of(t);
        for part in parts {
            let (from, count) = part.resets;
            let resets = &model.resets[from as usize..(from + count) as usize];
            found.resets.extend(resets.iter().map(|reset| (reset.base, reset.slot)));
        }
        let alone = parts.is_empty().then_some(t);
        for t in parts.iter().map(|part| part.transition).chain(alone) {
            if let Action::Code(code) = model.transition(t).action {
                found.codes.push(code);
            }
        }
    }
    found
}

fn prints(model: &Model, codes: &Codes, known: &impl Known) -> Option<Vec<Footprint>> {
    codes.codes.iter().map(|&code| footprint::touched(&model.code, code, known)).collect()
}

/// Whether knowing more could not make it smaller.
fn is_exact(print: &Footprint) -> bool {
    let scalar = |range: &Range| range.to - range.from <= 32;
    print.channels.iter().all(|used| used.channel.is_some())
        && print.remotes.is_empty()
        && print.reads.iter().all(scalar)
        && print.writes.iter().all(|w| scalar(&w.range))
}
