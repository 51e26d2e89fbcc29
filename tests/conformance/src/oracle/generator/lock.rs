//! Read-write locks, spin locks, locks that are reached through pointers that change, and what is done once.

use super::builder::{Builder, Place, Scope};
use super::feature::Feature;
use super::integer::Integer;
use super::statement::nested;
use crate::generator::tree::{self, Node, group, text};

const INT: Integer = Integer::INT;

pub fn declare_read_write(b: &mut Builder) {
    b.global("int shelf = 1;");
    b.places.push(Place::plain("shelf", INT, Feature::ReadWrite));
    if b.random.chance(70) {
        b.global("pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
    } else {
        b.global("pthread_rwlock_t rw;");
        b.before.push(text("pthread_rwlock_init(&rw, 0);"));
    }
}

/// Statements under a read-write lock; a reader may write all the same.
pub fn read_write(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if scope.held.iter().any(|held| held == "rw") {
        return None;
    }
    b.uses(Feature::ReadWrite);
    let local = b.local(scope).name;
    let reads = b.random.chance(50);
    scope.held.push("rw".to_string());
    let inside = if reads && b.random.chance(60) {
        tree::block(vec![text(format!("{local} = shelf;"))])
    } else {
        nested(b, scope, 2)
    };
    scope.held.pop();
    let kind = if reads { "rd" } else { "wr" };
    let body = |open: String, close: &str| tree::statement(vec![text(open), inside, text(close)]);
    Some(if b.random.chance(30) {
        body(
            format!("if (pthread_rwlock_try{kind}lock(&rw) == 0) {{"),
            &format!("pthread_rwlock_unlock(&rw); }} else {{ {local} = 2; }}"),
        )
    } else {
        body(format!("pthread_rwlock_{kind}lock(&rw); {{"), "} pthread_rwlock_unlock(&rw);")
    })
}

pub fn declare_spin(b: &mut Builder) {
    b.global("pthread_spinlock_t spin;");
    b.before.push(text("pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);"));
}

pub fn spin(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if scope.held.iter().any(|held| held == "spin") {
        return None;
    }
    b.uses(Feature::Spin);
    scope.held.push("spin".to_string());
    let inside = nested(b, scope, 2);
    scope.held.pop();
    Some(if b.random.chance(30) {
        let local = b.local(scope).name;
        tree::statement(vec![
            text(format!("{local} = pthread_spin_trylock(&spin) != 0; if (!{local}) {{")),
            inside,
            text("pthread_spin_unlock(&spin); }"),
        ])
    } else {
        tree::statement(vec![text("pthread_spin_lock(&spin); {"), inside, text("} pthread_spin_unlock(&spin);")])
    })
}

/// Objects on the heap with a lock inside, and a pointer to one of them that changes.
pub fn declare_boxes(b: &mut Builder) {
    b.headers.insert("stdlib.h");
    b.global("struct box { int v; pthread_mutex_t m; };");
    b.global("struct box *boxes[2];");
    b.global("struct box *chosen;");
    b.before.push(text(
        "for (int i = 0; i < 2; i++) { boxes[i] = malloc(sizeof(struct box)); boxes[i]->v = i; \
         pthread_mutex_init(&boxes[i]->m, 0); }",
    ));
    let first = b.random.below(2);
    b.before.push(text(format!("chosen = boxes[{first}];")));
    b.places.push(Place::through("chosen->v", INT, Feature::Boxes));
    b.places.push(Place::through("boxes[1]->v", INT, Feature::Boxes));
}

/// Work on an object under its own lock, or under that of the other.
pub fn boxes(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if scope.held.iter().any(|held| held == "box") {
        return None;
    }
    b.uses(Feature::Boxes);
    if b.random.chance(25) {
        let to = b.random.below(2);
        return Some(text(format!("chosen = boxes[{to}];")));
    }
    let name = b.fresh("bx");
    let local = b.local(scope).name;
    let from = *b.random.pick(&["chosen", "chosen", "boxes[0]", "boxes[1]"])?;
    scope.declarations.push(text(format!("struct box *{name} = 0;")));
    scope.held.push("box".to_string());
    let inside = match b.random.below(5) {
        0 | 1 => text(format!("{name}->v = {name}->v + 1;")),
        2 => text(format!("{local} = {name}->v; {name}->v = 3;")),
        3 => text(format!("{local} = boxes[1]->v;")),
        _ => nested(b, scope, 1),
    };
    scope.held.pop();
    Some(group(vec![
        text(format!("{name} = {from}; pthread_mutex_lock(&{name}->m); {{ ")),
        inside,
        text(format!(" }} pthread_mutex_unlock(&{name}->m);")),
    ]))
}

pub fn declare_once(b: &mut Builder) {
    let name = b.random.pick(&b.ints).cloned().unwrap_or_else(|| "x".into());
    b.global("pthread_once_t first = PTHREAD_ONCE_INIT;");
    b.global("int begun;");
    b.places.push(Place::plain("begun", INT, Feature::Once));
    let does = match b.random.below(3) {
        0 => format!("begun = {name} + 1;"),
        1 => format!("begun++; {name}++;"),
        _ => "begun = begun + 2;".to_string(),
    };
    b.functions.push(text(format!("static void begin(void) {{ {does} }}")));
}

pub fn once(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Once);
    let local = b.local(scope).name;
    Some(text(format!("pthread_once(&first, begin); {local} = begun;")))
}

