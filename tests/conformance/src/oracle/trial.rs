//! One program: its truth, the questions about it, and the answers.

use super::dialect::{self, Reader};
use super::explorer::{Explorer, Unusable};
use super::generator::feature::Feature;
use super::generator::{self, Program};
use super::outcome::Truth;
use super::question::{self, Question};
use super::verdict::{Answer, Judgement, Subject, judge};
use crate::generator::random::Random;
use crate::generator::tree::Node;
use std::io;
use std::time::Duration;

/// What became of the program of a seed.
pub struct Trial {
    pub seed: u64,
    pub program: Program,
    pub found: Result<Found, Unusable>,
}

pub struct Found {
    pub truth: Truth,
    pub answers: Vec<Answered>,
    /// Of a program without errors: how all that the machine comes to differs from the truth.
    pub outcomes: Result<(), String>,
    /// Time for compiling and exploring, and for `ax`.
    pub exploring: Duration,
    pub asking: Duration,
}

pub struct Answered {
    pub question: Question,
    pub truth: Truth,
    pub answer: Answer,
    pub judgement: Judgement,
}

/// The truth and the tool, side by side.
pub struct Bench<'a> {
    pub explorer: &'a Explorer,
    pub subject: &'a Subject,
}

impl Bench<'_> {
    pub fn try_seed(&self, seed: u64, features: &[Feature]) -> io::Result<Trial> {
        let program = generator::generate(seed, features);
        let start = std::time::Instant::now();
        let observed = program.ending(&question::observation(&program)).render();
        let truth = match self.explorer.explore(&observed)? {
            Ok(truth) => truth,
            Err(unusable) => return Ok(Trial { seed, program, found: Err(unusable) }),
        };
        let exploring = start.elapsed();
        let outcomes = match truth.failures.is_empty() {
            true => super::points::outcomes(&program, &truth, self.explorer.folder())?,
            false => Ok(()),
        };
        let mut found = Found { truth, answers: Vec::new(), outcomes, exploring, asking: Duration::ZERO };
        let mut random = Random::new(seed ^ 0x5eed);
        for question in question::questions(&program, &found.truth, &mut random) {
            let start = std::time::Instant::now();
            let Ok(truth) = self.explorer.explore(&question.tree.render())? else { continue };
            found.exploring += start.elapsed();
            let fails = question.name != "none";
            if truth.failures.is_empty() == fails {
                let text = question.tree.render();
                return Err(io::Error::other(format!("seed {seed}: the oracle contradicts itself about\n{text}")));
            }
            let start = std::time::Instant::now();
            let answer = self.ask(&question.tree)?;
            found.asking += start.elapsed();
            let judgement = judge(&truth, &answer);
            found.answers.push(Answered { question, truth, answer, judgement });
        }
        Ok(Trial { seed, program, found: Ok(found) })
    }

    fn ask(&self, tree: &Node) -> io::Result<Answer> {
        let plain = dialect::expand(&tree.render(), Reader::Plain);
        std::fs::write(self.explorer.file("program.c"), plain)?;
        self.subject.ask(self.explorer.folder(), "program.c")
    }

    /// The truth and the answer of a program, if it has a truth.
    pub fn compare(&self, tree: &Node) -> io::Result<Option<(Truth, Answer, Judgement)>> {
        let Ok(truth) = self.explorer.explore(&tree.render())? else { return Ok(None) };
        let answer = self.ask(tree)?;
        let judgement = judge(&truth, &answer);
        Ok(Some((truth, answer, judgement)))
    }

    /// The smallest program found that is answered wrong in the same way.
    pub fn reduce(&self, answered: &Answered) -> io::Result<Answered> {
        let mut last = (answered.truth.clone(), answered.answer.clone());
        let told = |answer: &Answer| match answer {
            Answer::Fail(errors) => errors.iter().map(|told| told.kind.clone()).collect(),
            _ => Vec::new(),
        };
        let tree = crate::shrink::reduce(answered.question.tree.clone(), |candidate| {
            let Some((truth, answer, judgement)) = self.compare(candidate)? else { return Ok(false) };
            let same = judgement == answered.judgement
                && truth.kinds() == answered.truth.kinds()
                && told(&answer) == told(&answered.answer);
            if same {
                last = (truth, answer);
            }
            Ok(same)
        })?;
        // The explorer holds the last program that was tried: that of the reduced one is wanted for its lines.
        self.explorer.explore(&tree.render())?.ok();
        let question = Question { tree, ..answered.question.clone() };
        let (truth, answer) = last;
        Ok(Answered { question, truth, answer, judgement: answered.judgement })
    }

    /// The program as a file: its verdict in the first line, where it comes from, what the truth is and why.
    pub fn listing(&self, seed: u64, answered: &Answered) -> io::Result<String> {
        let plain = dialect::expand(&answered.question.tree.render(), Reader::Plain);
        let plain = plain.trim_start();
        self.explorer.explore(&answered.question.tree.render())?.ok();
        let kinds = answered.truth.kinds();
        let expect = match kinds.iter().next() {
            None => "safe",
            Some(kind) if kinds.len() == 1 => kind.expectation(),
            Some(_) => "not safe",
        };
        let names: Vec<String> = kinds.iter().map(|kind| kind.to_string()).collect();
        let truth = if names.is_empty() { "every run ends well".to_string() } else { names.join(", ") };
        let mut out = format!("/* expect: {expect} */\n/* seed {seed}; truth: {truth}; ax: {}\n", answered.answer);
        let lines: Vec<String> = answered.question.tree.render().lines().map(|line| line.trim().to_string()).collect();
        for failure in answered.truth.failures.iter().take(1) {
            out.push_str(&format!(" * A run that ends with {}:\n", failure.kind));
            let places: Vec<u64> = failure.schedule.iter().map(|turn| turn.address).collect();
            let mut last = (u32::MAX, 0);
            for (turn, line) in failure.schedule.iter().zip(self.explorer.lines(&places)?) {
                if turn.address != 0 && (turn.thread, line) != last {
                    let text = lines.get(line.saturating_sub(1) as usize).map_or("", String::as_str);
                    out.push_str(&format!(" *   thread {}: {}\n", turn.thread, text.replace("*/", "* /")));
                    last = (turn.thread, line);
                }
            }
        }
        out.push_str(" */\n");
        out.push_str(plain);
        Ok(out)
    }
}
