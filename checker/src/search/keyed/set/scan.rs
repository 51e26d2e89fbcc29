//! Looks at all words of a cache line at once.

#![allow(unsafe_code)]

use crate::search::pages::Blank;

/// Words of a line.
pub const WORDS: usize = 16;

/// A cache line.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub struct Line(pub [u32; WORDS]);

// SAFETY: these are numbers, and a page is aligned better than a line.
unsafe impl Blank for Line {}

/// Which words of a line are what is looked for, and which are 0: bit `n` for word `n`. Bits of `ignored` do not count.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub fn scan(line: &Line, word: u32, ignored: u32) -> (u32, u32) {
    use std::arch::x86_64::*;
    // SAFETY: every x86-64 processor has SSE2, and a line is as long and as aligned as four of its words.
    unsafe {
        let at = line.0.as_ptr().cast::<__m128i>();
        let (wanted, counts, zero) =
            (_mm_set1_epi32(word as i32), _mm_set1_epi32(!ignored as i32), _mm_setzero_si128());
        let words: [__m128i; 4] = std::array::from_fn(|i| _mm_load_si128(at.add(i)));
        let found = words.map(|w| _mm_cmpeq_epi32(if ignored == 0 { w } else { _mm_and_si128(w, counts) }, wanted));
        let free = words.map(|w| _mm_cmpeq_epi32(w, zero));
        (bits(found), bits(free))
    }
}

/// The signs of all words.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
fn bits(words: [std::arch::x86_64::__m128i; 4]) -> u32 {
    use std::arch::x86_64::*;
    let [a, b, c, d] = words;
    // SAFETY: every x86-64 processor has SSE2.
    unsafe { _mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d))) as u32 }
}

#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub fn scan(line: &Line, word: u32, ignored: u32) -> (u32, u32) {
    let bits = |is: &dyn Fn(u32) -> bool| line.0.iter().rev().fold(0, |bits, &w| bits << 1 | u32::from(is(w)));
    (bits(&|w| w & !ignored == word), bits(&|w| w == 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_are() {
        let mut line = Line(std::array::from_fn(|i| i as u32 % 5));
        assert_eq!(scan(&line, 3, 0), (1 << 3 | 1 << 8 | 1 << 13, 1 | 1 << 5 | 1 << 10 | 1 << 15));
        line.0[15] = 0x8000_0013;
        assert_eq!(scan(&line, 0x8000_0003, 0x10), (1 << 15, 1 | 1 << 5 | 1 << 10));
    }
}
