//! Which entry counts, and what is reported about tables.

use abstraction_tables::entry::{Class, Decision, Mapping, Piece, Statement};
use abstraction_tables::{Shipped, Tables};
use promela::MemoryLoader;
use promela::finding::Findings;
use promela::source::Sources;

fn load(text: &str, files: &[(&str, &str)]) -> (Tables, String) {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let loader = MemoryLoader(files.iter().map(|(n, t)| (n.to_string(), t.to_string())).collect());
    let tables = Tables::load("dir/t.lut", text, Shipped::OnlyIncluded, &loader, &mut sources, &mut findings);
    (tables, shown(&findings, &sources))
}

fn shown(findings: &Findings, sources: &Sources) -> String {
    let mut out = String::new();
    for finding in &findings.list {
        let place = finding.span.map(|span| sources.place(span).to_string()).unwrap_or_default();
        let text = finding.span.map(|span| sources.text(span)).unwrap_or_default();
        out += &format!("{place}: {:?}[{}]: {} | {text}\n", finding.severity, finding.code, finding.message);
        out += &finding.help.as_ref().map(|help| format!("    help: {help}\n")).unwrap_or_default();
    }
    out
}

fn statement(line: &str) -> Statement {
    let (class, text) = line.split_once(": ").expect("a class");
    let class = Class::ALL.into_iter().find(|c| c.letter().to_string() == class).expect("a class letter");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    Statement {
        class,
        text: text.to_string(),
        objects: words.map(str::to_string).collect(),
        spelling: None,
        place: String::new(),
    }
}

fn answer(decision: Option<Decision>) -> String {
    let Some(decision) = decision else { return "nothing".to_string() };
    let text = match &decision.mapping {
        Mapping::Promela(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Bound { name, c } => format!("<{name}:{c}>"),
            })
            .collect(),
        other => other.text(),
    };
    let general = if decision.general { ", general" } else { "" };
    format!("{text} [{}:{}{general}]", decision.origin.table, decision.origin.line)
}

fn asked(tables: &Tables, lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}  =>  {}\n", answer(tables.lookup(&statement(line))))).collect()
}

