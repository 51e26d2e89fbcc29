//! Findings on stderr, with the source text.

use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term;
use codespan_reporting::term::termcolor::{ColorChoice, StandardStream};
use promela::finding::{Finding, Findings, Severity};
use promela::source::{FileId, Sources};
use std::io::{IsTerminal, Write};
use std::ops::Range;

/// The sources as codespan-reporting wants them. Line markers are honoured.
struct View<'a>(&'a Sources);

impl<'a> Files<'a> for View<'a> {
    type FileId = FileId;
    type Name = String;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<String, Error> {
        Ok(self.0.file(id).name.to_string())
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.0.file(id).text)
    }

    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, Error> {
        Ok(self.0.file(id).line_index(byte) as usize)
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, Error> {
        let file = self.0.file(id);
        file.line_range(line).ok_or(Error::LineTooLarge { given: line, max: file.line_count() })
    }
}

pub fn print(findings: &Findings, sources: &Sources) {
    let colour = if std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        ColorChoice::Auto
    } else {
        ColorChoice::Never
    };
    let stream = StandardStream::stderr(colour);
    let config = term::Config::default();
    for f in &findings.list {
        // A closed stderr is no reason to fail.
        let mut out = stream.lock();
        if too_wide(f, sources) {
            let _ = writeln!(out, "{}", plain(f, sources));
        } else {
            let _ = term::emit_to_write_style(&mut out, &config, &View(sources), &diagnostic(f));
        }
    }
}

/// A line longer than this is not shown.
const WIDEST: usize = 400;

fn too_wide(f: &Finding, sources: &Sources) -> bool {
    f.span.iter().chain(f.related.iter().map(|(s, _)| s)).any(|s| {
        let file = sources.file(s.file);
        let line = file.line_index(s.start as usize) as usize;
        file.line_range(line).is_some_and(|r| r.len() > WIDEST)
    })
}

/// A finding without its source text.
fn plain(f: &Finding, sources: &Sources) -> String {
    let severity = match f.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut text = format!("{severity}[{}]: {}", f.code, f.message);
    if let Some(s) = f.span {
        text += &format!("\n  --> {}", sources.place(s));
    }
    if let Some(help) = &f.help {
        text += &format!("\n  = help: {help}");
    }
    text
}

fn diagnostic(f: &Finding) -> Diagnostic<FileId> {
    let d = match f.severity {
        Severity::Error => Diagnostic::error(),
        Severity::Warning => Diagnostic::warning(),
        Severity::Note => Diagnostic::note(),
    };
    let mut d = d.with_code(f.code).with_message(&f.message);
    if let Some(s) = f.span {
        d.labels.push(Label::primary(s.file, s.start as usize..s.end as usize).with_message(&f.label));
    }
    for (s, message) in &f.related {
        d.labels.push(Label::secondary(s.file, s.start as usize..s.end as usize).with_message(message));
    }
    if let Some(help) = &f.help {
        d.notes.push(format!("help: {help}"));
    }
    d
}
