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

    /// The numbers 64 at a time, the lowest bit first.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let words = (0..).zip(&self.0);
        words.flat_map(|(i, &word)| (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| i * 64 + bit))
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
