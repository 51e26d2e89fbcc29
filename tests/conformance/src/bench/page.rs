//! The page of documentation: a section for each part. A section that was not measured this time stays as it was.

use crate::table::Table;
use std::fmt::Write;
use std::path::Path;

/// What a part of the benchmark found out.
pub struct Section {
    /// The word for `--only`.
    pub part: &'static str,
    pub title: &'static str,
    /// What was measured, and how.
    pub words: String,
    pub tables: Vec<Table>,
    /// Means, goals and what was left out, a line each.
    pub findings: Vec<String>,
    pub pictures: Vec<Picture>,
    /// Both checkers agree where they have to.
    pub agrees: bool,
}

pub struct Picture {
    /// The name of the file, beside the page.
    pub file: String,
    pub caption: String,
    pub svg: String,
}

impl Section {
    /// For a terminal.
    pub fn text(&self) -> String {
        let mut out = format!("== {}\n\n", self.title);
        for table in &self.tables {
            let _ = writeln!(out, "{}", table.text());
        }
        for finding in &self.findings {
            let _ = writeln!(out, "{finding}");
        }
        out
    }

    fn markdown(&self) -> String {
        let mut out = format!("## {}\n\n{}\n", self.title, wrapped(&self.words));
        if !self.findings.is_empty() {
            out.push('\n');
        }
        for finding in &self.findings {
            let _ = writeln!(out, "- {finding}");
        }
        for table in &self.tables {
            let _ = write!(out, "\n{}", table.markdown());
        }
        for picture in &self.pictures {
            let _ = write!(out, "\n![{}]({})\n", picture.caption, picture.file);
        }
        out
    }
}

const HEAD: &str = "# Performance against Spin

Written by `cargo run --release -p conformance -- bench --markdown docs/performance-table.md`; do not edit. The \
numbers are of the machine
it ran on; the ratios are what to look at. [performance.md](performance.md) says what each part means.
";

/// Writes the page and its pictures. `order` are the names of all parts.
pub fn write(path: &Path, order: &[&str], sections: &[Section]) -> std::io::Result<()> {
    let before = std::fs::read_to_string(path).unwrap_or_default();
    std::fs::write(path, merged(&before, order, sections))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    for picture in sections.iter().flat_map(|section| &section.pictures) {
        std::fs::write(folder.join(&picture.file), &picture.svg)?;
    }
    Ok(())
}

fn marker(part: &str) -> String {
    format!("<!-- part: {part} -->\n")
}

fn merged(before: &str, order: &[&str], sections: &[Section]) -> String {
    let mut out = HEAD.to_string();
    for part in order {
        let body = match sections.iter().find(|section| section.part == *part) {
            Some(section) => section.markdown(),
            None => match before.split_once(&marker(part)) {
                Some((_, rest)) => rest.split("<!-- part: ").next().unwrap_or_default().trim().to_string() + "\n",
                None => continue,
            },
        };
        let _ = write!(out, "\n{}\n{body}", marker(part));
    }
    out
}

/// Lines of at most 130 characters.
fn wrapped(words: &str) -> String {
    let (mut out, mut width) = (String::new(), 0);
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 130 {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(part: &'static str, words: &str) -> Section {
        let (words, tables, findings) = (words.to_string(), Vec::new(), Vec::new());
        Section { part, title: part, words, tables, findings, pictures: Vec::new(), agrees: true }
    }

    #[test]
    fn what_is_not_measured_stays() {
        let first = merged("", &["large", "tree"], &[section("large", "old"), section("tree", "kept")]);
        let second = merged(&first, &["large", "tree"], &[section("large", "new")]);
        assert!(second.contains("new") && second.contains("kept") && !second.contains("old"));
        assert_eq!(merged(&second, &["large", "tree"], &[]), second);
    }
}
