//! What is sent and received: the arguments of `q!…`, `q?…` and `q?[…]`.

use super::super::ast::{Expr, ExprKind, ReceiveArg, StmtKind, VarRef};
use super::super::codes;
use super::super::symbol::Keyword;
use super::super::token::Tok;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// `q!e,f` and `q!a(b,c)`, from the `!` on.
    pub(super) fn send(&mut self, channel: VarRef) -> Parsed<StmtKind> {
        let sorted = self.bump().tok == Tok::NotNot;
        let mut args = vec![self.expr()?];
        if self.at(Tok::LParen) {
            let open = self.bump().span;
            args.push(self.expr()?);
            while self.eat(Tok::Comma) {
                args.push(self.expr()?);
            }
            self.close(Tok::RParen, open)?;
        } else {
            while self.eat(Tok::Comma) {
                args.push(self.expr()?);
            }
        }
        Ok(StmtKind::Send { channel, sorted, args })
    }

    /// `q?x,y`, `q?<x,y>`, from the `?` on.
    pub(super) fn receive(&mut self, channel: VarRef) -> Parsed<StmtKind> {
        let random = self.bump().tok == Tok::QuestionQuestion;
        let keep = self.at(Tok::Lt);
        let mut args = Vec::new();
        if keep {
            let open = self.bump().span;
            self.receive_args(&mut args)?;
            self.close(Tok::Gt, open)?;
        } else {
            self.receive_args(&mut args)?;
        }
        Ok(StmtKind::Receive { channel, random, keep, args })
    }

    /// `q?[x,y]` and `q??[x,y]`, from the `?` on.
    pub(super) fn poll(&mut self, channel: VarRef) -> Parsed<ExprKind> {
        let random = self.bump().tok == Tok::QuestionQuestion;
        let open = self.expect(Tok::LBracket)?.span;
        let mut args = Vec::new();
        self.receive_args(&mut args)?;
        self.close(Tok::RBracket, open)?;
        Ok(ExprKind::Poll { channel, random, args })
    }

    /// `a,b`, `a(b,c)`, `(a,b)`
    fn receive_args(&mut self, args: &mut Vec<ReceiveArg>) -> Parsed<()> {
        loop {
            if !self.at(Tok::LParen) {
                args.push(self.receive_arg()?);
                if self.eat(Tok::Comma) {
                    continue;
                }
            }
            if self.at(Tok::LParen) {
                let open = self.bump().span;
                self.nested(|p| p.receive_args(args))?;
                self.close(Tok::RParen, open)?;
            }
            return Ok(());
        }
    }

    fn receive_arg(&mut self) -> Parsed<ReceiveArg> {
        let start = self.span();
        match self.tok() {
            Tok::Name => Ok(ReceiveArg::Var(self.var_ref()?)),
            Tok::Keyword(Keyword::Eval) => {
                self.bump();
                let open = self.expect(Tok::LParen)?.span;
                let value = self.expr()?;
                self.close(Tok::RParen, open)?;
                Ok(ReceiveArg::Eval(value))
            }
            Tok::Minus => {
                self.bump();
                let mut value = self.constant()?;
                if let ExprKind::Const(number) = &mut value.kind {
                    *number = number.wrapping_neg();
                }
                Ok(ReceiveArg::Const(Expr { span: self.span_from(start), ..value }))
            }
            Tok::Number | Tok::Char | Tok::Keyword(Keyword::True | Keyword::False | Keyword::Skip) => {
                self.constant().map(ReceiveArg::Const)
            }
            _ => {
                let finding = self.unexpected(codes::UNEXPECTED, "a variable or a constant to receive");
                Err(self.report(finding.help("to match the value of an expression, write `eval(…)`")))
            }
        }
    }
}
