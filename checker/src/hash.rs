//! The hash of states and of other rows of words. Fast, and not for anything secret.

/// A hash of all words: two lanes that multiply pairs of words and fold the halves of the product.
///
/// The two factors of a product are mixed with different constants: with the same one, states that differ by an
/// exchange of two pairs, as those of identical processes do, would have the same hash.
#[inline]
pub fn hash(state: &[u32]) -> u64 {
    const A: u64 = 0x9e37_79b9_7f4a_7c15;
    const B: u64 = 0xe703_7ed1_a0b4_28db;
    const C: u64 = 0x8ebc_6af0_9c88_c6e3;
    const D: u64 = 0x5896_36f7_2b4d_91a5;
    let (mut left, mut right) = (C ^ state.len() as u64, D);
    let (blocks, rest) = state.as_chunks::<8>();
    for b in blocks {
        left = fold(pair(b[0], b[1]) ^ left, pair(b[2], b[3]) ^ A);
        right = fold(pair(b[4], b[5]) ^ right, pair(b[6], b[7]) ^ B);
    }
    let (pairs, rest) = rest.as_chunks::<2>();
    for p in pairs {
        left = fold(pair(p[0], p[1]) ^ left, A);
    }
    if let [w] = rest {
        right = fold(u64::from(*w) ^ right, B);
    }
    fold(left ^ right.rotate_left(32), A)
}

#[inline(always)]
fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let p = u128::from(a) * u128::from(b);
    (p as u64) ^ (p >> 64) as u64
}
