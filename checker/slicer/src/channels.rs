//! Which channels a channel expression can denote.
//!
//! Channels that can meet in one variable are one *class* (Steensgaard's way: every flow unites). They flow by
//! assignment, by messages and by the arguments of `run`, the three ways of the notes. A channel that flows into a
//! number is *wild*: then all channels are one class, and nothing of them is dropped.

use super::names::Names;
use super::objects::{Class, Object, Objects};
use super::visit;
use super::walk::{self, Mention};
use promela::ast::{Expr, ExprKind, ForRange, Init, Program, ReceiveArg, Stmt, StmtKind, TypeName, Unit, VarRef};
use std::collections::HashMap;

/// What is known of a class.
#[derive(Clone, Debug, Default)]
pub struct ClassFacts {
    /// The types of the message fields, if all channels of the class have the same.
    pub fields: Vec<TypeName>,
    /// Fields cannot be told apart or dropped.
    pub rigid: bool,
    pub rendezvous: bool,
    /// Some operation has the wrong number of arguments.
    pub misfit: bool,
    /// A use may meet a channel that does not exist.
    pub unsafe_use: bool,
    pub sorted: bool,
}

/// The classes of a program.
#[derive(Debug, Default)]
pub struct Channels {
    parent: Vec<usize>,
    fields: HashMap<(usize, usize), usize>,
    nodes: HashMap<Object, usize>,
    pub facts: HashMap<usize, ClassFacts>,
    /// The numbers of channels are looked at.
    pub observed: bool,
    wild: bool,
    /// Types that variables of each class root were declared with.
    declared: Vec<(usize, Vec<TypeName>, bool)>,
    in_structures: Vec<usize>,
}

pub fn is_chan(ty: &TypeName) -> bool {
    matches!(ty, TypeName::Chan)
}

impl Channels {
    pub fn of(program: &Program, names: &Names, objects: &Objects) -> Channels {
        let mut c = Channels::default();
        for (&object, (ty, _)) in &objects.types {
            if is_chan(ty) {
                let node = c.fresh();
                c.nodes.insert(object, node);
            }
        }
        for (&object, (ty, d)) in &objects.types {
            if let (true, Some(Init::Chan(init))) = (is_chan(ty), &d.init) {
                let node = c.nodes[&object];
                let rendezvous = !matches!(init.capacity.kind, ExprKind::Const(n) if n > 0);
                c.declared.push((node, init.fields.clone(), rendezvous));
                // The channels of a typedef belong to many variables.
                let what = objects.what(object);
                if !matches!(what, super::objects::What::Scalar(i, path) if names.variables[*i].key == *path) {
                    c.in_structures.push(node);
                }
            }
        }
        c.initialisers(names, objects);
        // Unions only grow, so passes come to an end; a pass may find fields of classes that met in the one before.
        loop {
            let before = c.size();
            visit::statements(program, &mut |s| c.stmt(s, names, objects));
            for unit in &program.units {
                match unit {
                    Unit::Proctype(p) => p.provided.iter().for_each(|e| c.expr(e, names, objects)),
                    Unit::Ltl(l) => c.expr(&l.formula, names, objects),
                    _ => {}
                }
            }
            if c.size() == before {
                break;
            }
        }
        if c.wild {
            let all: Vec<usize> = c.nodes.values().copied().collect();
            all.windows(2).for_each(|pair| c.unite(pair[0], pair[1]));
        }
        c.judge(program, names, objects);
        c
    }

    fn size(&self) -> (usize, usize, bool) {
        let roots = (0..self.parent.len()).filter(|&i| self.parent[i] == i).count();
        (self.parent.len(), roots, self.wild)
    }

    fn fresh(&mut self) -> usize {
        self.parent.push(self.parent.len());
        self.parent.len() - 1
    }

    fn root(&self, mut i: usize) -> usize {
        while self.parent[i] != i {
            i = self.parent[i];
        }
        i
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        self.parent[b] = a;
        let moved: Vec<(usize, usize)> =
            self.fields.iter().filter(|((r, _), _)| *r == b).map(|(&(_, i), &n)| (i, n)).collect();
        for (i, node) in moved {
            self.fields.remove(&(b, i));
            match self.fields.get(&(a, i)) {
                Some(&other) => self.unite(other, node),
                None => {
                    self.fields.insert((a, i), node);
                }
            }
        }
    }

    fn field(&mut self, class: usize, i: usize) -> usize {
        let root = self.root(class);
        if let Some(&node) = self.fields.get(&(root, i)) {
            return node;
        }
        let node = self.fresh();
        self.fields.insert((root, i), node);
        node
    }

