//! Pointers: global ones, to pointers, in structs, in arrays; structs, unions, bit-fields, arrays, the heap.

use super::builder::{Builder, Place, Scope};
use super::feature::Feature;
use super::integer::Integer;
use super::statement::nested;
use crate::generator::tree::{self, Node, group, text};

const INT: Integer = Integer::INT;

/// An address of some global `int`.
pub fn address(b: &mut Builder) -> String {
    let name = b.random.pick(&b.ints).cloned().unwrap_or_else(|| "x".into());
    if name.matches('[').count() == 1 && b.random.chance(50) {
        name.replace('[', " + ").replace(']', "")
    } else {
        format!("&{name}")
    }
}

/// A declaration with an address, in its initialiser or in `main`.
fn with_address(b: &mut Builder, declaration: &str, name: &str, address: String) {
    if b.has(Feature::StaticAddress) {
        b.uses(Feature::StaticAddress);
        b.global(format!("{declaration} = {address};"));
    } else {
        b.global(format!("{declaration};"));
        b.before.push(text(format!("{name} = {address};")));
    }
}

pub fn declare(b: &mut Builder) {
    let wanted = b.has(Feature::Pointer) || b.has(Feature::PointerPointer) || b.has(Feature::StaticAddress);
    if wanted {
        for _ in 0..if b.has(Feature::PointerPointer) { 2 } else { 1 } {
            let name = b.fresh("p");
            let address = address(b);
            with_address(b, &format!("int *{name}"), &name, address);
            b.pointers.push(Place::plain(&name, INT, Feature::Pointer));
            b.places.push(Place::through(format!("*{name}"), INT, Feature::Pointer));
        }
    }
    if b.has(Feature::PointerPointer) {
        let name = b.fresh("pp");
        let to = b.random.pick(&b.pointers).map_or("p".to_string(), |pointer| pointer.text.clone());
        with_address(b, &format!("int **{name}"), &name, format!("&{to}"));
        b.pointers.push(Place::through(format!("*{name}"), INT, Feature::PointerPointer));
        b.places.push(Place::through(format!("**{name}"), INT, Feature::PointerPointer));
    }
    if b.has(Feature::PointerArray) {
        let name = b.fresh("ps");
        let (first, second) = (address(b), address(b));
        b.uses(Feature::StaticAddress);
        b.global(format!("int *{name}[2] = {{{first}, {second}}};"));
        for index in ["0", "1"] {
            b.pointers.push(Place::plain(format!("{name}[{index}]"), INT, Feature::PointerArray));
            b.places.push(Place::through(format!("*{name}[{index}]"), INT, Feature::PointerArray));
        }
    }
}

pub fn declare_nodes(b: &mut Builder) {
    let (one, two) = (b.fresh("n"), b.fresh("n"));
    b.global("struct node { int value; int *to; struct node *next; };");
    let (first, second) = (address(b), address(b));
    if b.has(Feature::StaticAddress) || b.random.chance(40) {
        b.uses(Feature::StaticAddress);
        b.global(format!("struct node {two} = {{1, {first}, 0}};"));
        b.global(format!("struct node {one} = {{2, {second}, &{two}}};"));
    } else {
        b.global(format!("struct node {one}, {two};"));
        for line in [format!("{one}.to = {first};"), format!("{two}.to = {second};"), format!("{one}.next = &{two};")] {
            b.before.push(text(line));
        }
    }
    let feature = Feature::PointerMember;
    b.places.push(Place::plain(format!("{one}.value"), INT, feature));
    b.places.push(Place::through(format!("*{one}.to"), INT, feature));
    b.places.push(Place::through(format!("{one}.next->value"), INT, feature));
    b.places.push(Place::through(format!("*{one}.next->to"), INT, feature));
    b.pointers.push(Place::plain(format!("{one}.to"), INT, feature));
    b.pointers.push(Place::through(format!("{one}.next->to"), INT, feature));
}

