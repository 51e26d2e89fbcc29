//! Rows of words, each with a number.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::search::store::Mixer;

/// The values of one part. Numbers begin with 0 and are never given back.
#[derive(Debug, Default)]
pub struct Values {
    numbers: HashMap<Box<[u32]>, u32, BuildHasherDefault<Mixer>>,
    words: Vec<u32>,
    /// Past the last word of each value.
    ends: Vec<u32>,
}

impl Values {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of a value, a new one if it has none.
    pub fn number(&mut self, value: &[u32]) -> u32 {
        if let Some(&number) = self.numbers.get(value) {
            return number;
        }
        let number = self.ends.len() as u32;
        self.numbers.insert(value.into(), number);
        self.words.extend_from_slice(value);
        self.ends.push(self.words.len() as u32);
        number
    }

    /// The value that has a number.
    pub fn get(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let first = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.words[first..self.ends[number] as usize]
    }

    pub fn bytes(&self) -> u64 {
        let each = size_of::<(Box<[u32]>, u32)>() + 8;
        (self.numbers.capacity() * each + self.words.len() * 4 + self.words.capacity() * 4 + self.ends.capacity() * 4)
            as u64
    }
}
