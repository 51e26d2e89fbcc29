//! What is left of a slice, made simpler (the notes, section 4): variables that never change become their value,
//! options that can never be taken go, and variables get the smallest type that holds all their values.

use super::facts::Context;
use super::names::{self, Operand};
use super::objects::Objects;
use super::ranges::of_type;
use super::visit;
use super::walk::{self, Mention};
use super::{Dropped, Kind};
use promela::ast::{
    BinaryOp, Decl, Expr, ExprKind, Init, Program, ReceiveArg, Sequence, Stmt, StmtKind, TypeName, UnaryOp, Unit,
    VarRef, Visibility,
};
use std::collections::{HashMap, HashSet};

/// Puts the value of variables that never change in their place.
pub fn constants(program: &mut Program, context: &Context, declared: &HashSet<String>, dropped: &mut Vec<Dropped>) {
    let mut fixed = fixed(program, context);
    fixed.retain(|key, _| declared.contains(key));
    if fixed.is_empty() {
        return;
    }
    let substitute = |e: &mut Expr| substitute(e, &fixed);
    for unit in &mut program.units {
        match unit {
            Unit::Proctype(p) => {
                p.provided.iter_mut().for_each(&substitute);
                each_expr(&mut p.body, &mut |e| substitute(e));
                dead_options(&mut p.body);
                drop_decls(&mut p.body, &fixed);
            }
            Unit::Decl(d) => d.vars.retain(|v| !fixed.contains_key(&v.name.name)),
            _ => {}
        }
    }
    program.units.retain(|u| !matches!(u, Unit::Decl(d) if d.vars.is_empty()));
    for (key, value) in &fixed {
        if let Some(v) = context.names.variable(key) {
            let name = names::called(v);
            let why = format!("it is always {}", promela::print_expr(value));
            dropped.push(Dropped { what: Kind::Variable, name, span: v.span, why });
        }
    }
    dropped.sort_by_key(|d| (d.what, d.span.file, d.span.start));
}

/// Scalars that are set nowhere, with their value.
fn fixed(program: &Program, context: &Context) -> HashMap<String, Expr> {
    let mut out: HashMap<String, Expr> = HashMap::new();
    for v in &context.names.variables {
        let number = matches!(
            v.ty,
            TypeName::Bit | TypeName::Bool | TypeName::Byte | TypeName::Short | TypeName::Int | TypeName::Mtype(_)
        );
        if !number || v.declarator.size.is_some() || v.param || v.hidden || !v.at_start {
            continue;
        }
        let value = match &v.declarator.init {
            None => Some(Expr { kind: ExprKind::Const(0), span: v.span }),
            Some(Init::Expr(e)) => literal(e, context)
                .filter(|n| {
                    let (low, high) = of_type(&v.ty, &v.declarator);
                    (low..=high).contains(&i64::from(*n))
                })
                .map(|_| e.clone()),
            _ => None,
        };
        if let Some(value) = value {
            out.insert(v.key.clone(), value);
        }
    }
    let mut varies: HashSet<String> = HashSet::new();
    visit::set(program, &mut |v| {
        varies.insert(v.parts[0].name.name.clone());
    });
    // What other places name stays: claims, traces, remote references, sizes of arrays.
    let mut named = |e: &Expr| {
        walk::mentions(e, &mut |m| match m {
            Mention::Var(v) | Mention::Fill(v) | Mention::Poll(v, _) => {
                varies.insert(v.parts[0].name.name.clone());
            }
            _ => {}
        });
    };
    for unit in &program.units {
        match unit {
            Unit::Ltl(l) => named(&l.formula),
            Unit::Never(c) => {
                let mut body = c.body.clone();
                each_expr(&mut body, &mut |e| named(e));
            }
            Unit::Trace(t) => {
                let mut body = t.body.clone();
                each_expr(&mut body, &mut |e| named(e));
            }
            Unit::Typedef(t) => {
                t.fields.iter().flat_map(|d| &d.vars).filter_map(|v| v.size.as_ref()).for_each(&mut named)
            }
            _ => {}
        }
    }
    for v in &context.names.variables {
        v.declarator.size.iter().for_each(&mut named);
        match &v.declarator.init {
            Some(Init::Expr(e)) => named(e),
            Some(Init::List(list)) => list.iter().for_each(&mut named),
            _ => {}
        }
    }
    visit::expressions(program, &mut |e| {
        walk::mentions(e, &mut |m| match m {
            Mention::RemoteVar(p, v) => {
                let keys = context.names.remote.get(&(p.to_string(), v.parts[0].name.name.clone()));
                varies.extend(keys.into_iter().flatten().cloned());
            }
            // A variable in a pattern is no value.
            Mention::Poll(_, args) => varies.extend(args.iter().filter_map(|a| match a {
                ReceiveArg::Var(v) => Some(v.parts[0].name.name.clone()),
                _ => None,
            })),
            _ => {}
        });
    });
    out.retain(|key, _| !varies.contains(key));
    out
}

