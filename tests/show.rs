//! `ax show model`: the compiled model of a Promela model, of a C program and of a harness; `ax show library`.

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

/// The function with its helper and the words about what is left out; nothing of other functions.
#[test]
fn a_function_of_the_library_is_shown_with_what_it_calls() {
    let run = ax(&["show", "library", "pthread_cond_wait"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let has = |text: &str| run.stdout.contains(text);
    assert!(
        has("Wake-ups without a signal happen only where") && has("/* The first step of waiting"),
        "{}",
        run.stdout
    );
    assert!(has("static int enqueue(") && has("int pthread_cond_wait(") && has("__ax_wait("), "{}", run.stdout);
    assert!(!has("int pthread_cond_broadcast(") && !has("int pthread_condattr_init("), "{}", run.stdout);
}

#[test]
fn a_file_of_the_library_and_the_list() {
    let file = ax(&["show", "library", "semaphore.c"]);
    assert_eq!((file.status, file.stdout.as_str()), (0, include_str!("../extractor/library/semaphore.c")));
    let list = ax(&["show", "library"]);
    assert_eq!(list.status, 0, "{}", list.stderr);
    let at = |text: &str| list.stdout.find(text).unwrap_or_else(|| panic!("{text}: {}", list.stdout));
    assert!(at("<pthread.h>") < at("pthread_mutex_lock") && at("pthread_mutex_lock") < at("<sched.h>"));
    assert!(at("<string.h>") < at("memcpy") && !list.stdout.contains("__lib_") && !list.stdout.contains("enqueue"));
    // A pointer to a function, data, and a macro's name are none of its functions.
    assert_eq!(ax(&["show", "library", "__ax_spurious"]).status, 2);
}

#[test]
fn a_misspelt_function_is_told_with_its_neighbours() {
    let run = ax(&["show", "library", "pthread_cond_wiat"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("did you mean `pthread_cond_wait`"), "{}", run.stderr);
    let run = ax(&["show", "library", "zzz"]);
    assert!(run.status == 2 && run.stderr.contains("`ax show library` lists"), "{}", run.stderr);
}
