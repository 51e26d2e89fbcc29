//! Statements and sequences of them.

use super::super::ast::{Exclusive, Expr, ExprKind, ForRange, Ident, Sequence, Stmt, StmtKind, VarRef};
use super::super::codes;
use super::super::symbol::Keyword;
use super::super::token::{Flags, Tok};
use super::{Parsed, Parser, Reported};
use crate::finding::Finding;
use crate::source::Span;

/// Up to so many values a `select` between constants is an `if`; Spin's own limit.
const MAX_SELECT_OPTIONS: i64 = 32;

impl Parser<'_> {
    /// Statements up to what ends them, which is not taken.
    pub(super) fn sequence(&mut self) -> Sequence {
        let mut steps = Vec::with_capacity(1);
        if self.separator() {
            let finding =
                Finding::error(codes::EMPTY_SEQUENCE, self.cursor.previous.span, "there is no statement before this")
                    .help("remove it, or write `skip` before it");
            self.report(finding);
            while self.separator() {}
        } else if self.at_sequence_end() {
            let finding = self.unexpected(codes::EMPTY_SEQUENCE, "a statement");
            self.report(finding.help("write `skip` for a statement that does nothing"));
        }
        while !self.at_sequence_end() {
            let before = self.cursor.taken;
            if self.step(&mut steps).is_err() {
                self.skip_statement();
            } else if !self.at_sequence_end() && !matches!(self.tok(), Tok::Semi | Tok::Arrow) {
                self.missing_separator();
            }
            while self.separator() {}
            if self.cursor.taken == before && !self.at_sequence_end() {
                self.bump();
            }
        }
        steps.shrink_to_fit();
        Sequence { steps }
    }

    fn separator(&mut self) -> bool {
        self.eat(Tok::Semi) || self.eat(Tok::Arrow)
    }

    /// Reports that a statement is followed by something else than `;`.
    fn missing_separator(&mut self) {
        if self.at(Tok::Other) {
            self.bad_character();
            return self.skip_statement();
        }
        let previous = self.cursor.previous;
        if self.at(Tok::LParen) && previous.tok == Tok::Name {
            self.no_function(previous);
            return self.skip_statement();
        }
        let mut finding = self.unexpected(codes::MISSING_SEPARATOR, "`;` or `->`");
        let mut starts_statement = matches!(self.tok(), Tok::Name | Tok::LBrace | Tok::LParen);
        if let Tok::Keyword(keyword) = self.tok() {
            starts_statement =
                !matches!(keyword, Keyword::Of | Keyword::Unless | Keyword::Priority | Keyword::Provided);
        }
        let suggestion = if previous.tok == Tok::Name { self.suggestion(&self.text(previous)) } else { None };
        if self.at_keyword(Keyword::Unless) && previous.tok != Tok::RBrace {
            finding = finding.help("a statement takes one `unless`; put the statement before it in `{ … }`");
        } else if self.at(Tok::Colon) && matches!(previous.tok, Tok::Name | Tok::RBracket) {
            finding = finding.help("if this refers to a variable of a proctype, the proctype must come before");
        } else if let Some(help) = suggestion {
            finding = finding.help(help);
        } else if starts_statement {
            finding = finding.help("write `;` between the statements");
        }
        self.report(finding);
        if !starts_statement {
            self.skip_statement();
        }
    }

    /// A declaration or a statement, with `unless`.
    fn step(&mut self, steps: &mut Vec<Stmt>) -> Parsed<()> {
        let start = self.span();
        if self.at_decl() {
            let kind = StmtKind::Decl(self.local_decl()?);
            steps.push(Stmt { labels: Vec::new(), kind, span: self.span_from(start), note: Default::default() });
            return Ok(());
        }
        if matches!(self.tok(), Tok::Keyword(Keyword::Xr | Keyword::Xs)) {
            let kind = self.exclusive()?;
            steps.push(Stmt { labels: Vec::new(), kind, span: self.span_from(start), note: Default::default() });
            return Ok(());
        }
        let stmt = self.stmt(steps)?;
        if !self.eat_keyword(Keyword::Unless) {
            steps.push(stmt);
            return Ok(());
        }
        let mut before = Vec::new();
        let escape = self.stmt(&mut before)?;
        let escape = if before.is_empty() {
            escape
        } else {
            before.push(escape);
            let span = self.span_from(start);
            Stmt {
                labels: Vec::new(),
                kind: StmtKind::Block(Sequence { steps: before }),
                span,
                note: Default::default(),
            }
        };
        let kind = StmtKind::Unless(Box::new(stmt), Box::new(escape));
        steps.push(Stmt { labels: Vec::new(), kind, span: self.span_from(start), note: Default::default() });
        Ok(())
    }

    fn local_decl(&mut self) -> Parsed<super::super::ast::Decl> {
        if self.at_keyword(Keyword::Mtype) && self.at_mtype_list() {
            let finding =
                Finding::error(codes::BAD_DECLARATION, self.span(), "mtype names must be declared at top level")
                    .help("move this before the proctypes");
            self.report(finding);
            self.mtype_list()?;
            return Err(Reported);
        }
        self.decl()
    }

    /// `xr q` and `xs q, r`
    fn exclusive(&mut self) -> Parsed<StmtKind> {
        let kind = if self.bump().tok == Tok::Keyword(Keyword::Xr) { Exclusive::Receive } else { Exclusive::Send };
        let mut channels = vec![self.var_ref()?];
        while self.eat(Tok::Comma) {
            channels.push(self.var_ref()?);
        }
        Ok(StmtKind::Exclusive { kind, channels })
    }

    /// A statement with its labels. A `select` that becomes two statements puts the first into `steps`.
    fn stmt(&mut self, steps: &mut Vec<Stmt>) -> Parsed<Stmt> {
        let start = self.span();
        let labels = self.labels()?;
        if !labels.is_empty() && self.ends_label() {
            let span = labels.last().map_or(start, |label| label.span);
            let kind = StmtKind::Expr(Expr { kind: ExprKind::Const(1), span });
            return Ok(Stmt { labels, kind, span: self.span_from(start), note: Default::default() });
        }
        let inner = self.span();
        if self.at_keyword(Keyword::Select) {
            return self.select(labels, steps);
        }
        let kind = self.nested(|p| p.stmt_kind())?;
        Ok(Stmt { labels, kind, span: self.span_from(inner), note: Default::default() })
    }

    fn labels(&mut self) -> Parsed<Vec<Ident>> {
        let mut labels = Vec::new();
        while self.at(Tok::Name) && self.peek() == Tok::Colon && !self.proctypes.contains(&self.token().text) {
            let name = self.bump();
            labels.push(self.ident_of(name));
            self.bump();
        }
        if !labels.is_empty() && (self.at_decl() || matches!(self.tok(), Tok::Keyword(Keyword::Xr | Keyword::Xs))) {
            let finding = Finding::error(
                codes::LABEL_BEFORE_DECLARATION,
                self.span(),
                "a label cannot stand before a declaration",
            )
            .related(labels[0].span, "the label")
            .help("move the declaration before the label, or write `skip;` between them");
            return Err(self.report(finding));
        }
        Ok(labels)
    }

    /// Whether a label stands alone, so that it is on a `skip`.
    fn ends_label(&self) -> bool {
        self.at_sequence_end() || matches!(self.tok(), Tok::Semi | Tok::Arrow | Tok::Keyword(Keyword::Unless))
    }

    fn stmt_kind(&mut self) -> Parsed<StmtKind> {
        let Tok::Keyword(keyword) = self.tok() else {
            return match self.tok() {
                Tok::Name if self.at_inline() => self.inline_call(None),
                Tok::Name => self.name_stmt(),
                Tok::LBrace => self.block().map(StmtKind::Block),
                Tok::Number | Tok::Char | Tok::LParen | Tok::Not | Tok::NotNot | Tok::Minus | Tok::Tilde => {
                    self.condition()
                }
                _ => Err(self.no_statement()),
            };
        };
        match keyword {
            Keyword::If => self.options(Keyword::Fi).map(StmtKind::If),
            Keyword::Do => self.options(Keyword::Od).map(StmtKind::Do),
            Keyword::Atomic => {
                self.bump();
                self.block().map(StmtKind::Atomic)
            }
            Keyword::DStep => {
                self.bump();
                self.block().map(StmtKind::DStep)
            }
            Keyword::For => self.for_loop(),
            Keyword::Break => {
                self.bump();
                Ok(StmtKind::Break)
            }
            Keyword::Goto => {
                self.bump();
                self.ident("a label").map(StmtKind::Goto)
            }
            Keyword::Else => {
                self.bump();
                Ok(StmtKind::Else)
            }
            Keyword::Assert => {
                self.bump();
                self.full_expr().map(StmtKind::Assert)
            }
            Keyword::Printf => self.printf(),
            Keyword::Printm => {
                self.bump();
                let open = self.expect(Tok::LParen)?.span;
                let value = self.primary_only()?;
                self.close(Tok::RParen, open)?;
                Ok(StmtKind::Printm(value))
            }
            Keyword::SetPriority => {
                self.bump();
                let open = self.expect(Tok::LParen)?.span;
                let process = self.expr()?;
                self.expect(Tok::Comma)?;
                let priority = self.expr()?;
                self.close(Tok::RParen, open)?;
                Ok(StmtKind::SetPriority(process, priority))
            }
            Keyword::CCode | Keyword::CDecl => self.embedded_c().map(StmtKind::EmbeddedC),
            Keyword::Return => self.return_stmt(),
            Keyword::Select => Err(self.expected("a statement other than `select`")),
            _ => self.condition(),
        }
    }

    fn condition(&mut self) -> Parsed<StmtKind> {
        if let Tok::Keyword(Keyword::Of | Keyword::Unless | Keyword::Priority | Keyword::Provided | Keyword::Eval) =
            self.tok()
        {
            return Err(self.no_statement());
        }
        self.full_expr().map(StmtKind::Expr)
    }

    fn no_statement(&mut self) -> Reported {
        if !self.at(Tok::Other) && self.cursor.previous.flags.has(Flags::IMPLIED) && self.infix().is_some() {
            let finding = self.unexpected(codes::UNEXPECTED, "a statement");
            return self
                .report(finding.help(
                    "the end of the line before counts as `;`; let it end with the operator, or use parentheses",
                ));
        }
        self.expected("a statement")
    }

    /// A statement that begins with a name and is no call of an inline.
    fn name_stmt(&mut self) -> Parsed<StmtKind> {
        let name = self.token();
        if self.peek() == Tok::Name && !self.cursor.ahead(0).flags.has(Flags::NEWLINE) {
            return Err(self.unknown_type());
        }
        let var = self.var_ref()?;
        match self.tok() {
            Tok::Assign => {
                self.bump();
                if self.at_inline() && self.peek() == Tok::LParen {
                    return self.inline_call(Some(var));
                }
                Ok(StmtKind::Assign(var, self.full_expr()?))
            }
            Tok::PlusPlus => {
                self.bump();
                Ok(StmtKind::Increment(var))
            }
            Tok::MinusMinus => {
                self.bump();
                Ok(StmtKind::Decrement(var))
            }
            Tok::Not | Tok::NotNot => self.send(var),
            Tok::Question | Tok::QuestionQuestion if self.peek() != Tok::LBracket => self.receive(var),
            Tok::LParen => Err(self.no_function(name)),
            _ => {
                let first = self.reference_from(name, var)?;
                self.full_expr_from(first).map(StmtKind::Expr)
            }
        }
    }

    /// Two names in a row: most often a type that does not exist.
    fn unknown_type(&mut self) -> Reported {
        let name = self.text(self.token());
        let finding = Finding::error(codes::UNEXPECTED, self.span(), format!("`{name}` is no type and no statement"));
        let help = match self.suggestion(&name) {
            Some(help) => help,
            None => {
                "if it is a type, its typedef must come before; if it is a condition, write `;` after it".to_string()
            }
        };
        self.report(finding.help(help))
    }

    /// `{ … }`
    pub(super) fn block(&mut self) -> Parsed<Sequence> {
        if !self.at(Tok::LBrace) {
            return Err(self.expected("`{`"));
        }
        let open = self.bump();
        let sequence = self.sequence();
        self.close_brace(open);
        Ok(sequence)
    }

    /// `if :: … fi` and `do :: … od`, from the first word on.
    fn options(&mut self, end: Keyword) -> Parsed<Vec<Sequence>> {
        let begin = self.bump();
        while self.separator() {}
        let mut options = Vec::new();
        if !self.at(Tok::Sep) {
            let word = begin.tok.text();
            let finding = self.unexpected(codes::UNEXPECTED, "`::`");
            self.report(finding.help(format!("options begin with `::`, as in `{word} :: x > 0 -> … {}`", end.text())));
            if self.at_keyword(end) {
                self.bump();
                return Err(Reported);
            }
            if self.at_sequence_end() {
                return Err(Reported);
            }
            options.push(self.sequence());
        }
        while self.eat(Tok::Sep) {
            options.push(self.sequence());
        }
        if self.eat_keyword(end) {
            return Ok(options);
        }
        let what = format!("`{}`", end.text());
        let finding = self
            .unexpected(codes::NOT_CLOSED, &what)
            .related(begin.span, format!("this `{}` is not closed", begin.tok.text()));
        let mismatch = matches!(self.tok(), Tok::Keyword(Keyword::Fi | Keyword::Od));
        if mismatch {
            let found = self.tok().text();
            self.report(
                finding
                    .help(format!("write {what} instead of `{found}`, or close the `{}` before it", begin.tok.text())),
            );
            self.bump();
        } else {
            self.report(finding.help(format!("add {what} after the last option")));
        }
        Ok(options)
    }

    /// `printf("x=%d\n", x)`
    fn printf(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let open = self.expect(Tok::LParen)?.span;
        if !self.at(Tok::Str) {
            let finding = self.unexpected(codes::UNEXPECTED, "a string");
            return Err(self.report(finding.help("write `printf(\"x = %d\\n\", x)`")));
        }
        let format = self.bump();
        let format = self.text(format);
        let mut args = Vec::new();
        while self.eat(Tok::Comma) {
            args.push(self.expr()?);
        }
        self.close(Tok::RParen, open)?;
        Ok(StmtKind::Printf { format, args })
    }

    /// `return e`, which assigns to the variable of the call.
    fn return_stmt(&mut self) -> Parsed<StmtKind> {
        let start = self.bump().span;
        let value = self.full_expr()?;
        if let Some(Some(result)) = self.calls.last().map(|call| call.result.clone()) {
            return Ok(StmtKind::Assign(result, value));
        }
        let finding = if self.calls.is_empty() {
            Finding::error(codes::MISPLACED_RETURN, start, "`return` outside an inline")
        } else {
            Finding::error(codes::MISPLACED_RETURN, start, "the call of this inline has no use for its value")
                .help("call it as `x = f(…)`")
        };
        Err(self.report(finding))
    }

    /// `for (i : 1 .. 9) { … }` and `for (i in a) { … }`
    fn for_loop(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let open = self.expect(Tok::LParen)?.span;
        let var = self.var_ref()?;
        let range = if self.eat(Tok::Colon) {
            let (from, to) = self.range()?;
            ForRange::Between(from, to)
        } else if self.at(Tok::Name) && self.text(self.token()) == "in" {
            self.bump();
            ForRange::In(self.var_ref()?)
        } else {
            let finding = self.unexpected(codes::UNEXPECTED, "`:` or `in`");
            return Err(self.report(finding.help("write `for (i : 1 .. 9) { … }` or `for (i in a) { … }`")));
        };
        self.close(Tok::RParen, open)?;
        // The line may end before the `{`.
        self.eat(Tok::Semi);
        let body = self.block()?;
        Ok(StmtKind::For { var, range, body })
    }

    /// `1 .. 9`
    fn range(&mut self) -> Parsed<(Expr, Expr)> {
        let from = self.expr()?;
        if !self.at(Tok::DotDot) {
            let finding = self.unexpected(codes::UNEXPECTED, "`..`");
            return Err(self.report(finding.help("write a range as `1 .. 9`")));
        }
        self.bump();
        Ok((from, self.expr()?))
    }

    /// `select (i : 1 .. 9)`
    ///
    /// Spin turns this into an `if` with one option for each value while it reads the text, provided the
    /// bounds are written as numbers, on one line, and the variable's name has no underscore; but not in
    /// an inline. The two forms have different states, so the same is done here.
    fn select(&mut self, labels: Vec<Ident>, steps: &mut Vec<Stmt>) -> Parsed<Stmt> {
        let start = self.span();
        let literal = self.select_is_literal();
        self.bump();
        let open = self.expect(Tok::LParen)?.span;
        let var = self.var_ref()?;
        if !self.at(Tok::Colon) {
            let finding = self.unexpected(codes::UNEXPECTED, "`:`");
            return Err(self.report(finding.help("write `select (i : 1 .. 9)`")));
        }
        self.bump();
        let (from, to) = self.range()?;
        self.close(Tok::RParen, open)?;
        let span = self.span_from(start);
        if let (true, ExprKind::Const(low), ExprKind::Const(high)) = (literal, &from.kind, &to.kind) {
            let (low, high) = (*low, *high);
            if low > high {
                let finding = Finding::error(codes::EMPTY_RANGE, span, "the range of this `select` is empty");
                return Err(self.report(finding.help("write the smaller bound first")));
            }
            if i64::from(high) - i64::from(low) <= MAX_SELECT_OPTIONS {
                let options = (low..=high).map(|value| select_option(&var, value, span)).collect();
                return Ok(Stmt { labels, kind: StmtKind::If(options), span, note: Default::default() });
            }
            steps.push(Stmt { labels, ..assign(&var, low, span) });
            return Ok(Stmt { labels: Vec::new(), kind: select_loop(var, to, span), span, note: Default::default() });
        }
        Ok(Stmt { labels, kind: StmtKind::Select { var, from, to }, span, note: Default::default() })
    }

    fn select_is_literal(&mut self) -> bool {
        let expected = [Tok::LParen, Tok::Name, Tok::Colon, Tok::Number, Tok::DotDot, Tok::Number, Tok::RParen];
        let fits = expected.iter().enumerate().all(|(i, tok)| {
            let token = self.cursor.ahead(i);
            // The second dot, and what is before the `(`, may be on another line.
            token.tok == *tok && (i == 0 || !token.flags.has(Flags::NEWLINE))
        });
        let name = self.cursor.ahead(1);
        fits && self.calls.is_empty() && !self.text(name).contains('_')
    }
}

