//! C expressions in Promela, with C's meaning, or the reason why not.
//!
//! The same code answers "can it be said?" (while unknown data is being found) and says it (when the model is written):
//! a [`Translator`] without names gives trees that nobody reads.

use super::arithmetic::{self, Value};
use super::place::Scalar;
use super::{Abstraction, InstanceId, Place, Selector, Subscript, Var, Why};
use crate::program::{Binary, BinaryOp, Expr, ExprKind, Type, TypeId, UnaryOp};
use promela::ast::{self, VarRef};
use promela::build;

/// How the model calls its things.
pub trait Names {
    fn var(&mut self, var: Var) -> String;
    fn member(&mut self, record: crate::program::RecordId, member: u32) -> String;
    /// The name of an enumerator, if the model has one for it.
    fn enumerator(&mut self, of: crate::program::EnumId, index: u32) -> Option<String>;
}

/// Names for trees that nobody reads.
pub struct NoNames;

impl Names for NoNames {
    fn var(&mut self, _: Var) -> String {
        String::new()
    }

    fn member(&mut self, _: crate::program::RecordId, _: u32) -> String {
        String::new()
    }

    fn enumerator(&mut self, _: crate::program::EnumId, _: u32) -> Option<String> {
        None
    }
}

pub struct Translator<'t, 'a> {
    pub abstraction: &'t Abstraction<'a>,
    pub names: &'t mut dyn Names,
    /// How often shared data is read.
    pub shared_reads: u32,
    /// The first so many reads of shared data are taken out: each value is fetched in a step of its own.
    pub fetch: u32,
    /// The places fetched, in order; what is said uses `tmp0`, `tmp1`, … for them.
    pub fetched: Vec<VarRef>,
    /// An `_Atomic` variable that one operation reads and writes: reading it is part of that.
    pub atomic: Option<Var>,
    /// The user insists: what is unknown because of what happens to it is taken as it is.
    pub insist: bool,
}

impl<'t, 'a> Translator<'t, 'a> {
    pub fn new(abstraction: &'t Abstraction<'a>, names: &'t mut dyn Names) -> Translator<'t, 'a> {
        Translator { abstraction, names, shared_reads: 0, fetch: 0, fetched: Vec::new(), atomic: None, insist: false }
    }

    /// The value of an expression, converted to its own type.
    pub fn value(&mut self, at: InstanceId, e: &Expr) -> Result<Value, Why> {
        let program = self.abstraction.program;
        if let ExprKind::Enumerator { of, index } = &e.kind {
            let value = program.enumeration(*of).constants[*index as usize].value;
            let constant = Value::constant(value);
            return Ok(match self.names.enumerator(*of, *index) {
                Some(name) => Value { expr: build::named(&name, constant.expr), ..constant },
                None => constant,
            });
        }
        if let Some(value) = self.abstraction.named_constant(e) {
            return Ok(Value::constant(value));
        }
        if let Some(value) = program.constant(e) {
            return match self.abstraction.scalar(e.ty) {
                Ok(_) => Ok(Value::constant(value)),
                Err(_) if i32::try_from(value).is_ok() && program.is_integer(e.ty) => Ok(Value::constant(value)),
                Err(why) => Err(why),
            };
        }
        match &e.kind {
            ExprKind::Object(_)
            | ExprKind::Temp { .. }
            | ExprKind::Member { .. }
            | ExprKind::Index(..)
            | ExprKind::Deref(_) => self.read(at, e),
            ExprKind::Unary(op, x) => self.unary(at, *op, x, e),
            ExprKind::Binary(b) => self.binary(at, b),
            ExprKind::Logical { and, left, right } => {
                let left = self.truth(at, left)?;
                let right = self.truth(at, right)?;
                let op = if *and { ast::BinaryOp::And } else { ast::BinaryOp::Or };
                Ok(Value::new(build::binary(op, left, right), (0, 1)))
            }
            ExprKind::Conditional { condition, then: Some(then), otherwise } => {
                let condition = self.truth(at, condition)?;
                let scalar = self.abstraction.scalar(e.ty)?;
                let then = self.converted(at, then, scalar)?;
                let otherwise = self.converted(at, otherwise, scalar)?;
                let interval = (then.low.min(otherwise.low), then.high.max(otherwise.high));
                Ok(Value::new(build::conditional(condition, then.expr, otherwise.expr), interval))
            }
            ExprKind::Cast { operand, .. } if self.is_integer_parameter(at, operand) => {
                let scalar = self.abstraction.scalar(e.ty)?;
                Ok(arithmetic::convert(self.integer_parameter(at, operand), scalar))
            }
            ExprKind::Cast { operand, .. } => {
                let scalar = self.abstraction.scalar(e.ty)?;
                self.converted(at, operand, scalar)
            }
            ExprKind::Call { .. } => Err(Why::Operation("call inside of an expression")),
            ExprKind::Float(_) => Err(Why::Type("double".into())),
            ExprKind::Str(_) => Err(Why::Type("char *".into())),
            ExprKind::AddressOf(_) | ExprKind::Function(_) => Err(Why::Type("pointer".into())),
            _ => Err(Why::Operation("such expression")),
        }
    }

