//! What a harness file says.
//!
//! Read this file first. A harness is TOML; every field has a default, so the empty file is a harness: the program of
//! the sources beside it, closed by itself, checked for assertions, indices and deadlock. [`read`] makes it from text.

use promela::finding::{Finding, Findings, Severity};
use promela::source::{FileId, Span};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A harness as it is written.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Harness {
    /// How reports call it.
    pub name: Option<String>,
    /// C sources, from the folder of the harness. Default: `NAME.c` for `NAME.ax.toml`, all `*.c` of the folder for
    /// `ax.toml`.
    pub sources: Option<Vec<Spanned<String>>>,
    pub preprocessor: Preprocessor,
    pub abstraction: Abstraction,
    /// The function that the program starts with, if there is no `[[process]]`.
    pub main: Option<Spanned<String>>,
    /// The table of all processes that name none. Default: `FUNCTION.lut` beside the harness, if it is there.
    pub table: Option<Spanned<String>>,
    pub process: Vec<Process>,
    pub channels: BTreeMap<String, Spanned<Channel>>,
    /// Promela text that comes before the processes.
    pub declarations: Option<Spanned<String>>,
    /// Files with Promela text that comes before the processes.
    pub promela: Vec<Spanned<String>>,
    pub environment: Vec<Environment>,
    pub property: Vec<Property>,
    pub input: Input,
    pub limits: Limits,
}

/// How the sources are preprocessed.
#[derive(Deserialize, Default, Debug, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Preprocessor {
    pub command: Option<Spanned<String>>,
    pub include: Vec<String>,
    pub define: Vec<String>,
    pub undefine: Vec<String>,
    pub compile_commands: Option<String>,
}

/// How much of the program the model takes in; as the options of the command line.
#[derive(Deserialize, Default, Debug, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Abstraction {
    pub recursion: Option<u32>,
    pub follow: Option<usize>,
    pub array: Option<u64>,
    pub granularity: Option<Granularity>,
    pub shipped_tables: Option<bool>,
    pub environment: Option<Outside>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Granularity {
    Access,
    Statement,
}

/// What functions that are not in the model may do.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Outside {
    /// Their results are unknown: what depends on them may be spurious.
    #[default]
    Unknown,
    /// They give every result they can have, and that is no reason for doubt.
    MostGeneral,
}

/// Bounds of what the world chooses, in a program that closes itself.
#[derive(Deserialize, Default, Debug, Clone, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Input {
    pub arguments: Option<Spanned<ProgramArguments>>,
    /// How many characters an argument has at most.
    pub length: Option<Spanned<u32>>,
    /// The characters of arguments: `0-9a-f`.
    pub alphabet: Option<Spanned<String>>,
    /// What functions give: the least and the greatest value.
    pub values: BTreeMap<String, Spanned<[i64; 2]>>,
}

/// What `main` is given.
#[derive(Deserialize, Debug, Clone, PartialEq)]
#[serde(untagged)]
pub enum ProgramArguments {
    /// So many at most.
    Most(u32),
    These(Vec<String>),
}

/// A function that runs as a process.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Process {
    pub function: Spanned<String>,
    pub table: Option<Spanned<String>>,
    /// How many run. Default: one, or as many as there are lists of arguments.
    pub instances: Option<Spanned<u32>>,
    /// The arguments of one instance, or a list of them for each. Default: any.
    pub arguments: Option<Spanned<Arguments>>,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(untagged)]
pub enum Arguments {
    Same(Vec<i64>),
    Each(Vec<Vec<i64>>),
}

/// `rq = { size = 2, of = ["mtype", "bit"] }`
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    /// How many messages it holds; with 0, sender and receiver meet.
    #[serde(default)]
    pub size: u32,
    /// The types of the fields of a message.
    pub of: Vec<String>,
}

/// A process that stands for a part of the world.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Environment {
    /// One of the library.
    #[serde(rename = "use")]
    pub library: Option<Spanned<String>>,
    /// Promela text of one's own.
    pub promela: Option<Spanned<String>>,
    /// Its name in reports. Default: the name in the library.
    pub name: Option<Spanned<String>>,
    /// What the parameters of the library's text stand for.
    #[serde(default, rename = "with")]
    pub parameters: BTreeMap<String, Spanned<Value>>,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(untagged)]
