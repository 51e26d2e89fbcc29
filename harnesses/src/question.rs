//! A property, made into what the checker searches for: a text of the model and a kind of search.

use crate::closed::{Closed, Closing};
use crate::edit::Edit;
use crate::formula::{self, Context, Formula};
use crate::harness::{self, Expect, Fair, Property, PropertyKind};
use crate::program::WATCH;
use promela::finding::{Finding, Findings, Severity};
use promela::source::{FileId, Sources, Span};

/// What is to be found out.
#[derive(Debug)]
pub struct Question {
    pub name: String,
    pub kind: PropertyKind,
    pub closed: Closed,
    pub claim: Claim,
    pub fair: Fair,
    /// States in which nothing can move are errors.
    pub end_states: bool,
    pub assertions: bool,
    pub expect: Option<Expect>,
}

/// What is checked besides the model itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    None,
    /// A formula over the model.
    Ltl(String),
    /// Infinite runs pass a progress label again and again.
    NonProgress,
}

/// Every thread ends, or the program does.
const PROGRAM_ENDS: &str = "<> (ax_exited || ax_running == 0)";

impl Question {
    /// What is checked if nobody says anything.
    pub fn safety(closed: &Closed) -> Question {
        plain("safety".to_string(), PropertyKind::Safety, closed, Vec::new())
    }

    /// The same without a search for deadlocks.
    pub fn safety_but_deadlock(closed: &Closed) -> Question {
        let question = plain("safety".to_string(), PropertyKind::Safety, closed, without_watch(closed));
        Question { end_states: false, ..question }
    }

    pub fn termination(closed: &Closed) -> Question {
        let name = "termination".to_string();
        match closed.closing {
            Closing::Program => {
                let mut question = plain(name, PropertyKind::Termination, closed, without_watch(closed));
                question.claim = Claim::Ltl(PROGRAM_ENDS.to_string());
                question.fair = Fair::Weak;
                question
            }
            Closing::Harness => {
                // A process that is done stays, so that one can see it.
                let ends = closed.processes.iter().map(|p| {
                    let brace = closed.text[p.range.clone()].trim_end().len() - 1 + p.range.start;
                    (brace..brace, ";\nend_ax_done:\n\tfalse\n".to_string())
                });
                let mut question = plain(name, PropertyKind::Termination, closed, ends.collect());
                let done: Vec<String> = closed
                    .processes
                    .iter()
                    .flat_map(|p| p.pids.iter().flatten().map(move |pid| format!("({}[{pid}]@end_ax_done)", p.name)))
                    .collect();
                question.claim = Claim::Ltl(format!("<> ({} == {})", done.join(" + "), done.len()));
                question.fair = Fair::Weak;
                question
            }
        }
    }

    /// A property of a harness; `None` after an error.
    pub fn of(property: &Property, file: FileId, context: &Context, findings: &mut Findings) -> Option<Question> {
        let closed = context.closed;
        let kind = match (&property.kind, &property.ltl) {
            (Some(kind), _) => *kind.get_ref(),
            (None, Some(_)) => PropertyKind::Ltl,
            (None, None) => PropertyKind::Safety,
        };
        let name = property.name.clone().unwrap_or_else(|| match (&property.ltl, kind) {
            (Some(formula), PropertyKind::Ltl) => formula.get_ref().split_whitespace().collect::<Vec<_>>().join(" "),
            _ => kind.name().to_string(),
        });
        let mut question = match kind {
            PropertyKind::Safety => Question::safety(closed),
            PropertyKind::Termination => Question::termination(closed),
            PropertyKind::Assertions => {
                let mut q = plain(name.clone(), kind, closed, without_watch(closed));
                q.end_states = false;
                q
            }
            PropertyKind::Deadlock => {
                let mut q = plain(name.clone(), kind, closed, aborts(closed));
                q.assertions = closed.closing == Closing::Program;
                q
            }
            PropertyKind::Ltl => {
                let Some(formula) = &property.ltl else {
                    findings.push(missing(property, file, "ltl", "ltl = \"[] (x >= 0)\""));
                    return None;
                };
                let at = inside(formula, file, context.sources);
                Question::ltl(name.clone(), formula.get_ref(), at, context, findings)?
            }
            PropertyKind::Progress => {
                let Some(at) = &property.at else {
                    findings.push(missing(property, file, "at", "at = \"called(put_data)\""));
                    return None;
                };
                let place = inside(at, file, context.sources);
                let formula = formula::read(at.get_ref(), place, "progress_ax_", context, findings)?;
                let mut q = plain(name.clone(), kind, closed, labels(&formula, closed));
                (q.claim, q.end_states, q.assertions) = (Claim::NonProgress, false, false);
                q
            }
        };
        question.name = name;
        question.fair = property.fair.unwrap_or(question.fair);
        question.expect = property.expect;
        Some(question)
    }

