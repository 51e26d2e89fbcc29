//! What is known of the order of unknown values: bounds of differences, `a - b <= c`.
//!
//! A comparison of two unknowns splits the interval of their difference as one with a number splits that of the
//! unknown, and both sides are searched. Bounds and intervals together are difference constraints over integers. They
//! are kept closed: each bound is the least that follows from all (shortest paths; Bellman 1958, Dill 1989). That gives
//! what the search needs:
//!
//! - a part of a closed interval or difference always has a solution, so no side is searched that cannot be;
//! - an unknown that nobody refers to any more is left out by dropping its bounds: what follows for others is there;
//! - equal knowledge has equal bounds, so that states do not multiply. Bounds that follow from the two intervals alone
//!   are not kept.
//!
//! Sums of two unknowns are not said here: those become known (see `unknown`).

use crate::unknown::Interval;
use std::collections::BTreeMap;

/// Bounds of differences, by the identities of both.
#[derive(Clone, Default, Debug)]
pub struct Order {
    bounds: BTreeMap<(u16, u16), i128>,
}

impl Order {
    /// The unknowns that have an order with others.
    pub fn ids(&self) -> Vec<u16> {
        let mut ids: Vec<u16> = self.bounds.keys().flat_map(|(a, b)| [*a, *b]).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    pub fn clear(&mut self) {
        self.bounds.clear();
    }

    /// The unknowns that an unknown has an order with.
    pub fn related(&self, id: u16) -> Vec<u16> {
        let of = |(a, b): &(u16, u16)| if *a == id { Some(*b) } else { (*b == id).then_some(*a) };
        let mut list: Vec<u16> = self.bounds.keys().filter_map(of).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    /// What `a - b` may be.
    pub fn difference(&self, intervals: &[Interval], a: u16, b: u16) -> Interval {
        Interval { low: -self.most(intervals, b, a), high: self.most(intervals, a, b) }
    }

    fn most(&self, intervals: &[Interval], a: u16, b: u16) -> i128 {
        let alone = intervals[a as usize].high - intervals[b as usize].low;
        self.bounds.get(&(a, b)).map_or(alone, |c| alone.min(*c))
    }

    /// `a - b` is within an interval, a part of [`Order::difference`].
    pub fn restrict(&mut self, intervals: &mut [Interval], (a, b): (u16, u16), difference: Interval) {
        self.bounds.insert((a, b), difference.high);
        self.bounds.insert((b, a), -difference.low);
        self.close(intervals);
    }

    /// Draws all conclusions, after an interval was made smaller.
    pub fn close(&mut self, intervals: &mut [Interval]) {
        let ids = self.ids();
        // The last node is the number 0.
        let (zero, n) = (ids.len(), ids.len() + 1);
        let mut least = vec![0i128; n * n];
        for (i, a) in ids.iter().enumerate() {
            for (j, b) in ids.iter().enumerate().filter(|(j, _)| *j != i) {
                least[i * n + j] = self.most(intervals, *a, *b);
            }
            least[i * n + zero] = intervals[*a as usize].high;
            least[zero * n + i] = -intervals[*a as usize].low;
        }
        for k in 0..n {
            for i in 0..n {
                for j in (0..n).filter(|j| *j != i) {
                    least[i * n + j] = least[i * n + j].min(least[i * n + k] + least[k * n + j]);
                }
            }
        }
        for (i, a) in ids.iter().enumerate() {
            intervals[*a as usize] = Interval { low: -least[zero * n + i], high: least[i * n + zero] };
        }
        self.bounds.clear();
        for (i, a) in ids.iter().enumerate() {
            for (j, b) in ids.iter().enumerate().filter(|(j, _)| *j != i) {
                if least[i * n + j] < intervals[*a as usize].high - intervals[*b as usize].low {
                    self.bounds.insert((*a, *b), least[i * n + j]);
                }
            }
        }
    }

    /// The same of other identities; those without a new one are left out.
    pub fn rename(&mut self, names: &[Option<u16>]) {
        let old = std::mem::take(&mut self.bounds);
        let renamed = old.into_iter().filter_map(|((a, b), c)| Some(((names[a as usize]?, names[b as usize]?), c)));
        self.bounds = renamed.collect();
    }

    /// The bytes: the count of bounds, then two identities and the bound of each.
    pub fn save(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.bounds.len() as u32).to_le_bytes());
        for ((a, b), c) in &self.bounds {
            out.extend_from_slice(&a.to_le_bytes());
            out.extend_from_slice(&b.to_le_bytes());
            out.extend_from_slice(&c.to_le_bytes());
        }
    }

