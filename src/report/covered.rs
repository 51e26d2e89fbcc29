//! What a search covered that does not simply store every state, in words and as JSON.

use super::style::{counted, grouped};
use checker::search::Covered;
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Json {
    Within { steps: Option<u64>, bounds: u32 },
    Stateless { bound: u64, visits: u64, distinct: u64, cut: u64, slept: u64 },
    Walks { walks: u64, steps: u64, bound: u64, distinct: u64 },
    Swarm { searches: u64, distinct: u64 },
}

pub fn json(covered: Covered) -> Json {
    match covered {
        Covered::Within { steps, bounds } => Json::Within { steps, bounds },
        Covered::Runs { bound, by_default: _, visits, distinct, cut, slept } => {
            Json::Stateless { bound, visits, distinct: whole(distinct), cut, slept }
        }
        Covered::Walks { walks, steps, bound, distinct } => {
            Json::Walks { walks, steps, bound, distinct: whole(distinct) }
        }
        Covered::Swarm { searches, distinct } => Json::Swarm { searches, distinct: whole(distinct) },
    }
}

fn whole(number: f64) -> u64 {
    number.round() as u64
}

/// Where no error was found, if the number of stored states does not tell: `on 1,000 random walks`.
pub fn searched(covered: Covered) -> Option<String> {
    match covered {
        Covered::Within { .. } => None,
        Covered::Runs { visits, .. } => Some(format!("in {} to states", counted(visits, "visit"))),
        Covered::Walks { walks, steps, .. } => {
            Some(format!("on {} of {} in all", counted(walks, "random walk"), counted(steps, "step")))
        }
        Covered::Swarm { searches, distinct } => {
            Some(format!("in {} of about {}", searches_of(searches), counted(whole(distinct), "state")))
        }
    }
}

/// A line of numbers.
pub fn numbers(covered: Covered) -> String {
    match covered {
        Covered::Within { steps, bounds } => {
            let tried =
                if bounds > 1 { format!("; {} were tried", counted(bounds.into(), "bound")) } else { String::new() };
            match steps {
                Some(steps) => {
                    format!("every state within {} of the start was searched{tried}", counted(steps, "step"))
                }
                None => format!("not all states within a bound were searched{tried}"),
            }
        }
        Covered::Runs { bound, by_default, distinct, cut, slept, .. } => {
            let why = if by_default { ", as nothing was said" } else { "" };
            let runs = match cut {
                0 => format!("no run has more than the bound of {}{why}", counted(bound, "step")),
                _ => format!("{} were cut off at the bound of {}{why}", counted(cut, "run"), counted(bound, "step")),
            };
            format!("{runs}; about {}; {} asleep", counted(whole(distinct), "different state"), counted(slept, "step"))
        }
        Covered::Walks { bound, distinct, .. } => {
            format!("up to {} each; about {}", counted(bound, "step"), counted(whole(distinct), "different state"))
        }
        Covered::Swarm { searches, distinct } => {
            format!("{} came to about {} different states together", searches_of(searches), grouped(whole(distinct)))
        }
    }
}

fn searches_of(searches: u64) -> String {
    if searches == 1 { "1 search".to_string() } else { format!("{} searches", grouped(searches)) }
}
