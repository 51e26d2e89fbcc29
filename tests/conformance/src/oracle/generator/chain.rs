//! Lists on the heap, and objects that change their size.

use super::builder::{Builder, Place, Scope};
use super::feature::Feature;
use super::integer::Integer;
use crate::generator::tree::{Node, group, text};

const INT: Integer = Integer::INT;

pub fn declare_list(b: &mut Builder) {
    b.headers.insert("stdlib.h");
    b.global("struct link { int v; struct link *next; };");
    b.global("struct link *top;");
    b.global("pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;");
    for _ in 0..b.random.below(3) {
        let value = b.random.below(3);
        b.before
            .push(text(format!("{{ struct link *n = malloc(sizeof *n); n->v = {value}; n->next = top; top = n; }}")));
    }
    b.after.push(text("int listed = 0; for (struct link *n = top; n; n = n->next) listed = listed * 4 + n->v;"));
    b.seen.push(("listed".to_string(), INT));
}

/// Push, pop or look, with the lock most of the time.
pub fn list(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if !scope.held.is_empty() {
        return None;
    }
    b.uses(Feature::List);
    let (name, local) = (b.fresh("c"), b.local(scope).name);
    scope.declarations.push(text(format!("struct link *{name} = 0;")));
    let locked = b.random.chance(75);
    let (lock, unlock) =
        if locked { ("pthread_mutex_lock(&guard); ", " pthread_mutex_unlock(&guard);") } else { ("", "") };
    Some(match b.random.below(4) {
        0 | 1 => text(format!(
            "{name} = malloc(sizeof *{name}); {name}->v = 1; {lock}{name}->next = top; top = {name};{unlock}"
        )),
        2 => text(format!(
            "{lock}{name} = top; if ({name}) top = {name}->next;{unlock} if ({name}) {{ {local} = {name}->v; \
                free({name}); }}"
        )),
        _ => text(format!("{lock}for ({name} = top; {name}; {name} = {name}->next) {local} += {name}->v;{unlock}")),
    })
}

pub fn declare_grown(b: &mut Builder) {
    b.headers.insert("stdlib.h");
    b.global("int *grown; int size = 1;");
    b.global("pthread_mutex_t grow = PTHREAD_MUTEX_INITIALIZER;");
    b.before.push(text("grown = calloc(1, sizeof *grown);"));
    b.places.push(Place::plain("size", INT, Feature::Grown));
    if b.random.chance(40) {
        b.places.push(Place::through("grown[0]", INT, Feature::Grown));
    }
}

/// An array that grows, under a lock most of the time.
pub fn grown(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if !scope.held.is_empty() {
        return None;
    }
    b.uses(Feature::Grown);
    let local = b.local(scope).name;
    let locked = b.random.chance(85);
    let (lock, unlock) =
        if locked { ("pthread_mutex_lock(&grow); ", " pthread_mutex_unlock(&grow);") } else { ("", "") };
    let value = b.own_value(scope, INT);
    Some(match b.random.below(4) {
        0 | 1 => group(vec![
            text(format!("{lock}grown = realloc(grown, (size + 1) * sizeof *grown); grown[size] = ")),
            value,
            text(format!("; size++;{unlock}")),
        ]),
        2 => text(format!("{lock}{local} = grown[size - 1];{unlock}")),
        _ => text(format!("{lock}grown[0] = grown[0] + 1; {local} = grown[0];{unlock}")),
    })
}
