//! Files beside another one, with its next text: what is left of them after a crash, and when that may go.
//!
//! `.NAME.PID-N-HASHES.tmp` is whole, and holds the old or the new text of `NAME`, or one that somebody saved in the
//! moment of the change. Only the first two are removed by others: the name has their hashes. `.part` is not whole.

use rustix::process::{Pid, test_kill_process};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// A file that goes when this value goes.
pub struct Temporary(PathBuf);

/// Threads write side by side.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// Of a long name only the beginning is used.
const NAME: usize = 120;

impl Temporary {
    /// A file with this content beside another one, whose text is `old`. `prepare` gives it what else it needs.
    pub fn new(
        target: &Path,
        old: &[u8],
        content: &[u8],
        prepare: impl Fn(&File) -> io::Result<()>,
    ) -> io::Result<Temporary> {
        let name = prefix(target)?;
        let process = std::process::id();
        for _ in 0..100 {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let part = target.with_file_name(format!("{name}{process}-{number}.part"));
            let file = match OpenOptions::new().write(true).create_new(true).open(&part) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            let unfinished = Temporary(part);
            fill(file, content, prepare)?;
            let (old, new) = (hash(old), hash(content));
            let whole = target.with_file_name(format!("{name}{process}-{number}-{old:016x}{new:016x}.tmp"));
            fs::rename(&unfinished.0, &whole)?;
            return Ok(Temporary(whole));
        }
        Err(io::Error::new(ErrorKind::AlreadyExists, "too many temporary files"))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// How the names of files beside a file begin.
pub fn prefix(target: &Path) -> io::Result<String> {
    let name = target.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "no file name"))?;
    let name: String = name.to_string_lossy().chars().take(NAME).collect();
    Ok(format!(".{name}."))
}

fn fill(mut file: File, content: &[u8], prepare: impl Fn(&File) -> io::Result<()>) -> io::Result<()> {
    file.write_all(content)?;
    prepare(&file)?;
    file.sync_all()
}

fn hash(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    hasher.finish()
}

/// Removes what processes that are no more have left in the folder of a file; each folder once.
pub fn sweep(target: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let first = SWEPT.lock().is_ok_and(|mut swept| swept.insert(folder.to_path_buf()));
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok).filter(|_| first) {
        if is_left_over(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_left_over(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|n| n.to_str()).filter(|n| n.starts_with('.')) else { return false };
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let mut words = stem.rsplit('.').next().unwrap_or_default().split('-');
    if !is_gone(words.next().unwrap_or_default()) || words.next().is_none_or(|n| n.parse::<u32>().is_err()) {
        return false;
    }
    match (ending, words.next()) {
        ("part", None) => true,
        ("tmp", Some(hashes)) => {
            let is_file = path.symlink_metadata().is_ok_and(|m| m.is_file());
            is_file && fs::read(path).is_ok_and(|content| hashes.contains(&format!("{:016x}", hash(&content))))
        }
        _ => false,
    }
}

/// Whether a number is that of a process that is no more.
pub fn is_gone(process: &str) -> bool {
    let number = process.parse::<i32>().ok().and_then(Pid::from_raw);
    number.is_some_and(|pid| test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}
