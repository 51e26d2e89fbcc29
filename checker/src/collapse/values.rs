//! Rows of words, each with a number.

use crate::hash::hash;

/// The values of one part. Numbers begin with 0 and are never given back.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// Finds values by their hash: a number plus one, or 0. As long as a power of two, and at most half full.
    slots: Vec<u32>,
    words: Vec<u32>,
    /// Past the last word of each value.
    ends: Vec<u32>,
}

impl Values {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of a value, if it has one.
    pub fn find(&self, value: &[u32]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.slot_of(value)].checked_sub(1)
    }

    /// The number of a value, a new one if it has none.
    pub fn number(&mut self, value: &[u32]) -> u32 {
        if self.slots.len() < 2 * (self.ends.len() + 1) {
            self.grow();
        }
        let at = self.slot_of(value);
        if self.slots[at] == 0 {
            self.words.extend_from_slice(value);
            self.ends.push(self.words.len() as u32);
            self.slots[at] = self.ends.len() as u32;
        }
        self.slots[at] - 1
    }

    /// The slot that a value is in, or has to be put in.
    fn slot_of(&self, value: &[u32]) -> usize {
        let last = self.slots.len() - 1;
        let mut at = hash(value) as usize & last;
        while self.slots[at] != 0 && self.get(self.slots[at] - 1) != value {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(4)];
        for number in 0..self.ends.len() as u32 {
            let at = self.slot_of(self.get(number));
            self.slots[at] = number + 1;
        }
    }

    /// The value that has a number.
    #[inline]
    pub fn get(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let first = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.words[first..self.ends[number] as usize]
    }

    pub fn bytes(&self) -> u64 {
        (self.slots.capacity() + self.words.capacity() + self.ends.capacity()) as u64 * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_numbers() {
        let mut values = Values::default();
        let value = |n: u32| (0..n % 5).map(|i| n / 5 + i).collect::<Vec<u32>>();
        let numbers: Vec<u32> = (0..1000).map(|n| values.number(&value(n))).collect();
        for (n, &number) in numbers.iter().enumerate() {
            assert_eq!(values.get(number), value(n as u32));
            assert_eq!(values.number(&value(n as u32)), number);
        }
        // Those of no words are one.
        assert_eq!(values.len(), 801);
    }
}
