//! `conformance models`: Spin's own example models against the reference table.

use crate::ax::{self, Ax, Fairness, Property, Request};
use crate::counts;
use crate::examples;
use crate::kind;
use crate::pool;
use crate::random;
use crate::reference::{self, Mode, Row};
use crate::scratch::Scratch;
use crate::spin::{Claim, Reduction};
use crate::table::Table;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// The checker.
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    /// Only models whose path contains this.
    #[arg(long, default_value = "")]
    filter: String,
    /// Modes to compare.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "full_all,fullnc_all,full_first,acc_full,acc_full_fair,np_full,np_full_fair"
    )]
    modes: Vec<String>,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Seconds per model.
    #[arg(long, default_value_t = 120)]
    limit: u64,
    /// Write the table as a page of documentation.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

/// How one row came out.
enum Judgement {
    Agrees,
    /// The state space agrees, but a weaker number does not.
    AgreesBut(String),
    /// The verdict agrees and the counts do not, but Spin's counts say nothing: why.
    VerdictOnly(String, &'static str),
    Differs(String),
    Skipped(&'static str),
}

pub fn run(options: &Options) -> Result<bool, String> {
    let describe = |error: io::Error| error.to_string();
    let modes: Vec<Mode> = options
        .modes
        .iter()
        .map(|name| Mode::from_name(name).ok_or_else(|| format!("there is no mode {name:?}")))
        .collect::<Result<_, _>>()?;
    let ax = Ax { limit: Duration::from_secs(options.limit), ..random::checker(&options.ax)? };
    let scratch = Scratch::new().map_err(describe)?;
    examples::copy_to(scratch.path()).map_err(describe)?;
    let mut rows = reference::rows(reference::TABLE)?;
    rows.retain(|row| modes.contains(&row.mode) && row.model.contains(&options.filter));

    let judgements = pool::map(&rows, options.jobs, |row| judge(&ax, scratch.path(), row));
    let judgements: Vec<Judgement> = judgements.into_iter().collect::<io::Result<_>>().map_err(describe)?;
    let table = table(&rows, &judgements);
    let summary = summary(&judgements);
    println!("{}{summary}", table.text());
    if let Some(path) = &options.markdown {
        std::fs::write(path, page(&table, &summary)).map_err(describe)?;
    }
    Ok(!judgements.iter().any(|judgement| matches!(judgement, Judgement::Differs(_))))
}

fn judge(ax: &Ax, folder: &Path, row: &Row) -> io::Result<Judgement> {
    if matches!(row.mode, Mode::All | Mode::NoClaim | Mode::Merged | Mode::Default) && !row.complete {
        return Ok(Judgement::Skipped("Spin did not complete"));
    }
    let Some(kinds) = kind::of_verdict(&row.verdict, &row.first_error) else {
        return Ok(Judgement::Skipped("Spin hit its depth limit"));
    };
    let model = folder.join(&row.model);
    let request = match row.mode {
        Mode::All | Mode::Merged | Mode::Default => Request::all(Claim::First),
        Mode::NoClaim => Request::all(Claim::None),
        Mode::First | Mode::DefaultFirst => Request { all_errors: false, ..Request::all(Claim::First) },
        Mode::Acceptance | Mode::ReducedAcceptance => Request::live(Property::Acceptance, Fairness::None),
        Mode::FairAcceptance => Request::live(Property::Acceptance, Fairness::Weak),
        Mode::Progress | Mode::ReducedProgress => Request::live(Property::Progress, Fairness::None),
        Mode::FairProgress => Request::live(Property::Progress, Fairness::Weak),
    };
    let request = Request { name: row.claim.clone(), reduction: row.mode.reduction(), ..request };
    let report = match ax.check(model.parent().unwrap_or(folder), &model, &request)? {
        Ok(report) => report,
        // Where Spin's reduction is bolder, the search of the rest may be too long.
        Err(ax::Failure::TimeLimit) if row.mode.reduction() == Reduction::Full => {
            return Ok(Judgement::Skipped("ax takes too long"));
        }
        Err(failure) => return Ok(Judgement::Differs(failure.to_string())),
    };
    Ok(match row.mode {
        Mode::First | Mode::DefaultFirst => judge_verdict(&report, kinds),
        Mode::ReducedAcceptance | Mode::ReducedProgress => judge_verdict(&report, kinds),
        Mode::Merged | Mode::Default => match (judge_verdict(&report, kinds), judge_counts(&report, row)) {
            (Judgement::Agrees, Judgement::Differs(how)) if report.counts.stored < row.counts.stored => {
                Judgement::AgreesBut(format!("fewer states: {how}"))
            }
            (Judgement::Agrees, Judgement::Differs(how)) => {
                Judgement::VerdictOnly(how, "Spin trusts promises, or overlooks something: docs/conformance.md")
            }
            (Judgement::Agrees, counts) => counts,
            (verdict, _) => verdict,
        },
        Mode::All | Mode::NoClaim => match judge_counts(&report, row) {
            Judgement::Differs(how) if kind::spoils_counts(&row.first_error) => match judge_verdict(&report, kinds) {
                Judgement::Agrees => Judgement::VerdictOnly(how, "Spin goes on with stray memory"),
                other => other,
            },
            other => other,
        },
        // The same search finds the same first error, so that even what it counts up to there is the same.
        Mode::Acceptance | Mode::FairAcceptance | Mode::Progress | Mode::FairProgress => {
            match (judge_verdict(&report, kinds), judge_counts(&report, row)) {
                (Judgement::Agrees, Judgement::Differs(how)) if row.is_truncated => {
                    Judgement::VerdictOnly(how, "Spin goes around a state until its depth limit")
                }
                (Judgement::Agrees, counts) => counts,
                (verdict, _) => verdict,
            }
        }
    })
}

fn judge_verdict(report: &ax::Report, kinds: &[&str]) -> Judgement {
    let expected = if kinds.is_empty() { "pass" } else { "fail" };
    if report.verdict != expected {
        return Judgement::Differs(format!("verdict {} instead of {expected}", report.verdict));
    }
    match report.kinds.first() {
        Some(kind) if !kinds.contains(&kind.as_str()) => {
            Judgement::Differs(format!("first error {kind} instead of {}", kinds.join(" or ")))
        }
        _ => Judgement::Agrees,
    }
}

fn judge_counts(report: &ax::Report, row: &Row) -> Judgement {
    let strong = row.counts.differences(&report.counts);
    let weak = row.counts.weak_differences(&report.counts);
    match (strong.is_empty(), weak.is_empty()) {
        (false, _) => Judgement::Differs(counts::listed(&strong)),
        (true, false) => Judgement::AgreesBut(counts::listed(&weak)),
        (true, true) => Judgement::Agrees,
    }
}

fn table(rows: &[Row], judgements: &[Judgement]) -> Table {
    let mut table = Table::new(&["model", "mode", "verdict", "stored", "matched", "transitions", "result", "also"]);
    for (row, judgement) in rows.iter().zip(judgements) {
        let (result, also) = match judgement {
            Judgement::Agrees => ("agrees".to_string(), String::new()),
            Judgement::AgreesBut(weak) => ("agrees".to_string(), weak.clone()),
            Judgement::VerdictOnly(how, why) => (format!("verdict only: {how}"), why.to_string()),
            Judgement::Differs(how) => (format!("DIFFERS: {how}"), String::new()),
            Judgement::Skipped(why) => (format!("skipped: {why}"), String::new()),
        };
        let counted = !matches!(row.mode, Mode::First | Mode::DefaultFirst);
        let number = |number: u64| if counted { number.to_string() } else { String::new() };
        table.row(vec![
            row.model.clone(),
            row.claim.as_ref().map_or(row.mode.name().to_string(), |claim| format!("{}:{claim}", row.mode.name())),
            row.verdict.clone(),
            number(row.counts.stored),
            number(row.counts.matched),
            number(row.counts.transitions),
            result,
            also,
        ]);
    }
    table
}

fn summary(judgements: &[Judgement]) -> String {
    let count = |wanted: fn(&Judgement) -> bool| judgements.iter().filter(|judgement| wanted(judgement)).count();
    format!(
        "{} rows agree, {} differ, {} agree in the verdict only, {} skipped",
        count(|judgement| matches!(judgement, Judgement::Agrees | Judgement::AgreesBut(_))),
        count(|judgement| matches!(judgement, Judgement::Differs(_))),
        count(|judgement| matches!(judgement, Judgement::VerdictOnly(..))),
        count(|judgement| matches!(judgement, Judgement::Skipped(_)))
    )
}

fn page(table: &Table, summary: &str) -> String {
    format!(
        "# Conformance with Spin on its own models\n\n\
         Written by `cargo run --release -p conformance -- models --markdown docs/conformance-models.md`; do not \
         edit.\n\n\
         Spin 6.5.2 ran each of its example models with `spin -o1 -o2 -o3 -a`, `-DNOREDUCE -DSAFETY` and `pan -c0`\n\
         (`full_all`), also with `-DNOCLAIM` (`fullnc_all`), and up to the first error (`full_first`). `ax check --por \
         off\n\
         --optimize off` must give the same stored and matched states and transitions, and for `full_first` the same\n\
         verdict and kind of error. The other rows are searches for cycles: `pan -a` (`acc_full`, with the name of the \
         claim),\n\
         `-DNP` and `pan -l` (`np_full`), and with `-f` (`_fair`), up to the first error, which must be of the same \
         kind and come\n\
         after the same counts. The column \"also\" lists differences in atomic steps, depth and number of errors.\n\n\
         {summary}.\n\n{}",
        table.markdown()
    )
}
