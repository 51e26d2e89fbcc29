//! The preprocessor: files in, tokens out, with directives obeyed and macros expanded.
//!
//! It does what `gcc -E -x c` does for Spin: `#define` with and without parameters, `#include`,
//! conditionals, line markers. Tokens are made one at a time, as the parser asks for them; only the
//! texts of macros are kept. A token out of a macro has the span of the macro's use.
//!
//! It does not define gcc's own macros (`__GNUC__`, `linux`), has no `#include_next`, and does not join
//! a name that is split over two lines by a backslash.

mod condition;
mod directive;
mod expand;
mod include;
mod macros;

use super::codes;
use super::lex::{self, Fault, Mode, Raw};
use super::loader::Loader;
use super::report::Report;
use super::symbol::{Sym, Symbols};
use super::token::{Flags, Tok, Token};
use crate::finding::{Finding, Findings};
use crate::source::{FileId, Sources, Span};
use directive::Conditional;
use expand::Context;
use include::Included;
use macros::MacroTable;

/// What the command line adds to a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Macros defined before the model is read: `("N", "3")` or `("MAX(a,b)", "…")`.
    pub defines: Vec<(String, String)>,
    /// Folders to look for included files in, after that of the including file.
    pub include_dirs: Vec<String>,
}

pub struct Preprocessor<'a> {
    pub sources: &'a mut Sources,
    pub report: Report<'a>,
    pub symbols: Symbols,
    loader: &'a dyn Loader,
    include_dirs: &'a [String],
    macros: MacroTable,
    /// The open files, the innermost last.
    files: Vec<OpenFile>,
    included: Included,
    /// The macros being expanded, the innermost last.
    contexts: Vec<Context>,
    /// A token that was looked at and is to be read again.
    pushed_back: Option<Token>,
    /// Spacing that an expanded macro leaves to the token after it.
    carry: Flags,
    /// How many tokens macros have made, and how many they may make.
    made: u64,
    allowed: u64,
    /// How many macro arguments are being expanded inside each other.
    argument_depth: u32,
    /// Where the input ends.
    end: Span,
}

/// A file that is being read.
struct OpenFile {
    id: FileId,
    pos: usize,
    conditionals: Vec<Conditional>,
    /// The `#include` that opened it.
    included_at: Option<Span>,
    /// A macro call went over the end of a line, so the next token starts a new one.
    newline: bool,
    /// Whether this is the first reading, so that line markers count.
    first_reading: bool,
    /// An unexpected character was reported; one is enough.
    reported_character: bool,
}

/// Macros may make this many tokens in any model …
const TOKENS_ALLOWED: u64 = 4_000_000;
/// … and so many more for each byte of text.
const TOKENS_PER_BYTE: u64 = 8;

