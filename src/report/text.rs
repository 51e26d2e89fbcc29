//! The result for people: the verdict first, then the trail, then the numbers.

use super::covered;
use super::property::PropertyUse;
use super::style::{Paint, Style, counted, grouped, out, place, process, size};
use super::trail;
use checker::exec::CLAIM;
use checker::model::{AcceptKind, Model, ProctypeKind};
use checker::search::{
    Covered, ErrorFound, ErrorKind, Fairness, Incomplete, Loss, Outcome, Property, Search, Unreached,
};
use promela::source::Sources;
use std::fmt::Write;

/// Unreached statements that are listed.
const UNREACHED: usize = 20;

/// What a report is about.
pub struct Report<'a> {
    pub model: &'a Model,
    pub search: &'a Search,
    pub outcome: &'a Outcome,
    pub sources: &'a Sources,
    /// Show every step of a long trail.
    pub full_trail: bool,
    /// The command that takes the steps of the trail again.
    pub replay: Option<String>,
    /// How much of an ltl formula mattered.
    pub used: Option<&'a PropertyUse>,
    /// Tell too which processes cannot be exchanged, and why.
    pub all_symmetry: bool,
    pub style: Style,
}

pub fn print(report: &Report) {
    out(&report.text());
}

/// A limit was hit before there was an answer.
pub fn unfinished(why: Incomplete) {
    let verdict = Style::of_stdout().paint(Paint::Unsure, "INCOMPLETE");
    let what = super::json::incomplete_name(why);
    out(&match why {
        Incomplete::Interrupted => format!("{verdict}  interrupted before there was an answer\n"),
        _ => format!("{verdict}  the limit on {what} was hit before there was an answer\n"),
    });
}

