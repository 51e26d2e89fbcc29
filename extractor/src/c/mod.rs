//! The C front end: preprocessor, token normaliser, lang-c, positions.
//!
//! Read [`Unit`] first. What comes out is lang-c's syntax tree over the *parsed text* (preprocessed
//! and normalised), and a map from there to the user's files.

mod align;
mod brackets;
pub mod codes;
pub mod compile_commands;
mod decode;
mod depth;
mod diagnostic;
mod files;
mod flags;
mod guard;
mod headers;
mod normalise;
mod parse;
mod positions;
mod preprocess;
pub mod stream;
pub mod surroundings;
pub mod token;

pub use files::Paths;
pub use normalise::Names;
pub use parse::with_large_stack;
pub use positions::Positions;

use lang_c::ast::TranslationUnit;
use promela::finding::{Finding, Findings, Severity};
use promela::source::{FileId, Sources};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// One C source, preprocessed and parsed.
pub struct Unit {
    pub ast: TranslationUnit,
    /// The text that lang-c read; its spans are byte offsets into this.
    pub text: String,
    pub positions: Positions,
    /// Names that are spelled differently in the parsed text.
    pub names: Names,
    /// The source itself; what is declared in other files comes from headers.
    pub file: FileId,
    /// The files that the preprocessor read.
    pub dependencies: Vec<PathBuf>,
    /// Of what it printed: the same text has the same number.
    pub fingerprint: u64,
}

/// How a C source is preprocessed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `--cpp COMMAND`; otherwise `$CC -E` or `cc -E`.
    pub preprocessor: Option<String>,
    /// `-I DIR`
    pub include: Vec<PathBuf>,
    /// `-D NAME[=VALUE]`
    pub define: Vec<String>,
    /// `-U NAME`
    pub undefine: Vec<String>,
    /// Passed on as they are.
    pub flags: Vec<String>,
    /// A `compile_commands.json` (or the folder that has it) to take flags from.
    pub compile_commands: Option<PathBuf>,
}

/// Reads a C source: preprocesses, normalises and parses it. `None` after an error finding.
/// A file that ends in `.i` is taken as preprocessed.
pub fn read(path: &Path, options: &Options, sources: &mut Sources, findings: &mut Findings) -> Option<Unit> {
    let shown = path.display().to_string();
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot read `{shown}`: {error}");
            findings.push(Finding::new(Severity::Error, codes::NO_SOURCE, None, message));
            return None;
        }
    };
    if path.extension().is_some_and(|e| e == "i") {
        let text = decode::marked(&bytes);
        let fingerprint = hashed(&text);
        return read_preprocessed(&shown, text, sources, findings).map(|unit| Unit { fingerprint, ..unit });
    }
    let invocation = invocation(path, options, findings)?;
    let paths = invocation.paths();
    let file = files::add(&paths.shown, decode::shown(&bytes), sources);
    let text = invocation.preprocess(sources, findings)?;
    let mut read = dependencies(&text, paths);
    read.retain(|file| invocation.shipped().is_none_or(|folder| !file.starts_with(folder)));
    let name = paths.compiled.display().to_string();
    let fingerprint = invocation.fingerprint(&text);
    let input = Input { name: &name, file, paths: paths.clone(), compiler: Some(&invocation) };
    let unit = input.read(text, sources, findings)?;
    Some(Unit { dependencies: read, fingerprint, ..unit })
}

/// The [`Unit::fingerprint`] that a source has now; `None` if it cannot be preprocessed.
pub fn fingerprint(path: &Path, options: &Options) -> Option<u64> {
    if path.extension().is_some_and(|e| e == "i") {
        return Some(hashed(&decode::marked(&std::fs::read(path).ok()?)));
    }
    let mut findings = Findings::default();
    let invocation = invocation(path, options, &mut findings)?;
    let text = invocation.preprocess(&mut Sources::new(), &mut findings)?;
    Some(invocation.fingerprint(&text))
}

fn invocation(path: &Path, options: &Options, findings: &mut Findings) -> Option<preprocess::Invocation> {
    let (directory, flags) = compile_commands::flags(path, options.compile_commands.as_deref(), findings)?;
    // A name that begins so would be read as a flag, or as a file with arguments.
    let odd = path.as_os_str().as_encoded_bytes().first().is_some_and(|first| b"-@".contains(first));
    let compiled = match &directory {
        Some(_) => std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()),
        None if odd => Path::new(".").join(path),
        None => path.to_path_buf(),
    };
    let paths = Paths { shown: path.display().to_string(), compiled, directory };
    Some(preprocess::Invocation::new(&paths, options, flags))
}

