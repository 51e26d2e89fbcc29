//! The ways to search that are compared, as arguments of `ax check`. A new way is a new line here.

/// What a way to search promises, next to a search of everything by one thread, depth first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// The same states, matches, verdict and kinds of errors.
    Counts,
    /// The same verdict.
    Verdict,
    /// Errors are real; without one the answer is that nothing is proved.
    Lossy,
}

pub struct Way {
    pub name: &'static str,
    pub args: &'static [&'static str],
    pub promise: Promise,
}

const fn way(name: &'static str, promise: Promise, args: &'static [&'static str]) -> Way {
    Way { name, args, promise }
}

/// Everything, one state after the other.
pub const FULL: &[&str] = &["--por", "off", "--optimize", "off", "--search", "dfs", "--collapse", "off"];

/// As the user calls them.
#[rustfmt::skip]
pub const WAYS: &[Way] = &[
    way("interpreted", Promise::Counts,
        &["--por", "off", "--optimize", "off", "--search", "dfs", "--engine", "interpret", "--collapse", "off"]),
    way("tree", Promise::Counts,
        &["--por", "off", "--optimize", "off", "--search", "dfs", "--store", "tree", "--collapse", "off"]),
    way("collapsed", Promise::Counts,
        &["--por", "off", "--optimize", "off", "--search", "dfs", "--collapse", "always"]),
    way("collapsed, tight", Promise::Counts,
        &["--por", "off", "--optimize", "off", "--search", "dfs", "--store", "tree", "--collapse", "split"]),
    way("collapsed, bfs", Promise::Counts,
        &["--por", "off", "--optimize", "off", "--search", "bfs", "--threads", "1", "--collapse", "split"]),
    way("collapsed, bfs, 2 threads", Promise::Counts,
        &["--por", "off", "--optimize", "off", "--search", "bfs", "--threads", "2", "--collapse", "always"]),
    way("bfs", Promise::Counts,
        &["--por", "off", "--optimize", "off", "--search", "bfs", "--threads", "1", "--collapse", "off"]),
    way("bfs, 2 threads", Promise::Counts,
        &["--por", "off", "--optimize", "off", "--search", "bfs", "--threads", "2", "--collapse", "off"]),
    way("bfs, 3 threads", Promise::Counts, &["--por", "off", "--optimize", "off", "--search", "bfs", "--threads", "3"]),
    way("reduced", Promise::Verdict, &["--por", "on", "--optimize", "on", "--search", "dfs"]),
    way("reduced, interpreted", Promise::Verdict,
        &["--por", "on", "--optimize", "on", "--search", "dfs", "--engine", "interpret"]),
    way("reduced, tree", Promise::Verdict, &["--por", "on", "--optimize", "on", "--search", "dfs", "--store", "tree"]),
    way("reduced, bfs", Promise::Verdict, &["--por", "on", "--optimize", "on", "--search", "bfs", "--threads", "1"]),
    way("reduced, bfs, 2 threads", Promise::Verdict,
        &["--por", "on", "--optimize", "on", "--search", "bfs", "--threads", "2"]),
    way("hash", Promise::Lossy, &["--por", "off", "--optimize", "off", "--search", "dfs", "--store", "hash"]),
    way("reduced, hash", Promise::Lossy, &["--por", "on", "--optimize", "on", "--search", "dfs", "--store", "hash"]),
    way("bitstate", Promise::Lossy,
        &["--por", "off", "--optimize", "off", "--search", "dfs", "--store", "bitstate", "--bit-table", "8M"]),
    way("bitstate, far too small", Promise::Lossy,
        &["--por", "off", "--optimize", "off", "--search", "dfs", "--store", "bitstate", "--bit-table", "64"]),
];

impl Way {
    pub fn is_breadth_first(&self) -> bool {
        self.args.contains(&"bfs")
    }

    /// Whether it reaches every state but by bad luck, so that an error which is there should be found.
    pub fn reaches_all(&self) -> bool {
        !self.args.contains(&"64")
    }

    /// Stores other than the exact one and threads are for bad states only.
    pub fn may_refuse_infinite_runs(&self) -> bool {
        self.args.contains(&"--store")
    }
}
