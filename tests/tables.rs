//! What a table says is done, or refused at its line: with the real binary.

mod common;

use common::{Run, ax_in, scratch};
use std::path::{Path, PathBuf};

/// A folder of its own for each test, with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder for the test");
    for (name, text) in files {
        std::fs::write(path.join(name), text).expect("a file for the test");
    }
    path
}

fn ax(folder: &Path, arguments: &str) -> Run {
    ax_in(folder, &arguments.split_whitespace().collect::<Vec<_>>())
}

/// The findings, without the pictures of the source.
fn told(ran: &Run) -> String {
    let wanted = ["error", "warning", "  ┌─", "  = help"];
    ran.stderr
        .lines()
        .filter(|line| wanted.iter().any(|start| line.starts_with(start)))
        .fold(String::new(), |all, l| all + l + "\n")
}

const READS: &str = "\
#include <assert.h>
int x;
int readl(int);
void step(void)
{
    x = readl(3) + 1;
    if (x > 2)
        x = 0;
    assert(x == 0);
}
";

#[test]
fn what_cannot_be_kept_is_refused_and_nothing_is_written() {
    let table = "A: x=(readl(3)+1)   keep\nC: (x>2)   keep /* exact */\n";
    let folder = folder("keep", &[("a.c", READS), ("step.lut", table)]);
    let ran = ax(&folder, "-a step a.c");
    assert_eq!(ran.status, 2);
    insta::assert_snapshot!(told(&ran));
    assert!(!folder.join("step.spn").exists());
    assert_eq!(std::fs::read_to_string(folder.join("step.lut")).expect("the table"), table);
}

/// The tool's own entries promise nothing: with their marks removed they still say what is so.
#[test]
fn entries_that_the_tool_wrote_are_never_refused() {
    let folder = folder("own", &[("a.c", READS)]);
    assert_eq!(ax(&folder, "-a step a.c").status, 0);
    let table = std::fs::read_to_string(folder.join("step.lut")).expect("the table");
    std::fs::write(folder.join("step.lut"), table.replace("/* NEW */ ", "")).expect("the table can be written");
    let ran = ax(&folder, "-a step a.c");
    assert_eq!((ran.status, told(&ran).as_str()), (0, ""), "{table}");
}

