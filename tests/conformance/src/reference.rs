//! The reference table: what Spin says of each of its own example models.

use crate::counts::Counts;
use crate::csv;
use crate::spin::Reduction;

/// One row of `spin-reference.csv` in a mode that mirrors a full search.
#[derive(Clone, Debug)]
pub struct Row {
    /// Path below Spin's examples folder.
    pub model: String,
    pub mode: Mode,
    /// The claim, if the row names one.
    pub claim: Option<String>,
    pub verdict: String,
    /// Text of the first error with its depth, as `invalid end state @4`.
    pub first_error: String,
    pub counts: Counts,
    /// The search went through the whole state space.
    pub complete: bool,
    /// It came to its depth limit.
    pub is_truncated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The whole state space, with the first claim.
    All,
    /// The whole state space without the claim.
    NoClaim,
    /// Up to the first error.
    First,
    /// `pan -a`
    Acceptance,
    /// `pan -a -f`
    FairAcceptance,
    /// `pan -l`
    Progress,
    /// `pan -l -f`
    FairProgress,
    /// The whole state space with Spin's optimisations of the model, and no partial order reduction.
    Merged,
    /// Spin's defaults: optimisations and partial order reduction.
    Default,
    /// Spin's defaults, up to the first error.
    DefaultFirst,
    /// `pan -a` with Spin's defaults.
    ReducedAcceptance,
    /// `pan -l` with Spin's defaults.
    ReducedProgress,
}

impl Mode {
    pub const ALL: [Mode; 12] = [
        Mode::All,
        Mode::NoClaim,
        Mode::First,
        Mode::Acceptance,
        Mode::FairAcceptance,
        Mode::Progress,
        Mode::FairProgress,
        Mode::Merged,
        Mode::Default,
        Mode::DefaultFirst,
        Mode::ReducedAcceptance,
        Mode::ReducedProgress,
    ];

    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Mode::All => "full_all",
            Mode::NoClaim => "fullnc_all",
            Mode::First => "full_first",
            Mode::Acceptance => "acc_full",
            Mode::FairAcceptance => "acc_full_fair",
            Mode::Progress => "np_full",
            Mode::FairProgress => "np_full_fair",
            Mode::Merged => "merge_all",
            Mode::Default => "default_all",
            Mode::DefaultFirst => "default_first",
            Mode::ReducedAcceptance => "acc_por",
            Mode::ReducedProgress => "np_por",
        }
    }

    /// What is left out of the state space.
    pub fn reduction(self) -> Reduction {
        match self {
            Mode::Merged => Reduction::Merged,
            Mode::Default | Mode::DefaultFirst | Mode::ReducedAcceptance | Mode::ReducedProgress => Reduction::Full,
            _ => Reduction::None,
        }
    }

    pub fn from_name(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// The table as it was measured; it is data, and never edited by hand.
pub const TABLE: &str = include_str!("../spin-reference.csv");

/// The rows of the modes we compare, in the order of the table.
pub fn rows(text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let cells = csv::cells(line);
        let [
            _,
            model,
            mode,
            verdict,
            first_error,
            stored,
            matched,
            transitions,
            atomic,
            depth,
            _,
            errors,
            complete,
            note,
        ] = cells.as_slice()
        else {
            return Err(format!("line {}: not fourteen cells", number + 1));
        };
        let (mode, claim) = match mode.split_once(':') {
            Some((mode, claim)) => (mode, Some(claim.to_string())),
            None => (mode.as_str(), None),
        };
        let Some(mode) = Mode::from_name(mode) else { continue };
        let parse = |cell: &str| cell.parse::<u64>().map_err(|_| format!("line {}: {cell:?} is no number", number + 1));
        rows.push(Row {
            model: model.to_string(),
            mode,
            claim,
            verdict: verdict.to_string(),
            first_error: first_error.clone(),
            counts: Counts {
                stored: parse(stored)?,
                matched: parse(matched)?,
                transitions: parse(transitions)?,
                atomic_steps: parse(atomic)?,
                depth: parse(depth)?,
                errors: parse(errors)?,
            },
            complete: complete == "1",
            is_truncated: note.contains("depth-truncated"),
        });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_all_modes() {
        let rows = rows(TABLE).expect("a readable table");
        let count = |mode| rows.iter().filter(|row| row.mode == mode).count();
        assert_eq!(Mode::ALL.map(count), [69, 14, 69, 25, 24, 10, 10, 70, 72, 72, 33, 10]);
    }
}
