//! Tables as text and as Markdown.

use std::fmt::Write;

/// Rows of cells under a heading. Every row has as many cells as the heading.
pub struct Table {
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(heading: &[&str]) -> Table {
        Table { heading: heading.iter().map(|cell| cell.to_string()).collect(), rows: Vec::new() }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.heading.len());
        self.rows.push(cells);
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.heading.iter().map(|cell| cell.chars().count()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        widths
    }

    /// Columns padded with spaces, for a terminal.
    pub fn text(&self) -> String {
        let widths = self.widths();
        let mut out = String::new();
        for row in std::iter::once(&self.heading).chain(&self.rows) {
            let mut line = String::new();
            for (cell, &width) in row.iter().zip(&widths) {
                let _ = write!(line, "{cell:<width$}  ");
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    /// A Markdown table.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        let mut line = |cells: &[String]| {
            let escaped: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            let _ = writeln!(out, "| {} |", escaped.join(" | "));
        };
        line(&self.heading);
        line(&vec!["---".to_string(); self.heading.len()]);
        for row in &self.rows {
            line(row);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_both_forms() {
        let mut table = Table::new(&["model", "states"]);
        table.row(vec!["a|b".into(), "12".into()]);
        assert_eq!(table.text(), "model  states\na|b    12\n");
        assert_eq!(table.markdown(), "| model | states |\n| --- | --- |\n| a\\|b | 12 |\n");
    }
}
