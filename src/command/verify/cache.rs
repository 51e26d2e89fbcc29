//! Results of earlier runs, by the content of all they depend on.
//!
//! Two kinds are kept. The *answer* to a harness, with the files that were read for it: nothing is read or searched
//! again while these are as they were. And the *outcome* of a search, by the text that was searched: a change of a
//! source that does not change the model of a property needs no search. Both go with the version of ax. A cache that
//! cannot be read or written is no error: the work is done again.
//!
//! One file per entry, in `$AX_CACHE`, or in `ax` below the user's folder for caches. `AX_CACHE=off` turns it off.

use abstraction_tables::write;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use xxhash_rust::xxh3::Xxh3;

/// Once there are more entries, the oldest half goes.
const MOST_ENTRIES: usize = 4096;

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
    let stamp = std::env::current_exe().and_then(std::fs::metadata).map(|m| (m.len(), modified(&m)));
    format!("{:?}", stamp.ok())
}

#[derive(Clone)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// An answer and what it depends on.
#[derive(Serialize, Deserialize)]
struct Kept {
    files: Vec<Stamp>,
    answer: String,
}

#[derive(Serialize, Deserialize)]
struct Stamp {
    path: PathBuf,
    /// `None`: it was not there.
    content: Option<Content>,
}

#[derive(Serialize, Deserialize)]
struct Content {
    size: u64,
    modified: u64,
    hash: String,
}

impl Cache {
    /// The user's cache, or none.
    pub fn open(off: bool) -> Cache {
        let given = std::env::var_os("AX_CACHE").filter(|v| !v.is_empty());
        let folder = match given {
            _ if off => None,
            Some(given) if given == "off" => None,
            Some(given) => Some(PathBuf::from(given)),
            None => {
                let below = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
                let caches = below("XDG_CACHE_HOME").or_else(|| below("HOME").map(|home| home.join(".cache")));
                caches.map(|folder| folder.join("ax"))
            }
        };
        Cache { folder }
    }

    fn path(&self, key: &Key) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.json", key.text())))
    }

    /// The answer that was kept, if all that it depends on is as it was.
    pub fn answer(&self, key: &Key) -> Option<String> {
        let kept: Kept = serde_json::from_slice(&std::fs::read(self.path(key)?).ok()?).ok()?;
        kept.files.iter().all(Stamp::holds).then_some(kept.answer)
    }

    pub fn keep_answer(&self, key: &Key, files: &[PathBuf], answer: String) {
        let files = files.iter().map(|path| Stamp::of(path)).collect();
        self.keep(key, &Kept { files, answer });
    }

    /// The outcome of a search.
    pub fn outcome<T: for<'d> Deserialize<'d>>(&self, key: &Key) -> Option<T> {
        serde_json::from_slice(&std::fs::read(self.path(key)?).ok()?).ok()
    }

    pub fn keep<T: Serialize>(&self, key: &Key, value: &T) {
        let (Some(path), Some(folder)) = (self.path(key), &self.folder) else { return };
        let Ok(text) = serde_json::to_string(value) else { return };
        let _ = std::fs::create_dir_all(folder);
        let _ = write::replace(&path, &text);
        tidy(folder);
    }
}

/// Places where a header of the same name would be found before one that was read, or instead of it: in a folder with a
/// file that was read, or in one that is searched for headers. They are not there now; an answer depends on that, too.
pub fn absent(files: &[PathBuf], searched: &[PathBuf]) -> Vec<PathBuf> {
    const MOST_FOLDERS: usize = 3;
    let own = files.iter().filter(|file| !file.starts_with("/usr")).filter_map(|file| file.parent());
    let folders: BTreeSet<&Path> = own.chain(searched.iter().map(PathBuf::as_path)).collect();
    let mut names: BTreeSet<PathBuf> = BTreeSet::new();
    for file in files {
        let parts: Vec<_> = file.iter().collect();
        names.extend((1..=parts.len().min(MOST_FOLDERS)).map(|count| parts[parts.len() - count..].iter().collect()));
    }
    let places = folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    places.filter(|place| !place.exists()).collect()
}

impl Stamp {
    fn of(path: &Path) -> Stamp {
        // What is relative would mean another file elsewhere.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let content = std::fs::metadata(&path).ok().zip(std::fs::read(&path).ok()).map(|(meta, bytes)| Content {
            size: meta.len(),
            modified: modified(&meta),
            hash: hash(&bytes),
        });
        Stamp { path, content }
    }

    /// The file is as it was: by its date and size, or by its content.
    fn holds(&self) -> bool {
        let found = std::fs::metadata(&self.path);
        match (&self.content, found) {
            (None, Err(_)) => true,
            (Some(content), Ok(meta)) if meta.len() == content.size => {
                modified(&meta) == content.modified
                    || std::fs::read(&self.path).is_ok_and(|bytes| hash(&bytes) == content.hash)
            }
            _ => false,
        }
    }
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(bytes))
}

/// In nanoseconds.
fn modified(meta: &std::fs::Metadata) -> u64 {
    let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok();
    meta.modified().ok().and_then(since).map_or(0, |d| d.as_nanos() as u64)
}

/// Removes the oldest half of the entries once there are too many.
fn tidy(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut list: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((modified(&entry.metadata().ok()?), entry.path()))
        })
        .filter(|(_, path)| path.extension().is_some_and(|e| e == "json"))
        .collect();
    if list.len() > MOST_ENTRIES {
        list.sort();
        for (_, path) in &list[..list.len() / 2] {
            let _ = std::fs::remove_file(path);
        }
    }
}
