//! The ways to search that are measured, as arguments of `ax check`. A new way, or another name of an option, is a
//! change of this file alone.

/// A name for the heading of a column, and the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    pub name: &'static str,
    pub args: &'static [&'static str],
}

/// Nothing is left out: the states are those of `spin -o1 -o2 -o3` and `-DNOREDUCE`.
pub const WHOLE: &[&str] = &["--por", "off", "--optimize", "off"];

pub const DEPTH: Way = Way { name: "dfs", args: &["--search", "dfs", "--threads", "1"] };
pub const BREADTH: Way = Way { name: "bfs", args: &["--search", "bfs", "--threads", "1"] };
pub const BOTH_CORES: Way = Way { name: "bfs, 2 threads", args: &["--search", "bfs", "--threads", "2"] };

/// States as they are: every step is taken by code, whether it was taken before or not.
pub const ROWS: Way =
    Way { name: "dfs, not collapsed", args: &["--search", "dfs", "--threads", "1", "--collapse", "off"] };
pub const BROAD_ROWS: Way =
    Way { name: "bfs, not collapsed", args: &["--search", "bfs", "--threads", "1", "--collapse", "off"] };
pub const INTERPRETED: Way = Way {
    name: "interpreted",
    args: &["--search", "dfs", "--threads", "1", "--collapse", "off", "--engine", "interpret"],
};
pub const TREE: Way = Way { name: "tree", args: &["--search", "dfs", "--threads", "1", "--store", "tree"] };

/// What is measured next to pan on large models. Each searches every state.
pub const LARGE: [Way; 6] = [DEPTH, BREADTH, BOTH_CORES, ROWS, INTERPRETED, TREE];

/// What is measured as models grow.
pub const GROWTH: [Way; 4] = [DEPTH, BREADTH, BOTH_CORES, TREE];

/// Searches for infinite runs next to pan.
pub const LIVE: [Way; 1] = [DEPTH];

/// What leaves something out, next to [`DEPTH`] with [`WHOLE`].
pub const OPTIMIZED: &[&str] = &["--por", "off", "--optimize", "on"];
pub const REDUCED: &[&str] = &["--por", "on", "--optimize", "off"];
pub const DEFAULTS: &[&str] = &["--por", "on", "--optimize", "on"];

/// The store of a few bits; `--bits` and `--bit-table` follow.
pub const BITSTATE: &[&str] = &["--search", "dfs", "--threads", "1", "--store", "bitstate"];
