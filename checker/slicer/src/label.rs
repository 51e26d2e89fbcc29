//! What labels mean for a property, and which of them stay.

use super::names::{Names, plain};
use super::objects::{Objects, What};
use super::property::{Chosen, Cycles, Licence, Property, Steps};
use super::visit;
use promela::ast::{Program, StmtKind};
use std::collections::HashSet;

/// What a label says to a property.
#[derive(PartialEq, Eq)]
pub enum Special {
    /// Whether a process is there is part of the property.
    Seen,
    /// It matters where a process waits.
    Waits,
    No,
}

/// What a label means for a property.
pub fn special_label(name: &str, property: &Property, licence: &Licence) -> Special {
    let progress = property.cycles == Cycles::Progress || matches!(licence.chosen, Chosen::NonProgress);
    if (name.starts_with("accept") && property.cycles == Cycles::Acceptance)
        || (name.starts_with("progress") && progress)
    {
        Special::Seen
    } else if name.starts_with("end") && property.end_states {
        Special::Waits
    } else {
        Special::No
    }
}

/// The labels that stay: jumps lead to them, or the property looks at them.
pub fn wanted_labels(
    program: &Program,
    names: &Names,
    objects: &Objects,
    property: &Property,
    licence: &Licence,
) -> HashSet<String> {
    let mut wanted = HashSet::new();
    visit::statements(program, &mut |s| {
        if let StmtKind::Goto(l) = &s.kind {
            wanted.insert(l.name.clone());
        }
    });
    for keys in names.labels.values() {
        for key in keys {
            if objects.find(&What::At(key.clone())).is_some()
                || special_label(plain(key), property, licence) != Special::No
                || licence.steps == Steps::Exact
            {
                wanted.insert(key.clone());
            }
        }
    }
    wanted
}
