//! Which accesses other threads can see.
//!
//! A thread gives way before an access only if another thread could tell the difference. Whether that is so cannot be
//! known beforehand, so the search begins with a promise for each place in memory and checks it at each access:
//!
//! - *alone*: while more than one thread is there, one thread accesses it (an object of a frame or of the heap: only the
//!   thread that made it);
//! - *constant*: nobody writes it while more than one thread is there;
//! - *locked*: whoever accesses it has the same lock (for reading, a lock shared with other readers is enough).
//!
//! A place that keeps one of these over all accesses of the search needs no scheduling point. When an access breaks the
//! last promise of a place, and there was no scheduling point at an earlier access, the search has to begin anew with
//! that place visible. Objects of frames and of the heap count from the time on at which others may reach them (their
//! address was stored where others can read it); a foreign access to one that was not known to be reachable breaks all
//! promises of its kind at once.
//!
//! Why that is sound. Let a run of the program be given, with a scheduling point at each access, that ends in an error,
//! a deadlock, or the first access that breaks a promise. Every access at a place that keeps a promise up to there
//! commutes with the steps of other threads between it and the step of its thread before: nobody else touches the place
//! (alone), or all only read (constant), or nobody else has the lock that each toucher has (locked: taking and dropping
//! locks are atomic sections, which are scheduling points). So the run can be reordered to one in which these accesses
//! follow the step before at once: a run of the search. It ends in the same error, or makes the access that breaks the
//! promise, which is noticed. A thread that would go on for ever without a scheduling point is cut (see `step`).
//!
//! Accesses inside of atomic sections are counted, and are no scheduling points themselves.

use crate::outcome::ThreadNumber;
use rustc_hash::FxHashMap;

/// What is known about the accesses to one place, over all runs.
#[derive(Clone, Debug, Default)]
struct Place {
    accessor: Accessor,
    written: bool,
    /// The locks that all accesses had; none before the first.
    locks: Option<Vec<u64>>,
    /// An access outside of atomic sections was no scheduling point.
    unseen: bool,
    /// No promise is left.
    visible: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Accessor {
    #[default]
    Nobody,
    One(ThreadNumber),
    /// The thread that made the object, whichever that is.
    Maker,
    Many,
}

/// A place in memory: 8 bytes of a static object, of a slot of a function, of the objects that one place allocates.
pub type PlaceKey = u64;

pub struct Access<'a> {
    pub place: PlaceKey,
    pub thread: ThreadNumber,
    /// Of an object of a frame or of the heap: whether the thread made it.
    pub made: Option<bool>,
    pub write: bool,
    pub atomic_section: bool,
    /// The locks that count for this access.
    pub locks: &'a [u64],
}

#[derive(Debug, Default)]
pub struct Sharing {
    places: FxHashMap<PlaceKey, Place>,
    /// Kinds of objects that others reach by ways that are not seen: visible from the start.
    exposed: FxHashMap<PlaceKey, ()>,
    /// A lock was had by two threads at once: initialised while it was locked. Locks promise nothing then.
    distrusted: bool,
    /// A promise was broken after it had been used.
    pub broken: bool,
}

impl Sharing {
    /// Notes an access; whether it is a scheduling point.
    pub fn access(&mut self, access: &Access) -> bool {
        let place = self.places.entry(access.place).or_default();
        if place.visible {
            return !access.atomic_section;
        }
        let accessor = match access.made {
            None => Accessor::One(access.thread),
            Some(true) => Accessor::Maker,
            Some(false) => Accessor::Many,
        };
        place.accessor = match place.accessor {
            Accessor::Nobody => accessor,
            before if before == accessor => before,
            _ => Accessor::Many,
        };
        place.written |= access.write;
        match &mut place.locks {
            None => place.locks = Some(access.locks.to_vec()),
            Some(locks) => locks.retain(|l| access.locks.contains(l)),
        }
        let locked = !self.distrusted && place.locks.as_ref().is_some_and(|l| !l.is_empty());
        if place.accessor == Accessor::Many && place.written && !locked {
            place.visible = true;
            self.broken |= place.unseen;
            return !access.atomic_section;
        }
        place.unseen |= !access.atomic_section;
        false
    }

    /// A lock does not do what locks do.
    pub fn distrust_locks(&mut self) {
        self.broken |= !self.distrusted;
        self.distrusted = true;
    }

    /// Another thread came to an object of a kind that it could not reach.
    pub fn expose(&mut self, kind: PlaceKey) {
        self.broken |= self.exposed.insert(kind, ()).is_none();
    }

    pub fn is_exposed(&self, kind: PlaceKey) -> bool {
        !self.exposed.is_empty() && self.exposed.contains_key(&kind)
    }
}
