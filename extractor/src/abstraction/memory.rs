//! Accesses through pointers of which the model does not know that they lead to a live object: each stands in the way
//! of a pass.
//!
//! The model follows pointers that can only mean one object. What such a pointer leads to must also live as long as the
//! pointer: the address of a variable of an inner block is of no use after the block. Every other access through a
//! pointer may be one that C does not allow.
//!
//! Speaks of closed models only. In the model of a harness, what is given to a function is unknown, and so is whether
//! its pointers lead anywhere. What a user's table decides is the user's word. Data that is read before it is set is
//! found in `unset`.

use super::{Abstraction, InstanceId, Obstacle, Place, Var};
use crate::flow::{Node, StepId, StepKind, condition};
use crate::program::{Expr, ExprKind, FunctionId, Member, ObjectId, Program, Stmt, StmtKind, Storage, Type};
use abstraction_tables::entry::Mapping;
use promela::source::Span;
use std::collections::HashMap;

/// The accesses of a closed program that are not known to be right.
pub fn obstacles(abstraction: &Abstraction<'_>) -> Vec<Obstacle> {
    let mut search = Search { abstraction, blocks: HashMap::new(), found: Vec::new() };
    if !abstraction.is_judged() {
        return search.found;
    }
    for at in abstraction.instance_ids() {
        let flow = abstraction.flow(at);
        search.scopes(flow.function);
        for (index, step) in flow.steps.iter().enumerate() {
            if !search.is_the_users(at, StepId(index as u32)) {
                condition::step_expressions(&step.kind, &mut |e| search.access(at, e));
                search.bit_field(at, &step.kind);
            }
        }
        search.lets(at, &flow.body);
    }
    search.found
}

struct Search<'t, 'a> {
    abstraction: &'t Abstraction<'a>,
    /// The blocks around the declaration of a local, outermost first.
    blocks: HashMap<ObjectId, Vec<u32>>,
    found: Vec<Obstacle>,
}

impl Search<'_, '_> {
    fn program(&self) -> &Program {
        self.abstraction.program
    }

    fn add(&mut self, what: String, span: Span) {
        if !self.found.iter().any(|o| o.span == span && o.what == what) {
            self.found.push(Obstacle { what, span });
        }
    }

    fn is_the_users(&self, at: InstanceId, id: StepId) -> bool {
        let row = self.abstraction.row_decision(at, id, false).or_else(|| self.abstraction.call_decision(at, id));
        row.is_some_and(|d| !d.new && !d.origin.shipped && d.mapping != Mapping::Keep)
    }

    /// A compiler may write the whole unit of a bit-field, and with it those that share no byte with it.
    fn bit_field(&mut self, at: InstanceId, kind: &StepKind) {
        let target = match kind {
            StepKind::Assign { target, .. } | StepKind::Call { target: Some(target), .. } => target,
            _ => return,
        };
        let ExprKind::Member { record, member, .. } = &target.kind else { return };
        let shared = self.abstraction.resolve(at, target).is_ok_and(|p| self.abstraction.is_shared(p.var));
        let members = self.program().record(*record).members.as_deref().unwrap_or(&[]);
        let Some((own, bits)) = members.get(*member as usize).and_then(|m| Some((m, m.bits?))) else { return };
        if !shared || !self.abstraction.has_threads() {
            return;
        }
        let unit = |m: &Member| m.offset / (8 * self.program().size_of(m.ty).unwrap_or(4));
        let bytes = |m: &Member, bits: u8| m.offset / 8..=(m.offset + u64::from(bits) - 1) / 8;
        let apart = |m: &Member| {
            let other = m.bits.map(|b| bytes(m, b));
            other.is_some_and(|b| b.start() > bytes(own, bits).end() || b.end() < bytes(own, bits).start())
        };
        if members.iter().any(|m| unit(m) == unit(own) && apart(m)) {
            let text = crate::program::print::expression(self.program(), target);
            let what = format!("`{text}`: what else is written with this bit-field depends on the compiler");
            self.add(what, target.span);
        }
    }

