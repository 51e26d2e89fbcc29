//! `ax verify --spurious`: condition variables that wake up without a signal, and what that must not hide.

mod common;

use common::{ax, scratch_with};
use serde_json::Value;

/// A waiter that runs `body` with the mutex held, and a `main` that sets `ready` and then does `wakes`.
fn program(body: &str, wakes: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, other = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waiter(void *p)
{{
    struct timespec until = {{0, 0}};
    int result = 0;
    pthread_mutex_lock(&m);
    {body}
    pthread_mutex_unlock(&m);
    (void)until, (void)result;
    return p;
}}
int main(void)
{{
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    {wakes}
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}}
"
    )
}

/// The verdict with the kind of the first error, and whether it rests on "no wake-up without a signal".
fn asked(file: &str, options: &[&str]) -> (String, bool) {
    let ran = ax(&[&["verify", "--no-cache", "--format", "json", file], options].concat());
    let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", ran.stdout, ran.stderr));
    let kind = json["properties"][0]["errors"][0]["kind"].as_str().map_or(String::new(), |k| format!(" {k}"));
    let verdict = json["verdict"].as_str().expect("a verdict");
    (format!("{verdict}{kind}"), ran.stdout.contains("does not wake up without a signal"))
}

/// The answers without the option and with it.
fn both(name: &str, text: &str) -> [(String, bool); 2] {
    let file = scratch_with(name, text);
    [asked(&file, &[]), asked(&file, &["--spurious"])]
}

fn answers(plain: &str, rests: bool, spurious: &str) -> [(String, bool); 2] {
    [(plain.to_string(), rests), (spurious.to_string(), false)]
}

const SIGNAL: &str = "pthread_cond_signal(&c);";

#[test]
fn waiting_once_is_not_enough() {
    let text = program("if (!ready) pthread_cond_wait(&c, &m); assert(ready);", SIGNAL);
    assert_eq!(both("spurious-if.c", &text), answers("pass", true, "fail assertion"));
}

#[test]
fn waiting_in_a_loop_is() {
    let text = program("while (!ready) pthread_cond_wait(&c, &m); assert(ready);", SIGNAL);
    assert_eq!(both("spurious-while.c", &text), answers("pass", true, "pass"));
}

/// Nothing promises a wake-up: that one may come is no way out of a deadlock.
#[test]
fn a_forgotten_signal_stays_a_deadlock() {
    let text = program("while (!ready) pthread_cond_wait(&c, &m);", "");
    let [plain, spurious] = both("spurious-lost.c", &text);
    assert_eq!((plain.0.as_str(), spurious.0.as_str()), ("fail deadlock", "fail deadlock"));
}

/// The same behind a wake-up without a signal: searching without such wake-ups would not come there.
#[test]
fn a_deadlock_that_only_a_wake_up_leads_to() {
    let body = "if (!ready) pthread_cond_wait(&c, &m); if (!ready) pthread_cond_wait(&other, &m);";
    assert_eq!(both("spurious-behind.c", &program(body, SIGNAL)), answers("pass", true, "fail deadlock"));
}

/// `pthread_cond_timedwait` gives 0 without a signal, and not only ETIMEDOUT.
#[test]
fn a_timed_wait_wakes_up_too() {
    let body = "if (!ready) result = pthread_cond_timedwait(&c, &m, &until); if (result == 0) assert(ready);";
    assert_eq!(both("spurious-timed.c", &program(body, SIGNAL)), answers("pass", true, "fail assertion"));
    let body = "while (!ready && result == 0) result = pthread_cond_timedwait(&c, &m, &until);
    if (result == 0) assert(ready);";
    assert_eq!(both("spurious-timed-loop.c", &program(body, SIGNAL)), answers("pass", true, "pass"));
}

#[test]
fn c11_threads_wake_up_too() {
    let text = |word: &str| {
        format!(
            "#include <assert.h>\n#include <threads.h>
static mtx_t m;
static cnd_t c;
static int ready;
static int waiter(void *p)
{{
    (void)p;
    mtx_lock(&m);
    {word} (!ready)
        cnd_wait(&c, &m);
    assert(ready);
    mtx_unlock(&m);
    return 0;
}}
int main(void)
{{
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, waiter, 0);
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    thrd_join(t, 0);
    return 0;
}}
"
        )
    };
    assert_eq!(both("spurious-c11-if.c", &text("if")), answers("pass", true, "fail assertion"));
    assert_eq!(both("spurious-c11-while.c", &text("while")), answers("pass", true, "pass"));
}

/// On the road of models the option would do nothing: it is refused.
#[test]
fn where_it_means_nothing_it_is_an_error() {
    let file = scratch_with("spurious-model.c", &program("while (!ready) pthread_cond_wait(&c, &m);", SIGNAL));
    for options in [&["--spurious", "--terminates"][..], &["--spurious", "--granularity", "statement"]] {
        let ran = ax(&[&["verify", "--no-cache", &file], options].concat());
        assert_eq!(ran.status, 2, "{}", ran.stdout);
        assert!(ran.stderr.contains("`--spurious` is for closed programs"), "{}", ran.stderr);
    }
}
