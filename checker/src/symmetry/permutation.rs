//! Exchanging processes in a state: what belongs to a process moves to the place of another one, and names of processes
//! are changed everywhere.
//!
//! A [`Plan`] says for one shape which processes can be exchanged and where everything is. It depends on the names that
//! parameters give, which never change once no process starts another one.

use std::collections::BTreeMap;

use super::kinds::Names;
use super::{Array, Reference, Symmetry};
use crate::exec::shape::Shape;
use crate::model::Model;
use crate::model::layout::Slot;

/// A scalar at its place in the whole state.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub word: usize,
    pub slot: Slot,
}

impl Site {
    fn at(base: u32, slot: Slot) -> Site {
        Site { word: (base + slot.word) as usize, slot }
    }

    pub fn get(self, state: &[u32]) -> i32 {
        self.slot.get(state[self.word])
    }

    pub fn set(self, state: &mut [u32], value: i32) {
        state[self.word] = self.slot.set(state[self.word], value);
    }
}

/// What a scalar refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A process, in one of `Plan::names`, with this added.
    Process(usize, i64),
    Channel,
}

/// An array that is indexed by names, at its place.
#[derive(Clone, Debug)]
pub struct Moved {
    pub sites: Vec<Site>,
    pub lens: Vec<usize>,
    /// For each index: whose place each value is, if it is a process that can be exchanged.
    pub owners: Vec<Option<Vec<Option<u32>>>>,
    /// What its elements refer to.
    pub kind: Option<Kind>,
}

/// One way to name processes: the name of each process that can be exchanged.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    pub of: BTreeMap<u32, i64>,
    pub process: BTreeMap<i64, u32>,
}

/// Processes that can be exchanged with each other.
#[derive(Clone, Debug)]
pub struct Class {
    pub proctype: u32,
    pub pids: Vec<u32>,
    /// Words of a frame, and of the channels behind it.
    pub frame_words: usize,
    pub block: usize,
    /// In each word of a frame, the bits that neither name anything nor move within the frame.
    pub plain: Vec<u32>,
}

#[derive(Clone, Debug)]
pub struct ChannelPlace {
    pub at: usize,
    pub ty: usize,
    pub words: usize,
    /// The process it goes with.
    pub owner: Option<u32>,
    /// It is one of the channels that the process created.
    is_local: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// What the plan depends on, besides the shape: parameters that are names, and arrays of channels.
    pub signature: Vec<(Site, i32)>,
    pub classes: Vec<Class>,
    /// By pid: the class of a process.
    pub class_of: Vec<Option<usize>>,
    /// By pid: where its frame begins.
    pub frames: Vec<usize>,
    pub names: Vec<Naming>,
    /// All scalars that refer to something, in frames too.
    pub references: Vec<(Site, Kind)>,
    /// Those of each frame.
    pub own: Vec<Vec<(Site, Kind)>>,
    /// Those of the global part that are in no array indexed by names.
    pub shared: Vec<(Site, Kind)>,
    /// Arrays of the global part, and of frames with the pid.
    pub arrays: Vec<(Option<u32>, Moved)>,
    /// By channel number less 1.
    pub channels: Vec<ChannelPlace>,
    /// By channel type: what the fields of a message refer to.
    pub fields: Vec<Vec<(Slot, Kind)>>,
    /// By channel type: the bit at which the first message begins, and the distance between messages.
    rows: Vec<(u32, u32)>,
    /// For each channel of a process, the number of the same channel of others: by pid.
    siblings: BTreeMap<usize, BTreeMap<u32, usize>>,
}

/// Where each process goes, by pid.
pub type Permutation = Vec<u32>;

