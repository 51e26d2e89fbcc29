//! What can be typed.

use checker::search::Fairness;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Checks real C code with a model checker, without models built by hand.
#[derive(Parser, Debug)]
#[command(
    name = "ax",
    version,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub extract: Extract,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Extract Promela models and tables from C functions; the same as without a subcommand
    Extract(Extract),
    /// The life of a table
    #[command(subcommand)]
    Table(Table),
    /// Check C programs: extract, close, search, and tell what was found in terms of the C source
    Verify(Verify),
    /// Tell where results of earlier runs are kept and how much there is, or remove them
    Cache(Cache),
    /// Trust the commands that harnesses name, so that `ax verify` runs them
    Trust(Trust),
    /// Tell an answer of `ax verify --format json` again
    Explain(Explain),
    /// Write a first harness, from a look at the sources
    Init(Init),
    /// Check a Promela model
    Check(Check),
    /// Look for errors in a Promela model by many small searches that differ
    Swarm(Swarm),
    /// Look inside a stage
    #[command(subcommand)]
    Show(Show),
    /// Run a Promela model: at random, by hand, or along a trail
    Simulate(Simulate),
    /// What a property needs of a Promela model: the model without the rest, and what the rest is
    Slice(Slice),
    /// The automaton of an ltl formula
    Ltl(Ltl),
    /// Watch one execution of a system: observed states, a line of JSON each
    Monitor(Monitor),
}

#[derive(Args, Debug)]
pub struct Input {
    /// The Promela model; `-` reads standard input
    pub model: PathBuf,
    /// Define a macro, as in C
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Look for included files in this folder too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

/// C sources, and how to preprocess them.
#[derive(Args, Debug, Clone, Default)]
pub struct CSources {
    /// C sources
    #[arg(value_name = "FILE.c")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub cpp: Preprocessor,
}

#[derive(Args, Debug, Clone, Default)]
pub struct Preprocessor {
    /// Look for headers in this folder too
    #[arg(short = 'I', value_name = "DIR", help_heading = "Preprocessor")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Preprocessor")]
    pub define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "Preprocessor")]
    pub undefine: Vec<String>,
    /// The command that preprocesses [default: `$CC -E`, or `cc -E`]
    #[arg(long, value_name = "COMMAND", help_heading = "Preprocessor")]
    pub cpp: Option<String>,
    /// Take the flags of each source from this `compile_commands.json`
    #[arg(long, value_name = "FILE", help_heading = "Preprocessor")]
    pub compile_commands: Option<PathBuf>,
}

