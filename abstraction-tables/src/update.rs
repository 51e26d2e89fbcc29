//! The life of a table: new statements appended, gone ones commented out, returned ones revived.
//!
//! Everything the user wrote stays byte for byte. The tool only adds lines under one heading, and puts
//! [`GONE`] before the lines of an entry whose statement is gone; taking it away again gives the entry
//! back as it was. Patterns, `Data` and `Default` rules are never touched, only reported when nothing
//! is left for them to match.

use crate::alike;
use crate::canon::Tree;
use crate::entry::{Class, Kind, Statement};
use crate::lookup::{Question, entry_match};
use crate::parse::lines::{GONE, Logical, LogicalKind, logical_lines};
use crate::parse::right::NEW;
use crate::table::{Item, Left, Table, What};
use promela::finding::Findings;
use promela::source::FileId;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Stands above the entries that the tool appended.
pub const HEADING: &str = "/* ---- new statements: read each entry, then remove its NEW mark ---- */";

/// Left-hand sides are padded to at most this width.
const MAX_PAD: usize = 48;

/// A statement of the source, and what becomes of it without an entry.
#[derive(Clone, Debug)]
pub struct Found {
    pub statement: Statement,
    /// The right-hand side to write for it: `keep`, `true`, Promela text.
    pub mapping: String,
    pub kind: Option<Kind>,
    /// Why, in a few words.
    pub note: Option<String>,
    /// Another table (included or shipped) speaks of it: no entry is added.
    pub covered: bool,
}

/// A table brought up to date, and what that took.
#[derive(Debug, Default)]
pub struct Update {
    pub text: String,
    pub added: Vec<Line>,
    pub gone: Vec<Line>,
    pub revived: Vec<Line>,
    /// Patterns and `Data` rules that match no statement any more.
    pub unused: Vec<Line>,
    /// Perhaps one statement under two names: indices into `gone` and `added`.
    pub renamed: Vec<(usize, usize)>,
}

/// A line of the table, as a report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// In the new text, counted from 1.
    pub line: u32,
    /// `A: x=1`
    pub left: String,
    /// `keep`
    pub mapping: String,
}

/// The statements of one of the functions that share a table.
#[derive(Clone, Copy, Debug)]
pub struct Share<'a> {
    pub function: &'a str,
    pub found: &'a [Found],
}

/// Brings a table up to date with the statements found in the source.
pub fn update(text: &str, found: &[Found]) -> Update {
    let headings = vec![HEADING.to_string(); found.len()];
    renewed(text, found, &headings, true)
}

/// The same for a table that several functions share: new entries go under the heading of their function. As long as
/// the table has a section of a function that is not given, nothing is gone: any entry may be about a statement of that
/// one.
pub fn update_shared(text: &str, shares: &[Share<'_>]) -> Update {
    let (mut found, mut headings): (Vec<Found>, Vec<String>) = (Vec::new(), Vec::new());
    let mut index: HashMap<(Class, Tree), usize> = HashMap::new();
    for share in shares {
        for one in share.found {
            let question = Question::of(&one.statement);
            match index.get(&(question.class, question.tree.clone())) {
                Some(known) => {
                    found[*known].covered |= one.covered;
                    if headings[*known] != section(share.function) {
                        headings[*known] = section(SEVERAL);
                    }
                }
                None => {
                    index.insert((question.class, question.tree), found.len());
                    found.push(one.clone());
                    headings.push(section(share.function));
                }
            }
        }
    }
    let given = |name: &str| name == SEVERAL || shares.iter().any(|share| share.function == name);
    let complete = sections(text).iter().all(|name| given(name));
    renewed(text, &found, &headings, complete)
}

/// Whether functions have sections of their own in a table.
pub fn has_sections(text: &str) -> bool {
    !sections(text).is_empty()
}

/// Names the section of statements that several functions have.
const SEVERAL: &str = "several functions";

/// The heading of a section.
fn section(name: &str) -> String {
    format!("/* ---- {name} ---- */")
}

/// The name in the heading of a section.
fn section_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("/* ---- ")?.strip_suffix(" ---- */")?;
    (name == SEVERAL || name.chars().all(|c| c.is_alphanumeric() || c == '_')).then_some(name)
}