#[test]
fn a_store_that_a_table_hides_is_what_a_pass_rests_on() {
    let harness = "sources = [\"a.c\"]\n[[process]]\nfunction = \"step\"\n";
    for (name, table, rests) in [
        ("hide", "A: x=(readl(3)+1)   hide\n", true),
        ("comment", "A: x=(readl(3)+1)   comment\n", true),
        ("irrelevant", "A: x=(readl(3)+1)   hide /* irrelevant */\n", false),
        ("claimed", "A: x=(readl(3)+1)   hide /* exact */\n", false),
        ("negated", "A: x=(readl(3)+1)   hide /* not exact */\n", true),
    ] {
        let folder = folder(name, &[("a.c", READS), ("step.lut", table), ("ax.toml", harness)]);
        let ran = ax(&folder, "verify");
        assert_eq!(ran.status, 0, "{table}{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.stdout.contains("[step.lut:1]"), rests, "{table}{}", ran.stdout);
    }
}

#[test]
fn a_name_that_only_a_rule_knows_is_its_value() {
    let source = "\
typedef int BOOL;
BOOL connected;
int n;
void step(void)
{
    connected = FALSE;
    if (n == LIMIT && connected != TRUE)
        n = LIMIT - 1;
}
";
    let table = "Substitute FALSE false\nSubstitute TRUE true\nConstant LIMIT=8\nA: connected=FALSE   keep\n";
    let folder = folder("rules", &[("a.c", source), ("step.lut", table)]);
    assert_eq!(ax(&folder, "-a step a.c").status, 0);
    insta::assert_snapshot!(std::fs::read_to_string(folder.join("step.spn")).expect("the model"));
}

#[test]
fn a_call_that_is_irrelevant_leaves_its_arguments_alone() {
    let source =
        "int cnt;\nvoid note(int *);\nvoid step(void)\n{\n    note(&cnt);\n    if (cnt > 2)\n        cnt = 0;\n}\n";
    for (table, known) in [("F: note(...   hide\n", false), ("F: note(...   hide /* irrelevant */\n", true)] {
        let folder = folder(&format!("note-{known}"), &[("a.c", source), ("step.lut", table)]);
        assert_eq!(ax(&folder, "-a step a.c").status, 0);
        let model = std::fs::read_to_string(folder.join("step.spn")).expect("the model");
        assert_eq!(model.contains(":: (cnt>2)"), known, "{table}{model}");
    }
}

#[test]
fn a_mistyped_kind_is_an_error() {
    let table =
        "A: x=(readl(3)+1)   hide /* irelevant */\nC: (x>2)  true /* Restricton: rare */\nA: x=0  keep // exactly so\n";
    let folder = folder("kinds", &[("a.c", READS), ("step.lut", table)]);
    let ran = ax(&folder, "-a step a.c");
    assert_eq!(ran.status, 2);
    insta::assert_snapshot!(told(&ran));
}

#[test]
fn warn_warns_at_each_extraction() {
    let table = "F: readl(3)   warn /* generalisation: the device register */\n";
    let folder = folder("warn", &[("a.c", READS), ("step.lut", table)]);
    for _ in 0..2 {
        let ran = ax(&folder, "-a step a.c");
        assert_eq!(ran.status, 0);
        insta::assert_snapshot!("warn", told(&ran));
    }
}

/// The summary below a trail, or all of an answer that has none.
fn basis(ran: &Run) -> String {
    let from = ran.stdout.find("The error is").unwrap_or(0);
    ran.stdout[from..].to_string()
}

const COUNTS: &str = "\
#include <assert.h>
int n, limit;
void tick(void);
void note(int *);
void step(void)
{
    limit = 3;
    note(&n);
    n = n + 1;
    tick();
    assert(n < limit);
}
";

/// A failure is the table's where the table says what `ax` cannot tell; a pass too.
#[test]
fn what_an_answer_takes_from_a_table_is_listed() {
    let harness = "sources = [\"a.c\"]\n[[process]]\nfunction = \"step\"\n";
    let mut all = String::new();
    for table in [
        "F: tick()   n = n + 2 /* exact: one interrupt */\nF: note(...   hide /* irrelevant */\n",
        "A: limit=3   hide /* irrelevant: set at the start */\nF: note(...   hide /* irrelevant */\n",
        "F: tick()   hide /* irrelevant */\nF: note(...   hide /* irrelevant: counts for the log */\n",
        "F: tick()   hide /* irrelevant */\nF: note(...   n = 2\n",
        "F: tick()   hide /* irrelevant */\nF: note(...   n = 1 /* restriction: only one */\n",
    ] {
        let folder = folder("trusted", &[("a.c", COUNTS), ("step.lut", table), ("ax.toml", harness)]);
        let ran = ax(&folder, "verify --no-cache");
        all += &format!("{table}--> {} {}{}\n", ran.status, basis(&ran), ran.stderr);
    }
    insta::assert_snapshot!(all);
}

const RING: &str = "\
struct ring { int head; int count; };
struct ring r;
void send(int);
static void put(struct ring *q, int v)
{
    int next = q->head + 1;
    if (next > 3)
        next = 0;
    q->head = next;
    send(next);
}
void step(void)
{
    put(&r, 1);
    send(7);
}
";

/// Promela of a table may name what C names, in calls that are followed too, and what only the table declares.
#[test]
fn promela_of_a_table_reaches_the_model() {
    let table = "\
Declare int extra Global
Declare word last[2] step
Type word short
Declare chan out = [4] of { int };
Import count_of_all Global
A: next=0      next = 0; extra = next
F: send(next)  extra = next; printf(\"next %d\\n\", next); out!next,r.head
F: send(7)     last[1] = extra + 1
";
    let source = format!("int count_of_all;\n{RING}");
    let folder = folder("promela", &[("a.c", &source), ("step.lut", table)]);
    let ran = ax(&folder, "-a step a.c");
    assert_eq!((ran.status, told(&ran).as_str()), (0, ""));
    insta::assert_snapshot!(std::fs::read_to_string(folder.join("step.spn")).expect("the model"));
}

/// What is wrong with it is told at its line and column.
#[test]
fn errors_in_promela_of_a_table_are_told_where_it_stands() {
    let harness = "sources = [\"a.c\"]\n[[process]]\nfunction = \"step\"\n";
    let mut all = String::new();
    for table in [
        "F: send(7)     r.count = r.count +* 1\n",
        "F: send($v)    r.count = $v +* 1; r.head = $v\n",
        "F: send($v)    $v = * $v\n",
        "F: send(7)     r.count = nowhere + 1\n",
        "F: send(next)  r.count = v; r.head = q->head\n",
        "Declare long wide Global\nImport nothing Global\nF: send(7)   wide = 1\n",
    ] {
        let folder = folder("wrong", &[("a.c", RING), ("step.lut", table), ("ax.toml", harness)]);
        let ran = ax(&folder, "verify --no-cache");
        assert_eq!(ran.status, 2, "{table}{}{}", ran.stdout, ran.stderr);
        all += &format!("{table}--> {}\n", ran.stderr);
    }
    insta::assert_snapshot!(all);
}

const TWO: &str = "\
int x, y;
void send(int);
void first(void)
{
    x = 1;
    y = 2;
}
void second(void)
{
    y = 2;
    send(x);
}
";

/// A table that functions share has a section for each, and loses nothing that one of them needs.
#[test]
fn functions_may_share_a_table() {
    let folder = folder("shared", &[("a.c", TWO)]);
    let table = || std::fs::read_to_string(folder.join("all.lut")).expect("the table");
    let mut all = String::new();
    let mut run = |command: &str| {
        let ran = ax(&folder, command);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        all += &format!("$ ax {command}\n{}----\n{}\n", ran.stdout, table());
    };
    run("-a first a.c --table all.lut");
    run("-a second a.c --table all.lut");
    run("-a first -a second a.c --table all.lut");
    // `second` alone says nothing of what `first` needs.
    std::fs::write(folder.join("a.c"), TWO.replace("send(x)", "send(y)").replace("x = 1", "x = 3")).expect("a source");
    run("table update -a second a.c --table all.lut");
    run("table update -a second -a first a.c --table all.lut");
    insta::assert_snapshot!(all);
}

#[test]
fn a_new_table_of_several_functions_has_what_they_share_at_the_end() {
    let folder = folder("together", &[("a.c", TWO)]);
    let ran = ax(&folder, "-a first -a second a.c --table all.lut");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    insta::assert_snapshot!(std::fs::read_to_string(folder.join("all.lut")).expect("the table"));
    let again = ax(&folder, "-a second -a first a.c --table all.lut");
    assert!(again.stdout.contains("all.lut: unchanged"), "{}", again.stdout);
}

/// `ax table update`: the tables that the harnesses of a folder name, each with the statements of all that use it.
#[test]
fn tables_of_harnesses_are_updated_together() {
    let harness = |function: &str, table: &str| {
        format!("sources = [\"a.c\"]\n[[process]]\nfunction = \"{function}\"\ntable = \"{table}\"\n")
    };
    let own = "/* mine */\nA: x=1    keep\nA: y=7    keep\nF: send(...    hide /* irrelevant */\n";
    let files = [("a.c", TWO), ("all.lut", own), ("second.lut", "")];
    let folder = folder("harnesses", &files);
    for (name, text) in [
        ("one.ax.toml", harness("first", "all.lut")),
        ("two.ax.toml", harness("second", "all.lut")),
        ("three.ax.toml", harness("second", "second.lut")),
    ] {
        std::fs::write(folder.join(name), text).expect("a harness");
    }
    let table = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a table");
    let ran = ax(&folder, "table update");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    insta::assert_snapshot!(format!("{}----\n{}----\n{}", ran.stdout, table("all.lut"), table("second.lut")));
    let again = ax(&folder, "table update two.ax.toml one.ax.toml");
    assert_eq!(again.stdout, "all.lut: unchanged\n", "{}", again.stderr);
}

#[test]
fn what_is_odd_in_a_table_is_told() {
    let harness = "sources = [\"a.c\"]\n[[process]]\nfunction = \"second\"\n";
    let table = "\
A: y=2      keep
A: y = 2;   hide
A: y=$v     print
A: z=...    hide
F: send(x)  hide
F: send(...  print   /* irrelevant */
C: (y>2)    false   /* restriction */
C: (y>3)    false   /* restriction: y is small */
Data  x   hide
Data  x   keep
";
    let folder = folder("lint", &[("a.c", TWO), ("second.lut", table), ("ax.toml", harness)]);
    let alone = ax(&folder, "table lint second.lut");
    let with = ax(&folder, "table lint");
    assert_eq!((alone.status, with.status), (1, 1), "{}", with.stderr);
    insta::assert_snapshot!(format!("{}----\n{}", told(&alone), told(&with)));
    let fine = "A: y=2   keep\nF: send(...   hide\n";
    std::fs::write(folder.join("second.lut"), fine).expect("a table");
    assert_eq!(ax(&folder, "table lint .").status, 0);
}

#[test]
fn a_shipped_table_can_be_read() {
    let folder = folder("shipped", &[]);
    let shown = ax(&folder, "show table pthreads");
    let text = include_str!("../abstraction-tables/tables/pthreads.lut");
    assert_eq!((shown.status, shown.stdout.as_str()), (0, text));
    assert!(ax(&folder, "show table").stdout.lines().any(|name| name == "libc"));
    let mistyped = ax(&folder, "show table pthread");
    assert_eq!(mistyped.status, 2);
    assert!(mistyped.stderr.contains("did you mean `pthreads`"), "{}", mistyped.stderr);
}

/// A table that only keeps takes nothing away: the program has its exact meaning. Any other one asks for a model.
#[test]
fn a_table_that_keeps_needs_no_model() {
    let folder = scratch("tables-kept");
    std::fs::create_dir_all(&folder).expect("a folder");
    // A model has no words for the pointer.
    let body = "int **p = malloc(sizeof *p), x = 1; *p = &x; **p = 2; assert(x == 2); free(p); return 0;";
    let source = format!("#include <assert.h>\n#include <stdlib.h>\nint main(void) {{ {body} }}\n");
    std::fs::write(folder.join("a.c"), source).expect("a source");
    std::fs::write(folder.join("kept.lut"), "A: x=5 keep\n").expect("a table");
    std::fs::write(folder.join("hides.lut"), "A: x=5 hide\n").expect("a table");
    let verdict = |table: &str, more: &[&str]| {
        std::fs::write(folder.join("a.lut"), table).expect("a table");
        let ran =
            ax_in(&folder, &[&["verify", "a.c", "--table", "a.lut", "--no-cache", "--format", "json"], more].concat());
        let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
        let exact = value["properties"][0]["checked"].as_array().is_some_and(|l| l.iter().any(|c| c == "null"));
        (value["verdict"].as_str().unwrap_or_default().to_string(), exact)
    };
    let passes = ("pass".to_string(), true);
    for table in ["", "A: x=1 keep\n", "A: *(*(p))=2  keep /* exact: it is */\n", "Default A keep\n", "Data x keep\n"] {
        assert_eq!(verdict(table, &[]), passes, "{table}");
    }
    assert_eq!(verdict("Include kept.lut\n", &[]), passes);
    let models = [
        "A: *(*(p))=2 hide\n",
        "A: x=1 keep /* restriction: others are not tried */\n",
        "C: (x==2) true\n",
        "Data x hide\n",
        "Default F hide\n",
        "Substitute int byte\n",
        "Constant two=2\n",
        "Declare byte other;\n",
        "Include hides.lut\n",
        "Include pthreads\n",
        "A: x=1 x = 1\n",
    ];
    for table in models {
        assert!(!verdict(table, &[]).1, "{table}");
    }
    // What nobody has read is no failure but where that is asked for.
    assert_eq!(verdict("A: x=1 keep /* NEW */\n", &[]), passes);
    assert_eq!(verdict("A: x=1 keep /* NEW */\n", &["--reviewed"]).0, "fail");
}
