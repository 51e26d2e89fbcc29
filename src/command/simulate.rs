//! `ax simulate`: runs a Promela model, at random, by hand or along a trail.

use super::load::{self, Loaded};
use super::saved;
use crate::args::Simulate;
use crate::interrupt;
use crate::report::simulation::{Printer, Shown};
use crate::report::style::{Style, counted, out, place, process, statement};
use crate::report::trail::standstill;
use checker::compile::progress;
use checker::exec::CLAIM;
use checker::hash::hash;
use checker::model::{Model, TransitionId};
use checker::random::Random;
use checker::simulate::{Choice, Picture, Replay, Simulation, Status};
use checker::trail::{ClaimRef, Trail};
use promela::claim::ClaimChoice;
use std::io::BufRead;
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

/// Steps of a run at random, unless asked otherwise.
const STEPS: u64 = 10_000;
/// After so many steps the past is forgotten.
const MEMORY: usize = 1 << 20;

/// Why a run ended.
enum End {
    /// By itself; the status of the simulation tells how.
    Run,
    /// At the limit of `--steps`.
    Limit,
    /// The trail was followed to its end.
    Followed,
    /// The trail was followed to its end, which is where the run was after so many steps.
    Cycle(usize),
    /// The user asked for it, or nobody reads the output.
    Stopped,
    /// The trail does not fit the model: why.
    Misfit(String),
}

pub fn run(args: &Simulate) -> u8 {
    if args.interactive && args.input.model.as_os_str() == "-" {
        eprintln!("ax: the model cannot come from standard input in an interactive run: the choices do");
        return super::BAD_INPUT;
    }
    let trail = match args.trail.as_deref().map(saved::read).transpose() {
        Ok(trail) => trail,
        Err(message) => {
            eprintln!("ax: {message}");
            return super::BAD_INPUT;
        }
    };
    let Some(mut loaded) = load::parse(&args.input) else { return super::BAD_INPUT };
    loaded.automaton = args.claim_automaton.into();
    let Some(model) = compile(args, trail.as_ref(), &mut loaded) else { return super::BAD_INPUT };
    if !args.interactive {
        interrupt::watch();
    }
    let shown = Shown {
        statements: args.statements,
        globals: args.globals,
        locals: args.locals,
        receives: args.receives,
        sends: args.sends,
        columns: args.columns,
        flat: args.no_tabs,
    };
    let mut session = Session {
        model: &model,
        loaded: &loaded,
        simulation: Simulation::new(&model),
        printer: Printer::new(&model, &loaded.sources, shown),
        steps: 0,
        last: None,
        quiet: args.interactive,
    };
    out(&session.printer.start(&session.simulation.machine));
    let end = match (&trail, args.interactive) {
        (Some(trail), false) => session.replay(trail, args.steps),
        (Some(trail), true) => match session.replay(trail, args.steps) {
            End::Followed | End::Cycle(_) | End::Limit => session.interactive(),
            end => end,
        },
        (None, true) => session.interactive(),
        (None, false) => session.random(args),
    };
    session.finish(end)
}

/// The model with the claim that the trail needs. Without a trail, claims have no part in the run.
fn compile(args: &Simulate, trail: Option<&Trail>, loaded: &mut Loaded) -> Option<Model> {
    if let Some(text) = &args.ltl {
        let claim = loaded.claim_or_formula(text, &args.input)?;
        return loaded.compile(claim);
    }
    // A breadth-first verifier of Spin names the claim, but does not record its steps.
    let Some(wanted) = trail.filter(|t| t.has_claim_steps()).and_then(|t| t.claim.as_ref()) else {
        return loaded.compile(ClaimChoice::None);
    };
    let name = loaded.claims().into_iter().find(|(id, name)| match wanted {
        ClaimRef::Number(n) => id.0 == *n,
        ClaimRef::Name(n) => name == n,
    });
    // The claim for non-progress cycles is in no model.
    let is_progress = |t: &Trail| t.steps.iter().any(|s| s.pid == CLAIM && s.id >= progress::FIRST_ID);
    if name.is_none() && trail.is_some_and(is_progress) {
        return loaded.compile(ClaimChoice::NonProgress);
    }
    if name.is_none() {
        eprintln!(
            "ax: the claim of the trail is not in the model: its steps are left out (--ltl names the claim to use)"
        );
    }
    loaded.compile(name.map_or(ClaimChoice::None, |(_, name)| ClaimChoice::Named(name)))
}

