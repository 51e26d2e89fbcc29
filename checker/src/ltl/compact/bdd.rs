//! Binary decision diagrams: boolean functions, each kept once.
//!
//! Variables are numbers; smaller ones are tested first. There is no complement edge and no garbage
//! collection: a translation is small and short-lived.
//!
//! Work is bounded by *fuel*. When it is used up every operation gives [`Bdd::FALSE`] at once and
//! [`Bdds::is_exhausted`] says so; whoever runs a pass asks at its end and throws the result away.

use std::collections::HashMap;

/// A boolean function. Equal functions are equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bdd(u32);

impl Bdd {
    pub const FALSE: Bdd = Bdd(0);
    pub const TRUE: Bdd = Bdd(1);

    pub fn is_constant(self) -> bool {
        self.0 < 2
    }
}

/// A variable and the value it must have.
pub type Literal = (u32, bool);

/// The top variable, and what is left when it is false and when it is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    pub variable: u32,
    pub low: Bdd,
    pub high: Bdd,
}

/// All functions of one translation.
#[derive(Debug)]
pub struct Bdds {
    nodes: Vec<Decision>,
    ids: HashMap<Decision, Bdd>,
    choices: HashMap<(Bdd, Bdd, Bdd), Bdd>,
    fuel: u64,
}

impl Bdds {
    pub fn new(fuel: u64) -> Bdds {
        // The constants stand at 0 and 1; their variable comes after all others.
        let constant = |value| Decision { variable: u32::MAX, low: value, high: value };
        Bdds {
            nodes: vec![constant(Bdd::FALSE), constant(Bdd::TRUE)],
            ids: HashMap::new(),
            choices: HashMap::new(),
            fuel,
        }
    }

    pub fn is_exhausted(&self) -> bool {
        self.fuel == 0
    }

    /// Counts work that is done elsewhere.
    pub fn spend(&mut self, steps: usize) {
        self.fuel = self.fuel.saturating_sub(steps as u64);
    }

    pub fn node(&self, function: Bdd) -> Decision {
        self.nodes[function.0 as usize]
    }

    pub fn variable(&mut self, variable: u32) -> Bdd {
        self.make(Decision { variable, low: Bdd::FALSE, high: Bdd::TRUE })
    }

    pub fn literal(&mut self, (variable, value): Literal) -> Bdd {
        match value {
            true => self.variable(variable),
            false => self.make(Decision { variable, low: Bdd::TRUE, high: Bdd::FALSE }),
        }
    }

    pub fn not(&mut self, a: Bdd) -> Bdd {
        self.choose(a, Bdd::FALSE, Bdd::TRUE)
    }

    pub fn and(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.choose(a.min(b), a.max(b), Bdd::FALSE)
    }

    pub fn or(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.choose(a.min(b), Bdd::TRUE, a.max(b))
    }

    /// `a && !b`
    pub fn without(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.choose(b, Bdd::FALSE, a)
    }

    pub fn implies(&mut self, a: Bdd, b: Bdd) -> bool {
        self.without(a, b) == Bdd::FALSE
    }

    /// `condition -> yes : no`
    pub fn choose(&mut self, condition: Bdd, yes: Bdd, no: Bdd) -> Bdd {
        match condition {
            Bdd::TRUE => return yes,
            Bdd::FALSE => return no,
            _ if yes == no => return yes,
            _ if yes == Bdd::TRUE && no == Bdd::FALSE => return condition,
            _ => {}
        }
        let key = (condition, yes, no);
        if let Some(&known) = self.choices.get(&key) {
            return known;
        }
        if self.fuel == 0 {
            return Bdd::FALSE;
        }
        self.fuel -= 1;
        let parts = [condition, yes, no].map(|f| self.node(f));
        let variable = parts.iter().map(|n| n.variable).min().unwrap_or(u32::MAX);
        let half = |value: bool| {
            [(condition, parts[0]), (yes, parts[1]), (no, parts[2])].map(|(f, node)| match value {
                _ if node.variable != variable => f,
                true => node.high,
                false => node.low,
            })
        };
        let ([c0, y0, n0], [c1, y1, n1]) = (half(false), half(true));
        let low = self.choose(c0, y0, n0);
        let high = self.choose(c1, y1, n1);
        let result = self.make(Decision { variable, low, high });
        self.choices.insert(key, result);
        result
    }

