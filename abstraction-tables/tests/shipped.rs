//! The shipped tables: every line is sound Promela, and the synchronisation they describe is what it should be.

mod common;

use abstraction_tables::entry::{Kind, Mapping, Piece, Statement};
use abstraction_tables::table::{Left, What};
use abstraction_tables::{Shipped, Tables, shipped};
use checker::search::{Control, Outcome, Search, search};
use checker::{compile, model::Model};
use common::statement;
use promela::NoFiles;
use promela::finding::Findings;
use promela::source::Sources;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn all() -> Tables {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let tables = Tables::load("t.lut", "", Shipped::All, &NoFiles, &mut sources, &mut findings);
    assert_eq!(findings.list, []);
    tables
}

fn compiled(text: &str) -> Result<Model, String> {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let options = promela::Options::default();
    let program = promela::parse("m.pml", text.to_string(), &options, &NoFiles, &mut sources, &mut findings);
    let model = compile::compile(&program, &compile::Options::default(), &sources, &mut findings);
    let problems: Vec<String> = findings.list.iter().map(|f| f.message.clone()).collect();
    model.filter(|_| problems.is_empty()).ok_or_else(|| format!("{}\n{text}", problems.join("\n")))
}

fn spin_accepts(text: &str) -> Result<(), String> {
    let Ok(found) = Command::new("spin").arg("-V").output() else { return Ok(()) };
    assert!(found.status.success());
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("ax-shipped-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    std::fs::write(folder.join("m.pml"), text).expect("written");
    let out = Command::new("spin").args(["-a", "m.pml"]).current_dir(&folder).output().expect("spin runs");
    std::fs::remove_dir_all(&folder).expect("removed");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    if out.status.success() && !said.contains("rror") { Ok(()) } else { Err(format!("{said}\n{text}")) }
}

/// How the metavariables of the tables are declared.
const NAMES: &str = "\
int r, c, s, i, n, v, e, x, p, k, a, t, u;
byte m, o;
inline f() { skip }
";

/// Every Promela text of every table, each as a process of its own.
#[test]
fn every_line_is_promela() {
    let tables = all();
    for table in tables.tables().filter(|table| table.shipped) {
        let mut body = String::new();
        for (i, (_, entry)) in table.entries().enumerate() {
            if let Mapping::Promela(_) = &entry.mapping {
                let text = entry.mapping.text().replace('$', "");
                body += &format!("proctype p{i}() {{ {text} }}\n");
            }
        }
        let locks = match table.name.as_str() {
            "pthreads" => "pthread_rwlock l; pthread_barrier b;\n",
            _ => "",
        };
        let declares = tables.promela_for(&words(&format!("{body}{locks}"))).join("\n");
        let model = format!("{declares}\n{NAMES}{locks}{body}init {{ skip }}\n");
        compiled(&model).unwrap_or_else(|why| panic!("{}: {why}", table.name));
        spin_accepts(&model).unwrap_or_else(|why| panic!("{}: {why}", table.name));
    }
}

#[test]
fn every_entry_says_its_kind_and_is_no_repetition() {
    let tables = all();
    let mut seen = std::collections::HashSet::new();
    for table in tables.tables().filter(|table| table.shipped) {
        assert!(shipped::table(&table.name).is_some());
        for item in &table.items {
            let What::Entry(entry) = &item.what else { continue };
            let place = format!("{}:{}: {}", table.name, item.line, entry.written);
            assert!(item.remark.kind.is_some(), "{place} says no kind");
            assert!(entry.class.is_some(), "{place} has no class");
            assert!(!matches!(entry.left, Left::Exact { .. }) || !entry.written.contains('$'), "{place}");
            assert!(seen.insert((entry.class, entry.written.clone())), "{place} is there twice");
            let general = matches!(entry.mapping, Mapping::Unknown | Mapping::True);
            assert!(!general || item.remark.kind != Some(Kind::Restriction), "{place}: {:?}", item.remark.kind);
        }
    }
}

/// A C-like program: per process a list of statements. Those with a class are looked up, the others are Promela.
fn program(declarations: &str, processes: &[&[&str]]) -> String {
    started(declarations, processes, &[])
}

/// As [`program`]; what comes before the processes run is given last.
fn started(declarations: &str, processes: &[&[&str]], init: &[&str]) -> String {
    let tables = all();
    let body = |lines: &[&str]| lines.iter().map(|line| translated(&tables, line)).collect::<Vec<_>>().join("; ");
    let mut text = String::new();
    let active = if init.is_empty() { "active " } else { "" };
    for (i, lines) in processes.iter().enumerate() {
        text += &format!("{active}proctype p{i}() {{ int r; {} }}\n", body(lines));
    }
    if !init.is_empty() {
        let run: String = (0..processes.len()).map(|i| format!("; run p{i}()")).collect();
        text += &format!("init {{ {}{run} }}\n", body(init));
    }
    format!("{}\n{declarations}\n{text}", tables.promela_for(&words(&format!("{declarations}{text}"))).join("\n"))
}

fn translated(tables: &Tables, line: &str) -> String {
    if line.as_bytes().get(1) != Some(&b':') || line.starts_with("::") {
        return line.to_string();
    }
    let statement: Statement = statement(line);
    let mut findings = Findings::default();
    tables.overlaps(&statement, &mut findings);
    assert_eq!(findings.list, [], "{line}");
    let decision = tables.lookup(&statement).unwrap_or_else(|| panic!("no entry for {line}"));
    match &decision.mapping {
        Mapping::Promela(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Bound { c, .. } => c.clone(),
            })
            .collect(),
        other => other.text(),
    }
}

