//! Unique names: every variable and label of a program gets a key, so that the stages after this need no scopes.
//!
//! [`resolve`] rewrites the names of locals and labels in place: `x` of a body becomes `x`, a mark and a number.
//! [`plain`] takes the mark off again. Globals keep their names. The rules of scopes are those of `checker::compile`:
//! each pair of braces is a scope, an option is none, and an initialiser does not see its own variable.

use super::walk;
use promela::ast::{
    Decl, Declarator, Expr, ForRange, Ident, Init, Proctype, Program, Sequence, Stmt, StmtKind, TypeName, Unit, VarRef,
};
use promela::source::Span;
use std::collections::HashMap;

/// Between a name and its number.
const MARK: char = '\u{1}';

/// A declared variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// As the tree has it after [`resolve`].
    pub key: String,
    /// The proctype it belongs to; `None` for a global.
    pub owner: Option<String>,
    pub ty: TypeName,
    pub declarator: Declarator,
    pub param: bool,
    /// Set when the process starts, not by a step.
    pub at_start: bool,
    pub hidden: bool,
    pub span: Span,
}

/// The variables and the fields of structures of a program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub variables: Vec<Variable>,
    by_key: HashMap<String, usize>,
    /// The keys of the parameters of each proctype, in order.
    pub params: HashMap<String, Vec<String>>,
    /// The keys of the variables of this name in this proctype.
    pub remote: HashMap<(String, String), Vec<String>>,
    /// The fields of each typedef.
    pub typedefs: HashMap<String, Vec<(TypeName, Declarator)>>,
    /// The keys of the labels of this name in this proctype.
    pub labels: HashMap<(String, String), Vec<String>>,
}

impl Names {
    pub fn variable(&self, key: &str) -> Option<&Variable> {
        self.by_key.get(key).map(|&i| &self.variables[i])
    }
}

/// A name as the user wrote it.
pub fn plain(name: &str) -> &str {
    name.split(MARK).next().unwrap_or(name)
}

/// A variable as the user knows it: `x`, or `p:x` for a local.
pub fn called(v: &Variable) -> String {
    match v.owner.as_deref() {
        Some(":init:") => format!("init:{}", plain(&v.key)),
        Some(owner) => format!("{owner}:{}", plain(&v.key)),
        None => v.key.clone(),
    }
}

/// Gives every local and label its own name.
pub fn resolve(program: &mut Program) -> Names {
    let mut r = Resolver { names: Names::default(), scopes: Vec::new(), next: 0, owner: None, at_start: true };
    for unit in &mut program.units {
        match unit {
            Unit::Decl(d) => {
                for v in &mut d.vars {
                    r.declare(&d.ty, v, d.visibility == promela::ast::Visibility::Hidden, false);
                }
            }
            Unit::Typedef(t) => {
                let fields = t.fields.iter().flat_map(|d| d.vars.iter().map(|v| (d.ty.clone(), v.clone()))).collect();
                r.names.typedefs.insert(t.name.name.clone(), fields);
            }
            _ => {}
        }
    }
    for unit in &mut program.units {
        match unit {
            Unit::Proctype(p) => r.proctype(p),
            Unit::Never(c) => r.body("never", &mut c.body),
            Unit::Trace(t) => r.body("trace", &mut t.body),
            _ => {}
        }
    }
    r.names
}

/// Takes the marks off.
pub fn restore(program: &mut Program) {
    for unit in &mut program.units {
        match unit {
            Unit::Proctype(p) => {
                p.params.iter_mut().for_each(restore_decl);
                p.provided.iter_mut().for_each(restore_expr);
                restore_sequence(&mut p.body);
            }
            Unit::Never(c) => restore_sequence(&mut c.body),
            Unit::Trace(t) => restore_sequence(&mut t.body),
            _ => {}
        }
    }
}

fn restore_ident(i: &mut Ident) {
    if let Some(at) = i.name.find(MARK) {
        i.name.truncate(at);
    }
}

fn restore_ref(v: &mut VarRef) {
    walk::change_ref(v, &mut |v| restore_ident(&mut v.parts[0].name));
}

fn restore_expr(e: &mut Expr) {
    walk::change_refs(e, &mut |v| restore_ident(&mut v.parts[0].name));
}

fn restore_decl(d: &mut Decl) {
    for v in &mut d.vars {
        restore_ident(&mut v.name);
        each_init(v, &mut |e| restore_expr(e));
    }
}

fn each_init(v: &mut Declarator, f: &mut dyn FnMut(&mut Expr)) {
    v.size.iter_mut().for_each(&mut *f);
    match &mut v.init {
        Some(Init::Expr(e)) => f(e),
        Some(Init::List(list)) => list.iter_mut().for_each(f),
        _ => {}
    }
}

fn restore_sequence(seq: &mut Sequence) {
    seq.steps.iter_mut().for_each(restore_stmt);
}

