//! A property, made into what the checker searches for: a tree of the model and a kind of search.

use crate::closed::{Closed, Closing};
use crate::edit;
use crate::formula::{self, Context, Formula};
use crate::harness::{self, Expect, Fair, Property, PropertyKind};
use crate::own;
use promela::ast::{BinaryOp, Expr, OriginId, Stmt, StmtKind, UnaryOp, Unit};
use promela::build;
use promela::document::{Document, Part};
use promela::finding::{Finding, Findings};
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
#[derive(Clone, PartialEq, Debug)]
pub enum Claim {
    None,
    /// A formula over the model.
    Ltl(Expr),
    /// Infinite runs pass a progress label again and again.
    NonProgress,
}

/// Every thread ends, or the program does.
fn program_ends() -> Expr {
    let ended = build::load(build::var(own::EXITED));
    let none = build::binary(BinaryOp::Eq, build::load(build::var(own::RUNNING)), build::number(0));
    eventually(build::binary(BinaryOp::Or, ended, none))
}

fn eventually(e: Expr) -> Expr {
    build::unary(UnaryOp::Eventually, e)
}

impl Question {
    /// What is checked if nobody says anything.
    pub fn safety(closed: &Closed) -> Question {
        plain("safety".to_string(), PropertyKind::Safety, closed, |_| {})
    }

    /// The same without a search for deadlocks.
    pub fn safety_but_deadlock(closed: &Closed) -> Question {
        let question = plain("safety".to_string(), PropertyKind::Safety, closed, without_watch);
        Question { end_states: false, ..question }
    }

    pub fn termination(closed: &Closed) -> Question {
        let name = "termination".to_string();
        match closed.closing {
            Closing::Program => {
                let mut question = plain(name, PropertyKind::Termination, closed, without_watch);
                question.claim = Claim::Ltl(program_ends());
                question.fair = Fair::Weak;
                question
            }
            Closing::Harness => {
                // A process that is done stays, so that one can see it.
                let stay = |document: &mut Document| {
                    for process in document.processes_mut() {
                        let mut done = build::condition(build::word("false"));
                        done.labels.push(build::ident(own::DONE));
                        process.body.steps.push(done);
                    }
                };
                let mut question = plain(name, PropertyKind::Termination, closed, stay);
                let pids = |p: &'_ crate::closed::Process| p.pids.clone().unwrap_or_default();
                let done: Vec<Expr> = closed
                    .processes
                    .iter()
                    .flat_map(|p| pids(p).into_iter().map(|pid| formula::at(&p.name, Some(pid), own::DONE)))
                    .collect();
                let count = build::number(done.len() as i32);
                let sum = formula::sum(done);
                question.claim = Claim::Ltl(eventually(build::binary(BinaryOp::Eq, sum, count)));
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
                let mut q = plain(name.clone(), kind, closed, without_watch);
                q.end_states = false;
                q
            }
            PropertyKind::Deadlock => {
                let mut q = plain(name.clone(), kind, closed, |document| aborts(closed, document));
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
                let formula = formula::read(at.get_ref(), place, own::PROGRESS, context, findings)?;
                let mut q = plain(name.clone(), kind, closed, |document| labels(&formula, closed, document));
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
        let formula = formula::read(text, at, own::AT, context, findings)?;
        let mut q = plain(name, PropertyKind::Ltl, closed, |document| {
            labels(&formula, closed, document);
            without_watch(document);
        });
        (q.claim, q.end_states, q.assertions) = (Claim::Ltl(formula.tree), false, false);
        Some(q)
    }

    /// The same question about the runs that the C program has for certain.
    pub fn real(&self) -> Question {
        let claim = match &self.claim {
            Claim::Ltl(formula) => {
                let cut = eventually(build::load(build::var(own::CUT)));
                Claim::Ltl(build::binary(BinaryOp::Or, cut, formula.clone()))
            }
            other => other.clone(),
        };
        Question { name: self.name.clone(), closed: self.closed.real_runs(), claim, expect: self.expect, ..*self }
    }

    /// It is about infinite runs.
    pub fn is_liveness(&self) -> bool {
        self.claim != Claim::None
    }
}

fn plain(name: String, kind: PropertyKind, closed: &Closed, edit: impl FnOnce(&mut Document)) -> Question {
    Question {
        name,
        kind,
        closed: closed.with(edit),
        claim: Claim::None,
        fair: Fair::None,
        end_states: closed.closing == Closing::Harness,
        assertions: true,
        expect: None,
    }
}

/// Takes out the process that tells a deadlock from the end of the program.
fn without_watch(document: &mut Document) {
    let watches = |unit: &Unit| matches!(unit, Unit::Proctype(p) if p.name.name == own::WATCHER);
    document.parts.retain(|part| !matches!(part, Part::Text { units, .. } if units.iter().any(watches)));
}

/// An assertion that fails ends the program.
fn aborts(closed: &Closed, document: &mut Document) {
    if closed.closing == Closing::Harness {
        return;
    }
    let new = |_: OriginId, group: &[Stmt]| {
        let [Stmt { kind: StmtKind::Assert(condition), .. }] = group else { return None };
        let holds = build::sequence(vec![build::condition(condition.clone())]);
        let ends = build::assign(build::var(own::EXITED), build::word("true"));
        let fails = build::sequence(vec![Stmt::made(StmtKind::Else), ends]);
        let mut choice = Stmt::made(StmtKind::If(vec![holds, fails]));
        choice.note.set().one_line = true;
        Some(choice)
    };
    document.processes_mut().for_each(|process| edit::replace(&mut process.body, &new));
}

/// The labels of a formula, and the array that says what each thread runs.
fn labels(formula: &Formula, closed: &Closed, document: &mut Document) {
    for (index, process) in closed.processes.iter().enumerate() {
        let Some(proctype) = document.process_mut(&process.name) else { continue };
        if let Some(labels) = formula.labels.get(&index) {
            edit::label(&mut proctype.body, labels);
        }
        if formula.kinds && process.pids.is_none() {
            let mut kind = build::var(own::KIND);
            kind.parts[0].index = Some(Box::new(build::load(build::var("_pid"))));
            proctype.body.steps.insert(0, build::assign(kind, build::number(index as i32 + 1)));
        }
    }
    if formula.kinds {
        let count = extractor::emit::MOST_THREADS + 2;
        document.parts.insert(0, edit::text(&format!("byte {}[{count}];\n", own::KIND)));
    }
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
