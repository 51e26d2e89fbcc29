//! Which accesses other threads can see.
//!
//! A thread gives way before an access only if another thread could tell the difference. Whether that is so cannot be
//! known beforehand, so the search believes what it has seen so far, and checks at each access that it still holds:
//!
//! - *apart*: which threads read and write a place. An access is no scheduling point while no other thread that is
//!   there, or that another one may start, is known to make a conflicting access to the place.
//! - *made*: an object of a frame or of the heap is accessed only by the thread that made it.
//! - *locked*: whoever accesses a place has the same lock (for reading, a lock shared with other readers is enough).
//!   An access inside of an atomic section counts with the locks that the thread had when the section began, and, from
//!   the wait of the section on, with a lock that is taken after that wait: nobody else has it then. So the bytes of a
//!   mutex are locked by the mutex itself, as long as nobody looks at them without waiting for it (`trylock`).
//! - *lives*: a lock for each thread. It is had by who may start the thread, from then on by the thread, and again by
//!   who has waited for its end (`__ax_joined`). At the start thread 0 has all. A life that is taken away from a
//!   thread by another one that starts a thread promises nothing any more. So what is prepared for a thread, used by
//!   it, and looked at after the join is locked by its life.
//! - *quiet*: an atomic section that begins at a place of the code makes no access that is a scheduling point.
//!
//! An atomic section that takes a lock is a scheduling point if others access the same bytes, although they are locked:
//! who takes it first is what schedules decide. One that waited for the end of a thread is one only if others than that
//! thread access the same bytes: the thread stays ended, so that it makes no difference when that is noticed.
//! The start of a thread, its end, and the drop of a lock are no scheduling points of their own. But what was done is
//! there for others, so the step must not go on to another scheduling point: it has *acted*.
//!
//! Accesses of a thread that is alone count, too, as long as it does not have the lives of all others: what it does may
//! have happened before those ended. What is done before the first thread starts does not count, nor after all were
//! joined.
//!
//! When an access shows that something believed is wrong, and an earlier access was no scheduling point because of it,
//! the search has to begin anew, knowing more. Objects of frames and of the heap count from the time on at which others
//! may reach them (their address was stored where others can read it); a foreign access to one that was not known to be
//! reachable is noticed, and objects of its kind count from their beginning then.
//!
//! Why that is sound. Let a run of the program be given, with a scheduling point at each access and at each atomic
//! section, that ends in an error, in a deadlock, or with the first access that shows that something believed is
//! wrong. Up to there, each access that is no scheduling point commutes with the steps of other threads between it
//! and the step of its own thread before: no other thread makes a conflicting access to the place (apart, made), or
//! none that does has the lock or the life (locked, lives): between the two steps the thread does not take it (that
//! would be a scheduling point, or the thread waited for an end, which begins a step), so it has had it all the time,
//! and others cannot have taken it. So the run can be reordered to one in which these accesses follow the step before
//! at once (Lipton 1975: after a scheduling point there are only movers to the left): a run of the search. It ends in
//! the same error, or makes the access that shows what is wrong, which is noticed: with what locks and lives an
//! access is made depends on the thread that makes it and not on others, because where it does (a lock that is tried,
//! an end that is asked for), it counts as without. In a deadlock all threads wait where they take locks or look for
//! the end of a thread, so that all they did before is done in the reordered run, too. A thread that would go on for
//! ever without a scheduling point is cut (see `step`), and the ends of the program and of runs that are dropped are
//! scheduling points.
//!
//! What a wait looked at while its condition did not hold was not done, and needs no lock. But it is what the thread
//! is going to do, so it conflicts with what others do there; and whoever writes there has acted, because the thread
//! may go on then. A step that comes to such a wait and has not acted before is no step: what it did is done again
//! when it can go on, and nobody can have seen it meanwhile.
//!
//! A step that has no scheduling point at all, because the thread was waiting for another one to end or was just
//! started, commutes with all that others do: the search takes it alone (see `search`).

use crate::outcome::ThreadNumber;
use rustc_hash::{FxHashMap, FxHashSet};

/// A set of threads, one bit each.
pub type Threads = u64;

/// What is known about the accesses to one place, over all runs.
#[derive(Clone, Debug, Default, PartialEq)]
struct Place {
    readers: Threads,
    writers: Threads,
    /// Those who waited for what is written here.
    waiters: Threads,
    /// Those who made an access that was no scheduling point because nobody else was known to conflict.
    unseen_readers: Threads,
    unseen_writers: Threads,
    /// The locks that all accesses had; none before the first.
    locks: Option<Vec<u64>>,
    /// Threads whose lives one of the accesses did not have.
    without_lives: Threads,
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
    /// The locks that count for this access.
    pub locks: &'a [u64],
    /// The lives that count for it.
    pub lives: Threads,
    /// Those who make it in runs that are like this one, the thread among them: see `twins`.
    pub twins: Threads,
    /// Inside of an atomic section that takes a lock or finds out that a thread has ended: conflicts count although
    /// the place is locked, but for those with these threads.
    pub acquires: Option<Threads>,
    /// Threads that are there, or may be started by others than this one.
    pub others: Threads,
}

