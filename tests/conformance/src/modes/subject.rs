//! What is searched in different ways: a random model or one of Spin's, and what is asked of it.

use crate::ax::{Ax, Fairness, Property, Report, Request};
use crate::generator;
use crate::generator::random::derive;
use crate::generator::tree::Node;
use crate::live;
use crate::reference::{Mode, Row};
use crate::scratch::Scratch;
use crate::sharing;
use crate::spin::Claim;
use std::io;
use std::path::{Path, PathBuf};

pub struct Subject {
    pub name: String,
    pub text: String,
    /// The tree of the text, if it has one: it can be made smaller in better ways.
    pub program: Option<Node>,
    pub request: Request,
    pub model: PathBuf,
    /// For the trail, and for a model that is in no other folder.
    pub scratch: Scratch,
}

/// Where random models come from, in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Any program, for bad states.
    Program,
    /// Formulas and labels, for infinite runs.
    Live,
    /// Like the dining philosophers, for either.
    Sharing,
}

impl Sort {
    pub fn of(index: u64) -> Sort {
        match index % 3 {
            0 => Sort::Program,
            1 => Sort::Live,
            _ => Sort::Sharing,
        }
    }
}

/// How often to draw for a program that is worth comparing, and what makes it so.
const DRAWS: u64 = 4;
const FEW_STATES: u64 = 60;
/// Larger ones say no more and take longer.
const MANY_STATES: u64 = 50_000;

impl Subject {
    /// The random model of a seed. `full` searches a model: of a few programs the first one is taken that is large
    /// enough and not too large, or else the largest.
    pub fn random(
        seed: u64,
        sort: Sort,
        full: impl Fn(&Subject) -> io::Result<Result<Report, String>>,
    ) -> io::Result<(Subject, Result<Report, String>)> {
        let mut best: Option<(Subject, Result<Report, String>)> = None;
        let draws = if sort == Sort::Program { DRAWS } else { 1 };
        for number in 0..draws {
            let subject = Subject::drawn(if number == 0 { seed } else { derive(seed, number) }, sort)?;
            let report = full(&subject)?.and_then(|report| match report.counts.stored {
                0..=MANY_STATES => Ok(report),
                _ => Err("too large".to_string()),
            });
            let states = |report: &Result<Report, String>| report.as_ref().map_or(0, |report| report.counts.stored);
            let found = states(&report);
            if best.as_ref().is_none_or(|(_, best)| states(best) <= found) {
                best = Some((subject, report));
            }
            // Some small ones are kept, because small is not wrong.
            if found >= FEW_STATES || (found > 0 && seed.is_multiple_of(5)) {
                break;
            }
        }
        best.ok_or_else(|| io::Error::other("no model drawn"))
    }

    fn drawn(seed: u64, sort: Sort) -> io::Result<Subject> {
        let (text, program, request) = match sort {
            Sort::Program => {
                let program = generator::generate(seed).program;
                (program.render(), Some(program), Request::all(Claim::First))
            }
            Sort::Live => {
                let subject = live::subject(seed);
                (subject.text, None, Request::live(subject.property, Fairness::None))
            }
            Sort::Sharing => {
                let (text, request) = sharing::model(seed);
                (text, None, request)
            }
        };
        let scratch = Scratch::new()?;
        let model = scratch.path().join("model.pml");
        std::fs::write(&model, &text)?;
        let name = format!("{} seed {seed}", format!("{sort:?}").to_lowercase());
        Ok(Subject { name, text, program, request, model, scratch })
    }

    /// What a row of the reference table asks of a model below `root`.
    pub fn of_row(root: &Path, row: &Row) -> io::Result<Subject> {
        let request = Request { name: row.claim.clone(), ..request(row.mode) };
        let model = root.join(&row.model);
        let asks = match (request.property, request.claim) {
            (Property::Safety, Claim::First) => "bad states",
            (Property::Safety, Claim::None) => "bad states, no claim",
            (Property::Acceptance, _) => "acceptance",
            (Property::Progress, _) => "progress",
        };
        let fair = if request.fairness == Fairness::Weak { ", fair" } else { "" };
        let claim = row.claim.as_ref().map_or(String::new(), |claim| format!(" of {claim}"));
        let name = format!("{}: {asks}{claim}{fair}", row.model);
        let text = String::from_utf8_lossy(&std::fs::read(&model)?).into_owned();
        Ok(Subject { name, text, program: None, request, model, scratch: Scratch::new()? })
    }

    /// The same question about another text.
    pub fn with_text(&self, text: &str) -> io::Result<Subject> {
        let scratch = Scratch::new()?;
        let model = scratch.path().join("model.pml");
        std::fs::write(&model, text)?;
        let (name, request) = (self.name.clone(), self.request.clone());
        Ok(Subject { name, text: text.to_string(), program: None, request, model, scratch })
    }

    pub fn is_live(&self) -> bool {
        self.request.property != Property::Safety
    }

    /// Whether what is counted may depend on the order of the search. Where the system stands still and its claim goes
    /// on, it is whoever comes first that decides whose turn is remembered with a state; in Spin, too.
    pub fn depends_on_order(&self) -> bool {
        let begins = |line: &str| line.trim_start().starts_with("never") || line.trim_start().starts_with("ltl");
        self.request.claim == Claim::First && self.text.lines().any(begins)
    }

    /// What is asked, of all errors or of the first one.
    pub fn question(&self, all_errors: bool) -> Vec<String> {
        Ax::question(&self.model, &Request { all_errors, ..self.request.clone() })
    }

    pub fn folder(&self) -> &Path {
        self.model.parent().unwrap_or(self.scratch.path())
    }
}

fn request(mode: Mode) -> Request {
    match mode {
        Mode::NoClaim => Request::all(Claim::None),
        Mode::Acceptance | Mode::ReducedAcceptance => Request::live(Property::Acceptance, Fairness::None),
        Mode::FairAcceptance => Request::live(Property::Acceptance, Fairness::Weak),
        Mode::Progress | Mode::ReducedProgress => Request::live(Property::Progress, Fairness::None),
        Mode::FairProgress => Request::live(Property::Progress, Fairness::Weak),
        Mode::All | Mode::First | Mode::Merged | Mode::Default | Mode::DefaultFirst => Request::all(Claim::First),
    }
}

/// What tells the questions of two modes apart.
pub fn asked(mode: Mode) -> String {
    Ax::question(Path::new(""), &request(mode)).join(" ")
}
