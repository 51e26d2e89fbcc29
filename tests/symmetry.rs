//! `--symmetry`: how much smaller searches get, what is refused and how that is told.

mod common;

use common::{ax_with_input, scratch, scratch_with};
use serde_json::Value;

fn json(options: &[&str], model: &str) -> Value {
    let all = [&["check", "-", "--format", "json"], options].concat();
    let run = ax_with_input(&all, model);
    serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr))
}

/// The line of the report about symmetry.
fn told(model: &str) -> String {
    let run = ax_with_input(&["check", "-", "--safety", "--symmetry", "on"], model);
    let lines: Vec<&str> = run.stdout.lines().map(str::trim).filter(|l| l.contains("symmetry")).collect();
    lines.join("\n")
}

/// States without and with symmetry, and without partial order reduction; the verdicts have to be the same.
fn states(model: &str) -> (u64, u64) {
    let full = json(&["--por", "off"], model);
    let mut stored = None;
    for order in ["dfs", "bfs"] {
        let some = json(&["--por", "off", "--symmetry", "on", "--search", order], model);
        assert_eq!(some["verdict"], full["verdict"]);
        assert_eq!(
            *stored.get_or_insert(some["stored"].as_u64()),
            some["stored"].as_u64(),
            "the order does not matter"
        );
        assert_eq!(json(&["--symmetry", "auto", "--search", order], model)["verdict"], full["verdict"]);
    }
    (full["stored"].as_u64().expect("a number"), stored.flatten().expect("a number"))
}

/// Each of `processes` is in one of `places`: so many ways if it does not matter which is where.
fn ways(processes: u64, places: u64) -> u64 {
    (0..processes).fold(1, |n, i| n * (places + i) / (i + 1))
}

#[test]
fn processes_without_names_are_counted_not_told_apart() {
    let model = |n| format!("active [{n}] proctype p() {{ byte x; do :: x = 1; x == 1 -> x = 2; x == 2 -> x = 0 od }}");
    for n in [3, 5] {
        let all = json(&["--por", "off", "--optimize", "off"], &model(n))["stored"].as_u64().expect("a number");
        let some = json(&["--por", "off", "--optimize", "off", "--symmetry", "on"], &model(n));
        let places = (all as f64).powf(1.0 / n as f64).round() as u64;
        assert_eq!(all, places.pow(n as u32));
        assert_eq!(some["stored"].as_u64(), Some(ways(n, places)), "{n} processes in {places} places");
        assert_eq!(some["symmetry"]["exchanged"][0]["processes"], n);
    }
}

#[test]
fn semaphores_readers_and_clients_get_smaller() {
    let semaphore = "byte free = 2, inside; active [4] proctype w() {
        do :: atomic { free > 0 -> free-- }; inside++; assert(inside <= 2); inside--; free++ od }";
    let readers = "byte r, w;
        active [3] proctype reader() { do :: atomic { w == 0 -> r++ }; assert(w == 0); r-- od }
        active [2] proctype writer() { do :: atomic { r == 0 && w == 0 -> w++ }; assert(r == 0 && w == 1); w-- od }";
    let names = "byte owner = 255; bool wants[4]; chan q = [4] of { byte }; chan granted[4] = [1] of { bit };
        active [4] proctype client() {
            do :: wants[_pid] = 1; q!_pid; granted[_pid]?_; assert(owner == _pid); wants[_pid] = 0; owner = 255 od }
        active proctype server() { byte who; do :: owner == 255 -> q?who; assert(wants[who]); owner = who; \
        granted[who]!1 od }";
    let own = "chan server = [2] of { chan };
        active [3] proctype client() { chan me = [1] of { bit }; do :: server!me; me?_ od }
        active proctype s() { chan c; do :: server?c; c!1 od }";
    let params = "bool flag[3]; byte last;
        proctype p(byte id) { do :: flag[id] = 1; last = id; last != id -> flag[id] = 0 od }
        init { atomic { run p(0); run p(1); run p(2) } }";
    for (model, least) in [(semaphore, 7.0), (readers, 2.5), (names, 12.0), (own, 4.0), (params, 3.0)] {
        let (all, some) = states(model);
        assert!(all as f64 >= least * some as f64, "{all} to {some}: {model}");
    }
}

#[test]
fn what_tells_processes_apart_is_refused_with_its_place() {
    let apart = [
        ("x = (_pid + 1) % 3", "is calculated with, at `x = ((_pid+1)%3)` (-:"),
        ("x = _pid; x < 2", "are compared by size, at `((x<2))` (-:"),
        ("flag[x] = 1; x = _pid; x++", "is calculated with, at `x = (x+1)` (-:"),
        ("q!!_pid", "are compared by size, at `q!!_pid` (-:"),
        ("x = (p@l -> 1 : 0)", "the first of them is told from the others"),
        ("x = _nr_pr; break", "they end, and only the youngest process can"),
    ];
    for (statement, why) in apart {
        let text = format!(
            "bool flag[3]; chan q = [3] of {{ byte }};\nactive [3] proctype p() {{ byte x;\nl: do :: {statement} od }}"
        );
        let told = told(&text);
        assert!(told.starts_with("no symmetry between processes of p: ") && told.contains(why), "{statement}: {told}");
    }
    let ring = "bool fork[3]; active [3] proctype phil() { byte left = _pid, right = (_pid + 1) % 3;
        do :: !fork[left] -> fork[left] = 1; fork[right] = 1; fork[right] = 0; fork[left] = 0 od }";
    let told = told(ring);
    assert!(told.contains("no symmetry between processes of phil with different values of `left`"), "{told}");
    assert!(!told.contains("can be exchanged"), "{told}");
}

#[test]
fn a_process_that_the_text_names_is_left_out() {
    let model = "bool flag[4]; active [4] proctype p() { do :: flag[_pid] = !flag[_pid] od } ltl first { [] !flag[0] }";
    let told = told(model);
    assert!(told.contains("3 processes of p can be exchanged"), "{told}");
    assert!(told.contains("no symmetry with process 0, which has a part of its own"), "{told}");
}

#[test]
fn infinite_runs_are_searched_without() {
    let model = "byte x; ltl live { <> (x == 2) } active [2] proctype p() { do :: x = 1 :: x = 0 od }";
    let run = ax_with_input(&["check", "-", "--symmetry", "on"], model);
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(run.stdout.contains("--symmetry has no effect on searches for infinite runs"), "{}", run.stdout);
}

#[test]
fn trails_are_runs_of_the_model() {
    let text = "byte owner = 255, n; bool in[4];
        active [4] proctype p() { byte old; do :: old = owner; owner = _pid; in[_pid] = 1; n++;
            assert(n < 3 || old == 255 || !in[old]); n--; in[_pid] = 0 od }";
    let model = scratch_with("symmetric.pml", text);
    for order in ["dfs", "bfs"] {
        let trail = scratch(&format!("symmetric-{order}.trail")).display().to_string();
        let run = common::ax(&["check", &model, "--symmetry", "on", "--search", order, "--trail", &trail]);
        assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("4 processes of p can be exchanged"), "{}", run.stdout);
        let again = common::ax(&["simulate", &model, "--trail", &trail]);
        assert_eq!(again.status, 1, "{}{}", again.stdout, again.stderr);
        assert!(again.stdout.contains("assertion violated") || again.stderr.contains("assertion violated"));
    }
}