fn hashed(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The files that line markers name: `# 1 "abp.h" 2`.
fn dependencies(text: &str, paths: &Paths) -> Vec<PathBuf> {
    let mut names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# ")?.split_once(" \"")?.1.split_once('"').map(|(name, _)| name))
        .filter(|name| !name.starts_with('<') && !name.ends_with("//"))
        .collect();
    names.sort_unstable();
    names.dedup();
    let folder = paths.directory.as_deref().unwrap_or(Path::new(""));
    names.into_iter().map(|name| folder.join(name.replace("\\\\", "\\"))).collect()
}

/// Reads text that is preprocessed already. Line markers in it lead to the user's files where these
/// can be read; otherwise places are in `text` itself, called as the markers say.
pub fn read_preprocessed(name: &str, text: String, sources: &mut Sources, findings: &mut Findings) -> Option<Unit> {
    let file = sources.add(name, text.clone());
    let input = Input { name, file, paths: Paths::default(), compiler: None };
    input.read(text, sources, findings)
}

/// Preprocessed text on its way to a [`Unit`].
struct Input<'a> {
    /// What tokens before the first line marker belong to.
    name: &'a str,
    file: FileId,
    paths: Paths,
    compiler: Option<&'a preprocess::Invocation>,
}

impl Input<'_> {
    fn read(&self, text: String, sources: &mut Sources, findings: &mut Findings) -> Option<Unit> {
        if text.len() > u32::MAX as usize / 16 {
            let message = format!("`{}` is too large: {} bytes after preprocessing", self.name, text.len());
            findings.push(Finding::new(Severity::Error, codes::TOO_LARGE, None, message));
            return None;
        }
        let source = token::Preprocessed::new(self.name, text);
        let mut files = files::Files::new(self.paths.clone());
        let text = self.compiler.is_none().then_some(self.file);
        if let Some(file) = text {
            align::name_lines(&source, file, sources);
        }
        let alignment = align::align(&source, &mut files, text, sources);
        if let Err(deep) = depth::check(&source) {
            let message = format!("the code is nested too deeply (more than {} levels)", deep.limit);
            findings.push(Finding::error(codes::TOO_DEEP, alignment.place(deep.token), message));
            return None;
        }
        let brackets = brackets::Brackets::new(&source);
        let normalised = match with_large_stack(|| normalise::normalise(&source, &brackets)) {
            Ok(normalised) => normalised,
            Err(reason) => {
                findings.push(self.broken(&reason));
                return None;
            }
        };
        for (token, message) in &normalised.unsupported {
            findings.push(Finding::error(codes::NOT_SUPPORTED, alignment.place(*token), message));
        }
        if !normalised.unsupported.is_empty() {
            return None;
        }
        let parsed = normalised.stream.finish(&source);
        let positions = Positions::new(&parsed, alignment);
        match parse::parse(&parsed.text) {
            Ok(ast) => {
                let read = guard::check(&ast, &positions, normalised.readings, findings);
                let (text, names) = (parsed.text, normalised.names);
                read.then_some(Unit {
                    ast,
                    text,
                    positions,
                    names,
                    file: self.file,
                    dependencies: Vec::new(),
                    fingerprint: 0,
                })
            }
            Err(parse::Failure::Broken(reason)) => {
                findings.push(self.broken(&reason));
                None
            }
            Err(parse::Failure::Syntax { offset, expected }) => {
                if self.compiler.is_some_and(|c| c.check_syntax(sources, findings)) {
                    return None;
                }
                let span = positions.span(offset, offset + 1);
                findings.push(syntax_error(&parsed.text, offset, &expected, span));
                None
            }
        }
    }

    fn broken(&self, reason: &str) -> Finding {
        let message = format!("the C parser failed on `{}`: {reason}", self.name);
        Finding::new(Severity::Error, codes::SYNTAX, None, message)
    }
}

fn syntax_error(text: &str, offset: usize, expected: &[&str], span: promela::source::Span) -> Finding {
    let rest = text.get(offset..).unwrap_or("").trim_start();
    let found = rest.split_whitespace().next().unwrap_or("the end of the file");
    let message = format!("syntax error at `{found}`");
    let tokens: Vec<String> = expected.iter().filter(|e| !e.starts_with('[')).map(|e| format!("`{e}`")).collect();
    let finding = Finding::error(codes::SYNTAX, span, message);
    match tokens.len() {
        0 | 7.. => finding,
        _ => finding.label(format!("expected {}", tokens.join(", "))),
    }
}
