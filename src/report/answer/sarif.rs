//! Answers as SARIF 2.1.0 (OASIS), which code hosts and editors read.
//!
//! An error is a result with its run as code flows: one with all steps in their order, and one with a flow for each
//! thread, whose `executionOrder` says how they interleave. What may be spurious is a warning; what a pass rests on is
//! a note. What has no place in the source, as a limit that was hit, is a notification.

use super::rules::{self, Rule};
use super::{Answer, Basis, Error, Operand, SourceRange, Standing, Step, Verdict, status};
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub fn sarif(answers: &[Answer]) -> String {
    let mut run = Run::default();
    for answer in answers {
        run.answer(answer);
    }
    let rules: Vec<Value> = run.rules.iter().map(rule).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "ax", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "invocations": [{
                "executionSuccessful": true,
                "exitCode": status::status(answers),
                "toolExecutionNotifications": run.notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "results": run.results,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.short },
        "fullDescription": { "text": rule.full },
        "defaultConfiguration": { "level": rule.level },
    })
}

#[derive(Default)]
struct Run {
    rules: Vec<Rule>,
    results: Vec<Value>,
    notifications: Vec<Value>,
}

impl Run {
    fn answer(&mut self, answer: &Answer) {
        let mut told: Vec<&Basis> = Vec::new();
        for property in &answer.properties {
            for error in &property.errors {
                self.error(answer, &property.name, error);
            }
            for obstacle in &property.obstacles {
                self.basis("obstacle", "warning", answer, obstacle);
            }
            for basis in property.rests_on.iter().filter(|_| property.verdict == Verdict::Pass) {
                if !told.contains(&basis) {
                    self.basis("restriction", "note", answer, basis);
                    told.push(basis);
                }
            }
            let limit = property.incomplete.as_deref().filter(|why| !["spurious", "obstacles"].contains(why));
            if let Some(limit) = limit {
                let what = super::covered(limit).unwrap_or_else(|| format!("the limit on {limit} was hit"));
                let text = format!("{}: {}: {what}", answer.harness, property.name);
                self.notifications.push(json!({ "level": "warning", "message": { "text": text } }));
            }
        }
    }

    /// The place of a rule in the list of those used.
    fn rule(&mut self, id: &str) -> usize {
        self.rules.iter().position(|r| r.id == id).unwrap_or_else(|| {
            self.rules.push(rules::rule(id));
            self.rules.len() - 1
        })
    }

    fn error(&mut self, answer: &Answer, property: &str, error: &Error) {
        let index = self.rule(&error.kind);
        let places = places(error);
        let operands: Vec<String> = error.operands.iter().map(Operand::words).collect();
        let operands = if operands.is_empty() { String::new() } else { format!("; {}", operands.join(", ")) };
        let text = match error.real {
            true => format!("{}{operands}", error.message),
            false => format!("perhaps: {}{operands} (the run may not be one of the C program)", error.message),
        };
        let mut result = json!({
            "ruleId": error.kind,
            "ruleIndex": index,
            "level": if error.real { "error" } else { "warning" },
            "message": { "text": text },
            "locations": places.first().into_iter().map(|(at, _)| location(at, None)).collect::<Vec<_>>(),
            "partialFingerprints": { "axError/v1": fingerprint(&error.kind, places.first().map(|p| p.0)) },
            "properties": { "harness": answer.harness, "property": property, "real": error.real },
        });
        let related = places.iter().skip(1).enumerate().map(|(number, (at, words))| {
            let mut place = location(at, words.as_deref());
            place["id"] = json!(number + 1);
            place
        });
        result["relatedLocations"] = related.collect();
        if !error.trail.is_empty() {
            result["codeFlows"] = flows(error);
        }
        self.results.push(result);
    }

    fn basis(&mut self, id: &str, level: &str, answer: &Answer, basis: &Basis) {
        let entry = basis.entry.as_ref().map_or(String::new(), |entry| format!(" [{entry}]"));
        let text = format!("{}{entry}", basis.what);
        // Code hosts take no result without a place.
        let Some(at) = &basis.at else {
            let text = format!("{}: {text}", answer.harness);
            return self.notifications.push(json!({ "level": level, "message": { "text": text } }));
        };
        let index = self.rule(id);
        self.results.push(json!({
            "ruleId": id,
            "ruleIndex": index,
            "level": level,
            "message": { "text": text },
            "locations": [location(at, None)],
            "partialFingerprints": { "axError/v1": fingerprint(id, Some(at)) },
            "properties": { "harness": answer.harness },
        }));
    }
}

