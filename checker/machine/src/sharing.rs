//! Which accesses other threads can see.
//!
//! A thread gives way before an access only if another thread could tell the difference. Whether that is so cannot be
//! known beforehand, so the search believes what it has seen so far, and checks at each access that it still holds:
//!
//! - *apart*: which threads read and write a place. An access is no scheduling point while no other thread that is
//!   there, or that another one may start, is known to make a conflicting access to the place.
//! - *made*: an object of a frame or of the heap is accessed only by the thread that made it.
//! - *locked*: whoever accesses a place has the same lock (for reading, a lock shared with other readers is enough).
//! - *quiet*: an atomic section that begins at a place of the code makes no access that is a scheduling point.
//!
//! When an access shows that something believed is wrong, and an earlier access was no scheduling point because of it,
//! the search has to begin anew, knowing more. Objects of frames and of the heap count from the time on at which others
//! may reach them (their address was stored where others can read it); a foreign access to one that was not known to be
//! reachable is noticed, and objects of its kind count from their beginning then.
//!
//! Why that is sound. Let a run of the program be given, with a scheduling point at each access and at each atomic
//! section, that ends in an error, in a deadlock, or with the first access that shows that something believed is wrong.
//! Up to there, each access that is no scheduling point commutes with the steps of other threads between it and the step
//! of its own thread before: no other thread makes a conflicting access to the place (apart, made), or none that does has
//! the lock (locked; taking and dropping locks are atomic sections whose accesses to the lock conflict). So the run can be
//! reordered to one in which these accesses follow the step before at once: a run of the search. It ends in the same
//! error, or makes the access that shows what is wrong, which is noticed. A thread that would go on for ever without a
//! scheduling point is cut (see `step`), and the ends of the program and of runs that are dropped are scheduling points.

use crate::outcome::ThreadNumber;
use rustc_hash::{FxHashMap, FxHashSet};

/// A set of threads, one bit each.
pub type Threads = u64;

/// What is known about the accesses to one place, over all runs.
#[derive(Clone, Debug, Default)]
struct Place {
    readers: Threads,
    writers: Threads,
    /// Those who made an access that was no scheduling point because nobody else was known to conflict.
    unseen_readers: Threads,
    unseen_writers: Threads,
    /// The locks that all accesses had; none before the first.
    locks: Option<Vec<u64>>,
    /// A thread that did not make the object came here.
    foreign: bool,
    /// An access was no scheduling point because the place is locked, or its thread made the object.
    leans: bool,
}

/// A place in memory: 4 bytes of a static object, of a slot of a function, of the objects that one place allocates.
pub type PlaceKey = u64;

pub struct Access<'a> {
    pub place: PlaceKey,
    pub thread: ThreadNumber,
    /// Of an object of a frame or of the heap: whether the thread made it.
    pub made: Option<bool>,
    pub write: bool,
    /// Inside of an atomic section that began with a scheduling point: nothing needs to be believed.
    pub covered: bool,
    /// The locks that count for this access.
    pub locks: &'a [u64],
    /// Threads that are there, or may be started by others than this one.
    pub others: Threads,
}

#[derive(Debug, Default)]
pub struct Sharing {
    places: FxHashMap<PlaceKey, Place>,
    /// Kinds of objects that others reach by ways that are not seen: they count from their beginning.
    exposed: FxHashSet<PlaceKey>,
    /// Atomic sections that are scheduling points, by the place in the code.
    sections: FxHashSet<u64>,
    /// By thread: who starts it.
    starters: Vec<Threads>,
    /// A lock was had by two threads at once: initialised while it was locked. Locks promise nothing then.
    distrusted: bool,
    /// Something that was believed, and used, is wrong.
    pub broken: bool,
}

impl Sharing {
    /// Notes an access; whether it is a scheduling point.
    pub fn access(&mut self, access: &Access) -> bool {
        let place = self.places.entry(access.place).or_default();
        let bit: Threads = 1 << access.thread;
        let known = if access.write { &mut place.writers } else { &mut place.readers };
        if *known & bit == 0 {
            *known |= bit;
            let unseen = if access.write { place.unseen_readers | place.unseen_writers } else { place.unseen_writers };
            self.broken |= unseen & !bit != 0;
        }
        place.foreign |= access.made == Some(false);
        match &mut place.locks {
            None => place.locks = Some(access.locks.to_vec()),
            Some(locks) if !locks.is_empty() => locks.retain(|l| access.locks.contains(l)),
            Some(_) => {}
        }
        let locked = !self.distrusted && place.locks.as_ref().is_some_and(|l| !l.is_empty());
        let safe = locked || (access.made.is_some() && !place.foreign);
        if place.leans && !safe {
            place.leans = false;
            self.broken = true;
        }
        if access.covered {
            return false;
        }
        let conflicting = if access.write { place.readers | place.writers } else { place.writers };
        if conflicting & access.others & !bit == 0 {
            *(if access.write { &mut place.unseen_writers } else { &mut place.unseen_readers }) |= bit;
            return false;
        }
        place.leans |= safe;
        !safe
    }

    /// Another thread came to an object of a kind that it could not reach.
    pub fn expose(&mut self, kind: PlaceKey) {
        self.broken |= self.exposed.insert(kind);
    }

    pub fn is_exposed(&self, kind: PlaceKey) -> bool {
        !self.exposed.is_empty() && self.exposed.contains(&kind)
    }

    /// Whether an atomic section is a scheduling point whatever it does.
    pub fn stops(&self, section: u64) -> bool {
        self.sections.contains(&section)
    }

    /// An atomic section did something that others can see, and began without a scheduling point.
    pub fn stop_at(&mut self, section: u64) {
        self.broken |= self.sections.insert(section);
    }

