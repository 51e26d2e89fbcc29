//! Temporal formulas in negation normal form, kept once each.
//!
//! A formula is an index into [`Formulas`]; two formulas with the same tree have the same index. Atoms
//! are Promela expressions without temporal operators, equal when their text is (see
//! [`spelling`](super::spelling)). Binary conjunctions and disjunctions keep the order and nesting they
//! were made with: the translation in the manner of Spin depends on both. [`Formulas::same`] is equality
//! that ignores the order of operands.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use super::limits::{Budget, Limits, LtlError};
use super::spelling::spelling;
use promela::ast::Expr;

/// A formula. Prints as `f7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FormulaId(u32);

impl FormulaId {
    pub const TRUE: FormulaId = FormulaId(0);
    pub const FALSE: FormulaId = FormulaId(1);
}

impl fmt::Display for FormulaId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f{}", self.0)
    }
}

/// An atomic proposition. Prints as `a7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AtomId(u32);

impl fmt::Display for AtomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// The top of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    True,
    False,
    /// `p` and `!p`
    Literal {
        atom: AtomId,
        negated: bool,
    },
    /// `X p`
    Next(FormulaId),
    /// `p && q` and `p || q`
    Junction(Junction, FormulaId, FormulaId),
    /// `p U q`; `<>q` is `true U q`
    Until(FormulaId, FormulaId),
    /// `p V q`; `[]q` is `false V q`
    Release(FormulaId, FormulaId),
}

/// The associative operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Junction {
    And,
    Or,
}

impl Junction {
    pub fn dual(self) -> Junction {
        match self {
            Junction::And => Junction::Or,
            Junction::Or => Junction::And,
        }
    }

    /// The operand that changes nothing.
    pub fn neutral(self) -> FormulaId {
        match self {
            Junction::And => FormulaId::TRUE,
            Junction::Or => FormulaId::FALSE,
        }
    }

    /// The operand that decides alone.
    pub fn dominant(self) -> FormulaId {
        self.dual().neutral()
    }
}

/// A Promela expression that a run has or has not at a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Atom {
    pub expr: Expr,
    pub text: String,
}

/// All formulas of one translation.
#[derive(Debug)]
pub struct Formulas {
    nodes: Vec<Entry>,
    ids: HashMap<Formula, FormulaId>,
    shapes: HashMap<Shape, ShapeId>,
    atoms: Vec<Atom>,
    atom_ids: HashMap<String, AtomId>,
    /// Answers of `same` for formulas of one shape, the smaller index first.
    same: RefCell<HashMap<(FormulaId, FormulaId), bool>>,
    budget: Budget,
    limits: Limits,
}

#[derive(Debug)]
struct Entry {
    formula: Formula,
    depth: u32,
    shape: ShapeId,
    /// The shapes of the operands of a junction, nested ones included; sorted, each once.
    operand_shapes: Option<Rc<[ShapeId]>>,
}

/// What a formula is up to order, repetition and nesting of the operands of its junctions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ShapeId(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Shape {
    Constant(bool),
    Literal(AtomId, bool),
    Next(ShapeId),
    Until(ShapeId, ShapeId),
    Release(ShapeId, ShapeId),
    Junction(Junction, Rc<[ShapeId]>),
}

impl Formulas {
    pub fn new(limits: &Limits) -> Formulas {
        let mut formulas = Formulas {
            nodes: Vec::new(),
            ids: HashMap::new(),
            shapes: HashMap::new(),
            atoms: Vec::new(),
            atom_ids: HashMap::new(),
            same: RefCell::new(HashMap::new()),
            budget: Budget::new(limits.steps),
            limits: *limits,
        };
        // These two get the indices 0 and 1, see the constants of `FormulaId`.
        formulas.add(Formula::True, 0);
        formulas.add(Formula::False, 0);
        formulas
    }

    pub fn get(&self, id: FormulaId) -> Formula {
        self.nodes[id.0 as usize].formula
    }

    pub fn atom(&self, id: AtomId) -> &Atom {
        &self.atoms[id.0 as usize]
    }

    /// The operands of a junction of that kind.
    pub fn operands(&self, junction: Junction, id: FormulaId) -> Option<(FormulaId, FormulaId)> {
        match self.get(id) {
            Formula::Junction(j, a, b) if j == junction => Some((a, b)),
            _ => None,
        }
    }

    pub fn make(&mut self, formula: Formula) -> Result<FormulaId, LtlError> {
        self.spend(1)?;
        if let Some(id) = self.ids.get(&formula) {
            return Ok(*id);
        }
        if let Formula::Junction(j, a, b) = formula {
            self.spend(self.operand_shapes(j, a).len() + self.operand_shapes(j, b).len())?;
        }
        let depth = match formula {
            Formula::True | Formula::False | Formula::Literal { .. } => 0,
            Formula::Next(a) => self.depth(a) + 1,
            Formula::Junction(_, a, b) | Formula::Until(a, b) | Formula::Release(a, b) => {
                self.depth(a).max(self.depth(b)) + 1
            }
        };
        let limit = self.limits.depth.saturating_mul(4);
        if depth > limit {
            return Err(LtlError::TooDeep { limit });
        }
        Ok(self.add(formula, depth))
    }