    /// The value of an expression, converted to another type.
    pub fn converted(&mut self, at: InstanceId, e: &Expr, to: Scalar) -> Result<Value, Why> {
        let program = self.abstraction.program;
        if let Some(value) =
            program.constant(e).filter(|_| program.is_integer(e.ty) && !matches!(e.kind, ExprKind::Enumerator { .. }))
        {
            return Ok(Value::constant(i128::from(arithmetic::wrapped(value, to))));
        }
        let value = if to.boolean { self.truth_value(at, e)? } else { self.low(at, e)? };
        Ok(arithmetic::convert(value, to))
    }

    /// The low 32 bits of the value: enough for any conversion but that to `_Bool`.
    pub fn low(&mut self, at: InstanceId, e: &Expr) -> Result<Value, Why> {
        let program = self.abstraction.program;
        if self.abstraction.scalar(e.ty).is_ok() || !program.is_integer(e.ty) {
            return self.value(at, e);
        }
        if let Some(value) = program.constant(e) {
            return Ok(Value::constant(value));
        }
        match &e.kind {
            ExprKind::Cast { operand, .. } if program.is_integer(operand.ty) => self.low(at, operand),
            ExprKind::Cast { operand, .. } if self.is_integer_parameter(at, operand) => {
                Ok(self.integer_parameter(at, operand))
            }
            ExprKind::Unary(op @ (UnaryOp::Minus | UnaryOp::Complement | UnaryOp::Plus), x) => {
                let value = self.low(at, x)?;
                Ok(sign(*op, value))
            }
            ExprKind::Binary(b)
                if matches!(
                    b.op,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
                ) && program.is_integer(b.left.ty)
                    && program.is_integer(b.right.ty) =>
            {
                let left = self.low(at, &b.left)?;
                let right = self.low(at, &b.right)?;
                let mut value = arithmetic::binary(b.op, &left, &right, false)?;
                (value.low, value.high) = Scalar::INT.range();
                Ok(value)
            }
            _ => self.value(at, e),
        }
    }

    /// The argument of a thread that holds an integer.
    fn is_integer_parameter(&self, at: InstanceId, e: &Expr) -> bool {
        let ExprKind::Object(object) = &e.kind else { return false };
        self.abstraction.is_root(at) && self.abstraction.integer_parameter() == Some(*object)
    }

    fn integer_parameter(&mut self, at: InstanceId, e: &Expr) -> Value {
        let ExprKind::Object(object) = &e.kind else { return Value::constant(0) };
        let name = self.names.var(Var::Local(at, *object));
        Value::new(build::load(build::var(&name)), Scalar::INT.range())
    }

    /// The expression as a condition: it is not zero when C takes it for true.
    pub fn truth(&mut self, at: InstanceId, e: &Expr) -> Result<ast::Expr, Why> {
        Ok(self.truth_value(at, e)?.expr)
    }

    /// A value that is not zero when C takes the expression for true.
    fn truth_value(&mut self, at: InstanceId, e: &Expr) -> Result<Value, Why> {
        let program = self.abstraction.program;
        if matches!(program.ty(e.ty), Type::Pointer(_) | Type::Array(..) | Type::Function { .. }) {
            return match self.pointer_truth(at, e) {
                Some(known) => Ok(Value::constant(i128::from(known))),
                None => Err(Why::Pointer),
            };
        }
        match &e.kind {
            ExprKind::Unary(UnaryOp::Not, x) => self.not(at, x),
            ExprKind::Cast { operand, .. } if *program.ty(e.ty) == Type::Bool => self.truth_value(at, operand),
            // Widening does not change whether it is zero.
            ExprKind::Cast { operand, .. }
                if self.abstraction.scalar(e.ty).is_err()
                    && program.is_integer(e.ty)
                    && self.abstraction.scalar(operand.ty).is_ok() =>
            {
                self.truth_value(at, operand)
            }
            _ => self.value(at, e),
        }
    }

    fn not(&mut self, at: InstanceId, x: &Expr) -> Result<Value, Why> {
        let inner = self.truth(at, x)?;
        Ok(Value::new(build::not(inner), (0, 1)))
    }

    /// Whether a pointer is null, where that is known.
    fn pointer_truth(&self, at: InstanceId, e: &Expr) -> Option<bool> {
        match self.abstraction.program.constant(e) {
            Some(value) => Some(value != 0),
            None => self.abstraction.pointee(at, e).ok().map(|_| true),
        }
    }

