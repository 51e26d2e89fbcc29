//! `ax table update HARNESS`: the tables of harnesses, brought up to date with what the harnesses make of the sources.
//!
//! A table that several processes or harnesses name is updated once, with the statements of all of them: an entry is
//! gone only if none of them has its statement.

use super::super::extract::{found, old_table, save, update_table};
use super::load::{self, Loaded};
use super::target;
use crate::args::Verify;
use crate::report::extraction::Updated;
use abstraction_tables::update::Share;
use abstraction_tables::write::{Before, Change};
use abstraction_tables::{Found, Update};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// So often an entry that is back may bring other statements.
const ROUNDS: usize = 3;

/// What the functions of a table have found, by name.
type Shares = Vec<(String, Vec<Found>)>;

/// The tables of harnesses, with the statements of all functions that have them.
pub fn statements(args: &Verify) -> Result<BTreeMap<PathBuf, Shares>, u8> {
    let mut functions = BTreeMap::new();
    for job in target::jobs(args)?.iter().filter(|job| !job.harness.process.is_empty() || job.harness.table.is_some()) {
        collect(&load::load(job, args)?, &mut functions);
    }
    Ok(functions)
}

/// Updates the tables that the harnesses use. Nothing is written before all is known.
pub fn update(args: &Verify) -> Result<Vec<Updated>, u8> {
    let mut done: BTreeMap<PathBuf, Updated> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let functions = statements(args)?;
        let mut updates = Vec::new();
        for (path, list) in &functions {
            let (text, is_new) = old_table(path)?;
            let shares: Vec<Share> = list.iter().map(|(function, found)| Share { function, found }).collect();
            updates.push((path, is_new, update_table(path, &text, &shares), text));
        }
        let again = updates.iter().any(|(_, _, update, _)| !update.revived.is_empty());
        let differs = updates.iter().filter(|(_, _, update, text)| update.text != *text);
        let changes: Vec<Change> = differs
            .map(|(path, is_new, update, text)| {
                let before = if *is_new { Before::Absent } else { Before::Text(text) };
                Change { path, before, text: &update.text }
            })
            .collect();
        save(&changes)?;
        for (path, is_new, update, _) in updates {
            take(&mut done, path, is_new, update);
        }
        if !again {
            break;
        }
    }
    Ok(done.into_values().collect())
}

/// The statements of a harness, by table and function.
fn collect(loaded: &Loaded, functions: &mut BTreeMap<PathBuf, Shares>) {
    for (process, table) in loaded.closed.processes.iter().zip(&loaded.tables) {
        let Some(table) = table else { continue };
        let rows = process.rows.iter().map(|row| found(row, &loaded.sources, table));
        let list = functions.entry(table.clone()).or_default();
        match list.iter_mut().find(|(function, _)| *function == process.function) {
            Some((_, found)) => found.extend(rows),
            None => list.push((process.function.clone(), rows.collect())),
        }
    }
}

fn take(done: &mut BTreeMap<PathBuf, Updated>, path: &Path, is_new: bool, update: Update) {
    match done.get_mut(path) {
        Some(known) => {
            known.update.added.extend(update.added);
            known.update.gone.extend(update.gone);
            known.update.revived.extend(update.revived);
        }
        None => {
            let table = path.display().to_string();
            done.insert(path.to_path_buf(), Updated { table, is_new, update });
        }
    }
}