/// The names of the sections of a table.
fn sections(text: &str) -> Vec<String> {
    let lines = logical_lines(text).0;
    lines.iter().filter_map(|line| section_name(text[line.range.clone()].trim()).map(str::to_string)).collect()
}

/// `headings`: where a new entry for each of the statements goes. `complete`: all statements that the table is for are
/// known.
fn renewed(text: &str, found: &[Found], headings: &[String], complete: bool) -> Update {
    let seen = Seen::new(found);
    let table = read(text);
    let mut update = Update::default();
    let mut known: HashSet<usize> = HashSet::new();
    for item in &table.items {
        if let What::Entry(entry) = &item.what {
            let about = seen.matching(item);
            if about.is_empty() && !matches!(entry.left, Left::Exact { .. }) && complete {
                update.unused.push(line(item, item.line));
            }
            known.extend(about);
        }
        if let What::Data { object, .. } = &item.what
            && !found.iter().any(|f| f.statement.objects.contains(object))
            && complete
        {
            update.unused.push(line(item, item.line));
        }
    }

    let by_start: HashMap<usize, &Item> = table.items.iter().map(|item| (item.bytes.start, item)).collect();
    let mut edited = Edited::default();
    let (lines, _) = logical_lines(text);
    let mut rest = lines.as_slice();
    while let Some((first, after)) = rest.split_first() {
        if matches!(first.kind, LogicalKind::Gone) {
            let count = rest.iter().take_while(|line| matches!(line.kind, LogicalKind::Gone)).count();
            edited.gone_lines(text, &rest[..count], &seen, &mut known, &mut update);
            rest = &rest[count..];
            continue;
        }
        match by_start.get(&first.range.start).filter(|item| complete && is_gone(item, &seen)) {
            Some(item) => edited.comment_out(text, item, &mut update),
            None => edited.copy(text, first),
        }
        rest = after;
    }
    let missing = missing(&table, found, &seen, &known);
    let mut wanted: Vec<&String> = missing.iter().map(|(i, ..)| &headings[*i]).collect();
    let several = section(SEVERAL);
    let mut once = HashSet::new();
    wanted.retain(|heading| once.insert(*heading));
    wanted.sort_by_key(|heading| **heading == several);
    for heading in wanted {
        let group = missing.iter().filter(|(i, ..)| headings[*i] == *heading).map(|(_, f, q)| (*f, *q)).collect();
        edited.append(text, heading, group, &mut update);
    }
    update.text = edited.text;
    update.renamed = alike::pairs(&update.gone, &update.added, |line| &line.left);
    update
}

fn read(text: &str) -> Table {
    Table::parse("", text, FileId::default(), &mut Findings::default())
}

fn is_gone(item: &Item, seen: &Seen) -> bool {
    let What::Entry(entry) = &item.what else { return false };
    let Left::Exact { tree, .. } = &entry.left else { return false };
    // Text with a bracket too few is a slip of the pen, reported elsewhere.
    let broken = tree.is_tokens() && !crate::parse::is_balanced(&crate::canon::token::tokens(&entry.written));
    !broken && seen.matching(item).is_empty()
}

/// The statements of the source, by their trees.
pub(crate) struct Seen {
    questions: Vec<Question>,
    /// The same statements as the user wrote them, where macros hid that.
    spelled: Vec<Option<Question>>,
    by_tree: HashMap<Tree, Vec<usize>>,
}

impl Seen {
    pub(crate) fn new(found: &[Found]) -> Seen {
        let questions: Vec<Question> = found.iter().map(|found| Question::of(&found.statement)).collect();
        let spelled: Vec<Option<Question>> = found
            .iter()
            .map(|found| {
                let text = found.statement.spelling.clone()?;
                Some(Question::of(&Statement { text, ..found.statement.clone() }))
            })
            .collect();
        let mut by_tree: HashMap<Tree, Vec<usize>> = HashMap::new();
        for (i, question) in questions.iter().enumerate() {
            by_tree.entry(question.tree.clone()).or_default().push(i);
            if let Some(question) = &spelled[i] {
                by_tree.entry(question.tree.clone()).or_default().push(i);
            }
        }
        Seen { questions, spelled, by_tree }
    }

    /// A statement, as it is and as the user wrote it.
    pub(crate) fn questions(&self, index: usize) -> impl Iterator<Item = &Question> {
        [Some(&self.questions[index]), self.spelled[index].as_ref()].into_iter().flatten()
    }

