//! The working state: words that remember what they were.
//!
//! Every store is logged, so that a transition can be undone by going back to a [`Mark`]. Words
//! beyond the current shape are always 0.

use super::native::{Answer, ROUND, Rows};

/// A point in the past to go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(u32);

/// In the log, marks a word of the hidden part.
const HIDDEN: u32 = 1 << 31;

#[inline(always)]
fn entry(word: u32, old: u32) -> u64 {
    u64::from(word) | u64::from(old) << 32
}

#[derive(Debug)]
pub struct Memory {
    words: Vec<u32>,
    /// What is not part of the state: the rendezvous under way, then variables declared `hidden`.
    hidden: Vec<u32>,
    /// Each entry: the word in the low half, what it was in the high half.
    log: Vec<u64>,
    /// In which round of [`Memory::compact`] each word was last seen.
    seen: Vec<u64>,
    round: u64,
    /// Where native code makes the successor, and what the hidden words were.
    successor: Vec<u32>,
    hidden_before: Vec<u32>,
}

impl Memory {
    pub fn new(words: usize, hidden: usize) -> Memory {
        Memory {
            words: vec![0; words.max(1).next_multiple_of(ROUND)],
            hidden: vec![0; hidden.max(1)],
            log: Vec::new(),
            seen: Vec::new(),
            round: 0,
            successor: Vec::new(),
            hidden_before: Vec::new(),
        }
    }

    #[inline(always)]
    pub fn get(&self, i: u32) -> u32 {
        self.words[i as usize]
    }

    #[inline(always)]
    pub fn set(&mut self, i: u32, value: u32) {
        let word = &mut self.words[i as usize];
        if *word != value {
            self.log.push(entry(i, *word));
            *word = value;
        }
    }

    #[inline(always)]
    pub fn get_hidden(&self, i: u32) -> u32 {
        self.hidden[i as usize]
    }

    #[inline(always)]
    pub fn set_hidden(&mut self, i: u32, value: u32) {
        let word = &mut self.hidden[i as usize];
        if *word != value {
            self.log.push(entry(i | HIDDEN, *word));
            *word = value;
        }
    }

    /// Takes a step of native code, from a state of so many words. Unless it is done, nothing has changed.
    pub fn step(&mut self, len: u32, step: impl FnOnce(Rows) -> Answer) -> Answer {
        let len = (len as usize).next_multiple_of(ROUND);
        if self.successor.len() < len {
            self.successor.resize(len, 0);
        }
        self.hidden_before.clone_from(&self.hidden);
        let (source, target) = (&self.words[..len], &mut self.successor[..len]);
        let answer = step(Rows { source, target, hidden: &mut self.hidden });
        if answer != Answer::Done {
            self.hidden.copy_from_slice(&self.hidden_before);
            return answer;
        }
        for (piece, (words, new)) in self.words.chunks_exact_mut(ROUND).zip(target.chunks_exact(ROUND)).enumerate() {
            // Most pieces are the same.
            if words == new {
                continue;
            }
            for (i, (word, new)) in words.iter_mut().zip(new).enumerate() {
                if *word != *new {
                    self.log.push(entry((piece * ROUND + i) as u32, *word));
                    *word = *new;
                }
            }
        }
        for (i, (new, old)) in self.hidden.iter().zip(&self.hidden_before).enumerate() {
            if new != old {
                self.log.push(entry(i as u32 | HIDDEN, *old));
            }
        }
        answer
    }

    /// Makes room for a larger shape.
    pub fn reserve(&mut self, words: u32) {
        if self.words.len() < words as usize {
            self.words.resize((words as usize).next_multiple_of(ROUND), 0);
        }
    }

    #[inline(always)]
    pub fn mark(&self) -> Mark {
        Mark(self.log.len() as u32)
    }

    /// Keeps of each word that changed since `mark` only what it was first. For steps that store often.
    pub fn compact(&mut self, mark: Mark) {
        let from = mark.0 as usize;
        if self.log.len() - from < 8 {
            return;
        }
        self.round += 1;
        self.seen.resize(self.words.len() + self.hidden.len(), 0);
        let mut kept = from;
        for i in from..self.log.len() {
            let (word, old) = (self.log[i] as u32, (self.log[i] >> 32) as u32);
            let (place, now) = if word & HIDDEN == 0 {
                (word as usize, self.words[word as usize])
            } else {
                let hidden = (word & !HIDDEN) as usize;
                (self.words.len() + hidden, self.hidden[hidden])
            };
            if std::mem::replace(&mut self.seen[place], self.round) == self.round {
                continue;
            }
            if now != old {
                self.log[kept] = entry(word, old);
                kept += 1;
            }
        }
        self.log.truncate(kept);
    }

    /// Undoes every store since `mark`.
    #[inline]
    pub fn undo(&mut self, mark: Mark) {
        while self.log.len() > mark.0 as usize {
            let Some(entry) = self.log.pop() else { return };
            let (i, old) = (entry as u32, (entry >> 32) as u32);
            if i & HIDDEN == 0 {
                self.words[i as usize] = old;
            } else {
                self.hidden[(i & !HIDDEN) as usize] = old;
            }
        }
    }

    /// The state: the first `len` words.
    #[inline(always)]
    pub fn state(&self, len: u32) -> &[u32] {
        &self.words[..len as usize]
    }

    /// Replaces the whole state and forgets the past. Hidden words stay.
    pub fn load(&mut self, state: &[u32]) {
        self.reserve(state.len() as u32);
        self.words[..state.len()].copy_from_slice(state);
        self.words[state.len()..].fill(0);
        self.log.clear();
    }

    /// Forgets the past: there is no going back behind this point.
    pub fn forget(&mut self) {
        self.log.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * 4 + self.hidden.capacity() * 4 + self.log.capacity() * 8
    }
}