    fn lets(&mut self, at: InstanceId, nodes: &[Node]) {
        for n in nodes {
            match n {
                Node::Let { value, .. } => self.accesses(at, value),
                Node::If { then, otherwise, .. } => {
                    self.lets(at, then);
                    self.lets(at, otherwise);
                }
                Node::Loop(l) => {
                    self.lets(at, &l.body);
                    self.lets(at, &l.next);
                }
                Node::Switch(s) => s.arms.iter().for_each(|a| self.lets(at, &a.body)),
                Node::Step(_)
                | Node::Label(_)
                | Node::Goto(_)
                | Node::AnyLabel(..)
                | Node::Break(_)
                | Node::Continue(_)
                | Node::Return(_)
                | Node::Exit => {}
            }
        }
    }

    /// All accesses of an expression.
    fn accesses(&mut self, at: InstanceId, e: &Expr) {
        self.access(at, e);
        condition::operands(e, &mut |x| self.accesses(at, x));
    }

    fn access(&mut self, at: InstanceId, e: &Expr) {
        let pointer = match &e.kind {
            ExprKind::Deref(p) | ExprKind::Member { base: p, arrow: true, .. } => &**p,
            ExprKind::Index(p, _) if !matches!(self.program().ty(p.ty), Type::Array(..)) => &**p,
            _ => return,
        };
        if matches!(self.program().ty(e.ty), Type::Function { .. }) {
            return;
        }
        let alive = match self.abstraction.resolve(at, e) {
            Ok(place) => self.outlives(at, pointer, &place),
            Err(_) => false,
        };
        if !alive {
            let text = crate::program::print::expression(self.program(), e);
            self.add(format!("`{text}`: whether the pointer leads to a live object is not checked"), e.span);
        }
    }

    /// The object that a pointer leads to lives wherever the pointer does.
    fn outlives(&self, at: InstanceId, pointer: &Expr, place: &Place) -> bool {
        let Var::Local(i, object) = place.var else { return !matches!(place.var, Var::Temp(..) | Var::Result(_)) };
        let Some(holder) = holder(pointer) else { return true };
        let in_function = matches!(self.program().object(holder).storage, Storage::Local);
        if i != at || !in_function {
            return true;
        }
        match (self.blocks.get(&object), self.blocks.get(&holder)) {
            // A parameter is declared in no block.
            (None, _) => true,
            (Some(inner), Some(outer)) => outer.starts_with(inner),
            (Some(inner), None) => inner.is_empty(),
        }
    }

    /// The blocks of a function, and what is declared in each.
    fn scopes(&mut self, function: FunctionId) {
        let mut next = 0;
        if let Some(body) = &self.abstraction.program.function(function).body {
            block(body, &mut Vec::new(), &mut next, &mut self.blocks);
        }
    }
}

/// The variable that a pointer is read from.
fn holder(pointer: &Expr) -> Option<ObjectId> {
    match &pointer.kind {
        ExprKind::Object(o) => Some(*o),
        ExprKind::Cast { operand, .. } => holder(operand),
        ExprKind::Binary(b) => holder(&b.left).or_else(|| holder(&b.right)),
        _ => None,
    }
}

fn block(list: &[Stmt], around: &mut Vec<u32>, next: &mut u32, found: &mut HashMap<ObjectId, Vec<u32>>) {
    for s in list {
        statement(s, around, next, found);
    }
}

fn statement(s: &Stmt, around: &mut Vec<u32>, next: &mut u32, found: &mut HashMap<ObjectId, Vec<u32>>) {
    let mut inside = |list: &[&Stmt], around: &mut Vec<u32>| {
        *next += 1;
        around.push(*next);
        list.iter().for_each(|s| statement(s, around, next, found));
        around.pop();
    };
    match &s.kind {
        StmtKind::Block(list) => inside(&list.iter().collect::<Vec<_>>(), around),
        StmtKind::For { init, body, .. } => {
            let list: Vec<&Stmt> = init.iter().map(|i| &**i).chain([&**body]).collect();
            inside(&list, around);
        }
        StmtKind::Declaration(d) => {
            for declarator in &d.declarators {
                found.insert(declarator.object, around.clone());
            }
        }
        StmtKind::If { then, otherwise, .. } => {
            inside(&[then], around);
            if let Some(o) = otherwise {
                inside(&[o], around);
            }
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::Switch { body, .. } => {
            inside(&[body], around);
        }
        StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
            statement(body, around, next, found);
        }
        StmtKind::Expr(_)
        | StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Asm { .. } => {}
    }
}
