//! Threads that wait for each other, and a net below them.
//!
//! CNDFS cannot come to a halt with all threads waiting: there would be a cycle through the states that they wait for,
//! and one of them would have found it. That is a proof on paper. Should it ever happen all the same, it is noticed
//! here, and the search is done by one thread.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// All threads wait and nothing changes for so long: it never will.
const LONG: Duration = Duration::from_secs(2);

/// A thread waits busily for so many rounds, then it sleeps in between.
const BUSY: u32 = 64;
const NAP: Duration = Duration::from_micros(50);

#[derive(Debug)]
pub struct Waiting {
    /// Threads that search, and those of them that wait.
    threads: AtomicUsize,
    waiting: AtomicUsize,
    /// Grows whenever something happens that may be waited for.
    moves: AtomicU64,
}

impl Waiting {
    pub fn new(threads: usize) -> Waiting {
        Waiting { threads: AtomicUsize::new(threads), waiting: AtomicUsize::new(0), moves: AtomicU64::new(0) }
    }

    /// Something changed that others may wait for.
    pub fn moved(&self) {
        self.moves.fetch_add(1, Ordering::SeqCst);
    }

    /// A thread is done.
    pub fn left(&self) {
        self.threads.fetch_sub(1, Ordering::SeqCst);
        self.moved();
    }

    fn all_wait(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) >= self.threads.load(Ordering::SeqCst)
    }
}

/// A thread that waits, as long as this lives.
pub struct Patience<'w> {
    waiting: &'w Waiting,
    rounds: u32,
    moves: u64,
    since: Instant,
}

impl<'w> Patience<'w> {
    pub fn new(waiting: &'w Waiting) -> Patience<'w> {
        waiting.waiting.fetch_add(1, Ordering::SeqCst);
        Patience { waiting, rounds: 0, moves: waiting.moves.load(Ordering::SeqCst), since: Instant::now() }
    }

    /// Waits a moment. False if it is in vain.
    pub fn wait(&mut self) -> bool {
        self.rounds = self.rounds.saturating_add(1);
        if self.rounds < BUSY {
            std::thread::yield_now();
            return true;
        }
        std::thread::sleep(NAP);
        let moves = self.waiting.moves.load(Ordering::SeqCst);
        if moves != self.moves || !self.waiting.all_wait() {
            (self.moves, self.since) = (moves, Instant::now());
        }
        self.since.elapsed() < LONG
    }
}

impl Drop for Patience<'_> {
    fn drop(&mut self) {
        self.waiting.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_that_wait_for_each_other_notice_it() {
        let waiting = Waiting::new(2);
        let wait = || {
            let mut patience = Patience::new(&waiting);
            while patience.wait() {}
            // Whoever notices it first stops to search, and so the other one notices it, too.
            waiting.left();
        };
        std::thread::scope(|scope| {
            scope.spawn(wait);
            wait();
        });
    }

    #[test]
    fn one_that_waits_for_a_busy_one_goes_on_waiting() {
        let waiting = Waiting::new(2);
        let mut patience = Patience::new(&waiting);
        let begin = Instant::now();
        while begin.elapsed() < LONG + LONG / 4 {
            assert!(patience.wait());
        }
        // The other one is done without having done what is waited for.
        waiting.left();
        let begin = Instant::now();
        while patience.wait() {}
        assert!(begin.elapsed() >= LONG);
    }
}
