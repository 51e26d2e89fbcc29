//! Matches the preprocessed tokens of one line with the tokens of the user's line.

use super::super::decode;
use super::super::token::{Kind, Preprocessed};
use super::Alignment;
use super::macros::{Macros, Use};
use super::original::Original;
use promela::source::{FileId, Span};
use std::borrow::Cow;
use std::ops::Range;

/// How many tokens after a macro have to fit for its expansion to end there.
const CONTEXT: usize = 12;

/// How many tokens up to the end of a line are compared at once.
const FAR: usize = 1000;

/// What stands in the user's line: tokens by number.
#[derive(Clone, Copy, Debug)]
enum Item {
    /// A token that arrives as it is.
    Plain(usize),
    /// A macro with its arguments, which arrives as any number of tokens.
    Use { first: usize, last: usize },
}

pub struct Chunk<'a> {
    source: &'a Preprocessed,
    macros: &'a Macros<'a>,
    file: FileId,
    text: &'a str,
    original: &'a Original,
}

impl<'a> Chunk<'a> {
    pub fn new(
        source: &'a Preprocessed,
        macros: &'a Macros<'a>,
        file: FileId,
        text: &'a str,
        original: &'a Original,
    ) -> Chunk<'a> {
        Chunk { source, macros, file, text, original }
    }

    /// Places the preprocessed tokens `range`, which claim to be on `line` of the file, where the
    /// tokens before `start` have been used up. Returns how far the file is used up now.
    pub fn place(&mut self, range: Range<usize>, start: usize, line: u32, into: &mut Alignment) -> usize {
        let mut items = Vec::new();
        let mut next = self.items(start, line, &mut items);
        // Compilers may leave what follows a macro with arguments over several lines on the first one.
        if let Some(Item::Use { last, .. }) = items.last()
            && let Some(end) = self.original.tokens.get(*last).map(|t| t.line)
            && end > line
            && self.source.tokens.get(range.end).is_some_and(|t| t.line > end || t.line <= line)
        {
            next = self.items(next, end, &mut items);
        }
        let used = self.fit(&items, range, line, into);
        // What was not matched may still come, on the same line.
        if used < items.len() { first_of(items[used]).max(start) } else { next }
    }

    /// Appends the items from token `index` to the end of `line`; the index after the last.
    fn items(&self, mut index: usize, line: u32, items: &mut Vec<Item>) -> usize {
        while let Some(token) = self.original.tokens.get(index)
            && token.line <= line
        {
            let last = match token.kind {
                Kind::Word => self.use_end(index),
                _ => None,
            };
            items.push(match last {
                Some(last) => Item::Use { first: index, last },
                None => Item::Plain(index),
            });
            index = last.unwrap_or(index) + 1;
        }
        index
    }

    /// The last token of the use of a macro that starts at `index`, if there is one.
    fn use_end(&self, index: usize) -> Option<usize> {
        let name = self.word(index);
        let open = self.word(index + 1) == "(";
        match self.macros.how(name) {
            Use::No => None,
            Use::Function if open => self.original.close(self.text, index + 1),
            Use::Function => None,
            Use::Object if open && self.macros.wants_arguments(name) => self.original.close(self.text, index + 1),
            Use::Object => Some(index),
        }
    }

    /// Walks items and preprocessed tokens side by side; the number of items used up.
    fn fit(&self, items: &[Item], range: Range<usize>, line: u32, into: &mut Alignment) -> usize {
        let mut at = range.start;
        let mut index = 0;
        while index < items.len() && at < range.end {
            match items[index] {
                Item::Plain(token) if self.same(at, token) => {
                    into.push(self.span(token, token));
                    at += 1;
                    index += 1;
                }
                item => {
                    if let Some(end) = self.exact(&self.expansion(item), at, range.end) {
                        self.made(at..end, first_of(item), last_of(item), into);
                        at = end;
                        index += 1;
                        continue;
                    }
                    // A macro, or something that does not fit: find where both go on together.
                    let mut after = index + 1;
                    let mut last = last_of(item);
                    if let Item::Plain(token) = item {
                        last = self.guess_end(token);
                        while after < items.len() && first_of(items[after]) <= last {
                            after += 1;
                        }
                    }
                    while after < items.len() && matches!(items[after], Item::Use { .. }) {
                        last = last_of(items[after]);
                        after += 1;
                    }
                    let end = self.resume(&items[after..], at, range.end);
                    self.made(at..end, first_of(item), last, into);
                    at = end;
                    index = after;
                }
            }
        }
        // Whatever is left belongs to the last thing on the line, or to the line as a whole.
        let whole = match items.last() {
            Some(item) => self.span(first_of(items[0]), last_of(*item)),
            None => self.line(line),
        };
        while at < range.end {
            into.push_made(whole);
            at += 1;
        }
        index
    }

    /// What an object-like macro is defined as.
    fn expansion(&self, item: Item) -> Option<Vec<&'a str>> {
        match item {
            Item::Use { first, last } if first == last => self.macros.expansion(self.word(first)),
            _ => None,
        }
    }

    /// Where an expansion ends if it is just what the definition says.
    fn exact(&self, expansion: &Option<Vec<&str>>, at: usize, end: usize) -> Option<usize> {
        let expansion = expansion.as_ref()?;
        let stop = at + expansion.len();
        let fits = stop <= end && expansion.iter().enumerate().all(|(i, text)| self.source.text(at + i) == *text);
        fits.then_some(stop)
    }

    /// A token that does not arrive must have been a macro nobody told us about.
    fn guess_end(&self, token: usize) -> usize {
        let word = self.original.tokens[token].kind == Kind::Word;
        match word && self.macros.unknown && self.word(token + 1) == "(" {
            true => self.original.close(self.text, token + 1).unwrap_or(token),
            false => token,
        }
    }

    /// The first preprocessed token from `at` on where `items` go on.
    fn resume(&self, items: &[Item], at: usize, end: usize) -> usize {
        let plain: Vec<usize> = items
            .iter()
            .map_while(|item| match item {
                Item::Plain(token) => Some(*token),
                Item::Use { .. } => None,
            })
            .take(FAR)
            .collect();
        if plain.is_empty() {
            return end;
        }
        let rest = plain.len() == items.len();
        if rest && end - at >= plain.len() && self.fits(&plain, end - plain.len()) {
            return end - plain.len();
        }
        let context = &plain[..plain.len().min(CONTEXT)];
        let mut depth = 0;
        let mut unbalanced = None;
        for start in at..end {
            if (end - start >= context.len()) && self.fits(context, start) {
                if depth == 0 {
                    return start;
                }
                unbalanced.get_or_insert(start);
            }
            match self.source.text(start) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        unbalanced.unwrap_or(end)
    }

    fn fits(&self, plain: &[usize], start: usize) -> bool {
        plain.iter().enumerate().all(|(i, token)| self.same(start + i, *token))
    }

    /// Tokens that a macro made: those of an argument have their own place.
    fn made(&self, range: Range<usize>, first: usize, last: usize, into: &mut Alignment) {
        let whole = self.span(first, last);
        let base = into.places.len();
        for _ in range.clone() {
            into.push_made(whole);
        }
        if last < first + 3 {
            return;
        }
        for argument in self.arguments(first, last) {
            self.place_argument(argument, range.clone(), base, into);
        }
    }

    /// The arguments of a use that are worth finding again: two tokens or more.
    fn arguments(&self, first: usize, last: usize) -> Vec<Range<usize>> {
        let (mut depth, mut start, mut found) = (0, first + 2, Vec::new());
        for index in first + 2..=last {
            let ends = index == last || (depth == 0 && self.word(index) == ",");
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if ends {
                if index > start + 1 {
                    found.push(start..index);
                }
                start = index + 1;
            }
        }
        found
    }

    /// Finds the tokens of an argument among those that a macro made, every time it was used.
    fn place_argument(&self, argument: Range<usize>, range: Range<usize>, base: usize, into: &mut Alignment) {
        let mut items = Vec::new();
        let mut index = argument.start;
        while index < argument.end {
            let last = self.use_end(index).filter(|last| *last < argument.end);
            items.push(last.map_or(Item::Plain(index), |last| Item::Use { first: index, last }));
            index = last.unwrap_or(index) + 1;
        }
        let known: Vec<Option<Vec<&str>>> = items.iter().map(|item| self.expansion(*item)).collect();
        let mut at = range.start;
        while at < range.end {
            let Some(runs) = self.walk(&items, &known, at, range.end) else {
                at += 1;
                continue;
            };
            for (run, item) in runs {
                for token in run.clone() {
                    let slot = base + (token - range.start);
                    into.places[slot] = self.span(first_of(item), last_of(item));
                    into.made[slot] = matches!(item, Item::Use { .. });
                }
                at = run.end.max(at + 1);
            }
        }
    }

    /// The preprocessed tokens of each item, if all of them stand at `at`.
    fn walk(
        &self,
        items: &[Item],
        known: &[Option<Vec<&str>>],
        mut at: usize,
        end: usize,
    ) -> Option<Vec<(Range<usize>, Item)>> {
        let mut runs = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let start = at;
            at = match *item {
                Item::Plain(token) if at < end && self.same(at, token) => at + 1,
                Item::Plain(_) => return None,
                _ => match (self.exact(&known[index], at, end), &items[index + 1..]) {
                    (Some(stop), _) => stop,
                    // Where an expansion begins that is not known cannot be told.
                    (None, _) if index == 0 => return None,
                    (None, []) => self.balanced(at, end),
                    (None, rest) => self.resume(rest, at, end),
                },
            };
            runs.push((start..at, *item));
        }
        Some(runs)
    }

    /// Where the expression or statement that starts at `at` ends, by its brackets.
    fn balanced(&self, at: usize, end: usize) -> usize {
        let mut depth = 0;
        for token in at..end {
            match self.source.text(token) {
                ";" | "," if depth == 0 => return token,
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => return token,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        end
    }

    fn same(&self, token: usize, original: usize) -> bool {
        let Some(token) = self.source.tokens.get(token) else { return false };
        let text = &self.source.text[token.start as usize..token.end as usize];
        let wanted = self.word(original);
        text == wanted || (!text.is_ascii() && shown(text) == wanted)
    }

    /// The text of a token of the user's file.
    fn word(&self, index: usize) -> &'a str {
        let token = self.original.tokens.get(index);
        token.map_or("", |t| &self.text[t.start as usize..t.end as usize])
    }

    fn span(&self, first: usize, last: usize) -> Span {
        let tokens = &self.original.tokens;
        match (tokens.get(first), tokens.get(last)) {
            (Some(first), Some(last)) => Span::new(self.file, first.start as usize, last.end as usize),
            _ => Span::new(self.file, self.text.len(), self.text.len()),
        }
    }

    /// A line that has no tokens: the place of the first token after it, or before.
    fn line(&self, line: u32) -> Span {
        let count = self.original.tokens.len();
        let index = self.original.first_on(line).min(count.saturating_sub(1));
        self.span(index, index)
    }
}

fn first_of(item: Item) -> usize {
    match item {
        Item::Plain(token) | Item::Use { first: token, .. } => token,
    }
}

fn last_of(item: Item) -> usize {
    match item {
        Item::Plain(token) | Item::Use { last: token, .. } => token,
    }
}

fn shown(text: &str) -> Cow<'_, str> {
    Cow::Owned(decode::unmark(text))
}