/// Takes the marks off one statement.
pub fn restore_stmt(s: &mut Stmt) {
    s.labels.iter_mut().for_each(restore_ident);
    match &mut s.kind {
        StmtKind::Decl(d) => restore_decl(d),
        StmtKind::Goto(l) => restore_ident(l),
        StmtKind::Unless(a, b) => {
            restore_stmt(a);
            restore_stmt(b);
        }
        kind => {
            each_operand(kind, &mut |part| match part {
                Operand::Ref(v) => restore_ref(v),
                Operand::Expr(e) => restore_expr(e),
            });
            each_sequence(kind, &mut |seq| restore_sequence(seq));
        }
    }
}

/// A part of a statement that holds references.
pub enum Operand<'a> {
    Ref(&'a mut VarRef),
    Expr(&'a mut Expr),
}

/// The references and expressions that stand in a statement itself, not those of statements inside it.
pub fn each_operand(kind: &mut StmtKind, f: &mut dyn FnMut(Operand)) {
    use promela::ast::ReceiveArg;
    match kind {
        StmtKind::Exclusive { channels, .. } => channels.iter_mut().for_each(|c| f(Operand::Ref(c))),
        StmtKind::Assign(v, e) => {
            f(Operand::Ref(v));
            f(Operand::Expr(e));
        }
        StmtKind::Increment(v) | StmtKind::Decrement(v) => f(Operand::Ref(v)),
        StmtKind::Send { channel, args, .. } => {
            f(Operand::Ref(channel));
            args.iter_mut().for_each(|a| f(Operand::Expr(a)));
        }
        StmtKind::Receive { channel, args, .. } => {
            f(Operand::Ref(channel));
            for a in args {
                match a {
                    ReceiveArg::Var(v) => f(Operand::Ref(v)),
                    ReceiveArg::Eval(e) | ReceiveArg::Const(e) => f(Operand::Expr(e)),
                }
            }
        }
        StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => f(Operand::Expr(e)),
        StmtKind::Printf { args, .. } => args.iter_mut().for_each(|a| f(Operand::Expr(a))),
        StmtKind::For { var, range, .. } => {
            f(Operand::Ref(var));
            match range {
                ForRange::Between(a, b) => {
                    f(Operand::Expr(a));
                    f(Operand::Expr(b));
                }
                ForRange::In(v) => f(Operand::Ref(v)),
            }
        }
        StmtKind::Select { var, from, to } => {
            f(Operand::Ref(var));
            f(Operand::Expr(from));
            f(Operand::Expr(to));
        }
        StmtKind::SetPriority(a, b) => {
            f(Operand::Expr(a));
            f(Operand::Expr(b));
        }
        _ => {}
    }
}

/// The sequences inside a statement; those of `unless` are statements and not told.
pub fn each_sequence(kind: &mut StmtKind, f: &mut dyn FnMut(&mut Sequence)) {
    match kind {
        StmtKind::If(options) | StmtKind::Do(options) => options.iter_mut().for_each(f),
        StmtKind::For { body: b, .. } | StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => f(b),
        _ => {}
    }
}

struct Scope {
    id: u32,
    names: HashMap<String, String>,
}

struct Resolver {
    names: Names,
    scopes: Vec<Scope>,
    next: u32,
    owner: Option<String>,
    at_start: bool,
}

/// The labels of a body: name, path of scopes, key.
type Labels = HashMap<String, Vec<(Vec<u32>, String)>>;

impl Resolver {
    fn fresh(&mut self, name: &str) -> String {
        self.next += 1;
        format!("{name}{MARK}{}", self.next)
    }

    fn enter(&mut self) {
        self.next += 1;
        self.scopes.push(Scope { id: self.next, names: HashMap::new() });
    }

    fn path(&self) -> Vec<u32> {
        self.scopes.iter().map(|s| s.id).collect()
    }

    fn proctype(&mut self, p: &mut Proctype) {
        self.owner = Some(p.name.name.clone());
        self.scopes.clear();
        self.enter();
        for d in &mut p.params {
            for v in &mut d.vars {
                self.declare(&d.ty, v, false, true);
            }
        }
        // The provided clause sees the parameters.
        if let Some(e) = &mut p.provided {
            self.expr(e);
        }
        self.at_start = true;
        self.sequence_of_body(&mut p.body);
        self.owner = None;
    }

    fn body(&mut self, owner: &str, body: &mut Sequence) {
        self.owner = Some(owner.to_string());
        self.scopes.clear();
        self.enter();
        self.at_start = true;
        self.sequence_of_body(body);
        self.owner = None;
    }

    fn sequence_of_body(&mut self, body: &mut Sequence) {
        let mut labels = Labels::new();
        let mut jumps = Vec::new();
        self.sequence(body, &mut labels, &mut jumps);
        let mut targets = jumps.into_iter().map(|(name, path)| target(&labels, &name, &path));
        fill_jumps(body, &mut targets);
        for (name, list) in labels {
            let keys = list.into_iter().map(|(_, key)| key).collect();
            self.names.labels.insert((self.owner.clone().unwrap_or_default(), name), keys);
        }
    }

    fn sequence(&mut self, seq: &mut Sequence, labels: &mut Labels, jumps: &mut Vec<(String, Vec<u32>)>) {
        seq.steps.iter_mut().for_each(|s| self.stmt(s, labels, jumps));
    }

    fn stmt(&mut self, s: &mut Stmt, labels: &mut Labels, jumps: &mut Vec<(String, Vec<u32>)>) {
        let path = self.path();
        for l in &mut s.labels {
            let key = self.fresh(&l.name);
            labels.entry(l.name.clone()).or_default().push((path.clone(), key.clone()));
            l.name = key;
        }
        match &mut s.kind {
            StmtKind::Decl(d) => {
                let hidden = d.visibility == promela::ast::Visibility::Hidden;
                for v in &mut d.vars {
                    self.declare(&d.ty, v, hidden, false);
                }
                return;
            }
            StmtKind::Exclusive { channels, .. } => {
                channels.iter_mut().for_each(|c| self.reference(c));
                return;
            }
            _ => {}
        }
        self.at_start = false;
        match &mut s.kind {
            StmtKind::Goto(l) => jumps.push((l.name.clone(), path)),
            StmtKind::Unless(a, b) => {
                self.stmt(a, labels, jumps);
                self.stmt(b, labels, jumps);
            }
            kind => {
                each_operand(kind, &mut |part| match part {
                    Operand::Ref(v) => self.reference(v),
                    Operand::Expr(e) => self.expr(e),
                });
                let braces = !matches!(kind, StmtKind::If(_) | StmtKind::Do(_));
                each_sequence(kind, &mut |seq| {
                    if braces {
                        self.enter();
                    }
                    self.sequence(seq, labels, jumps);
                    if braces {
                        self.scopes.pop();
                    }
                });
            }
        }
    }

    fn declare(&mut self, ty: &TypeName, v: &mut Declarator, hidden: bool, param: bool) {
        each_init(v, &mut |e| self.expr(e));
        let name = v.name.name.clone();
        let key = match self.owner {
            None => name.clone(),
            Some(_) => self.fresh(&name),
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.clone(), key.clone());
        }
        if let Some(owner) = &self.owner {
            self.names.remote.entry((owner.clone(), name)).or_default().push(key.clone());
        }
        v.name.name.clone_from(&key);
        if let (true, Some(owner)) = (param, &self.owner) {
            self.names.params.entry(owner.clone()).or_default().push(key.clone());
        }
        self.names.by_key.insert(key.clone(), self.names.variables.len());
        self.names.variables.push(Variable {
            key,
            owner: self.owner.clone(),
            ty: ty.clone(),
            declarator: v.clone(),
            param,
            at_start: self.at_start || self.owner.is_none(),
            hidden,
            span: v.span,
        });
    }

    fn reference(&self, v: &mut VarRef) {
        walk::change_ref(v, &mut |v| self.rename(v));
    }

    fn expr(&self, e: &mut Expr) {
        walk::change_refs(e, &mut |v| self.rename(v));
    }

    fn rename(&self, v: &mut VarRef) {
        let name = &mut v.parts[0].name.name;
        if let Some(key) = self.scopes.iter().rev().find_map(|s| s.names.get(name.as_str())) {
            name.clone_from(key);
        }
    }
}

/// Which label a jump means: that of the same scope, else of an enclosing one, else any.
fn target(labels: &Labels, name: &str, path: &[u32]) -> Option<String> {
    let mut enclosing = None;
    let mut other = None;
    for (scope, key) in labels.get(name)?.iter().rev() {
        if scope == path {
            return Some(key.clone());
        }
        if path.starts_with(scope) {
            enclosing = Some(key.clone());
        } else if other.is_none() {
            other = Some(key.clone());
        }
    }
    enclosing.or(other)
}

fn fill_jumps(seq: &mut Sequence, targets: &mut dyn Iterator<Item = Option<String>>) {
    for s in &mut seq.steps {
        fill_jumps_in(s, targets);
    }
}

fn fill_jumps_in(s: &mut Stmt, targets: &mut dyn Iterator<Item = Option<String>>) {
    match &mut s.kind {
        StmtKind::Goto(l) => {
            if let Some(Some(key)) = targets.next() {
                l.name = key;
            }
        }
        StmtKind::Unless(a, b) => {
            fill_jumps_in(a, targets);
            fill_jumps_in(b, targets);
        }
        kind => each_sequence(kind, &mut |seq| fill_jumps(seq, targets)),
    }
}
