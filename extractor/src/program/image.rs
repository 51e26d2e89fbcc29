//! What a static object holds when the program starts: its bytes, and the addresses among them.
//!
//! Initialisers of static objects are constants in a wide sense: numbers, addresses, and what can be computed of both.
//! As gcc does, `const` variables of scalar type are taken by their value, and a few builtin functions are folded.
//! What cannot be computed is named in [`Image::unknown`] and never left as zeros without a word.
//!
//! A `long double` has the precision of a `double`.

use super::literals::{literal_bytes, nan_bits};
use super::number::Value;
use super::{Binary, BinaryOp, Expr, ExprKind, FunctionId, Init, InitStep, ObjectId, Program, Type, TypeId, UnaryOp};
use machine::code::Math;
use machine::extended;
use promela::source::Span;

/// The initial value of an object.
#[derive(Clone, Debug, Default)]
pub struct Image<'p> {
    pub bytes: Vec<u8>,
    /// In the order of initialisers. The 8 bytes at each place hold what is to be added.
    pub addresses: Vec<Address<'p>>,
    /// Initialisers whose value could not be computed.
    pub unknown: Vec<Span>,
}

#[derive(Clone, Copy, Debug)]
pub struct Address<'p> {
    pub offset: u64,
    pub base: Base<'p>,
}

/// What has an address of its own.
#[derive(Clone, Copy, Debug)]
pub enum Base<'p> {
    Object(ObjectId),
    Function(FunctionId),
    /// A string, by its expression.
    Literal(&'p Expr),
    /// A compound literal, by its expression.
    Compound(&'p Expr),
    Label(&'p str),
}

impl PartialEq for Base<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Base::Object(a), Base::Object(b)) => a == b,
            (Base::Function(a), Base::Function(b)) => a == b,
            (Base::Literal(a), Base::Literal(b)) | (Base::Compound(a), Base::Compound(b)) => std::ptr::eq(*a, *b),
            (Base::Label(a), Base::Label(b)) => a == b,
            (
                Base::Object(_) | Base::Function(_) | Base::Literal(_) | Base::Compound(_) | Base::Label(_),
                Base::Object(_) | Base::Function(_) | Base::Literal(_) | Base::Compound(_) | Base::Label(_),
            ) => false,
        }
    }
}

/// The value of a constant in the wide sense.
#[derive(Clone, Copy, Debug)]
enum Constant<'p> {
    Number(Value),
    Address(Base<'p>, i128),
}

/// How many `const` variables may be looked through on the way to a value.
const MOST_STEPS: u32 = 100;

impl Program {
    /// The initial value of an object with static storage.
    pub fn object_image(&self, id: ObjectId) -> Image<'_> {
        let object = self.object(id);
        match &object.init {
            Some(init) => self.image(init, object.ty),
            None => Image { bytes: vec![0; self.size_of(object.ty).unwrap_or(0) as usize], ..Image::default() },
        }
    }

    /// What an initialiser makes of an object of a type: of a compound literal, for instance.
    pub fn image<'p>(&'p self, init: &'p Init, ty: TypeId) -> Image<'p> {
        let mut image = Image { bytes: vec![0; self.size_of(ty).unwrap_or(0) as usize], ..Image::default() };
        let mut writer = Writer { program: self, image: &mut image, steps: 0 };
        writer.init(init, ty, 0);
        image
    }
}

/// Where a value goes: a place in bits from the start, and the width of a bit-field.
#[derive(Clone, Copy)]
struct Room {
    ty: TypeId,
    at: u64,
    bits: Option<u8>,
}

struct Writer<'p, 'i> {
    program: &'p Program,
    image: &'i mut Image<'p>,
    steps: u32,
}

