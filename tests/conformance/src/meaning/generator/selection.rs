//! `switch`.

use super::Generator;
use super::types::{Int, Range};
use super::value::{Level, Value};
use crate::generator::tree::{self, Node, text};

impl Generator {
    pub fn switch_statement(&mut self, depth: usize) -> Node {
        match self.random.below(10) {
            0 => self.duff(depth),
            1 => self.deep_case(depth),
            _ => self.plain_switch(depth),
        }
    }

    /// A value that meets some of the labels.
    fn selector(&mut self) -> Value {
        let value = self.full(|generator, effects| generator.value(2, effects));
        match self.random.below(3) {
            0 => value,
            1 => {
                let parts = vec![value.at_least(Level::And), text(" & 7")];
                Value::new(parts, value.ty.promoted(), Range::new(0, 7), Level::And)
            }
            _ => {
                let parts = vec![value.at_least(Level::Multiplicative), text(" % 5")];
                Value::new(parts, value.ty.promoted(), Range::new(-4, 4), Level::Multiplicative)
            }
        }
    }

    fn plain_switch(&mut self, depth: usize) -> Node {
        let value = self.selector();
        let count = self.random.between(1, 5) as usize;
        let default = self.random.chance(70).then(|| self.random.below(count));
        let outer = self.body.breakable;
        self.body.breakable = true;
        let mut taken = Vec::new();
        let mut arms = Vec::new();
        for index in 0..count {
            let mut labels = Vec::new();
            for _ in 0..=usize::from(self.random.chance(15)) {
                labels.extend(self.case_label(value.ty, &mut taken));
            }
            if default == Some(index) {
                labels.push("default:".to_string());
            }
            if labels.is_empty() {
                continue;
            }
            arms.push(self.arm(labels, depth));
        }
        self.body.breakable = outer;
        tree::statement(vec![text("switch ("), value.node, text(") {"), tree::block(arms), text("}")])
    }

    /// Labels, statements, and mostly a `break`.
    fn arm(&mut self, labels: Vec<String>, depth: usize) -> Node {
        let length = self.random.below(3);
        let mut items = match self.random.chance(25) {
            true => vec![tree::statement(vec![self.braces(depth)])],
            false => self.statements(length, depth),
        };
        let label = labels.join(" ");
        if items.is_empty() {
            items.push(text(";"));
        }
        let mut parts =
            vec![text(label), tree::Node::List(tree::List { items, layout: tree::Layout::Block, least: 1 })];
        let end = match self.random.below(10) {
            0..=5 => Some(text("break;")),
            6 if self.body.continuable => Some(text("continue;")),
            7 if self.features.early_returns => Some(self.return_statement()),
            _ => None,
        };
        if let Some(end) = end {
            parts.push(tree::optional(end));
        }
        tree::group(parts)
    }

    /// A label that is not there yet.
    fn case_label(&mut self, ty: Int, taken: &mut Vec<Range>) -> Option<String> {
        let signed = ty.promoted().signed();
        let held = |value: i128| if !signed && value < 0 { value + (1 << 32) } else { value };
        for _ in 0..6 {
            let (range, text) = match self.random.below(8) {
                0 => {
                    let low = i128::from(self.random.between(if signed { -6 } else { 0 }, 9));
                    let high = low + i128::from(self.random.between(0, 4));
                    (Range::new(low, high), format!("case {low} ... {high}:"))
                }
                1 => {
                    let value = self.constant();
                    if value.range.low != value.range.high {
                        continue;
                    }
                    let low = held(value.range.low);
                    (Range::new(low, low), format!("case {}:", value.node.render()))
                }
                2 => {
                    let value = i128::from(self.random.between(-3, -1));
                    (Range::new(held(value), held(value)), format!("case {value}:"))
                }
                _ => {
                    let value = i128::from(self.random.between(0, 7));
                    (Range::new(value, value), format!("case {value}:"))
                }
            };
            let fits = range.within(if signed { Int::Int.range() } else { Int::Unsigned.range() });
            if fits && taken.iter().all(|other| range.high < other.low || range.low > other.high) {
                taken.push(range);
                return Some(text);
            }
        }
        None
    }

    /// Duff's device: labels in the body of a loop.
    fn duff(&mut self, depth: usize) -> Node {
        let rounds = self.random.between(1, 3);
        let counter = self.counter(1, rounds);
        let declared = self.spelling().declaration(&counter.ty, &counter.name);
        let name = counter.name.clone();
        let value = self.selector();
        let outer = (self.body.multiplier, self.body.breakable, self.body.continuable);
        self.body.multiplier *= rounds as u64 + 1;
        (self.body.breakable, self.body.continuable) = (true, true);
        let mut items = Vec::new();
        self.scoped(|generator| {
            generator.declare(counter);
            for label in (0..generator.random.between(2, 4)).rev() {
                let statement = generator.statement(depth).unwrap_or_else(|| text(";"));
                let head = if label == 0 && generator.random.chance(30) {
                    "default:".to_string()
                } else {
                    format!("case {label}:")
                };
                items.push(tree::group(vec![text(head), text(" "), statement]));
            }
        });
        (self.body.multiplier, self.body.breakable, self.body.continuable) = outer;
        let body = vec![
            text(format!("{declared} = {rounds};")),
            tree::group(vec![
                text("switch ("),
                value.node,
                text(") {"),
                tree::block(vec![tree::group(vec![
                    text("case 7: do {"),
                    tree::block(items),
                    text(format!("}} while (--{name} > 0);")),
                ])]),
                text("}"),
            ]),
        ];
        tree::statement(vec![
            text("{"),
            tree::Node::List(tree::List { items: body, layout: tree::Layout::Block, least: 2 }),
            text("}"),
        ])
    }

    /// Labels inside of a branch.
    fn deep_case(&mut self, depth: usize) -> Node {
        let value = self.selector();
        let condition = self.full(|generator, effects| generator.condition(2, effects));
        let outer = self.body.breakable;
        self.body.breakable = true;
        let mut statements: Vec<Node> = (0..5).map(|_| self.statement(depth).unwrap_or_else(|| text(";"))).collect();
        self.body.breakable = outer;
        let mut take = |label: &str| {
            let statement = statements.pop().unwrap_or_else(|| text(";"));
            tree::group(vec![text(label), text(" "), statement])
        };
        let then = vec![take(""), take("case 1:")];
        let otherwise = vec![take("case 2: case 3:"), take("default:")];
        let branch = tree::group(vec![
            text("case 0: if ("),
            condition.node,
            text(") {"),
            tree::block(then),
            text("} else {"),
            tree::block(otherwise),
            text("}"),
        ]);
        let items = vec![branch, text("break;"), take("case 4:")];
        tree::statement(vec![text("switch ("), value.node, text(") {"), tree::block(items), text("}")])
    }
}
