//! Runs the C preprocessor.
//!
//! `cc -E` by default, `$CC` if it is set, or the command the user names. `-dD` is added for the
//! first two: the macro definitions in the output tell [`super::align`] which names were macros.
//! What the preprocessor prints is taken as bytes; what it complains about becomes findings with the
//! place in the user's file ([`super::diagnostic`]).

use super::codes;
use super::decode;
use super::diagnostic;
use super::headers;
use super::{Options, Paths};
use promela::finding::{Finding, Findings, Severity};
use promela::source::Sources;
use std::cell::OnceCell;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What the compiler is called with, besides `-E` or `-fsyntax-only` and the file.
#[derive(Debug)]
pub struct Invocation {
    program: OsString,
    arguments: Vec<OsString>,
    /// The user named the command: nothing is added to it but the options and the file.
    explicit: bool,
    paths: Paths,
    /// Headers that come with ax, written out because the source includes one that is not there.
    headers: OnceCell<headers::Folder>,
}

/// Words of other verifiers that are no C: `__CPROVER_thread_local int x`.
const WORDS: [&str; 2] = ["-D__CPROVER_thread_local=__thread", "-D__CPROVER_bool=_Bool"];

impl Invocation {
    /// From the options and, if a compilation database was given, the flags it has for the file.
    pub fn new(paths: &Paths, options: &Options, flags: Vec<String>) -> Invocation {
        let explicit = options.preprocessor.is_some();
        let command = options.preprocessor.clone().or_else(|| std::env::var("CC").ok()).unwrap_or_default();
        let mut words = command.split_whitespace().map(OsString::from);
        let program = words.next().unwrap_or_else(|| "cc".into());
        let mut arguments: Vec<OsString> = words.collect();
        if !explicit {
            arguments.extend(WORDS.map(OsString::from));
        }
        if explicit && is_compiler(&program) && !arguments.iter().any(|a| a == "-E") {
            arguments.push("-E".into());
        }
        arguments.extend(flags.into_iter().map(OsString::from));
        for folder in &options.include {
            arguments.push("-I".into());
            arguments.push(std::path::absolute(folder).unwrap_or_else(|_| folder.clone()).into());
        }
        arguments.extend(options.define.iter().map(|d| OsString::from(format!("-D{d}"))));
        arguments.extend(options.undefine.iter().map(|u| OsString::from(format!("-U{u}"))));
        arguments.extend(options.flags.iter().map(OsString::from));
        Invocation { program, arguments, explicit, paths: paths.clone(), headers: OnceCell::new() }
    }

    /// The preprocessed text, or nothing after findings.
    pub fn preprocess(&self, sources: &mut Sources, findings: &mut Findings) -> Option<String> {
        let mut run = || self.run(findings);
        let mut output = run()?;
        let mut messages = decode::shown(&output.stderr);
        if !output.status.success()
            && !self.explicit
            && headers::is_missing(&messages)
            && let Ok(folder) = headers::Folder::new()
        {
            let _ = self.headers.set(folder);
            output = run()?;
            messages = decode::shown(&output.stderr);
        }
        if output.status.success() {
            return Some(decode::marked(&output.stdout));
        }
        diagnostic::report(&messages, &self.paths, sources, findings);
        if !findings.has_errors() {
            let detail = messages.lines().next().unwrap_or("no message").to_string();
            let message = format!("`{}` failed on `{}`: {detail}", self.shown(), self.paths.shown);
            findings.push(Finding::new(Severity::Error, codes::PREPROCESSOR_ERROR, None, message));
        }
        None
    }

    fn run(&self, findings: &mut Findings) -> Option<Output> {
        let mut command = self.command();
        if !self.explicit {
            command.args(["-E", "-dD"]);
        }
        match command.arg(&self.paths.compiled).output() {
            Ok(output) => Some(output),
            Err(error) => {
                findings.push(self.cannot_start(&error));
                None
            }
        }
    }

    /// The folder with headers that come with ax, if they were needed. It is gone when this value is.
    pub fn shipped(&self) -> Option<&Path> {
        self.headers.get().map(|f| f.path())
    }

    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The same number for the same text. Where the headers that come with ax lie does not count.
    pub fn fingerprint(&self, text: &str) -> u64 {
        match self.shipped() {
            Some(folder) => super::hashed(&text.replace(&*folder.to_string_lossy(), "")),
            None => super::hashed(text),
        }
    }

    /// The program that is called; `None` if it is not known what that does.
    pub fn program(&self) -> Option<PathBuf> {
        executable(Path::new(&self.program)).filter(|_| !self.explicit)
    }

    /// What the compiler tells of itself: the programs it calls, the folders it searches.
    pub fn describe(&self) -> Option<String> {
        let output = self.command().args(["-E", "-v", "-x", "c"]).arg(&self.paths.compiled).output().ok()?;
        output.status.success().then(|| decode::shown(&output.stderr))
    }

    /// What the compiler says about the syntax of the file: pushes its errors, if it has any.
    pub fn check_syntax(&self, sources: &mut Sources, findings: &mut Findings) -> bool {
        if self.explicit {
            return false;
        }
        let mut command = self.command();
        command.args(["-fsyntax-only", "-w", ONE_COLUMN]).arg(&self.paths.compiled);
        match command.output() {
            Ok(output) if !output.status.success() => {
                diagnostic::report(&decode::shown(&output.stderr), &self.paths, sources, findings)
            }
            _ => false,
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env("LC_ALL", "C").stdin(Stdio::null());
        if let Some(directory) = &self.paths.directory {
            command.current_dir(directory);
        }
        if let Some(folder) = self.shipped() {
            command.arg("-idirafter").arg(folder);
        }
        command
    }

    fn cannot_start(&self, error: &std::io::Error) -> Finding {
        let message = format!("the C preprocessor `{}` cannot be started: {error}", self.shown());
        Finding::new(Severity::Error, codes::NO_PREPROCESSOR, None, message)
            .help("install a C compiler, set CC, or name a preprocessor with --cpp COMMAND")
    }

    fn shown(&self) -> String {
        Path::new(&self.program).display().to_string()
    }
}

/// A tab counts as one column in messages, as it does here.
const ONE_COLUMN: &str = "-ftabstop=1";

/// Whether a command named by the user compiles unless it is told to preprocess.
fn is_compiler(program: &std::ffi::OsStr) -> bool {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    name.contains("cc") || name.contains("clang")
}

/// The program that a command means, if it is one of the processor's: what a script does, nobody knows.
fn executable(command: &Path) -> Option<PathBuf> {
    let found = match command.components().count() {
        1 => std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(command)).find(|p| p.is_file()),
        _ => Some(command.to_path_buf()),
    }?;
    let mut head = [0; 4];
    std::fs::File::open(&found).ok()?.read_exact(&mut head).ok()?;
    (head == *b"\x7fELF").then_some(found)
}
