//! What the model can hold: scalars, and the cells of variables.

use super::{Abstraction, Cell, Place, Selector, Var, Why};
use crate::program::{Type, TypeId};

/// A number as the model holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub bits: u8,
    pub signed: bool,
    /// `_Bool`: any other value than 0 is 1.
    pub boolean: bool,
    /// An element of an array: Promela has no arrays of `unsigned` with a width.
    pub element: bool,
}

impl Scalar {
    pub const INT: Scalar = Scalar { bits: 32, signed: true, boolean: false, element: false };

    /// The values it can have, seen as a 32-bit `int` of Promela: an `unsigned int` covers them all.
    pub fn range(self) -> (i64, i64) {
        match (self.boolean, self.bits, self.signed) {
            (true, ..) => (0, 1),
            (_, 32.., _) => (i64::from(i32::MIN), i64::from(i32::MAX)),
            (_, bits, false) => (0, (1 << bits) - 1),
            (_, bits, true) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        }
    }

    /// The type of Promela that holds it.
    pub fn promela(self) -> &'static str {
        match (self.boolean, self.bits, self.signed) {
            (true, ..) => "bool",
            (_, 8, false) => "byte",
            (_, ..32, false) if !self.element => "unsigned",
            (_, ..=15, false) | (_, ..=16, true) => "short",
            _ => "int",
        }
    }

    /// `unsigned x : 16` needs its width.
    pub fn width(self) -> Option<u8> {
        (self.promela() == "unsigned").then_some(self.bits)
    }

    /// A store into the Promela variable converts as C does; otherwise the conversion is written out.
    pub fn wraps_by_itself(self) -> bool {
        match self.promela() {
            "short" => self.bits == 16,
            "int" => self.bits == 32,
            "bool" => false,
            _ => true,
        }
    }
}

