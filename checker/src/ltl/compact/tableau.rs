//! From a formula to a generalised automaton (Couvreur 1999).
//!
//! A state is what has to hold from now on. It is expanded to a boolean function of three kinds of
//! variables: the atoms; for a formula, that it holds next; for an until, that it is put off (*promised*).
//! States with the same function are one. A valuation of the atoms leaves a monotone function of the
//! other variables, and each of its prime implicants is an edge: what holds next is where it leads, and it
//! has the marks of the untils that it does not put off.

use std::collections::HashMap;

use super::bdd::Bdd;
use super::formula::{Formulas, Id, Operation};
use super::graph::{Edge, Graph};
use crate::ltl::limits::LtlError;

/// What a variable beyond the atoms stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Variable {
    Next(Id),
    /// The until with this mark is put off.
    Promise(u32),
}

struct Tableau<'a> {
    formulas: &'a mut Formulas,
    atoms: u32,
    variables: Vec<Variable>,
    next: HashMap<Id, u32>,
    promises: HashMap<Id, u32>,
    /// What formulas expand to.
    functions: HashMap<Id, Bdd>,
    /// For a function: what is left after each valuation of the atoms, and when.
    rests: HashMap<Bdd, Vec<(Bdd, Bdd)>>,
    /// Prime implicants of monotone functions, as sorted variables.
    primes: HashMap<Bdd, Vec<Vec<u32>>>,
}

/// The automaton of the words of a formula. `states` is how many it may have.
pub fn automaton(formulas: &mut Formulas, atoms: usize, formula: Id, states: usize) -> Result<Graph, LtlError> {
    let mut tableau = Tableau {
        formulas,
        atoms: atoms as u32,
        variables: Vec::new(),
        next: HashMap::new(),
        promises: HashMap::new(),
        functions: HashMap::new(),
        rests: HashMap::new(),
        primes: HashMap::new(),
    };
    tableau.build(formula, states)
}

/// Untils of one formula: a mark is a bit.
const MAX_MARKS: u32 = 64;

