//! A program while it is made: what was declared, and what a statement may use.
//!
//! Order of evaluation is only left open by C where it cannot be seen: a statement reads shared data at most in the
//! operands of one operator (from left to right, see `dialect`), and where it reads some to find the object that it
//! stores to, the value that is stored is not shared.

use super::feature::Feature;
use super::integer::Integer;
use crate::generator::random::Random;
use crate::generator::tree::{Node, expression, number, text};
use std::collections::BTreeSet;

/// Something of integer type that can be read and written.
#[derive(Clone, Debug)]
pub struct Place {
    pub text: String,
    pub class: Integer,
    pub feature: Feature,
    /// To find it, shared data is read.
    pub reads: bool,
    /// The struct and the field, if this is a bit-field.
    pub bit: Option<(String, String)>,
    pub atomic: bool,
    /// Its bytes may not be anything: a `_Bool`.
    pub boolean: bool,
}

impl Place {
    pub fn plain(text: impl Into<String>, class: Integer, feature: Feature) -> Place {
        Place { text: text.into(), class, feature, reads: false, bit: None, atomic: false, boolean: false }
    }

    pub fn through(text: impl Into<String>, class: Integer, feature: Feature) -> Place {
        Place { reads: true, ..Place::plain(text, class, feature) }
    }

    /// What is done to a place, written `$`, that is found once.
    pub fn once(&self, does: &str) -> String {
        if !self.reads {
            let place = if self.text.starts_with('*') { format!("({})", self.text) } else { self.text.clone() };
            return does.replace('$', &place);
        }
        let indexed = || {
            if self.text.starts_with('*') || self.text.contains("->") {
                return None;
            }
            let brackets = self.text.match_indices('[').map(|(open, _)| open + 1);
            let index = |open: usize| Some((open, open + self.text[open..].find(']')?));
            let constant = |(open, close): &(usize, usize)| self.text[*open..*close].parse::<u32>().is_ok();
            brackets.filter_map(index).find(|range| !constant(range))
        };
        match indexed() {
            Some((open, close)) => {
                let (before, index, after) = (&self.text[..open], &self.text[open..close], &self.text[close..]);
                format!("@indexed({before}; {index}; {after}; {does})@")
            }
            None => format!("@once({}; {does})@", self.text),
        }
    }

    /// Whether `&` may stand before it.
    pub fn addressable(&self) -> bool {
        self.bit.is_none() && !self.atomic && !self.boolean
    }
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub class: Integer,
}

/// The function that statements are made for.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// 0 for `main`.
    pub thread: usize,
    pub locals: Vec<Local>,
    /// Places that only this function can name.
    pub places: Vec<Place>,
    /// Declarations at its beginning.
    pub declarations: Vec<Node>,
    /// Statements around the one that is made.
    pub depth: usize,
    /// Mutexes that are held.
    pub held: Vec<String>,
    /// What was done and must not be done again: waiting at a barrier, for instance.
    pub done: BTreeSet<&'static str>,
}

#[derive(Debug)]
pub struct Builder {
    pub random: Random,
    /// Parts that this program may have.
    pub chosen: BTreeSet<Feature>,
    /// Parts that it has.
    pub used: BTreeSet<Feature>,
    pub headers: BTreeSet<&'static str>,
    pub globals: Vec<Node>,
    pub functions: Vec<Node>,
    pub places: Vec<Place>,
    /// Global `int`s, whose addresses may be taken: `x`, `y`.
    pub ints: Vec<String>,
    /// Global pointers to `int`.
    pub pointers: Vec<Place>,
    pub mutexes: Vec<String>,
    /// Statements of `main` before and after the threads run.
    pub before: Vec<Node>,
    pub after: Vec<Node>,
    /// Locals of `main` that are looked at when all is over.
    pub seen: Vec<(String, Integer)>,
    /// Functions `int f(int)`.
    pub unary: Vec<String>,
    names: usize,
}

impl Builder {
    pub fn new(random: Random, chosen: BTreeSet<Feature>) -> Builder {
        Builder {
            random,
            chosen,
            used: BTreeSet::from([Feature::Base]),
            headers: BTreeSet::from(["assert.h", "pthread.h"]),
            globals: Vec::new(),
            functions: Vec::new(),
            places: Vec::new(),
            ints: Vec::new(),
            pointers: Vec::new(),
            mutexes: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            seen: Vec::new(),
            unary: Vec::new(),
            names: 0,
        }
    }

    pub fn has(&self, feature: Feature) -> bool {
        self.chosen.contains(&feature)
    }

