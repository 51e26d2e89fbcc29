//! The audit finds every hole that is planted: a statement that the model does not have and that may go wrong.

use abstraction_tables::tables::Tables;
use extractor::abstraction::audit::HoleKind;
use extractor::abstraction::{Options, Role};
use extractor::{c, extract, program};
use promela::finding::Findings;
use promela::source::Sources;

/// A program without holes, with a place to plant one.
const SOUND: &str = "
extern int beyond(int *p);
struct node { int v; struct node *next; } list[3];
int a[4], m[2][3], x, n;
double d[2];
long wide;
static int twice(int k) { return 2 * k; }
int main(int argc, char **argv) {
    int i = 1, *p = &x;
    x = a[i] + m[0][2];
    *p = twice(3);
    if (x > 2 && a[i] == 0) x = a[3] / 2;
    PLANT
    return 0;
}
";

struct Found {
    holes: Vec<HoleKind>,
    /// The model tests an index in the place of a statement.
    checks: bool,
}

fn planted(statement: &str) -> Found {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let text = SOUND.replace("PLANT", statement);
    let unit = c::read_preprocessed("source.c", text, &mut sources, &mut findings).expect("the source is read");
    let prepared = extract::prepare(program::build(&[&unit], &mut findings), true);
    let tables = Tables::default();
    let is_main = |f: &&program::Function| f.name == "main";
    let main = prepared.program.functions.iter().position(|f| is_main(&f)).expect("main");
    let function = program::FunctionId(main as u32);
    let options = Options { role: Role::Main, ..Options::default() };
    let root = extract::Root { function, tables: &tables, prelude: "", options };
    let made = extract::extract_together(&prepared, &sources, &[root]).remove(0);
    let holes = made.holes.iter().map(|hole| hole.kind).collect();
    Found { holes, checks: made.model.text().contains("ax_bounds[") || made.model.text().contains("<=1)") }
}

#[test]
fn a_sound_program_has_no_hole() {
    for statement in ["", ";", "a[i & 3] = 1;", "list[2].next = 0;", "d[1] = 1.0;", "wide = 7 / 2;"] {
        let found = planted(statement);
        assert_eq!(found.holes, [], "{statement}");
        assert!(!found.checks, "{statement}: nothing needs a test");
    }
}

#[test]
fn every_planted_hole_is_found() {
    let holes = [
        ("a[argc] = 1;", HoleKind::Bounds),
        ("x = a[argc];", HoleKind::Bounds),
        ("if (list[argc].next) x = 1;", HoleKind::Bounds),
        ("d[argc] = 1.0;", HoleKind::Bounds),
        ("list[3].next = 0;", HoleKind::Bounds),
        ("a[wide] = 1;", HoleKind::Bounds),
        ("return a[argc];", HoleKind::Bounds),
        ("(void)a[argc];", HoleKind::Bounds),
        ("x = argv[0][0];", HoleKind::Memory),
        ("list[0].next->v = 1;", HoleKind::Memory),
        ("{ int *q = p; q++; *q = 1; }", HoleKind::Memory),
        ("x = 1 / argc;", HoleKind::Division),
        ("wide = 1 / wide;", HoleKind::Division),
        ("beyond(&x);", HoleKind::Effect),
        ("if (beyond(0)) x = 1;", HoleKind::Effect),
        ("__asm__(\"cpuid\");", HoleKind::Effect),
        ("{ int (*f)(int) = argc ? twice : 0; f(1); }", HoleKind::Effect),
    ];
    for (statement, kind) in holes {
        let found = planted(statement).holes;
        assert!(found.contains(&kind), "{statement}: {found:?}");
    }
}

#[test]
fn what_can_be_said_is_tested_in_the_model() {
    for statement in [
        "list[i].next = 0;",
        "d[i] = 1.0;",
        "(void)a[n];",
        "return a[n];",
        "if (i < 3 && list[i].next) x = 1;",
        "wide = 1 / n;",
    ] {
        let found = planted(statement);
        assert_eq!(found.holes, [], "{statement}");
        assert!(found.checks, "{statement}: the model has no test");
    }
}
