//! Which values each scalar can have: one interval for the whole run, whatever the place.
//!
//! Exact enough for `x = (x + 1) % N`, `x = 1 - x` and constants; guards are not looked at, so a counter ranges over
//! its type. What is stored is cut to its type first, as the checker does it: a value that may not fit gives the whole
//! type.

use super::channels::Channels;
use super::names::Names;
use super::objects::{Object, Objects, What};
use super::visit;
use promela::ast::{
    Active, BinaryOp, Declarator, Expr, ExprKind, ForRange, Init, Program, ReceiveArg, Stmt, StmtKind, TypeName,
    UnaryOp, Unit, VarRef,
};
use std::collections::HashMap;

/// All values from the first to the second.
pub type Interval = (i64, i64);

const INT: Interval = (i32::MIN as i64, i32::MAX as i64);
const BYTE: Interval = (0, 255);

/// After so many passes what still grows has the range of its type.
const PATIENCE: usize = 6;

#[derive(Debug, Default)]
pub struct Ranges {
    of: HashMap<Object, Interval>,
    /// The values of mtype constants.
    mtypes: HashMap<String, i32>,
    /// How many statements set each variable.
    setters: HashMap<String, usize>,
    changed: bool,
    pass: usize,
}

/// What a type can hold.
pub fn of_type(ty: &TypeName, d: &Declarator) -> Interval {
    let width = |e: &Expr| match e.kind {
        ExprKind::Const(n @ 1..=31) => (0, (1i64 << n) - 1),
        _ => (INT.0, i64::from(u32::MAX)),
    };
    match ty {
        // An array of bits is an array of bytes.
        TypeName::Bit | TypeName::Bool if d.size.is_none() => (0, 1),
        TypeName::Bit | TypeName::Bool | TypeName::Byte | TypeName::Pid | TypeName::Chan | TypeName::Mtype(_) => BYTE,
        TypeName::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
        TypeName::Unsigned => d.width.as_ref().map_or(INT, width),
        TypeName::Int | TypeName::User(_) => INT,
    }
}

pub fn field_range(ty: &TypeName) -> Interval {
    match ty {
        // The only field of a message is a byte if it is a bit: the wider range holds for both.
        TypeName::Bit | TypeName::Bool | TypeName::Byte | TypeName::Pid | TypeName::Chan | TypeName::Mtype(_) => BYTE,
        TypeName::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
        _ => INT,
    }
}

/// Which proctypes are started otherwise than by `run`.
pub fn is_active(p: &promela::ast::Proctype) -> bool {
    p.is_init() || matches!(&p.active, Some(Active::One | Active::Count(_)))
}

/// Parameters of processes that nobody runs have no value from an argument.
pub fn active_parameters(program: &Program, names: &Names) -> Vec<String> {
    program
        .units
        .iter()
        .filter_map(|u| match u {
            Unit::Proctype(p) if is_active(p) => names.params.get(&p.name.name),
            _ => None,
        })
        .flatten()
        .cloned()
        .collect()
}

impl Ranges {
    pub fn of(program: &Program, names: &Names, objects: &Objects, channels: &Channels) -> Ranges {
        let mut r = Ranges { mtypes: mtypes(program), setters: setters(program), ..Ranges::default() };
        for v in &names.variables {
            let active = v.param
                && program
                    .units
                    .iter()
                    .any(|u| matches!(u, Unit::Proctype(p) if Some(&p.name.name) == v.owner.as_ref() && is_active(p)));
            for &o in objects.of_key(&v.key) {
                if !v.param || active {
                    r.of.insert(o, (0, 0));
                }
            }
        }
        loop {
            r.changed = false;
            for (o, (_, d)) in &objects.types {
                match &d.init {
                    Some(Init::Expr(e)) => {
                        let value = r.value(e, objects);
                        r.join(*o, value, objects);
                    }
                    Some(Init::List(list)) => {
                        for e in list {
                            let value = r.value(e, objects);
                            r.join(*o, value, objects);
                        }
                    }
                    Some(Init::Chan(_)) => r.join(*o, BYTE, objects),
                    None => {}
                }
            }
            visit::statements(program, &mut |s| r.stmt(s, names, objects, channels));
            r.pass += 1;
            if !r.changed {
                return r;
            }
        }
    }

    /// The values that an object can have.
    pub fn get(&self, o: Object) -> Interval {
        self.of.get(&o).copied().unwrap_or((0, 0))
    }

    pub fn mtype(&self, name: &str) -> Option<i32> {
        self.mtypes.get(name).copied()
    }

