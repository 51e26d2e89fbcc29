//! What a table says, and what it is asked.

use promela::source::Span;
use std::fmt;

/// The class of a basic statement: the letter before the colon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// `D:` declaration
    Declaration,
    /// `A:` assignment
    Assignment,
    /// `C:` condition
    Condition,
    /// `F:` function call
    Call,
    /// `R:` return
    Return,
    /// `E:` any other expression
    Expression,
}

/// A basic statement or condition of the C source, as the extractor found it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub class: Class,
    /// Canonical text: `E=(1-E)`, `send(&(Bufout),s)`, `!(s==E)`.
    pub text: String,
    /// The data objects it reads or writes, by their C names; `Data x hide` looks here.
    pub objects: Vec<String>,
    /// How the user wrote it, when macros hid that (`errno == EAGAIN`).
    pub spelling: Option<String>,
    /// Where it stands first: `abp.c:31`.
    pub place: String,
}

/// What a table decides about one statement: the right-hand side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mapping {
    /// `keep`: translated with its meaning, subject to the Substitute rules.
    Keep,
    /// `hide`: leaves no trace in the model.
    Hide,
    /// `print`: becomes a `printf` of the source text.
    Print,
    /// `comment`: shown in the model as a comment.
    Comment,
    /// `skip`
    Skip,
    /// `true`: a condition that may always be passed.
    True,
    /// `false`: a condition that is never passed.
    False,
    /// `warn`: hidden, with a warning at each extraction.
    Warn,
    /// `unknown`: a call of which nothing is known but that it touches nothing else. Its result and what its pointer
    /// arguments reach are unknown from then on; as a condition it goes both ways.
    Unknown,
    /// Promela text.
    Promela(Vec<Piece>),
}

/// A part of a Promela right-hand side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(String),
    /// `$x`: the canonical text of the C expression that the left-hand side bound; the extractor translates it.
    Bound {
        name: String,
        c: String,
    },
}

/// What a mapping means for the verdict (DESIGN section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Neither spurious nor missed errors.
    Exact,
    /// More runs than the program has: an error may be spurious.
    Generalisation,
    /// Fewer runs: an error may be missed.
    Restriction,
    /// Says nothing about what the property needs: hidden, printed or commented as irrelevant.
    Irrelevant,
}

/// Where an entry comes from, for reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The table's file name, or the name of a shipped table.
    pub table: String,
    pub line: u32,
    pub span: Span,
    /// Its right-hand side.
    pub right: Span,
    /// One that comes with `ax`.
    pub shipped: bool,
}

/// The answer of the tables for one statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub mapping: Mapping,
    /// As the entry's comment says (`/* restriction */`); `None`: the extractor tells from the mapping.
    pub kind: Option<Kind>,
    pub origin: Origin,
    /// The entry carries `/* NEW */`: a default the tool wrote, not yet read by a person.
    pub new: bool,
    /// A class default (`Default A print`) or a `Data` rule, not an entry about this statement.
    pub general: bool,
    /// The comment of the entry, without the marks: the reason a person gave.
    pub reason: Option<String>,
}

impl Class {
    pub const ALL: [Class; 6] =
        [Class::Declaration, Class::Assignment, Class::Condition, Class::Call, Class::Return, Class::Expression];

    pub fn letter(self) -> char {
        match self {
            Class::Declaration => 'D',
            Class::Assignment => 'A',
            Class::Condition => 'C',
            Class::Call => 'F',
            Class::Return => 'R',
            Class::Expression => 'E',
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The words for mappings.
pub const KEYWORDS: [(&str, Mapping); 9] = [
    ("keep", Mapping::Keep),
    ("hide", Mapping::Hide),
    ("print", Mapping::Print),
    ("comment", Mapping::Comment),
    ("skip", Mapping::Skip),
    ("true", Mapping::True),
    ("false", Mapping::False),
    ("warn", Mapping::Warn),
    ("unknown", Mapping::Unknown),
];

impl Mapping {
    /// What a mapping means for the verdict if nothing more is known of the statement: `None` for Promela
    /// text and for what hides an effect that may matter.
    pub fn plain_kind(&self) -> Option<Kind> {
        match self {
            Mapping::Keep => Some(Kind::Exact),
            Mapping::True | Mapping::Unknown => Some(Kind::Generalisation),
            Mapping::False => Some(Kind::Restriction),
            _ => None,
        }
    }

    /// The word for it, or its Promela text with `$x` as written.
    pub fn text(&self) -> String {
        if let Mapping::Promela(pieces) = self {
            let piece = |piece: &Piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Bound { name, .. } => format!("${name}"),
            };
            return pieces.iter().map(piece).collect();
        }
        KEYWORDS.iter().find(|(_, known)| known == self).map_or(String::new(), |(name, _)| name.to_string())
    }
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Exact => "exact",
            Kind::Generalisation => "generalisation",
            Kind::Restriction => "restriction",
            Kind::Irrelevant => "irrelevant",
        }
    }
}

/// What the comments of an entry say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Remark {
    pub new: bool,
    pub kind: Option<Kind>,
    /// The comments without marks, joined.
    pub reason: Option<String>,
}
