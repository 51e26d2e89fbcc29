//! A source tree from elsewhere runs no program because somebody verifies it.

mod common;

use common::scratch;
use std::path::PathBuf;

const SOURCE: &str = "int main(void) { return 0; }\n";

fn project(name: &str, command: &str, script: &str) -> PathBuf {
    let folder = scratch(&format!("trust-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    put("a.c", SOURCE);
    put("ax.toml", &format!("sources = [\"a.c\"]\n\n[preprocessor]\ncommand = \"{command}\"\n"));
    put("cpp", script);
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.join("cpp"), permissions).expect("permissions");
    folder
}

/// The status, and what was said on stderr, of a user with a home of his own.
fn ax(folder: &PathBuf, arguments: &[&str]) -> (i32, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_ax"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("AX_CACHE", "off")
        .env("XDG_DATA_HOME", folder.join("data"))
        .output()
        .expect("ax can be started");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_command_of_a_harness_runs_only_if_it_is_trusted() {
    let script = "#!/bin/sh\ntouch ran\nfor last; do :; done\nexec cc -E \"$last\"\n";
    let folder = project("script", "./cpp -DX", script);
    let ran = || std::fs::remove_file(folder.join("ran")).is_ok();
    let (status, told) = ax(&folder, &["verify"]);
    assert_eq!((status, ran()), (2, false), "{told}");
    assert!(told.contains("ax.toml:4:11") && told.contains("`ax trust ./ax.toml`"), "{told}");
    // Nor by way of what else reads harnesses.
    assert_eq!((ax(&folder, &["table", "update"]).0, ran()), (2, false));
    assert_eq!((ax(&folder, &["verify", "--allow-commands"]).0, ran()), (0, true));
    assert_eq!((ax(&folder, &["verify", "--cpp", "cc -E"]).0, ran()), (0, false));
    assert_eq!((ax(&folder, &["trust"]).0, ran()), (0, false));
    assert_eq!((ax(&folder, &["verify"]).0, ran()), (0, true));
    // Another text of the same script is another program.
    std::fs::write(folder.join("cpp"), script.replace("exec", "exec ")).expect("a script");
    assert_eq!((ax(&folder, &["verify"]).0, ran()), (2, false));
    std::fs::write(folder.join("cpp"), script).expect("a script");
    assert_eq!((ax(&folder, &["verify"]).0, ran()), (0, true));
    assert_eq!((ax(&folder, &["trust", "--revoke"]).0, ran()), (0, false));
    assert_eq!((ax(&folder, &["verify"]).0, ran()), (2, false));
}

/// The script is an argument of a program that everybody has.
#[test]
fn a_script_that_is_an_argument_is_looked_at_too() {
    let folder = project("argument", "sh cpp", "touch ran\nexec cc -E \"$1\"\n");
    assert_eq!(ax(&folder, &["trust"]).0, 0);
    assert_eq!(ax(&folder, &["verify"]).0, 0);
    std::fs::write(folder.join("cpp"), "touch other\nexec cc -E \"$1\"\n").expect("a script");
    assert_eq!(ax(&folder, &["verify"]).0, 2);
    assert!(!folder.join("other").exists());
}

/// Trust is in the content: what was kept is not changed into trust in something else.
#[test]
fn a_damaged_record_is_no_trust() {
    let folder = project("damaged", "./cpp", "#!/bin/sh\nexec cc -E \"$1\"\n");
    assert_eq!(ax(&folder, &["trust"]).0, 0);
    for entry in std::fs::read_dir(folder.join("data/ax/trusted")).expect("records") {
        std::fs::write(entry.expect("a record").path(), "./cpp").expect("a record");
    }
    assert_eq!(ax(&folder, &["verify"]).0, 2);
}
