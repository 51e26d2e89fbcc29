//! What an answer was made from: files, places where others would have been found instead, the preprocessor.
//!
//! Most of it is told by stamps ([`super::stamp`]). Where these cannot tell what the preprocessor would print, it is
//! asked again: a command of the user's may look at anything, and so may sources that ask for the date. That gives the
//! text that was read, or the answer is not used.

use super::super::super::source;
use super::stamp::{Stamp, Start};
use crate::args::Preprocessor;
use extractor::c::surroundings::{self, Surroundings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What was read for an answer.
pub struct Inputs<'a> {
    pub start: Start,
    /// The C sources.
    pub sources: &'a [PathBuf],
    /// All files that were read or, if they are not there, looked for.
    pub files: &'a [PathBuf],
    pub preprocessor: &'a Preprocessor,
    /// Of what the preprocessor printed.
    pub fingerprint: u64,
}

/// The same as it is kept.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    stamps: Vec<Stamp>,
    /// The fingerprint of what the preprocessor printed, if stamps do not tell.
    fingerprint: Option<u64>,
}

impl Inputs<'_> {
    /// `None` if something changed since the start: nobody knows what was read.
    pub fn kept(&self) -> Option<Kept> {
        let options = source::preprocessing(self.preprocessor);
        let surroundings = surroundings::surroundings(self.sources, &options);
        let mut names = BTreeSet::new();
        let literal = self.files.iter().all(|file| asked(file, &mut names));
        let told = surroundings.as_ref().filter(|_| literal);
        let absent = told.map_or(Vec::new(), |s| absent(self.files, s, &names));
        let tools = told.map_or(&[][..], |s| &s.tools);
        let files = self.files.iter().chain(&absent).map(|path| Stamp::of(path, self.start));
        let tools = tools.iter().map(|path| Stamp::of_tool(path, self.start));
        let stamps = files.chain(tools).collect::<Option<Vec<_>>>()?;
        Some(Kept { stamps, fingerprint: told.is_none().then_some(self.fingerprint) })
    }
}

impl Kept {
    /// All is as it was.
    pub fn holds(&self, sources: &[PathBuf], preprocessor: &Preprocessor) -> bool {
        let printed = || source::fingerprint(sources, preprocessor);
        self.stamps.iter().all(Stamp::holds) && self.fingerprint.is_none_or(|kept| printed() == Some(kept))
    }
}

/// The files that a source asks for by name, whether or not they are there. False if it asks for something that a stamp
/// of no file tells.
fn asked(file: &Path, names: &mut BTreeSet<PathBuf>) -> bool {
    let Ok(bytes) = std::fs::read(file) else { return true };
    let text = String::from_utf8_lossy(&bytes);
    let mut rest: &str = &text;
    while let Some(at) = rest.find("__") {
        rest = &rest[at..];
        let word = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        rest = &rest[word.len()..];
        match word {
            "__DATE__" | "__TIME__" | "__TIMESTAMP__" => return false,
            // `#ifdef __has_include` asks for nothing.
            "__has_include" | "__has_include_next" | "__has_embed" => {
                let Some(inside) = rest.trim_start().strip_prefix('(') else { continue };
                let Some(name) = literal(inside.trim_start()) else { return false };
                names.insert(PathBuf::from(name));
            }
            _ => {}
        }
    }
    true
}

/// The name in `<name>` or `"name"`.
fn literal(text: &str) -> Option<&str> {
    let quoted = text.strip_prefix('<').and_then(|name| name.split_once('>'));
    let quoted = quoted.or_else(|| text.strip_prefix('"').and_then(|name| name.split_once('"')));
    quoted.map(|(name, _)| name).filter(|name| !name.contains('\n'))
}

/// Places where a header of the same name would be found before one that was read, or instead of it: in a folder with a
/// file that was read, or in one that is searched for headers. They are not there now; an answer depends on that, too.
fn absent(files: &[PathBuf], surroundings: &Surroundings, asked: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    const MOST_FOLDERS: usize = 3;
    let is_own = |file: &&PathBuf| !file.starts_with("/usr");
    let own = files.iter().filter(is_own).filter_map(|file| file.parent());
    let folders: BTreeSet<&Path> = own.chain(surroundings.searched.iter().map(PathBuf::as_path)).collect();
    let mut names = asked.clone();
    for file in files {
        let below = surroundings.searched.iter().filter_map(|folder| file.strip_prefix(folder).ok());
        let before = names.len();
        names.extend(below.map(Path::to_path_buf));
        // It was found by a path that begins elsewhere, `"../x.h"`, or beside the file that includes it.
        if is_own(&file) || names.len() == before {
            let parts: Vec<_> = file.iter().collect();
            let ends = (1..=parts.len().min(MOST_FOLDERS)).map(|count| &parts[parts.len() - count..]);
            names.extend(ends.map(|end| end.iter().collect::<PathBuf>()));
        }
    }
    let places = folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    places.filter(|place| !place.exists()).collect()
}
