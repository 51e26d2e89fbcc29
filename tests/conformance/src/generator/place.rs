//! Choosing a variable, an element or a field to read or to assign.

use super::declaration::may_repeat;
use super::features::Feature;
use super::tree::{self, Node};
use super::types::{Place, Type, Variable};
use super::{Context, Generator};

impl Generator {
    /// The variables in scope; an inner one hides an outer one of the same name.
    fn visible(&self) -> Vec<Variable> {
        let mut visible: Vec<Variable> = Vec::new();
        for variable in self.process.locals.iter().rev().chain(self.globals.iter()) {
            if !visible.iter().any(|known| known.name == variable.name) {
                visible.push(variable.clone());
            }
        }
        visible
    }

    /// A place of a type that is wanted.
    pub fn place(&mut self, wanted: impl Fn(Type) -> bool) -> Option<Place> {
        let declared = self.declared.clone();
        let reaches = |variable: &Variable| leads_to(&declared.typedefs, variable.ty, &wanted);
        let candidates: Vec<Variable> = self.visible().into_iter().filter(reaches).collect();
        let variable = self.random.pick(&candidates)?.clone();
        self.resolve(&variable, &wanted)
    }

    /// A place to assign to: not a variable that ends a loop.
    pub fn target(&mut self, wanted: impl Fn(Type) -> bool) -> Option<Place> {
        (0..4).find_map(|_| {
            let place = self.place(&wanted)?;
            (!self.process.frozen.contains(&place.variable)).then_some(place)
        })
    }

    /// A channel whose messages have the signature wanted, or any.
    pub fn channel(&mut self, wanted: impl Fn(usize) -> bool) -> Option<Place> {
        let unsure = self.has(Feature::Uninitialised);
        for _ in 0..4 {
            let place = self.place(|ty| matches!(ty, Type::Chan(signature) if wanted(signature)))?;
            if place.slots.is_some() || unsure || place.variable.starts_with("cp") {
                return Some(place);
            }
        }
        None
    }

    /// Follows indices and fields down to something that is no structure.
    fn resolve(&mut self, variable: &Variable, wanted: &impl Fn(Type) -> bool) -> Option<Place> {
        let mut parts = vec![tree::text(variable.name.clone())];
        let mut current = variable.clone();
        loop {
            if let Some(size) = current.size {
                parts.push(tree::text("["));
                parts.push(self.index(size));
                parts.push(tree::text("]"));
            }
            let Type::Struct(index) = current.ty else { break };
            if wanted(current.ty) {
                break;
            }
            let typedefs = self.declared.typedefs.clone();
            let fields: Vec<Variable> =
                typedefs[index].fields.iter().filter(|field| leads_to(&typedefs, field.ty, wanted)).cloned().collect();
            current = self.random.pick(&fields)?.clone();
            parts.push(tree::text(format!(".{}", current.name)));
        }
        Some(Place { node: tree::group(parts), ty: current.ty, variable: variable.name.clone(), slots: current.slots })
    }

    /// An index into an array of `size` elements.
    fn index(&mut self, size: usize) -> Node {
        if self.has_by_chance(Feature::OutOfRange, 30) {
            return tree::expression(vec![tree::number(self.random.between(0, size as i64))]);
        }
        // Only plain variables: Spin refuses an array indexed with itself.
        let naturals: Vec<Variable> =
            self.visible().into_iter().filter(|variable| variable.ty.is_natural() && variable.size.is_none()).collect();
        match self.random.pick(&naturals).cloned() {
            Some(variable) if self.random.chance(45) => {
                let name = tree::text(variable.name);
                if variable.ty.is_bit() && size >= 2 {
                    tree::expression(vec![name])
                } else {
                    tree::expression(vec![name, tree::text(" % "), tree::text(size.to_string())])
                }
            }
            _ => tree::number(self.random.below(size) as i64),
        }
    }

    /// Declares a local variable at this place and brings it into scope.
    pub fn declare_local(&mut self) -> Node {
        let name = self.fresh_local();
        self.declare_named(name)
    }

    /// Declares a variable of a block. Blocks next to each other use the same names, which Spin allows;
    /// blocks inside each other do not, which it refuses.
    pub fn declare_in_block(&mut self, context: Context) -> Node {
        self.declare_named(format!("w{}", context.depth))
    }

    fn declare_named(&mut self, name: String) -> Node {
        let ty = self.scalar_type();
        let size = self.array_size(25).filter(|_| may_repeat(ty));
        let variable = Variable { size, ..Variable::scalar(name, ty) };
        let initial = match variable.size {
            None if self.random.chance(60) => Some(self.initial(ty)),
            _ => None,
        };
        let node = self.declared.declaration(&variable, initial);
        self.process.locals.push(variable);
        node
    }

    pub fn fresh_local(&mut self) -> String {
        self.process.next_local += 1;
        format!("v{}", self.process.next_local)
    }
}

fn leads_to(typedefs: &[super::types::Typedef], ty: Type, wanted: &impl Fn(Type) -> bool) -> bool {
    match ty {
        Type::Struct(index) => {
            wanted(ty) || typedefs[index].fields.iter().any(|field| leads_to(typedefs, field.ty, wanted))
        }
        _ => wanted(ty),
    }
}
