//! Declarations: types, sizes, initial values, channel types.

use super::Compiler;
use super::types::{Field, Packer, Scalar, Struct, StructId, Type, Var, VarPlace, Wanted, slot_at};
use crate::model::MtypeNames;
use crate::model::Region;
use crate::model::layout::{ChannelType, Leaf, Show, Slot};
use promela::ast::{self, ExprKind, TypeName, UnaryOp};
use promela::finding::Finding;
use promela::source::Span;
use std::sync::Arc;

/// No array, structure or vector may be larger, so that sizes never overflow.
const MAX_BYTES: u64 = 1 << 28;

/// A declared variable before it has a place.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub ty: Type,
    pub len: Option<u32>,
    pub init: Option<Arc<ast::Init>>,
    pub channel_type: Option<u32>,
    pub span: Span,
}

impl Compiler<'_> {
    /// `mtype = { a, b }`: Spin numbers the names of all lists of a subtype from the last to the first of each list.
    pub(super) fn declare_mtype(&mut self, m: &ast::Mtype) {
        let subtype = m.subtype.as_ref().map_or("", |s| s.name.as_str());
        let index = self.mtype_index(subtype);
        // Spin reads a list back to front and puts later lists behind earlier ones.
        for name in m.names.iter().rev() {
            let list = &mut self.mtypes[index as usize];
            if let Some(&(value, _)) = self.mtype_values.get(&name.name) {
                self.findings.push(
                    Finding::error(
                        "C010",
                        name.span,
                        format!("`{}` is declared as an mtype constant already", name.name),
                    )
                    .label(format!("it has the value {value}"))
                    .help("remove one of the two"),
                );
                continue;
            }
            list.names.push(name.name.clone());
            let value = list.names.len() as i32;
            if value > 255 {
                self.findings.push(
                    Finding::error("C011", name.span, "more than 255 mtype constants")
                        .help("use named subtypes (`mtype:colour = { … }`), each has 255 of its own"),
                );
                return;
            }
            self.mtype_values.insert(name.name.clone(), (value, index));
        }
    }

    fn mtype_index(&mut self, subtype: &str) -> u32 {
        if let Some(i) = self.mtypes.iter().position(|m| m.subtype == subtype) {
            return i as u32;
        }
        self.mtypes.push(MtypeNames { subtype: subtype.to_string(), names: Vec::new() });
        self.mtypes.len() as u32 - 1
    }

    pub(super) fn declare_struct(&mut self, t: &ast::Typedef) {
        if self.struct_names.contains_key(&t.name.name) {
            self.error("C012", t.name.span, format!("typedef `{}` is declared twice", t.name.name));
            return;
        }
        let mut fields: Vec<Field> = Vec::new();
        let (mut size, mut align) = (0u64, 1u32);
        for d in t.fields.iter().flat_map(|d| self.declared(d)).collect::<Vec<_>>() {
            if fields.iter().any(|f| f.name == d.name) {
                self.error("C013", d.span, format!("field `{}` is declared twice", d.name));
                continue;
            }
            let (one, a) = self.size(d.ty);
            align = align.max(a);
            let offset = size.next_multiple_of(u64::from(a));
            size = offset + u64::from(one) * u64::from(d.len.unwrap_or(1));
            if size > MAX_BYTES {
                self.error("C014", d.span, format!("typedef `{}` is larger than {} MB", t.name.name, MAX_BYTES >> 20));
                return;
            }
            let Declared { name, ty, len, init, channel_type, .. } = d;
            fields.push(Field { name, ty, len, offset: offset as u32, init, channel_type });
        }
        let size = (size as u32).next_multiple_of(align);
        self.struct_names.insert(t.name.name.clone(), StructId(self.structs.len() as u32));
        self.structs.push(Struct { name: t.name.name.clone(), fields, size, align });
    }

    /// Bytes of a value in an array or structure, and its alignment.
    pub(super) fn size(&self, ty: Type) -> (u32, u32) {
        match ty {
            Type::Scalar(s) => {
                let bytes = u32::from(s.cell().bits / 8);
                (bytes, bytes)
            }
            Type::Struct(s) => {
                let s = &self.structs[s.0 as usize];
                (s.size.max(1), s.align)
            }
        }
    }

    pub(super) fn scalar_type(&mut self, ty: &TypeName, width: Option<u8>) -> Option<Type> {
        Some(Type::Scalar(match ty {
            TypeName::Bit | TypeName::Bool => Scalar::Bit,
            TypeName::Byte | TypeName::Pid => Scalar::Byte,
            TypeName::Short => Scalar::Short,
            TypeName::Int => Scalar::Int,
            TypeName::Unsigned => Scalar::Unsigned(width.unwrap_or(32)),
            TypeName::Chan => Scalar::Chan,
            TypeName::Mtype(sub) => Scalar::Mtype(self.mtype_index(sub.as_ref().map_or("", |s| &s.name))),
            TypeName::User(name) => match self.struct_names.get(&name.name) {
                Some(&id) => return Some(Type::Struct(id)),
                None => {
                    self.error("C015", name.span, format!("`{}` is not the name of a typedef", name.name));
                    return None;
                }
            },
        }))
    }

    /// The variables of one declaration.
    pub(super) fn declared(&mut self, decl: &ast::Decl) -> Vec<Declared> {
        let mut out = Vec::new();
        for v in &decl.vars {
            let width = v.width.as_ref().and_then(|w| self.width(w));
            if v.width.is_some() && decl.ty != TypeName::Unsigned {
                self.findings.push(
                    Finding::warning("C016", v.span, "a width is given for a type that has its own; it is ignored")
                        .help("write `unsigned x : 5` for a number of 5 bits"),
                );
            }
            let Some(ty) = self.scalar_type(&decl.ty, width) else { continue };
            let len = v.size.as_ref().map(|s| self.array_len(s));
            let bytes = u64::from(self.size(ty).0) * u64::from(len.unwrap_or(1));
            if bytes > MAX_BYTES {
                self.error("C017", v.span, format!("`{}` is larger than {} MB", v.name.name, MAX_BYTES >> 20));
                continue;
            }
            let channel_type = match &v.init {
                Some(ast::Init::Chan(c)) => Some(self.channel_type(&v.name.name, c)),
                _ => None,
            };
            if channel_type.is_some() && ty != Type::Scalar(Scalar::Chan) {
                self.error("C018", v.span, format!("`{}` is not a channel", v.name.name));
                continue;
            }
            out.push(Declared {
                name: v.name.name.clone(),
                ty,
                len,
                init: v.init.clone().map(Arc::new),
                channel_type,
                span: v.span,
            });
        }
        out
    }

    fn width(&mut self, e: &ast::Expr) -> Option<u8> {
        match self.constant(e) {
            Some(n @ 1..=32) => Some(n as u8),
            Some(n) => {
                self.error("C019", e.span, format!("a width of {n} bits is not between 1 and 32"));
                None
            }
            None => {
                self.error("C020", e.span, "a width must be a constant".to_string());
                None
            }
        }
    }

    fn array_len(&mut self, e: &ast::Expr) -> u32 {
        match self.constant(e) {
            Some(n) if n > 0 => n as u32,
            Some(n) => {
                self.error("C021", e.span, format!("an array of {n} elements"));
                1
            }
            None => {
                self.error("C022", e.span, "the size of an array must be a constant".to_string());
                1
            }
        }
    }

    fn channel_type(&mut self, name: &str, c: &ast::ChanInit) -> u32 {
        let capacity = match self.constant(&c.capacity) {
            Some(n @ 0..=255) => n as u32,
            Some(n) => {
                self.findings.push(
                    Finding::error("C023", c.capacity.span, format!("a channel of {n} messages"))
                        .help("a channel holds 0 to 255 messages"),
                );
                0
            }
            None => {
                self.error("C024", c.capacity.span, "the size of a channel must be a constant".to_string());
                0
            }
        };
        let mut wanted = Vec::new();
        let mut shows = Vec::new();
        for f in &c.fields {
            if *f == TypeName::Unsigned {
                self.error("C025", c.span, "unsigned cannot be the type of a message field".to_string());
                continue;
            }
            let Some(ty) = self.scalar_type(f, None) else { continue };
            self.message_fields(ty, &mut wanted, &mut shows);
        }
        if wanted.len() > 1000 {
            self.error("C026", c.span, format!("a message of {} fields; 1000 is the limit", wanted.len()));
            wanted.truncate(1);
        }
        if let [Wanted::Scalar { bits: bits @ 1, .. }] = &mut wanted[..] {
            // As in Spin: the only field of a message is a byte if it is a bit.
            *bits = 8;
        }
        let mut packer = Packer::new(0, None);
        let fields: Vec<Slot> = packer
            .place(&wanted)
            .into_iter()
            .map(|p| match p {
                VarPlace::Slot(s) => s,
                VarPlace::Bytes(b) => Slot::word(b / 4),
            })
            .collect();
        let bits = fields.iter().map(|s| s.word * 32 + u32::from(s.shift) + u32::from(s.bits)).max().unwrap_or(0);
        let stride = match bits {
            0..=8 => 8,
            9..=16 => 16,
            _ => bits.next_multiple_of(32),
        };
        let first = stride.min(32);
        let words = if capacity == 0 { 0 } else { (first + capacity * stride).div_ceil(32) };
        self.has_rendezvous |= capacity == 0;
        self.channel_types.push(ChannelType { name: name.to_string(), capacity, fields, shows, stride, first, words });
        self.channel_types.len() as u32 - 1
    }

    fn message_fields(&self, ty: Type, wanted: &mut Vec<Wanted>, shows: &mut Vec<Show>) {
        match ty {
            Type::Scalar(s) => {
                wanted.push(Wanted::Scalar { bits: s.bits(), signed: s.signed() });
                shows.push(s.show());
            }
            Type::Struct(id) => {
                for f in &self.structs[id.0 as usize].fields {
                    for _ in 0..f.len.unwrap_or(1) {
                        if wanted.len() > 1000 {
                            return;
                        }
                        self.message_fields(f.ty, wanted, shows);
                    }
                }
            }
        }
    }

    /// Gives places to variables.
    pub(super) fn place_all(&self, declared: Vec<Declared>, base: Region, packer: &mut Packer) -> Vec<Var> {
        let wanted: Vec<Wanted> = declared
            .iter()
            .map(|d| match (d.ty, d.len) {
                (Type::Scalar(s), None) => Wanted::Scalar { bits: s.bits(), signed: s.signed() },
                (ty, len) => {
                    let (size, align) = self.size(ty);
                    Wanted::Bytes { size: size * len.unwrap_or(1), align }
                }
            })
            .collect();
        let places = packer.place(&wanted);
        declared
            .into_iter()
            .zip(places)
            .map(|(d, place)| Var {
                name: d.name,
                ty: d.ty,
                len: d.len,
                base,
                place,
                init: d.init,
                channel_type: d.channel_type,
                span: d.span,
            })
            .collect()
    }

    /// All scalars of a variable. Stops at a million: reports need no more.
    pub(super) fn leaves(&self, var: &Var, out: &mut Vec<Leaf>) {
        match (var.place, var.ty) {
            (VarPlace::Slot(slot), Type::Scalar(s)) => out.push(Leaf { name: var.name.clone(), slot, show: s.show() }),
            (VarPlace::Bytes(at), ty) => self.leaves_at(&var.name, ty, var.len, at, out),
            (VarPlace::Slot(_), Type::Struct(_)) => {}
        }
    }

    fn leaves_at(&self, name: &str, ty: Type, len: Option<u32>, at: u32, out: &mut Vec<Leaf>) {
        let (size, _) = self.size(ty);
        for i in 0..len.unwrap_or(1) {
            if out.len() > 1_000_000 {
                return;
            }
            let name = if len.is_some() { format!("{name}[{i}]") } else { name.to_string() };
            let at = at + i * size;
            match ty {
                Type::Scalar(s) => out.push(Leaf { name, slot: slot_at(at, s.field_cell(len)), show: s.show() }),
                Type::Struct(id) => {
                    for f in &self.structs[id.0 as usize].fields {
                        self.leaves_at(&format!("{name}.{}", f.name), f.ty, f.len, at + f.offset, out);
                    }
                }
            }
        }
    }

    /// The value of a constant expression; the name of a global stands for its initial value.
    pub(super) fn constant(&self, e: &ast::Expr) -> Option<i32> {
        use ast::BinaryOp as B;
        Some(match &e.kind {
            ExprKind::Const(n) => *n,
            ExprKind::Var(v) if v.parts.len() == 1 && v.parts[0].index.is_none() => {
                let name = &v.parts[0].name.name;
                match self.mtype_values.get(name) {
                    Some(&(value, _)) => value,
                    None => match self.globals.get(*self.global_names.get(name)?)?.init.as_deref() {
                        Some(ast::Init::Expr(ast::Expr { kind: ExprKind::Const(n), .. })) => *n,
                        _ => return None,
                    },
                }
            }
            ExprKind::Unary(UnaryOp::Neg, a) => self.constant(a)?.wrapping_neg(),
            ExprKind::Unary(UnaryOp::BitNot, a) => !self.constant(a)?,
            ExprKind::Unary(UnaryOp::Not, a) => i32::from(self.constant(a)? == 0),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                match op {
                    B::Add => a.wrapping_add(b),
                    B::Sub => a.wrapping_sub(b),
                    B::Mul => a.wrapping_mul(b),
                    B::Div if b != 0 => a.wrapping_div(b),
                    B::Rem if b != 0 => a.wrapping_rem(b),
                    B::Shl => a.wrapping_shl(b as u32),
                    B::Shr => a.wrapping_shr(b as u32),
                    B::BitAnd => a & b,
                    B::BitOr => a | b,
                    B::BitXor => a ^ b,
                    B::Lt => i32::from(a < b),
                    B::Gt => i32::from(a > b),
                    B::Le => i32::from(a <= b),
                    B::Ge => i32::from(a >= b),
                    B::Eq => i32::from(a == b),
                    B::Ne => i32::from(a != b),
                    B::And => i32::from(a != 0 && b != 0),
                    B::Or => i32::from(a != 0 || b != 0),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}
