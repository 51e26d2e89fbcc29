//! Where processes, or the claim, can be, as far as that makes a difference to what they touch.

use std::num::NonZeroU32;

use super::Engine;
use crate::collapse::fields::{self, Key, Run};
use crate::collapse::memo::Entry;
use crate::collapse::space::{CLAIM as CLAIM_PART, Inner, SHAPE};
use crate::collapse::touch::{Options, Touch, Who};
use crate::exec::Machine;

/// What is known of the options of a process, or of the claim, where its part has a certain number.
#[derive(Clone, Copy, Debug)]
pub struct Site<const K: usize> {
    /// Which bits of a key they touch.
    pub mask: Key<K>,
    /// What is asked of the memo.
    pub asked: u32,
    /// Which bits these are depends on the state: the answer of the memo is another site.
    pub guided: bool,
    /// Its options.
    pub first: u32,
    pub end: u32,
    pub touch: u32,
    /// It may touch anything.
    pub wild: bool,
    /// One of its options begins a rendezvous, and another one depends on what comes of that: they are tried one by
    /// one.
    pub by_options: bool,
    /// One of its options leads into an atomic sequence: see [`Sequence`].
    pub sequence: Option<NonZeroU32>,
    /// Which spot it is, if it is one.
    pub spot: Option<(Who, bool, u32)>,
}

/// A process whose options are tried at a site.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub pid: u32,
    pub site: u32,
    /// As if `timeout` held.
    pub timeout: bool,
}

/// What is known of a process with a certain frame whose options lead into atomic sequences: where these end is kept,
/// not where they pass. Whatever is touched on the way counts as touched.
#[derive(Clone, Debug)]
pub struct Sequence<const K: usize> {
    pub mask: Key<K>,
    pub touch: u32,
    /// What is asked of the memo. When more turns out to be touched, what was answered before counts no more.
    pub asked: u32,
    /// How often it was asked, and how often the answer was not known.
    pub tries: u32,
    pub misses: u32,
    /// What is touched is not known, or too much.
    pub never: bool,
}

/// A sequence is asked about so often before it is judged.
pub const SEQUENCE_TRIES: u32 = 2000;

/// What is looked at first: the few things of a site that are enough most of the time.
#[derive(Clone, Copy, Debug)]
pub struct Spot<const K: usize> {
    pub mask: Key<K>,
    pub asked: u32,
    /// The sequence that the answer is of, or 0; or [`Spot::OTHER`] if it is more complicated than that, or if there is
    /// no site yet.
    pub sequence: u32,
}

impl<const K: usize> Spot<K> {
    pub const OTHER: u32 = u32::MAX;
    pub const NONE: Spot<K> = Spot { mask: [0; K], asked: 0, sequence: Spot::<K>::OTHER };
}

/// No site yet.
const NO_SITE: u32 = 0;
const NO_STATE: u32 = u32::MAX;

/// Where a process can be, by its number as a part.
#[derive(Debug)]
pub struct View<const K: usize> {
    /// Where in a key that number is, if its bits lie next to each other.
    pub run: Option<Run>,
    pub places: Places<K>,
}

/// Sites by the number of a part.
#[derive(Debug)]
pub struct Places<const K: usize> {
    pub spots: Vec<Spot<K>>,
    /// The sites themselves, and their control states in the order of `Model::options`.
    sites: Vec<u32>,
    states: Vec<u32>,
}

impl<const K: usize> Default for Places<K> {
    fn default() -> Places<K> {
        Places { spots: Vec::new(), sites: Vec::new(), states: Vec::new() }
    }
}

impl<const K: usize> Places<K> {
    #[inline(always)]
    pub fn site(&self, number: usize) -> u32 {
        self.sites.get(number).copied().unwrap_or(NO_SITE)
    }

    /// The control state, if there is a site.
    #[inline(always)]
    pub fn control_state(&self, number: usize) -> Option<u32> {
        self.states.get(number).copied().filter(|&state| state != NO_STATE)
    }

    pub fn bytes(&self) -> usize {
        self.spots.capacity() * size_of::<Spot<K>>() + (self.sites.capacity() + self.states.capacity()) * 4
    }
}

impl<'m, 's, const K: usize> Engine<'m, 's, K> {
    /// Fields have changed: so have masks.
    #[cold]
    pub(super) fn learn_fields(&mut self) {
        let inner = &self.inner;
        self.version = inner.fields_version;
        self.shape = inner.fields.get(SHAPE).clone();
        if self.model.claim.is_some() {
            self.claim = inner.fields.get(CLAIM_PART).clone();
        }
        self.processes = inner.processes().iter().map(|&part| inner.fields.get(part).clone()).collect();
        self.views.resize_with(self.processes.len(), || View { run: None, places: Places::default() });
        self.late_places.resize_with(self.processes.len(), Places::default);
        for (view, field) in self.views.iter_mut().zip(&self.processes) {
            view.run = field.run();
        }
        let masks: Vec<Key<K>> = self.touches.all().map(|parts| mask_of(inner, parts)).collect();
        for site in self.sites.iter_mut().filter(|site| site.asked != 0 && !site.wild) {
            site.mask = masks[site.touch as usize];
        }
        for sequence in &mut self.sequences[1..] {
            sequence.mask = masks[sequence.touch as usize];
        }
        for site in 1..self.sites.len() as u32 {
            self.renew_spot(site);
        }
    }

