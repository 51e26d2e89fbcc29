//! Value ranges (the notes, section 5): where all that is left of a program only asks which of a few ranges an input
//! lies in, one value for each range is enough.
//!
//! Variables and message fields that copy values from each other are one *group*. A group counts if all its values are
//! written in the program (constants, and `select` between constants) and fit everywhere, and if all it is used for is
//! a comparison with a constant. Two values are in one range if no comparison tells them apart. The first value of a
//! range stands for the others.

use super::facts::Context;
use super::names::{self, plain};
use super::objects::{Class, Object};
use super::ranges::of_type;
use super::simplify::{literal, number};
use super::visit;
use super::walk::{self, Mention};
use promela::ast::{
    BinaryOp, Expr, ExprKind, Init, Program, ReceiveArg, Sequence, Stmt, StmtKind, TypeName, Unit, VarRef,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A group that was cut down: the variables, and for each range its value and how many values it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Representatives {
    pub variables: Vec<String>,
    /// The value that stands for a range, and the first and last value of the program in it.
    pub ranges: Vec<(i32, i32, i32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum ValueSlot {
    Scalar(Object),
    Field(Class, usize),
}

/// A `select` loop of more values than Spin spells out is refused beyond this.
const MANY: i32 = 70_000;

#[derive(Default)]
struct Groups {
    nodes: Vec<ValueSlot>,
    index: HashMap<ValueSlot, usize>,
    parent: Vec<usize>,
    bad: HashSet<usize>,
    values: HashMap<usize, BTreeSet<i32>>,
    tests: HashMap<usize, Vec<(BinaryOp, i32)>>,
}

impl Groups {
    fn node(&mut self, node: ValueSlot) -> usize {
        if let Some(&i) = self.index.get(&node) {
            return i;
        }
        self.nodes.push(node);
        self.parent.push(self.nodes.len() - 1);
        self.index.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn root(&self, mut i: usize) -> usize {
        while self.parent[i] != i {
            i = self.parent[i];
        }
        i
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[b] = a;
    }
}

/// Cuts the values of a program down, and tells which groups.
pub fn reduce(program: &mut Program, context: &Context) -> Vec<Representatives> {
    let mut g = Groups::default();
    for (&o, (ty, d)) in &context.objects.types {
        let n = g.node(ValueSlot::Scalar(o));
        if matches!(ty, TypeName::Chan | TypeName::Unsigned | TypeName::User(_)) {
            g.bad.insert(n);
        }
        match &d.init {
            None => {
                g.values.entry(n).or_default().insert(0);
            }
            Some(Init::Expr(e)) => match literal(e, context) {
                Some(v) => {
                    g.values.entry(n).or_default().insert(v);
                }
                None => {
                    g.bad.insert(n);
                }
            },
            Some(_) => {
                g.bad.insert(n);
            }
        }
    }
    for unit in &program.units {
        match unit {
            Unit::Proctype(p) => {
                p.provided.iter().for_each(|e| uses(e, context, &mut g));
                sequence(&p.body, context, &mut g);
            }
            Unit::Ltl(l) => uses(&l.formula, context, &mut g),
            Unit::Never(c) => sequence(&c.body, context, &mut g),
            Unit::Trace(t) => visit::sequence(&t.body, &mut |s| {
                if let StmtKind::Send { channel, args, .. } = &s.kind {
                    spoil_channel(channel, args.len(), context, &mut g);
                }
                if let StmtKind::Receive { channel, args, .. } = &s.kind {
                    spoil_channel(channel, args.len(), context, &mut g);
                }
            }),
            _ => {}
        }
    }
    let maps = maps(&g, context);
    if maps.is_empty() {
        return Vec::new();
    }
    let chosen: HashMap<ValueSlot, &BTreeMap<i32, i32>> =
        g.nodes.iter().enumerate().filter_map(|(i, n)| maps.get(&g.root(i)).map(|m| (*n, m))).collect();
    for unit in &mut program.units {
        if let Unit::Proctype(p) = unit {
            replace(&mut p.body, context, &chosen);
        }
    }
    told(&g, &maps, context)
}

fn told(g: &Groups, maps: &HashMap<usize, BTreeMap<i32, i32>>, context: &Context) -> Vec<Representatives> {
    let mut out = Vec::new();
    for (&root, map) in maps {
        let mut variables: Vec<String> = g
            .nodes
            .iter()
            .enumerate()
            .filter(|(i, _)| g.root(*i) == root)
            .filter_map(|(_, n)| match n {
                ValueSlot::Scalar(o) => Some(super::facts::name(context.objects.what(*o), context.names)),
                ValueSlot::Field(..) => None,
            })
            .collect();
        variables.sort();
        let mut ranges: BTreeMap<i32, (i32, i32)> = BTreeMap::new();
        for (&value, &stands) in map {
            let r = ranges.entry(stands).or_insert((value, value));
            *r = (r.0.min(value), r.1.max(value));
        }
        out.push(Representatives { variables, ranges: ranges.into_iter().map(|(v, (a, b))| (v, a, b)).collect() });
    }
    out.sort_by(|a, b| a.variables.cmp(&b.variables));
    out
}

/// For each group that counts: which value stands for which. Only where that is fewer.
fn maps(g: &Groups, context: &Context) -> HashMap<usize, BTreeMap<i32, i32>> {
    let mut bad: HashSet<usize> = g.bad.iter().map(|&i| g.root(i)).collect();
    let mut values: HashMap<usize, BTreeSet<i32>> = HashMap::new();
    let mut tests: HashMap<usize, Vec<(BinaryOp, i32)>> = HashMap::new();
    for i in 0..g.nodes.len() {
        let root = g.root(i);
        values.entry(root).or_default().extend(g.values.get(&i).into_iter().flatten());
        tests.entry(root).or_default().extend(g.tests.get(&i).into_iter().flatten());
    }
    for (i, n) in g.nodes.iter().enumerate() {
        let root = g.root(i);
        let whole = match n {
            ValueSlot::Scalar(o) => context.objects.types.get(o).map(|(ty, d)| of_type(ty, d)),
            ValueSlot::Field(c, _) => {
                // After fields were dropped positions differ: the widest type of all is asked of all.
                let facts = context.channels.get(*c);
                facts.fields.iter().map(super::ranges::field_range).reduce(|a, b| (a.0.max(b.0), a.1.min(b.1)))
            }
        };
        let fits = |v: &i32| whole.is_some_and(|(low, high)| (low..=high).contains(&i64::from(*v)));
        if !values.get(&root).into_iter().flatten().all(fits) {
            bad.insert(root);
        }
    }
    let mut out = HashMap::new();
    for (root, all) in values {
        if bad.contains(&root) || all.len() < 3 {
            continue;
        }
        let asked = tests.remove(&root).unwrap_or_default();
        let mut stands: HashMap<Vec<bool>, i32> = HashMap::new();
        // Zero first: it is what variables begin with.
        if all.contains(&0) {
            stands.insert(answers(0, &asked), 0);
        }
        let map: BTreeMap<i32, i32> =
            all.iter().map(|&v| (v, *stands.entry(answers(v, &asked)).or_insert(v))).collect();
        if stands.len() < all.len() {
            out.insert(root, map);
        }
    }
    out
}

fn answers(v: i32, tests: &[(BinaryOp, i32)]) -> Vec<bool> {
    tests
        .iter()
        .map(|(op, k)| match op {
            BinaryOp::Lt => v < *k,
            BinaryOp::Gt => v > *k,
            BinaryOp::Le => v <= *k,
            BinaryOp::Ge => v >= *k,
            BinaryOp::Ne => v != *k,
            _ => v == *k,
        })
        .collect()
}

fn scalar(v: &VarRef, context: &Context) -> Option<Object> {
    match (context.objects.of_ref(v), &v.parts[..]) {
        ([one], [part]) if part.index.is_none() => Some(*one),
        _ => None,
    }
}

fn spoil(v: &VarRef, context: &Context, g: &mut Groups) {
    for &o in context.objects.of_ref(v) {
        let n = g.node(ValueSlot::Scalar(o));
        g.bad.insert(n);
    }
    v.parts.iter().filter_map(|p| p.index.as_deref()).for_each(|i| uses(i, context, g));
}

fn spoil_channel(channel: &VarRef, fields: usize, context: &Context, g: &mut Groups) {
    if let Some(class) = context.channels.class(channel, context.objects) {
        for i in 0..fields {
            let n = g.node(ValueSlot::Field(class, i));
            g.bad.insert(n);
        }
    }
}

/// A value goes to a node.
fn flows(target: usize, e: &Expr, context: &Context, g: &mut Groups) {
    if let Some(n) = literal(e, context) {
        g.values.entry(target).or_default().insert(n);
    } else if let ExprKind::Var(v) = &e.kind
        && let Some(o) = scalar(v, context)
    {
        let source = g.node(ValueSlot::Scalar(o));
        g.unite(target, source);
    } else {
        g.bad.insert(target);
        uses(e, context, g);
    }
}

/// Whatever an expression reads is spoilt, except where it is compared with a constant.
fn uses(e: &Expr, context: &Context, g: &mut Groups) {
    if let ExprKind::Binary(
        op @ (BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne),
        a,
        b,
    ) = &e.kind
    {
        let compared = match (&a.kind, literal(b, context), literal(a, context), &b.kind) {
            (ExprKind::Var(v), Some(k), _, _) => scalar(v, context).map(|o| (o, *op, k)),
            (_, _, Some(k), ExprKind::Var(v)) => scalar(v, context).map(|o| (o, swapped(*op), k)),
            _ => None,
        };
        if let Some((o, op, k)) = compared {
            let n = g.node(ValueSlot::Scalar(o));
            g.tests.entry(n).or_default().push((op, k));
            return;
        }
    }
    match &e.kind {
        ExprKind::Unary(_, a) => uses(a, context, g),
        ExprKind::Binary(_, a, b) => {
            uses(a, context, g);
            uses(b, context, g);
        }
        _ => walk::mentions(e, &mut |m| match m {
            Mention::Var(v) => spoil(v, context, g),
            Mention::Poll(channel, args) => {
                spoil_channel(channel, args.len(), context, g);
                for a in args {
                    if let ReceiveArg::Var(v) = a {
                        spoil(v, context, g);
                    }
                }
            }
            Mention::Run(p, _) => {
                for key in context.names.params.get(p).into_iter().flatten() {
                    for &o in context.objects.of_key(key) {
                        let n = g.node(ValueSlot::Scalar(o));
                        g.bad.insert(n);
                    }
                }
            }
            Mention::RemoteVar(p, v) => {
                let keys = context.names.remote.get(&(p.to_string(), v.parts[0].name.name.clone()));
                for &o in keys.into_iter().flatten().flat_map(|k| context.objects.of_key(k)) {
                    let n = g.node(ValueSlot::Scalar(o));
                    g.bad.insert(n);
                }
            }
            _ => {}
        }),
    }
}

fn swapped(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// `x = a; do :: (x < b) -> x++ :: break od`: what a `select` of many values is.
fn select_loop(seq: &[Stmt], context: &Context) -> Option<(Object, i32, i32)> {
    let [Stmt { kind: StmtKind::Assign(v, from), .. }, Stmt { kind: StmtKind::Do(options), labels, .. }, ..] = seq
    else {
        return None;
    };
    let [round, out] = &options[..] else { return None };
    let ([test, step], [Stmt { kind: StmtKind::Break, .. }]) = (&round.steps[..], &out.steps[..]) else { return None };
    let StmtKind::Expr(Expr { kind: ExprKind::Binary(BinaryOp::Lt, x, to), .. }) = &test.kind else { return None };
    let (ExprKind::Var(x), StmtKind::Increment(y)) = (&x.kind, &step.kind) else { return None };
    let o = scalar(v, context)?;
    let local = context.names.variable(&v.parts[0].name.name).is_some_and(|v| v.owner.is_some());
    let same = scalar(x, context) == Some(o) && scalar(y, context) == Some(o);
    let (from, to) = (literal(from, context)?, literal(to, context)?);
    let plain_labels = labels.is_empty() && test.labels.is_empty() && step.labels.is_empty();
    (local && same && plain_labels && from <= to && to - from < MANY).then_some((o, from, to))
}

fn sequence(seq: &Sequence, context: &Context, g: &mut Groups) {
    let mut at = 0;
    while at < seq.steps.len() {
        if let Some((o, from, to)) = select_loop(&seq.steps[at..], context) {
            let n = g.node(ValueSlot::Scalar(o));
            g.values.entry(n).or_default().extend(from..=to);
            at += 2;
            continue;
        }
        statement(&seq.steps[at], context, g);
        at += 1;
    }
}

fn statement(s: &Stmt, context: &Context, g: &mut Groups) {
    match &s.kind {
        StmtKind::Assign(v, e) => match scalar(v, context) {
            Some(o) => {
                let target = g.node(ValueSlot::Scalar(o));
                flows(target, e, context, g);
            }
            None => {
                spoil(v, context, g);
                uses(e, context, g);
            }
        },
        StmtKind::Increment(v) | StmtKind::Decrement(v) => spoil(v, context, g),
        StmtKind::Send { channel, args, sorted } => {
            let class = context.channels.class(channel, context.objects);
            channel.parts.iter().filter_map(|p| p.index.as_deref()).for_each(|i| uses(i, context, g));
            for (i, a) in args.iter().enumerate() {
                match class.filter(|&c| !sorted && !context.channels.get(c).rigid) {
                    Some(class) => {
                        let target = g.node(ValueSlot::Field(class, i));
                        flows(target, a, context, g);
                    }
                    None => uses(a, context, g),
                }
            }
        }
        StmtKind::Receive { channel, args, .. } => {
            let class = context.channels.class(channel, context.objects);
            channel.parts.iter().filter_map(|p| p.index.as_deref()).for_each(|i| uses(i, context, g));
            for (i, a) in args.iter().enumerate() {
                let field = class.filter(|&c| !context.channels.get(c).rigid).map(|c| g.node(ValueSlot::Field(c, i)));
                match (a, field) {
                    (ReceiveArg::Var(v), _) if v.parts[0].name.name == "_" => {}
                    (ReceiveArg::Var(v), Some(field)) if context.objects.is_variable(v) => match scalar(v, context) {
                        Some(o) => {
                            let n = g.node(ValueSlot::Scalar(o));
                            g.unite(field, n);
                        }
                        None => {
                            g.bad.insert(field);
                            spoil(v, context, g);
                        }
                    },
                    (ReceiveArg::Var(v), None) => spoil(v, context, g),
                    (ReceiveArg::Const(e), Some(field)) => match literal(e, context) {
                        Some(k) => g.tests.entry(field).or_default().push((BinaryOp::Eq, k)),
                        None => {
                            g.bad.insert(field);
                        }
                    },
                    (ReceiveArg::Var(v), Some(field)) => match context.ranges.mtype(&v.parts[0].name.name) {
                        Some(k) => g.tests.entry(field).or_default().push((BinaryOp::Eq, k)),
                        None => {
                            g.bad.insert(field);
                        }
                    },
                    (ReceiveArg::Eval(e), field) => {
                        g.bad.extend(field);
                        uses(e, context, g);
                    }
                    (ReceiveArg::Const(_), None) => {}
                }
            }
        }
        StmtKind::For { var, .. } | StmtKind::Select { var, .. } => {
            spoil(var, context, g);
            let mut kind = s.kind.clone();
            names::each_operand(&mut kind, &mut |part| {
                if let names::Operand::Expr(e) = part {
                    uses(e, context, g);
                }
            });
        }
        StmtKind::Unless(a, b) => {
            statement(a, context, g);
            statement(b, context, g);
        }
        StmtKind::Decl(d) => {
            for v in &d.vars {
                if let Some(Init::Expr(e)) = &v.init
                    && literal(e, context).is_none()
                {
                    uses(e, context, g);
                }
            }
        }
        kind => {
            let mut kind = kind.clone();
            names::each_operand(&mut kind, &mut |part| {
                if let names::Operand::Expr(e) = part {
                    uses(e, context, g);
                }
            });
        }
    }
    match &s.kind {
        StmtKind::If(options) | StmtKind::Do(options) => options.iter().for_each(|o| sequence(o, context, g)),
        StmtKind::For { body: b, .. } | StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => {
            sequence(b, context, g);
        }
        _ => {}
    }
}

type Chosen<'a> = HashMap<ValueSlot, &'a BTreeMap<i32, i32>>;

fn replace(seq: &mut Sequence, context: &Context, chosen: &Chosen) {
    let steps = std::mem::take(&mut seq.steps);
    let mut rest = &steps[..];
    while let [first, ..] = rest {
        if let Some((o, from, to)) = select_loop(rest, context)
            && let Some(map) = chosen.get(&ValueSlot::Scalar(o))
            && let StmtKind::Assign(v, _) = &first.kind
        {
            let stands: BTreeSet<i32> = map.range(from..=to).map(|(_, &s)| s).collect();
            let option = |n: i32| Sequence {
                steps: vec![Stmt {
                    labels: Vec::new(),
                    kind: StmtKind::Assign(v.clone(), number(n, first.span)),
                    span: first.span,
                    note: Default::default(),
                }],
            };
            let kind = StmtKind::If(stands.into_iter().map(option).collect());
            seq.steps.push(Stmt { labels: first.labels.clone(), kind, span: first.span, note: Default::default() });
            rest = &rest[2..];
            continue;
        }
        let mut s = first.clone();
        replace_in(&mut s, context, chosen);
        seq.steps.push(s);
        rest = &rest[1..];
    }
}

fn replace_in(s: &mut Stmt, context: &Context, chosen: &Chosen) {
    let swap = |node: ValueSlot, e: &mut Expr| {
        if let (Some(map), Some(n)) = (chosen.get(&node), literal(e, context))
            && let Some(&stands) = map.get(&n)
            && stands != n
        {
            *e = number(stands, e.span);
        }
    };
    match &mut s.kind {
        StmtKind::Assign(v, e) => {
            if let Some(o) = scalar(v, context) {
                swap(ValueSlot::Scalar(o), e);
            }
        }
        StmtKind::Send { channel, args, .. } => {
            if let Some(class) = context.channels.class(channel, context.objects) {
                for (i, a) in args.iter_mut().enumerate() {
                    swap(ValueSlot::Field(class, i), a);
                }
            }
        }
        StmtKind::Unless(a, b) => {
            replace_in(a, context, chosen);
            replace_in(b, context, chosen);
        }
        _ => {}
    }
    names::each_sequence(&mut s.kind, &mut |seq| replace(seq, context, chosen));
    // Options that became the same are one.
    if let StmtKind::If(options) | StmtKind::Do(options) = &mut s.kind {
        let mut seen = HashSet::new();
        options.retain(|o| {
            let mut labelled = false;
            visit::sequence(o, &mut |s| labelled |= !s.labels.is_empty() || matches!(s.kind, StmtKind::Decl(_)));
            let text: String = o.steps.iter().map(|s| format!("{};", promela::print_stmt(s))).collect();
            labelled || seen.insert(text)
        });
    }
}

/// A group in words: `c, input:symbol: 10; -1; 0 for 0 .. 127`
pub fn text(r: &Representatives) -> String {
    let ranges: Vec<String> = r
        .ranges
        .iter()
        .map(|(v, low, high)| if low == high { v.to_string() } else { format!("{v} for others of {low} .. {high}") })
        .collect();
    format!("{}: {}", r.variables.iter().map(|v| plain(v)).collect::<Vec<_>>().join(", "), ranges.join(", "))
}
