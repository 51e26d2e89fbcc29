//! What a compiler prints on stderr, as findings.
//!
//! Takes the lines `file:line:column: error: message` (the column may be missing), as gcc, clang and
//! tcc print them. Warnings and the source lines shown under a message are left out: they are the
//! compiler's business.

use super::files::Files;
use super::{Paths, codes};
use promela::finding::{Finding, Findings, Severity};
use promela::source::Sources;

/// Pushes a finding for each error in `messages`; tells whether there was one.
pub fn report(messages: &str, paths: &Paths, sources: &mut Sources, findings: &mut Findings) -> bool {
    let mut any = false;
    let mut files = Files::new(paths.clone());
    for line in messages.lines() {
        let Some(error) = Message::read(line) else { continue };
        any = true;
        let span = files.open(error.file, sources).map(|file| files.place(sources, file, error.line, error.column));
        let place = if span.is_none() { format!("{}:{}: ", error.file, error.line) } else { String::new() };
        let code = if error.syntax() { codes::SYNTAX } else { codes::PREPROCESSOR_ERROR };
        let mut finding = Finding::new(Severity::Error, code, span, format!("{place}{}", error.text));
        if error.text.contains("No such file or directory") || error.text.contains("file not found") {
            finding = finding.help("name the folder that has it with -I DIR, or use --compile-commands FILE");
        }
        findings.push(finding);
    }
    any
}

struct Message<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
    fatal: bool,
}

impl<'a> Message<'a> {
    fn read(line: &'a str) -> Option<Message<'a>> {
        let (place, text, fatal) = match (line.split_once(": fatal error: "), line.split_once(": error: ")) {
            (Some((place, text)), _) => (place, text, true),
            (None, Some((place, text))) => (place, text, false),
            (None, None) => return None,
        };
        let (before, last) = place.rsplit_once(':')?;
        let last: u32 = last.parse().ok()?;
        let (file, line, column) = match before.rsplit_once(':').and_then(|(f, l)| Some((f, l.parse().ok()?))) {
            Some((file, line)) => (file, line, last),
            None => (before, last, 1),
        };
        Some(Message { file, line, column, text, fatal })
    }

    fn syntax(&self) -> bool {
        !self.fatal && !self.text.starts_with('#')
    }
}
