//! Drives the real binary: one way to start it for all tests, and the models with errors.

#![allow(dead_code)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// No test waits longer for `ax` to end.
const LIMIT: Duration = Duration::from_secs(300);

/// What a run of `ax` gave.
pub struct Run {
    /// -1 if a signal ended it.
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

/// How `ax` is started: in the folder of the models with errors, without input and without a cache, unless told
/// otherwise.
pub struct Ax<'a> {
    pub folder: &'a Path,
    pub input: &'a str,
    /// The folder of the cache of answers.
    pub cache: &'a Path,
}

impl Default for Ax<'_> {
    fn default() -> Self {
        Ax { folder: folder(), input: "", cache: Path::new("off") }
    }
}

impl Ax<'_> {
    /// Starts `ax` with pipes to all three of its streams.
    pub fn start(&self, arguments: &[&str]) -> Child {
        // A copy, for tests that run for hours: `AX_BINARY`.
        let binary = std::env::var_os("AX_BINARY").unwrap_or_else(|| env!("CARGO_BIN_EXE_ax").into());
        Command::new(binary)
            .args(arguments)
            .current_dir(self.folder)
            .env("NO_COLOR", "1")
            .env("AX_CACHE", self.cache)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("ax can be started")
    }

    /// Runs `ax` to its end.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let mut child = self.start(arguments);
        // Both pipes are emptied while it runs, so that much output cannot stop it.
        let stdout = drain(child.stdout.take().expect("stdout is piped"));
        let stderr = drain(child.stderr.take().expect("stderr is piped"));
        let mut stdin = child.stdin.take().expect("stdin is piped");
        // A run that does not read its input is fine.
        let _ = stdin.write_all(self.input.as_bytes());
        drop(stdin);
        let started = Instant::now();
        let status = loop {
            match child.try_wait().expect("ax can be waited for") {
                Some(status) => break status,
                None if started.elapsed() > LIMIT => {
                    let _ = child.kill();
                    panic!("`ax {}` does not end", arguments.join(" "));
                }
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        Run {
            status: status.code().unwrap_or(-1),
            stdout: stdout.join().expect("stdout was read"),
            stderr: stderr.join().expect("stderr was read"),
        }
    }
}

fn drain(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Runs `ax` in the folder of the models with errors.
pub fn ax(arguments: &[&str]) -> Run {
    Ax::default().run(arguments)
}

pub fn ax_with_input(arguments: &[&str], input: &str) -> Run {
    Ax { input, ..Ax::default() }.run(arguments)
}

/// Runs `ax` in a folder.
pub fn ax_in(folder: &Path, arguments: &[&str]) -> Run {
    Ax { folder, ..Ax::default() }.run(arguments)
}

/// A file or folder of the project.
pub fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
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
