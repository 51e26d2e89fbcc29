//! The names of a closed model, as its own text declares them.

use crate::closed::Closed;
use promela::NoFiles;
use promela::ast::{Decl, Sequence, StmtKind, Unit};
use promela::finding::Findings;
use promela::source::Sources;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default, Debug)]
pub struct Symbols {
    pub globals: BTreeSet<String>,
    /// Words of `mtype`, and macros without parameters.
    pub constants: BTreeSet<String>,
    pub processes: BTreeMap<String, Names>,
}

/// The names inside of one proctype.
#[derive(Default, Debug)]
pub struct Names {
    pub variables: BTreeSet<String>,
    pub labels: BTreeSet<String>,
}

impl Symbols {
    pub fn of(closed: &Closed) -> Symbols {
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let options = promela::Options::default();
        let program = promela::parse("model.pml", closed.text.clone(), &options, &NoFiles, &mut sources, &mut findings);
        let mut symbols = Symbols::default();
        for unit in &program.units {
            match unit {
                Unit::Decl(decl) => declared(decl, &mut symbols.globals),
                Unit::Mtype(mtype) => symbols.constants.extend(mtype.names.iter().map(|n| n.name.clone())),
                Unit::Proctype(p) => {
                    let names = symbols.processes.entry(p.name.name.clone()).or_default();
                    p.params.iter().for_each(|decl| declared(decl, &mut names.variables));
                    sequence(&p.body, names);
                }
                _ => {}
            }
        }
        let macros = promela::definitions("model.pml", closed.text.clone(), &options, &NoFiles);
        symbols.constants.extend(macros.into_iter().map(|(name, _)| name));
        symbols
    }
}

fn declared(decl: &Decl, names: &mut BTreeSet<String>) {
    names.extend(decl.vars.iter().map(|v| v.name.name.clone()));
}

fn sequence(sequence: &Sequence, names: &mut Names) {
    for step in &sequence.steps {
        statement(step, names);
    }
}

fn statement(step: &promela::ast::Stmt, names: &mut Names) {
    names.labels.extend(step.labels.iter().map(|l| l.name.clone()));
    match &step.kind {
        StmtKind::Decl(decl) => declared(decl, &mut names.variables),
        StmtKind::If(options) | StmtKind::Do(options) => options.iter().for_each(|s| sequence(s, names)),
        StmtKind::For { body, .. } => sequence(body, names),
        StmtKind::Atomic(s) | StmtKind::DStep(s) | StmtKind::Block(s) => sequence(s, names),
        StmtKind::Unless(a, b) => {
            statement(a, names);
            statement(b, names);
        }
        _ => {}
    }
}
