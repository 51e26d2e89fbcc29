//! Pairs with numbers: the same pair always has the same.

use super::keys::mix;

/// Numbers go from 1 on.
#[derive(Debug)]
pub struct Pairs {
    keys: Vec<u64>,
    /// Numbers by hash; 0 is empty.
    index: Vec<u32>,
}

impl Default for Pairs {
    fn default() -> Pairs {
        Pairs { keys: vec![0], index: vec![0; 16] }
    }
}

impl Pairs {
    /// The number of a pair. 0 if there are no more numbers.
    #[inline]
    pub fn number(&mut self, left: u32, right: u32) -> u32 {
        let key = u64::from(left) | u64::from(right) << 32;
        let mask = self.index.len() - 1;
        let mut at = mix(key) as usize & mask;
        loop {
            let number = self.index[at];
            if number == 0 {
                break;
            }
            if self.keys[number as usize] == key {
                return number;
            }
            at = (at + 1) & mask;
        }
        let Ok(number) = u32::try_from(self.keys.len()) else { return 0 };
        self.keys.push(key);
        self.index[at] = number;
        if self.keys.len() * 3 >= self.index.len() * 2 {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.index.len() * 2;
        self.index = Vec::new();
        self.index = vec![0; size];
        for (number, &key) in self.keys.iter().enumerate().skip(1) {
            let mut at = mix(key) as usize & (size - 1);
            while self.index[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = number as u32;
        }
    }

    /// Whether there are no more numbers.
    pub fn is_full(&self) -> bool {
        self.keys.len() > u32::MAX as usize
    }

    pub fn bytes(&self) -> u64 {
        (self.keys.capacity() * 8 + self.index.capacity() * 4) as u64
    }
}
