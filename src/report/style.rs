//! Colour, numbers and places as people read them.

use checker::exec::CLAIM;
use checker::model::{Model, StatementKind, TransitionId};
use promela::source::{Sources, Span};
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

/// Whether colour is used.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    colour: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Good,
    Bad,
    Unsure,
    Claim,
}

impl Style {
    /// Colour if stdout is a terminal and `NO_COLOR` is not set.
    pub fn of_stdout() -> Style {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        Style { colour: wanted && std::io::stdout().is_terminal() }
    }

    pub fn paint(self, paint: Paint, text: &str) -> String {
        if !self.colour {
            return text.to_string();
        }
        let code = match paint {
            Paint::Good => "1;32",
            Paint::Bad => "1;31",
            Paint::Unsure => "1;33",
            Paint::Claim => "35",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Why something could not be written.
static LOST: OnceLock<std::io::Error> = OnceLock::new();

/// Writes to stdout. False if that did not work.
pub fn out(text: &str) -> bool {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    let is_written = written.is_ok();
    if let Err(error) = written {
        let _ = LOST.set(error);
    }
    is_written
}

/// Why not everything was written to stdout. That nobody reads it any more is no error: it is `head` that has enough.
pub fn lost() -> Option<&'static std::io::Error> {
    LOST.get().filter(|error| error.kind() != std::io::ErrorKind::BrokenPipe)
}

/// `1,234,567`
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

/// `1 step`, `2 steps`
pub fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// `12.3 MB`
pub fn size(bytes: u64) -> String {
    let n = bytes as f64;
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", n / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", n / 1e6),
        _ => format!("{:.2} GB", n / 1e9),
    }
}

/// `m.pml:7`
pub fn place(sources: &Sources, span: Span) -> String {
    let place = sources.place(span);
    format!("{}:{}", place.file, place.line)
}

/// `process 1 (Sender)`, `claim (p0)`
pub fn process(model: &Model, pid: u32, transition: TransitionId) -> String {
    let name = &model.proctype(model.statement_of(transition).proctype).name;
    if pid == CLAIM { format!("claim ({name})") } else { format!("process {pid} ({name})") }
}

/// The text of a statement for people: a `d_step` as it was written.
pub fn statement(model: &Model, transition: TransitionId, sources: &Sources) -> String {
    let s = model.statement_of(transition);
    if s.kind != StatementKind::DStep {
        return s.text.clone();
    }
    let text = sources.text(s.span).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { s.text.clone() } else { shorten(&text, 48) }
}

/// Cuts a long text, with `…` at its end.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(
            [0, 12, 999, 1000, 123456, 1234567].map(grouped),
            ["0", "12", "999", "1,000", "123,456", "1,234,567"]
        );
        assert_eq!(size(999), "999 B");
        assert_eq!(size(1_500), "1.5 kB");
        assert_eq!(counted(1, "step"), "1 step");
    }
}
