//! Breadth first with states as keys of their parts: see `collapse`.
//!
//! It begins with the longest keys there are. When some thousand states are known, it is known as well how many values the parts have, and
//! the search begins anew with keys that are as long as they have to be. Where keys turn out to be too short it begins once
//! more, with longer ones. Where too many steps are new in each state, the frames of processes are split into their variables; where that
//! does not help, states are kept as they are.

use std::ops::Range;
use std::sync::RwLockReadGuard;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Instant;

use super::arena::{Place, Writer};
use super::keys::{Keys, Put, Untold, hash};
use super::shared::{NOWHERE, Shared, flags_of, note_of};
use super::worker::{Common, Worker};
use super::search_with;
use crate::collapse::{Engine, Key, MOST_WORDS, Plan, Reached, Space, Trouble};
use crate::model::Model;
use crate::search::explorer::Explorer;
use crate::search::prefetch::prefetch;
use crate::search::visitor::{Collector, Flags, Target};
use crate::search::{Collapse, Control, Incomplete, Move, Outcome, Search};
use crate::successors::{Expander, Successors};

/// So many successors are gathered before they are looked up, so that their memory is there by then.
const GATHERED: usize = 128;

/// The memory of a state is asked for when so many others come before it.
const AHEAD: usize = 6;

/// So many states tell how long keys have to be, and whether steps repeat.
const TRIAL: u64 = 5_000;

/// The same where it is not asked whether it pays: less is learned, and keys are more often too short.
const SHORT_TRIAL: u64 = 200;

/// Of a thousand questions so many were new in the trial: with fewer, the frames of processes are left whole; with more, nothing is gained.
const FEW_NEW: u64 = 30;
const MANY_NEW: u64 = 400;

/// A process with fewer frames is not split.
const MANY_FRAMES: usize = 24;

/// `None` if the model is to be searched in another way.
pub fn search(
    model: &Model,
    what: &Search,
    threads: usize,
    control: &mut Control,
    started: Instant,
) -> Option<Outcome> {
    let takes = what.collapse != Collapse::Off
        && !model.reduces()
        && what.limits.depth.is_none()
        && what.checkpoint.is_none()
        && Expander::steps(model);
    if !takes {
        return None;
    }
    let mut space = Space::new(model, &Plan::unknown());
    let trial = Task::trial(model, what, &space, started);
    match trial.run::<MOST_WORDS>(control) {
        Ok(outcome) if what.collapse != Collapse::Split => return Some(outcome),
        Ok(_) | Err(Why::Enough) => {}
        Err(_) => return None,
    }
    let mut questions = trial.questions.get();
    let share = |(asked, missed): (u64, u64)| missed * 1000 / asked.max(1);
    let frames = match what.collapse {
        Collapse::Split => Some(0),
        Collapse::Auto if share(questions) > FEW_NEW => Some(MANY_FRAMES),
        _ => None,
    };
    if let Some(split) = frames.and_then(|frames| space.split(model, frames)) {
        let trial = Task::trial(model, what, &split, started);
        match trial.run::<MOST_WORDS>(control) {
            Ok(outcome) => return Some(outcome),
            Err(Why::Enough) => {
                let (asked, missed) = trial.questions.get();
                if missed * 10 < questions.1 * 9 || what.collapse == Collapse::Split {
                    (questions, space) = ((asked, missed), split);
                }
            }
            Err(_) => {}
        }
    }
    if share(questions) > MANY_NEW && what.collapse == Collapse::Auto {
        return None;
    }
    let mut words = 1;
    loop {
        let plan = space.plan(words)?;
        words = plan.words;
        space = space.again(&plan);
        let task = Task { threads, states: u64::MAX, ..Task::trial(model, what, &space, started) };
        let outcome = match words {
            1 => task.run::<1>(control),
            2 => task.run::<2>(control),
            3 => task.run::<3>(control),
            _ => task.run::<MOST_WORDS>(control),
        };
        match outcome {
            Ok(outcome) => return Some(outcome),
            Err(Why::Full) if words < MOST_WORDS => words += 1,
            Err(_) => return None,
        }
    }
}

/// A search with keys of a certain length.
struct Task<'a> {
    model: &'a Model,
    what: &'a Search,
    threads: usize,
    started: Instant,
    space: &'a Space,
    /// After so many it is enough.
    states: u64,
    /// How many questions were asked, and how many of them were new, if it was given up.
    questions: Questions,
}