    pub fn uses(&mut self, feature: Feature) {
        self.used.insert(feature);
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub fn global(&mut self, line: impl Into<String>) {
        self.globals.push(text(line));
    }

    /// A type that the chosen parts allow.
    pub fn class(&mut self) -> Integer {
        let mut bits = vec![32];
        if self.has(Feature::Narrow) {
            bits.extend([8, 16]);
        }
        if self.has(Feature::Wide) {
            bits.extend([64, 64]);
        }
        let bits = *self.random.pick(&bits).unwrap_or(&32);
        let signed = !self.has(Feature::Unsigned) || self.random.chance(40);
        let fixed = self.random.chance(30);
        if fixed {
            self.headers.insert("stdint.h");
        }
        Integer { bits, signed, fixed }
    }

    pub fn constant(&mut self, class: Integer) -> Node {
        let value = if self.random.chance(85) {
            self.random.between(0, 3)
        } else {
            *self.random.pick(class.limits()).unwrap_or(&1)
        };
        if (-128..=255).contains(&value) && (value >= 0 || class.signed) {
            number(value)
        } else {
            text(class.literal(value))
        }
    }

    pub fn small(&mut self) -> Node {
        let value = self.random.between(1, 3);
        number(value)
    }

    /// A place that a function can name.
    pub fn place(&mut self, scope: &Scope) -> Place {
        self.place_where(scope, |_| true).unwrap_or_else(|| Place::plain("x", Integer::INT, Feature::Base))
    }

    pub fn place_where(&mut self, scope: &Scope, allowed: impl Fn(&Place) -> bool) -> Option<Place> {
        // What a thread was given is as likely as all that everybody has.
        let own: Vec<&Place> = scope.places.iter().filter(|place| allowed(place)).collect();
        let all: Vec<&Place> = self.places.iter().filter(|place| allowed(place)).collect();
        let from = if !own.is_empty() && self.random.chance(40) { own } else { all };
        let place = (*self.random.pick(&from)?).clone();
        self.uses(place.feature);
        for feature in place.class.features() {
            self.uses(feature);
        }
        Some(place)
    }

    /// Leaves a few of the places, so that threads meet.
    pub fn focus(&mut self) {
        let mut left = std::mem::take(&mut self.places);
        while self.places.len() < 5 && !left.is_empty() {
            let index = self.random.below(left.len());
            let place = left.swap_remove(index);
            // Plain globals do not crowd out what the program was made for.
            if place.feature != Feature::Base || self.random.chance(60) {
                self.places.push(place);
            }
        }
    }

    /// Two operands of `&&`, which gcc reads both: tests of two members of a struct it makes one.
    fn tested_pair(&mut self, scope: &Scope) -> (Place, Place) {
        let left = self.place(scope);
        let aggregate = |place: &Place| place.text.contains(['.', '[']);
        let apart = |right: &Place| right.text != left.text && !(aggregate(right) && aggregate(&left));
        let right = self.place_where(scope, apart).unwrap_or_else(|| {
            let name = if left.text == "x" { "y" } else { "x" };
            Place::plain(name, Integer::INT, Feature::Base)
        });
        (left, right)
    }

    pub fn local(&mut self, scope: &Scope) -> Local {
        self.random.pick(&scope.locals).cloned().unwrap_or(Local { name: "0".into(), class: Integer::INT })
    }

    /// A value that reads no shared data.
    pub fn own_value(&mut self, scope: &Scope, class: Integer) -> Node {
        match self.random.below(4) {
            0 | 1 => self.constant(class),
            2 => expression(vec![text(self.local(scope).name)]),
            _ => {
                let local = self.local(scope).name;
                let operator = *self.random.pick(&["+", "-", "&", "|", "^", "*"]).unwrap_or(&"+");
                let constant = self.small();
                expression(vec![text(format!("{local} {operator} ")), constant])
            }
        }
    }

    /// A value that may read shared data.
    pub fn value(&mut self, scope: &Scope, class: Integer) -> Node {
        if self.random.chance(35) {
            return self.own_value(scope, class);
        }
        let place = self.place(scope);
        match self.random.below(5) {
            0 | 1 => expression(vec![text(place.text)]),
            2 | 3 => {
                let operator = *self.random.pick(&["+", "-", "*", "|", "&", "^"]).unwrap_or(&"+");
                let constant = self.small();
                expression(vec![text(format!("{} {operator} ", place.text)), constant])
            }
            _ => {
                let operator = *self.random.pick(&["+", "-", "|", "^"]).unwrap_or(&"+");
                let other = self.place(scope);
                operation(place, operator, other)
            }
        }
    }

    pub fn condition(&mut self, scope: &Scope) -> Node {
        let operator = *self.random.pick(&["==", "!=", "<", ">", "<=", ">="]).unwrap_or(&"==");
        match self.random.below(6) {
            0 => {
                let local = self.local(scope);
                let constant = self.small();
                expression(vec![text(format!("{} {operator} ", local.name)), constant])
            }
            1 => {
                let place = self.place(scope);
                expression(vec![text(format!("!{}", place.text))])
            }
            2 => {
                let (left, right) = (self.place(scope), self.place(scope));
                operation(left, operator, right)
            }
            3 if self.has(Feature::Conditional) => {
                self.uses(Feature::Conditional);
                let (left, right) = self.tested_pair(scope);
                let both = *self.random.pick(&["&&", "||"]).unwrap_or(&"&&");
                let constant = self.small();
                expression(vec![
                    expression(vec![text(left.text)]),
                    text(format!(" {both} ")),
                    expression(vec![text(format!("{} {operator} ", right.text)), constant]),
                ])
            }
            _ => {
                let place = self.place(scope);
                let constant = self.constant(place.class);
                expression(vec![text(format!("{} {operator} ", place.text)), constant])
            }
        }
    }
}

/// An operation on two places, in order: gcc reads them in an order of its own, or not at all.
fn operation(left: Place, operator: &str, right: Place) -> Node {
    expression(vec![
        text("@pair("),
        expression(vec![text(left.text)]),
        text(format!("; {operator}; ")),
        expression(vec![text(right.text)]),
        text(")@"),
    ])
}

/// `place = value;`, as the dialect wants it for bit-fields.
pub fn assignment(place: &Place, value: Node) -> Node {
    use crate::generator::tree::group;
    match &place.bit {
        Some((of, field)) => group(vec![text(format!("@bit({of}; {field}; ")), value, text(")@;")]),
        None => group(vec![text(format!("{} = ", place.text)), value, text(";")]),
    }
}
