//! Numbers and rows of words in files: little-endian, 64 bits for a number and 32 for a word.

use std::io::{self, Read, Write};

/// What is said of a file that is not what it should be.
pub fn damaged() -> io::Error {
    io::Error::from(io::ErrorKind::InvalidData)
}

pub fn put(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

pub fn get(input: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

pub fn get_word(input: &mut dyn Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

/// Writes words.
pub fn put_words(out: &mut dyn Write, words: &[u32]) -> io::Result<()> {
    let mut bytes = [0; 4096];
    for some in words.chunks(bytes.len() / 4) {
        for (to, word) in bytes.chunks_exact_mut(4).zip(some) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        out.write_all(&bytes[..some.len() * 4])?;
    }
    Ok(())
}

/// Writes how many words there are, and then the words.
pub fn put_row(out: &mut dyn Write, words: &[u32]) -> io::Result<()> {
    put(out, words.len() as u64)?;
    put_words(out, words)
}

pub fn get_row(input: &mut dyn Read) -> io::Result<Vec<u32>> {
    let mut left = get(input)?;
    let mut words = Vec::new();
    let mut bytes = [0; 4096];
    while left > 0 {
        let some = left.min(bytes.len() as u64 / 4) as usize;
        input.read_exact(&mut bytes[..some * 4])?;
        words.extend(bytes[..some * 4].chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])));
        left -= some as u64;
    }
    Ok(words)
}
