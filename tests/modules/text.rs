//! The paths that a Rust source names: those of its `use` lines, and `a::b::…` in its code.
//!
//! Comments, strings and code under `#[cfg(test)]` do not count. Knows as much of Rust as that needs: macros are read
//! like other code, and what a macro makes of its arguments is not seen.

/// A path in a source: `use super::state::{self, Mark}` has `super::state` and `super::state::Mark`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub path: Vec<String>,
    pub line: usize,
    /// The name that a `use` gives to it here.
    pub binds: Option<String>,
}

/// What a source says.
#[derive(Debug, Default)]
pub struct Text {
    pub named: Vec<Named>,
    /// Modules in other files that are for tests alone.
    pub test_modules: Vec<String>,
}

pub fn read(source: &str) -> Text {
    let tokens = tokens(source);
    let mut reader = Reader { tokens: &tokens, at: 0, open: Vec::new(), text: Text::default() };
    while reader.at < tokens.len() {
        reader.step();
    }
    reader.text
}

/// A word or a sign, and its line. `::` is one sign.
#[derive(Debug)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < bytes.len() {
        let start = at;
        let rest = &source[at..];
        let is_token = match bytes[at] {
            b'/' if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                false
            }
            b'/' if rest.starts_with("/*") => {
                at += block_comment(rest);
                false
            }
            b'r' | b'b' if raw_string(rest).is_some() => {
                at += raw_string(rest).unwrap_or(1);
                false
            }
            b'"' => {
                at += string(rest);
                false
            }
            b'\'' => {
                at += character(rest);
                false
            }
            c if c.is_ascii_alphanumeric() || c == b'_' => {
                at += rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                true
            }
            b':' if rest.starts_with("::") => {
                at += 2;
                true
            }
            c => {
                at += rest.chars().next().map_or(1, char::len_utf8);
                !c.is_ascii_whitespace()
            }
        };
        if is_token {
            found.push(Token { text: &source[start..at], line });
        }
        line += source[start..at].matches('\n').count();
    }
    found
}

/// The length of a block comment, which may have others in it.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a raw string, `r"…"` or `br#"…"#`, if one begins here.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = body.find(&end)? + end.len();
    Some(text.len() - body.len() + length)
}

fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a character or a lifetime.
fn character(text: &str) -> usize {
    let mut rest = text[1..].chars();
    match (rest.next(), rest.next()) {
        (Some('\\'), Some(c)) => 2 + c.len_utf8() + text[2 + c.len_utf8()..].find('\'').map_or(0, |at| at + 1),
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 1,
    }
}

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    /// Of each brace that is open, whether it is that of a module.
    open: Vec<bool>,
    text: Text,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    fn step(&mut self) {
        match self.peek(0) {
            "#" if ["#", "[", "cfg", "(", "test", ")", "]"].iter().enumerate().all(|(i, t)| self.peek(i) == *t) => {
                self.at += 7;
                self.skip_item();
            }
            "use" => {
                self.at += 1;
                self.tree(Vec::new());
            }
            word if is_word(word) && self.peek(1) == "::" => self.path(),
            brace @ ("{" | "}") => {
                if brace == "{" {
                    self.open.push((1..4).any(|back| self.before(back) == "mod"));
                } else {
                    self.open.pop();
                }
                self.at += 1;
            }
            _ => self.at += 1,
        }
    }

    fn before(&self, back: usize) -> &str {
        self.at.checked_sub(back).map_or("", |at| self.tokens[at].text)
    }

    /// Keeps a path as the file sees it: in a module that stands in the file, the first `super` is the file itself.
    fn add(&mut self, mut path: Vec<String>, line: usize, binds: Option<String>) {
        for _ in self.open.iter().filter(|module| **module) {
            if path.first().is_some_and(|word| word == "super") {
                path.remove(0);
                if path.first().is_none_or(|word| word != "super") {
                    path.insert(0, "self".to_string());
                }
            }
        }
        let is_only_a_place = path.iter().all(|word| matches!(word.as_str(), "crate" | "self" | "super"));
        if !is_only_a_place || binds.as_deref() == Some("*") {
            self.text.named.push(Named { path, line, binds });
        }
    }

    /// Goes behind an item for tests.
    fn skip_item(&mut self) {
        while self.peek(0) == "#" {
            self.skip_brackets();
        }
        let visible = usize::from(self.peek(0) == "pub");
        if self.peek(visible) == "mod" && self.peek(visible + 2) == ";" {
            let name = self.peek(visible + 1).to_string();
            self.text.test_modules.push(name);
        }
        loop {
            match self.peek(0) {
                "" => return,
                ";" => {
                    self.at += 1;
                    return;
                }
                "{" => {
                    self.skip_brackets();
                    return;
                }
                "(" | "[" => self.skip_brackets(),
                _ => self.at += 1,
            }
        }
    }

    /// Goes to the next bracket, and behind the one that closes it.
    fn skip_brackets(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.peek(0) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// A tree of a `use`, of which `path` was read.
    fn tree(&mut self, mut path: Vec<String>) {
        loop {
            let line = self.tokens.get(self.at).map_or(0, |token| token.line);
            match self.peek(0) {
                "::" => self.at += 1,
                "{" => {
                    self.at += 1;
                    while !matches!(self.peek(0), "}" | "") {
                        self.tree(path.clone());
                        if self.peek(0) == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "*" => {
                    self.at += 1;
                    self.add(path, line, Some("*".to_string()));
                    return;
                }
                word if is_word(word) => {
                    if word != "self" || path.is_empty() {
                        path.push(word.to_string());
                    }
                    self.at += 1;
                    if self.peek(0) == "::" {
                        continue;
                    }
                    let mut binds = path.last().cloned();
                    if self.peek(0) == "as" {
                        binds = Some(self.peek(1).to_string());
                        self.at += 2;
                    }
                    self.add(path, line, binds);
                    return;
                }
                _ => {
                    self.at += 1;
                    return;
                }
            }
        }
    }

    /// `a::b::c` in code, from its first word on.
    fn path(&mut self) {
        let line = self.tokens[self.at].line;
        let continues = self.at > 0 && matches!(self.tokens[self.at - 1].text, "::" | ".");
        let mut path = vec![self.peek(0).to_string()];
        self.at += 1;
        while self.peek(0) == "::" && is_word(self.peek(1)) {
            path.push(self.peek(1).to_string());
            self.at += 2;
        }
        if !continues {
            self.add(path, line, None);
        }
        if self.peek(0) == "::" {
            self.at += 1;
        }
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
