//! Where the stages of the front end put their findings, with an end to how many errors are shown.

use super::codes;
use crate::finding::{Finding, Findings, Severity};
use crate::source::Span;

/// After so many errors the front end gives up.
const MAX_ERRORS: usize = 20;

/// The findings of one run of the front end.
pub struct Report<'a> {
    findings: &'a mut Findings,
    errors: usize,
    stopped: bool,
}

impl<'a> Report<'a> {
    pub fn new(findings: &'a mut Findings) -> Report<'a> {
        Report { findings, errors: 0, stopped: false }
    }

    /// Adds a finding. The error after the last one that is shown stops the front end.
    pub fn push(&mut self, finding: Finding) {
        if self.stopped {
            return;
        }
        if finding.severity == Severity::Error {
            if self.errors == MAX_ERRORS {
                let span = finding.span;
                self.findings.push(Finding::new(
                    Severity::Note,
                    codes::TOO_MANY_ERRORS,
                    span,
                    format!("more than {MAX_ERRORS} errors; the rest is not shown"),
                ));
                self.stopped = true;
                return;
            }
            self.errors += 1;
        }
        self.findings.push(finding);
    }

    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.push(Finding::error(code, span, message));
    }

    /// Adds an error after which going on makes no sense.
    pub fn fatal(&mut self, finding: Finding) {
        self.push(finding);
        self.stop();
    }

    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether the front end is to stop: the preprocessor then gives no more tokens.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    pub fn errors(&self) -> usize {
        self.errors
    }
}

/// `1 argument`, `2 arguments`
pub fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
