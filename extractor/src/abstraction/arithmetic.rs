//! C's arithmetic in Promela's: conversions and unsigned operations written out.
//!
//! The model computes in 32-bit two's complement. An `unsigned int` is held as the `int` with the same bits; `+ - * & |
//! ^ ~ <<` and equality are then the same, and what is not goes through a macro of [`MACROS`], unless the values are
//! known to be below 2^31. Intervals are those of the `int` that stands for the value.

use super::Why;
use super::place::Scalar;
use crate::program::BinaryOp;
use promela::ast::{BinaryOp as Op, Expr, ExprKind, StmtKind};
use promela::build::{self, number};
use promela::fragment::{self, Filler};
use std::sync::LazyLock;

/// A value in Promela, and the interval it is in.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    pub expr: Expr,
    pub low: i64,
    pub high: i64,
}

/// The macros a model may use: name, and what it is. Trees have what they stand for.
pub const MACROS: [(&str, &str); 5] = [
    ("ULT(a,b)", "(((a) ^ (-2147483647-1)) < ((b) ^ (-2147483647-1)))"),
    ("ULE(a,b)", "(((a) ^ (-2147483647-1)) <= ((b) ^ (-2147483647-1)))"),
    ("USHR(a,n)", "((n) == 0 -> (a) : (((a) >> (n)) & (2147483647 >> ((n)-1))))"),
    (
        "UDIV(a,b)",
        "((b) < 0 -> (ULT(a,b) -> 0 : 1) : ((a) >= 0 -> (a) / (b) : (((((a) >> 1) & 2147483647) / (b)) * 2) \
         + (ULT((a) - ((((((a) >> 1) & 2147483647) / (b)) * 2) * (b)), b) -> 0 : 1)))",
    ),
    ("UMOD(a,b)", "((a) - (UDIV(a,b) * (b)))"),
];

const INT: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

impl Value {
    pub fn new(expr: Expr, (low, high): (i64, i64)) -> Value {
        Value { expr, low, high }
    }

    /// A constant, given as a mathematical value; the `int` with its low 32 bits.
    pub fn constant(value: i128) -> Value {
        let v = value as i32;
        Value::new(number(v), (i64::from(v), i64::from(v)))
    }

    pub fn is_natural(&self) -> bool {
        self.low >= 0
    }

    fn boolean(expr: Expr) -> Value {
        Value::new(expr, (0, 1))
    }
}

/// The name of a macro, without its parameters.
pub fn macro_name(index: usize) -> &'static str {
    MACROS[index].0.split('(').next().unwrap_or_default()
}

/// What the macros stand for, with a hole for each argument.
static MEANINGS: LazyLock<Vec<Expr>> = LazyLock::new(|| {
    let defined: String = MACROS.iter().map(|(head, body)| format!("#define {head} {body}\n")).collect();
    let meaning = |index: usize| {
        let text = format!("{}({},{})", macro_name(index), fragment::hole(0), fragment::hole(1));
        let parsed = fragment::parse_statements(&[&defined], &text).unwrap_or_default();
        match parsed.into_iter().next().map(|only| only.kind) {
            Some(StmtKind::Expr(e)) => e,
            _ => number(0),
        }
    };
    (0..MACROS.len()).map(meaning).collect()
});

/// A use of a macro.
fn used(name: &str, left: &Value, right: &Value) -> Expr {
    let index = (0..MACROS.len()).find(|index| macro_name(*index) == name).unwrap_or_default();
    let mut meaning = MEANINGS[index].clone();
    promela::erase_expr_spans(&mut meaning);
    let args = vec![left.expr.clone(), right.expr.clone()];
    let fillers: Vec<Filler> = args.iter().cloned().map(Filler::Value).collect();
    // A hole of a macro is an operand: any value may stand there.
    let _ = fragment::fill_expr(&mut meaning, &fillers);
    build::expr(ExprKind::Named { name: name.to_string(), args, value: Box::new(meaning) })
}

/// An interval, or all values if it does not fit an `int`: then the result wraps, or C gives it no meaning.
fn fitted(low: i64, high: i64) -> (i64, i64) {
    if low >= INT.0 && high <= INT.1 { (low, high) } else { INT }
}

