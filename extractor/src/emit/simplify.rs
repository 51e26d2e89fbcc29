//! Removes what the mappings made empty: ways that are never taken, choices without a choice, branches that do nothing.

use super::{Branch, Item, Statement};
use std::collections::HashSet;

/// Labels that the tool makes: without a jump to them they are dropped.
const MADE: [&str; 4] = ["return_", "continue_loop", "switch_end", "case_below"];

/// Simplifies the body of a model.
pub fn body(items: &mut Vec<Item>) {
    sequence(items);
    loop {
        let mut dropped = false;
        drop_jumps(items, &mut dropped);
        if !dropped {
            break;
        }
    }
    let mut used = HashSet::new();
    targets(items, &mut used);
    drop_labels(items, &used);
    sequence(items);
}

/// A jump to what comes next anyway.
fn drop_jumps(items: &mut Vec<Item>, dropped: &mut bool) {
    let mut index = 0;
    while index < items.len() {
        if let Item::Goto(name) = &items[index] {
            let mut labels = items[index + 1..].iter().map_while(|i| match i {
                Item::Label(l) => Some(l),
                _ => None,
            });
            if labels.any(|l| l == name) {
                items.remove(index);
                *dropped = true;
                continue;
            }
        }
        if let Item::If(branches) | Item::Do(branches) = &mut items[index] {
            branches.iter_mut().for_each(|b| drop_jumps(&mut b.items, dropped));
        }
        index += 1;
    }
}

fn targets(items: &[Item], used: &mut HashSet<String>) {
    for item in items {
        match item {
            Item::Goto(name) => {
                used.insert(name.clone());
            }
            Item::If(branches) | Item::Do(branches) => branches.iter().for_each(|b| targets(&b.items, used)),
            _ => {}
        }
    }
}

fn drop_labels(items: &mut Vec<Item>, used: &HashSet<String>) {
    items.retain(|i| !matches!(i, Item::Label(l) if !used.contains(l) && MADE.iter().any(|m| l.starts_with(m))));
    for item in items {
        if let Item::If(branches) | Item::Do(branches) = item {
            branches.iter_mut().for_each(|b| drop_labels(&mut b.items, used));
        }
    }
}

/// Simplifies a sequence and all inside of it.
fn sequence(items: &mut Vec<Item>) {
    let mut out = Vec::with_capacity(items.len());
    for mut item in items.drain(..) {
        match &mut item {
            Item::If(branches) => {
                branches.retain(|b| !b.never || has_label(&b.items));
                branches.iter_mut().for_each(branch);
                if branches.is_empty() {
                    out.push(Item::word("false", None));
                } else if branches.len() == 1 {
                    // One way only: the guard is a statement of its own.
                    out.extend(branches.remove(0).items);
                } else if branches.iter().all(|b| nothing(&b.items)) && branches.iter().all(open) {
                    // Both ways do nothing.
                } else {
                    merge(branches);
                    out.push(item);
                }
            }
            Item::Do(branches) => {
                branches.retain(|b| !b.never || has_label(&b.items));
                branches.iter_mut().for_each(branch);
                match branches.as_slice() {
                    [] => out.push(Item::word("false", None)),
                    [only]
                        if matches!(only.items.last(), Some(Item::Break))
                            && !repeats(&only.items[..only.items.len() - 1]) =>
                    {
                        let mut items = branches.remove(0).items;
                        items.pop();
                        out.extend(items);
                    }
                    _ => {
                        merge(branches);
                        out.push(item);
                    }
                }
            }
            _ => out.push(item),
        }
    }
    drop_fillers(&mut out);
    *items = out;
}

fn branch(b: &mut Branch) {
    let guard = b.guarded.then(|| b.items.remove(0));
    sequence(&mut b.items);
    if let Some(g) = guard {
        b.items.insert(0, g);
    }
    if b.items.is_empty() {
        b.items.push(Item::skip());
    }
    // Spin takes no label on the first statement of a way.
    if matches!(b.items.first(), Some(Item::Label(_))) {
        b.items.insert(0, Item::word("skip", None));
    }
}

/// Whether a sequence has another way to the end of the loop than its last item, or goes round: then the loop is one.
fn repeats(items: &[Item]) -> bool {
    items.iter().any(|i| match i {
        Item::Break | Item::Goto(_) | Item::Label(_) => true,
        Item::If(branches) => branches.iter().any(|b| repeats(&b.items)),
        _ => false,
    })
}

/// `true` and `skip` as steps of their own, where something else stands in the sequence.
fn drop_fillers(items: &mut Vec<Item>) {
    let labelled: Vec<bool> = (0..items.len()).map(|i| i > 0 && matches!(items[i - 1], Item::Label(_))).collect();
    let mut index = 0;
    items.retain(|item| {
        let filler = matches!(item, Item::Statement(Statement { empty: true, .. })) && !labelled[index];
        index += 1;
        !filler
    });
}

/// Nothing happens: only `true` and `skip`.
fn nothing(items: &[Item]) -> bool {
    items.iter().all(|i| matches!(i, Item::Statement(Statement { empty: true, .. })))
}

/// The guard never blocks.
fn open(b: &Branch) -> bool {
    b.items.first().is_none_or(|i| matches!(i, Item::Statement(Statement { empty: true, .. })))
}

/// Branches that are the same and may always be taken are one.
fn merge(branches: &mut Vec<Branch>) {
    if branches.len() > 2 && branches.iter().filter(|b| nothing(&b.items) && open(b)).count() > 1 {
        let mut seen = false;
        branches.retain(|b| {
            let empty = nothing(&b.items) && open(b);
            let keep = !(empty && seen);
            seen |= empty;
            keep
        });
    }
}

/// A way that is never taken may still be jumped into.
fn has_label(items: &[Item]) -> bool {
    items.iter().any(|i| match i {
        Item::Label(_) => true,
        Item::If(branches) | Item::Do(branches) => branches.iter().any(|b| has_label(&b.items)),
        _ => false,
    })
}