impl Plan {
    /// Whether there is nothing to exchange.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    pub fn of(symmetry: &Symmetry, model: &Model, shape: &Shape, state: &[u32]) -> Plan {
        let mut plan = Plan {
            class_of: vec![None; shape.processes.len()],
            frames: shape.processes.iter().map(|p| p.frame as usize).collect(),
            own: vec![Vec::new(); shape.processes.len()],
            ..Plan::default()
        };
        for (number, c) in shape.channels.iter().enumerate() {
            let (ty, is_local) = (&model.channel_types[c.ty as usize], number >= model.global_channels.len());
            let (at, words) = (c.at as usize, ty.words as usize);
            plan.channels.push(ChannelPlace { at, ty: c.ty as usize, words, owner: None, is_local });
        }
        plan.rows = model.channel_types.iter().map(|ty| (ty.first, ty.stride)).collect();
        let used = plan.find_classes(symmetry, model, shape, state);
        plan.find_arrays(symmetry, model, shape, &used);
        if !plan.find_channels(model, shape, state) || !plan.leave_out_named_channels(symmetry) {
            let signature = std::mem::take(&mut plan.signature);
            return Plan { signature, ..Plan::default() };
        }
        plan.find_references(symmetry, model, shape, &used);
        for class in &plan.classes {
            symmetry.sees(class.proctype, class.pids.len());
        }
        plan
    }

    /// Which processes can be exchanged, and how they are named. Gives the ways to name in the order of `names`.
    fn find_classes(&mut self, symmetry: &Symmetry, model: &Model, shape: &Shape, state: &[u32]) -> Vec<Names> {
        let mut used = vec![Names::Pid];
        let mut namings = vec![Naming::default()];
        let fits = |names: Names, n: i64| {
            symmetry.room.get(&names).is_none_or(|&(least, most)| (least..=most).contains(&n))
                && !symmetry.told_apart.iter().any(|t| t.0 == names && t.1 == n)
        };
        for &proctype in &symmetry.proctypes {
            let p = &model.proctypes[proctype as usize];
            let params: Vec<(Names, Slot)> = (0..p.params.len())
                .map(|i| (Names::Param(proctype, i as u32), p.params[i]))
                .filter(|(names, _)| symmetry.room.contains_key(names))
                .collect();
            let name = |pid: u32, slot: Slot| Site::at(shape.processes[pid as usize].frame, slot);
            let all =
                (0..shape.processes.len() as u32).filter(|&pid| shape.processes[pid as usize].proctype.0 == proctype);
            let all: Vec<u32> = all.collect();
            let constants = &symmetry.constants[proctype as usize];
            for slot in params.iter().map(|p| p.1).chain(constants.iter().map(|c| c.0)) {
                self.signature.extend(all.iter().map(|&pid| (name(pid, slot), name(pid, slot).get(state))));
            }
            let value = |pid: u32, slot: Slot| i64::from(name(pid, slot).get(state));
            let may = |pid: &u32| {
                fits(Names::Pid, i64::from(*pid)) && params.iter().all(|&(names, slot)| fits(names, value(*pid, slot)))
            };
            let pids: Vec<u32> = all.into_iter().filter(may).collect();
            // A parameter that several processes have in common names none of them: only those that have it in common
            // are exchanged.
            let distinct = |slot: Slot| {
                let mut values: Vec<i64> = pids.iter().map(|&pid| value(pid, slot)).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            };
            let naming = params.iter().copied().filter(|(_, slot)| distinct(*slot));
            let naming: Vec<(Names, Slot)> = naming.collect();
            let common: Vec<(Names, Slot)> = params.iter().copied().filter(|(_, slot)| !distinct(*slot)).collect();
            let mut groups: BTreeMap<Vec<i64>, Vec<u32>> = BTreeMap::new();
            for &pid in &pids {
                let slots = common.iter().map(|c| c.1).chain(constants.iter().map(|c| c.0));
                groups.entry(slots.map(|slot| value(pid, slot)).collect()).or_default().push(pid);
            }
            for (slot, name) in constants {
                if pids.windows(2).any(|pair| value(pair[0], *slot) != value(pair[1], *slot)) {
                    symmetry.differ(proctype, name);
                }
            }
            for pids in groups.into_values().filter(|pids| pids.len() > 1) {
                for &pid in &pids {
                    self.class_of[pid as usize] = Some(self.classes.len());
                    namings[0].of.insert(pid, i64::from(pid));
                }
                let channels = p.channels.iter().map(|&(ty, _)| model.channel_types[ty as usize].words);
                let frame_words = p.frame_words as usize;
                let block = frame_words + channels.sum::<u32>() as usize;
                self.classes.push(Class { proctype, pids, frame_words, block, plain: vec![u32::MAX; frame_words] });
            }
            for (names, slot) in naming {
                let of = pids.iter().filter(|&&pid| self.class_of[pid as usize].is_some());
                used.push(names);
                namings.push(Naming { of: of.map(|&pid| (pid, value(pid, slot))).collect(), ..Naming::default() });
            }
        }
        for naming in &mut namings {
            naming.process = naming.of.iter().map(|(&pid, &n)| (n, pid)).collect();
        }
        self.names = namings;
        used
    }

    fn kind(reference: &Reference, used: &[Names]) -> Option<Kind> {
        match reference.names {
            None => Some(Kind::Channel),
            // A way to name that names nobody here changes nothing.
            Some((names, plus)) => used.iter().position(|u| *u == names).map(|i| Kind::Process(i, plus)),
        }
    }

    fn find_arrays(&mut self, symmetry: &Symmetry, model: &Model, shape: &Shape, used: &[Names]) {
        for array in &symmetry.global.arrays {
            self.add_array(None, array, 0, used, &symmetry.global.references);
        }
        for (pid, p) in shape.processes.iter().enumerate() {
            let part = &symmetry.frames[p.proctype.0 as usize];
            for array in &part.arrays {
                self.add_array(Some(pid as u32), array, p.frame, used, &part.references);
            }
        }
        if let Some(claim) = model.claim {
            let part = &symmetry.frames[claim.proctype.0 as usize];
            for array in &part.arrays {
                self.add_array(None, array, claim.frame, used, &part.references);
            }
        }
    }

    fn add_array(&mut self, pid: Option<u32>, array: &Array, base: u32, used: &[Names], references: &[Reference]) {
        let owners = array.indices.iter().map(|d| {
            let (names, plus) = d.names?;
            let naming = &self.names[used.iter().position(|u| *u == names)?];
            Some((0..i64::from(d.len)).map(|i| naming.process.get(&(i - plus)).copied()).collect())
        });
        let owners: Vec<Option<Vec<Option<u32>>>> = owners.collect();
        let refers = references.iter().find(|r| array.slots.first() == Some(&r.slot));
        let kind = refers.and_then(|r| Plan::kind(r, used));
        let sites: Vec<Site> = array.slots.iter().map(|&slot| Site::at(base, slot)).collect();
        let lens = array.indices.iter().map(|d| d.len as usize).collect();
        self.arrays.push((pid, Moved { sites, lens, owners, kind }));
    }

    /// Which channels go with which process. False if that cannot be told.
    fn find_channels(&mut self, model: &Model, shape: &Shape, state: &[u32]) -> bool {
        let mut role = 0;
        let mut roles: BTreeMap<(u32, Vec<u32>), usize> = BTreeMap::new();
        // Local channels: the k-th of each process of a proctype.
        let mut number = model.global_channels.len();
        for (pid, p) in shape.processes.iter().enumerate() {
            for k in 0..model.proctype(p.proctype).channels.len() {
                if self.class_of[pid].is_some() {
                    let role = *roles.entry((p.proctype.0, vec![k as u32])).or_insert_with(|| {
                        role += 1;
                        role
                    });
                    self.siblings.entry(role).or_default().insert(pid as u32, number);
                    self.channels[number].owner = Some(pid as u32);
                }
                number += 1;
            }
        }
        // Channels in arrays.
        for (_, array) in self.arrays.iter().filter(|(pid, a)| pid.is_none() && a.kind == Some(Kind::Channel)) {
            self.signature.extend(array.sites.iter().map(|&site| (site, site.get(state))));
            let named: Vec<usize> = (0..array.lens.len()).filter(|&i| array.owners[i].is_some()).collect();
            let [index] = named[..] else {
                if named.is_empty() {
                    continue;
                }
                return false;
            };
            let mut of_row: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
            for n in 0..array.sites.len() {
                let mut at = array.coordinates(n);
                let Some(pid) = array.owners[index].as_ref().and_then(|o| o[at[index]]) else { continue };
                at[index] = 0;
                let row = *of_row.entry(at).or_insert_with(|| {
                    role += 1;
                    role
                });
                let Some(number) = usize::try_from(array.sites[n].get(state) - 1).ok() else { continue };
                let Some(place) = self.channels.get_mut(number) else { return false };
                // A channel in two arrays, or twice in one.
                if place.owner.replace(pid).is_some() {
                    return false;
                }
                self.siblings.entry(row).or_default().insert(pid, number);
            }
        }
        // Where one process of a class has a channel, all have.
        let classes = &self.classes;
        self.siblings.values().all(|of| {
            let mut all = of.keys().filter_map(|&pid| self.class_of[pid as usize]).collect::<Vec<_>>();
            all.dedup();
            let types: Vec<usize> = of.values().map(|&n| self.channels[n].ty).collect();
            all.iter().all(|&c| classes[c].pids.iter().all(|pid| of.contains_key(pid)))
                && types.windows(2).all(|pair| pair[0] == pair[1])
        })
    }

    /// Processes with a channel that the text names are told apart. False if that leaves too much to do: then nothing
    /// is exchanged.
    fn leave_out_named_channels(&mut self, symmetry: &Symmetry) -> bool {
        let named = |n: usize| symmetry.channels.contains(&(n as i64 + 1));
        !self.channels.iter().enumerate().any(|(n, c)| c.owner.is_some() && named(n))
    }

    fn find_references(&mut self, symmetry: &Symmetry, model: &Model, shape: &Shape, used: &[Names]) {
        let in_arrays: std::collections::HashSet<(usize, u8)> = self
            .arrays
            .iter()
            .filter(|(pid, _)| pid.is_none())
            .flat_map(|(_, a)| a.sites.iter().map(|s| (s.word, s.slot.shift)))
            .collect();
        let at = |base: u32, references: &[Reference]| -> Vec<(Site, Kind)> {
            let all = references.iter().filter_map(|r| Some((Site::at(base, r.slot), Plan::kind(r, used)?)));
            all.collect()
        };
        let mut global = at(0, &symmetry.global.references);
        if let Some(claim) = model.claim {
            global.extend(at(claim.frame, &symmetry.frames[claim.proctype.0 as usize].references));
        }
        self.shared = global.iter().filter(|(s, _)| !in_arrays.contains(&(s.word, s.slot.shift))).copied().collect();
        self.references = global;
        for (pid, p) in shape.processes.iter().enumerate() {
            let own = at(p.frame, &symmetry.frames[p.proctype.0 as usize].references);
            self.references.extend(&own);
            self.own[pid] = own;
        }
        let fields = symmetry.fields.iter().map(|fields| {
            let all = fields.iter().filter_map(|r| Some((r.slot, Plan::kind(r, used)?)));
            all.collect()
        });
        self.fields = fields.collect();
        // References that name nobody here need not be looked at.
        let changes_channels = !self.siblings.is_empty();
        let matters = |kind: Kind| kind != Kind::Channel || changes_channels;
        self.references.retain(|(_, kind)| matters(*kind));
        self.shared.retain(|(_, kind)| matters(*kind));
        self.own.iter_mut().for_each(|own| own.retain(|(_, kind)| matters(*kind)));
        self.fields.iter_mut().for_each(|of| of.retain(|(_, kind)| matters(*kind)));
        self.arrays.retain(|(_, array)| array.owners.iter().any(Option::is_some));
        for class in &mut self.classes {
            let first = class.pids[0];
            let of_frame = self.arrays.iter().filter(|(pid, _)| *pid == Some(first)).flat_map(|(_, a)| &a.sites);
            for site in self.own[first as usize].iter().map(|(site, _)| site).chain(of_frame) {
                let word = &mut class.plain[site.word - self.frames[first as usize]];
                *word = site.slot.set(*word, 0);
            }
        }
    }

    /// The process that a value refers to, if it can be exchanged.
    pub fn referred(&self, kind: Kind, value: i32) -> Option<u32> {
        match kind {
            Kind::Process(names, plus) => self.names[names].process.get(&(i64::from(value) - plus)).copied(),
            Kind::Channel => self.channels.get(usize::try_from(value - 1).ok()?)?.owner,
        }
    }

    /// What a value becomes.
    fn renamed(&self, kind: Kind, value: i32, to: &Permutation) -> i32 {
        let Some(pid) = self.referred(kind, value) else { return value };
        let new = to[pid as usize];
        match kind {
            Kind::Process(names, plus) => (self.names[names].of[&new] + plus) as i32,
            Kind::Channel => {
                let number = (value - 1) as usize;
                let siblings = self.siblings.values().find(|of| of.get(&pid) == Some(&number));
                siblings.map_or(value, |of| of[&new] as i32 + 1)
            }
        }
    }

    /// The state in which each process has gone to its new place.
    pub fn apply(&self, to: &Permutation, state: &[u32], out: &mut Vec<u32>) {
        out.clear();
        out.extend_from_slice(state);
        for class in &self.classes {
            for &pid in class.pids.iter().filter(|&&pid| to[pid as usize] != pid) {
                let (from, into) = (self.frames[pid as usize], self.frames[to[pid as usize] as usize]);
                out[into..into + class.block].copy_from_slice(&state[from..from + class.block]);
            }
        }
        for (pid, array) in &self.arrays {
            let shift = match *pid {
                Some(pid) if self.class_of[pid as usize].is_some() => {
                    self.frames[to[pid as usize] as usize] as isize - self.frames[pid as usize] as isize
                }
                _ => 0,
            };
            for n in 0..array.sites.len() {
                let number = array.moved(n, to);
                let target = Site { word: array.sites[number].word.wrapping_add_signed(shift), ..array.sites[number] };
                target.set(out, array.sites[n].get(state));
            }
        }
        // Channels of the global part; those of processes have moved with them.
        for of in self.siblings.values() {
            for (&pid, &number) in of {
                let (from, into) = (&self.channels[number], &self.channels[of[&to[pid as usize]]]);
                if into.at != from.at && !from.is_local {
                    out[into.at..into.at + from.words].copy_from_slice(&state[from.at..from.at + from.words]);
                }
            }
        }
        for &(site, kind) in &self.references {
            let value = site.get(out);
            site.set(out, self.renamed(kind, value, to));
        }
        for channel in self.channels.iter().filter(|c| c.words > 0) {
            for i in 0..out[channel.at] & 0xff {
                for &(slot, kind) in &self.fields[channel.ty] {
                    let site = self.field(channel, i, slot);
                    let value = site.get(out);
                    site.set(out, self.renamed(kind, value, to));
                }
            }
        }
    }

    /// A field of a message in a channel.
    pub fn field(&self, channel: &ChannelPlace, message: u32, slot: Slot) -> Site {
        let (first, stride) = self.rows[channel.ty];
        let bit = first + message * stride + slot.word * 32 + u32::from(slot.shift);
        Site { word: channel.at + (bit / 32) as usize, slot: Slot { word: 0, shift: (bit % 32) as u8, ..slot } }
    }
}

impl Moved {
    pub fn coordinates(&self, mut number: usize) -> Vec<usize> {
        let mut out = vec![0; self.lens.len()];
        for (at, len) in self.lens.iter().enumerate().rev() {
            out[at] = number % len;
            number /= len;
        }
        out
    }

    /// The processes that an element belongs to.
    pub fn owners_of(&self, number: usize) -> impl Iterator<Item = u32> + '_ {
        let mut rest = number;
        self.lens.iter().zip(&self.owners).rev().filter_map(move |(len, owners)| {
            let index = rest % len;
            rest /= len;
            owners.as_ref()?[index]
        })
    }

    /// The number of the element that an element becomes.
    fn moved(&self, number: usize, to: &Permutation) -> usize {
        let (mut rest, mut scale, mut out) = (number, 1, 0);
        for (at, len) in self.lens.iter().enumerate().rev() {
            let mut index = rest % len;
            rest /= len;
            if let Some(owners) = &self.owners[at]
                && let Some(pid) = owners[index]
            {
                let new = to[pid as usize];
                index = owners.iter().position(|o| *o == Some(new)).unwrap_or(index);
            }
            out += index * scale;
            scale *= len;
        }
        out
    }
}
