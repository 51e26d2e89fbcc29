//! C's arithmetic in Promela's: conversions and unsigned operations written out.
//!
//! The model computes in 32-bit two's complement. An `unsigned int` is held as the `int` with the same bits; `+ - * & | ^ ~ <<`
//! and equality are then the same, and what is not goes through a macro of [`MACROS`], unless the values are known to be below 2^31.
//! Intervals are those of the `int` that stands for the value.

use super::Why;
use super::place::Scalar;
use crate::program::BinaryOp;

/// Promela text for a value, and the interval it is in.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    pub text: String,
    pub low: i64,
    pub high: i64,
}

/// The macros a model may use: name, and what it is.
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
    pub fn new(text: impl Into<String>, (low, high): (i64, i64)) -> Value {
        Value { text: text.into(), low, high }
    }

    /// A constant, given as a mathematical value; the `int` with its low 32 bits.
    pub fn constant(value: i128) -> Value {
        let v = value as i32;
        Value::new(number(v), (i64::from(v), i64::from(v)))
    }

    pub fn is_natural(&self) -> bool {
        self.low >= 0
    }

    fn boolean(text: String) -> Value {
        Value::new(text, (0, 1))
    }
}

/// A number as Promela reads it.
pub fn number(v: i32) -> String {
    match v {
        i32::MIN => "(-2147483647-1)".to_string(),
        v if v < 0 => format!("({v})"),
        v => v.to_string(),
    }
}

/// An interval, or all values if it does not fit an `int`: then the result wraps, or C gives it no meaning.
fn fitted(low: i64, high: i64) -> (i64, i64) {
    if low >= INT.0 && high <= INT.1 { (low, high) } else { INT }
}

/// `left op right`, both converted to a type of 32 bits that is signed or not.
pub fn binary(op: BinaryOp, left: &Value, right: &Value, signed: bool) -> Result<Value, Why> {
    let (l, r) = (&left.text, &right.text);
    let direct = |interval| Value::new(format!("({l}{}{r})", op.text()), interval);
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
        BinaryOp::Div => Value::new(format!("UDIV({l},{r})"), INT),
        BinaryOp::Rem if same && left.is_natural() && right.low > 0 => direct((0, left.high.min(right.high - 1))),
        BinaryOp::Rem if same => direct(INT),
        BinaryOp::Rem => Value::new(format!("UMOD({l},{r})"), if right.low > 0 { (0, right.high - 1) } else { INT }),
        BinaryOp::Shl => direct(INT),
        BinaryOp::Shr if signed || left.is_natural() => direct((left.low.min(0), left.high.max(0))),
        BinaryOp::Shr => Value::new(format!("USHR({l},{r})"), if right.low > 0 { (0, INT.1) } else { INT }),
        BinaryOp::Lt if same => Value::boolean(format!("({l}<{r})")),
        BinaryOp::Gt if same => Value::boolean(format!("({l}>{r})")),
        BinaryOp::Le if same => Value::boolean(format!("({l}<={r})")),
        BinaryOp::Ge if same => Value::boolean(format!("({l}>={r})")),
        BinaryOp::Lt => Value::boolean(format!("ULT({l},{r})")),
        BinaryOp::Gt => Value::boolean(format!("ULT({r},{l})")),
        BinaryOp::Le => Value::boolean(format!("ULE({l},{r})")),
        BinaryOp::Ge => Value::boolean(format!("ULE({r},{l})")),
        BinaryOp::Eq | BinaryOp::Ne => Value::boolean(format!("({l}{}{r})", op.text())),
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

/// A comparison in 64 bits of a number that was extended by its sign with one that was extended by zeros; as signed numbers or not.
pub fn mixed_comparison(op: BinaryOp, left: &Value, right: &Value, signed: bool) -> Result<Value, Why> {
    let compared = binary(op, left, right, false)?.text;
    let l = &left.text;
    // A negative number is below all others, or above them when it is read as unsigned.
    let holds = match op {
        BinaryOp::Lt | BinaryOp::Le => signed,
        BinaryOp::Gt | BinaryOp::Ge => !signed,
        op => op == BinaryOp::Ne,
    };
    Ok(Value::boolean(if holds { format!("(({l}<0)||{compared})") } else { format!("(({l}>=0)&&{compared})") }))
}

/// The conversion of a value to a type, written out where it changes something.
pub fn convert(value: Value, to: Scalar) -> Value {
    let (low, high) = to.range();
    if value.low >= low && value.high <= high {
        return value;
    }
    if to.boolean {
        return Value::boolean(format!("({}!=0)", value.text));
    }
    if to.bits >= 32 {
        return value;
    }
    let mask = (1i64 << to.bits) - 1;
    if to.signed {
        let sign = 1i64 << (to.bits - 1);
        Value::new(format!("((({}&{mask})^{sign})-{sign})", value.text), (low, high))
    } else {
        Value::new(format!("({}&{mask})", value.text), (low, high))
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
