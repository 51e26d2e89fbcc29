//! `conformance bench`: `pan` and `ax check` side by side.
//!
//! Large models: states per second and memory with exact storage, no reduction and no optimisation in
//! either. `pan` is compiled by gcc -O2; its hash table is given as many slots as the model has states
//! (the next power of two) and its stack the depth the model needs, both of which a user would have to
//! guess, so that its memory is the least it can do with. The runs alternate and the best one counts.
//!
//! Small models: the whole time from text to verdict, with the defaults of both, as a user types them.

use crate::ax::{self, Ax, Request};
use crate::bench_live;
use crate::command::{self, Outcome};
use crate::examples;
use crate::random;
use crate::scratch::Scratch;
use crate::spin::{self, Claim, Compiler, Search};
use crate::table::Table;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    /// The folder of our own models.
    #[arg(long, default_value = "tests/conformance/bench")]
    folder: PathBuf,
    /// One run of each and fewer models.
    #[arg(long)]
    quick: bool,
    /// Only searches for infinite runs.
    #[arg(long)]
    live: bool,
    /// Only models whose name contains this.
    #[arg(long, default_value = "")]
    filter: String,
    /// Write the tables as a page of documentation.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

/// Models of Spin's package with about a hundred thousand states or more.
const LARGE_EXAMPLES: &[&str] = &[
    "Book_1991/p329.pml",
    "Book_1991/p337.pftp.ses.pml",
    "Book_1991/p347.pftp.ses5.pml",
    "LTL/mobile1.pml",
    "LTL/pftp.pml",
    "LTL/train.pml",
    "cambridge.pml",
    "dtp.pml",
    "hajek.pml",
    "snoopy.pml",
];

/// Models of Spin's package whose check takes no time.
const SMALL_EXAMPLES: &[&str] = &[
    "peterson.pml",
    "hello.pml",
    "abp.pml",
    "leader0.pml",
    "sort.pml",
    "loops.pml",
    "Book_1991/p102.pml",
    "Book_1991/p312.pml",
    "LTL/leader.pml",
    "LTL/petersonN.pml",
];

/// Longer than any state vector here.
const VECTOR: &str = "-DVECTORSZ=2048";

const LIMIT: Duration = Duration::from_secs(600);

/// A search by one of the two.
#[derive(Clone, Copy)]
struct Measure {
    seconds: f64,
    peak_bytes: u64,
}

/// Both on one large model.
struct Large {
    model: String,
    states: u64,
    agree: bool,
    vector: u64,
    pan: Measure,
    ax: Measure,
    /// In the order of [`WAYS`].
    ways: Vec<Measure>,
}

/// Other ways to search the same states: what each technique buys.
const WAYS: [(&str, &[&str]); 4] = [
    ("interpreted", &["--engine", "interpret"]),
    ("bfs", &["--search", "bfs", "--threads", "1"]),
    ("bfs, all cores", &["--search", "bfs"]),
    ("tree", &["--store", "tree"]),
];

/// Both on one small model, in seconds.
struct Small {
    model: String,
    pan: f64,
    ax: f64,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let describe = |error: io::Error| error.to_string();
    let ax = Ax { limit: LIMIT, ..random::checker(&options.ax)? };
    let scratch = Scratch::new().map_err(describe)?;
    examples::copy_to(scratch.path()).map_err(describe)?;
    let own = copy_own(&options.folder, scratch.path()).map_err(describe)?;
    let wanted = |model: &&String| model.contains(&options.filter);
    let rounds = if options.quick { 1 } else { 3 };
    if options.live {
        let (table, ratios) = bench_live::measure(&ax, scratch.path(), rounds, &options.filter)?;
        let mean = geometric_mean(ratios.iter().copied());
        let summary = format!("Geometric mean: {mean:.2} times pan's speed; the least is {:.2}.", least(&ratios));
        println!("{}\n{summary}", table.text());
        if let Some(path) = &options.markdown {
            std::fs::write(path, live_page(&table, &summary)).map_err(describe)?;
        }
        return Ok(true);
    }

