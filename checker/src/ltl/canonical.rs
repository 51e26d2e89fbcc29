//! The canonical form of conjunctions and disjunctions, with the peculiarities of Spin's.
//!
//! Operands are sorted by their prefix text, repeated and absorbed ones go (`p && (p || q)` is `p`).
//! The result is not always what one would call canonical: an operand that belongs in the middle of a
//! list may push the rest of the list into a nested operand, and absorption stops at the first hit of a
//! pass. The states of the automaton are told apart by these forms, so they are kept as Spin has them.
//!
//! Results are remembered. A formula that equals a remembered one up to the order of operands gets the
//! remembered result, which can differ from what it would have got by itself: the order of calls counts.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::formula::{Formula, FormulaId, Formulas, Junction, ShapeId};
use super::limits::{Limits, LtlError};

/// Formulas and what is known of their canonical forms.
#[derive(Debug)]
pub struct Rewriter {
    pub formulas: Formulas,
    canonical: HashMap<FormulaId, FormulaId>,
    canonical_by_shape: HashMap<ShapeId, Vec<FormulaId>>,
    recalled: HashMap<FormulaId, Recalled>,
    right_linked: HashMap<FormulaId, FormulaId>,
}

/// What a search among the remembered formulas of one shape gave.
#[derive(Clone, Copy, Default, Debug)]
struct Recalled {
    /// How many there were; later ones come first in the next search.
    searched: usize,
    result: Option<FormulaId>,
}

impl Rewriter {
    pub fn new(limits: &Limits) -> Rewriter {
        Rewriter {
            formulas: Formulas::new(limits),
            canonical: HashMap::new(),
            canonical_by_shape: HashMap::new(),
            recalled: HashMap::new(),
            right_linked: HashMap::new(),
        }
    }

    /// The canonical form.
    pub fn rewrite(&mut self, id: FormulaId) -> Result<FormulaId, LtlError> {
        let id = self.right_linked(id)?;
        self.canonical(id)
    }

    /// The canonical form of the conjunction of a list, the last first; `None` for an empty list.
    pub fn conjunction(&mut self, list: &[FormulaId]) -> Result<Option<FormulaId>, LtlError> {
        let Some((first, rest)) = list.split_first() else { return Ok(None) };
        let mut result = *first;
        for operand in rest {
            result = self.formulas.and(*operand, result)?;
        }
        self.rewrite(result).map(Some)
    }

    /// The canonical form of the negation.
    pub fn negate(&mut self, id: FormulaId) -> Result<FormulaId, LtlError> {
        let negated = match self.formulas.get(id) {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Literal { atom, negated } => Formula::Literal { atom, negated: !negated },
            Formula::Next(a) => Formula::Next(self.negate(a)?),
            Formula::Junction(j, a, b) => {
                let (a, b) = self.negate_both(a, b)?;
                Formula::Junction(j.dual(), a, b)
            }
            Formula::Until(a, b) => {
                let (a, b) = self.negate_both(a, b)?;
                Formula::Release(a, b)
            }
            Formula::Release(a, b) => {
                let (a, b) = self.negate_both(a, b)?;
                Formula::Until(a, b)
            }
        };
        let negated = self.formulas.make(negated)?;
        self.rewrite(negated)
    }

    /// Negates the right operand before the left one.
    pub fn negate_both(&mut self, a: FormulaId, b: FormulaId) -> Result<(FormulaId, FormulaId), LtlError> {
        let b = self.negate(b)?;
        Ok((self.negate(a)?, b))
    }