#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Lives that were taken away from a thread that did not know: they promise nothing.
    distrusted_lives: Threads,
    /// Something that was believed, and used, is wrong.
    pub broken: bool,
    /// How often anything of this has changed: see `memo`. Sets grow by `add`, which counts.
    version: u64,
}

/// Makes a set of threads larger; counts if it was not so large.
fn add(set: &mut Threads, more: Threads, version: &mut u64) {
    *version += u64::from(*set & more != more);
    *set |= more;
}

/// Says that something is so; counts if it was not.
fn say(fact: &mut bool, so: bool, version: &mut u64) {
    *version += u64::from(so && !*fact);
    *fact |= so;
}

/// Whether one of some threads is another than one of these.
fn is_anothers(some: Threads, these: Threads) -> bool {
    some & !these != 0 || some != 0 && these.count_ones() > 1
}

impl Access<'_> {
    /// The lives that all of those who make it have: each has its own, and not that of the others.
    fn common_lives(&self) -> Threads {
        let all = self.twins;
        if all.count_ones() < 2 || self.lives & all == all { self.lives } else { self.lives & !all }
    }
}

/// What promises nothing.
#[derive(Clone, Copy)]
struct Distrust {
    locks: bool,
    lives: Threads,
}

impl Place {
    /// Other threads that are known to make a conflicting access, or wait to make one.
    fn conflicting(&self, access: &Access) -> Threads {
        let all = if access.write { self.readers | self.writers } else { self.writers };
        (all | self.waiters) & access.others & !(1 << access.thread)
    }

    /// Only the thread that made the object comes here.
    fn is_made_only(&self, access: &Access) -> bool {
        access.made.is_some() && !self.foreign
    }

    fn is_safe(&self, access: &Access, distrusted: Distrust) -> bool {
        let locked = self.locks.as_ref().is_some_and(|l| !l.is_empty()) && !distrusted.locks;
        locked || self.without_lives | distrusted.lives != Threads::MAX || self.is_made_only(access)
    }
}

impl Sharing {
    /// Notes an access.
    pub fn note(&mut self, access: &Access) {
        let distrusted = self.distrust();
        let version = &mut self.version;
        let place = self.places.entry(access.place).or_insert_with(|| {
            *version += 1;
            Place::default()
        });
        let bits = access.twins;
        let known = if access.write { &mut place.writers } else { &mut place.readers };
        if *known & bits != bits {
            add(known, bits, version);
            let unseen = if access.write { place.unseen_readers | place.unseen_writers } else { place.unseen_writers };
            self.broken |= is_anothers(unseen, bits);
        }
        say(&mut place.foreign, access.made == Some(false), version);
        match &mut place.locks {
            None => {
                place.locks = Some(access.locks.to_vec());
                *version += 1;
            }
            Some(locks) if !locks.is_empty() => {
                let before = locks.len();
                locks.retain(|l| access.locks.contains(l));
                *version += u64::from(locks.len() != before);
            }
            Some(_) => {}
        }
        add(&mut place.without_lives, !access.common_lives(), version);
        if place.leans && !place.is_safe(access, distrusted) {
            place.leans = false;
            *version += 1;
            self.broken = true;
        }
    }

    /// A thread waits for something that is written at a place.
    pub fn note_waiting(&mut self, place: PlaceKey, twins: Threads) {
        let version = &mut self.version;
        let place = self.places.entry(place).or_insert_with(|| {
            *version += 1;
            Place::default()
        });
        if place.waiters & twins != twins {
            add(&mut place.waiters, twins, version);
            self.broken |= is_anothers(place.writers | place.unseen_readers, twins);
        }
    }

    /// Whether others wait for what an access writes.
    pub fn is_waited_for(&self, access: &Access) -> bool {
        let waiters = self.places.get(&access.place).map_or(0, |p| p.waiters);
        access.write && waiters & !(1 << access.thread) != 0
    }

    /// Whether an access that was noted is a scheduling point.
    pub fn is_visible(&self, access: &Access) -> bool {
        let Some(place) = self.places.get(&access.place) else { return true };
        let (conflicting, distrusted) = (place.conflicting(access), self.distrust());
        match access.acquires {
            _ if conflicting == 0 => false,
            None => !place.is_safe(access, distrusted),
            Some(but) => !place.is_made_only(access) && conflicting & !but != 0 || !place.is_safe(access, distrusted),
        }
    }

