//! From the flow and the judgements to the tree of the model.

use super::names::Book;
use super::{Branch, Item, ROOT, Statement};
use crate::abstraction::{Abstraction, InstanceId};
use crate::flow::{LabelId, Loop, Node, ScopeId, StepId, StepKind, Switch, falls_through};
use promela::ast::{Stmt, StmtKind};
use promela::finding::Findings;
use std::collections::HashMap;

/// Rests of a sequence are moved into a branch only so deep: beyond, a `goto` reads better.
const DEEPEST: u32 = 6;

/// A jump that is not needed where falling off the end of a sequence does the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tail {
    Continue(InstanceId, ScopeId),
    /// Out of a `switch`.
    Leave(InstanceId, ScopeId),
    Return(InstanceId),
    Label(InstanceId, LabelId),
}

pub struct Builder<'t, 'a> {
    pub abstraction: &'t Abstraction<'a>,
    pub book: Book<'t, 'a>,
    /// Names of labels that were jumped to.
    labels: HashMap<Tail, String>,
    /// Initial values of variables that the head of the model gives.
    pub initial: HashMap<crate::abstraction::Var, promela::ast::Expr>,
    /// How many `tmp` variables there are.
    pub fetched: usize,
    /// Structs whose typedef is the user's: the user's Promela speaks of them, or keeps what has no exact translation.
    pub foreign: std::collections::BTreeSet<crate::program::RecordId>,
    /// Values that a table's Promela uses and that were evaluated before it, by metavariable and C text.
    pub operands: HashMap<(String, String), promela::ast::Expr>,
    /// The first `tmp` variable that no operand of the call at hand uses.
    pub first_free: usize,
    /// The variable that the result of a table's Promela is in, until it is stored.
    pub result: Option<promela::ast::VarRef>,
    /// What must happen before all else: initial values that no declaration gives.
    pub prologue: Vec<Stmt>,
    /// What is wrong with the Promela of tables.
    pub problems: Findings,
    /// A statement tests an index.
    pub tests_indices: bool,
    nesting: u32,
}

impl<'t, 'a> Builder<'t, 'a> {
    pub fn new(abstraction: &'t Abstraction<'a>) -> Builder<'t, 'a> {
        Builder {
            abstraction,
            book: Book::new(abstraction),
            labels: HashMap::new(),
            initial: HashMap::new(),
            fetched: 0,
            foreign: Default::default(),
            operands: HashMap::new(),
            first_free: 0,
            result: None,
            prologue: Vec::new(),
            problems: Findings::default(),
            tests_indices: false,
            nesting: 0,
        }
    }

    /// The body of the model.
    pub fn root(&mut self) -> Vec<Item> {
        let flow = self.abstraction.flow(ROOT);
        let mut out = Vec::new();
        let leading = flow
            .body
            .iter()
            .take_while(|n| matches!(n, Node::Step(s) if matches!(flow.step(*s).kind, StepKind::Declare { .. })));
        let leading = leading.count();
        for node in &flow.body[..leading] {
            if let Node::Step(id) = node {
                self.declare_at_start(*id, &mut out);
            }
        }
        self.block(ROOT, &flow.body[leading..], &[Tail::Return(ROOT)], &mut out);
        self.place_label(Tail::Return(ROOT), &mut out);
        out
    }

    /// A label that was jumped to stands here.
    pub fn place_label(&mut self, tail: Tail, out: &mut Vec<Item>) {
        if let Some(name) = self.labels.get(&tail) {
            out.push(Item::Label(name.clone()));
        }
    }

    fn jump(&mut self, tail: Tail, tails: &[Tail], out: &mut Vec<Item>) {
        if tails.contains(&tail) {
            return;
        }
        let name = self.label_name(tail);
        out.push(Item::Goto(name));
    }

    fn label_name(&mut self, tail: Tail) -> String {
        if let Some(name) = self.labels.get(&tail) {
            return name.clone();
        }
        let program = self.abstraction.program;
        let function = |at: InstanceId| program.function(self.abstraction.instance(at).function).name.clone();
        let wanted = match tail {
            Tail::Continue(..) => "continue_loop".to_string(),
            Tail::Leave(..) => "switch_end".to_string(),
            Tail::Return(ROOT) => "return_".to_string() + &function(ROOT),
            Tail::Return(at) => "return_".to_string() + &function(at),
            Tail::Label(at, l) => self.abstraction.flow(at).labels[l.0 as usize].clone(),
        };
        let name = self.book.label(&wanted);
        self.labels.insert(tail, name.clone());
        name
    }