impl<'a> Preprocessor<'a> {
    pub fn new(
        name: &str,
        text: String,
        options: &'a Options,
        loader: &'a dyn Loader,
        sources: &'a mut Sources,
        findings: &'a mut Findings,
    ) -> Preprocessor<'a> {
        let mut pre = Preprocessor {
            sources,
            report: Report::new(findings),
            symbols: Symbols::default(),
            loader,
            include_dirs: &options.include_dirs,
            macros: MacroTable::default(),
            files: Vec::new(),
            included: Included::default(),
            contexts: Vec::new(),
            pushed_back: None,
            carry: Flags::NONE,
            made: 0,
            allowed: TOKENS_ALLOWED,
            argument_depth: 0,
            end: Span::default(),
        };
        pre.define_builtins();
        let id = pre.open(name, text, None);
        let length = pre.sources.file(id).text.len();
        pre.end = Span::new(id, length, length);
        if !options.defines.is_empty() {
            let lines: String = options
                .defines
                .iter()
                .map(|(name, value)| format!("#define {} {}\n", name.replace('\n', " "), value.replace('\n', " ")))
                .collect();
            pre.open("<command line>", lines, None);
        }
        pre
    }

    /// Adds a text that is read before what is open now.
    pub fn push_text(&mut self, name: &str, text: String) {
        self.open(name, text, None);
    }

    /// Adds a file and starts to read it.
    fn open(&mut self, name: &str, text: String, included_at: Option<Span>) -> FileId {
        let (text, problem) = match problem_with(&text) {
            Some(problem) => (String::new(), Some(problem)),
            None => (text, None),
        };
        let id = self.sources.add(name, text);
        if let Some(problem) = problem {
            let span = included_at.unwrap_or(Span::new(id, 0, 0));
            self.report.fatal(
                Finding::error(codes::BAD_CHARACTER, span, format!("`{name}` {problem}"))
                    .help("give the text of a Promela model"),
            );
        }
        self.read(id, included_at, true);
        id
    }

    fn read(&mut self, id: FileId, included_at: Option<Span>, first_reading: bool) {
        self.allowed += self.sources.file(id).text.len() as u64 * TOKENS_PER_BYTE;
        self.files.push(OpenFile {
            id,
            pos: 0,
            conditionals: Vec::new(),
            included_at,
            newline: false,
            first_reading,
            reported_character: false,
        });
    }

    /// The next token, macros expanded. After the end, and once an error stopped it: [`Tok::End`].
    pub fn next_token(&mut self) -> Token {
        if self.report.stopped() {
            return self.end_token();
        }
        self.next_expanded()
    }

    pub fn end_token(&self) -> Token {
        Token { tok: Tok::End, flags: Flags::NEWLINE, text: Sym::NONE, span: self.end }
    }

    /// The next token of the innermost file, after obeying the directives before it.
    fn next_of_file(&mut self) -> Token {
        while !self.report.stopped() {
            let Some(file) = self.files.last_mut() else { break };
            let id = file.id;
            let mut raw = lex::scan(self.sources.file(id).text.as_bytes(), file.pos, Mode::Text);
            file.pos = raw.end;
            if raw.tok == Tok::End {
                self.close_file(raw);
                continue;
            }
            if raw.tok == Tok::Hash && raw.flags.has(Flags::LINE_START) {
                self.directive(raw);
                continue;
            }
            if std::mem::take(&mut file.newline) {
                raw.flags = raw.flags.with(Flags::NEWLINE);
            }
            return self.token(id, raw);
        }
        self.end_token()
    }

    /// The token for a range of a file; reports what is wrong with its text.
    fn token(&mut self, id: FileId, raw: Raw) -> Token {
        let span = Span::new(id, raw.start, raw.end);
        match raw.fault {
            Some(Fault::Str) => self.report.push(
                Finding::error(codes::OPEN_QUOTE, span, "this string is not closed on its line")
                    .help("end the string with `\"`; write `\\n` for a new line"),
            ),
            Some(Fault::Char) => self.report.push(
                Finding::error(codes::OPEN_QUOTE, span, "this character constant is not closed")
                    .help("write it like `'a'`"),
            ),
            Some(Fault::Comment(_)) | None => {}
        }
        self.intern(id, raw)
    }

    /// The token for a range of a file.
    fn intern(&mut self, id: FileId, raw: Raw) -> Token {
        let text = if raw.tok.is_spelled() || raw.end - raw.start > raw.tok.text().len() {
            let text = &self.sources.file(id).text[raw.start..raw.end];
            if raw.tok == Tok::Str && text.contains('\n') {
                let joined: Vec<&str> = text.split('\n').collect();
                let last = joined.len() - 1;
                let joined: String = joined
                    .iter()
                    .enumerate()
                    .map(|(i, part)| if i == last { part } else { part.trim_end().trim_end_matches('\\') })
                    .collect();
                self.symbols.intern(&joined)
            } else {
                self.symbols.intern(text)
            }
        } else {
            Sym::NONE
        };
        Token { tok: raw.tok, flags: raw.flags, text, span: Span::new(id, raw.start, raw.end) }
    }

    /// Ends the innermost file.
    fn close_file(&mut self, raw: Raw) {
        let Some(file) = self.files.pop() else { return };
        if let Some(Fault::Comment(at)) = raw.fault {
            self.report.push(
                Finding::error(codes::OPEN_COMMENT, Span::new(file.id, at, at + 2), "this comment is not closed")
                    .help("end the comment with `*/`"),
            );
        }
        if let Some(open) = file.conditionals.last() {
            self.report.push(
                Finding::error(codes::BAD_CONDITIONAL, open.span, "this conditional has no `#endif`")
                    .help("add `#endif` where the conditional text ends"),
            );
        }
    }

    /// Reports a character that the parser has no use for, one for each file.
    pub fn unexpected_character(&mut self, token: Token) {
        if let Some(file) = self.files.iter_mut().find(|file| file.id == token.span.file) {
            if file.reported_character {
                return;
            }
            file.reported_character = true;
        }
        let text = self.symbols.text(token.text);
        let shown: String = text.chars().take(1).flat_map(char::escape_debug).collect();
        self.report.push(
            Finding::error(codes::BAD_CHARACTER, token.span, format!("the character `{shown}` has no use in Promela"))
                .help("remove it; other such characters in this file are not reported"),
        );
    }

    /// How a token is written.
    pub fn spelling(&self, token: Token) -> &str {
        match token.tok {
            Tok::Keyword(_) | Tok::Param => token.tok.text(),
            _ if token.text == Sym::NONE => token.tok.text(),
            _ => self.symbols.text(token.text),
        }
    }
}

/// Why a text cannot be a model at all.
fn problem_with(text: &str) -> Option<&'static str> {
    if text.len() > u32::MAX as usize - 2 {
        return Some("is too large: more than 4 GB");
    }
    let head = &text.as_bytes()[..text.len().min(4096)];
    let odd = head.iter().filter(|byte| **byte < 32 && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)).count();
    let replaced = head.windows(3).filter(|window| *window == "\u{fffd}".as_bytes()).count();
    let binary = text.contains('\0') || (odd + replaced) * 10 > head.len();
    binary.then_some("is not text")
}

/// The macros that are defined at the end of a model, as pairs for [`Options::defines`].
pub fn definitions(name: &str, text: String, options: &Options, loader: &dyn Loader) -> Vec<(String, String)> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let mut pre = Preprocessor::new(name, text, options, loader, &mut sources, &mut findings);
    while pre.next_token().tok != Tok::End {}
    pre.definitions()
}
