//! The models that come with Spin, if the environment variable `SPIN_EXAMPLES` names their folder.

use super::{assert_round_trip, parse_with, stem};
use promela::{DiskLoader, Options};
use std::path::{Path, PathBuf};

fn collect(folder: &Path, models: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, models);
        } else if path.extension().is_some_and(|ending| ending == "pml") {
            models.push(path);
        }
    }
}

#[test]
fn spins_examples_parse_and_survive_printing() {
    let Some(folder) = std::env::var_os("SPIN_EXAMPLES") else { return };
    let mut models = Vec::new();
    collect(Path::new(&folder), &mut models);
    assert!(!models.is_empty(), "SPIN_EXAMPLES names a folder without models");
    for path in models {
        let text = std::fs::read_to_string(&path).expect("the file was listed");
        let outcome = parse_with(&path.to_string_lossy(), &text, &Options::default(), &DiskLoader);
        assert_round_trip(&stem(&path), outcome.expect_ok());
    }
}
