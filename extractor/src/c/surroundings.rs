//! What the preprocessor's output depends on besides the files that it reads: the folders that it searches for headers,
//! and the programs that it is made of.
//!
//! The compiler is asked with `-v`, once for each way to call it. Of a command of the user's, or of a compiler that is
//! a script, nothing is known: it may look at anything.

use super::files::Paths;
use super::preprocess::Invocation;
use super::{Options, compile_commands};
use promela::finding::Findings;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    /// Folders in which headers are looked for.
    pub searched: Vec<PathBuf>,
    /// The compiler, and the program of it that preprocesses.
    pub tools: Vec<PathBuf>,
}

/// Of these sources together. `None` if that is not known.
pub fn surroundings(sources: &[PathBuf], options: &Options) -> Option<Surroundings> {
    let mut asked: BTreeSet<String> = BTreeSet::new();
    let (mut searched, mut tools) = (BTreeSet::new(), BTreeSet::new());
    for path in sources.iter().filter(|path| path.extension().is_none_or(|e| e != "i")) {
        let mut findings = Findings::default();
        let database = options.compile_commands.as_deref();
        let (directory, flags) = compile_commands::flags(path, database, &mut findings)?;
        let paths = Paths { shown: String::new(), compiled: PathBuf::from("/dev/null"), directory };
        let invocation = Invocation::new(&paths, options, flags);
        if !asked.insert(format!("{invocation:?}")) {
            continue;
        }
        let program = invocation.program()?;
        let told = invocation.describe()?;
        let folder = std::path::absolute(paths.directory.as_deref().unwrap_or(Path::new(""))).ok();
        let folder = folder.or_else(|| std::env::current_dir().ok())?;
        searched.extend(folders(&told)?.into_iter().map(|named| folder.join(named)));
        tools.extend(parts(&told));
        tools.insert(program);
    }
    Some(Surroundings { searched: searched.into_iter().collect(), tools: tools.into_iter().collect() })
}

/// The folders between `#include "..." search starts here:` and `End of search list.`
fn folders(told: &str) -> Option<Vec<PathBuf>> {
    let list = told.split_once("search starts here:")?.1.split_once("End of search list.")?.0;
    Some(list.lines().filter_map(|line| line.strip_prefix(' ')).map(PathBuf::from).collect())
}

/// The programs that the compiler calls: the first words of lines that begin with a blank.
fn parts(told: &str) -> Vec<PathBuf> {
    let words = told.lines().filter_map(|line| line.strip_prefix(' ')?.split(' ').next());
    let paths = words.map(|word| PathBuf::from(word.trim_matches('"')));
    paths.filter(|path| path.is_absolute() && path.is_file()).collect()
}
