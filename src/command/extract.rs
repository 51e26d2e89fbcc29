//! `ax -a FUNCTION FILE.c`, `ax extract`: from C functions to models and tables.

use super::source::{self, Read};
use crate::args::{Extract, Format, Granularity};
use crate::report::extraction::{self, Outcome};
use abstraction_tables::Found;
use abstraction_tables::entry::Statement;
use abstraction_tables::tables::Tables;
use abstraction_tables::update::{Share, has_sections, update_shared};
use abstraction_tables::write::{self, Before, Change};
use extractor::abstraction::Form;
use extractor::emit::Row;
use extractor::extract;
use extractor::program::FunctionId;
use promela::finding::Findings;
use promela::source::Sources;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub fn run(args: &Extract) -> u8 {
    match work(args, true) {
        Ok(outcomes) => {
            crate::report::style::out(&match args.format {
                Format::Text if prints(args) => outcomes.iter().map(|o| o.text.as_str()).collect(),
                Format::Text => extraction::text(&outcomes),
                Format::Json => extraction::json(&outcomes),
            });
            super::HOLDS
        }
        Err(status) => status,
    }
}

/// `-o -`
fn prints(args: &Extract) -> bool {
    args.output.as_os_str() == "-"
}

/// Extracts what is asked for; writes models if they are wanted, and tables.
pub fn work(args: &Extract, models: bool) -> Result<Vec<Outcome>, u8> {
    let mut read =
        source::read(&args.sources.files, &args.sources.cpp, args.abstraction.granularity).ok_or(super::BAD_INPUT)?;
    let wanted = wanted(args, &mut read)?;
    read.tell();
    let made = together(args, &mut read, &wanted)?;
    if prints(args) {
        return Ok(made.into_iter().map(|m| m.outcome(false)).collect());
    }
    if !args.output.as_os_str().is_empty()
        && let Err(e) = std::fs::create_dir_all(&args.output)
    {
        eprintln!("ax: cannot make the folder {}: {e}", args.output.display());
        return Err(super::BAD_INPUT);
    }
    // All or nothing: nothing is written before everything is ready.
    let texts: Vec<String> = made.iter().map(|m| m.extraction.model.text()).collect();
    let mut changes = Vec::new();
    for (m, text) in made.iter().zip(&texts) {
        if models {
            changes.push(Change { path: &m.model_path, before: Before::Any, text });
        }
        if !args.keep_tables && m.tells_table && m.update.text != m.old_table {
            let before = if m.is_new_table { Before::Absent } else { Before::Text(&m.old_table) };
            changes.push(Change { path: &m.table_path, before, text: &m.update.text });
        }
    }
    save(&changes)?;
    Ok(made.into_iter().map(|m| m.outcome(models)).collect())
}

/// One function, extracted and not yet written.
struct Made {
    name: String,
    model_path: PathBuf,
    table_path: PathBuf,
    old_table: String,
    is_new_table: bool,
    extraction: extract::Extraction,
    update: abstraction_tables::Update,
    /// Its table was not told with another function.
    tells_table: bool,
    places: Vec<String>,
    restrictions: Vec<String>,
}

fn wanted(args: &Extract, read: &mut Read) -> Result<Vec<(FunctionId, Form)>, u8> {
    let mut list = Vec::new();
    for (names, form) in [(&args.active, Form::Active), (&args.passive, Form::Passive), (&args.inline, Form::Inline)] {
        for name in names {
            list.push((read.function(name).ok_or(super::BAD_INPUT)?, form));
        }
    }
    if args.all {
        let own: Vec<FunctionId> = read.defined().into_iter().filter(|f| !list.iter().any(|(l, _)| l == f)).collect();
        list.extend(own.into_iter().map(|f| (f, Form::Active)));
    }
    if list.is_empty() {
        eprintln!("ax: no function is named: name one with -a, -p or -i, or take --all");
        return Err(super::BAD_INPUT);
    }
    Ok(list)
}

/// A function, where its files are, and its table as it is now.
struct Job {
    function: FunctionId,
    form: Form,
    name: String,
    model_path: PathBuf,
    table_path: PathBuf,
    old_table: String,
    is_new_table: bool,
    tables: Tables,
}