/// A pointer gets another value.
pub fn redirect(b: &mut Builder, _: &mut Scope) -> Option<Node> {
    let pointer = b.random.pick(&b.pointers).cloned()?;
    b.uses(pointer.feature);
    let other = b.random.pick(&b.pointers).cloned()?;
    if !pointer.reads && b.random.chance(25) {
        return Some(text(format!("{} = {};", pointer.text, other.text)));
    }
    let address = address(b);
    Some(text(format!("{} = {address};", pointer.text)))
}

/// A pointer is read into a local one, and used.
pub fn follow(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let pointer = b.random.pick(&b.pointers).cloned()?;
    b.uses(pointer.feature);
    let name = b.fresh("q");
    scope.declarations.push(text(format!("int *{name} = &x;")));
    scope.places.push(Place::plain(format!("*{name}"), INT, pointer.feature));
    Some(text(format!("{name} = {};", pointer.text)))
}

pub fn declare_structs(b: &mut Builder) {
    let (class, one, two) = (b.class(), b.fresh("s"), b.fresh("s"));
    b.global(format!("struct pair {{ int a; {} b; }};", class.name()));
    b.global(format!("struct pair {one} = {{1, 2}}, {two};"));
    for name in [&one, &two] {
        b.places.push(Place::plain(format!("{name}.a"), INT, Feature::Struct));
        b.places.push(Place::plain(format!("{name}.b"), class, Feature::Struct));
    }
    b.functions.push(text("static struct pair turn(struct pair v) { struct pair r = {v.b, v.a}; return r; }"));
}

pub fn copy_struct(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let structs = b.places.iter().filter(|place| place.feature == Feature::Struct);
    let names: Vec<String> = structs.filter_map(|place| Some(place.text.strip_suffix(".a")?.to_string())).collect();
    let (to, from) = (b.random.pick(&names).cloned()?, b.random.pick(&names).cloned()?);
    b.uses(Feature::Struct);
    let own = b.fresh("v");
    Some(match b.random.below(4) {
        0 if to != from => text(format!("@copy(a,b; {to}; {from})@;")),
        1 => {
            scope.declarations.push(text(format!("struct pair {own} = {{0, 0}};")));
            text(format!("@copy(a,b; {own}; {from})@; {own}.a += 1; @copy(a,b; {to}; {own})@;"))
        }
        2 => {
            scope.declarations.push(text(format!("struct pair {own} = {{0, 0}};")));
            let local = b.local(scope).name;
            text(format!("{own} = turn(@argument(struct pair; a,b; {from})@); {local} = {own}.a;"))
        }
        _ => {
            scope.declarations.push(text(format!("struct pair {own} = {{3, 1}};")));
            let local = b.local(scope).name;
            text(format!("{own} = turn({own}); {local} = {own}.a - {own}.b;"))
        }
    })
}

pub fn declare_union(b: &mut Builder) {
    let name = b.fresh("u");
    b.global("union parts { unsigned w; unsigned char b[4]; short h[2]; };");
    b.global(format!("union parts {name};"));
    let half = Integer { bits: 16, signed: true, fixed: false };
    b.places.push(Place::plain(format!("{name}.w"), Integer::UNSIGNED, Feature::Union));
    for index in 0..2 {
        b.places.push(Place::plain(format!("{name}.b[{index}]"), Integer::BYTE, Feature::Union));
    }
    b.places.push(Place::plain(format!("{name}.h[0]"), half, Feature::Union));
}

pub fn declare_bits(b: &mut Builder) {
    let name = b.fresh("f");
    let signed = b.random.chance(30);
    let word = if signed { "int" } else { "unsigned" };
    b.global(format!("struct bits {{ {word} lo : 3; unsigned hi : 4; unsigned char rest; }};"));
    b.global(format!("struct bits {name};"));
    for field in ["lo", "hi"] {
        let bit = Some((name.clone(), field.to_string()));
        let class = if signed && field == "lo" { INT } else { Integer::UNSIGNED };
        let place = Place::plain(format!("{name}.{field}"), class, Feature::BitField);
        b.places.push(Place { bit, ..place });
    }
    b.places.push(Place::plain(format!("{name}.rest"), Integer::BYTE, Feature::BitField));
}

