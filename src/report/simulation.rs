//! A run of the simulator, in the spelling of `spin`: what the model prints, and on demand statements, values,
//! messages, columns.

use super::columns::{self, Message};
use super::style::{place, statement};
use checker::exec::{CLAIM, Machine};
use checker::model::{Model, StatementKind, TransitionId};
use checker::simulate::{Change, Picture, Taken, Variable};
use promela::source::Sources;
use std::fmt::Write;

/// What is shown of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    /// Every statement.
    pub statements: bool,
    /// Global and local variables that a step has changed.
    pub globals: bool,
    pub locals: bool,
    pub receives: bool,
    pub sends: bool,
    /// Messages in columns.
    pub columns: bool,
    /// What a process prints is not indented.
    pub flat: bool,
}

/// Writes down a run.
pub struct Printer<'a> {
    model: &'a Model,
    sources: &'a Sources,
    shown: Shown,
    created: usize,
    has_header: bool,
    /// The line of the claim's last step.
    claim_place: String,
}

impl<'a> Printer<'a> {
    pub fn new(model: &'a Model, sources: &'a Sources, shown: Shown) -> Printer<'a> {
        Printer { model, sources, shown, created: 0, has_header: false, claim_place: String::new() }
    }

    /// The processes that exist from the start.
    pub fn start(&mut self, machine: &Machine) -> String {
        let mut out = String::new();
        for (pid, place) in machine.shape().processes.iter().enumerate() {
            self.created += 1;
            let name = &self.model.proctype(place.proctype).name;
            if self.shown.columns {
                let _ = writeln!(out, "proc {pid} = {name}");
            } else if self.shown.statements {
                let _ = writeln!(out, "  0:\tproc  - (:root:) creates proc {pid:2} ({name})");
            }
        }
        out
    }

    /// A step that was taken.
    pub fn step(
        &mut self,
        number: usize,
        taken: &Taken,
        before: &Picture,
        after: &Picture,
        machine: &Machine,
    ) -> String {
        let mut out = String::new();
        for printed in &taken.printed {
            if !self.shown.flat {
                out.push_str(&indent(printed.pid));
            }
            out.push_str(&printed.text);
        }
        if taken.pid == CLAIM {
            self.claim_step(taken, &mut out);
            return out;
        }
        let who = self.who(number, taken.pid, before);
        let changes = before.changes(after, self.model);
        self.starts(&who, &changes, &mut out);
        if let Some(message) = Message::of(taken, before, after, machine) {
            self.message(&message, &who, taken.transition, after, &mut out);
        }
        let statement_of = self.model.statement_of(taken.transition);
        let values = self.values(taken.pid, &changes, after);
        if statement_of.kind == StatementKind::End {
            if self.shown.statements {
                let _ =
                    writeln!(out, "{who}{}terminates", if self.shown.flat { String::new() } else { indent(taken.pid) });
            }
        } else if self.shown.statements || values.iter().any(|v| v.channel.is_none()) {
            let text = statement(self.model, taken.transition, self.sources);
            let at = place(self.sources, statement_of.span);
            let _ = writeln!(out, "{who}{at} (state {})\t[{text}]", statement_of.state.0);
            self.write_values(&values, after, &mut out);
        }
        out
    }

    /// `  3: proc  0 (P:1) `
    fn who(&self, number: usize, pid: u32, picture: &Picture) -> String {
        let Some(p) = picture.processes.get(pid as usize) else { return format!("{number:3}:\tproc {pid:2} ") };
        format!("{number:3}:\tproc {pid:2} ({}:{}) ", self.model.proctype(p.proctype).name, p.priority)
    }

    fn claim_step(&mut self, taken: &Taken, out: &mut String) {
        let at = place(self.sources, self.model.statement_of(taken.transition).span);
        if at != self.claim_place {
            let line = at.rsplit(':').next().unwrap_or("?");
            let text = statement(self.model, taken.transition, self.sources);
            let _ = writeln!(out, "Never claim moves to line {line}\t[{text}]");
            self.claim_place = at;
        }
    }

    fn starts(&mut self, who: &str, changes: &[Change], out: &mut String) {
        for change in changes {
            let Change::Started { pid, proctype } = change else { continue };
            self.created += 1;
            let name = &self.model.proctype(*proctype).name;
            if self.shown.statements {
                let _ = writeln!(out, "Starting {name} with pid {pid}");
            }
            if self.shown.columns {
                let _ = writeln!(out, "proc {pid} = {name}");
            } else if self.shown.statements {
                let _ = writeln!(out, "{who}creates proc {pid:2} ({name})");
            }
        }
    }

    fn message(&mut self, message: &Message, who: &str, transition: TransitionId, after: &Picture, out: &mut String) {
        if self.shown.columns {
            if !self.has_header {
                self.has_header = true;
                out.push_str(&columns::header(after.processes.len()));
            }
            out.push_str(&message.row());
        } else if if message.sends { self.shown.sends } else { self.shown.receives } {
            let at = place(self.sources, self.model.statement_of(transition).span);
            let _ = write!(out, "{who}{at} {}", message.line());
        }
    }

    /// The variables that `-g` and `-l` show after a step: those it changed, and the channels.
    fn values(&self, pid: u32, changes: &[Change], after: &Picture) -> Vec<Variable> {
        let changed = |v: &Variable| {
            v.channel.is_some()
                || changes
                    .iter()
                    .any(|c| matches!(c, Change::Value { pid, name, .. } if *pid == v.pid && *name == v.name))
        };
        let mut out = Vec::new();
        if self.shown.globals {
            out.extend(after.globals(self.model).into_iter().filter(changed));
        }
        if self.shown.locals {
            out.extend(after.locals(self.model, pid).into_iter().filter(changed));
        }
        out
    }

    fn write_values(&self, values: &[Variable], picture: &Picture, out: &mut String) {
        for v in values {
            let owner = v.pid.map_or(String::new(), |pid| {
                let name = picture.processes.get(pid as usize).map_or("?", |p| &self.model.proctype(p.proctype).name);
                format!("{name}({pid}):")
            });
            let _ = match v.channel {
                Some(number) => writeln!(out, "\t\tqueue {number} ({owner}{}): {}", v.name, v.value),
                None => writeln!(out, "\t\t{owner}{} = {}", v.name, v.value),
            };
        }
    }

    /// The state in which the run ends.
    pub fn end(&self, number: usize, machine: &Machine) -> String {
        let picture = Picture::of(machine);
        let mut out = String::new();
        if self.shown.columns {
            out.push_str("-------------\nfinal state:\n-------------\n");
        }
        if !picture.processes.is_empty() || self.model.claim.is_some() {
            let _ = writeln!(out, "#processes: {}", picture.processes.len());
            self.write_values(&picture.globals(self.model), &picture, &mut out);
        }
        for (pid, p) in picture.processes.iter().enumerate().rev() {
            let Some(state) = self.model.proctype(p.proctype).states.get(p.state.0 as usize) else { continue };
            let (who, at) = (self.who(number, pid as u32, &picture), place(self.sources, state.span));
            let valid = if state.end { " <valid end state>" } else { "" };
            let _ = writeln!(out, "{who}{at} (state {}){valid}", p.state.0);
            if self.shown.locals {
                self.write_values(&picture.locals(self.model, pid as u32), &picture, &mut out);
            }
        }
        if let Some(place_of) = machine.claim_place() {
            let claim = self.model.proctype(place_of.proctype);
            let state = machine.pc(place_of);
            if let Some(s) = claim.states.get(state as usize) {
                let valid = if s.end { " <valid end state>" } else { "" };
                let at = place(self.sources, s.span);
                let _ = writeln!(out, "{number:3}:\tproc  - ({}:1) {at} (state {state}){valid}", claim.name);
            }
        }
        let _ = writeln!(out, "{} process{} created", self.created, if self.created == 1 { "" } else { "es" });
        out
    }
}

/// The column of what a process prints.
fn indent(pid: u32) -> String {
    let columns = if pid == CLAIM { 0 } else { pid as usize + 1 };
    " ".repeat(2 + 4 * columns)
}
