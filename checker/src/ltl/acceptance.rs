//! Which nodes of a tableau owe which untils.
//!
//! Each occurrence of an until in the formula is one acceptance condition. A node that has processed the
//! until but not its right side *owes* it; one that has the right side *pays* it. A run is accepted when
//! it has, for each until, infinitely many nodes that pay or do not owe it.

use super::canonical::Rewriter;
use super::formula::{Formula, FormulaId, Junction};
use super::limits::LtlError;
use super::tableau::{NodeId, Tableau};

/// The acceptance conditions, numbered from 1.
#[derive(Debug)]
pub struct Acceptance {
    /// The highest number of a condition that some node owes.
    pub conditions: usize,
    /// Per node and condition.
    debts: Vec<Vec<Debt>>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Debt {
    owed: bool,
    paid: bool,
}

impl Acceptance {
    pub fn of(rewriter: &mut Rewriter, tableau: &Tableau, formula: FormulaId) -> Result<Acceptance, LtlError> {
        let formula = rewriter.rewrite(formula)?;
        let mut acceptance = Acceptance { conditions: 0, debts: vec![Vec::new(); tableau.nodes().count()] };
        let mut known_parts = Vec::new();
        for (_, node) in tableau.nodes() {
            let mut parts = node.parts.clone();
            for part in &mut parts {
                *part = rewriter.right_linked(*part)?;
            }
            known_parts.push(parts);
        }
        let mut condition = 0;
        let mut pending = vec![formula];
        while let Some(next) = pending.pop() {
            rewriter.formulas.spend(1)?;
            match rewriter.formulas.get(next) {
                Formula::True | Formula::False | Formula::Literal { .. } => {}
                Formula::Next(a) => pending.push(a),
                Formula::Release(a, b) | Formula::Junction(_, a, b) => pending.extend([b, a]),
                Formula::Until(a, b) => {
                    condition += 1;
                    let until = rewriter.right_linked(next)?;
                    acceptance.mark(rewriter, tableau, &known_parts, condition, until)?;
                    pending.extend([b, a]);
                }
            }
        }
        Ok(acceptance)
    }

    /// From which condition on, starting at `first`, the node does not fulfil the conditions in a row.
    pub fn first_unfulfilled(&self, node: NodeId, first: usize) -> usize {
        let debts = &self.debts[node.index()];
        (first..=self.conditions)
            .find(|condition| debts.get(condition - 1).is_some_and(|debt| debt.owed && !debt.paid))
            .unwrap_or(self.conditions + 1)
    }

    fn mark(
        &mut self,
        rewriter: &Rewriter,
        tableau: &Tableau,
        known_parts: &[Vec<FormulaId>],
        condition: usize,
        until: FormulaId,
    ) -> Result<(), LtlError> {
        for (id, node) in tableau.nodes() {
            let parts = &known_parts[id.index()];
            if node.successors.is_empty() {
                continue;
            }
            let owed = holds(rewriter, parts, until)?;
            if owed {
                self.conditions = condition;
            }
            let mut paid = false;
            let mut rest = until;
            while let Formula::Until(_, right) = rewriter.formulas.get(rest) {
                paid = paid || holds(rewriter, parts, right)?;
                rest = right;
            }
            let debts = &mut self.debts[id.index()];
            rewriter.formulas.spend(condition)?;
            debts.resize(condition, Debt::default());
            debts[condition - 1] = Debt { owed, paid };
        }
        Ok(())
    }
}

/// Whether a node with these parts has the formula, taking junctions apart.
fn holds(rewriter: &Rewriter, parts: &[FormulaId], formula: FormulaId) -> Result<bool, LtlError> {
    rewriter.formulas.spend(1)?;
    match rewriter.formulas.get(formula) {
        Formula::Junction(Junction::And, a, b) => Ok(holds(rewriter, parts, a)? && holds(rewriter, parts, b)?),
        Formula::Junction(Junction::Or, a, b) => Ok(holds(rewriter, parts, a)? || holds(rewriter, parts, b)?),
        _ => {
            for part in parts {
                if rewriter.formulas.same(*part, formula)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}