    /// The formula with all its junctions nested to the right, in the same order.
    pub fn right_linked(&mut self, id: FormulaId) -> Result<FormulaId, LtlError> {
        self.formulas.spend(1)?;
        if let Some(known) = self.right_linked.get(&id) {
            return Ok(*known);
        }
        let result = match self.formulas.get(id) {
            Formula::True | Formula::False | Formula::Literal { .. } => id,
            Formula::Next(a) => {
                let a = self.right_linked(a)?;
                self.formulas.make(Formula::Next(a))?
            }
            Formula::Until(a, b) => {
                let (a, b) = (self.right_linked(a)?, self.right_linked(b)?);
                self.formulas.make(Formula::Until(a, b))?
            }
            Formula::Release(a, b) => {
                let (a, b) = (self.right_linked(a)?, self.right_linked(b)?);
                self.formulas.make(Formula::Release(a, b))?
            }
            Formula::Junction(j, ..) => {
                let mut operands = self.all_operands(j, id)?;
                for operand in &mut operands {
                    *operand = self.right_linked(*operand)?;
                }
                self.formulas.junction_of(j, &operands)?.unwrap_or(id)
            }
        };
        self.right_linked.insert(id, result);
        Ok(result)
    }

    /// The operands of a junction from left to right, nested ones opened.
    fn all_operands(&self, junction: Junction, id: FormulaId) -> Result<Vec<FormulaId>, LtlError> {
        let mut found = Vec::new();
        let mut pending = vec![id];
        while let Some(next) = pending.pop() {
            self.formulas.spend(1)?;
            match self.formulas.operands(junction, next) {
                Some((a, b)) => pending.extend([b, a]),
                None => found.push(next),
            }
        }
        Ok(found)
    }

    fn canonical(&mut self, id: FormulaId) -> Result<FormulaId, LtlError> {
        self.formulas.spend(1)?;
        if let Some(known) = self.recall(id)? {
            return Ok(known);
        }
        let inner = match self.formulas.get(id) {
            leaf @ (Formula::True | Formula::False | Formula::Literal { .. }) => leaf,
            Formula::Next(a) => Formula::Next(self.canonical(a)?),
            Formula::Junction(j, a, b) => {
                let (a, b) = self.canonical_both(a, b)?;
                Formula::Junction(j, a, b)
            }
            Formula::Until(a, b) => {
                let (a, b) = self.canonical_both(a, b)?;
                Formula::Until(a, b)
            }
            Formula::Release(a, b) => {
                let (a, b) = self.canonical_both(a, b)?;
                Formula::Release(a, b)
            }
        };
        let inner = self.formulas.make(inner)?;
        if let Some(known) = self.recall(inner)? {
            return Ok(known);
        }
        let result = match self.formulas.get(inner) {
            Formula::Junction(j, ..) => self.canonical_junction(j, inner)?,
            _ => inner,
        };
        self.canonical.insert(inner, result);
        self.canonical_by_shape.entry(self.formulas.shape(inner)).or_default().push(inner);
        Ok(result)
    }

    fn canonical_both(&mut self, a: FormulaId, b: FormulaId) -> Result<(FormulaId, FormulaId), LtlError> {
        let b = self.canonical(b)?;
        Ok((self.canonical(a)?, b))
    }

    /// The result remembered for the formula, or else for the latest one that is the same.
    fn recall(&mut self, id: FormulaId) -> Result<Option<FormulaId>, LtlError> {
        if let Some(known) = self.canonical.get(&id) {
            return Ok(Some(*known));
        }
        let Some(candidates) = self.canonical_by_shape.get(&self.formulas.shape(id)) else { return Ok(None) };
        let mut recalled = self.recalled.get(&id).copied().unwrap_or_default();
        if recalled.searched == candidates.len() {
            return Ok(recalled.result);
        }
        for candidate in candidates[recalled.searched..].iter().rev() {
            if self.formulas.same(*candidate, id)? {
                recalled.result = self.canonical.get(candidate).copied();
                break;
            }
        }
        recalled.searched = candidates.len();
        self.recalled.insert(id, recalled);
        Ok(recalled.result)
    }