    /// A lock does not do what locks do.
    pub fn distrust_locks(&mut self) {
        self.broken |= !self.distrusted;
        self.distrusted = true;
    }

    /// A thread starts another.
    pub fn starts(&mut self, starter: ThreadNumber, started: ThreadNumber) {
        let at = started as usize;
        if self.starters.len() <= at {
            self.starters.resize(at + 1, 0);
        }
        let before = self.starters[at];
        self.starters[at] |= 1 << starter;
        self.broken |= before != 0 && before != self.starters[at];
    }

    /// The threads that are there but for one, and those that they may start.
    pub fn others(&self, there: Threads, thread: ThreadNumber) -> Threads {
        let mut others = there & !(1 << thread);
        loop {
            let mut more = others;
            for (started, starters) in self.starters.iter().enumerate() {
                if starters & others != 0 {
                    more |= 1 << started;
                }
            }
            if more == others {
                return others & !(1 << thread);
            }
            others = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Threads = 0b111;

    fn access(place: PlaceKey, thread: ThreadNumber, write: bool) -> Access<'static> {
        Access { place, thread, made: None, write, covered: false, locks: &[], others: ALL & !(1 << thread) }
    }

    #[test]
    fn an_access_is_visible_once_a_conflicting_one_is_known() {
        let mut sharing = Sharing::default();
        assert!(!sharing.access(&access(1, 0, true)));
        assert!(!sharing.broken);
        assert!(sharing.access(&access(1, 1, false)));
        assert!(sharing.broken, "the write of thread 0 was no scheduling point");
        sharing.broken = false;
        assert!(sharing.access(&access(1, 0, true)));
        assert!(!sharing.broken);
    }

    #[test]
    fn readers_do_not_conflict() {
        let mut sharing = Sharing::default();
        assert!(!sharing.access(&access(1, 0, false)));
        assert!(!sharing.access(&access(1, 1, false)));
        assert!(!sharing.access(&access(2, 1, true)));
        assert!(!sharing.broken);
        assert!(sharing.access(&access(1, 2, true)));
        assert!(sharing.broken);
    }

    #[test]
    fn threads_that_cannot_be_there_do_not_count() {
        let mut sharing = Sharing::default();
        sharing.access(&Access { others: 0, ..access(1, 0, true) });
        sharing.access(&Access { others: 0, ..access(1, 1, true) });
        assert!(sharing.broken, "who was there is not known beforehand");
        sharing.broken = false;
        assert!(!sharing.access(&Access { others: 0, ..access(1, 0, true) }));
        assert!(sharing.access(&Access { others: 0b10, ..access(1, 0, true) }));
    }

    #[test]
    fn a_lock_that_all_have_is_enough_until_one_has_not() {
        let mut sharing = Sharing::default();
        let locks = [7, 8];
        let under = |thread| Access { locks: &locks, ..access(1, thread, true) };
        sharing.access(&under(0));
        sharing.access(&under(1));
        sharing.broken = false;
        assert!(!sharing.access(&under(0)), "both have a lock in common");
        assert!(!sharing.access(&Access { locks: &[8], ..access(1, 1, true) }));
        assert!(!sharing.broken);
        assert!(sharing.access(&Access { locks: &[7], ..access(1, 1, true) }), "7 is not had by all, 8 not now");
        assert!(sharing.broken);
    }

    #[test]
    fn locks_that_are_distrusted_promise_nothing() {
        let mut sharing = Sharing::default();
        let under = |thread| Access { locks: &[7], ..access(1, thread, true) };
        sharing.access(&under(0));
        sharing.access(&under(1));
        sharing.broken = false;
        sharing.distrust_locks();
        assert!(sharing.broken);
        sharing.broken = false;
        sharing.distrust_locks();
        assert!(!sharing.broken, "it was known");
        assert!(sharing.access(&under(0)));
    }

    #[test]
    fn who_made_an_object_is_alone_until_another_comes() {
        let mut sharing = Sharing::default();
        let by = |thread, made| Access { made: Some(made), ..access(1, thread, true) };
        sharing.access(&by(0, true));
        sharing.access(&by(1, true));
        sharing.broken = false;
        assert!(!sharing.access(&by(0, true)), "each has its own object of this kind");
        assert!(sharing.access(&by(1, false)));
        assert!(sharing.broken);
    }

    #[test]
    fn a_covered_access_is_no_scheduling_point_and_is_known_to_others() {
        let mut sharing = Sharing::default();
        assert!(!sharing.access(&Access { covered: true, ..access(1, 0, true) }));
        assert!(sharing.access(&access(1, 1, false)));
        assert!(!sharing.broken, "the section was a scheduling point");
    }

    #[test]
    fn what_others_start_counts() {
        let mut sharing = Sharing::default();
        sharing.starts(0, 1);
        sharing.starts(1, 2);
        assert_eq!(sharing.others(0b011, 0), 0b110);
        assert_eq!(sharing.others(0b001, 0), 0, "what a thread starts comes after what it did");
        assert!(!sharing.broken);
        sharing.starts(0, 2);
        assert!(sharing.broken, "thread 2 was believed to be started by thread 1");
    }

    #[test]
    fn kinds_and_sections_are_learnt_once() {
        let mut sharing = Sharing::default();
        sharing.expose(3);
        sharing.stop_at(9);
        assert!(sharing.broken && sharing.is_exposed(3) && sharing.stops(9) && !sharing.stops(8));
        sharing.broken = false;
        sharing.expose(3);
        sharing.stop_at(9);
        assert!(!sharing.broken);
    }
}
