//! A model that needs nothing from outside, and where each part of it comes from.

use crate::edit;
use crate::names::Names;
use crate::own;
use abstraction_tables::entry::Kind;
use extractor::abstraction::Trust;
use extractor::abstraction::audit::{Hole, HoleKind};
use extractor::emit::Row;
use extractor::extract::Unknown;
use promela::ast::{OriginId, Stmt, StmtKind};
use promela::build;
use promela::document::Document;
use promela::finding::Findings;
use promela::source::{FileId, Span};
use std::collections::BTreeSet;

/// A closed model.
#[derive(Debug)]
pub struct Closed {
    pub closing: Closing,
    /// The tree of the model, with the texts that are part of it.
    pub document: Document,
    /// Where statements come from, by the origins of their notes.
    pub places: Vec<StatementOrigin>,
    /// What is wrong with Promela that somebody wrote: then there is nothing to check.
    pub problems: Findings,
    /// The statements of each process.
    pub processes: Vec<Process>,
    /// What the model leaves out: errors may be missed because of it.
    pub restrictions: Vec<Restriction>,
    /// Statements that stand in the way of a pass: what they do is not in the model.
    pub obstacles: Vec<Restriction>,
    /// What may go wrong in the program and is not looked for in the model.
    pub holes: Vec<Hole>,
    /// Why no run of the model need be one of the program.
    pub doubts: Vec<Restriction>,
    /// Functions that are one step in C and several in the model: an error may be between these, a pass holds.
    pub apart: Vec<Restriction>,
    /// Variables that hold the number of the process that owns them: mutexes and spin locks.
    pub locks: BTreeSet<String>,
    /// Variables that hold the set of processes that wait, a bit for each: condition variables.
    pub conditions: BTreeSet<String>,
    /// What C calls the variables and the processes.
    pub names: Names,
    /// The functions of processes, and the calls that were followed.
    pub frames: Vec<Frame>,
}

/// What closes a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// The program itself: `main` and its threads.
    Program,
    /// A harness: processes, and what stands for the world around them.
    Harness,
}

/// Where a statement comes from.
#[derive(Clone, Debug)]
pub struct StatementOrigin {
    pub span: Span,
    /// It does more than the C statement; why.
    pub generalised: Option<String>,
    /// The call it is part of.
    pub frame: FrameId,
    /// It starts a thread: an assertion that fails in it says that the model numbers no more of them.
    pub starts_thread: bool,
}

/// A call that was followed, in [`Closed::frames`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameId(pub u32);

/// The function of a process, or one that it calls.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The C function.
    pub function: String,
    /// Who calls it, and where; `None` for the function of the process.
    pub caller: Option<(FrameId, Span)>,
}

/// A function that runs as a process.
pub struct Process {
    pub function: String,
    /// The name of its proctype.
    pub name: String,
    /// The numbers of the processes; `None` if they start as threads.
    pub pids: Option<Vec<u32>>,
    pub rows: Vec<Row>,
    pub unknown: Vec<Unknown>,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.function)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    pub what: String,
    pub span: Option<Span>,
    /// `table:line` of the entry behind it.
    pub entry: Option<String>,
    /// Why it is right, in the words of the entry's comment.
    pub reason: Option<String>,
}

impl Closed {
    /// The text of the model.
    pub fn text(&self) -> String {
        self.document.print(FileId::default()).text
    }

    /// The origin of a statement.
    pub fn place(&self, origin: OriginId) -> Option<&StatementOrigin> {
        self.places.get(origin.0 as usize)
    }

    /// The model with another tree: what a property needs in addition.
    pub fn with(&self, edit: impl FnOnce(&mut Document)) -> Closed {
        let mut document = self.document.clone();
        edit(&mut document);
        Closed {
            closing: self.closing,
            document,
            places: self.places.clone(),
            problems: Findings::default(),
            processes: Vec::new(),
            restrictions: Vec::new(),
            obstacles: Vec::new(),
            holes: Vec::new(),
            doubts: Vec::new(),
            apart: Vec::new(),
            locks: self.locks.clone(),
            conditions: self.conditions.clone(),
            names: self.names.clone(),
            frames: self.frames.clone(),
        }
    }

