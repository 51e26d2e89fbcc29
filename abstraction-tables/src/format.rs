//! Laying out a table: sides and comments under each other. Order, comments and text stay.
//!
//! Lines are aligned within a block, that is, between empty lines. Entries of several lines, lines that are
//! commented out and lines with errors are left as they are.

use crate::parse::lines::{LogicalKind, logical_lines};
use crate::table::{Table, What};
use promela::finding::Findings;
use promela::source::FileId;

/// Columns are at most so wide; what is longer sticks out.
const MAX_LEFT: usize = 56;
const MAX_RIGHT: usize = 32;

/// A line in columns, or as it is.
enum Row {
    Columns { left: String, right: String, comment: String, end: String },
    Plain(String),
}

/// The table laid out anew. Means the same as before.
pub fn format(text: &str) -> String {
    let table = read(text);
    let (lines, _) = logical_lines(text);
    let mut out = String::new();
    let mut block: Vec<Row> = Vec::new();
    let mut items = table.items.iter().peekable();
    for line in &lines {
        let whole = &text[line.range.clone()];
        while items.peek().is_some_and(|item| item.bytes.start < line.range.start) {
            items.next();
        }
        let item = items.peek().filter(|item| item.bytes == line.range);
        let row = match (&line.kind, item) {
            (LogicalKind::Text { .. }, Some(item)) if line.lines.len() == 1 => match &item.what {
                What::Entry(entry) => columns(text, line.range.end, entry.class, &entry.left_bytes, &entry.right_bytes),
                _ => None,
            },
            (LogicalKind::Gone, _) => None,
            (LogicalKind::Blank, _) if whole.trim().is_empty() => {
                flush(&mut block, &mut out);
                Some(Row::Plain(line_end(whole).to_string()))
            }
            _ => None,
        };
        let kept =
            || Row::Plain(if matches!(line.kind, LogicalKind::Gone) { whole.to_string() } else { trimmed(whole) });
        block.push(row.unwrap_or_else(kept));
    }
    flush(&mut block, &mut out);
    // Whatever was not understood is better left alone.
    if is_same(&table, &read(&out)) { out } else { text.to_string() }
}

fn read(text: &str) -> Table {
    Table::parse("", text, FileId::default(), &mut Findings::default())
}

fn is_same(a: &Table, b: &Table) -> bool {
    let shown = |table: &Table| -> Vec<_> {
        table.items.iter().map(|item| (item.line, item.what.sides(), item.remark.clone())).collect()
    };
    shown(a) == shown(b)
}

fn columns(
    text: &str,
    end: usize,
    class: Option<crate::entry::Class>,
    left: &std::ops::Range<usize>,
    right: &std::ops::Range<usize>,
) -> Option<Row> {
    let line_start = text[..left.start].rfind('\n').map_or(0, |n| n + 1);
    let before = &text[line_start..left.start];
    let class = class.map_or(String::new(), |class| format!("{class}: "));
    // A comment before or between the sides has no column.
    if before.trim().trim_end_matches(':').trim().len() > 1 || !text.get(left.end..right.start)?.trim().is_empty() {
        return None;
    }
    let rest = text.get(right.end..end)?;
    Some(Row::Columns {
        left: format!("{class}{}", text.get(left.clone())?.trim()),
        right: text.get(right.clone())?.trim().to_string(),
        comment: rest.trim().to_string(),
        end: line_end(rest).to_string(),
    })
}

fn flush(block: &mut Vec<Row>, out: &mut String) {
    let width = |of: fn(&Row) -> usize, most: usize| block.iter().map(of).filter(|n| *n <= most).max().unwrap_or(0);
    let left_of = |row: &Row| if let Row::Columns { left, .. } = row { left.chars().count() } else { 0 };
    let right_of = |row: &Row| match row {
        Row::Columns { right, comment, .. } if !comment.is_empty() => right.chars().count(),
        _ => 0,
    };
    let (left_width, right_width) = (width(left_of, MAX_LEFT), width(right_of, MAX_RIGHT));
    for row in block.drain(..) {
        match row {
            Row::Plain(line) => out.push_str(&line),
            Row::Columns { left, right, comment, end } => {
                let line = format!("{left:left_width$}    {right:right_width$}  {comment}");
                out.push_str(line.trim_end());
                out.push_str(&end);
            }
        }
    }
}

fn line_end(text: &str) -> &str {
    &text[text.trim_end_matches(['\n', '\r']).len()..]
}

/// Without white space at the ends of lines.
fn trimmed(text: &str) -> String {
    let line = |line: &str| {
        let end = line_end(line);
        format!("{}{end}", line[..line.len() - end.len()].trim_end())
    };
    text.split_inclusive('\n').map(line).collect()
}
