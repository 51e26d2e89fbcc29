//! From the user's sources to one program with the C library that it needs.
//!
//! A name that is used and not defined is looked up in an index of the library's definitions; the file that has it is
//! parsed, and so on for what its reached functions use. Files that nobody needs are not parsed: a program with threads
//! takes five or six of them, a few milliseconds. The rules of who takes the place of whom are those of
//! [`crate::program::link`].
//!
//! A name without a definition anywhere stays without one: whoever executes the program meets it there.

use crate::c::{self, Unit};
use crate::library::{self, FILES};
use crate::program::{self, Linked, Supply};
use promela::finding::Findings;
use promela::source::Sources;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The user's sources and what they need of the library. The library's files are added to the sources.
pub fn link(units: &[&Unit], sources: &mut Sources, findings: &mut Findings) -> Linked {
    let files: Vec<OnceCell<Unit>> = FILES.iter().map(|_| OnceCell::new()).collect();
    let units: Vec<&Unit> = units.to_vec();
    let mut library = Library { files: &files, index: index(), sources, findings: Findings::default() };
    let linked = program::link(&units, &mut library, findings);
    findings.list.append(&mut library.findings.list);
    linked
}

/// Names that the library defines, and the numbers of their files in [`FILES`].
fn index() -> &'static HashMap<&'static str, usize> {
    static INDEX: OnceLock<HashMap<&str, usize>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let names = FILES
            .iter()
            .enumerate()
            .flat_map(|(file, f)| library::definitions(f.text).into_iter().map(move |n| (n, file)));
        names.collect()
    })
}

struct Library<'u, 's> {
    /// Those that were parsed.
    files: &'u [OnceCell<Unit>],
    index: &'static HashMap<&'static str, usize>,
    sources: &'s mut Sources,
    findings: Findings,
}

impl<'u> Supply<'u> for Library<'u, '_> {
    fn defines(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }

    fn source_of(&mut self, name: &str) -> Option<&'u Unit> {
        let number = *self.index.get(name)?;
        let (cell, file) = (&self.files[number], &FILES[number]);
        if cell.get().is_some() {
            return None;
        }
        let unit = c::read_preprocessed(file.name, file.text.to_string(), self.sources, &mut self.findings)?;
        Some(cell.get_or_init(|| unit))
    }
}