    /// The class of what a reference denotes; `None` if it is no channel variable.
    pub fn class(&self, v: &VarRef, objects: &Objects) -> Option<Class> {
        match objects.of_ref(v) {
            [one] => self.nodes.get(one).map(|&n| Class(self.root(n) as u32)),
            _ => None,
        }
    }

    pub fn class_of(&self, o: Object) -> Option<Class> {
        self.nodes.get(&o).map(|&n| Class(self.root(n) as u32))
    }

    pub fn get(&self, class: Class) -> &ClassFacts {
        static NONE: std::sync::OnceLock<ClassFacts> = std::sync::OnceLock::new();
        self.facts.get(&(class.0 as usize)).unwrap_or_else(|| {
            NONE.get_or_init(|| ClassFacts { rigid: true, misfit: true, unsafe_use: true, ..ClassFacts::default() })
        })
    }

    fn initialisers(&mut self, names: &Names, objects: &Objects) {
        for v in &names.variables {
            if let Some(Init::Expr(e)) = &v.declarator.init {
                let target = match objects.of_key(&v.key) {
                    [one] => Some(*one),
                    _ => None,
                };
                self.flow(target, e, names, objects);
            }
            if let Some(Init::List(list)) = &v.declarator.init {
                list.iter().for_each(|e| self.flow(None, e, names, objects));
            }
        }
    }

    /// A value goes to an object, or somewhere that is no scalar variable.
    fn flow(&mut self, target: Option<Object>, e: &Expr, names: &Names, objects: &Objects) {
        let target = target.and_then(|o| self.nodes.get(&o).copied());
        self.flow_to(target, e, names, objects);
    }

    fn flow_to(&mut self, target: Option<usize>, e: &Expr, names: &Names, objects: &Objects) {
        let source = objects.single(e).and_then(|o| self.nodes.get(&o).copied());
        match (target, source) {
            (Some(a), Some(b)) => {
                self.unite(a, b);
                if let ExprKind::Var(v) = &e.kind {
                    v.parts.iter().filter_map(|p| p.index.as_deref()).for_each(|i| self.expr(i, names, objects));
                }
            }
            // A number becomes a channel, other than "none".
            (Some(_), None) => {
                if !matches!(e.kind, ExprKind::Const(0)) {
                    self.wild = true;
                }
                self.expr(e, names, objects);
            }
            (None, Some(_)) => self.wild = true,
            (None, None) => self.expr(e, names, objects),
        }
    }

    /// An expression whose value is a number.
    fn expr(&mut self, e: &Expr, names: &Names, objects: &Objects) {
        if let ExprKind::Run { proctype, args, .. } = &e.kind {
            return self.run(&proctype.name, args, names, objects);
        }
        let mut runs = Vec::new();
        let mut polls = Vec::new();
        let mut channel_numbers = false;
        let mut not_channels = false;
        let nodes = &self.nodes;
        walk::mentions(e, &mut |m| match m {
            Mention::Var(v) => channel_numbers |= objects.of_ref(v).iter().any(|o| nodes.contains_key(o)),
            Mention::Fill(v) => not_channels |= !objects.of_ref(v).iter().all(|o| nodes.contains_key(o)),
            Mention::Poll(v, args) => polls.push((v, args)),
            Mention::Run(p, args) => runs.push((p, args)),
            Mention::RemoteVar(p, v) => {
                let keys = names.remote.get(&(p.to_string(), v.parts[0].name.name.clone()));
                channel_numbers |=
                    keys.into_iter().flatten().flat_map(|k| objects.of_key(k)).any(|o| nodes.contains_key(o));
            }
            _ => {}
        });
        self.observed |= channel_numbers;
        self.wild |= not_channels;
        for (v, args) in polls {
            self.receive(v, args, names, objects);
        }
        for (p, args) in runs {
            self.run(p, args, names, objects);
        }
    }

    fn run(&mut self, proctype: &str, args: &[Expr], names: &Names, objects: &Objects) {
        for (i, a) in args.iter().enumerate() {
            let param = names.params.get(proctype).and_then(|list| list.get(i));
            match param.map(|key| objects.of_key(key)) {
                Some([one]) => {
                    let target = self.nodes.get(one).copied();
                    self.flow_to(target, a, names, objects);
                }
                _ => self.whole(a, objects),
            }
        }
    }

    /// A structure goes somewhere as a whole: if it holds channels, they are lost sight of.
    fn whole(&mut self, e: &Expr, objects: &Objects) {
        if let ExprKind::Var(v) = &e.kind {
            self.wild |= objects.of_ref(v).iter().any(|o| self.nodes.contains_key(o));
        }
    }