fn errors(model: &str) -> Vec<String> {
    spin_accepts(model).unwrap_or_else(|why| panic!("{why}"));
    let model = compiled(model).unwrap_or_else(|why| panic!("{why}"));
    let never = AtomicBool::new(false);
    let what = Search::default();
    let outcome: Outcome = search(&model, &what, &mut Control { stop: &never, progress: &mut |_| {} });
    outcome.errors.iter().map(|error| error.message.clone()).collect()
}

#[test]
fn mutexes_exclude() {
    let lines: &[&str] =
        &["F: pthread_mutex_lock(&(m))", "in++", "assert(in == 1)", "in--", "F: pthread_mutex_unlock(&(m))"];
    assert_eq!(errors(&program("byte m, in;", &[lines, lines])), [] as [&str; 0]);
    let unlocked: &[&str] = &["in++", "assert(in == 1)", "in--"];
    assert_eq!(errors(&program("byte m, in;", &[lines, unlocked])).len(), 1);
    let tried: &[&str] = &[
        "A: r=pthread_mutex_trylock(&(m))",
        "if :: r == 0 -> in++; assert(in == 1); in-- :: else -> goto out fi",
        "F: pthread_mutex_unlock(&(m))",
        "out: skip",
    ];
    assert_eq!(errors(&program("byte m, in;", &[lines, tried])), [] as [&str; 0]);
    let not_owner: &[&str] = &["F: pthread_mutex_unlock(&(m))"];
    assert_eq!(errors(&program("byte m, in;", &[lines, not_owner])).len(), 1);
}

/// A signal before the wait is lost: the waiter hangs, unless it looks first.
#[test]
fn signals_are_lost() {
    let signal: &[&str] =
        &["F: pthread_mutex_lock(&(m))", "ready = 1", "F: pthread_mutex_unlock(&(m))", "F: pthread_cond_signal(&(c))"];
    let careless: &[&str] =
        &["F: pthread_mutex_lock(&(m))", "F: pthread_cond_wait(&(c),&(m))", "F: pthread_mutex_unlock(&(m))"];
    let found = errors(&program("byte m, ready; int c;", &[signal, careless]));
    assert!(found.iter().any(|e| e.contains("end state")), "{found:?}");
    let wait = translated(&all(), "F: pthread_cond_wait(&(c),&(m))");
    let careful = format!("do :: ready == 0 -> {wait} :: else -> break od; assert(ready == 1)");
    let careful: &[&str] = &["F: pthread_mutex_lock(&(m))", &careful, "F: pthread_mutex_unlock(&(m))"];
    assert_eq!(errors(&program("byte m, ready; int c;", &[signal, careful])), [] as [&str; 0]);
    assert_eq!(
        errors(&program("byte m, ready; int c;", &[signal, careful, careful])).len(),
        1,
        "one signal, two waiters"
    );
    let broadcast: &[&str] = &[signal[0], signal[1], signal[2], "F: pthread_cond_broadcast(&(c))"];
    assert_eq!(errors(&program("byte m, ready; int c;", &[broadcast, careful, careful])), [] as [&str; 0]);
}

/// A wait may end without a signal: `if` instead of `while` is found out.
#[test]
fn waits_end_for_no_reason() {
    let wait = translated(&all(), "F: pthread_cond_wait(&(c),&(m))");
    let once = format!("if :: ready == 0 -> {wait} :: else -> skip fi; assert(ready == 1)");
    let once: &[&str] = &["F: pthread_mutex_lock(&(m))", &once, "F: pthread_mutex_unlock(&(m))"];
    let signal: &[&str] =
        &["F: pthread_mutex_lock(&(m))", "ready = 1", "F: pthread_cond_signal(&(c))", "F: pthread_mutex_unlock(&(m))"];
    let found = errors(&program("byte m, ready; int c;", &[signal, once]));
    assert!(found.iter().any(|e| e.contains("assert")), "{found:?}");
}

