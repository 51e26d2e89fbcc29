//! `ax ltl`: the automaton of a formula.

use super::load;
use crate::args::{Input, Ltl, LtlFormat};
use crate::report::drawing::{dot, drawing, svg};
use crate::report::formula::Facts;
use crate::report::{findings, style};
use checker::ltl::compact::{self, Sense};
use checker::ltl::{Limits, LtlError};
use promela::ast::{Expr, Program, Unit};
use promela::claim::ClaimChoice;
use promela::finding::{Finding, Findings};
use promela::source::Sources;

pub fn run(args: &Ltl) -> u8 {
    let Some((formula, sources)) = formula(args) else { return super::BAD_INPUT };
    match answer(args, &formula, &sources) {
        Ok(text) => {
            style::out(&text);
            super::HOLDS
        }
        Err(error) => {
            let mut told = Findings::default();
            told.push(Finding::error("C029", error.span().unwrap_or(formula.span), error.to_string()));
            findings::print(&told, &sources);
            super::BAD_INPUT
        }
    }
}

/// The formula that was typed; checked against the model if there is one. `None` after an error, which was told.
fn formula(args: &Ltl) -> Option<(Expr, Sources)> {
    if let Some(model) = &args.model {
        let input = Input { model: model.clone(), define: args.define.clone(), include: args.include.clone() };
        let mut loaded = load::parse(&input)?;
        let formula = loaded.formula(&args.formula, &input)?;
        // Compiling the claim finds what is wrong with its atoms.
        loaded.compile(ClaimChoice::Formula(formula.clone()))?;
        return Some((formula, loaded.sources));
    }
    let (mut sources, mut told) = (Sources::new(), Findings::default());
    let formula = promela::parse_formula(&args.formula, &promela::Options::default(), &mut sources, &mut told);
    findings::print(&told, &sources);
    formula.filter(|_| !told.has_errors()).map(|formula| (formula, sources))
}

fn answer(args: &Ltl, formula: &Expr, sources: &Sources) -> Result<String, LtlError> {
    let limits = Limits::default();
    let yes = compact::automaton(formula, Sense::Formula, &limits)?;
    let no = compact::automaton(formula, Sense::Negation, &limits)?;
    warn(formula, no.is_empty(), yes.is_empty(), sources);
    let facts = Facts {
        text: args.formula.trim(),
        negated: args.negate,
        stutter_invariant: compact::is_stutter_invariant(formula, &limits)?,
        tautology: no.is_empty(),
        unsatisfiable: yes.is_empty(),
        automaton: if args.negate { &no } else { &yes },
    };
    Ok(match args.format {
        LtlFormat::Text => facts.text(),
        LtlFormat::Json => facts.json(),
        LtlFormat::Dot => dot(&drawing(facts.automaton, &facts.title(), None)),
        LtlFormat::Svg => svg(&drawing(facts.automaton, &facts.title(), None)),
        LtlFormat::Never => {
            let claim = compact::claim::claim(facts.automaton, None, formula.span);
            let comment = facts.title().replace("*/", "* /");
            format!("/* {comment} */\n{}", promela::print(&Program { units: vec![Unit::Never(claim)] }))
        }
    })
}

/// A formula that says nothing about runs is hardly what was meant.
fn warn(formula: &Expr, tautology: bool, unsatisfiable: bool, sources: &Sources) {
    let mut told = Findings::default();
    if tautology {
        let message = "the formula is a tautology: every run satisfies it";
        told.push(Finding::warning("L001", formula.span, message).help("check the parentheses and the implications"));
    }
    if unsatisfiable {
        let message = "the formula is unsatisfiable: no run satisfies it";
        told.push(Finding::warning("L002", formula.span, message).help("check the parentheses and the negations"));
    }
    findings::print(&told, sources);
}