    fn receive(&mut self, channel: &VarRef, args: &[ReceiveArg], names: &Names, objects: &Objects) {
        let Some(class) = self.class(channel, objects) else {
            self.wild |= channel.parts[0].name.name != "STDIN";
            return;
        };
        for (i, a) in args.iter().enumerate() {
            match a {
                ReceiveArg::Var(v) => {
                    let field = self.chan_field(class, i);
                    match (field, objects.of_ref(v)) {
                        (_, []) => {}
                        (Some(field), [one]) => match self.nodes.get(one).copied() {
                            Some(node) => self.unite(field, node),
                            None => self.wild = true,
                        },
                        (_, list) => self.wild |= list.iter().any(|o| self.nodes.contains_key(o)),
                    }
                    v.parts.iter().filter_map(|p| p.index.as_deref()).for_each(|i| self.expr(i, names, objects));
                }
                ReceiveArg::Eval(e) | ReceiveArg::Const(e) => self.expr(e, names, objects),
            }
        }
    }

    /// The node of a message field that holds channels.
    fn chan_field(&mut self, class: Class, i: usize) -> Option<usize> {
        let root = self.root(class.0 as usize);
        let is_chan = self
            .declared
            .iter()
            .any(|(node, fields, _)| self.root(*node) == root && fields.get(i).is_some_and(is_chan_ref));
        is_chan.then(|| self.field(root, i))
    }

    fn stmt(&mut self, s: &Stmt, names: &Names, objects: &Objects) {
        match &s.kind {
            StmtKind::Assign(v, e) => {
                let target = match objects.of_ref(v) {
                    [one] => Some(*one),
                    _ => None,
                };
                self.flow(target, e, names, objects);
                v.parts.iter().filter_map(|p| p.index.as_deref()).for_each(|i| self.expr(i, names, objects));
            }
            StmtKind::Increment(v) | StmtKind::Decrement(v) => {
                self.wild |= objects.of_ref(v).iter().any(|o| self.nodes.contains_key(o));
            }
            StmtKind::Send { channel, args, .. } => match self.class(channel, objects) {
                None => {
                    self.wild = true;
                    args.iter().for_each(|a| self.expr(a, names, objects));
                }
                Some(class) => {
                    for (i, a) in args.iter().enumerate() {
                        match (objects.single(a), &a.kind) {
                            (None, ExprKind::Var(v)) if objects.of_ref(v).len() > 1 => self.whole(a, objects),
                            _ => {
                                let target = self.chan_field(class, i);
                                self.flow_to(target, a, names, objects);
                            }
                        }
                    }
                }
            },
            StmtKind::Receive { channel, args, .. } => self.receive(channel, args, names, objects),
            StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => self.expr(e, names, objects),
            StmtKind::Printf { args, .. } => args.iter().for_each(|a| self.expr(a, names, objects)),
            StmtKind::For { var, range, .. } => {
                self.wild |= objects.of_ref(var).iter().any(|o| self.nodes.contains_key(o));
                match range {
                    ForRange::Between(a, b) => {
                        self.expr(a, names, objects);
                        self.expr(b, names, objects);
                    }
                    ForRange::In(_) => {}
                }
            }
            StmtKind::Select { var, from, to } => {
                self.wild |= objects.of_ref(var).iter().any(|o| self.nodes.contains_key(o));
                self.expr(from, names, objects);
                self.expr(to, names, objects);
            }
            StmtKind::SetPriority(a, b) => {
                self.expr(a, names, objects);
                self.expr(b, names, objects);
            }
            _ => {}
        }
    }

    /// Collects what is known of each class.
    fn judge(&mut self, program: &Program, names: &Names, objects: &Objects) {
        self.observed |= self.wild;
        for (node, fields, rendezvous) in self.declared.clone() {
            let root = self.root(node);
            match self.facts.get_mut(&root) {
                Some(f) => {
                    f.rigid |= f.fields != fields;
                    f.misfit |= f.fields != fields;
                    f.rendezvous |= rendezvous;
                }
                None => {
                    self.facts
                        .insert(root, ClassFacts { fields, rigid: self.wild, rendezvous, ..ClassFacts::default() });
                }
            }
        }
        for node in self.in_structures.clone() {
            if let Some(f) = self.facts.get_mut(&self.root(node)) {
                f.rigid = true;
            }
        }
        visit::statements(program, &mut |s| match &s.kind {
            StmtKind::Send { channel, sorted, args } => {
                let aligned = |fields: &[TypeName]| {
                    args.len() == fields.len()
                        && args.iter().zip(fields).all(|(a, f)| match &a.kind {
                            ExprKind::Var(v) => fits(v, f, names, objects),
                            _ => !matches!(f, TypeName::User(_)),
                        })
                };
                self.note(channel, objects, aligned, *sorted);
            }
            StmtKind::Receive { channel, args, .. } => {
                self.note(channel, objects, |fields| patterns_fit(args, fields, names, objects), false);
            }
            StmtKind::For { range: ForRange::In(v), .. } => self.note(v, objects, |_| false, false),
            StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Assign(_, e) => {
                self.note_polls(e, names, objects);
            }
            _ => {}
        });
        for unit in &program.units {
            if let Unit::Ltl(l) = unit {
                self.note_polls(&l.formula, names, objects);
            }
        }
        self.find_unsafe(names, objects);
    }