    fn canonical_junction(&mut self, junction: Junction, id: FormulaId) -> Result<FormulaId, LtlError> {
        let mut list = Vec::new();
        for operand in self.all_operands(junction, id)?.into_iter().rev() {
            self.insert_sorted(junction, &mut list, operand)?;
        }
        let list = self.absorb(junction, list)?;
        Ok(self.formulas.junction_of(junction, &list)?.unwrap_or(junction.neutral()))
    }

    /// Puts an operand in its place in the list, unless it is there.
    fn insert_sorted(
        &mut self,
        junction: Junction,
        list: &mut Vec<FormulaId>,
        operand: FormulaId,
    ) -> Result<(), LtlError> {
        let Some((&last, front)) = list.split_last() else {
            list.push(operand);
            return Ok(());
        };
        for (i, &present) in front.iter().enumerate() {
            match self.formulas.compare_text(operand, present)? {
                Ordering::Equal => return Ok(()),
                Ordering::Greater => {}
                Ordering::Less if i == 0 => {
                    list.insert(0, operand);
                    return Ok(());
                }
                Ordering::Less => return self.insert_before_tail(junction, list, i, operand),
            }
        }
        match self.formulas.compare_text(operand, last)? {
            Ordering::Equal => {}
            Ordering::Less => list.insert(list.len() - 1, operand),
            Ordering::Greater => list.push(operand),
        }
        Ok(())
    }

    /// In the middle of a list the operand is compared with the whole rest of the list, whose text
    /// starts with `&` or `|`; if it does not come before that, the rest becomes one operand.
    fn insert_before_tail(
        &mut self,
        junction: Junction,
        list: &mut Vec<FormulaId>,
        at: usize,
        operand: FormulaId,
    ) -> Result<(), LtlError> {
        if self.formulas.precedes_junction(operand, junction) {
            list.insert(at, operand);
        } else if let Some(tail) = self.formulas.junction_of(junction, &list[at..])? {
            list.truncate(at);
            list.extend([tail, operand]);
        }
        Ok(())
    }

    /// Takes out the operands that other operands make superfluous.
    ///
    /// A pass over the list ends at the first operand that is out, be it out by this pass or before.
    fn absorb(&mut self, junction: Junction, list: Vec<FormulaId>) -> Result<Vec<FormulaId>, LtlError> {
        let mut out = vec![false; list.len()];
        for (i, operand) in list.iter().enumerate() {
            if *operand == junction.neutral() {
                out[i] = true;
                break;
            }
            if *operand == junction.dominant() {
                return Ok(vec![junction.dominant()]);
            }
        }
        for by in 0..list.len() {
            self.formulas.spend(list.len())?;
            if out[by] {
                break;
            }
            for i in 0..list.len() {
                if out[i] {
                    break;
                }
                if i != by && self.absorbs(junction, list[by], list[i])? {
                    out[i] = true;
                    break;
                }
            }
        }
        Ok(list.into_iter().zip(out).filter(|(_, out)| !out).map(|(operand, _)| operand).collect())
    }

    /// Whether `by` as an operand makes `operand` superfluous.
    fn absorbs(&self, junction: Junction, by: FormulaId, operand: FormulaId) -> Result<bool, LtlError> {
        if self.formulas.same(by, operand)? {
            return Ok(true);
        }
        match junction {
            Junction::And => self.is_operand(Junction::Or, by, operand),
            Junction::Or if self.formulas.operands(Junction::And, by).is_none() => {
                self.is_operand(Junction::And, by, operand)
            }
            Junction::Or => {
                for part in self.all_operands(Junction::And, by)? {
                    if !self.is_operand(Junction::And, part, operand)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// Whether `part` is one of the operands of `whole`, nested ones opened.
    fn is_operand(&self, junction: Junction, part: FormulaId, whole: FormulaId) -> Result<bool, LtlError> {
        if self.formulas.operands(junction, whole).is_none() {
            return self.formulas.same(whole, part);
        }
        for operand in self.all_operands(junction, whole)? {
            if self.formulas.same(operand, part)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
