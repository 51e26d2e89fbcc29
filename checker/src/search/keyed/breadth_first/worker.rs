//! One thread of the search: expands states of a level, and keeps what it owns.

use super::lineage::{Member, Origin};
use super::partition::{Message, Messages, Odd, Partition, Partitions};
use super::{Crew, Finished};
use crate::collapse::{Engine, ExpandError, Key, Lookups, Reached, Sink};
use crate::exec::Move;
use crate::search::Control;
use crate::search::explorer::Explorer;
use crate::search::keyed::plan::{Task, Why};
use crate::search::keyed::set::{KeySet, Put};
use crate::search::traced::{self, Traced};
use crate::search::visitor::{Collector, Target};
use crate::successors::{Flags, Successors};
use std::sync::atomic::Ordering;

/// So many successors are gathered before they are looked up, so that their memory is there by then.
const GATHERED: usize = 128;

/// So many states are looked at together.
const BLOCK: usize = 8;

/// So many states of one owner are handed over, or looked up, together; and so many are looked up while the memory of
/// as many others comes.
const SENT: usize = 1024;
const LOOKED_UP: usize = 32;

/// Mail is looked for after so many blocks.
const MAIL: usize = 8;

pub struct Worker<'m, 'w, 's, const K: usize, S: KeySet<K>> {
    /// The number of the part that it owns.
    me: usize,
    pub explorer: Explorer<'m, 'w>,
    engine: Engine<'m, 's, K>,
    crew: &'s Crew<K, S>,
    task: &'s Task<'s>,
    initial: Vec<u32>,
    /// Flags of states, unless a claim moves alone.
    usual: Flags,
    /// Bits of keys that were in use when it was last looked at.
    bits: u32,
    gathered: Gathered<K>,
    lookups: Lookups,
    /// States by the part that they belong to, if there are several parts.
    outboxes: Vec<Messages<K>>,
    received: Vec<Messages<K>>,
    tickets: Vec<S::Ticket>,
    pub errors: Vec<Traced<Member>>,
    /// What the worker loop finds.
    rows: Successors,
    /// Bytes that the crew knows of.
    told_bytes: u64,
}

/// Successors of several states of one part.
struct Gathered<const K: usize> {
    /// Those up to `count`; what lies behind does not count.
    room: Vec<Message<K>>,
    count: usize,
    odd: Vec<Odd<K>>,
    /// The state that is expanded now, and how many there were before it.
    from: u32,
    first: usize,
}

/// A state with more successors is left to the worker loop: their numbers do not fit into messages.
const MOST_SUCCESSORS: usize = 1 << 16;

impl<const K: usize> Sink<K> for Gathered<K> {
    #[inline(always)]
    fn push(&mut self, reached: Reached<K>) {
        self.push_if(reached, true);
    }

    #[inline(always)]
    fn push_if(&mut self, Reached { key, depth, .. }: Reached<K>, is_so: bool) {
        if self.count == self.room.len() {
            self.make_room();
        }
        let successor = (self.count - self.first) as u16;
        self.room[self.count] = Message { key, from: self.from, successor, depth: depth as u16 };
        self.count += usize::from(is_so);
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.count
    }

    fn at(&self, index: usize) -> Reached<K> {
        let Message { key, depth, .. } = self.room[index];
        Reached { key, depth: u32::from(depth), flags: Flags::default() }
    }

    fn forget(&mut self, from: usize) {
        self.count = from;
    }
}

impl<const K: usize> Gathered<K> {
    fn new() -> Gathered<K> {
        Gathered { room: Vec::new(), count: 0, odd: Vec::new(), from: 0, first: 0 }
    }

    #[cold]
    fn make_room(&mut self) {
        let none = Message { key: [0; K], from: 0, successor: 0, depth: 0 };
        self.room.resize((self.count * 2).max(4 * GATHERED), none);
    }

    /// The next ones are successors of this state.
    #[inline(always)]
    fn begin(&mut self, from: u32) {
        (self.from, self.first) = (from, self.count);
    }