#[derive(Args, Debug, Clone)]
pub struct Extract {
    /// Make an active proctype of this function
    #[arg(short = 'a', long = "active", value_name = "FUNCTION")]
    pub active: Vec<String>,
    /// Make a passive proctype of it: parameters are given by `run`
    #[arg(short = 'p', long = "passive", value_name = "FUNCTION")]
    pub passive: Vec<String>,
    /// Make an inline of it
    #[arg(short = 'i', long = "inline", value_name = "FUNCTION")]
    pub inline: Vec<String>,
    /// Make an active proctype of every function that the sources define
    #[arg(long)]
    pub all: bool,
    /// Where models and tables are written; `-` prints the models and writes nothing
    #[arg(short = 'o', value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
    /// The table to use and to keep up to date [default: FUNCTION.lut beside the model]
    #[arg(long, value_name = "FILE.lut")]
    pub table: Option<PathBuf>,
    /// The folder with the tables [default: where the models go]
    #[arg(long, value_name = "DIR", conflicts_with = "table")]
    pub tables: Option<PathBuf>,
    /// Use and keep tables as they are: write models only
    #[arg(long)]
    pub keep_tables: bool,
    #[command(flatten)]
    pub abstraction: Abstraction,
    #[command(flatten)]
    pub sources: CSources,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// How much of the program a model takes in.
#[derive(Args, Debug, Clone)]
pub struct Abstraction {
    /// How many calls of one function may be open at once when calls are followed
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Abstraction")]
    pub recursion: u32,
    /// Follow no more calls once the model has this many basic statements
    #[arg(long, value_name = "N", default_value_t = 2000, help_heading = "Abstraction")]
    pub follow: usize,
    /// Arrays with more elements are unknown data
    #[arg(long, value_name = "N", default_value_t = 1024, help_heading = "Abstraction")]
    pub array: u64,
    /// `access`: each access to shared data is a step of its own; `statement`: each C statement is one
    #[arg(long, value_name = "access|statement", default_value = "access", help_heading = "Abstraction")]
    pub granularity: Granularity,
    /// Use the tables that come with ax only where a table includes them
    #[arg(long, help_heading = "Abstraction")]
    pub no_shipped_tables: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Granularity {
    Access,
    Statement,
}

#[derive(Subcommand, Debug)]
pub enum Table {
    /// What a person has not read yet
    Status {
        /// Tables
        #[arg(required = true, value_name = "FILE.lut")]
        tables: Vec<PathBuf>,
        #[arg(long, default_value = "text")]
        format: Format,
    },
    /// New, gone and changed mappings, by what they mean for a verdict
    Diff {
        /// The old table; alone, the table to compare with the last commit
        #[arg(value_name = "OLD")]
        old: PathBuf,
        #[arg(value_name = "NEW")]
        new: Option<PathBuf>,
        #[arg(long, default_value = "text")]
        format: Format,
    },
    /// Align the columns of tables
    Fmt {
        #[arg(required = true, value_name = "FILE.lut")]
        tables: Vec<PathBuf>,
        /// Write nothing; exit with 1 if a table is not formatted
        #[arg(long)]
        check: bool,
    },
    /// Bring tables up to date with the sources, without writing models: of functions (`-a F FILE.c`), or of all that
    /// harnesses name [default: the harnesses of the folder here]
    Update(Box<Extract>),
    /// Tell what is odd: entries that stand there twice, that never count, and restrictions without a reason
    Lint {
        /// Tables; or harnesses (`ax.toml`, folders), whose tables are compared with the sources too
        #[arg(value_name = "FILE.lut|HARNESS|DIR")]
        targets: Vec<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub struct ShowC {
    /// The C source
    #[arg(value_name = "FILE.c")]
    pub file: PathBuf,
    /// The function [default: all]
    pub function: Option<String>,
    #[command(flatten)]
    pub cpp: Preprocessor,
}

#[derive(Args, Debug)]
pub struct ShowCfg {
    #[command(flatten)]
    pub c: ShowC,
    /// In the language of graphviz
    #[arg(long)]
    pub dot: bool,
}

#[derive(Args, Debug)]
pub struct ShowMappings {
    #[command(flatten)]
    pub c: ShowC,
    /// The table to apply [default: FUNCTION.lut, if it is there]
    #[arg(long, value_name = "FILE.lut")]
    pub table: Option<PathBuf>,
    #[command(flatten)]
    pub abstraction: Abstraction,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Subcommand, Debug)]
pub enum Show {
    /// A C source as it was understood: types, names, conversions
    Ast(ShowC),
    /// The control-flow graph of a C function
    Cfg(ShowCfg),
    /// What becomes of each statement of a C function, and why
    Mappings(ShowMappings),
    /// The states and transitions of each proctype
    Automata(ShowAutomata),
    /// The compiled model: automata with typed guards and effects, in its text form. Of a C source or a harness, the
    /// closed model that `ax verify` searches
    Model(ShowModel),
    /// A table that comes with ax, with its comments
    Table {
        /// Its name, for instance `pthreads` [default: a list]
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// What `ax verify` takes a function of libc or POSIX threads to do: its C text, with comments
    Library {
        /// A function, for instance `pthread_cond_wait`, or a file of the library [default: a list by header]
        #[arg(value_name = "FUNCTION|FILE")]
        wanted: Option<String>,
    },
}

#[derive(Args, Debug)]
pub struct ShowAutomata {
    #[command(flatten)]
    pub input: Input,
    /// `spin` prints what `pan -d` prints
    #[arg(long, default_value = "text")]
    pub format: AutomataFormat,
}

#[derive(Args, Debug)]
pub struct ShowModel {
    #[command(flatten)]
    pub input: Input,
    /// `promela` prints the model as it is after macros and inlines, or as it is extracted
    #[arg(long, default_value = "typed")]
    pub form: ModelForm,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelForm {
    Typed,
    Promela,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutomataFormat {
    Text,
    Spin,
}

#[derive(Args, Debug)]
pub struct Check {
    #[command(flatten)]
    pub input: Input,
    /// Partial order reduction: the same verdicts with fewer states; a trail need not be the shortest
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub por: Switch,
    /// Take states that differ only by an exchange of processes for one: `auto` where that is possible, `on` tells also
    /// where and why it is not. For bad states; with --search bfs by one thread
    #[arg(long, value_name = "on|off|auto", default_value = "off")]
    pub symmetry: SymmetryKind,
    /// `off`: no statement merging, no dead variables; search just as `spin -o1 -o2 -o3`, infinite runs only with
    /// `--acceptance` or `--progress`
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub optimize: Switch,
    /// Interpret the model, or make native code for the transitions that are tried often; the results are the same
    #[arg(long, value_name = "interpret|native", default_value = "native")]
    pub engine: EngineKind,

    /// Keep exact states as numbers of their parts, and steps as changes of these numbers: where that pays (`auto`),
    /// wherever it can be done, the same with the variables of a process each a part of its own (`split`), or never;
    /// the results are the same
    #[arg(long, value_name = "auto|always|split|off", default_value = "auto")]
    pub collapse: CollapseKind,
    /// How the state space is searched
    #[arg(long, default_value = "dfs")]
    pub search: SearchOrder,
    /// With `--depth N`: find every state within N steps, by going through a state again when a shorter way leads there
    #[arg(long, requires = "depth")]
    pub exact_depth: bool,
    /// With `--search walk`: how many walks
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub walks: u64,
    /// With `--search walk`: the same number gives the same walks
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How states are stored
    #[arg(long, default_value = "exact")]
    pub store: StoreKind,
    /// With `--store bitstate`: how many bits are set for a state
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub bits: u32,
    /// With `--store bitstate`: how large the table of bits is
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "64M")]
    pub bit_table: u64,
    /// With `--store bitstate`: search so many times, each time with other hash functions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub passes: u32,
    /// Write the search to this file from time to time, and when a limit ends it; go on from the file if it is there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// How often the file of `--checkpoint` is written
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration, requires = "checkpoint")]
    pub checkpoint_every: Duration,
    /// What to do when the memory of `--memory` is used up
    #[arg(long, default_value = "stop")]
    pub on_memory_limit: OnMemoryLimit,
    /// How many threads take part in a breadth-first search [default: all cores], or in a search for infinite runs
    /// [default: one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Look for infinite runs that pass an accept label again and again; this is the default if there are accept labels
    #[arg(long, conflicts_with_all = ["progress", "safety"])]
    pub acceptance: bool,
    /// Look for infinite runs that pass no progress label from some point on
    #[arg(long, conflicts_with_all = ["safety", "ltl", "no_claim"])]
    pub progress: bool,
    /// Do not look for infinite runs: bad states only
    #[arg(long)]
    pub safety: bool,
    /// Only infinite runs count in which each process gets its turn: `weak`, if it can always move from some point on;
    /// `strong`, if it can move again and again [plain `--fair`: weak]
    #[arg(long, value_name = "weak|strong", require_equals = true, num_args = 0..=1, default_missing_value = "weak")]
    pub fair: Option<FairnessKind>,
    /// Check this claim of the model (a `never` or `ltl` by its name), or this formula
    #[arg(long, value_name = "NAME-OR-FORMULA")]
    pub ltl: Option<String>,
    /// The automaton of an ltl formula: with few states, or the one that Spin makes [default: small; spin with
    /// `--optimize off`]
    #[arg(long, value_name = "small|spin")]
    pub claim_automaton: Option<ClaimAutomaton>,
    /// After an ltl formula was found to hold: look for implications that were never used, for all parts without
    /// influence (takes a search for each), or for nothing
    #[arg(long, value_name = "triggers|full|off", default_value = "triggers")]
    pub vacuity: Vacuity,
    /// Draw the automaton of the ltl formula, with the states marked that were not reached
    #[arg(long, value_name = "FILE.svg|FILE.dot")]
    pub draw_claim: Option<PathBuf>,
    /// Ignore the claims of the model
    #[arg(long, conflicts_with = "ltl")]
    pub no_claim: bool,
    /// Go on after an error and count all of them
    #[arg(long)]
    pub all_errors: bool,
    /// Do not report states in which nothing can move
    #[arg(long)]
    pub no_end_states: bool,
    /// Do not report violated assertions
    #[arg(long)]
    pub no_assertions: bool,
    /// Do not go further than N steps from the start
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// Use at most this much memory for states, for instance `4G` [default: most of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Stop after this time, for instance `60s`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Write the trail of the first error, in Spin's format, to this file
    #[arg(long, value_name = "FILE")]
    pub trail: Option<PathBuf>,
    /// Show all steps of a long trail
    #[arg(long)]
    pub full_trail: bool,
    /// Tell the progress once a second even if stderr is no terminal
    #[arg(long)]
    pub progress_lines: bool,
    /// Write a time line of the search to this file, as JSON: states, rate, memory, depth, and what is known of the
    /// coverage
    #[arg(long, value_name = "FILE")]
    pub stats: Option<PathBuf>,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Swarm {
    #[command(flatten)]
    pub input: Input,
    /// How many searches [default: 64; as many as there is time for with `--time`]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub searches: Option<u64>,
    /// The searches follow from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The largest table of bits of one search; others have a half, a quarter, an eighth
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "4M")]
    pub bit_table: u64,
    /// The largest depth limit of a search [default: from 200 to none]
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// How many searches run at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Use at most this much memory for all tables at a time: fewer searches at the same time, or smaller tables
    /// [default: most of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Stop after this time, for instance `60s`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Check this claim of the model (a `never` or `ltl` by its name), or this formula, as far as bad states go
    #[arg(long, value_name = "NAME-OR-FORMULA")]
    pub ltl: Option<String>,
    /// Ignore the claims of the model
    #[arg(long, conflicts_with = "ltl")]
    pub no_claim: bool,
    /// Partial order reduction in each search
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub por: Switch,
    /// `off`: no statement merging, no dead variables
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub optimize: Switch,
    /// Do not report states in which nothing can move
    #[arg(long)]
    pub no_end_states: bool,
    /// Do not report violated assertions
    #[arg(long)]
    pub no_assertions: bool,
    /// Write the trail of the error, in Spin's format, to this file
    #[arg(long, value_name = "FILE")]
    pub trail: Option<PathBuf>,
    /// Show all steps of a long trail
    #[arg(long)]
    pub full_trail: bool,
    /// Tell the progress once a second even if stderr is no terminal
    #[arg(long)]
    pub progress_lines: bool,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Trust {
    /// Harness files, or folders with harnesses
    #[arg(value_name = "HARNESS|DIR", default_value = ".")]
    pub targets: Vec<PathBuf>,
    /// Trust them no longer
    #[arg(long)]
    pub revoke: bool,
}

#[derive(Args, Debug)]
pub struct Cache {
    #[command(subcommand)]
    pub action: Option<CacheAction>,
}

#[derive(Subcommand, Debug)]
pub enum CacheAction {
    /// Remove the oldest results, if there are more than the cache may hold
    Prune {
        /// Remove all of them
        #[arg(long)]
        all: bool,
    },
}

#[derive(Args, Debug, Clone)]
pub struct Verify {
    /// C sources (one program), harness files (`ax.toml`, `NAME.ax.toml`), or folders with harnesses [default: the
    /// folder here]
    #[arg(value_name = "FILE.c|HARNESS|DIR")]
    pub targets: Vec<PathBuf>,
    /// The function that the program starts with [default: main]
    #[arg(long, value_name = "FUNCTION")]
    pub main: Option<String>,
    /// Check too that every thread ends, if each gets its turn
    #[arg(long)]
    pub terminates: bool,
    /// Look for these too: assertion, bounds, null, memory, uninitialised, division, deadlock (all of these by
    /// default), race, leak, overflow
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    pub check: Vec<CheckKind>,
    /// Do not look for these
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    pub no_check: Vec<CheckKind>,
    /// Go on after the first error, and tell all that are found
    #[arg(long)]
    pub all_errors: bool,
    /// Let condition variables wake up without a signal, as POSIX and C11 allow (of a closed program)
    #[arg(long)]
    pub spurious: bool,
    /// Search all runs with at most N preemptions (switches away from a thread that could go on), those with fewer
    /// first; a pass only if there are no others (of a closed program)
    #[arg(long, value_name = "N", conflicts_with = "search")]
    pub preemptions: Option<u32>,
    /// The order of the search: `bfs` finds a shortest run, `walk` makes random runs until `--time` is up (default 10s)
    /// and proves nothing (of a closed program)
    #[arg(long, value_name = "bfs|dfs|walk", default_value = "bfs")]
    pub search: ExactOrder,
    /// `off`: every access to memory is a point at which another thread may go on (of a closed program)
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub por: Switch,
    /// `off`: threads that are exchangeable are told apart (of a closed program)
    #[arg(long, value_name = "on|off|auto", default_value = "auto")]
    pub symmetry: SymmetryKind,
    /// What a thread sees of what others write: all at once, or as on x86, where stores wait in a buffer of their
    /// thread (of a closed program)
    #[arg(long, value_name = "sc|tso", default_value = "sc")]
    pub memory_model: MemoryModelKind,
    /// Check this formula over C expressions (and nothing else, if there is no harness)
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Vec<String>,
    /// A table that goes before those that come with ax
    #[arg(long, value_name = "FILE.lut")]
    pub table: Option<PathBuf>,
    /// Take restrictions without a reason for failures: a table entry gives one in its comment
    #[arg(long)]
    pub strict: bool,
    /// Refuse to pass while there are table entries that no person has read
    #[arg(long)]
    pub reviewed: bool,
    /// Tell what changed in statements, tables and verdicts since this commit
    #[arg(long, value_name = "REV")]
    pub since: Option<String>,
    /// What functions outside of the sources may do: `unknown` results put an error in doubt, with `most-general` they
    /// are what the world may do; without a `main`, functions that nobody calls run side by side
    #[arg(long, value_name = "unknown|most-general")]
    pub environment: Option<World>,
    /// Search whole models: leave nothing out that a property does not depend on
    #[arg(long)]
    pub no_slice: bool,
    /// Run commands that harnesses name, whether or not they are trusted
    #[arg(long)]
    pub allow_commands: bool,
    /// Do all work again: neither use nor keep results of earlier runs
    #[arg(long)]
    pub no_cache: bool,
    /// Write the model that is checked to this file
    #[arg(long, value_name = "FILE.pml")]
    pub model: Option<PathBuf>,
    /// Do not go further than N steps from the start
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// Use at most this much memory for states, for instance `4G` [default: most of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Stop after this time, for instance `60s`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub cpp: Preprocessor,
    #[command(flatten)]
    pub abstraction: Abstraction,
    #[command(flatten)]
    pub told: Told,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Option<Vec<String>>,
}

impl Verify {
    /// What `ax verify` would be given for this file, with the defaults of all else.
    pub fn of(input: &Input) -> Verify {
        let mut verify = Verify::named(std::slice::from_ref(&input.model));
        (verify.cpp.define, verify.cpp.include) = (input.define.clone(), input.include.clone());
        verify
    }

