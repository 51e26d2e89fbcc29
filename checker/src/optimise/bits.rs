//! A set of small numbers.

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// An empty set of numbers below `size`.
    pub fn new(size: usize) -> Bits {
        Bits(vec![0; size.div_ceil(64)])
    }

    /// Numbers below this one can be in it.
    pub fn size(&self) -> usize {
        self.0.len() * 64
    }

    pub fn has(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|w| w & 1 << (i % 64) != 0)
    }

    pub fn add(&mut self, i: usize) {
        if let Some(word) = self.0.get_mut(i / 64) {
            *word |= 1 << (i % 64);
        }
    }

    pub fn remove(&mut self, i: usize) {
        if let Some(word) = self.0.get_mut(i / 64) {
            *word &= !(1 << (i % 64));
        }
    }

    /// Adds all of another set. Whether there was anything new in it.
    pub fn add_all(&mut self, other: &Bits) -> bool {
        let mut grew = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            grew |= *b & !*a != 0;
            *a |= b;
        }
        grew
    }
}
