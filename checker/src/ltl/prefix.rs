//! The order of formulas by their text in prefix form, right operand first: `p && X q` is `&Xqp`.
//!
//! This is the order in which Spin puts the operands of conjunctions and disjunctions.

use std::cmp::Ordering;

use super::formula::{AtomId, Formula, FormulaId, Formulas, Junction};
use super::limits::LtlError;

impl Formulas {
    /// Orders two formulas by their prefix text, and by their index where the text is equal by accident.
    pub(super) fn compare_text(&self, a: FormulaId, b: FormulaId) -> Result<Ordering, LtlError> {
        if let (Formula::Literal { atom: p, negated }, Formula::Literal { atom: q, negated: other }) =
            (self.get(a), self.get(b))
            && negated == other
        {
            self.spend(1)?;
            return Ok(self.atom(p).text.cmp(&self.atom(q).text));
        }
        let mut left = PrefixText::new(self, a);
        let mut right = PrefixText::new(self, b);
        loop {
            self.spend(1)?;
            if left.skip_if_alike(&mut right) {
                continue;
            }
            match (left.fill(), right.fill()) {
                (false, false) => return Ok(a.cmp(&b)),
                (false, true) => return Ok(Ordering::Less),
                (true, false) => return Ok(Ordering::Greater),
                (true, true) => {}
            }
            let length = left.piece.len().min(right.piece.len());
            match left.piece[..length].cmp(&right.piece[..length]) {
                Ordering::Equal => {}
                unequal => return Ok(unequal),
            }
            left.piece = &left.piece[length..];
            right.piece = &right.piece[length..];
        }
    }

    /// Whether the prefix text of a formula comes before that of any junction of a kind. The first
    /// letter decides: no expression starts with the letter of a junction.
    pub(super) fn precedes_junction(&self, id: FormulaId, junction: Junction) -> bool {
        let mut text = PrefixText::new(self, id);
        text.fill() && text.piece < letter(junction)
    }
}

fn letter(junction: Junction) -> &'static [u8] {
    match junction {
        Junction::And => b"&",
        Junction::Or => b"|",
    }
}

/// The prefix text of a formula, piece by piece.
struct PrefixText<'a> {
    formulas: &'a Formulas,
    pending: Vec<Pending>,
    /// What is left of the current piece.
    piece: &'a [u8],
}

enum Pending {
    Formula(FormulaId),
    Atom(AtomId),
}

impl<'a> PrefixText<'a> {
    fn new(formulas: &'a Formulas, id: FormulaId) -> PrefixText<'a> {
        PrefixText { formulas, pending: vec![Pending::Formula(id)], piece: b"" }
    }

    /// Passes over a formula that comes next on both sides.
    fn skip_if_alike(&mut self, other: &mut PrefixText<'a>) -> bool {
        let alike = self.piece.is_empty()
            && other.piece.is_empty()
            && matches!((self.pending.last(), other.pending.last()),
                (Some(Pending::Formula(a)), Some(Pending::Formula(b))) if a == b);
        if alike {
            self.pending.pop();
            other.pending.pop();
        }
        alike
    }

    /// Makes the piece non-empty; false at the end of the text.
    fn fill(&mut self) -> bool {
        while self.piece.is_empty() {
            let Some(next) = self.pending.pop() else { return false };
            self.piece = match next {
                Pending::Atom(atom) => self.formulas.atom(atom).text.as_bytes(),
                Pending::Formula(id) => self.open(id),
            };
        }
        true
    }

    fn open(&mut self, id: FormulaId) -> &'a [u8] {
        let (operator, first, second): (&[u8], _, _) = match self.formulas.get(id) {
            Formula::True => return b"T",
            Formula::False => return b"F",
            Formula::Literal { atom, negated: false } => return self.formulas.atom(atom).text.as_bytes(),
            Formula::Literal { atom, negated: true } => {
                self.pending.push(Pending::Atom(atom));
                return b"!";
            }
            Formula::Next(a) => {
                self.pending.push(Pending::Formula(a));
                return b"X";
            }
            Formula::Junction(junction, a, b) => (letter(junction), b, a),
            Formula::Until(a, b) => (b"U", b, a),
            Formula::Release(a, b) => (b"V", b, a),
        };
        self.pending.push(Pending::Formula(second));
        self.pending.push(Pending::Formula(first));
        operator
    }
}
