//! The life of a table: update, status, diff, format.

mod common;

use abstraction_tables::update::{Line, Update};
use abstraction_tables::{alike, diff, format, status, update};
use common::{Random, found};

fn report(update: &Update) -> String {
    let lines = |name: &str, lines: &[Line]| -> String {
        lines.iter().map(|l| format!("{name} {}: {} -> {}\n", l.line, l.left, l.mapping)).collect()
    };
    let renamed = |(gone, added): &(usize, usize)| {
        format!("renamed? {} -> {}\n", update.gone[*gone].left, update.added[*added].left)
    };
    lines("added", &update.added)
        + &lines("gone", &update.gone)
        + &lines("revived", &update.revived)
        + &lines("unused", &update.unused)
        + &update.renamed.iter().map(renamed).collect::<String>()
}

const TABLE: &str = "\
/* my table */
Data log_level hide
C: s == E        keep   /* as it is */
C: !(s==E)       keep
A: E = 1-E       keep
E: cnt++         print  /* irrelevant */

F: send(&Bufout,s) \\
     sq!s   /* syntax conversion */
F: free(...      hide
";

#[test]
fn a_history() {
    let mut out = String::new();
    let mut step = |what: &str, text: &str, lines: &[&str]| -> String {
        let mut list = found(lines);
        for one in &mut list {
            if one.statement.text.contains("11") {
                one.statement.spelling = Some("errno == EAGAIN /* */".to_string());
                one.kind = Some(abstraction_tables::entry::Kind::Generalisation);
            }
        }
        let update = update(text, &list);
        out += &format!("==== {what}\n{}----\n{}", report(&update), update.text);
        let again = abstraction_tables::update(&update.text, &list);
        assert_eq!(again.text, update.text, "{what}: a second update changes nothing");
        assert!(again.added.is_empty() && again.gone.is_empty() && again.revived.is_empty());
        update.text
    };
    let all =
        ["C: (s==E)", "C: !(s==E)", "A: E=(1-E)", "E: cnt++", "F: send(&(Bufout),s)", "F: free(p)", "A: log_level=1"];
    let text = step("nothing changed", TABLE, &all);
    assert_eq!(text, TABLE);
    let text = step(
        "send renamed, a condition on errno, free gone",
        &text,
        &[
            "C: (s==E)",
            "C: !(s==E)",
            "A: E=(1-E)",
            "E: cnt++",
            "F: send_to(&(Bufout),s) => hide",
            "A: log_level=1",
            "C: (*(__errno_location())==11) => true",
            "C: !(*(__errno_location())==11) => true",
        ],
    );
    let text = step(
        "back, and one more",
        &text,
        &[
            "C: (s==E)",
            "C: !(s==E)",
            "A: E=(1-E)",
            "E: cnt++",
            "F: send(&(Bufout),s)",
            "F: free(p)",
            "A: log_level=1",
            "A: q=2",
        ],
    );
    let lost = step("all gone", &text, &[]);
    let back = step(
        "all back",
        &lost,
        &[
            "C: (s==E)",
            "C: !(s==E)",
            "A: E=(1-E)",
            "E: cnt++",
            "F: send(&(Bufout),s)",
            "F: free(p)",
            "A: log_level=1",
            "A: q=2",
        ],
    );
    assert_eq!(back, text);
    insta::assert_snapshot!(out);
}

#[test]
fn first_table() {
    let lines =
        ["D: short s,E=0", "C: (s==E)", "C: !(s==E)", "A: $odd=1", "E: asm volatile(\"nop\") => hide", "C: (s==E)"];
    let update = update("", &found(&lines));
    insta::assert_snapshot!(update.text);
    let status = status(&update.text);
    assert_eq!((status.entries, status.unreviewed.len(), status.gone), (5, 5, 0));
}

#[test]
fn line_ends_survive() {
    let text = "A: x=1  keep\r\nA: y=1  keep";
    let changed = update(text, &found(&["A: y=1", "A: z=1"]));
    assert!(changed.text.starts_with("//GONE: A: x=1  keep\r\nA: y=1  keep\r\n\r\n/* ---- "), "{}", changed.text);
    assert!(!changed.text.ends_with('\n') && !changed.text.replace("\r\n", "").contains('\n'));
    let back = update(&changed.text, &found(&["A: x=1", "A: y=1"]));
    assert!(back.text.starts_with("A: x=1  keep\r\nA: y=1  keep\r\n"), "{}", back.text);
    let marked = update("\u{feff}A: x=1 keep\n", &found(&[]));
    assert_eq!(marked.text, "//GONE: \u{feff}A: x=1 keep\n");
    assert_eq!(update(&marked.text, &found(&["A: x=1"])).text, "\u{feff}A: x=1 keep\n");
}

#[test]
fn broken_lines_are_left_alone() {
    let text = "F: f( hide\nA: x=1\nA: y=(1 keep\nE: n++ keep /* open\n";
    assert_eq!(update(text, &found(&["E: n++"])).text, text);
}

/// Any table, any statements: the user's lines stay, a second update does nothing, and what is gone comes back.
#[test]
fn random_lives() {
    let mut random = Random(0x5eed);
    for _ in 0..300 {
        let mut text = String::new();
        let mut statements = Vec::new();
        let end = *random.pick(&["\n", "\n", "\r\n"]);
        for _ in 0..random.below(12) {
            let statement = random.statement();
            let mapping = *random.pick(&[
                "keep",
                "hide",
                "q!1",
                "true /* restriction */",
                "x = 1; \\\n  y = 1",
                "print /* NEW */",
            ]);
            let mapping = mapping.replace('\n', end);
            text += &match random.below(8) {
                0 => format!("/* note */{end}"),
                1 => end.to_string(),
                2 => format!("{}: {}\t{mapping} // why{end}", statement.class, statement.text),
                _ => format!("{}: {}   {mapping}{end}", statement.class, statement.text),
            };
            statements.push(statement);
        }
        if random.below(3) == 0 {
            text.truncate(text.trim_end().len());
        }
        let all = |list: &[abstraction_tables::entry::Statement]| -> Vec<_> {
            let one = |s: &abstraction_tables::entry::Statement| abstraction_tables::Found {
                statement: s.clone(),
                mapping: "keep".to_string(),
                kind: None,
                note: None,
                covered: false,
            };
            list.iter().map(one).collect()
        };
        let extra: Vec<_> = (0..random.below(4)).map(|_| random.statement()).collect();
        let before = all(&[statements.clone(), extra.clone()].concat());
        let first = update(&text, &before);
        assert!(first.text.starts_with(text.trim_end()), "{text}\n----\n{}", first.text);
        assert!(first.gone.is_empty(), "{text}\n----\n{:?}", first.gone);
        assert_eq!(update(&first.text, &before).text, first.text);

        let some: Vec<_> = statements.iter().filter(|_| random.below(2) == 0).cloned().collect();
        let less = all(&some);
        let cut = update(&first.text, &less);
        assert_eq!(update(&cut.text, &less).text, cut.text, "{}", first.text);
        assert_eq!(cut.text.replace("//GONE: ", ""), first.text);
        assert_eq!(update(&cut.text, &before).text, first.text);

        let laid = format(&first.text);
        assert_eq!(format(&laid), laid);
        let same = diff(&first.text, &laid);
        assert!(same.changes.is_empty() && same.reviewed.is_empty(), "{:?}", same.changes);
    }
}

#[test]
fn differences() {
    let old = "\
C: (x<1)     keep
C: !(x<1)    keep
C: busy()    true   /* generalisation */
A: y=1       hide
A: z=1       keep   /* NEW */
F: send(x)   q!x    /* syntax conversion */
F: recv(x)   q?x    /* syntax conversion */
Data cnt     hide   /* irrelevant */
";
    let new = "\
C: x < 1     false  /* restriction */
C: !(x<1)    true
C: busy()    keep
A: y=1       q!1
A: z=1       keep
F: send_to(x)   q!x    /* syntax conversion */
F: recv(x)   q?(x)    /* syntax conversion */
Data cnt     print   /* irrelevant */
Default A    print
";
    let diff = diff(old, new);
    let mut out = String::new();
    for change in &diff.changes {
        let side = |side: &Option<diff::Side>| {
            side.as_ref().map_or("-".to_string(), |s| format!("{} {} -> {} {:?}", s.line, s.left, s.mapping, s.kind))
        };
        out += &format!("{:?}: {} | {}\n", change.effect, side(&change.before), side(&change.after));
    }
    out += &format!("reviewed {:?}\n", diff.reviewed.iter().map(|s| &s.left).collect::<Vec<_>>());
    out += &format!("renamed {:?}\n", diff.renamed);
    out += &format!("{:?}\n", alike::highlight("C: (x<1)  keep", "C: (x<10)  keep it"));
    insta::assert_snapshot!(out);
}

#[test]
fn layout() {
    let text = "\
/* head */
Substitute  FALSE   false
A: x=1 keep /* a */
C: (a_long_condition(x)==1)   q?1,2     // why
print(...\tcomment

F: f(x) \\
  q!1
R: return x hide
A: x=2 /* odd */ keep
//GONE: A:  y=1   keep
A: broken
E:cnt++    keep\t\r
";
    let laid = format(text);
    insta::assert_snapshot!(laid);
    assert_eq!(format(&laid), laid);
}
