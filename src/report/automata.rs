//! The automata of a model: states and transitions, proctype by proctype.

use crate::args::AutomataFormat;
use checker::model::{Action, Model, Proctype, ProctypeKind, State, Transition};
use promela::source::Sources;
use std::fmt::Write;

pub fn text(model: &Model, sources: &Sources, format: AutomataFormat) -> String {
    let mut out = String::new();
    for p in &model.proctypes {
        heading(p, format, &mut out);
        for state in order(model, p) {
            for t in p.states[state as usize].transitions() {
                let t = &model.transitions[t as usize];
                match format {
                    AutomataFormat::Text => line(model, p, state, t, sources, &mut out),
                    AutomataFormat::Spin => spin_line(model, p, state, t, sources, &mut out),
                }
            }
        }
    }
    out
}

fn heading(p: &Proctype, format: AutomataFormat, out: &mut String) {
    // pan -d has the names of the two kinds of trace the wrong way round.
    let swapped = format == AutomataFormat::Spin;
    let _ = match p.kind {
        ProctypeKind::Init => writeln!(out, "init"),
        ProctypeKind::Claim | ProctypeKind::Ltl => writeln!(out, "claim {}", p.name),
        ProctypeKind::Trace | ProctypeKind::NoTrace if swapped == (p.kind == ProctypeKind::NoTrace) => {
            writeln!(out, "trace assertion")
        }
        ProctypeKind::Trace | ProctypeKind::NoTrace => writeln!(out, "notrace assertion"),
        ProctypeKind::Proctype => writeln!(out, "proctype {}", p.name),
    };
}

/// The states that can be reached, each before what it leads to.
fn order(model: &Model, p: &Proctype) -> Vec<u32> {
    let mut seen = vec![false; p.states.len()];
    let mut order = Vec::new();
    let mut open = vec![p.start.0];
    while let Some(state) = open.pop() {
        if state == 0 || std::mem::replace(&mut seen[state as usize], true) {
            continue;
        }
        order.push(state);
        open.extend(p.states[state as usize].transitions().rev().map(|t| model.transitions[t as usize].target.0));
    }
    order
}

fn line(model: &Model, p: &Proctype, state: u32, t: &Transition, sources: &Sources, out: &mut String) {
    let s = &model.statements[t.statement as usize];
    let marks = marks(&p.states[state as usize]);
    let mut notes = String::new();
    if t.atomic {
        notes += " atomic";
    }
    if t.escape > 0 {
        notes += " escape";
    }
    if t.action == Action::Never {
        notes += " never";
    }
    let place = sources.place(s.span);
    let _ = writeln!(out, "  {state:>4}{marks} -> {:<4} {}:{}  {}{notes}", t.target.0, place.file, place.line, s.text);
}

fn marks(s: &State) -> String {
    let mut out = String::new();
    for (is, mark) in [(s.end, " end"), (s.accept, " accept"), (s.progress, " progress")] {
        if is {
            out += mark;
        }
    }
    out
}

/// As `pan -d` prints it.
fn spin_line(model: &Model, p: &Proctype, state: u32, t: &Transition, sources: &Sources, out: &mut String) {
    let s = &model.statements[t.statement as usize];
    let from = &p.states[state as usize];
    let flag = |is: bool, mark: char| if is { mark } else { '-' };
    let kind = if s.text.starts_with("D_STEP") { 'D' } else { flag(t.atomic, 'A') };
    // All transitions of a state have the line of its first own option.
    let own = from.transitions().map(|i| &model.transitions[i as usize]).find(|t| t.escape == 0).unwrap_or(t);
    let place = sources.place(model.statements[own.statement as usize].span);
    let _ = writeln!(
        out,
        "\tstate {state:>3} -(tr {:>3})-> state {:>3}  [id {:>3} tp   2] [{kind}{}{}{}G] {}:{} => {}",
        t.statement,
        t.target.0,
        t.id,
        flag(from.accept, 'a'),
        flag(from.end, 'e'),
        flag(from.progress, 'p'),
        place.file,
        place.line,
        s.text
    );
}