impl Report<'_> {
    fn text(&self) -> String {
        let mut text = String::new();
        match self.outcome.errors.first() {
            Some(error) => self.failure(error, &mut text),
            None => self.success(&mut text),
        }
        self.limits(&mut text);
        self.claim(&mut text);
        text.push_str(&super::symmetry::text(self.model, self.search, self.outcome, self.sources, self.all_symmetry));
        self.numbers(&mut text);
        self.unreached(&mut text);
        text
    }

    fn failure(&self, error: &ErrorFound, text: &mut String) {
        let (total, verdict) = (self.outcome.errors_total, self.style.paint(Paint::Bad, "FAIL"));
        let _ = writeln!(text, "{verdict}  {}{}", self.message(error), self.where_it_is(error));
        let (table, simulation) =
            trail::table(self.model, &error.trail, error.cycle, self.sources, self.full_trail, self.style);
        let steps = error.trail.len();
        if error.trail.is_empty() {
            let _ = writeln!(text, "\nIt is so in the initial state.");
        } else {
            let repeated = error.cycle.filter(|&c| c < steps);
            let repeated =
                repeated.map_or(String::new(), |c| format!(", of which the last {} repeat for ever", steps - c));
            let _ = writeln!(text, "\nThe trail, {}{repeated}:", counted(steps as u64, "step"));
            text.push_str(&table);
        }
        if error.cycle == Some(steps) {
            let _ = writeln!(text, "Nothing can move then: the run stays there for ever.");
        }
        if let Some(replay) = &self.replay {
            let _ = writeln!(text, "To run it again: {replay}");
        }
        if error.kind == ErrorKind::EndState {
            let _ = writeln!(text, "\nWhere the processes are then:");
            text.push_str(&trail::standstill(self.model, &simulation, self.sources));
        }
        if total > 1 {
            let _ = writeln!(text, "\n{} in all; those after the first:", counted(total, "error"));
            for other in self.outcome.errors.iter().skip(1) {
                let steps = counted(other.trail.len() as u64, "step");
                let _ = writeln!(text, "      {}{}, after {steps}", self.message(other), self.where_it_is(other));
            }
            let listed = self.outcome.errors.len() as u64;
            if total > listed {
                let _ = writeln!(text, "      … and {} more", grouped(total - listed));
            }
        }
        text.push('\n');
    }

    /// What went wrong. A claim made of an ltl formula says so by an assertion of its own.
    fn message(&self, error: &ErrorFound) -> String {
        match (error.kind, self.model.claim, error.trail.last()) {
            (ErrorKind::Assertion, Some(claim), Some(step)) if step.pid == CLAIM => {
                let p = self.model.proctype(claim.proctype);
                let kind = if p.kind == ProctypeKind::Ltl { "ltl" } else { "never claim" };
                format!("{kind} {} is violated", p.name)
            }
            (ErrorKind::AcceptanceCycle, Some(claim), _) => {
                let p = self.model.proctype(claim.proctype);
                let kind = if p.kind == ProctypeKind::Ltl { "ltl" } else { "never claim" };
                format!("{kind} {} is violated by an infinite run (acceptance cycle)", p.name)
            }
            _ => error.message.clone(),
        }
    }

    /// `  (m.pml:14, process 1 (A))`
    fn where_it_is(&self, error: &ErrorFound) -> String {
        match (error.kind, error.trail.last()) {
            (ErrorKind::EndState | ErrorKind::AcceptanceCycle | ErrorKind::ProgressCycle, _) | (_, None) => {
                String::new()
            }
            (_, Some(step)) => {
                let at = place(self.sources, self.model.statement_of(step.transition).span);
                format!("  ({at}, {})", process(self.model, step.pid, step.transition))
            }
        }
    }

    fn success(&self, text: &mut String) {
        let stored = counted(self.outcome.statistics.stored, "state");
        if let Some(what) = self.outcome.covered.and_then(covered::searched) {
            let (paint, verdict, end) = match self.outcome.incomplete {
                Some(_) => (Paint::Unsure, "INCOMPLETE", ", but there may be more states".to_string()),
                None => (Paint::Good, "PASS", self.not_checked()),
            };
            let _ = writeln!(text, "{}  no errors {what}{end}", self.style.paint(paint, verdict));
        } else if self.outcome.incomplete.is_some() {
            let verdict = self.style.paint(Paint::Unsure, "INCOMPLETE");
            let _ =
                writeln!(text, "{verdict}  no error in the {stored} that were searched, but there may be more states");
        } else {
            let verdict = self.style.paint(Paint::Good, "PASS");
            let _ = writeln!(text, "{verdict}  no errors in {stored}{}", self.not_checked());
        }
    }

    /// What the user has switched off.
    fn not_checked(&self) -> String {
        let mut off = Vec::new();
        if !self.search.assertions {
            off.push("assertions");
        }
        if !self.search.end_states {
            off.push("end states");
        } else if self.search.property == Property::Progress {
            off.push("end states, because of --progress");
        } else if self.model.claim.is_some() {
            off.push("end states, because of the claim");
        }
        if off.is_empty() { String::new() } else { format!(" (not checked: {})", off.join("; ")) }
    }

    fn limits(&self, text: &mut String) {
        let said;
        let (what, advice) = match self.outcome.incomplete {
            None => return,
            // An error is an error, wherever else was not looked.
            Some(Incomplete::Random | Incomplete::Lossy)
                if self.outcome.errors_total > 0 && self.outcome.covered.is_some() =>
            {
                return;
            }
            Some(Incomplete::Depth) if matches!(self.outcome.covered, Some(Covered::Runs { .. })) => {
                ("runs were cut off", "allow longer ones with --depth, or search with --search dfs if there are cycles")
            }
            Some(Incomplete::Depth) => {
                ("the depth limit cut off longer paths", "search deeper with a larger --depth, or leave --depth out")
            }
            Some(Incomplete::Memory) => (
                "the memory limit was reached",
                "allow more with --memory, for instance --memory 8G, or make the model smaller",
            ),
            Some(Incomplete::Time) => ("the time limit was reached", "allow more with --time, for instance --time 1h"),
            Some(Incomplete::Interrupted) => ("it was interrupted", "run it again, with --time to bound it"),
            Some(Incomplete::Foreign(number)) => {
                let foreign = self.model.foreign.as_ref();
                said = foreign.map_or_else(String::new, |f| f.engine.message(number));
                (said.as_str(), "what comes after it is not known: leave it out of the C code, or put it into Promela")
            }
            Some(Incomplete::Random) => {
                ("walks go at random", "this finds errors but proves nothing; for a proof use --search dfs")
            }
            Some(Incomplete::Lossy) if matches!(self.outcome.covered, Some(Covered::Swarm { .. })) => (
                "states may have been taken for others",
                "this finds errors but proves nothing; for a proof use ax check --store tree",
            ),
            Some(Incomplete::Lossy) => (
                "states may have been taken for others",
                "this finds errors but proves nothing; for a proof use --store tree, or --store exact",
            ),
        };
        let _ = writeln!(text, "      {what}: {advice}");
    }

    fn claim(&self, text: &mut String) {
        let fair = match self.search.fairness {
            _ if self.search.property == Property::Safety => "",
            Fairness::None => "",
            Fairness::Weak => ", with weak fairness",
            Fairness::Strong => ", with strong fairness",
        };
        match self.search.property {
            Property::Progress => {
                let _ = writeln!(text, "      non-progress cycles were searched for{fair}");
                return;
            }
            Property::Acceptance => {
                let _ = writeln!(text, "      acceptance cycles were searched for{fair}");
            }
            Property::Safety => {}
        }
        let Some(claim) = self.model.claim else { return };
        let p = self.model.proctype(claim.proctype);
        let kind = if p.kind == ProctypeKind::Ltl { "ltl" } else { "never claim" };
        let _ = writeln!(text, "      {kind} {} was checked", p.name);
        if self.search.property == Property::Safety && self.model.claim_accepts() != AcceptKind::Never {
            let _ = writeln!(
                text,
                "      only for bad states: it has accept states, but infinite runs are left out (--safety, or \
                --optimize off without --acceptance)"
            );
        }
        if let (Some(used), None) = (self.used, self.outcome.errors.first()) {
            text.push_str(&used.text(self.sources));
        }
        let others = self.model.claims.iter().filter(|&&c| c != claim.proctype);
        let others: Vec<&str> = others.map(|&c| self.model.proctype(c).name.as_str()).collect();
        if !others.is_empty() {
            let _ = writeln!(text, "      not checked: {} (--ltl NAME chooses the claim)", others.join(", "));
        }
    }

    fn numbers(&self, text: &mut String) {
        if let Some(covered) = self.outcome.covered {
            let _ = writeln!(text, "      {}", covered::numbers(covered));
        }
        if matches!(self.outcome.covered, Some(Covered::Runs { .. } | Covered::Walks { .. })) {
            let s = &self.outcome.statistics;
            let rate = s.transitions() as f64 / s.seconds.max(1e-6);
            let (steps, memory) = (counted(s.transitions(), "step"), size(s.memory_bytes));
            let bytes = counted(s.state_bytes, "byte");
            let _ = writeln!(text, "      {steps}; no states stored; depth {}", grouped(s.depth));
            let _ = writeln!(
                text,
                "      {bytes} per state, {memory} of memory, {:.2} s, {} steps/s",
                s.seconds,
                grouped(rate as u64)
            );
            return;
        }
        let s = &self.outcome.statistics;
        let twice = match s.revisited {
            0 => String::new(),
            n => format!(" (and {} of them again)", grouped(n)),
        };
        let _ = writeln!(
            text,
            "      {} stored{twice}, {} matched; {} (= {} + matched), {}; depth {}",
            counted(s.stored, "state"),
            grouped(s.matched),
            counted(s.transitions(), "transition"),
            if s.revisited > 0 { "stored + again" } else { "stored" },
            counted(s.atomic_steps, "atomic step"),
            grouped(s.depth),
        );
        let rate = s.stored as f64 / s.seconds.max(1e-6);
        let _ = writeln!(
            text,
            "      {} per state, {} of memory, {:.2} s, {} states/s",
            counted(s.state_bytes, "byte"),
            size(s.memory_bytes),
            s.seconds,
            grouped(rate as u64),
        );
        self.loss(text);
    }

    /// How much may be missing, if states were not kept exactly.
    fn loss(&self, text: &mut String) {
        let _ = match self.outcome.loss {
            None => return,
            Some(Loss::Compact { missing }) => {
                writeln!(text, "      states were kept as hashes of 64 bits: {} expected to be missing", few(missing))
            }
            Some(Loss::Bits { factor, functions, coverage }) => writeln!(
                text,
                "      {} were set for each state: hash factor {factor:.1}, expected coverage {:.4} %",
                counted(u64::from(functions), "bit"),
                coverage * 100.0,
            ),
        };
    }

    fn unreached(&self, text: &mut String) {
        // A claim that holds has statements that were not reached, by its nature.
        let claims: Vec<&str> = self.model.claims.iter().map(|&c| self.model.proctype(c).name.as_str()).collect();
        let list = self.outcome.unreached.iter().filter(|u| !claims.contains(&u.proctype.as_str()));
        let list: Vec<&Unreached> = list.collect();
        let cut_short = self.outcome.errors_total > 0 && !self.search.all_errors;
        if list.is_empty() || cut_short {
            return;
        }
        let note = if self.outcome.incomplete.is_some() { " so far" } else { "" };
        let _ = writeln!(text, "unreached{note}:");
        let mut proctype = "";
        for u in list.iter().take(UNREACHED) {
            if u.proctype != proctype {
                proctype = &u.proctype;
                let _ = writeln!(text, "      in {proctype}");
            }
            let _ = writeln!(text, "          {}  {}", place(self.sources, u.span), u.statement);
        }
        if list.len() > UNREACHED {
            let more = list.len() - UNREACHED;
            let _ = writeln!(text, "      … and {more} more: --format json lists all");
        }
    }
}

/// A number of states that is small, in words.
fn few(states: f64) -> String {
    if states < 0.001 {
        "less than one in a thousand searches has a state that is".to_string()
    } else {
        format!("{states:.3} states are")
    }
}