pub fn store_bits(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place_where(scope, |place| place.bit.is_some())?;
    let value = b.own_value(scope, INT);
    Some(super::builder::assignment(&place, value))
}

pub fn declare_array(b: &mut Builder) {
    let (name, class) = (b.fresh("a"), if b.random.chance(70) { INT } else { b.class() });
    if b.random.chance(30) {
        b.global(format!("struct row {{ int before; {} cells[3]; int after; }} {name}_row;", class.name()));
        array_places(b, &format!("{name}_row.cells"), class);
        b.places.push(Place::plain(format!("{name}_row.after"), INT, Feature::Array));
    } else {
        b.global(format!("{} {name}[3] = {{1, 0, 2}};", class.name()));
        array_places(b, &name, class);
    }
}

pub fn declare_nested(b: &mut Builder) {
    b.global("int grid[2][2] = {{1, 2}, {3, 4}};");
    b.global("struct item { short k; int v[2]; } items[2] = {{1, {2, 3}}};");
    let feature = Feature::Nested;
    b.places.push(Place::plain("grid[0][1]", INT, feature));
    b.places.push(Place::plain("grid[1][0]", INT, feature));
    b.places.push(Place::through("grid[x & 1][1]", INT, feature));
    b.places.push(Place::plain("items[1].v[0]", INT, feature));
    b.places.push(Place::through("items[y & 1].v[1]", INT, feature));
    b.ints.push("grid[1][1]".to_string());
    if b.has(Feature::IndexError) {
        b.places.push(Place::through("grid[0][x]", INT, Feature::IndexError));
        b.places.push(Place::through("items[0].v[y]", INT, Feature::IndexError));
    }
}

fn array_places(b: &mut Builder, name: &str, class: Integer) {
    for index in 0..2 {
        b.places.push(Place::plain(format!("{name}[{index}]"), class, Feature::Array));
    }
    b.places.push(Place::through(format!("{name}[x & 1]"), class, Feature::Array));
    b.places.push(Place::through(format!("{name}[(unsigned)y % 3]"), class, Feature::Array));
    if class == INT && !name.contains('.') {
        b.ints.push(format!("{name}[1]"));
    }
}

fn array_name(b: &mut Builder) -> Option<String> {
    let names: Vec<String> = b
        .places
        .iter()
        .filter(|place| place.feature == Feature::Array)
        .filter_map(|place| Some(place.text.strip_suffix("[0]")?.to_string()))
        .collect();
    b.random.pick(&names).cloned()
}

/// An index that is computed, in bounds or perhaps not.
pub fn index(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let name = array_name(b)?;
    let local = b.random.pick(&scope.locals).filter(|local| local.class.bits <= 32)?.name.clone();
    b.uses(Feature::Array);
    let risky = b.has(Feature::IndexError) && b.random.chance(60);
    let index = if risky {
        b.uses(Feature::IndexError);
        match b.random.below(4) {
            0 => local.clone(),
            1 => format!("{local} + 1"),
            2 => "x".to_string(),
            _ => format!("{local}++"),
        }
    } else {
        match b.random.below(3) {
            0 => format!("{local} & 1"),
            1 => format!("(unsigned){local} % 3"),
            _ => "y & 1".to_string(),
        }
    };
    let target = b.random.pick(&scope.locals)?.name.clone();
    let shared = !index.contains(&local);
    Some(match b.random.below(3) {
        0 if target != local => text(format!("{target} = {name}[{index}];")),
        1 if !index.contains("++") => text(format!("@indexed({name}[; {index}; ]; $ += 2)@;")),
        _ => {
            let value = if shared { b.own_value(scope, INT) } else { b.small() };
            group(vec![text(format!("{name}[{index}] = ")), value, text(";")])
        }
    })
}

