//! Sets that were found before.
//!
//! Which set is chosen depends on the control states, on which steps are possible, and on the few things that were
//! asked of the data meanwhile. Many states agree in all of that; then the set is the same. So the answer still depends
//! on the state only.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::asked::Asked;
use super::table::Table;
use super::{Chosen, LazyState};

/// More rows than this are not kept.
const MOST_ROWS: usize = 1 << 14;

/// More answers than this for the same control states and steps are not kept.
const MOST_ANSWERS: usize = 8;

/// After so many states without enough sets that were known nothing is kept any more.
const TRIED: u32 = 1 << 13;

/// One in so many has to be known.
const ENOUGH: u32 = 2;

/// The sets of one table.
#[derive(Default)]
pub struct Memo {
    /// By a hash of the key.
    rows: HashMap<u64, Vec<Known>, BuildHasherDefault<Same>>,
    /// For each process its control state, and a bit for each of its options that is possible; and the hash of that.
    key: Vec<u64>,
    hash: u64,
    asked: u32,
    found: u32,
    /// Too few states agree.
    useless: bool,
}

/// What is hashed already is its own hash.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

struct Known {
    key: Box<[u64]>,
    asked: Box<[Asked]>,
    chosen: Chosen,
}

impl Memo {
    /// The set for a state, if it is known. `processes`: the control state of each, and a bit for each of its options
    /// that is possible.
    pub fn find(
        &mut self,
        processes: impl Iterator<Item = (u32, u64)>,
        table: &Table,
        state: &mut impl LazyState,
        work: &mut u64,
    ) -> Option<Chosen> {
        if self.useless {
            return None;
        }
        self.key.clear();
        self.hash = 0;
        for (state, possible) in processes {
            self.key.extend([u64::from(state), possible]);
            let both = (u64::from(state) << 32).wrapping_add(possible) ^ possible >> 32;
            self.hash = (self.hash ^ both).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        self.asked += 1;
        if self.asked == TRIED {
            self.useless = self.found < TRIED / ENOUGH;
            (self.asked, self.found) = (0, 0);
            if self.useless {
                self.rows = HashMap::default();
                return None;
            }
        }
        let chosen = self.rows.get(&self.hash)?.iter().find_map(|known| {
            *work += known.asked.len() as u64 / 4;
            let is_known = *known.key == self.key && known.asked.iter().all(|asked| asked.is_so(table, state));
            is_known.then_some(known.chosen)
        });
        self.found += u32::from(chosen.is_some());
        chosen
    }

    /// Keeps a set for the state that was asked for last.
    pub fn keep(&mut self, asked: &[Asked], chosen: Chosen) {
        if self.useless || (self.rows.len() >= MOST_ROWS && !self.rows.contains_key(&self.hash)) {
            return;
        }
        let answers = self.rows.entry(self.hash).or_default();
        if answers.len() < MOST_ANSWERS {
            answers.push(Known { key: self.key.as_slice().into(), asked: asked.into(), chosen });
        }
    }
}
