//! A message sequence chart as a picture that any browser shows.

use super::Error;
use super::sequence::{Mark, Note, Sequence, Tone, sequence};
use super::wrap::{length, wrapped};
use crate::report::drawing::escaped;
use crate::report::style::shorten;
use std::fmt::Write;

/// Pixels from one life line to the next.
const APART: f64 = 250.0;
/// Pixels of a character and of a line of text.
const CHARACTER: f64 = 7.3;
const LINE: f64 = 16.0;
/// From the middle of a line of text down to where its letters stand.
const BASE: f64 = 4.0;
/// The part of the picture above the rows: the title and the names of the threads.
const HEAD: f64 = 84.0;
/// Characters in a line of a note.
const NOTE: usize = 29;

const STYLE: &str = "\
    text { font: 12px monospace; fill: #222 }
    .title { font: bold 14px sans-serif }
    .name { font: bold 13px sans-serif; text-anchor: middle }
    .label { text-anchor: middle }
    .place { fill: #777 }
    .line { stroke: #999; stroke-width: 1.2px }
    .arrow { stroke: #225; stroke-width: 1.5px; fill: none }
    .head { fill: #eef; stroke: #446 }
    .note { fill: #fffbe6; stroke: #cb8 }
    .bad { fill: #fde3e0; stroke: #c33 }
    .again { stroke: #777; stroke-dasharray: 6 4 }
";

pub fn svg(error: &Error) -> String {
    let chart = sequence(error);
    let picture = Picture::of(&chart);
    let mut title = if chart.file.is_some() { error.message.clone() } else { error.headline() };
    if !error.real {
        title = format!("perhaps: {title}");
    }
    if let Some(file) = &chart.file {
        title += &format!(" — {file}");
    }
    let width = picture.width.max(length(&title) as f64 * 9.0 + 40.0);
    let height = picture.bottom + 20.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 \
        {width:.0} {height:.0}\">\n"
    );
    let _ = write!(out, "  <style>\n{STYLE}  </style>\n");
    out += "  <defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" \
    markerHeight=\"8\" orient=\"auto\">\
            <path d=\"M0,0.5 L9.5,5 L0,9.5 z\" fill=\"#225\"/></marker></defs>\n";
    out += "  <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    text(&mut out, "title", 16.0, 22.0, &title);
    if chart.file.is_some() {
        text(&mut out, "place", 16.0, HEAD - 25.0, "step  line");
    }
    picture.lines(&chart, &mut out);
    picture.rows(&chart, &mut out);
    out + "</svg>\n"
}

/// Where everything goes.
struct Picture {
    /// The x of the first life line.
    first: f64,
    /// The middle of each row, and how high it is.
    rows: Vec<(f64, f64)>,
    width: f64,
    bottom: f64,
}

impl Picture {
    fn of(chart: &Sequence) -> Picture {
        let place = |row: &super::sequence::Row| row.step.as_ref().map_or(0, |(_, at)| length(at) + 6);
        let margin = chart.rows.iter().map(place).max().unwrap_or(0).max(10) as f64 * CHARACTER + 30.0;
        let first = margin + 70.0;
        let mut y = HEAD + 10.0;
        let mut rows = Vec::new();
        for row in &chart.rows {
            let high = match &row.mark {
                Mark::Arrow { .. } => 34.0,
                Mark::Again => 30.0,
                Mark::Notes(notes) => {
                    let most = notes.iter().map(|n| wrapped(&n.text, NOTE).len()).max().unwrap_or(1);
                    most as f64 * LINE + 18.0
                }
            };
            rows.push((y + high / 2.0, high));
            y += high;
        }
        let width = first + chart.lines.len() as f64 * APART + 10.0;
        Picture { first, rows, width, bottom: y + 10.0 }
    }

    fn x(&self, line: usize) -> f64 {
        self.first + line as f64 * APART
    }

    fn lines(&self, chart: &Sequence, out: &mut String) {
        for (index, line) in chart.lines.iter().enumerate() {
            let x = self.x(index);
            let start = line.starts.and_then(|row| self.rows.get(row)).map(|row| row.0);
            let (top, name) = (start.unwrap_or(HEAD - 12.0), shorten(&line.name, 24));
            let wide = length(&name) as f64 * 8.5 + 20.0;
            let _ = writeln!(
                out,
                "  <line class=\"line\" x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\"/>",
                self.bottom
            );
            let _ = writeln!(
                out,
                "  <rect class=\"head\" x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"26\" rx=\"4\"/>",
                x - wide / 2.0,
                HEAD - 38.0
            );
            text(out, "name", x, HEAD - 25.0, &name);
        }
    }

    fn rows(&self, chart: &Sequence, out: &mut String) {
        let mut told = None;
        for (row, (y, _)) in chart.rows.iter().zip(&self.rows) {
            if let Some((number, at)) = &row.step
                && told != Some(number)
            {
                text(out, "place", 16.0, *y, &format!("{number:4}  {at}"));
                told = Some(number);
            }
            match &row.mark {
                Mark::Arrow { from, to, label } => self.arrow(*from, *to, label, *y, out),
                Mark::Notes(notes) => notes.iter().for_each(|note| self.note(note, *y, out)),
                Mark::Again => {
                    let right = self.width - 20.0;
                    let _ = writeln!(
                        out,
                        "  <line class=\"again\" x1=\"16\" y1=\"{:.1}\" x2=\"{right:.1}\" y2=\"{:.1}\"/>",
                        y + 10.0,
                        y + 10.0
                    );
                    text(out, "place", 16.0, y - 2.0, "and then, again and again:");
                }
            }
        }
    }

    fn arrow(&self, from: usize, to: usize, label: &str, y: f64, out: &mut String) {
        let (x1, x2) = (self.x(from), self.x(to));
        let y = y + 6.0;
        let _ =
            writeln!(out, "  <path class=\"arrow\" d=\"M{x1:.1},{y:.1} L{x2:.1},{y:.1}\" marker-end=\"url(#tip)\"/>");
        let label = shorten(label, ((x2 - x1).abs() / CHARACTER) as usize - 4);
        // Beside the line that the arrow begins at, so that no life line crosses the words.
        let wide = (length(&label) as f64 * CHARACTER).min(APART - 20.0);
        let x = if x1 < x2 { x1 + 12.0 + wide / 2.0 } else { x1 - 12.0 - wide / 2.0 };
        text(out, "label", x, y - 11.0, &label);
    }

    fn note(&self, note: &Note, y: f64, out: &mut String) {
        let lines = wrapped(&note.text, NOTE);
        let wide = lines.iter().map(|l| length(l)).max().unwrap_or(0) as f64 * CHARACTER + 14.0;
        let high = lines.len() as f64 * LINE + 8.0;
        let (left, top) = (self.x(note.line) + 8.0, y - high / 2.0);
        let class = match note.tone {
            Tone::Plain => "note",
            Tone::Bad => "bad",
        };
        let _ = writeln!(
            out,
            "  <rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" \
            rx=\"3\"/>"
        );
        for (index, line) in lines.iter().enumerate() {
            text(out, "words", left + 7.0, top + 4.0 + LINE * (index as f64 + 0.5), line);
        }
    }
}

fn text(out: &mut String, class: &str, x: f64, y: f64, words: &str) {
    let _ = writeln!(
        out,
        "  <text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" xml:space=\"preserve\">{}</text>",
        y + BASE,
        escaped(words)
    );
}
