//! Breadth first with states as keys of their parts: see `collapse`.

use std::ops::Range;
use std::sync::RwLockReadGuard;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::arena::{Place, Writer};
use super::search_with;
use super::shared::{NOWHERE, Shared, flags_of, note_of};
use super::worker::{Common, Worker};
use crate::collapse::{Engine, Key, MOST_WORDS, Reached, Trouble};
use crate::model::Model;
use crate::search::explorer::Explorer;
use crate::search::key_table::{Keys, Put, Room, Untold, hash};
use crate::search::plan::{self, Runner, Task, Why};
use crate::search::prefetch::prefetch;
use crate::search::visitor::{Collector, Flags, Target};
use crate::search::{Control, Incomplete, Move, Outcome, Search};
use crate::successors::Successors;

/// So many successors are gathered before they are looked up, so that their memory is there by then.
const GATHERED: usize = 128;

/// The memory of a state is asked for when so many others come before it.
const AHEAD: usize = 6;

/// `None` if the model is to be searched in another way.
pub fn search(
    model: &Model,
    what: &Search,
    threads: usize,
    control: &mut Control,
    started: Instant,
) -> Option<Outcome> {
    if !plan::is_possible(model, what) {
        return None;
    }
    plan::search(model, what, &mut Breadth { model, what, threads, control, started })
}

struct Breadth<'a, 'c> {
    model: &'a Model,
    what: &'a Search,
    threads: usize,
    control: &'a mut Control<'c>,
    started: Instant,
}

impl Runner for Breadth<'_, '_> {
    fn run<const K: usize>(&mut self, task: &Task) -> Result<Outcome, Why> {
        let threads = if task.is_trial() || task.heavy { 1 } else { self.threads };
        let shared = Shared::new(Keys::<K>::new(threads, Room::Ample));
        let make = |explorer| Collapsed::new(explorer, &shared, task);
        task.outcome(search_with(self.model, self.what, threads, self.control, self.started, make))
    }
}

/// One thread's part in the search.
struct Collapsed<'m, 'w, 's, const K: usize> {
    common: Common<'m, 'w>,
    engine: Option<Engine<'m, 's, K>>,
    shared: &'s Shared<Keys<K>>,
    task: &'s Task<'s>,
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
    fn new(explorer: Explorer<'m, 'w>, shared: &'s Shared<Keys<K>>, task: &'s Task<'s>) -> Collapsed<'m, 'w, 's, K> {
        let engine = Engine::new(&explorer.machine, task.space);
        let usual = explorer.initial_flags();
        Collapsed {
            common: Common::new(explorer),
            engine,
            shared,
            task,
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
        let Some(engine) = &mut self.engine else { return self.task.give_up(Why::DoesNotPay) };
        match engine.expand(&mut self.common.explorer.machine, key, &mut self.found) {
            Ok(()) => {
                let explorer = &mut self.common.explorer;
                explorer.statistics.atomic_steps += engine.atomic_steps;
                let deepest = explorer.base_depth + u64::from(engine.deepest);
                explorer.statistics.depth = explorer.statistics.depth.max(deepest);
            }
            Err(Trouble::Unusual) => self.explore(key, place, control),
            Err(Trouble::Full) => return self.task.give_up(Why::Full),
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
                    self.task.give_up(Why::Full);
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
        self.common
    }

    fn begin(&mut self) {
        let explorer = &mut self.common.explorer;
        explorer.report_faults(0);
        if explorer.is_over() {
            return;
        }
        let Some(engine) = &mut self.engine else { return self.task.give_up(Why::DoesNotPay) };
        let state = explorer.machine.state().to_vec();
        match engine.pack(&mut explorer.machine, &state) {
            Ok(key) => {
                self.found.push(Reached { key, depth: 0, flags: self.usual });
                self.hashes.push(hash(&key));
            }
            Err(_) => self.task.give_up(Why::Full),
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
            let (shared, space, writer, told) = (self.shared, self.task.space, &self.writer, self.told_bytes);
            let count = self.found.len() - first;
            let bytes = || shared.bytes() + space.bytes() + writer.bytes().saturating_sub(told);
            let looked = self.common.explorer.ticked(1, count, bytes, |_| {}, control);
            if looked {
                let pays = self.engine.as_mut().is_some_and(Engine::pays);
                if !pays && !self.task.always && !self.task.is_trial() {
                    self.task.give_up(Why::DoesNotPay);
                }
                if self.gives_up() {
                    return;
                }
            }
            if self.found.len() >= GATHERED {
                self.look_up();
                let asked = || self.engine.as_ref().map(Engine::questions_asked).unwrap_or_default();
                self.task.has_stored(self.common.explorer.statistics.stored, asked);
                if self.gives_up() {
                    return;
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
        let mut steps = Vec::new();
        for (pair, flags) in keys.windows(2).zip(flags) {
            if let Some(step) = engine.step_between(&mut explorer.machine, &pair[0], &pair[1]) {
                steps.push(step);
                continue;
            }
            let from = engine.unpack(&mut explorer.machine, &pair[0]).to_vec();
            let to = engine.unpack(&mut explorer.machine, &pair[1]).to_vec();
            steps.extend(explorer.steps_between(&from, flags, &mut Target(&to)));
        }
        steps
    }

    fn bytes(&self) -> u64 {
        self.shared.bytes() + self.task.space.bytes()
    }

    fn gives_up(&self) -> bool {
        self.task.is_given_up()
    }
}
