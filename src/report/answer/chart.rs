//! A message sequence chart as text.
//!
//! ```text
//!          main                worker 2
//!    1  20 |----- starts ----->|
//!    2  12 |                   | counter = 1 (was 0)
//! ```

use super::Error;
use super::sequence::{Mark, Note, Row, Sequence, Tone, sequence};
use super::wrap::{length, wrapped};
use crate::report::style::shorten;
use std::fmt::Write;

const NARROWEST: usize = 20;
const WIDEST: usize = 44;

pub fn chart(error: &Error, width: usize) -> String {
    let chart = sequence(error);
    let place = |row: &Row| row.step.as_ref().map_or(String::new(), |(n, at)| format!("{n:4}  {at}"));
    let margin = chart.rows.iter().map(|row| length(&place(row))).max().unwrap_or(0) + 2;
    let each = (width.saturating_sub(margin) / chart.lines.len().max(1)).clamp(NARROWEST, WIDEST);
    let paper = Paper { chart: &chart, margin, each };
    let file = chart.file.as_ref().map_or(String::new(), |file| format!(" (lines of {file})"));
    let mut out = format!("\nHow it comes to that{file}:\n\n");
    let names = chart.lines.iter().map(|l| format!("{:each$}", shorten(&l.name, each - 2)));
    put(&mut out, &format!("{}{}", " ".repeat(margin), names.collect::<String>()));
    let mut told = None;
    for (index, row) in chart.rows.iter().enumerate() {
        let number = row.step.as_ref().map(|(number, _)| *number);
        let mut left = if number == told { String::new() } else { place(row) };
        told = number;
        let lines = match &row.mark {
            Mark::Arrow { from, to, label } => vec![paper.arrow(index, *from, *to, label)],
            Mark::Notes(notes) => paper.notes(index, notes),
            Mark::Again => vec![paper.again()],
        };
        for text in lines {
            put(&mut out, &format!("{left:margin$}{text}"));
            left.clear();
        }
    }
    out.push('\n');
    out
}

fn put(out: &mut String, text: &str) {
    let _ = writeln!(out, "{}", text.trim_end());
}

struct Paper<'c> {
    chart: &'c Sequence,
    margin: usize,
    each: usize,
}

impl Paper<'_> {
    /// The life lines in a row, with nothing on them.
    fn empty(&self, row: usize) -> Vec<char> {
        let mut cells = vec![' '; self.each * self.chart.lines.len()];
        for (index, line) in self.chart.lines.iter().enumerate() {
            if line.starts.is_none_or(|start| start < row) {
                cells[index * self.each] = '|';
            }
        }
        cells
    }

    fn arrow(&self, row: usize, from: usize, to: usize, label: &str) -> String {
        let mut cells = self.empty(row);
        let (left, right) = (from.min(to) * self.each, from.max(to) * self.each);
        cells[left] = '|';
        cells[right] = '|';
        cells[left + 1..right].fill('-');
        let label = format!(" {} ", shorten(label, (right - left).saturating_sub(6)));
        let start = left + 1 + (right - left - 1).saturating_sub(length(&label)) / 2;
        write(&mut cells, start, &label);
        if from < to {
            cells[right - 1] = '>';
        } else {
            cells[left + 1] = '<';
        }
        cells.into_iter().collect()
    }

    fn notes(&self, row: usize, notes: &[Note]) -> Vec<String> {
        let texts: Vec<Vec<String>> = notes.iter().map(|n| self.note(n)).collect();
        let high = texts.iter().map(Vec::len).max().unwrap_or(0);
        let line = |number: usize| {
            let mut cells = self.empty(row);
            for (note, text) in notes.iter().zip(&texts) {
                if let Some(text) = text.get(number) {
                    write(&mut cells, note.line * self.each + 2, text);
                }
            }
            cells.into_iter().collect()
        };
        (0..high).map(line).collect()
    }

    fn note(&self, note: &Note) -> Vec<String> {
        match note.tone {
            Tone::Plain => wrapped(&note.text, self.each - 3),
            Tone::Bad => {
                let lines = wrapped(&note.text, self.each - 5);
                lines.iter().enumerate().map(|(i, l)| format!("{} {l}", if i == 0 { "!" } else { " " })).collect()
            }
        }
    }

    fn again(&self) -> String {
        let words = "- - - and then, again and again:";
        let room = (self.each * self.chart.lines.len()).saturating_sub(length(words));
        format!("{words}{}", " -".repeat((room / 2).min(self.margin + 20)))
    }
}

fn write(cells: &mut Vec<char>, at: usize, text: &str) {
    for (index, c) in text.chars().enumerate() {
        match cells.get_mut(at + index) {
            Some(cell) => *cell = c,
            None => cells.push(c),
        }
    }
}
