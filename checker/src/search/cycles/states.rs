//! The states that the threads of a search for cycles have in common, with their colours.
//!
//! States lie in chunks of 64-bit slots; each chunk is written by one thread, behind what it has told of. A state:
//!
//! ```text
//!   some slots              colours, one bit each (see `Colour`)
//!   then                    the words of the state, two in a slot; the upper half of the last one may be 0
//! ```
//!
//! All slots are atomic, so that there is nothing unsafe here. A state is written before the table tells of it, and
//! does not change from then on; its colours do.

use crate::hash::hash;
use crate::search::pages::Slots;
use crate::search::table::{Met, Table};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

/// Four segments are enough: a search for cycles puts fewer states a second than one breadth first.
type StateTable = Table<2>;

/// Slots of a chunk, as a power of two: 4 MiB.
const CHUNK_BITS: u32 = 19;
const CHUNK: usize = 1 << CHUNK_BITS;

/// Slots of the first chunk of a thread: a small model needs little memory.
const FIRST_CHUNK: usize = 1 << 12;

/// Bits of a place that the table has room for.
const PLACE_BITS: u32 = 36;

/// Where a state lies: the slot at which its colours begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateSlot(u64);

/// How a state is reached: its successors depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Claim and system move in turn; or there is no claim.
    InTurn,
    /// The system is stuck, and the claim moves alone.
    Alone,
}

/// A colour of a state in a mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// A first search has left it. All threads see this.
    Blue,
    /// A second search has left it, and no cycle through an accepting state can be reached from it. All threads see
    /// this.
    Red,
    /// It is on the path of this thread's first search.
    Cyan(usize),
    /// The second search of this thread has come to it.
    Pink(usize),
}

impl Colour {
    /// The number of its bit.
    #[inline(always)]
    fn bit(self, mode: Mode) -> usize {
        let colour = match self {
            Colour::Blue => 0,
            Colour::Red => 2,
            Colour::Cyan(thread) => 4 + 4 * thread,
            Colour::Pink(thread) => 6 + 4 * thread,
        };
        colour + usize::from(mode == Mode::Alone)
    }
}

#[derive(Debug)]
pub struct States {
    /// Slots for the colours of a state.
    head: usize,
    chunks: Mutex<Vec<Arc<Slots>>>,
    table: RwLock<StateTable>,
    /// So many threads wait to make the table larger.
    growing: AtomicUsize,
    table_bytes: AtomicU64,
    /// Bytes of states, as far as the threads have told.
    written: AtomicU64,
}

impl States {
    pub fn new(threads: usize) -> States {
        let table = StateTable::new(threads);
        States {
            head: (4 + 4 * threads).div_ceil(64),
            chunks: Mutex::default(),
            table_bytes: AtomicU64::new(table.bytes()),
            table: RwLock::new(table),
            growing: AtomicUsize::new(0),
            written: AtomicU64::new(0),
        }
    }

    fn table(&self) -> RwLockReadGuard<'_, StateTable> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many states there are. The caller must not be looking one up.
    #[cfg(test)]
    pub fn len(&self) -> u64 {
        self.table().len()
    }

    pub fn bytes(&self) -> u64 {
        self.written.load(Ordering::Relaxed) + self.table_bytes.load(Ordering::Relaxed)
    }
}

/// A thread's way to the states.
pub struct Keeper<'s> {
    states: &'s States,
    /// Held while states are looked up: nobody can grow the table then.
    table: Option<RwLockReadGuard<'s, StateTable>>,
    /// All chunks that this thread knows of.
    chunks: Vec<Arc<Slots>>,
    /// The chunk it writes, and the slots it has used of that.
    own: Option<usize>,
    used: usize,
    /// Bytes it has written in all, and those it has told of.
    written: u64,
    told: Cell<u64>,
}

