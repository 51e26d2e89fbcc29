//! Sets that were found before.
//!
//! Which set is chosen depends on the control states, on which steps are possible, and on the few things that were asked of the data meanwhile. Many
//! states agree in all of that; then the set is the same. So the answer still depends on the state only.

use std::collections::HashMap;

use super::table::{Table, Wait};
use super::{Chosen, Scratch, waits_for_channel};
use crate::exec::Machine;

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
    rows: HashMap<u64, Vec<Known>>,
    /// Control states, then a bit for each step that is possible; and the hash of that.
    key: Vec<u32>,
    hash: u64,
    asked: u32,
    found: u32,
    /// Too few states agree.
    useless: bool,
}

struct Known {
    key: Box<[u32]>,
    asked: Box<[Asked]>,
    chosen: Chosen,
}

/// A question about a state, and the answer.
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    Test { step: u32, test: u32, holds: bool },
    Channel { step: u32, is_here: bool, wait: Option<Wait> },
}

impl Asked {
    fn is_so(self, table: &Table, machine: &Machine) -> bool {
        match self {
            Asked::Test { step, test, holds } => {
                table.steps[step as usize].wait.tests[test as usize].holds(machine.state()) == holds
            }
            Asked::Channel { step, is_here, wait } => waits_for_channel(step, is_here, table, machine) == wait,
        }
    }
}

impl Memo {
    /// Makes the key.
    fn begin(&mut self, scratch: &Scratch, table: &Table) {
        self.key.clear();
        self.key.extend_from_slice(&scratch.pcs);
        let (mut bits, mut count) = (0, 0);
        for (pid, pc) in (0..).zip(&scratch.pcs) {
            for i in table.at(pid, *pc) {
                bits |= u32::from(scratch.possible[i as usize]) << count;
                count += 1;
                if count == u32::BITS {
                    self.key.push(bits);
                    (bits, count) = (0, 0);
                }
            }
        }
        self.key.push(bits);
        let mix = |hash: u64, word: &u32| (hash ^ u64::from(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        self.hash = self.key.iter().fold(0, mix);
    }

    /// The set for a state that was looked at, if it is known.
    pub fn find(&mut self, scratch: &mut Scratch, table: &Table, machine: &Machine) -> Option<Chosen> {
        if self.useless {
            return None;
        }
        self.begin(scratch, table);
        self.asked += 1;
        if self.asked == TRIED {
            self.useless = self.found < TRIED / ENOUGH;
            (self.asked, self.found) = (0, 0);
            if self.useless {
                self.rows = HashMap::new();
                return None;
            }
        }
        let chosen = self.rows.get(&self.hash)?.iter().find_map(|known| {
            scratch.work += known.asked.len() as u64 / 4;
            let is_known = *known.key == self.key && known.asked.iter().all(|asked| asked.is_so(table, machine));
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
