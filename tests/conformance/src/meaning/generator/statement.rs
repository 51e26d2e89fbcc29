//! Statements, and what stands between braces.

use super::effects::Effects;
use super::place::Purpose;
use super::types::Type;
use super::value::Level;
use super::{Generator, Kind};
use crate::generator::tree::{self, Node, text};

impl Generator {
    /// What stands between two braces: declarations, then statements and some more declarations.
    pub fn items(&mut self, length: usize, depth: usize) -> Vec<Node> {
        let mut items = Vec::new();
        for _ in 0..self.random.below(3) {
            items.extend(self.local_declaration());
        }
        for _ in 0..length {
            if self.random.chance(10) {
                items.extend(self.local_declaration());
            }
            items.extend(self.statement(depth));
        }
        items
    }

    /// Statements without declarations: where a label may stand, or a jump may pass.
    pub fn statements(&mut self, length: usize, depth: usize) -> Vec<Node> {
        (0..length).filter_map(|_| self.statement(depth)).collect()
    }

    /// `{ … }`
    pub fn braces(&mut self, depth: usize) -> Node {
        let length = self.random.between(1, 3) as usize;
        let items = self.scoped(|generator| generator.items(length, depth));
        tree::group(vec![text("{"), tree::block(items), text("}")])
    }

    /// One statement, in braces or not.
    pub fn controlled(&mut self, depth: usize) -> Node {
        match self.random.chance(30) {
            true => self.statement(depth.saturating_sub(1)).unwrap_or_else(|| text(";")),
            false => self.braces(depth),
        }
    }

    /// A statement; `None` when there is no room for one.
    pub fn statement(&mut self, depth: usize) -> Option<Node> {
        if !self.spend() {
            return None;
        }
        let f = self.features;
        let on = |feature: bool, weight: usize| if feature && depth > 0 { weight } else { 0 };
        let choices = [
            (28, 0),
            (7, 1),
            (if f.calls { 10 } else { 0 }, 2),
            (if f.structs && f.struct_values { 6 } else { 0 }, 3),
            (on(true, 12), 4),
            (on(f.loops, 9), 5),
            (on(f.switches, 7), 6),
            (on(true, 3), 7),
            (on(f.jumps, 6), 8),
            (5, 9),
            (if f.sequence_points { 5 } else { 0 }, 10),
            (if self.kind == Kind::Wild { 30 } else { 0 }, 11),
        ];
        let made = match self.random.weighted(&choices) {
            Some(1) => self.expression_statement(&|generator, effects| Some(generator.increment(2, effects)?.node)),
            Some(2) => self.call_statement(),
            Some(3) => self.struct_assignment(),
            Some(4) => Some(self.if_statement(depth - 1)),
            Some(5) => Some(self.loop_statement(depth - 1)),
            Some(6) => Some(self.switch_statement(depth - 1)),
            Some(7) => Some(tree::statement(vec![self.braces(depth - 1)])),
            Some(8) => Some(self.jump_statement(depth - 1)),
            Some(9) => self.leave(),
            Some(10) => self.expression_statement(&|generator, effects| {
                let value = generator.condition(3, effects);
                Some(value.at_least(Level::Comma))
            }),
            Some(11) => self.wild_statement(),
            _ => None,
        };
        made.or_else(|| self.expression_statement(&|generator, effects| Some(generator.assignment(3, effects)?.node)))
            .or_else(|| Some(text(";")))
    }

    fn expression_statement(
        &mut self,
        generate: &dyn Fn(&mut Generator, &mut Effects) -> Option<Node>,
    ) -> Option<Node> {
        let node = self.full(|generator, effects| generate(generator, effects))?;
        Some(tree::statement(vec![node, text(";")]))
    }

    fn call_statement(&mut self) -> Option<Node> {
        let function = self.callable(&Effects::default(), &|_| true)?;
        let node = self.full(|generator, effects| generator.call(&function, 2, effects))?;
        let void = if self.random.chance(10) { "(void)" } else { "" };
        Some(tree::statement(vec![text(void), node, text(";")]))
    }

    /// `s = t`, `s = g(x)`
    fn struct_assignment(&mut self) -> Option<Node> {
        let parts = self.full(|generator, effects| {
            let target = generator.place(Purpose::Write, false, 1, effects, &|ty| matches!(ty, Type::Struct(_)))?;
            effects.read(target.cell);
            let value = generator.struct_value(&target.ty, 1, effects);
            effects.write(target.cell);
            Some(vec![target.node, text(" = "), value, text(";")])
        })?;
        Some(tree::statement(parts))
    }

    /// A struct: a place, or what a function returns.
    pub fn struct_value(&mut self, ty: &Type, depth: usize, effects: &mut Effects) -> Node {
        if self.random.chance(30)
            && let Some(function) = self.callable(effects, &|f| f.result.as_ref() == Some(ty))
            && let Some(node) = self.call(&function, depth, effects)
        {
            return node;
        }
        for _ in 0..8 {
            if let Some(place) = self.place(Purpose::Read, false, depth, effects, &|candidate| candidate == ty) {
                effects.read(place.cell);
                return place.node;
            }
        }
        // Every struct has an object of its own, which nothing hides.
        let home = self.globals.iter().find(|variable| variable.ty == *ty);
        text(home.map_or_else(String::new, |variable| variable.name.clone()))
    }

    fn if_statement(&mut self, depth: usize) -> Node {
        let condition = self.full(|generator, effects| generator.condition(3, effects));
        let mut parts = vec![text("if ("), condition.node, text(") "), self.controlled(depth)];
        if self.random.chance(50) {
            parts.push(tree::optional(tree::group(vec![text(" else "), self.controlled(depth)])));
        }
        tree::statement(parts)
    }

    /// `if (c) break;`, `continue`, `return`, `goto`
    fn leave(&mut self) -> Option<Node> {
        let mut ways = Vec::new();
        if self.body.breakable {
            ways.extend([text("break;"), text("break;")]);
        }
        if self.body.continuable {
            ways.extend([text("continue;"), text("continue;")]);
        }
        if self.features.early_returns {
            ways.push(self.return_statement());
        }
        if let Some(label) = self.random.pick(&self.body.labels) {
            let jump = text(format!("goto {label};"));
            ways.extend([jump.clone(), jump]);
        }
        let way = self.random.pick(&ways)?.clone();
        let condition = self.full(|generator, effects| generator.condition(2, effects));
        Some(match self.random.chance(25) {
            true => {
                let before = self.full(|generator, effects| generator.assignment(2, effects))?;
                tree::statement(vec![
                    text("if ("),
                    condition.node,
                    text(") {"),
                    tree::block(vec![tree::group(vec![before.node, text(";")]), way]),
                    text("}"),
                ])
            }
            false => tree::statement(vec![text("if ("), condition.node, text(") "), way]),
        })
    }
}
