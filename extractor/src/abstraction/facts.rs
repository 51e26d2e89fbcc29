//! What each function of a program does to pointers and globals, found once for all extractions.

use crate::flow::{Flow, Node, StepKind, condition};
use crate::lower::dialect;
use crate::program::{Expr, ExprKind, FunctionId, Init, ObjectId, Program, Storage, Type};
use std::collections::{BTreeSet, HashMap};

/// Facts about a whole program.
#[derive(Debug, Default)]
pub struct Facts {
    /// The program is written for a verifier.
    pub dialect: bool,
    /// The same for local integers.
    pub integers: HashMap<ObjectId, Definitions>,
    /// How often a pointer is set, and whether its own address is taken: by object.
    pub pointers: HashMap<ObjectId, Definitions>,
    /// Functions whose address is taken: a call through a pointer may be of any of them.
    pub addressed: BTreeSet<FunctionId>,
    /// By function: what it changes itself and through the functions it calls.
    pub effects: Vec<Effects>,
}

#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub count: u32,
    pub addressed: bool,
    /// The only definition is the initialiser of its declaration.
    pub declared: bool,
    /// The value of the only definition, if it is an expression of the function the pointer belongs to.
    pub value: Option<Expr>,
}

#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Globals it assigns to.
    pub writes: BTreeSet<ObjectId>,
    /// It stores through pointers, or calls what may.
    pub through_pointers: bool,
    /// Objects outside of functions whose address it stores or passes on.
    pub addresses: BTreeSet<ObjectId>,
    pub calls: BTreeSet<FunctionId>,
}

pub fn find(program: &Program, flows: &[Flow]) -> Facts {
    let dialect = dialect::is_spoken(program, u32::MAX);
    let mut facts = Facts { dialect, effects: vec![Effects::default(); flows.len()], ..Facts::default() };
    for object in &program.objects {
        let mut scan = Scan { program, facts: &mut facts, function: 0 };
        match &object.init {
            Some(Init::Expr(e)) => scan.read(e),
            Some(Init::List(items)) => items.iter().for_each(|i| scan.read(&i.value)),
            _ => {}
        }
    }
    for (id, object) in program.objects.iter().enumerate() {
        if is_pointer(program, ObjectId(id as u32))
            && matches!(object.storage, Storage::Global | Storage::FileStatic | Storage::LocalStatic)
        {
            let entry = facts.pointers.entry(ObjectId(id as u32)).or_default();
            entry.count += 1;
            entry.value = object.init.as_ref().and_then(as_expr);
        }
    }
    for (index, flow) in flows.iter().enumerate() {
        let mut scan = Scan { program, facts: &mut facts, function: index };
        for p in &program.function(flow.function).parameters {
            match is_pointer(program, *p) {
                true => scan.facts.pointers.entry(*p).or_default().count += 1,
                false => scan.facts.integers.entry(*p).or_default().count += 1,
            }
        }
        for step in &flow.steps {
            scan.step(&step.kind);
        }
        scan.lets(&flow.body);
    }
    close(&mut facts.effects);
    facts
}

fn as_expr(init: &Init) -> Option<Expr> {
    match init {
        Init::Expr(e) => Some(e.clone()),
        _ => None,
    }
}

pub fn is_pointer(program: &Program, object: ObjectId) -> bool {
    matches!(program.ty(program.object(object).ty), Type::Pointer(_))
}

struct Scan<'s> {
    program: &'s Program,
    facts: &'s mut Facts,
    function: usize,
}

