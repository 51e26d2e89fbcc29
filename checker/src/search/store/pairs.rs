//! Pairs with numbers: the same pair always has the same.

use super::keys::mix;

/// Numbers go from 1 on.
#[derive(Debug)]
pub struct Pairs {
    /// By hash: the pair and its number; number 0 is empty.
    index: Vec<Entry>,
    count: usize,
}

/// A pair with its number, so that one look into memory finds both.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    left: u32,
    right: u32,
    number: u32,
}

impl Default for Pairs {
    fn default() -> Pairs {
        Pairs { index: vec![Entry::default(); 16], count: 0 }
    }
}

impl Pairs {
    /// The number of a pair. 0 if there are no more numbers.
    #[inline]
    pub fn number(&mut self, left: u32, right: u32) -> u32 {
        let mask = self.index.len() - 1;
        let mut at = home(left, right) & mask;
        loop {
            let entry = self.index[at];
            if entry.number == 0 {
                break;
            }
            if entry.left == left && entry.right == right {
                return entry.number;
            }
            at = (at + 1) & mask;
        }
        let Ok(number) = u32::try_from(self.count + 1) else { return 0 };
        self.count += 1;
        self.index[at] = Entry { left, right, number };
        if self.count * 3 >= self.index.len() * 2 {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.index.len() * 2;
        let old = std::mem::replace(&mut self.index, vec![Entry::default(); size]);
        for entry in old.into_iter().filter(|e| e.number != 0) {
            let mut at = home(entry.left, entry.right) & (size - 1);
            while self.index[at].number != 0 {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = entry;
        }
    }

    /// Whether there are no more numbers.
    pub fn is_full(&self) -> bool {
        self.count >= u32::MAX as usize
    }

    pub fn bytes(&self) -> u64 {
        (self.index.capacity() * size_of::<Entry>()) as u64
    }
}

/// Where to begin to look for a pair.
#[inline(always)]
fn home(left: u32, right: u32) -> usize {
    mix(u64::from(left) | u64::from(right) << 32) as usize
}
