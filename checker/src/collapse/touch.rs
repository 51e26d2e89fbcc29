//! Which parts of a state the options of a process, or of the claim, touch.
//!
//! What they touch is told by their accesses (`footprint`). Which element of an array that is, which channel, or which
//! process, may depend on data. Then the answer is not the same in all states: what it depends on, the *guide*, has to
//! be looked at first.

use std::collections::HashMap;

use super::space::{CLAIM, Inner, SHAPE};
use crate::exec::Machine;
use crate::exec::shape::{ProcessPlace, Shape};
use crate::footprint::{self, Footprint, Range};
use crate::model::accesses::{self, Known};
use crate::model::layout::Slot;
use crate::model::{FixedChannels, Guard, Model, ProctypeId, Region, TransitionId};

/// A set of parts, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TouchId(pub u32);

/// Who has the options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    Process(u32),
    Claim,
}

/// What is touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Perhaps anything.
    Anything,
    /// Always the same.
    Fixed(TouchId),
    /// It depends on these parts: see [`Touches::see`].
    Guided(TouchId),
}

/// The sets of parts that came up.
#[derive(Debug, Default)]
pub struct Touches {
    fixed: FixedChannels,
    sets: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, TouchId>,
    /// By control state, in the order of `Model::options`; and what of the frame is looked at where that makes a
    /// difference.
    places: HashMap<(Who, u32), Touch>,
    looks: HashMap<(Who, u32), Vec<Range>>,
    /// What a process touches, by what it finds there.
    seen: HashMap<(Who, u32, Vec<u32>), Option<TouchId>>,
}

/// Options in a state.
#[derive(Clone, Copy)]
pub struct Options<'a, 'm> {
    pub machine: &'a Machine<'m>,
    pub who: Who,
    pub place: ProcessPlace,
    /// The control state, in the order of `Model::options`.
    pub state: u32,
    /// The whole state.
    pub row: &'a [u32],
}

/// What runs when the options of a control state are tried.
struct Tried {
    /// Transitions of the program.
    transitions: Vec<TransitionId>,
    /// Variables that are reset afterwards.
    resets: Vec<(Region, Slot)>,
}

/// A state as far as it is known and stays as it is.
struct Seen<'a> {
    who: Who,
    /// `None` if nothing is to be known.
    row: Option<&'a [u32]>,
    shape: &'a Shape,
    /// Where the frame begins.
    frame: u32,
    /// What is written of the frame.
    written: &'a [Range],
    fixed: &'a FixedChannels,
}

impl Known for Seen<'_> {
    fn pid(&self) -> Option<i32> {
        match self.who {
            Who::Process(pid) => Some(pid as i32),
            Who::Claim => None,
        }
    }

    fn local(&self, slot: Slot) -> Option<i32> {
        let row = self.row.filter(|_| !self.written.iter().any(|w| w.meets(Range::of(slot))))?;
        row.get((self.frame + slot.word) as usize).map(|&word| slot.get(word))
    }

    fn global(&self, slot: Slot) -> Option<i32> {
        if let Some(channel) = self.fixed.at(slot) {
            return Some(channel.number as i32);
        }
        // Only a claim looks at global data to find out where to look.
        let row = self.row.filter(|_| self.who == Who::Claim)?;
        row.get(slot.word as usize).map(|&word| slot.get(word))
    }

    fn first_pid(&self, proctype: ProctypeId) -> Option<i32> {
        self.row?;
        Some(self.shape.processes.iter().position(|p| p.proctype == proctype).map_or(-1, |pid| pid as i32))
    }
}

impl Known for FixedChannels {
    fn global(&self, slot: Slot) -> Option<i32> {
        self.at(slot).map(|channel| channel.number as i32)
    }
}

