//! The result for people: the verdict first, then the trail, then the numbers.

use checker::model::Model;
use checker::search::Outcome;
use checker::source::Sources;

pub fn print(_model: &Model, outcome: &Outcome, _sources: &Sources) {
    println!("{:?}", outcome.statistics);
}
