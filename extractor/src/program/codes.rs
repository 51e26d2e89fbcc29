//! The catalogue of findings made while the typed program is built: one stable code for each kind.

/// A name is used that is not declared.
pub const UNDECLARED: &str = "C101";
/// A type name that is not declared.
pub const UNKNOWN_TYPE: &str = "C102";
/// A constant is needed, and the expression is none that can be computed.
pub const NOT_CONSTANT: &str = "C103";
/// Two definitions of one name with external linkage.
pub const DEFINED_TWICE: &str = "C104";
/// An operator is applied to types it does not have.
pub const WRONG_OPERAND: &str = "C105";
/// A member that the record does not have.
pub const NO_MEMBER: &str = "C106";
/// An initialiser that has no place in the object.
pub const NO_PLACE: &str = "C107";
/// A static assertion that fails on the machine assumed here.
pub const ASSERTION_FAILS: &str = "C108";
/// A record of a header that two sources see differently.
pub const RECORDS_DIFFER: &str = "C109";
/// Something read as a function that cannot be one.
pub const NOT_A_FUNCTION: &str = "C110";
/// Two declarations of one object with different types.
pub const TYPES_DIFFER: &str = "C111";
/// A function that is called without a declaration.
pub const IMPLICIT_FUNCTION: &str = "C112";
