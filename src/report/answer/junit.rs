//! Answers as a JUnit report, which CI systems read: a suite for each harness, a case for each property.
//!
//! A violation is a failure; an answer that is incomplete is skipped, with the reason. What a pass rests on is its
//! output.

use super::{Answer, Property, Verdict, steps};
use crate::report::drawing::escaped;
use std::fmt::Write;

pub fn junit(answers: &[Answer]) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_string();
    let all: Vec<Case> = answers.iter().flat_map(cases).collect();
    let _ = writeln!(out, "<testsuites name=\"ax verify\" {}>", counts(&all));
    for answer in answers {
        let cases: Vec<Case> = cases(answer);
        let _ = writeln!(out, "  <testsuite name=\"{}\" {}>", escaped(&answer.harness), counts(&cases));
        for case in &cases {
            case.write(&answer.harness, &mut out);
        }
        out.push_str("  </testsuite>\n");
    }
    out + "</testsuites>\n"
}

struct Case {
    name: String,
    seconds: f64,
    result: Outcome,
    output: String,
}

enum Outcome {
    Passed,
    Failure {
        kind: String,
        message: String,
    },
    /// It failed, and there is no run to show for it.
    Error {
        message: String,
    },
    Skipped {
        message: String,
    },
}

fn cases(answer: &Answer) -> Vec<Case> {
    let mut list: Vec<Case> = answer.properties.iter().map(case).collect();
    if answer.is_refused() {
        let message = "every property passes, but not under --strict or --reviewed".to_string();
        let result = Outcome::Failure { kind: "refused".to_string(), message };
        list.push(Case { name: "strict".to_string(), seconds: 0.0, result, output: answer.unreviewed.join("\n") });
    }
    list
}

fn case(property: &Property) -> Case {
    let runs: Vec<String> =
        property.errors.iter().map(|e| format!("{}\n{}{}", e.headline(), e.operand_lines(), steps::steps(e))).collect();
    let lines = |title: &str, list: &[super::Basis]| {
        let line = |b: &super::Basis| {
            let at = b.at.as_ref().map_or(String::new(), |at| format!("  ({})", at.short()));
            format!("  {}{at}\n", b.what)
        };
        if list.is_empty() { String::new() } else { format!("{title}\n{}", list.iter().map(line).collect::<String>()) }
    };
    let (result, output) = match (property.verdict, property.errors.first()) {
        (Verdict::Pass, _) => (Outcome::Passed, lines("It rests on this:", &property.rests_on)),
        (Verdict::Fail, Some(error)) => {
            (Outcome::Failure { kind: error.kind.clone(), message: error.headline() }, runs.concat())
        }
        (Verdict::Fail, None) => (Outcome::Error { message: "it fails".to_string() }, String::new()),
        (Verdict::Incomplete, Some(error)) => {
            let message = format!("incomplete: perhaps: {}", error.headline());
            (Outcome::Skipped { message }, runs.concat())
        }
        (Verdict::Incomplete, None) => {
            let message = match property.incomplete.as_deref() {
                Some("obstacles") => "incomplete: statements are not in the model".to_string(),
                Some(limit) => match super::covered(limit) {
                    Some(covered) => format!("incomplete: {covered}"),
                    None => format!("incomplete: the limit on {limit} was hit"),
                },
                None => "incomplete".to_string(),
            };
            (Outcome::Skipped { message }, lines("What these do is not in the model:", &property.obstacles))
        }
    };
    Case { name: property.name.clone(), seconds: property.seconds, result, output }
}

fn counts(cases: &[Case]) -> String {
    let count = |is: fn(&Outcome) -> bool| cases.iter().filter(|c| is(&c.result)).count();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\"",
        cases.len(),
        count(|r| matches!(r, Outcome::Failure { .. })),
        count(|r| matches!(r, Outcome::Error { .. })),
        count(|r| matches!(r, Outcome::Skipped { .. })),
        cases.iter().map(|c| c.seconds).sum::<f64>()
    )
}

impl Case {
    fn write(&self, suite: &str, out: &mut String) {
        let (suite, name, output) = (escaped(suite), escaped(&self.name), escaped(&self.output));
        let _ = writeln!(out, "    <testcase classname=\"{suite}\" name=\"{name}\" time=\"{:.3}\">", self.seconds);
        let _ = match &self.result {
            Outcome::Passed => Ok(()),
            Outcome::Failure { kind, message } => writeln!(
                out,
                "      <failure type=\"{}\" message=\"{}\">{output}</failure>",
                escaped(kind),
                escaped(message)
            ),
            Outcome::Error { message } => writeln!(out, "      <error message=\"{}\"/>", escaped(message)),
            Outcome::Skipped { message } => writeln!(out, "      <skipped message=\"{}\"/>", escaped(message)),
        };
        if !output.is_empty() && !matches!(self.result, Outcome::Failure { .. }) {
            let _ = writeln!(out, "      <system-out>{output}</system-out>");
        }
        out.push_str("    </testcase>\n");
    }
}
