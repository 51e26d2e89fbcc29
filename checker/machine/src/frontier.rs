//! States that are known and not expanded yet, and the order in which they are.
//!
//! Breadth first the first error has a shortest run; depth first it is often found sooner. Both search all states.
//!
//! By preemptions (Musuvathi and Qadeer 2007): a preemption is a switch away from a thread that could go on. First come
//! all states of runs without one, then those with one more, and so on up to a bound. What counts is told apart by the
//! thread that ran last, so a state is there once for each of them, with the fewest preemptions with which it is
//! reached: states that cost nothing are expanded before those that cost one more. If none is left before the bound is
//! reached, the search has seen everything.
//!
//! A run of the program with a scheduling point at each access has at least as many preemptions as the run that stands
//! for it here: what is moved (see `sharing`) is moved to the step of its own thread before, so that no switch is
//! added. A step that nobody sees is taken alone, does not count as a switch, and leaves the thread that ran last as it
//! is.

use crate::outcome::Order;
use std::collections::VecDeque;

#[derive(Debug)]
pub struct Frontier {
    order: Order,
    now: VecDeque<u32>,
    /// Those that cost one preemption more.
    later: Vec<u32>,
    /// By state: the fewest preemptions known, and whether it was expanded. Only if they count.
    costs: Vec<(u32, bool)>,
    level: u32,
}

impl Frontier {
    pub fn new(order: Order) -> Frontier {
        Frontier { order, now: VecDeque::new(), later: Vec::new(), costs: Vec::new(), level: 0 }
    }

    /// Whether states are told apart by who ran last.
    pub fn counts_preemptions(&self) -> bool {
        matches!(self.order, Order::Preemptions(_))
    }

    /// A state was reached by a step, perhaps one more preemption; whether it is to be expanded because of that.
    pub fn reach(&mut self, state: u32, new: bool, preempts: bool) -> bool {
        if !self.counts_preemptions() {
            if new {
                self.now.push_back(state);
            }
            return new;
        }
        let cost = self.level + u32::from(preempts);
        if self.costs.len() <= state as usize {
            self.costs.resize(state as usize + 1, (u32::MAX, false));
        }
        let (known, done) = &mut self.costs[state as usize];
        if *done || *known <= cost {
            return false;
        }
        *known = cost;
        if preempts {
            self.later.push(state)
        } else {
            self.now.push_back(state)
        }
        true
    }

    /// The state to be expanded next.
    pub fn next(&mut self) -> Option<u32> {
        if !self.counts_preemptions() {
            return if self.order == Order::DepthFirst { self.now.pop_back() } else { self.now.pop_front() };
        }
        loop {
            while let Some(state) = self.now.pop_front() {
                if !std::mem::replace(&mut self.costs[state as usize].1, true) {
                    return Some(state);
                }
            }
            if !self.is_more() || Order::Preemptions(self.level) == self.order {
                return None;
            }
            self.level += 1;
            self.now.extend(self.later.drain(..));
        }
    }

    /// Whether there are states with more preemptions than were searched.
    pub fn is_more(&self) -> bool {
        self.later.iter().any(|state| !self.costs[*state as usize].1)
    }

    /// How many preemptions the states have that are being expanded.
    pub fn level(&self) -> u32 {
        self.level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_costs_nothing_comes_first() {
        let mut frontier = Frontier::new(Order::Preemptions(1));
        assert!(frontier.reach(1, true, false));
        assert_eq!(frontier.next(), Some(1));
        assert!(frontier.reach(2, true, true));
        assert!(frontier.reach(3, true, false));
        assert_eq!(frontier.next(), Some(3));
        // Reached again without a preemption.
        assert!(frontier.reach(2, false, false));
        assert_eq!(frontier.next(), Some(2));
        assert!(frontier.reach(4, true, true));
        assert_eq!((frontier.next(), frontier.level()), (Some(4), 1));
        assert!(frontier.reach(5, true, true));
        assert_eq!((frontier.next(), frontier.is_more()), (None, true));
    }

    #[test]
    fn orders() {
        for (order, expected) in [(Order::BreadthFirst, [1, 2, 3]), (Order::DepthFirst, [3, 2, 1])] {
            let mut frontier = Frontier::new(order);
            (1..=3).for_each(|s| assert!(frontier.reach(s, true, false)));
            assert!(!frontier.reach(2, false, false));
            assert_eq!([(); 3].map(|()| frontier.next().unwrap_or(0)), expected);
        }
    }
}
