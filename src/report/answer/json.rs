//! Answers for scripts.

use super::{Answer, Verdict, status};
use serde::Serialize;

/// Several answers in one object.
#[derive(Serialize)]
struct All<'a> {
    verdict: Verdict,
    harnesses: &'a [Answer],
}

/// One object: the answer if there is one, all of them otherwise.
pub fn json(answers: &[Answer]) -> String {
    let text = match answers {
        [answer] => serde_json::to_string_pretty(answer),
        _ => serde_json::to_string_pretty(&All { verdict: status::verdict(answers), harnesses: answers }),
    };
    text.unwrap_or_default() + "\n"
}