fn job(args: &Extract, read: &mut Read, function: FunctionId, form: Form) -> Result<Job, u8> {
    let name = read.prepared.program.function(function).name.clone();
    let folder = if prints(args) { Path::new("") } else { args.output.as_path() };
    let model_path = folder.join(format!("{name}.spn"));
    let table_path =
        args.table.clone().unwrap_or_else(|| args.tables.as_deref().unwrap_or(folder).join(format!("{name}.lut")));
    let (old_table, is_new_table) = old_table(&table_path)?;
    let tables = read.tables(&table_path, &old_table, &args.abstraction).ok_or(super::BAD_INPUT)?;
    Ok(Job { function, form, name, model_path, table_path, old_table, is_new_table, tables })
}

/// Extracts functions that run together, and brings their tables up to date.
fn together(args: &Extract, read: &mut Read, wanted: &[(FunctionId, Form)]) -> Result<Vec<Made>, u8> {
    let mut jobs = Vec::new();
    for (function, form) in wanted {
        jobs.push(job(args, read, *function, *form)?);
    }
    let mut extractions = extract_jobs(args, read, &jobs);
    let texts: Vec<String> = jobs.iter().map(|job| job.old_table.clone()).collect();
    let mut updates = updated(&jobs, &extractions, read, &texts);
    if updates.iter().any(|update| !update.revived.is_empty()) {
        // Entries that are back count at once.
        let texts: Vec<String> = updates.iter().map(|update| update.text.clone()).collect();
        for (job, text) in jobs.iter_mut().zip(&texts) {
            job.tables = read.tables(&job.table_path, text, &args.abstraction).ok_or(super::BAD_INPUT)?;
        }
        extractions = extract_jobs(args, read, &jobs);
        for (update, more) in updates.iter_mut().zip(updated(&jobs, &extractions, read, &texts)) {
            update.text = more.text;
            update.added.extend(more.added);
        }
    }
    let mut overlaps = Findings::default();
    for (job, extraction) in jobs.iter().zip(&extractions) {
        for found in all_found(extraction, read, job) {
            job.tables.overlaps(&found.statement, &mut overlaps);
        }
    }
    read.findings.list.extend(overlaps.list);
    for extraction in &extractions {
        read.findings.list.extend(extraction.model.problems.list.iter().cloned());
    }
    let refused = read.findings.has_errors();
    read.tell();
    if refused {
        return Err(super::BAD_INPUT);
    }
    let firsts: Vec<bool> = (0..jobs.len()).map(|i| first_of_table(&jobs, i) == i).collect();
    let made = jobs.into_iter().zip(extractions).zip(updates).zip(firsts);
    let made = made.map(|(((job, extraction), update), tells_table)| Made {
        tells_table,
        restrictions: restrictions(extraction.bounded, args),
        places: extraction.rows.iter().map(|r| read.sources.place(r.span).to_string()).collect(),
        name: job.name,
        model_path: job.model_path,
        table_path: job.table_path,
        old_table: job.old_table,
        is_new_table: job.is_new_table,
        extraction,
        update,
    });
    Ok(made.collect())
}

fn extract_jobs(args: &Extract, read: &Read, jobs: &[Job]) -> Vec<extract::Extraction> {
    let options = |job: &Job| source::options(job.form, &args.abstraction);
    let roots: Vec<extract::Root> = jobs
        .iter()
        .map(|job| extract::Root { function: job.function, tables: &job.tables, prelude: "", options: options(job) })
        .collect();
    match args.all {
        // A stock of models, helpers among them, not a system.
        true => roots.iter().flat_map(|r| extract::extract_together(&read.prepared, &read.sources, &[*r])).collect(),
        false => extract::extract_together(&read.prepared, &read.sources, &roots),
    }
}

/// The first of the functions that have a table.
fn first_of_table(jobs: &[Job], of: usize) -> usize {
    jobs.iter().position(|job| job.table_path == jobs[of].table_path).unwrap_or(of)
}

