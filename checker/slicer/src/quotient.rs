//! Quotients that C does not have: the least integer divided by -1.
//!
//! The model computes in 32 bits and wraps there, where C has no meaning and processors trap. Both operands are known
//! by intervals for the whole run, whatever the place; a quotient of which an interval says that it cannot be is none.

use super::channels::Channels;
use super::names;
use super::objects::Objects;
use super::ranges::{Ranges, active_parameters};
use super::visit;
use super::walk::{self, Mention};
use promela::ast::{Expr, Program, Unit};
use promela::source::Span;

/// The divisions and remainders that may have no result, in the order of the text. The program must be one that
/// compiles.
pub fn may_overflow(program: &Program) -> Vec<Span> {
    let mut program = program.clone();
    let names = names::resolve(&mut program);
    let objects = Objects::of(&names);
    let mut channels = Channels::of(&program, &names, &objects);
    channels.active_parameters(&active_parameters(&program, &names), &objects);
    let ranges = Ranges::of(&program, &names, &objects, &channels);
    let mut found = Vec::new();
    let mut look = |mention: Mention<'_>| {
        if let Mention::Quotient(e, dividend, divisor) = mention {
            let holds = |e: &Expr, number: i32| {
                let (low, high) = ranges.value(e, &objects);
                (low..=high).contains(&i64::from(number))
            };
            if holds(dividend, i32::MIN) && holds(divisor, -1) {
                found.push(e.span);
            }
        }
    };
    visit::statements(&program, &mut |s| walk::of_statement(s, &mut look));
    for unit in &program.units {
        if let Unit::Proctype(p) = unit {
            p.provided.iter().for_each(|e| walk::mentions(e, &mut look));
        }
    }
    found.sort_by_key(|span| (span.file, span.start));
    found.dedup();
    found
}