struct Session<'a> {
    model: &'a Model,
    loaded: &'a Loaded,
    simulation: Simulation<'a>,
    printer: Printer<'a>,
    /// Steps taken.
    steps: usize,
    last: Option<(u32, TransitionId)>,
    quiet: bool,
}

impl Session<'_> {
    /// Takes a step and shows it. False if nobody reads what is shown.
    fn take(&mut self, choice: &Choice) -> bool {
        let before = Picture::of(&self.simulation.machine);
        let taken = self.simulation.take(choice);
        let after = Picture::of(&self.simulation.machine);
        self.steps += 1;
        self.last = Some((taken.pid, taken.transition));
        out(&self.printer.step(self.steps, &taken, &before, &after, &self.simulation.machine))
    }

    fn is_stopped(&self) -> bool {
        interrupt::STOP.load(Ordering::Relaxed)
    }

    fn replay(&mut self, trail: &Trail, limit: Option<u64>) -> End {
        let mut replay = Replay::new(trail);
        let mut cycle = trail.cycle.filter(|&c| c < trail.steps.len());
        // The state before each step, if the trail has a cycle.
        let mut states: Vec<u64> = Vec::new();
        loop {
            if cycle.is_some_and(|c| c <= replay.position()) {
                cycle = None;
                out("<<<<<START OF CYCLE>>>>>\n");
            }
            if trail.cycle.is_some() {
                states.push(hash(self.simulation.machine.state()));
            }
            if limit.is_some_and(|n| self.steps as u64 >= n) {
                return End::Limit;
            }
            let choice = match replay.next(&mut self.simulation) {
                Ok(Some(choice)) => choice,
                Ok(None) => return end_of_trail(trail, &states),
                Err(misfit) => return End::Misfit(misfit.explain(self.model)),
            };
            if !self.take(&choice) || self.is_stopped() {
                return End::Stopped;
            }
            let over = matches!(self.simulation.status(), Status::Faulty(_) | Status::ClaimViolated);
            if over && replay.position() >= trail.steps.len() {
                return End::Followed;
            }
        }
    }

    fn random(&mut self, args: &Simulate) -> End {
        let seed = args.seed.unwrap_or_else(|| {
            let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
            time % 1_000_000
        });
        if args.seed.is_none() {
            eprintln!("ax: --seed {seed} repeats this run");
        }
        let mut random = Random::new(seed);
        let limit = args.steps.unwrap_or(STEPS);
        for step in 0.. {
            if self.simulation.status() != Status::Running {
                return End::Run;
            }
            if step >= limit {
                return End::Limit;
            }
            if self.simulation.is_timeout() {
                out("      timeout\n");
            }
            let choice = pick(self.simulation.choices(), &mut random);
            if !self.take(&choice) || self.is_stopped() {
                return End::Stopped;
            }
            if self.simulation.length() >= MEMORY {
                self.simulation.forget();
            }
        }
        End::Run
    }

    fn interactive(&mut self) -> End {
        let mut lines = std::io::stdin().lock().lines();
        loop {
            if !out(&self.menu()) {
                return End::Stopped;
            }
            let line = match lines.next() {
                Some(Ok(line)) => line,
                Some(Err(_)) | None => {
                    out("\n");
                    return End::Run;
                }
            };
            let count = self.simulation.choices().len();
            match (line.trim(), line.trim().parse::<usize>()) {
                ("q" | "quit", _) => return End::Run,
                ("u" | "undo", _) => {
                    if self.simulation.undo() {
                        self.steps -= 1;
                    } else {
                        out("this is the start: there is no step to undo\n");
                    }
                }
                (text, number) => {
                    let number = if text.is_empty() && count == 1 { 1 } else { number.unwrap_or(0) };
                    match self.simulation.choices().get(number.wrapping_sub(1)).cloned() {
                        Some(choice) => {
                            if !self.take(&choice) {
                                return End::Stopped;
                            }
                        }
                        None => {
                            out(&format!("`{text}` is no choice\n"));
                        }
                    }
                }
            }
        }
    }

    fn menu(&mut self) -> String {
        let mut text = String::new();
        match self.simulation.status() {
            Status::Running => {}
            Status::Ended => text.push_str("the run has ended\n"),
            status => text.push_str(&self.verdict(&status)),
        }
        let sources = &self.loaded.sources;
        let choices = self.simulation.choices();
        for (i, c) in choices.iter().enumerate() {
            let at = place(sources, self.model.statement_of(c.transition).span);
            let who = process(self.model, c.pid, c.transition);
            let what = statement(self.model, c.transition, sources);
            text.push_str(&format!("{:4}  {who}  {at}  [{what}]\n", i + 1));
        }
        let range = match choices.len() {
            0 => String::new(),
            1 => "1, ".to_string(),
            n => format!("1-{n}, "),
        };
        text.push_str(&format!("step {} ({range}u: undo, q: quit): ", self.steps + 1));
        text
    }

    /// What went wrong, and where.
    fn verdict(&self, status: &Status) -> String {
        let fail = Style::of_stdout().paint(crate::report::style::Paint::Bad, "FAIL");
        let sources = &self.loaded.sources;
        let place = self.last.map_or(String::new(), |(pid, t)| {
            let at = place(sources, self.model.statement_of(t).span);
            format!("  ({at}, {})", process(self.model, pid, t))
        });
        match status {
            Status::Running | Status::Ended => String::new(),
            Status::Stuck => {
                let list = standstill(self.model, &self.simulation, sources);
                format!("{fail}  invalid end state: nothing can move\n{list}")
            }
            Status::ClaimViolated => format!("{fail}  the claim is violated: it came to its end{place}\n"),
            Status::Faulty(faults) => {
                faults.iter().map(|f| format!("{fail}  {}{place}\n", f.message(self.model))).collect()
            }
        }
    }

    fn finish(&mut self, end: End) -> u8 {
        let status = self.simulation.status();
        let steps = counted(self.steps as u64, "step");
        let mut text = String::new();
        match &end {
            End::Limit => text.push_str(&format!("-------------\nthe limit of {steps} is reached\n")),
            End::Followed | End::Cycle(_) => text.push_str(&format!("the trail ends after {steps}\n")),
            End::Run if status == Status::Stuck && !self.quiet => text.push_str("      timeout\n"),
            End::Run | End::Stopped | End::Misfit(_) => {}
        }
        text.push_str(&self.printer.end(self.steps, &self.simulation.machine));
        text.push_str(&self.verdict(&status));
        if let End::Cycle(from) = end {
            let fail = Style::of_stdout().paint(crate::report::style::Paint::Bad, "FAIL");
            let repeated = counted((self.steps - from) as u64, "step");
            text.push_str(&format!(
                "{fail}  this is the state after step {from}: the last {repeated} repeat for ever\n"
            ));
        }
        out(&text);
        match end {
            End::Misfit(why) => {
                eprintln!("ax: the trail does not fit the model: {why}");
                super::BAD_INPUT
            }
            _ if status.is_error() => super::VIOLATED,
            End::Cycle(_) => super::VIOLATED,
            End::Limit | End::Stopped => super::INCOMPLETE,
            End::Run | End::Followed => super::HOLDS,
        }
    }
}

/// How a trail ends that was followed: where the run was before, if it is one with a cycle. Verifiers may say where the
/// cycle begins too early or too late, so that the place that is said is only the first to be looked at.
fn end_of_trail(trail: &Trail, states: &[u64]) -> End {
    let (Some(said), Some((last, before))) = (trail.cycle, states.split_last()) else { return End::Followed };
    if before.get(said) == Some(last) {
        return End::Cycle(said);
    }
    before.iter().rposition(|s| s == last).map_or(End::Followed, End::Cycle)
}

/// A process by chance, then one of its steps by chance.
fn pick(choices: &[Choice], random: &mut Random) -> Choice {
    let mut pids: Vec<u32> = choices.iter().map(|c| c.pid).collect();
    pids.dedup();
    let pid = pids[random.below(pids.len())];
    let own: Vec<&Choice> = choices.iter().filter(|c| c.pid == pid).collect();
    own[random.below(own.len())].clone()
}
