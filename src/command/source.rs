//! From C sources on the command line to a program ready for extraction, findings told on the way.

use crate::args::{self, Granularity, Preprocessor};
use crate::report::findings;
use abstraction_tables::{Shipped, Tables};
use clap::CommandFactory;
use extractor::abstraction::{Form, Options, Role};
use extractor::extract::{self, Prepared};
use extractor::flow::condition;
use extractor::program::{ExprKind, FunctionId};
use promela::DiskLoader;
use promela::finding::{Finding, Findings, Severity};
use promela::source::{Sources, Span};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// C sources, read.
pub struct Read {
    pub sources: Sources,
    pub findings: Findings,
    pub prepared: Prepared,
    /// The files that the preprocessor read.
    pub dependencies: Vec<PathBuf>,
    /// Of what the preprocessor printed: the same texts have the same number.
    pub fingerprint: u64,
}

/// C sources, parsed.
pub struct Parsed {
    pub sources: Sources,
    pub findings: Findings,
    pub units: Vec<extractor::c::Unit>,
    /// The files that the preprocessor read.
    pub dependencies: Vec<PathBuf>,
    /// Of what the preprocessor printed: the same texts have the same number.
    pub fingerprint: u64,
}

/// Reads C sources as one program. `None` after an error; that was told then.
pub fn read(files: &[PathBuf], cpp: &Preprocessor, granularity: Granularity) -> Option<Read> {
    let Parsed { sources, findings: mut list, units, dependencies, fingerprint } = parse(files, cpp)?;
    let program = extractor::program::build(&units.iter().collect::<Vec<_>>(), &mut list);
    drop(units);
    if list.has_errors() {
        findings::print(&list, &sources);
        return None;
    }
    let prepared = extract::prepare(program, granularity == Granularity::Access);
    Some(Read { sources, findings: list, prepared, dependencies, fingerprint })
}

/// Tells of a file that cannot be meant: one of C++, or a subcommand with a slip of the pen.
pub fn refuse(file: &Path) -> bool {
    let shown = file.display().to_string();
    if file
        .extension()
        .is_some_and(|e| ["cc", "cpp", "cxx", "c++", "C", "hpp", "hh", "hxx"].iter().any(|own| e == *own))
    {
        eprintln!("ax: {shown}: C++ is not supported");
        return true;
    }
    if file.exists() || shown.contains(['.', '/']) {
        return false;
    }
    let commands = args::Cli::command();
    let names = nearest(&shown, commands.get_subcommands().map(clap::Command::get_name));
    if let Some(name) = names.first() {
        eprintln!("ax: there is no file and no command `{shown}`: did you mean {name}?");
    }
    !names.is_empty()
}

/// Preprocesses and parses C sources. `None` after an error; that was told then.
pub fn parse(files: &[PathBuf], cpp: &Preprocessor) -> Option<Parsed> {
    let mut sources = Sources::new();
    let mut list = Findings::default();
    if files.is_empty() {
        eprintln!("ax: no C source is given: name one, as in `ax -a FUNCTION FILE.c`");
        return None;
    }
    if files.iter().any(|file| refuse(file)) {
        return None;
    }
    let options = preprocessing(cpp);
    let mut units: Vec<_> =
        files.iter().filter_map(|f| extractor::c::read(f, &options, &mut sources, &mut list)).collect();
    if list.has_errors() || units.len() != files.len() {
        findings::print(&list, &sources);
        return None;
    }
    let dependencies = units.iter_mut().flat_map(|unit| std::mem::take(&mut unit.dependencies)).collect();
    let fingerprint = together(units.iter().map(|unit| unit.fingerprint));
    Some(Parsed { sources, findings: list, units, dependencies, fingerprint })
}

/// The fingerprint that the sources have now; `None` if one of them cannot be preprocessed.
pub fn fingerprint(files: &[PathBuf], cpp: &Preprocessor) -> Option<u64> {
    let options = preprocessing(cpp);
    let each: Option<Vec<u64>> = files.iter().map(|file| extractor::c::fingerprint(file, &options)).collect();
    Some(together(each?.into_iter()))
}

fn together(fingerprints: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    fingerprints.for_each(|fingerprint| fingerprint.hash(&mut hasher));
    hasher.finish()
}

/// How sources are preprocessed.
pub fn preprocessing(cpp: &Preprocessor) -> extractor::c::Options {
    extractor::c::Options {
        preprocessor: cpp.cpp.clone(),
        include: cpp.include.clone(),
        define: cpp.define.clone(),
        undefine: cpp.undefine.clone(),
        flags: Vec::new(),
        compile_commands: cpp.compile_commands.clone(),
    }
}

