//! From a harness to what is searched: sources read, tables applied, the model closed, properties made into questions.

use super::super::BAD_INPUT;
use super::super::source::{self, Read};
use super::checks::Checks;
use super::target::Job;
use crate::args::{self, CheckKind, Granularity, Preprocessor, Verify};
use crate::report::findings;
use abstraction_tables::tables::Tables;
use abstraction_tables::{status, write};
use extractor::abstraction::{Form, Options};
use extractor::extract::{self, Prepared};
use extractor::program::{FunctionId, Program};
use harnesses::closed::{Closed, Restriction};
use harnesses::formula::Context;
use harnesses::harness::{self, Arguments, PropertyKind};
use harnesses::open::{self, ProcessSpec, Runs, Surrounding, World};
use harnesses::question::Question;
use harnesses::symbols::Symbols;
use harnesses::{environment, program};
use promela::finding::{Finding, Findings, Severity};
use promela::source::{FileId, Sources, Span};
use std::path::PathBuf;
use toml::Spanned;

/// A harness, ready to be checked.
pub struct Loaded {
    pub sources: Sources,
    pub program: Program,
    pub closed: Closed,
    pub questions: Vec<Question>,
    /// All files that were read.
    pub files: Vec<PathBuf>,
    /// Of what the preprocessor printed.
    pub fingerprint: u64,
    /// Table entries that no person has read, and statements that a table does not know.
    pub unreviewed: Vec<String>,
    /// Functions outside of the sources may return anything, and that is no reason for doubt.
    pub most_general: bool,
    /// The table of each process of the model, if it may have one.
    pub tables: Vec<Option<PathBuf>>,
}

pub fn load(job: &Job, args: &Verify) -> Result<Loaded, u8> {
    let files = job.sources()?;
    let abstraction = abstraction(job, args);
    let preprocessor = preprocessor(job, args);
    let mut read = source::read(&files, &preprocessor, abstraction.granularity).ok_or(BAD_INPUT)?;
    let most_general = match args.environment {
        Some(world) => world == args::World::MostGeneral,
        None => job.harness.abstraction.environment == Some(harness::Outside::MostGeneral),
    };
    let file = job.add_to(&mut read.sources);
    let mut loader = Loader { file, files, job, abstraction, most_general, unreviewed: Vec::new() };
    loader.files.append(&mut read.dependencies);
    loader.files.extend(job.file.clone());
    loader.files.extend(preprocessor.compile_commands.as_deref().map(extractor::c::compile_commands::file));
    let (read, closed) = match job.harness.process.is_empty() {
        true => loader.program(read)?,
        false => loader.processes(read)?,
    };
    findings::print(&closed.problems, &read.sources);
    if closed.problems.has_errors() {
        return Err(super::search::not_right());
    }
    let Read { sources, prepared, fingerprint, .. } = read;
    let questions = loader.questions(args, &closed, &prepared, &sources)?;
    let Loader { mut files, mut unreviewed, .. } = loader;
    files.sort();
    files.dedup();
    unreviewed.dedup();
    let tables = closed.processes.iter().enumerate().map(|(index, _)| table_path(job, index)).collect();
    let program = prepared.program;
    Ok(Loaded { tables, sources, program, closed, questions, files, fingerprint, unreviewed, most_general })
}

/// The table of a process; of all functions of a program, which has one if the harness names it.
fn table_path(job: &Job, process: usize) -> Option<PathBuf> {
    let process = job.harness.process.get(process);
    let named = process.and_then(|p| p.table.as_ref()).or(job.harness.table.as_ref());
    let named = named.map(|table| table.get_ref().clone());
    named.or(process.map(|p| format!("{}.lut", p.function.get_ref()))).map(|table| job.folder.join(table))
}

struct Loader<'a> {
    job: &'a Job,
    /// The harness itself.
    file: FileId,
    files: Vec<PathBuf>,
    abstraction: args::Abstraction,
    /// Functions outside of the sources may do all they can, and that is no reason for doubt.
    most_general: bool,
    unreviewed: Vec<String>,
}

