//! What a comparison comes to.

use std::fmt;

#[derive(Clone, Debug)]
pub enum Verdict {
    Agrees(Agreement),
    /// The program has no meaning to compare with; why.
    Dropped(String),
    Differs(Difference),
}

#[derive(Clone, Copy, Debug)]
pub struct Agreement {
    /// Values that the model has.
    pub values: u64,
    /// Values that are not the initial ones.
    pub changed: u64,
    pub statements: u64,
    pub states: u64,
}

#[derive(Clone, Debug)]
pub struct Difference {
    pub sort: Sort,
    pub detail: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// `ax` does not extract the function.
    Extraction,
    /// A statement is not exact.
    Generalised,
    /// A variable with a new value is not in the model.
    Missing,
    /// `ax check` does not accept the model.
    Refused,
    /// A value at the end is another one, or there is another error on the way.
    Value,
    /// The model goes on for ever.
    Endless,
    /// The model has a choice.
    Choice,
    /// Spin does not accept the model, or finds something else.
    Spin,
    /// What the program does is not among what its generalised model can do.
    Lost,
    Crashed,
    TimeLimit,
}

impl Difference {
    pub fn verdict(sort: Sort, detail: String) -> Verdict {
        Verdict::Differs(Difference { sort, detail })
    }

    /// The same sort of difference; of a generalisation, for the same reason.
    pub fn is_like(&self, other: &Difference) -> bool {
        let reason = |text: &str| text.split(['(', '`']).next().unwrap_or_default().to_string();
        let by_reason = matches!(self.sort, Sort::Generalised | Sort::Refused | Sort::Extraction | Sort::Spin);
        self.sort == other.sort && (!by_reason || reason(&self.detail) == reason(&other.detail))
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Extraction => "not extracted",
            Sort::Generalised => "generalised",
            Sort::Missing => "not in the model",
            Sort::Refused => "refused",
            Sort::Value => "value",
            Sort::Endless => "endless",
            Sort::Choice => "choice",
            Sort::Spin => "spin",
            Sort::Lost => "lost",
            Sort::Crashed => "crashed",
            Sort::TimeLimit => "time limit",
        })
    }
}
