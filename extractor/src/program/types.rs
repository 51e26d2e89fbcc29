//! All types of a program, each once, and what C says of them: promotions, conversions, compatibility.
//!
//! The machine is x86-64 with LP64 and a signed plain `char`. Qualifiers are no part of a type here:
//! they are noted on objects and members. On the exact road a bit-field wider than `int` has a type of its own, an
//! integer of as many bits, as gcc has it: what is computed with it wraps there, and of two types with different
//! numbers of bits the wider one is the common type. Models compute in the declared type, as the standard has it.

use super::{Expr, ExprKind, Program, Rank, StmtKind, Type, TypeId};
use std::collections::HashMap;

/// All types of a program, each once. The basic ones are always there, at the indices named in [`TypeId`].
#[derive(Debug)]
pub struct Types {
    pub list: Vec<Type>,
    index: HashMap<Type, TypeId>,
    /// Types without `_Atomic` and with: in a program made by [`super::link`], a type of its own.
    atomic: HashMap<TypeId, TypeId>,
    plain: HashMap<TypeId, TypeId>,
}

impl TypeId {
    pub const ERROR: TypeId = TypeId(0);
    pub const VOID: TypeId = TypeId(1);
    pub const BOOL: TypeId = TypeId(2);
    pub const CHAR: TypeId = TypeId(3);
    pub const SCHAR: TypeId = TypeId(4);
    pub const UCHAR: TypeId = TypeId(5);
    pub const SHORT: TypeId = TypeId(6);
    pub const USHORT: TypeId = TypeId(7);
    pub const INT: TypeId = TypeId(8);
    pub const UINT: TypeId = TypeId(9);
    pub const LONG: TypeId = TypeId(10);
    pub const ULONG: TypeId = TypeId(11);
    pub const LLONG: TypeId = TypeId(12);
    pub const ULLONG: TypeId = TypeId(13);
    pub const INT128: TypeId = TypeId(14);
    pub const UINT128: TypeId = TypeId(15);
    pub const FLOAT: TypeId = TypeId(16);
    pub const DOUBLE: TypeId = TypeId(17);
    pub const LDOUBLE: TypeId = TypeId(18);
    pub const VOID_POINTER: TypeId = TypeId(19);
    pub const CHAR_POINTER: TypeId = TypeId(20);
    pub const VA_LIST: TypeId = TypeId(21);
}

/// `__builtin_va_list`, whose members no program may name.
pub(super) const VA_LIST_NAME: &str = "__builtin_va_list";

impl Default for Types {
    fn default() -> Types {
        let mut types =
            Types { list: Vec::new(), index: HashMap::new(), atomic: HashMap::new(), plain: HashMap::new() };
        let int = |bits, signed, rank| Type::Int { bits, signed, rank };
        let basic = [
            Type::Error,
            Type::Void,
            Type::Bool,
            int(8, true, Rank::PlainChar),
            int(8, true, Rank::Char),
            int(8, false, Rank::Char),
            int(16, true, Rank::Short),
            int(16, false, Rank::Short),
            int(32, true, Rank::Int),
            int(32, false, Rank::Int),
            int(64, true, Rank::Long),
            int(64, false, Rank::Long),
            int(64, true, Rank::LongLong),
            int(64, false, Rank::LongLong),
            int(128, true, Rank::Int128),
            int(128, false, Rank::Int128),
            Type::Float(32),
            Type::Float(64),
            Type::Float(80),
            Type::Pointer(TypeId::VOID),
            Type::Pointer(TypeId::CHAR),
            Type::Other { name: VA_LIST_NAME.to_string(), size: Some(24) },
        ];
        for ty in basic {
            types.intern(ty);
        }
        types
    }
}

impl Types {
    /// The index of a type, new or known.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.index.get(&ty) {
            return *id;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// A type that equals no other, whatever it says.
    pub(super) fn fresh(&mut self, ty: Type) -> TypeId {
        self.list.push(ty);
        TypeId(self.list.len() as u32 - 1)
    }

    /// `_Atomic(T)`: says the same as the type, with an index of its own.
    pub(super) fn atomic(&mut self, of: TypeId) -> TypeId {
        if self.is_atomic(of) {
            return of;
        }
        if let Some(known) = self.atomic.get(&of) {
            return *known;
        }
        let id = self.fresh(self.list[of.0 as usize].clone());
        self.atomic.insert(of, id);
        self.plain.insert(id, of);
        id
    }

    /// Whether objects of the type are atomic. Known of programs made by [`super::link`] only.
    pub fn is_atomic(&self, ty: TypeId) -> bool {
        self.plain.contains_key(&ty)
    }

    /// The type without `_Atomic`.
    pub fn plain(&self, ty: TypeId) -> TypeId {
        self.plain.get(&ty).copied().unwrap_or(ty)
    }

    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.intern(Type::Pointer(to))
    }

    pub fn array(&mut self, of: TypeId, length: Option<u64>) -> TypeId {
        self.intern(Type::Array(of, length))
    }
}

/// `unsigned long` for `long` and so on; any other type is itself.
pub(super) fn unsigned(ty: TypeId) -> TypeId {
    match ty {
        TypeId::CHAR | TypeId::SCHAR => TypeId::UCHAR,
        TypeId::SHORT => TypeId::USHORT,
        TypeId::INT => TypeId::UINT,
        TypeId::LONG => TypeId::ULONG,
        TypeId::LLONG => TypeId::ULLONG,
        TypeId::INT128 => TypeId::UINT128,
        other => other,
    }
}

