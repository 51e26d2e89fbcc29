//! Directives: the lines that begin with `#`.

use super::super::codes;
use super::super::lex::{self, Fault, Mode, Raw};
use super::super::symbol::nearest;
use super::super::token::{Flags, Tok, Token};
use super::Preprocessor;
use crate::finding::Finding;
use crate::source::Span;

/// An `#if` whose `#endif` is still to come.
pub(super) struct Conditional {
    pub span: Span,
    /// One of its parts was chosen.
    taken: bool,
    seen_else: bool,
}

const DIRECTIVES: [&str; 14] = [
    "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "warning", "pragma",
    "line", "ident",
];

impl Preprocessor<'_> {
    /// Obeys the directive that begins with the `#` just read.
    pub(super) fn directive(&mut self, hash: Raw) {
        let Some(file) = self.files.last() else { return };
        let (id, start) = (file.id, file.pos);
        let line = self.line();
        let hash_span = Span::new(id, hash.start, hash.end);
        let Some((word, rest)) = line.split_first() else { return };
        let span = hash_span.to(word.span);
        if word.tok == Tok::Number {
            return self.line_marker(&line, span);
        }
        let name = self.symbols.text(word.text).to_string();
        match name.as_str() {
            "define" => {
                self.report_open_quotes(start);
                self.define(rest, span);
            }
            "undef" => self.undefine(rest, span),
            "include" => self.include(rest, span),
            "if" => {
                let taken = self.condition(rest, span);
                self.open_conditional(span, taken);
            }
            "ifdef" | "ifndef" => match rest.first().filter(|t| t.tok == Tok::Name) {
                Some(macro_name) => {
                    let taken = self.macros.get(macro_name.text).is_some() == (name == "ifdef");
                    self.open_conditional(span, taken);
                }
                None => {
                    let finding =
                        Finding::error(codes::BAD_CONDITIONAL, span, format!("`#{name}` needs the name of a macro"));
                    self.report.push(finding.help(format!("write `#{name} NAME`")));
                    self.open_conditional(span, false);
                }
            },
            // The part before was chosen, so the rest up to `#endif` is not.
            "elif" | "else" => match self.files.last_mut().and_then(|file| file.conditionals.last_mut()) {
                Some(open) => {
                    let again = open.seen_else;
                    open.seen_else |= name == "else";
                    let first = open.span;
                    if again {
                        self.after_else(&name, span, first);
                    }
                    self.skip();
                }
                None => self.stray(&name, span),
            },
            "endif" => {
                if self.files.last_mut().and_then(|file| file.conditionals.pop()).is_none() {
                    self.stray(&name, span);
                }
            }
            "error" | "warning" => {
                let text = self.rest_of_line(word.span.end as usize);
                let finding = if name == "error" {
                    Finding::error(codes::ERROR_DIRECTIVE, span, format!("#error: {text}"))
                } else {
                    Finding::warning(codes::WARNING_DIRECTIVE, span, format!("#warning: {text}"))
                };
                self.report.push(finding);
            }
            "line" => {
                let rest = self.expand_tokens(rest.to_vec());
                self.line_marker(&rest, span);
            }
            "pragma" | "ident" => {}
            _ => {
                let name = self.spelling(*word).to_string();
                let mut finding = Finding::error(codes::BAD_DIRECTIVE, span, format!("`#{name}` is no directive"));
                if let Some(meant) = nearest(&name, DIRECTIVES.into_iter()) {
                    finding = finding.help(format!("did you mean `#{meant}`?"));
                }
                self.report.push(finding);
            }
        }
    }

    /// The tokens up to the end of the line.
    fn line(&mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        while let Some(file) = self.files.last_mut() {
            let id = file.id;
            let raw = lex::scan(self.sources.file(id).text.as_bytes(), file.pos, Mode::Line);
            // An open comment is found again, and reported, by who reads on.
            if raw.fault.is_some_and(|fault| matches!(fault, Fault::Comment(_))) {
                break;
            }
            file.pos = raw.end;
            if raw.tok == Tok::End {
                break;
            }
            tokens.push(self.intern(id, raw));
        }
        tokens
    }

    /// Reports quotes that are not closed on the directive line from `start` on.
    fn report_open_quotes(&mut self, start: usize) {
        let Some(file) = self.files.last() else { return };
        let id = file.id;
        let mut pos = start;
        while pos < file.pos {
            let raw = lex::scan(self.sources.file(id).text.as_bytes(), pos, Mode::Line);
            if raw.tok == Tok::End {
                break;
            }
            if matches!(raw.fault, Some(Fault::Str | Fault::Char)) {
                self.token(id, raw);
                break;
            }
            pos = raw.end;
        }
    }

    /// The text from `start` to where the file is read next.
    fn rest_of_line(&self, start: usize) -> String {
        let Some(file) = self.files.last() else { return String::new() };
        let text = self.sources.file(file.id).text.get(start..file.pos).unwrap_or("");
        text.replace("\\\n", " ").trim().chars().take(500).collect()
    }

    /// `# 7 "x.pml"` and `#line 7 "x.pml"`; the tokens from the number on.
    fn line_marker(&mut self, line: &[Token], span: Span) {
        let number = line.first().filter(|t| t.tok == Tok::Number).and_then(|t| self.symbols.text(t.text).parse().ok());
        let Some(number) = number else {
            let finding = Finding::error(codes::BAD_DIRECTIVE, span, "a line marker needs a line number");
            return self.report.push(finding.help("write `#line 7 \"file.pml\"`"));
        };
        let name =
            line.get(1).filter(|t| t.tok == Tok::Str).map(|t| self.symbols.text(t.text).trim_matches('"').to_string());
        if let Some(file) = self.files.last().filter(|file| file.first_reading) {
            let (id, pos) = (file.id, file.pos);
            self.sources.mark_line(id, pos, name.as_deref(), number);
        }
    }

    fn open_conditional(&mut self, span: Span, taken: bool) {
        if let Some(file) = self.files.last_mut() {
            file.conditionals.push(Conditional { span, taken, seen_else: false });
        }
        if !taken {
            self.skip();
        }
    }

    fn stray(&mut self, name: &str, span: Span) {
        self.report.error(codes::BAD_CONDITIONAL, span, format!("`#{name}` without `#if`"));
    }

    fn after_else(&mut self, name: &str, span: Span, first: Span) {
        let finding = Finding::error(codes::BAD_CONDITIONAL, span, format!("`#{name}` after `#else`"));
        self.report.push(finding.related(first, "the conditional begins here"));
    }

    /// Skips text up to a part of the innermost conditional that is chosen, or to its end.
    fn skip(&mut self) {
        let mut depth = 0;
        while let Some(file) = self.files.last_mut() {
            let id = file.id;
            let raw = lex::scan(self.sources.file(id).text.as_bytes(), file.pos, Mode::Text);
            if raw.tok == Tok::End {
                return;
            }
            file.pos = raw.end;
            if raw.tok != Tok::Hash || !raw.flags.has(Flags::LINE_START) {
                continue;
            }
            let word = lex::scan(self.sources.file(id).text.as_bytes(), raw.end, Mode::Line);
            let span = Span::new(id, raw.start, word.end);
            match &self.sources.file(id).text[word.start..word.end] {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "endif" if depth > 0 => depth -= 1,
                "endif" => {
                    file.pos = word.end;
                    file.conditionals.pop();
                    self.line();
                    return;
                }
                name @ ("else" | "elif") if depth == 0 => {
                    let is_else = name == "else";
                    file.pos = word.end;
                    let Some(open) = file.conditionals.last_mut() else { return };
                    let (again, taken, first) = (open.seen_else, open.taken, open.span);
                    open.seen_else |= is_else;
                    let line = self.line();
                    if again {
                        self.after_else(if is_else { "else" } else { "elif" }, span, first);
                    } else if !taken && (is_else || self.condition(&line, span)) {
                        if let Some(open) = self.files.last_mut().and_then(|file| file.conditionals.last_mut()) {
                            open.taken = true;
                        }
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}