impl<'p> Writer<'p, '_> {
    fn init(&mut self, init: &'p Init, ty: TypeId, at: u64) {
        match init {
            Init::Expr(e) => self.put(e, Room { ty, at, bits: None }),
            Init::List(items) => {
                for item in items {
                    self.item(&item.path, &item.value, Room { ty, at, bits: None });
                }
            }
            Init::Opaque(span) => self.image.unknown.push(*span),
        }
    }

    fn item(&mut self, path: &[InitStep], value: &'p Expr, room: Room) {
        let program = self.program;
        let Some((step, rest)) = path.split_first() else { return self.put(value, room) };
        match (step, program.ty(room.ty)) {
            (InitStep::Member(index), Type::Record(record)) => {
                let members = program.record(*record).members.as_deref().unwrap_or(&[]);
                let Some(member) = members.get(*index as usize) else { return self.image.unknown.push(value.span) };
                self.item(rest, value, Room { ty: member.ty, at: room.at + member.offset, bits: member.bits });
            }
            (InitStep::Elements(low, high), Type::Array(of, _)) => {
                let Some(size) = program.size_of(*of) else { return self.image.unknown.push(value.span) };
                for index in *low..=*high {
                    self.item(rest, value, Room { ty: *of, at: room.at + index * size * 8, bits: None });
                }
            }
            _ => self.image.unknown.push(value.span),
        }
    }

    fn put(&mut self, e: &'p Expr, room: Room) {
        let program = self.program;
        match (program.ty(room.ty), &e.kind) {
            (Type::Array(of, length), ExprKind::Str(spelling)) => {
                let bytes = literal_bytes(spelling).0;
                let most = program.size_of(*of).zip(*length).map_or(bytes.len(), |(size, n)| (size * n) as usize);
                self.write(room.at / 8, &bytes[..bytes.len().min(most)]);
            }
            (Type::Array(..) | Type::Record(_), ExprKind::Compound { init, .. }) => {
                self.clear(room);
                self.init(init, e.ty, room.at);
            }
            (Type::Array(..) | Type::Record(_), ExprKind::Object(id)) if self.is_known(*id) => {
                let object = program.object(*id);
                self.clear(room);
                self.steps += 1;
                if let Some(init) = &object.init {
                    self.init(init, object.ty, room.at);
                }
            }
            (Type::Array(..) | Type::Record(_), _) => self.image.unknown.push(e.span),
            _ => match self.constant(e) {
                Some(Constant::Number(value)) => self.number(value, room, e.span),
                Some(Constant::Address(base, offset)) => self.address(base, offset, room, e.span),
                None => self.image.unknown.push(e.span),
            },
        }
    }

    /// Whether a variable always has the value it is initialised with.
    fn is_known(&self, id: ObjectId) -> bool {
        let object = self.program.object(id);
        object.constant && !object.volatile && object.init.is_some() && self.steps < MOST_STEPS
    }

    fn clear(&mut self, room: Room) {
        let size = self.program.size_of(room.ty).unwrap_or(0);
        self.write(room.at / 8, &vec![0; size as usize]);
    }

    fn write(&mut self, at: u64, bytes: &[u8]) {
        let (start, end) = (at as usize, at as usize + bytes.len());
        if self.image.bytes.len() < end {
            self.image.bytes.resize(end, 0);
        }
        self.image.bytes[start..end].copy_from_slice(bytes);
        self.image.addresses.retain(|a| a.offset + 8 <= at || a.offset >= end as u64);
    }

    fn number(&mut self, value: Value, room: Room, span: Span) {
        let program = self.program;
        let Some(value) = program.convert(value, room.ty) else { return self.image.unknown.push(span) };
        match (value, program.ty(program.underlying(room.ty))) {
            (Value::Float(v), Type::Float(32)) => self.write(room.at / 8, &(v as f32).to_bits().to_le_bytes()),
            (Value::Float(v), Type::Float(64)) => self.write(room.at / 8, &v.to_bits().to_le_bytes()),
            // The 6 bytes of padding are 0.
            (Value::Extended(v), Type::Float(80)) => self.write(room.at / 8, &v.to_le_bytes()),
            (Value::Float(_) | Value::Extended(_), _) => self.image.unknown.push(span),
            (Value::Int(v), _) => match (room.bits, program.size_of(room.ty)) {
                (Some(bits), _) => self.bit_field(v, room.at, bits),
                (None, Some(size @ 1..=16)) => self.write(room.at / 8, &v.to_le_bytes()[..size as usize]),
                (None, _) => self.image.unknown.push(span),
            },
        }
    }

    fn bit_field(&mut self, value: i128, at: u64, bits: u8) {
        let last = ((at + u64::from(bits)).div_ceil(8)) as usize;
        if self.image.bytes.len() < last {
            self.image.bytes.resize(last, 0);
        }
        for bit in 0..u64::from(bits) {
            let (byte, mask) = (((at + bit) / 8) as usize, 1u8 << ((at + bit) % 8));
            match value >> bit & 1 {
                0 => self.image.bytes[byte] &= !mask,
                _ => self.image.bytes[byte] |= mask,
            }
        }
    }

    fn address(&mut self, base: Base<'p>, offset: i128, room: Room, span: Span) {
        match self.program.ty(self.program.underlying(room.ty)) {
            Type::Pointer(_) | Type::Int { bits: 64, .. } if room.bits.is_none() => {
                self.write(room.at / 8, &(offset as u64).to_le_bytes());
                self.image.addresses.push(Address { offset: room.at / 8, base });
            }
            Type::Bool => self.number(Value::Int(1), room, span),
            _ => self.image.unknown.push(span),
        }
    }

    fn constant(&mut self, e: &'p Expr) -> Option<Constant<'p>> {
        use Constant::{Address, Number};
        let program = self.program;
        if let Some(value) = program.value(e) {
            return Some(Number(value));
        }
        match &e.kind {
            ExprKind::Function(f) if program.function(*f).is_linkers() => None,
            ExprKind::Function(f) => Some(Address(Base::Function(*f), 0)),
            ExprKind::Str(_) => Some(Address(Base::Literal(e), 0)),
            ExprKind::LabelAddress(label) => Some(Address(Base::Label(label), 0)),
            ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Object(_)
            | ExprKind::Index(..)
            | ExprKind::Member { .. }
            | ExprKind::Deref(_)
            | ExprKind::Compound { .. }
                if matches!(program.ty(e.ty), Type::Array(..) | Type::Function { .. }) =>
            {
                self.place(e)
            }
            ExprKind::Object(id) if self.is_known(*id) => {
                let Some(Init::Expr(init)) = &program.object(*id).init else { return None };
                self.steps += 1;
                let value = self.constant(init)?;
                self.convert(value, e.ty)
            }
            ExprKind::Compound { init, .. } => match &**init {
                Init::Expr(init) => {
                    let value = self.constant(init)?;
                    self.convert(value, e.ty)
                }
                Init::List(_) | Init::Opaque(_) => None,
            },
            ExprKind::Cast { operand, .. } => {
                let value = self.constant(operand)?;
                self.convert(value, e.ty)
            }
            ExprKind::Unary(op, operand) => match (self.constant(operand)?, op) {
                (Number(value), _) => program.unary_value(*op, value, e.ty).map(Number),
                (Address(..), UnaryOp::Not) => Some(Number(Value::Int(0))),
                (Address(base, offset), UnaryOp::Plus) => Some(Address(base, offset)),
                (Address(..), UnaryOp::Minus | UnaryOp::Complement) => None,
            },
            ExprKind::Binary(b) => {
                let (left, right) = (self.constant(&b.left)?, self.constant(&b.right)?);
                self.binary(b, left, right, e.ty)
            }
            ExprKind::Logical { and, left, right } => {
                let left = self.truth(left)?;
                let value = if left == *and { self.truth(right)? } else { left };
                Some(Number(Value::Int(value.into())))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let chosen = match (self.truth(condition)?, then) {
                    (true, Some(then)) => then,
                    (true, None) => condition,
                    (false, _) => otherwise,
                };
                let value = self.constant(chosen)?;
                self.convert(value, e.ty)
            }
            ExprKind::Comma(parts) => self.constant(parts.last()?),
            ExprKind::Call { callee, arguments } => {
                let ExprKind::Function(f) = &callee.kind else { return None };
                self.folded(&program.function(*f).name, arguments, e.ty).map(Number)
            }
            ExprKind::Int { .. }
            | ExprKind::Enumerator { .. }
            | ExprKind::Float(_)
            | ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Step { .. }
            | ExprKind::Assign(_)
            | ExprKind::Index(..)
            | ExprKind::Member { .. }
            | ExprKind::Size { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::Statement(_)
            | ExprKind::Temp { .. }
            | ExprKind::Opaque { .. } => None,
        }
    }

    fn truth(&mut self, e: &'p Expr) -> Option<bool> {
        Some(match self.constant(e)? {
            Constant::Number(value) => value.truth(),
            Constant::Address(..) => true,
        })
    }

    fn convert(&self, value: Constant<'p>, ty: TypeId) -> Option<Constant<'p>> {
        match value {
            Constant::Number(value) => self.program.convert(value, ty).map(Constant::Number),
            Constant::Address(base, offset) => match self.program.ty(self.program.underlying(ty)) {
                Type::Pointer(_) | Type::Int { bits: 64, .. } => Some(Constant::Address(base, offset)),
                Type::Bool => Some(Constant::Number(Value::Int(1))),
                _ => None,
            },
        }
    }

    /// The address of an lvalue.
    fn place(&mut self, e: &'p Expr) -> Option<Constant<'p>> {
        let program = self.program;
        match &e.kind {
            ExprKind::Object(id) => Some(Constant::Address(Base::Object(*id), 0)),
            ExprKind::Function(f) if program.function(*f).is_linkers() => None,
            ExprKind::Function(f) => Some(Constant::Address(Base::Function(*f), 0)),
            ExprKind::Str(_) => Some(Constant::Address(Base::Literal(e), 0)),
            ExprKind::Compound { .. } => Some(Constant::Address(Base::Compound(e), 0)),
            ExprKind::Deref(pointer) => self.constant(pointer),
            ExprKind::Member { base, arrow, record, member } => {
                let start = if *arrow { self.constant(base)? } else { self.place(base)? };
                let member = program.record(*record).members.as_ref()?.get(*member as usize)?;
                moved(start, i128::from(member.offset / 8))
            }
            ExprKind::Index(base, index) => {
                let start = self.constant(base)?;
                let Constant::Number(Value::Int(index)) = self.constant(index)? else { return None };
                moved(start, index.checked_mul(i128::from(program.size_of(e.ty)?))?)
            }
            _ => None,
        }
    }

    fn binary(&self, b: &Binary, left: Constant<'p>, right: Constant<'p>, ty: TypeId) -> Option<Constant<'p>> {
        use Constant::{Address, Number};
        let program = self.program;
        let unit = match program.pointee(b.common) {
            Some(to) => i128::from(program.size_of(to)?),
            None => 1,
        };
        let number = |value: bool| Some(Number(Value::Int(value.into())));
        match (left, right) {
            (Number(left), Number(right)) => program.binary_values(b, left, right, ty).map(Number),
            (Address(base, offset), Number(Value::Int(n))) => match b.op {
                BinaryOp::Add => Some(Address(base, offset + n * unit)),
                BinaryOp::Sub => Some(Address(base, offset - n * unit)),
                BinaryOp::Eq if n == 0 => number(false),
                BinaryOp::Ne if n == 0 => number(true),
                _ => None,
            },
            (Number(Value::Int(n)), Address(base, offset)) => match b.op {
                BinaryOp::Add => Some(Address(base, offset + n * unit)),
                BinaryOp::Eq if n == 0 => number(false),
                BinaryOp::Ne if n == 0 => number(true),
                _ => None,
            },
            (Address(a, x), Address(b_base, y)) if a == b_base => match b.op {
                BinaryOp::Sub => Some(Number(Value::Int((x - y).checked_div(unit)?))),
                BinaryOp::Eq => number(x == y),
                BinaryOp::Ne => number(x != y),
                BinaryOp::Lt => number(x < y),
                BinaryOp::Gt => number(x > y),
                BinaryOp::Le => number(x <= y),
                BinaryOp::Ge => number(x >= y),
                _ => None,
            },
            _ => None,
        }
    }

    /// Builtin functions of constants.
    fn folded(&mut self, name: &str, arguments: &'p [Expr], ty: TypeId) -> Option<Value> {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let wide = |root: &str| matches!(name.strip_prefix(root), Some("" | "f" | "l"));
        if wide("inf") || wide("huge_val") {
            return Some(Value::Float(f64::INFINITY));
        }
        let first = arguments.first()?;
        if wide("nan") {
            let ExprKind::Str(spelling) = &first.kind else { return None };
            return Some(Value::Float(f64::from_bits(nan_bits(spelling)?)));
        }
        if let ("strlen", ExprKind::Str(spelling)) = (name, &first.kind) {
            let bytes = literal_bytes(spelling).0;
            return Some(Value::Int(bytes.iter().position(|b| *b == 0)? as i128));
        }
        let value = self.constant(first)?;
        let Constant::Number(value) = value else { return None };
        if let (Value::Float(v), true) = (value, wide("fabs")) {
            return self.program.convert(Value::Float(v.abs()), ty);
        }
        if let (Value::Extended(v), true) = (value, wide("fabs")) {
            let size = extended::math(Math::Fabs, v, v)?;
            return self.program.convert(Value::Extended(size), ty);
        }
        let Value::Int(v) = value else { return None };
        let result = match name {
            "bswap16" => i128::from((v as u16).swap_bytes()),
            "bswap32" => i128::from((v as u32).swap_bytes()),
            "bswap64" => i128::from((v as u64).swap_bytes()),
            "abs" => i128::from((v as i32).wrapping_abs()),
            "labs" | "llabs" => i128::from((v as i64).wrapping_abs()),
            "ffs" => i128::from(if v as u32 == 0 { 0 } else { (v as u32).trailing_zeros() + 1 }),
            "ffsl" | "ffsll" => i128::from(if v as u64 == 0 { 0 } else { (v as u64).trailing_zeros() + 1 }),
            "clz" if v as u32 != 0 => i128::from((v as u32).leading_zeros()),
            "ctz" if v as u32 != 0 => i128::from((v as u32).trailing_zeros()),
            "clzl" | "clzll" if v as u64 != 0 => i128::from((v as u64).leading_zeros()),
            "ctzl" | "ctzll" if v as u64 != 0 => i128::from((v as u64).trailing_zeros()),
            "popcount" => i128::from((v as u32).count_ones()),
            "popcountl" | "popcountll" => i128::from((v as u64).count_ones()),
            "parity" => i128::from((v as u32).count_ones() % 2),
            "parityl" | "parityll" => i128::from((v as u64).count_ones() % 2),
            _ => return None,
        };
        Some(Value::Int(result))
    }
}

fn moved(start: Constant<'_>, by: i128) -> Option<Constant<'_>> {
    match start {
        Constant::Address(base, offset) => Some(Constant::Address(base, offset.checked_add(by)?)),
        Constant::Number(Value::Int(v)) => Some(Constant::Number(Value::Int(v.checked_add(by)?))),
        Constant::Number(Value::Float(_) | Value::Extended(_)) => None,
    }
}
