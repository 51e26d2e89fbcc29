//! The trail of an error, step by step: who, where, what, and what changed.

use super::style::{Paint, Style, counted, place, process, shorten, statement};
use checker::exec::CLAIM;
use checker::exec::Move;
use checker::model::{Model, StatementKind};
use checker::simulate::{Change, Picture, Simulation, Taken};
use promela::source::Sources;
use std::fmt::Write;

/// Trails up to this length are shown whole.
const WHOLE: usize = 60;
/// Of a longer one, so many steps at its start and at its end.
const START: usize = 20;
const END: usize = 30;

/// A row of the table.
struct Row {
    number: usize,
    who: String,
    place: String,
    statement: String,
    changes: String,
    claim: bool,
}

/// The table of the steps, and the state they lead to.
pub fn table<'m>(
    model: &'m Model,
    steps: &[Move],
    cycle: Option<usize>,
    sources: &Sources,
    whole: bool,
    style: Style,
) -> (String, Simulation<'m>) {
    let mut simulation = Simulation::new(model);
    let cut = (!whole && steps.len() > WHOLE).then(|| (START, steps.len() - END));
    let mut rows: Vec<Row> = Vec::new();
    for (i, &step) in steps.iter().enumerate() {
        if cut.is_some_and(|(from, to)| (from..to).contains(&i)) {
            simulation.follow(step);
            continue;
        }
        let before = Picture::of(&simulation.machine);
        let taken = simulation.follow(step);
        let after = Picture::of(&simulation.machine);
        let claim = step.pid == CLAIM;
        rows.push(Row {
            number: i + 1,
            who: process(model, step.pid, step.transition),
            place: place(sources, model.statement_of(step.transition).span),
            statement: statement(model, step.transition, sources),
            changes: changes(model, &taken, &before, &after),
            claim,
        });
    }
    (lay_out(&rows, steps.len(), cut, cycle, style), simulation)
}

fn lay_out(rows: &[Row], total: usize, cut: Option<(usize, usize)>, cycle: Option<usize>, style: Style) -> String {
    let width =
        |f: fn(&Row) -> &str, most: usize| rows.iter().map(|r| f(r).chars().count()).max().unwrap_or(0).min(most);
    let digits = total.to_string().len().max(4);
    let (who, at, what) = (width(|r| &r.who, 30), width(|r| &r.place, 40), width(|r| &r.statement, 44));
    let mut out = String::new();
    for row in rows {
        if let Some((from, to)) = cut
            && row.number == to + 1
        {
            let hidden = counted((to - from) as u64, "step");
            let _ = writeln!(out, "{:>digits$}  … {hidden} left out: --full-trail shows all …", "");
            if let Some(c) = cycle
                && (from..to).contains(&c)
            {
                let _ = writeln!(out, "{:>digits$}  the cycle began with step {}", "", c + 1);
            }
        }
        if cycle == Some(row.number - 1) {
            let _ = writeln!(out, "{:>digits$}  the cycle:", "");
        }
        let Row { number, who: w, place, statement, changes, claim } = row;
        let line = format!("{number:digits$}  {w:who$}  {place:at$}  {statement:what$}  {changes}");
        let line = line.trim_end();
        let line = if *claim { style.paint(Paint::Claim, line) } else { line.to_string() };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// What a step did, in one line.
fn changes(model: &Model, taken: &Taken, before: &Picture, after: &Picture) -> String {
    let mut out: Vec<String> = Vec::new();
    let owner = |pid: Option<u32>| match pid {
        Some(pid) if pid != taken.pid => {
            let name = after.processes.get(pid as usize).map_or("?", |p| &model.proctype(p.proctype).name);
            format!("{name}({pid}):")
        }
        _ => String::new(),
    };
    for change in before.changes(after, model) {
        out.push(match change {
            Change::Started { pid, proctype } => {
                format!("process {pid} ({}) starts", model.proctype(proctype).name)
            }
            Change::Ended { pid, proctype } => format!("process {pid} ({}) ends", model.proctype(proctype).name),
            Change::Value { pid, name, old, new } => format!("{}{name} = {old} -> {new}", owner(pid)),
            Change::Messages { pid, name, old, new } => {
                let empty = |s: String| if s.is_empty() { "empty".to_string() } else { s };
                format!("{}{name}: {} -> {}", owner(pid), empty(old), empty(new))
            }
        });
    }
    for printed in &taken.printed {
        out.push(format!("prints {:?}", printed.text));
    }
    shorten(&out.join(", "), 400)
}

/// Where each process is, and what it waits for.
pub fn standstill(model: &Model, simulation: &Simulation, sources: &Sources) -> String {
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for (pid, p) in Picture::of(&simulation.machine).processes.iter().enumerate() {
        let proctype = model.proctype(p.proctype);
        let Some(state) = proctype.states.get(p.state.0 as usize) else { continue };
        let who = format!("process {pid} ({})", proctype.name);
        let options =
            || state.transitions().map(|i| &model.statements[model.transitions[i as usize].statement as usize]);
        let mut texts: Vec<String> = Vec::new();
        for s in options() {
            if !texts.contains(&s.text) {
                texts.push(s.text.clone());
            }
        }
        let place = options().next().map_or(state.span, |s| s.span);
        let what = if options().all(|s| s.kind == StatementKind::End) {
            "at its end".to_string()
        } else {
            let may_stop = if state.end { " (may stop here)" } else { "" };
            format!("waits for {}{may_stop}", shorten(&texts.join("  or  "), 200))
        };
        rows.push((who, super::style::place(sources, place), what));
    }
    let width = |f: fn(&(String, String, String)) -> &str| rows.iter().map(|r| f(r).chars().count()).max().unwrap_or(0);
    let (who, at) = (width(|r| &r.0), width(|r| &r.1));
    rows.iter().fold(String::new(), |mut out, (w, place, what)| {
        let _ = writeln!(out, "      {w:who$}  {place:at$}  {what}");
        out
    })
}
