//! Answers that were kept, read again.

use super::Answer;
use serde_json::Value;

/// The answers in a file that `ax verify --format json` wrote; or what the file is instead.
pub fn read(text: &str) -> Result<Vec<Answer>, String> {
    let json: Value = serde_json::from_str(text).map_err(|e| format!("this is not JSON: {e}"))?;
    let Value::Object(fields) = &json else {
        return Err("this is JSON, but no answer of `ax verify --format json`".to_string());
    };
    let list = match fields.get("harnesses") {
        Some(Value::Array(list)) => list.clone(),
        _ if fields.contains_key("harness") => vec![json],
        _ if fields.contains_key("stored") => {
            let help = "run its trail with `ax simulate MODEL.pml --trail FILE.json`";
            return Err(format!("this is the result of `ax check`, about a model, not of `ax verify`: {help}"));
        }
        _ => return Err("this is JSON, but no answer of `ax verify --format json`".to_string()),
    };
    let read = |value| {
        serde_json::from_value(value).map_err(|e| format!("this answer is damaged, or of another version of ax: {e}"))
    };
    list.into_iter().map(read).collect()
}
