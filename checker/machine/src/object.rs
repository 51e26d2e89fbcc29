//! An object of the heap, and the bytes that stand for it in a state: flags, the place that allocated it, its bytes and
//! (if a bit was never set) its shadow.

use crate::thread::{Input, number};

#[derive(Clone, Debug)]
pub struct HeapObject {
    pub memory: Vec<u8>,
    /// Bits that are 1 were never set.
    pub shadow: Vec<u8>,
    /// The place that allocated it: see `world::Sites`.
    pub site: u32,
    /// Other threads may reach it.
    pub shared: bool,
    /// Belongs to a frame, and is not for `free`.
    pub local: bool,
}

impl HeapObject {
    pub fn new(size: usize, site: u32, local: bool) -> HeapObject {
        HeapObject { memory: vec![0; size], shadow: vec![0xff; size], site, shared: false, local }
    }

    pub fn encode(&self, out: &mut Vec<u8>) {
        let whole = self.shadow.iter().all(|b| *b == 0);
        out.push(u8::from(self.shared) | u8::from(self.local) << 1 | u8::from(whole) << 2);
        number(out, u64::from(self.site));
        number(out, self.memory.len() as u64);
        out.extend_from_slice(&self.memory);
        if !whole {
            out.extend_from_slice(&self.shadow);
        }
    }

    pub fn decode(bytes: &[u8]) -> HeapObject {
        let mut input = Input { bytes, at: 0 };
        let flags = input.byte();
        let site = input.number() as u32;
        let size = input.number() as usize;
        let memory = input.take(size).to_vec();
        let shadow = if flags & 4 != 0 { vec![0; size] } else { input.take(size).to_vec() };
        HeapObject { memory, shadow, site, shared: flags & 1 != 0, local: flags & 2 != 0 }
    }
}