    /// Whether the function is true when exactly these variables are (sorted).
    pub fn holds(&self, function: Bdd, on: &[u32]) -> bool {
        let mut at = function;
        while !at.is_constant() {
            let node = self.node(at);
            at = if on.binary_search(&node.variable).is_ok() { node.high } else { node.low };
        }
        at == Bdd::TRUE
    }

    /// The function as a disjunction of conjunctions, none of which can be left out (Minato 1992).
    pub fn cubes(&mut self, function: Bdd) -> Vec<Vec<Literal>> {
        let mut cubes = Vec::new();
        self.cover(function, function, &mut Vec::new(), &mut cubes);
        cubes
    }

    /// Adds cubes that lie in `upper` and cover `lower`; gives the function of what was added.
    fn cover(&mut self, lower: Bdd, upper: Bdd, path: &mut Vec<Literal>, cubes: &mut Vec<Vec<Literal>>) -> Bdd {
        if lower == Bdd::FALSE || self.is_exhausted() {
            return Bdd::FALSE;
        }
        if upper == Bdd::TRUE {
            cubes.push(path.clone());
            return Bdd::TRUE;
        }
        let variable = self.node(lower).variable.min(self.node(upper).variable);
        let (lower0, lower1) = self.halves(lower, variable);
        let (upper0, upper1) = self.halves(upper, variable);
        let only0 = self.without(lower0, upper1);
        path.push((variable, false));
        let low = self.cover(only0, upper0, path, cubes);
        path.pop();
        let only1 = self.without(lower1, upper0);
        path.push((variable, true));
        let high = self.cover(only1, upper1, path, cubes);
        path.pop();
        let rest0 = self.without(lower0, low);
        let rest1 = self.without(lower1, high);
        let (rest, both) = (self.or(rest0, rest1), self.and(upper0, upper1));
        let free = self.cover(rest, both, path, cubes);
        let sides = self.make(Decision { variable, low, high });
        self.or(sides, free)
    }

    fn halves(&self, function: Bdd, variable: u32) -> (Bdd, Bdd) {
        let node = self.node(function);
        if node.variable == variable { (node.low, node.high) } else { (function, function) }
    }

    fn make(&mut self, node: Decision) -> Bdd {
        if node.low == node.high {
            return node.low;
        }
        let next = Bdd(self.nodes.len() as u32);
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_one() {
        let mut bdds = Bdds::new(10_000);
        let [p, q] = [0, 1].map(|v| bdds.variable(v));
        let both = bdds.and(p, q);
        let neither = bdds.not(both);
        let (np, nq) = (bdds.not(p), bdds.not(q));
        assert_eq!(bdds.or(np, nq), neither);
        assert!(bdds.implies(both, p) && !bdds.implies(p, both));
    }

    #[test]
    fn cubes_are_few() {
        let mut bdds = Bdds::new(10_000);
        let [p, q, r] = [0, 1, 2].map(|v| bdds.variable(v));
        let (pq, npr) = (bdds.and(p, q), bdds.choose(p, Bdd::FALSE, r));
        let either = bdds.or(pq, npr);
        assert_eq!(bdds.cubes(either), [vec![(0, false), (2, true)], vec![(0, true), (1, true)]]);
        let or = bdds.or(p, q);
        assert_eq!(bdds.cubes(or), [vec![(0, true)], vec![(1, true)]]);
        assert_eq!(bdds.cubes(Bdd::TRUE), [vec![]]);
    }

    #[test]
    fn work_is_bounded() {
        let mut bdds = Bdds::new(20);
        let mut parity = Bdd::FALSE;
        for variable in 0..40 {
            let (v, not) = (bdds.variable(variable), bdds.not(parity));
            parity = bdds.choose(v, not, parity);
        }
        assert!(bdds.is_exhausted());
    }
}
