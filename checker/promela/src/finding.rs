//! What a stage has to tell the user about the input: one type for all stages.
//!
//! A stage returns its value and pushes findings; it does not fail. Whoever drives the stages stops
//! before a verdict when [`Findings::has_errors`]. Rendering is the command line's job.

use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// One message about a place in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub severity: Severity,
    /// Stable name of the kind of finding, for instance `P003`.
    pub code: &'static str,
    /// What was found, in one line without a full stop.
    pub message: String,
    /// Where, if it is about a place.
    pub span: Option<Span>,
    /// Shown under the marked text.
    pub label: String,
    /// Other places that belong to it (the first declaration, the macro's definition).
    pub related: Vec<(Span, String)>,
    /// What to type instead.
    pub help: Option<String>,
}

impl Finding {
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(Severity::Error, code, Some(span), message)
    }

    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(Severity::Warning, code, Some(span), message)
    }

    pub fn new(severity: Severity, code: &'static str, span: Option<Span>, message: impl Into<String>) -> Finding {
        Finding { severity, code, message: message.into(), span, label: String::new(), related: Vec::new(), help: None }
    }

    pub fn label(mut self, label: impl Into<String>) -> Finding {
        self.label = label.into();
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    pub fn related(mut self, span: Span, message: impl Into<String>) -> Finding {
        self.related.push((span, message.into()));
        self
    }
}

/// The findings of a run, in the order they were made.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub list: Vec<Finding>,
}

impl Findings {
    /// Adds a finding, unless it is there already: a formula may stand in a claim many times.
    pub fn push(&mut self, finding: Finding) {
        let recent = self.list.len().saturating_sub(50);
        if !self.list[recent..].contains(&finding) {
            self.list.push(finding);
        }
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|f| f.severity == Severity::Error)
    }
}
