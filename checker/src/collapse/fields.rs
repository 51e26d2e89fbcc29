//! Keys, and where in a key the number of each part is.
//!
//! A word of a key:
//!
//! ```text
//!   bits 0..63    bits of numbers
//!   bit  63       always 1, so that a word that was written is never 0
//! ```
//!
//! The bits of a number need not lie next to each other. When a part gets more values than its bits can tell apart, it
//! gets more bits, wherever some are free. In all keys that were made before, these are 0: they stay as they are.

/// The numbers of all parts of a state.
pub type Key<const K: usize> = [u64; K];

/// No key has more words.
pub const MOST_WORDS: usize = 4;

const MARK: u64 = 1 << 63;
const BITS: u32 = 63;

/// With so many bits left, a part gets more of them than it needs now.
const PLENTY: u32 = 24;

/// The key in which all numbers are 0.
pub fn empty<const K: usize>() -> Key<K> {
    [MARK; K]
}

#[inline(always)]
pub fn xor<const K: usize>(mut a: Key<K>, b: &Key<K>) -> Key<K> {
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
    a
}

#[inline(always)]
pub fn and<const K: usize>(mut a: Key<K>, b: &Key<K>) -> Key<K> {
    for (a, b) in a.iter_mut().zip(b) {
        *a &= b;
    }
    a
}

/// Some bits of a number that lie next to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Segment {
    word: u8,
    shift: u8,
    bits: u8,
}

impl Segment {
    #[inline(always)]
    fn number<const K: usize>(self, key: &Key<K>) -> u32 {
        (key[self.word as usize] >> self.shift) as u32 & low(self.bits)
    }
}

/// Bits of a key that lie next to each other.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    word: u8,
    shift: u8,
    mask: u32,
}

impl Run {
    #[inline(always)]
    pub fn number<const K: usize>(self, key: &Key<K>) -> u32 {
        let word = if K == 1 { key[0] } else { key[usize::from(self.word)] };
        (word >> self.shift) as u32 & self.mask
    }
}

/// Where the number of a part is: its lowest bits first. Most have one segment, which lies next to nothing else.
#[derive(Clone, Debug, Default)]
pub struct Field {
    first: Segment,
    bits: u32,
    rest: Vec<Segment>,
}

impl Field {
    /// The number that a key has here.
    #[inline(always)]
    pub fn number<const K: usize>(&self, key: &Key<K>) -> u32 {
        let number = self.first.number(key);
        if u32::from(self.first.bits) == self.bits { number } else { self.gather(key, number) }
    }

    /// The same, if all bits lie next to each other.
    pub fn run(&self) -> Option<Run> {
        let Segment { word, shift, bits } = self.first;
        (u32::from(bits) == self.bits).then(|| Run { word, shift, mask: low(bits) })
    }

    fn gather<const K: usize>(&self, key: &Key<K>, mut number: u32) -> u32 {
        let mut at = u32::from(self.first.bits);
        for s in &self.rest {
            number |= s.number(key) << at;
            at += u32::from(s.bits);
        }
        number
    }

    fn segments(&self) -> impl Iterator<Item = &Segment> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// The bits of a number, at their places.
    pub fn spread<const K: usize>(&self, mut number: u32) -> Key<K> {
        let mut key = [0; K];
        for s in self.segments() {
            key[s.word as usize] |= u64::from(number & low(s.bits)) << s.shift;
            number = number.checked_shr(u32::from(s.bits)).unwrap_or(0);
        }
        key
    }

    /// All bits of the number.
    pub fn mask<const K: usize>(&self) -> Key<K> {
        self.spread(u32::MAX)
    }
}

#[inline(always)]
fn low(bits: u8) -> u32 {
    ((1u64 << bits) - 1) as u32
}

/// How many bits it takes to tell so many values apart.
pub fn bits_for(values: usize) -> u32 {
    values.saturating_sub(1).checked_ilog2().map_or(0, |n| n + 1)
}

/// How long keys are, and how many bits each part has to begin with.
#[derive(Clone, Debug)]
pub struct Plan {
    pub words: usize,
    widths: Vec<u32>,
}

impl Plan {
    /// Nothing is known yet.
    pub fn unknown() -> Plan {
        Plan { words: MOST_WORDS, widths: Vec::new() }
    }