    /// Reads what was saved; what follows it.
    pub fn load<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        self.clear();
        let Some((count, rest)) = bytes.split_first_chunk::<4>() else { return bytes };
        let (bounds, rest) = rest.split_at((u32::from_le_bytes(*count) as usize * 20).min(rest.len()));
        for bound in bounds.chunks_exact(20) {
            let id = |at: usize| u16::from_le_bytes([bound[at], bound[at + 1]]);
            let mut c = [0; 16];
            c.copy_from_slice(&bound[4..]);
            self.bounds.insert((id(0), id(2)), i128::from_le_bytes(c));
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any() -> Interval {
        Interval { low: 0, high: 100 }
    }

    #[test]
    fn what_follows_is_known() {
        let (mut intervals, mut order) = (vec![any(); 3], Order::default());
        // a < b < c
        order.restrict(&mut intervals, (0, 1), Interval { low: -100, high: -1 });
        order.restrict(&mut intervals, (1, 2), Interval { low: -100, high: -1 });
        assert_eq!(order.difference(&intervals, 0, 2), Interval { low: -100, high: -2 });
        assert_eq!(intervals[0], Interval { low: 0, high: 98 });
        assert_eq!(intervals[2], Interval { low: 2, high: 100 });
        // c < 3: only 0, 1, 2 is left.
        intervals[2].high = 2;
        order.close(&mut intervals);
        assert_eq!(intervals.iter().map(|i| (i.low, i.high)).collect::<Vec<_>>(), [(0, 0), (1, 1), (2, 2)]);
        assert!(order.bounds.is_empty());
    }

    /// Against all assignments of small intervals: bounds are exact, and those of two unknowns stay so when the third
    /// is dropped.
    #[test]
    fn bounds_are_exact() {
        let mut random = crate::random::Random(7);
        for _ in 0..2000 {
            let mut intervals = vec![Interval { low: 0, high: 4 }; 3];
            let mut order = Order::default();
            let mut all: Vec<[i128; 3]> = Vec::new();
            for v in 0..125 {
                all.push([v % 5, v / 5 % 5, v / 25]);
            }
            for _ in 0..3 {
                let (a, b) = [(0, 1), (1, 2), (0, 2), (2, 0)][random.below(4)];
                let whole = order.difference(&intervals, a, b);
                let low = whole.low + random.below(whole.count() as usize) as i128;
                let part = Interval { low, high: low + random.below((whole.high - low) as usize + 1) as i128 };
                order.restrict(&mut intervals, (a, b), part);
                all.retain(|v| (part.low..=part.high).contains(&(v[a as usize] - v[b as usize])));
                for i in 0..3 {
                    let values = || all.iter().map(|v| v[i]);
                    assert_eq!(
                        (intervals[i].low, intervals[i].high),
                        (values().min().unwrap(), values().max().unwrap())
                    );
                }
                let names = [Some(0), Some(1), None];
                let mut two = order.clone();
                two.rename(&names);
                let differences = || all.iter().map(|v| v[0] - v[1]);
                let exact = Interval { low: differences().min().unwrap(), high: differences().max().unwrap() };
                assert_eq!(two.difference(&intervals, 0, 1), exact);
                let mut bytes = Vec::new();
                order.save(&mut bytes);
                let mut again = Order::default();
                assert!(again.load(&bytes).is_empty());
                assert_eq!(again.bounds, order.bounds);
            }
        }
    }
}
