//! How much of a depth-first search is done, as a guess.
//!
//! At each node on the path, some of its options are done, one is under way and the others are to come. If all options
//! of a node were the same work, the share of the first node that is done, and of the option under way the share of the
//! second node that is done, and so on, would add up to what is done of the whole. They are not: the options that are
//! tried first meet the most new states, those that come last hardly any. So the number grows slowly at first and jumps
//! in the end. It says nothing about time, nor about states that are still unknown.

/// The options of one node of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How many there are, at least one.
    pub all: f64,
    /// How many of them are done.
    pub done: f64,
}

/// What lies below an option with a smaller share than this adds nothing.
const SMALL: f64 = 1e-6;

/// The share that is done, from the first node of the path on.
pub fn share(path: impl Iterator<Item = Options>) -> f64 {
    let (mut sum, mut part) = (0.0, 1.0);
    for options in path {
        let all = options.all.max(1.0);
        sum += part * options.done.clamp(0.0, all) / all;
        part /= all;
        if part < SMALL {
            break;
        }
    }
    f64::min(sum, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &[(f64, f64)]) -> f64 {
        share(path.iter().map(|&(done, all)| Options { all, done }))
    }

    #[test]
    fn shares_add_up_along_the_path() {
        assert_eq!(of(&[]), 0.0);
        assert_eq!(of(&[(1.0, 2.0)]), 0.5);
        assert_eq!(of(&[(1.0, 2.0), (3.0, 4.0)]), 0.5 + 0.75 / 2.0);
        // A node with one option passes on what it has.
        assert_eq!(of(&[(0.0, 1.0), (1.0, 4.0)]), 0.25);
        assert_eq!(of(&[(1.0, 1.0), (1.0, 1.0)]), 1.0);
    }
}