impl Touches {
    pub fn new(model: &Model) -> Touches {
        Touches { fixed: FixedChannels::of(model), ..Touches::default() }
    }

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
        if let Some(&known) = self.numbers.get(&set) {
            return known;
        }
        let id = TouchId(self.sets.len() as u32);
        self.sets.push(set.clone());
        self.numbers.insert(set, id);
        id
    }

    pub fn bytes(&self) -> u64 {
        self.sets.iter().map(|set| set.capacity() as u64 * 8 + 96).sum::<u64>() + self.places.len() as u64 * 32
    }

    /// What options touch in a state, or in all states in which the control state is the same.
    pub fn find(&mut self, space: &mut Inner, options: &Options) -> Touch {
        let key = (options.who, options.state);
        if let Some(&known) = self.places.get(&key) {
            return known;
        }
        let touch = self.blind(space, options).unwrap_or(Touch::Anything);
        self.places.insert(key, touch);
        touch
    }

    /// What is known without a look at the state.
    fn blind(&mut self, space: &mut Inner, options: &Options) -> Option<Touch> {
        let model = options.machine.model;
        let tried = Tried::at(model, options.state);
        let all = tried.prints(model, &options.seen(&self.fixed, false, &[]))?;
        let set = self.set(space, options, &tried, &all);
        if all.iter().all(is_exact) {
            return Some(Touch::Fixed(set?));
        }
        let claim = options.who == Who::Claim;
        // What is written is not known any more when it is looked at.
        if claim && all.iter().any(|print| !print.writes.is_empty()) {
            return Some(Touch::Fixed(set?));
        }
        let mut guide = vec![options.own(space)];
        for print in &all {
            guide.extend(options.locals(space, &print.local_reads));
            if claim {
                guide.push(SHAPE);
                let ranges = print.reads.iter();
                guide.extend(ranges.flat_map(|range| space.globals(range.from, range.to)));
            }
        }
        let looks = all.iter().flat_map(|print| print.local_reads.iter().copied());
        self.looks.insert((options.who, options.state), looks.collect());
        Some(Touch::Guided(self.add(guide)))
    }

    /// What options touch in a state if that depends on the state. `None` if it may be anything.
    pub fn see(&mut self, space: &mut Inner, options: &Options) -> Option<TouchId> {
        if options.who == Who::Claim {
            return self.look(space, options);
        }
        let looks = self.looks.get(&(options.who, options.state)).map_or(&[][..], Vec::as_slice);
        let found = looks.iter().flat_map(|range| options.words(range)).collect();
        let key = (options.who, options.state, found);
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        let touch = self.look(space, options);
        self.seen.insert(key, touch);
        touch
    }

    fn look(&mut self, space: &mut Inner, options: &Options) -> Option<TouchId> {
        let tried = Tried::at(options.machine.model, options.state);
        let exact = self.exact_prints(options, &tried)?;
        let set = self.set(space, options, &tried, &exact)?;
        match self.places.get(&(options.who, options.state)) {
            Some(Touch::Guided(guide)) => Some(self.join(&[set.0, guide.0])),
            _ => Some(set),
        }
    }

    /// The set of parts that footprints stand for. `None` if that is anything.
    fn set(&mut self, space: &mut Inner, options: &Options, tried: &Tried, prints: &[Footprint]) -> Option<TouchId> {
        let model = options.machine.model;
        let mut set = vec![options.own(space)];
        for print in prints {
            set.extend(options.locals(space, &print.local_reads));
            set.extend(options.locals(space, &print.local_writes));
        }
        // What initialises a process may look at global data.
        let runs = prints.iter().any(|print| print.runs);
        let inits = model.proctypes.iter().filter(|_| runs).map(|p| accesses::of(&Guard::Always, &p.init, &self.fixed));
        let inits: Vec<Footprint> = inits.map(|init| footprint::touched(&init)).collect::<Option<_>>()?;
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
                    None if model.proctypes.iter().all(|p| p.channels.is_empty()) => {
                        set.extend(space.global_channels())
                    }
                    None => return None,
                }
            }
            for remote in &print.remotes {
                let pid = (*remote)?;
                // A number that no process can have is looked at in vain.
                if pid < 255 {
                    set.push(space.process(model, pid));
                    set.extend(space.locals(pid, 0, u64::MAX));
                }
            }
            if print.ends || print.runs || print.counts {
                set.push(SHAPE);
            }
            if print.ends {
                // What a process has and what it created goes with it.
                set.extend(space.other_channels());
                set.extend(options.locals(space, &[Range { from: 0, to: u64::MAX >> 8 }]));
            }
        }
        for (region, slot) in &tried.resets {
            let range = Range::of(*slot);
            match region {
                Region::Global => set.extend(space.globals(range.from, range.to)),
                Region::Local => set.extend(options.locals(space, &[range])),
                Region::Hidden => {}
            }
        }
        Some(self.add(set))
    }

    /// What options touch in a state, as exactly as can be told. It is the same in all states of a site.
    fn exact_prints(&self, options: &Options, tried: &Tried) -> Option<Vec<Footprint>> {
        let model = options.machine.model;
        let all = tried.prints(model, &options.seen(&self.fixed, false, &[]))?;
        let resets = tried.resets.iter().filter(|(region, _)| *region == Region::Local);
        let resets = resets.map(|(_, slot)| Range::of(*slot));
        let written = all.iter().flat_map(|print| print.local_writes.iter().copied()).chain(resets);
        let written: Vec<Range> = written.collect();
        tried.prints(model, &options.seen(&self.fixed, true, &written))
    }

    /// Whether one of the options may receive from a channel. The answer is the same in all states of a site.
    pub fn receives(&self, options: &Options, channel: u32) -> bool {
        let tried = Tried::at(options.machine.model, options.state);
        let Some(prints) = self.exact_prints(options, &tried) else { return true };
        let uses = prints.iter().flat_map(|print| &print.channels);
        uses.filter(|used| used.how.is_receive()).any(|used| used.channel.is_none_or(|number| number == channel))
    }
}

