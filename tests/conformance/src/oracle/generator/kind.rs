//! Values of other types: 128 bits, fractions, truth values, enumerations; addresses as numbers.

use super::builder::{Builder, Place, Scope};
use super::feature::Feature;
use super::integer::Integer;
use crate::generator::tree::{Node, group, text};

const INT: Integer = Integer::INT;

pub fn declare_huge(b: &mut Builder) {
    let signed = if b.random.chance(50) { "" } else { "unsigned " };
    let start = if b.random.chance(50) { "0" } else { "-1" };
    b.global(format!("{signed}__int128 huge = {start};"));
}

pub fn huge(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Huge);
    let local = b.local(scope).name;
    let value = b.own_value(scope, INT);
    Some(match b.random.below(8) {
        0 => group(vec![text("huge = "), value, text(";")]),
        1 => group(vec![text("huge = (__int128)("), value, text(") << 64;")]),
        2 => text("huge += 0xffffffffffffffffUL;"),
        3 => text("huge = huge * 3;"),
        4 => text(format!("{local} = (int)(huge >> 63);")),
        5 => text(format!("{local} = huge < 0;")),
        6 => text(format!("{local} = (int)huge;")),
        _ => text("huge--;"),
    })
}

pub fn declare_fraction(b: &mut Builder) {
    let class = *b.random.pick(&["double", "float"]).unwrap_or(&"double");
    b.global(format!("{class} part = 1.5;"));
}

pub fn fraction(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Fraction);
    let local = b.local(scope).name;
    Some(match b.random.below(7) {
        0 => text("part = part / 2;"),
        1 => text("part += 0.25;"),
        2 => text(format!("part = {local};")),
        3 => text(format!("{local} = (int)(part * 4);")),
        4 => text(format!("{local} = part < 1.0;")),
        5 => text("part = -part;"),
        _ => text(format!("{local} = part == 0.75 ? 1 : 3;")),
    })
}

pub fn declare_named(b: &mut Builder) {
    b.global("enum phase { IDLE, BUSY, DONE = 5 };");
    b.global("enum phase phase = BUSY;");
    b.global("_Bool flag;");
    b.places.push(Place::plain("phase", Integer::UNSIGNED, Feature::Named));
    b.places.push(Place { boolean: true, ..Place::plain("flag", Integer::BYTE, Feature::Named) });
}

pub fn named(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Named);
    let local = b.local(scope).name;
    Some(match b.random.below(6) {
        0 => text("phase = DONE;"),
        1 => text(format!("if (phase == BUSY) {{ phase = IDLE; {local} = 2; }}")),
        2 => text(format!("flag = {local};")),
        3 => text("flag = x;"),
        4 => text(format!("{local} = flag + phase;")),
        _ => {
            text(format!("switch (phase) {{ case IDLE: {local} = 1; break; case DONE: flag = 1; break; default: ; }}"))
        }
    })
}

/// Pointers whose low bits hold something, members that lead to their struct, differences.
pub fn declare_tagged(b: &mut Builder) {
    b.headers.extend(["stdint.h", "stddef.h"]);
    let name = b.random.pick(&b.ints).cloned().unwrap_or_else(|| "x".into());
    b.global("struct outer { int a; int b; } outer = {1, 2};");
    b.global("uintptr_t tagged;");
    b.global("int *inner = &outer.b;");
    b.global("int cells[3] = {1, 2, 3};");
    b.before.push(text(format!("tagged = (uintptr_t)&{name} | 1;")));
    b.places.push(Place::plain("outer.a", INT, Feature::Tagged));
    b.places.push(Place::through("*(int *)(tagged & ~(uintptr_t)1)", INT, Feature::Tagged));
}

pub fn tagged(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Tagged);
    let local = b.local(scope).name;
    let name = b.random.pick(&b.ints).cloned()?;
    let of = "((struct outer *)((char *)inner - offsetof(struct outer, b)))";
    Some(match b.random.below(8) {
        0 => text("tagged ^= 1;"),
        1 => text(format!("tagged = (uintptr_t)&{name} | (tagged & 1);")),
        2 => text(format!("{local} = tagged & 1;")),
        3 => text(format!("{local} = {of}->a;")),
        4 => text(format!("{of}->a = 3;")),
        5 => text(format!("{{ int *p = cells, *q = &cells[2]; {local} = (int)(q - p) + (p < q) + *--q; }}")),
        6 => text(format!("{local} = (tagged & ~(uintptr_t)1) == (uintptr_t)&{name};")),
        _ => text(format!("{{ int *p = &cells[{local} & 1]; p[1]++; {local} = p == cells; }}")),
    })
}

pub fn declare_literal(b: &mut Builder) {
    b.global("int *written = (int[]){1, 2, 3}, spare[2];");
    b.global("const char *word = \"ab\";");
    b.global("static const int fixed[3] = {4, 5, 6};");
    b.global("volatile int port = 1;");
    b.global("struct pack { char c; short s; long l; } pack = {.l = 5, .c = 'x'};");
    b.places.push(Place::through("written[1]", INT, Feature::Literal));
    b.places.push(Place::plain("port", INT, Feature::Literal));
    b.places.push(Place::plain("pack.l", Integer::LONG, Feature::Literal));
}

pub fn literal(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    b.uses(Feature::Literal);
    let local = b.local(scope).name;
    Some(match b.random.below(8) {
        0 => text(format!("{local} = word[x & 1];")),
        1 => text("word = \"cd\";"),
        2 => text(format!("{local} = fixed[y & 1] + (int)sizeof pack;")),
        3 => text(format!("{{ struct pack *q = &(struct pack){{.s = 2}}; q->s += 3; {local} = q->s; }}")),
        4 => text("port++;"),
        5 => text(format!("{local} = ({{ int t = port; t * 2; }});")),
        6 => text("written = (written == spare) ? written + 0 : spare;"),
        _ => text("pack.c = pack.c + 1; pack.s = pack.c;"),
    })
}