    /// Adds a successor by its number, whatever is so about it.
    fn add(&mut self, reached: Reached<K>, successor: usize, usual: Flags) {
        if reached.flags == usual && reached.depth >> 16 == 0 && successor < MOST_SUCCESSORS {
            self.push(reached);
            self.room[self.count - 1].successor = successor as u16;
        } else {
            self.odd.push(Odd { reached, from: self.from, successor: successor as u32 });
        }
    }

    fn clear(&mut self) {
        self.count = 0;
        self.odd.clear();
    }
}

impl<'m, 'w, 's, const K: usize, S: KeySet<K>> Worker<'m, 'w, 's, K, S> {
    /// `None` if states of this model are never usual.
    pub fn new(me: usize, explorer: Explorer<'m, 'w>, crew: &'s Crew<K, S>, task: &'s Task<'s>) -> Option<Self> {
        let engine = Engine::new(&explorer.machine, task.space)?;
        Some(Worker {
            me,
            initial: explorer.machine.state().to_vec(),
            usual: explorer.initial_flags(),
            bits: 0,
            explorer,
            engine,
            crew,
            task,
            gathered: Gathered::new(),
            lookups: Lookups::default(),
            outboxes: (0..crew.threads()).map(|_| Messages::new(me as u32)).collect(),
            received: Vec::new(),
            tickets: Vec::new(),
            errors: Vec::new(),
            rows: Successors::default(),
            told_bytes: 0,
        })
    }

    /// Keeps the initial state.
    pub fn begin(&mut self, parts: &mut impl Partitions<K, S>) {
        self.explorer.report_faults(0);
        if self.explorer.is_over() {
            return;
        }
        match self.initial() {
            Some(initial) => {
                self.gathered.push(initial);
                self.keep_gathered(0, parts);
                self.keep_held(0, parts);
            }
            None => self.task.give_up(Why::Full),
        }
    }

    fn initial(&mut self) -> Option<Reached<K>> {
        let key = self.engine.pack(&mut self.explorer.machine, &self.initial).ok()?;
        Some(Reached { key, depth: 0, flags: self.usual })
    }

    pub fn number(&self) -> usize {
        self.me
    }

    /// Whether nothing more is to be expanded.
    pub fn is_done(&self) -> bool {
        self.explorer.is_over() || self.explorer.is_incomplete() || self.task.is_given_up()
    }

    /// Expands the states of a level that are of one part, which is held.
    pub fn expand_part(&mut self, source: usize, parts: &mut impl Partitions<K, S>, control: &mut Control) {
        let Some(part) = parts.get_mut(source) else { return };
        let level = std::mem::take(&mut part.level);
        let mut odd = level.odd.iter().peekable();
        for (block, keys) in level.keys.chunks(BLOCK).enumerate() {
            if self.is_done() || self.crew.stopped.load(Ordering::Relaxed) {
                break;
            }
            if parts.count() > 1 && block % MAIL == 0 {
                self.receive(parts);
            }
            self.engine.look_up_all(&mut self.explorer.machine, keys, &mut self.lookups);
            for (index, key) in (block * BLOCK..).zip(keys) {
                if self.explorer.is_over() {
                    break;
                }
                let flags = odd.next_if(|odd| odd.0 == index as u32).map_or(self.usual, |odd| odd.1);
                self.gathered.begin(index as u32);
                self.expand(key, flags, source, control);
                self.tick(self.gathered.count - self.gathered.first, parts, control);
            }
            if self.gathered.count >= GATHERED {
                self.keep_gathered(source, parts);
                self.task.has_stored(self.explorer.statistics.stored, || self.engine.questions_asked());
            }
        }
        self.keep_gathered(source, parts);
        self.keep_held(source, parts);
        if let Some(part) = parts.get_mut(source) {
            part.level = level;
        }
    }

    /// Keeps what belongs to parts that are held: states of another part may come next.
    fn keep_held(&mut self, source: usize, parts: &mut impl Partitions<K, S>) {
        for owner in 0..self.outboxes.len() {
            if parts.get(owner).is_some() {
                self.send(owner, source, parts);
            }
        }
    }

