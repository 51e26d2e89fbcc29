//! From a tableau with several acceptance conditions to a Büchi automaton with one.
//!
//! The tableau is copied once per condition and once more (Choueka 1974). A run leaves copy `k` when it
//! meets a node that fulfils condition `k + 1`, skipping the copies of further conditions the node
//! fulfils as well; the last copy accepts and always leads back to the first. The initial state is extra.

use super::acceptance::Acceptance;
use super::buchi::{Automaton, State, StateId, Target, Transition};
use super::canonical::Rewriter;
use super::formula::{Formula, FormulaId, Junction};
use super::limits::LtlError;
use super::tableau::{NodeId, Tableau};

/// The automaton, with the initial state as the last one and the accepting copy as the first states.
pub fn degeneralise(
    rewriter: &mut Rewriter,
    tableau: &Tableau,
    acceptance: &Acceptance,
) -> Result<Automaton, LtlError> {
    let places = Places::new(tableau, acceptance);
    let limit = rewriter.formulas.limits().states;
    if places.states() > limit {
        return Err(LtlError::TooManyStates { limit });
    }
    let mut automaton = Automaton { states: Vec::new(), initial: places.initial() };
    automaton.states.resize(places.states(), State::default());

    // Guards are made copy by copy, the initial state first and then from the last node to the first:
    // the canonical forms depend on that order.
    automaton.states[places.initial().index()] = State {
        name: "T0_init".to_owned(),
        labels: vec!["T0_init".to_owned()],
        accepting: acceptance.conditions == 0,
        transitions: transitions(rewriter, tableau, &places, 0, &tableau.initial)?,
    };
    for copy in 0..=acceptance.conditions {
        for (id, node) in tableau.nodes().rev() {
            let Target::State(state) = places.of(copy, id) else { continue };
            let accepting = copy == acceptance.conditions;
            let mut labels = Vec::new();
            if accepting {
                labels.push(format!("accept_S{}", node.number));
            }
            if !accepting || copy == 0 {
                labels.push(format!("T{copy}_S{}", node.number));
            }
            let transitions = transitions(rewriter, tableau, &places, copy, &node.successors)?;
            automaton.states[state.index()] = State { name: labels[0].clone(), labels, accepting, transitions };
        }
    }
    Ok(automaton)
}

/// Where the nodes of the tableau have their states.
struct Places<'a> {
    acceptance: &'a Acceptance,
    /// Per node: its number among those that have successors.
    ranks: Vec<Option<usize>>,
    per_copy: usize,
}

impl Places<'_> {
    fn new<'a>(tableau: &Tableau, acceptance: &'a Acceptance) -> Places<'a> {
        let mut per_copy = 0;
        let mut ranks = Vec::new();
        for (_, node) in tableau.nodes() {
            let goes_on = !node.successors.is_empty();
            ranks.push(goes_on.then_some(per_copy));
            per_copy += usize::from(goes_on);
        }
        Places { acceptance, ranks, per_copy }
    }

    fn states(&self) -> usize {
        self.per_copy.saturating_mul(self.acceptance.conditions + 1).saturating_add(1)
    }

    fn initial(&self) -> StateId {
        StateId::new(self.states() - 1)
    }

    /// The state of a node in a copy. A node without successors asks for nothing any more.
    fn of(&self, copy: usize, node: NodeId) -> Target {
        match self.ranks[node.index()] {
            Some(rank) => Target::State(StateId::new((self.acceptance.conditions - copy) * self.per_copy + rank)),
            None => Target::Everything,
        }
    }

    /// The state of a node when it is entered from a copy.
    fn entered(&self, from: usize, node: NodeId) -> Target {
        let copy = match from < self.acceptance.conditions {
            true => self.acceptance.first_unfulfilled(node, from + 1) - 1,
            false => 0,
        };
        self.of(copy, node)
    }
}

fn transitions(
    rewriter: &mut Rewriter,
    tableau: &Tableau,
    places: &Places<'_>,
    copy: usize,
    successors: &[NodeId],
) -> Result<Vec<Transition>, LtlError> {
    let mut transitions = Vec::new();
    for &successor in successors {
        rewriter.formulas.spend(1)?;
        let guard = match tableau.node(successor).processed {
            Some(processed) => match without_modalities(rewriter, processed)? {
                Some(guard) => rewriter.rewrite(guard)?,
                None => FormulaId::TRUE,
            },
            None => FormulaId::TRUE,
        };
        transitions.push(Transition { guard, target: places.entered(copy, successor) });
    }
    Ok(transitions)
}

/// The formula without its untils and releases: a conjunction loses such operands, a disjunction with
/// such an operand goes as a whole.
fn without_modalities(rewriter: &mut Rewriter, id: FormulaId) -> Result<Option<FormulaId>, LtlError> {
    rewriter.formulas.spend(1)?;
    match rewriter.formulas.get(id) {
        Formula::True | Formula::False | Formula::Literal { .. } | Formula::Next(_) => Ok(Some(id)),
        Formula::Until(..) | Formula::Release(..) => Ok(None),
        Formula::Junction(junction, a, b) => {
            match (without_modalities(rewriter, a)?, without_modalities(rewriter, b)?) {
                (Some(a), Some(b)) => rewriter.formulas.junction(junction, a, b).map(Some),
                (one, other) if junction == Junction::And => Ok(one.or(other)),
                _ => Ok(None),
            }
        }
    }
}
