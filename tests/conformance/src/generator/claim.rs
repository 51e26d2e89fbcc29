//! Never claims, ltl formulas and trace assertions.

use super::features::Feature;
use super::tree::{self, Node, text};
use super::types::{Type, Variable};
use super::{Generator, Process};

impl Generator {
    pub fn claims(&mut self, units: &mut Vec<Node>) {
        self.process = Process::default();
        if self.has(Feature::Never) {
            let claim = self.never();
            units.push(claim);
        } else if self.has(Feature::Ltl) {
            let claim = self.ltl();
            units.push(claim);
        }
        if self.has(Feature::Trace)
            && let Some(trace) = self.trace()
        {
            units.push(trace);
        }
    }

    fn never(&mut self) -> Node {
        let count = self.random.between(1, 3) as usize;
        let labels: Vec<String> = (0..count)
            .map(|index| if self.random.chance(25) { format!("accept_S{index}") } else { format!("S{index}") })
            .collect();
        let mut body = Vec::new();
        for label in &labels {
            body.push(self.claim_state(label, &labels));
        }
        tree::group(vec![text("never {"), tree::sequence(body), text("}")])
    }

    fn claim_state(&mut self, label: &str, labels: &[String]) -> Node {
        let repeats = self.random.chance(60);
        let mut options = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            let mut option = vec![tree::statement(vec![self.guard()])];
            option.extend(self.claim_move(labels, repeats));
            options.push(tree::option(option));
        }
        if self.random.chance(90) {
            // A claim that never waits lets the whole system run.
            let claims = self.has(Feature::Exclusive);
            let first = if self.random.chance(50) && !claims { "else" } else { "true" };
            let mut option = vec![text(first)];
            match repeats {
                true => option.extend(self.claim_move(labels, true).filter(|_| self.random.chance(30))),
                false => option.push(text(format!("goto {}", labels[0]))),
            }
            options.push(tree::option(option));
        }
        let (open, close) = if repeats { ("do", "od") } else { ("if", "fi") };
        tree::statement(vec![text(format!("{label}: {open}")), tree::lines(options, 1), text(close)])
    }

    fn claim_move(&mut self, labels: &[String], in_loop: bool) -> Option<Node> {
        match self.random.below(10) {
            0..=2 => {
                let label = self.random.pick(labels)?;
                Some(text(format!("goto {label}")))
            }
            3 if in_loop => Some(text("break")),
            4 if self.has(Feature::Asserts) => Some(self.assertion()),
            5 => Some(text("skip")),
            6 => Some(tree::statement(vec![self.guard()])),
            _ => None,
        }
    }

    fn ltl(&mut self) -> Node {
        let (p, q) = (self.condition(0), self.condition(0));
        let t = |words: &str| text(words);
        let formula = match self.random.below(9) {
            0 => vec![t("[] "), p],
            1 => vec![t("<> "), p],
            2 => vec![t("[] ("), p, t(" -> <> "), q, t(")")],
            3 => vec![p, t(" U "), q],
            4 => vec![t("[] <> "), p],
            5 => vec![t("<> [] "), p],
            6 => vec![t("[] ("), p, t(" || "), q, t(")")],
            7 => vec![p, t(" W "), q],
            _ => vec![t("([] "), p, t(") || (<> "), q, t(")")],
        };
        tree::group(vec![text("ltl goal { "), tree::group(formula), text(" }")])
    }

    /// `trace { … }` over one channel.
    fn trace(&mut self) -> Option<Node> {
        let channels: Vec<Variable> = self
            .globals
            .iter()
            .filter(|variable| matches!(variable.ty, Type::Chan(_)) && variable.size.is_none())
            .filter(|variable| variable.slots.is_some())
            .cloned()
            .collect();
        let channel = self.random.pick(&channels)?.clone();
        let keyword = if self.random.chance(60) { "trace {" } else { "notrace {" };
        let events: Vec<Node> = (0..self.random.between(1, 3)).map(|_| self.event(&channel)).collect();
        let body = match self.random.below(4) {
            0 => tree::sequence(events),
            1 => {
                let options = vec![tree::option(events)];
                tree::sequence(vec![tree::statement(vec![text("do"), tree::lines(options, 1), text("od")])])
            }
            _ => {
                let options = events.into_iter().map(|event| tree::option(vec![event])).collect();
                tree::sequence(vec![tree::statement(vec![text("do"), tree::lines(options, 1), text("od")])])
            }
        };
        Some(tree::group(vec![text(keyword), body, text("}")]))
    }

    fn event(&mut self, channel: &Variable) -> Node {
        let fields = match channel.ty {
            Type::Chan(signature) => self.declared.signatures[signature].fields.clone(),
            _ => Vec::new(),
        };
        let mut arguments = Vec::new();
        for field in fields {
            let argument = match field.ty {
                Type::Mtype(_) if self.random.chance(30) => self.initial(field.ty),
                ty if ty.is_number() && self.random.chance(20) => tree::number(self.random.between(0, 1)),
                _ => text("_"),
            };
            arguments.push(tree::tagged(field.tag, argument));
        }
        let operator = text(if self.random.chance(60) { "!" } else { "?" });
        tree::statement(vec![text(channel.name.clone()), operator, tree::commas(arguments, 1)])
    }
}
