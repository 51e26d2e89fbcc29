//! Atomic sections: what they access is judged when they end, because only then it is known which locks were taken.
//!
//! Where a section is left by a fault nothing is judged: the run ends there, and is a run of the program. What a wait
//! looked at while its condition did not hold is forgotten: it was not done.

use super::{Machine, Pending};
use crate::address;
use crate::sharing::{Access, PlaceKey, Sharing, Threads};
use crate::thread::Held;

/// That a thread has ended; which numbers of threads are free.
pub(super) const ENDED_PLACE: PlaceKey = 1 << 60;
const NUMBERS: PlaceKey = ENDED_PLACE | 0xffff;
/// A lock in the same object as what it protects, by its distance.
const RELATIVE: u64 = 1 << 63;

/// An access that is to be judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Noted {
    pub place: PlaceKey,
    /// Of an object of a frame or of the heap: whether the thread made it.
    pub made: Option<bool>,
    pub write: bool,
    /// Of an object of the heap: its address.
    pub object: Option<u64>,
}

/// The section that is open.
#[derive(Default)]
pub(super) struct Section {
    accesses: Vec<Noted>,
    /// So many accesses were made before the wait of the section, if there was one.
    before_wait: Option<usize>,
    /// What the thread had when the section began.
    held: Vec<Held>,
    lives: Threads,
    /// What it has waited for: it counts from the wait on.
    taken: Vec<Held>,
    joined: Threads,
    /// A lock is taken: conflicts count.
    takes_lock: bool,
    /// Others can go on because of what is done: a lock is dropped, a thread starts or ends.
    releases: bool,
    /// Where it begins in the code.
    pub site: u64,
    /// The step had acted before.
    pub acted_before: bool,
    /// It began with a scheduling point: nothing needs to be believed.
    pub covered: bool,
    /// What the user's code does in it to memory that others can reach, atomic operations aside.
    plain: Vec<Pending>,
}

/// A section with so many accesses may be a loop: those that are said twice go, each time the list has doubled.
const MANY: usize = 1024;

impl Section {
    fn push(&mut self, noted: Noted) {
        self.accesses.push(noted);
        let count = self.accesses.len();
        if count >= MANY && count.is_power_of_two() {
            let mut later = self.accesses.split_off(self.before_wait.unwrap_or(0));
            later.sort_unstable();
            later.dedup();
            self.accesses.append(&mut later);
        }
    }

    fn push_plain(&mut self, pending: Pending) {
        let same = |p: &Pending| {
            (p.address, p.size, p.write) == (pending.address, pending.size, pending.write)
                && (p.location.function, p.location.pc) == (pending.location.function, pending.location.pc)
        };
        if self.plain.len() < MANY && !self.plain.iter().any(same) {
            self.plain.push(pending);
        }
    }
}

