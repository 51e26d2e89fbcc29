//! What a program may use. Each program draws its own, so that what is rare meets what is frequent.

use crate::generator::random::Random;
use std::fmt;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident: $percent:literal,)*) => {
        #[derive(Clone, Copy, Debug)]
        pub struct Features {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Features {
            pub fn draw(random: &mut Random) -> Features {
                Features { $($name: random.chance($percent),)* }
            }
        }

        impl fmt::Display for Features {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let names = [$((self.$name, stringify!($name)),)*];
                let on: Vec<&str> = names.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
                f.write_str(&on.join(" "))
            }
        }
    };
}

features! {
    /// Functions other than the entry.
    calls: 75,
    recursion: 30,
    /// Parameters that are pointers, and pointers set once.
    pointers: 55,
    structs: 60,
    bit_fields: 50,
    struct_values: 60,
    arrays: 75,
    arrays_of_arrays: 50,
    enums: 50,
    statics: 40,
    shadowing: 50,
    /// Assignments, `++` and calls inside of expressions.
    side_effects: 75,
    /// `&&`, `||`, `?:` and commas.
    sequence_points: 80,
    division: 60,
    shifts: 65,
    /// Arithmetic in 64 bits whose result is truncated or compared.
    wide: 50,
    unsigned: 80,
    narrow: 80,
    large_constants: 60,
    switches: 65,
    loops: 80,
    jumps: 45,
    early_returns: 60,
    constants: 50,
    /// Names that are words of Promela.
    clashing_names: 30,
}