    /// The same for several targets.
    pub fn named(targets: &[PathBuf]) -> Verify {
        #[derive(Parser)]
        struct Defaults {
            #[command(flatten)]
            verify: Verify,
        }
        let mut verify = Defaults::parse_from(["ax"]).verify;
        verify.targets = targets.to_vec();
        verify
    }

    /// All that an answer depends on, as text: every option but those that change nothing in it. A new option is part
    /// of it unless it is named here.
    pub fn relevant(&self) -> String {
        let irrelevant = Verify::named(&[]);
        let relevant = Verify {
            targets: Vec::new(),
            no_cache: irrelevant.no_cache,
            allow_commands: irrelevant.allow_commands,
            model: irrelevant.model,
            told: irrelevant.told,
            memory: irrelevant.memory,
            time: irrelevant.time,
            ..self.clone()
        };
        format!("{relevant:?}")
    }
}

/// A kind of error, as the JSON calls it.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CheckKind {
    Assertion,
    Bounds,
    Null,
    Memory,
    Uninitialised,
    Division,
    Deadlock,
    Race,
    Leak,
    Overflow,
}

impl CheckKind {
    pub const ALL: [CheckKind; 10] = [
        CheckKind::Assertion,
        CheckKind::Bounds,
        CheckKind::Null,
        CheckKind::Memory,
        CheckKind::Uninitialised,
        CheckKind::Division,
        CheckKind::Deadlock,
        CheckKind::Race,
        CheckKind::Leak,
        CheckKind::Overflow,
    ];