    let mut large_models: Vec<String> = LARGE_EXAMPLES.iter().map(|model| model.to_string()).chain(own).collect();
    let mut small_models: Vec<String> = SMALL_EXAMPLES.iter().map(|model| model.to_string()).collect();
    if options.quick {
        large_models.retain(|model| !model.contains('/'));
        small_models.truncate(4);
    }
    let mut large = Vec::new();
    for model in large_models.iter().filter(wanted) {
        eprintln!("{model} …");
        large.push(measure_large(&ax, scratch.path(), model, rounds)?);
    }
    let mut small = Vec::new();
    for model in small_models.iter().filter(wanted) {
        eprintln!("{model} …");
        small.push(measure_small(&ax, scratch.path(), model, rounds)?);
    }
    let (large_table, ways_table, small_table) = (large_table(&large), ways_table(&large), small_table(&small));
    let summary = summary(&large, &small);
    println!("{}\n{}\n{}\n{summary}", large_table.text(), ways_table.text(), small_table.text());
    if let Some(path) = &options.markdown {
        std::fs::write(path, page(&large_table, &ways_table, &small_table, &summary)).map_err(describe)?;
    }
    Ok(large.iter().all(|row| row.agree))
}

/// Copies our own models next to Spin's and returns their names.
fn copy_own(folder: &Path, target: &Path) -> io::Result<Vec<String>> {
    std::fs::create_dir_all(target.join("own"))?;
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".pml") {
            std::fs::copy(folder.join(&name), target.join("own").join(&name))?;
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The folder a model lies in, and its name there.
fn locate(root: &Path, model: &str) -> (PathBuf, String) {
    let path = if root.join(model).is_file() { root.join(model) } else { root.join("own").join(model) };
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    (path.parent().unwrap_or(root).to_owned(), name)
}

fn measure_large(ax: &Ax, root: &Path, model: &str, rounds: usize) -> Result<Large, String> {
    let (folder, name) = locate(root, model);
    let describe = |error: io::Error| format!("{model}: {error}");
    let failed = |failure: spin::Failure| format!("{model}: {failure:?}");
    spin::generate(&folder, &name).map_err(describe)?.map_err(failed)?;
    spin::compile(&folder, Compiler::Gcc, Claim::First, &[VECTOR]).map_err(describe)?.map_err(failed)?;
    // A first run to learn how large the table and the stack must be.
    let roomy = Search { depth: 5_000_000, table: 24, limit: LIMIT, ..Search::default() };
    let report = spin::verify(&folder, &roomy).map_err(describe)?.map_err(failed)?;
    let table = u64::BITS - report.counts.stored.leading_zeros();
    let fitting = Search { depth: report.counts.depth + 1000, table, ..roomy };

    let (mut pan_best, mut ax_best): (Option<Measure>, Option<Measure>) = (None, None);
    let mut ways_best = [None; WAYS.len()];
    let mut agree = true;
    for _ in 0..rounds {
        let outcome =
            command::run(&folder.join("pan"), &spin::arguments(&fitting), &folder, LIMIT).map_err(describe)?;
        spin::judge(&outcome).map_err(failed)?;
        keep_best(&mut pan_best, &outcome);
        let args = Ax::arguments(&folder.join(&name), &Request::all(Claim::First));
        let outcome = command::run(&ax.program, &args, &folder, LIMIT).map_err(describe)?;
        let ours =
            ax::parse(&outcome.stdout).ok_or_else(|| format!("{model}: ax gives no report: {}", outcome.stderr))?;
        agree &= report.counts.differences(&ours.counts).is_empty();
        keep_best(&mut ax_best, &outcome);
        for ((name, way), best) in WAYS.iter().zip(&mut ways_best) {
            let args: Vec<String> = args.iter().cloned().chain(way.iter().map(|arg| arg.to_string())).collect();
            let outcome = command::run(&ax.program, &args, &folder, LIMIT).map_err(describe)?;
            let ours = ax::parse(&outcome.stdout)
                .ok_or_else(|| format!("{model}, {name}: ax gives no report: {}", outcome.stderr))?;
            agree &= ours.counts.stored == report.counts.stored && ours.counts.matched == report.counts.matched;
            keep_best(best, &outcome);
        }
    }
    let (Some(pan), Some(ax)) = (pan_best, ax_best) else { return Err(format!("{model}: no runs")) };
    let (states, vector) = (report.counts.stored, report.vector);
    let ways = ways_best.into_iter().flatten().collect();
    Ok(Large { model: model.to_string(), states, agree, vector, pan, ax, ways })
}

fn keep_best(best: &mut Option<Measure>, outcome: &Outcome) {
    let seconds = outcome.elapsed.as_secs_f64();
    if best.is_none_or(|best| seconds < best.seconds) {
        *best = Some(Measure { seconds, peak_bytes: outcome.peak_bytes });
    }
}

fn measure_small(ax: &Ax, root: &Path, model: &str, rounds: usize) -> Result<Small, String> {
    let (folder, name) = locate(root, model);
    let describe = |error: io::Error| format!("{model}: {error}");
    let (mut pan_best, mut ax_best) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let mut total = 0.0;
        let steps: [(&str, &[&str]); 3] = [("spin", &["-a", &name]), ("cc", &["-o", "pan", "pan.c"]), ("./pan", &[])];
        for (program, args) in steps {
            let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
            let program = if program == "./pan" { folder.join("pan") } else { PathBuf::from(program) };
            total += command::run(&program, &args, &folder, LIMIT).map_err(describe)?.elapsed.as_secs_f64();
        }
        pan_best = pan_best.min(total);
        let args = ["check".to_string(), folder.join(&name).display().to_string()];
        let outcome = command::run(&ax.program, &args, &folder, LIMIT).map_err(describe)?;
        ax_best = ax_best.min(outcome.elapsed.as_secs_f64());
    }
    Ok(Small { model: model.to_string(), pan: pan_best, ax: ax_best })
}

