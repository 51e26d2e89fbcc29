//! Lvalues: a variable, and the way to a part of it.

use super::Generator;
use super::effects::{Cell, Effects};
use super::scope::{Access, Variable};
use super::types::{Range, Type, bit_range};
use super::value::{Level, Value};
use crate::generator::tree::{self, Node, text};

#[derive(Clone, Debug)]
pub struct Place {
    pub node: Node,
    pub level: Level,
    pub ty: Type,
    /// The width of a bit-field.
    pub bits: Option<u32>,
    /// The values of a scalar.
    pub range: Range,
    pub cell: Cell,
    /// It is a pointer's target as a whole: the pointer itself, for passing it on.
    pub pointer: Option<String>,
}

/// What a place is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Read,
    Write,
    /// `&place`, where the target is only read.
    ReadAddress,
    /// `&place`, where the target may be written.
    WriteAddress,
}

impl Generator {
    /// A scalar to read or write.
    pub fn scalar(&mut self, purpose: Purpose, depth: usize, effects: &mut Effects) -> Option<Place> {
        self.place(purpose, false, depth, effects, &|ty| matches!(ty, Type::Int(_)))
    }

    /// A place of a type that is wanted. Its effects are there, that of a write is not.
    pub fn place(
        &mut self,
        purpose: Purpose,
        fixed: bool,
        depth: usize,
        effects: &mut Effects,
        wanted: &dyn Fn(&Type) -> bool,
    ) -> Option<Place> {
        let address = matches!(purpose, Purpose::ReadAddress | Purpose::WriteAddress);
        let candidates: Vec<Variable> = self
            .visible()
            .into_iter()
            .filter(|variable| match purpose {
                Purpose::Read => effects.may_read(variable.cell),
                Purpose::Write => !variable.frozen && effects.may_write(variable.cell),
                Purpose::ReadAddress => variable.addressable,
                Purpose::WriteAddress => variable.addressable && !variable.frozen,
            })
            .collect();
        for _ in 0..8 {
            let variable = self.random.pick(&candidates)?.clone();
            let mut tried = effects.clone();
            // Its own subscripts must not change it.
            if !address {
                tried.read(variable.cell);
            }
            if let Some(place) = self.walk(&variable, address, fixed, depth, &mut tried, wanted) {
                *effects = tried;
                return Some(place);
            }
        }
        None
    }

    fn walk(
        &mut self,
        variable: &Variable,
        address: bool,
        fixed: bool,
        depth: usize,
        effects: &mut Effects,
        wanted: &dyn Fn(&Type) -> bool,
    ) -> Option<Place> {
        let full = |ty: &Type| match ty {
            Type::Int(int) => int.range(),
            _ => Range::new(0, 0),
        };
        let mut node = text(variable.name.clone());
        let mut level = Level::Primary;
        let mut ty = variable.ty.clone();
        let mut bits = None;
        let mut range = variable.range.unwrap_or(full(&ty));
        let mut arrow = false;
        let mut pointer = None;
        if variable.access == Access::Pointer {
            pointer = Some(variable.name.clone());
            match &ty {
                Type::Array(..) => {}
                Type::Struct(_) if !wanted(&ty) && self.random.chance(75) => arrow = true,
                Type::Int(_) if self.random.chance(15) => node = text(format!("{}[0]", variable.name)),
                _ => {
                    node = text(format!("*{}", variable.name));
                    level = Level::Unary;
                }
            }
        }
        loop {
            // An array is wanted as a whole at times, but an element of it may be wanted as well.
            if wanted(&ty) && !(address && bits.is_some()) {
                let whole = pointer.filter(|_| ty == variable.ty);
                return Some(Place { node, level, ty, bits, range, cell: variable.cell, pointer: whole });
            }
            match ty {
                Type::Int(_) => return None,
                Type::Array(element, length) => {
                    let index = self.index(length, fixed, depth, effects);
                    ty = *element;
                    range = full(&ty);
                    if self.features.pointers && !address && self.random.chance(8) {
                        node = tree::group(vec![text("*("), node, text(" + ("), index, text("))")]);
                        let scalar = matches!(ty, Type::Int(_));
                        if !scalar {
                            node = tree::group(vec![text("("), node, text(")")]);
                        }
                        level = if scalar { Level::Unary } else { Level::Primary };
                        continue;
                    }
                    node = tree::group(vec![node, text("["), index, text("]")]);
                }
                Type::Struct(id) => {
                    let field = self.random.pick(&self.structs[id].fields)?.clone();
                    let base =
                        if level == Level::Primary { node } else { tree::group(vec![text("("), node, text(")")]) };
                    // The members of a struct without a name are reached through the one around it.
                    if !field.anonymous {
                        let dot = if arrow { "->" } else { "." };
                        node = tree::group(vec![base, text(format!("{dot}{}", field.name))]);
                        arrow = false;
                    } else {
                        node = base;
                    }
                    ty = field.ty;
                    bits = field.bits;
                    range = match (&ty, bits) {
                        (Type::Int(int), Some(bits)) if int.bits() > 1 => bit_range(bits, int.signed()),
                        _ => full(&ty),
                    };
                }
            }
            level = Level::Primary;
        }
    }

    /// A subscript that is in range.
    fn index(&mut self, length: usize, fixed: bool, depth: usize, effects: &mut Effects) -> Node {
        let last = length as i128 - 1;
        if fixed || depth == 0 || self.random.chance(25) {
            return self.counter_index(last, fixed, effects).unwrap_or_else(|| {
                let index = self.random.below(length);
                tree::number(index as i64)
            });
        }
        let value = self.value(depth - 1, effects);
        if value.range.within(Range::new(0, last)) {
            return value.node;
        }
        let guarded = match length.is_power_of_two() && self.random.chance(70) {
            true => vec![value.at_least(Level::And), text(format!(" & {last}"))],
            false => vec![text("(unsigned)"), value.at_least(Level::Unary), text(format!(" % {length}"))],
        };
        tree::group(guarded)
    }

    /// A variable that is known to be in range.
    fn counter_index(&mut self, last: i128, fixed: bool, effects: &mut Effects) -> Option<Node> {
        if fixed || self.random.chance(30) {
            return None;
        }
        let within = Range::new(0, last);
        let counters: Vec<Variable> = self.visible().into_iter().filter(|v| v.range.is_some()).collect();
        let fitting: Vec<&Variable> =
            counters.iter().filter(|v| v.range.is_some_and(|range| range.within(within))).collect();
        let variable = self.random.pick(&fitting)?;
        if !effects.may_read(variable.cell) {
            return None;
        }
        effects.read(variable.cell);
        Some(tree::expression(vec![text(variable.name.clone())]))
    }

    /// What a scalar place holds.
    pub fn read(&mut self, place: Place) -> Option<Value> {
        let Type::Int(int) = place.ty else { return None };
        // A bit-field promotes by its width: all of them fit `int` but those of all bits.
        let ty = match place.bits {
            Some(bits) if bits < 32 && int.bits() > 1 => super::types::Int::Int,
            _ => int,
        };
        Some(Value { node: tree::expression(vec![place.node]), ty, range: place.range, level: place.level })
    }
}
