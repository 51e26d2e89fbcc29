//! `d_step` sequences.
//!
//! They may wait at their first statement only, and must end: `pan` dies of the first fault and hangs
//! on the second. So what follows the first statement can always move, and loops count.

use super::Generator;
use super::features::Feature;
use super::tree::{self, Node, text};
use super::types::Type;

impl Generator {
    pub fn d_step(&mut self) -> Node {
        self.process.in_d_step = true;
        let mut body = Vec::new();
        // A d_step that begins with printf or assert runs in the middle of a rendezvous in Spin.
        if self.random.chance(50) || self.has(Feature::Rendezvous) {
            body.push(self.d_step_first());
        }
        for _ in 0..self.random.between(1, 3) {
            body.push(self.d_step_statement(0));
        }
        self.process.in_d_step = false;
        tree::statement(vec![text("d_step {"), tree::sequence(body), text("}")])
    }

    /// What may wait.
    fn d_step_first(&mut self) -> Node {
        let buffered = match self.random.chance(50) {
            true => self.channel(|_| true).filter(|channel| channel.slots.is_some_and(|slots| slots > 0)),
            false => None,
        };
        let moved = match buffered {
            Some(channel) if self.random.chance(50) => self.send_to(channel),
            Some(channel) => self.receive_from(channel),
            None => None,
        };
        match moved {
            Some(statement) => statement,
            None => tree::statement(vec![self.condition(1)]),
        }
    }

    fn d_step_statement(&mut self, depth: usize) -> Node {
        let statement = match self.random.below(if depth < 2 { 12 } else { 7 }) {
            0 => Some(tree::statement(vec![text("skip")])),
            1 if self.has(Feature::Asserts) => Some(self.assertion()),
            2 => Some(tree::statement(vec![text("printf(\"step\\n\")")])),
            3..=6 => self.assignment(),
            7 => self.counting_loop(depth),
            8 if self.random.chance(10) => Some(self.d_step_first()),
            8 => self.guarded_transfer(),
            _ => Some(self.d_step_choice(depth)),
        };
        statement.or_else(|| self.assignment()).unwrap_or_else(|| tree::statement(vec![text("skip")]))
    }

    /// `if … else … fi`; when two options can move, the first is taken.
    fn d_step_choice(&mut self, depth: usize) -> Node {
        let mut options = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let mut body = vec![tree::statement(vec![self.condition(1)])];
            for _ in 0..self.random.between(0, 2) {
                body.push(self.d_step_statement(depth + 1));
            }
            options.push(tree::option(body));
        }
        // One that always holds in the place of `else`.
        let may_else = !self.has(Feature::Exclusive);
        let last = if may_else && self.random.chance(75) { self.otherwise() } else { text("true") };
        let mut body = vec![last];
        if self.random.chance(60) {
            body.push(self.d_step_statement(depth + 1));
        }
        options.push(tree::option(body));
        tree::statement(vec![text("if"), tree::lines(options, 1), text("fi")])
    }

    /// A loop that counts a variable nothing else in it assigns.
    fn counting_loop(&mut self, depth: usize) -> Option<Node> {
        if self.has(Feature::Exclusive) {
            return None;
        }
        let place = (0..4).find_map(|_| {
            let place = self.target(|ty| ty.is_number() && !ty.is_bit() && ty != Type::Unsigned(2))?;
            (place.node.render() == place.variable).then_some(place)
        })?;
        self.process.frozen.push(place.variable.clone());
        let inner = self.d_step_statement(depth + 1);
        self.process.frozen.pop();
        if self.has(Feature::For) && self.random.chance(50) {
            let to = self.random.between(0, 2);
            return Some(tree::statement(vec![
                text("for ("),
                place.node,
                text(" : 0 .. "),
                tree::number(to),
                text(") {"),
                tree::sequence(vec![inner]),
                text("}"),
            ]));
        }
        let guard = tree::statement(vec![place.node.clone(), text(format!(" < {}", self.random.between(1, 3)))]);
        // Not a list: the loop would not end without its counting.
        let counts = tree::group(vec![text(":: "), guard, text(" -> "), place.node, text("++; "), inner]);
        let leaves = text(":: else -> break");
        Some(tree::statement(vec![text("do"), tree::lines(vec![counts, leaves], 2), text("od")]))
    }

    /// A send or receive that is only tried when it can be done.
    fn guarded_transfer(&mut self) -> Option<Node> {
        let channel = self.channel(|_| true).filter(|channel| channel.slots.is_some_and(|slots| slots > 0))?;
        let name = channel.node.clone();
        let (probe, transfer) = match self.random.chance(50) {
            true => ("nfull(", self.send_to(channel)?),
            false => return self.receive_if_any(channel),
        };
        let moves = tree::option(vec![tree::statement(vec![text(probe), name, text(")")]), transfer]);
        let stays = tree::option(vec![self.otherwise()]);
        Some(tree::statement(vec![text("if"), tree::lines(vec![moves, stays], 1), text("fi")]))
    }

    /// The receive is itself the guard, since its pattern may not match.
    fn receive_if_any(&mut self, channel: super::types::Place) -> Option<Node> {
        let receive = self.receive_from(channel)?;
        let options = vec![tree::option(vec![receive]), tree::option(vec![self.otherwise()])];
        Some(tree::statement(vec![text("if"), tree::lines(options, 1), text("fi")]))
    }
}