    /// A sequence; falling off its end does the same as any of `tails`.
    pub fn block(&mut self, at: InstanceId, nodes: &[Node], tails: &[Tail], out: &mut Vec<Item>) {
        let from = out.len();
        self.sequence(at, nodes, tails, out);
        out[from..].iter_mut().for_each(|item| item.stand_in(at));
    }

    fn sequence(&mut self, at: InstanceId, nodes: &[Node], tails: &[Tail], out: &mut Vec<Item>) {
        let mut done = 0;
        for (index, node) in nodes.iter().enumerate() {
            if index < done {
                continue;
            }
            if let (Node::Let { temp, value }, Some(Node::Step(id))) = (node, nodes.get(index + 1))
                && self.atomic_update(at, *temp, value, *id, out)
            {
                done = index + 2;
                continue;
            }
            let rest = &nodes[index + 1..];
            let after: Vec<Tail> = match rest.first() {
                None => tails.to_vec(),
                Some(Node::Label(l)) => vec![Tail::Label(at, *l)],
                Some(_) => Vec::new(),
            };
            if let Node::If { condition, then, otherwise } = node
                && !rest.is_empty()
                && self.nesting < DEEPEST
                && let Some(first) = self.early(at, then, otherwise, rest, tails)
            {
                self.nesting += 1;
                let (mut a, mut b) = (Vec::new(), Vec::new());
                if first {
                    self.block(at, then, tails, &mut a);
                    self.block(at, otherwise, &[], &mut b);
                    self.block(at, rest, tails, &mut b);
                } else {
                    self.block(at, then, &[], &mut a);
                    self.block(at, rest, tails, &mut a);
                    self.block(at, otherwise, tails, &mut b);
                }
                self.nesting -= 1;
                self.choice(at, *condition, a, b, out);
                return;
            }
            self.node(at, node, &after, out);
        }
    }