impl Machine<'_> {
    /// A section begins, or a step begins inside of one.
    pub(super) fn open_section(&mut self, covered: bool, acted_before: bool) {
        let site = self.section_site();
        let running = &self.world.running;
        let section = &mut self.step.section;
        section.accesses.clear();
        section.plain.clear();
        section.held.clear();
        section.held.extend_from_slice(&running.held);
        section.taken.clear();
        (section.before_wait, section.lives, section.joined) = (None, running.lives, 0);
        (section.takes_lock, section.releases) = (false, false);
        (section.site, section.acted_before, section.covered) = (site, acted_before, covered);
    }

    /// The section ends, or gives up being atomic for a while.
    pub(super) fn close_section(&mut self) {
        let mut section = std::mem::take(&mut self.step.section);
        self.judge_section(&section);
        self.step.acted |= section.releases;
        if !section.acted_before {
            self.step.plain_in_sections.append(&mut section.plain);
        }
        section.accesses.clear();
        self.step.section = section;
    }

    fn judge_section(&mut self, section: &Section) {
        self.each_access(section, |sharing, access| {
            sharing.note(access);
            false
        });
        if section.covered || !self.step.many {
            return;
        }
        self.step.acted |= self.each_access(section, |sharing, access| sharing.is_waited_for(access));
        if self.each_access(section, |sharing, access| sharing.is_visible(access)) {
            if section.acted_before {
                self.sharing.stop_at(section.site);
            }
            self.step.acted = true;
            self.step.visible = true;
        } else {
            self.each_access(section, |sharing, access| {
                sharing.believe(access);
                false
            });
        }
    }

    /// Asks something about each access of a section, and about those that stand for it in other runs (see `twins`):
    /// what is known of the place of one twin may not be known of another's, and both must stop alike. Whether the
    /// answer was yes for one.
    fn each_access(&mut self, section: &Section, ask: impl FnMut(&mut Sharing, &Access) -> bool) -> bool {
        if !self.is_twin() {
            let own = self.step.twins;
            return self.each_access_of(section, section.accesses.iter().map(|n| (*n, own)).enumerate(), ask);
        }
        let mut all = Vec::new();
        for (i, noted) in section.accesses.iter().enumerate() {
            let like = self.like_places(noted).into_iter();
            all.extend(like.map(|(place, twins)| (i, (Noted { place, ..*noted }, twins))));
        }
        self.each_access_of(section, all.into_iter(), ask)
    }

    fn each_access_of(
        &mut self,
        section: &Section,
        accesses: impl Iterator<Item = (usize, (Noted, Threads))>,
        mut ask: impl FnMut(&mut Sharing, &Access) -> bool,
    ) -> bool {
        let joined = (section.joined != 0).then_some(section.joined);
        let acquires = if section.takes_lock { Some(0) } else { joined };
        let mut any = false;
        for (i, (noted, twins)) in accesses {
            let waited = section.before_wait.is_some_and(|at| i >= at);
            let (taken, lives) = match waited {
                true => (&section.taken[..], section.lives | section.joined),
                false => (&[][..], section.lives),
            };
            any |= self.with_access((&noted, twins), [&section.held, taken], lives, acquires, &mut ask);
        }
        any
    }

    fn with_access<R>(
        &mut self,
        (noted, twins): (&Noted, Threads),
        held: [&[Held]; 2],
        lives: Threads,
        acquires: Option<Threads>,
        ask: impl FnOnce(&mut Sharing, &Access) -> R,
    ) -> R {
        self.locks.clear();
        for held in held.into_iter().flatten() {
            if held.exclusive || !noted.write {
                self.locks.push(held.lock);
                if let Some(object) = noted.object
                    && address::heap_slot(object) == address::heap_slot(held.lock)
                {
                    self.locks.push(RELATIVE | held.lock.wrapping_sub(object));
                }
            }
        }
        let own = self.world.current;
        let (mut lives, mut others) = (lives, self.step.others);
        if twins >> own & 1 == 0 {
            // Made by a twin in another run: it is there as this one is here.
            lives = if lives >> own & 1 == 1 { lives & !(1 << own) | twins } else { lives };
            others = (others | 1 << own) & !twins;
        }
        let access = Access {
            place: noted.place,
            thread: if twins >> self.world.current & 1 == 1 { self.world.current } else { twins.trailing_zeros() },
            twins,
            made: noted.made,
            write: noted.write,
            locks: &self.locks,
            lives,
            acquires,
            others,
        };
        ask(&mut self.sharing, &access)
    }

    /// Notes an access of the user's code inside of a section, for who makes a conflicting one outside of any.
    pub(super) fn note_plain(&mut self, pc: u32, (address, size, write): (u64, u64, bool)) {
        let of_library = |f: &crate::thread::Frame| self.shared.program.functions[f.function as usize].library;
        if self.step.section.acted_before || self.world.running.frames.last().is_none_or(of_library) {
            return;
        }
        self.set_pc(pc);
        let location = self.location();
        self.step.section.push_plain(Pending { address, size, write, atomic: true, location });
    }

    /// How many accesses the open section has made that others may see.
    pub(super) fn in_section(&self) -> usize {
        self.step.section.accesses.len()
    }

    /// Notes an access; whether it is a scheduling point. Inside of a section that is seen when the section ends.
    pub(super) fn judge(&mut self, noted: Noted) -> bool {
        if self.options.naive {
            return true;
        }
        if self.world.running.atomic > 0 {
            self.step.section.push(noted);
            return false;
        }
        let held = std::mem::take(&mut self.world.running.held);
        let lives = self.world.running.lives;
        let many = self.step.many;
        let own = self.step.twins;
        let alone = [(noted.place, own)];
        let like = if self.is_twin() { self.like_places(&noted) } else { Vec::new() };
        let like = if like.is_empty() { &alone[..] } else { &like };
        for (place, twins) in like {
            let noted = Noted { place: *place, ..noted };
            self.with_access((&noted, *twins), [&held, &[]], lives, None, |sharing, access| sharing.note(access));
        }
        let mut visible = false;
        for (place, twins) in like.iter().filter(|_| many) {
            let noted = Noted { place: *place, ..noted };
            visible |= self
                .with_access((&noted, *twins), [&held, &[]], lives, None, |sharing, access| sharing.is_visible(access));
        }
        if many && !visible {
            for (place, twins) in like {
                let noted = Noted { place: *place, ..noted };
                self.with_access((&noted, *twins), [&held, &[]], lives, None, |sharing, access| {
                    sharing.believe(access)
                });
            }
        }
        self.world.running.held = held;
        visible
    }

    /// A wait begins to look at its condition. Whether nothing was done before it in this step that others can see.
    pub(super) fn begin_wait(&mut self) -> bool {
        let section = &mut self.step.section;
        section.before_wait = Some(section.accesses.len());
        match section.accesses.is_empty() && !section.releases {
            true => !section.acted_before,
            false => !self.step.acted,
        }
    }

    /// The condition does not hold: what was looked at was not done. But writes there are for the thread to see.
    pub(super) fn forget_wait(&mut self) {
        if self.options.naive {
            return;
        }
        let before = self.step.section.before_wait.unwrap_or(0);
        let waits: Vec<Noted> = self.step.section.accesses.drain(before..).collect();
        for (place, twins) in waits.iter().flat_map(|noted| self.like_places(noted)).collect::<Vec<_>>() {
            self.sharing.note_waiting(place, twins);
        }
    }

    /// A lock is taken or dropped.
    pub(super) fn section_locks(&mut self, held: Held, taken: bool) {
        if taken {
            self.step.section.takes_lock = true;
            self.step.section.taken.push(held);
        } else {
            self.releases();
        }
    }

    /// Others can go on because of this.
    pub(super) fn releases(&mut self) {
        match self.world.running.atomic {
            0 => self.step.acted = true,
            _ => self.step.section.releases = true,
        }
    }

    /// The section has waited for the end of a thread. Its life is there to be had, unless another one has it.
    pub(super) fn has_joined(&mut self, thread: u32) {
        if !self.world.is_life_taken(&self.shared, thread) {
            self.step.section.joined |= 1 << thread;
        }
    }

    /// Asks whether a thread has ended, or makes that so, or not so; whether that is a scheduling point.
    pub(super) fn accesses_end(&mut self, thread: u32, write: bool) -> bool {
        self.step.watched
            && self.judge(Noted { place: ENDED_PLACE | u64::from(thread), made: None, write, object: None })
    }

    /// Takes or gives back a number of threads.
    pub(super) fn uses_numbers(&mut self) -> bool {
        self.step.watched && self.judge(Noted { place: NUMBERS, made: None, write: true, object: None })
    }
}
