//! The types of generated C programs, and C's conversions between them.
//!
//! The values are those of gcc on a 64-bit machine: `int` has 32 bits, plain `char` is signed, an enum without negative
//! constants is `unsigned int`.

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(clippy::enum_variant_names)] // `int` is called so.
pub enum Int {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    /// By index into the enums of the program.
    Enum {
        index: usize,
        signed: bool,
    },
    /// Only inside of expressions.
    Long,
    UnsignedLong,
}

/// The values that an expression can have, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    pub fn new(low: i128, high: i128) -> Range {
        Range { low, high }
    }

    pub fn within(self, other: Range) -> bool {
        self.low >= other.low && self.high <= other.high
    }

    pub fn union(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// The values after a conversion.
    pub fn converted(self, to: Int) -> Range {
        if self.within(to.range()) { self } else { to.range() }
    }
}

/// Every integer type that an object may have, apart from enums.
pub const OBJECT_TYPES: [Int; 8] =
    [Int::Bool, Int::Char, Int::SignedChar, Int::UnsignedChar, Int::Short, Int::UnsignedShort, Int::Int, Int::Unsigned];

impl Int {
    pub fn bits(self) -> u32 {
        match self {
            Int::Bool => 1,
            Int::Char | Int::SignedChar | Int::UnsignedChar => 8,
            Int::Short | Int::UnsignedShort => 16,
            Int::Int | Int::Unsigned | Int::Enum { .. } => 32,
            Int::Long | Int::UnsignedLong => 64,
        }
    }

    pub fn signed(self) -> bool {
        match self {
            Int::Bool | Int::UnsignedChar | Int::UnsignedShort | Int::Unsigned | Int::UnsignedLong => false,
            Int::Enum { signed, .. } => signed,
            Int::Char | Int::SignedChar | Int::Short | Int::Int | Int::Long => true,
        }
    }

    pub fn range(self) -> Range {
        bit_range(self.bits(), self.signed())
    }

    /// The integer promotions.
    pub fn promoted(self) -> Int {
        match self {
            Int::Enum { signed: false, .. } => Int::Unsigned,
            other if other.bits() < 32 => Int::Int,
            Int::Enum { .. } => Int::Int,
            other => other,
        }
    }

    /// The usual arithmetic conversions.
    pub fn common(self, other: Int) -> Int {
        let (a, b) = (self.promoted(), other.promoted());
        let unsigned = |x: Int| !x.signed();
        match a.bits().cmp(&b.bits()) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal if unsigned(a) => a,
            std::cmp::Ordering::Equal => b,
        }
    }

    /// The unsigned type of the same width as a promoted type.
    pub fn unsigned(self) -> Int {
        if self.bits() == 64 { Int::UnsignedLong } else { Int::Unsigned }
    }
}

/// The range of an integer of so many bits.
pub fn bit_range(bits: u32, signed: bool) -> Range {
    match signed {
        true => Range::new(-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        false => Range::new(0, (1i128 << bits) - 1),
    }
}

/// The type of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    Int(Int),
    Array(Box<Type>, usize),
    /// By index into the structs of the program.
    Struct(usize),
}

impl Type {
    /// The number of scalars in it.
    pub fn leaves(&self, structs: &[Struct]) -> usize {
        match self {
            Type::Int(_) => 1,
            Type::Array(element, length) => length * element.leaves(structs),
            Type::Struct(index) => structs[*index].fields.iter().map(|field| field.ty.leaves(structs)).sum(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Struct {
    pub name: String,
    /// It has no tag: its name is that of a typedef.
    pub typedef: bool,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    /// The width of a bit-field.
    pub bits: Option<u32>,
    /// A struct without a name: its members are those of the struct around it.
    pub anonymous: bool,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub name: String,
    pub constants: Vec<(String, i128)>,
}

/// The spelling of integer types, and of declarators.
pub struct Spelling<'a> {
    pub structs: &'a [Struct],
    pub enums: &'a [Enum],
}

impl Spelling<'_> {
    pub fn int(&self, ty: Int) -> String {
        let text = match ty {
            Int::Bool => "_Bool",
            Int::Char => "char",
            Int::SignedChar => "signed char",
            Int::UnsignedChar => "unsigned char",
            Int::Short => "short",
            Int::UnsignedShort => "unsigned short",
            Int::Int => "int",
            Int::Unsigned => "unsigned",
            Int::Enum { index, .. } => return format!("enum {}", self.enums[index].name),
            Int::Long => "long",
            Int::UnsignedLong => "unsigned long",
        };
        text.to_string()
    }

    /// `int x[3][4]`
    pub fn declaration(&self, ty: &Type, name: &str) -> String {
        let mut lengths = String::new();
        let mut ty = ty;
        while let Type::Array(element, length) = ty {
            lengths.push_str(&format!("[{length}]"));
            ty = element;
        }
        format!("{} {name}{lengths}", self.base(ty))
    }

    /// The type of the elements of an array of arrays.
    pub fn base(&self, ty: &Type) -> String {
        match ty {
            Type::Int(int) => self.int(*int),
            Type::Array(element, _) => self.base(element),
            Type::Struct(index) if self.structs[*index].typedef => self.structs[*index].name.clone(),
            Type::Struct(index) => format!("struct {}", self.structs[*index].name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_those_of_c() {
        assert_eq!(Int::Char.common(Int::UnsignedShort), Int::Int);
        assert_eq!(Int::Int.common(Int::Unsigned), Int::Unsigned);
        assert_eq!(Int::Unsigned.common(Int::Long), Int::Long);
        assert_eq!(Int::Enum { index: 0, signed: false }.promoted(), Int::Unsigned);
        assert_eq!(Range::new(0, 300).converted(Int::UnsignedChar), Range::new(0, 255));
    }
}
