//! The tableau of a formula: nodes that say what holds now and what has to hold from the next state on.
//!
//! This is the construction of Gerth, Peled, Vardi and Wolper (1995, "Simple on-the-fly automatic
//! verification of linear temporal logic"). A node starts with formulas to process and is split at each
//! disjunction, until and release until only literals are left; nodes that agree in what they have
//! processed and in what they leave for later are one.
//!
//! Differs from the paper, as Spin does: formulas to process are one conjunction in canonical form, so
//! they are simplified at each split; contradictory nodes are kept, their literals show up as a guard that
//! is never true (see [`reduce`](super::reduce)); the last processed formula is not looked at when
//! repetitions are kept out.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::canonical::Rewriter;
use super::formula::{Formula, FormulaId, Junction};
use super::limits::LtlError;

/// A node of the tableau. Prints as `n7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// A finished tableau.
#[derive(Debug)]
pub struct Tableau {
    /// In the order in which they were finished.
    nodes: Vec<TableauNode>,
    /// The nodes that a run may start in.
    pub initial: Vec<NodeId>,
}

#[derive(Debug)]
pub struct TableauNode {
    /// The number in the node's label: Spin numbers nodes when it begins them.
    pub number: u32,
    /// What was processed, as one canonical conjunction; `None` if that is nothing.
    pub processed: Option<FormulaId>,
    /// The formulas of `processed` one by one, as they were before they were put together, with those of
    /// nodes that turned out to be this one.
    pub parts: Vec<FormulaId>,
    /// The nodes that a run may go to, in the order in which they were finished.
    pub successors: Vec<NodeId>,
}

impl Tableau {
    pub fn build(rewriter: &mut Rewriter, formula: FormulaId) -> Result<Tableau, LtlError> {
        let mut builder = Builder { rewriter, begun: 0, stack: Vec::new(), done: Vec::new(), known: HashMap::new() };
        builder.begin(Origin::Start, &[formula], Vec::new(), &[])?;
        while let Some(unfinished) = builder.stack.pop() {
            builder.expand(unfinished)?;
        }
        Ok(builder.finish())
    }

    pub fn node(&self, id: NodeId) -> &TableauNode {
        &self.nodes[id.index()]
    }

    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &TableauNode)> {
        self.nodes.iter().enumerate().map(|(i, node)| (NodeId(i as u32), node))
    }
}

/// Where a node can be entered from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Origin {
    Start,
    Node(NodeId),
}

/// A node with formulas left to process.
struct Unfinished {
    number: u32,
    origin: Origin,
    /// To process; the last comes first.
    pending: Vec<FormulaId>,
    /// Processed, in that order.
    processed: Vec<FormulaId>,
    /// To hold from the next state on; the last was added last.
    next: Vec<FormulaId>,
}

struct Finished {
    node: TableauNode,
    origins: BTreeSet<Origin>,
}

struct Builder<'a> {
    rewriter: &'a mut Rewriter,
    begun: u32,
    stack: Vec<Unfinished>,
    done: Vec<Finished>,
    known: HashMap<(Option<FormulaId>, Option<FormulaId>), NodeId>,
}