    /// An access that was noted is no scheduling point: from now on that is believed.
    pub fn believe(&mut self, access: &Access) {
        let Some(place) = self.places.get_mut(&access.place) else { return };
        let conflicts = place.conflicting(access) != 0;
        if !conflicts || access.acquires.is_some() {
            let unseen = if access.write { &mut place.unseen_writers } else { &mut place.unseen_readers };
            add(unseen, access.twins, &mut self.version);
        }
        say(&mut place.leans, conflicts, &mut self.version);
    }

    /// Another thread came to an object of a kind that it could not reach.
    pub fn expose(&mut self, kind: PlaceKey) {
        let new = self.exposed.insert(kind);
        self.version += u64::from(new);
        self.broken |= new;
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
        let new = self.sections.insert(section);
        self.version += u64::from(new);
        self.broken |= new;
    }

    /// A lock does not do what locks do.
    pub fn distrust_locks(&mut self) {
        self.broken |= !self.distrusted;
        say(&mut self.distrusted, true, &mut self.version);
    }

    /// A thread is started by another one than who had its life.
    pub fn distrust_life(&mut self, thread: ThreadNumber) {
        let bit = 1 << thread;
        self.broken |= self.distrusted_lives & bit == 0;
        add(&mut self.distrusted_lives, bit, &mut self.version);
    }

    /// How often what is known has changed.
    pub fn version(&self) -> u64 {
        self.version
    }

    fn distrust(&self) -> Distrust {
        Distrust { locks: self.distrusted, lives: self.distrusted_lives }
    }

    /// One of these threads starts another.
    pub fn starts(&mut self, starters: Threads, started: ThreadNumber) {
        let at = started as usize;
        if self.starters.len() <= at {
            self.starters.resize(at + 1, 0);
            self.version += 1;
        }
        let before = self.starters[at];
        add(&mut self.starters[at], starters, &mut self.version);
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
        let others = ALL & !(1 << thread);
        Access { place, thread, made: None, write, locks: &[], lives: 0, twins: 1 << thread, acquires: None, others }
    }

    impl Sharing {
        /// An access outside of sections: whether it is a scheduling point.
        fn access(&mut self, access: &Access) -> bool {
            self.note(access);
            let visible = self.is_visible(access);
            if !visible {
                self.believe(access);
            }
            visible
        }
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
    fn an_access_in_a_section_that_was_a_scheduling_point_is_known_to_others() {
        let mut sharing = Sharing::default();
        sharing.note(&access(1, 0, true));
        assert!(sharing.access(&access(1, 1, false)));
        assert!(!sharing.broken, "the section was a scheduling point");
    }

    #[test]
    fn a_life_is_a_lock_until_it_is_taken_away() {
        let mut sharing = Sharing::default();
        let with = |thread| Access { lives: 0b10, ..access(1, thread, true) };
        sharing.access(&with(0));
        sharing.access(&with(1));
        sharing.broken = false;
        assert!(!sharing.access(&with(0)), "both have the life of thread 1");
        sharing.distrust_life(1);
        assert!(sharing.broken);
        assert!(sharing.access(&with(0)));
    }

    #[test]
    fn who_takes_a_lock_is_seen_by_others_and_who_joins_by_all_but_one() {
        let mut sharing = Sharing::default();
        let takes = |thread| Access { locks: &[7], acquires: Some(0), ..access(1, thread, true) };
        sharing.access(&takes(0));
        assert!(sharing.access(&takes(1)));
        assert!(!sharing.access(&Access { acquires: None, ..takes(0) }), "the drop");
        let joins = |thread| Access { lives: 0b10, acquires: Some(0b10), ..access(2, thread, true) };
        sharing.access(&Access { acquires: None, ..joins(1) });
        sharing.broken = false;
        assert!(!sharing.access(&joins(0)));
        assert!(sharing.access(&joins(2)), "two that join one");
        assert!(sharing.broken);
    }

    #[test]
    fn who_waits_is_known_to_who_writes() {
        let mut sharing = Sharing::default();
        sharing.access(&access(1, 0, true));
        assert!(!sharing.is_waited_for(&access(1, 0, true)));
        sharing.note_waiting(1, 1 << 1);
        assert!(sharing.broken, "a step with the write may have been forgotten");
        assert!(sharing.is_waited_for(&access(1, 0, true)) && !sharing.is_waited_for(&access(1, 0, false)));
        assert!(!sharing.is_waited_for(&access(1, 1, true)));
    }

    #[test]
    fn what_others_start_counts() {
        let mut sharing = Sharing::default();
        sharing.starts(1 << 0, 1);
        sharing.starts(1 << 1, 2);
        assert_eq!(sharing.others(0b011, 0), 0b110);
        assert_eq!(sharing.others(0b001, 0), 0, "what a thread starts comes after what it did");
        assert!(!sharing.broken);
        sharing.starts(1 << 0, 2);
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