impl Loader<'_> {
    fn span<T>(&self, value: &Spanned<T>) -> Option<Span> {
        self.job.file.is_some().then(|| harness::span(value, self.file))
    }

    /// A function that the harness names.
    fn function(&self, read: &mut Read, wanted: &Spanned<String>) -> Result<FunctionId, u8> {
        read.function_at(wanted.get_ref(), self.span(wanted)).ok_or(BAD_INPUT)
    }

    /// A program that closes itself.
    fn program(&mut self, mut read: Read) -> Result<(Read, Closed), u8> {
        self.no_world(&mut read)?;
        let default = Spanned::new(0..0, "main".to_string());
        let has_main = read.defined().iter().any(|f| read.prepared.program.function(*f).name == "main");
        if self.most_general && self.job.harness.main.is_none() && !has_main {
            return self.open_program(read);
        }
        let main = match &self.job.harness.main {
            Some(main) => self.function(&mut read, main)?,
            None => read.function(default.get_ref()).ok_or(BAD_INPUT)?,
        };
        let tables = self.tables(&mut read, self.job.harness.table.as_ref(), None)?;
        read.tell_problems();
        let split = self.abstraction.granularity == Granularity::Access;
        read.prepared = extract::prepare_closed(read.prepared.program, split, main);
        let options = self.options();
        let closed = program::close(&mut read.prepared, &tables, &read.sources, main, options);
        Ok((read, closed))
    }

    /// A program that closes itself has no world around it: what a harness says of one would be lost.
    fn no_world(&self, read: &mut Read) -> Result<(), u8> {
        let harness = &self.job.harness;
        let place = |used: &Spanned<String>| Some(harness::span(used, self.file));
        let channel = harness.channels.iter().next().map(|(_, c)| ("[channels]", Some(harness::span(c, self.file))));
        let environment = harness
            .environment
            .first()
            .map(|e| ("[[environment]]", e.library.as_ref().or(e.promela.as_ref()).and_then(place)));
        let declarations = harness.declarations.as_ref().map(|d| ("declarations", place(d)));
        let promela = harness.promela.first().map(|p| ("promela", place(p)));
        let Some((key, span)) = channel.or(environment).or(declarations).or(promela) else { return Ok(()) };
        let what = format!("`{key}` needs a `[[process]]`: without one the program closes itself");
        let help = "say which function uses it:   [[process]] function = \"main\"";
        read.findings.push(Finding::new(Severity::Error, "H043", span, what).help(help));
        read.tell();
        Err(BAD_INPUT)
    }

    fn options(&self) -> Options {
        Options { most_general: self.most_general, ..source::options(Form::Active, &self.abstraction) }
    }

    /// A program without a beginning: the functions that nobody calls run side by side, once each, with any arguments.
    fn open_program(&mut self, mut read: Read) -> Result<(Read, Closed), u8> {
        let roots = read.roots();
        if roots.is_empty() {
            eprintln!("ax: {}: there is no `main`, and every function is called by another one", self.job.name);
            eprintln!("    name the functions that run: `[[process]]` in a harness, or `--main FUNCTION`");
            return Err(BAD_INPUT);
        }
        let tables = self.tables(&mut read, self.job.harness.table.as_ref(), None)?;
        read.tell_problems();
        let parts: Vec<ProcessSpec> = roots
            .iter()
            .map(|function| ProcessSpec { function: *function, tables: &tables, runs: Runs::Any(1) })
            .collect();
        let closed = open::close(&read.prepared, &read.sources, &parts, &World::default(), self.options());
        Ok((read, closed))
    }

    /// Functions that run as processes in a world that the harness describes.
    fn processes(&mut self, mut read: Read) -> Result<(Read, Closed), u8> {
        let mut chosen = Vec::new();
        for process in &self.job.harness.process {
            let function = self.function(&mut read, &process.function)?;
            let own = process.table.as_ref().or(self.job.harness.table.as_ref());
            let tables = self.tables(&mut read, own, Some(process.function.get_ref()))?;
            chosen.push((function, tables, self.runs(&mut read, process, function)?));
        }
        let parts: Vec<ProcessSpec> = chosen
            .iter_mut()
            .map(|(function, tables, runs)| ProcessSpec {
                function: *function,
                tables,
                runs: std::mem::replace(runs, Runs::Any(1)),
            })
            .collect();
        let world = self.world(&mut read)?;
        read.tell_problems();
        let options = self.options();
        let mut closed = open::close(&read.prepared, &read.sources, &parts, &world, options);
        closed.restrictions.extend(self.bounds());
        for (process, named) in closed.processes.iter().zip(&self.job.harness.process) {
            let table = named.table.as_ref().or(self.job.harness.table.as_ref());
            let table = table.map_or(format!("{}.lut", process.function), |t| t.get_ref().clone());
            if !self.job.folder.join(&table).is_file() {
                continue;
            }
            use abstraction_tables::entry::Kind;
            let open = process.rows.iter().filter(|row| {
                row.judgement.origin.is_none() && !matches!(row.judgement.kind, Kind::Exact | Kind::Irrelevant)
            });
            self.unreviewed.extend(open.map(|row| {
                let place = read.sources.place(row.span);
                format!("{}:{}: `{}` has no entry in {table}", place.file, place.line, row.text)
            }));
        }
        Ok((read, closed))
    }

    /// What the harness leaves out of the world.
    fn bounds(&self) -> Vec<Restriction> {
        let harness = &self.job.harness;
        let mut list = Vec::new();
        for wanted in &harness.environment {
            let span = wanted.library.as_ref().map(|w| harness::span(w, self.file));
            list.extend(environment::bounds(wanted).into_iter().map(|what| (what, span)));
        }
        for (name, channel) in harness.channels.iter().filter(|(_, c)| c.get_ref().size > 0) {
            let size = channel.get_ref().size;
            let what = format!("the channel `{name}` holds at most {size}: who sends more has to wait");
            list.push((what, Some(harness::span(channel, self.file))));
        }
        let reason = "the harness says so";
        let restriction = |(what, span)| Restriction { what, span, entry: None, reason: Some(reason.to_string()) };
        list.into_iter().map(restriction).collect()
    }

    fn runs(&self, read: &mut Read, process: &harness::Process, function: FunctionId) -> Result<Runs, u8> {
        let instances = process.instances.as_ref().map(|n| *n.get_ref());
        let Some(arguments) = &process.arguments else { return Ok(Runs::Any(instances.unwrap_or(1))) };
        let lists = match arguments.get_ref() {
            Arguments::Same(list) => vec![list.clone(); instances.unwrap_or(1) as usize],
            Arguments::Each(lists) => lists.clone(),
        };
        let count = read.prepared.program.function(function).parameters.len();
        let name = &read.prepared.program.function(function).name;
        let wrong = if instances.is_some_and(|n| n as usize != lists.len()) {
            Some(format!("there are {} lists of arguments for {} instances", lists.len(), instances.unwrap_or(0)))
        } else {
            lists
                .iter()
                .find(|l| l.len() != count)
                .map(|list| format!("`{name}` has {count} parameters, and {} arguments are given", list.len()))
        };
        match wrong {
            None => Ok(Runs::With(lists)),
            Some(what) => {
                read.findings.push(Finding::error("H040", harness::span(arguments, self.file), what));
                read.tell();
                Err(BAD_INPUT)
            }
        }
    }

    /// The table of a process, or of the program. One that is named must be there; one that is not may be.
    fn tables(
        &mut self,
        read: &mut Read,
        named: Option<&Spanned<String>>,
        function: Option<&str>,
    ) -> Result<Tables, u8> {
        let path = match (named, function) {
            (Some(named), _) => Some(self.job.folder.join(named.get_ref())),
            (None, Some(function)) => Some(self.job.folder.join(format!("{function}.lut"))),
            (None, None) => None,
        };
        let text = match &path {
            Some(path) if named.is_some() || path.is_file() => match write::read(path) {
                Ok(text) => text,
                Err(e) => {
                    let what = format!("cannot read the table {}: {e}", path.display());
                    match named.and_then(|n| self.span(n)) {
                        Some(span) => {
                            read.findings.push(Finding::error("H041", span, what));
                            read.tell();
                        }
                        None => eprintln!("ax: {what}"),
                    }
                    return Err(BAD_INPUT);
                }
            },
            _ => String::new(),
        };
        let path = path.unwrap_or_default();
        let shown = path.display().to_string();
        self.files.extend((!shown.is_empty()).then(|| path.clone()));
        self.unreviewed.extend(
            status::status(&text)
                .unreviewed
                .iter()
                .map(|u| format!("{shown}:{}: `{}` is {} until a person reads it", u.line, u.left, u.mapping)),
        );
        let tables = read.tables(&path, &text, &self.abstraction).ok_or(BAD_INPUT)?;
        self.files.extend(tables.tables().filter(|t| !t.shipped).map(|t| PathBuf::from(&t.name)));
        Ok(tables)
    }

    /// Channels, declarations and environment processes.
    fn world(&mut self, read: &mut Read) -> Result<World, u8> {
        let harness = &self.job.harness;
        let mut world = World::default();
        let mut declared = String::new();
        for (name, channel) in &harness.channels {
            let channel = channel.get_ref();
            declared.push_str(&format!("chan {name} = [{}] of {{ {} }};\n", channel.size, channel.of.join(", ")));
        }
        for named in &harness.promela {
            let path = self.job.folder.join(named.get_ref());
            match std::fs::read_to_string(&path) {
                Ok(text) => world.before.push_str(&text),
                Err(e) => {
                    let what = format!("cannot read {}: {e}", path.display());
                    read.findings.push(Finding::error("H042", harness::span(named, self.file), what));
                }
            }
            self.files.push(path);
        }
        if let Some(text) = &harness.declarations {
            world.before.push_str(text.get_ref());
            world.before.push('\n');
        }
        world.before.push_str(&declared);
        world.at = harness.declarations.as_ref().or(harness.promela.first()).map(|d| harness::span(d, self.file));
        let context = environment::Context { channels: &harness.channels, file: self.file };
        for wanted in &harness.environment {
            let Some(text) = environment::text(wanted, &context, &mut read.findings) else { continue };
            // Runs tell of it at the line of the harness that asks for it.
            let at = wanted.library.as_ref().or(wanted.promela.as_ref()).map(|w| harness::span(w, self.file));
            let place = read.sources.place(at.unwrap_or_default());
            let told = read.sources.add(&place.file, open::told(&text));
            let starts = std::iter::successors(Some(0), |at| {
                let file = &read.sources.file(told).text;
                file[*at..].find('\n').map(|next| at + next + 1)
            });
            for start in starts.collect::<Vec<usize>>().into_iter().skip(1) {
                read.sources.mark_line(told, start - 1, Some(&place.file), place.line);
            }
            world.environments.push(Surrounding { text, at, told });
        }
        match read.findings.has_errors() {
            true => {
                read.tell();
                Err(BAD_INPUT)
            }
            false => Ok(world),
        }
    }

    /// What is to be found out.
    fn questions(
        &self,
        args: &Verify,
        closed: &Closed,
        prepared: &Prepared,
        sources: &Sources,
    ) -> Result<Vec<Question>, u8> {
        let symbols = Symbols::of(closed);
        let context = Context { closed, symbols: &symbols, prepared, sources };
        let mut list = Findings::default();
        let mut questions: Vec<Question> = Vec::new();
        for property in &self.job.harness.property {
            questions.extend(Question::of(property, self.file, &context, &mut list));
        }
        if self.job.harness.property.is_empty() && args.ltl.is_empty() {
            questions.push(match Checks::of(args).has(CheckKind::Deadlock) {
                true => Question::safety(closed),
                false => Question::safety_but_deadlock(closed),
            });
        }
        if args.terminates && !self.job.has_kind(PropertyKind::Termination) {
            questions.push(Question::termination(closed));
        }
        for formula in &args.ltl {
            // A formula of the command line stands in no file.
            let mut own = Sources::new();
            let at = Span::new(own.add("--ltl", formula.clone()), 0, 0);
            let mut found = Findings::default();
            questions.extend(Question::ltl(formula.clone(), formula, at, &context, &mut found));
            if found.has_errors() {
                findings::print(&found, &own);
                return Err(BAD_INPUT);
            }
        }
        findings::print(&list, sources);
        if list.has_errors() { Err(BAD_INPUT) } else { Ok(questions) }
    }
}