/// `left op right`, both converted to a type of 32 bits that is signed or not.
pub fn binary(op: BinaryOp, left: &Value, right: &Value, signed: bool) -> Result<Value, Why> {
    let plain = |op: Op| build::binary(op, left.expr.clone(), right.expr.clone());
    let direct = |interval| Value::new(plain(operator(op)), interval);
    let made = |name: &str| used(name, left, right);
    let same = signed || (left.is_natural() && right.is_natural());
    Ok(match op {
        BinaryOp::Add => direct(fitted(left.low + right.low, left.high + right.high)),
        BinaryOp::Sub => direct(fitted(left.low - right.high, left.high - right.low)),
        BinaryOp::Mul => {
            let ends = [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
            direct(fitted(ends.into_iter().min().unwrap_or(INT.0), ends.into_iter().max().unwrap_or(INT.1)))
        }
        BinaryOp::Div if same && left.is_natural() && right.low > 0 => direct((0, left.high)),
        BinaryOp::Div if same => direct(INT),
        BinaryOp::Div => Value::new(made("UDIV"), INT),
        BinaryOp::Rem if same && left.is_natural() && right.low > 0 => direct((0, left.high.min(right.high - 1))),
        BinaryOp::Rem if same => direct(INT),
        BinaryOp::Rem => Value::new(made("UMOD"), if right.low > 0 { (0, right.high - 1) } else { INT }),
        BinaryOp::Shl => direct(INT),
        BinaryOp::Shr if signed || left.is_natural() => direct((left.low.min(0), left.high.max(0))),
        BinaryOp::Shr => Value::new(made("USHR"), if right.low > 0 { (0, INT.1) } else { INT }),
        BinaryOp::Lt if same => Value::boolean(plain(Op::Lt)),
        BinaryOp::Gt if same => Value::boolean(plain(Op::Gt)),
        BinaryOp::Le if same => Value::boolean(plain(Op::Le)),
        BinaryOp::Ge if same => Value::boolean(plain(Op::Ge)),
        BinaryOp::Lt => Value::boolean(made("ULT")),
        BinaryOp::Gt => Value::boolean(used("ULT", right, left)),
        BinaryOp::Le => Value::boolean(made("ULE")),
        BinaryOp::Ge => Value::boolean(used("ULE", right, left)),
        BinaryOp::Eq | BinaryOp::Ne => Value::boolean(plain(operator(op))),
        BinaryOp::And => match (left.is_natural(), right.is_natural()) {
            (true, true) => direct((0, left.high.min(right.high))),
            (true, false) => direct((0, left.high)),
            (false, true) => direct((0, right.high)),
            (false, false) => direct(INT),
        },
        BinaryOp::Or | BinaryOp::Xor => {
            let highest = left.high.max(right.high);
            let natural = left.is_natural() && right.is_natural();
            direct(if natural { (0, (1i64 << (64 - highest.leading_zeros())) - 1) } else { INT })
        }
    })
}

/// Promela's operator for one of C.
fn operator(op: BinaryOp) -> Op {
    match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Sub => Op::Sub,
        BinaryOp::Mul => Op::Mul,
        BinaryOp::Div => Op::Div,
        BinaryOp::Rem => Op::Rem,
        BinaryOp::Shl => Op::Shl,
        BinaryOp::Shr => Op::Shr,
        BinaryOp::Lt => Op::Lt,
        BinaryOp::Gt => Op::Gt,
        BinaryOp::Le => Op::Le,
        BinaryOp::Ge => Op::Ge,
        BinaryOp::Eq => Op::Eq,
        BinaryOp::Ne => Op::Ne,
        BinaryOp::And => Op::BitAnd,
        BinaryOp::Or => Op::BitOr,
        BinaryOp::Xor => Op::BitXor,
    }
}

/// A comparison in 64 bits of a number that was extended by its sign with one that was extended by zeros; as signed
/// numbers or not.
pub fn mixed_comparison(op: BinaryOp, left: &Value, right: &Value, signed: bool) -> Result<Value, Why> {
    let compared = binary(op, left, right, false)?.expr;
    let sign = |op: Op| build::binary(op, left.expr.clone(), number(0));
    // A negative number is below all others, or above them when it is read as unsigned.
    let holds = match op {
        BinaryOp::Lt | BinaryOp::Le => signed,
        BinaryOp::Gt | BinaryOp::Ge => !signed,
        op => op == BinaryOp::Ne,
    };
    Ok(Value::boolean(match holds {
        true => build::binary(Op::Or, sign(Op::Lt), compared),
        false => build::binary(Op::And, sign(Op::Ge), compared),
    }))
}

/// The conversion of a value to a type, written out where it changes something.
pub fn convert(value: Value, to: Scalar) -> Value {
    let (low, high) = to.range();
    if value.low >= low && value.high <= high {
        return value;
    }
    if to.boolean {
        return Value::boolean(build::binary(Op::Ne, value.expr, number(0)));
    }
    if to.bits >= 32 {
        return value;
    }
    let masked = build::binary(Op::BitAnd, value.expr, number(((1i64 << to.bits) - 1) as i32));
    if to.signed {
        let sign = || number(1 << (to.bits - 1));
        let flipped = build::binary(Op::BitXor, masked, sign());
        Value::new(build::binary(Op::Sub, flipped, sign()), (low, high))
    } else {
        Value::new(masked, (low, high))
    }
}

/// What is stored into a variable: the conversion is left out where the store makes it.
pub fn stored(value: Value, to: Scalar) -> Value {
    if to.wraps_by_itself() { value } else { convert(value, to) }
}

/// A constant as a variable of a type holds it.
pub fn wrapped(value: i128, scalar: Scalar) -> i32 {
    if scalar.boolean {
        return i32::from(value != 0);
    }
    let bits = u32::from(scalar.bits.min(32));
    let low = (value as u128 & ((1u128 << bits) - 1)) as i64;
    let negative = scalar.signed && low >> (bits - 1) == 1;
    (if negative { low - (1i64 << bits) } else { low }) as i32
}