impl Abstraction<'_> {
    /// The scalar that holds values of a type, if one does.
    pub fn scalar(&self, ty: TypeId) -> Result<Scalar, Why> {
        match self.program.ty(ty) {
            Type::Bool => Ok(Scalar { bits: 1, signed: false, boolean: true, element: false }),
            Type::Int { bits, signed, .. } if *bits <= 32 => {
                Ok(Scalar { bits: *bits, signed: *signed, boolean: false, element: false })
            }
            Type::Enum(e) => self.scalar(self.program.enumeration(*e).underlying),
            _ => Err(Why::Type(crate::program::print::type_name(self.program, ty))),
        }
    }

    /// The scalar that holds values of a type, or of a bit-field of that type.
    pub fn scalar_of(&self, ty: TypeId, bits: Option<u8>) -> Result<Scalar, Why> {
        let whole = self.scalar(ty)?;
        Ok(match bits {
            Some(bits) if !whole.boolean => Scalar { bits, ..whole },
            _ => whole,
        })
    }

    /// The scalar at a place; bit-fields have their own width.
    pub fn scalar_at(&self, place: &Place) -> Result<Scalar, Why> {
        match place.path.last() {
            Some(Selector::Member(record, member)) => {
                let members = self.program.record(*record).members.as_deref().unwrap_or(&[]);
                self.scalar_of(place.ty, members.get(*member as usize).and_then(|m| m.bits))
            }
            Some(Selector::Index(_)) => Ok(Scalar { element: true, ..self.scalar(place.ty)? }),
            None => self.scalar_of(place.ty, self.var_bits(place.var)),
        }
    }

    /// The bit-fields that share a byte with the one at a place, in a program whose threads may write them.
    pub fn neighbours(&self, place: &Place) -> Vec<Place> {
        let Some(Selector::Member(record, member)) = place.path.last() else { return Vec::new() };
        if !self.has_threads() {
            return Vec::new();
        }
        let members = self.program.record(*record).members.as_deref().unwrap_or(&[]);
        let bytes =
            |m: &crate::program::Member| m.bits.map(|bits| (m.offset / 8, (m.offset + u64::from(bits) - 1) / 8));
        let Some(own) = members.get(*member as usize).and_then(bytes) else { return Vec::new() };
        let shares = |(index, m): &(usize, &crate::program::Member)| {
            *index != *member as usize && bytes(m).is_some_and(|(first, last)| first <= own.1 && own.0 <= last)
        };
        let neighbour = |(index, m): (usize, &crate::program::Member)| {
            let mut other = place.clone();
            other.path.pop();
            other.path.push(Selector::Member(*record, index as u32));
            Place { ty: m.ty, ..other }
        };
        let all = members.iter().enumerate().filter(shares).map(neighbour);
        all.filter(|p| self.scalar_at(p).is_ok() && self.why_unknown(p).is_none()).collect()
    }

    /// The width of a variable that holds the value of a bit-field.
    pub fn var_bits(&self, var: Var) -> Option<u8> {
        match var {
            Var::Temp(i, t) => self.flow(i).temps.get(t as usize)?.bits,
            _ => None,
        }
    }

    /// The Promela type that a table gives to a C type (`Type pthread_mutex_t byte`).
    pub fn table_type(&self, ty: TypeId) -> Option<&abstraction_tables::table::TypeRule> {
        let Type::Record(id) = self.program.ty(ty) else { return None };
        let record = self.program.record(*id);
        [&record.typedef, &record.tag].into_iter().flatten().find_map(|name| self.tables.type_rule(name))
    }

    pub fn cell(&self, place: &Place) -> Cell {
        let members = place.path.iter().filter_map(|s| match s {
            Selector::Member(_, m) => Some(*m),
            Selector::Index(_) => None,
        });
        Cell { var: place.var, members: members.collect() }
    }

    /// Why a place is unknown, if it is: because of what happens to it, or because of what it is part of.
    pub fn why_unknown(&self, place: &Place) -> Option<Why> {
        let mut cell = self.cell(place);
        loop {
            if let Some(why) = self.unknown.get(&cell) {
                return Some(why.clone());
            }
            if cell.members.pop().is_none() {
                break;
            }
        }
        self.why_type(place)
    }

    /// Whether the way to a place leads through something the model cannot hold.
    fn why_type(&self, place: &Place) -> Option<Why> {
        let mut ty = self.var_type(place.var);
        // Arrays of arrays are one array in the model.
        let mut elements = 1u64;
        for s in &place.path {
            match (s, self.program.ty(ty)) {
                (Selector::Index(_), Type::Array(element, length)) => {
                    elements = elements.saturating_mul(length.unwrap_or(u64::MAX));
                    if elements > self.options.array || elements == 0 {
                        return Some(Why::Array);
                    }
                    ty = *element;
                }
                (Selector::Member(record, member), Type::Record(_)) => {
                    let r = self.program.record(*record);
                    if r.union {
                        return Some(Why::Type("union".to_string()));
                    }
                    match r.members.as_ref().and_then(|m| m.get(*member as usize)) {
                        Some(m) if m.volatile && self.others_write() => return Some(Why::Volatile),
                        Some(m) => (ty, elements) = (m.ty, 1),
                        None => return Some(Why::Type("incomplete struct".to_string())),
                    }
                }
                _ => return Some(Why::Pointer),
            }
        }
        None
    }

    /// The type of a variable of the model.
    pub fn var_type(&self, var: Var) -> TypeId {
        match var {
            Var::Global(o) | Var::Local(_, o) => self.program.object(o).ty,
            Var::Temp(i, t) => self.flow(i).temps.get(t as usize).map_or(TypeId::ERROR, |t| t.ty),
            Var::Result(i) => match self.program.ty(self.program.function(self.instance(i).function).ty) {
                Type::Function { result, .. } => *result,
                _ => TypeId::ERROR,
            },
            Var::Subscript(..) => TypeId::INT,
        }
    }

    /// Every scalar (or table type) inside of a place, with the way to it. `None` if there are too many to write out.
    pub fn leaves(&self, place: &Place) -> Option<Vec<Place>> {
        let mut found = Vec::new();
        self.collect_leaves(place.clone(), &mut found)?;
        Some(found)
    }

    fn collect_leaves(&self, place: Place, found: &mut Vec<Place>) -> Option<()> {
        const MOST: usize = 256;
        if found.len() >= MOST {
            return None;
        }
        if self.table_type(place.ty).is_some() {
            found.push(place);
            return Some(());
        }
        match self.program.ty(place.ty) {
            Type::Record(id) => {
                let record = self.program.record(*id);
                if record.union {
                    return Some(());
                }
                for (index, member) in record.members.as_deref().unwrap_or(&[]).iter().enumerate() {
                    let mut inner = place.clone();
                    inner.path.push(Selector::Member(*id, index as u32));
                    inner.ty = member.ty;
                    self.collect_leaves(inner, found)?;
                }
            }
            Type::Array(element, Some(length)) => {
                for index in 0..(*length).min(MOST as u64 + 1) {
                    let mut inner = place.clone();
                    inner.path.push(Selector::Index(super::Subscript::Constant(i128::from(index))));
                    inner.ty = *element;
                    self.collect_leaves(inner, found)?;
                }
            }
            _ => {
                if self.scalar(place.ty).is_ok() {
                    found.push(place);
                }
            }
        }
        Some(())
    }
}
