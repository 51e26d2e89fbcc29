//! Infinite words with a finite description, and what formulas and automata say of them.

use checker::ltl::buchi::{Automaton, Target};
use checker::ltl::compact::automaton as compact;
use checker::ltl::formula::{Formula, FormulaId, Formulas, Junction};
use promela::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

use crate::random::Random;

/// Valuations of `p`, `q`, `r`, `s`, `t`, `z` (bits 0 to 5); after the last comes the one at `back_to`.
#[derive(Debug)]
pub struct Lasso {
    letters: Vec<u8>,
    back_to: usize,
}

impl Lasso {
    pub fn random(random: &mut Random) -> Lasso {
        let length = 1 + random.below(6);
        Lasso { letters: (0..length).map(|_| random.below(8) as u8).collect(), back_to: random.below(length) }
    }

    /// Valuations of that many atoms.
    pub fn random_of(random: &mut Random, atoms: usize) -> Lasso {
        let length = 1 + random.below(8);
        Lasso { letters: (0..length).map(|_| random.below(1 << atoms) as u8).collect(), back_to: random.below(length) }
    }

    pub fn of(letters: &[u8], back_to: usize) -> Lasso {
        Lasso { letters: letters.to_vec(), back_to }
    }

    pub fn length(&self) -> usize {
        self.letters.len()
    }

    pub fn next(&self, at: usize) -> usize {
        if at + 1 < self.letters.len() { at + 1 } else { self.back_to }
    }

    /// Whether the word satisfies the formula.
    pub fn satisfies(&self, formula: &Expr) -> bool {
        self.truth(formula)[0]
    }

    /// Where the formula is true.
    pub fn truth(&self, formula: &Expr) -> Vec<bool> {
        let each = |f: &dyn Fn(usize) -> bool| (0..self.letters.len()).map(f).collect::<Vec<bool>>();
        match &formula.kind {
            ExprKind::Const(value) => each(&|_| *value != 0),
            ExprKind::Var(var) => {
                let bit = "pqrstz".find(var.parts[0].name.name.as_str()).expect("a known name");
                each(&|i| self.letters[i] >> bit & 1 == 1)
            }
            ExprKind::Unary(op, a) => {
                let a = self.truth(a);
                match op {
                    UnaryOp::Not => each(&|i| !a[i]),
                    UnaryOp::Next => each(&|i| a[self.next(i)]),
                    UnaryOp::Eventually => self.until(&each(&|_| true), &a),
                    UnaryOp::Always => self.release(&each(&|_| false), &a),
                    UnaryOp::Neg | UnaryOp::BitNot => unreachable!("not in test formulas"),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                match op {
                    BinaryOp::And => each(&|i| a[i] && b[i]),
                    BinaryOp::Or => each(&|i| a[i] || b[i]),
                    BinaryOp::Implies => each(&|i| !a[i] || b[i]),
                    BinaryOp::Equiv => each(&|i| a[i] == b[i]),
                    BinaryOp::Until => self.until(&a, &b),
                    BinaryOp::Release => self.release(&a, &b),
                    BinaryOp::WeakUntil => self.release(&b, &each(&|i| a[i] || b[i])),
                    _ => unreachable!("not in test formulas"),
                }
            }
            _ => unreachable!("not in test formulas"),
        }
    }

    /// The least solution of `b || (a && X this)`.
    fn until(&self, a: &[bool], b: &[bool]) -> Vec<bool> {
        let mut truth = vec![false; a.len()];
        for _ in 0..=a.len() {
            truth = (0..a.len()).map(|i| b[i] || a[i] && truth[self.next(i)]).collect();
        }
        truth
    }

    /// The greatest solution of `b && (a || X this)`.
    fn release(&self, a: &[bool], b: &[bool]) -> Vec<bool> {
        let mut truth = vec![true; a.len()];
        for _ in 0..=a.len() {
            truth = (0..a.len()).map(|i| b[i] && (a[i] || truth[self.next(i)])).collect();
        }
        truth
    }

    /// Whether the small automaton accepts the word.
    pub fn is_accepted_by(&self, automaton: &compact::Automaton) -> bool {
        let truth: Vec<Vec<bool>> = automaton.atoms.iter().map(|atom| self.truth(&atom.expr)).collect();
        let successors = |(state, at): Pair| -> Vec<Pair> {
            let taken = automaton.states[state].transitions.iter().filter(|t| t.guard.holds(|atom| truth[atom][at]));
            taken.map(|t| (t.target.index(), self.next(at))).collect()
        };
        let reach = |from: Vec<Pair>| {
            let (mut reached, mut pending) = (Vec::new(), from);
            while let Some(pair) = pending.pop() {
                if !reached.contains(&pair) {
                    reached.push(pair);
                    pending.extend(successors(pair));
                }
            }
            reached
        };
        let on_circle = |pair: &Pair| reach(successors(*pair)).contains(pair);
        reach(vec![(0, 0)]).iter().any(|pair| automaton.states[pair.0].accepting && on_circle(pair))
    }

    /// Whether the automaton accepts the word.
    pub fn is_accepted(&self, formulas: &Formulas, automaton: &Automaton) -> bool {
        let product = Product { word: self, formulas, automaton };
        let start = (automaton.initial.index(), 0);
        let (reached, everything) = product.reach(&[start]);
        everything
            || reached.iter().any(|&(state, at)| {
                automaton.states[state].accepting
                    && product.reach(&product.successors((state, at)).0).0.contains(&(state, at))
            })
    }
}

/// A state of the automaton and a place in the word.
type Pair = (usize, usize);

struct Product<'a> {
    word: &'a Lasso,
    formulas: &'a Formulas,
    automaton: &'a Automaton,
}

impl Product<'_> {
    /// The pairs after one, and whether there is a transition to acceptance of everything.
    fn successors(&self, (state, at): Pair) -> (Vec<Pair>, bool) {
        let mut everything = false;
        let mut successors = Vec::new();
        for transition in &self.automaton.states[state].transitions {
            match transition.target {
                _ if !self.holds(transition.guard, at) => {}
                Target::State(target) => successors.push((target.index(), self.word.next(at))),
                Target::Everything => everything = true,
            }
        }
        (successors, everything)
    }

    fn reach(&self, from: &[Pair]) -> (Vec<Pair>, bool) {
        let mut reached = Vec::new();
        let mut everything = false;
        let mut pending = from.to_vec();
        while let Some(pair) = pending.pop() {
            if reached.contains(&pair) {
                continue;
            }
            reached.push(pair);
            let (successors, all) = self.successors(pair);
            pending.extend(successors);
            everything |= all;
        }
        (reached, everything)
    }

    fn holds(&self, guard: FormulaId, at: usize) -> bool {
        match self.formulas.get(guard) {
            Formula::True | Formula::Next(_) => true,
            Formula::False => false,
            Formula::Literal { atom, negated } => {
                let atom = &self.formulas.atom(atom).expr;
                self.word.truth(atom)[at] != negated
            }
            Formula::Junction(Junction::And, a, b) => self.holds(a, at) && self.holds(b, at),
            Formula::Junction(Junction::Or, a, b) => self.holds(a, at) || self.holds(b, at),
            Formula::Until(..) | Formula::Release(..) => panic!("until or release in a guard"),
        }
    }
}