    /// Whether one way of a branch leaves the sequence with a jump that falling off its end would save; which.
    fn early(&self, at: InstanceId, then: &[Node], otherwise: &[Node], rest: &[Node], tails: &[Tail]) -> Option<bool> {
        let leaves = |nodes: &[Node]| match nodes.last() {
            Some(Node::Continue(s)) => tails.contains(&Tail::Continue(at, *s)),
            Some(Node::Break(s)) => tails.contains(&Tail::Leave(at, *s)),
            Some(Node::Return(_)) => tails.contains(&Tail::Return(at)),
            _ => false,
        };
        // A rest that is a jump itself needs no moving.
        if matches!(rest, [Node::Goto(_) | Node::Break(_) | Node::Continue(_)]) {
            return None;
        }
        match (leaves(then) && falls_through(otherwise), leaves(otherwise) && falls_through(then)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    fn node(&mut self, at: InstanceId, node: &Node, tails: &[Tail], out: &mut Vec<Item>) {
        match node {
            Node::Step(id) => self.step(at, *id, out),
            Node::Let { temp, value } => self.keep_value(at, *temp, value, out),
            Node::If { condition, then, otherwise } => {
                let (mut a, mut b) = (Vec::new(), Vec::new());
                self.block(at, then, tails, &mut a);
                self.block(at, otherwise, tails, &mut b);
                self.choice(at, *condition, a, b, out);
            }
            Node::Loop(l) => self.repeat(at, l, out),
            Node::Switch(s) => self.switch(at, s, tails, out),
            Node::Label(l) => {
                let name = self.label_name(Tail::Label(at, *l));
                out.push(Item::Label(name));
            }
            Node::Goto(l) => self.jump(Tail::Label(at, *l), tails, out),
            Node::AnyLabel(labels, span) => {
                let mut branches = Vec::new();
                for l in labels {
                    let name = self.label_name(Tail::Label(at, *l));
                    let items = vec![Item::Statement(Statement::any_way(&name, *span)), Item::Goto(name)];
                    branches.push(Branch { items, guarded: true, never: false });
                }
                out.push(Item::If(branches));
            }
            Node::Break(s) if self.is_loop(at, *s) => out.push(Item::Break),
            Node::Break(s) => self.jump(Tail::Leave(at, *s), tails, out),
            Node::Continue(s) => self.jump(Tail::Continue(at, *s), tails, out),
            Node::Exit => self.jump(Tail::Return(ROOT), tails, out),
            Node::Return(id) => {
                self.returned(at, *id, out);
                self.jump(Tail::Return(at), tails, out);
            }
        }
    }

    fn is_loop(&self, at: InstanceId, scope: ScopeId) -> bool {
        fn find(nodes: &[Node], scope: ScopeId) -> Option<bool> {
            nodes.iter().find_map(|n| match n {
                Node::Loop(l) if l.id == scope => Some(true),
                Node::Switch(s) if s.id == scope => Some(false),
                Node::Loop(l) => find(&l.body, scope).or_else(|| find(&l.next, scope)),
                Node::Switch(s) => s.arms.iter().find_map(|a| find(&a.body, scope)),
                Node::If { then, otherwise, .. } => find(then, scope).or_else(|| find(otherwise, scope)),
                _ => None,
            })
        }
        find(&self.abstraction.flow(at).body, scope).unwrap_or(true)
    }

    /// `if :: condition -> … :: !condition -> … fi`
    fn choice(
        &mut self,
        at: InstanceId,
        condition: StepId,
        then: Vec<Item>,
        otherwise: Vec<Item>,
        out: &mut Vec<Item>,
    ) {
        let (before, yes, no) = self.guards(at, condition);
        out.extend(before);
        out.push(Item::If(vec![with_guard(yes, then), with_guard(no, otherwise)]));
    }

    fn repeat(&mut self, at: InstanceId, l: &Loop, out: &mut Vec<Item>) {
        let again = Tail::Continue(at, l.id);
        let mut body = Vec::new();
        let nesting = std::mem::take(&mut self.nesting);
        self.block(at, &l.body, &[again], &mut body);
        let used = self.labels.get(&again).cloned();
        if !l.next.is_empty() {
            if let Some(name) = &used {
                body.push(Item::Label(name.clone()));
            }
            self.block(at, &l.next, &[], &mut body);
        } else if let Some(name) = &used {
            // `continue` goes to the test, and the test is the loop itself.
            out.push(Item::Label(name.clone()));
        }
        self.nesting = nesting;
        let branches = match l.condition {
            None => vec![Branch { items: body, guarded: false, never: false }],
            Some(condition) => {
                let (before, yes, no) = self.guards(at, condition);
                let (on, off) = if l.negated { (no, yes) } else { (yes, no) };
                let ways = vec![with_guard(on, body), with_guard(off, vec![Item::Break])];
                if before.is_empty() {
                    ways
                } else {
                    let mut items = before;
                    items.push(Item::If(ways));
                    vec![Branch { items, guarded: false, never: false }]
                }
            }
        };
        out.push(Item::Do(branches));
    }

    fn switch(&mut self, at: InstanceId, s: &Switch, tails: &[Tail], out: &mut Vec<Item>) {
        let leave = Tail::Leave(at, s.id);
        let mut inner = tails.to_vec();
        inner.push(leave);
        let guards: Vec<StepId> = s.arms.iter().map(|a| a.guard).collect();
        let (before, guards) = self.case_guards(at, &guards);
        out.extend(before);
        let mut branches = Vec::new();
        let mut enter: Option<String> = None;
        for (index, (arm, guard)) in s.arms.iter().zip(guards).enumerate() {
            let mut body = Vec::new();
            if let Some(name) = enter.take() {
                body.push(Item::Label(name));
            }
            let falls = falls_through(&arm.body) && s.arms.get(index + 1).is_some_and(|next| !next.implicit);
            self.block(at, &arm.body, if falls { &[] } else { &inner }, &mut body);
            if falls {
                let name = self.book.label("case_below");
                body.push(Item::Goto(name.clone()));
                enter = Some(name);
            }
            branches.push(with_guard(guard, body));
        }
        out.push(Item::If(branches));
        self.place_label(leave, out);
    }
}

/// A guard of a branch, as `statement` makes it.
pub struct Guard {
    pub item: Statement,
    pub never: bool,
}

fn with_guard(guard: Guard, body: Vec<Item>) -> Branch {
    // What only prints is a statement like any other.
    let guarded = !matches!(guard.item.code.first(), Some(Stmt { kind: StmtKind::Printf { .. }, .. }));
    let mut items = vec![Item::Statement(guard.item)];
    items.extend(body);
    Branch { items, guarded, never: guard.never }
}
