//! What `ax verify` looks for, as `--check` and `--no-check` say, and what a pass may claim.

use crate::args::{CheckKind, Verify};
use extractor::abstraction::audit::{Hole, HoleKind};
use harnesses::ask::{self, FailureKind};
use harnesses::closed::{Closed, Closing, Restriction};
use harnesses::harness::PropertyKind;
use std::collections::BTreeSet;

/// What is looked for if nobody says anything.
const USUAL: [CheckKind; 7] = [
    CheckKind::Assertion,
    CheckKind::Bounds,
    CheckKind::Null,
    CheckKind::Memory,
    CheckKind::Uninitialised,
    CheckKind::Division,
    CheckKind::Deadlock,
];

/// The kinds of errors that are looked for.
pub struct Checks(BTreeSet<CheckKind>);

impl Checks {
    pub fn of(args: &Verify) -> Checks {
        let wanted = USUAL.into_iter().chain(args.check.iter().copied());
        Checks(wanted.filter(|kind| !args.no_check.contains(kind)).collect())
    }

    pub fn has(&self, kind: CheckKind) -> bool {
        self.0.contains(&kind)
    }

    /// What a pass of a property of a user's own rests on, in the harness of functions: the property says nothing of
    /// memory, and the functions are not a program.
    pub fn unchecked(&self, closed: &Closed, kinds: &[PropertyKind]) -> Vec<Restriction> {
        match closed.closing == Closing::Program || kinds.contains(&PropertyKind::Safety) {
            true => Vec::new(),
            false => self.holes(closed),
        }
    }

    /// What may go wrong in ways that are looked for, and is not in the model.
    fn holes(&self, closed: &Closed) -> Vec<Restriction> {
        let counts = closed.holes.iter().filter(|hole| hole.kind != HoleKind::Effect && self.counts(hole.kind));
        let restriction =
            |hole: &Hole| Restriction { what: hole.what.clone(), span: Some(hole.span), entry: None, reason: None };
        counts.map(restriction).collect()
    }

    fn counts(&self, kind: HoleKind) -> bool {
        match kind {
            HoleKind::Effect => true,
            HoleKind::Bounds => self.has(CheckKind::Bounds),
            HoleKind::Memory => self.has(CheckKind::Memory) || self.has(CheckKind::Null),
            HoleKind::Division => self.has(CheckKind::Division),
        }
    }
}

impl ask::Checks for Checks {
    fn wants(&self, kind: FailureKind) -> bool {
        let named = |check: &CheckKind| check.name() == kind.name();
        !CheckKind::ALL.iter().any(named) || self.0.iter().any(named)
    }

    fn obstacles(&self, closed: &Closed, kind: PropertyKind) -> Vec<Restriction> {
        let mut list = closed.obstacles.clone();
        list.extend(closed.doubts.clone());
        if closed.closing == Closing::Program || kind == PropertyKind::Safety {
            list.extend(self.holes(closed));
        }
        let missing = self.0.iter().filter_map(|kind| kind.not_yet());
        list.extend(missing.map(|what| Restriction { what: what.into(), span: None, entry: None, reason: None }));
        list
    }

    /// Every step that can go wrong so is in the model.
    fn claimed(&self, closed: &Closed, kind: PropertyKind) -> Vec<String> {
        let whole = |kind: HoleKind| closed.holes.iter().all(|hole| hole.kind != kind);
        let possible: &[CheckKind] = match kind {
            PropertyKind::Safety => {
                &[CheckKind::Assertion, CheckKind::Bounds, CheckKind::Division, CheckKind::Deadlock]
            }
            PropertyKind::Assertions => &[CheckKind::Assertion, CheckKind::Bounds, CheckKind::Division],
            PropertyKind::Deadlock => &[CheckKind::Deadlock],
            PropertyKind::Termination => return vec!["termination".to_string()],
            PropertyKind::Progress | PropertyKind::Ltl => return Vec::new(),
        };
        let earned = |check: &&CheckKind| match check {
            CheckKind::Bounds => whole(HoleKind::Bounds),
            CheckKind::Division => whole(HoleKind::Division),
            CheckKind::Assertion
            | CheckKind::Null
            | CheckKind::Memory
            | CheckKind::Uninitialised
            | CheckKind::Deadlock
            | CheckKind::Race
            | CheckKind::Leak
            | CheckKind::Overflow => true,
        };
        possible.iter().filter(|c| self.has(**c)).filter(earned).map(|c| c.name().to_string()).collect()
    }
}
