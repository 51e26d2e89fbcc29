//! The oracle on programs whose outcomes are known.

use super::explorer::{Explorer, Unusable};
use super::generator::feature::Feature;
use super::outcome::{Kind, Truth};
use super::{generator, question, real};
use crate::generator::random;
use std::collections::BTreeSet;

/// Two threads that run `a` and `b`, and what is observed after both.
fn two(shared: &str, a: &str, b: &str, observed: &[&str]) -> String {
    let each = observed.iter().enumerate().map(|(index, place)| format!("oracle_observe({index}, {place});"));
    let observed: Vec<String> = each.collect();
    format!(
        "#include <pthread.h>\n#include <assert.h>\n#include <stdlib.h>\n{shared}\n\
         void *first(void *arg) {{ {a} return 0; }}\nvoid *second(void *arg) {{ {b} return 0; }}\n\
         int main(void) {{ pthread_t id[2];\n\
         pthread_create(&id[0], 0, first, 0); pthread_create(&id[1], 0, second, 0);\n\
         pthread_join(id[0], 0); pthread_join(id[1], 0); {} return 0; }}\n",
        observed.join(" ")
    )
}

fn explore(program: &str) -> Result<Truth, Unusable> {
    Explorer::new(100_000).expect("gcc").explore(program).expect("a run")
}

fn truth(program: &str) -> Truth {
    explore(program).expect("a truth")
}

fn values(rows: &[&[i64]]) -> BTreeSet<Vec<i64>> {
    rows.iter().map(|row| row.to_vec()).collect()
}

#[test]
fn store_buffering_is_sequentially_consistent() {
    let found = truth(&two("int x, y, r, s;", "x = 1; r = y;", "y = 1; s = x;", &["r", "s"]));
    assert_eq!(found.values, values(&[&[0, 1], &[1, 0], &[1, 1]]));
    assert!(found.failures.is_empty());
}

#[test]
fn an_increment_is_a_load_and_a_store() {
    let found = truth(&two("int x;", "x++;", "x++;", &["x"]));
    assert_eq!(found.values, values(&[&[1], &[2]]));
    let found = truth(&two("int x;", "__sync_fetch_and_add(&x, 1);", "__atomic_fetch_add(&x, 1, 5);", &["x"]));
    assert_eq!(found.values, values(&[&[2]]));
    let found = truth(&two("_Atomic int x;", "x++;", "x *= 3;", &["x"]));
    assert_eq!(found.values, values(&[&[1], &[3]]));
}

#[test]
fn peterson_excludes() {
    let enter = |me: u8, other: u8| {
        format!(
            "flag[{me}] = 1; turn = {other}; while (flag[{other}] && turn == {other}) ; \
             inside++; assert(inside == 1); inside--; flag[{me}] = 0;"
        )
    };
    let found = truth(&two("int flag[2], turn, inside;", &enter(0, 1), &enter(1, 0), &["inside"]));
    assert_eq!(found.values, values(&[&[0]]));
    assert!(found.failures.is_empty());
    let hasty = enter(1, 0).replace("turn = 0;", "");
    let found = truth(&two("int flag[2], turn, inside;", &enter(0, 1), &hasty, &["inside"]));
    assert_eq!(found.kinds(), BTreeSet::from([Kind::Assertion]));
}

#[test]
fn two_locks_in_two_orders() {
    let shared = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x;";
    let take = |one: &str, two: &str| {
        format!(
            "pthread_mutex_lock(&{one}); pthread_mutex_lock(&{two}); x++; \
             pthread_mutex_unlock(&{two}); pthread_mutex_unlock(&{one});"
        )
    };
    let found = truth(&two(shared, &take("m", "n"), &take("n", "m"), &["x"]));
    assert_eq!(found.kinds(), BTreeSet::from([Kind::Deadlock]));
    assert_eq!(found.values, values(&[&[2]]));
    let found = truth(&two(shared, &take("m", "n"), &take("m", "n"), &["x"]));
    assert!(found.failures.is_empty());
}

#[test]
fn a_signal_that_nobody_waits_for_is_lost() {
    let shared =
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;";
    let signal = "pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
    let wait = |test: &str| {
        format!("pthread_mutex_lock(&m); {test} pthread_cond_wait(&c, &m); assert(ready); pthread_mutex_unlock(&m);")
    };
    let found = truth(&two(shared, &wait(""), signal, &["ready"]));
    assert_eq!(found.kinds(), BTreeSet::from([Kind::Deadlock]));
    let found = truth(&two(shared, &wait("while (!ready)"), signal, &["ready"]));
    assert!(found.failures.is_empty());
    assert_eq!(found.values, values(&[&[1]]));
}