    /// Room for so many values of each part, and more where they may come. `at_least`: words of a key. `None` if there
    /// is no such room.
    pub fn of(counts: &[usize], at_least: usize) -> Option<Plan> {
        let needed: Vec<u32> = counts.iter().map(|&n| bits_for(n)).collect();
        let room = |words: usize| words as u32 * BITS;
        // What varies much may vary more.
        let wished: Vec<u32> = needed.iter().map(|&n| if n > 2 { n + 2 } else { n }).collect();
        let (sure, likely): (u32, u32) = (needed.iter().sum(), wished.iter().sum());
        let slack = 8 + sure / 6;
        let words = (at_least..=MOST_WORDS).find(|&words| sure + slack <= room(words))?;
        let widths = if likely + slack <= room(words) { wished } else { needed };
        Some(Plan { words, widths })
    }
}

/// The fields of all parts.
#[derive(Clone, Debug)]
pub struct Fields {
    list: Vec<Field>,
    /// Bits in use, of all words together.
    used: u32,
    room: u32,
}

impl Fields {
    pub fn new(plan: &Plan) -> Fields {
        let mut fields = Fields { list: Vec::new(), used: 0, room: plan.words as u32 * BITS };
        for &bits in &plan.widths {
            fields.add();
            // A plan is never for more than there is room for.
            fields.widen(fields.list.len() - 1, bits);
        }
        fields
    }

    pub fn get(&self, part: u32) -> &Field {
        &self.list[part as usize]
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Bits in use, of all words together.
    pub fn bits(&self) -> u32 {
        self.used
    }

    /// Another part, which has no bits yet.
    pub fn add(&mut self) {
        self.list.push(Field::default());
    }

    /// Makes sure that so many values can be told apart. Whether the field has changed; `None` if there is no room.
    pub fn fit(&mut self, part: u32, values: usize) -> Option<bool> {
        let (bits, has) = (bits_for(values), self.list[part as usize].bits);
        if bits <= has {
            return Some(false);
        }
        // Few pieces are better than many, as long as there is room.
        let left = self.room - self.used;
        let wanted = if has >= 3 && left > PLENTY { bits + 2 } else { bits };
        let more = (wanted - has).min(left);
        (has + more >= bits && has + more <= 32).then(|| {
            self.widen(part as usize, more);
            true
        })
    }

    fn widen(&mut self, part: usize, mut bits: u32) {
        let field = &mut self.list[part];
        field.bits += bits;
        while bits > 0 {
            let (word, shift) = (self.used / BITS, self.used % BITS);
            let here = bits.min(BITS - shift);
            let (word, shift) = (word as u8, shift as u8);
            let last = field.rest.last_mut().unwrap_or(&mut field.first);
            if last.bits == 0 {
                *last = Segment { word, shift, bits: here as u8 };
            } else if last.word == word && last.shift + last.bits == shift {
                last.bits += here as u8;
            } else {
                field.rest.push(Segment { word, shift, bits: here as u8 });
            }
            self.used += here;
            bits -= here;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_however_a_field_grew() {
        let plan = Plan { words: 3, widths: vec![3, 0, 61, 5] };
        // A field of 61 bits is none that `fit` makes, but it fills the first word.
        let mut fields = Fields::new(&Plan { widths: vec![3, 0, 30, 29, 5], ..plan });
        assert_eq!(fields.fit(1, 1), Some(false));
        assert_eq!(fields.fit(1, 300), Some(true));
        assert_eq!(fields.fit(0, 1000), Some(true));
        for part in [0, 1, 4] {
            let field = fields.get(part).clone();
            let mask = field.mask::<3>();
            for number in 0..1 << field.bits.min(10) {
                let key = xor(empty::<3>(), &field.spread(number));
                assert_eq!(field.number(&key), number);
                assert_eq!(and(key, &mask), field.spread(number));
            }
            for other in (0..5).filter(|&o| o != part) {
                assert_eq!(and(mask, &fields.get(other).mask()), [0; 3], "{part} and {other} share a bit");
            }
        }
    }

    #[test]
    fn there_is_an_end_to_bits() {
        let mut fields = Fields::new(&Plan { words: 1, widths: vec![30, 30] });
        fields.add();
        assert_eq!(fields.fit(2, 8), Some(true));
        assert_eq!(fields.fit(2, 9), None);
        assert!(Plan::of(&[1 << 30; 9], 1).is_none());
        assert_eq!(Plan::of(&[1 << 30; 3], 1).map(|p| p.words), Some(2));
    }
}
