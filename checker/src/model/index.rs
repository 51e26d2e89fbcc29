//! Numbers that name parts of a model. Each prints as the text form of the model spells it.

use std::fmt;

macro_rules! index_types {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// What stands before the number.
            pub const PREFIX: &'static str = $prefix;

            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

index_types! {
    /// A proctype, `init`, claim or trace: `proctype2`.
    ProctypeId = "proctype";
    /// A control state of one proctype, `s7`: Spin's state number, from 1; 0 stands for "none".
    StateId = "s";
    /// A transition of the model: `transition12`.
    TransitionId = "transition";
    /// A text of an assertion, `message3`: in `Model::messages`.
    MessageId = "message";
    /// A format of `printf`, `format3`: in `Model::formats`.
    FormatId = "format";
    /// A label that is referred to, `label3`: in `Model::label_refs`.
    LabelId = "label";
    /// Names of an mtype, `mtype1`: in `Model::mtypes`.
    MtypeId = "mtype";
    /// A value that exists during one step, `t0`.
    TempId = "t";
    /// A node of a `d_step`: `n4`.
    NodeId = "n";
    /// An object that has an address: `object2`.
    ObjectId = "object";
}
