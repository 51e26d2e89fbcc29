//! Whether what a person wrote in a table is done.
//!
//! A table is the user's word: it is done, or refused with an error at its line, and never turned into something else.
//! Two things cannot always be done. `keep` means the statement with its meaning in C, which the model may have no way
//! to say; and a comment that says `exact` of a kept statement is a claim that may have become wrong. `warn` asks for a
//! warning at each extraction.
//!
//! Entries that carry `/* NEW */` are the tool's own and promise nothing. Rules for whole classes and objects
//! (`Default`, `Data`) speak of no statement in particular: what cannot be kept is told with the model, not here.

use super::{Abstraction, Action, Judgement};
use crate::flow::{StepId, StepKind};
use abstraction_tables::codes;
use abstraction_tables::entry::{Decision, Kind, Mapping};
use promela::finding::{Finding, Findings};
use promela::source::Span;

/// What the entries of the user's tables say and the model does not do.
pub fn refusals(abstraction: &Abstraction<'_>) -> Findings {
    let mut findings = Findings::default();
    for at in abstraction.instance_ids() {
        for (index, step) in abstraction.flow(at).steps.iter().enumerate() {
            let id = StepId(index as u32);
            for negated in [false, true] {
                if negated && !matches!(step.kind, StepKind::Condition(_)) {
                    continue;
                }
                let Some(decision) = abstraction.row_decision(at, id, negated).filter(is_personal) else { continue };
                let text = if negated { step.negated() } else { step.text.clone() };
                let asked = Asked { decision: &decision, text: &text, span: step.span };
                findings.list.extend(match decision.mapping {
                    Mapping::Keep => asked.kept(&abstraction.judge(at, id, negated)),
                    Mapping::Warn => Some(asked.warned()),
                    _ => None,
                });
            }
        }
    }
    findings.list.sort_by_key(|finding| finding.span.map(|span| (span.file, span.start)));
    findings.list.dedup_by(|a, b| a.code == b.code && a.span == b.span && a.message == b.message);
    findings
}

/// An entry that a person wrote or has read, about this statement.
fn is_personal(decision: &Decision) -> bool {
    !decision.new && !decision.general && !decision.origin.shipped
}

/// What an entry asks for, of one statement.
struct Asked<'a> {
    decision: &'a Decision,
    text: &'a str,
    span: Span,
}

impl Asked<'_> {
    fn kept(&self, judgement: &Judgement) -> Option<Finding> {
        let faithful = matches!(judgement.kind, Kind::Exact | Kind::Irrelevant);
        let said = judgement.action.table_text();
        let why = judgement.reason.as_deref().unwrap_or("the model has no word for it");
        if said != "keep" && !faithful {
            let message = format!("`{}` cannot be kept: {why}", self.text);
            let instead = match judgement.action {
                Action::Lost => "unknown".to_string(),
                _ => said,
            };
            let help = format!("say what becomes of it: {instead} /* {} */, or Promela text", judgement.kind.name());
            return Some(self.refused(message, help));
        }
        let claims = self.decision.kind == Some(Kind::Exact);
        (claims && !faithful).then(|| {
            let message = format!("`{}` is called exact, and is not: {why}", self.text);
            self.refused(message, format!("say {} instead of exact", judgement.kind.name()))
        })
    }

    fn refused(&self, message: String, help: String) -> Finding {
        Finding::error(codes::CANNOT_KEEP, self.decision.origin.span, message)
            .label("the table says keep")
            .related(self.span, "this statement")
            .help(help)
    }

    fn warned(&self) -> Finding {
        let reason = self.decision.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
        Finding::warning(codes::WARNED, self.span, format!("`{}` is not in the model{reason}", self.text))
            .related(self.decision.origin.span, "the table asks for this warning")
    }
}
