//! What is searched for a question: the whole model, or the slice of it that the property depends on.

use super::super::BAD_INPUT;
use crate::report::findings;
use checker::compile;
use checker::model::Model;
use harnesses::question::{Claim, Question};
use harnesses::slice::{left_out, numbers};
use promela::NoFiles;
use promela::ast::Program;
use promela::claim::ClaimChoice;
use promela::finding::{Findings, Severity};
use promela::source::{FileId, Sources};
use slicer::{Cycles, Decisions, Property};

/// The text that is checked is the first file.
pub const TEXT: FileId = FileId(0);

/// How much of a model is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    Whole,
    /// What the property depends on.
    Slice,
}

/// A program of the language of models, and what it was read from.
pub struct Subject {
    program: Program,
    sources: Sources,
    claim: ClaimChoice,
    pub extent: Extent,
    /// What a slice leaves out, in terms of C.
    pub left_out: Vec<String>,
    /// The numbers that processes of a slice have in the whole model.
    pub numbers: Vec<u32>,
}

impl Subject {
    /// The model of a question, as much of it as is wanted. A slice of which nothing went is the whole.
    pub fn of(question: &Question, extent: Extent) -> Result<Subject, u8> {
        let mut subject = Subject::whole(question)?;
        if extent == Extent::Slice {
            subject.slice(question);
        }
        Ok(subject)
    }

    fn whole(question: &Question) -> Result<Subject, u8> {
        let mut sources = Sources::new();
        let mut list = Findings::default();
        let options = promela::Options { defines: Vec::new(), include_dirs: Vec::new() };
        let program = promela::parse("model.pml", question.text(), &options, &NoFiles, &mut sources, &mut list);
        if list.has_errors() {
            return Err(wrong(list, &sources));
        }
        let claim = match question.claim {
            Claim::None => ClaimChoice::None,
            Claim::Ltl(_) => ClaimChoice::First,
            Claim::NonProgress => ClaimChoice::NonProgress,
        };
        Ok(Subject { program, sources, claim, extent: Extent::Whole, left_out: Vec::new(), numbers: Vec::new() })
    }

    /// Leaves out what the property does not depend on.
    fn slice(&mut self, question: &Question) {
        // Only a model that means something is sliced.
        if self.compiled().is_err() {
            return;
        }
        let property = Property {
            assertions: question.assertions,
            end_states: question.end_states,
            claim: self.claim.clone(),
            cycles: match question.claim {
                Claim::None => Cycles::None,
                Claim::Ltl(_) => Cycles::Acceptance,
                Claim::NonProgress => Cycles::Progress,
            },
            decisions: Decisions::Complements,
        };
        let cut = slicer::cut(&self.program, &property);
        if cut.is_whole() && cut.ranges.is_empty() {
            return;
        }
        let (left_out, numbers) = (left_out(&question.closed, &cut), numbers(&self.program, &cut.program));
        let whole = std::mem::replace(&mut self.program, cut.program);
        match self.compiled() {
            Ok(_) => (self.extent, self.left_out, self.numbers) = (Extent::Slice, left_out, numbers),
            Err(_) => self.program = whole,
        }
    }

    /// The compiled model. An error was told then.
    pub fn model(&self) -> Result<Model, u8> {
        self.compiled().map_err(|list| wrong(list, &self.sources))
    }

    fn compiled(&self) -> Result<Model, Findings> {
        let mut list = Findings::default();
        let options = compile::Options { claim: self.claim.clone(), automaton: Default::default() };
        compile::compile(&self.program, &options, &self.sources, &mut list).ok_or(list)
    }
}

fn wrong(mut list: Findings, sources: &Sources) -> u8 {
    list.list.retain(|f| f.severity == Severity::Error);
    findings::print(&list, sources);
    eprintln!("ax: the model cannot be checked: its text, which `--model FILE` writes, is not right");
    eprintln!("    the Promela of a table or of the harness may be wrong; if there is none, this is a defect of ax");
    BAD_INPUT
}