impl<'s> Keeper<'s> {
    pub fn new(states: &'s States) -> Keeper<'s> {
        let (chunks, told) = (Vec::new(), Cell::new(0));
        Keeper { states, table: None, chunks, own: None, used: 0, written: 0, told }
    }

    /// Looks a state up and keeps it if it is new: then true. `None` if there is no more room.
    #[inline]
    pub fn insert(&mut self, state: &[u32]) -> Option<(StateSlot, bool)> {
        if self.states.growing.load(Ordering::Relaxed) > 0 {
            self.table = None;
        }
        let states = self.states;
        let table = self.table.take().unwrap_or_else(|| states.table());
        let mut probe = table.probe(hash(state));
        let mut written = None;
        let found = loop {
            match table.find(&mut probe) {
                Met::Empty => {
                    let Some(place) = written.or_else(|| self.append(state)) else { break None };
                    if table.put(probe, place.0) {
                        break Some((place, true));
                    }
                    written = Some(place);
                }
                Met::Same(bits) => {
                    if self.is(StateSlot(bits), state) {
                        if written.is_some() {
                            self.take_back(state);
                        }
                        break Some((StateSlot(bits), false));
                    }
                    table.pass(&mut probe);
                }
            }
        };
        if matches!(found, Some((_, true))) && table.count_at_once(probe) {
            drop(table);
            self.grow();
        } else {
            self.table = Some(table);
        }
        found
    }

    #[cold]
    fn grow(&mut self) {
        let states = self.states;
        states.growing.fetch_add(1, Ordering::Relaxed);
        let mut table = states.table.write().unwrap_or_else(PoisonError::into_inner);
        table.grow();
        states.table_bytes.store(table.bytes(), Ordering::Relaxed);
        states.growing.fetch_sub(1, Ordering::Relaxed);
    }

    /// Lets others grow the table for as long as this thread looks nothing up.
    pub fn pause(&mut self) {
        self.table = None;
    }

    /// Writes a state that nobody knows of yet.
    fn append(&mut self, state: &[u32]) -> Option<StateSlot> {
        let slots = self.states.head + state.len().div_ceil(2);
        if self.own.is_none_or(|own| self.used + slots > self.chunks[own].len()) {
            self.next_chunk(slots)?;
        }
        let own = self.own?;
        let (head, to) = self.chunks[own][self.used..self.used + slots].split_at(self.states.head);
        // There may be words of a longer state that was taken back.
        head.iter().for_each(|slot| slot.store(0, Ordering::Relaxed));
        let (pairs, rest) = state.as_chunks::<2>();
        for (slot, [low, high]) in to.iter().zip(pairs) {
            slot.store(u64::from(*low) | u64::from(*high) << 32, Ordering::Relaxed);
        }
        if let ([last], Some(slot)) = (rest, to.last()) {
            slot.store(u64::from(*last), Ordering::Relaxed);
        }
        let place = StateSlot((own as u64) << CHUNK_BITS | self.used as u64);
        self.used += slots;
        self.written += slots as u64 * 8;
        Some(place)
    }

    /// Forgets the state that was written last, which nobody knows of.
    fn take_back(&mut self, state: &[u32]) {
        let slots = self.states.head + state.len().div_ceil(2);
        self.used -= slots;
        self.written -= slots as u64 * 8;
    }

    #[cold]
    fn next_chunk(&mut self, slots: usize) -> Option<()> {
        let size = if self.own.is_none() { FIRST_CHUNK } else { CHUNK };
        let chunk = Arc::new(Slots::new(size.max(slots)));
        let mut all = self.states.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= 1 << (PLACE_BITS - CHUNK_BITS) {
            return None;
        }
        all.push(chunk);
        self.chunks.extend_from_slice(&all[self.chunks.len()..]);
        (self.own, self.used) = (Some(all.len() - 1), 0);
        Some(())
    }

    /// The slots from a place on. They may go on to other states.
    #[inline(always)]
    fn slots(&mut self, place: StateSlot) -> &[AtomicU64] {
        let chunk = (place.0 >> CHUNK_BITS) as usize;
        if chunk >= self.chunks.len() {
            self.learn_chunks();
        }
        &self.chunks[chunk][place.0 as usize & (CHUNK - 1)..]
    }

    #[cold]
    fn learn_chunks(&mut self) {
        let all = self.states.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        self.chunks.extend_from_slice(&all[self.chunks.len()..]);
    }

    /// Whether the state there is this one. The first word tells the length: if it is another one, so is the first
    /// slot.
    #[inline(always)]
    fn is(&mut self, place: StateSlot, state: &[u32]) -> bool {
        let head = self.states.head;
        let mut slots = self.slots(place)[head..].iter().map(|slot| slot.load(Ordering::Relaxed));
        let (pairs, rest) = state.as_chunks::<2>();
        pairs.iter().all(|[low, high]| slots.next() == Some(u64::from(*low) | u64::from(*high) << 32))
            && rest.iter().all(|last| slots.next() == Some(u64::from(*last)))
    }

    #[inline(always)]
    pub fn has(&mut self, place: StateSlot, mode: Mode, colour: Colour) -> bool {
        let bit = colour.bit(mode);
        self.slots(place)[bit / 64].load(Ordering::SeqCst) & 1 << (bit % 64) != 0
    }

    /// Gives a state a colour. True if it did not have it.
    #[inline(always)]
    pub fn paint(&mut self, place: StateSlot, mode: Mode, colour: Colour) -> bool {
        let bit = colour.bit(mode);
        self.slots(place)[bit / 64].fetch_or(1 << (bit % 64), Ordering::SeqCst) & 1 << (bit % 64) == 0
    }

    #[inline(always)]
    pub fn wipe(&mut self, place: StateSlot, mode: Mode, colour: Colour) {
        let bit = colour.bit(mode);
        self.slots(place)[bit / 64].fetch_and(!(1 << (bit % 64)), Ordering::SeqCst);
    }

    /// Bytes of all threads.
    pub fn bytes(&self) -> u64 {
        let untold = self.written.wrapping_sub(self.told.replace(self.written));
        // What was written may have been taken back: the difference can be below 0.
        self.states.written.fetch_add(untold, Ordering::Relaxed);
        self.states.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two threads put the same states, in opposite orders: each state is new once, and both find it in the same place.
    #[test]
    fn each_state_is_new_for_one_thread() {
        let states = States::new(2);
        let of = |i: u32| (0..3 + i % 5).map(|w| if w == 0 { i % 5 } else { i + w }).collect::<Vec<u32>>();
        let put = |order: Vec<u32>| {
            let mut keeper = Keeper::new(&states);
            let found: Vec<_> = order.iter().map(|&i| keeper.insert(&of(i)).expect("there is room")).collect();
            (order, found)
        };
        let (one, two) = std::thread::scope(|scope| {
            let other = scope.spawn(|| put((0..50_000).rev().collect()));
            (put((0..50_000).collect()), other.join().expect("it ends"))
        });
        let mut places = vec![None; 50_000];
        let mut new = 0;
        for (i, (place, is_new)) in one.0.iter().zip(one.1).chain(two.0.iter().zip(two.1)) {
            new += u64::from(is_new);
            assert_eq!(*places[*i as usize].get_or_insert(place), place);
        }
        assert_eq!((new, states.len()), (50_000, 50_000));
    }

    /// A state that another thread was faster with is taken back; what is written there next has no colour.
    #[test]
    fn states_are_new_without_colours() {
        let states = States::new(2);
        let mut keeper = Keeper::new(&states);
        let long = [u32::MAX; 9];
        keeper.append(&long).expect("there is room");
        keeper.take_back(&long);
        for i in 0..4 {
            let (place, is_new) = keeper.insert(&[7, i]).expect("there is room");
            assert!(is_new);
            let colours =
                [Colour::Blue, Colour::Red, Colour::Cyan(0), Colour::Cyan(1), Colour::Pink(0), Colour::Pink(1)];
            for colour in colours {
                assert!(!keeper.has(place, Mode::InTurn, colour) && !keeper.has(place, Mode::Alone, colour));
            }
        }
    }

    #[test]
    fn colours_do_not_touch_each_other() {
        for threads in [1, 15, 16, 40] {
            let states = States::new(threads);
            let mut keeper = Keeper::new(&states);
            let (a, _) = keeper.insert(&[1, 2, 3]).expect("there is room");
            let (b, _) = keeper.insert(&[1, 2, 4]).expect("there is room");
            let own = (0..threads).flat_map(|t| [Colour::Cyan(t), Colour::Pink(t)]);
            let all: Vec<_> = [Colour::Blue, Colour::Red].into_iter().chain(own).collect();
            for &colour in &all {
                for mode in [Mode::InTurn, Mode::Alone] {
                    assert!(keeper.paint(a, mode, colour));
                    assert!(!keeper.paint(a, mode, colour));
                    let count = |keeper: &mut Keeper, place| {
                        let modes = [Mode::InTurn, Mode::Alone];
                        all.iter()
                            .flat_map(|c| modes.map(|m| (m, *c)))
                            .filter(|(m, c)| keeper.has(place, *m, *c))
                            .count()
                    };
                    assert_eq!((count(&mut keeper, a), count(&mut keeper, b)), (1, 0));
                    keeper.wipe(a, mode, colour);
                }
            }
            assert_eq!(keeper.insert(&[1, 2, 3]), Some((a, false)));
            assert_eq!(keeper.insert(&[1, 2, 4]), Some((b, false)));
        }
    }
}
