//! What belongs to a call or to a thread: arrays of variable length, variable arguments, jumps out of calls, data of a
//! thread, locals that are lent to others.

use super::builder::{Builder, Place, Scope};
use super::feature::Feature;
use super::integer::Integer;
use super::pointer::address;
use crate::generator::tree::{Node, group, text};

const INT: Integer = Integer::INT;

pub fn declare_variable_length(b: &mut Builder) {
    b.functions.push(text(
        "static int total(int n, int v[n]) { int all = 0; for (int i = 0; i < n; i++) all += v[i]; return all; }",
    ));
    b.functions.push(text("static int corner(int n, int m, int v[n][m]) { return v[n - 1][m - 1]; }"));
}

pub fn variable_length(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::VariableLength);
    let (name, size) = (b.fresh("vla"), b.fresh("n"));
    let (local, other) = (b.local(scope).name, b.local(scope).name);
    let place = b.place(scope).text;
    let length = match b.random.below(3) {
        0 => "2".to_string(),
        1 => format!("(int)({other} & 1) + 1"),
        _ => "(x & 1) + 1".to_string(),
    };
    let fill = format!("for (int i = 0; i < {size}; i++) {name}[i] = i + 1;");
    let work = match b.random.below(4) {
        0 => format!("{fill} {local} = total({size}, {name});"),
        1 => format!("{fill} {name}[0] = {place}; {local} = {name}[{size} - 1] + (int)sizeof {name};"),
        2 if b.has(Feature::IndexError) => {
            b.uses(Feature::IndexError);
            format!("{fill} {local} = {name}[1];")
        }
        2 => format!("{fill} {local} = {name}[{size} - 1];"),
        _ => {
            return Some(text(format!(
                "{{ int {size} = {length}; int {name}[{size}][2]; {name}[{size} - 1][1] = {place}; \
                 {local} = corner({size}, 2, {name}); }}"
            )));
        }
    };
    Some(text(format!("{{ int {size} = {length}; int {name}[{size}]; {work} }}")))
}

pub fn declare_arguments(b: &mut Builder) {
    b.headers.insert("stdarg.h");
    b.functions.push(text(
        "static long sum(int n, ...) { va_list list; va_start(list, n); long all = 0; \
         for (int i = 0; i < n; i++) all += i & 1 ? va_arg(list, long) : va_arg(list, int); va_end(list); return all; \
         }",
    ));
    b.functions
        .push(text("static void each(int v, va_list list) { for (int *p; (p = va_arg(list, int *)); ) *p = v; }"));
    b.functions.push(text(
        "static int fill(int v, ...) { va_list list, copy; va_start(list, v); va_copy(copy, list); each(v, list); \
         int got = *va_arg(copy, int *); va_end(copy); va_end(list); return got; }",
    ));
}

pub fn arguments(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Varargs);
    let local = b.local(scope).name;
    let value = b.own_value(scope, INT);
    let (one, two) = (address(b), address(b));
    Some(match b.random.below(4) {
        0 | 1 => group(vec![text(format!("{local} = sum(3, (int)(")), value, text("), 5L, 1);")]),
        2 => text(format!("{local} = fill(2, {one}, {two}, (int *)0);")),
        _ => {
            // One operand that reads shared data: the order of arguments does not show.
            let place = b.place_where(scope, |place| place.class.bits <= 32 && place.class.signed)?.text;
            text(format!("{local} = sum(2, (int){place}, 4L);"))
        }
    })
}

pub fn declare_jump(b: &mut Builder) {
    b.headers.insert("setjmp.h");
    let name = b.random.pick(&b.ints).cloned().unwrap_or_else(|| "x".into());
    b.global("jmp_buf out;");
    b.functions
        .push(text(format!("static void leave(int n) {{ if (n > 0) leave(n - 1); {name}++; longjmp(out, n); }}")));
    b.functions.push(text(format!("static int maybe(int v) {{ if ({name} == v) longjmp(out, 2); return v; }}")));
}

/// One thread sets the buffer, and jumps.
pub fn long_jump(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if scope.thread != 1 || b.has(Feature::SameFunction) || scope.depth > 0 {
        return None;
    }
    b.uses(Feature::LongJump);
    let kept = b.fresh("k");
    let (local, how) = (b.local(scope).name, b.random.below(3));
    scope.declarations.push(text(format!("volatile int {kept} = 0;")));
    Some(text(match how {
        0 => format!("if (setjmp(out) == 0) {{ {kept} = 3; leave(1); }} else {{ {local} = {kept}; }}"),
        1 => format!(
            "switch (setjmp(out)) {{ case 0: {kept} = maybe(1); break; case 2: {kept} = 5; break; default: {kept} = 6; \
                }} \
             {local} = {kept};"
        ),
        _ => format!("if (setjmp(out) != 0) {kept}++; if ({kept} < 2) maybe(0); {local} = {kept};"),
    }))
}

pub fn declare_thread_local(b: &mut Builder) {
    let start = b.random.between(0, 2);
    b.global(format!("@local(int; mine; {start})@"));
    b.places.push(Place::plain("@own(mine)@", INT, Feature::ThreadLocal));
    if b.random.chance(50) {
        b.global("int *lent;");
        b.before.push(text("lent = &@own(mine)@;"));
        b.places.push(Place::through("*lent", INT, Feature::ThreadLocal));
        b.pointers.push(Place::plain("lent", INT, Feature::ThreadLocal));
    }
    if b.random.chance(40) {
        b.functions.push(text("static int step(int by) { @own(mine)@ += by; return @own(mine)@; }"));
        b.unary.push("step".to_string());
    }
}

pub fn thread_local(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::ThreadLocal);
    let local = b.local(scope).name;
    Some(match b.random.below(4) {
        0 => text(format!("{local} = @own(mine)@;")),
        1 if b.unary.iter().any(|name| name == "step") => text(format!("{local} = step(2);")),
        2 => text(format!("{local} = @own(mine)@++;")),
        _ => group(vec![text("@own(mine)@ = "), b.own_value(scope, INT), text(";")]),
    })
}

pub fn declare_key(b: &mut Builder) {
    b.global("pthread_key_t key;");
    b.before.push(text("pthread_key_create(&key, 0);"));
}

pub fn key(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Key);
    let local = b.local(scope).name;
    Some(match b.random.below(3) {
        0 => text(format!("pthread_setspecific(key, (void *)(long){local});")),
        1 => {
            let target = address(b);
            text(format!("pthread_setspecific(key, {target}); *(int *)pthread_getspecific(key) = 2;"))
        }
        _ => text(format!("{local} = pthread_getspecific(key) != 0;")),
    })
}

pub fn declare_lent(b: &mut Builder) {
    b.global("int *borrowed = &x;");
    b.places.push(Place::through("*borrowed", INT, Feature::Lent));
}

/// A thread lends a local of its own, and takes it back or not.
pub fn lend(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if scope.thread == 0 || !scope.done.insert("lend") {
        return None;
    }
    b.uses(Feature::Lent);
    let (name, local) = (b.fresh("lend"), b.local(scope).name);
    scope.declarations.push(text(format!("int {name} = 4;")));
    scope.places.push(Place::plain(&name, INT, Feature::Lent));
    let back = if b.random.chance(70) { " borrowed = &x;" } else { "" };
    Some(match b.random.below(3) {
        0 => text(format!("borrowed = &{name}; {local} = {name};{back}")),
        1 => text(format!("borrowed = &{name}; {name} += 1; {local} = {name};{back}")),
        _ => text(format!("{name} = 5; borrowed = &{name};{back}")),
    })
}
