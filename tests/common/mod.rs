//! Drives the real binary, in the folder of the models with errors.

#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of `ax` gave.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The models with errors. The first word of each, in a comment, is the kind of its error.
pub fn models() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(folder())
        .sort_by_file_name()
        .into_iter()
        .map(|f| f.expect("the folder can be read").into_path())
        .filter(|f| f.extension().is_some_and(|e| e == "pml"))
        .collect();
    files.sort();
    assert!(files.len() > 20);
    files
}

pub fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trails"))
}

/// A file for this test alone.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()))
}

/// A scratch file with this content.
pub fn scratch_with(name: &str, content: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, content).expect("the scratch folder can be written");
    path.display().to_string()
}

pub fn ax(arguments: &[&str]) -> Run {
    ax_with_input(arguments, "")
}

pub fn ax_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ax"))
        .args(arguments)
        .current_dir(folder())
        .env("NO_COLOR", "1")
        .env("AX_CACHE", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ax can be started");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // A run that does not read its input is fine.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("ax ends");
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A run as a snapshot shows it. Times and memory are different each time.
pub fn shown(run: &Run) -> String {
    let mut text = String::new();
    for line in run.stdout.lines() {
        text.push_str(if line.contains(" per state, ") { "      … per state, …" } else { line });
        text.push('\n');
    }
    if !run.stderr.is_empty() {
        text.push_str("--- stderr\n");
        text.push_str(&run.stderr);
    }
    format!("{text}--- status {}\n", run.status)
}
