//! Loops. Each has a counter that nothing else changes.

use super::Generator;
use super::scope::Variable;
use super::value::Level;
use crate::generator::tree::{self, Node, text};

/// How a loop counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// `for (int i = 0; i < n; i++)`
    ForUp,
    /// `for (i = n; i > 0; --i)`
    ForDown,
    /// `while (i < n) { …; i++; }`
    WhileLast,
    /// `while (i < n) { i++; … }`
    WhileFirst,
    /// `while (i-- > 0)`
    WhileDown,
    /// `do … while (++i < n)`
    DoWhile,
    /// `for (;;) { if (i++ >= n) break; … }`
    Forever,
    /// `do … while (0)`
    Once,
}

const FORMS: [Form; 8] = [
    Form::Once,
    Form::ForUp,
    Form::ForDown,
    Form::WhileLast,
    Form::WhileFirst,
    Form::WhileDown,
    Form::DoWhile,
    Form::Forever,
];

impl Generator {
    pub fn loop_statement(&mut self, depth: usize) -> Node {
        let count = self.random.between(1, 4);
        let form = *self.random.pick(&FORMS).unwrap_or(&Form::ForUp);
        let count = if form == Form::Once { 1 } else { count };
        let (low, high) = match form {
            Form::ForUp | Form::WhileLast | Form::WhileDown | Form::DoWhile | Form::Once => (0, count - 1),
            Form::ForDown | Form::WhileFirst | Form::Forever => (1, count),
        };
        let counter = self.counter(low, high);
        let name = counter.name.clone();
        let declared = self.spelling().declaration(&counter.ty, &name);
        let start = if matches!(form, Form::ForDown | Form::WhileDown) { count } else { 0 };
        let continuable = form != Form::WhileLast;
        let also = self.also(count);
        let body = self.loop_body(counter.clone(), count, continuable, depth);
        let tested = |test: String| {
            let mut parts = vec![text(test)];
            parts.extend(also.clone());
            tree::group(parts)
        };
        let inside = |first: Option<Node>, last: Option<Node>| {
            let items = first.into_iter().chain(body.clone()).chain(last).collect();
            tree::group(vec![text("{"), tree::block(items), text("}")])
        };
        let statement = |line: String| Some(text(line));
        let parts = match form {
            Form::ForUp => {
                let step = self.for_step(&name, "++");
                vec![
                    text(format!("for ({declared} = 0; ")),
                    tested(format!("{name} < {count}")),
                    step,
                    inside(None, None),
                ]
            }
            Form::ForDown => {
                let step = self.for_step(&name, "--");
                vec![
                    text(format!("for ({declared} = {count}; ")),
                    tested(format!("{name} > 0")),
                    step,
                    inside(None, None),
                ]
            }
            Form::WhileLast => vec![
                text("while ("),
                tested(format!("{name} < {count}")),
                text(") "),
                inside(None, statement(format!("{name}++;"))),
            ],
            Form::WhileFirst => vec![
                text("while ("),
                tested(format!("{name} < {count}")),
                text(") "),
                inside(statement(format!("++{name};")), None),
            ],
            Form::WhileDown => {
                vec![text("while ("), tested(format!("{name}-- > 0")), text(") "), inside(None, None)]
            }
            Form::DoWhile => {
                vec![
                    text("do "),
                    inside(None, None),
                    text(" while ("),
                    tested(format!("++{name} < {count}")),
                    text(");"),
                ]
            }
            Form::Forever => {
                let leave = inside(statement(format!("if ({name}++ >= {count}) break;")), None);
                match self.random.below(3) {
                    0 => vec![text("for (;;) "), leave],
                    1 => vec![text("while (1) "), leave],
                    _ => vec![text("do "), leave, text(" while (1);")],
                }
            }
            Form::Once => vec![text("do "), inside(None, None), text(" while (0);")],
        };
        match form {
            Form::ForUp | Form::ForDown => tree::statement(parts),
            _ => tree::statement(vec![
                text("{"),
                tree::Node::List(tree::List {
                    items: vec![text(format!("{declared} = {start};")), tree::group(parts)],
                    layout: tree::Layout::Block,
                    least: 2,
                }),
                text("}"),
            ]),
        }
    }

    /// A second condition to go on.
    fn also(&mut self, count: i64) -> Option<Node> {
        if !self.features.sequence_points || !self.random.chance(20) {
            return None;
        }
        let multiplier = self.body.multiplier;
        self.body.multiplier *= count as u64 + 1;
        let condition = self.full(|generator, effects| generator.condition(2, effects));
        self.body.multiplier = multiplier;
        Some(tree::optional(tree::group(vec![text(" && "), condition.at_least(Level::Or)])))
    }

    /// The last part of a `for`, which may do more than count.
    fn for_step(&mut self, name: &str, op: &str) -> Node {
        let mut parts = vec![text(format!("; {name}{op}"))];
        if self.features.side_effects && self.random.chance(20) {
            let multiplier = self.body.multiplier;
            self.body.multiplier *= 5;
            if let Some(value) = self.full(|generator, effects| generator.assignment(1, effects)) {
                parts.push(tree::optional(tree::group(vec![text(", "), value.node])));
            }
            self.body.multiplier = multiplier;
        }
        parts.push(text(") "));
        tree::group(parts)
    }

    fn loop_body(&mut self, counter: Variable, count: i64, continuable: bool, depth: usize) -> Vec<Node> {
        let outer = (self.body.multiplier, self.body.breakable, self.body.continuable);
        self.body.multiplier *= count as u64 + 1;
        (self.body.breakable, self.body.continuable) = (true, continuable);
        let length = self.random.between(1, 3) as usize;
        let items = self.scoped(|generator| {
            generator.declare(counter);
            generator.scoped(|generator| generator.items(length, depth))
        });
        (self.body.multiplier, self.body.breakable, self.body.continuable) = outer;
        items
    }
}