    fn join(&mut self, o: Object, value: Interval, objects: &Objects) {
        let whole = match objects.types.get(&o) {
            Some((ty, d)) => of_type(ty, d),
            None => INT,
        };
        self.join_within(o, value, whole);
    }

    fn join_within(&mut self, o: Object, value: Interval, whole: Interval) {
        let value = if value.0 < whole.0 || value.1 > whole.1 { whole } else { value };
        let old = self.of.get(&o).copied();
        let mut new = old.map_or(value, |old| (old.0.min(value.0), old.1.max(value.1)));
        if Some(new) != old {
            if self.pass >= PATIENCE {
                new = whole;
            }
            self.changed |= old != Some(new);
            self.of.insert(o, new);
        }
    }

    /// Nothing else sets the variable of a loop.
    fn alone(&self, v: &VarRef) -> bool {
        self.setters.get(&v.parts[0].name.name).is_some_and(|&n| n == 1)
    }

    fn assign(&mut self, v: &VarRef, value: Interval, objects: &Objects) {
        for &o in objects.of_ref(v) {
            self.join(o, value, objects);
        }
    }

    fn stmt(&mut self, s: &Stmt, names: &Names, objects: &Objects, channels: &Channels) {
        match &s.kind {
            StmtKind::Assign(v, e) => {
                let value = self.value(e, objects);
                self.assign(v, value, objects);
                self.runs(e, names, objects);
            }
            StmtKind::Increment(v) => {
                let (a, b) = self.reference(v, objects);
                self.assign(v, (a + 1, b + 1), objects);
            }
            StmtKind::Decrement(v) => {
                let (a, b) = self.reference(v, objects);
                self.assign(v, (a - 1, b - 1), objects);
            }
            StmtKind::Expr(e) | StmtKind::Assert(e) => self.runs(e, names, objects),
            StmtKind::For { var, range, .. } => match range {
                ForRange::Between(a, b) => {
                    let (a, b) = (self.value(a, objects), self.value(b, objects));
                    let value = if self.alone(var) { (a.0, a.1.max(b.1 + 1)) } else { INT };
                    self.assign(var, value, objects);
                }
                ForRange::In(_) => self.assign(var, INT, objects),
            },
            StmtKind::Select { var, from, to } => {
                let (a, b) = (self.value(from, objects), self.value(to, objects));
                let value = if self.alone(var) { (a.0, a.1.max(b.1)) } else { INT };
                self.assign(var, value, objects);
            }
            StmtKind::Send { channel, args, .. } => {
                let Some(class) = channels.class(channel, objects) else { return };
                let facts = channels.get(class);
                for (i, a) in args.iter().enumerate() {
                    let Some(o) = objects.find(&What::Field(class, field_index(facts.rigid, i))) else { continue };
                    let whole = if facts.rigid { INT } else { facts.fields.get(i).map_or(INT, field_range) };
                    let value = if facts.rigid { INT } else { self.value(a, objects) };
                    self.join_within(o, value, whole);
                }
            }
            StmtKind::Receive { channel, args, .. } => {
                let class = channels.class(channel, objects);
                for (i, a) in args.iter().enumerate() {
                    let ReceiveArg::Var(v) = a else { continue };
                    let field = class.filter(|&c| !channels.get(c).rigid).map(|c| What::Field(c, i));
                    let value = match field.and_then(|f| objects.find(&f)) {
                        Some(o) if objects.of_ref(v).len() <= 1 => match self.of.get(&o) {
                            Some(&value) => value,
                            None => continue,
                        },
                        _ => INT,
                    };
                    self.assign(v, value, objects);
                }
            }
            _ => {}
        }
    }

    /// The arguments of `run` go to the parameters.
    fn runs(&mut self, e: &Expr, names: &Names, objects: &Objects) {
        let mut runs = Vec::new();
        super::walk::mentions(e, &mut |m| {
            if let super::walk::Mention::Run(p, args) = m {
                runs.push((p, args));
            }
        });
        for (p, args) in runs {
            for (i, a) in args.iter().enumerate() {
                let Some(key) = names.params.get(p).and_then(|list| list.get(i)) else { continue };
                let list = objects.of_key(key).to_vec();
                let value = if list.len() == 1 { self.value(a, objects) } else { INT };
                list.into_iter().for_each(|o| self.join(o, value, objects));
            }
        }
    }

