//! Constants and strings: from their spelling to values and types.

use super::number::Value;
use super::{Type, TypeId, Types};
use lang_c::ast;
use machine::extended;

/// The value and the type of an integer constant.
pub(super) fn integer(literal: &ast::Integer) -> Option<(i128, TypeId)> {
    let radix = match literal.base {
        ast::IntegerBase::Decimal => 10,
        ast::IntegerBase::Octal => 8,
        ast::IntegerBase::Hexadecimal => 16,
        ast::IntegerBase::Binary => 2,
    };
    if literal.suffix.imaginary {
        return None;
    }
    let digits = if literal.number.is_empty() { "0" } else { &literal.number };
    let value = u128::from_str_radix(digits, radix).ok()?;
    let unsigned = literal.suffix.unsigned;
    let candidates: &[(TypeId, u32)] = match literal.suffix.size {
        ast::IntegerSize::Int => &[
            (TypeId::INT, 31),
            (TypeId::UINT, 32),
            (TypeId::LONG, 63),
            (TypeId::ULONG, 64),
            (TypeId::INT128, 127),
            (TypeId::UINT128, 128),
        ],
        ast::IntegerSize::Long => {
            &[(TypeId::LONG, 63), (TypeId::ULONG, 64), (TypeId::INT128, 127), (TypeId::UINT128, 128)]
        }
        ast::IntegerSize::LongLong => {
            &[(TypeId::LLONG, 63), (TypeId::ULLONG, 64), (TypeId::INT128, 127), (TypeId::UINT128, 128)]
        }
    };
    let needed = 128 - value.leading_zeros();
    let ty = candidates.iter().find(|(_, bits)| {
        let is_unsigned = bits % 2 == 0;
        let allowed = if is_unsigned { unsigned || radix != 10 } else { !unsigned };
        allowed && needed <= *bits
    })?;
    Some((value as i128, ty.0))
}

/// The type of a floating constant; `None` for imaginary and decimal ones.
pub(super) fn float_type(literal: &ast::Float) -> Option<TypeId> {
    if literal.suffix.imaginary {
        return None;
    }
    match &literal.suffix.format {
        ast::FloatFormat::Float => Some(TypeId::FLOAT),
        ast::FloatFormat::Double => Some(TypeId::DOUBLE),
        ast::FloatFormat::LongDouble => Some(TypeId::LDOUBLE),
        ast::FloatFormat::TS18661Format(_) => None,
    }
}

/// The value of a floating constant as spelled, rounded once to its type. `None` for types that have no values here.
pub(super) fn float_value(text: &str, ty: &Type) -> Option<Value> {
    let text = text.trim();
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let text = text.trim_end_matches(['l', 'L']);
    // Without an exponent the `f` of a hexadecimal number is a digit.
    let text = if hexadecimal && !text.contains(['p', 'P']) { text } else { text.trim_end_matches(['f', 'F']) };
    match ty {
        Type::Float(32) => extended::parse_single(text).map(|v| Value::Float(v.into())),
        Type::Float(64) => extended::parse_double(text).map(Value::Float),
        Type::Float(80) => extended::parse(text).map(Value::Extended),
        _ => None,
    }
}

/// The bits of a quiet NaN with the payload that a string gives, as `__builtin_nan("0x1")`.
pub(super) fn nan_bits(spelling: &str) -> Option<u64> {
    let text = spelling.trim_matches('"');
    let payload = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None if text.is_empty() => 0,
        None => text.parse().ok()?,
    };
    Some(0x7ff8 << 48 | payload & ((1 << 51) - 1))
}

/// How the characters of a constant or string are encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Bytes,
    /// `L'x'`
    Wide,
    /// `u'x'`
    Utf16,
    /// `U'x'`
    Utf32,
}

impl Encoding {
    /// The encoding, and the spelling without the prefix.
    fn of(spelling: &str) -> (Encoding, &str) {
        let quote = spelling.find(['"', '\'']).unwrap_or(0);
        let encoding = match &spelling[..quote] {
            "L" => Encoding::Wide,
            "u" => Encoding::Utf16,
            "U" => Encoding::Utf32,
            _ => Encoding::Bytes,
        };
        (encoding, &spelling[quote..])
    }

    pub fn element(self) -> TypeId {
        match self {
            Encoding::Bytes => TypeId::CHAR,
            Encoding::Wide => TypeId::INT,
            Encoding::Utf16 => TypeId::USHORT,
            Encoding::Utf32 => TypeId::UINT,
        }
    }
}

