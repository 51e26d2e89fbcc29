//! The catalogue of findings the C front end makes: one stable code for each kind.

/// The preprocessor cannot be started.
pub const NO_PREPROCESSOR: &str = "C001";
/// The C source cannot be read.
pub const NO_SOURCE: &str = "C002";
/// The preprocessor reports an error: a header that is missing, `#error`, a broken directive.
pub const PREPROCESSOR_ERROR: &str = "C003";
/// `compile_commands.json` cannot be used for the source.
pub const COMPILE_COMMANDS: &str = "C004";
/// The source is not C, or C that the front end cannot read.
pub const SYNTAX: &str = "C005";
/// The source is nested too deeply to be read.
pub const TOO_DEEP: &str = "C006";
/// A construct of C (or of a compiler) that has no meaning here.
pub const NOT_SUPPORTED: &str = "C007";
/// The parser read something else than the source says; a guard noticed.
pub const MISREAD: &str = "C008";
/// The preprocessed text is larger than the front end can index.
pub const TOO_LARGE: &str = "C009";
/// Flags of a compilation database that the preprocessor does not get.
pub const FLAGS: &str = "C010";