    fn reference(&self, v: &VarRef, objects: &Objects) -> Interval {
        match objects.of_ref(v) {
            [] => match v.parts[0].name.name.as_str() {
                "_pid" | "_nr_pr" => BYTE,
                name => self.mtypes.get(name).map_or(INT, |&n| (i64::from(n), i64::from(n))),
            },
            [one] => self.get(*one),
            _ => INT,
        }
    }

    /// The values that an expression can have.
    pub fn value(&self, e: &Expr, objects: &Objects) -> Interval {
        let value = match &e.kind {
            ExprKind::Const(n) => (i64::from(*n), i64::from(*n)),
            ExprKind::Var(v) => self.reference(v, objects),
            ExprKind::Unary(op, a) => {
                let (low, high) = self.value(a, objects);
                match op {
                    UnaryOp::Neg => (-high, -low),
                    UnaryOp::BitNot => (-high - 1, -low - 1),
                    _ => (0, 1),
                }
            }
            ExprKind::Binary(op, a, b) => binary(*op, self.value(a, objects), self.value(b, objects)),
            ExprKind::Conditional(_, a, b) => {
                let (a, b) = (self.value(a, objects), self.value(b, objects));
                (a.0.min(b.0), a.1.max(b.1))
            }
            ExprKind::Named { value, .. } => self.value(value, objects),
            ExprKind::Len(_) | ExprKind::Run { .. } | ExprKind::GetPriority(_) => BYTE,
            ExprKind::Probe(..)
            | ExprKind::Poll { .. }
            | ExprKind::Enabled(_)
            | ExprKind::Timeout
            | ExprKind::NonProgress
            | ExprKind::RemoteLabel { .. } => (0, 1),
            ExprKind::PcValue(_) | ExprKind::RemoteVar { .. } | ExprKind::EmbeddedC(_) => INT,
        };
        // Numbers wrap at 32 bits.
        if value.0 < INT.0 || value.1 > INT.1 { INT } else { value }
    }
}

/// The fields of a rigid class are one object.
pub fn field_index(rigid: bool, i: usize) -> usize {
    if rigid { 0 } else { i }
}

fn binary(op: BinaryOp, a: Interval, b: Interval) -> Interval {
    let corners = |f: fn(i64, i64) -> i64| {
        let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
        (all.into_iter().min().unwrap_or(INT.0), all.into_iter().max().unwrap_or(INT.1))
    };
    match op {
        BinaryOp::Add => (a.0 + b.0, a.1 + b.1),
        BinaryOp::Sub => (a.0 - b.1, a.1 - b.0),
        BinaryOp::Mul => corners(|x, y| x.saturating_mul(y)),
        BinaryOp::Div if b.0 > 0 => corners(|x, y| x / y),
        BinaryOp::Rem if b.0 > 0 => {
            let most = b.1 - 1;
            (if a.0 >= 0 { 0 } else { (-most).max(a.0) }, if a.1 <= 0 { 0 } else { most.min(a.1) })
        }
        BinaryOp::BitAnd if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
        BinaryOp::BitAnd if b.0 >= 0 => (0, b.1),
        BinaryOp::BitAnd if a.0 >= 0 => (0, a.1),
        BinaryOp::BitOr | BinaryOp::BitXor if a.0 >= 0 && b.0 >= 0 => {
            let most = a.1.max(b.1);
            let bits = 64 - most.leading_zeros();
            (0, (1i64 << bits) - 1)
        }
        BinaryOp::Shr if a.0 >= 0 && b.0 >= 0 && b.1 < 32 => (0, a.1),
        BinaryOp::Lt
        | BinaryOp::Gt
        | BinaryOp::Le
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::And
        | BinaryOp::Or => (0, 1),
        _ => INT,
    }
}

fn setters(program: &Program) -> HashMap<String, usize> {
    let mut count: HashMap<String, usize> = HashMap::new();
    visit::set(program, &mut |v| *count.entry(v.parts[0].name.name.clone()).or_default() += 1);
    count
}

/// The values of mtype constants: each subtype is numbered by itself, a list from its last name.
fn mtypes(program: &Program) -> HashMap<String, i32> {
    let mut values = HashMap::new();
    let mut next: HashMap<String, i32> = HashMap::new();
    for unit in &program.units {
        let Unit::Mtype(m) = unit else { continue };
        let count = next.entry(m.subtype.as_ref().map_or(String::new(), |s| s.name.clone())).or_default();
        for name in m.names.iter().rev() {
            *count += 1;
            values.entry(name.name.clone()).or_insert(*count);
        }
    }
    values
}
