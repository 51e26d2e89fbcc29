//! Limits on time and memory, and Ctrl-C, end a command in phases that do not look at limits themselves. Without the
//! limit each of these takes a minute or more, or gigabytes.

mod common;

use common::{Ax, Run, scratch};
use std::path::PathBuf;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

/// Far more than a limit of a second may take on a loaded machine, far less than the phases take.
const LATE: Duration = Duration::from_secs(25);

fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(&format!("limits-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

/// Runs `ax`, which says that a limit was hit.
fn limited(folder: &PathBuf, arguments: &[&str], limit: &str) -> Run {
    let begin = Instant::now();
    let run = Ax { folder, ..Ax::default() }.run(arguments);
    assert_eq!(run.status, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(limit), "{}", run.stdout);
    assert!(begin.elapsed() < LATE, "{arguments:?} took {:?}", begin.elapsed());
    run
}

const WALK: &str = "int x; active proctype p() { do :: x < 100 -> x++ :: x > 0 -> x-- od }";

/// A formula whose translation has no end in sight.
fn formula() -> String {
    (0..20).map(|i| format!("<> (x == {i})")).collect::<Vec<_>>().join(" && ")
}

#[test]
fn the_translation_of_a_formula_ends() {
    let folder = project("formula", &[("m.pml", WALK)]);
    let run =
        limited(&folder, &["check", "m.pml", "--ltl", &formula(), "--time", "1s", "--format", "json"], "\"time\"");
    let value: serde_json::Value = serde_json::from_str(&run.stdout).expect("one object");
    assert_eq!(value["verdict"], "incomplete");
}

#[test]
fn a_preprocessor_that_hangs_is_ended() {
    let marker = format!("{}", 86_000 + std::process::id() % 997);
    let script = format!("#!/bin/sh\nsleep {marker}\n");
    let folder = project("hangs", &[("a.c", "int main(void) { return 0; }\n"), ("cpp", &script)]);
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.join("cpp"), permissions).expect("permissions");
    limited(&folder, &["verify", "a.c", "--cpp", "./cpp", "--time", "1s"], "the limit on time was hit before");
    let is_left = || {
        std::fs::read_dir("/proc").expect("processes").filter_map(Result::ok).any(|process| {
            let words = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            words.split(|b| *b == 0).collect::<Vec<_>>() == [b"sleep", marker.as_bytes(), b""]
        })
    };
    // What is killed may still be there for a moment.
    let begin = Instant::now();
    while is_left() {
        assert!(begin.elapsed() < LATE, "the preprocessor is still running");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_long_d_step_ends() {
    let text = "int x, y; active proctype p() { d_step { do :: x < 20000000 -> x++ :: else -> break od;\n\
                do :: y < 2000000000 -> y++; x = 0;\n\
                do :: x < 190000000 -> x++ :: else -> break od :: else -> break od } }";
    let folder = project("d_step", &[("m.pml", text)]);
    limited(&folder, &["check", "m.pml", "--engine", "interpret", "--time", "1s"], "INCOMPLETE");
}

#[test]
fn large_arrays_are_held_to_the_limit_on_memory() {
    let model = "int a[60000000]; active proctype p() { a[5] = 1; assert(a[5] == 1) }";
    let source = "int a[60000000]; int main(void) { a[5] = 1; return a[5] - 1; }\n";
    let folder = project("arrays", &[("m.pml", model), ("a.c", source)]);
    limited(&folder, &["check", "m.pml", "--memory", "200M"], "limit on memory was hit");
    limited(&folder, &["verify", "a.c", "--memory", "200M"], "limit on memory was hit");
}

/// Statements that macros make: a few lines of text, gigabytes of trees.
#[test]
fn parsing_is_held_to_the_limit_on_memory() {
    let doubled = (1..19).map(|i| format!("#define B{i} B{} B{}\n", i - 1, i - 1)).collect::<String>();
    let source = format!("int x;\n#define B0 x++;\n{doubled}int main(void) {{ B18 return 0; }}\n");
    let folder = project("macros", &[("a.c", &source)]);
    limited(&folder, &["verify", "a.c", "--memory", "100M"], "the limit on memory was hit before");
}

/// All answers that are there are told, and the rest is incomplete.
#[test]
fn answers_that_are_there_are_told() {
    let cpp = "#!/bin/sh\nfor last; do :; done\ncase $last in *slow.c) sleep 60;; esac\ncc -E \"$last\"\n";
    let harness = |source: &str| format!("sources = [\"{source}\"]\n[preprocessor]\ncommand = \"./cpp\"\n");
    let bad = "#include <assert.h>\nint main(void) { assert(0); return 0; }\n";
    let files = [("a.ax.toml", &*harness("a.c")), ("b.ax.toml", &*harness("slow.c")), ("cpp", cpp), ("a.c", bad)];
    let folder = project("answers", &[&files[..], &[("slow.c", bad)]].concat());
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.join("cpp"), permissions).expect("permissions");
    let run = Ax { folder: &folder, ..Ax::default() }.run(&["verify", "--allow-commands", "--time", "4s"]);
    assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("FAIL  a: assertion fails"), "{}", run.stdout);
    assert!(run.stdout.contains("INCOMPLETE  b: the limit on time was hit before"), "{}", run.stdout);
}

#[test]
fn ctrl_c_is_heard_while_a_formula_is_translated() {
    let folder = project("interrupt", &[("m.pml", WALK)]);
    let begin = Instant::now();
    let child: Child = Ax { folder: &folder, ..Ax::default() }.start(&["check", "m.pml", "--ltl", &formula()]);
    std::thread::sleep(Duration::from_millis(800));
    let pid = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &pid]).status().expect("kill can be started");
    let Output { status, stdout, .. } = child.wait_with_output().expect("it ends");
    assert_eq!(status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&stdout), "INCOMPLETE  interrupted before there was an answer\n");
    assert!(begin.elapsed() < LATE);
}

/// A full disk behind stdout was no error.
#[test]
fn what_cannot_be_written_is_an_error() {
    for arguments in [&["ltl", "<> p"][..], &["cache"], &["show", "library"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a full disk");
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_ax")).args(arguments).stdout(full).status();
        assert_eq!(status.expect("ax can be started").code(), Some(2), "{arguments:?}");
    }
}