/// The bytes of a string as spelled, its end included, and the size of its characters.
pub fn literal_bytes(spelling: &str) -> (Vec<u8>, u64) {
    let text = Text::new(&split(spelling));
    let size = match text.encoding {
        Encoding::Bytes => 1,
        Encoding::Utf16 => 2,
        Encoding::Wide | Encoding::Utf32 => 4,
    };
    let units = text.units.iter().chain(&[0]);
    (units.flat_map(|unit| unit.to_le_bytes().into_iter().take(size)).collect(), size as u64)
}

/// `L"a""b"`, as [`Text`] writes it, in its parts: the prefix is that of all.
fn split(spelling: &str) -> Vec<String> {
    let quote = spelling.find('"').unwrap_or(0);
    let prefix = &spelling[..quote];
    let mut parts = Vec::new();
    let (mut part, mut inside, mut escaped) = (String::new(), false, false);
    for c in spelling[quote..].chars() {
        part.push(c);
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = inside,
            '"' if inside => {
                parts.push(format!("{prefix}{}", std::mem::take(&mut part)));
                inside = false;
            }
            '"' => inside = true,
            _ => {}
        }
    }
    parts
}

/// The value and type of a character constant, with its quotes.
pub(super) fn character(spelling: &str) -> (i128, TypeId) {
    let (encoding, quoted) = Encoding::of(spelling.trim());
    let mut units = Vec::new();
    decode(quoted, encoding, &mut units);
    match encoding {
        Encoding::Bytes if units.len() == 1 => (i128::from(units[0] as u8 as i8), TypeId::INT),
        Encoding::Bytes => {
            let value = units.iter().fold(0u32, |v, unit| (v << 8) | (unit & 0xff));
            (i128::from(value as i32), TypeId::INT)
        }
        Encoding::Wide => (i128::from(units.last().copied().unwrap_or(0) as i32), TypeId::INT),
        Encoding::Utf16 => (i128::from(units.last().copied().unwrap_or(0) as u16), TypeId::USHORT),
        Encoding::Utf32 => (i128::from(units.last().copied().unwrap_or(0)), TypeId::UINT),
    }
}

/// A string: what was written next to each other, as one.
pub(super) struct Text {
    /// With quotes, as one literal.
    pub spelling: String,
    pub encoding: Encoding,
    /// The characters, without the final zero.
    pub units: Vec<u32>,
}

impl Text {
    pub fn new(parts: &[String]) -> Text {
        let encoding =
            parts.iter().map(|p| Encoding::of(p.trim()).0).find(|e| *e != Encoding::Bytes).unwrap_or(Encoding::Bytes);
        let mut spelling = String::new();
        let mut units = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let part = part.trim();
            let quoted = Encoding::of(part).1;
            decode(quoted, encoding, &mut units);
            if i == 0 {
                let prefix = parts.iter().map(|p| p.trim()).find(|p| Encoding::of(p).0 == encoding).unwrap_or(part);
                spelling.push_str(prefix.split('"').next().unwrap_or(""));
                spelling.push_str(quoted);
                continue;
            }
            let inside = quoted.strip_prefix('"').unwrap_or(quoted);
            let open_escape = ends_in_open_escape(spelling.strip_suffix('"').unwrap_or(&spelling));
            let separate = open_escape && inside.starts_with(|c: char| c.is_ascii_hexdigit());
            if separate {
                spelling.push('"');
            } else if spelling.ends_with('"') {
                spelling.pop();
            }
            spelling.push_str(inside);
        }
        Text { spelling, encoding, units }
    }

    /// `char [n]`, the final zero counted.
    pub fn ty(&self, types: &mut Types) -> TypeId {
        types.intern(Type::Array(self.encoding.element(), Some(self.units.len() as u64 + 1)))
    }
}

