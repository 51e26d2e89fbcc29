//! Rewrites preprocessed tokens into C that lang-c reads rightly, with the meaning kept.
//!
//! lang-c rejects much that compilers accept, and misreads some (`struct __attribute__((packed)) S
//! {…};`, a parameter that hides a typedef). The normaliser walks the tokens as declarations,
//! statements and expressions, keeps track of which names are types, and writes a [`Stream`] in
//! which those constructs are spelled differently. It does not judge: what it does not understand it
//! copies, and the parser complains. Names it makes start with `__ax_`:
//!
//! | source | parsed text |
//! |---|---|
//! | `a ?: b` | `a ? __ax_same : b` |
//! | `goto *e;` | `__ax_goto(e);` |
//! | `&&label` | `__ax_label("label")` |
//! | `__real__ e`, `__imag__ e` | `__ax_real(e)`, `__ax_imag(e)` |
//! | `asm goto (… : l)` | `{ asm(…); if (__ax_asm_goto()) goto l; }` |
//! | `__builtin_f(T, e)`, a type as an argument | `__builtin_f(sizeof(T), e)` |
//! | `__int128` | `long long long` |
//! | a parameter `T` that hides a typedef | `__ax_p_T`, see [`Names`] |
//! | a name with `$` or letters outside ASCII | `__ax_n_…`, see [`Names`] |
//! | `__auto_type x = e` | `__typeof__((0, e)) x = e` |
//! | `_Alignas(8)` | `__attribute__((aligned(8)))` |
//!
//! Of attributes `packed`, `aligned`, `mode`, `vector_size` and `cleanup` are kept, where lang-c takes
//! them; `noreturn` becomes `_Noreturn`. The others do not change what a program means.

mod assembly;
mod attribute;
mod builtin;
mod declaration;
mod declarator;
mod expression;
mod literal;
mod record;
mod scope;
mod statement;
mod word;

use super::brackets::Brackets;
use super::stream::Stream;
use super::token::{Kind, Preprocessed};
use scope::{Meaning, Scopes};
use std::borrow::Cow;
use std::collections::HashMap;
use word::Word;

/// What the normaliser made of a source.
#[derive(Debug)]
pub struct Normalised<'a> {
    pub stream: Stream<'a>,
    pub names: Names,
    pub readings: Readings,
    /// What cannot be expressed: the token and a message.
    pub unsupported: Vec<(u32, String)>,
}

/// Where constructs are that lang-c may take for others, by their tokens. The parser must find the same.
#[derive(Debug, Default)]
pub struct Readings {
    /// The names of functions that are defined.
    pub functions: Vec<u32>,
    /// The first tokens of declarations.
    pub declarations: Vec<u32>,
    /// The first tokens of type names.
    pub types: Vec<u32>,
}

/// The names that were changed, and what they were.
#[derive(Debug, Default)]
pub struct Names {
    original: HashMap<String, String>,
}

impl Names {
    /// The name in the user's source of a name in the parsed text.
    pub fn original<'a>(&'a self, name: &'a str) -> &'a str {
        self.original.get(name).map_or(name, String::as_str)
    }
}

/// The tokens for the parser.
pub fn normalise<'a>(source: &'a Preprocessed, brackets: &'a Brackets) -> Normalised<'a> {
    let mut normaliser = Normaliser {
        source,
        brackets,
        at: 0,
        out: Stream::default(),
        scopes: Scopes::default(),
        names: Names::default(),
        readings: Readings::default(),
        unsupported: Vec::new(),
        limit: source.tokens.len() * 8 + 1_000_000,
    };
    normaliser.file();
    let Normaliser { out, names, readings, unsupported, .. } = normaliser;
    Normalised { stream: out, names, readings, unsupported }
}

/// The state of the walk. Methods named after a construct read it at `at` and write it.
struct Normaliser<'a> {
    source: &'a Preprocessed,
    brackets: &'a Brackets,
    /// The next token to be read.
    at: usize,
    out: Stream<'a>,
    scopes: Scopes<'a>,
    names: Names,
    readings: Readings,
    unsupported: Vec<(u32, String)>,
    /// Copies of initialisers stop when the stream gets this long.
    limit: usize,
}

