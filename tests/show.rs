//! `ax show model`: the compiled model of a Promela model, of a C program and of a harness.

mod common;

use common::{ax, scratch_with, shown};

const PROGRAM: &str = "#include <assert.h>
static unsigned char n;
int main(void)
{
    n = n + 3;
    assert(n < 4);
    return 0;
}
";

#[test]
fn the_typed_model_of_a_c_program() {
    let file = scratch_with("show.c", PROGRAM);
    insta::assert_snapshot!(shown(&ax(&["show", "model", &file])));
}

/// What is shown is what `ax verify` searches: its Promela gives the same typed model.
#[test]
fn the_promela_of_a_c_program_is_the_same_model() {
    let file = scratch_with("show-promela.c", PROGRAM);
    let typed = ax(&["show", "model", &file]);
    let promela = ax(&["show", "model", "--form", "promela", &file]);
    assert_eq!((typed.status, promela.status), (0, 0), "{}{}", typed.stderr, promela.stderr);
    let model = scratch_with("show-promela.pml", &promela.stdout);
    assert_eq!(ax(&["show", "model", &model]).stdout, typed.stdout);
}

#[test]
fn a_harness_has_a_model_too() {
    let run = ax(&["show", "model", "../../samples/abp/lossy.ax.toml"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("proctype"), "{}", run.stdout);
}

#[test]
fn errors_of_c_sources_are_told() {
    let file = scratch_with("show-wrong.c", "int main(void) {");
    assert_eq!(ax(&["show", "model", &file]).status, 2);
}