/// The tables brought up to date, with `texts` before. Functions that share one have one update: the first tells what
/// it took.
fn updated(
    jobs: &[Job],
    extractions: &[extract::Extraction],
    read: &Read,
    texts: &[String],
) -> Vec<abstraction_tables::Update> {
    let found: Vec<Vec<Found>> =
        jobs.iter().zip(extractions).map(|(job, extraction)| all_found(extraction, read, job)).collect();
    let mut updates: Vec<abstraction_tables::Update> = Vec::new();
    for (index, job) in jobs.iter().enumerate() {
        let first = first_of_table(jobs, index);
        if first < index {
            let text = updates[first].text.clone();
            updates.push(abstraction_tables::Update { text, ..Default::default() });
            continue;
        }
        let sharing = (index..jobs.len()).filter(|other| first_of_table(jobs, *other) == index);
        let shares: Vec<Share> =
            sharing.map(|other| Share { function: &jobs[other].name, found: &found[other] }).collect();
        updates.push(update_table(&job.table_path, &texts[index], &shares));
    }
    updates
}

/// A table that is not named after the one function it is for has a section for each.
pub fn update_table(path: &Path, text: &str, shares: &[Share<'_>]) -> abstraction_tables::Update {
    match shares {
        [only] if path.file_stem().is_some_and(|stem| stem == only.function) && !has_sections(text) => {
            abstraction_tables::update(text, only.found)
        }
        _ => update_shared(text, shares),
    }
}

/// The rows of an extraction as the table's update wants them.
fn all_found(extraction: &extract::Extraction, read: &Read, job: &Job) -> Vec<Found> {
    extraction.rows.iter().map(|row| found(row, &read.sources, &job.table_path)).collect()
}

/// What holds for a model as a whole.
fn restrictions(bounded: bool, args: &Extract) -> Vec<String> {
    let mut list = Vec::new();
    if args.abstraction.granularity == Granularity::Statement {
        list.push(
            "each statement is one step: what happens between its accesses to shared data is not in the model"
                .to_string(),
        );
    }
    if bounded {
        list.push(format!("recursion is followed {} levels deep (--recursion)", args.abstraction.recursion));
    }
    list
}

pub fn old_table(path: &Path) -> Result<(String, bool), u8> {
    match write::read(path) {
        Ok(text) => Ok((text, false)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok((String::new(), true)),
        Err(e) => {
            eprintln!("ax: cannot read {}: {e}", path.display());
            Err(super::BAD_INPUT)
        }
    }
}

/// One of them.
pub fn found(row: &Row, sources: &Sources, table: &Path) -> Found {
    let place = sources.place(row.span);
    let spelling = extract::spelling(sources, row.span)
        .map(|s| if row.text.starts_with('!') { format!("!({s})") } else { s })
        .filter(|s| {
            abstraction_tables::canon::canonical(row.class, s)
                != abstraction_tables::canon::canonical(row.class, &row.text)
        });
    let covered = row.judgement.origin.as_ref().is_some_and(|o| o.shipped || o.table != table.display().to_string());
    Found {
        statement: Statement {
            class: row.class,
            text: row.text.clone(),
            objects: row.objects.clone(),
            spelling,
            place: format!("{}:{}", place.file, place.line),
        },
        mapping: row.judgement.action.table_text(),
        kind: Some(row.judgement.kind),
        note: row.judgement.reason.clone(),
        covered,
    }
}

/// All of them, or none.
pub fn save(changes: &[Change<'_>]) -> Result<(), u8> {
    write::replace_all(changes).map_err(|failed| {
        let others = if changes.len() > 1 { ", and nothing else was written" } else { "" };
        let (path, error) = (failed.path.display(), failed.error);
        eprintln!("ax: cannot write {path}: {error}; what was there is unchanged{others}");
        super::BAD_INPUT
    })
}

impl Made {
    fn outcome(self, written: bool) -> Outcome {
        Outcome {
            function: self.name,
            model: self.model_path.display().to_string(),
            table: self.table_path.display().to_string(),
            is_new_table: self.is_new_table,
            written,
            text: self.extraction.model.text(),
            rows: self.extraction.rows,
            places: self.places,
            open: self.extraction.model.open,
            unknown: self.extraction.unknown,
            restrictions: self.restrictions,
            update: self.update,
            tells_table: self.tells_table,
        }
    }
}
