//! `ax init`: a first harness, from a look at the sources.

use super::source::{self, Read};
use super::verify::c_files;
use crate::args::{Granularity, Init};
use crate::report::style;
use extractor::flow::{StepKind, condition};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub fn run(args: &Init) -> u8 {
    match work(args) {
        Ok(status) | Err(status) => status,
    }
}

fn work(args: &Init) -> Result<u8, u8> {
    let here = PathBuf::from(".");
    let (folder, files) = match args.targets.as_slice() {
        [] => (here.clone(), c_files(Path::new(""))),
        [folder] if folder.is_dir() => (folder.clone(), c_files(folder)),
        files => (here, files.to_vec()),
    };
    if files.is_empty() {
        eprintln!("ax: there is no C source in {}: name one, as in `ax init FILE.c`", folder.display());
        return Err(super::BAD_INPUT);
    }
    let mut read = source::read(&files, &args.cpp, Granularity::Access).ok_or(super::BAD_INPUT)?;
    read.tell_problems();
    // Paths in a harness start from its folder.
    let names: Vec<String> = files.iter().map(|f| f.strip_prefix(&folder).unwrap_or(f).display().to_string()).collect();
    let text = harness(&read, &names);
    let path = args.output.clone().unwrap_or_else(|| match folder == Path::new(".") {
        true => PathBuf::from("ax.toml"),
        false => folder.join("ax.toml"),
    });
    if path == Path::new("-") {
        style::out(&text);
        return Ok(super::HOLDS);
    }
    // A file that is there is the user's.
    let made = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
    let written = made.and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()));
    match written {
        Ok(()) => {
            style::out(&format!("{} is written; `ax verify {0}` checks it\n", path.display()));
            Ok(super::HOLDS)
        }
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
            eprintln!(
                "ax: {} is there already, and stays as it is: `-o -` prints what would be written",
                path.display()
            );
            Err(super::BAD_INPUT)
        }
        Err(e) => {
            eprintln!("ax: cannot write {}: {e}", path.display());
            Err(super::BAD_INPUT)
        }
    }
}

/// The text of a first harness.
fn harness(read: &Read, sources: &[String]) -> String {
    let program = &read.prepared.program;
    let mut out = String::from(
        "# A harness for `ax verify`: which functions run, in which world, and what must hold.\n\
         # Every key has a default.\n",
    );
    let list: Vec<String> = sources.iter().map(|s| format!("{s:?}")).collect();
    let _ = writeln!(out, "sources = [{}]\n", list.join(", "));
    let roots = read.roots();
    if read.defined().iter().any(|f| program.function(*f).name == "main") {
        out.push_str("# `main` is the first process; `pthread_create` starts the others.\n\n");
        out.push_str("[[property]]\nkind = \"safety\" # assertions, indices, deadlock\n\n");
        out.push_str("[[property]]\nkind = \"termination\" # every thread ends, if each gets its turn\n");
        return out;
    }
    out.push_str("# Nobody calls these functions: they may be the processes. Take away those that are not.\n");
    for root in &roots {
        let function = program.function(*root);
        let _ = writeln!(out, "[[process]]\nfunction = {:?}", function.name);
        if !function.parameters.is_empty() {
            let zeros = vec!["0"; function.parameters.len()].join(", ");
            let _ = writeln!(out, "# arguments = [{zeros}] # without this, they may be anything");
        }
        out.push('\n');
    }
    let outside = outside(read);
    if !outside.is_empty() {
        let _ = writeln!(out, "# These functions are not in the sources: {}.", outside.join(", "));
        let table = roots.first().map_or("FUNCTION", |r| program.function(*r).name.as_str());
        let _ = writeln!(
            out,
            "# Their results may be anything until a table says what they do: `ax -a {table} {}` writes a first one.\n",
            sources.join(" ")
        );
    }
    out.push_str("# Channels between the processes, for tables to use: `send(m)` as `q!m`.\n");
    out.push_str("# [channels]\n# q = { size = 1, of = [\"byte\"] }\n\n");
    out.push_str("# A part of the world: lossy, duplicating, reordering, corrupting, timer, demon, user.\n");
    out.push_str("# [[environment]]\n# use = \"lossy\"\n# with = { from = \"q\", to = \"r\" }\n\n");
    out.push_str("[[property]]\nkind = \"safety\" # assertions, indices, deadlock\n\n");
    out.push_str("# [[property]]\n# ltl = \"[] (x >= 0)\" # over C expressions\n");
    out
}

/// Functions that are called and defined nowhere, unless a table that comes with ax knows them.
fn outside(read: &Read) -> Vec<String> {
    let program = &read.prepared.program;
    let mut names = BTreeSet::new();
    for step in read.prepared.flows.iter().flat_map(|flow| &flow.steps) {
        let call = match &step.kind {
            StepKind::Call { call, .. } | StepKind::Condition(call) => call,
            _ => continue,
        };
        if let Some(callee) = condition::callee(call)
            .map(|f| program.function(f))
            .filter(|f| f.body.is_none() && !f.name.starts_with("__"))
        {
            names.insert(format!("`{}`", callee.name));
        }
    }
    names.into_iter().collect()
}
