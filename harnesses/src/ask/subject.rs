//! What is searched for a question: the whole model, and the slice of it that the property depends on. Each is compiled
//! once.

use crate::own;
use crate::question::{Claim, Question};
use crate::slice::{left_out, numbers};
use crate::story::Places;
use checker::compile;
use checker::model::Model;
use promela::ast::{Ltl, Program, Unit};
use promela::build;
use promela::claim::ClaimChoice;
use promela::finding::Findings;
use promela::source::{FileId, Sources, Span};
use slicer::{Cycles, Decisions, Property};

/// How much of a model is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    Whole,
    /// What the property depends on.
    Slice,
}

/// A model that means nothing: why, and its text.
pub struct Wrong {
    pub findings: Findings,
    pub sources: Sources,
    /// Where its statements come from.
    pub places: Places,
}

/// The model of a question, ready to be searched.
pub struct Subject {
    program: Program,
    whole: Model,
    slice: Option<Slice>,
    /// Where its statements come from.
    places: Places,
    text: String,
}

struct Slice {
    program: Program,
    model: Model,
    /// What it leaves out, in terms of C.
    left_out: Vec<String>,
    /// The numbers that its processes have in the whole model.
    numbers: Vec<u32>,
}

impl Subject {
    /// The model of a question, and its slice if one is wanted and something goes.
    pub fn of(question: &Question, extent: Extent) -> Result<Subject, Box<Wrong>> {
        let printed = question.closed.document.print(FileId(0));
        let mut program = printed.plain();
        let mut text = printed.text.clone();
        if let Claim::Ltl(formula) = &question.claim {
            text.push_str(&promela::print_expr(formula));
            let name = Some(build::ident(own::PROPERTY));
            program.units.push(Unit::Ltl(Ltl { name, formula: formula.clone(), span: Span::default() }));
        }
        let mut sources = Sources::new();
        sources.add("model.pml", printed.text);
        let claim = match question.claim {
            Claim::None => ClaimChoice::None,
            Claim::Ltl(_) => ClaimChoice::First,
            Claim::NonProgress => ClaimChoice::NonProgress,
        };
        let places = Places::new(printed.places);
        match compiled(&program, &claim, &sources) {
            Ok(whole) => {
                let wanted = extent == Extent::Slice;
                let slice = wanted.then(|| sliced(question, &program, &claim, &sources)).flatten();
                Ok(Subject { program, whole, slice, places, text })
            }
            Err(findings) => Err(Box::new(Wrong { findings, sources, places })),
        }
    }

    /// How much is searched first.
    pub fn extent(&self) -> Extent {
        if self.slice.is_some() { Extent::Slice } else { Extent::Whole }
    }

    pub fn model(&self, extent: Extent) -> &Model {
        match (&self.slice, extent) {
            (Some(slice), Extent::Slice) => &slice.model,
            _ => &self.whole,
        }
    }

    /// The tree that the model was compiled from. Spans of its statements are those of the model.
    pub fn program(&self, extent: Extent) -> &Program {
        match (&self.slice, extent) {
            (Some(slice), Extent::Slice) => &slice.program,
            _ => &self.program,
        }
    }

    /// What the slice leaves out, in terms of C.
    pub fn left_out(&self) -> &[String] {
        self.slice.as_ref().map_or(&[], |slice| &slice.left_out)
    }

    /// The numbers that processes have in the whole model, if these are other ones.
    pub fn numbers(&self, extent: Extent) -> &[u32] {
        match (&self.slice, extent) {
            (Some(slice), Extent::Slice) => &slice.numbers,
            _ => &[],
        }
    }

    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Divisions of the whole model that have no result in C for some operands.
    pub fn quotients(&self) -> Vec<Span> {
        slicer::may_overflow(&self.program)
    }

    /// What is checked, in a form that is the same for the same model and property.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The model without what the property does not depend on; `None` if nothing goes.
fn sliced(question: &Question, program: &Program, claim: &ClaimChoice, sources: &Sources) -> Option<Slice> {
    let property = Property {
        assertions: question.assertions,
        end_states: question.end_states,
        claim: claim.clone(),
        cycles: match question.claim {
            Claim::None => Cycles::None,
            Claim::Ltl(_) => Cycles::Acceptance,
            Claim::NonProgress => Cycles::Progress,
        },
        decisions: Decisions::Complements,
    };
    let cut = slicer::cut(program, &property);
    if cut.is_whole() && cut.ranges.is_empty() {
        return None;
    }
    let (left_out, numbers) = (left_out(&question.closed, &cut), numbers(program, &cut.program));
    let model = compiled(&cut.program, claim, sources).ok()?;
    Some(Slice { program: cut.program, model, left_out, numbers })
}

fn compiled(program: &Program, claim: &ClaimChoice, sources: &Sources) -> Result<Model, Findings> {
    let mut list = Findings::default();
    let options = compile::Options { claim: claim.clone(), ..Default::default() };
    compile::compile(program, &options, sources, &mut list).ok_or(list)
}
