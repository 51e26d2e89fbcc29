//! `conformance bench`: `pan` and `ax check` side by side, all in one run.
//!
//! Each part answers one question and becomes one section of `docs/performance-table.md`. `pan` is compiled by gcc -O2
//! and given the smallest hash table and the smallest stack that will do, learned from a run before, which a user would
//! have to guess. The runs of the two alternate and the best of each counts, so that a busy machine hurts both alike.
//! Does not pin processes to cores, nor ask whether the machine is idle: whoever runs it has to.

mod ablation;
mod bitstate;
mod catalogue;
mod chart;
mod growth;
mod large;
mod live;
mod measure;
mod numbers;
mod page;
mod pan;
mod programs;
mod reduction;
mod small;
mod tree;
mod versions;
mod ways;

use crate::ax::Ax;
use crate::examples;
use crate::random;
use crate::scratch::Scratch;
use catalogue::{Entry, Model};
use clap::ValueEnum;
use page::Section;
use std::io;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    /// Another `ax`, to compare with: `--only versions`.
    #[arg(long)]
    before: Option<PathBuf>,
    /// The folder of our own models.
    #[arg(long, default_value = "tests/conformance/bench")]
    folder: PathBuf,
    /// Runs of each; the best counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Only these parts.
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// One run of each, and fewer and smaller models: to see that it works.
    #[arg(long)]
    quick: bool,
    /// Only models whose name contains this.
    #[arg(long, default_value = "")]
    filter: String,
    /// Write the tables as a page of documentation, and the pictures beside it. Parts that are not measured stay as
    /// they are.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

/// A question that is answered by measuring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// States per second on large models, in every way to search.
    Large,
    /// Searches for infinite runs.
    Live,
    /// From text to verdict, on Spin's own models.
    Small,
    /// Memory of compressed states.
    Tree,
    /// States and time with and without reductions.
    Reduction,
    /// How many states a few bits each find.
    Bitstate,
    /// Time per state as models grow.
    Growth,
    /// What each technique buys.
    Ablation,
    /// C programs.
    #[value(name = "c")]
    Programs,
    /// `ax` next to another build of it; only with `--before`.
    Versions,
}

/// What all parts need.
struct Setting {
    ax: Ax,
    before: Option<Ax>,
    scratch: Scratch,
    rounds: usize,
    quick: bool,
    filter: String,
}

impl Setting {
    fn root(&self) -> &Path {
        self.scratch.path()
    }

    fn wants(&self, name: &str) -> bool {
        name.contains(&self.filter)
    }

    /// The models of the catalogue that are asked for.
    fn models(&self, entries: impl Iterator<Item = &'static Entry>) -> Result<Vec<Model>, String> {
        let models = entries.filter(|entry| self.wants(entry.name)).map(|entry| entry.prepare(self.root()));
        let models: Vec<Model> = models.collect::<io::Result<_>>().map_err(|error| error.to_string())?;
        // A few of different kinds are enough to see that it works.
        Ok(if self.quick { models.into_iter().step_by(4).collect() } else { models })
    }
}

pub fn run(options: &Options) -> Result<bool, String> {
    let describe = |error: io::Error| error.to_string();
    let ax = Ax { limit: pan::LIMIT, ..random::checker(&options.ax)? };
    let before = options.before.as_deref().map(random::checker).transpose()?;
    let before = before.map(|before| Ax { limit: pan::LIMIT, ..before });
    let scratch = Scratch::new().map_err(describe)?;
    examples::copy_to(scratch.path()).map_err(describe)?;
    catalogue::copy_own(&options.folder, scratch.path()).map_err(describe)?;
    let rounds = if options.quick { 1 } else { options.rounds.max(1) };
    let setting = Setting { ax, before, scratch, rounds, quick: options.quick, filter: options.filter.clone() };

    let all = Part::value_variants();
    let by_default = |part: &Part| *part != Part::Versions || setting.before.is_some();
    let parts: Vec<Part> = match options.only.is_empty() {
        true => all.iter().copied().filter(by_default).collect(),
        false => options.only.clone(),
    };
    let mut sections: Vec<Section> = Vec::new();
    for part in all.iter().filter(|part| parts.contains(part)) {
        let section = match part {
            Part::Large => large::measure(&setting),
            Part::Live => live::measure(&setting),
            Part::Small => small::measure(&setting),
            Part::Tree => tree::measure(&setting),
            Part::Reduction => reduction::measure(&setting),
            Part::Bitstate => bitstate::measure(&setting),
            Part::Growth => growth::measure(&setting),
            Part::Ablation => ablation::measure(&setting),
            Part::Programs => programs::measure(&setting),
            Part::Versions => versions::measure(&setting),
        }?;
        println!("{}", section.text());
        sections.push(section);
        // Written after each part, so that a long run that is cut short leaves what it has.
        if let Some(path) = &options.markdown {
            page::write(path, &ORDER, &sections).map_err(describe)?;
        }
    }
    Ok(sections.iter().all(|section| section.agrees))
}

/// The sections of the page.
const ORDER: [&str; 10] =
    ["large", "live", "small", "tree", "reduction", "bitstate", "growth", "ablation", "programs", "versions"];
