//! `ax explain`: an answer that was kept is told as it was told at first.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Ran {
    status: i32,
    stdout: String,
    stderr: String,
}

/// Runs `ax` in a folder, with this on its standard input.
fn ax(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ax"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("AX_CACHE", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ax starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("ax reads");
    let out = child.wait_with_output().expect("ax ends");
    Ran {
        status: out.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&out.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&out.stderr).into_owned(),
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The programs of the tests of `ax verify`, with the options that each names.
fn programs() -> Vec<(PathBuf, Vec<String>)> {
    let files = ["tests/verify/programs", "tests/verify/beyond"].map(folder);
    let files = files.iter().flat_map(|f| walkdir::WalkDir::new(f).sort_by_file_name());
    let files = files.map(|e| e.expect("the folder can be read").into_path());
    files
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a program");
            let options = text.lines().take(3).find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
            (path, options.split_whitespace().map(str::to_string).collect())
        })
        .collect()
}

#[test]
fn an_answer_from_a_file_is_told_as_a_fresh_one() {
    for (path, options) in programs() {
        let folder = path.parent().expect("a folder");
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let mut arguments = vec!["verify", file.as_str()];
        arguments.extend(options.iter().map(String::as_str));
        let fresh = ax(folder, &arguments, "");
        arguments.extend(["--format", "json"]);
        let kept = ax(folder, &arguments, "");
        let told = ax(folder, &["explain", "-"], &kept.stdout);
        assert_eq!(told.stdout, fresh.stdout, "{file}: {}", told.stderr);
        assert_eq!((told.status, kept.status), (fresh.status, fresh.status), "{file}");
        let again = ax(folder, &["explain", "-", "--format", "json"], &kept.stdout);
        assert_eq!(again.stdout, kept.stdout, "{file}");
    }
}
