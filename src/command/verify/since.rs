//! `--since REV`: what changed in statements, tables and verdicts since a commit.
//!
//! The commit is unpacked to a folder of its own and checked there with the same options; the cache makes that cheap.
//! What is not under version control is not there: a harness that needs such files cannot be checked in the old
//! version, and the report says so.

use super::super::BAD_INPUT;
use super::load::Loaded;
use crate::report::answer::{Answer, Since, Statement, TableChange, VerdictChange};
use abstraction_tables::diff;
use abstraction_tables::entry::Kind;
use extractor::emit::Row;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One harness as it is, or as it was.
pub struct Snapshot {
    pub answer: Answer,
    statements: BTreeMap<(String, String), Statement>,
    /// By path, as the harness sees it.
    tables: BTreeMap<PathBuf, String>,
}

impl Snapshot {
    pub fn of(answer: Answer, loaded: &Loaded) -> Snapshot {
        let mut statements = BTreeMap::new();
        let own = |row: &&Row| !row.text.starts_with("__") && !row.text.starts_with("!__");
        for row in loaded.closed.processes.iter().flat_map(|p| &p.rows).filter(own) {
            let place = loaded.sources.place(row.span);
            let statement = Statement {
                file: place.file.to_string(),
                line: place.line,
                function: row.function.clone(),
                text: format!("{}: {}", row.class, row.text),
                mapping: row.judgement.action.table_text(),
                kind: row.judgement.kind.name().to_string(),
            };
            statements.insert((row.function.clone(), statement.text.clone()), statement);
        }
        let is_table = |f: &&PathBuf| f.extension().is_some_and(|e| e == "lut");
        let tables = loaded.files.iter().filter(is_table);
        let tables = tables.filter_map(|f| Some((f.clone(), std::fs::read_to_string(f).ok()?))).collect();
        Snapshot { answer, statements, tables }
    }
}

/// What is different now. `None` as the old one: the harness is new, or could not be checked.
pub fn compare(revision: &str, old: Option<&Snapshot>, new: &Snapshot) -> Since {
    let no_statements = BTreeMap::new();
    let no_tables = BTreeMap::new();
    let before = old.map_or(&no_statements, |o| &o.statements);
    let mut statements: Vec<Statement> =
        new.statements.iter().filter(|(key, _)| !before.contains_key(*key)).map(|(_, s)| s.clone()).collect();
    // What may make a verdict wrong comes first.
    let weight = |s: &Statement| s.kind == Kind::Exact.name() || s.kind == Kind::Irrelevant.name();
    statements.sort_by_key(|s| (weight(s), s.file.clone(), s.line));
    let gone = before.iter().filter(|(key, _)| !new.statements.contains_key(*key)).map(|(_, s)| s.clone()).collect();
    let mut tables = Vec::new();
    let old_tables = old.map_or(&no_tables, |o| &o.tables);
    for (path, text) in &new.tables {
        let was = old_tables.get(path).map_or("", String::as_str);
        for change in diff::diff(was, text).changes {
            let side = |s: &diff::Side| format!("{}  {}", s.left, s.mapping);
            tables.push(TableChange {
                table: path.display().to_string(),
                effect: change.effect.heading().to_string(),
                before: change.before.as_ref().map(side),
                after: change.after.as_ref().map(side),
            });
        }
    }
    let was = |name: &str| old.and_then(|o| o.answer.properties.iter().find(|p| p.name == name)).map(|p| p.verdict);
    let verdicts = new.answer.properties.iter().filter(|p| was(&p.name) != Some(p.verdict)).map(|p| VerdictChange {
        property: p.name.clone(),
        before: was(&p.name),
        after: p.verdict,
    });
    Since {
        revision: revision.to_string(),
        known: old.is_some(),
        statements,
        gone,
        tables,
        verdicts: verdicts.collect(),
    }
}

/// A commit, unpacked; removed when it is dropped.
pub struct Unpacked {
    folder: PathBuf,
    /// The folder in it that is the one where ax was started.
    pub here: PathBuf,
    /// The name of the commit, short.
    pub revision: String,
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Unpacks a commit. An error was told then.
pub fn unpack(revision: &str) -> Result<Unpacked, u8> {
    let refuse = |what: String| {
        eprintln!("ax: --since {revision}: {what}");
        BAD_INPUT
    };
    let git = |arguments: &[&str]| -> Result<String, String> {
        let out = Command::new("git").args(arguments).output().map_err(|e| format!("cannot run git: {e}"))?;
        match out.status.success() {
            true => Ok(String::from_utf8_lossy(&out.stdout).trim_end().to_string()),
            false => Err(String::from_utf8_lossy(&out.stderr).trim().to_string()),
        }
    };
    let commit = format!("{revision}^{{commit}}");
    let name = git(&["rev-parse", "--short", "--verify", "--quiet", &commit])
        .map_err(|e| refuse(if e.is_empty() { "there is no such commit here".to_string() } else { e }))?;
    let prefix = git(&["rev-parse", "--show-prefix"]).map_err(refuse)?;
    let folder = std::env::temp_dir().join(format!("ax-since-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| refuse(format!("cannot make {}: {e}", folder.display())))?;
    let unpacked = Unpacked { here: folder.join(&prefix), revision: name.clone(), folder };
    let archive = unpacked.folder.join(".archive.tar");
    let top = git(&["rev-parse", "--show-toplevel"]).map_err(refuse)?;
    git(&["-C", &top, "archive", "--format=tar", "-o", &archive.display().to_string(), &name]).map_err(refuse)?;
    let out = Command::new("tar").arg("xf").arg(&archive).arg("-C").arg(&unpacked.folder).status();
    match out {
        Ok(status) if status.success() => Ok(unpacked),
        Ok(_) => Err(refuse("tar cannot unpack the commit".to_string())),
        Err(e) => Err(refuse(format!("cannot run tar: {e}"))),
    }
}

/// Runs work in another folder, and comes back.
pub fn inside<T>(folder: &Path, work: impl FnOnce() -> T) -> Option<T> {
    let here = std::env::current_dir().ok()?;
    std::env::set_current_dir(folder).ok()?;
    let done = work();
    std::env::set_current_dir(here).ok()?;
    Some(done)
}