#[test]
fn barriers_hold_until_all_are_there() {
    let lines: &[&str] =
        &["came++", "F: pthread_barrier_wait(&(b))", "assert(came == 3)", "F: pthread_barrier_wait(&(b))", "skip"];
    let told: &[&str] =
        &["came++", "A: r=pthread_barrier_wait(&(b))", "assert(came == 3)", "A: r=pthread_barrier_wait(&(b))", "skip"];
    let head = "byte came; pthread_barrier b;";
    let init: &[&str] = &["F: pthread_barrier_init(&(b),0,3)"];
    assert_eq!(errors(&started(head, &[lines, told, told], init)), [] as [&str; 0]);
    assert!(errors(&started(head, &[lines, told], init)).iter().any(|e| e.contains("end state")));
}

#[test]
fn readers_share_and_writers_do_not() {
    let read: &[&str] = &["F: pthread_rwlock_rdlock(&(l))", "assert(writing == 0)", "F: pthread_rwlock_unlock(&(l))"];
    let write: &[&str] = &[
        "F: pthread_rwlock_wrlock(&(l))",
        "writing++",
        "assert(writing == 1)",
        "writing--",
        "F: pthread_rwlock_unlock(&(l))",
    ];
    assert_eq!(errors(&program("byte writing; pthread_rwlock l;", &[read, read, write, write])), [] as [&str; 0]);
}

#[test]
fn semaphores_and_philosophers() {
    let both = |first: &str, second: &str| -> Vec<String> {
        let forks = [first, second];
        let wait = forks.iter().map(|f| format!("F: semwait(0,{f},1)"));
        let signal = forks.iter().map(|f| format!("F: semsignal(0,{f},1)"));
        wait.chain(signal).collect()
    };
    let run = |one: Vec<String>, two: Vec<String>| {
        let one: Vec<&str> = one.iter().map(String::as_str).collect();
        let two: Vec<&str> = two.iter().map(String::as_str).collect();
        let init = ["A: semid=semget(IPC_PRIVATE,2,0600)", "F: semsetval(semid,0,1)", "F: semsetval(semid,1,1)"];
        errors(&started("byte semid;", &[&one, &two], &init))
    };
    assert!(run(both("0", "1"), both("1", "0")).iter().any(|e| e.contains("end state")), "they starve");
    assert_eq!(run(both("0", "1"), both("0", "1")), [] as [&str; 0]);

    let post: &[&str] = &["done = 1", "F: sem_post(&(s))"];
    let wait: &[&str] = &["F: sem_wait(&(s))", "assert(done == 1)"];
    assert_eq!(errors(&program("byte done; int s;", &[post, wait])), [] as [&str; 0]);
}

#[test]
fn atomics_lose_no_update() {
    let add: &[&str] = &["A: r=atomic_fetch_add(&(x),1)", "done++", "(done == 2)", "assert(x == 2)"];
    assert_eq!(errors(&program("int x; byte done;", &[add, add])), [] as [&str; 0]);
    let swap: &[&str] = &["r = 1", "A: r=__atomic_exchange_n(&(x),r,5)", "assert(r == 0)", "assert(x == 1)"];
    assert_eq!(errors(&program("int x;", &[swap])), [] as [&str; 0]);
    let lock = translated(&all(), "A: r=atomic_flag_test_and_set(&(f))");
    let lock = format!("do :: {lock}; if :: r == 0 -> break :: else -> skip fi od");
    let spin: &[&str] = &[&lock, "in++", "assert(in == 1)", "in--", "F: atomic_flag_clear(&(f))"];
    assert_eq!(errors(&program("bit f; byte in;", &[spin, spin])), [] as [&str; 0]);
}

#[test]
fn tosses_take_every_value() {
    let toss: &[&str] = &["A: r=VS_toss(2)", "F: VS_assert(r<2)"];
    assert_eq!(errors(&program("", &[toss])).len(), 1);
    let toss: &[&str] = &["A: r=VS_toss(2)", "F: VS_assert((r>=0)&&(r<=2))"];
    assert_eq!(errors(&program("", &[toss])), [] as [&str; 0]);
}

/// Calls whose result is not used are under F; as conditions they are left to the extractor.
#[test]
fn conditions_do_not_use_call_entries() {
    let tables = all();
    let mapping = |line: &str| tables.lookup(&statement(line)).map(|d| d.mapping.text());
    assert_eq!(mapping("C: pthread_mutex_trylock(&(m))"), None);
    assert_eq!(mapping("C: __VERIFIER_nondet_int()").as_deref(), Some("true"));
    assert_eq!(mapping("C: !__VERIFIER_nondet_int()").as_deref(), Some("true"));
    assert_eq!(mapping("F: memcpy(a,b,n)").as_deref(), Some("unknown"));
    assert_eq!(mapping("A: p=(char *)malloc(n)").as_deref(), Some("unknown"));
    assert_eq!(mapping("F: printf(\"x\")").as_deref(), Some("comment"));
    assert!(mapping("F: pthread_join(t,(void *)0)").is_some_and(|text| text.contains("(pthread_finished >> $t) & 1")));
}

/// The words of a text.
fn words(text: &str) -> std::collections::BTreeSet<String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).map(str::to_string).collect()
}
