//! Statements about integers: assignments, tests, loops, jumps.

use super::builder::{Builder, Place, Scope, assignment};
use super::feature::Feature;
use super::integer::Integer;
use super::statement::{body, nested, statement};
use crate::generator::tree::{self, Node, expression, group, number, text};

pub fn declare(b: &mut Builder) {
    for name in ["x", "y"] {
        let value = if b.random.chance(60) { 0 } else { b.random.between(0, 2) };
        b.global(if value == 0 { format!("int {name};") } else { format!("int {name} = {value};") });
        b.ints.push(name.to_string());
        b.places.push(Place::plain(name, Integer::INT, Feature::Base));
    }
    let sized = [Feature::Narrow, Feature::Wide, Feature::Unsigned].iter().any(|&feature| b.has(feature));
    for _ in 0..if sized { 2 } else { 1 } {
        let (class, name) = (b.class(), b.fresh("g"));
        let value = if b.random.chance(50) { 0 } else { *b.random.pick(class.limits()).unwrap_or(&0) };
        b.global(format!("{} {name} = {};", class.name(), class.literal(value)));
        b.places.push(Place::plain(name, class, Feature::Base));
    }
}

pub fn assign(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place(scope);
    let value =
        if place.reads || place.bit.is_some() { b.own_value(scope, place.class) } else { b.value(scope, place.class) };
    Some(assignment(&place, value))
}

pub fn read(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let local = b.local(scope);
    let value = b.value(scope, local.class);
    Some(group(vec![text(format!("{} = ", local.name)), value, text(";")]))
}

/// `x = x + 1`
pub fn change(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place_where(scope, |place| !place.reads && place.bit.is_none())?;
    let operator = *b.random.pick(&["+", "-", "+", "^", "|"])?;
    let constant = b.small();
    Some(group(vec![text(format!("{0} = {0} {operator} ", place.text)), constant, text(";")]))
}

pub fn test(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let condition = b.condition(scope);
    let yes = nested(b, scope, 2);
    let mut parts = vec![text("if ("), condition, text(") {"), yes, text("}")];
    if b.random.chance(40) {
        let no = nested(b, scope, 1);
        parts.push(tree::optional(group(vec![text(" else {"), no, text("}")])));
    }
    Some(tree::statement(parts))
}

pub fn compound(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place_where(scope, |place| place.bit.is_none())?;
    let operator = *b.random.pick(&["+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>="])?;
    let value = if operator.len() == 3 { number(1) } else { b.own_value(scope, Integer::INT) };
    b.uses(Feature::Compound);
    let around = place.once(&format!("$ {operator} #"));
    let (before, after) = around.split_once('#')?;
    Some(group(vec![text(before), value, text(format!("{after};"))]))
}

pub fn increment(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place_where(scope, |place| place.bit.is_none())?;
    let changed = match b.random.below(4) {
        0 => place.once("$++"),
        1 => place.once("$--"),
        2 if place.atomic => place.once("++$"),
        2 => place.once("@next($; 1)@"),
        _ if place.atomic => place.once("--$"),
        _ => place.once("@next($; -1)@"),
    };
    b.uses(Feature::Increment);
    if b.random.chance(25) {
        let constant = b.small();
        let yes = nested(b, scope, 1);
        return Some(tree::statement(vec![text(format!("if ({changed} == ")), constant, text(") {"), yes, text("}")]));
    }
    let local = b.local(scope).name;
    Some(text(format!("{local} = {changed};")))
}

/// `l = (x = 2)`, `x = y = 2`: the value is what was stored, without a look.
pub fn chained(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place_where(scope, |place| !place.reads && !place.atomic && place.bit.is_none())?;
    let value = b.own_value(scope, place.class);
    b.uses(Feature::Chained);
    let inner = group(vec![text(format!("@assign({}; ", place.text)), value, text(")@")]);
    if b.random.chance(40) {
        let outer = b.place_where(scope, |other| {
            !other.reads && other.bit.is_none() && !other.atomic && other.text != place.text
        })?;
        return Some(group(vec![text(format!("{} = ", outer.text)), inner, text(";")]));
    }
    let local = b.local(scope).name;
    Some(group(vec![text(format!("{local} = ")), inner, text(" + 1;")]))
}

/// A thread ends the program.
pub fn early(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if !scope.done.insert("early") {
        return None;
    }
    b.uses(Feature::Early);
    b.headers.insert("stdlib.h");
    let condition = b.condition(scope);
    Some(group(vec![text("if ("), condition, text(") exit(0);")]))
}

pub fn division(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place(scope);
    let local = b.local(scope).name;
    let operator = *b.random.pick(&["/", "%"])?;
    b.uses(Feature::Division);
    let small = b.random.between(2, 3);
    let other = b.place_where(scope, |place| place.class.bits <= 32 && place.class.signed);
    Some(match b.random.below(5) {
        0 | 1 => text(format!("{local} = {} {operator} {small};", place.text)),
        2 | 3 => text(format!("{local} = {small} {operator} ({} | 1);", other?.text)),
        _ => text(format!("{local} = {small} {operator} {};", other?.text)),
    })
}