/// A `select` between numbers. `var` has its last name, so that it can be told whether Spin takes the range as literal.
pub fn select(var: VarRef, low: i32, high: i32) -> Vec<Stmt> {
    let span = Span::default();
    let literal = low >= 0 && matches!(&var.parts[..], [only] if only.index.is_none() && !only.name.name.contains('_'));
    if !literal {
        let (from, to) = (crate::build::number(low), crate::build::number(high));
        return vec![Stmt::made(StmtKind::Select { var, from, to })];
    }
    if i64::from(high) - i64::from(low) <= MAX_SELECT_OPTIONS {
        let options = (low..=high).map(|value| select_option(&var, value, span)).collect();
        return vec![Stmt::made(StmtKind::If(options))];
    }
    let first = assign(&var, low, span);
    vec![first, Stmt::made(select_loop(var, crate::build::number(high), span))]
}

fn assign(var: &VarRef, value: i32, span: Span) -> Stmt {
    let value = Expr { kind: ExprKind::Const(value), span };
    Stmt { labels: Vec::new(), kind: StmtKind::Assign(var.clone(), value), span, note: Default::default() }
}

fn select_option(var: &VarRef, value: i32, span: Span) -> Sequence {
    Sequence { steps: vec![assign(var, value, span)] }
}

/// `do :: (i < to) -> i++ :: break od`
fn select_loop(var: VarRef, to: Expr, span: Span) -> StmtKind {
    let step = |kind| Stmt { labels: Vec::new(), kind, span, note: Default::default() };
    let current = Expr { kind: ExprKind::Var(var.clone()), span };
    let kind = ExprKind::Binary(super::super::ast::BinaryOp::Lt, Box::new(current), Box::new(to));
    let more = step(StmtKind::Expr(Expr { kind, span }));
    let again = Sequence { steps: vec![more, step(StmtKind::Increment(var))] };
    StmtKind::Do(vec![again, Sequence { steps: vec![step(StmtKind::Break)] }])
}
