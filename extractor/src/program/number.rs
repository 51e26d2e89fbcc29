//! Values of constants. What is done with them is in `constant`, how they are spelled in `literals`.

/// The value of a constant; pointers are integers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    Int(i128),
    /// A `float` or `double`.
    Float(f64),
    /// The 80 bits of a `long double`.
    Extended(u128),
}
