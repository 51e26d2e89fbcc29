//! Ctrl-C asks the search to stop and to tell what it has.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first Ctrl-C. A second one ends the program at once.
pub static STOP: AtomicBool = AtomicBool::new(false);

pub fn watch() {
    // Without a handler Ctrl-C ends the program as usual: nothing is lost but the statistics.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}
