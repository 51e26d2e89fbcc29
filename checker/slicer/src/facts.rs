//! What one basic statement sets, reads, waits for, and what can go wrong in it.

use super::channels::Channels;
use super::names::{Names, called, plain};
use super::objects::{Class, Object, Objects, What};
use super::ranges::{Ranges, field_index};
use super::walk::{self, Mention};
use promela::ast::{BinaryOp, Declarator, Expr, ExprKind, ForRange, Init, ReceiveArg, Stmt, StmtKind, UnaryOp, VarRef};

/// The facts of a statement.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// What it sets, each with what that is made from.
    pub sets: Vec<(Object, Vec<Object>)>,
    /// Some: it can block, and this decides whether it does.
    pub waits: Option<Vec<Object>>,
    /// Some: it can fail at run time, and this decides whether it does.
    pub fails: Option<Vec<Object>>,
    /// All that it reads.
    pub reads: Vec<Object>,
    /// The proctypes that it starts.
    pub starts: Vec<String>,
    /// It is `else`: possible when no other option is.
    pub is_else: bool,
    pub is_assert: bool,
    pub is_timeout: bool,
    /// It declares: what else it declares is no matter.
    pub is_decl: bool,
    /// It may go on for ever by itself.
    pub endless: bool,
}

/// What is needed to find facts.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub names: &'a Names,
    pub objects: &'a Objects,
    pub channels: &'a Channels,
    pub ranges: &'a Ranges,
    /// There may be more processes than the checker can number.
    pub exceeds_processes: bool,
}

/// What an expression reads.
#[derive(Default)]
struct Reads {
    objects: Vec<Object>,
    fails: Option<Vec<Object>>,
    starts: Vec<String>,
    run_sets: Vec<(Object, Vec<Object>)>,
    timeout: bool,
}

impl Reads {
    fn may_fail(&mut self, because: impl IntoIterator<Item = Object>) {
        self.fails.get_or_insert_default().extend(because);
    }
}

