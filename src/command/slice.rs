//! `ax slice`: the part of a Promela model that a property depends on.

use super::load;
use crate::args::{Format, Slice};
use crate::report::{self, style};
use promela::claim::ClaimChoice;
use slicer::{Cycles, Decisions, Property, cut};

pub fn run(args: &Slice) -> u8 {
    let Some(mut loaded) = load::parse(&args.input) else { return super::BAD_INPUT };
    let claim = match &args.ltl {
        Some(text) => match loaded.claim_or_formula(text, &args.input) {
            Some(claim) => claim,
            None => return super::BAD_INPUT,
        },
        None if args.progress => ClaimChoice::NonProgress,
        None if args.deadlock || args.assertions => ClaimChoice::None,
        None => ClaimChoice::First,
    };
    // Only a model that means something is sliced.
    let Some(model) = loaded.compile(claim.clone()) else { return super::BAD_INPUT };
    if model.foreign.is_some() {
        eprintln!("ax: a model with embedded C is not sliced: what C reads and writes is not known, so that nothing");
        eprintln!("    could be left out; `ax check` searches it whole");
        return super::BAD_INPUT;
    }
    let everything = matches!(claim, ClaimChoice::First);
    let property = Property {
        assertions: args.assertions || everything,
        end_states: args.deadlock || everything,
        cycles: match claim {
            ClaimChoice::None => Cycles::None,
            ClaimChoice::NonProgress => Cycles::Progress,
            _ => Cycles::Acceptance,
        },
        claim,
        decisions: if args.complements { Decisions::Complements } else { Decisions::Else },
    };
    let sliced = cut(&loaded.program, &property);
    let why = match &args.why {
        None => None,
        Some(name) => match sliced.why(name) {
            Some(links) => Some((name.as_str(), links)),
            None => {
                eprintln!("ax: there is no variable or channel `{name}` in {}", loaded.name);
                return super::BAD_INPUT;
            }
        },
    };
    let told = report::slice::Told { property: &property, sliced: &sliced, sources: &loaded.sources, why };
    style::out(&match args.format {
        Format::Text => told.text(),
        Format::Json => told.json(),
    });
    super::HOLDS
}
