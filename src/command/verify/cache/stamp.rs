//! A file as it was when it was read, so that a later run can tell whether it still is.
//!
//! The content is what counts. Reading all files again takes time, so a stamp also has what the file system says of the
//! file: where it is, its size, and when it was changed. That is a hint which is only believed when it cannot be wrong,
//! as in git's index. The time of the last change of the inode (`ctime`) goes on with every write, and no program can
//! set it back: `touch -r`, `cp -p` and rsync set `mtime` alone. A stamp is only taken of a file whose last change lies
//! at least [`TICK`] before the run began that read it. So a change during that run, after which nobody can say what
//! was read, gives no stamp; and a later change gives another `ctime`.
//!
//! Not seen: a file system whose clock is behind that of this machine by more than the time from the start of a run to
//! the change of the file, and a clock that is set back between two changes of one file.

use serde::{Deserialize, Serialize};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Two changes of a file that are this far apart have different times. Linux counts in ticks of 1 to 10 ms.
const TICK: Duration = Duration::from_millis(20);

/// When a run began to read files: what changed after that was perhaps read before, perhaps after the change.
#[derive(Clone, Copy)]
pub struct Start(SystemTime);

#[derive(Serialize, Deserialize)]
pub struct Stamp {
    path: PathBuf,
    /// `None`: it was not there.
    content: Option<Content>,
}

#[derive(Serialize, Deserialize)]
struct Content {
    identity: Identity,
    /// `None`: too large to be read for this; only its identity counts.
    hash: Option<String>,
}

/// What the file system says of a file. Times are seconds and nanoseconds, negative before 1970.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Start {
    /// Now. If one of these files was written just before, it waits until a further change would be told apart.
    pub fn after(files: &[PathBuf]) -> Start {
        let newest = files.iter().filter_map(|file| changed(&std::fs::metadata(file).ok()?)).max();
        let age = newest.and_then(|newest| SystemTime::now().duration_since(newest).ok());
        if let Some(missing) = age.and_then(|age| TICK.checked_sub(age)) {
            std::thread::sleep(missing + Duration::from_millis(1));
        }
        Start(SystemTime::now())
    }

    /// Whether something that changed last at this time was the same all the time since.
    fn is_after(self, changed: Option<SystemTime>) -> bool {
        changed.and_then(|changed| self.0.duration_since(changed).ok()).is_some_and(|age| age >= TICK)
    }
}

impl Stamp {
    /// Of a file that was read since `start`, or was looked for and not found. `None` if it changed since.
    pub fn of(path: &Path, start: Start) -> Option<Stamp> {
        let stamp = Stamp::with(path, start, true)?;
        // It may have changed while it was read for its hash.
        stamp.content.as_ref().is_none_or(|content| content.is_as_told(&stamp.path)).then_some(stamp)
    }

    /// Of a large file that seldom changes, such as the compiler: its content is not read.
    pub fn of_tool(path: &Path, start: Start) -> Option<Stamp> {
        Stamp::with(path, start, false).filter(|stamp| stamp.content.is_some())
    }

    fn with(path: &Path, start: Start, hashed: bool) -> Option<Stamp> {
        // What is relative would mean another file elsewhere.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let Ok(meta) = std::fs::metadata(&path) else {
            // A file that went since has left a trace in its folder.
            let folder = path.ancestors().skip(1).find_map(|folder| std::fs::metadata(folder).ok())?;
            return start.is_after(changed(&folder)).then_some(Stamp { path, content: None });
        };
        if !start.is_after(changed(&meta)) {
            return None;
        }
        let hash = match hashed {
            true => Some(hash(&std::fs::read(&path).ok()?)),
            false => None,
        };
        Some(Stamp { path, content: Some(Content { identity: Identity::of(&meta), hash }) })
    }

    /// The file is as it was.
    pub fn holds(&self) -> bool {
        match &self.content {
            None => std::fs::metadata(&self.path).is_err(),
            Some(content) => {
                let same = |hash: &String| std::fs::read(&self.path).is_ok_and(|bytes| self::hash(&bytes) == *hash);
                content.is_as_told(&self.path) || content.hash.as_ref().is_some_and(same)
            }
        }
    }
}

impl Content {
    fn is_as_told(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|meta| Identity::of(&meta) == self.identity)
    }
}

impl Identity {
    fn of(meta: &Metadata) -> Identity {
        Identity {
            device: meta.dev(),
            inode: meta.ino(),
            size: meta.len(),
            modified: (meta.mtime(), meta.mtime_nsec()),
            changed: (meta.ctime(), meta.ctime_nsec()),
        }
    }
}

/// When the inode was changed last.
fn changed(meta: &Metadata) -> Option<SystemTime> {
    let seconds = u64::try_from(meta.ctime()).ok()?;
    UNIX_EPOCH.checked_add(Duration::new(seconds, u32::try_from(meta.ctime_nsec()).ok()?))
}

pub fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(bytes))
}