    fn read(&mut self, at: InstanceId, e: &Expr) -> Result<Value, Why> {
        let place = self.abstraction.resolve(at, e)?;
        self.load(&place)
    }

    /// The value at a place.
    pub fn load(&mut self, place: &Place) -> Result<Value, Why> {
        let scalar = self.abstraction.scalar_at(place)?;
        if !self.insist
            && let Some(why) = self.abstraction.why_unknown(place)
        {
            return Err(Why::From(self.abstraction.name(place.var), Box::new(why)));
        }
        let said = self.place(place)?;
        if !self.abstraction.is_shared(place.var) || self.atomic == Some(place.var) {
            return Ok(Value::new(build::load(said), scalar.range()));
        }
        self.shared_reads += 1;
        if (self.fetched.len() as u32) < self.fetch {
            let name = fetched_name(self.fetched.len());
            self.fetched.push(said);
            return Ok(Value::new(build::load(build::var(&name)), scalar.range()));
        }
        Ok(Value::new(build::load(said), scalar.range()))
    }

    /// A place of the model. Arrays of arrays are one array in it.
    pub fn place(&mut self, place: &Place) -> Result<VarRef, Why> {
        let program = self.abstraction.program;
        let mut said = build::var(&self.names.var(place.var));
        let mut ty = self.abstraction.var_type(place.var);
        let mut pending: Option<Value> = None;
        for selector in &place.path {
            match selector {
                Selector::Member(record, member) => {
                    let name = self.names.member(*record, *member);
                    said.parts.push(build::part(&name));
                    let members = program.record(*record).members.as_deref().unwrap_or(&[]);
                    ty = members.get(*member as usize).map_or(TypeId::ERROR, |m| m.ty);
                }
                Selector::Index(subscript) => {
                    let index = self.subscript(subscript)?;
                    let Type::Array(element, length) = program.ty(ty) else { return Err(Why::Pointer) };
                    let index = match pending.take() {
                        None => index,
                        Some(row) => {
                            let columns = length.unwrap_or(1);
                            let length = Value::constant(i128::from(columns));
                            let start = folded(BinaryOp::Mul, &row, &length)?;
                            let place = folded(BinaryOp::Add, &start, &index)?;
                            in_row(place, &index, columns)
                        }
                    };
                    ty = *element;
                    match program.ty(ty) {
                        Type::Array(..) => pending = Some(index),
                        _ => {
                            if let Some(last) = said.parts.last_mut() {
                                last.index = Some(Box::new(index.expr));
                            }
                        }
                    }
                }
            }
        }
        match pending {
            Some(_) => Err(Why::Operation("array inside of an array")),
            None => Ok(said),
        }
    }

    pub fn subscript(&mut self, subscript: &Subscript) -> Result<Value, Why> {
        match subscript {
            Subscript::Constant(c) => Ok(Value::constant(*c)),
            Subscript::Expr(at, e) => self.low(*at, e),
            Subscript::Var(var) => {
                if let Some(why) = self.abstraction.why_unknown(&Place { var: *var, path: Vec::new(), ty: TypeId::INT })
                {
                    return Err(why);
                }
                Ok(Value::new(build::load(build::var(&self.names.var(*var))), Scalar::INT.range()))
            }
        }
    }

    fn unary(&mut self, at: InstanceId, op: UnaryOp, x: &Expr, e: &Expr) -> Result<Value, Why> {
        if op == UnaryOp::Not {
            return self.not(at, x);
        }
        self.abstraction.scalar(e.ty)?;
        let value = self.value(at, x)?;
        Ok(sign(op, value))
    }

    fn binary(&mut self, at: InstanceId, b: &Binary) -> Result<Value, Why> {
        let program = self.abstraction.program;
        if matches!(program.ty(b.common), Type::Pointer(_)) {
            return self.pointers(at, b);
        }
        if let Ok(common) = self.abstraction.scalar(self.abstraction.common_type(b)) {
            let shift = matches!(b.op, BinaryOp::Shl | BinaryOp::Shr);
            let left = self.converted(at, &b.left, common)?;
            let right = if shift { self.low(at, &b.right)? } else { self.converted(at, &b.right, common)? };
            return arithmetic::binary(b.op, &left, &right, common.signed);
        }
        // Wider than the model computes: comparisons of what was narrower before.
        let comparison =
            matches!(b.op, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne);
        match program.ty(b.common) {
            Type::Int { signed, .. } if comparison => self.wide_comparison(at, b, *signed),
            _ => Err(Why::Type(crate::program::print::type_name(program, b.common))),
        }
    }

