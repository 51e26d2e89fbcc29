//! What is odd in a table, though each of its lines can be read.
//!
//! Looks at the table alone: entries for the same statements, and restrictions that give no reason. With the statements
//! of the sources it finds, too, entries that match none of them and entries that another one always comes before.
//!
//! Does not look at tables that are included.

use crate::codes;
use crate::entry::{Kind, Mapping};
use crate::lookup::Indexed;
use crate::table::{Item, Left, Table, What};
use crate::update::{Found, Seen};
use promela::finding::{Finding, Findings};
use promela::source::FileId;

/// Tells what is odd. `text` is that of `file`; `found` are the statements that the table is for, if they are known.
pub fn lint(name: &str, text: &str, file: FileId, found: Option<&[Found]>, findings: &mut Findings) {
    let table = Table::parse(name, text, file, findings);
    duplicates(&table, findings);
    table.items.iter().for_each(|item| reason(item, findings));
    if let Some(found) = found {
        matching(table, found, findings);
    }
}

fn duplicates(table: &Table, findings: &mut Findings) {
    for (index, item) in table.items.iter().enumerate() {
        let Some(first) = table.items[..index].iter().find(|before| same(&before.what, &item.what)) else { continue };
        let (left, mapping) = item.what.sides();
        let message = match first.what.sides().1 == mapping {
            true => format!("`{left}` stands here a second time"),
            false => format!("`{left}` never counts: the first one does"),
        };
        let first_one = (first.span, "the first one");
        findings.push(
            Finding::warning(codes::DUPLICATE, item.span, message)
                .related(first_one.0, first_one.1)
                .help("remove one of them"),
        );
    }
}

/// Two lines speak of the same statements, or set the same thing.
fn same(a: &What, b: &What) -> bool {
    match (a, b) {
        (What::Entry(a), What::Entry(b)) => {
            a.class == b.class
                && match (&a.left, &b.left) {
                    (Left::Exact { tree: a, .. }, Left::Exact { tree: b, .. })
                    | (Left::Pattern { tree: a, .. }, Left::Pattern { tree: b, .. }) => a == b,
                    (Left::Prefix { tokens: a, .. }, Left::Prefix { tokens: b, .. }) => a == b,
                    (Left::Expression(a), Left::Expression(b)) => a.as_str() == b.as_str(),
                    _ => false,
                }
        }
        (What::Default { class: a, .. }, What::Default { class: b, .. }) => a == b,
        (What::Data { object: a, .. }, What::Data { object: b, .. }) => a == b,
        (What::Include(a), What::Include(b)) => a == b,
        (What::Substitute(a), What::Substitute(b)) => a.from == b.from,
        (What::Type(a), What::Type(b)) => a.c == b.c,
        (What::Declare(a), What::Declare(b)) => a == b,
        _ => false,
    }
}

/// A restriction says why no error is missed because of it.
fn reason(item: &Item, findings: &mut Findings) {
    let What::Entry(entry) = &item.what else { return };
    let kind = item.remark.kind;
    if item.remark.new || (kind != Some(Kind::Restriction) && (kind.is_some() || entry.mapping != Mapping::False)) {
        return;
    }
    let words = item.remark.reason.as_deref().unwrap_or("");
    let bare =
        words.split(|c: char| !c.is_alphanumeric()).all(|w| w.is_empty() || w.eq_ignore_ascii_case("restriction"));
    if bare {
        let message = format!("this restriction gives no reason: `{}`", item.what.sides().0);
        let help = "say why no error is missed:   /* restriction: the queue is never full at the start */";
        findings.push(Finding::warning(codes::NO_REASON, item.span, message).help(help));
    }
}

fn matching(table: Table, found: &[Found], findings: &mut Findings) {
    let (seen, indexed) = (Seen::new(found), Indexed::new(table));
    for item in &indexed.table.items {
        let What::Entry(_) = &item.what else { continue };
        let left = item.what.sides().0;
        let about = seen.matching(item);
        if about.is_empty() {
            let message = format!("`{left}` matches no statement");
            findings.push(Finding::warning(codes::NEVER_APPLIES, item.span, message));
            continue;
        }
        let first = |i: &usize| seen.questions(*i).find_map(|q| Some(indexed.matches(q).first()?.item));
        let firsts: Vec<&Item> = about.iter().filter_map(first).collect();
        if let Some(other) = firsts.first()
            && firsts.iter().all(|first| first.line != item.line)
            // A line that is here twice was told.
            && !same(&other.what, &item.what)
        {
            let message = format!("`{left}` never counts: other entries come before it for all that it matches");
            findings.push(
                Finding::warning(codes::SHADOWED, item.span, message).related(other.span, "this one, for instance"),
            );
        }
    }
}