    /// The statements that an entry is about.
    pub(crate) fn matching(&self, item: &Item) -> Vec<usize> {
        let What::Entry(entry) = &item.what else { return Vec::new() };
        let is_about = |i: &usize| {
            let spelled = self.spelled[*i].as_ref();
            entry_match(item, entry, &self.questions[*i]).is_some()
                || spelled.is_some_and(|question| entry_match(item, entry, question).is_some())
        };
        match &entry.left {
            Left::Exact { tree, declaration } => {
                let trees = std::iter::once(tree).chain(declaration);
                trees.filter_map(|tree| self.by_tree.get(tree)).flatten().copied().filter(is_about).collect()
            }
            _ => (0..self.questions.len()).filter(is_about).collect(),
        }
    }
}

/// The statements that need an entry of their own, each once.
fn missing<'a>(
    table: &Table,
    found: &'a [Found],
    seen: &'a Seen,
    known: &HashSet<usize>,
) -> Vec<(usize, &'a Found, &'a Question)> {
    let mut once = HashSet::new();
    let pairs = found.iter().zip(&seen.questions).enumerate();
    let needed = |(i, (found, question)): &(usize, (&Found, &Question))| {
        !found.covered
            && !known.contains(i)
            && !is_ruled(table, &found.statement)
            && once.insert((question.class, question.tree.clone()))
    };
    pairs.filter(needed).map(|(i, (found, question))| (i, found, question)).collect()
}

/// Whether a `Default` or `Data` rule of the table speaks of a statement.
fn is_ruled(table: &Table, statement: &Statement) -> bool {
    let has = |wanted: &dyn Fn(&What) -> bool| table.items.iter().any(|item| wanted(&item.what));
    let data = |object: &String| has(&|what| matches!(what, What::Data { object: known, .. } if known == object));
    let objects = &statement.objects;
    let by_data = match statement.class {
        Class::Declaration => !objects.is_empty() && objects.iter().all(data),
        _ => objects.iter().any(data),
    };
    by_data || has(&|what| matches!(what, What::Default { class, .. } if *class == statement.class))
}

fn line(item: &Item, number: u32) -> Line {
    let (left, mapping) = item.what.sides();
    Line { line: number, left, mapping }
}

/// The new text, as far as it goes.
#[derive(Default)]
struct Edited {
    text: String,
    lines: u32,
}

impl Edited {
    fn copy(&mut self, text: &str, line: &Logical) {
        self.push(&text[line.range.clone()]);
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.lines += text.matches('\n').count() as u32;
    }

    fn comment_out(&mut self, text: &str, item: &Item, update: &mut Update) {
        update.gone.push(line(item, self.lines + 1));
        for part in text[item.bytes.clone()].split_inclusive('\n') {
            self.push(GONE);
            self.push(part);
        }
    }

    /// Lines that were commented out before: those whose statement is back lose the mark.
    fn gone_lines(
        &mut self,
        text: &str,
        lines: &[Logical],
        seen: &Seen,
        known: &mut HashSet<usize>,
        update: &mut Update,
    ) {
        let bare = |line: &Logical| {
            let line = &text[line.range.clone()];
            line.strip_prefix(GONE).or(line.strip_prefix(GONE.trim_end())).unwrap_or(line).to_string()
        };
        let parts: Vec<String> = lines.iter().map(bare).collect();
        let mut revived: Vec<(Range<usize>, &Item)> = Vec::new();
        // A byte order mark is only one at the very start.
        let lead = if lines.first().is_some_and(|line| line.range.start == 0) { "" } else { "\n" };
        let table = read(&format!("{lead}{}", parts.concat()));
        for item in &table.items {
            let about = seen.matching(item);
            if matches!(&item.what, What::Entry(entry) if matches!(entry.left, Left::Exact { .. })) && !about.is_empty()
            {
                known.extend(about);
                revived.push((item.bytes.clone(), item));
            }
        }
        let mut at = lead.len();
        for (line_before, part) in lines.iter().zip(&parts) {
            match revived.iter().find(|(bytes, _)| bytes.contains(&at)) {
                Some((bytes, item)) => {
                    if bytes.start == at {
                        update.revived.push(line(item, self.lines + 1));
                    }
                    self.push(part);
                }
                None => self.copy(text, line_before),
            }
            at += part.len();
        }
    }