/// How many questions were asked, and how many of them were new.
#[derive(Default)]
struct Questions([AtomicU64; 2]);

impl Questions {
    fn set(&self, (asked, missed): (u64, u64)) {
        self.0[0].store(asked, Ordering::Relaxed);
        self.0[1].store(missed, Ordering::Relaxed);
    }

    fn get(&self) -> (u64, u64) {
        (self.0[0].load(Ordering::Relaxed), self.0[1].load(Ordering::Relaxed))
    }
}

/// Why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Why {
    /// There is no room in keys of this length.
    Full = 1,
    /// Steps hardly ever repeat.
    DoesNotPay = 2,
    /// All the states that were wanted are known.
    Enough = 3,
}

impl<'a> Task<'a> {
    fn trial(model: &'a Model, what: &'a Search, space: &'a Space, started: Instant) -> Task<'a> {
        let states = if what.collapse == Collapse::Auto { TRIAL } else { SHORT_TRIAL };
        Task { model, what, threads: 1, started, space, states, questions: Questions::default() }
    }

    fn run<const K: usize>(&self, control: &mut Control) -> Result<Outcome, Why> {
        let shared = Shared::new(Keys::<K>::new(self.threads));
        let gave_up = AtomicU8::new(0);
        let make = |explorer| Collapsed::new(explorer, &shared, self, &gave_up);
        let outcome = search_with(self.model, self.what, self.threads, control, self.started, make);
        outcome.ok_or(match gave_up.load(Ordering::Relaxed) {
            1 => Why::Full,
            3 => Why::Enough,
            _ => Why::DoesNotPay,
        })
    }
}

/// One thread's part in the search.
struct Collapsed<'m, 'w, 's, const K: usize> {
    common: Common<'m, 'w>,
    engine: Option<Engine<'m, 's, K>>,
    shared: &'s Shared<Keys<K>>,
    space: &'s Space,
    gave_up: &'s AtomicU8,
    questions: &'s Questions,
    states: u64,
    always: bool,
    /// What is so about states, unless a claim moves alone.
    usual: Flags,
    /// Held while keys are looked up: nobody can grow the table then.
    table: Option<RwLockReadGuard<'s, Keys<K>>>,
    writer: Writer,
    untold: Untold,
    told_bytes: u64,
    /// Successors that were not looked up yet, and their hashes.
    found: Vec<Reached<K>>,
    hashes: Vec<u64>,
    /// Where those up to an index come from.
    from: Vec<(usize, Place)>,
    /// What the worker loop finds.
    rows: Successors,
}

/// A key as the arena has it.
#[inline(always)]
fn to_words<const K: usize>(key: &Key<K>, words: &mut [u32; 2 * MOST_WORDS]) {
    for (i, word) in key.iter().enumerate() {
        words[2 * i] = *word as u32;
        words[2 * i + 1] = (word >> 32) as u32;
    }
}

#[inline(always)]
fn from_words<const K: usize>(words: &[u32]) -> Key<K> {
    std::array::from_fn(|i| u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32)
}

