//! Formulas from text and claims to text, as small as the tests need them.

use checker::ltl::{Limits, claim_as_spin};
use promela::ast::{BinaryOp, Claim, Expr, ExprKind, Ident, Sequence, StmtKind, UnaryOp, VarPart, VarRef};
use promela::source::Span;

/// The claim for `ltl { text }`, printed.
pub fn claim_text(text: &str) -> String {
    match claim_as_spin(None, &formula(text), Span::default(), &Limits::default()) {
        Ok(claim) => print_claim(&claim),
        Err(error) => format!("error: {error}"),
    }
}

pub fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

pub fn unary(op: UnaryOp, a: Expr) -> Expr {
    expr(ExprKind::Unary(op, Box::new(a)))
}

pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

pub fn variable(name: &str) -> Expr {
    let span = Span::default();
    let name = Ident { name: name.to_owned(), span };
    expr(ExprKind::Var(VarRef { parts: vec![VarPart { name, index: None }], span }))
}

/// Reads a formula over names and numbers; panics on anything else.
pub fn formula(text: &str) -> Expr {
    let mut reader = Reader { tokens: tokens(text), at: 0 };
    let formula = reader.level(0);
    assert_eq!(reader.at, reader.tokens.len(), "rest of formula {text}");
    formula
}

fn tokens(text: &str) -> Vec<String> {
    const OPERATORS: [&str; 11] = ["<->", "[]", "<>", "&&", "||", "->", "==", "(", ")", "!", ">"];
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let operator = OPERATORS.iter().find(|op| rest.starts_with(**op)).map_or(0, |op| op.len());
        let length = word.max(operator);
        assert_ne!(length, 0, "token at {rest}");
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

/// From weak to strong, all left-associative as in Spin.
const LEVELS: [&[(&str, BinaryOp)]; 5] = [
    &[("->", BinaryOp::Implies), ("<->", BinaryOp::Equiv)],
    &[("||", BinaryOp::Or)],
    &[("&&", BinaryOp::And)],
    &[("U", BinaryOp::Until), ("V", BinaryOp::Release), ("W", BinaryOp::WeakUntil)],
    &[("==", BinaryOp::Eq), (">", BinaryOp::Gt)],
];

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn level(&mut self, level: usize) -> Expr {
        let Some(operators) = LEVELS.get(level) else { return self.factor() };
        let mut left = self.level(level + 1);
        while let Some(token) = self.tokens.get(self.at) {
            let Some((_, op)) = operators.iter().find(|(symbol, _)| symbol == token) else { break };
            self.at += 1;
            left = binary(*op, left, self.level(level + 1));
        }
        left
    }

    fn factor(&mut self) -> Expr {
        match self.take().as_str() {
            "(" => {
                let inner = self.level(0);
                assert_eq!(self.take(), ")");
                inner
            }
            "!" => unary(UnaryOp::Not, self.factor()),
            "X" => unary(UnaryOp::Next, self.factor()),
            "[]" => unary(UnaryOp::Always, self.factor()),
            "<>" => unary(UnaryOp::Eventually, self.factor()),
            "true" => expr(ExprKind::Const(1)),
            "false" => expr(ExprKind::Const(0)),
            word => match word.parse() {
                Ok(number) => expr(ExprKind::Const(number)),
                Err(_) => variable(word),
            },
        }
    }
}

/// The formula in full parentheses, in Spin's syntax for `ltl` blocks.
pub fn print_formula(formula: &Expr) -> String {
    match &formula.kind {
        ExprKind::Const(value) => value.to_string(),
        ExprKind::Var(var) => var.parts[0].name.name.clone(),
        ExprKind::Unary(op, a) => {
            let symbol = match op {
                UnaryOp::Not => "!",
                UnaryOp::Next => "X ",
                UnaryOp::Always => "[]",
                UnaryOp::Eventually => "<>",
                UnaryOp::Neg | UnaryOp::BitNot => unreachable!("not in test formulas"),
            };
            format!("{symbol}({})", print_formula(a))
        }
        ExprKind::Binary(op, a, b) => {
            let levels = LEVELS.iter().flat_map(|level| level.iter());
            let symbol = levels.into_iter().find(|(_, o)| o == op).map_or("&&", |(symbol, _)| symbol);
            format!("({} {symbol} {})", print_formula(a), print_formula(b))
        }
        _ => unreachable!("not in test formulas"),
    }
}

