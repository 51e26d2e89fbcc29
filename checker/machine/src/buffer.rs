//! The store buffer of a thread, where stores wait before they reach memory: total store order, as on x86 (Sewell,
//! Sarkar, Owens, Nardelli and Myreen 2010).
//!
//! Stores leave in the order in which they came. The thread itself reads what waits, others do not. What it reads only
//! in part must leave first: a processor does not put a value together from the buffer and from memory.
//!
//! The bytes: how many wait; then of each the address and the size, 8 and 1 bytes, and its bits and shadow. A thread
//! at rest has few, so they are not made small.

/// So many stores can wait in one thread. When one more comes the oldest leaves, and it is told that runs are missing.
pub const MOST: usize = 8;

/// A store that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub address: u64,
    pub size: u8,
    pub bits: u128,
    /// Bits that are 1 were never set.
    pub shadow: u128,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Buffer {
    /// The oldest first.
    stores: Vec<Waiting>,
}

/// What a read finds in a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forwarded {
    /// Nothing: memory has it.
    Nothing,
    /// The bits and their shadow.
    Whole(u128, u128),
    /// A part, or parts of several stores: so many of the oldest must leave first.
    Parts(usize),
}

impl Waiting {
    fn end(&self) -> u64 {
        self.address + u64::from(self.size)
    }

    fn meets(&self, address: u64, size: u64) -> bool {
        self.address < address + size && address < self.end()
    }
}

impl Buffer {
    pub fn is_empty(&self) -> bool {
        self.stores.is_empty()
    }

    pub fn len(&self) -> usize {
        self.stores.len()
    }

    pub fn push(&mut self, store: Waiting) {
        self.stores.push(store);
    }

    /// The oldest leaves.
    pub fn take(&mut self) -> Option<Waiting> {
        (!self.stores.is_empty()).then(|| self.stores.remove(0))
    }

    /// Whether a store to some of these bytes waits.
    pub fn meets(&self, address: u64, size: u64) -> bool {
        self.stores.iter().any(|s| s.meets(address, size))
    }

    /// What a read of these bytes finds.
    pub fn forward(&self, address: u64, size: u64) -> Forwarded {
        let Some(last) = self.stores.iter().rposition(|s| s.meets(address, size)) else { return Forwarded::Nothing };
        let store = self.stores[last];
        if store.address > address || store.end() < address + size {
            return Forwarded::Parts(last + 1);
        }
        let shift = 8 * (address - store.address) as u32;
        let mask = if size == 16 { u128::MAX } else { (1 << (8 * size)) - 1 };
        Forwarded::Whole(store.bits >> shift & mask, store.shadow >> shift & mask)
    }

    /// Calls `f` with each value that waits and may be an address.
    pub fn each_word(&self, mut f: impl FnMut(u64)) {
        for store in self.stores.iter().filter(|s| s.size >= 8) {
            f(store.bits as u64);
            if store.size == 16 {
                f((store.bits >> 64) as u64);
            }
        }
    }

    /// What is from `low` up to `high` is gone: stores to it have no effect any more, and copies of its addresses are
    /// marked by `stale`.
    pub fn forget(&mut self, low: u64, high: u64, stale: impl Fn(u64) -> u64) {
        self.stores.retain(|s| !(low..high).contains(&s.address));
        for store in self.stores.iter_mut().filter(|s| s.size >= 8) {
            let mut marked = 0;
            for half in 0..u32::from(store.size) / 8 {
                let word = (store.bits >> (64 * half)) as u64;
                let word = if (low..high).contains(&word) { stale(word) } else { word };
                marked |= u128::from(word) << (64 * half);
            }
            store.bits = if store.size.is_multiple_of(8) { marked } else { store.bits };
        }
    }

    pub fn encode(&self, out: &mut Vec<u8>) {
        out.push(self.stores.len() as u8);
        for store in &self.stores {
            out.extend_from_slice(&store.address.to_le_bytes());
            out.push(store.size);
            out.extend_from_slice(&store.bits.to_le_bytes());
            out.extend_from_slice(&store.shadow.to_le_bytes());
        }
    }

    pub fn decode(mut take: impl FnMut(usize) -> Vec<u8>) -> Buffer {
        let mut number = |size: usize| {
            let mut bytes = [0; 16];
            bytes[..size].copy_from_slice(&take(size));
            u128::from_le_bytes(bytes)
        };
        let count = number(1);
        let stores = (0..count).map(|_| Waiting {
            address: number(8) as u64,
            size: number(1) as u8,
            bits: number(16),
            shadow: number(16),
        });
        Buffer { stores: stores.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(address: u64, size: u8, bits: u128) -> Waiting {
        Waiting { address, size, bits, shadow: 0 }
    }

    fn buffer(stores: &[Waiting]) -> Buffer {
        Buffer { stores: stores.to_vec() }
    }

    #[test]
    fn the_oldest_leaves_first() {
        let mut two = buffer(&[store(8, 4, 1), store(8, 4, 2)]);
        assert_eq!(two.take(), Some(store(8, 4, 1)));
        assert_eq!(two.take(), Some(store(8, 4, 2)));
        assert_eq!(two.take(), None);
    }

    #[test]
    fn a_read_finds_the_latest_store() {
        let two = buffer(&[store(8, 4, 1), store(8, 4, 2), store(16, 4, 3)]);
        assert_eq!(two.forward(8, 4), Forwarded::Whole(2, 0));
        assert_eq!(two.forward(12, 4), Forwarded::Nothing);
        let wide = buffer(&[store(8, 8, 0x1122_3344_5566_7788)]);
        assert_eq!(wide.forward(10, 2), Forwarded::Whole(0x5566, 0));
    }

    #[test]
    fn a_read_of_parts_waits_for_the_last_of_them() {
        let some = buffer(&[store(8, 1, 1), store(9, 1, 2), store(32, 4, 3)]);
        assert_eq!(some.forward(8, 4), Forwarded::Parts(2));
        assert_eq!(some.forward(8, 1), Forwarded::Whole(1, 0));
        assert_eq!(buffer(&[store(8, 8, 1)]).forward(12, 8), Forwarded::Parts(1));
    }

    #[test]
    fn what_is_gone_is_not_stored_to_and_not_pointed_to() {
        let mut some = buffer(&[store(100, 4, 1), store(8, 8, 104), store(16, 8, 96)]);
        some.forget(100, 108, |word| word + 1000);
        assert_eq!(some, buffer(&[store(8, 8, 1104), store(16, 8, 96)]));
        let mut words = Vec::new();
        some.each_word(|w| words.push(w));
        assert_eq!(words, [1104, 96]);
    }

    #[test]
    fn bytes() {
        let some = buffer(&[store(100, 16, u128::MAX), Waiting { shadow: 7, ..store(8, 2, 0x1234) }]);
        let mut out = Vec::new();
        some.encode(&mut out);
        let mut at = 0;
        let back = Buffer::decode(|size| {
            at += size;
            out[at - size..at].to_vec()
        });
        assert_eq!((back, at), (some, out.len()));
    }
}