/// Whether a text ends in a numeric escape that a further digit would join.
fn ends_in_open_escape(text: &str) -> bool {
    let tail = &text.as_bytes()[text.len().saturating_sub(12)..];
    let Some(at) = tail.iter().rposition(|b| *b == b'\\') else { return false };
    let digits = &tail[at + 1..];
    match digits.first() {
        Some(b'x') => digits[1..].iter().all(u8::is_ascii_hexdigit),
        Some(b'0'..=b'7') => digits.len() < 3 && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Appends the characters between the quotes.
fn decode(quoted: &str, encoding: Encoding, units: &mut Vec<u32>) {
    let quote = quoted.chars().next().unwrap_or('"');
    let inside = quoted.strip_prefix(quote).unwrap_or(quoted);
    let inside = inside.strip_suffix(quote).unwrap_or(inside);
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            encode(c, encoding, units);
            continue;
        }
        let Some(escape) = chars.next() else { break };
        let mut digits = |radix: u32, most: usize, start: u32| {
            let mut value = start;
            for _ in 0..most {
                let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
                value = value.wrapping_mul(radix).wrapping_add(digit);
                chars.next();
            }
            value
        };
        let unit = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            'x' => digits(16, usize::MAX, 0),
            '0'..='7' => digits(8, 2, escape as u32 - '0' as u32),
            'u' | 'U' => {
                let value = digits(16, if escape == 'u' { 4 } else { 8 }, 0);
                if let Some(c) = char::from_u32(value) {
                    encode(c, encoding, units);
                }
                continue;
            }
            '\n' => continue,
            other => {
                encode(other, encoding, units);
                continue;
            }
        };
        units.push(match encoding {
            Encoding::Bytes => unit & 0xff,
            Encoding::Utf16 => unit & 0xffff,
            Encoding::Wide | Encoding::Utf32 => unit,
        });
    }
}

fn encode(c: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Bytes => units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        Encoding::Utf16 => units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|u| u32::from(*u))),
        Encoding::Wide | Encoding::Utf32 => units.push(c as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(parts: &[&str]) -> Text {
        Text::new(&parts.iter().map(|p| p.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn characters() {
        assert_eq!(character("'a'"), (97, TypeId::INT));
        assert_eq!(character("'\\377'"), (-1, TypeId::INT));
        assert_eq!(character("'\\x80'"), (-128, TypeId::INT));
        assert_eq!(character("'ab'"), (0x6162, TypeId::INT));
        assert_eq!(character("'\\''"), (39, TypeId::INT));
        assert_eq!(character("L'\\xffff'"), (0xffff, TypeId::INT));
        assert_eq!(character("u'x'"), (120, TypeId::USHORT));
    }

    #[test]
    fn strings_are_joined() {
        let joined = text(&["\"ab\"", "\"cd\""]);
        assert_eq!(joined.spelling, "\"abcd\"");
        assert_eq!(joined.units.len(), 4);
        let apart = text(&["\"\\x1\"", "\"2\""]);
        assert_eq!(apart.spelling, "\"\\x1\"\"2\"");
        assert_eq!(apart.units, [1, 50]);
        assert_eq!(text(&["L\"a\"", "\"é\""]).units, [97, 233]);
        assert_eq!(text(&["\"é\""]).units, [0xc3, 0xa9]);
    }

    #[test]
    fn bytes() {
        assert_eq!(literal_bytes("\"a\\\"b\""), (b"a\"b\0".to_vec(), 1));
        assert_eq!(literal_bytes("\"\\x1\"\"2\""), (vec![1, b'2', 0], 1));
        assert_eq!(literal_bytes("u\"\\x1\"\"2\""), (vec![1, 0, b'2', 0, 0, 0], 2));
        assert_eq!(literal_bytes("L\"é\""), (vec![0xe9, 0, 0, 0, 0, 0, 0, 0], 4));
    }

    #[test]
    fn floats() {
        let double = |text| float_value(text, &Type::Float(64));
        assert_eq!(double("1.5e2"), Some(Value::Float(150.0)));
        assert_eq!(double("0x1.8p1"), Some(Value::Float(3.0)));
        assert_eq!(double("2."), Some(Value::Float(2.0)));
        assert_eq!(double(".5e+0"), Some(Value::Float(0.5)));
        assert_eq!(double("0x.8p0"), Some(Value::Float(0.5)));
        assert_eq!(float_value("2.f", &Type::Float(32)), Some(Value::Float(2.0)));
        let single = |text| float_value(text, &Type::Float(32));
        assert_eq!(single("0x1.fffffefp0f"), Some(Value::Float(1.9999998807907104)), "below the middle");
        assert_eq!(single("0x1.fffffffp0f"), Some(Value::Float(2.0)), "half to even");
        assert_eq!(double("0x1.ffffffffffffe8p0"), Some(Value::Float(1.9999999999999996)), "half to even");
        let tenth = 0x3ffb_cccc_cccc_cccc_cccdu128;
        assert_eq!(float_value("0.1L", &Type::Float(80)), Some(Value::Extended(tenth)));
        assert_eq!(float_value("0x.1p4l", &Type::Float(80)), Some(Value::Extended(0x3fff << 64 | 1 << 63)));
    }
}