pub fn cast(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let local = b.local(scope).name;
    let to =
        *b.random.pick(&["signed char", "unsigned char", "short", "unsigned", "long", "_Bool", "unsigned short"])?;
    b.uses(Feature::Cast);
    let place = b.place(scope);
    Some(match b.random.below(4) {
        0 => text(format!("{local} = ({to}){};", place.text)),
        1 => text(format!("{local} = (unsigned){} >> 1;", place.text)),
        2 => {
            let place = b.place_where(scope, |place| place.addressable() && !place.reads)?;
            let byte = b.random.below(place.class.bits as usize / 8);
            text(format!("{local} = ((unsigned char *)&{})[{byte}];", place.text))
        }
        _ => {
            let place = b.place_where(scope, |place| place.addressable() && !place.reads)?;
            let byte = b.random.below(place.class.bits as usize / 8);
            let value = b.small();
            group(vec![text(format!("((unsigned char *)&{})[{byte}] = ", place.text)), value, text(";")])
        }
    })
}

pub fn conditional(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let condition = b.condition(scope);
    let (yes, mut no) = (b.value(scope, Integer::INT), b.value(scope, Integer::INT));
    if yes == no {
        // gcc would not read the condition.
        no = group(vec![text("1 + "), no]);
    }
    b.uses(Feature::Conditional);
    if b.random.chance(25) {
        let place = b.place_where(scope, |place| !place.reads && place.bit.is_none())?;
        let value = b.own_value(scope, place.class);
        let local = b.local(scope).name;
        return Some(group(vec![text(format!("{local} = ({} = ", place.text)), value, text(", "), yes, text(");")]));
    }
    let local = b.local(scope).name;
    Some(group(vec![text(format!("{local} = ")), condition, text(" ? "), yes, text(" : "), no, text(";")]))
}

pub fn repeat(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let name = b.fresh("i");
    b.uses(Feature::Loop);
    let times = b.random.between(1, 2);
    let mut inside = body(b, scope, 2);
    if b.random.chance(25) {
        let condition = b.condition(scope);
        let leave = *b.random.pick(&["break", "continue"])?;
        inside.insert(0, group(vec![text("if ("), condition, text(format!(") {leave};"))]));
    }
    let block = tree::block(inside);
    Some(match b.random.below(4) {
        0 | 1 => tree::statement(vec![
            text(format!("for (int {name} = 0; {name} < ")),
            number(times),
            text(format!("; {name}++) {{")),
            block,
            text("}"),
        ]),
        2 => {
            scope.declarations.push(text(format!("int {name} = {times};")));
            tree::statement(vec![text(format!("while ({name}-- > 0) {{")), block, text("}")])
        }
        _ => {
            scope.declarations.push(text(format!("int {name} = 0;")));
            tree::statement(vec![text("do {"), block, text(format!("}} while (++{name} < {times});"))])
        }
    })
}

pub fn switch(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let place = b.place(scope);
    b.uses(Feature::Switch);
    let mut cases = Vec::new();
    for value in 0..3 {
        let label = if value == 2 { "default:".to_string() } else { format!("case {value}:") };
        let inside = nested(b, scope, 1);
        let end = if b.random.chance(70) { " break;" } else { ";" };
        cases.push(group(vec![text(label), inside, text(end)]));
    }
    let on = expression(vec![text(place.text)]);
    Some(tree::statement(vec![text("switch ("), on, text(") {"), tree::block(cases), text("}")]))
}

pub fn jump(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let label = b.fresh("end");
    b.uses(Feature::Goto);
    let condition = b.condition(scope);
    let inside = nested(b, scope, 2);
    if b.random.chance(30) {
        let tries = b.fresh("n");
        scope.declarations.push(text(format!("int {tries} = 0;")));
        return Some(group(vec![
            text(format!("{label}: {{")),
            inside,
            text(format!("}} if ({tries}++ < 1 && (")),
            condition,
            text(format!(")) goto {label};")),
        ]));
    }
    Some(group(vec![
        text("if ("),
        condition,
        text(format!(") goto {label}; {{")),
        inside,
        text(format!("}} {label}:;")),
    ]))
}

pub fn unset(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if !scope.done.insert("unset") {
        return None;
    }
    let name = b.fresh("u");
    b.uses(Feature::Unset);
    scope.declarations.push(text(format!("@unset(int; {name})@")));
    let condition = b.condition(scope);
    let value = b.own_value(scope, Integer::INT);
    let local = b.local(scope).name;
    let set = group(vec![text(format!("@set({name}; ")), value, text(")@")]);
    let tail = if b.random.chance(50) { format!("}} else {{ {local} = 1; }}") } else { "}".to_string() };
    let constant = b.small();
    let second = b.condition(scope);
    Some(group(vec![
        text("if ("),
        condition,
        text(") { "),
        set,
        text(format!(" {tail} if (")),
        second,
        text(format!(") {local} = @use({name})@ + ")),
        constant,
        text(";"),
    ]))
}

pub fn assertion(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    if b.random.chance(50) {
        return statement(b, scope);
    }
    b.uses(Feature::Assertion);
    let condition = b.condition(scope);
    Some(group(vec![text("assert("), condition, text(");")]))
}
