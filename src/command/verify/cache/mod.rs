//! Results of earlier runs, by the content of all they depend on.
//!
//! Two kinds are kept. The *answer* to a harness, with the files that were read for it: nothing is read or searched
//! again while these are as they were. And the *outcome* of a search, by the text that was searched: a change of a
//! source that does not change the model of a property needs no search. Both go with the version of ax. A cache that
//! cannot be read or written is no error: the work is done again.
//!
//! An answer is one about the content that was read ([`inputs`]): when that is not known, because a file changed while
//! ax ran, nothing is kept.
//!
//! One file per entry ([`entry`]), in `$AX_CACHE`, or in `ax` below the user's folder for caches. `AX_CACHE=off` turns
//! it off.

mod entry;
mod inputs;
mod stamp;

pub use entry::{MOST, Size, prune, size};
pub use inputs::Inputs;
pub use stamp::Start;

use crate::args::Preprocessor;
use abstraction_tables::write;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::UNIX_EPOCH;
use xxhash_rust::xxh3::Xxh3;

/// The content that a result depends on, as a number.
pub struct Key(Xxh3);

impl Key {
    /// A key of some kind; the version of ax is in it.
    pub fn new(kind: &str) -> Key {
        let mut key = Key(Xxh3::new());
        key.add(kind);
        key.add(env!("CARGO_PKG_VERSION"));
        key.add(&build());
        key
    }

    pub fn add(&mut self, part: &str) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part.as_bytes());
    }

    fn text(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

/// Which build of ax this is: while it is worked on, its version does not tell.
fn build() -> String {
    let meta = std::env::current_exe().and_then(std::fs::metadata).ok();
    let changed = meta.as_ref().and_then(|m| m.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    format!("{:?} {changed:?}", meta.map(|m| m.len()))
}

pub struct Cache {
    folder: Option<PathBuf>,
    /// Old entries are removed once in a run.
    tidied: AtomicBool,
}

/// An answer and what it depends on.
#[derive(Serialize, Deserialize)]
struct Kept {
    inputs: inputs::Kept,
    answer: String,
}

impl Cache {
    /// The user's cache, or none.
    pub fn open(off: bool) -> Cache {
        let folder = Cache::folder().filter(|_| !off);
        if let Some(folder) = &folder {
            let _ = std::fs::create_dir_all(folder);
        }
        Cache { folder, tidied: AtomicBool::new(false) }
    }

    /// Where entries are; `None` if the user wants none.
    pub fn folder() -> Option<PathBuf> {
        let given = std::env::var_os("AX_CACHE").filter(|v| !v.is_empty());
        match given {
            Some(given) if given == "off" => None,
            Some(given) => Some(PathBuf::from(given)),
            None => {
                let below = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
                let caches = below("XDG_CACHE_HOME").or_else(|| below("HOME").map(|home| home.join(".cache")));
                caches.map(|folder| folder.join("ax"))
            }
        }
    }

    fn path(&self, key: &Key) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.json", key.text())))
    }

    /// The answer that was kept, if all that it depends on is as it was.
    pub fn answer(&self, key: &Key, sources: &[PathBuf], preprocessor: &Preprocessor) -> Option<String> {
        let kept: Kept = self.outcome(key)?;
        kept.inputs.holds(sources, preprocessor).then_some(kept.answer)
    }

    /// Keeps an answer, unless something changed while it was found.
    pub fn keep_answer(&self, key: &Key, inputs: &Inputs, answer: String) {
        if self.folder.is_some()
            && let Some(inputs) = inputs.kept()
        {
            self.keep(key, &Kept { inputs, answer });
        }
    }

    /// What was kept. An entry that is damaged goes: the work is done again.
    pub fn outcome<T: for<'d> Deserialize<'d>>(&self, key: &Key) -> Option<T> {
        let path = self.path(key)?;
        let text = std::fs::read(&path).ok()?;
        let found = entry::content(&text).and_then(|content| serde_json::from_slice(content).ok());
        if found.is_none() {
            let _ = std::fs::remove_file(&path);
        }
        found
    }

    pub fn keep<T: Serialize>(&self, key: &Key, value: &T) {
        let (Some(path), Some(folder)) = (self.path(key), &self.folder) else { return };
        let Ok(text) = serde_json::to_string(value) else { return };
        let _ = write::replace(&path, &entry::text(&text));
        if !self.tidied.swap(true, Ordering::Relaxed) {
            entry::prune(folder, entry::MOST);
        }
    }
}
