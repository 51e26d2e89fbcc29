//! The names that a closed model declares.

use crate::closed::Closed;
use promela::ast::{Decl, Sequence, StmtKind, Unit};
use promela::document::Declared;
use promela::visit::each_stmt;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default, Debug)]
pub struct Symbols {
    pub globals: BTreeSet<String>,
    /// Words of `mtype`, and macros without parameters.
    pub constants: BTreeSet<String>,
    /// Macros that somebody wrote.
    pub macros: Vec<(String, String)>,
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
        let mut symbols = Symbols { macros: closed.document.macros(), ..Symbols::default() };
        closed.document.each_unit(&mut |declared| {
            let p = match declared {
                Declared::Unit(Unit::Proctype(p)) | Declared::Process(p) => p,
                Declared::Unit(Unit::Decl(decl)) => return note(decl, &mut symbols.globals),
                Declared::Unit(Unit::Mtype(mtype)) => {
                    return symbols.constants.extend(mtype.names.iter().map(|n| n.name.clone()));
                }
                Declared::Unit(_) => return,
            };
            let names = symbols.processes.entry(p.name.name.clone()).or_default();
            p.params.iter().for_each(|decl| note(decl, &mut names.variables));
            sequence(&p.body, names);
        });
        symbols.constants.extend(symbols.macros.iter().map(|(name, _)| name.clone()));
        symbols
    }
}

fn note(decl: &Decl, names: &mut BTreeSet<String>) {
    names.extend(decl.vars.iter().map(|v| v.name.name.clone()));
}

fn sequence(sequence: &Sequence, names: &mut Names) {
    each_stmt(sequence, &mut |step| {
        names.labels.extend(step.labels.iter().map(|l| l.name.clone()));
        if let StmtKind::Decl(decl) = &step.kind {
            note(decl, &mut names.variables);
        }
    });
}
