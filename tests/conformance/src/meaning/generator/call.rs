//! Calls of the functions that are already there.

use super::Generator;
use super::effects::Effects;
use super::function::{Function, Parameter};
use super::place::Purpose;
use super::scope::Access;
use super::types::{Int, Type};
use super::value::{Level, Value};
use crate::generator::tree::{self, Node, text};

impl Generator {
    /// A call as a number; of a function that returns a struct, a member of it.
    pub fn call_value(&mut self, depth: usize, effects: &mut Effects) -> Option<Value> {
        let function = self.callable(effects, &|f| f.result.is_some())?;
        let node = self.call(&function, depth, effects)?;
        let (mut parts, mut ty) = (vec![node], function.result.clone()?);
        let mut bits = None;
        while let Type::Struct(id) = ty {
            let field = self.random.pick(&self.structs[id].fields)?.clone();
            if !field.anonymous {
                parts.push(text(format!(".{}", field.name)));
            }
            ty = field.ty;
            bits = field.bits;
        }
        let Type::Int(int) = ty else { return None };
        let ty = if bits.is_some_and(|bits| bits < 32) && int != Int::Bool { Int::Int } else { int };
        Some(Value::new(parts, ty, int.range().converted(ty), Level::Primary))
    }

    /// A function that may be called here.
    pub fn callable(&mut self, effects: &Effects, wanted: &dyn Fn(&Function) -> bool) -> Option<Function> {
        let room = self.body.limit.saturating_sub(self.body.cost) / self.body.multiplier.max(1);
        let candidates: Vec<Function> = self
            .functions
            .iter()
            .filter(|f| f.cost < room && f.size < self.body.budget * 6 && effects.may_call(&f.effects) && wanted(f))
            .cloned()
            .collect();
        self.random.pick(&candidates).cloned()
    }

    /// A call; `None` when there is nothing to pass.
    pub fn call(&mut self, function: &Function, depth: usize, effects: &mut Effects) -> Option<Node> {
        let mut own = effects.clone();
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            arguments.push(self.argument(parameter, depth, &mut own)?);
        }
        own.add(&function.effects);
        *effects = own;
        self.body.cost += function.cost * self.body.multiplier;
        self.body.size += function.size;
        let mut parts = vec![text(format!("{}(", function.name))];
        for (index, argument) in arguments.into_iter().enumerate() {
            if index > 0 {
                parts.push(text(", "));
            }
            parts.push(argument);
        }
        parts.push(text(")"));
        Some(tree::group(parts))
    }

    pub fn argument(&mut self, parameter: &Parameter, depth: usize, effects: &mut Effects) -> Option<Node> {
        if parameter.depth {
            let depth = self.random.between(0, 3);
            return Some(tree::number(depth));
        }
        let depth = depth.min(2).saturating_sub(1);
        match (parameter.access, &parameter.ty) {
            (Access::Direct, Type::Int(int)) => {
                Some(self.converted_to(*int, depth, effects).at_least(Level::Assignment))
            }
            (Access::Direct, ty) => {
                let wanted = ty.clone();
                let place = self.place(Purpose::Read, false, depth, effects, &|ty| *ty == wanted)?;
                effects.read(place.cell);
                Some(place.node)
            }
            (Access::Pointer, ty) => self.address(ty, parameter.constant, false, depth, effects),
        }
    }

    /// A pointer to an object of a type; to the first element, for an array.
    pub fn address(
        &mut self,
        ty: &Type,
        constant: bool,
        fixed: bool,
        depth: usize,
        effects: &mut Effects,
    ) -> Option<Node> {
        let purpose = if constant { Purpose::ReadAddress } else { Purpose::WriteAddress };
        let wanted = ty.clone();
        let array = matches!(ty, Type::Array(..));
        // The first element of a longer array is as good.
        let longer = |candidate: &Type| match (candidate, &wanted) {
            (Type::Array(a, n), Type::Array(b, m)) => a == b && n >= m,
            (a, b) => a == b,
        };
        let decays = !array && self.random.chance(15);
        let element = |candidate: &Type| matches!(candidate, Type::Array(element, _) if **element == wanted);
        let place = match decays {
            true => self.place(purpose, fixed, depth, effects, &element)?,
            false => self.place(purpose, fixed, depth, effects, &longer)?,
        };
        if let Some(pointer) = place.pointer {
            return Some(text(pointer));
        }
        let operand = match place.level {
            Level::Primary => place.node,
            _ => tree::group(vec![text("("), place.node, text(")")]),
        };
        Some(match array || decays {
            true if self.random.chance(15) => tree::group(vec![text("&"), operand, text("[0]")]),
            true => operand,
            false => tree::group(vec![text("&"), operand]),
        })
    }
}
