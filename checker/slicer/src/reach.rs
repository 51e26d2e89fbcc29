//! Which statements give a local variable the value that another one reads.
//!
//! Models of C use one variable for many values in turn: what is fetched before it is used. A reader depends on the
//! statements that set the variable last on some way to it, and on no others. Only plain scalars of a body are looked
//! at: an element of an array, what other processes can see and what a `d_step` does count as set by all that set it.

use super::facts::Context;
use super::graph::{Graph, Statements};
use super::objects::{Object, What};
use super::visit::StmtId;
use promela::ast::TypeName;
use std::collections::{HashMap, HashSet};

/// The steps of one process, backwards.
pub struct Reach {
    /// The steps that come to each point: the point they leave, and the edge.
    ins: Vec<Vec<(u32, u32)>>,
    /// The points that each statement leaves.
    leaves: HashMap<StmtId, Vec<u32>>,
    /// Statements with more than one edge: a loop sets its variable at one of them.
    several: HashSet<StmtId>,
}

impl Reach {
    pub fn of(graph: &Graph) -> Reach {
        let mut ins = vec![Vec::new(); graph.places.len()];
        let mut leaves: HashMap<StmtId, Vec<u32>> = HashMap::new();
        for (from, outs) in graph.outs.iter().enumerate() {
            for &e in outs {
                let edge = &graph.edges[e as usize];
                ins[edge.to.0 as usize].push((from as u32, e));
                leaves.entry(edge.stmt).or_default().push(from as u32);
            }
        }
        let mut once = HashSet::new();
        let several = graph.edges.iter().map(|edge| edge.stmt).filter(|s| !once.insert(*s)).collect();
        Reach { ins, leaves, several }
    }

    /// The steps whose value of `o` may be the one that `reader` reads. `None`: that is not known.
    pub fn definitions(&self, graph: &Graph, all: &Statements, o: Object, reader: StmtId) -> Option<Vec<StmtId>> {
        let mut found = Vec::new();
        let mut seen = vec![false; self.ins.len()];
        let mut queue: Vec<u32> = self.leaves.get(&reader)?.clone();
        while let Some(point) = queue.pop() {
            if std::mem::replace(&mut seen[point as usize], true) {
                continue;
            }
            for &(from, e) in &self.ins[point as usize] {
                let stmt = graph.edges[e as usize].stmt;
                let facts = &all.facts[stmt.0 as usize];
                if facts.sets.iter().any(|(set, _)| *set == o) {
                    found.push(stmt);
                    if !facts.is_decl && !self.several.contains(&stmt) {
                        continue;
                    }
                }
                queue.push(from);
            }
        }
        Some(found)
    }

    /// Whether a statement is a step of its own.
    pub fn is_step(&self, s: StmtId) -> bool {
        self.leaves.contains_key(&s)
    }
}

/// The process of each object that only one process can see, if it is a plain scalar.
pub fn locals(context: &Context, processes: &[&str]) -> Vec<Option<usize>> {
    let local = |what: &What| {
        let What::Scalar(i, _) = what else { return None };
        let v = &context.names.variables[*i];
        let plain = !v.param && !v.hidden && v.declarator.size.is_none();
        if !plain || matches!(v.ty, TypeName::User(_) | TypeName::Chan) {
            return None;
        }
        processes.iter().position(|p| Some(*p) == v.owner.as_deref())
    };
    context.objects.list.iter().map(local).collect()
}