impl Large {
    /// How many times as many states per second as `pan`.
    fn speed(&self) -> f64 {
        self.pan.seconds / self.ax.seconds
    }

    /// How many times as much memory as `pan`.
    fn memory(&self) -> f64 {
        self.ax.peak_bytes as f64 / (self.pan.peak_bytes as f64).max(1.0)
    }

    fn bytes_per_state(&self, measure: &Measure) -> f64 {
        measure.peak_bytes as f64 / (self.states as f64).max(1.0)
    }
}

fn large_table(rows: &[Large]) -> Table {
    let mut table = Table::new(&[
        "model",
        "states",
        "vector",
        "pan states/s",
        "ax states/s",
        "speed",
        "pan MB",
        "ax MB",
        "pan bytes/state",
        "ax bytes/state",
        "memory",
        "counts",
    ]);
    for row in rows {
        let rate = |measure: &Measure| format!("{:.0}", row.states as f64 / measure.seconds);
        let megabytes = |measure: &Measure| format!("{:.1}", measure.peak_bytes as f64 / 1e6);
        table.row(vec![
            row.model.clone(),
            row.states.to_string(),
            row.vector.to_string(),
            rate(&row.pan),
            rate(&row.ax),
            format!("{:.2}", row.speed()),
            megabytes(&row.pan),
            megabytes(&row.ax),
            format!("{:.0}", row.bytes_per_state(&row.pan)),
            format!("{:.0}", row.bytes_per_state(&row.ax)),
            format!("{:.2}", row.memory()),
            if row.agree { "equal" } else { "DIFFER" }.to_string(),
        ]);
    }
    table
}

