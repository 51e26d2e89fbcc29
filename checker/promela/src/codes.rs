//! The catalogue of findings the front end makes: one stable code for each kind.

/// A comment is not closed.
pub const OPEN_COMMENT: &str = "P001";
/// A string or a character constant is not closed.
pub const OPEN_QUOTE: &str = "P002";
/// A character that Promela has no use for, or a file that is not text.
pub const BAD_CHARACTER: &str = "P003";
/// A `#` line that is no directive, or not a well-formed one.
pub const BAD_DIRECTIVE: &str = "P004";
/// A file to include cannot be read.
pub const CANNOT_INCLUDE: &str = "P005";
/// Files include each other without end, or too many are included.
pub const INCLUDE_DEPTH: &str = "P006";
/// `#if`, `#else` and `#endif` do not fit together.
pub const BAD_CONDITIONAL: &str = "P007";
/// The condition of an `#if` cannot be evaluated.
pub const BAD_CONDITION: &str = "P008";
/// `#error`
pub const ERROR_DIRECTIVE: &str = "P009";
/// `#warning`
pub const WARNING_DIRECTIVE: &str = "P010";
/// A malformed `#define`.
pub const BAD_MACRO: &str = "P011";
/// A call of a macro with the wrong arguments.
pub const BAD_MACRO_CALL: &str = "P012";
/// Macros or inlines expand to more text than is reasonable.
pub const EXPANSION_SIZE: &str = "P013";
/// A macro is defined again with another meaning.
pub const MACRO_REDEFINED: &str = "P014";

/// Something else was expected here.
pub const UNEXPECTED: &str = "P020";
/// Two statements without `;` between them.
pub const MISSING_SEPARATOR: &str = "P021";
/// `if`, `do`, `{` or `(` is not closed.
pub const NOT_CLOSED: &str = "P022";
/// `fi`, `od`, `}` or `::` without its beginning.
pub const NOT_OPENED: &str = "P023";
/// A sequence without a statement.
pub const EMPTY_SEQUENCE: &str = "P024";
/// `=` where `==` is meant.
pub const ASSIGNMENT_IN_EXPRESSION: &str = "P025";
/// A label stands before a declaration.
pub const LABEL_BEFORE_DECLARATION: &str = "P026";
/// Constructs are nested too deeply, or an expression is too long.
pub const TOO_DEEP: &str = "P027";
/// A number that is not one of Promela's.
pub const BAD_NUMBER: &str = "P028";
/// A number does not fit in 32 bits and is cut.
pub const NUMBER_CUT: &str = "P029";
/// `full`, `empty` and their kin used in other ways than with `&&` and `||`.
pub const PROBE_OPERAND: &str = "P030";
/// A temporal operator inside arithmetic or a comparison.
pub const TEMPORAL_OPERAND: &str = "P031";
/// A malformed declaration.
pub const BAD_DECLARATION: &str = "P032";
/// A call of an inline that does not fit its definition, or of something that is none.
pub const BAD_INLINE_CALL: &str = "P033";
/// An inline that calls itself.
pub const RECURSIVE_INLINE: &str = "P034";
/// `return` outside an inline whose result is used.
pub const MISPLACED_RETURN: &str = "P035";
/// `select` over an empty range.
pub const EMPTY_RANGE: &str = "P036";
/// An inline is defined twice.
pub const INLINE_REDEFINED: &str = "P037";
/// More errors were found than are shown.
pub const TOO_MANY_ERRORS: &str = "P099";