    /// The same model without the runs that take a step of more than C allows: what is found in it is real. A run that
    /// comes to such a step goes no further, and `ax_cut` tells so: neither a deadlock nor an endless run comes of it.
    pub fn real_runs(&self) -> Closed {
        let set = |name: &str| build::assign(build::var(name), build::word("true"));
        let cut = match self.closing {
            Closing::Program => StmtKind::DStep(build::sequence(vec![set(own::CUT), set(own::EXITED)])),
            Closing::Harness => {
                StmtKind::Block(build::sequence(vec![set(own::CUT), build::condition(build::word("false"))]))
            }
        };
        let new = |origin: OriginId, _: &[Stmt]| {
            let generalised = self.place(origin).is_some_and(|place| place.generalised.is_some());
            generalised.then(|| Stmt::made(cut.clone()))
        };
        let mut closed = self.with(|document| {
            document.processes_mut().for_each(|process| edit::replace(&mut process.body, &new));
            document.parts.insert(0, edit::text(&format!("bool {};\n", own::CUT)));
            if self.closing == Closing::Harness {
                let cutter = format!("active proctype {}()\n{{\nend:\tdo :: {} od\n}}\n", own::CUTTER, own::CUT);
                document.parts.push(edit::text(&cutter));
            }
        });
        closed.places.iter_mut().for_each(|p| p.generalised = None);
        closed
    }

    /// Whether a place belongs to a process that stands for the world.
    pub fn is_environment(&self, place: &StatementOrigin) -> bool {
        self.frames.get(place.frame.0 as usize).is_some_and(|frame| frame.function.is_empty())
    }

    /// The name in the model of a variable of the program, or of a local of a proctype.
    pub fn model_name(&self, proctype: Option<&str>, name: &str) -> String {
        self.names.in_model(proctype, name).unwrap_or_else(|| name.to_string())
    }
}

/// Something that the entry of a person's table vouches for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trusted {
    pub what: Restriction,
    /// It is a step of the runs that it matters to; otherwise it is missing there.
    pub in_run: bool,
}

/// Statements whose effect is not in the model, though it matters.
pub fn obstacles(holes: &[Hole]) -> Vec<Restriction> {
    let mut list: Vec<Restriction> = holes
        .iter()
        .filter(|hole| hole.kind == HoleKind::Effect)
        .map(|hole| Restriction { what: hole.what.clone(), span: Some(hole.span), entry: None, reason: None })
        .collect();
    list.dedup_by_key(|obstacle| obstacle.span);
    list
}

/// Statements that do more in the model than in C, each once.
pub fn generalised(processes: &[Process]) -> Vec<Restriction> {
    let rows = processes.iter().flat_map(|p| &p.rows).filter(|row| row.judgement.kind == Kind::Generalisation);
    let mut list: Vec<Restriction> = rows
        .map(|row| Restriction {
            what: match &row.judgement.reason {
                Some(reason) => format!("`{}`: {reason}", row.text),
                None => format!("`{}`", row.text),
            },
            span: Some(row.span),
            entry: row.judgement.origin.as_ref().map(|o| format!("{}:{}", o.table, o.line)),
            reason: None,
        })
        .collect();
    list.sort_by_key(|r| r.span.map(|s| (s.file, s.start)));
    // A condition has two rows.
    list.dedup_by_key(|r| r.span);
    list
}

/// What an error that was found takes from the tables of a person.
pub fn trusted(processes: &[Process]) -> Vec<Trusted> {
    let rows = processes.iter().flat_map(|p| &p.rows);
    let mut list: Vec<Trusted> = rows
        .filter_map(|row| {
            let trust = row.judgement.trust?;
            Some(Trusted { what: basis(row, trusted_in_words(trust)), in_run: trust == Trust::Text })
        })
        .collect();
    list.sort_by_key(|t| t.what.span.map(|s| (s.file, s.start)));
    list.dedup();
    list
}

fn trusted_in_words(trust: Trust) -> &'static str {
    match trust {
        Trust::Text => "is what the table says",
        Trust::Absence => "is left out",
        Trust::Data => "is left out, and taken to leave alone what its arguments lead to",
    }
}

/// A row of a table as what a verdict rests on.
fn basis(row: &Row, what: &str) -> Restriction {
    Restriction {
        what: match &row.judgement.reason {
            Some(reason) => format!("`{}`: {reason}", row.text),
            None => format!("`{}` {what}", row.text),
        },
        span: Some(row.span),
        entry: row.judgement.origin.as_ref().map(|o| format!("{}:{}", o.table, o.line)),
        reason: row.judgement.reason.clone().filter(|_| row.judgement.origin.is_some()),
    }
}

/// The restrictions among the rows of a process, and what its calls are taken to leave alone.
pub fn restrictions(rows: &[Row]) -> Vec<Restriction> {
    let mut list: Vec<Restriction> = rows
        .iter()
        .filter_map(|row| match row.judgement.trust {
            _ if row.judgement.kind == Kind::Restriction => Some(basis(row, "is left out")),
            Some(Trust::Data) => Some(Restriction {
                what: format!("`{}` {}", row.text, trusted_in_words(Trust::Data)),
                ..basis(row, "")
            }),
            Some(Trust::Text | Trust::Absence) | None => None,
        })
        .collect();
    list.sort_by(|a, b| a.what.cmp(&b.what));
    list.dedup_by(|a, b| a.what == b.what);
    list
}
