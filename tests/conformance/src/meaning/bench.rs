//! Extracting a program, closing the model, and checking it with `ax` and Spin.

use super::generator::{Kind, Leaf};
use super::judge::{Agreement, Difference, Sort, Verdict};
use super::subject::Subject;
use super::truth::{self, Truth};
use crate::command::{self, Outcome};
use crate::scratch::Scratch;
use crate::spin::{self, Claim, Compiler, Search};
use serde_json::Value;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder to work in, and the program to test.
pub struct Bench {
    scratch: Scratch,
    ax: PathBuf,
}

/// How a program is extracted and closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    pub kind: Kind,
    pub form: Form,
    /// `--granularity statement`
    pub by_statement: bool,
    /// Check the model with Spin as well.
    pub spin: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `ax -a f`; an observer waits until nothing moves any more.
    Active,
    /// `ax -p f`; `init` runs it and waits until it is alone.
    Passive,
}

const LIMIT: Duration = Duration::from_secs(20);

/// What `ax` said of an extraction.
struct Extraction {
    statements: u64,
    /// The first mapping that is not exact, and why.
    generalised: Option<String>,
    /// Data that the model does not hold: `x`, `s.m`.
    unknown: Vec<String>,
    model: String,
}

impl Extraction {
    /// Whether the model has the value of `s[2].m`.
    fn holds(&self, leaf: &str) -> bool {
        let plain: String = leaf.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect();
        let within = |data: &String| {
            plain.strip_prefix(data.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        !self.unknown.iter().any(within)
    }
}

impl Bench {
    pub fn new(ax: &Path) -> io::Result<Bench> {
        Ok(Bench { scratch: Scratch::new()?, ax: ax.to_owned() })
    }

    /// Compares what a program does with what its model does.
    pub fn judge(&self, subject: &Subject, mode: Mode) -> io::Result<Verdict> {
        let folder = self.scratch.path();
        let program = subject.program.render();
        std::fs::write(folder.join("program.c"), &program)?;
        let leaves = truth::declared(&program, &subject.leaves);
        let truth = match truth::find(folder, subject, &leaves)? {
            Ok(truth) => truth,
            Err(reason) => return Ok(Verdict::Dropped(reason)),
        };
        let extraction = match self.extract(subject, mode)? {
            Ok(extraction) => extraction,
            Err(difference) => return Ok(Verdict::Differs(difference)),
        };
        if mode.kind == Kind::Wild {
            return self.judge_wild(subject, mode, &extraction, &leaves, &truth);
        }
        if let Some(reason) = extraction.generalised {
            return Ok(Difference::verdict(Sort::Generalised, reason));
        }
        let (closing, values, missing) = close(&extraction.model, subject.entry, &leaves, &truth, mode.form);
        if let Some(leaf) = missing {
            return Ok(Difference::verdict(Sort::Missing, leaf));
        }
        std::fs::write(folder.join("closed.pml"), closing)?;
        let states = match self.check()? {
            Ok(states) => states,
            Err(difference) => return Ok(Verdict::Differs(difference)),
        };
        if mode.spin
            && let Some(difference) = self.ask_spin(states)?
        {
            return Ok(Verdict::Differs(difference));
        }
        let changed = truth.before.iter().zip(&truth.after).filter(|(before, after)| before != after).count();
        Ok(Verdict::Agrees(Agreement { values, changed: changed as u64, statements: extraction.statements, states }))
    }

    /// Whether the model can end with the values of the compiled program.
    fn judge_wild(
        &self,
        subject: &Subject,
        mode: Mode,
        extraction: &Extraction,
        leaves: &[&Leaf],
        truth: &Truth,
    ) -> io::Result<Verdict> {
        let mut text = opening(subject.entry, mode.form);
        let held: Vec<(&&Leaf, &i32)> = leaves
            .iter()
            .zip(&truth.after)
            .filter(|(leaf, _)| extraction.model.contains(&format!("#define AX_{}\n", leaf.model_variable())))
            .filter(|(leaf, _)| extraction.holds(&leaf.c))
            .collect();
        if held.is_empty() {
            return Ok(Verdict::Dropped("the model has no variable to compare".to_string()));
        }
        let equal: Vec<String> =
            held.iter().map(|(leaf, value)| format!("{} == {}", leaf.model, number(**value))).collect();
        let _ = writeln!(text, "\tassert(!({}))\n}}", equal.join(" && "));
        std::fs::write(self.scratch.path().join("closed.pml"), text)?;
        let arguments =
            ["check", "closed.pml", "--search", "dfs", "--no-end-states", "--format", "json", "--time", "8s"];
        let outcome = self.run_ax(&arguments)?;
        let Some(json) = serde_json::from_str::<Value>(&outcome.stdout).ok() else {
            return Ok(Verdict::Differs(failed(&outcome, Sort::Refused)));
        };
        let error = &json["errors"][0];
        let agreement = |states| {
            let changed =
                truth.before.iter().zip(&truth.after).filter(|(before, after)| before != after).count() as u64;
            Agreement { values: held.len() as u64, changed, statements: extraction.statements, states }
        };
        match json["verdict"].as_str() {
            Some("fail") if error["kind"] == "assertion" => {
                Ok(Verdict::Agrees(agreement(json["stored"].as_u64().unwrap_or(0))))
            }
            // On a way that the program does not go.
            Some("fail") => Ok(Verdict::Dropped("the generalised model has another error first".to_string())),
            Some("pass") => Ok(Difference::verdict(Sort::Lost, "the model cannot end as the program does".to_string())),
            _ => Ok(Verdict::Dropped("too many states".to_string())),
        }
    }

    fn run_ax(&self, arguments: &[&str]) -> io::Result<Outcome> {
        let arguments: Vec<String> = arguments.iter().map(|argument| argument.to_string()).collect();
        command::run(&self.ax, &arguments, self.scratch.path(), LIMIT)
    }

    fn extract(&self, subject: &Subject, mode: Mode) -> io::Result<Result<Extraction, Difference>> {
        // A table of an earlier program would say what becomes of this one.
        for old in ["spn", "lut"] {
            let path = self.scratch.path().join(format!("{}.{old}", subject.entry));
            if path.exists() {
                std::fs::remove_file(path)?;
            }
        }
        let form = if mode.form == Form::Active { "-a" } else { "-p" };
        let granularity = if mode.by_statement { "statement" } else { "access" };
        let mut arguments = vec![
            form,
            subject.entry,
            "program.c",
            "--granularity",
            granularity,
            "--follow",
            "100000",
            "--format",
            "json",
        ];
        if let Some(folder) = subject.include {
            arguments.extend(["-I", folder]);
        }
        let outcome = self.run_ax(&arguments)?;
        let Some(json) = outcome.success().then(|| serde_json::from_str::<Value>(&outcome.stdout).ok()).flatten()
        else {
            return Ok(Err(failed(&outcome, Sort::Extraction)));
        };
        let mappings = json["functions"][0]["mappings"].as_array().cloned().unwrap_or_default();
        let text = |mapping: &Value, name: &str| mapping[name].as_str().unwrap_or_default().to_string();
        let generalised = mappings.iter().find(|mapping| text(mapping, "kind") == "generalisation").map(|mapping| {
            format!("{} ({}: {})", text(mapping, "reason"), text(mapping, "class"), text(mapping, "statement"))
        });
        let unknown = json["functions"][0]["unknown"].as_array().cloned().unwrap_or_default();
        let unknown = unknown.iter().map(|one| text(one, "data")).collect();
        let model = std::fs::read_to_string(self.scratch.path().join(format!("{}.spn", subject.entry)))?;
        Ok(Ok(Extraction { statements: mappings.len() as u64, generalised, unknown, model }))
    }

    /// Checks the closed model; the number of its states.
    fn check(&self) -> io::Result<Result<u64, Difference>> {
        let arguments =
            ["check", "closed.pml", "--por", "off", "--optimize", "off", "--format", "json", "--time", "15s"];
        let outcome = self.run_ax(&arguments)?;
        let Some(json) = serde_json::from_str::<Value>(&outcome.stdout).ok() else {
            return Ok(Err(failed(&outcome, Sort::Refused)));
        };
        let verdict = json["verdict"].as_str().unwrap_or_default();
        if verdict != "pass" {
            let error = &json["errors"][0];
            let message = error["message"].as_str().unwrap_or("no message");
            let sort = if verdict == "fail" { Sort::Value } else { Sort::TimeLimit };
            return Ok(Err(Difference { sort, detail: message.to_string() }));
        }
        let observer = |name: &str| name == "observe" || name.contains("init");
        let unreached = json["unreached"].as_array().cloned().unwrap_or_default();
        if let Some(place) = unreached.iter().find(|place| observer(place["proctype"].as_str().unwrap_or_default())) {
            let statement = place["statement"].as_str().unwrap_or_default();
            return Ok(Err(Difference { sort: Sort::Endless, detail: format!("never comes to {statement}") }));
        }
        if json["matched"].as_u64() != Some(0) {
            return Ok(Err(Difference { sort: Sort::Choice, detail: "two ways lead to one state".to_string() }));
        }
        Ok(Ok(json["stored"].as_u64().unwrap_or(0)))
    }

    fn ask_spin(&self, states: u64) -> io::Result<Option<Difference>> {
        let folder = self.scratch.path();
        let found = |detail: String| Ok(Some(Difference { sort: Sort::Spin, detail }));
        if let Err(failure) = spin::generate(folder, "closed.pml")? {
            return found(format!("{failure:?}"));
        }
        if let Err(failure) = spin::compile(folder, Compiler::Tcc, Claim::None, &["-DVECTORSZ=16384"])? {
            return found(format!("{failure:?}"));
        }
        let search = Search { depth: 2_000_000, limit: LIMIT, ..Search::default() };
        match spin::verify(folder, &search)? {
            Err(failure) => found(format!("{failure:?}")),
            Ok(report) => match report.first_error {
                Some(error) => found(error),
                None if report.counts.stored != states => {
                    found(format!("{} states, ax has {states}", report.counts.stored))
                }
                None => Ok(None),
            },
        }
    }
}

fn failed(outcome: &Outcome, sort: Sort) -> Difference {
    let line = outcome.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message").to_string();
    match outcome.code() {
        Some(2) => Difference { sort, detail: line },
        None if outcome.status.is_none() => Difference { sort: Sort::TimeLimit, detail: format!("{sort}") },
        _ => Difference { sort: Sort::Crashed, detail: line },
    }
}

/// The model, and a process that waits for its end.
fn opening(entry: &str, form: Form) -> String {
    let observer = match form {
        Form::Active => "active proctype observe() {\n\ttimeout;\n".to_string(),
        Form::Passive => format!("init {{\n\trun {entry}();\n\t(_nr_pr == 1);\n"),
    };
    format!("#include \"{entry}.spn\"\n{observer}")
}

/// The closed model, the number of values in it, and the first leaf with a new value that the model does not have.
fn close(model: &str, entry: &str, leaves: &[&Leaf], truth: &Truth, form: Form) -> (String, u64, Option<String>) {
    let mut text = opening(entry, form);
    let (mut count, mut missing) = (0, None);
    for ((leaf, before), after) in leaves.iter().zip(&truth.before).zip(&truth.after) {
        if model.contains(&format!("#define AX_{}\n", leaf.model_variable())) {
            let _ = writeln!(text, "\tassert({} == {});", leaf.model, number(*after));
            count += 1;
        } else if before != after {
            missing.get_or_insert_with(|| leaf.c.clone());
        }
    }
    text.push_str("\tskip\n}\n");
    (text, count, missing)
}

fn number(value: i32) -> String {
    match value {
        i32::MIN => "(-2147483647-1)".to_string(),
        value => value.to_string(),
    }
}

/// Whether a text has a word.
pub fn word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(start, _)| !text[..start].ends_with(part) && !text[start + word.len()..].starts_with(part))
}
