//! Every file in `errors/` must give the findings of its snapshot.

use super::{files, parse_with, stem};
use promela::{NoFiles, Options};

#[test]
fn errors_are_reported_with_their_place_and_a_fix() {
    for path in files("errors") {
        let text = std::fs::read_to_string(&path).expect("the file was listed");
        let name = stem(&path);
        let outcome = parse_with(&format!("{name}.pml"), &text, &Options::default(), &NoFiles);
        insta::assert_snapshot!(format!("errors-{name}"), outcome.report());
    }
}