impl Context<'_> {
    /// The facts of a basic statement; of a compound one there are none.
    pub fn facts(&self, s: &Stmt) -> Facts {
        let mut f = Facts::default();
        match &s.kind {
            StmtKind::Assign(v, e) => {
                let mut r = self.reads(e);
                self.index_reads(v, &mut r);
                f.sets = self.objects.of_ref(v).iter().map(|&o| (o, r.objects.clone())).collect();
                f.take(r);
            }
            StmtKind::Increment(v) | StmtKind::Decrement(v) => {
                let mut r = Reads::default();
                r.objects.extend(self.objects.of_ref(v));
                self.index_reads(v, &mut r);
                f.sets = self.objects.of_ref(v).iter().map(|&o| (o, r.objects.clone())).collect();
                f.take(r);
            }
            StmtKind::Send { channel, args, sorted } => self.send(channel, args, *sorted, &mut f),
            StmtKind::Receive { channel, args, keep, .. } => self.receive(channel, args, *keep, &mut f),
            StmtKind::Expr(e) => {
                let r = self.reads(e);
                f.is_timeout = r.timeout;
                f.waits = (!self.always(e)).then(|| r.objects.clone());
                f.take(r);
            }
            StmtKind::Assert(e) => {
                f.is_assert = true;
                f.take(self.reads(e));
            }
            StmtKind::Printm(e) => f.take(self.reads(e)),
            StmtKind::Printf { args, .. } => {
                for a in args {
                    f.take(self.reads(a));
                }
            }
            StmtKind::For { var, range, .. } => self.for_loop(var, range, &mut f),
            StmtKind::Select { var, from, to } => {
                let mut r = self.reads(from);
                self.read_into(to, &mut r);
                self.index_reads(var, &mut r);
                r.objects.extend(self.objects.of_ref(var));
                f.sets = self.objects.of_ref(var).iter().map(|&o| (o, r.objects.clone())).collect();
                let high = self.ranges.value(to, self.objects).1;
                let fits = |o: &Object| {
                    self.objects.types.get(o).is_some_and(|(ty, d)| high <= super::ranges::of_type(ty, d).1)
                };
                f.endless = !self.objects.of_ref(var).iter().all(fits) || self.is_shared(var);
                f.take(r);
            }
            StmtKind::SetPriority(a, b) => {
                let mut r = self.reads(a);
                self.read_into(b, &mut r);
                r.may_fail([]);
                f.take(r);
            }
            StmtKind::EmbeddedC(_) => f.fails = Some(Vec::new()),
            StmtKind::Else => {
                f.is_else = true;
                f.waits = Some(Vec::new());
            }
            _ => {}
        }
        f
    }

    /// The facts of one declared variable: what its initial value is made from.
    pub fn declared(&self, d: &Declarator) -> Facts {
        let mut f = Facts::default();
        let mut r = Reads::default();
        match &d.init {
            Some(Init::Expr(e)) => self.read_into(e, &mut r),
            Some(Init::List(list)) => list.iter().for_each(|e| self.read_into(e, &mut r)),
            _ => {}
        }
        f.sets = self.objects.of_key(&d.name.name).iter().map(|&o| (o, r.objects.clone())).collect();
        f.take(r);
        f
    }

    /// What an expression reads, for properties and `provided`.
    pub fn expression(&self, e: &Expr) -> Facts {
        let mut f = Facts::default();
        f.take(self.reads(e));
        f
    }

    fn is_shared(&self, v: &VarRef) -> bool {
        self.names.variable(&v.parts[0].name.name).is_none_or(|v| v.owner.is_none())
    }

    /// True if a condition always holds, whatever the state.
    pub fn always(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(n) => *n != 0,
            // `run` gives a pid, which is 0 only where there can be no more processes: that is an error.
            ExprKind::Run { .. } => true,
            _ => false,
        }
    }

    fn reads(&self, e: &Expr) -> Reads {
        let mut r = Reads::default();
        self.read_into(e, &mut r);
        r
    }

    fn read_into(&self, e: &Expr, r: &mut Reads) {
        let mut found = Vec::new();
        walk::mentions(e, &mut |m| found.push(m));
        for m in found {
            self.mention(m, r);
        }
    }

    fn index_reads(&self, v: &VarRef, r: &mut Reads) {
        self.index_faults(v, r);
        let mut found = Vec::new();
        walk::indices(v, &mut |m| found.push(m));
        for m in found {
            self.mention(m, r);
        }
    }

    fn mention(&self, m: Mention, r: &mut Reads) {
        match m {
            Mention::Var(v) => {
                r.objects.extend(self.objects.of_ref(v));
                if !self.objects.is_variable(v) && v.parts[0].name.name == "_nr_pr" {
                    r.objects.extend(self.objects.find(&What::Processes));
                }
                self.index_faults(v, r);
            }
            Mention::Fill(v) => {
                self.channel(v, r);
                self.index_faults(v, r);
            }
            Mention::Poll(v, args) => {
                self.channel(v, r);
                self.index_faults(v, r);
                let Some(class) = self.channels.class(v, self.objects) else { return };
                r.objects.extend(self.compared(class, args));
                for a in args {
                    if let ReceiveArg::Var(v) = a {
                        r.objects.extend(self.objects.of_ref(v));
                    }
                }
                let facts = self.channels.get(class);
                if facts.rendezvous || facts.misfit {
                    r.may_fail([]);
                }
            }
            Mention::Run(p, args) => {
                r.starts.push(p.to_string());
                for (i, a) in args.iter().enumerate() {
                    let Some(key) = self.names.params.get(p).and_then(|list| list.get(i)) else { continue };
                    let from = self.reads(a).objects;
                    r.run_sets.extend(self.objects.of_key(key).iter().map(|&o| (o, from.clone())));
                }
                if let Some(o) = self.objects.find(&What::Processes) {
                    r.run_sets.push((o, Vec::new()));
                }
                if self.exceeds_processes {
                    r.may_fail([]);
                }
            }
            Mention::RemoteVar(p, v) => {
                let keys = self.names.remote.get(&(p.to_string(), v.parts[0].name.name.clone()));
                let objects: Vec<Object> =
                    keys.into_iter().flatten().flat_map(|k| self.objects.of_key(k)).copied().collect();
                r.objects.extend(&objects);
                // The process may not be there.
                r.may_fail([]);
            }
            Mention::RemoteLabel(p, l) => {
                for key in self.names.labels.get(&(p.to_string(), l.to_string())).into_iter().flatten() {
                    r.objects.extend(self.objects.find(&What::At(key.clone())));
                }
                r.may_fail([]);
            }
            Mention::Timeout => r.timeout = true,
            Mention::Location => r.may_fail([]),
            // The model computes it, wrapped.
            Mention::Quotient(..) => {}
            Mention::Divisor(e) => {
                let (low, high) = self.ranges.value(e, self.objects);
                if low <= 0 && high >= 0 {
                    let objects = self.reads(e).objects;
                    r.may_fail(objects);
                }
            }
        }
    }

    /// An index that may be out of range.
    fn index_faults(&self, v: &VarRef, r: &mut Reads) {
        for (i, part) in v.parts.iter().enumerate() {
            let Some(index) = &part.index else { continue };
            let Some(length) = self.objects.length(v, i + 1) else { continue };
            let (_, length) = self.ranges.value(length, self.objects);
            let (low, high) = self.ranges.value(index, self.objects);
            if low < 0 || high >= length {
                let objects = self.reads(index).objects;
                r.may_fail(objects);
            }
        }
    }

    /// A channel is used.
    fn channel(&self, v: &VarRef, r: &mut Reads) {
        r.objects.extend(self.objects.of_ref(v));
        match self.channels.class(v, self.objects) {
            Some(class) => {
                r.objects.extend(self.objects.find(&What::Fill(class)));
                if self.channels.get(class).unsafe_use {
                    r.may_fail(self.objects.of_ref(v).iter().copied());
                }
            }
            None => r.may_fail(self.objects.of_ref(v).iter().copied()),
        }
    }

    fn field(&self, class: Class, i: usize) -> Option<Object> {
        self.objects.find(&What::Field(class, field_index(self.channels.get(class).rigid, i)))
    }

    /// The fields that a pattern compares.
    fn compared(&self, class: Class, args: &[ReceiveArg]) -> Vec<Object> {
        let sorted = self.channels.get(class).sorted;
        args.iter()
            .enumerate()
            .filter(|(_, a)| match a {
                ReceiveArg::Var(v) => v.parts[0].name.name != "_" && !self.objects.is_variable(v),
                _ => true,
            })
            .map(|(i, _)| i)
            .chain(sorted.then_some(0))
            .filter_map(|i| self.field(class, i))
            .collect()
    }

    fn send(&self, channel: &VarRef, args: &[Expr], sorted: bool, f: &mut Facts) {
        let mut r = Reads::default();
        self.channel(channel, &mut r);
        self.index_reads(channel, &mut r);
        let Some(class) = self.channels.class(channel, self.objects) else {
            args.iter().for_each(|a| self.read_into(a, &mut r));
            f.waits = Some(r.objects.clone());
            r.may_fail([]);
            f.take(r);
            return;
        };
        let facts = self.channels.get(class);
        f.waits = Some(r.objects.clone());
        if let Some(fill) = self.objects.find(&What::Fill(class)) {
            let mut from = r.objects.clone();
            if sorted {
                from.extend(self.field(class, 0));
            }
            f.sets.push((fill, from));
        }
        for (i, a) in args.iter().enumerate() {
            let mut part = self.reads(a);
            if let ExprKind::Var(v) = &a.kind {
                part.objects.extend(self.objects.of_ref(v));
            }
            if let Some(o) = self.field(class, i) {
                let mut from = part.objects.clone();
                from.extend(&r.objects);
                f.sets.push((o, from));
            }
            f.take(part);
        }
        if facts.misfit {
            r.may_fail([]);
        }
        f.take(r);
    }

    fn receive(&self, channel: &VarRef, args: &[ReceiveArg], keep: bool, f: &mut Facts) {
        let mut r = Reads::default();
        self.channel(channel, &mut r);
        self.index_reads(channel, &mut r);
        let mut patterns = Vec::new();
        walk::patterns(args, &mut |m| patterns.push(m));
        for m in patterns {
            self.mention(m, &mut r);
        }
        let class = self.channels.class(channel, self.objects);
        if let Some(class) = class {
            r.objects.extend(self.compared(class, args));
            let facts = self.channels.get(class);
            if facts.misfit || (keep && facts.rendezvous) {
                r.may_fail([]);
            }
            if let (false, Some(fill)) = (keep, self.objects.find(&What::Fill(class))) {
                f.sets.push((fill, r.objects.clone()));
            }
        } else {
            r.may_fail([]);
        }
        f.waits = Some(r.objects.clone());
        for (i, a) in args.iter().enumerate() {
            let ReceiveArg::Var(v) = a else { continue };
            if !self.objects.is_variable(v) {
                continue;
            }
            self.index_faults(v, &mut r);
            let mut from = r.objects.clone();
            from.extend(class.and_then(|c| self.field(c, i)));
            f.sets.extend(self.objects.of_ref(v).iter().map(|&o| (o, from.clone())));
        }
        f.take(r);
    }

    fn for_loop(&self, var: &VarRef, range: &ForRange, f: &mut Facts) {
        let mut r = Reads::default();
        r.objects.extend(self.objects.of_ref(var));
        self.index_reads(var, &mut r);
        match range {
            ForRange::Between(a, b) => {
                self.read_into(a, &mut r);
                self.read_into(b, &mut r);
            }
            ForRange::In(v) => {
                r.objects.extend(self.objects.of_ref(v));
                if let Some(class) = self.channels.class(v, self.objects) {
                    // The channel is turned around message by message.
                    self.channel(v, &mut r);
                    let fields: Vec<Object> = (0..1)
                        .filter_map(|i| self.field(class, i))
                        .chain(self.objects.find(&What::Fill(class)))
                        .collect();
                    r.objects.extend(&fields);
                    f.sets.extend(fields.iter().map(|&o| (o, fields.clone())));
                    r.may_fail([]);
                }
            }
        }
        f.waits = Some(r.objects.clone());
        f.sets.extend(self.objects.of_ref(var).iter().map(|&o| (o, r.objects.clone())));
        f.take(r);
    }
}

