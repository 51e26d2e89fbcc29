//! Which processes were exchanged with each other, and why others were not.

use super::style::{counted, place};
use checker::model::Model;
use checker::search::{Outcome, Property, Search};
use checker::symmetry::kinds::{Misuse, Names};
use checker::symmetry::{Refusal, Symmetry, Why};
use promela::source::Sources;
use serde::Serialize;
use std::fmt::Write;

/// As the JSON object has it.
#[derive(Serialize)]
pub struct Json {
    exchanged: Vec<Exchanged>,
    refused: Vec<Refused>,
}

#[derive(Serialize)]
struct Exchanged {
    proctype: String,
    processes: usize,
}

#[derive(Serialize)]
struct Refused {
    proctype: String,
    why: String,
}

pub fn json(model: &Model, symmetry: &Symmetry, sources: &Sources) -> Json {
    let name = |p: u32| model.proctypes[p as usize].name.clone();
    let exchanged = symmetry.seen().into_iter().map(|(p, processes)| Exchanged { proctype: name(p), processes });
    let refused = symmetry.refused.iter().map(|r| Refused { proctype: name(r.proctype), why: why(model, r, sources) });
    Json { exchanged: exchanged.collect(), refused: refused.collect() }
}

/// `all`: tells too why processes were not exchanged.
pub fn text(model: &Model, what: &Search, outcome: &Outcome, sources: &Sources, all: bool) -> String {
    let mut text = String::new();
    let Some(symmetry) = &what.symmetry else { return text };
    if what.property != Property::Safety {
        if all {
            let _ = writeln!(
                text,
                "      --symmetry has no effect on searches for infinite runs: --safety leaves these out"
            );
        }
        return text;
    }
    if outcome.asymmetric {
        let _ = writeln!(
            text,
            "      warning: processes that --symmetry took to be alike were found to be different, so nothing was \
            exchanged. Please report this model"
        );
        return text;
    }
    let seen = symmetry.seen();
    for (&p, &processes) in &seen {
        let name = &model.proctypes[p as usize].name;
        let count = counted(processes as u64, "process").replace("processs", "processes");
        let _ = writeln!(text, "      symmetry: {count} of {name} can be exchanged");
    }
    if !all {
        return text;
    }
    for refusal in &symmetry.refused {
        let name = &model.proctypes[refusal.proctype as usize].name;
        let _ = writeln!(text, "      no symmetry between processes of {name}: {}", why(model, refusal, sources));
    }
    for (p, variable) in symmetry.differs() {
        let name = &model.proctypes[p as usize].name;
        let _ = writeln!(
            text,
            "      no symmetry between processes of {name} with different values of `{variable}`, which never change"
        );
    }
    for (names, number, site) in &symmetry.told_apart {
        if let Some(one) = told_apart(model, symmetry, *names, *number) {
            let _ = writeln!(text, "      no symmetry with {one}: {}", at(model, *site, sources));
        }
    }
    if text.is_empty() {
        let _ = writeln!(text, "      symmetry: no two processes can be exchanged");
    }
    text
}

/// A process that the model tells from others, if it is one of those that could be exchanged.
fn told_apart(model: &Model, symmetry: &Symmetry, names: Names, number: i64) -> Option<String> {
    match names {
        Names::Pid => {
            let (proctype, _) = model.active.get(usize::try_from(number).ok()?)?;
            symmetry.proctypes.contains(&proctype.0).then(|| format!("process {number}, which has a part of its own"))
        }
        Names::Param(p, _) => {
            let name = &model.proctypes[p as usize].name;
            Some(format!("the process of {name} that was given {number}, which has a part of its own"))
        }
    }
}

/// `` `x = 1` (m.pml:7)``
fn at(model: &Model, site: Option<u32>, sources: &Sources) -> String {
    match site {
        Some(n) => {
            let s = &model.statements[n as usize];
            format!("`{}` ({})", s.text, place(sources, s.span))
        }
        None => "outside of statements".to_string(),
    }
}

fn why(model: &Model, refusal: &Refusal, sources: &Sources) -> String {
    let at = at(model, refusal.site, sources);
    match refusal.why {
        Why::Priorities => "the model uses priorities".to_string(),
        Why::Last => "the model uses _last".to_string(),
        Why::Enabled => "the model uses enabled()".to_string(),
        Why::Trace => "the model has a trace".to_string(),
        Why::Hidden => "the model has hidden variables".to_string(),
        Why::Misused(Misuse::Number) => format!("a number that tells them apart is calculated with, at {at}"),
        Why::Misused(Misuse::Order) => format!("numbers that tell them apart are compared by size, at {at}"),
        Why::Misused(Misuse::Mixed) => {
            format!("a number that tells them apart is used together with other numbers, at {at}")
        }
        Why::Misused(Misuse::Address) => format!("it is not understood which element is meant, at {at}"),
        Why::First => format!("the first of them is told from the others, at {at}"),
        Why::Ends => {
            format!(
                "they end, and only the youngest process can; the model counts processes or looks into them, at {at}"
            )
        }
        Why::Counted => "they end, and only the youngest process can; the claim may count steps".to_string(),
        Why::Channels => "they end, and have channels of their own that others may know".to_string(),
        Why::ChannelNumbers => {
            format!("channels of processes are calculated with, or an array of them is changed, at {at}")
        }
        Why::Opaque => format!("it is not understood what happens at {at}"),
    }
}
