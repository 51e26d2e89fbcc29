//! Values and conditions.

use super::Generator;
use super::features::Feature;
use super::tree::{self, Node, text};
use super::types::Type;

/// Numbers at the edges of Promela's types.
const WIDE: &[i64] = &[-1, 127, 128, 255, 256, 300, -128, 32767, 32768, -32769, 65535, 65536, 2147483647, -2147483647];

impl Generator {
    /// A number; `depth` bounds its nesting.
    pub fn value(&mut self, depth: usize) -> Node {
        if depth == 0 || self.random.chance(40) {
            return self.leaf();
        }
        match self.random.below(10) {
            0 => {
                let operator = self.random.pick(&["-", "~", "!"]).copied().unwrap_or("-");
                tree::expression(vec![text(operator), text("("), self.value(depth - 1), text(")")])
            }
            1 => self.conditional(depth),
            2 => {
                // A divisor is a constant, because a division by zero kills pan.
                let operator = self.random.pick(&[" / ", " % "]).copied().unwrap_or(" % ");
                let divisor = text(self.random.between(1, 4).to_string());
                let left = operand(self.value(depth - 1));
                self.parenthesised(vec![left, text(operator), divisor])
            }
            3 => {
                let operator = self.random.pick(&[" << ", " >> "]).copied().unwrap_or(" << ");
                let amount = text(self.random.between(0, 3).to_string());
                let left = operand(self.value(depth - 1));
                self.parenthesised(vec![left, text(operator), amount])
            }
            4 => self.condition(depth - 1),
            _ => {
                let operator = self.random.pick(&[" + ", " - ", " * ", " & ", " | ", " ^ "]).copied().unwrap_or(" + ");
                self.binary(operator, depth)
            }
        }
    }

    /// A number that takes few values: for assignments and messages, which would otherwise count up.
    pub fn bounded(&mut self, depth: usize) -> Node {
        match self.random.below(10) {
            0..=3 => self.constant(),
            4 | 5 => self.leaf(),
            _ => {
                let modulus = text(self.random.between(2, 3).to_string());
                tree::expression(vec![text("("), self.value(depth), text(") % "), modulus])
            }
        }
    }

    /// A constant that fits everywhere, or one that does not.
    pub fn constant(&mut self) -> Node {
        if self.has_by_chance(Feature::Wide, 15) {
            return tree::number(self.random.pick(WIDE).copied().unwrap_or(0));
        }
        if self.has_by_chance(Feature::Macros, 20) {
            let constants: Vec<String> =
                self.macros.iter().filter(|m| !m.has_parameter).map(|m| m.name.clone()).collect();
            if let Some(name) = self.random.pick(&constants) {
                return tree::expression(vec![text(name.clone())]);
            }
        }
        match self.random.below(12) {
            0 => tree::expression(vec![text("true")]),
            1 => tree::expression(vec![text("false")]),
            _ => tree::expression(vec![tree::number(self.random.between(0, 3))]),
        }
    }

    /// A variable, a constant or a property of the system.
    fn leaf(&mut self) -> Node {
        if let Some(special) = self.special() {
            return special;
        }
        match self.place(Type::is_number) {
            Some(place) if self.random.chance(80) => tree::expression(vec![place.node]),
            _ => self.constant(),
        }
    }

    /// `len(q)`, `_pid`, a macro call and other rarer leaves.
    fn special(&mut self) -> Option<Node> {
        let parts = match self.random.below(24) {
            0 | 1 => {
                let channel = self.channel(|_| true)?;
                vec![text("len("), channel.node, text(")")]
            }
            2 | 3 if self.has(Feature::Pseudo) => {
                let in_process = self.process.index.is_some();
                vec![text(if in_process && self.random.chance(60) { "_pid" } else { "_nr_pr" })]
            }
            4 | 5 if self.has(Feature::Last) => vec![text("_last")],
            6 | 7 if self.has(Feature::Priority) => match self.process.index {
                Some(_) if self.random.chance(50) => vec![text("_priority")],
                _ => vec![text("get_priority("), self.pid(), text(")")],
            },
            8 | 9 if self.has(Feature::PcValue) => vec![text("pc_value("), self.pid(), text(")")],
            10..=14 if self.has(Feature::RemoteVariables) && !self.process.in_d_step => return self.remote_variable(),
            15 if self.has(Feature::Macros) => {
                let calls: Vec<String> =
                    self.macros.iter().filter(|m| m.has_parameter).map(|m| m.name.clone()).collect();
                let name = self.random.pick(&calls)?.clone();
                vec![text(format!("{name}(")), self.value(0), text(")")]
            }
            _ => return None,
        };
        Some(tree::expression(parts))
    }

    /// The number of a process that exists at the start, other than this one where possible.
    fn pid(&mut self) -> Node {
        let total: usize = self.proctypes.iter().map(|proctype| proctype.instances).sum();
        tree::number(self.random.below(total.max(1) + 1) as i64)
    }

    /// The number of a process that is certainly not this one.
    fn other_pid(&mut self) -> Option<usize> {
        let own = self.process.index;
        let others: Vec<usize> = self
            .proctypes
            .iter()
            .enumerate()
            .filter(|(index, _)| Some(*index) != own)
            .filter_map(|(_, proctype)| Some((proctype.first_pid?, proctype.instances)))
            .flat_map(|(first, instances)| first..first + instances)
            .collect();
        self.random.pick(&others).copied()
    }

    fn conditional(&mut self, depth: usize) -> Node {
        let condition = self.condition(depth - 1);
        let (yes, no) = (self.value(depth - 1), self.value(depth - 1));
        tree::expression(vec![text("("), condition, text(" -> "), yes, text(" : "), no, text(")")])
    }

