//! Functions: pointers as arguments and results, recursion, function pointers, static locals.

use super::builder::{Builder, Place, Scope};
use super::feature::Feature;
use super::integer::Integer;
use super::pointer::address;
use crate::generator::tree::{Node, group, number, text};

pub fn declare(b: &mut Builder) {
    let (one, two) = (address(b), address(b));
    b.functions.push(text("static int get(int *p) { return *p; }"));
    b.functions.push(text("static void put(int *p, int v) { *p = v; }"));
    b.functions.push(text("static void add(int *p, int v) { *p += v; }"));
    b.functions.push(text(format!("static int *pick(int c) {{ return c ? {one} : {two}; }}")));
    b.functions.push(text("static void set(int **p, int *to) { *p = to; }"));
}

pub fn call(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let local = b.local(scope).name;
    let target = address(b);
    b.uses(Feature::Call);
    let value = b.own_value(scope, Integer::INT);
    let pointer = b.random.pick(&b.pointers).filter(|pointer| !pointer.reads).cloned();
    Some(match b.random.below(7) {
        0 => text(format!("{local} = get({target});")),
        1 => group(vec![text(format!("put({target}, ")), value, text(");")]),
        2 => group(vec![text(format!("add({target}, ")), value, text(");")]),
        3 => group(vec![text(format!("*pick({local}) = ")), value, text(";")]),
        4 => text(format!("{local} = *pick({local} & 1);")),
        5 => match pointer {
            Some(pointer) => text(format!("set(&{}, {target});", pointer.text)),
            None => text(format!("{local} = get(pick({local}));")),
        },
        _ => match pointer {
            Some(pointer) => text(format!("{local} = get({});", pointer.text)),
            None => group(vec![text(format!("add(pick({local}), ")), value, text(");")]),
        },
    })
}

pub fn declare_recursion(b: &mut Builder) {
    let name = b.random.pick(&b.ints).cloned().unwrap_or_else(|| "x".into());
    let step = match b.random.below(4) {
        0 => format!("if (n <= 0) return 0; {name}++; return n + down(n - 1);"),
        1 => format!("if (n <= 0) return {name}; return down(n - 1) + n;"),
        2 => format!("return n > 0 ? 2 * down(n - 1) : {name} + 1;"),
        _ => format!("int k = {name}; if (n > 1) k += down(n - 2); return k + n;"),
    };
    b.functions.push(text(format!("static int down(int n) {{ {step} }}")));
}

pub fn recursion(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let local = b.local(scope).name;
    b.uses(Feature::Recursion);
    let depth = b.random.between(1, 3);
    Some(group(vec![text(format!("{local} = down(")), number(depth), text(");")]))
}

pub fn declare_table(b: &mut Builder) {
    let name = b.random.pick(&b.ints).cloned().unwrap_or_else(|| "x".into());
    b.functions.push(text(format!("static int up(int v) {{ {name} += v; return v + 1; }}")));
    b.functions.push(text(format!("static int see(int v) {{ return {name} - v; }}")));
    b.unary.extend(["up".to_string(), "see".to_string()]);
    if b.random.chance(50) {
        let constant = if b.random.chance(50) { "const " } else { "" };
        b.functions.push(text(format!("static int (*{constant}table[2])(int) = {{up, see}};")));
        b.unary.extend(["table[1]".to_string(), "table[INDEX & 1]".to_string()]);
    } else {
        b.functions.push(text("int (*act)(int) = up;"));
        b.unary.push("act".to_string());
    }
}

pub fn indirect(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let local = b.local(scope).name;
    b.uses(Feature::FunctionPointer);
    let function = b.random.pick(&b.unary).cloned()?.replace("INDEX", &local);
    let value = b.small();
    if b.unary.iter().any(|name| name == "act") && b.random.chance(35) {
        let to = *b.random.pick(&["up", "see"])?;
        return Some(text(format!("act = {to};")));
    }
    if b.random.chance(20) {
        let name = b.fresh("fp");
        let condition = b.condition(scope);
        return Some(group(vec![
            text(format!("int (*{name})(int) = ")),
            condition,
            text(format!(" ? up : see; {local} = {name}(1);")),
        ]));
    }
    Some(group(vec![text(format!("{local} = {function}(")), value, text(");")]))
}

pub fn declare_static(b: &mut Builder) {
    let start = b.random.between(0, 2);
    b.functions.push(text(format!("static int count(int by) {{ static int n = {start}; n += by; return n; }}")));
    if b.random.chance(50) {
        b.functions.push(text("static int *cell(void) { static int kept = 1; return &kept; }"));
        b.places.push(Place::plain("*cell()", Integer::INT, Feature::Static));
    }
}

pub fn keep(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let local = b.local(scope).name;
    b.uses(Feature::Static);
    let by = b.small();
    Some(group(vec![text(format!("{local} = count(")), by, text(");")]))
}

pub fn declare_member(b: &mut Builder) {
    let name = b.random.pick(&b.ints).cloned().unwrap_or_else(|| "x".into());
    b.functions.push(text(format!("static int raise(int v) {{ {name} = {name} + v; return v; }}")));
    b.functions.push(text(format!("static int lower(int v) {{ {name} = {name} - v; return {name}; }}")));
    b.functions.push(text("struct methods { int (*go)(int); int bias; } methods = {raise, 1};"));
    b.functions.push(text("typedef int (*maker)(int); static maker which(int c) { return c ? raise : lower; }"));
}

/// A function is called through a member, a result, or a number.
pub fn member(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::CastStart);
    let local = b.local(scope).name;
    Some(text(match b.random.below(5) {
        0 => format!("{local} = methods.go(2);"),
        1 => "methods.go = lower;".to_string(),
        2 => format!("{local} = which({local} & 1)(1);"),
        3 => format!("{{ unsigned long where = (unsigned long)raise; {local} = ((int (*)(int))where)(1); }}"),
        _ => format!("if (methods.go == raise) {local} = methods.bias;"),
    }))
}