/// A pointer walks through an array.
pub fn walk(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let name = array_name(b).filter(|name| !name.contains('.'))?;
    let is_int = b.places.iter().any(|place| place.text == format!("{name}[0]") && place.class == INT);
    if !is_int {
        return None;
    }
    let (pointer, local) = (b.fresh("w"), b.local(scope).name);
    b.uses(Feature::Array);
    let far = if b.has(Feature::IndexError) && b.random.chance(30) { 3 } else { 2 };
    if far == 3 {
        b.uses(Feature::IndexError);
    }
    scope.declarations.push(text(format!("int *{pointer} = {name};")));
    Some(match b.random.below(3) {
        0 => text(format!("{local} = *{pointer}++; {local} += *{pointer};")),
        1 => text(format!("{pointer} += {far}; *{pointer} = 1;")),
        _ => text(format!("{pointer} = &{name}[{far} - 1]; {local} = {pointer}[1 - {far}];")),
    })
}

pub fn declare_heap(b: &mut Builder) {
    let name = b.fresh("h");
    b.headers.insert("stdlib.h");
    b.uses(Feature::Heap);
    b.global(format!("int *{name};"));
    let error = b.has(Feature::HeapError);
    if b.random.chance(50) {
        b.before.push(text(format!("{name} = calloc(2, sizeof(int));")));
    } else {
        b.before.push(text(format!("{name} = malloc(2 * sizeof(int));")));
        b.before.push(text(format!("{name}[0] = 1;")));
        if !(error && b.random.chance(30)) {
            b.before.push(text(format!("{name}[1] = 2;")));
        }
    }
    b.places.push(Place::through(format!("{name}[0]"), INT, Feature::Heap));
    b.places.push(Place::through(format!("{name}[1]"), INT, Feature::Heap));
    b.pointers.push(Place::plain(&name, INT, Feature::Heap));
    if error && b.random.chance(70) {
        b.global("int stop;");
        b.places.push(Place::plain("stop", INT, Feature::HeapError));
    }
}

/// Allocation and freeing in a thread.
pub fn heap(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let pointer = b.pointers.iter().find(|place| place.feature == Feature::Heap)?.text.clone();
    b.uses(Feature::Heap);
    let own = b.fresh("m");
    let local = b.local(scope).name;
    if b.has(Feature::HeapError) && b.random.chance(55) {
        b.uses(Feature::HeapError);
        let condition = b.condition(scope);
        return Some(match b.random.below(5) {
            0 => text(format!("free({pointer});")),
            1 => text(format!("{pointer} = 0;")),
            2 => group(vec![text("if ("), condition, text(format!(") free({pointer});"))]),
            3 => text(format!("{local} = {pointer}[2 - ({local} & 1)];")),
            _ => text(format!("if ({pointer}) {local} = *{pointer};")),
        });
    }
    let value = b.own_value(scope, INT);
    Some(match b.random.below(3) {
        0 => {
            scope.declarations.push(text(format!("int *{own} = 0;")));
            group(vec![
                text(format!("{own} = malloc(sizeof *{own}); *{own} = ")),
                value,
                text(format!("; {local} = *{own}; free({own});")),
            ])
        }
        1 => {
            scope.declarations.push(text(format!("int *{own} = 0;")));
            group(vec![
                text(format!("{own} = malloc(2 * sizeof(int)); {own}[0] = ")),
                value,
                text(format!("; {own}[1] = 3; {pointer} = {own};")),
            ])
        }
        _ => {
            scope.declarations.push(text(format!("int *{own} = 0;")));
            let inside = nested(b, scope, 1);
            tree::statement(vec![text(format!("{own} = {pointer}; if ({own}) {{ {own}[1] = 1; ")), inside, text("}")])
        }
    })
}
