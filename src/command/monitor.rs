//! `ax monitor`: watches one execution of a system, a line of JSON for each observation.

use crate::args::{AlgorithmKind, Format, Monitor as Args};
use crate::report::{findings, observation, style};
use checker::ltl::Limits;
use checker::ltl::compact::automaton::Automaton;
use checker::ltl::compact::{self, Sense};
use checker::ltl::monitor::{Algorithm, Monitor, Observation, Verdict};
use promela::finding::{Finding, Findings};
use promela::source::Sources;
use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};

pub fn run(args: &Args) -> u8 {
    let Some(automaton) = automaton(&args.ltl) else { return super::BAD_INPUT };
    let algorithm = match args.algorithm {
        Some(AlgorithmKind::Deterministic) => Algorithm::Deterministic,
        Some(AlgorithmKind::Pairs) => Algorithm::Pairs,
        None if automaton.is_deterministic() => Algorithm::Deterministic,
        None => Algorithm::Pairs,
    };
    let Some(monitor) = Monitor::new(&automaton, algorithm) else {
        eprintln!("ax: the automaton of this formula is not deterministic: use --algorithm pairs");
        return super::BAD_INPUT;
    };
    match watch(args, &automaton, monitor) {
        Ok(Verdict::Fail(_)) => super::VIOLATED,
        Ok(Verdict::Pass | Verdict::PassForGood) => super::HOLDS,
        Err(message) => {
            eprintln!("ax: {message}");
            super::BAD_INPUT
        }
    }
}

/// The automaton of the violations. `None` after an error, which was told.
fn automaton(text: &str) -> Option<Automaton> {
    let (mut sources, mut told) = (Sources::new(), Findings::default());
    let formula = promela::parse_formula(text, &promela::Options::default(), &mut sources, &mut told);
    let automaton = formula.and_then(|formula| {
        let automaton = compact::automaton(&formula, Sense::Negation, &Limits::default());
        automaton.map_err(|e| told.push(Finding::error("C029", e.span().unwrap_or(formula.span), e.to_string()))).ok()
    });
    findings::print(&told, &sources);
    automaton.filter(|_| !told.has_errors())
}

/// Follows the stream to its end; the verdict of the last step.
fn watch(args: &Args, automaton: &Automaton, mut monitor: Monitor) -> Result<Verdict, String> {
    let (name, input): (String, Box<dyn BufRead>) = match &args.file {
        Some(path) if path.as_os_str() != "-" => {
            let name = path.display().to_string();
            let file = std::fs::File::open(path).map_err(|e| format!("cannot read {name}: {e}"))?;
            (name, Box::new(BufReader::new(file)))
        }
        _ => ("standard input".to_string(), Box::new(BufReader::new(std::io::stdin()))),
    };
    let mut known: HashMap<String, Observation> = HashMap::new();
    let mut verdict = Verdict::Pass;
    let mut step = 0;
    for (i, line) in input.lines().enumerate() {
        let place = |message: String| format!("{name}, line {}: {message}", i + 1);
        let line = line.map_err(|e| place(e.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        let state: Value = serde_json::from_str(&line).map_err(|e| place(format!("not JSON: {e}")))?;
        if !state.is_object() {
            return Err(place("an observation is an object: {\"p\": true, \"x\": 3}".to_string()));
        }
        let values = automaton.atoms.iter().map(|atom| observation::truth(&atom.expr, &state));
        let values: Vec<bool> = values.collect::<Result<_, _>>().map_err(place)?;
        let next = Observation(known.len() as u32);
        // Keys are sorted, so that equal objects have equal texts.
        let seen = *known.entry(state.to_string()).or_insert(next);
        step += 1;
        let before = std::mem::replace(&mut verdict, monitor.step(|atom| values[atom], seen));
        if args.format == Format::Json || args.all_steps || before != verdict {
            style::out(&observation::line(step, verdict, args.format));
        }
    }
    if args.format == Format::Text {
        style::out(&observation::summary(step, verdict));
    }
    Ok(verdict)
}