impl Facts {
    fn take(&mut self, r: Reads) {
        self.reads.extend(&r.objects);
        if let Some(because) = r.fails {
            self.fails.get_or_insert_default().extend(because);
        }
        self.starts.extend(r.starts);
        self.sets.extend(r.run_sets);
        if r.timeout {
            self.is_timeout = true;
        }
    }
}

/// `a` and `!(a)`: one of them holds in every state.
pub fn are_complements(a: &Expr, b: &Expr) -> bool {
    let opposite = |a: &Expr, b: &Expr| match &a.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => same(inner, b),
        ExprKind::Binary(op, x, y) => match (&b.kind, negated(*op)) {
            (ExprKind::Binary(other, u, v), Some(negated)) => *other == negated && same(x, u) && same(y, v),
            _ => false,
        },
        _ => false,
    };
    opposite(a, b) || opposite(b, a)
}

fn negated(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}

fn same(a: &Expr, b: &Expr) -> bool {
    let (mut a, mut b) = (a.clone(), b.clone());
    promela::erase_expr_spans(&mut a);
    promela::erase_expr_spans(&mut b);
    a == b
}

/// The name of an object as the user knows it.
pub fn name(what: &What, names: &Names) -> String {
    match what {
        What::Scalar(i, path) => {
            let v = &names.variables[*i];
            let rest = path.strip_prefix(v.key.as_str()).unwrap_or("");
            format!("{}{rest}", called(v))
        }
        What::Fill(_) => "the channel".to_string(),
        What::Field(_, i) => format!("message field {}", i + 1),
        What::At(label) => format!("label {}", plain(label)),
        What::Processes => "_nr_pr".to_string(),
    }
}
