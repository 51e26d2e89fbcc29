//! Bytes to text, without ever failing.
//!
//! C sources are bytes. Most are UTF-8; those that are not still have to be read, and a byte inside
//! a string literal has to keep its value. [`marked`] therefore maps each byte that is not part of
//! UTF-8 to a private character of its own, which [`stray_byte`] maps back; [`shown`] gives the text
//! that people see, with the usual replacement character in the same places.

/// Private characters for the bytes 0x80 to 0xff.
const FIRST: u32 = 0x10_ff00;

/// The text of `bytes`; stray bytes become private characters.
pub fn marked(bytes: &[u8]) -> String {
    decode(bytes, |byte| char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// The text of `bytes`; stray bytes become U+FFFD, one for each byte.
pub fn shown(bytes: &[u8]) -> String {
    decode(bytes, |_| char::REPLACEMENT_CHARACTER)
}

/// The byte that a private character of [`marked`] stands for.
pub fn stray_byte(c: char) -> Option<u8> {
    let code = u32::from(c);
    (FIRST + 0x80..=FIRST + 0xff).contains(&code).then(|| (code - FIRST) as u8)
}

/// Turns the private characters of [`marked`] into what [`shown`] has in their place.
pub fn unmark(text: &str) -> String {
    text.chars().map(|c| if stray_byte(c).is_some() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

fn decode(bytes: &[u8], stray: impl Fn(u8) -> char) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|b| stray(*b)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stray_bytes_keep_their_value() {
        let text = marked(b"a\xff\xc3\xa9\x80");
        let bytes: Vec<Option<u8>> = text.chars().map(stray_byte).collect();
        assert_eq!(bytes, [None, Some(0xff), None, Some(0x80)]);
        assert_eq!(unmark(&text), shown(b"a\xff\xc3\xa9\x80"));
    }
}
