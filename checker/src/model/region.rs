//! The parts of the working memory that places are relative to.

use std::fmt;

/// A part of the working memory that places are relative to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Region {
    Global,
    /// The frame of the running process.
    Local,
    /// Declared `hidden`: not part of the state.
    Hidden,
}

impl Region {
    pub const ALL: [Region; 3] = [Region::Global, Region::Local, Region::Hidden];

    pub fn name(self) -> &'static str {
        match self {
            Region::Global => "global",
            Region::Local => "local",
            Region::Hidden => "hidden",
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