    pub fn name(self) -> &'static str {
        match self {
            CheckKind::Assertion => "assertion",
            CheckKind::Bounds => "bounds",
            CheckKind::Null => "null",
            CheckKind::Memory => "memory",
            CheckKind::Uninitialised => "uninitialised",
            CheckKind::Division => "division",
            CheckKind::Deadlock => "deadlock",
            CheckKind::Race => "race",
            CheckKind::Leak => "leak",
            CheckKind::Overflow => "overflow",
        }
    }

    /// Why a pass cannot tell that there is none, where nothing looks for such errors.
    pub fn not_yet(self) -> Option<&'static str> {
        match self {
            CheckKind::Race => Some("data races are not looked for yet"),
            CheckKind::Leak => Some("memory that is not freed is not looked for yet"),
            CheckKind::Overflow => Some("overflows of signed integers are not looked for yet"),
            CheckKind::Assertion
            | CheckKind::Bounds
            | CheckKind::Null
            | CheckKind::Memory
            | CheckKind::Uninitialised
            | CheckKind::Division
            | CheckKind::Deadlock => None,
        }
    }
}

/// What stands for functions outside of the sources.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum World {
    Unknown,
    MostGeneral,
}

#[derive(Args, Debug)]
pub struct Init {
    /// C sources, or the folder that has them [default: the folder here]
    #[arg(value_name = "DIR|FILE.c")]
    pub targets: Vec<PathBuf>,
    /// Where the harness goes; `-` prints it [default: `ax.toml` in the folder]
    #[arg(short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub cpp: Preprocessor,
}