    /// A site has changed: so has its spot.
    pub(super) fn renew_spot(&mut self, at: u32) {
        let site = &self.sites[at as usize];
        let Some((who, timeout, place)) = site.spot else { return };
        let sequence = site.sequence.map(|number| &self.sequences[number.get() as usize]);
        let number = site.sequence.map_or(0, NonZeroU32::get);
        let spot = match sequence.filter(|sequence| !sequence.never) {
            Some(sequence) => Spot { mask: sequence.mask, asked: sequence.asked, sequence: number },
            None if site.guided || site.by_options || site.wild => Spot::NONE,
            None => Spot { mask: site.mask, asked: site.asked, sequence: 0 },
        };
        self.places_of(who, timeout).spots[place as usize] = spot;
    }

    /// The places of a process, or of the claim.
    fn places_of(&mut self, who: Who, timeout: bool) -> &mut Places<K> {
        match who {
            Who::Claim => &mut self.claim_places,
            Who::Process(pid) if timeout => &mut self.late_places[pid as usize],
            Who::Process(pid) => &mut self.views[pid as usize].places,
        }
    }

    /// The site of a process, or of the claim, whose part has this number.
    #[inline(always)]
    pub(super) fn site(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        (who, timeout): (Who, bool),
        number: usize,
    ) -> u32 {
        let mut at = self.places_of(who, timeout).site(number);
        if at == NO_SITE {
            at = self.make_site(machine, key, (who, timeout), number);
        }
        let site = &self.sites[at as usize];
        if !site.guided {
            return at;
        }
        self.asked += 1;
        match self.memo.find(site.asked, &fields::and(*key, &site.mask)) {
            Some(entry) => entry.first() as u32,
            None => self.guide(machine, key, at, who),
        }
    }

    /// Finds out what is touched where a part has a certain number.
    #[cold]
    fn make_site(&mut self, machine: &mut Machine, key: &Key<K>, (who, timeout): (Who, bool), number: usize) -> u32 {
        self.unpack(machine, key);
        let options = options(machine, &self.row, who);
        let touch = self.touches.find(&mut self.inner, &options);
        let whole = matches!(who, Who::Process(pid) if !self.inner.is_split(pid));
        let touch = match touch {
            // The part tells all there is to know.
            Touch::Guided(_) if whole => {
                self.touches.see(&mut self.inner, &options).map_or(Touch::Anything, Touch::Fixed)
            }
            touch => touch,
        };
        let state = options.state;
        let at = self.add_site(touch, state);
        self.refresh();
        let places = self.places_of(who, timeout);
        if places.sites.len() <= number {
            places.sites.resize(number + 1, NO_SITE);
            places.spots.resize(number + 1, Spot::NONE);
            places.states.resize(number + 1, NO_STATE);
        }
        places.sites[number] = at;
        places.states[number] = state;
        self.sites[at as usize].spot = Some((who, timeout, number as u32));
        self.renew_spot(at);
        at
    }

    /// Finds out what is touched in a state, where that depends on the state.
    #[cold]
    fn guide(&mut self, machine: &mut Machine, key: &Key<K>, from: u32, who: Who) -> u32 {
        self.missed += 1;
        self.unpack(machine, key);
        let options = options(machine, &self.row, who);
        let state = options.state;
        let touch = self.touches.see(&mut self.inner, &options).map_or(Touch::Anything, Touch::Fixed);
        let at = self.add_site(touch, state);
        self.refresh();
        let Site { mask, asked, .. } = self.sites[from as usize];
        self.memo.keep(asked, &fields::and(*key, &mask), Entry::of(at as usize));
        at
    }

    fn add_site(&mut self, touch: Touch, state: u32) -> u32 {
        let (first, end) = self.expander.options(state);
        let (touch, guided) = match touch {
            Touch::Anything => (None, false),
            Touch::Fixed(touch) => (Some(touch), false),
            Touch::Guided(touch) => (Some(touch), true),
        };
        let mask = touch.map_or([0; K], |touch| mask_of(&self.inner, self.touches.parts(touch)));
        // One for all options together, and for each option with and without another one before it.
        let asked = self.questions(1 + 2 * (end - first));
        let atomic = (first..end).any(|t| self.model.transitions[t as usize].atomic);
        let sequence = touch.filter(|_| atomic && !guided).and_then(|touch| {
            let asked = self.questions(1);
            self.sequences.push(Sequence { mask, touch: touch.0, asked, tries: 0, misses: 0, never: false });
            NonZeroU32::new(self.sequences.len() as u32 - 1)
        });
        let (touch, wild) = (touch.map_or(0, |touch| touch.0), touch.is_none());
        self.sites.push(Site { mask, asked, guided, first, end, touch, wild, by_options: false, sequence, spot: None });
        self.sites.len() as u32 - 1
    }
}

impl<const K: usize> Site<K> {
    pub const NONE: Site<K> = Site {
        mask: [0; K],
        asked: 0,
        guided: false,
        first: 0,
        end: 0,
        touch: 0,
        wild: true,
        by_options: false,
        sequence: None,
        spot: None,
    };
}

/// The options of a process, or of the claim, in a state. The machine knows its shape.
pub fn options<'a, 'm>(machine: &'a Machine<'m>, row: &'a [u32], who: Who) -> Options<'a, 'm> {
    let place = match (who, machine.claim_place()) {
        (Who::Process(pid), _) => machine.shapes().get(row[0]).processes[pid as usize],
        (Who::Claim, Some(place)) => place,
        (Who::Claim, None) => unreachable!("only a claim that is there is asked for"),
    };
    let state = place.base + (row[place.frame as usize] & place.pc_mask);
    Options { machine, who, place, state, row }
}

/// The bits of these parts.
pub fn mask_of<const K: usize>(inner: &Inner, parts: &[u32]) -> Key<K> {
    parts.iter().fold([0; K], |mask, &part| fields::xor(mask, &inner.fields.get(part).mask()))
}