    /// Adds entries under a heading, at the end of what stands there already.
    fn append(&mut self, old: &str, heading: &str, missing: Vec<(&Found, &Question)>, update: &mut Update) {
        let earlier = update.added.len();
        let end = if old.contains("\r\n") { "\r\n" } else { "\n" };
        let mut before = std::mem::take(&mut self.text);
        let place = heading_end(&before, heading);
        let after = before.split_off(place.unwrap_or(before.len()));
        self.lines = 0;
        self.push(&before);
        let start = self.lines;
        let open_end = after.is_empty() && !before.is_empty() && !before.ends_with('\n');
        if open_end {
            self.push(end);
        }
        // A line that ends in `\\` takes in the next.
        if self.text.trim_end().ends_with('\\') {
            self.push(end);
        }
        if place.is_none() {
            if !before.is_empty() {
                self.push(end);
            }
            self.push(&format!("{heading}{end}"));
        }
        let lefts: Vec<String> = missing.iter().map(|(found, question)| left_text(found, question)).collect();
        let width = lefts.iter().map(|left| left.chars().count()).filter(|n| *n <= MAX_PAD).max().unwrap_or(0);
        let mapping_width =
            missing.iter().map(|(found, _)| found.mapping.len()).filter(|n| *n <= 24).max().unwrap_or(0);
        for (left, (found, _)) in lefts.into_iter().zip(missing) {
            let mapping = one_line(&found.mapping);
            update.added.push(Line { line: self.lines + 1, left: left.clone(), mapping: mapping.clone() });
            self.push(&format!("{left:width$}    {mapping:mapping_width$}  /* {NEW} */ /* {} */{end}", comment(found)));
        }
        if open_end {
            self.text.truncate(self.text.len() - end.len());
        }
        let count = self.lines - start;
        self.push(&after);
        let added = &mut update.added[..earlier];
        for line in update.gone.iter_mut().chain(&mut update.revived).chain(&mut update.unused).chain(added) {
            line.line += if line.line > start { count } else { 0 };
        }
    }
}

/// Where the lines under the last such heading end: at an empty line or the end of the text. A section has empty lines
/// inside.
fn heading_end(text: &str, heading: &str) -> Option<usize> {
    let mut end = None;
    let mut under = false;
    for line in logical_lines(text).0 {
        let whole = text[line.range.clone()].trim();
        let ends = match heading {
            HEADING => whole.is_empty(),
            _ => whole == HEADING || section_name(whole).is_some(),
        };
        under = whole == heading || (under && !ends);
        if under && !whole.is_empty() {
            end = Some(line.range.end);
        }
    }
    end
}

/// `A: x=1`. What would be read as something else is given as a regular expression.
fn left_text(found: &Found, question: &Question) -> String {
    let class = found.statement.class;
    let plain = format!("{class}: {}", one_line(&found.statement.text));
    let table = read(&format!("{plain}    {}\n", one_line(&found.mapping)));
    let is_same = |item: &Item| match &item.what {
        What::Entry(entry) => {
            matches!(entry.left, Left::Exact { .. })
                && entry_match(item, entry, question).is_some()
                && entry.mapping == crate::parse::right::mapping(&found.mapping)
        }
        _ => false,
    };
    if matches!(table.items.as_slice(), [item] if is_same(item)) {
        return plain;
    }
    format!("{class}: /^{}$/", regex::escape(&question.text).replace('/', "\\/"))
}

/// `exact, abp.c:31, written errno == EAGAIN`
fn comment(found: &Found) -> String {
    let statement = &found.statement;
    let mut parts: Vec<String> = Vec::new();
    parts.extend(found.kind.map(|kind| kind.name().to_string()));
    parts.extend(found.note.iter().filter(|note| !note.is_empty()).cloned());
    parts.extend(Some(&statement.place).filter(|place| !place.is_empty()).cloned());
    parts.extend(statement.spelling.iter().map(|spelling| format!("written {spelling}")));
    if parts.is_empty() {
        parts.push("not read yet".to_string());
    }
    one_line(&parts.join(", ")).replace("*/", "* /").replace("/*", "/ *")
}

fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_string()
}
