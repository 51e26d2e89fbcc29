//! Lines that begin with a word: `Default`, `Data`, `Include`, `Substitute`, `Declare`, `Import`, `Constant`, `Type`.

use super::{Reader, trimmed};
use crate::codes;
use crate::entry::Class;
use crate::table::{Declare, Scope, Substitute, TypeRule, What};
use promela::finding::Finding;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyword {
    Default,
    Data,
    Include,
    Substitute,
    Declare,
    Import,
    Constant,
    Type,
    NonState,
    Track,
}

use Keyword as K;

const KEYWORDS: [(&str, Keyword, &str); 10] = [
    ("Default", K::Default, "Default A print"),
    ("Data", K::Data, "Data cnt hide"),
    ("Include", K::Include, "Include pthreads"),
    ("Substitute", K::Substitute, "Substitute BOOL bit"),
    ("Declare", K::Declare, "Declare int number Global"),
    ("Import", K::Import, "Import number main"),
    ("Constant", K::Constant, "Constant LIMIT=8"),
    ("Type", K::Type, "Type pthread_mutex_t byte = 0"),
    ("NonState", K::NonState, ""),
    ("Track", K::Track, ""),
];

/// The directive that a line is. An entry for an object of the same name goes on with an operator.
pub fn keyword(line: &str) -> Option<Keyword> {
    let (word, rest) = line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
    let (_, keyword, _) = KEYWORDS.iter().find(|(name, _, _)| *name == word)?;
    let next = rest.trim_start().chars().next();
    next.is_none_or(|c| c.is_alphanumeric() || matches!(c, '_' | '"' | '<' | '*' | '&' | '/' | '.' | '#'))
        .then_some(*keyword)
}

