//! `--stats FILE`: how a search went, as a JSON array with one point a line.
//!
//! The file is a whole array after each point: a point is written over the closing bracket, together with a new one. So
//! it can be read while the search runs, and after the search was killed. Points are 100 ms apart at first and later a
//! fiftieth of the time so far, so that a search of a second has some ten, of an hour less than four hundred, of a
//! month less than a thousand. Failing to write does not end a search: it is told after the result.

use checker::search::{Loss, Outcome, Progress};
use serde::Serialize;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// One point. Scripts rely on its fields.
#[derive(Serialize)]
struct Point {
    /// Since the first search began.
    seconds: f64,
    /// Which search, from 1: there are several with `--passes`, or after the memory limit.
    search: u32,
    stored: u64,
    matched: u64,
    transitions: u64,
    /// The longest path.
    depth: u64,
    memory_bytes: u64,
    /// States stored a second, since the point before.
    rate: f64,
    /// Breadth first: the level that is being searched.
    level: Option<Level>,
    /// Depth first: a guess at the share of the search that is done.
    done_estimate: Option<f64>,
    /// For storage that may take a state for another: the share of states expected to have been kept apart.
    expected_coverage: Option<f64>,
    /// For `bitstate`: bits of the table for each state.
    hash_factor: Option<f64>,
    /// The search is over.
    #[serde(rename = "final")]
    last: bool,
}

#[derive(Serialize)]
struct Level {
    number: u64,
    states: u64,
    before: u64,
}

/// What is behind the last point.
const END: &str = "\n]\n";

pub struct Timeline {
    file: File,
    name: String,
    failed: Option<String>,
    started: Instant,
    /// No point before this time.
    due: Duration,
    first: bool,
    search: u32,
    /// The seconds and the states of the point before.
    before: (f64, u64),
}

impl Timeline {
    pub fn create(path: &Path) -> Result<Timeline, String> {
        let name = path.display().to_string();
        let mut file = File::create(path).map_err(|e| format!("cannot write {name}: {e}"))?;
        file.write_all(format!("[{END}").as_bytes()).map_err(|e| format!("cannot write {name}: {e}"))?;
        Ok(Timeline {
            file,
            name,
            failed: None,
            started: Instant::now(),
            due: SPACING,
            first: true,
            search: 0,
            before: (0.0, 0),
        })
    }

    /// A search begins.
    pub fn begin(&mut self) {
        self.search += 1;
        self.before.1 = 0;
    }

    /// A search tells where it is. That may be too soon for another point.
    pub fn add(&mut self, p: &Progress) {
        let now = self.started.elapsed();
        if now < self.due {
            return;
        }
        self.due = now + spacing(now);
        let point = Point {
            level: p.level.map(|l| Level { number: l.number, states: l.states, before: l.before }),
            done_estimate: p.done,
            ..self.point(now, p.stored, p.transitions(), p.loss)
        };
        self.write(&Point { matched: p.matched, depth: p.depth, memory_bytes: p.memory_bytes, ..point });
    }

    /// The last point, and what went wrong before.
    pub fn finish(mut self, outcome: &Outcome) -> Result<(), String> {
        let s = &outcome.statistics;
        let now = self.started.elapsed();
        let point = self.point(now, s.stored, s.transitions(), outcome.loss);
        self.write(&Point { matched: s.matched, depth: s.depth, memory_bytes: s.memory_bytes, last: true, ..point });
        self.failed.map_or(Ok(()), Err)
    }

    fn point(&mut self, now: Duration, stored: u64, transitions: u64, loss: Option<Loss>) -> Point {
        let seconds = now.as_secs_f64();
        let (then, had) = std::mem::replace(&mut self.before, (seconds, stored));
        let (expected_coverage, hash_factor) = match loss {
            Some(Loss::Bits { factor, coverage, .. }) => (Some(coverage), Some(factor)),
            Some(Loss::Compact { missing }) => (Some(stored as f64 / (stored as f64 + missing).max(1.0)), None),
            None => (None, None),
        };
        Point {
            seconds,
            search: self.search,
            stored,
            matched: 0,
            transitions,
            depth: 0,
            memory_bytes: 0,
            rate: stored.saturating_sub(had) as f64 / (seconds - then).max(1e-6),
            level: None,
            done_estimate: None,
            expected_coverage,
            hash_factor,
            last: false,
        }
    }

    /// Writes a point over the end of the array, and the end again. One call, so that the file is never half of it for
    /// long.
    fn write(&mut self, point: &Point) {
        if self.failed.is_some() {
            return;
        }
        let comma = if std::mem::take(&mut self.first) { "\n" } else { ",\n" };
        let written = serde_json::to_string(point).map_err(std::io::Error::from).and_then(|text| {
            self.file.seek(SeekFrom::End(-(END.len() as i64)))?;
            self.file.write_all(format!("{comma}{text}{END}").as_bytes())
        });
        self.failed = written.err().map(|e| format!("cannot write {}: {e}", self.name));
    }
}

/// The least time between points.
const SPACING: Duration = Duration::from_millis(100);

fn spacing(now: Duration) -> Duration {
    SPACING.max(now / 50)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_has_less_than_a_thousand_points() {
        let count = |end: Duration| {
            let (mut now, mut points) = (SPACING, 0);
            while now < end {
                now += spacing(now);
                points += 1;
            }
            points
        };
        assert_eq!(count(Duration::from_secs(1)), 9);
        assert!((300..400).contains(&count(Duration::from_secs(3600))), "{}", count(Duration::from_secs(3600)));
        assert!(count(Duration::from_secs(30 * 86_400)) < 1000);
    }
}
