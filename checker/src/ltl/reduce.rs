//! Makes an automaton smaller, step by step as Spin does.
//!
//! Transitions whose guard holds `p` and `!p` go; states with the same transitions become one; transitions
//! with the same target become one, with the disjunction of their guards; two states that only swap with
//! each other become one. The result depends on the order of states and transitions.

use super::buchi::{Automaton, State, StateId, Target};
use super::canonical::Rewriter;
use super::formula::{Formula, FormulaId, Junction, ShapeId};
use super::limits::LtlError;

/// Spin gives up a repetition after so many rounds.
const ROUNDS: usize = 10;

/// The reduced automaton, with the initial state as the first one.
pub fn reduce(rewriter: &mut Rewriter, automaton: Automaton) -> Result<Automaton, LtlError> {
    let everything = vec![true; automaton.states.len()];
    let mut reducer = Reducer {
        rewriter,
        gone: vec![false; automaton.states.len()],
        predecessors: predecessors(&automaton),
        automaton,
    };
    reducer.drop_contradictions()?;
    reducer.unify_equal(&everything)?;
    let mut reachable;
    loop {
        reachable = reducer.automaton.reachable();
        reducer.join_transitions(&reachable)?;
        if !reducer.unify_equal(&reachable)? {
            break;
        }
    }
    reducer.unify_swapping(&reachable)?;
    Ok(reducer.finish())
}

struct Reducer<'a> {
    rewriter: &'a mut Rewriter,
    automaton: Automaton,
    /// States that another one stands for.
    gone: Vec<bool>,
    /// Per state: the states that may have a transition to it.
    predecessors: Vec<Vec<usize>>,
}

impl Reducer<'_> {
    /// Removes transitions that can never be taken, but not the only one of a state.
    fn drop_contradictions(&mut self) -> Result<(), LtlError> {
        for state in &mut self.automaton.states {
            for transition in &mut state.transitions {
                if is_contradiction(self.rewriter, transition.guard)? {
                    transition.guard = FormulaId::FALSE;
                }
            }
            if state.transitions.len() > 1 {
                state.transitions.retain(|t| t.guard != FormulaId::FALSE);
            }
        }
        Ok(())
    }

    /// Joins transitions of a state with the same target; the last of them takes the place of the first.
    fn join_transitions(&mut self, among: &[bool]) -> Result<(), LtlError> {
        for (state, _) in self.automaton.states.iter_mut().zip(among).filter(|(_, among)| **among) {
            let mut later = state.transitions.len();
            while later > 0 {
                later -= 1;
                self.rewriter.formulas.spend(later + 1)?;
                let target = state.transitions[later].target;
                let Some(earlier) = state.transitions[..later].iter().rposition(|t| t.target == target) else {
                    continue;
                };
                let guard = state.transitions.remove(later).guard;
                let guard = either(self.rewriter, guard, state.transitions[earlier].guard)?;
                state.transitions[earlier].guard = self.rewriter.rewrite(guard)?;
            }
        }
        Ok(())
    }

    /// Lets one state stand for all that have the same transitions. Says whether there were any.
    fn unify_equal(&mut self, among: &[bool]) -> Result<bool, LtlError> {
        let mut outlines: Vec<Outline> = self.automaton.states.iter().map(|s| self.outline(s)).collect();
        for round in 0..ROUNDS {
            let mut found = false;
            for a in 0..self.gone.len() {
                if self.gone[a] || !among[a] {
                    continue;
                }
                for b in a + 1..self.gone.len() {
                    self.rewriter.formulas.spend(1)?;
                    if self.gone[b] || !among[b] || outlines[a] != outlines[b] || !self.are_equal(a, b)? {
                        continue;
                    }
                    found = true;
                    for changed in self.replace(a, b)? {
                        outlines[changed] = self.outline(&self.automaton.states[changed]);
                    }
                    break;
                }
            }
            if !found {
                return Ok(round > 0);
            }
        }
        Ok(true)
    }

    /// What equal states have in common at least.
    fn outline(&self, state: &State) -> Outline {
        let formulas = &self.rewriter.formulas;
        let mut transitions: Vec<_> = state.transitions.iter().map(|t| (t.target, formulas.shape(t.guard))).collect();
        transitions.sort_unstable();
        transitions.dedup();
        (state.accepting, transitions)
    }

    fn are_equal(&self, a: usize, b: usize) -> Result<bool, LtlError> {
        self.match_pairwise(a, b, |s, t| s == t)
    }

    /// Whether each transition of either state has one of the other state with the same guard and with a
    /// target that corresponds; the first argument of `corresponds` belongs to `a`.
    fn match_pairwise(
        &self,
        a: usize,
        b: usize,
        corresponds: impl Fn(Target, Target) -> bool,
    ) -> Result<bool, LtlError> {
        let formulas = &self.rewriter.formulas;
        let (a, b) = (&self.automaton.states[a].transitions, &self.automaton.states[b].transitions);
        formulas.spend(a.len() * b.len())?;
        let mut matched = vec![false; b.len()];
        for s in a {
            let mut found = false;
            for (t, matched) in b.iter().zip(&mut matched) {
                if corresponds(s.target, t.target) && formulas.same(s.guard, t.guard)? {
                    found = true;
                    *matched = true;
                }
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(matched.iter().all(|m| *m))
    }

    /// Lets one state stand for two that lead, under the same guards, only to each other or to acceptance.
    fn unify_swapping(&mut self, among: &[bool]) -> Result<(), LtlError> {
        for _ in 0..ROUNDS {
            let mut found = false;
            for a in 0..self.gone.len() {
                if self.gone[a] || !among[a] {
                    continue;
                }
                for b in a + 1..self.gone.len() {
                    self.rewriter.formulas.spend(1)?;
                    if self.gone[b] || !among[b] || !self.are_swapping(a, b)? {
                        continue;
                    }
                    found = true;
                    let states = &mut self.automaton.states;
                    if states[a].accepting && !states[b].accepting && b != self.automaton.initial.index() {
                        self.replace(b, a)?;
                    } else {
                        states[b].accepting |= states[a].accepting;
                        self.replace(a, b)?;
                    }
                    break;
                }
            }
            if !found {
                break;
            }
        }
        Ok(())
    }

    fn are_swapping(&self, a: usize, b: usize) -> Result<bool, LtlError> {
        let (to_a, to_b) = (Target::State(StateId::new(a)), Target::State(StateId::new(b)));
        let swaps = |s: Target, t: Target| match s {
            Target::Everything => t == Target::Everything,
            Target::State(_) => s == to_b && t == to_a,
        };
        let leads_away = |from: usize, to: Target| {
            self.automaton.states[from].transitions.iter().any(|t| t.target != to && t.target != Target::Everything)
        };
        Ok(!leads_away(a, to_b) && !leads_away(b, to_a) && self.match_pairwise(a, b, swaps)?)
    }

    /// Redirects what leads to one state to another; returns the states that changed by it.
    fn replace(&mut self, old: usize, new: usize) -> Result<Vec<usize>, LtlError> {
        self.gone[old] = true;
        let mut changed = std::mem::take(&mut self.predecessors[old]);
        changed.retain(|state| *state != old);
        for &state in &changed {
            let transitions = &mut self.automaton.states[state].transitions;
            self.rewriter.formulas.spend(transitions.len())?;
            for transition in transitions.iter_mut().filter(|t| t.target == Target::State(StateId::new(old))) {
                transition.target = Target::State(StateId::new(new));
            }
        }
        let predecessors = &mut self.predecessors[new];
        predecessors.extend(&changed);
        predecessors.sort_unstable();
        predecessors.dedup();
        Ok(changed)
    }

    /// The reachable states, the initial one first, the rest in their order.
    fn finish(self) -> Automaton {
        let reachable = self.automaton.reachable();
        let initial = self.automaton.initial;
        let rest = (0..reachable.len()).filter(|i| reachable[*i] && *i != initial.index());
        let order: Vec<usize> = std::iter::once(initial.index()).chain(rest).collect();
        let mut places = vec![StateId::new(0); reachable.len()];
        for (place, old) in order.iter().enumerate() {
            places[*old] = StateId::new(place);
        }
        let states = order.iter().map(|old| {
            let mut state = self.automaton.states[*old].clone();
            for transition in &mut state.transitions {
                if let Target::State(target) = &mut transition.target {
                    *target = places[target.index()];
                }
            }
            if *old == initial.index() && state.accepting {
                state.labels.insert(0, "accept_init".to_owned());
            }
            state
        });
        Automaton { states: states.collect(), initial: StateId::new(0) }
    }
}

fn predecessors(automaton: &Automaton) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); automaton.states.len()];
    for (i, state) in automaton.states.iter().enumerate() {
        for transition in &state.transitions {
            if let Target::State(target) = transition.target {
                predecessors[target.index()].push(i);
            }
        }
    }
    predecessors.iter_mut().for_each(Vec::dedup);
    predecessors
}