    fn note_polls(&mut self, e: &Expr, names: &Names, objects: &Objects) {
        let mut polls = Vec::new();
        walk::mentions(e, &mut |m| {
            if let Mention::Poll(v, args) = m {
                polls.push((v, args));
            }
        });
        for (v, args) in polls {
            self.note(v, objects, |fields| patterns_fit(args, fields, names, objects), false);
        }
    }

    fn note(&mut self, channel: &VarRef, objects: &Objects, aligned: impl Fn(&[TypeName]) -> bool, sorted: bool) {
        let Some(class) = self.class(channel, objects) else { return };
        if let Some(f) = self.facts.get_mut(&(class.0 as usize)) {
            let fits = aligned(&f.fields);
            f.misfit |= !fits;
            f.rigid |= !fits || sorted;
            f.sorted |= sorted;
        }
    }

    /// A use is safe if each variable of the class was declared with a channel of its own, in the whole program, or is
    /// the parameter of a proctype that only `run` starts: it is then given one of these.
    fn find_unsafe(&mut self, names: &Names, objects: &Objects) {
        let mut unsafe_roots = Vec::new();
        for (&object, &node) in &self.nodes {
            let super::objects::What::Scalar(i, _) = objects.what(object) else { continue };
            let v = &names.variables[*i];
            let own = matches!(objects.types.get(&object), Some((_, d)) if matches!(d.init, Some(Init::Chan(_))));
            let safe = match (&v.owner, own) {
                (None, true) => true,
                // A local channel is there as long as its process is; only the process itself is sure of that.
                (Some(_), true) => self.nodes.values().filter(|&&n| self.root(n) == self.root(node)).count() == 1,
                _ => v.param,
            };
            if !safe {
                unsafe_roots.push(self.root(node));
            }
        }
        let fields: Vec<usize> = self.fields.values().map(|&n| self.root(n)).collect();
        for root in unsafe_roots.into_iter().chain(fields) {
            self.unsafe_class(root);
        }
        for f in self.facts.values_mut() {
            f.unsafe_use |= self.wild;
        }
    }

    /// A parameter of a proctype that is active gets no channel.
    pub fn active_parameters(&mut self, keys: &[String], objects: &Objects) {
        for key in keys {
            for o in objects.of_key(key) {
                if let Some(class) = self.class_of(*o) {
                    self.unsafe_class(class.0 as usize);
                }
            }
        }
    }

    fn unsafe_class(&mut self, root: usize) {
        let unknown = ClassFacts { rigid: true, misfit: true, ..ClassFacts::default() };
        self.facts.entry(root).or_insert(unknown).unsafe_use = true;
    }
}

fn is_chan_ref(ty: &TypeName) -> bool {
    is_chan(ty)
}

/// A reference has as many scalars as the field, and in the same order.
fn fits(v: &VarRef, field: &TypeName, names: &Names, objects: &Objects) -> bool {
    let declared = match &v.parts[..] {
        [one] => names.variable(&one.name.name).map(|d| &d.ty),
        _ => None,
    };
    match (field, declared) {
        (TypeName::User(f), Some(TypeName::User(d))) => f.name == d.name,
        (TypeName::User(_), _) => false,
        _ => objects.of_ref(v).len() <= 1,
    }
}

fn patterns_fit(args: &[ReceiveArg], fields: &[TypeName], names: &Names, objects: &Objects) -> bool {
    args.len() == fields.len()
        && args.iter().zip(fields).all(|(a, f)| match a {
            ReceiveArg::Var(v) if v.parts[0].name.name == "_" => !matches!(f, TypeName::User(_)),
            ReceiveArg::Var(v) => fits(v, f, names, objects),
            _ => !matches!(f, TypeName::User(_)),
        })
}
