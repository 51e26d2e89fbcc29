//! The catalogue of findings about tables: one stable code for each kind.

/// A comment is not closed.
pub const OPEN_COMMENT: &str = "T001";
/// An entry without a right-hand side.
pub const NO_MAPPING: &str = "T002";
/// It cannot be told where the left-hand side ends.
pub const NO_SEPARATOR: &str = "T003";
/// A class letter that is none of D, A, C, F, R, E.
pub const BAD_CLASS: &str = "T004";
/// The text of an entry is not what its class says: it will match nothing.
pub const WRONG_CLASS: &str = "T005";
/// Brackets of a left-hand side do not close.
pub const UNBALANCED: &str = "T006";
/// A regular expression that cannot be read.
pub const BAD_EXPRESSION: &str = "T007";
/// `$x` on the right that the left does not have.
pub const UNBOUND: &str = "T008";
/// A directive without what belongs to it, or with too much.
pub const BAD_DIRECTIVE: &str = "T009";
/// A word that looks like a mistyped one.
pub const MISTYPED: &str = "T010";
/// Something of Modex that `ax` does not do.
pub const NOT_SUPPORTED: &str = "T011";
/// A table to include is not there.
pub const CANNOT_INCLUDE: &str = "T012";
/// Tables include each other.
pub const INCLUDE_CYCLE: &str = "T013";
/// Two entries say different things of one statement.
pub const OVERLAP: &str = "T014";
/// A statement that the table keeps and the model cannot say, or not exactly.
pub const CANNOT_KEEP: &str = "T015";
/// The table maps a statement to `warn`.
pub const WARNED: &str = "T016";
/// An entry that matches no statement.
pub const NEVER_APPLIES: &str = "T017";
/// A line that speaks of what an earlier line speaks of.
pub const DUPLICATE: &str = "T019";
/// An entry that others always come before.
pub const SHADOWED: &str = "T020";
/// A restriction without a reason.
pub const NO_REASON: &str = "T021";
/// A comment that begins with a word near to a kind, and is none.
pub const KIND_WORD: &str = "T018";