type Outline = (bool, Vec<(Target, ShapeId)>);

/// Whether a guard is a conjunction of literals (and `X p`) nested to the right, with an atom and its negation.
fn is_contradiction(rewriter: &Rewriter, guard: FormulaId) -> Result<bool, LtlError> {
    let formulas = &rewriter.formulas;
    let mut literals = Vec::new();
    let mut rest = Some(guard);
    while let Some(id) = rest {
        formulas.spend(1)?;
        let (operand, next) = match formulas.operands(Junction::And, id) {
            Some((operand, next)) => (operand, Some(next)),
            None => (id, None),
        };
        match formulas.get(operand) {
            Formula::Literal { atom, negated } => literals.push((atom, negated)),
            Formula::Next(_) => {}
            _ => return Ok(false),
        }
        rest = next;
    }
    literals.sort_unstable();
    literals.dedup();
    Ok(literals.windows(2).any(|pair| pair[0].0 == pair[1].0))
}

/// The disjunction of two guards. What is said about the next state cannot be kept in it.
fn either(rewriter: &mut Rewriter, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
    if a == FormulaId::TRUE || b == FormulaId::TRUE {
        return Ok(FormulaId::TRUE);
    }
    match (without_next(rewriter, a)?, without_next(rewriter, b)?) {
        (Some(a), Some(b)) => rewriter.formulas.or(a, b),
        _ => Ok(FormulaId::TRUE),
    }
}

/// The guard without `X p`; `None` if nothing is left.
fn without_next(rewriter: &mut Rewriter, id: FormulaId) -> Result<Option<FormulaId>, LtlError> {
    rewriter.formulas.spend(1)?;
    match rewriter.formulas.get(id) {
        Formula::True | Formula::False | Formula::Literal { .. } => Ok(Some(id)),
        Formula::Next(_) | Formula::Until(..) | Formula::Release(..) => Ok(None),
        Formula::Junction(junction, a, b) => match (without_next(rewriter, a)?, without_next(rewriter, b)?) {
            (Some(a), Some(b)) => rewriter.formulas.junction(junction, a, b).map(Some),
            (one, other) if junction == Junction::And => Ok(one.or(other)),
            _ => Ok(Some(FormulaId::TRUE)),
        },
    }
}