    fn binary(&mut self, operator: &str, depth: usize) -> Node {
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        self.parenthesised(vec![left, text(operator), right])
    }

    fn parenthesised(&mut self, mut parts: Vec<Node>) -> Node {
        if !self.has_by_chance(Feature::Precedence, 60) {
            parts.insert(0, text("("));
            parts.push(text(")"));
        }
        tree::expression(parts)
    }

    /// A condition.
    pub fn condition(&mut self, depth: usize) -> Node {
        if let Some(special) = self.special_condition() {
            return special;
        }
        match self.random.below(if depth == 0 { 7 } else { 10 }) {
            0..=4 => self.comparison(depth),
            5 => match self.place(|ty| matches!(ty, Type::Mtype(_))) {
                Some(place) => self.mtype_comparison(place.node, place.ty),
                None => self.comparison(depth),
            },
            6 => match self.place(Type::is_bit) {
                Some(place) => tree::expression(vec![text("("), place.node, text(")")]),
                None => self.comparison(depth),
            },
            7 => tree::expression(vec![text("!("), self.condition(depth - 1), text(")")]),
            _ => {
                let operator = self.random.pick(&[" && ", " || "]).copied().unwrap_or(" && ");
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                self.parenthesised(vec![left, text(operator), right])
            }
        }
    }

    fn comparison(&mut self, depth: usize) -> Node {
        let operator = self.random.pick(&[" == ", " != ", " < ", " <= ", " > ", " >= "]).copied().unwrap_or(" == ");
        let left = self.value(depth.min(1));
        let right = match self.random.chance(60) {
            true => tree::expression(vec![tree::number(self.random.between(0, 2))]),
            false => self.value(0),
        };
        tree::expression(vec![text("("), left, text(operator), right, text(")")])
    }

    fn mtype_comparison(&mut self, place: Node, ty: Type) -> Node {
        let operator = self.random.pick(&[" == ", " != "]).copied().unwrap_or(" == ");
        let constant = self.initial(ty);
        tree::expression(vec![text("("), place, text(operator), constant, text(")")])
    }

    fn special_condition(&mut self) -> Option<Node> {
        let parts = match self.random.below(30) {
            0 | 1 if self.has(Feature::Polls) => return self.poll(),
            2..=6 if self.has(Feature::Enabled) && self.may_ask_enabled() => {
                let pid = self.other_pid()?;
                vec![text("enabled("), tree::number(pid as i64), text(")")]
            }
            7..=14 if self.has(Feature::RemoteLabels) && !self.process.in_d_step => return self.remote_label(),
            _ => return None,
        };
        Some(tree::expression(parts))
    }

    /// In Spin a test by `enabled` of a statement that asks `enabled` itself takes the step that it tests. So
    /// one process asks and the others do not.
    fn may_ask_enabled(&self) -> bool {
        self.process.index == Some(0) && self.proctypes[0].instances == 1 && !self.process.in_d_step
    }

    /// `p[2]@l`, to a proctype whose body is known.
    fn remote_label(&mut self) -> Option<Node> {
        let own = self.process.index;
        let candidates: Vec<(String, Vec<String>, usize, usize)> = self
            .proctypes
            .iter()
            .enumerate()
            .filter(|(index, proctype)| Some(*index) != own && proctype.name != "init")
            .filter(|(_, proctype)| !proctype.labels.is_empty())
            .filter_map(|(_, p)| Some((p.name.clone(), p.labels.clone(), p.first_pid?, p.instances)))
            .collect();
        let (name, labels, first, instances) = self.random.pick(&candidates)?.clone();
        let label = self.random.pick(&labels)?.clone();
        let pid = first + self.random.below(instances);
        let parts = match instances == 1 && self.random.chance(30) {
            true => vec![text(format!("{name}@{label}"))],
            false => vec![text(format!("{name}[{pid}]@{label}"))],
        };
        Some(tree::expression(parts))
    }

    /// `p[2]:x`
    fn remote_variable(&mut self) -> Option<Node> {
        let own = self.process.index;
        let candidates: Vec<(String, String, usize)> = self
            .proctypes
            .iter()
            .enumerate()
            .filter(|(index, proctype)| Some(*index) != own && proctype.name != "init")
            .filter_map(|(_, p)| {
                let local = p.locals.iter().find(|local| local.ty.is_number() && local.size.is_none())?;
                Some((p.name.clone(), local.name.clone(), p.first_pid?))
            })
            .collect();
        let (name, variable, pid) = self.random.pick(&candidates)?.clone();
        Some(tree::expression(vec![text(format!("{name}[{pid}]:{variable}"))]))
    }

    /// A condition that may also ask about channels as `full(q)` does, which Spin allows at the top only.
    pub fn guard(&mut self) -> Node {
        if self.random.chance(12)
            && let Some(channel) = self.channel(|_| true)
        {
            let probe = self.random.pick(&["full", "empty", "nfull", "nempty"]).copied().unwrap_or("full");
            let probe = tree::expression(vec![text(probe), text("("), channel.node, text(")")]);
            if self.random.chance(70) {
                return probe;
            }
            let condition = self.condition(0);
            return tree::expression(vec![probe, text(" && "), condition]);
        }
        let condition = self.condition(1);
        if self.process.index.is_some() && self.has_by_chance(Feature::Timeout, 4) {
            return tree::expression(vec![text("timeout && "), condition]);
        }
        condition
    }
}

/// Keeps an operand apart from the operator after it.
fn operand(node: Node) -> Node {
    tree::group(vec![text("("), node, text(")")])
}
