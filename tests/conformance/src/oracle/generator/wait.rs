//! Threads that wait: mutexes, condition variables, semaphores, barriers; and atomics, which do not.

use super::builder::{Builder, Place, Scope};
use super::feature::Feature;
use super::integer::Integer;
use super::statement::nested;
use crate::generator::tree::{self, Node, group, text};

pub fn declare_mutexes(b: &mut Builder) {
    for _ in 0..if b.random.chance(30) { 2 } else { 1 } {
        let name = b.fresh("m");
        b.global(format!("pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;"));
        b.mutexes.push(format!("&{name}"));
    }
}

/// Statements under a mutex.
pub fn region(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let free: Vec<String> = b.mutexes.iter().filter(|mutex| !scope.held.contains(mutex)).cloned().collect();
    let mutex = b.random.pick(&free).cloned()?;
    b.uses(if mutex.contains(['.', '[', 'p']) { Feature::MutexPlace } else { Feature::Mutex });
    scope.held.push(mutex.clone());
    let inside = nested(b, scope, 3);
    scope.held.pop();
    if b.has(Feature::Trylock) && b.random.chance(50) {
        b.uses(Feature::Trylock);
        let local = b.local(scope).name;
        return Some(tree::statement(vec![
            text(format!("if (pthread_mutex_trylock({mutex}) == 0) {{")),
            inside,
            text(format!("pthread_mutex_unlock({mutex}); }} else {{ {local} = 2; }}")),
        ]));
    }
    Some(tree::statement(vec![
        text(format!("pthread_mutex_lock({mutex}); {{")),
        inside,
        text(format!("}} pthread_mutex_unlock({mutex});")),
    ]))
}

pub fn declare_mutex_places(b: &mut Builder) {
    if b.random.chance(50) {
        b.global("struct guarded { pthread_mutex_t m; int v; } guarded = {PTHREAD_MUTEX_INITIALIZER, 1};");
        b.mutexes.push("&guarded.m".to_string());
        b.places.push(Place::plain("guarded.v", Integer::INT, Feature::MutexPlace));
    } else {
        b.global("pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};");
        b.mutexes.extend(["&locks[0]".to_string(), "&locks[1]".to_string()]);
        if b.random.chance(50) {
            b.global("pthread_mutex_t *lock_pointer = &locks[1];");
            b.mutexes.push("lock_pointer".to_string());
        }
    }
}

pub fn declare_kinds(b: &mut Builder) {
    let kind = *b.random.pick(&["RECURSIVE", "ERRORCHECK"]).unwrap_or(&"RECURSIVE");
    b.headers.insert("errno.h");
    b.global("pthread_mutex_t special;");
    b.before.push(text(format!(
        "pthread_mutexattr_t kind; pthread_mutexattr_init(&kind); \
         pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_{kind}); pthread_mutex_init(&special, &kind);"
    )));
}

pub fn special(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if scope.held.iter().any(|held| held == "special") {
        return None;
    }
    b.uses(Feature::MutexKind);
    let local = b.local(scope).name;
    if b.random.chance(25) {
        return Some(text(format!("{local} = pthread_mutex_unlock(&special) == EPERM;")));
    }
    scope.held.push("special".to_string());
    let inside = nested(b, scope, 2);
    scope.held.pop();
    let again = match b.random.below(3) {
        0 => format!("if (pthread_mutex_lock(&special) == 0) pthread_mutex_unlock(&special); else {local} = 3;"),
        1 => format!("{local} = pthread_mutex_trylock(&special); if ({local} == 0) pthread_mutex_unlock(&special);"),
        _ => String::new(),
    };
    Some(group(vec![
        text(format!("pthread_mutex_lock(&special); {again} {{")),
        inside,
        text("} pthread_mutex_unlock(&special);"),
    ]))
}