    /// A literal of an expression that has no temporal operators.
    pub fn literal(&mut self, expr: Expr, negated: bool) -> Result<FormulaId, LtlError> {
        let text = spelling(&expr);
        let next = AtomId(self.atoms.len() as u32);
        let atom = *self.atom_ids.entry(text.clone()).or_insert(next);
        if atom == next {
            self.atoms.push(Atom { expr, text });
        }
        self.make(Formula::Literal { atom, negated })
    }

    pub fn junction(&mut self, junction: Junction, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
        self.make(Formula::Junction(junction, a, b))
    }

    /// `a && b`
    pub fn and(&mut self, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
        self.junction(Junction::And, a, b)
    }

    /// `a || b`
    pub fn or(&mut self, a: FormulaId, b: FormulaId) -> Result<FormulaId, LtlError> {
        self.junction(Junction::Or, a, b)
    }

    /// The junction of a list, nested to the right; `None` for an empty list.
    pub fn junction_of(&mut self, junction: Junction, operands: &[FormulaId]) -> Result<Option<FormulaId>, LtlError> {
        let Some((last, rest)) = operands.split_last() else { return Ok(None) };
        let mut result = *last;
        for operand in rest.iter().rev() {
            result = self.junction(junction, *operand, result)?;
        }
        Ok(Some(result))
    }

    /// Whether two formulas are equal up to the order of operands. Nesting counts where it is not
    /// to the right: `(p && q) && r` and `(q && p) && r` are the same, `p && (q && r)` is another.
    pub fn same(&self, a: FormulaId, b: FormulaId) -> Result<bool, LtlError> {
        if a == b {
            return Ok(true);
        }
        if self.shape(a) != self.shape(b) {
            return Ok(false);
        }
        self.spend(1)?;
        let pair = (a.min(b), a.max(b));
        if let Some(known) = self.same.borrow().get(&pair) {
            return Ok(*known);
        }
        let same = match (self.get(a), self.get(b)) {
            (Formula::Next(a), Formula::Next(b)) => self.same(a, b)?,
            (Formula::Until(a, c), Formula::Until(b, d)) | (Formula::Release(a, c), Formula::Release(b, d)) => {
                self.same(a, b)? && self.same(c, d)?
            }
            (Formula::Junction(j, ..), Formula::Junction(..)) => self.covers(j, a, b)? && self.covers(j, b, a)?,
            _ => false,
        };
        self.same.borrow_mut().insert(pair, same);
        Ok(same)
    }

    /// Whether every operand on the right spine of `of` is part of `whole`.
    fn covers(&self, junction: Junction, whole: FormulaId, of: FormulaId) -> Result<bool, LtlError> {
        let mut rest = of;
        while let Some((operand, next)) = self.operands(junction, rest) {
            if !self.has_part(junction, whole, operand)? {
                return Ok(false);
            }
            rest = next;
        }
        self.has_part(junction, whole, rest)
    }

    /// Whether `part` is `whole`, or one of its operands, nested ones included.
    fn has_part(&self, junction: Junction, whole: FormulaId, part: FormulaId) -> Result<bool, LtlError> {
        let mut pending = vec![whole];
        while let Some(next) = pending.pop() {
            self.spend(1)?;
            if self.same(part, next)? {
                return Ok(true);
            }
            if let Some((a, b)) = self.operands(junction, next) {
                pending.extend([b, a]);
            }
        }
        Ok(false)
    }

    /// Counts steps of a pass; fails when there are none left.
    pub(super) fn spend(&self, steps: usize) -> Result<(), LtlError> {
        self.budget.spend(steps)
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(super) fn shape(&self, id: FormulaId) -> ShapeId {
        self.nodes[id.0 as usize].shape
    }

    fn depth(&self, id: FormulaId) -> u32 {
        self.nodes[id.0 as usize].depth
    }

    fn add(&mut self, formula: Formula, depth: u32) -> FormulaId {
        let id = FormulaId(self.nodes.len() as u32);
        let shape = match formula {
            Formula::True => Shape::Constant(true),
            Formula::False => Shape::Constant(false),
            Formula::Literal { atom, negated } => Shape::Literal(atom, negated),
            Formula::Next(a) => Shape::Next(self.shape(a)),
            Formula::Until(a, b) => Shape::Until(self.shape(a), self.shape(b)),
            Formula::Release(a, b) => Shape::Release(self.shape(a), self.shape(b)),
            Formula::Junction(j, a, b) => {
                let mut shapes: Vec<ShapeId> = self.operand_shapes(j, a).to_vec();
                shapes.extend_from_slice(self.operand_shapes(j, b));
                shapes.sort_unstable();
                shapes.dedup();
                Shape::Junction(j, shapes.into())
            }
        };
        let operand_shapes = match &shape {
            Shape::Junction(_, shapes) => Some(shapes.clone()),
            _ => None,
        };
        let next = ShapeId(self.shapes.len() as u32);
        let shape = *self.shapes.entry(shape).or_insert(next);
        self.nodes.push(Entry { formula, depth, shape, operand_shapes });
        self.ids.insert(formula, id);
        id
    }

    /// The shapes of the operands if the formula is such a junction, or else its own shape.
    fn operand_shapes(&self, junction: Junction, id: FormulaId) -> &[ShapeId] {
        let node = &self.nodes[id.0 as usize];
        match (node.formula, &node.operand_shapes) {
            (Formula::Junction(j, ..), Some(shapes)) if j == junction => shapes,
            _ => std::slice::from_ref(&node.shape),
        }
    }
}
