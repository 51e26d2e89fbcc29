//! Values in words: of what a failing expression read, and of anything else that a run tells.

use super::{Subject, words};
use crate::ask::Operand;
use machine::code::{FunctionId, Instruction, Pc};
use machine::outcome::{self, Found, OperandKind};
use machine::types::Type;
use promela::source::Span;

/// Longer calls are told without their arguments.
const WIDEST_CALL: usize = 60;

/// What the failing expression read, each once, as the user wrote it.
pub fn operands(subject: Subject, found: &Found) -> Vec<Operand> {
    let mut list: Vec<Operand> = Vec::new();
    for operand in &found.operands {
        let Some(expression) = expression(subject, operand) else { continue };
        let innermost = found.operands.first().map(|o| o.function) == Some(operand.function);
        let function = (!innermost).then(|| subject.program.function(operand.function).name.clone());
        let told = Operand { expression, value: value(subject, operand), function };
        if !list.contains(&told) {
            list.push(told);
        }
    }
    list
}

fn expression(subject: Subject, operand: &outcome::Operand) -> Option<String> {
    let function = subject.program.function(operand.function);
    let text = match operand.kind {
        OperandKind::Variable { register } => function.registers.get(register as usize)?.name.clone()?,
        OperandKind::Memory => {
            let text = subject.program.text(function.origins.get(operand.pc.0 as usize)?.text?).to_string();
            spelled(subject, subject.span(operand.function, operand.pc), &text)
        }
        OperandKind::Call { function: called } => call(subject, (operand.function, operand.pc), called),
    };
    (!is_reserved(&text)).then_some(text)
}

/// A call as the user wrote it, or its name, if that is long or of a macro.
pub fn call(subject: Subject, (function, pc): (FunctionId, Pc), called: FunctionId) -> String {
    let name = &subject.program.function(called).name;
    let written = source(subject, subject.span(function, pc));
    let code = &subject.program.function(function).code;
    let direct = matches!(code.get(pc.0 as usize), Some(Instruction::Call { .. }));
    let is_call = written.ends_with(')') && (!direct || written.starts_with(name.as_str()));
    if is_call && written.len() <= WIDEST_CALL { written } else { format!("{name}(…)") }
}

/// As the user wrote it, if that is the same but for spaces and parentheses.
fn spelled(subject: Subject, span: Span, text: &str) -> String {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace() && !"()".contains(*c)).collect::<String>();
    let written = source(subject, span);
    if bare(&written) == bare(text) { written } else { text.to_string() }
}

/// The text of a span, on one line.
pub fn source(subject: Subject, span: Span) -> String {
    let text = subject.sources.file(span.file).text.get(span.start as usize..span.end as usize);
    text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn value(subject: Subject, operand: &outcome::Operand) -> String {
    match &operand.object {
        Some((object, 0)) => words::address(subject, object),
        Some((object, offset)) => format!("{} + {offset} bytes", words::address(subject, object)),
        None => number(operand.ty, operand.bits),
    }
}

/// Names that the macros of a header bring, and objects without a name in C.
pub fn is_reserved(text: &str) -> bool {
    text.trim_start_matches(['*', '(']).starts_with("__") || text == "temporary value"
}

/// The value of bits, which are no address.
pub fn decimal(ty: Type, bits: u128) -> String {
    if ty == Type::U64 { bits.to_string() } else { number(ty, bits) }
}

/// The value of bits. What looks like an address is one.
pub fn number(ty: Type, bits: u128) -> String {
    match ty {
        Type::F32 => f32::from_bits(bits as u32).to_string(),
        Type::F64 => f64::from_bits(bits as u64).to_string(),
        Type::F80 => machine::extended::text(bits),
        Type::U64 if machine::is_stale(bits as u64) => {
            format!("{:#x}, of an object that is gone", machine::plain(bits as u64))
        }
        Type::U64 if bits >= 0x1_0000 => format!("{bits:#x}"),
        Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::U128 => bits.to_string(),
        Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::I128 => (ty.extend(ty.cut(bits)) as i128).to_string(),
    }
}