impl Program {
    /// An enum's integer type; any other type is itself, without `_Atomic`.
    pub fn underlying(&self, ty: TypeId) -> TypeId {
        match self.ty(ty) {
            Type::Enum(e) => self.enumeration(*e).underlying,
            _ => self.types.plain(ty),
        }
    }

    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.ty(ty), Type::Bool | Type::Int { .. } | Type::Enum(_))
    }

    /// Numbers of every kind, complex ones and vectors among them.
    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || matches!(self.ty(ty), Type::Float(_) | Type::Other { .. })
    }

    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.ty(ty), Type::Pointer(_))
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.ty(ty) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// The width of an integer type in bits and whether it is signed; `_Bool` has one bit.
    pub fn integer(&self, ty: TypeId) -> Option<(u8, bool)> {
        match self.ty(self.underlying(ty)) {
            Type::Bool => Some((1, false)),
            Type::Int { bits, signed, .. } => Some((*bits, *signed)),
            _ => None,
        }
    }

    /// Whether an integer type has as many bits as a wide bit-field, and no name.
    pub fn is_odd(&self, ty: TypeId) -> bool {
        matches!(self.ty(ty), Type::Int { bits, .. } if !bits.is_power_of_two())
    }

    /// The type after the integer promotions. A bit-field promotes by its width, so ask with the expression.
    pub fn promoted(&self, e: &Expr) -> TypeId {
        if let Some(bits) = self.bit_field(e)
            && let Some((_, signed)) = self.integer(e.ty)
        {
            return match (bits, signed) {
                (0..=31, _) | (32, true) => TypeId::INT,
                (32, false) => TypeId::UINT,
                _ => self.promoted_type(e.ty),
            };
        }
        self.promoted_type(e.ty)
    }

    /// The width of the bit-field that an expression names.
    pub fn bit_field(&self, e: &Expr) -> Option<u8> {
        match &e.kind {
            ExprKind::Member { record, member, .. } => {
                self.record(*record).members.as_ref()?.get(*member as usize)?.bits
            }
            ExprKind::Assign(assign) => self.bit_field(&assign.left),
            ExprKind::Step { operand, .. } => self.bit_field(operand),
            ExprKind::Comma(parts) => self.bit_field(parts.last()?),
            ExprKind::Statement(list) => match &list.last()?.kind {
                StmtKind::Expr(last) => self.bit_field(last),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn promoted_type(&self, ty: TypeId) -> TypeId {
        let ty = self.underlying(ty);
        match self.ty(ty) {
            Type::Bool => TypeId::INT,
            Type::Int { rank: Rank::PlainChar | Rank::Char | Rank::Short, .. } => TypeId::INT,
            _ => ty,
        }
    }

    /// The type two numbers are converted to, given their types after promotion.
    pub fn common_type(&self, left: TypeId, right: TypeId) -> TypeId {
        if left == right {
            return left;
        }
        match (self.ty(left), self.ty(right)) {
            (Type::Error, _) | (_, Type::Error) => TypeId::ERROR,
            (Type::Other { size: a, .. }, Type::Other { size: b, .. }) => {
                if b > a {
                    right
                } else {
                    left
                }
            }
            (Type::Other { .. }, _) => left,
            (_, Type::Other { .. }) => right,
            (Type::Float(a), Type::Float(b)) => {
                if a >= b {
                    left
                } else {
                    right
                }
            }
            (Type::Float(_), _) => left,
            (_, Type::Float(_)) => right,
            (Type::Int { bits: lb, signed: ls, .. }, Type::Int { bits: rb, .. })
                if self.is_odd(left) || self.is_odd(right) =>
            {
                // gcc: the wider one, or else the unsigned one.
                let takes_left = if lb == rb { !ls } else { lb > rb };
                if takes_left { left } else { right }
            }
            (Type::Int { bits: lb, signed: ls, rank: lr }, Type::Int { bits: rb, signed: rs, rank: rr }) => {
                let (high, high_bits, high_signed, low, low_bits, low_signed) =
                    if lr >= rr { (left, lb, ls, right, rb, rs) } else { (right, rb, rs, left, lb, ls) };
                if high_signed == low_signed || !high_signed {
                    high
                } else if lr == rr {
                    // One rank: the unsigned one.
                    low
                } else if high_bits > low_bits {
                    high
                } else {
                    unsigned(high)
                }
            }
            _ => TypeId::ERROR,
        }
    }

    /// Whether two types are compatible in C's sense, qualifiers apart.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        let (mut a, mut b) = (self.types.plain(a), self.types.plain(b));
        loop {
            if a == b {
                return true;
            }
            match (self.ty(a), self.ty(b)) {
                (Type::Pointer(x), Type::Pointer(y)) => (a, b) = (*x, *y),
                (Type::Array(x, m), Type::Array(y, n)) => {
                    if m.is_some() && n.is_some() && m != n {
                        return false;
                    }
                    (a, b) = (*x, *y);
                }
                (Type::Enum(e), Type::Int { .. }) => return self.enumeration(*e).underlying == b,
                (Type::Int { .. }, Type::Enum(e)) => return self.enumeration(*e).underlying == a,
                (
                    Type::Function { result: x, parameters: p, variadic: v },
                    Type::Function { result: y, parameters: q, variadic: w },
                ) => {
                    let open = |p: &[TypeId], v: bool| p.is_empty() && v;
                    let same = open(p, *v)
                        || open(q, *w)
                        || (v == w && p.len() == q.len() && p.iter().zip(q).all(|(x, y)| self.compatible(*x, *y)));
                    if !same {
                        return false;
                    }
                    (a, b) = (*x, *y);
                }
                _ => return false,
            }
        }
    }
}
