//! Programs with a size: how many states `ax verify` needs for them, as a snapshot.
//!
//! The counts are those of the search without any luck, so they do not depend on the machine. What makes them larger is
//! seen here; that nothing is missed is seen by `conformance sharing`. Says nothing of time.

mod common;

use common::ax_in;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// A program, its size, and the verdict.
const FAMILIES: [(&str, &[&str], &str); 19] = [
    ("counter", &["N=4", "K=3"], "pass"),
    ("counter", &["N=5", "K=2"], "pass"),
    ("counter", &["N=8", "K=4"], "pass"),
    ("philosophers", &["N=4"], "pass"),
    ("philosophers", &["N=6"], "pass"),
    ("philosophers", &["N=4", "NAIVE"], "fail"),
    ("philosophers", &["N=6", "NAIVE"], "fail"),
    ("buffer", &["K=2"], "pass"),
    ("buffer", &["K=3"], "pass"),
    ("readers", &["N=4"], "pass"),
    ("readers", &["N=8"], "pass"),
    ("indexer", &["N=5"], "pass"),
    ("indexer", &["N=11"], "pass"),
    ("peterson", &["K=2"], "pass"),
    ("treiber", &["N=3", "K=2"], "pass"),
    ("fib", &["K=3"], "pass"),
    ("szymanski", &["K=1"], "pass"),
    ("lamport", &["N=3"], "pass"),
    ("ring", &["N=4", "K=2"], "pass"),
];

#[test]
fn families_need_few_states() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/families"));
    let mut table = String::new();
    for (program, size, expected) in FAMILIES {
        let file = format!("{program}.c");
        let mut arguments = vec!["verify", "--no-cache", "--format", "json", file.as_str()];
        size.iter().for_each(|s| arguments.extend(["-D", s]));
        let run = ax_in(folder, &arguments);
        let json: Value = serde_json::from_str(&run.stdout).expect("an answer");
        assert_eq!(json["verdict"], expected, "{program} {size:?}");
        let states = json["properties"][0]["stored"].as_u64().expect("a count");
        writeln!(table, "{program:<14}{:<12}{expected:<6}{states:>6}", size.join(" ")).expect("a string takes all");
    }
    insta::assert_snapshot!(table);
}