impl Scan<'_> {
    fn step(&mut self, kind: &StepKind) {
        match kind {
            StepKind::Declare { inits, .. } => {
                for (object, init) in inits {
                    match is_pointer(self.program, *object) {
                        true => self.define(*object, as_expr(init), true),
                        false => self.facts.integers.entry(*object).or_default().count += 1,
                    }
                    match init {
                        Init::Expr(e) => self.given(e),
                        Init::List(items) => items.iter().for_each(|i| self.given(&i.value)),
                        Init::Opaque(_) => {}
                    }
                }
            }
            StepKind::Assign { target, value } => {
                self.write(target, Some(value));
                self.given(value);
            }
            StepKind::Call { target, call } => {
                if let Some(t) = target {
                    self.write(t, None);
                }
                self.call(call);
            }
            StepKind::Condition(e) => match &e.kind {
                ExprKind::Call { .. } => self.call(e),
                _ => self.read(e),
            },
            StepKind::Case { value: e, .. }
            | StepKind::Default { value: e, .. }
            | StepKind::Evaluate(e)
            | StepKind::Assert(e) => self.read(e),
            StepKind::Return(value) => value.iter().for_each(|v| self.given(v)),
            StepKind::Opaque { writes, reads } => {
                for w in writes {
                    self.write(w, None);
                }
                reads.iter().for_each(|r| self.read(r));
                self.facts.effects[self.function].through_pointers = true;
            }
        }
    }

    fn lets(&mut self, nodes: &[Node]) {
        for n in nodes {
            match n {
                Node::Let { value, .. } => self.given(value),
                Node::If { then, otherwise, .. } => {
                    self.lets(then);
                    self.lets(otherwise);
                }
                Node::Loop(l) => {
                    self.lets(&l.body);
                    self.lets(&l.next);
                }
                Node::Switch(s) => s.arms.iter().for_each(|a| self.lets(&a.body)),
                _ => {}
            }
        }
    }

    fn call(&mut self, call: &Expr) {
        let effects = &mut self.facts.effects[self.function];
        match condition::callee(call) {
            Some(f) => {
                effects.calls.insert(f);
            }
            None => effects.through_pointers = true,
        }
        // The name of a function that is called is no address that is taken.
        match (&call.kind, condition::callee(call)) {
            // What is not in the sources is given what it needs, and keeps nothing.
            (ExprKind::Call { arguments, .. }, Some(f)) if self.program.function(f).body.is_none() => {
                arguments.iter().for_each(|x| self.read(x));
            }
            (ExprKind::Call { arguments, .. }, Some(_)) => arguments.iter().for_each(|x| self.given(x)),
            _ => condition::operands(call, &mut |x| self.given(x)),
        }
    }

    fn define(&mut self, object: ObjectId, value: Option<Expr>, declared: bool) {
        let entry = self.facts.pointers.entry(object).or_default();
        entry.count += 1;
        entry.declared = declared && entry.count == 1;
        entry.value = if entry.count == 1 { value } else { None };
    }

    fn write(&mut self, target: &Expr, value: Option<&Expr>) {
        if let ExprKind::Object(o) = &target.kind {
            match is_pointer(self.program, *o) {
                true => self.define(*o, value.cloned(), false),
                false => self.facts.integers.entry(*o).or_default().count += 1,
            }
        }
        match root(self.program, target) {
            Some(o) => {
                if !matches!(self.program.object(o).storage, Storage::Local | Storage::Parameter) {
                    self.facts.effects[self.function].writes.insert(o);
                }
            }
            None => {
                if !matches!(target.kind, ExprKind::Temp { .. }) {
                    self.facts.effects[self.function].through_pointers = true;
                }
            }
        }
        condition::operands(target, &mut |x| self.read(x));
    }

    fn read(&mut self, e: &Expr) {
        if let ExprKind::Function(f) = &e.kind {
            self.facts.addressed.insert(*f);
        }
        if let ExprKind::AddressOf(x) = &e.kind
            && let ExprKind::Object(o) = &x.kind
        {
            match is_pointer(self.program, *o) {
                true => self.facts.pointers.entry(*o).or_default().addressed = true,
                false => self.facts.integers.entry(*o).or_default().addressed = true,
            }
        }
        condition::operands(e, &mut |x| self.read(x));
    }
}

impl Scan<'_> {
    /// A value goes somewhere, with the addresses that it is made of.
    fn given(&mut self, e: &Expr) {
        self.read(e);
        self.addresses(e);
    }

    fn addresses(&mut self, e: &Expr) {
        let named = match &e.kind {
            ExprKind::AddressOf(x) => root(self.program, x),
            _ if matches!(self.program.ty(e.ty), Type::Array(..)) => root(self.program, e),
            _ => None,
        };
        if let Some(o) = named
            && !matches!(self.program.object(o).storage, Storage::Local | Storage::Parameter)
        {
            self.facts.effects[self.function].addresses.insert(o);
        }
        condition::operands(e, &mut |x| self.addresses(x));
    }
}

/// The object an lvalue is part of, if no pointer is on the way.
pub fn root(program: &Program, e: &Expr) -> Option<ObjectId> {
    let mut e = e;
    loop {
        e = match &e.kind {
            ExprKind::Object(o) => return Some(*o),
            ExprKind::Member { base, arrow: false, .. } => base,
            ExprKind::Index(base, _) if matches!(program.ty(base.ty), Type::Array(..)) => base,
            _ => return None,
        }
    }
}

/// Takes over what the functions called do, until nothing changes.
fn close(effects: &mut [Effects]) {
    let mut changed = true;
    while changed {
        changed = false;
        for f in 0..effects.len() {
            for callee in effects[f].calls.clone() {
                let Some(other) = effects.get(callee.0 as usize) else { continue };
                let (writes, through, addresses) =
                    (other.writes.clone(), other.through_pointers, other.addresses.clone());
                let own = &mut effects[f];
                let size = |e: &Effects| (e.writes.len(), e.through_pointers, e.addresses.len());
                let before = size(own);
                own.writes.extend(writes);
                own.through_pointers |= through;
                own.addresses.extend(addresses);
                changed |= before != size(own);
            }
        }
    }
}
