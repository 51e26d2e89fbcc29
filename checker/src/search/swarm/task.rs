//! Which searches a swarm has.

use crate::optimise::OptionOrder;
use crate::random::Random;
use crate::search::store::keys::mix;

/// So many searches belong together: if one of them finds an error, all of them are done, and none after them.
pub const BATCH: u64 = 16;

/// The description of one search: all that it depends on besides the model and the property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    pub number: u64,
    /// Of the hash functions.
    pub seed: u64,
    /// Bits that are set for a state.
    pub functions: u32,
    /// The size of the table.
    pub bytes: u64,
    pub depth: Option<u64>,
    pub processes: ProcessOrder,
    pub options: OptionOrder,
}

/// In which order processes are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessOrder {
    /// The oldest first; otherwise the youngest.
    pub oldest_first: bool,
    /// Begin with the one that comes so many later, and come to those before it in the end.
    pub shift: u32,
}

impl ProcessOrder {
    /// The process to try when it would be the turn of `pid`, of so many.
    #[inline]
    pub fn turn(self, pid: u32, processes: u32) -> u32 {
        let place = if self.oldest_first { processes - 1 - pid } else { pid };
        let shift = self.shift % processes;
        if place >= shift { place - shift } else { place + processes - shift }
    }
}

/// What the tasks of a swarm are made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    pub seed: u64,
    /// The largest table of a search.
    pub bytes: u64,
    /// The largest depth limit.
    pub depth: Option<u64>,
}

/// Depth limits if none is asked for.
const DEPTHS: [Option<u64>; 5] = [Some(200), Some(1_000), Some(5_000), Some(50_000), None];

impl Plan {
    /// The search of this number. The first one searches as `ax check --store bitstate` does.
    pub fn task(&self, number: u64) -> Task {
        let mut random = Random::new(mix(self.seed) ^ mix(!number));
        let seed = random.below(usize::MAX) as u64;
        if number == 0 {
            let processes = ProcessOrder { oldest_first: false, shift: 0 };
            let options = OptionOrder::Written;
            return Task { number, seed, functions: 3, bytes: self.bytes, depth: self.depth, processes, options };
        }
        let depth = match self.depth {
            Some(depth) => Some((depth >> random.below(6)).max(1)),
            None => DEPTHS[random.below(DEPTHS.len())],
        };
        Task {
            number,
            seed,
            functions: 1 + random.below(4) as u32,
            bytes: (self.bytes >> random.below(4)).max(64),
            depth,
            processes: ProcessOrder { oldest_first: random.below(2) == 1, shift: random.below(64) as u32 },
            options: match random.below(4) {
                0 => OptionOrder::Written,
                1 => OptionOrder::Reversed,
                _ => OptionOrder::Shuffled { seed: random.below(usize::MAX) as u64 },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Plan, ProcessOrder};

    #[test]
    fn every_process_has_one_turn() {
        for (oldest_first, shift, processes) in [(false, 0, 5), (true, 3, 5), (false, 7, 4), (true, 1, 1)] {
            let order = ProcessOrder { oldest_first, shift };
            let mut turns: Vec<u32> = (0..processes).map(|pid| order.turn(pid, processes)).collect();
            turns.sort_unstable();
            assert_eq!(turns, (0..processes).collect::<Vec<u32>>(), "{order:?}");
        }
    }

    #[test]
    fn tasks_follow_from_seed_and_number() {
        let plan = Plan { seed: 7, bytes: 1 << 20, depth: None };
        assert_eq!(plan.task(3), plan.task(3));
        assert_ne!(plan.task(3), Plan { seed: 8, ..plan }.task(3));
        let seeds: std::collections::HashSet<u64> = (0..1000).map(|n| plan.task(n).seed).collect();
        assert_eq!(seeds.len(), 1000);
    }
}