    /// A comparison in 64 bits whose operands were extended from 32.
    fn wide_comparison(&mut self, at: InstanceId, b: &Binary, signed: bool) -> Result<Value, Why> {
        let (left, left_signed) = self.extended(at, &b.left)?;
        let (right, right_signed) = self.extended(at, &b.right)?;
        let natural = left.is_natural() && right.is_natural();
        if natural {
            return arithmetic::binary(b.op, &left, &right, true);
        }
        // Sign extension keeps the order, in both readings of the result; zero extension is natural in both.
        match (left_signed || left.is_natural(), right_signed || right.is_natural()) {
            (true, true) => arithmetic::binary(b.op, &left, &right, signed),
            (true, false) => arithmetic::mixed_comparison(b.op, &left, &right, signed),
            (false, true) => arithmetic::mixed_comparison(swapped(b.op), &right, &left, signed),
            (false, false) => arithmetic::binary(b.op, &left, &right, false),
        }
    }

    /// The value of an operand before it was extended to 64 bits, and whether it was extended by its sign.
    fn extended(&mut self, at: InstanceId, e: &Expr) -> Result<(Value, bool), Why> {
        let program = self.abstraction.program;
        let mut inner = e;
        while let ExprKind::Cast { operand, .. } = &inner.kind
            && self.abstraction.scalar(inner.ty).is_err()
            && program.is_integer(inner.ty)
            && program.is_integer(operand.ty)
        {
            inner = operand;
        }
        match self.abstraction.scalar(inner.ty) {
            Ok(scalar) => Ok((self.value(at, inner)?, scalar.signed)),
            Err(why) => match program.constant(inner) {
                Some(c) if i32::try_from(c).is_ok() => Ok((Value::constant(c), true)),
                Some(c) if u32::try_from(c).is_ok() => Ok((Value::constant(c), false)),
                _ => Err(why),
            },
        }
    }

    /// Comparisons of pointers whose outcome is known: with null, and of one object with itself or another.
    fn pointers(&mut self, at: InstanceId, b: &Binary) -> Result<Value, Why> {
        let equal = match b.op {
            BinaryOp::Eq => true,
            BinaryOp::Ne => false,
            _ => return Err(Why::Pointer),
        };
        let null = |x: &Expr| self.abstraction.program.constant(strip(x)) == Some(0);
        let other = match (null(&b.left), null(&b.right)) {
            (true, false) => &b.right,
            (false, true) => &b.left,
            _ => return Err(Why::Pointer),
        };
        match self.pointer_truth(at, other) {
            Some(not_null) => Ok(Value::constant(i128::from(not_null != equal))),
            None => Err(Why::Pointer),
        }
    }
}

/// The variable that holds a value between the steps of one statement.
pub fn fetched_name(index: usize) -> String {
    format!("tmp{index}")
}

/// The comparison with its sides exchanged.
fn swapped(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

fn strip(e: &Expr) -> &Expr {
    let mut e = e;
    while let ExprKind::Cast { operand, .. } = &e.kind {
        e = operand;
    }
    e
}

fn sign(op: UnaryOp, value: Value) -> Value {
    let all = Scalar::INT.range();
    match op {
        UnaryOp::Minus => {
            let fits = value.low > all.0;
            let interval = if fits { (-value.high, -value.low) } else { all };
            Value::new(build::unary(ast::UnaryOp::Neg, value.expr), interval)
        }
        UnaryOp::Complement => {
            let interval = (-value.high - 1, -value.low - 1);
            Value::new(build::unary(ast::UnaryOp::BitNot, value.expr), interval)
        }
        _ => value,
    }
}

/// The place of an element in an array of arrays. An index that leaves its row is no index of the model's array either.
fn in_row(place: Value, index: &Value, columns: u64) -> Value {
    if index.low >= 0 && index.high < columns as i64 {
        return place;
    }
    let right = within(&index.expr, columns);
    Value { expr: build::conditional(right, place.expr, build::number(-1)), ..place }
}

/// `0 <= index && index < length`
pub fn within(index: &ast::Expr, length: u64) -> ast::Expr {
    let least = build::binary(ast::BinaryOp::Ge, index.clone(), build::number(0));
    let length = i32::try_from(length).unwrap_or(i32::MAX);
    let most = build::binary(ast::BinaryOp::Lt, index.clone(), build::number(length));
    build::binary(ast::BinaryOp::And, least, most)
}

/// Arithmetic on subscripts, constants computed.
fn folded(op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Why> {
    if left.low == left.high && right.low == right.high {
        let v = if op == BinaryOp::Mul { left.low * right.low } else { left.low + right.low };
        return Ok(Value::constant(i128::from(v)));
    }
    if op == BinaryOp::Add && left.low == 0 && left.high == 0 {
        return Ok(right.clone());
    }
    arithmetic::binary(op, left, right, true)
}