pub enum Value {
    Number(i64),
    Text(String),
    List(Vec<Scalar>),
}

#[derive(Deserialize, Debug, Clone)]
#[serde(untagged)]
pub enum Scalar {
    Number(i64),
    Text(String),
}

/// Something that must hold.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Property {
    pub name: Option<String>,
    /// Default: `ltl` if there is a formula, else `safety`.
    pub kind: Option<Spanned<PropertyKind>>,
    /// A formula over C expressions.
    pub ltl: Option<Spanned<String>>,
    /// What counts as progress: `called(f)`, `reached(file.c:31)`, `f@label`.
    pub at: Option<Spanned<String>>,
    /// Only runs in which each process gets its turn. Default: weak for termination, else none.
    pub fair: Option<Fair>,
    /// What the owner expects of it: the report says when it is not so.
    pub expect: Option<Expect>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum PropertyKind {
    /// Assertions, indices and deadlock.
    Safety,
    /// Assertions and indices only.
    Assertions,
    /// Deadlock only.
    Deadlock,
    /// Every process ends.
    Termination,
    /// Every infinite run does something of `at` again and again.
    Progress,
    Ltl,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Fair {
    None,
    Weak,
    Strong,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Expect {
    Pass,
    Fail,
    Incomplete,
}

/// As the options of the command line, which go before them.
#[derive(Deserialize, Default, Debug, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Limits {
    pub depth: Option<u64>,
    pub memory: Option<String>,
    pub time: Option<String>,
}

impl PropertyKind {
    pub fn name(self) -> &'static str {
        match self {
            PropertyKind::Safety => "safety",
            PropertyKind::Assertions => "assertions",
            PropertyKind::Deadlock => "deadlock",
            PropertyKind::Termination => "termination",
            PropertyKind::Progress => "progress",
            PropertyKind::Ltl => "ltl",
        }
    }
}

impl Expect {
    pub fn name(self) -> &'static str {
        match self {
            Expect::Pass => "pass",
            Expect::Fail => "fail",
            Expect::Incomplete => "incomplete",
        }
    }
}

/// Reads a harness; `None` after an error, which is a finding then.
pub fn read(text: &str, file: FileId, findings: &mut Findings) -> Option<Harness> {
    match toml::from_str::<Harness>(text) {
        Ok(harness) => Some(harness),
        Err(error) => {
            findings.push(refused(&error, text, file));
            None
        }
    }
}

/// An error of the TOML reader in our words: the nearest known key for an unknown one.
fn refused(error: &toml::de::Error, text: &str, file: FileId) -> Finding {
    let range = error.span().unwrap_or(0..0);
    let span = Span::new(file, range.start.min(text.len()), range.end.min(text.len()));
    let message = error.message();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let found = |what: &str| Finding::error("H001", span, what.to_string());
    match (message.split('`').next().unwrap_or("").trim(), quoted.split_first()) {
        ("unknown field", Some((unknown, known))) => nearest(
            found(&format!("a harness has no key `{unknown}` here")).label("not known"),
            unknown,
            known,
            "the keys here are",
        ),
        ("unknown variant", Some((unknown, known))) => {
            nearest(found(&format!("`{unknown}` is not one of the words here")), unknown, known, "they are")
        }
        _ => found(&message.lines().collect::<Vec<_>>().join(", ")),
    }
}

/// Adds what may have been meant.
pub fn nearest(finding: Finding, word: &str, known: &[&str], all: &str) -> Finding {
    let close = known
        .iter()
        .map(|k| (similar::TextDiff::from_chars(word, k).ratio(), *k))
        .filter(|(ratio, _)| *ratio > 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match close {
        Some((_, close)) => finding.help(format!("did you mean `{close}`?")),
        None if known.is_empty() => finding,
        None => finding.help(format!("{all} `{}`", known.join("`, `"))),
    }
}

/// Where a value of the harness stands.
pub fn span<T>(value: &Spanned<T>, file: FileId) -> Span {
    Span::new(file, value.span().start, value.span().end)
}

/// An error without a place.
pub fn error(code: &'static str, message: impl Into<String>) -> Finding {
    Finding::new(Severity::Error, code, None, message)
}