#[test]
fn mutex_kinds_answer_as_posix_says() {
    let program = |kind: &str| {
        format!(
            "#define _GNU_SOURCE\n#include <pthread.h>\nint main(void) {{ pthread_mutexattr_t a; pthread_mutex_t m;\n\
             pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_{kind});\n\
             pthread_mutex_init(&m, &a);\n\
             pthread_mutex_lock(&m); oracle_observe(0, pthread_mutex_trylock(&m)); oracle_observe(1, \
             pthread_mutex_lock(&m));\n oracle_observe(2, pthread_mutex_unlock(&m)); pthread_mutex_unlock(&m); \
             pthread_mutex_unlock(&m); oracle_observe(3, pthread_mutex_unlock(&m)); return 0; }}\n"
        )
    };
    assert_eq!(truth(&program("RECURSIVE")).values, values(&[&[0, 0, 0, 1]]));
    assert_eq!(truth(&program("ERRORCHECK")).values, values(&[&[16, 35, 0, 1]]));
    assert_eq!(truth(&program("NORMAL")).kinds(), BTreeSet::from([Kind::Deadlock]));
}

#[test]
fn memory_errors_have_their_kinds() {
    let kinds = |a: &str, b: &str| truth(&two("int *p, v[3], i = 2, *q = v;", a, b, &[])).kinds();
    assert_eq!(kinds("p = v;", "*p = 1;"), BTreeSet::from([Kind::Null]));
    assert_eq!(kinds("i++;", "v[i] = 1;"), BTreeSet::from([Kind::Bounds]));
    assert_eq!(kinds("i++;", "q[i] = 1;"), BTreeSet::from([Kind::Bounds]));
    assert_eq!(kinds("int *h = malloc(4); q = h; *h = 1; free(h);", "*q = 1;"), BTreeSet::from([Kind::Memory]));
    assert_eq!(kinds("int *h = malloc(8); h[0] = h[1];", ""), BTreeSet::from([Kind::Uninitialised]));
    assert_eq!(kinds("int *h = malloc(8); h[2] = 1;", ""), BTreeSet::from([Kind::Bounds]));
    assert_eq!(kinds("int *h = malloc(8); free(h); free(h);", ""), BTreeSet::from([Kind::Memory]));
    assert_eq!(kinds("i = 0;", "v[0] = 3 / i;"), BTreeSet::from([Kind::Division]));
}

#[test]
fn what_gcc_does_not_show_is_spelled_out() {
    let shared = "struct bits { unsigned lo : 3, hi : 4; } f; struct pair { int a, b; } s, t = {1, 1};";
    let found = truth(&two(shared, "@bit(f; lo; 1)@;", "@bit(f; hi; 1)@;", &["f.lo", "f.hi"]));
    assert_eq!(found.values, values(&[&[0, 1], &[1, 0], &[1, 1]]));
    let torn = two(shared, "@copy(a,b; s; t)@;", "t.a = 2; t.b = 2;", &["s.a", "s.b"]);
    assert!(matches!(explore(&torn), Err(Unusable::StructCopy)));
}

/// gcc reads `x` again for the value of `++x`, `p` twice for `*p += 1`, and the operands in its own order.
#[test]
fn a_place_is_found_once_and_read_once() {
    let found = truth(&two("int x, r;", "r = @next(x; 1)@;", "x = 5;", &["r"]));
    assert_eq!(found.values, values(&[&[1], &[6]]));
    let plain = truth(&two("int x, r;", "r = ++x;", "x = 5;", &["r"]));
    assert_eq!(plain.values, values(&[&[1], &[5], &[6]]), "gcc does so no more: the dialect can go");
    let found = truth(&two("int x, y, *p = &x;", "@once(*p; $ += 1)@;", "p = &y;", &["x", "y"]));
    assert_eq!(found.values, values(&[&[0, 1], &[1, 0]]));
    let found = truth(&two("int i, v[2] = {5, 7};", "@indexed(v[; i; ]; $ += 1)@;", "i = 1;", &["v[0]", "v[1]"]));
    assert_eq!(found.values, values(&[&[5, 8], &[6, 7]]));
    let found = truth(&two("int x; long y; int r;", "r = @pair(x; ^; y)@;", "y = 4; x = 1;", &["r"]));
    assert_eq!(found.values, values(&[&[0], &[4], &[5]]));
}

