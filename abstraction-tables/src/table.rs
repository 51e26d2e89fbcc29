//! One table: what each of its lines says, in order.

use crate::canon::Tree;
use crate::entry::{Class, Kind, Mapping, Remark};
use promela::source::Span;
use regex::Regex;
use std::fmt;
use std::ops::Range;

/// A `.lut` file, or a table that comes with `ax`.
#[derive(Debug, Default)]
pub struct Table {
    /// Its path, or the name of a shipped table.
    pub name: String,
    pub shipped: bool,
    pub items: Vec<Item>,
}

/// A line that says something (or several, joined by `\`).
#[derive(Debug)]
pub struct Item {
    pub what: What,
    /// What the comments beside it say.
    pub remark: Remark,
    /// The line it starts in, counted from 1.
    pub line: u32,
    /// From the first character to the last, comments not counted.
    pub span: Span,
    /// All bytes of its lines, with the line ends.
    pub bytes: Range<usize>,
}

#[derive(Debug)]
pub enum What {
    Entry(Entry),
    /// `Default A print`
    Default {
        class: Class,
        mapping: Mapping,
    },
    /// `Data cnt hide`
    Data {
        object: String,
        mapping: Mapping,
    },
    /// `Include pthreads`
    Include(String),
    /// `Substitute BOOL bit`
    Substitute(Substitute),
    /// `Declare int number main`, `Declare typedef cond { byte waiting }`
    Declare(Declare),
    /// `Import number main`
    Import {
        object: String,
        scope: Scope,
    },
    /// `Constant zero one=1`: names that stand for integers.
    Constant(Vec<(String, Option<String>)>),
    /// `Type pthread_mutex_t byte = 0`
    Type(TypeRule),
}

/// `F: memcpy(...    hide`
#[derive(Debug)]
pub struct Entry {
    /// `None`: the class is left out, any will do.
    pub class: Option<Class>,
    pub left: Left,
    pub mapping: Mapping,
    /// Where the sides stand in the file.
    pub left_bytes: Range<usize>,
    pub right_bytes: Range<usize>,
    /// The left-hand side as it was written.
    pub written: String,
}

/// What statements an entry is about.
#[derive(Debug)]
pub enum Left {
    /// One statement. Text without a class may be an expression and a declaration too: `Buffer *p`.
    Exact { tree: Tree, declaration: Option<Tree> },
    /// With metavariables, or `...` as an argument.
    Pattern { tree: Tree, rank: Rank },
    /// `memcpy(...`: all statements that begin with these tokens. `tree`: read as a pattern with the brackets closed.
    Prefix { tokens: Vec<String>, tree: Option<Tree> },
    /// `/re/`, found anywhere in the canonical text.
    Expression(Regex),
}

/// How special a pattern is: the greater wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank {
    pub fixed: usize,
    /// Without `...`
    pub closed: bool,
    /// How often a metavariable stands there again.
    pub repeats: usize,
}

/// A rewriting of the text of kept statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Substitute {
    pub from: String,
    pub to: String,
}

/// Something the model needs that the source does not declare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declare {
    /// As in Modex: a C type, a name, where it belongs.
    Object { ty: String, name: String, scope: Scope },
    /// Promela text that goes before the model: a `typedef`, `mtype`, `chan`, `inline` or `#define`, or what ends in
    /// `;`.
    Promela(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    Global,
    Function(String),
}

/// Objects of a C type are declared with a Promela type, and this value at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeRule {
    pub c: String,
    pub promela: String,
    pub init: Option<String>,
}

impl Table {
    /// Whether every line says of statements that they keep their meaning, and nothing is taken away from a verdict:
    /// then the table changes nothing in what a program means. A table that it includes answers for itself.
    pub fn only_keeps(&self) -> bool {
        let keeps = |item: &Item| match &item.what {
            What::Entry(Entry { mapping, .. }) | What::Default { mapping, .. } | What::Data { mapping, .. } => {
                *mapping == Mapping::Keep
            }
            What::Include(_) => true,
            What::Substitute(_) | What::Declare(_) | What::Import { .. } | What::Constant(_) | What::Type(_) => false,
        };
        let claims = |item: &Item| matches!(item.remark.kind, None | Some(Kind::Exact));
        self.items.iter().all(|item| keeps(item) && claims(item))
    }

    pub fn entries(&self) -> impl Iterator<Item = (&Item, &Entry)> {
        self.items.iter().filter_map(|item| match &item.what {
            What::Entry(entry) => Some((item, entry)),
            _ => None,
        })
    }
}

impl What {
    /// Both sides as a report shows them: `A: x=1` and `keep`, `Data cnt` and `hide`.
    pub fn sides(&self) -> (String, String) {
        match self {
            What::Entry(entry) => {
                let class = entry.class.map_or(String::new(), |class| format!("{class}: "));
                (format!("{class}{}", entry.written.trim()), entry.mapping.text())
            }
            What::Default { class, mapping } => (format!("Default {class}"), mapping.text()),
            What::Data { object, mapping } => (format!("Data {object}"), mapping.text()),
            What::Include(name) => (format!("Include {name}"), String::new()),
            What::Substitute(rule) => (format!("Substitute {}", rule.from), rule.to.clone()),
            What::Declare(Declare::Object { ty, name, scope }) => (format!("Declare {name} {scope}"), ty.clone()),
            What::Declare(Declare::Promela(text)) => {
                let name = text.split(['{', '=', '(']).next().unwrap_or("").trim();
                (format!("Declare {name}"), text[name.len()..].trim().to_string())
            }
            What::Import { object, scope } => (format!("Import {object} {scope}"), String::new()),
            What::Constant(names) => {
                let one = |(name, value): &(String, Option<String>)| match value {
                    Some(value) => format!("{name}={value}"),
                    None => name.clone(),
                };
                ("Constant".to_string(), names.iter().map(one).collect::<Vec<_>>().join(" "))
            }
            What::Type(rule) => {
                let init = rule.init.as_ref().map_or(String::new(), |init| format!(" = {init}"));
                (format!("Type {}", rule.c), format!("{}{init}", rule.promela))
            }
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scope::Global => write!(f, "Global"),
            Scope::Function(name) => write!(f, "{name}"),
        }
    }
}

impl Rank {
    pub fn of(tree: &Tree) -> Rank {
        let metas = tree.metas();
        let mut distinct = metas.clone();
        distinct.sort_unstable();
        distinct.dedup();
        Rank { fixed: tree.fixed_parts(), closed: !tree.has_rest(), repeats: metas.len() - distinct.len() }
    }
}