impl Read {
    /// Functions that are defined, visible outside, and called by nobody.
    pub fn roots(&self) -> Vec<FunctionId> {
        let program = &self.prepared.program;
        let mut called = BTreeSet::new();
        for flow in &self.prepared.flows {
            for step in &flow.steps {
                condition::step_expressions(&step.kind, &mut |e| {
                    if let ExprKind::Function(f) = &e.kind {
                        called.insert(*f);
                    }
                });
            }
        }
        let defined = self.defined().into_iter();
        defined.filter(|f| !called.contains(f) && !program.function(*f).internal).collect()
    }

    /// Tells what was found so far, and forgets it.
    pub fn tell(&mut self) {
        findings::print(&self.findings, &self.sources);
        self.findings = Findings::default();
    }

    /// The same without notes: for those who do not ask about the reading of their sources.
    pub fn tell_problems(&mut self) {
        self.findings.list.retain(|f| f.severity > Severity::Note);
        self.tell();
    }

    /// The one function of a name; `file:name` tells two of one name apart. `None` after an error; that was told then.
    pub fn function(&mut self, wanted: &str) -> Option<FunctionId> {
        self.function_at(wanted, None)
    }

    /// The same for a name that stands in a file of the user's.
    pub fn function_at(&mut self, wanted: &str, at: Option<Span>) -> Option<FunctionId> {
        let (file, name) = match wanted.rsplit_once(':') {
            Some((file, name)) => (Some(file), name),
            None => (None, wanted),
        };
        let program = &self.prepared.program;
        let fits = |id: &FunctionId| {
            let place = self.sources.place(program.function(*id).span);
            file.is_none_or(|f| Path::new(&*place.file).ends_with(f))
        };
        let defined = self.defined();
        let found: Vec<FunctionId> =
            defined.iter().copied().filter(|id| program.function(*id).name == name).filter(fits).collect();
        match found.as_slice() {
            [one] => return Some(*one),
            [] => {
                let declared = program.functions.iter().find(|f| f.name == name && f.body.is_none());
                let mut finding = match declared {
                    Some(f) if at.is_none() => Finding::error(
                        "X001",
                        f.span,
                        format!("function `{name}` is declared here, but the sources given do not define it"),
                    ),
                    _ => Finding::new(
                        Severity::Error,
                        "X001",
                        at,
                        format!("there is no function `{name}` in the sources given"),
                    ),
                };
                let near = nearest(name, defined.iter().map(|id| program.function(*id).name.as_str()));
                if !near.is_empty() {
                    finding = finding.help(format!("did you mean {}?", near.join(" or ")));
                }
                self.findings.push(finding);
            }
            several => {
                let mut finding = Finding::error(
                    "X002",
                    program.function(several[0]).span,
                    format!("two functions are called `{name}`: which one is meant?"),
                );
                for other in &several[1..] {
                    finding = finding.related(program.function(*other).span, "the other one");
                }
                let place = self.sources.place(program.function(several[0]).span);
                self.findings.push(finding.help(format!("say it with the file: `-a {}:{name}`", place.file)));
            }
        }
        self.tell();
        None
    }

    /// The functions that the sources define themselves, headers not counted, in order.
    pub fn defined(&self) -> Vec<FunctionId> {
        let program = &self.prepared.program;
        let ids = (0..program.functions.len() as u32).map(FunctionId);
        ids.filter(|id| program.function(*id).body.is_some()).collect()
    }

    /// The user's table and those that come with ax. `None` after an error; that was told then.
    pub fn tables(&mut self, path: &Path, text: &str, abstraction: &args::Abstraction) -> Option<Tables> {
        let shipped = if abstraction.no_shipped_tables { Shipped::OnlyIncluded } else { Shipped::All };
        let path = path.display().to_string();
        let tables = Tables::load(&path, text, shipped, &DiskLoader, &mut self.sources, &mut self.findings);
        if self.findings.has_errors() {
            self.tell();
            return None;
        }
        Some(tables)
    }
}

pub fn options(form: Form, abstraction: &args::Abstraction) -> Options {
    Options {
        form,
        role: Role::Open,
        recursion: abstraction.recursion,
        follow: abstraction.follow,
        array: abstraction.array,
        split: abstraction.granularity == Granularity::Access,
        most_general: false,
    }
}

/// Names that are close to a word, the closest first.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut scored: Vec<(f32, &str)> =
        names.map(|n| (similar::TextDiff::from_chars(word, n).ratio(), n)).filter(|(r, _)| *r > 0.6).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.into_iter().take(3).map(|(_, n)| format!("`{n}`")).collect()
}
