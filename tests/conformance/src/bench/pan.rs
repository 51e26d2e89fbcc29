//! The verifier that Spin makes of a model, compiled for speed, and given the room that it needs.

use super::catalogue::Model;
use crate::command::{self, Outcome};
use crate::spin::{self, Compiler, Reduction, Report, Search};
use std::path::PathBuf;
use std::time::Duration;

/// Longer than any state vector here.
const VECTOR: &str = "-DVECTORSZ=2048";

/// No search here may take longer.
pub const LIMIT: Duration = Duration::from_secs(900);

/// A compiled verifier. Its name is its own, so that there may be several for a model.
pub struct Pan {
    program: PathBuf,
    folder: PathBuf,
    model: String,
}

impl Pan {
    /// `spin -o1 -o2 -o3 -a`, `gcc -O2` with these flags.
    pub fn build(model: &Model, name: &str, flags: &[&str]) -> Result<Pan, String> {
        let describe = |error: std::io::Error| format!("{}: {error}", model.name);
        let failed = |failure: spin::Failure| format!("{}: {failure:?}", model.name);
        let made = spin::generate_defining(&model.folder, &model.file, Reduction::None, &model.defines);
        made.map_err(describe)?.map_err(failed)?;
        let flags: Vec<&str> = flags.iter().copied().chain([VECTOR]).collect();
        spin::compile_with(&model.folder, Compiler::Gcc, &flags).map_err(describe)?.map_err(failed)?;
        let program = model.folder.join(format!("pan-{name}"));
        std::fs::rename(model.folder.join("pan"), &program).map_err(describe)?;
        Ok(Pan { program, folder: model.folder.clone(), model: model.name.clone() })
    }

    pub fn run(&self, arguments: &[String]) -> Result<(Outcome, Report), String> {
        let describe = |error: std::io::Error| format!("{}: {error}", self.model);
        let outcome = command::run(&self.program, arguments, &self.folder, LIMIT).map_err(describe)?;
        let report = spin::judge(&outcome).map_err(|failure| format!("{}: pan: {failure:?}", self.model))?;
        if report.truncated {
            return Err(format!("{}: pan's stack is too small", self.model));
        }
        Ok((outcome, report))
    }

    /// The smallest hash table and the smallest stack that will do, learned from a run, and what it reports. `more` are
    /// arguments besides.
    pub fn fitting(&self, more: &[String]) -> Result<(Vec<String>, Report), String> {
        let with = |search: &Search| {
            let mut arguments = spin::arguments(search);
            arguments.extend_from_slice(more);
            arguments
        };
        let roomy = Search { depth: 8_000_000, table: 22, ..Search::default() };
        let (_, report) = self.run(&with(&roomy))?;
        let table = u64::BITS - report.counts.stored.leading_zeros();
        Ok((with(&Search { depth: report.counts.depth + 1000, table, ..roomy }), report))
    }
}