    /// Gathers the successors of a key, the next of those that were looked at.
    #[inline(always)]
    fn expand(&mut self, key: &Key<K>, flags: Flags, source: usize, control: &mut Control) {
        // A claim that moved alone is for the worker loop.
        let expanded = if flags == self.usual {
            self.engine.expand_next(&mut self.explorer.machine, key, &mut self.lookups, &mut self.gathered)
        } else {
            Err(ExpandError::Unusual)
        };
        match expanded {
            Ok(()) if self.gathered.count - self.gathered.first <= MOST_SUCCESSORS => {
                let deepest = self.explorer.base_depth + u64::from(self.engine.deepest);
                let statistics = &mut self.explorer.statistics;
                statistics.atomic_steps += self.engine.atomic_steps;
                statistics.depth = statistics.depth.max(deepest);
            }
            Ok(()) | Err(ExpandError::Unusual) => self.explore(key, flags, source, control),
            Err(ExpandError::Full) => self.task.give_up(Why::Full),
        }
    }

    /// Lets the worker loop expand a state.
    #[cold]
    fn explore(&mut self, key: &Key<K>, flags: Flags, source: usize, control: &mut Control) {
        self.gathered.forget(self.gathered.first);
        let explorer = &mut self.explorer;
        let state = self.engine.unpack(&mut explorer.machine, key).to_vec();
        explorer.machine.load(&state);
        self.rows.clear();
        let level = explorer.base_depth;
        explorer.run(flags, &mut Collector { found: &mut self.rows, depth: level }, false, control);
        let from = Origin { part: source as u32, index: self.gathered.from };
        traced::keep(&mut self.errors, explorer, Member { level, of: from });
        for (number, reached) in self.pack_rows().into_iter().enumerate() {
            self.gathered.add(reached, number, self.usual);
        }
    }

    /// What the worker loop found.
    fn pack_rows(&mut self) -> Vec<Reached<K>> {
        let mut found = Vec::new();
        for successor in &self.rows.list {
            match self.engine.pack(&mut self.explorer.machine, self.rows.row(successor)) {
                Ok(key) => found.push(Reached { key, depth: successor.depth, flags: successor.flags }),
                Err(_) => self.task.give_up(Why::Full),
            }
        }
        found
    }

    /// Keeps what was gathered, all of it successors of states of one part, or hands it to those who own it.
    #[inline(always)]
    fn keep_gathered<P: Partitions<K, S>>(&mut self, source: usize, parts: &mut P) {
        if self.bits != self.engine.bits() {
            self.widen(parts);
        }
        if P::MANY {
            self.distribute(source, parts);
        } else if let Some(part) = parts.get_mut(0) {
            let kept = keep(part, 0, &self.gathered.room[..self.gathered.count], &mut self.tickets);
            self.count(kept);
            if !self.gathered.odd.is_empty() {
                let kept = keep_odd(part, 0, &self.gathered.odd, self.usual);
                self.count(kept);
            }
        }
        self.gathered.clear();
    }

    /// Puts what was gathered into lists, by owner, and keeps or sends lists that are long enough.
    fn distribute<P: Partitions<K, S>>(&mut self, source: usize, parts: &mut P) {
        for message in &self.gathered.room[..self.gathered.count] {
            self.outboxes[parts.owner(&message.key)].push(*message);
        }
        for odd in &self.gathered.odd {
            self.outboxes[parts.owner(&odd.reached.key)].odd.push(*odd);
        }
        for owner in 0..self.outboxes.len() {
            if self.outboxes[owner].len() >= SENT {
                self.send(owner, source, parts);
            }
        }
    }

    /// Keeps a list of states, or hands it to the one who owns them.
    fn send<P: Partitions<K, S>>(&mut self, owner: usize, source: usize, parts: &mut P) {
        let outbox = &mut self.outboxes[owner];
        outbox.from = source as u32;
        let Some(part) = parts.get_mut(owner) else { return self.crew.inbox(owner).send(outbox) };
        let kept = keep(part, outbox.from, &outbox.list, &mut self.tickets);
        let odd = keep_odd(part, outbox.from, &outbox.odd, self.usual);
        outbox.clear();
        self.count(kept);
        self.count(odd);
    }

