//! A place where threads wait for each other: for a short while without giving their processor away.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// So often it is looked at whether all are there, before the thread sleeps.
const LOOKS: u32 = 5_000;

#[derive(Debug)]
pub struct Gate {
    threads: usize,
    /// How many wait now.
    waiting: Mutex<usize>,
    opened: Condvar,
    /// How often it has opened.
    times: AtomicUsize,
}

impl Gate {
    pub fn new(threads: usize) -> Gate {
        Gate { threads, waiting: Mutex::new(0), opened: Condvar::new(), times: AtomicUsize::new(0) }
    }

    /// Waits until all threads do.
    pub fn wait(&self) {
        let before = self.times.load(Ordering::Acquire);
        {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            *waiting += 1;
            if *waiting == self.threads {
                *waiting = 0;
                self.times.fetch_add(1, Ordering::Release);
                self.opened.notify_all();
                return;
            }
        }
        for _ in 0..LOOKS {
            if self.times.load(Ordering::Acquire) != before {
                return;
            }
            std::hint::spin_loop();
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while self.times.load(Ordering::Acquire) == before {
            waiting = self.opened.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
