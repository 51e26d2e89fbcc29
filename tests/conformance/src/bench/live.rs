//! Infinite runs: `pan -a`, `pan -l` and `-f` against `ax check`, with the claim that Spin makes.

use super::Setting;
use super::catalogue::Model;
use super::measure::{self, Measure, keep_best};
use super::numbers::{geometric_mean, grouped, least, ratio, seconds};
use super::page::Section;
use super::pan::Pan;
use super::ways::{LIVE, WHOLE};
use crate::ax::{Fairness, Property, Request};
use crate::table::Table;

/// A model, the name of its claim if it has several, and what is looked for.
struct Case {
    model: &'static str,
    /// Ours, or one of Spin's by its path.
    is_own: bool,
    claim: Option<&'static str>,
    property: Property,
    fairness: Fairness,
}

const fn spins(model: &'static str, claim: Option<&'static str>, property: Property, fairness: Fairness) -> Case {
    Case { model, is_own: false, claim, property, fairness }
}

const fn own(model: &'static str, fairness: Fairness) -> Case {
    Case { model, is_own: true, claim: None, property: Property::Acceptance, fairness }
}

/// All of them hold, so that both search everything.
const CASES: &[Case] = &[
    own("lock-server", Fairness::None),
    own("token-bus", Fairness::None),
    spins("LTL/mobile1.pml", None, Property::Acceptance, Fairness::None),
    spins("LTL/mobile1.pml", None, Property::Acceptance, Fairness::Weak),
    spins("LTL/train.pml", Some("c1"), Property::Acceptance, Fairness::None),
    spins("LTL/train.pml", Some("c1"), Property::Acceptance, Fairness::Weak),
    spins("Book_1991/p347.pftp.ses5.pml", None, Property::Progress, Fairness::None),
    spins("Book_1991/p347.pftp.ses5.pml", None, Property::Progress, Fairness::Weak),
    spins("Book_1991/p337.pftp.ses.pml", None, Property::Progress, Fairness::None),
    spins("Book_1991/p337.pftp.ses.pml", None, Property::Progress, Fairness::Weak),
];

impl Case {
    fn text(&self) -> String {
        let property = if self.property == Property::Progress { "non-progress" } else { "acceptance" };
        let fair = if self.fairness == Fairness::Weak { ", weak fairness" } else { "" };
        format!("{property}{fair}")
    }
}

struct Row {
    pan: Measure,
    /// In the order of [`LIVE`].
    ways: Vec<Measure>,
    agrees: bool,
}

pub fn measure(setting: &Setting) -> Result<Section, String> {
    let mut heads = vec!["model", "search", "states", "pan s"];
    let ways: Vec<String> = LIVE.iter().flat_map(|way| [format!("{} s", way.name), "speed".to_string()]).collect();
    heads.extend(ways.iter().map(String::as_str));
    heads.push("states agree");
    let mut table = Table::new(&heads);
    let (mut speeds, mut agrees) = (vec![Vec::new(); LIVE.len()], true);
    let cases = CASES.iter().filter(|case| setting.wants(case.model));
    for case in cases.step_by(if setting.quick { 3 } else { 1 }) {
        eprintln!("live: {} {} …", case.model, case.text());
        let row = row(setting, case)?;
        agrees &= row.agrees;
        let mut cells =
            vec![case.model.to_string(), case.text(), grouped(row.pan.counts.stored), seconds(row.pan.seconds)];
        for (way, speeds) in row.ways.iter().zip(&mut speeds) {
            speeds.push(row.pan.seconds / way.seconds);
            cells.extend([seconds(way.seconds), ratio(row.pan.seconds / way.seconds)]);
        }
        cells.push(if row.agrees { "equal" } else { "DIFFER" }.to_string());
        table.row(cells);
    }
    let findings = LIVE.iter().zip(&speeds).map(|(way, speeds)| {
        let (mean, least) = (geometric_mean(speeds.iter().copied()), least(speeds.iter().copied()));
        format!("Infinite runs, {}: {mean:.2} times pan's speed in the mean, {least:.2} at least.", way.name)
    });
    Ok(Section {
        part: "live",
        title: "Infinite runs",
        words: "`spin -o1 -o2 -o3 -a`, `gcc -O2 -DNOREDUCE -DNFAIR=4` (and `-DNP`), `pan -a` or `pan -l` (and `-f`) \
            with the smallest `-w` and `-m` that will do, \
                against `ax check --por off --optimize off` with the claim that Spin makes. All properties hold, so \
                both search everything. The claim of \
                `lock-server` says that something never happens; the others need a second search for cycles."
            .to_string(),
        findings: findings.collect(),
        tables: vec![table],
        pictures: Vec::new(),
        agrees,
    })
}

fn row(setting: &Setting, case: &Case) -> Result<Row, String> {
    let model = match case.is_own {
        true => Model::own(setting.root(), case.model, &[]),
        false => Model::spins(setting.root(), case.model),
    };
    let mut flags = vec!["-DNOREDUCE", "-DNFAIR=4"];
    flags.extend((case.property == Property::Progress).then_some("-DNP"));
    let pan = Pan::build(&model, "live", &flags)?;
    let mut arguments = vec![if case.property == Property::Progress { "-l" } else { "-a" }.to_string()];
    arguments.extend((case.fairness == Fairness::Weak).then(|| "-f".to_string()));
    arguments.extend(case.claim.into_iter().flat_map(|claim| ["-N".to_string(), claim.to_string()]));
    let (fitting, _) = pan.fitting(&arguments)?;
    let request = Request { name: case.claim.map(str::to_string), ..Request::live(case.property, case.fairness) };
    let (mut pan_best, mut best) = (None, vec![None; LIVE.len()]);
    let mut agrees = true;
    for _ in 0..setting.rounds {
        let (outcome, report) = pan.run(&fitting)?;
        keep_best(&mut pan_best, Measure::of_pan(&outcome, report.counts));
        for (way, best) in LIVE.iter().zip(&mut best) {
            let (measure, _) = measure::check(&setting.ax, &model, &request, &[WHOLE, way.args])?;
            agrees &= measure.counts.stored == report.counts.stored;
            keep_best(best, measure);
        }
    }
    Ok(Row { pan: pan_best.ok_or("no runs")?, ways: best.into_iter().flatten().collect(), agrees })
}
