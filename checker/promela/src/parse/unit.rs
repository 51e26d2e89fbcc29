//! Top-level constructs.

use super::super::ast::{Active, Claim, Ltl, Proctype, Program, Sequence, Trace, Unit};
use super::super::codes;
use super::super::symbol::Keyword;
use super::super::token::{Tok, Token};
use super::{Parsed, Parser, Reported};
use crate::finding::Finding;
use crate::source::FileId;

impl Parser<'_> {
    /// All units up to the end.
    pub(super) fn units(&mut self) -> Program {
        self.units_until(&|token| token.tok == Tok::End)
    }

    /// All units up to the text of a file.
    pub(super) fn units_before(&mut self, file: FileId) {
        self.units_until(&|token| token.tok == Tok::End || token.span.file == file);
    }

    fn units_until(&mut self, end: &dyn Fn(Token) -> bool) -> Program {
        let mut program = Program::default();
        loop {
            while matches!(self.tok(), Tok::Semi | Tok::Arrow) && !end(self.token()) {
                self.bump();
            }
            if end(self.token()) {
                return program;
            }
            let before = self.cursor.taken;
            if self.unit(&mut program.units).is_err() {
                // Make sure to move on, even if the error is at the first word of a unit.
                if self.cursor.taken == before && !self.at(Tok::End) {
                    self.bump();
                }
                self.skip_unit();
            }
        }
    }

    fn unit(&mut self, units: &mut Vec<Unit>) -> Parsed<()> {
        let start = self.span();
        let Tok::Keyword(keyword) = self.tok() else {
            if self.at_decl() {
                units.push(Unit::Decl(self.decl()?));
                return Ok(());
            }
            return Err(self.no_unit());
        };
        let unit = match keyword {
            Keyword::Active | Keyword::Proctype | Keyword::DProctype => Unit::Proctype(self.proctype()?),
            Keyword::Init => Unit::Proctype(self.init()?),
            Keyword::Never => {
                self.bump();
                let name = if self.at(Tok::Name) { Some(self.ident("a name")?) } else { None };
                let body = self.body()?;
                Unit::Never(Claim { name, body, span: self.span_from(start) })
            }
            Keyword::Trace | Keyword::NoTrace => {
                self.bump();
                let body = self.body()?;
                Unit::Trace(Trace { negated: keyword == Keyword::NoTrace, body, span: self.span_from(start) })
            }
            Keyword::Ltl => Unit::Ltl(self.ltl_unit()?),
            Keyword::Typedef => Unit::Typedef(self.typedef()?),
            Keyword::Inline => return self.inline_definition(),
            Keyword::CCode | Keyword::CDecl => Unit::EmbeddedC(self.embedded_c()?),
            Keyword::CState | Keyword::CTrack => Unit::EmbeddedC(self.tracked_c()?),
            Keyword::Mtype if self.at_mtype_list() => Unit::Mtype(self.mtype_list()?),
            _ if self.at_decl() => Unit::Decl(self.decl()?),
            _ => return Err(self.no_unit()),
        };
        units.push(unit);
        Ok(())
    }

    /// Reports a token that cannot begin a unit.
    fn no_unit(&mut self) -> Reported {
        if matches!(self.tok(), Tok::RBrace | Tok::Keyword(Keyword::Fi | Keyword::Od)) {
            let finding = Finding::error(codes::NOT_OPENED, self.span(), format!("{} has no beginning", self.found()));
            return self.report(finding);
        }
        if self.at(Tok::Other) {
            return self.bad_character();
        }
        let mut finding = self.unexpected(codes::UNEXPECTED, "a declaration or a proctype");
        if self.at(Tok::Name) {
            let name = self.text(self.token());
            if let Some(help) = self.suggestion(&name) {
                finding = finding.help(help);
            } else if self.peek() == Tok::Name {
                finding = finding.help(format!("there is no type `{name}`; a typedef must come before its use"));
            }
        } else if self.at(Tok::Str) || matches!(self.tok(), Tok::Keyword(_)) {
            finding = finding.help("statements belong into a proctype or into init");
        }
        self.report(finding)
    }

    /// `active [2] proctype p(byte x) priority 3 provided (e) { … }`
    fn proctype(&mut self) -> Parsed<Proctype> {
        let start = self.span();
        let active = if self.eat_keyword(Keyword::Active) {
            if self.at(Tok::LBracket) {
                let open = self.bump().span;
                let count = self.expr()?;
                self.close(Tok::RBracket, open)?;
                Some(Active::Count(count))
            } else {
                Some(Active::One)
            }
        } else {
            None
        };
        let deterministic = self.at_keyword(Keyword::DProctype);
        if !deterministic && !self.at_keyword(Keyword::Proctype) {
            let mut finding = self.unexpected(codes::UNEXPECTED, "`proctype`");
            if self.at(Tok::Name)
                && let Some(help) = self.suggestion(&self.text(self.token()))
            {
                finding = finding.help(help);
            }
            return Err(self.report(finding));
        }
        self.bump();
        let symbol = self.token().text;
        let name = self.ident("the name of a proctype")?;
        self.proctypes.insert(symbol);
        let open = self.expect(Tok::LParen)?.span;
        let params = self.params()?;
        self.close(Tok::RParen, open)?;
        let priority = self.priority()?;
        let provided = if self.eat_keyword(Keyword::Provided) {
            let open = self.expect(Tok::LParen)?.span;
            let condition = self.full_expr()?;
            self.close(Tok::RParen, open)?;
            Some(condition)
        } else {
            None
        };
        let body = self.body()?;
        let span = self.span_from(start);
        Ok(Proctype { name, deterministic, active, params, priority, provided, body, span })
    }

    /// `init priority 3 { … }`
    fn init(&mut self) -> Parsed<Proctype> {
        let start = self.bump().span;
        let priority = self.priority()?;
        let body = self.body()?;
        let name = super::Ident { name: ":init:".to_string(), span: start };
        let span = self.span_from(start);
        Ok(Proctype {
            name,
            deterministic: false,
            active: None,
            params: Vec::new(),
            priority,
            provided: None,
            body,
            span,
        })
    }

    /// `{ … }` of a proctype or a claim.
    fn body(&mut self) -> Parsed<Sequence> {
        if !self.at(Tok::LBrace) {
            return Err(self.expected("`{`"));
        }
        self.cursor.in_body = true;
        self.cursor.parens = 0;
        let open = self.bump();
        let mut sequence = self.sequence();
        // What has no beginning is reported and passed over; statements may follow it.
        while self.stray_closer() {
            if !self.at(Tok::RBrace) && !self.at_sequence_end() {
                sequence.steps.extend(self.sequence().steps);
            }
        }
        self.cursor.in_body = false;
        self.close_brace(open);
        Ok(sequence)
    }

    /// Reports and takes `fi`, `od` or `::` where only `}` can stand, and the separators after it.
    fn stray_closer(&mut self) -> bool {
        let finding = match self.tok() {
            Tok::Sep => Finding::error(codes::NOT_OPENED, self.span(), "`::` outside `if` and `do`")
                .help("put the options between `if` and `fi`"),
            Tok::Keyword(keyword @ (Keyword::Fi | Keyword::Od)) => {
                let begin = if keyword == Keyword::Fi { "if" } else { "do" };
                let message = format!("`{}` without `{begin}`", keyword.text());
                Finding::error(codes::NOT_OPENED, self.span(), message).help(format!("remove `{}`", keyword.text()))
            }
            _ => return false,
        };
        self.report(finding);
        self.bump();
        while matches!(self.tok(), Tok::Semi | Tok::Arrow) {
            self.bump();
        }
        true
    }

    /// Takes the `}` of a block, or reports that it is missing and goes on as if it were there.
    pub(super) fn close_brace(&mut self, open: Token) {
        if self.at(Tok::RBrace) {
            self.bump();
            return;
        }
        let finding = self.unexpected(codes::NOT_CLOSED, "`}`").related(open.span, "this `{` is not closed");
        let finding = finding.help("add `}` where the block ends");
        self.report(finding);
    }

    /// `ltl name { formula }`
    fn ltl_unit(&mut self) -> Parsed<Ltl> {
        let start = self.bump().span;
        let name = if self.at(Tok::Name) { Some(self.ident("a name")?) } else { None };
        let open = self.span();
        if !self.at(Tok::LBrace) {
            return Err(self.expected("`{`"));
        }
        self.ltl = true;
        self.bump();
        let formula = self.full_expr();
        self.ltl = false;
        let formula = formula?;
        if matches!(self.tok(), Tok::Semi | Tok::Arrow) {
            self.bump();
        }
        self.close(Tok::RBrace, open)?;
        Ok(Ltl { name, formula, span: self.span_from(start) })
    }

    /// `priority 3`
    pub(super) fn priority(&mut self) -> Parsed<Option<super::Expr>> {
        if !self.eat_keyword(Keyword::Priority) {
            return Ok(None);
        }
        self.primary_only().map(Some)
    }
}