#[test]
fn locks_of_each_kind_keep_others_out() {
    for (shared, lock, unlock, lost) in [
        (
            "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
            "pthread_rwlock_wrlock(&l)",
            "pthread_rwlock_unlock(&l)",
            false,
        ),
        (
            "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
            "pthread_rwlock_rdlock(&l)",
            "pthread_rwlock_unlock(&l)",
            true,
        ),
        ("pthread_spinlock_t l;", "pthread_spin_lock(&l)", "pthread_spin_unlock(&l)", false),
        ("#include <threads.h>\nmtx_t l;", "mtx_lock(&l)", "mtx_unlock(&l)", false),
    ] {
        let body = format!("{lock}; x = x + 1; {unlock};");
        let found = truth(&two(&format!("{shared} int x;"), &body, &body, &["x"]));
        let expected = if lost { values(&[&[1], &[2]]) } else { values(&[&[2]]) };
        assert_eq!(found.values, expected, "{lock}");
    }
}

#[test]
fn once_timed_and_keyed() {
    let shared = "pthread_once_t o = PTHREAD_ONCE_INIT; int x; static void f(void) { x = x + 1; }";
    let found = truth(&two(shared, "pthread_once(&o, f);", "pthread_once(&o, f); assert(x == 1);", &["x"]));
    assert_eq!(found.values, values(&[&[1]]));
    assert!(found.failures.is_empty());
    let shared = "#include <time.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct timespec t; int r;";
    let found = truth(&two(
        shared,
        "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
        "r = pthread_mutex_timedlock(&m, &t);",
        &["r"],
    ));
    assert_eq!(found.values, values(&[&[0], &[110]]));
    assert_eq!(found.kinds(), BTreeSet::from([Kind::Deadlock]));
    let found = truth(&two("@local(int; own; 3)@ int r;", "@own(own)@ = 4;", "r = @own(own)@;", &["r"]));
    assert_eq!(found.values, values(&[&[3]]));
}

#[test]
fn what_grew_is_somewhere_else() {
    let shared = "int *p, *q;";
    let kinds = |a: &str| truth(&two(shared, a, "", &[])).kinds();
    assert_eq!(kinds("p = calloc(1, 4); q = realloc(p, 8); q[1] = q[0];"), BTreeSet::new());
    assert_eq!(kinds("p = calloc(1, 4); q = realloc(p, 8); *p = 1;"), BTreeSet::from([Kind::Memory]));
    assert_eq!(kinds("p = calloc(1, 4); q = realloc(p, 8); q[0] = q[1];"), BTreeSet::from([Kind::Uninitialised]));
}

#[test]
fn what_posix_leaves_undefined_is_not_used() {
    let shared = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;";
    assert!(matches!(explore(&two(shared, "pthread_mutex_unlock(&m);", "", &[])), Err(Unusable::Undefined)));
}

#[test]
fn the_end_of_main_is_the_end() {
    let program = "#include <pthread.h>\n#include <assert.h>\nint x;\n\
                   void *f(void *arg) { assert(x == 0); return 0; }\n\
                   int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; return 0; }\n";
    let found = truth(program);
    assert_eq!(found.kinds(), BTreeSet::from([Kind::Assertion]));
    assert_eq!(found.values.len(), 1);
}

/// Runs with real threads end as some schedule does.
#[test]
fn real_runs_are_among_the_computed() {
    let explorer = Explorer::new(100_000).expect("gcc");
    let mut runs = 0;
    for index in 0..40 {
        let program = generator::generate(random::derive(7, index), Feature::ALL);
        let text = program.ending(&question::observation(&program)).render();
        let Ok(truth) = explorer.explore(&text).expect("a run") else { continue };
        if !truth.failures.is_empty() {
            continue;
        }
        for values in real::run(&explorer, &text, 20).expect("runs") {
            assert!(truth.values.contains(&values), "{values:?} is not among the outcomes of{text}");
        }
        runs += 20;
        if runs >= 200 {
            break;
        }
    }
    assert!(runs >= 200);
}