impl<'a> Normaliser<'a> {
    fn text(&self, index: usize) -> &'a str {
        self.source.text(index)
    }

    /// The text of the next token.
    fn next(&self) -> &'a str {
        self.source.text(self.at)
    }

    fn kind(&self, index: usize) -> Kind {
        self.source.tokens.get(index).map_or(Kind::Odd, |t| t.kind)
    }

    /// The token that closes the group opened at `index`.
    fn close(&self, index: usize) -> usize {
        self.brackets.close(index)
    }

    /// What the word at `index` means here; [`Word::Statement`] for what is no word at all.
    fn word(&self, index: usize) -> Word {
        if self.kind(index) != Kind::Word {
            return Word::Statement;
        }
        let text = self.text(index);
        match self.scopes.meaning(text) {
            Some(Meaning::Type) => Word::TypeName,
            Some(_) => Word::Name,
            None => word::word(text),
        }
    }

    /// Whether the token is a word that can be declared.
    fn is_name(&self, index: usize) -> bool {
        matches!(self.word(index), Word::Name | Word::TypeName) || word::is_new(self.text(index))
    }

    /// Whether a type or a declaration starts at `index`.
    fn starts_type(&self, mut index: usize) -> bool {
        loop {
            match self.word(index) {
                Word::Extension => index += 1,
                Word::Attribute => index = self.after_group(index + 1),
                _ => break,
            }
        }
        match self.word(index) {
            Word::TypeName
            | Word::Typedef
            | Word::Specifier(_)
            | Word::Qualifier(_)
            | Word::Atomic
            | Word::Type(_)
            | Word::Record
            | Word::Enum
            | Word::AutoType
            | Word::Auto => true,
            Word::Typeof | Word::Alignas => self.text(index + 1) == "(",
            _ => false,
        }
    }

    /// The index after the group that starts at `index`; `index` if there is none.
    fn after_group(&self, index: usize) -> usize {
        if self.text(index) == "(" { self.close(index) + 1 } else { index }
    }

    /// The first of `stops` from the next token on, outside of groups; `limit` if there is none.
    fn find(&self, stops: &[&str], limit: usize) -> usize {
        let mut index = self.at;
        while index < limit {
            if self.kind(index) == Kind::Punct {
                let text = self.text(index);
                if stops.contains(&text) {
                    return index;
                }
                if matches!(text, "(" | "[" | "{") {
                    index = self.close(index);
                }
            }
            index += 1;
        }
        limit.min(self.source.tokens.len())
    }

    /// Writes a token in the place of the next one, which stays.
    fn make(&mut self, text: impl Into<Cow<'a, str>>) {
        let last = self.source.tokens.len().saturating_sub(1);
        self.out.push(text, self.at.min(last));
    }

    /// Writes other text for the next token, and goes on.
    fn replace(&mut self, text: impl Into<Cow<'a, str>>) {
        self.make(text);
        self.at += 1;
    }

    /// Writes the next token as it is (literals and odd names respelled), and goes on.
    fn emit(&mut self) {
        let text = self.next();
        match self.kind(self.at) {
            Kind::Word => match literal::plain_name(text) {
                Some(plain) => {
                    self.names.original.insert(plain.clone(), literal::spelled_out(text));
                    self.replace(plain);
                }
                None => self.replace(text),
            },
            Kind::Str | Kind::Char => self.replace(literal::quoted(text)),
            Kind::Number => self.replace(literal::number(text)),
            Kind::Punct | Kind::Odd => self.replace(text),
        }
    }

    /// Writes the next token if it is `text`.
    fn accept(&mut self, text: &str) -> bool {
        let found = self.next() == text;
        if found {
            self.emit();
        }
        found
    }

    /// Writes a use of a variable, under its new name if it has one.
    fn emit_use(&mut self) {
        let text = self.next();
        if self.scopes.is_renamed(text) { self.emit_renamed() } else { self.emit() }
    }

    fn emit_renamed(&mut self) {
        let text = self.next();
        let name = format!("__ax_p_{}", literal::plain_name(text).as_deref().unwrap_or(text));
        self.names.original.entry(name.clone()).or_insert_with(|| literal::spelled_out(text));
        self.replace(name);
    }

    /// Copies tokens up to `end` as they are.
    fn copy_to(&mut self, end: usize) {
        while self.at < end.min(self.source.tokens.len()) {
            self.emit();
        }
    }

    /// Copies what was not understood: up to and with the next `;`, not past `limit`.
    fn copy_item(&mut self, limit: usize) {
        let end = self.find(&[";"], limit);
        self.copy_to((end + 1).min(limit.max(self.at + 1)));
    }

    fn not_supported(&mut self, index: usize, message: &str) {
        self.unsupported.push((index as u32, message.to_string()));
    }
}
