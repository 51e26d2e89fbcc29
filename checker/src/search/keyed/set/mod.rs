//! Sets of keys, each for one thread.

mod buckets;
mod lines;
mod mixer;
mod probe;
mod scan;

pub use buckets::Buckets;
pub use lines::Lines;

use crate::collapse::Key;

/// What counts more: time or memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    Ample,
    Tight,
}

/// What came of putting a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Put {
    Known,
    New,
    /// It is new, and keys have moved: tickets count no more.
    Moved,
}

/// A set of keys. Each key can have marks.
pub trait KeySet<const K: usize> {
    /// Tells where a key is, until keys move.
    type Ticket: Copy;

    /// For keys of which so many bits are in use.
    fn new(room: Room, bits: u32) -> Self;

    /// Asks for the memory in which a key is looked for first.
    fn prefetch(&self, key: &Key<K>) -> Self::Ticket;

    /// Looks at that memory, and asks for more if there is more to look at.
    #[inline(always)]
    fn peek(&self, _ticket: Self::Ticket) {}

    fn has(&self, ticket: Self::Ticket, key: &Key<K>) -> bool;

    /// The marks of a key; `None` if it is not there.
    fn marks(&self, ticket: Self::Ticket, key: &Key<K>) -> Option<u8>;

    /// Adds a key with marks, if it is not there.
    fn put(&mut self, ticket: Self::Ticket, key: &Key<K>, marks: u8) -> Put;

    /// Gives other marks to a key that is there.
    fn mark(&mut self, ticket: Self::Ticket, key: &Key<K>, marks: u8);

    /// Makes room for keys of which so many bits are in use, before one is put. Keys may move.
    fn widen(&mut self, bits: u32);

    fn bytes(&self) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set has what was put, with the marks it was given last, however it grew.
    fn keeps<const K: usize>(mut set: impl KeySet<K>, key: impl Fn(u64) -> Key<K>, marks: u8) {
        let mark = |n: u64| (n * 7 % 11) as u8 & marks;
        const MANY: u64 = 40_000;
        for n in 0..MANY {
            let (key, hash) = (key(n), set.prefetch(&key(n)));
            assert!(!set.has(hash, &key) && set.marks(hash, &key).is_none(), "{n} was not there");
            assert_ne!(set.put(hash, &key, mark(n + 1)), Put::Known);
            assert_eq!(set.put(set.prefetch(&key), &key, 0), Put::Known);
            set.mark(set.prefetch(&key), &key, mark(n));
        }
        for n in 0..MANY {
            let (key, hash) = (key(n), set.prefetch(&key(n)));
            assert!(set.has(hash, &key));
            assert_eq!(set.marks(hash, &key), Some(mark(n)));
        }
        let (key, hash) = (key(MANY), set.prefetch(&key(MANY)));
        assert!(!set.has(hash, &key));
    }

    const TOP: u64 = 1 << 63;

    #[test]
    fn sets_keep_keys() {
        for room in [Room::Ample, Room::Tight] {
            for bits in [16, 20, 33, 40, 44, 47, 52, 58, 63] {
                let spread = |n: u64| [((n % 251) | ((n / 251) << (bits - 8).min(40))) & ((1 << bits) - 1) | TOP];
                keeps::<1>(Lines::<0>::new(room, bits), spread, 0);
                keeps::<1>(Lines::<1>::new(room, bits), spread, 1);
                keeps::<1>(Lines::<2>::new(room, bits), spread, 3);
            }
            keeps::<2>(Buckets::<2, 1>::new(room, 100), |n| [n << 3 | TOP, (n % 7) | TOP], 1);
            keeps::<4>(Buckets::<4, 2>::new(room, 200), |n| [(n % 5) | TOP, (n % 7) | TOP, n | TOP, TOP], 3);
        }
    }

    #[test]
    fn keys_get_more_bits() {
        for room in [Room::Ample, Room::Tight] {
            let (mut set, mut bits, mut keys) = (Lines::<2>::new(room, 45), 45, Vec::new());
            for n in 0..30_000u64 {
                let key = [n | (n * n % 7) << (bits - 3) | TOP];
                let hash = set.prefetch(&key);
                assert!(!set.has(hash, &key) && set.put(hash, &key, n as u8 % 4) != Put::Known);
                keys.push((key, n as u8 % 4));
                if n % 3000 == 2999 {
                    bits += 2;
                    set.widen(bits);
                }
            }
            for (key, marks) in keys {
                assert_eq!(set.marks(set.prefetch(&key), &key), Some(marks));
                // The same but for a bit that came later.
                let other = [key[0] ^ 1 << 60];
                assert!(!set.has(set.prefetch(&other), &other));
            }
        }
    }
}