/// A number that is written as such.
pub fn literal(e: &Expr, context: &Context) -> Option<i32> {
    match &e.kind {
        ExprKind::Const(n) => Some(*n),
        ExprKind::Unary(UnaryOp::Neg, a) => match a.kind {
            ExprKind::Const(n) => Some(n.wrapping_neg()),
            _ => None,
        },
        ExprKind::Var(v) if !context.objects.is_variable(v) => context.ranges.mtype(&v.parts[0].name.name),
        _ => None,
    }
}

/// A number as an expression.
pub fn number(n: i32, span: promela::source::Span) -> Expr {
    let positive = Expr { kind: ExprKind::Const(n.wrapping_abs()), span };
    let kind =
        if n < 0 && n != i32::MIN { ExprKind::Unary(UnaryOp::Neg, Box::new(positive)) } else { ExprKind::Const(n) };
    Expr { kind, span }
}

fn substitute(e: &mut Expr, fixed: &HashMap<String, Expr>) {
    if let ExprKind::Var(v) = &e.kind
        && let [part] = &v.parts[..]
        && part.index.is_none()
        && let Some(value) = fixed.get(&part.name.name)
    {
        e.kind = value.kind.clone();
        return;
    }
    match &mut e.kind {
        ExprKind::Var(v) | ExprKind::Len(v) | ExprKind::Probe(_, v) => substitute_indices(v, fixed),
        ExprKind::Unary(_, a) | ExprKind::Enabled(a) | ExprKind::PcValue(a) | ExprKind::GetPriority(a) => {
            substitute(a, fixed);
        }
        ExprKind::Binary(_, a, b) => {
            substitute(a, fixed);
            substitute(b, fixed);
        }
        ExprKind::Conditional(a, b, c) => {
            substitute(a, fixed);
            substitute(b, fixed);
            substitute(c, fixed);
        }
        ExprKind::Run { args, .. } => args.iter_mut().for_each(|a| substitute(a, fixed)),
        ExprKind::Poll { channel, args, .. } => {
            substitute_indices(channel, fixed);
            for a in args {
                if let ReceiveArg::Eval(e) | ReceiveArg::Const(e) = a {
                    substitute(e, fixed);
                }
            }
        }
        ExprKind::RemoteLabel { pid, .. } => pid.iter_mut().for_each(|p| substitute(p, fixed)),
        ExprKind::RemoteVar { pid, var, .. } => {
            pid.iter_mut().for_each(|p| substitute(p, fixed));
            substitute_indices(var, fixed);
        }
        _ => {}
    }
}

fn substitute_indices(v: &mut VarRef, fixed: &HashMap<String, Expr>) {
    v.parts.iter_mut().filter_map(|p| p.index.as_deref_mut()).for_each(|i| substitute(i, fixed));
}

/// Calls `f` on the expressions of all statements; of references on their indices.
fn each_expr(seq: &mut Sequence, f: &mut dyn FnMut(&mut Expr)) {
    for s in &mut seq.steps {
        each_expr_of(s, f);
    }
}

fn each_expr_of(s: &mut Stmt, f: &mut dyn FnMut(&mut Expr)) {
    match &mut s.kind {
        StmtKind::Unless(a, b) => {
            each_expr_of(a, f);
            each_expr_of(b, f);
        }
        StmtKind::Decl(d) => {
            for v in &mut d.vars {
                match &mut v.init {
                    Some(Init::Expr(e)) => f(e),
                    Some(Init::List(list)) => list.iter_mut().for_each(&mut *f),
                    _ => {}
                }
            }
        }
        kind => {
            names::each_operand(kind, &mut |part| match part {
                Operand::Expr(e) => f(e),
                Operand::Ref(v) => v.parts.iter_mut().filter_map(|p| p.index.as_deref_mut()).for_each(&mut *f),
            });
            names::each_sequence(kind, &mut |seq| each_expr(seq, f));
        }
    }
}

/// Declarations of what became a value go; they were no steps.
fn drop_decls(seq: &mut Sequence, fixed: &HashMap<String, Expr>) {
    for s in &mut seq.steps {
        if let StmtKind::Decl(d) = &mut s.kind {
            d.vars.retain(|v| !fixed.contains_key(&v.name.name));
        }
        if let StmtKind::Unless(..) = &s.kind {
            continue;
        }
        names::each_sequence(&mut s.kind, &mut |seq| drop_decls(seq, fixed));
    }
    seq.steps.retain(|s| !matches!(&s.kind, StmtKind::Decl(d) if d.vars.is_empty()));
}