/// Where an error is, the main place first: the statement that fails, those that wait, or the first that repeats.
fn places(error: &Error) -> Vec<(&SourceRange, Option<String>)> {
    if let Some(at) = &error.at {
        return vec![(at, None)];
    }
    let waits = |s: &&Standing| s.at.is_some() && s.waits_for.is_some();
    let mut stand: Vec<&Standing> = error.standing.iter().filter(waits).collect();
    // One that waits for the end of another is not where the trouble is.
    stand.sort_by_key(|s| s.waits_for.as_deref().is_some_and(|w| w.starts_with("for the end of")));
    let list: Vec<(&SourceRange, Option<String>)> =
        stand.iter().filter_map(|s| Some((s.at.as_ref()?, Some(format!("{} {}", s.thread, s.words()))))).collect();
    if error.kind == "deadlock" && !list.is_empty() {
        return list;
    }
    let step = error.cycle.and_then(|c| error.trail.get(c)).or(error.trail.last());
    step.map(|s| (&s.at, None)).into_iter().collect()
}

fn flows(error: &Error) -> Value {
    let all: Vec<(usize, &Step)> = error.trail.iter().enumerate().collect();
    let mut threads: Vec<(u32, &str)> = error.trail.iter().map(|s| (s.process, s.thread.as_str())).collect();
    threads.sort();
    threads.dedup_by_key(|t| t.0);
    let mut list = vec![json!({
        "message": { "text": "all steps, in their order" },
        "threadFlows": [{ "id": "all", "locations": locations(&all) }],
    })];
    if threads.len() > 1 {
        let each = threads.iter().map(|(process, name)| {
            let own: Vec<(usize, &Step)> = all.iter().copied().filter(|(_, s)| s.process == *process).collect();
            json!({ "id": name, "message": { "text": name }, "locations": locations(&own) })
        });
        let each: Vec<Value> = each.collect();
        list.push(json!({ "message": { "text": "each thread by itself" }, "threadFlows": each }));
    }
    Value::Array(list)
}

fn locations(steps: &[(usize, &Step)]) -> Vec<Value> {
    let one = |(index, step): &(usize, &Step)| {
        let mut words = format!("{}: {}", step.thread, step.at.statement);
        if !step.changes.is_empty() {
            words += &format!(" -- {}", step.changes.join(", "));
        }
        if let Some(why) = &step.generalised {
            words += &format!(" -- may be more than C allows: {why}");
        }
        let importance =
            if step.changes.is_empty() && step.generalised.is_none() { "unimportant" } else { "important" };
        json!({
            "location": location(&step.at, Some(&words)),
            "executionOrder": index + 1,
            "nestingLevel": step.calls.len(),
            "importance": importance,
        })
    };
    steps.iter().map(one).collect()
}

fn location(at: &SourceRange, words: Option<&str>) -> Value {
    let mut region = json!({ "startLine": at.line.max(1), "startColumn": at.column.max(1) });
    if (at.end_line, at.end_column) > (at.line, at.column) {
        region["endLine"] = json!(at.end_line);
        region["endColumn"] = json!(at.end_column);
    }
    let mut location = json!({ "physicalLocation": { "artifactLocation": artifact(&at.file), "region": region } });
    if let Some(words) = words {
        location["message"] = json!({ "text": words });
    }
    location
}

/// Relative to where ax was started, if it is.
fn artifact(file: &str) -> Value {
    let file = file.strip_prefix("./").unwrap_or(file);
    match file.starts_with('/') {
        true => json!({ "uri": format!("file://{}", encoded(file)) }),
        false => json!({ "uri": encoded(file), "uriBaseId": "%SRCROOT%" }),
    }
}

fn encoded(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    path.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

/// The same for the same statement, wherever it moves in its file (FNV-1a).
fn fingerprint(kind: &str, at: Option<&SourceRange>) -> String {
    let (file, statement) = at.map_or(("", ""), |at| (at.file.as_str(), at.statement.as_str()));
    let text = [kind, file, statement].join("\u{0}");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_uris() {
        assert_eq!(artifact("./a b/ü.c")["uri"], "a%20b/%C3%BC.c");
        assert_eq!(artifact("/x/y.c")["uri"], "file:///x/y.c");
        assert_eq!(artifact("/x/y.c")["uriBaseId"], Value::Null);
    }
}
