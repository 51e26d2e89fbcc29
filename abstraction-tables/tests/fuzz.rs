//! Text that is hardly a table: nothing panics, and what holds for tables holds for it too.

mod common;

use abstraction_tables::{Shipped, Tables, diff, format, status, update};
use common::{Random, found, statement};
use promela::NoFiles;
use promela::finding::Findings;
use promela::source::Sources;

const PIECES: [&str; 62] = [
    "A: ",
    "F: ",
    "C:",
    "D: ",
    "R: ",
    "E: ",
    "X: ",
    "x",
    "y=1",
    "f(x)",
    "f(",
    ")",
    "(",
    "=",
    "==",
    "!",
    "&",
    "$x",
    "$",
    "...",
    "$...",
    "/",
    "/a/",
    "/*",
    "*/",
    "//",
    "//GONE: ",
    "//GONE:",
    "\"",
    "'",
    "\\",
    "\\\n",
    "\n",
    "\n",
    "\n",
    "\r\n",
    " ",
    "  ",
    "\t",
    "keep",
    "hide",
    "true",
    "unknown",
    "q!1",
    "/* NEW */",
    "/* restriction */",
    "Default",
    "Data",
    "Include",
    "Substitute",
    "Declare",
    "Import",
    "Constant",
    "Type",
    "libc",
    ";",
    ",",
    "{",
    "}",
    "ä",
    "\u{feff}",
    "/* ---- new statements: read each entry, then remove its NEW mark ---- */",
];

#[test]
fn hardly_a_table() {
    let mut random = Random(0xf00d);
    let lists = [
        found(&["A: y=1", "F: f(x)", "C: x", "E: x", "D: x y"]),
        found(&["F: f(x)", "R: return", "A: x=y=1 => q!1", "C: !f(x)"]),
    ];
    for round in 0..1_000 {
        let count = random.below(40);
        let text: String = (0..count).map(|_| *random.pick(&PIECES)).collect();
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let shipped = if round % 100 == 0 { Shipped::All } else { Shipped::OnlyIncluded };
        let tables = Tables::load("t.lut", &text, shipped, &NoFiles, &mut sources, &mut findings);
        for line in ["A: y=1", "F: f(x)", "C: x", "D: int x"] {
            tables.lookup(&statement(line));
            tables.overlaps(&statement(line), &mut findings);
        }
        for finding in &findings.list {
            if let Some(span) = finding.span {
                sources.place(span);
                assert!(span.start <= span.end && span.end as usize <= sources.file(span.file).text.len());
            }
        }
        for list in &lists {
            let once = update(&text, list).text;
            assert_eq!(update(&once, list).text, once, "{text:?}");
            status(&once);
            let laid = format(&once);
            assert_eq!(format(&laid), laid, "{once:?}");
            diff(&text, &once);
        }
    }
}