/// The value of an expression without variables.
fn value(e: &Expr) -> Option<i32> {
    Some(match &e.kind {
        ExprKind::Const(n) => *n,
        ExprKind::Unary(UnaryOp::Not, a) => i32::from(value(a)? == 0),
        ExprKind::Unary(UnaryOp::Neg, a) => value(a)?.wrapping_neg(),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            match op {
                BinaryOp::Lt => i32::from(a < b),
                BinaryOp::Gt => i32::from(a > b),
                BinaryOp::Le => i32::from(a <= b),
                BinaryOp::Ge => i32::from(a >= b),
                BinaryOp::Eq => i32::from(a == b),
                BinaryOp::Ne => i32::from(a != b),
                BinaryOp::And => i32::from(a != 0 && b != 0),
                BinaryOp::Or => i32::from(a != 0 || b != 0),
                BinaryOp::Add => a.wrapping_add(b),
                BinaryOp::Sub => a.wrapping_sub(b),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// Options whose guard is never true go, if others are left and no jump leads into them.
fn dead_options(seq: &mut Sequence) {
    for s in &mut seq.steps {
        if let StmtKind::If(options) | StmtKind::Do(options) = &mut s.kind {
            let is_dead = |o: &Sequence| {
                let never = matches!(o.steps.first().map(|s| &s.kind), Some(StmtKind::Expr(e)) if value(e) == Some(0));
                let mut labelled = false;
                visit::sequence(o, &mut |s| labelled |= !s.labels.is_empty());
                never && !labelled
            };
            if options.iter().any(|o| !is_dead(o)) {
                options.retain(|o| !is_dead(o));
            }
        }
        if let StmtKind::Unless(..) = &s.kind {
            continue;
        }
        names::each_sequence(&mut s.kind, &mut dead_options);
    }
}

/// Gives variables the smallest type that holds all their values. Tells which.
pub fn narrow(program: &mut Program, context: &Context) -> Vec<(String, TypeName)> {
    let mut told = Vec::new();
    for unit in &mut program.units {
        if let Unit::Proctype(p) = unit {
            narrow_body(&mut p.body, context, &mut told);
        }
    }
    let units = std::mem::take(&mut program.units);
    for unit in units {
        match unit {
            Unit::Decl(d) => program.units.extend(narrowed(d, context, &mut told).into_iter().map(Unit::Decl)),
            other => program.units.push(other),
        }
    }
    told
}

fn narrow_body(seq: &mut Sequence, context: &Context, told: &mut Vec<(String, TypeName)>) {
    let steps = std::mem::take(&mut seq.steps);
    for mut s in steps {
        match s.kind {
            StmtKind::Decl(d) => {
                let (labels, span) = (s.labels, s.span);
                seq.steps.extend(narrowed(d, context, told).into_iter().map(|d| Stmt {
                    labels: labels.clone(),
                    kind: StmtKind::Decl(d),
                    span,
                    note: Default::default(),
                }));
            }
            StmtKind::Unless(..) => seq.steps.push(s),
            _ => {
                names::each_sequence(&mut s.kind, &mut |seq| narrow_body(seq, context, told));
                seq.steps.push(s);
            }
        }
    }
}

/// One declaration becomes as many as there are types in a row.
fn narrowed(d: Decl, context: &Context, told: &mut Vec<(String, TypeName)>) -> Vec<Decl> {
    if !matches!(d.ty, TypeName::Int | TypeName::Short) || d.visibility != Visibility::Plain {
        return vec![d];
    }
    let mut out: Vec<Decl> = Vec::new();
    for v in d.vars {
        let ty = smallest(context.objects, &v.name.name, context, &d.ty);
        if ty != d.ty {
            told.push((v.name.name.clone(), ty.clone()));
        }
        match out.last_mut().filter(|last| last.ty == ty) {
            Some(last) => last.vars.push(v),
            None => out.push(Decl { visibility: d.visibility, ty, vars: vec![v], span: d.span }),
        }
    }
    out
}

fn smallest(objects: &Objects, key: &str, context: &Context, ty: &TypeName) -> TypeName {
    let [one] = objects.of_key(key) else { return ty.clone() };
    let (low, high) = context.ranges.get(*one);
    let array = objects.types.get(one).is_some_and(|(_, d)| d.size.is_some());
    match (low, high) {
        (0.., ..=1) if !array => TypeName::Bit,
        (0.., ..=255) => TypeName::Byte,
        (-32768.., ..=32767) => TypeName::Short,
        _ => ty.clone(),
    }
}