impl<'a> Options<'a, '_> {
    fn seen<'s>(&self, fixed: &'s FixedChannels, row: bool, written: &'s [Range]) -> Seen<'s>
    where
        'a: 's,
    {
        let shape = self.machine.shapes().get(self.row[0]);
        Seen { who: self.who, row: row.then_some(self.row), shape, frame: self.place.frame, written, fixed }
    }

    /// The words of the frame that bits are in, without other bits.
    fn words(&self, range: &Range) -> Vec<u32> {
        let frame = &self.row[self.place.frame as usize..];
        let words = range.from / 32..range.to.div_ceil(32).min(frame.len() as u64);
        let word = |i: u64| {
            let (from, to) = (range.from.max(i * 32) - i * 32, range.to.min(i * 32 + 32) - i * 32);
            frame[i as usize] >> from << from & u32::MAX >> (32 - to)
        };
        words.map(word).collect()
    }

    /// The part that tells the control state.
    fn own(&self, space: &mut Inner) -> u32 {
        match self.who {
            Who::Process(pid) => space.process(self.machine.model, pid),
            Who::Claim => CLAIM,
        }
    }

    /// The parts of pieces of the frame.
    fn locals(&self, space: &Inner, ranges: &[Range]) -> Vec<u32> {
        let parts = ranges.iter().flat_map(|range| -> Vec<u32> {
            match self.who {
                Who::Process(pid) => space.locals(pid, range.from, range.to).collect(),
                Who::Claim => {
                    let by = u64::from(self.place.frame) * 32;
                    space.globals(range.from + by, range.to + by).collect()
                }
            }
        });
        parts.collect()
    }
}

impl Tried {
    /// All options of a control state.
    fn at(model: &Model, state: u32) -> Tried {
        let mut found = Tried { transitions: Vec::new(), resets: Vec::new() };
        let (first, end) = model.options[state as usize];
        for t in (first..end).map(TransitionId) {
            let parts = model.parts_of(t);
            for part in parts {
                let (from, count) = part.resets;
                let resets = &model.resets[from as usize..(from + count) as usize];
                found.resets.extend(resets.iter().map(|reset| (reset.base, reset.slot)));
            }
            let alone = parts.is_empty().then_some(t);
            found.transitions.extend(parts.iter().map(|part| part.transition).chain(alone));
        }
        found
    }

    fn prints(&self, model: &Model, known: &impl Known) -> Option<Vec<Footprint>> {
        self.transitions.iter().map(|&t| footprint::touched(&model.transition(t).accesses(known))).collect()
    }
}

/// Whether knowing more could not make it smaller.
fn is_exact(print: &Footprint) -> bool {
    let scalar = |range: &Range| range.to - range.from <= 32;
    print.channels.iter().all(|used| used.channel.is_some())
        && print.remotes.is_empty()
        && print.reads.iter().all(scalar)
        && print.writes.iter().all(|w| scalar(&w.range))
}
