//! `ax verify` on damaged C programs: bytes, words and lines of those in `tests`, `samples` and `extractor/tests` are
//! deleted, doubled, exchanged, and taken from other programs.
//!
//! An answer or a message, never a panic, and never much longer than asked for. Each program is a function of its
//! number. More by hand, on a copy of the binary:
//! `AX_DAMAGED=100000 AX_BINARY=/tmp/ax cargo test --release --test damaged -- --nocapture`; `AX_DAMAGED_FROM` says
//! where to begin. How far it came is told every 1,000 programs, with the slowest.

mod common;

use common::{Run, ax_in, project, scratch};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const COUNT: u64 = 300;

#[test]
fn no_panic_on_damaged_programs() {
    let programs = programs();
    assert!(programs.len() > 900, "{} programs", programs.len());
    let asked = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let (from, count) = (asked("AX_DAMAGED_FROM").unwrap_or(0), asked("AX_DAMAGED").unwrap_or(COUNT));
    let scratch = empty("damaged");
    let (mut slowest, mut statuses) = (Duration::ZERO, [0u64; 4]);
    for number in from..from + count {
        let mut random = Random::new(number);
        let text = damaged(&programs, &mut random);
        std::fs::write(scratch.join("damaged.c"), &text).expect("the scratch folder can be written");
        let start = Instant::now();
        let run = verify(&scratch, "2s");
        slowest = slowest.max(start.elapsed());
        let panicked = run.stderr.contains("panicked") || run.stdout.contains("panicked");
        let said = run.status != 2 || !run.stderr.trim().is_empty();
        assert!(
            (0..=3).contains(&run.status) && !panicked && said && start.elapsed() < Duration::from_secs(30),
            "{number}: exit status {} after {:?}\n{}\n{}",
            run.status,
            start.elapsed(),
            run.stderr,
            String::from_utf8_lossy(&text)
        );
        statuses[run.status as usize] += 1;
        if (number + 1) % 1000 == 0 {
            eprintln!("{} programs; exit statuses {statuses:?}; the slowest took {slowest:?}", number + 1);
        }
    }
}

fn programs() -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["tests", "samples", "extractor/tests"] {
        let found = walkdir::WalkDir::new(project(folder)).into_iter().map(|f| f.expect("a file").into_path());
        files.extend(found.filter(|f| f.extension().is_some_and(|e| e == "c")));
    }
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect("a program can be read")).collect()
}

fn damaged(programs: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = programs[random.below(programs.len())].clone();
    for _ in 0..1 + random.below(3) {
        text = match random.below(8) {
            0..2 => bytes(text, random),
            2..5 => words(&text, random),
            5..7 => lines(&text, &text, random),
            _ => lines(&text, &programs[random.below(programs.len())], random),
        };
    }
    text
}

/// A call that comes back only after years: the limit on time counts inside of one step, too.
#[test]
fn a_long_recursion_ends_with_the_time() {
    let scratch = empty("long-recursion");
    let text =
        "static long f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }\nint main(void) { return f(70) == 0; }\n";
    std::fs::write(scratch.join("damaged.c"), text).expect("the scratch folder can be written");
    let start = Instant::now();
    let run = verify(&scratch, "1s");
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// A folder of this test's own.
fn empty(name: &str) -> PathBuf {
    let folder = scratch(name);
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}

fn verify(folder: &Path, time: &str) -> Run {
    ax_in(folder, &["verify", "--no-cache", "--time", time, "--memory", "256M", "damaged.c"])
}

/// Xorshift, as everybody writes it.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        let mut random = Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..4).for_each(|_| {
            random.below(2);
        });
        random
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

fn bytes(mut text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    if text.is_empty() {
        return text;
    }
    let (at, other) = (random.below(text.len()), random.below(text.len()));
    match random.below(4) {
        0 => drop(text.drain(at..(at + 1 + random.below(8)).min(text.len()))),
        1 => {
            let part = text[at..(at + 1 + random.below(20)).min(text.len())].to_vec();
            text.splice(at..at, part);
        }
        2 => text.swap(at, other),
        _ => text[at] = random.below(256) as u8,
    }
    text
}

fn words(text: &[u8], random: &mut Random) -> Vec<u8> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut list: Vec<&[u8]> = text.chunk_by(|a, b| is_word(*a) && is_word(*b)).collect();
    if list.is_empty() {
        return Vec::new();
    }
    let (at, other) = (random.below(list.len()), random.below(list.len()));
    match random.below(4) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, list[at]),
        2 => list.swap(at, other),
        _ => list[at] = list[other],
    }
    list.concat()
}

/// A few lines are deleted, or put in from a program.
fn lines(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut list: Vec<&[u8]> = text.split_inclusive(|b| *b == b'\n').collect();
    let others: Vec<&[u8]> = other.split_inclusive(|b| *b == b'\n').collect();
    if list.is_empty() || others.is_empty() {
        return text.to_vec();
    }
    let (at, from) = (random.below(list.len()), random.below(others.len()));
    let count = 1 + random.below(5);
    match random.below(3) {
        0 => drop(list.drain(at..(at + count).min(list.len()))),
        1 => drop(list.splice(at..at, others[from..(from + count).min(others.len())].iter().copied())),
        _ => list[at] = others[from],
    }
    list.concat()
}
