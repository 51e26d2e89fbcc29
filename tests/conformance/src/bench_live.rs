//! The part of `conformance bench` that is about infinite runs: `pan -a`, `pan -l` and `-f` against `ax check`.

use crate::ax::{self, Ax, Fairness, Property, Request};
use crate::command::{self, Outcome};
use crate::spin::{self, Compiler, Search};
use crate::table::Table;
use std::io;
use std::path::Path;
use std::time::Duration;

/// A model of Spin's package, the name of its claim if it has several, and what is looked for.
struct Case {
    model: &'static str,
    claim: Option<&'static str>,
    property: Property,
    fairness: Fairness,
}

const fn case(model: &'static str, claim: Option<&'static str>, property: Property, fairness: Fairness) -> Case {
    Case { model, claim, property, fairness }
}

/// All of them hold, so that both search everything.
const CASES: &[Case] = &[
    case("LTL/mobile1.pml", None, Property::Acceptance, Fairness::None),
    case("LTL/mobile1.pml", None, Property::Acceptance, Fairness::Weak),
    case("LTL/train.pml", Some("c1"), Property::Acceptance, Fairness::None),
    case("LTL/train.pml", Some("c1"), Property::Acceptance, Fairness::Weak),
    case("Book_1991/p347.pftp.ses5.pml", None, Property::Progress, Fairness::None),
    case("Book_1991/p347.pftp.ses5.pml", None, Property::Progress, Fairness::Weak),
    case("Book_1991/p337.pftp.ses.pml", None, Property::Progress, Fairness::None),
    case("Book_1991/p337.pftp.ses.pml", None, Property::Progress, Fairness::Weak),
];

const LIMIT: Duration = Duration::from_secs(600);

/// The table, and the ratios of ax's speed to pan's.
pub fn measure(ax: &Ax, root: &Path, rounds: usize, filter: &str) -> Result<(Table, Vec<f64>), String> {
    let mut table = Table::new(&["model", "search", "states", "pan s", "ax s", "speed", "states agree"]);
    let mut ratios = Vec::new();
    for case in CASES.iter().filter(|case| case.model.contains(filter)) {
        eprintln!("{} {} …", case.model, case.text());
        let (states, pan, ours, agree) = case.run(ax, root, rounds).map_err(|e| format!("{}: {e}", case.model))?;
        ratios.push(pan / ours);
        table.row(vec![
            case.model.to_string(),
            case.text(),
            states.to_string(),
            format!("{pan:.2}"),
            format!("{ours:.2}"),
            format!("{:.2}", pan / ours),
            if agree { "equal" } else { "DIFFER" }.to_string(),
        ]);
    }
    Ok((table, ratios))
}

impl Case {
    fn text(&self) -> String {
        let property = if self.property == Property::Progress { "non-progress" } else { "acceptance" };
        let fair = if self.fairness == Fairness::Weak { ", weak fairness" } else { "" };
        format!("{property}{fair}")
    }

    /// States, the best times of pan and ax in seconds, and whether the states are as many.
    fn run(&self, ax: &Ax, root: &Path, rounds: usize) -> Result<(u64, f64, f64, bool), String> {
        let describe = |error: io::Error| error.to_string();
        let failed = |failure: spin::Failure| format!("{failure:?}");
        let path = root.join(self.model);
        let folder = path.parent().unwrap_or(root);
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        spin::generate(folder, &name).map_err(describe)?.map_err(failed)?;
        let mut flags = vec!["-DNOREDUCE", "-DNFAIR=4", "-DVECTORSZ=2048"];
        flags.extend((self.property == Property::Progress).then_some("-DNP"));
        spin::compile_with(folder, Compiler::Gcc, &flags).map_err(describe)?.map_err(failed)?;
        let mut arguments =
            spin::arguments(&Search { table: 20, all_errors: false, limit: LIMIT, ..Search::default() });
        arguments.push(if self.property == Property::Progress { "-l" } else { "-a" }.to_string());
        arguments.extend((self.fairness == Fairness::Weak).then(|| "-f".to_string()));
        arguments.extend(self.claim.into_iter().flat_map(|claim| ["-N".to_string(), claim.to_string()]));
        let request = Request { name: self.claim.map(str::to_string), ..Request::live(self.property, self.fairness) };
        let (mut pan_best, mut ax_best) = (f64::INFINITY, f64::INFINITY);
        let (mut states, mut agree) = (0, true);
        for _ in 0..rounds {
            let outcome = command::run(&folder.join("pan"), &arguments, folder, LIMIT).map_err(describe)?;
            let theirs = spin::judge(&outcome).map_err(failed)?;
            pan_best = pan_best.min(seconds(&outcome));
            let outcome =
                command::run(&ax.program, &Ax::arguments(&path, &request), folder, LIMIT).map_err(describe)?;
            let ours = ax::parse(&outcome.stdout).ok_or_else(|| format!("ax gives no report: {}", outcome.stderr))?;
            ax_best = ax_best.min(seconds(&outcome));
            states = theirs.counts.stored;
            agree &= theirs.counts.stored == ours.counts.stored;
        }
        Ok((states, pan_best, ax_best, agree))
    }
}

fn seconds(outcome: &Outcome) -> f64 {
    outcome.elapsed.as_secs_f64()
}
