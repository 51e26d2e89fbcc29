//! Which parts of the language a program may use.
//!
//! Each program draws a set of its own, so that a failing program points at a part of the language by
//! what it does not use.

use super::random::Random;
use std::fmt;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident $text:literal $percent:literal,)*) => {
        /// A part of the language.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature { $($(#[$doc])* $name,)* }

        impl Feature {
            /// Every feature, its name, and in how many of a hundred programs it is allowed.
            const ALL: &[(Feature, &str, usize)] = &[$((Feature::$name, $text, $percent),)*];
        }
    };
}

features! {
    /// Arrays of scalars.
    Arrays "arrays" 45,
    /// `typedef`, nested and in arrays.
    Typedefs "typedefs" 35,
    /// `mtype` and named mtypes.
    Mtypes "mtypes" 40,
    /// Buffered channels.
    Buffered "buffered" 60,
    /// Channels of no slots.
    Rendezvous "rendezvous" 40,
    /// `!!` and `??`.
    Sorted "sorted" 30,
    /// `?[]`, `??[]`, `?<>`, `??<>`.
    Polls "polls" 30,
    /// Channels that carry channels.
    ChannelsOfChannels "chans-of-chans" 20,
    /// Channels that carry structures.
    ChannelsOfStructs "chans-of-structs" 20,
    /// Channels declared in a proctype.
    LocalChannels "local-chans" 20,
    /// Channels in a typedef.
    FieldChannels "field-chans" 10,
    /// `xr` and `xs`.
    Exclusive "xr-xs" 8,
    /// Channel variables that may still be without a channel when used.
    Uninitialised "uninitialised" 3,
    Atomic "atomic" 50,
    DStep "d_step" 40,
    Unless "unless" 25,
    Timeout "timeout" 20,
    /// `goto` and labels.
    Goto "goto" 35,
    For "for" 25,
    Select "select" 20,
    /// `run`.
    Run "run" 40,
    Provided "provided" 12,
    /// `priority`, `set_priority`, `get_priority`, `_priority`.
    Priority "priority" 7,
    /// `_pid` and `_nr_pr`.
    Pseudo "pseudo" 25,
    Last "_last" 6,
    Enabled "enabled" 6,
    PcValue "pc_value" 6,
    /// `p[i]@l`.
    RemoteLabels "remote-labels" 15,
    /// `p[i]:x`.
    RemoteVariables "remote-vars" 12,
    Never "never" 20,
    Ltl "ltl" 8,
    /// `trace` and `notrace`.
    Trace "trace" 8,
    Inline "inline" 25,
    Macros "macros" 20,
    Hidden "hidden" 5,
    /// `local` and `show`.
    Visibility "visibility" 10,
    /// `D_proctype`.
    Deterministic "D_proctype" 8,
    /// Declarations after the first statement, and in blocks.
    MiddleDeclarations "mid-decls" 30,
    /// Values that do not fit their type.
    Wide "wide" 25,
    /// Indices that may be out of range.
    OutOfRange "out-of-range" 3,
    /// Assertions that may fail.
    Asserts "asserts" 40,
    /// Expressions with few parentheses.
    Precedence "precedence" 50,
}

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Features(u64);

impl Features {
    pub fn draw(random: &mut Random) -> Features {
        // Some programs are rich, some plain: a plain one that fails is easier to understand.
        let scale = [50, 100, 140][random.below(3)];
        let mut features = Features(0);
        for &(feature, _, percent) in Feature::ALL {
            if random.chance(percent * scale / 100) {
                features.insert(feature);
            }
        }
        // Spin refuses `enabled` together with rendezvous.
        // Nor does it take priorities together with rendezvous.
        if features.has(Feature::Enabled) || features.has(Feature::Priority) {
            features.remove(Feature::Rendezvous);
        }
        // What a d_step does to hidden variables Spin does not undo.
        if features.has(Feature::Hidden) {
            features.remove(Feature::DStep);
        }
        features
    }

    pub fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u64) != 0
    }

    fn insert(&mut self, feature: Feature) {
        self.0 |= 1 << feature as u64;
    }

    fn remove(&mut self, feature: Feature) {
        self.0 &= !(1 << feature as u64);
    }

    /// The names of the features of the set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Feature::ALL.iter().filter(move |(feature, _, _)| self.has(*feature)).map(|&(_, name, _)| name)
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().collect::<Vec<_>>().join(" "))
    }
}
