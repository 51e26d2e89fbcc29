//! The macros that are defined at a place of the preprocessed text, as far as `-dD` told.

use super::super::token::{EventKind, Preprocessed, comment_end, token_end};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug)]
struct Macro {
    /// It takes arguments.
    function: bool,
    /// A range of the preprocessed text.
    body: (u32, u32),
}

/// The macros defined at the moment.
#[derive(Debug)]
pub struct Macros<'a> {
    source: &'a Preprocessed,
    table: HashMap<&'a str, Macro>,
    /// No definition was ever seen: names that were replaced have to be guessed.
    pub unknown: bool,
}

/// How an identifier of the user's file is a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    No,
    Object,
    /// Only with parentheses after it.
    Function,
}

impl<'a> Macros<'a> {
    pub fn new(source: &'a Preprocessed) -> Macros<'a> {
        let unknown = !source.events.iter().any(|e| matches!(e.kind, EventKind::Define { .. }));
        Macros { source, table: HashMap::new(), unknown }
    }

    /// Takes notice of a `#define` or `#undef`.
    pub fn apply(&mut self, event: &EventKind) {
        match *event {
            EventKind::Define { name, rest } => {
                let name = self.source.slice(name);
                let text = self.source.slice(rest);
                let function = text.starts_with('(');
                let parameters = if function { text.find(')').map_or(text.len(), |end| end + 1) } else { 0 };
                self.table.insert(name, Macro { function, body: (rest.0 + parameters as u32, rest.1) });
            }
            EventKind::Undef { name } => {
                self.table.remove(self.source.slice(name));
            }
            EventKind::Enter(_) => {}
        }
    }

    /// Whether `name` is a macro.
    pub fn how(&self, name: &str) -> Use {
        match self.table.get(name) {
            Some(m) if m.function => Use::Function,
            Some(_) => Use::Object,
            None => match name {
                "__LINE__" | "__FILE__" | "__COUNTER__" | "__DATE__" | "__TIME__" | "__TIMESTAMP__"
                | "__BASE_FILE__" | "__FILE_NAME__" | "__INCLUDE_LEVEL__" => Use::Object,
                "_Pragma" | "__pragma" => Use::Function,
                _ => Use::No,
            },
        }
    }

    /// Whether the text of an object-like macro ends in the name of a macro that takes arguments.
    pub fn wants_arguments(&self, name: &str) -> bool {
        let mut name = name;
        for _ in 0..8 {
            match self.table.get(name) {
                Some(m) if m.function => return true,
                Some(m) => match self.tokens(m.body).last() {
                    Some(last) => name = last,
                    None => return false,
                },
                None => return false,
            }
        }
        false
    }

    /// What an object-like macro expands to, if it is short and no macro with arguments is in it.
    pub fn expansion(&self, name: &'a str) -> Option<Vec<&'a str>> {
        let mut result = Vec::new();
        self.expand(name, &mut Vec::new(), &mut result).then_some(result)
    }

    fn expand(&self, name: &'a str, open: &mut Vec<&'a str>, result: &mut Vec<&'a str>) -> bool {
        let Some(found) = self.table.get(name) else { return false };
        if found.function || open.len() > 16 {
            return false;
        }
        open.push(name);
        for token in self.tokens(found.body) {
            let again = open.contains(&token);
            match self.how(token) {
                Use::Object if !again => {
                    if !self.expand(token, open, result) {
                        return false;
                    }
                }
                Use::Function if !again => return false,
                _ => result.push(token),
            }
            if result.len() > 64 {
                return false;
            }
        }
        open.pop();
        true
    }

    fn tokens(&self, body: (u32, u32)) -> impl Iterator<Item = &'a str> {
        let text = self.source.slice(body);
        let bytes = text.as_bytes();
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < bytes.len() {
                if bytes[at].is_ascii_whitespace() {
                    at += 1;
                } else if bytes[at] == b'/' && matches!(bytes.get(at + 1), Some(b'*' | b'/')) {
                    at = comment_end(bytes, at);
                } else {
                    let start = at;
                    at = token_end(bytes, at).0;
                    return Some(&text[start..at]);
                }
            }
            None
        })
    }
}