impl<'m, 'w, 's, const K: usize> Collapsed<'m, 'w, 's, K> {
    fn new(
        explorer: Explorer<'m, 'w>,
        shared: &'s Shared<Keys<K>>,
        task: &'s Task<'s>,
        gave_up: &'s AtomicU8,
    ) -> Collapsed<'m, 'w, 's, K> {
        let engine = Engine::new(&explorer.machine, task.space);
        let usual = explorer.initial_flags();
        Collapsed {
            common: Common::new(explorer),
            engine,
            shared,
            space: task.space,
            gave_up,
            questions: &task.questions,
            states: task.states,
            always: task.what.collapse != Collapse::Auto,
            usual,
            table: None,
            writer: Writer::default(),
            untold: Untold::default(),
            told_bytes: 0,
            found: Vec::new(),
            hashes: Vec::new(),
            from: Vec::new(),
            rows: Successors::default(),
        }
    }

    #[cold]
    fn give_up(&self, why: Why) {
        if std::env::var_os("AX_DEBUG").is_some() { eprintln!("K {K} {why:?} stored {} {:?}", self.common.explorer.statistics.stored, self.engine.as_ref().map(|e| e.debug())); }
        self.gave_up.store(why as u8, Ordering::Relaxed);
    }

    #[inline(always)]
    fn key(&self, place: Place) -> Key<K> {
        from_words(self.shared.arena.get(place, |_| 2 * K))
    }

    fn flags(&self, place: Place) -> Flags {
        flags_of(self.shared.arena.note(place))
    }

    /// Adds the successors of a key.
    #[inline(always)]
    fn expand_key(&mut self, key: &Key<K>, place: Place, control: &mut Control) {
        let first = self.found.len();
        // A claim that moved alone.
        if self.usual != Flags::default() && self.flags(place) != self.usual {
            self.explore(key, place, control);
            return self.ask(first, place);
        }
        let Some(engine) = &mut self.engine else { return self.give_up(Why::DoesNotPay) };
        match engine.expand(&mut self.common.explorer.machine, key, &mut self.found) {
            Ok(()) => {
                let explorer = &mut self.common.explorer;
                explorer.statistics.atomic_steps += engine.atomic_steps;
                let deepest = explorer.base_depth + u64::from(engine.deepest);
                explorer.statistics.depth = explorer.statistics.depth.max(deepest);
            }
            Err(Trouble::Unusual) => self.explore(key, place, control),
            Err(Trouble::Full) => return self.give_up(Why::Full),
        }
        self.ask(first, place);
    }

    /// Asks for the memory of the successors from this one on.
    #[inline(always)]
    fn ask(&mut self, first: usize, from: Place) {
        let shared = self.shared;
        let table = &**self.table.get_or_insert_with(|| shared.table());
        for reached in &self.found[first..] {
            let hash = hash(&reached.key);
            prefetch(table.address(hash));
            self.hashes.push(hash);
        }
        self.from.push((self.found.len(), from));
    }

    /// Lets the worker loop expand a state.
    #[cold]
    fn explore(&mut self, key: &Key<K>, place: Place, control: &mut Control) {
        let flags = self.flags(place);
        let Some(engine) = &mut self.engine else { return };
        let explorer = &mut self.common.explorer;
        let state = engine.unpack(&mut explorer.machine, key).to_vec();
        explorer.machine.load(&state);
        self.rows.clear();
        let mut collector = Collector { found: &mut self.rows, depth: explorer.base_depth };
        explorer.run(flags, &mut collector, false, control);
        for successor in &self.rows.list {
            match engine.pack(&mut explorer.machine, self.rows.row(successor)) {
                Ok(key) => self.found.push(Reached { key, depth: successor.depth, flags: successor.flags }),
                Err(_) => {
                    self.gave_up.store(Why::Full as u8, Ordering::Relaxed);
                    break;
                }
            }
        }
        self.common.keep_errors(place);
    }

    /// Looks up what was gathered.
    #[inline(always)]
    fn look_up(&mut self) {
        let shared = self.shared;
        let mut words = [0; 2 * MOST_WORDS];
        let mut at = 0;
        let mut sources = self.from.iter();
        let mut source = sources.next();
        let (mut stored, mut matched, mut depth) = (0, 0, 0);
        while at < self.found.len() {
            let table = &**self.table.get_or_insert_with(|| shared.table());
            let Reached { key, depth: steps, flags } = self.found[at];
            while source.is_some_and(|(end, _)| *end <= at) {
                source = sources.next();
            }
            let put = table.put(self.hashes[at], &key, &mut self.untold);
            at += 1;
            if put == Put::Known {
                matched += 1;
                continue;
            }
            stored += 1;
            depth = depth.max(steps);
            to_words(&key, &mut words);
            let from = source.map_or(NOWHERE, |(_, place)| place.to_bits());
            let note = note_of(from, flags);
            match shared.arena.append(&mut self.writer, &words[..2 * K], note) {
                Some(place) => self.common.next.push(place),
                None => {
                    shared.full.store(true, Ordering::Relaxed);
                    break;
                }
            }
            if put == Put::Full {
                self.table = None;
                shared.grow();
            }
        }
        let explorer = &mut self.common.explorer;
        explorer.statistics.stored += stored;
        explorer.statistics.matched += matched;
        if stored > 0 {
            explorer.statistics.depth = explorer.statistics.depth.max(explorer.base_depth + u64::from(depth));
        }
        self.found.clear();
        self.hashes.clear();
        self.from.clear();
    }

    /// Gives the table free, and tells how much was written.
    fn pause(&mut self) {
        self.table = None;
        self.shared.arena.tell(&self.writer);
        let bytes = self.writer.bytes() + self.engine.as_ref().map_or(0, Engine::bytes);
        self.shared.written.fetch_add(bytes.wrapping_sub(self.told_bytes), Ordering::Relaxed);
        self.told_bytes = bytes;
    }
}

