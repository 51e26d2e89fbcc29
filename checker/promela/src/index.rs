//! Typed indices whose `Display` is the text form.

/// `index!(/// A loop of one function.
///     LoopId, "loop")` is a type of indices that print as `loop0`, `loop1`, …
#[macro_export]
macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}