    /// Keys have more bits than before: the sets have to know that.
    #[cold]
    fn widen(&mut self, parts: &mut impl Partitions<K, S>) {
        self.bits = self.engine.bits();
        for number in 0..parts.count() {
            if let Some(part) = parts.get_mut(number) {
                part.set.widen(self.bits);
            }
        }
    }

    #[inline(always)]
    fn count(&mut self, kept: Kept) {
        let level = self.explorer.base_depth;
        let statistics = &mut self.explorer.statistics;
        statistics.stored += kept.new;
        statistics.matched += kept.all - kept.new;
        if kept.new > 0 {
            statistics.depth = statistics.depth.max(level + u64::from(kept.depth));
        }
    }

    /// Keeps what others have found.
    #[inline(always)]
    fn receive(&mut self, parts: &mut impl Partitions<K, S>) {
        self.crew.inbox(self.me).receive(&mut self.received);
        if !self.received.is_empty() {
            self.keep_received(parts);
        }
    }

    #[inline(never)]
    fn keep_received(&mut self, parts: &mut impl Partitions<K, S>) {
        self.engine.catch_up();
        if self.bits != self.engine.bits() {
            self.widen(parts);
        }
        let Some(part) = parts.get_mut(self.me) else { return };
        let mut received = std::mem::take(&mut self.received);
        for messages in received.drain(..) {
            let kept = keep(part, messages.from, &messages.list, &mut self.tickets);
            let odd = keep_odd(part, messages.from, &messages.odd, self.usual);
            self.crew.inbox(self.me).give_back(messages);
            self.count(kept);
            self.count(odd);
        }
        self.received = received;
    }

    /// Hands over what others own, and keeps what they hand over until all have.
    pub fn settle(&mut self, parts: &mut impl Partitions<K, S>, finished: Finished<K, S>) {
        for owner in 0..self.outboxes.len() {
            if self.outboxes[owner].len() > 0 {
                self.send(owner, self.me, parts);
            }
        }
        finished.tell();
        let mut lookups = 0u32;
        loop {
            // Whoever has finished sends nothing more.
            let all = self.crew.finished.load(Ordering::Acquire) == self.crew.threads();
            self.receive(parts);
            if all {
                return;
            }
            lookups += 1;
            if lookups.is_multiple_of(1024) {
                std::thread::yield_now();
            } else {
                std::hint::spin_loop();
            }
        }
    }

    /// Looks around now and then.
    #[inline(always)]
    fn tick(&mut self, successors: usize, parts: &impl Partitions<K, S>, control: &mut Control) {
        let (crew, task, engine, told) = (self.crew, self.task, &self.engine, self.told_bytes);
        let own = || bytes_of(parts) + engine.bytes();
        let bytes = || crew.bytes.load(Ordering::Relaxed).wrapping_sub(told) + own() + task.space.bytes();
        if self.explorer.ticked(1, successors, bytes, |_| {}, control) {
            self.look_around(parts);
        }
    }

    #[cold]
    fn look_around(&mut self, parts: &impl Partitions<K, S>) {
        self.tell_bytes(parts);
        let pays = self.engine.pays();
        if !pays && !self.task.always && !self.task.is_trial() {
            self.task.give_up(Why::DoesNotPay);
        }
    }

    /// Tells the crew how many bytes it uses.
    pub fn tell_bytes(&mut self, parts: &impl Partitions<K, S>) {
        let bytes = bytes_of(parts) + self.engine.bytes();
        self.crew.bytes.fetch_add(bytes.wrapping_sub(self.told_bytes), Ordering::Relaxed);
        self.told_bytes = bytes;
    }

    /// Learns what others have found out about the parts of states.
    pub fn catch_up(&mut self) {
        self.engine.catch_up();
    }

    /// Which control states were reached.
    pub fn take_reached(&mut self) {
        for (all, here) in self.explorer.reached.iter_mut().zip(self.engine.reached()) {
            *all |= here;
        }
    }