impl<'m, 'w, const K: usize> Worker<'m, 'w> for Collapsed<'m, 'w, '_, K> {
    fn common(&mut self) -> &mut Common<'m, 'w> {
        &mut self.common
    }

    fn into_common(self) -> Common<'m, 'w> {
        if std::env::var_os("AX_DEBUG").is_some() { eprintln!("K {K} {:?}", self.engine.as_ref().map(|e| e.debug())); }
        self.common
    }

    fn begin(&mut self) {
        let explorer = &mut self.common.explorer;
        explorer.report_faults(0);
        if explorer.is_over() {
            return;
        }
        let Some(engine) = &mut self.engine else { return self.give_up(Why::DoesNotPay) };
        let state = explorer.machine.state().to_vec();
        match engine.pack(&mut explorer.machine, &state) {
            Ok(key) => {
                self.found.push(Reached { key, depth: 0, flags: self.usual });
                self.hashes.push(hash(&key));
            }
            Err(_) => self.give_up(Why::Full),
        }
        self.settle();
    }

    fn expand(&mut self, level: &[Place], range: Range<usize>, control: &mut Control) {
        if let Some(engine) = &mut self.engine {
            engine.catch_up();
        }
        for (i, &place) in level[range.clone()].iter().enumerate() {
            let explorer = &self.common.explorer;
            if explorer.is_over() || explorer.is_incomplete() {
                self.common.left.extend_from_slice(&level[range.start + i..range.end]);
                break;
            }
            let key = self.key(place);
            let first = self.found.len();
            if let (Some(&ahead), Some(engine)) = (level.get(range.start + i + AHEAD), &self.engine) {
                engine.look_ahead(&self.key(ahead));
            }
            self.expand_key(&key, place, control);
            let (shared, space, writer, told) = (self.shared, self.space, &self.writer, self.told_bytes);
            let count = self.found.len() - first;
            let bytes = || shared.bytes() + space.bytes() + writer.bytes().saturating_sub(told);
            let looked = self.common.explorer.ticked(1, count, bytes, |_| {}, control);
            if looked {
                if !self.always && self.states == u64::MAX && self.engine.as_mut().is_some_and(|engine| !engine.pays()) {
                    self.give_up(Why::DoesNotPay);
                }
                if self.gives_up() {
                    return;
                }
            }
            if self.found.len() >= GATHERED {
                self.look_up();
                if self.common.explorer.statistics.stored > self.states {
                    self.questions.set(self.engine.as_ref().map_or((0, 0), Engine::questions_asked));
                    return self.give_up(Why::Enough);
                }
            }
        }
        if self.shared.is_growing() {
            self.pause();
        }
    }

    fn settle(&mut self) {
        self.look_up();
        self.pause();
        if self.shared.full.load(Ordering::Relaxed) {
            self.common.explorer.incomplete = Some(Incomplete::Memory);
        }
    }

    fn reached(&mut self) -> Vec<bool> {
        let mut reached = std::mem::take(&mut self.common.explorer.reached);
        if let Some(engine) = &self.engine {
            for (all, here) in reached.iter_mut().zip(engine.reached()) {
                *all |= here;
            }
        }
        reached
    }

    fn steps_to(&mut self, place: Place) -> Vec<Move> {
        let way = self.shared.way_to(place);
        let flags: Vec<Flags> = way.iter().map(|&place| self.flags(place)).collect();
        let keys: Vec<Key<K>> = way.into_iter().map(|place| self.key(place)).collect();
        let (Some(engine), explorer) = (&mut self.engine, &mut self.common.explorer) else { return Vec::new() };
        engine.catch_up();
        let states = keys.iter().map(|key| engine.unpack(&mut explorer.machine, key).to_vec());
        let states: Vec<Vec<u32>> = states.collect();
        let mut steps = Vec::new();
        for (pair, flags) in states.windows(2).zip(flags) {
            steps.extend(explorer.steps_between(&pair[0], flags, &mut Target(&pair[1])));
        }
        steps
    }

    fn bytes(&self) -> u64 {
        self.shared.bytes() + self.space.bytes()
    }

    fn gives_up(&self) -> bool {
        self.gave_up.load(Ordering::Relaxed) != 0
    }
}
