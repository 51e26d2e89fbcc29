//! One entry of the cache: a file with a checksum, so that a damaged one is not believed; and how many there may be.
//!
//! `ax-cache 1 HASH`, a line break, and the content, of which HASH is the hash.

use super::stamp::hash;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const HEAD: &str = "ax-cache 1 ";

/// How much the cache may hold. Once there is more, the oldest entries go, until half of it is free.
pub const MOST: Size = Size { entries: 4096, bytes: 256 << 20 };

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    pub entries: u64,
    pub bytes: u64,
}

pub fn text(content: &str) -> String {
    format!("{HEAD}{}\n{content}", hash(content.as_bytes()))
}

/// The content of an entry; `None` if it is damaged, or was written by another version.
pub fn content(text: &[u8]) -> Option<&[u8]> {
    let rest = text.strip_prefix(HEAD.as_bytes())?;
    let end = rest.iter().position(|b| *b == b'\n')?;
    let content = &rest[end + 1..];
    (hash(content).as_bytes() == &rest[..end]).then_some(content)
}

/// What a cache holds.
pub fn size(folder: &Path) -> Size {
    let add = |sum: Size, entry: &Entry| Size { entries: sum.entries + 1, bytes: sum.bytes + entry.bytes };
    entries(folder).iter().fold(Size::default(), add)
}

/// Removes the oldest entries, if there is more than `most`, until there is half of it. How much went.
pub fn prune(folder: &Path, most: Size) -> Size {
    let mut list = entries(folder);
    let mut left = size(folder);
    let mut gone = Size::default();
    if left.entries <= most.entries && left.bytes <= most.bytes {
        return gone;
    }
    list.sort_by_key(|entry| entry.written);
    for entry in list {
        if left.entries <= most.entries / 2 && left.bytes <= most.bytes / 2 {
            break;
        }
        if std::fs::remove_file(&entry.path).is_ok() {
            left = Size { entries: left.entries - 1, bytes: left.bytes - entry.bytes };
            gone = Size { entries: gone.entries + 1, bytes: gone.bytes + entry.bytes };
        }
    }
    gone
}

struct Entry {
    path: PathBuf,
    written: SystemTime,
    bytes: u64,
}

/// `HASH.json`, or `.HASH.json.PROCESS-NUMBER.tmp` while it is written. Other files are none of ours.
fn is_entry(name: &str) -> bool {
    let name = name.strip_prefix('.').filter(|rest| rest.ends_with(".tmp")).unwrap_or(name);
    let (hash, rest) = name.split_once('.').unwrap_or((name, ""));
    hash.len() == 32 && hash.bytes().all(|b| b.is_ascii_hexdigit()) && rest.starts_with("json")
}

/// The entries, and what was left behind when one was being written.
fn entries(folder: &Path) -> Vec<Entry> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let entry = |file: std::io::Result<std::fs::DirEntry>| {
        let file = file.ok()?;
        let meta = file.metadata().ok()?;
        let path = file.path();
        (is_entry(&file.file_name().to_string_lossy()) && meta.is_file()).then(|| Entry {
            path,
            written: meta.modified().unwrap_or(SystemTime::UNIX_EPOCH),
            bytes: meta.len(),
        })
    };
    files.filter_map(entry).collect()
}