impl Tableau<'_> {
    fn build(&mut self, formula: Id, states: usize) -> Result<Graph, LtlError> {
        let start = self.function(formula);
        let mut places = HashMap::from([(start, 0)]);
        let mut pending = vec![start];
        // Edges with the marks they do not have: which untils there are is known at the end.
        let mut found: Vec<Vec<(usize, u64, Bdd)>> = Vec::new();
        while found.len() < pending.len() {
            let state = pending[found.len()];
            let mut edges: HashMap<(usize, u64), Bdd> = HashMap::new();
            let mut order = Vec::new();
            for (rest, label) in self.rests(state) {
                for prime in self.primes(rest) {
                    let (target, promised) = self.target(&prime);
                    if target == Bdd::FALSE {
                        continue;
                    }
                    let place = *places.entry(target).or_insert_with(|| {
                        pending.push(target);
                        pending.len() - 1
                    });
                    let key = (place, promised);
                    match edges.get(&key) {
                        Some(known) => {
                            let label = self.formulas.bdds.or(*known, label);
                            edges.insert(key, label);
                        }
                        None => {
                            order.push(key);
                            edges.insert(key, label);
                        }
                    }
                }
            }
            found.push(order.into_iter().map(|key| (key.0, key.1, edges[&key])).collect());
            if pending.len() > states {
                return Err(LtlError::TooManyStates { limit: states });
            }
            if self.formulas.bdds.is_exhausted() {
                break;
            }
        }
        let marks = self.promises.len() as u32;
        if marks > MAX_MARKS {
            return Err(LtlError::TooManyUntils { limit: MAX_MARKS });
        }
        let mut graph = Graph { edges: Vec::new(), initial: 0, marks };
        let all = graph.all_marks();
        graph.edges = found
            .into_iter()
            .map(|edges| {
                let edge =
                    |(target, promised, label): (usize, u64, Bdd)| Edge { target, marks: all & !promised, label };
                edges.into_iter().map(edge).collect()
            })
            .collect();
        Ok(graph)
    }

    fn function(&mut self, id: Id) -> Bdd {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let function = match self.formulas.node(id).clone() {
            Operation::Now(function) => function,
            Operation::And(list) => list.iter().fold(Bdd::TRUE, |all, i| {
                let one = self.function(*i);
                self.formulas.bdds.and(all, one)
            }),
            Operation::Or(list) => list.iter().fold(Bdd::FALSE, |any, i| {
                let one = self.function(*i);
                self.formulas.bdds.or(any, one)
            }),
            Operation::Next(a) => self.next(a),
            Operation::Until(a, b) => {
                let (a, b) = (self.function(a), self.function(b));
                let (next, promise) = (self.next(id), self.promise(id));
                let later = self.formulas.bdds.and(next, promise);
                let later = self.formulas.bdds.and(a, later);
                self.formulas.bdds.or(b, later)
            }
            Operation::Release(a, b) => {
                let (a, b) = (self.function(a), self.function(b));
                let next = self.next(id);
                let done = self.formulas.bdds.or(a, next);
                self.formulas.bdds.and(b, done)
            }
        };
        self.functions.insert(id, function);
        function
    }

    /// The variable for: the formula holds next. Of a conjunction each operand has its own.
    fn next(&mut self, id: Id) -> Bdd {
        match self.formulas.node(id).clone() {
            Operation::Now(constant) if constant.is_constant() => constant,
            Operation::And(list) => list.iter().fold(Bdd::TRUE, |all, i| {
                let one = self.next(*i);
                self.formulas.bdds.and(all, one)
            }),
            _ => {
                let fresh = self.atoms + self.variables.len() as u32;
                let variable = *self.next.entry(id).or_insert(fresh);
                if variable == fresh {
                    self.variables.push(Variable::Next(id));
                }
                self.formulas.bdds.variable(variable)
            }
        }
    }

    fn promise(&mut self, until: Id) -> Bdd {
        let fresh = self.atoms + self.variables.len() as u32;
        let mark = self.promises.len() as u32;
        let variable = *self.promises.entry(until).or_insert(fresh);
        if variable == fresh {
            self.variables.push(Variable::Promise(mark));
        }
        self.formulas.bdds.variable(variable)
    }

    fn rests(&mut self, function: Bdd) -> Vec<(Bdd, Bdd)> {
        if function == Bdd::FALSE {
            return Vec::new();
        }
        let node = self.formulas.bdds.node(function);
        if node.variable >= self.atoms {
            return vec![(function, Bdd::TRUE)];
        }
        if let Some(known) = self.rests.get(&function) {
            return known.clone();
        }
        let mut rests: Vec<(Bdd, Bdd)> = Vec::new();
        for (side, value) in [(node.low, false), (node.high, true)] {
            let when = self.formulas.bdds.literal((node.variable, value));
            for (rest, label) in self.rests(side) {
                let label = self.formulas.bdds.and(when, label);
                match rests.iter_mut().find(|(known, _)| *known == rest) {
                    Some((_, known)) => *known = self.formulas.bdds.or(*known, label),
                    None => rests.push((rest, label)),
                }
            }
        }
        self.formulas.bdds.spend(rests.len());
        self.rests.insert(function, rests.clone());
        rests
    }

    fn primes(&mut self, function: Bdd) -> Vec<Vec<u32>> {
        match function {
            Bdd::FALSE => return Vec::new(),
            Bdd::TRUE => return vec![Vec::new()],
            _ => {}
        }
        if let Some(known) = self.primes.get(&function) {
            return known.clone();
        }
        if self.formulas.bdds.is_exhausted() {
            return Vec::new();
        }
        let node = self.formulas.bdds.node(function);
        let mut primes = self.primes(node.low);
        for prime in self.primes(node.high) {
            if !self.formulas.bdds.holds(node.low, &prime) {
                let mut with = vec![node.variable];
                with.extend(prime);
                primes.push(with);
            }
        }
        self.formulas.bdds.spend(primes.len());
        self.primes.insert(function, primes.clone());
        primes
    }

    /// What has to hold after an edge, and the untils that it puts off.
    fn target(&mut self, prime: &[u32]) -> (Bdd, u64) {
        let (mut target, mut promised) = (Bdd::TRUE, 0);
        for variable in prime {
            match self.variables[(variable - self.atoms) as usize] {
                Variable::Next(id) => {
                    let function = self.function(id);
                    target = self.formulas.bdds.and(target, function);
                }
                Variable::Promise(mark) => promised |= 1u64.checked_shl(mark).unwrap_or(0),
            }
        }
        (target, promised)
    }
}
