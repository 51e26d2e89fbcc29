//! Properties that hold for a reason that was hardly meant, and pictures of their automata.

mod common;

use common::{ax, ax_with_input, scratch, shown};

const MODEL: &str = "\
byte x;
bool p, q;
active proctype counter() {
    do
    :: x < 5 -> x++
    :: x == 5 -> p = true; q = true; break
    od
}
ltl never_asked { [](x == 7 -> <>q) }
ltl asked { [](x == 3 -> <>q) }
";

fn check(arguments: &[&str]) -> String {
    shown(&ax_with_input(&[&["check", "-"], arguments].concat(), MODEL))
}

#[test]
fn a_trigger_that_never_happens() {
    insta::assert_snapshot!(check(&["--ltl", "never_asked"]));
    insta::assert_snapshot!(check(&["--ltl", "asked"]));
    insta::assert_snapshot!(check(&["--ltl", "never_asked", "--vacuity", "off"]));
}

#[test]
fn triggers_inside_of_formulas() {
    for (formula, warning) in [
        ("x == 3 -> q", Some("`x == 3` does not hold at the start, so `q` was never needed")),
        (
            "[](x == 3 -> [](x == 2 -> q))",
            Some("`x == 2` does not hold where the formula asks for it, so `q` was never needed"),
        ),
        ("[](x == 3 -> <>(x == 5))", None),
        ("[](q -> p)", None),
        ("<>(x == 9 -> q)", Some("`x == 9` does not hold where the formula asks for it, so `q` was never needed")),
    ] {
        let text = check(&["--ltl", formula]);
        assert!(text.starts_with("PASS"), "{formula}: {text}");
        match warning {
            Some(warning) => assert!(text.contains(warning), "{formula}: {text}"),
            None => assert!(!text.contains("vacuously"), "{formula}: {text}"),
        }
    }
}

#[test]
fn parts_without_influence() {
    let text = check(&["--ltl", "[](x <= 5 || p)", "--vacuity", "full"]);
    assert!(text.contains("`p` does not matter: the property holds with `false` in its place"), "{text}");
    let text = check(&["--ltl", "[](x <= 5)", "--vacuity", "full"]);
    assert!(!text.contains("vacuously"), "{text}");
}

#[test]
fn json_has_the_property() {
    let run = ax_with_input(&["check", "-", "--ltl", "never_asked", "--format", "json"], MODEL);
    let object: serde_json::Value = serde_json::from_str(&run.stdout).expect("json");
    insta::assert_snapshot!(object["property"].to_string());
}

#[test]
fn the_picture_marks_what_was_not_reached() {
    for name in ["claim.svg", "claim.dot"] {
        let path = scratch(name);
        let file = path.display().to_string();
        let run = ax_with_input(&["check", "-", "--ltl", "never_asked", "--draw-claim", &file], MODEL);
        assert_eq!(run.status, 0, "{}", run.stderr);
        insta::assert_snapshot!(name, std::fs::read_to_string(&path).expect("the picture"));
    }
    let run = ax_with_input(&["check", "-", "--draw-claim", "claim.png"], MODEL);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("ends in .dot or .svg"), "{}", run.stderr);
    assert_eq!(ax(&["check", "--draw-claim", "x.svg", "no-such-file"]).status, 2);
}
