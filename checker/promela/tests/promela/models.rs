//! Every file in `models/` must parse without findings, survive printing, and print like its snapshot.

use super::{assert_round_trip, files, parse_with, stem};
use promela::{DiskLoader, Options, print};

#[test]
fn models_parse_and_print() {
    for path in files("models") {
        let text = std::fs::read_to_string(&path).expect("the file was listed");
        let outcome = parse_with(&path.to_string_lossy(), &text, &Options::default(), &DiskLoader);
        assert_eq!(outcome.report(), "", "{}", path.display());
        insta::assert_snapshot!(format!("model-{}", stem(&path)), print(&outcome.program));
        assert_round_trip(&stem(&path), outcome.program);
    }
}
