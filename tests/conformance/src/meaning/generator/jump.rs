//! `goto`: out of statements, back, and into them. No jump passes a declaration.

use super::Generator;
use super::value::Level;
use crate::generator::tree::{self, Layout, List, Node, text};

impl Generator {
    pub fn jump_statement(&mut self, depth: usize) -> Node {
        match self.random.below(4) {
            0 => self.backward(depth),
            1 => self.jump_into_loop(depth),
            2 => self.jump_into_branch(depth),
            _ => self.forward(depth),
        }
    }

    fn enclosed(items: Vec<Node>, least: usize) -> Node {
        tree::statement(vec![text("{"), Node::List(List { items, layout: Layout::Block, least }), text("}")])
    }

    fn labelled(&mut self, label: &str, depth: usize) -> Node {
        let statement = self.statement(depth).unwrap_or_else(|| text(";"));
        tree::group(vec![text(format!("{label}: ")), statement])
    }

    fn jump_if(&mut self, label: &str) -> Node {
        let condition = self.full(|generator, effects| generator.condition(2, effects));
        tree::group(vec![text("if ("), condition.node, text(format!(") goto {label};"))])
    }

    /// `… if (c) goto l; … l: …`
    fn forward(&mut self, depth: usize) -> Node {
        let label = self.name("L");
        let mut items = vec![self.jump_if(&label)];
        self.body.labels.push(label.clone());
        items.extend(self.statements(2, depth));
        self.body.labels.pop();
        items.push(self.labelled(&label, depth));
        Generator::enclosed(items, 1)
    }

    /// `l: … if (i++ < n && c) goto l;`
    fn backward(&mut self, depth: usize) -> Node {
        let label = self.name("L");
        let count = self.random.between(1, 3);
        let counter = self.counter(0, count);
        let declared = self.spelling().declaration(&counter.ty, &counter.name);
        let name = counter.name.clone();
        let multiplier = self.body.multiplier;
        self.body.multiplier *= count as u64 + 1;
        let mut items = vec![text(format!("{declared} = 0;"))];
        self.scoped(|generator| {
            generator.declare(counter);
            items.push(generator.labelled(&label, depth));
            items.extend(generator.statements(2, depth));
            let mut test = vec![text(format!("if ({name}++ < {count}"))];
            if generator.features.sequence_points && generator.random.chance(40) {
                let condition = generator.full(|generator, effects| generator.condition(2, effects));
                test.push(tree::optional(tree::group(vec![text(" && "), condition.at_least(Level::Or)])));
            }
            test.push(text(format!(") goto {label};")));
            items.push(tree::group(test));
        });
        self.body.multiplier = multiplier;
        Generator::enclosed(items, 1)
    }

    /// `goto l; while (i++ < n) { … l: … }`
    fn jump_into_loop(&mut self, depth: usize) -> Node {
        let label = self.name("L");
        let count = self.random.between(1, 3);
        let counter = self.counter(0, count);
        let declared = self.spelling().declaration(&counter.ty, &counter.name);
        let name = counter.name.clone();
        let mut items = vec![text(format!("{declared} = 0;")), self.jump_if(&label)];
        let outer = (self.body.multiplier, self.body.breakable, self.body.continuable);
        self.body.multiplier *= count as u64 + 1;
        (self.body.breakable, self.body.continuable) = (true, true);
        let body = self.scoped(|generator| {
            generator.declare(counter);
            let mut body = generator.statements(1, depth);
            body.push(generator.labelled(&label, depth));
            body.extend(generator.statements(1, depth));
            body
        });
        (self.body.multiplier, self.body.breakable, self.body.continuable) = outer;
        let block = Node::List(List { items: body, layout: Layout::Block, least: 0 });
        items.push(match self.random.chance(50) {
            true => tree::group(vec![text(format!("while ({name}++ < {count}) {{")), block, text("}")]),
            false => tree::group(vec![text(format!("for (; {name} < {count}; {name}++) {{")), block, text("}")]),
        });
        Generator::enclosed(items, 1)
    }

    /// `goto l; if (c) { … l: … } else { … }`
    fn jump_into_branch(&mut self, depth: usize) -> Node {
        let label = self.name("L");
        let jump = self.jump_if(&label);
        let condition = self.full(|generator, effects| generator.condition(2, effects));
        let mut inner = self.statements(1, depth);
        inner.push(self.labelled(&label, depth));
        let other = self.statements(1, depth);
        let (first, second) = if self.random.chance(50) { (inner, other) } else { (other, inner) };
        let branch = tree::group(vec![
            text("if ("),
            condition.node,
            text(") {"),
            tree::block(first),
            text("} else {"),
            tree::block(second),
            text("}"),
        ]);
        Generator::enclosed(vec![jump, branch], 1)
    }
}
