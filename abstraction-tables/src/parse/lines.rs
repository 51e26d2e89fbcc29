//! The lines of a table: comments taken out, continued lines joined, bytes kept where they are.

use std::ops::Range;

/// What stands before a line whose statement is gone. The rest of the line is as it was.
pub const GONE: &str = "//GONE: ";

/// One or more lines of the file that belong together.
#[derive(Debug)]
pub struct Logical {
    /// The bytes, with the line ends.
    pub range: Range<usize>,
    /// The lines of the file, counted from 0.
    pub lines: Range<usize>,
    pub kind: LogicalKind,
}

#[derive(Debug)]
pub enum LogicalKind {
    /// Nothing, or nothing but comments.
    Blank,
    /// `//GONE: …`
    Gone,
    Text {
        /// As long as the range; comments, line ends and the `\` before them are blanks.
        body: String,
        comments: Vec<Range<usize>>,
    },
}

/// All lines of a table, and the places where a comment is opened and not closed.
pub fn logical_lines(text: &str) -> (Vec<Logical>, Vec<usize>) {
    let mut scanner = Scanner { text, at: 0, line: 0, open: Vec::new() };
    let mut list = Vec::new();
    while scanner.at < text.len() {
        list.push(scanner.next());
    }
    (list, scanner.open)
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    open: Vec<usize>,
}

impl Scanner<'_> {
    fn next(&mut self) -> Logical {
        let (start, first) = (self.at, self.line);
        if self.text[start..].starts_with(GONE.trim_end()) {
            self.at = self.line_end(start);
            self.line += 1;
            return Logical { range: start..self.at, lines: first..self.line, kind: LogicalKind::Gone };
        }
        let mut body = String::new();
        let mut comments = Vec::new();
        // The mark that some editors put before UTF-8 text.
        if start == 0 && self.text.starts_with('\u{feff}') {
            blank(&mut body, "\u{feff}");
            self.at += '\u{feff}'.len_utf8();
        }
        loop {
            let line_end = self.line_end(self.at);
            let stop = self.text[..line_end].trim_end_matches(['\n', '\r']).len().max(self.at);
            let begins = body.trim().is_empty();
            let go_on = self.line(stop, begins, &mut body, &mut comments);
            // What a comment went over is already taken.
            if self.at >= stop {
                let line_end = self.line_end(self.at);
                blank(&mut body, &self.text[self.at..line_end]);
                self.at = line_end;
                self.line += 1;
            }
            if !go_on || self.at >= self.text.len() {
                break;
            }
        }
        let kind = if body.trim().is_empty() { LogicalKind::Blank } else { LogicalKind::Text { body, comments } };
        Logical { range: start..self.at, lines: first..self.line, kind }
    }

    /// Takes in the text to `stop`; true if the next line belongs to it.
    fn line(&mut self, stop: usize, begins: bool, body: &mut String, comments: &mut Vec<Range<usize>>) -> bool {
        let mut stop = stop;
        if begins && let Some(end) = regex_end(&self.text[self.at..stop]) {
            body.push_str(&self.text[self.at..self.at + end]);
            self.at += end;
        }
        while self.at < stop {
            let rest = &self.text[self.at..stop];
            if rest.starts_with("//") {
                comments.push(self.at..stop);
                blank(body, rest);
                self.at = stop;
                return false;
            }
            if rest.starts_with("/*") {
                let end = self.comment_end(stop);
                comments.push(self.at..end);
                blank(body, &self.text[self.at..end]);
                self.line += self.text[self.at..end].matches('\n').count();
                self.at = end;
                let line_end = self.line_end(end);
                stop = self.text[..line_end].trim_end_matches(['\n', '\r']).len().max(end);
                continue;
            }
            if rest.trim_end() == "\\" {
                blank(body, rest);
                self.at = stop;
                return true;
            }
            let taken = match rest.as_bytes()[0] {
                quote @ (b'"' | b'\'') => quoted(rest, quote),
                _ => rest.chars().next().map_or(1, char::len_utf8),
            };
            body.push_str(&rest[..taken]);
            self.at += taken;
        }
        false
    }

    /// An open comment ends with its line, so that the lines after it still count. One that would only be closed by the
    /// end of another, in a later line, is open too.
    fn comment_end(&mut self, stop: usize) -> usize {
        let inside = self.at + 2;
        let close = self.text[inside..].find("*/").map(|n| inside + n);
        match close.filter(|close| *close < stop || !self.text[stop..*close].contains("/*")) {
            Some(close) => close + 2,
            None => {
                self.open.push(self.at);
                stop
            }
        }
    }

    fn line_end(&self, from: usize) -> usize {
        self.text[from..].find('\n').map_or(self.text.len(), |n| from + n + 1)
    }
}

fn blank(body: &mut String, text: &str) {
    body.extend(std::iter::repeat_n(' ', text.len()));
}

/// A constant within one line; an apostrophe that is none stands for itself.
fn quoted(rest: &str, quote: u8) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b if b == quote => return at + 1,
            _ => at += 1,
        }
    }
    1
}

/// Where the regular expression at the start of a line ends: `A: /…/`.
fn regex_end(line: &str) -> Option<usize> {
    let after = match line.trim_start().split_once(':') {
        Some((class, after)) if class.len() == 1 && class.starts_with(|c: char| c.is_ascii_alphabetic()) => after,
        _ => line,
    };
    let expression = after.trim_start();
    if !expression.starts_with('/') || expression.starts_with("//") || expression.starts_with("/*") {
        return None;
    }
    let bytes = expression.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'/' => return Some(line.len() - expression.len() + at + 1),
            _ => at += 1,
        }
    }
    None
}