#[test]
fn order_of_answers() {
    let table = "\
Include other
Include mine.lut
Default A print
Default C true
Data cnt hide
F: log(...                 hide
F: log(\"x\",...            comment
F: log(\"x\",1)             keep
F: log($level,$text)       lq!$level
F: /^log/                  warn
F: log_more(...            skip
A: /cnt|E/                 comment
A: $x=$x+1                 $x++
A: $x=$y+1                 $x = $y + 1
A: $x=f(&($m),...)         atomic { $m > 0 -> $x = $m }
C: (x < 3)                 keep
copy(...                   hide
   /* a comment
      of two lines */ E: n++   keep   /* exact */
";
    let other = "A: q=1   keep\nF: log(\"x\",1)  skip\nDefault R hide\nDefault A warn\nF: other(...  hide\n";
    let (tables, findings) = load(table, &[("dir/other.lut", other), ("dir/mine.lut", "E: zz++ hide")]);
    assert_eq!(findings, "");
    let lines = [
        "F: log(\"x\",1)",
        "F: log(\"x\",2)",
        "F: log(\"x\")",
        "F: log(\"y\",2,3)",
        "F: log_more(1)",
        "F: logging(1)",
        "A: cnt=3",
        "A: E=(cnt+1)",
        "A: cnt=(cnt+1)",
        "A: x=f(&(a[i]),1,2)",
        "A: x=f(p)",
        "A: x=(char *)f(p,3)",
        "A: x=f(0)",
        "A: w=0",
        "A: q=1",
        "C: (x<3)",
        "C: !(x<3)",
        "C: (cnt<3)",
        "C: !copy(a)",
        "C: copy(a)",
        "F: copy(a,b)",
        "E: cnt++",
        "E: n++",
        "E: zz++",
        "R: return cnt",
        "R: return",
        "D: int cnt",
        "F: other(1)",
    ];
    insta::assert_snapshot!(asked(&tables, &lines));
}

#[test]
fn overlaps_are_reported() {
    let table = "\
A: x = 1    keep
A: x=(1)    hide
F: f($a,2)  hide
F: f(1,$b)  keep
F: g($a)    hide
F: g($b)    hide
A: /y/      hide
A: /y=/     keep
C: h(1,2)   true
F: h(1,2)   hide
";
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let loader = MemoryLoader(Vec::new());
    let tables = Tables::load("t.lut", table, Shipped::OnlyIncluded, &loader, &mut sources, &mut findings);
    for line in ["A: x=1", "F: f(1,2)", "F: g(3)", "A: y=1", "C: h(1,2)"] {
        tables.overlaps(&statement(line), &mut findings);
    }
    insta::assert_snapshot!(shown(&findings, &sources));
}

#[test]
fn broken_lines_are_reported_and_the_others_count() {
    let table = "\
A: x=1
B: y=1 keep
F: f( hide
A: cnt++ keep
A: /(/ hide
A: /x  hide
A: x=2 y = $z
A: x=3 hid
A: x=4 C_code
Default Q hide
Default A
Data x
Include
Include nowhere
Include self
Declare x
Import a
Constant 3
Constant LIMIT=8 zero
Type mutex
NonState hidden x
Track &x sizeof(x)
Substitute x
E: a b c
E: n++ keep /* open
E: m++ keep
";
    let (tables, findings) = load(table, &[("dir/self.lut", "Include t.lut\nInclude self")]);
    insta::assert_snapshot!(findings);
    assert_eq!(answer(tables.lookup(&statement("E: m++"))), "keep [dir/t.lut:26]");
    assert_eq!(answer(tables.lookup(&statement("E: n++"))), "keep [dir/t.lut:25]");
    assert_eq!(tables.constants().collect::<Vec<_>>(), [("LIMIT", Some("8")), ("zero", None)]);
}

#[test]
fn sides_are_told_apart() {
    let table = "\
A: x = a + b y!z
A: x   =   1    keep
D: int   x     keep
D: const Buffer b Buf b
D: unsigned int u byte u
C: a   ==  b    true
F: f (x) q?1
F: g(\"a  b\tc\", 'd')\tq!1; q!2
F: h(x) if :: a -> b  :: c -> d fi
F: k(x) \\
   atomic { a; \\
     b }   /* exact */
E: asm volatile(\"nop\")    x = 1
R: return true keep
R: return -1    q!1,2
i(...\tcomment
(j(...\twarn
Buffer * p   hide
";
    let (tables, findings) = load(table, &[]);
    assert_eq!(findings, "");
    let entries = tables.tables().flat_map(|table| table.entries());
    let text: String = entries
        .map(|(item, entry)| format!("{}: [{}] [{}]\n", item.line, entry.written, entry.mapping.text()))
        .collect();
    insta::assert_snapshot!(text);
}

#[test]
fn directives_are_kept() {
    let table = "\
Declare int number main
Declare struct rlV5IFDB ifdb_11 Global
Declare typedef cond { byte waiting; \\
   byte woken }
Declare mtype = { red, green }
Import number main
Substitute   c_code { f(&(now.m)); }   m = 0
Type pthread_mutex_t   byte  = 0
Type struct event   Event
Data = 5    keep
";
    let (tables, findings) = load(table, &[]);
    assert_eq!(findings, "");
    let items = tables.tables().flat_map(|table| &table.items);
    insta::assert_snapshot!(items.map(|item| format!("{}: {:?}\n", item.line, item.what)).collect::<String>());
    assert_eq!(tables.type_rule("struct event").map(|rule| rule.promela.as_str()), Some("Event"));
}

#[test]
fn a_prefix_may_end_anywhere() {
    let (tables, findings) = load("A: c=*...   comment\nA: d=(*...  print\nA: stat_...   hide\nF: -...  skip\n", &[]);
    assert_eq!(findings, "");
    let lines = ["A: c=*((volatile u8 *)0x4000)", "A: c=*p", "A: d=(*p+1)", "A: stat_reads=0", "A: c=p", "A: cc=*p"];
    insta::assert_snapshot!(asked(&tables, &lines));
}

#[test]
fn a_metavariable_may_stand_for_a_member() {
    let (tables, findings) = load("A: r->$f=$v   $f = $v\nA: s.$f=0   hide\nC: $p->$f   true\n", &[]);
    assert_eq!(findings, "");
    let lines = ["A: r->put=(r->put+1)", "A: (*r).put=1", "A: s.x=0", "A: q->put=1", "A: s.x=1", "C: a[i].b->c"];
    insta::assert_snapshot!(asked(&tables, &lines));
}
