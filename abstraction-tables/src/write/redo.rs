//! Files that are written in place, because they have other names or another owner.
//!
//! A record with the old and the new text lies beside the file (`.NAME.PID.redo`) as long as that is written: after a
//! crash whoever comes next goes on with it. What is in the file then is the beginning of the new text and the rest of
//! the old one; if it is anything else, somebody has saved it since, and the record goes.

use super::beside::{is_gone, prefix};
use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

const MAGIC: &[u8] = b"ax redo 1\n";

pub fn record(old: &[u8], new: &[u8]) -> Vec<u8> {
    let length = (old.len() as u64).to_le_bytes();
    [MAGIC, &length, old, new].concat()
}

fn texts(record: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = record.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

/// Writes a file in place. Its record lies at `beside`.
pub fn write(target: &Path, beside: &Path, new: &[u8]) -> io::Result<()> {
    let kept = target.with_file_name(format!("{}{}.redo", prefix(target)?, std::process::id()));
    fs::rename(beside, &kept)?;
    let done = fill(target, new);
    if done.is_ok() {
        let _ = fs::remove_file(&kept);
    }
    done
}

fn fill(target: &Path, new: &[u8]) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(target)?;
    file.write_all_at(new, 0)?;
    file.set_len(new.len() as u64)?;
    file.sync_all()
}

/// Ends what a process that is no more has begun.
pub fn finish(target: &Path) {
    let Ok(start) = prefix(target) else { return };
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let process = name.to_str().and_then(|n| n.strip_prefix(&start)?.strip_suffix(".redo"));
        let own = |process: &str| process.parse() == Ok(std::process::id());
        if !process.is_some_and(|process| is_gone(process) || own(process)) {
            continue;
        }
        let whole = fs::read(entry.path()).unwrap_or_default();
        let finished = match (texts(&whole), fs::read(target)) {
            (Some((old, new)), Ok(there)) if is_between(&there, old, new) => fill(target, new),
            _ => Ok(()),
        };
        if finished.is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The beginning of the new text, and the rest of the old one.
fn is_between(there: &[u8], old: &[u8], new: &[u8]) -> bool {
    let same = there.iter().zip(new).take_while(|(a, b)| a == b).count();
    match there.len() > old.len() {
        true => same == there.len(),
        false => there == new || (there.len() == old.len() && there[same..] == old[same..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_holds_both_texts() {
        let record = record(b"old", b"the new one");
        assert_eq!(texts(&record), Some((&b"old"[..], &b"the new one"[..])));
        assert_eq!(texts(b"something else"), None);
        assert_eq!(texts(&record[..15]), None);
    }

    #[test]
    fn what_was_saved_since_is_nothing_in_between() {
        let (old, new) = (b"one two three", b"one 2 three and four");
        for cut in 0..new.len() {
            let mut there = old.to_vec();
            there.resize(there.len().max(cut), 0);
            there[..cut].copy_from_slice(&new[..cut]);
            assert!(is_between(&there, old, new), "{cut}");
        }
        assert!(is_between(new, old, new));
        assert!(is_between(old, old, new));
        assert!(!is_between(b"one two 3", old, new));
        assert!(!is_between(b"", old, new));
        assert!(!is_between(b"one 2 three and more", old, new));
    }
}