/// How the sources are preprocessed: as the harness says, then as the command line says.
pub(super) fn preprocessor(job: &Job, args: &Verify) -> Preprocessor {
    let own = &job.harness.preprocessor;
    let mut cpp = args.cpp.clone();
    cpp.include.extend(own.include.iter().map(|folder| job.folder.join(folder)));
    cpp.define.splice(0..0, own.define.iter().cloned());
    cpp.undefine.extend(own.undefine.iter().cloned());
    cpp.cpp = cpp.cpp.or(own.command.as_ref().map(|command| command_of(job, command.get_ref())));
    cpp.compile_commands = cpp.compile_commands.or(own.compile_commands.as_ref().map(|f| job.folder.join(f)));
    cpp
}

/// A program that is named by a path lies in the folder of the harness, as all files that it names do.
fn command_of(job: &Job, command: &str) -> String {
    let program = command.split_whitespace().next().unwrap_or_default();
    match program.contains('/') && !job.folder.as_os_str().is_empty() {
        true => format!("{}{}", job.folder.join(program).display(), &command.trim_start()[program.len()..]),
        false => command.to_string(),
    }
}

pub(super) fn abstraction(job: &Job, args: &Verify) -> args::Abstraction {
    let own = &job.harness.abstraction;
    let given = args.abstraction.clone();
    args::Abstraction {
        recursion: own.recursion.unwrap_or(given.recursion),
        follow: own.follow.unwrap_or(given.follow),
        array: own.array.unwrap_or(given.array),
        granularity: match own.granularity {
            Some(harness::Granularity::Access) => Granularity::Access,
            Some(harness::Granularity::Statement) => Granularity::Statement,
            None => given.granularity,
        },
        no_shipped_tables: own.shipped_tables.map_or(given.no_shipped_tables, |shipped| !shipped),
    }
}