#[derive(Args, Debug)]
pub struct Explain {
    /// What `ax verify --format json` printed; `-` reads standard input
    #[arg(value_name = "FILE.json")]
    pub file: PathBuf,
    #[command(flatten)]
    pub told: Told,
}

/// How answers are told.
#[derive(Args, Debug, Clone)]
pub struct Told {
    /// How a run is shown: a line for each step, a column for each thread, or as a message sequence chart
    #[arg(long, value_name = "steps|columns|chart", default_value = "steps", help_heading = "Answer")]
    pub view: View,
    /// Draw the message sequence chart of the first error
    #[arg(long, value_name = "FILE.svg", help_heading = "Answer")]
    pub svg: Option<PathBuf>,
    /// `sarif` for code hosts and editors, `junit` for CI systems
    #[arg(long, value_name = "text|json|sarif|junit", default_value = "text", help_heading = "Answer")]
    pub format: AnswerFormat,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    Steps,
    Columns,
    Chart,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerFormat {
    Text,
    Json,
    Sarif,
    Junit,
}

#[derive(Args, Debug)]
pub struct Slice {
    #[command(flatten)]
    pub input: Input,
    /// For this claim of the model (a `never` or `ltl` by its name), or this formula
    #[arg(long, value_name = "NAME-OR-FORMULA")]
    pub ltl: Option<String>,
    /// For the check that no state is reached in which nothing can move
    #[arg(long)]
    pub deadlock: bool,
    /// For the assertions [without any of these: for all that `ax check` looks for]
    #[arg(long)]
    pub assertions: bool,
    /// For the search for infinite runs without progress
    #[arg(long, conflicts_with = "ltl")]
    pub progress: bool,
    /// Decisions with `c` and `!c` cannot block either, not only those with `else`
    #[arg(long)]
    pub complements: bool,
    /// Print what keeps this variable or channel in the slice (`x`, or `p:x` for a local)
    #[arg(long, value_name = "VARIABLE")]
    pub why: Option<String>,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Simulate {
    #[command(flatten)]
    pub input: Input,
    /// Make the choices of a random run from this number; the same number gives the same run
    #[arg(long, value_name = "N", conflicts_with_all = ["trail", "interactive"])]
    pub seed: Option<u64>,
    /// Stop after N steps [default: 10000 at random, else no limit]
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Take the steps of this trail: a file of Spin, or the result of `ax check --format json`
    #[arg(long, value_name = "FILE")]
    pub trail: Option<PathBuf>,
    /// Ask for each step; with `--trail`, after the trail
    #[arg(short, long)]
    pub interactive: bool,
    /// Let this claim of the model, or this formula, take part in the run
    #[arg(long, value_name = "NAME-OR-FORMULA")]
    pub ltl: Option<String>,
    /// The automaton of an ltl formula, as for `ax check`; a trail of Spin needs `spin`
    #[arg(long, value_name = "small|spin", default_value = "small")]
    pub claim_automaton: ClaimAutomaton,
    /// Show messages in columns, one for each process
    #[arg(short, long)]
    pub columns: bool,
    /// Show every statement
    #[arg(short = 'p', long)]
    pub statements: bool,
    /// Show the global variables that a step changes, and channels
    #[arg(short, long)]
    pub globals: bool,
    /// Show the local variables that a step changes
    #[arg(short, long)]
    pub locals: bool,
    /// Show what is received
    #[arg(short, long)]
    pub receives: bool,
    /// Show what is sent
    #[arg(short, long)]
    pub sends: bool,
    /// Do not indent what a process prints
    #[arg(short = 'T', long)]
    pub no_tabs: bool,
}

#[derive(Args, Debug)]
pub struct Ltl {
    /// The formula, in the syntax of ltl blocks
    pub formula: String,
    /// The automaton of the runs that violate the formula: the claim that checks it
    #[arg(short, long)]
    pub negate: bool,
    /// Look up the names of the formula in this Promela model
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Define a macro for the model
    #[arg(short = 'D', value_name = "NAME[=VALUE]", requires = "model")]
    pub define: Vec<String>,
    /// Look for files that the model includes in this folder too
    #[arg(short = 'I', value_name = "DIR", requires = "model")]
    pub include: Vec<PathBuf>,
    /// `never` is a claim that Spin takes
    #[arg(long, default_value = "text")]
    pub format: LtlFormat,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimAutomaton {
    Small,
    Spin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum EngineKind {
    Interpret,
    Native,
    /// For tests.
    #[value(hide = true)]
    NativeAtOnce,
}

/// When states are kept as numbers of their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CollapseKind {
    Auto,
    Always,
    Split,
    Off,
}

impl From<CollapseKind> for checker::search::Collapse {
    fn from(kind: CollapseKind) -> checker::search::Collapse {
        match kind {
            CollapseKind::Auto => checker::search::Collapse::Auto,
            CollapseKind::Always => checker::search::Collapse::Always,
            CollapseKind::Split => checker::search::Collapse::Split,
            CollapseKind::Off => checker::search::Collapse::Off,
        }
    }
}

impl From<EngineKind> for checker::exec::Engine {
    fn from(kind: EngineKind) -> checker::exec::Engine {
        match kind {
            EngineKind::Interpret => checker::exec::Engine::Interpret,
            EngineKind::Native => checker::exec::Engine::Native,
            EngineKind::NativeAtOnce => checker::exec::Engine::NativeAtOnce,
        }
    }
}

impl From<ClaimAutomaton> for checker::compile::ClaimAutomaton {
    fn from(kind: ClaimAutomaton) -> checker::compile::ClaimAutomaton {
        match kind {
            ClaimAutomaton::Small => checker::compile::ClaimAutomaton::Small,
            ClaimAutomaton::Spin => checker::compile::ClaimAutomaton::Spin,
        }
    }
}

#[derive(Args, Debug)]
pub struct Monitor {
    /// The requirement, in the syntax of ltl blocks
    #[arg(long, value_name = "FORMULA")]
    pub ltl: String,
    /// Observed states, an object with the values of names to each line; `-` or nothing reads standard input
    pub file: Option<PathBuf>,
    /// Follow one state of the automaton, or all with pairs [default: what fits the automaton]
    #[arg(long, value_name = "deterministic|pairs")]
    pub algorithm: Option<AlgorithmKind>,
    /// Tell the verdict of each step, not only of those that change it
    #[arg(long)]
    pub all_steps: bool,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlgorithmKind {
    Deterministic,
    Pairs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacuity {
    Triggers,
    Full,
    Off,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LtlFormat {
    Text,
    Never,
    Dot,
    Svg,
    Json,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    On,
    Off,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymmetryKind {
    On,
    Off,
    Auto,
}

/// What a thread sees of what others write.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryModelKind {
    Sc,
    Tso,
}

/// The order in which the states of a closed program are searched.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExactOrder {
    Bfs,
    Dfs,
    Walk,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchOrder {
    /// Depth first
    Dfs,
    /// Breadth first: gives a shortest trail
    Bfs,
    /// Depth first with bounds that grow, up to `--depth`: gives a shortest trail
    Iddfs,
    /// Depth first without keeping states, up to `--depth`: for spaces without cycles
    Stateless,
    /// Runs at random, of `--depth` steps: finds errors, proves nothing
    Walk,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairnessKind {
    Weak,
    Strong,
}

impl From<FairnessKind> for Fairness {
    fn from(kind: FairnessKind) -> Fairness {
        match kind {
            FairnessKind::Weak => Fairness::Weak,
            FairnessKind::Strong => Fairness::Strong,
        }
    }
}

/// What was typed, with `--fair weak` as one word: the kind may be left out, and what follows is no kind then.
pub fn typed() -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    for arg in std::env::args_os() {
        match (out.last_mut(), arg.to_str()) {
            (Some(last), Some("weak" | "strong")) if last == "--fair" => {
                last.push("=");
                last.push(arg);
            }
            _ => out.push(arg),
        }
    }
    out
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreKind {
    /// Every word of every state
    Exact,
    /// Exact, too: parts that states have in common are kept once; about ten bytes a state
    Tree,
    /// A hash of 64 bits: may miss states, though hardly ever
    Hash,
    /// A few bits: misses states, and says how many to expect
    Bitstate,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnMemoryLimit {
    /// End with what is known
    Stop,
    /// Start over with `--store hash`
    Compact,
    /// Start over with `--store bitstate`
    Bitstate,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Json,
}

pub fn size(s: &str) -> Result<u64, String> {
    let split = s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
    let (digits, unit) = s.split_at(split);
    let number: u64 = digits.parse().map_err(|_| "a number is needed, for instance `4G`".to_string())?;
    let shift = match unit.trim_end_matches(['b', 'B', 'i']).to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(format!("`{unit}` is not a unit: use K, M, G or T")),
    };
    number.checked_shl(shift).filter(|n| n >> shift == number).ok_or_else(|| "too large".to_string())
}

pub fn duration(s: &str) -> Result<Duration, String> {
    let split = s.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(s.len());
    let (digits, unit) = s.split_at(split);
    let number: f64 = digits.parse().map_err(|_| "a number is needed, for instance `60s`".to_string())?;
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit: use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|e| e.to_string())
}