impl Builder<'_> {
    /// Begins a node that is expanded next. The lists are given as they are to be conjoined.
    fn begin(
        &mut self,
        origin: Origin,
        pending: &[FormulaId],
        processed: Vec<FormulaId>,
        next: &[FormulaId],
    ) -> Result<(), LtlError> {
        let number = self.begun;
        self.begun += 1;
        let pending = Vec::from_iter(self.rewriter.conjunction(pending)?);
        let next = Vec::from_iter(self.rewriter.conjunction(next)?);
        self.stack.push(Unfinished { number, origin, pending, processed, next });
        Ok(())
    }

    /// Processes one formula of the node, or finishes it.
    fn expand(&mut self, mut node: Unfinished) -> Result<(), LtlError> {
        self.rewriter.formulas.spend(1)?;
        let Some(now) = node.pending.pop() else { return self.complete(node) };
        let formula = self.rewriter.formulas.get(now);
        if let Formula::Junction(Junction::And, a, b) = formula {
            node.pending.extend([b, a]);
            self.stack.push(node);
            return Ok(());
        }
        if formula != Formula::True && !self.is_repeated(&node, now)? {
            node.processed.push(now);
        }
        match formula {
            Formula::True | Formula::False | Formula::Literal { .. } | Formula::Junction(Junction::And, ..) => {
                self.stack.push(node);
            }
            Formula::Next(a) => {
                node.next.push(a);
                self.stack.push(node);
            }
            Formula::Release(a, b) => {
                let rest = std::mem::take(&mut node.pending);
                let (released, kept) = (first_then(&[a, b], &rest), first_then(&[b], &rest));
                let (origin, processed) = (node.origin, node.processed.clone());
                let next = first_then(&[now], &node.next);
                node.pending = Vec::from_iter(self.rewriter.conjunction(&released)?);
                self.stack.push(node);
                self.begin(origin, &kept, processed, &next)?;
            }
            Formula::Until(a, b) => {
                let next = first_then(&[now], &node.next);
                self.split(node, a, b, &next)?;
            }
            Formula::Junction(Junction::Or, a, b) => {
                let next = first_then(&[], &node.next);
                self.split(node, a, b, &next)?;
            }
        }
        Ok(())
    }

    /// A new node goes on with `a` and `next`, the old one, which comes first, with `b`.
    fn split(&mut self, mut node: Unfinished, a: FormulaId, b: FormulaId, next: &[FormulaId]) -> Result<(), LtlError> {
        let rest = std::mem::take(&mut node.pending);
        self.begin(node.origin, &first_then(&[a], &rest), node.processed.clone(), next)?;
        node.pending = Vec::from_iter(self.rewriter.conjunction(&first_then(&[b], &rest))?);
        self.stack.push(node);
        Ok(())
    }

    /// Whether the formula is among those processed before the last one.
    fn is_repeated(&self, node: &Unfinished, now: FormulaId) -> Result<bool, LtlError> {
        let Some((_, earlier)) = node.processed.split_last() else { return Ok(false) };
        for &processed in earlier {
            self.rewriter.formulas.spend(1)?;
            if self.rewriter.formulas.same(now, processed)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finishes a node, or joins it with the finished one that it equals.
    fn complete(&mut self, node: Unfinished) -> Result<(), LtlError> {
        let processed = self.rewriter.conjunction(&node.processed)?;
        let later = first_then(&[], &node.next);
        let next = self.rewriter.conjunction(&later)?;
        if let Some(known) = self.known.get(&(processed, next)) {
            let known = &mut self.done[known.index()];
            known.origins.insert(node.origin);
            for part in node.processed {
                let mut present = false;
                for &other in &known.node.parts {
                    self.rewriter.formulas.spend(1)?;
                    present = present || self.rewriter.formulas.same(part, other)?;
                }
                if !present {
                    known.node.parts.push(part);
                }
            }
            return Ok(());
        }
        let limit = self.rewriter.formulas.limits().states;
        if self.done.len() >= limit {
            return Err(LtlError::TooManyStates { limit });
        }
        let id = NodeId(self.done.len() as u32);
        self.known.insert((processed, next), id);
        let finished = TableauNode { number: node.number, processed, parts: node.processed, successors: Vec::new() };
        self.done.push(Finished { node: finished, origins: BTreeSet::from([node.origin]) });
        if !later.is_empty() {
            self.begin(Origin::Node(id), &later, Vec::new(), &[])?;
        }
        Ok(())
    }

    /// Turns origins into successors.
    fn finish(self) -> Tableau {
        let mut successors = vec![Vec::new(); self.done.len()];
        let mut initial = Vec::new();
        for (i, finished) in self.done.iter().enumerate() {
            for origin in &finished.origins {
                match origin {
                    Origin::Start => initial.push(NodeId(i as u32)),
                    Origin::Node(from) => successors[from.index()].push(NodeId(i as u32)),
                }
            }
        }
        let nodes = self.done.into_iter().zip(successors);
        Tableau { nodes: nodes.map(|(f, successors)| TableauNode { successors, ..f.node }).collect(), initial }
    }
}

/// The list that has `first` before the entries of a stack, whose last entry comes first.
fn first_then(first: &[FormulaId], stack: &[FormulaId]) -> Vec<FormulaId> {
    first.iter().copied().chain(stack.iter().rev().copied()).collect()
}
