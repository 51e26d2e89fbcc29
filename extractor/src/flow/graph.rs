//! The control-flow graph: locations, and edges that carry one step each.
//!
//! Made backwards from the flow: the entry of a sequence is known once the entry of what follows it is. Places where
//! nothing happens are folded away; locations are numbered in the order of a depth-first walk from the entry, so that
//! the numbers do not depend on how the graph was made. What cannot be reached is not in it.

use super::{Flow, Node, ScopeId, StepId};
use crate::program::Expr;
use std::collections::HashMap;
use std::fmt;

/// A control location of one function. Prints as `loc7`, the spelling `ax show cfg` uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loc(pub u32);

impl fmt::Display for Loc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loc{}", self.0)
    }
}

#[derive(Debug)]
pub struct Graph<'f> {
    pub flow: &'f Flow,
    /// Outgoing edges by location. Location 0 is the entry.
    pub edges: Vec<Vec<Edge<'f>>>,
    /// Where the function ends, if it can.
    pub exit: Option<Loc>,
}

#[derive(Clone, Debug)]
pub struct Edge<'f> {
    pub label: Label<'f>,
    pub to: Loc,
}

#[derive(Clone, Copy, Debug)]
pub enum Label<'f> {
    Step(StepId),
    /// The negated condition.
    Not(StepId),
    /// A value kept for a later step of the same statement.
    Let(u32, &'f Expr),
    /// A choice that data the graph does not know makes.
    Any,
}

pub fn build(flow: &Flow) -> Graph<'_> {
    let mut maker = Maker { edges: vec![Vec::new()], labels: HashMap::new(), scopes: HashMap::new(), exit: 0 };
    let entry = maker.block(&flow.body, 0);
    maker.finish(flow, entry)
}

struct Maker<'f> {
    /// `None` as a label: nothing happens, the location is the next one.
    edges: Vec<Vec<(Option<Label<'f>>, usize)>>,
    labels: HashMap<u32, usize>,
    /// Where `break` and `continue` go.
    scopes: HashMap<ScopeId, (usize, usize)>,
    exit: usize,
}

impl<'f> Maker<'f> {
    fn fresh(&mut self) -> usize {
        self.edges.push(Vec::new());
        self.edges.len() - 1
    }

    fn label(&mut self, id: u32) -> usize {
        if let Some(l) = self.labels.get(&id) {
            return *l;
        }
        let l = self.fresh();
        self.labels.insert(id, l);
        l
    }

    /// The entry of a sequence that goes on at `to`.
    fn block(&mut self, nodes: &'f [Node], to: usize) -> usize {
        nodes.iter().rev().fold(to, |next, n| self.node(n, next))
    }

    fn node(&mut self, node: &'f Node, to: usize) -> usize {
        match node {
            Node::Step(s) => self.edge(Label::Step(*s), to),
            Node::Let { temp, value } => self.edge(Label::Let(*temp, value), to),
            Node::If { condition, then, otherwise } => {
                let first = self.block(then, to);
                let second = self.block(otherwise, to);
                let here = self.fresh();
                self.edges[here] = vec![(Some(Label::Step(*condition)), first), (Some(Label::Not(*condition)), second)];
                here
            }
            Node::Loop(l) => {
                let head = self.fresh();
                let again = self.fresh();
                self.scopes.insert(l.id, (to, again));
                let next = self.block(&l.next, head);
                self.edges[again].push((None, next));
                let body = self.block(&l.body, again);
                self.edges[head] = match (l.condition, l.negated) {
                    (None, _) => vec![(None, body)],
                    (Some(c), false) => vec![(Some(Label::Step(c)), body), (Some(Label::Not(c)), to)],
                    (Some(c), true) => vec![(Some(Label::Not(c)), body), (Some(Label::Step(c)), to)],
                };
                head
            }
            Node::Switch(s) => {
                self.scopes.insert(s.id, (to, to));
                let here = self.fresh();
                let mut next = to;
                let mut edges = Vec::new();
                for arm in s.arms.iter().rev() {
                    let entry = self.block(&arm.body, if arm.implicit { to } else { next });
                    edges.push((Some(Label::Step(arm.guard)), entry));
                    if !arm.implicit {
                        next = entry;
                    }
                }
                edges.reverse();
                self.edges[here] = edges;
                here
            }
            Node::Label(l) => {
                let here = self.label(l.0);
                self.edges[here] = vec![(None, to)];
                here
            }
            Node::Goto(l) => self.label(l.0),
            Node::AnyLabel(list, _) => {
                let targets: Vec<usize> = list.iter().map(|l| self.label(l.0)).collect();
                let here = self.fresh();
                self.edges[here] = targets.into_iter().map(|t| (Some(Label::Any), t)).collect();
                here
            }
            Node::Break(s) => self.scopes.get(s).map_or(to, |x| x.0),
            Node::Continue(s) => self.scopes.get(s).map_or(to, |x| x.1),
            Node::Return(s) => self.edge(Label::Step(*s), self.exit),
            Node::Exit => self.exit,
        }
    }

    fn edge(&mut self, label: Label<'f>, to: usize) -> usize {
        let here = self.fresh();
        self.edges[here] = vec![(Some(label), to)];
        here
    }

    /// Where one really is: through locations where nothing happens. A loop of nothing stays at its last member.
    fn real(&self, mut at: usize) -> usize {
        for _ in 0..self.edges.len() {
            match self.edges[at].as_slice() {
                [(None, next)] if *next != at => at = *next,
                _ => break,
            }
        }
        at
    }

    fn finish(self, flow: &'f Flow, entry: usize) -> Graph<'f> {
        let mut numbers: HashMap<usize, Loc> = HashMap::new();
        let mut order = Vec::new();
        let mut stack = vec![self.real(entry)];
        while let Some(at) = stack.pop() {
            if numbers.contains_key(&at) {
                continue;
            }
            numbers.insert(at, Loc(order.len() as u32));
            order.push(at);
            stack.extend(self.edges[at].iter().rev().map(|(_, to)| self.real(*to)));
        }
        let edges = order.iter().map(|at| {
            let out = self.edges[*at].iter();
            out.map(|(label, to)| Edge { label: label.unwrap_or(Label::Any), to: numbers[&self.real(*to)] }).collect()
        });
        Graph { flow, edges: edges.collect(), exit: numbers.get(&self.exit).copied() }
    }
}
