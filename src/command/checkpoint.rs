//! The file of `--checkpoint`: a search that can go on after it was killed.
//!
//! A file is written beside the one that is there, and takes its place when it is whole; it ends with a checksum of all
//! before it. So there is always one that a search can go on from. A file that is damaged, or of another model or other
//! options, is refused before the search begins.

use checker::model::Model;
use checker::search::Search;
use checker::search::can_go_on_later;
use checker::search::checkpoint::{Archive, fingerprint, fingerprint_of};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::Xxh3;

/// Bytes of the checksum.
const SUM: u64 = 8;

#[derive(Debug)]
struct Checkpoint {
    path: PathBuf,
    every: Duration,
    last: Instant,
    /// There is a file to go on from.
    there: bool,
}

/// Makes a search one that is written to a file from time to time, and goes on from the file if there is one.
pub fn keep(what: &mut Search, model: &Model, path: &Path, every: Duration) -> Result<(), String> {
    if !can_go_on_later(model, what) {
        return Err(
            "this search cannot be written: --checkpoint is for searches for bad states that keep states exactly, \
                    without --depth, and with --search bfs if there is a claim or something like it"
                .to_string(),
        );
    }
    let there = path.exists();
    if there {
        is_whole(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut file = File::open(path).map_err(|e| format!("{}: {e}", path.display()))?;
        if fingerprint_of(&mut file) != Some(fingerprint(model, what)) {
            let path = path.display();
            return Err(format!(
                "{path} is a checkpoint of another model, of other options or of another version of ax: remove it \
                to start anew"
            ));
        }
        eprintln!("ax: going on from {}", path.display());
    }
    let checkpoint = Checkpoint { path: path.to_owned(), every, last: Instant::now(), there };
    what.checkpoint = Some(Arc::new(Mutex::new(checkpoint)));
    Ok(())
}

/// Whether the checksum at the end of a file is that of what comes before.
fn is_whole(path: &Path) -> Result<(), String> {
    let file = File::open(path).map_err(|e| e.to_string())?;
    let len = file.metadata().map_err(|e| e.to_string())?.len();
    let damaged = || "the checkpoint is damaged: remove it to start anew".to_string();
    let mut input = BufReader::with_capacity(1 << 20, file);
    let mut hasher = Xxh3::new();
    let mut rest = (&mut input).take(len.checked_sub(SUM).ok_or_else(damaged)?);
    io::copy(&mut rest, &mut Hashing { hasher: &mut hasher, out: io::sink() }).map_err(|e| e.to_string())?;
    let mut sum = [0; SUM as usize];
    input.read_exact(&mut sum).map_err(|_| damaged())?;
    if u64::from_le_bytes(sum) == hasher.digest() { Ok(()) } else { Err(damaged()) }
}

/// The search is over: there is nothing to go on from.
pub fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

impl Checkpoint {
    fn write(&self, beside: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let file = File::create(beside)?;
        let mut hasher = Xxh3::new();
        let mut out = Hashing { hasher: &mut hasher, out: BufWriter::with_capacity(1 << 20, file) };
        write(&mut out)?;
        let mut out = out.out;
        out.write_all(&hasher.digest().to_le_bytes())?;
        out.into_inner()?.sync_all()?;
        std::fs::rename(beside, &self.path)
    }
}

impl Archive for Checkpoint {
    fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let mut beside = self.path.as_os_str().to_owned();
        beside.push(".new");
        if let Err(error) = self.write(Path::new(&beside), write) {
            let _ = std::fs::remove_file(&beside);
            eprintln!("ax: no checkpoint was written: {}: {error}", self.path.display());
        }
        self.last = Instant::now();
    }

    fn saved(&mut self) -> Option<Box<dyn Read>> {
        if !self.there {
            return None;
        }
        let file = File::open(&self.path).ok()?;
        Some(Box::new(BufReader::with_capacity(1 << 20, file)))
    }
}

/// Adds up what passes through it.
struct Hashing<'a, W> {
    hasher: &'a mut Xxh3,
    out: W,
}

impl<W: Write> Write for Hashing<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