impl Reader<'_> {
    pub(super) fn directive(&mut self, keyword: Keyword, range: Range<usize>) -> Option<What> {
        let line = &self.body[range.clone()];
        let word = line.find(char::is_whitespace).unwrap_or(line.len());
        let rest = trimmed(self.body, range.start + word..range.end);
        let text = &self.body[rest.clone()];
        match keyword {
            K::Default => self.default(text, &rest, &range),
            K::Data => self.data(text, &rest, &range),
            K::Include => self.include(text, &range),
            K::Substitute => self.substitute(text, &range),
            K::Declare => self.declare(text, &range),
            K::Import => self.import(text, &range),
            K::Constant => self.constant(text, &range),
            K::Type => self.type_rule(text, &range),
            K::NonState | K::Track => {
                let message = format!("`{}` says how Modex keeps C data in the model; `ax` keeps none", &line[..word]);
                let finding = Finding::warning(codes::NOT_SUPPORTED, self.span(&range), message);
                self.findings.push(finding.help("to leave an object out of the model, write   Data NAME hide"));
                None
            }
        }
    }

    fn malformed(&mut self, keyword: Keyword, message: &str, range: &Range<usize>) -> Option<What> {
        let finding = Finding::error(codes::BAD_DIRECTIVE, self.span(range), message);
        let form = KEYWORDS.iter().find(|(_, known, _)| *known == keyword).map_or("", |(_, _, form)| *form);
        self.findings.push(finding.help(format!("for instance   {form}")));
        None
    }

    fn default(&mut self, text: &str, at: &Range<usize>, range: &Range<usize>) -> Option<What> {
        let Some((letter, _)) = text.split_once(char::is_whitespace) else {
            return self.malformed(K::Default, "Default needs a class and a mapping", range);
        };
        let name = letter.trim_end_matches(':');
        let Some(class) = Class::ALL.into_iter().find(|class| class.letter().to_string() == name) else {
            return self.malformed(K::Default, &format!("`{letter}` is no class of statements"), range);
        };
        let mapping = self.mapping(&trimmed(self.body, at.start + letter.len()..at.end))?;
        Some(What::Default { class, mapping })
    }

    fn data(&mut self, text: &str, at: &Range<usize>, range: &Range<usize>) -> Option<What> {
        let Some((object, _)) = text.split_once(char::is_whitespace) else {
            return self.malformed(K::Data, "Data needs a data object and a mapping", range);
        };
        let mapping = self.mapping(&trimmed(self.body, at.start + object.len()..at.end))?;
        Some(What::Data { object: object.to_string(), mapping })
    }

    fn include(&mut self, text: &str, range: &Range<usize>) -> Option<What> {
        let name = text.trim_matches(['"', '<', '>']);
        if name.is_empty() {
            return self.malformed(K::Include, "Include needs the name of a table", range);
        }
        Some(What::Include(name.to_string()))
    }

    /// The sides are two words, or stand apart by a tab or some blanks.
    fn substitute(&mut self, text: &str, range: &Range<usize>) -> Option<What> {
        let strong = text.find('\t').into_iter().chain(text.find("  ")).min();
        let at = strong.or_else(|| text.find(char::is_whitespace));
        let Some((from, to)) = at.map(|at| text.split_at(at)) else {
            return self.malformed(K::Substitute, "Substitute needs what to replace and what to write instead", range);
        };
        let to = to.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(What::Substitute(Substitute { from: from.to_string(), to }))
    }

    fn declare(&mut self, text: &str, range: &Range<usize>) -> Option<What> {
        let first = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '#').next().unwrap_or("");
        if matches!(first, "typedef" | "mtype" | "inline" | "chan" | "#define") || text.ends_with(';') {
            return Some(What::Declare(Declare::Promela(text.split_whitespace().collect::<Vec<_>>().join(" "))));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let [ty @ .., name, scope] = words.as_slice() else {
            return self.malformed(K::Declare, "Declare needs a type, a name and a scope", range);
        };
        if ty.is_empty() {
            return self.malformed(K::Declare, "Declare needs a type, a name and a scope", range);
        }
        let object = Declare::Object { ty: ty.join(" "), name: name.to_string(), scope: self::scope(scope) };
        Some(What::Declare(object))
    }

    fn import(&mut self, text: &str, range: &Range<usize>) -> Option<What> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [object, scope] = words.as_slice() else {
            return self.malformed(K::Import, "Import needs a data object and a scope", range);
        };
        Some(What::Import { object: object.to_string(), scope: self::scope(scope) })
    }

    fn constant(&mut self, text: &str, range: &Range<usize>) -> Option<What> {
        let names: Vec<(String, Option<String>)> = text
            .split_whitespace()
            .map(|word| match word.split_once('=') {
                Some((name, value)) => (name.to_string(), Some(value.to_string())),
                None => (word.to_string(), None),
            })
            .collect();
        let plain = |(name, value): &(String, Option<String>)| {
            is_name(name) && value.as_ref().is_none_or(|v| v.parse::<i64>().is_ok() || is_name(v))
        };
        if names.is_empty() || !names.iter().all(plain) {
            return self.malformed(K::Constant, "Constant needs names, each perhaps with =VALUE", range);
        }
        Some(What::Constant(names))
    }

    fn type_rule(&mut self, text: &str, range: &Range<usize>) -> Option<What> {
        let (types, init) = match text.split_once('=') {
            Some((types, init)) => (types, Some(init.trim().to_string())),
            None => (text, None),
        };
        let words: Vec<&str> = types.split_whitespace().collect();
        match words.as_slice() {
            [c @ .., promela] if !c.is_empty() && is_name(promela) && init.as_deref() != Some("") => {
                Some(What::Type(TypeRule { c: c.join(" "), promela: promela.to_string(), init }))
            }
            _ => self.malformed(K::Type, "Type needs a C type and a Promela type, and perhaps = VALUE", range),
        }
    }
}

fn scope(word: &str) -> Scope {
    if word == "Global" { Scope::Global } else { Scope::Function(word.to_string()) }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}
