//! Expressions, in Promela and in ltl formulas.
//!
//! Spin has two kinds: those without and those with the probes `full`, `empty`, `nfull`, `nempty`, which
//! may only be joined by `&&` and `||` (a negated probe would mislead partial order reduction). Both go
//! through the same functions here; [`Operand::probe`] tells them apart.

use super::super::ast::{BinaryOp, Expr, ExprKind, Ident, Probe, UnaryOp, VarPart, VarRef};
use super::super::codes;
use super::super::symbol::Keyword;
use super::super::token::{Tok, Token};
use super::operator::is_temporal;
use super::{MAX_EXPR_DEPTH, Parsed, Parser, Reported};
use crate::finding::{Finding, Severity};
use crate::source::Span;

/// An expression and what must be known of it to build a larger one.
pub(super) struct Operand {
    expr: Expr,
    depth: u32,
    /// It is a probe, or joins one.
    probe: bool,
    /// It has a temporal operator in it.
    temporal: bool,
}

impl Operand {
    fn leaf(expr: Expr) -> Operand {
        Operand { expr, depth: 1, probe: false, temporal: false }
    }
}

impl Parser<'_> {
    /// An expression without probes.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        let operand = self.operand(1)?;
        self.no_probe(&operand)?;
        Ok(operand.expr)
    }

    /// An expression that may have probes.
    pub(super) fn full_expr(&mut self) -> Parsed<Expr> {
        self.operand(1).map(|operand| operand.expr)
    }

    /// The rest of a full expression that begins with `first`.
    pub(super) fn full_expr_from(&mut self, first: Expr) -> Parsed<Expr> {
        self.operand_from(Operand::leaf(first), 1).map(|operand| operand.expr)
    }

    /// A single operand without operators, where the grammar wants a constant.
    pub(super) fn primary_only(&mut self) -> Parsed<Expr> {
        let operand = self.primary()?;
        self.no_probe(&operand)?;
        Ok(operand.expr)
    }

    fn no_probe(&mut self, operand: &Operand) -> Parsed<()> {
        if !operand.probe {
            return Ok(());
        }
        let finding = Finding::error(
            codes::PROBE_OPERAND,
            operand.expr.span,
            "`full`, `empty`, `nfull` and `nempty` can only be conditions",
        );
        Err(self.report(finding.help("use `len(q)` for a number")))
    }

    /// Operators that bind at least as tightly as `minimum`, and their operands.
    fn operand(&mut self, minimum: u8) -> Parsed<Operand> {
        let first = self.unary()?;
        self.operand_from(first, minimum)
    }

    fn operand_from(&mut self, mut left: Operand, minimum: u8) -> Parsed<Operand> {
        while let Some(infix) = self.infix() {
            if infix.precedence < minimum {
                break;
            }
            for _ in 0..infix.tokens {
                self.bump();
            }
            let right = self.operand(infix.precedence + 1)?;
            left = self.join(infix.op, left, right)?;
        }
        Ok(left)
    }

    fn join(&mut self, mut op: BinaryOp, left: Operand, right: Operand) -> Parsed<Operand> {
        let span = left.expr.span.to(right.expr.span);
        if (left.temporal || right.temporal) && matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr) {
            op = self.single_for_double(op, span);
        }
        let logical = is_temporal(op) || matches!(op, BinaryOp::And | BinaryOp::Or);
        if !matches!(op, BinaryOp::And | BinaryOp::Or) {
            self.no_probe(&left)?;
            self.no_probe(&right)?;
        }
        let temporal = is_temporal(op) || left.temporal || right.temporal;
        if temporal && !logical {
            return Err(self.temporal_operand(span));
        }
        let probe = left.probe || right.probe;
        let depth = self.depth(left.depth.max(right.depth) + 1, span)?;
        let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        Ok(Operand { expr: Expr { kind, span }, depth, probe, temporal })
    }

    /// `&` and `|` between formulas mean what `&&` and `||` mean.
    fn single_for_double(&mut self, op: BinaryOp, span: Span) -> BinaryOp {
        let (single, meant) = if op == BinaryOp::BitAnd { ("&", BinaryOp::And) } else { ("|", BinaryOp::Or) };
        let message = format!("`{single}` between formulas is taken as `{single}{single}`");
        self.report(Finding::warning(codes::TEMPORAL_OPERAND, span, message));
        meant
    }

    fn temporal_operand(&mut self, span: Span) -> Reported {
        let finding =
            Finding::error(codes::TEMPORAL_OPERAND, span, "a temporal operator cannot be compared or calculated with")
                .label("unary operators bind tighter than all others")
                .help("put the comparison in parentheses: `[] (x == 1)`");
        self.report(finding)
    }

    /// Checks the depth of a new node.
    fn depth(&mut self, depth: u32, span: Span) -> Parsed<u32> {
        if depth <= MAX_EXPR_DEPTH {
            return Ok(depth);
        }
        let finding = Finding::error(codes::TOO_DEEP, span, "this expression is too deep")
            .label(format!("its tree has more than {MAX_EXPR_DEPTH} levels"))
            .help("split it: compute parts of it in variables, or use an array and a loop");
        self.fatal(finding);
        Err(Reported)
    }

    /// Unary operators and what they apply to.
    fn unary(&mut self) -> Parsed<Operand> {
        let mut operators: Vec<(UnaryOp, Span)> = Vec::new();
        while let Some((op, tokens)) = self.prefix() {
            let span = self.span();
            for _ in 0..tokens {
                self.bump();
            }
            operators.push((op, span));
        }
        let mut operand = self.primary()?;
        while let Some((op, start)) = operators.pop() {
            let span = start.to(operand.expr.span);
            if operand.probe && !matches!(op, UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually) {
                return Err(self.negated_probe(op, &operand.expr, span));
            }
            let is_temporal = matches!(op, UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually);
            if operand.temporal && matches!(op, UnaryOp::Neg | UnaryOp::BitNot) {
                return Err(self.temporal_operand(span));
            }
            let depth = self.depth(operand.depth + 1, span)?;
            let kind = ExprKind::Unary(op, Box::new(operand.expr));
            let temporal = operand.temporal || is_temporal;
            operand = Operand { expr: Expr { kind, span }, depth, probe: false, temporal };
        }
        Ok(operand)
    }

    fn negated_probe(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> Reported {
        if op != UnaryOp::Not {
            let finding = Finding::error(codes::PROBE_OPERAND, span, "a probe of a channel is no number");
            return self.report(finding.help("use `len(q)` for a number"));
        }
        let mut finding = Finding::error(codes::PROBE_OPERAND, span, "a probe of a channel cannot be negated");
        if let ExprKind::Probe(probe, _) = &operand.kind {
            let opposite = match probe {
                Probe::Full => "nfull",
                Probe::Empty => "nempty",
                Probe::NFull => "full",
                Probe::NEmpty => "empty",
            };
            finding = finding.help(format!("write `{opposite}(…)`"));
        } else {
            finding = finding.help("negate each part, with `nfull` for `full` and `nempty` for `empty`");
        }
        self.report(finding)
    }

    fn primary(&mut self) -> Parsed<Operand> {
        let start = self.span();
        let kind = match self.tok() {
            Tok::LParen => return self.parenthesised(),
            Tok::Number | Tok::Char => return self.constant().map(Operand::leaf),
            Tok::Name => return self.reference().map(Operand::leaf),
            Tok::Keyword(keyword) => match keyword {
                Keyword::True | Keyword::False | Keyword::Skip => return self.constant().map(Operand::leaf),
                Keyword::Timeout => {
                    self.bump();
                    ExprKind::Timeout
                }
                Keyword::NonProgress => {
                    self.bump();
                    ExprKind::NonProgress
                }
                Keyword::Run => self.run()?,
                Keyword::Len => ExprKind::Len(self.channel_argument()?),
                Keyword::Full => return self.probe(Probe::Full),
                Keyword::Empty => return self.probe(Probe::Empty),
                Keyword::NFull => return self.probe(Probe::NFull),
                Keyword::NEmpty => return self.probe(Probe::NEmpty),
                Keyword::Enabled => ExprKind::Enabled(self.argument()?),
                Keyword::PcValue => ExprKind::PcValue(self.argument()?),
                Keyword::GetPriority => ExprKind::GetPriority(self.argument()?),
                Keyword::CExpr => ExprKind::EmbeddedC(self.embedded_c()?),
                _ => return Err(self.no_expression()),
            },
            _ => return Err(self.no_expression()),
        };
        Ok(Operand::leaf(Expr { kind, span: self.span_from(start) }))
    }

    fn no_expression(&mut self) -> Reported {
        match self.tok() {
            Tok::NotNot => {
                let finding = self.unexpected(codes::UNEXPECTED, "an expression");
                self.report(finding.help("`!!` sends in sorted order; negate twice with `!(!x)`"))
            }
            Tok::Assign => self.assignment_in_expression(),
            _ => self.expected("an expression"),
        }
    }

    /// `(e)` and `(c -> a : b)`
    fn parenthesised(&mut self) -> Parsed<Operand> {
        let open = self.bump().span;
        let inner = self.nested(|p| p.operand(1))?;
        if self.ltl || !self.at(Tok::Arrow) {
            self.close(Tok::RParen, open)?;
            let span = self.span_from(open);
            return Ok(Operand { expr: Expr { span, ..inner.expr }, ..inner });
        }
        self.no_probe(&inner)?;
        self.bump();
        let yes = self.nested(|p| p.operand(1))?;
        self.no_probe(&yes)?;
        if !self.at(Tok::Colon) {
            let finding = self.unexpected(codes::UNEXPECTED, "`:`");
            return Err(self.report(finding.help("a conditional expression is written `(c -> a : b)`")));
        }
        self.bump();
        let no = self.nested(|p| p.operand(1))?;
        self.no_probe(&no)?;
        self.close(Tok::RParen, open)?;
        let span = self.span_from(open);
        let depth = self.depth(inner.depth.max(yes.depth).max(no.depth) + 1, span)?;
        let kind = ExprKind::Conditional(Box::new(inner.expr), Box::new(yes.expr), Box::new(no.expr));
        Ok(Operand { expr: Expr { kind, span }, depth, probe: false, temporal: false })
    }

    /// `7`, `'c'`, `true`, `false`, `skip`
    pub(super) fn constant(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let value = match token.tok {
            Tok::Number => self.number(token)?,
            Tok::Char => self.character(token)?,
            Tok::Keyword(Keyword::True | Keyword::Skip) => 1,
            Tok::Keyword(Keyword::False) => 0,
            _ => return Err(self.expected("a constant")),
        };
        self.bump();
        Ok(Expr { kind: ExprKind::Const(value), span: token.span })
    }

    /// A decimal number. One that does not fit is cut to 32 bits, as in Spin.
    fn number(&mut self, token: Token) -> Parsed<i32> {
        let text = self.text(token);
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            let mut finding =
                Finding::error(codes::BAD_NUMBER, token.span, format!("`{text}` is no number of Promela"));
            let hexadecimal = text.strip_prefix("0x").or(text.strip_prefix("0X"));
            if let Some(value) = hexadecimal.and_then(|digits| i64::from_str_radix(digits, 16).ok()) {
                finding = finding.help(format!("numbers are decimal; write {value}"));
            } else {
                finding = finding.help("numbers are decimal and without a suffix");
            }
            self.report(finding);
            self.bump();
            return Err(Reported);
        }
        // Spin reads a long, which sticks at its largest value, and keeps the lower half.
        let value = text.parse::<i64>().unwrap_or(i64::MAX);
        if let Ok(value) = i32::try_from(value) {
            return Ok(value);
        }
        let cut = value as i32;
        let finding = Finding::new(
            Severity::Warning,
            codes::NUMBER_CUT,
            Some(token.span),
            format!("{text} does not fit in 32 bits and is taken as {cut}"),
        );
        self.report(finding);
        Ok(cut)
    }

    /// The value of `'a'` and `'\n'`.
    fn character(&mut self, token: Token) -> Parsed<i32> {
        let text = self.text(token);
        let mut inner = text[1..text.len() - 1].chars();
        let value = match (inner.next(), inner.next(), inner.next()) {
            (Some('\\'), Some(escaped), None) => Some(match escaped {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'f' => '\u{c}',
                other => other,
            }),
            (Some(plain), None, None) => Some(plain),
            _ => None,
        };
        match value.filter(char::is_ascii) {
            Some(value) => Ok(i32::from(value as u8)),
            None => {
                let finding = Finding::error(codes::BAD_NUMBER, token.span, format!("`{text}` is not one character"));
                self.report(finding.help("write a character as `'a'` or `'\\n'`"));
                self.bump();
                Err(Reported)
            }
        }
    }

    /// An expression that begins with a name: a variable, `q?[m]`, `p@l`, `p:x`.
    fn reference(&mut self) -> Parsed<Expr> {
        let name = self.token();
        let var = self.var_ref()?;
        self.reference_from(name, var)
    }

    /// What follows a variable, given that it began with the token `name`.
    pub(super) fn reference_from(&mut self, name: Token, mut var: VarRef) -> Parsed<Expr> {
        let start = name.span;
        let kind = match self.tok() {
            Tok::Question | Tok::QuestionQuestion if self.peek() == Tok::LBracket => self.poll(var)?,
            Tok::At if var.parts.len() == 1 => {
                self.bump();
                let label = self.ident("a label")?;
                let (proctype, pid) = remote(&mut var, start);
                ExprKind::RemoteLabel { proctype, pid, label }
            }
            Tok::Colon if var.parts.len() == 1 && (self.ltl || self.proctypes.contains(&name.text)) => {
                self.bump();
                let remote_var = self.var_ref()?;
                let (proctype, pid) = remote(&mut var, start);
                ExprKind::RemoteVar { proctype, pid, var: remote_var }
            }
            _ => ExprKind::Var(var),
        };
        Ok(Expr { kind, span: self.span_from(start) })
    }

    /// Reports `f(…)` where `f` is nothing that can be called.
    pub(super) fn no_function(&mut self, name: Token) -> Reported {
        let text = self.text(name);
        let message = if self.inlines.contains_key(&name.text) {
            format!("a call of inline `{text}` is a statement and has no value here")
        } else {
            format!("`{text}` is no inline and no function")
        };
        let mut finding = Finding::error(codes::BAD_INLINE_CALL, name.span, message);
        if let Some(help) = self.suggestion(&text) {
            finding = finding.help(help);
        }
        self.report(finding)
    }

    /// `a[i].b.c[j]`
    pub(super) fn var_ref(&mut self) -> Parsed<VarRef> {
        let start = self.span();
        // Nearly always there is one, and there are very many references.
        let mut parts = Vec::with_capacity(1);
        loop {
            let name = self.ident("the name of a variable")?;
            let index = if self.at(Tok::LBracket) && !(self.ltl && self.peek() == Tok::RBracket) {
                let open = self.bump().span;
                let index = self.nested(|p| p.expr())?;
                self.close(Tok::RBracket, open)?;
                Some(Box::new(index))
            } else {
                None
            };
            parts.push(VarPart { name, index });
            if !self.eat(Tok::Dot) {
                return Ok(VarRef { parts, span: self.span_from(start) });
            }
        }
    }

    /// `run p(a, b) priority 3`
    fn run(&mut self) -> Parsed<ExprKind> {
        self.bump();
        let proctype = self.ident("the name of a proctype")?;
        if !self.at(Tok::LParen) {
            let finding = self.unexpected(codes::UNEXPECTED, "`(`");
            return Err(self.report(finding.help(format!("write `run {}()`", proctype.name))));
        }
        let open = self.bump().span;
        let mut args = Vec::new();
        if !self.at(Tok::RParen) {
            self.nested(|p| {
                args.push(p.expr()?);
                while p.eat(Tok::Comma) {
                    args.push(p.expr()?);
                }
                Ok(())
            })?;
        }
        self.close(Tok::RParen, open)?;
        let priority = self.priority()?.map(Box::new);
        Ok(ExprKind::Run { proctype, args, priority })
    }

    /// `full(q)` and its kin.
    fn probe(&mut self, probe: Probe) -> Parsed<Operand> {
        let start = self.span();
        let channel = self.channel_argument()?;
        let expr = Expr { kind: ExprKind::Probe(probe, channel), span: self.span_from(start) };
        Ok(Operand { probe: true, ..Operand::leaf(expr) })
    }

    /// `(q)` after the word that is the current token.
    fn channel_argument(&mut self) -> Parsed<VarRef> {
        self.bump();
        let open = self.expect(Tok::LParen)?.span;
        let channel = self.var_ref()?;
        self.close(Tok::RParen, open)?;
        Ok(channel)
    }

    /// `(e)` after the word that is the current token.
    fn argument(&mut self) -> Parsed<Box<Expr>> {
        self.bump();
        let open = self.expect(Tok::LParen)?.span;
        let argument = self.nested(|p| p.expr())?;
        self.close(Tok::RParen, open)?;
        Ok(Box::new(argument))
    }
}

/// The proctype and the process number of a remote reference, out of what was read as a variable.
fn remote(var: &mut VarRef, start: Span) -> (Ident, Option<Box<Expr>>) {
    match var.parts.pop() {
        Some(part) => (part.name, part.index),
        None => (Ident { name: String::new(), span: start }, None),
    }
}
