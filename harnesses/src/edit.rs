//! Changes to the tree of a model.

use promela::ast::{OriginId, Sequence, Stmt, StmtKind};
use promela::build;
use promela::document::{Document, Part};
use promela::fragment;
use promela::visit::each_stmt_mut;
use std::collections::BTreeMap;

/// Promela of our own, as a part of a model.
pub fn text(text: &str) -> Part {
    let units = fragment::parse_texts(&[text]).map(|lists| lists.into_iter().flatten().collect());
    Part::Text { text: text.to_string(), units: units.unwrap_or_default() }
}

/// Origins of a model that comes after others.
pub fn move_origins(document: &mut Document, by: u32) {
    for process in document.processes_mut() {
        each_stmt_mut(&mut process.body, &mut |stmt| {
            if let Some(origin) = stmt.note.origin() {
                stmt.note.set().origin = Some(OriginId(origin.0 + by));
            }
        });
    }
}

/// Puts other statements in the place of those of an origin. `new` gives `None` where they stay; it sees all statements
/// that somebody wrote together.
pub fn replace(sequence: &mut Sequence, new: &dyn Fn(OriginId, &[Stmt]) -> Option<Stmt>) {
    let mut steps = std::mem::take(&mut sequence.steps).into_iter().peekable();
    while let Some(first) = steps.next() {
        let mut group = vec![first];
        while let Some(next) = steps.next_if(|s| s.note.is_continued()) {
            group.push(next);
        }
        let made = group[0].note.origin().and_then(|origin| new(origin, &group));
        match made {
            Some(mut stmt) => {
                stmt.labels = std::mem::take(&mut group[0].labels);
                stmt.note.set().origin = group[0].note.origin();
                sequence.steps.push(stmt);
            }
            None => {
                if let StmtKind::If(options) | StmtKind::Do(options) = &mut group[0].kind {
                    options.iter_mut().for_each(|option| replace(option, new));
                }
                sequence.steps.append(&mut group);
            }
        }
    }
}

/// A statement of a proctype: its number in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Anchor(u32);

/// The statements with an origin, in order, and where a label stands so that a process is there when it is about to
/// execute them: before the statement; before the `if` or `do` for the guard of an option, because Promela allows none
/// there.
pub fn anchors(body: &Sequence) -> Vec<(OriginId, Anchor)> {
    fn walk(sequence: &Sequence, head: Option<u32>, count: &mut u32, list: &mut Vec<(OriginId, Anchor)>) {
        for (index, stmt) in sequence.steps.iter().enumerate() {
            let here = head.filter(|_| index == 0).unwrap_or(*count);
            *count += 1;
            if let Some(origin) = stmt.note.origin().filter(|_| !stmt.note.is_continued()) {
                list.push((origin, Anchor(here)));
            }
            if let StmtKind::If(options) | StmtKind::Do(options) = &stmt.kind {
                options.iter().for_each(|option| walk(option, Some(here), count, list));
            }
        }
    }
    let mut list = Vec::new();
    walk(body, None, &mut 0, &mut list);
    list
}

/// Labels statements.
pub fn label(body: &mut Sequence, labels: &BTreeMap<Anchor, String>) {
    fn walk(sequence: &mut Sequence, count: &mut u32, labels: &BTreeMap<Anchor, String>) {
        for stmt in &mut sequence.steps {
            if let Some(label) = labels.get(&Anchor(*count)) {
                stmt.labels.push(build::ident(label));
            }
            *count += 1;
            if let StmtKind::If(options) | StmtKind::Do(options) = &mut stmt.kind {
                options.iter_mut().for_each(|option| walk(option, count, labels));
            }
        }
    }
    walk(body, &mut 0, labels);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> Sequence {
        let mut steps = fragment::parse_statements(&[], text).expect("a text");
        let mut next = 0;
        let mut sequence = Sequence { steps: std::mem::take(&mut steps) };
        each_stmt_mut(&mut sequence, &mut |stmt| {
            if !matches!(stmt.kind, StmtKind::If(_) | StmtKind::Do(_)) {
                stmt.note.set().origin = Some(OriginId(next));
                next += 1;
            }
        });
        sequence
    }

    #[test]
    fn a_guard_is_labelled_at_the_head_of_its_choice() {
        let mut sequence = body("x = 1; do :: a -> b :: if :: c -> d fi; e od");
        let places: Vec<u32> = anchors(&sequence).iter().map(|(_, anchor)| anchor.0).collect();
        // The loop is statement 1, its second option begins with statement 4.
        assert_eq!(places, [0, 1, 3, 1, 6, 7]);
        label(&mut sequence, &BTreeMap::from([(Anchor(1), "L".to_string())]));
        assert_eq!(sequence.steps[1].labels[0].name, "L");
    }

    #[test]
    fn statements_are_replaced_where_they_stand() {
        let mut sequence = body("x = 1; if :: a -> b fi");
        let new = |origin: OriginId, _: &[Stmt]| (origin.0 == 2).then(|| build::condition(build::word("skip")));
        replace(&mut sequence, &new);
        let StmtKind::If(options) = &sequence.steps[1].kind else { panic!("a choice") };
        // Printed as Spin does: a name stands for its value.
        assert_eq!(promela::print_stmt(&options[0].steps[1]), "1");
    }
}