    /// The steps along successors of these numbers, from the initial state on.
    pub fn steps_along(&mut self, successors: &[u32]) -> Vec<Move> {
        let mut steps = Vec::new();
        let Some(mut here) = self.initial() else { return steps };
        for &number in successors {
            let Some(next) = self.successor(&here, number) else { return steps };
            let machine = &mut self.explorer.machine;
            match self.engine.step_between(machine, &here.key, &next.key) {
                Some(step) => steps.push(step),
                None => {
                    let from = self.engine.unpack(machine, &here.key).to_vec();
                    let to = self.engine.unpack(machine, &next.key).to_vec();
                    steps.extend(self.explorer.steps_between(&from, here.flags, &mut Target(&to)));
                }
            }
            here = next;
        }
        steps
    }

    /// The successor of this number.
    fn successor(&mut self, here: &Reached<K>, number: u32) -> Option<Reached<K>> {
        let mut found: Vec<Reached<K>> = Vec::new();
        let usual =
            here.flags == self.usual && self.engine.expand(&mut self.explorer.machine, &here.key, &mut found).is_ok();
        if !usual {
            let state = self.engine.unpack(&mut self.explorer.machine, &here.key).to_vec();
            self.rows.clear();
            let mut collector = Collector { found: &mut self.rows, depth: self.explorer.base_depth };
            self.explorer.steps_between(&state, here.flags, &mut collector);
            found = self.pack_rows();
        }
        found.get(number as usize).copied()
    }
}

/// Bytes of the parts that are held.
fn bytes_of<const K: usize, S: KeySet<K>>(parts: &impl Partitions<K, S>) -> u64 {
    (0..parts.count()).filter_map(|number| parts.get(number)).map(|part| part.bytes()).sum()
}

/// What came of keeping states.
#[derive(Clone, Copy, Default)]
struct Kept {
    all: u64,
    new: u64,
    /// Of those that are new, the most steps that lead to one.
    depth: u32,
}

/// Keeps those of some states that are new, all successors of states of one part.
#[inline(always)]
fn keep<const K: usize, S: KeySet<K>>(
    part: &mut Partition<K, S>,
    from: u32,
    list: &[Message<K>],
    tickets: &mut Vec<S::Ticket>,
) -> Kept {
    let mut kept = Kept { all: list.len() as u64, ..Kept::default() };
    tickets.clear();
    for i in 0..list.len() {
        if i % LOOKED_UP == 0 {
            // Memory is prefetched while that of those before is looked at.
            let end = |chunks: usize| (i + chunks * LOOKED_UP).min(list.len());
            tickets.extend(list[tickets.len()..end(3)].iter().map(|message| part.set.prefetch(&message.key)));
            let next = if i == 0 { 0 } else { end(1) };
            tickets[next..end(2)].iter().for_each(|&ticket| part.set.peek(ticket));
        }
        let &Message { key, from: index, successor, depth } = &list[i];
        let put = part.set.put(tickets[i], &key, 0);
        if put == Put::Known {
            continue;
        }
        part.add(&key, (Origin { part: from, index }, u32::from(successor)));
        kept.new += 1;
        kept.depth = kept.depth.max(u32::from(depth));
        if put == Put::Moved {
            let later = list.iter().zip(tickets.iter_mut()).skip(i + 1);
            later.for_each(|(message, ticket)| *ticket = part.set.prefetch(&message.key));
        }
    }
    kept
}

/// The same for those that do not fit into messages.
fn keep_odd<const K: usize, S: KeySet<K>>(
    part: &mut Partition<K, S>,
    from: u32,
    list: &[Odd<K>],
    usual: Flags,
) -> Kept {
    let mut kept = Kept { all: list.len() as u64, ..Kept::default() };
    for &Odd { reached, from: index, successor } in list {
        if part.set.put(part.set.prefetch(&reached.key), &reached.key, 0) != Put::Known {
            part.add(&reached.key, (Origin { part: from, index }, successor));
            part.is_odd(reached.flags, usual);
            kept.new += 1;
            kept.depth = kept.depth.max(reached.depth);
        }
    }
    kept
}
