//! `ax verify` on damaged C programs: bytes and words of those in `tests/verdicts` are deleted, doubled, exchanged.
//!
//! An answer or a message, never a panic, and never longer than asked for. The seed is fixed; more programs by hand:
//! `AX_DAMAGED=10000 cargo test --release --test damaged`.

mod common;

use common::{Run, ax_in, scratch};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const COUNT: usize = 150;

#[test]
fn no_panic_on_damaged_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let mut programs: Vec<PathBuf> =
        folder.read_dir().expect("the folder can be read").map(|f| f.unwrap().path()).collect();
    programs.retain(|p| p.extension().is_some_and(|e| e == "c"));
    programs.sort();
    let count = std::env::var("AX_DAMAGED").ok().and_then(|n| n.parse().ok()).unwrap_or(COUNT);
    let scratch = empty("damaged");
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for number in 0..count {
        let program = &programs[random.below(programs.len())];
        let mut text = std::fs::read(program).expect("a program can be read");
        for _ in 0..1 + random.below(3) {
            text = if random.below(5) < 2 { bytes(text, &mut random) } else { words(&text, &mut random) };
        }
        std::fs::write(scratch.join("damaged.c"), &text).expect("the scratch folder can be written");
        let run = verify(&scratch, "2s");
        let panicked = run.stderr.contains("panicked") || run.stdout.contains("panicked");
        assert!(
            (0..=3).contains(&run.status) && !panicked,
            "{number}, of {}: exit status {}\n{}\n{}",
            program.display(),
            run.status,
            run.stderr,
            String::from_utf8_lossy(&text)
        );
    }
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
