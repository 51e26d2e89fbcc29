//! `#include`.
//!
//! A file is read from the folder of the file that includes it, then from the folders of the options.
//! A file that is included again is not loaded again. Depth and number of inclusions are bounded.

use super::super::codes;
use super::super::loader::decode;
use super::super::token::{Tok, Token};
use super::Preprocessor;
use crate::finding::Finding;
use crate::source::{FileId, Span};
use std::collections::HashMap;
use std::io::ErrorKind;

/// Files may include each other so deeply …
const MAX_DEPTH: usize = 64;
/// … and there may be so many inclusions in a model, …
const MAX_INCLUSIONS: u32 = 20_000;
/// … of so many bytes together.
const MAX_BYTES: u64 = 1 << 30;

/// The files included so far, by path.
#[derive(Default)]
pub(super) struct Included {
    files: HashMap<String, FileId>,
    inclusions: u32,
    bytes: u64,
}

impl Preprocessor<'_> {
    /// `#include "f"`; the tokens after `include`.
    pub(super) fn include(&mut self, line: &[Token], directive: Span) {
        let Some((path, quoted, span)) = self.include_path(line, directive) else {
            let finding = Finding::error(codes::CANNOT_INCLUDE, directive, "`#include` needs the name of a file");
            return self.report.push(finding.help("write `#include \"file.h\"`"));
        };
        if self.files.len() >= MAX_DEPTH
            || self.included.inclusions >= MAX_INCLUSIONS
            || self.included.bytes > MAX_BYTES
        {
            return self.too_many(span, &path);
        }
        self.included.inclusions += 1;
        let mut tried = Vec::new();
        for candidate in self.candidates(&path, quoted) {
            if let Some(id) = self.included.files.get(&candidate) {
                let id = *id;
                self.included.bytes += self.sources.file(id).text.len() as u64;
                return self.read(id, Some(span), false);
            }
            match self.loader.load(&candidate) {
                Ok(bytes) => {
                    self.included.bytes += bytes.len() as u64;
                    let id = self.open(&candidate, decode(bytes), Some(span));
                    self.included.files.insert(candidate, id);
                    return;
                }
                Err(error) if error.kind() == ErrorKind::NotFound => tried.push(format!("`{candidate}`")),
                Err(error) => {
                    let message = format!("cannot read `{candidate}`: {error}");
                    return self.report.error(codes::CANNOT_INCLUDE, span, message);
                }
            }
        }
        self.report.push(
            Finding::error(codes::CANNOT_INCLUDE, span, format!("cannot find `{path}`"))
                .label(format!("looked for {}", tried.join(", ")))
                .help("give the path from the folder of the including file, or name a folder to look in"),
        );
    }

    /// The path of an `#include`, whether it is in quotes, and where it stands.
    fn include_path(&mut self, line: &[Token], directive: Span) -> Option<(String, bool, Span)> {
        let first = line.first()?;
        match first.tok {
            Tok::Str => Some((self.symbols.text(first.text).trim_matches('"').to_string(), true, first.span)),
            Tok::Lt => {
                let close = line.iter().find(|t| t.tok == Tok::Gt)?;
                let span = first.span.to(close.span);
                let inside = Span { start: first.span.end, end: close.span.start, ..span };
                Some((self.sources.text(inside).trim().to_string(), false, span))
            }
            Tok::Name => {
                let expanded = self.expand_tokens(line.to_vec());
                let path = expanded.first().filter(|t| t.tok == Tok::Str)?;
                Some((self.symbols.text(path.text).trim_matches('"').to_string(), true, directive.to(first.span)))
            }
            _ => None,
        }
    }

    /// Where to look for a file, in order.
    fn candidates(&self, path: &str, quoted: bool) -> Vec<String> {
        if path.starts_with('/') {
            return vec![path.to_string()];
        }
        let mut list = Vec::new();
        if let Some(file) = self.files.last().filter(|_| quoted || self.include_dirs.is_empty()) {
            let name = &self.sources.file(file.id).name;
            list.push(match name.rfind('/') {
                Some(slash) => format!("{}/{path}", &name[..slash]),
                None => path.to_string(),
            });
        }
        list.extend(self.include_dirs.iter().map(|dir| format!("{}/{path}", dir.trim_end_matches('/'))));
        list
    }

    fn too_many(&mut self, span: Span, path: &str) {
        let mut finding =
            Finding::error(codes::INCLUDE_DEPTH, span, format!("too many inclusions on the way to `{path}`"))
                .help("a file that includes itself needs a guard: `#ifndef NAME`, `#define NAME`, …, `#endif`");
        let chain = self.files.iter().rev().filter_map(|file| file.included_at);
        for at in chain.take(4) {
            finding = finding.related(at, "included from here");
        }
        self.report.fatal(finding);
    }
}
