//! States as numbers of their parts, and steps as changes of these numbers.
//!
//! A state falls into parts: the shape, each global scalar, each channel, the frame of each process. A part has far
//! fewer values than there are states; each value gets a number when it first comes up (Spin's COLLAPSE does the same
//! for processes and channels). The numbers of all parts, a few bits each, are the [`Key`] of the state: two states are
//! the same if and only if their keys are. Nothing is lost, and a table of states needs no look at anything but keys.
//!
//! What a process can do in a state depends on its frame and on what its next statements touch. That is known before
//! they run ([`touch`]): so the answer is worked out once for each combination of these parts that comes up, by running
//! the code, and kept as changes of the key ([`memo`]). From then on a step costs one look into a table and one `xor`.
//!
//! | part | file |
//! |---|---|
//! | keys, and where the number of a part is in them | `fields` |
//! | the values of parts, and their numbers | `values` |
//! | which parts there are; from states to keys and back | `space` |
//! | which parts the options of a process touch | `touch` |
//! | what is known of steps | `memo` |
//! | all successors of a key | `engine` |
//! | who takes them | `reached` |
//!
//! Keys have at most [`MOST_WORDS`] words. A model whose keys do not fit, or whose steps hardly ever repeat, is
//! searched without: see [`ExpandError`] and [`Engine::pays`]. Models that `successors` does not take are not taken
//! here either.

mod engine;
mod fields;
mod memo;
mod reached;
mod space;
mod touch;
mod values;

pub use engine::{Engine, Lookups, Questions};
pub use fields::{Key, MOST_WORDS, Plan};
pub use reached::{Reached, Sink};
pub use space::Space;

/// Why a state cannot be expanded here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpandError {
    /// The worker loop has to see to this state: something goes wrong in it, or nothing can move.
    Unusual,
    /// The numbers of the parts do not fit into a key any more.
    Full,
}
