//! Damaged models: whatever is done to a text, the front end ends and does not panic.

use super::{Outcome, assert_round_trip, files, parse_with};
use promela::{DiskLoader, Options, decode, print};

/// Cases for each model and kind of damage.
const CASES: usize = 100;

/// A small generator of random numbers (Marsaglia's xorshift), so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

fn damage(text: &[u8], kind: usize, random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    let at = random.below(text.len());
    let length = random.below(40).min(text.len() - at);
    match kind {
        // Change some bytes.
        0 => {
            for _ in 0..=random.below(4) {
                let at = random.below(text.len());
                text[at] = random.below(256) as u8;
            }
        }
        // Leave a piece out.
        1 => drop(text.drain(at..at + length)),
        // Repeat a piece elsewhere.
        2 => {
            let piece = text[at..at + length].to_vec();
            let place = random.below(text.len());
            text.splice(place..place, piece);
        }
        // Exchange two words.
        3 => {
            let joined = String::from_utf8_lossy(&text).into_owned();
            let mut words: Vec<&str> = joined.split_inclusive([' ', '\n', ';']).collect();
            let (a, b) = (random.below(words.len()), random.below(words.len()));
            words.swap(a, b);
            text = words.concat().into_bytes();
        }
        // Put in a token.
        4 => {
            const TOKENS: [&str; 24] = [
                "{",
                "}",
                "(",
                ")",
                "[",
                "]",
                "::",
                ":",
                ";",
                "->",
                "fi",
                "od",
                "if",
                "do",
                "\"",
                "'",
                "/*",
                "#if 0\n",
                "\n#define x ",
                "inline",
                "select(",
                "unless",
                "@",
                "..",
            ];
            text.splice(at..at, TOKENS[random.below(TOKENS.len())].bytes());
        }
        // Cut the end off.
        _ => text.truncate(at),
    }
    text
}

#[test]
fn damaged_models_do_not_panic() {
    let mut random = Random(0x5eed_1234_abcd_0001);
    let mut sound = 0;
    for path in files("models") {
        let text = std::fs::read(&path).expect("the file was listed");
        for case in 0..CASES * 6 {
            let damaged = decode(damage(&text, case % 6, &mut random));
            let name = path.to_string_lossy();
            let Outcome { program, findings, .. } = parse_with(&name, &damaged, &Options::default(), &DiskLoader);
            assert!(findings.list.len() < 100);
            print(&program);
            if !findings.has_errors() {
                sound += 1;
                assert_round_trip(&name, program);
            }
        }
    }
    assert!(sound > 100, "the damage leaves too few models sound to test printing: {sound}");
}