    /// A formula over C expressions.
    pub fn ltl(name: String, text: &str, at: Span, context: &Context, findings: &mut Findings) -> Option<Question> {
        let closed = context.closed;
        let formula = formula::read(text, at, "ax_at_", context, findings)?;
        well_formed(&formula, text, at, findings)?;
        let mut edits = labels(&formula, closed);
        edits.extend(without_watch(closed));
        let mut q = plain(name, PropertyKind::Ltl, closed, edits);
        (q.claim, q.end_states, q.assertions) = (Claim::Ltl(formula.text), false, false);
        Some(q)
    }

    /// The same question about the runs that the C program has for certain.
    pub fn real(&self) -> Question {
        let claim = match &self.claim {
            Claim::Ltl(formula) => Claim::Ltl(format!("(<> ax_cut) || ({formula})")),
            other => other.clone(),
        };
        Question { name: self.name.clone(), closed: self.closed.real_runs(), claim, expect: self.expect, ..*self }
    }

    /// The text that is checked.
    pub fn text(&self) -> String {
        match &self.claim {
            Claim::Ltl(formula) => format!("{}\nltl ax_property {{ {formula} }}\n", self.closed.text),
            _ => self.closed.text.clone(),
        }
    }

    /// It is about infinite runs.
    pub fn is_liveness(&self) -> bool {
        self.claim != Claim::None
    }
}

fn plain(name: String, kind: PropertyKind, closed: &Closed, edits: Vec<Edit>) -> Question {
    Question {
        name,
        kind,
        closed: closed.with(edits),
        claim: Claim::None,
        fair: Fair::None,
        end_states: closed.closing == Closing::Harness,
        assertions: true,
        expect: None,
    }
}

/// Takes out the process that tells a deadlock from the end of the program.
fn without_watch(closed: &Closed) -> Vec<Edit> {
    match closed.text.ends_with(WATCH) {
        true => vec![(closed.text.len() - WATCH.len()..closed.text.len(), String::new())],
        false => Vec::new(),
    }
}

/// An assertion that fails ends the program.
fn aborts(closed: &Closed) -> Vec<Edit> {
    if closed.closing == Closing::Harness {
        return Vec::new();
    }
    let asserts = closed.places.iter().filter_map(|place| {
        let text = &closed.text[place.range.clone()];
        let condition = text.strip_prefix("assert(")?.strip_suffix(')')?;
        Some((place.range.clone(), format!("if :: ({condition}) :: else -> ax_exited = true fi")))
    });
    asserts.collect()
}

/// The labels of a formula, and the array that says what each thread runs.
fn labels(formula: &Formula, closed: &Closed) -> Vec<Edit> {
    let mut edits: Vec<Edit> = formula.labels.iter().map(|(at, label)| (*at..*at, format!("{label}: "))).collect();
    if formula.kinds {
        edits.push((0..0, format!("byte ax_kind[{}];\n", extractor::emit::MOST_THREADS + 2)));
        for (index, process) in closed.processes.iter().enumerate().filter(|(_, p)| p.pids.is_none()) {
            if let Some(brace) = closed.text[process.range.clone()].find("\n{").map(|at| at + process.range.start + 2) {
                edits.push((brace..brace, format!("\tax_kind[_pid] = {};\n", index + 1)));
            }
        }
    }
    edits
}

/// Whether the formula is one; `None` after an error, told at its place in the harness.
fn well_formed(formula: &Formula, text: &str, at: Span, findings: &mut Findings) -> Option<()> {
    let (mut sources, mut found) = (Sources::new(), Findings::default());
    promela::parse_formula(&formula.text, &promela::Options::default(), &mut sources, &mut found);
    let Some(error) = found.list.iter().find(|f| f.severity == Severity::Error) else { return Some(()) };
    let span = Span { end: at.start + text.len() as u32, ..at };
    let mut finding = Finding::error("H031", span, format!("this is not a formula: {}", error.message));
    finding.help = error.help.clone();
    findings.push(finding);
    None
}

fn missing(property: &Property, file: FileId, key: &str, example: &str) -> Finding {
    let what = format!("this property needs the key `{key}`");
    match &property.kind {
        Some(kind) => Finding::error("H030", harness::span(kind, file), what),
        None => harness::error("H030", what),
    }
    .help(example)
}

/// Where the content of a string of the harness starts.
fn inside(text: &toml::Spanned<String>, file: FileId, sources: &Sources) -> Span {
    let span = harness::span(text, file);
    match sources.text(span).find(text.get_ref().as_str()) {
        Some(at) => Span { start: span.start + at as u32, ..span },
        None => span,
    }
}