pub fn declare_timed(b: &mut Builder) {
    b.headers.extend(["time.h", "semaphore.h"]);
    b.global("pthread_mutex_t tm = PTHREAD_MUTEX_INITIALIZER;");
    b.global("pthread_cond_t tc = PTHREAD_COND_INITIALIZER;");
    b.global("sem_t ts;");
    b.global("static const struct timespec soon = {1, 0};");
    b.before.push(text("sem_init(&ts, 0, 0);"));
}

pub fn timed(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if scope.held.iter().any(|held| held == "timed") {
        return None;
    }
    b.uses(Feature::Timed);
    let local = b.local(scope).name;
    scope.held.push("timed".to_string());
    let inside = nested(b, scope, 1);
    scope.held.pop();
    Some(match b.random.below(6) {
        0 => tree::statement(vec![
            text("if (pthread_mutex_timedlock(&tm, &soon) == 0) {"),
            inside,
            text(format!("pthread_mutex_unlock(&tm); }} else {{ {local} = 4; }}")),
        ]),
        1 => tree::statement(vec![text("pthread_mutex_lock(&tm); {"), inside, text("} pthread_mutex_unlock(&tm);")]),
        2 => group(vec![
            text(format!("pthread_mutex_lock(&tm); {local} = pthread_cond_timedwait(&tc, &tm, &soon) != 0; {{")),
            inside,
            text("} pthread_mutex_unlock(&tm);"),
        ]),
        3 => text("pthread_cond_signal(&tc);"),
        4 => text(format!("{local} = sem_timedwait(&ts, &soon);")),
        _ => text("sem_post(&ts);"),
    })
}

pub fn declare_standard(b: &mut Builder) {
    b.headers.insert("threads.h");
    b.global("mtx_t mx; cnd_t cd; once_flag flagged = ONCE_FLAG_INIT; int awake;");
    b.before.push(text("mtx_init(&mx, mtx_plain); cnd_init(&cd);"));
    b.places.push(Place::plain("awake", INT, Feature::Standard));
    b.functions.push(text("static void arise(void) { awake = awake + 1; }"));
}

pub fn standard(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if !scope.held.is_empty() {
        return None;
    }
    b.uses(Feature::Standard);
    let local = b.local(scope).name;
    scope.held.push("standard".to_string());
    let inside = nested(b, scope, 1);
    scope.held.pop();
    Some(match b.random.below(6) {
        0 | 1 => tree::statement(vec![text("mtx_lock(&mx); {"), inside, text("} mtx_unlock(&mx);")]),
        2 => tree::statement(vec![
            text("if (mtx_trylock(&mx) == thrd_success) {"),
            inside,
            text(format!("mtx_unlock(&mx); }} else {{ {local} = 3; }}")),
        ]),
        3 => text(format!("call_once(&flagged, arise); {local} = awake;")),
        4 if scope.thread == 1 => text("mtx_lock(&mx); while (!awake) cnd_wait(&cd, &mx); mtx_unlock(&mx);"),
        _ => text("mtx_lock(&mx); awake = 1; cnd_signal(&cd); mtx_unlock(&mx);"),
    })
}