/// The claim in the layout of Spin.
pub fn print_claim(claim: &Claim) -> String {
    let mut text = "never {\n".to_owned();
    for step in &claim.body.steps {
        for label in &step.labels {
            text += &format!("{}:\n", label.name);
        }
        match &step.kind {
            StmtKind::Do(options) => {
                text += "\tdo\n";
                for option in options {
                    text += &format!("\t:: {}\n", print_steps(option));
                }
                text += "\tod;\n";
            }
            StmtKind::Expr(_) => text += "\tskip\n",
            other => panic!("not in a claim: {other:?}"),
        }
    }
    text + "}\n"
}

fn print_steps(sequence: &Sequence) -> String {
    let steps = sequence.steps.iter().map(|step| match &step.kind {
        StmtKind::Expr(condition) => print_condition(condition),
        StmtKind::Goto(label) => format!("goto {}", label.name),
        StmtKind::Assert(condition) => format!("assert({})", print_condition(condition)),
        StmtKind::Atomic(inner) => format!("atomic {{ {} }}", print_steps(inner)),
        other => panic!("not in a claim: {other:?}"),
    });
    steps.collect::<Vec<_>>().join(" -> ")
}

/// A condition with the parentheses that it needs; chains of one operator have none.
fn print_condition(condition: &Expr) -> String {
    match &condition.kind {
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            let operand = |e: &Expr| match &e.kind {
                ExprKind::Binary(inner, ..) if inner != op => format!("({})", print_condition(e)),
                _ => print_condition(e),
            };
            let symbol = if *op == BinaryOp::And { "&&" } else { "||" };
            format!("{} {symbol} {}", operand(a), operand(b))
        }
        ExprKind::Unary(UnaryOp::Not, a) => match &a.kind {
            ExprKind::Binary(..) => format!("!({})", print_condition(a)),
            _ => format!("!{}", print_condition(a)),
        },
        ExprKind::Binary(op, a, b) => {
            let symbol = LEVELS[4].iter().find(|(_, o)| o == op).map_or("?", |(symbol, _)| symbol);
            format!("{} {symbol} {}", print_condition(a), print_condition(b))
        }
        ExprKind::Const(value) => value.to_string(),
        _ => print_formula(condition),
    }
}

/// A claim as Spin writes it, in the layout of [`print_claim`].
pub fn normalise(spin: &str) -> String {
    let mut text = String::new();
    for line in spin.lines() {
        let option = line.strip_prefix("\t:: ");
        text += &match option {
            Some("false") => "\t:: 0".to_owned(),
            Some(option) => match option.strip_prefix("atomic { (") {
                Some(rest) => {
                    let (guard, rest) = rest.split_once(") -> assert(!(").expect("assertion");
                    let asserted = rest.strip_suffix(")) }").expect("end of assertion");
                    let asserted = unary(UnaryOp::Not, formula(asserted));
                    let guard = print_condition(&formula(guard));
                    format!("\t:: atomic {{ {guard} -> assert({}) }}", print_condition(&asserted))
                }
                None => {
                    let (guard, target) = option.split_once(") -> goto ").expect("goto");
                    format!("\t:: {} -> goto {target}", print_condition(&formula(&guard[1..])))
                }
            },
            None if line.starts_with("never") => "never {".to_owned(),
            None => line.to_owned(),
        };
        text.push('\n');
    }
    text
}