pub fn declare_condition(b: &mut Builder) {
    b.global("pthread_mutex_t cm = PTHREAD_MUTEX_INITIALIZER;");
    b.global("pthread_cond_t cv = PTHREAD_COND_INITIALIZER;");
    b.global("int ready;");
    b.places.push(Place::plain("ready", Integer::INT, Feature::Condition));
}

/// One thread waits, the others signal: sometimes with a defect.
pub fn condition(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if !scope.held.is_empty() || !scope.done.insert("condition") {
        return None;
    }
    b.uses(Feature::Condition);
    scope.held.push("&cm".to_string());
    let inside = nested(b, scope, 1);
    scope.held.pop();
    if scope.thread == 1 || b.random.chance(15) {
        let test = *b.random.pick(&["while (!ready)", "while (!ready)", "if (!ready)"])?;
        return Some(group(vec![
            text(format!("pthread_mutex_lock(&cm); {test} pthread_cond_wait(&cv, &cm); {{")),
            inside,
            text("} pthread_mutex_unlock(&cm);"),
        ]));
    }
    let wake = *b.random.pick(&["signal", "signal", "broadcast"])?;
    let locked = b.random.chance(80);
    let (lock, unlock) = if locked { ("pthread_mutex_lock(&cm); ", " pthread_mutex_unlock(&cm);") } else { ("", "") };
    Some(group(vec![
        text(format!("{lock}ready = 1; {{")),
        inside,
        text(format!("}} pthread_cond_{wake}(&cv);{unlock}")),
    ]))
}

pub fn declare_semaphore(b: &mut Builder) {
    let value = b.random.between(0, 1);
    b.headers.insert("semaphore.h");
    b.global("sem_t sem;");
    b.before.push(text(format!("sem_init(&sem, 0, {value});")));
}

pub fn semaphore(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Semaphore);
    let local = b.local(scope).name;
    let inside = nested(b, scope, 2);
    Some(match b.random.below(6) {
        0 | 1 => group(vec![text("sem_wait(&sem); {"), inside, text("} sem_post(&sem);")]),
        2 | 3 => text("sem_post(&sem);"),
        4 => text(format!("if (sem_trywait(&sem) == 0) {local} = 1; else {local} = 2;")),
        _ if scope.thread == 1 => text("sem_wait(&sem);"),
        _ => text("sem_post(&sem);"),
    })
}

pub fn declare_barrier(b: &mut Builder) {
    b.global("pthread_barrier_t gate;");
    b.before.push(text("pthread_barrier_init(&gate, 0, 2);"));
}

pub fn barrier(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if scope.depth > 0 || scope.thread == 0 || !scope.done.insert("barrier") {
        return None;
    }
    b.uses(Feature::Barrier);
    let local = b.local(scope).name;
    Some(if b.random.chance(30) {
        text(format!("{local} = pthread_barrier_wait(&gate) != 0;"))
    } else {
        text("pthread_barrier_wait(&gate);")
    })
}

pub fn declare_atomic(b: &mut Builder) {
    let (class, name) = (b.class(), b.fresh("at"));
    b.headers.insert("stdatomic.h");
    let spelled = if b.random.chance(70) || class.fixed {
        format!("_Atomic {}", class.name())
    } else {
        format!("_Atomic({})", class.name())
    };
    b.global(format!("{spelled} {name};"));
    b.places.push(Place { atomic: true, ..Place::plain(name, class, Feature::Atomic) });
}