/// How many times as fast as `pan` each way is, and what the tree needs.
fn ways_table(rows: &[Large]) -> Table {
    let mut heads = vec!["model", "dfs"];
    heads.extend(WAYS.iter().map(|(name, _)| *name));
    heads.push("tree bytes/state");
    let mut table = Table::new(&heads);
    for row in rows {
        let ratio = |measure: &Measure| format!("{:.2}", row.pan.seconds / measure.seconds);
        let mut cells = vec![row.model.clone(), ratio(&row.ax)];
        cells.extend(row.ways.iter().map(ratio));
        cells.extend(row.ways.last().map(|tree| format!("{:.0}", row.bytes_per_state(tree))));
        table.row(cells);
    }
    let mean = |way: usize| geometric_mean(rows.iter().map(|row| row.pan.seconds / row.ways[way].seconds));
    let mut cells = vec!["geometric mean".to_string(), format!("{:.2}", geometric_mean(rows.iter().map(Large::speed)))];
    cells.extend((0..WAYS.len()).map(|way| format!("{:.2}", mean(way))));
    cells.push(String::new());
    table.row(cells);
    table
}

fn small_table(rows: &[Small]) -> Table {
    let mut table = Table::new(&["model", "spin+cc+pan ms", "ax ms", "times faster"]);
    for row in rows {
        let milliseconds = |seconds: f64| format!("{:.1}", seconds * 1000.0);
        let ratio = format!("{:.0}", row.pan / row.ax);
        table.row(vec![row.model.clone(), milliseconds(row.pan), milliseconds(row.ax), ratio]);
    }
    table
}

fn summary(large: &[Large], small: &[Small]) -> String {
    format!(
        "Geometric means: speed {:.2} times pan's, memory {:.2} times pan's, small models {:.0} times faster than spin+cc+pan.",
        geometric_mean(large.iter().map(Large::speed)),
        geometric_mean(large.iter().map(Large::memory)),
        geometric_mean(small.iter().map(|row| row.pan / row.ax))
    )
}

fn geometric_mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = numbers.map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / (logarithms.len() as f64).max(1.0)).exp()
}

fn least(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::INFINITY, f64::min)
}

fn live_page(table: &Table, summary: &str) -> String {
    format!(
        "# Infinite runs: speed against Spin\n\n\
         Written by `cargo run --release -p conformance -- bench --live --markdown docs/performance-live.md`; do not edit. The\n\
         numbers are of the machine it ran on; the ratios are what to look at.\n\n\
         `spin -o1 -o2 -o3 -a`, `gcc -O2 -DNOREDUCE -DNFAIR=4` (and `-DNP`), `pan -a` or `pan -l` (and `-f`) against `ax check`\n\
         with the claim that Spin makes, without reduction, both on one thread. All properties hold, so both search everything. The\n\
         runs alternate, the best counts.\n\n{}\n{summary}\n",
        table.markdown()
    )
}

fn page(large: &Table, ways: &Table, small: &Table, summary: &str) -> String {
    format!(
        "# Performance against Spin\n\n\
         Written by `cargo run --release -p conformance -- bench --markdown docs/performance-table.md`; do not edit. The numbers\n\
         are of the machine it ran on; the ratios are what to look at.\n\n\
         {summary}\n\n\
         ## Large models\n\n\
         `spin -o1 -o2 -o3 -a`, `gcc -O2 -DNOREDUCE -DSAFETY`, `pan -c0` against `ax check --por off --optimize off\n\
         --all-errors`, both on one thread with exact storage. pan gets the smallest hash table that holds the states\n\
         (`-w`) and the smallest stack that holds the depth (`-m`), learned from a run before. The runs alternate, the best\n\
         counts. Memory is the peak resident size. \"speed\" is ax's states per second over pan's, \"memory\" ax's peak over\n\
         pan's.\n\n{}\n\
         ## Ways to search\n\n\
         How many times as fast as pan: depth first with native code (as above), the same interpreted, breadth first on one\n\
         thread and on all, and depth first with `--store tree`. \"tree bytes/state\" is the peak of the whole process over the\n\
         states. All must count the same states.\n\n{}\n\
         ## Small models\n\n\
         The whole time from text to verdict: `spin -a`, `cc -o pan pan.c`, `./pan` against `ax check`, all with their\n\
         defaults.\n\n{}",
        large.markdown(),
        ways.markdown(),
        small.markdown()
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((super::geometric_mean([4.0, 0.25].into_iter()) - 1.0).abs() < 1e-9);
    }
}
