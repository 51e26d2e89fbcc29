//! What the searches of a swarm found together.

use std::collections::HashSet;

use super::Finding;
use crate::search::distinct::Distinct;
use crate::search::{Covered, Incomplete, Outcome, Statistics, Unreached};

/// The outcome of all: the shortest trail of those that were found, statements that none reached, states added up.
pub fn join(findings: &[Finding]) -> Outcome {
    let mut statistics = Statistics::default();
    let mut distinct = Distinct::default();
    for Finding { outcome, distinct: own, .. } in findings {
        let s = &outcome.statistics;
        statistics.stored += s.stored;
        statistics.matched += s.matched;
        statistics.atomic_steps += s.atomic_steps;
        statistics.depth = statistics.depth.max(s.depth);
        statistics.state_bytes = statistics.state_bytes.max(s.state_bytes);
        statistics.memory_bytes = statistics.memory_bytes.max(s.memory_bytes);
        distinct.join(own);
    }
    let errors = findings.iter().filter_map(|f| Some((f.task.number, f.outcome.errors.first()?)));
    let shortest = errors.min_by_key(|(number, error)| (error.trail.len(), *number)).map(|(_, error)| error.clone());
    // A limit that was hit is told; that states may be missing is always so.
    let limit = findings.iter().filter_map(|f| f.outcome.incomplete);
    let limit = limit.filter(|i| !matches!(i, Incomplete::Lossy | Incomplete::Depth)).min_by_key(|i| i.rank());
    Outcome {
        errors_total: u64::from(shortest.is_some()),
        errors: shortest.into_iter().collect(),
        statistics,
        unreached: unreached_by_all(findings),
        claim_reached: claim_reached_by_any(findings),
        incomplete: Some(limit.unwrap_or(Incomplete::Lossy)),
        loss: None,
        asymmetric: false,
        covered: Some(Covered::Swarm { searches: findings.len() as u64, distinct: distinct.estimate() }),
    }
}

fn unreached_by_all(findings: &[Finding]) -> Vec<Unreached> {
    let Some((first, others)) = findings.split_first() else { return Vec::new() };
    let mut left = first.outcome.unreached.clone();
    for other in others {
        let also: HashSet<_> = other.outcome.unreached.iter().map(|u| (&u.proctype, u.span, &u.statement)).collect();
        left.retain(|u| also.contains(&(&u.proctype, u.span, &u.statement)));
    }
    left
}

fn claim_reached_by_any(findings: &[Finding]) -> Vec<bool> {
    let mut reached: Vec<bool> = Vec::new();
    for finding in findings {
        let own = &finding.outcome.claim_reached;
        reached.resize(own.len().max(reached.len()), false);
        reached.iter_mut().zip(own).for_each(|(all, own)| *all |= *own);
    }
    reached
}