pub fn atomic(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place_where(scope, |place| place.atomic)?;
    let (at, local) = (place.text, b.local(scope).name);
    let value = b.small();
    let call = |name: &str, value: Node| group(vec![text(format!("{local} = {name}(&{at}, ")), value, text(");")]);
    Some(match b.random.below(11) {
        0 => call("atomic_fetch_add", value),
        1 => call("atomic_fetch_sub", value),
        2 => call("atomic_exchange", value),
        3 => call("atomic_fetch_or", value),
        4 => group(vec![text(format!("atomic_store(&{at}, ")), value, text(");")]),
        5 => text(format!("{local} = atomic_load(&{at});")),
        6 => text(format!("{local} = {at}++;")),
        7 => group(vec![text(format!("{at} += ")), value, text(";")]),
        8 => {
            let old = b.fresh("e");
            scope.declarations.push(text(format!("{} {old} = 0;", place.class.name())));
            group(vec![text(format!("{local} = atomic_compare_exchange_strong(&{at}, &{old}, ")), value, text(");")])
        }
        9 => text(format!("{at} = {at} + 1;")),
        _ => {
            let order = *b.random.pick(&["memory_order_seq_cst", "memory_order_relaxed"])?;
            text(format!("{local} = atomic_fetch_xor_explicit(&{at}, 1, {order});"))
        }
    })
}

pub fn builtin(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place_where(scope, |place| place.addressable() && !place.reads && !place.text.starts_with('*'))?;
    let (at, local) = (place.text, b.local(scope).name);
    let value = b.small();
    b.uses(Feature::Builtin);
    let call = |name: &str, value: Node, tail: &str| {
        group(vec![text(format!("{local} = {name}(&{at}, ")), value, text(format!("{tail});"))])
    };
    Some(match b.random.below(10) {
        0 => call("__sync_fetch_and_add", value, ""),
        1 => call("__sync_add_and_fetch", value, ""),
        2 => call("__sync_fetch_and_sub", value, ""),
        3 => call("__sync_bool_compare_and_swap", value, ", 2"),
        4 => call("__sync_val_compare_and_swap", value, ", 0"),
        5 => call("__atomic_fetch_add", value, ", __ATOMIC_SEQ_CST"),
        6 => call("__atomic_exchange_n", value, ", __ATOMIC_SEQ_CST"),
        7 => text(format!("{local} = __atomic_load_n(&{at}, __ATOMIC_SEQ_CST);")),
        8 => group(vec![text(format!("__atomic_store_n(&{at}, ")), value, text(", __ATOMIC_SEQ_CST);")]),
        _ => call("__atomic_or_fetch", value, ", __ATOMIC_SEQ_CST"),
    })
}

pub fn declare_exchange(b: &mut Builder) {
    b.headers.extend(["stdatomic.h", "stdbool.h"]);
    b.global("atomic_flag latch = ATOMIC_FLAG_INIT;");
    b.global("_Atomic(int *) swapped = &x;");
    b.global("_Atomic unsigned char tiny = 250;");
}

pub fn exchange(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Exchange);
    let local = b.local(scope).name;
    let old = b.fresh("e");
    let order = *b.random.pick(&["__ATOMIC_SEQ_CST", "__ATOMIC_ACQ_REL", "__ATOMIC_RELAXED"])?;
    let to = *b.random.pick(&["&x", "&y"])?;
    Some(text(match b.random.below(9) {
        0 => format!("{local} = atomic_flag_test_and_set(&latch);"),
        1 => "atomic_flag_clear(&latch);".to_string(),
        2 => {
            scope.declarations.push(text(format!("int {old} = 1;")));
            format!("{local} = __atomic_compare_exchange_n(&x, &{old}, 3, 0, {order}, __ATOMIC_RELAXED) ? 5 : {old};")
        }
        3 => format!("*atomic_load(&swapped) = 2; swapped = {to};"),
        4 => {
            scope.declarations.push(text(format!("int *{old} = &x;")));
            format!("{local} = atomic_compare_exchange_strong(&swapped, &{old}, {to}); {local} += *{old};")
        }
        5 => format!("{local} = tiny += 4;"),
        6 => format!("{local} = __sync_lock_test_and_set(&y, 1);"),
        7 => "__sync_lock_release(&y);".to_string(),
        _ => {
            let name = *b.random.pick(&["__atomic_nand_fetch", "__atomic_sub_fetch", "__atomic_fetch_xor"])?;
            format!("{local} = {name}(&x, 3, {order});")
        }
    }))
}
