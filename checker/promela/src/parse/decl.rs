//! Declarations: variables, channels, typedefs, lists of mtype names.

use super::super::ast::{ChanInit, Decl, Declarator, Ident, Init, Mtype, TypeName, Typedef, Visibility};
use super::super::codes;
use super::super::symbol::Keyword;
use super::super::token::Tok;
use super::{Parsed, Parser};
use crate::finding::Finding;

impl Parser<'_> {
    /// Whether a declaration begins here.
    pub(super) fn at_decl(&self) -> bool {
        use Keyword::*;
        match self.tok() {
            Tok::Keyword(keyword) => matches!(
                keyword,
                Bit | Bool | Byte | Pid | Short | Int | Unsigned | Chan | Mtype | Hidden | Show | Local
            ),
            Tok::Name => self.typedefs.contains(&self.token().text),
            _ => false,
        }
    }

    /// `hidden int x = 3, y[4]`
    pub(super) fn decl(&mut self) -> Parsed<Decl> {
        let start = self.span();
        let visibility = match self.tok() {
            Tok::Keyword(Keyword::Hidden) => Visibility::Hidden,
            Tok::Keyword(Keyword::Show) => Visibility::Show,
            Tok::Keyword(Keyword::Local) => Visibility::Local,
            _ => Visibility::Plain,
        };
        if visibility != Visibility::Plain {
            self.bump();
        }
        if self.at_keyword(Keyword::Mtype) && self.at_mtype_list() {
            let finding =
                Finding::error(codes::BAD_DECLARATION, self.span(), "mtype names can only be declared on their own")
                    .help("write `mtype = { … }` at top level, without `hidden`, `show` or `local`");
            return Err(self.report(finding));
        }
        let ty = self.type_name()?;
        let mut vars = vec![self.declarator()?];
        while self.eat(Tok::Comma) {
            vars.push(self.declarator()?);
        }
        Ok(Decl { visibility, ty, vars, span: self.span_from(start) })
    }

    /// A type as in a declaration or in `of { … }`.
    fn type_name(&mut self) -> Parsed<TypeName> {
        let token = self.token();
        let ty = match token.tok {
            Tok::Keyword(Keyword::Bit) => TypeName::Bit,
            Tok::Keyword(Keyword::Bool) => TypeName::Bool,
            Tok::Keyword(Keyword::Byte) => TypeName::Byte,
            Tok::Keyword(Keyword::Pid) => TypeName::Pid,
            Tok::Keyword(Keyword::Short) => TypeName::Short,
            Tok::Keyword(Keyword::Int) => TypeName::Int,
            Tok::Keyword(Keyword::Unsigned) => TypeName::Unsigned,
            Tok::Keyword(Keyword::Chan) => TypeName::Chan,
            Tok::Keyword(Keyword::Mtype) => TypeName::Mtype(None),
            Tok::Name if self.typedefs.contains(&token.text) => TypeName::User(self.ident_of(token)),
            Tok::Name => {
                let name = self.text(token);
                let help = self.suggestion(&name).unwrap_or_else(|| "a typedef must come before its use".to_string());
                let finding = Finding::error(codes::BAD_DECLARATION, token.span, format!("there is no type `{name}`"));
                return Err(self.report(finding.help(help)));
            }
            _ => return Err(self.expected("a type")),
        };
        self.bump();
        if matches!(ty, TypeName::Mtype(_)) && self.at(Tok::Colon) {
            self.bump();
            return Ok(TypeName::Mtype(Some(self.ident("the name of an mtype")?)));
        }
        Ok(ty)
    }

    /// `x`, `x : 5`, `x[4]`, each with an optional initialiser.
    fn declarator(&mut self) -> Parsed<Declarator> {
        let start = self.span();
        let name = self.ident("the name of a variable")?;
        let mut width = None;
        let mut size = None;
        if self.eat(Tok::Colon) {
            width = Some(self.primary_only()?);
        } else if self.at(Tok::LBracket) {
            let open = self.bump().span;
            size = Some(self.expr()?);
            self.close(Tok::RBracket, open)?;
        }
        let init = if self.eat(Tok::Assign) { Some(self.initialiser()?) } else { None };
        Ok(Declarator { name, width, size, init, span: self.span_from(start) })
    }

    fn initialiser(&mut self) -> Parsed<Init> {
        match self.tok() {
            Tok::LBrace => {
                let open = self.bump().span;
                let mut list = vec![self.expr()?];
                while self.eat(Tok::Comma) {
                    list.push(self.expr()?);
                }
                self.close(Tok::RBrace, open)?;
                Ok(Init::List(list))
            }
            Tok::LBracket => self.chan_init().map(Init::Chan),
            _ => self.expr().map(Init::Expr),
        }
    }

    /// `[4] of { mtype, byte }`
    fn chan_init(&mut self) -> Parsed<ChanInit> {
        let start = self.bump().span;
        let capacity = self.expr()?;
        self.close(Tok::RBracket, start)?;
        if !self.eat_keyword(Keyword::Of) {
            let finding = self.unexpected(codes::UNEXPECTED, "`of`");
            return Err(self.report(finding.help("write a channel as `chan q = [4] of { byte }`")));
        }
        let open = self.expect(Tok::LBrace)?.span;
        let mut fields = Vec::new();
        loop {
            let span = self.span();
            let field = self.type_name()?;
            if field == TypeName::Unsigned {
                let finding = Finding::error(codes::BAD_DECLARATION, span, "a message field cannot be `unsigned`");
                self.report(finding.help("use `byte`, `short` or `int`"));
                if self.eat(Tok::Colon) {
                    self.primary_only()?;
                }
            }
            fields.push(field);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.close(Tok::RBrace, open)?;
        Ok(ChanInit { capacity, fields, span: self.span_from(start) })
    }

    /// The parameters of a proctype, between its parentheses.
    pub(super) fn params(&mut self) -> Parsed<Vec<Decl>> {
        let mut params = Vec::new();
        while !self.at(Tok::RParen) {
            if !self.at_decl() {
                let mut finding = self.unexpected(codes::UNEXPECTED, "the type of a parameter");
                if self.at(Tok::Name) {
                    let name = self.text(self.token());
                    finding = finding.help(format!("there is no type `{name}`; write `byte x; chan q`"));
                }
                return Err(self.report(finding));
            }
            let decl = self.decl_of_param()?;
            if let Some(var) = decl.vars.iter().find(|var| var.init.is_some()) {
                let finding =
                    Finding::error(codes::BAD_DECLARATION, var.span, "a parameter cannot have an initial value");
                self.report(finding.help("give the value in the `run`"));
            }
            params.push(decl);
            if !self.eat(Tok::Semi) {
                break;
            }
        }
        Ok(params)
    }

    /// A declaration among parameters, where `,` before a type is a common slip.
    fn decl_of_param(&mut self) -> Parsed<Decl> {
        let start = self.span();
        let ty = match self.tok() {
            Tok::Keyword(Keyword::Hidden | Keyword::Show | Keyword::Local) => return self.decl(),
            _ => self.type_name()?,
        };
        let mut vars = vec![self.declarator()?];
        while self.at(Tok::Comma) {
            let comma = self.bump().span;
            if self.at_decl() {
                let finding =
                    Finding::error(codes::BAD_DECLARATION, comma, "parameters of different types are separated by `;`")
                        .help("write `;` instead of `,` before a type");
                self.report(finding);
                let next = self.decl_of_param()?;
                vars.extend(next.vars);
                break;
            }
            vars.push(self.declarator()?);
        }
        Ok(Decl { visibility: Visibility::Plain, ty, vars, span: self.span_from(start) })
    }

    /// `typedef T { int x; byte y[3] }`
    pub(super) fn typedef(&mut self) -> Parsed<Typedef> {
        let start = self.bump().span;
        let symbol = self.token().text;
        let name = self.ident("the name of a type")?;
        if !self.at(Tok::LBrace) {
            return Err(self.expected("`{`"));
        }
        self.cursor.in_body = true;
        let open = self.bump();
        let mut fields = Vec::new();
        while !self.at(Tok::RBrace) {
            if !self.at_decl() {
                let mut finding = self.unexpected(codes::UNEXPECTED, "the declaration of a field");
                if self.at(Tok::Name) {
                    let name = self.text(self.token());
                    if let Some(help) = self.suggestion(&name) {
                        finding = finding.help(help);
                    }
                }
                return Err(self.report(finding));
            }
            fields.push(self.decl()?);
            if !self.at(Tok::Semi) {
                break;
            }
            while self.eat(Tok::Semi) {}
        }
        self.cursor.in_body = false;
        if fields.is_empty() {
            let finding = Finding::error(codes::BAD_DECLARATION, name.span, "a typedef needs at least one field");
            self.report(finding.help("add a field, such as `byte x`"));
        }
        self.close(Tok::RBrace, open.span)?;
        self.typedefs.insert(symbol);
        Ok(Typedef { name, fields, span: self.span_from(start) })
    }

    /// At `mtype`: whether a list of names follows rather than a variable.
    pub(super) fn at_mtype_list(&mut self) -> bool {
        match self.peek() {
            Tok::LBrace | Tok::Assign => true,
            Tok::Colon => matches!(self.cursor.ahead(2).tok, Tok::Assign | Tok::LBrace),
            _ => false,
        }
    }

    /// `mtype = { a, b }` and `mtype:colour = { red }`
    pub(super) fn mtype_list(&mut self) -> Parsed<Mtype> {
        let start = self.bump().span;
        let subtype: Option<Ident> =
            if self.eat(Tok::Colon) { Some(self.ident("the name of an mtype")?) } else { None };
        self.eat(Tok::Assign);
        let open = self.expect(Tok::LBrace)?.span;
        let mut names = vec![self.ident("the name of an mtype constant")?];
        loop {
            while self.eat(Tok::Comma) {}
            if !self.at(Tok::Name) {
                break;
            }
            names.push(self.ident("the name of an mtype constant")?);
        }
        if let Tok::Keyword(_) = self.tok() {
            self.ident("the name of an mtype constant")?;
        }
        self.close(Tok::RBrace, open)?;
        Ok(Mtype { subtype, names, span: self.span_from(start) })
    }
}
