//! From a path on the command line to a compiled model, findings told on the way.

use crate::args::Input;
use crate::report::findings;
use checker::compile::{self, ClaimAutomaton};
use checker::model::{Model, ProctypeId};
use promela::DiskLoader;
use promela::claim::ClaimChoice;
use promela::finding::Findings;
use promela::source::Sources;
use std::io::Read;

/// A model and its text.
pub struct Loaded {
    pub name: String,
    pub sources: Sources,
    pub program: promela::ast::Program,
    pub findings: Findings,
    /// How the claims of ltl formulas are made.
    pub automaton: ClaimAutomaton,
}

/// Reads and parses a model. `None` if it could not be read; that was told then.
pub fn parse(input: &Input) -> Option<Loaded> {
    let name = input.model.display().to_string();
    let bytes = if name == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(&input.model)
    };
    let bytes = match bytes {
        Ok(b) => b,
        Err(e) => {
            eprintln!("ax: cannot read {name}: {e}");
            return None;
        }
    };
    let mut sources = Sources::new();
    let mut findings = Findings::default();
    let text = promela::decode(bytes);
    let program = promela::parse(&name, text, &options(input), &DiskLoader, &mut sources, &mut findings);
    Some(Loaded { name, sources, program, findings, automaton: ClaimAutomaton::default() })
}

/// What `-D` and `-I` say.
fn options(input: &Input) -> promela::Options {
    promela::Options {
        defines: input
            .define
            .iter()
            .map(|d| match d.split_once('=') {
                Some((n, v)) => (n.to_string(), v.to_string()),
                None => (d.clone(), "1".to_string()),
            })
            .collect(),
        include_dirs: input.include.iter().map(|p| p.display().to_string()).collect(),
    }
}

impl Loaded {
    /// A model that was built, with its text.
    pub fn made(name: &str, program: promela::ast::Program, text: String) -> Loaded {
        let mut sources = Sources::new();
        sources.add("model.pml", text);
        let findings = Findings::default();
        Loaded { name: name.to_string(), sources, program, findings, automaton: ClaimAutomaton::default() }
    }

    /// What `--ltl` names: a claim of the model, or else a formula. `None` if it is neither; that was told then.
    pub fn claim_or_formula(&mut self, text: &str, input: &Input) -> Option<ClaimChoice> {
        // A bare word in a model with claims is meant to be one of them.
        let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_name && !self.claims().is_empty() {
            return Some(ClaimChoice::Named(text.to_string()));
        }
        self.formula(text, input).map(ClaimChoice::Formula)
    }

    /// A formula about the model, with its macros. `None` if it has errors; that was told then.
    pub fn formula(&mut self, text: &str, input: &Input) -> Option<promela::ast::Expr> {
        let model = self.sources.files().next().map_or_else(String::new, |(_, f)| f.text.clone());
        let defines = promela::definitions(&self.name, model, &options(input), &DiskLoader);
        let options = promela::Options { defines, include_dirs: Vec::new() };
        let formula = promela::parse_formula(text, &options, &mut self.sources, &mut self.findings);
        if formula.is_none() || self.findings.has_errors() {
            findings::print(&self.findings, &self.sources);
            return None;
        }
        formula
    }

    /// Compiles the model; tells all findings. `None` after an error.
    pub fn compile(&mut self, claim: ClaimChoice) -> Option<Model> {
        let model = if self.findings.has_errors() {
            None
        } else {
            compile::compile(
                &self.program,
                &compile::Options { claim, automaton: self.automaton, embedded: Some(harnesses::embedded::MAKER) },
                &self.sources,
                &mut self.findings,
            )
        };
        findings::print(&self.findings, &self.sources);
        model
    }

    /// The claims of the model, if it has no errors.
    pub fn claims(&self) -> Vec<(ProctypeId, String)> {
        let embedded = Some(harnesses::embedded::MAKER);
        let options = compile::Options { claim: ClaimChoice::None, embedded, ..Default::default() };
        let model = compile::compile(&self.program, &options, &self.sources, &mut Findings::default());
        let Some(model) = model else { return Vec::new() };
        model.claims.iter().map(|&c| (c, model.proctype(c).name.clone())).collect()
    }
}
