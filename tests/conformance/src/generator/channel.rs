//! Sends, receives and polls.

use super::Generator;
use super::features::Feature;
use super::tree::{self, Node, text};
use super::types::{Field, Place, Type};

impl Generator {
    /// `q!a,b` and `q!!a,b`
    pub fn send(&mut self) -> Option<Node> {
        let channel = self.channel(|_| true)?;
        self.send_to(channel)
    }

    pub fn send_to(&mut self, channel: Place) -> Option<Node> {
        let fields = self.fields(&channel);
        let mut arguments = Vec::new();
        for field in &fields {
            arguments.push(tree::tagged(field.tag, self.message_value(field.ty)?));
        }
        let sorted = channel.slots != Some(0) && self.has_by_chance(Feature::Sorted, 50);
        let operator = text(if sorted { "!!" } else { "!" });
        let arguments = self.message(arguments);
        Some(tree::statement(vec![channel.node, operator, arguments]))
    }

    /// `q?x,y` and its kin
    pub fn receive(&mut self) -> Option<Node> {
        let channel = self.channel(|_| true)?;
        self.receive_from(channel)
    }

    pub fn receive_from(&mut self, channel: Place) -> Option<Node> {
        // Spin undoes a receive with the indices that variables give then.
        if channel.is_indexed_by_variable() {
            return None;
        }
        let random = channel.slots != Some(0) && self.has_by_chance(Feature::Sorted, 50);
        let keep = channel.slots != Some(0) && self.has_by_chance(Feature::Polls, 25);
        let arguments = self.patterns(&channel, true)?;
        let arguments = if keep { tree::commas(arguments, 1) } else { self.message(arguments) };
        let operator = text(if random { "??" } else { "?" });
        let parts = match keep {
            true => vec![channel.node, operator, text("<"), arguments, text(">")],
            false => vec![channel.node, operator, arguments],
        };
        Some(tree::statement(parts))
    }

    /// `q?[x,y]` and `q??[x,y]`
    pub fn poll(&mut self) -> Option<Node> {
        let channel = self.channel(|_| true)?;
        if channel.slots == Some(0) {
            return None;
        }
        let operator = text(if self.has_by_chance(Feature::Sorted, 50) { "??[" } else { "?[" });
        let arguments = tree::commas(self.patterns(&channel, false)?, 1);
        Some(tree::expression(vec![text("("), channel.node, operator, arguments, text("])")]))
    }

    fn fields(&self, channel: &Place) -> Vec<Field> {
        match channel.ty {
            Type::Chan(signature) => self.declared.signatures[signature].fields.clone(),
            _ => Vec::new(),
        }
    }

    /// `a,b,c` or `a(b,c)`
    fn message(&mut self, mut arguments: Vec<Node>) -> Node {
        if arguments.len() > 1 && self.random.chance(30) {
            let first = arguments.remove(0);
            return tree::group(vec![first, text("("), tree::commas(arguments, 1), text(")")]);
        }
        tree::commas(arguments, 1)
    }

    fn message_value(&mut self, ty: Type) -> Option<Node> {
        Some(match ty {
            Type::Mtype(_) => match self.place(|other| other == ty) {
                Some(place) if self.random.chance(40) => tree::expression(vec![place.node]),
                _ => self.initial(ty),
            },
            Type::Chan(_) => self.place(|other| other == ty)?.node,
            Type::Struct(_) => self.place(|other| other == ty)?.node,
            _ => self.bounded(1),
        })
    }

    /// What the fields of a message must match, and where they go.
    fn patterns(&mut self, channel: &Place, may_match: bool) -> Option<Vec<Node>> {
        let mut used = Vec::new();
        let mut patterns = Vec::new();
        let fields = self.fields(channel);
        // Spin undoes a receive with the values that variables have then, so `eval` must not see what is received.
        let eval = self.random.chance(25) && fields.iter().all(|field| field.ty.is_number());
        for field in fields {
            let pattern = self.pattern(field.ty, may_match, eval, &mut used)?;
            patterns.push(tree::tagged(field.tag, pattern));
        }
        Some(patterns)
    }

    fn pattern(&mut self, ty: Type, may_match: bool, eval: bool, used: &mut Vec<String>) -> Option<Node> {
        // Spin refuses one variable in two fields.
        let mut variable = |generator: &mut Generator, wanted: &dyn Fn(Type) -> bool| {
            let place = generator.target(wanted).filter(|place| !place.is_indexed_by_variable())?;
            // A parameter of an inline may stand for another of the fields.
            let is_parameter = generator.process.index.is_none() && place.variable.starts_with('a');
            if is_parameter || used.contains(&place.variable) {
                return None;
            }
            used.push(place.variable);
            Some(place.node)
        };
        match ty {
            Type::Struct(_) => return variable(self, &|other| other == ty),
            Type::Chan(_) => {
                let place = self.target(|other| other == ty).filter(|place| !place.is_indexed_by_variable())?;
                // A channel declared with its slots would be lost.
                return match place.slots {
                    None if self.random.chance(80) && !used.contains(&place.variable) => {
                        used.push(place.variable);
                        Some(place.node)
                    }
                    _ => Some(text("_")),
                };
            }
            _ => {}
        }
        let chosen = match self.random.below(if may_match { 10 } else { 6 }) {
            0 => Some(text("_")),
            1 | 4 | 5 if eval => Some(tree::group(vec![text("eval("), self.pattern_value(ty), text(")")])),
            2 | 3 => Some(match ty {
                Type::Mtype(_) => self.initial(ty),
                _ => tree::number(self.random.between(0, 2)),
            }),
            _ if eval => None,
            _ if matches!(ty, Type::Mtype(_)) => variable(self, &|other| other == ty),
            _ => variable(self, &|other: Type| other.holds(ty)),
        };
        Some(chosen.unwrap_or_else(|| text("_")))
    }

    fn pattern_value(&mut self, ty: Type) -> Node {
        match self.place(|other| other == ty) {
            Some(place) => tree::expression(vec![place.node]),
            None => match ty {
                Type::Mtype(_) => self.initial(ty),
                // Not the length of a channel: Spin asks for it again when it undoes the receive.
                _ => self.constant(),
            },
        }
    }
}
