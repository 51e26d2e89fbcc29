//! Processes that can be exchanged with each other: states that differ only in which of them does what need to be
//! searched once.
//!
//! After Ip and Dill's scalarsets ("Better verification through symmetry", 1996) and SymmSpin (Bosnacki, Dams and
//! Holenderski, "Symmetric Spin", 2002), but nothing has to be declared: what names a process is found in the compiled
//! model ([`kinds`], [`read`]). A number that comes from `_pid`, or a parameter that a process was started with, is a
//! *name* as long as it is only assigned, compared for equality with other names, sent, received, and used as an index
//! of arrays that are indexed by such names alone. Where a name is calculated with, compared by size, or meets other
//! numbers, its proctype is refused, and it is said where. A name that is written in the text (`a[2]`, `owner == 1`)
//! belongs to a process that is told apart: it is left out, the others can still be exchanged.
//!
//! Only what runs after the last process was started counts, and only states from then on are exchanged for others
//! ([`canonical`]). So processes may be started in any way, and the initial state need not be symmetric. Local
//! channels, and channels of arrays that are indexed by names, go with their processes.
//!
//! Only the youngest process can end, so that processes that are about to end are not quite alike. To end is noticed by
//! nobody as long as nothing counts processes or looks into others: then it makes no difference for bad states who ends
//! first, and otherwise proctypes that end are refused.
//!
//! Does not look for infinite runs, nor for symmetry between values, nor for parts of a symmetry, as in rings.

pub mod canonical;
pub mod kinds;
mod permutation;
mod read;
mod storage;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::model::accesses::{Accesses, Nothing};
use crate::model::layout::{Show, Slot};
use crate::model::{FixedChannels, Guard, Model, ProctypeKind, Region};
use kinds::{Facts, Kinds, Misuse, Names, Origin, Site};
use read::{Found, Opening, Reader, Who};
use storage::{Family, Scope, Storage};

/// What is known of a model before it is searched.
#[derive(Debug)]
pub struct Symmetry {
    /// Proctypes whose processes can be exchanged.
    pub proctypes: Vec<u32>,
    pub refused: Vec<Refusal>,
    /// Names that stand in the text: how they name processes, and where that is.
    pub told_apart: Vec<(Names, i64, Site)>,
    /// By control state, as `Model::options`: whether a process that is there may still start another one.
    may_run: Vec<bool>,
    /// Proctypes that may.
    runs: Vec<bool>,
    /// The least and the largest name for which there is room everywhere.
    room: BTreeMap<Names, (i64, i64)>,
    global: RegionNames,
    /// By proctype; the claim's too.
    frames: Vec<RegionNames>,
    /// By channel type: fields of a message that hold names or channels.
    fields: Vec<Vec<Reference>>,
    /// Channels that the text names.
    channels: BTreeSet<i64>,
    /// By proctype: variables that keep the value they were given at the start, with their names.
    constants: Vec<Vec<(Slot, String)>>,
    /// Variables in which processes of a proctype differ from their start on.
    differs: Mutex<BTreeSet<(u32, String)>>,
    /// The most processes that could be exchanged, by proctype, as far as was seen.
    seen: Mutex<BTreeMap<u32, usize>>,
}

/// The global part, or a frame.
#[derive(Debug, Default)]
struct RegionNames {
    references: Vec<Reference>,
    arrays: Vec<Array>,
}

/// A scalar that holds a name or a channel.
#[derive(Clone, Copy, Debug)]
struct Reference {
    slot: Slot,
    /// How it names, and what is added; `None` for a channel.
    names: Option<(Names, i64)>,
}

/// An array that is indexed by names.
#[derive(Clone, Debug)]
struct Array {
    /// Row by row.
    slots: Vec<Slot>,
    indices: Vec<Dimension>,
}

#[derive(Clone, Copy, Debug)]
struct Dimension {
    len: u32,
    names: Option<(Names, i64)>,
}

/// A proctype whose processes cannot be exchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    pub proctype: u32,
    pub why: Why,
    /// The statement, if it is one.
    pub site: Site,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Priorities,
    Last,
    Enabled,
    Trace,
    Hidden,
    /// Its number is used in a way that names are not.
    Misused(Misuse),
    /// The first process of the proctype is told from the others: `p@l`, `p:x`.
    First,
    /// Its processes end, and this counts processes or looks into them.
    Ends,
    /// Its processes end, and the claim may count steps.
    Counted,
    /// Its processes end, and have channels that others may know.
    Channels,
    /// Numbers of channels are calculated with, or an array of channels that is indexed by processes is changed.
    ChannelNumbers,
    /// A statement could not be read.
    Opaque,
}

impl Symmetry {
    /// How many processes could be exchanged, by proctype.
    pub fn seen(&self) -> BTreeMap<u32, usize> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Variables in which processes of a proctype differ for ever, so that not all of them can be exchanged.
    pub fn differs(&self) -> BTreeSet<(u32, String)> {
        self.differs.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn differ(&self, proctype: u32, variable: &str) {
        self.differs.lock().unwrap_or_else(PoisonError::into_inner).insert((proctype, variable.to_string()));
    }

    fn sees(&self, proctype: u32, processes: usize) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let most = seen.entry(proctype).or_default();
        *most = processes.max(*most);
    }
}

/// Finds the processes of a model that can be exchanged. Values of names that do not matter any more are made ones that
/// name nobody.
pub fn find(model: &mut Model) -> Symmetry {
    let runs = Runs::of(model);
    let mut candidates = candidates(model);
    let mut refused: Vec<Refusal> = Vec::new();
    let mut refuse = |candidates: &mut BTreeSet<u32>, p: u32, why: Why, site: Site| {
        if candidates.remove(&p) {
            refused.push(Refusal { proctype: p, why, site });
        }
    };
    if let Some(why) = refuses_all(model) {
        for p in candidates.clone() {
            refuse(&mut candidates, p, why, None);
        }
    }
    let fixed = FixedChannels::of(model);
    let channels = channel_types(model, &fixed);
    let mut dropped: BTreeSet<(u32, u32)> = BTreeSet::new();
    let (mut kinds, storage, found) = loop {
        let mut reading = read(model, &fixed, &runs, &candidates, &dropped, &channels);
        let before = (candidates.len(), dropped.len());
        reading.resolve(model, &mut dropped, |p, why, site| match p {
            Some(p) => refuse(&mut candidates, p, why, site),
            None => candidates.clone().into_iter().for_each(|p| refuse(&mut candidates, p, why, site)),
        });
        if before == (candidates.len(), dropped.len()) {
            break (reading.kinds, reading.storage, reading.found);
        }
    };
    for p in candidates.clone() {
        let ends = may_end(model, p);
        let counts = model.claim.is_some_and(|c| c.counts_steps);
        match found.counts {
            Some(site) if ends => refuse(&mut candidates, p, Why::Ends, site),
            _ if ends && counts => refuse(&mut candidates, p, Why::Counted, None),
            _ if ends && !model.proctypes[p as usize].channels.is_empty() => {
                refuse(&mut candidates, p, Why::Channels, None);
            }
            _ => {}
        }
    }
    refused.sort_by_key(|r| r.proctype);
    let mut symmetry = Symmetry {
        proctypes: candidates.into_iter().collect(),
        refused,
        told_apart: told_apart(&kinds),
        may_run: runs.states,
        runs: runs.proctypes,
        room: room(&mut kinds, &storage, model),
        global: part(&storage.global, &mut kinds),
        frames: storage.frames.iter().map(|scope| part(scope, &mut kinds)).collect(),
        fields: fields(model, &storage, &mut kinds),
        channels: found.channels.keys().copied().collect(),
        constants: constants(model, &storage, &mut kinds, &found),
        differs: Mutex::default(),
        seen: Mutex::default(),
    };
    let left = forget(model, &symmetry);
    symmetry.told_apart.extend(left);
    symmetry
}

/// Proctypes of which there may be several processes.
fn candidates(model: &Model) -> BTreeSet<u32> {
    let started: BTreeSet<u32> =
        model.all_accesses(&Nothing).iter().flat_map(Accesses::starts).map(|proctype| proctype.0).collect();
    let several = |p: u32| model.active.iter().filter(|(id, _)| id.0 == p).count() > 1 || started.contains(&p);
    (0..model.proctypes.len() as u32)
        .filter(|&p| model.proctypes[p as usize].kind == ProctypeKind::Proctype && several(p))
        .collect()
}

/// What makes processes depend on their numbers anyway.
fn refuses_all(model: &Model) -> Option<Why> {
    [
        (model.has_priority, Why::Priorities),
        (model.last.is_some(), Why::Last),
        (model.has_enabled, Why::Enabled),
        (model.trace.is_some(), Why::Trace),
        (!model.hidden_leaves.is_empty(), Why::Hidden),
    ]
    .into_iter()
    .find_map(|(is, why)| is.then_some(why))
}

/// Where processes may still start others.
struct Runs {
    states: Vec<bool>,
    proctypes: Vec<bool>,
}

impl Runs {
    fn of(model: &Model) -> Runs {
        let mut states = vec![false; model.options.len()];
        for p in &model.proctypes {
            let place = |state: u32| (p.base + state) as usize;
            let steps = || {
                let of = |s: usize| p.states[s].transitions().map(move |t| (s as u32, t as usize));
                (0..p.states.len()).flat_map(of)
            };
            for (state, t) in steps() {
                states[place(state)] |= model.transitions[t].accesses(&Nothing).starts().next().is_some();
            }
            loop {
                let before = states.iter().filter(|&&s| s).count();
                for (state, t) in steps() {
                    let target = model.transitions[t].target.0;
                    states[place(state)] |= target > 0 && states[place(target)];
                }
                if states.iter().filter(|&&s| s).count() == before {
                    break;
                }
            }
        }
        let any = |p: &crate::model::Proctype| (0..p.states.len()).any(|s| states[p.base as usize + s]);
        let proctypes = model.proctypes.iter().map(any).collect();
        Runs { states, proctypes }
    }
}

/// Whether a process can come to its end.
fn may_end(model: &Model, proctype: u32) -> bool {
    let p = &model.proctypes[proctype as usize];
    let mut reached = vec![false; p.states.len()];
    let mut waiting = vec![p.start.0];
    while let Some(state) = waiting.pop() {
        if std::mem::replace(&mut reached[state as usize], true) {
            continue;
        }
        for t in p.states[state as usize].transitions() {
            let t = &model.transitions[t as usize];
            if t.ends() {
                return true;
            }
            if t.target.0 > 0 {
                waiting.push(t.target.0);
            }
        }
    }
    false
}

/// The number of a step that is not a transition, for [`Opening`]. Transitions have their own numbers.
fn init_number(model: &Model, proctype: usize) -> usize {
    model.transitions.len() + 2 * proctype
}

fn provided_number(model: &Model, proctype: usize) -> usize {
    init_number(model, proctype) + 1
}

/// Which types of channels can be opened where: follows all values, from the start on.
fn channel_types(model: &Model, fixed: &FixedChannels) -> BTreeMap<Opening, BTreeSet<u32>> {
    let mut kinds = Kinds::default();
    let storage = Storage::of(model, &mut kinds);
    let mut channels: BTreeMap<Opening, BTreeSet<u32>> = BTreeMap::new();
    for (p, scope) in model.proctypes.iter().zip(&storage.frames) {
        for &(ty, slot) in &p.channels {
            if let Some((family, _)) = scope.slot(slot) {
                kinds.channels(family.kind).insert(ty);
            }
        }
    }
    for round in 0.. {
        let before: usize = channels.values().map(BTreeSet::len).sum();
        let mut found = Found::default();
        let mut reader = Reader {
            model,
            fixed,
            kinds: &mut kinds,
            storage: &storage,
            found: &mut found,
            channels: &mut channels,
            knows_channels: false,
        };
        let who = |proctype: usize| Who { proctype: proctype as u32, named: false, site: None };
        reader.step(init_number(model, model.proctypes.len()), &Guard::Always, &model.init, who(0));
        for (i, p) in model.proctypes.iter().enumerate() {
            reader.step(init_number(model, i), &Guard::Always, &p.init, who(i));
            p.provided.iter().for_each(|e| reader.condition(provided_number(model, i), e, who(i)));
            for t in p.states.iter().flat_map(|s| s.transitions()).map(|t| t as usize) {
                reader.step(t, &model.transitions[t].guard, &model.transitions[t].effects, who(i));
            }
        }
        // Numbers of channels that variables are set to at the start.
        for family in storage.global.families.iter().chain(storage.frames.iter().flat_map(|s| &s.families)) {
            let constants = kinds.facts(family.kind).constants;
            let types = constants.keys().filter_map(|&n| model.global_channels.get(usize::try_from(n - 1).ok()?));
            if family.is_channel {
                kinds.channels(family.kind).extend(types);
            }
        }
        if found.opaque.is_some() {
            // What could not be read may put any channel anywhere.
            return BTreeMap::new();
        }
        // The first round does not know what variables are set to at the start.
        if round > 0 && channels.values().map(BTreeSet::len).sum::<usize>() == before {
            break;
        }
    }
    channels
}

/// What came of reading a model.
struct Reading {
    kinds: Kinds,
    storage: Storage,
    found: Found,
}

/// Reads what can run once no process can start another one.
fn read(
    model: &Model,
    fixed: &FixedChannels,
    runs: &Runs,
    candidates: &BTreeSet<u32>,
    dropped: &BTreeSet<(u32, u32)>,
    channels: &BTreeMap<Opening, BTreeSet<u32>>,
) -> Reading {
    let mut kinds = Kinds::default();
    let storage = Storage::of(model, &mut kinds);
    let mut found = Found::default();
    let scopes = [&storage.global].into_iter().chain(&storage.frames);
    scopes.flat_map(|s| &s.families).filter(|f| f.is_channel).for_each(|f| kinds.is_channel(f.kind));
    for (fields, ty) in storage.fields.iter().zip(&model.channel_types) {
        let shown = fields.iter().zip(&ty.shows);
        shown.filter(|(_, show)| **show == Show::Channel).for_each(|(&kind, _)| kinds.is_channel(kind));
    }
    for &p in candidates {
        for (i, &slot) in model.proctypes[p as usize].params.iter().enumerate() {
            let Some((family, _)) = storage.frames[p as usize].slot(slot) else { continue };
            if !family.is_channel && family.indices.is_empty() && !dropped.contains(&(p, i as u32)) {
                kinds.name(family.kind, Names::Param(p, i as u32), Some(Origin::Param(p, i as u32)), None);
            }
        }
    }
    let mut types = channels.clone();
    let mut reader = Reader {
        model,
        fixed,
        kinds: &mut kinds,
        storage: &storage,
        found: &mut found,
        channels: &mut types,
        knows_channels: true,
    };
    for (i, p) in model.proctypes.iter().enumerate() {
        let is_claim = model.claim.is_some_and(|c| c.proctype.0 as usize == i);
        if !is_claim && !matches!(p.kind, ProctypeKind::Proctype | ProctypeKind::Init) {
            continue;
        }
        let who = |site: Site| Who { proctype: i as u32, named: candidates.contains(&(i as u32)), site };
        p.provided.iter().for_each(|e| reader.condition(provided_number(model, i), e, who(None)));
        for (s, state) in p.states.iter().enumerate() {
            if runs.states[p.base as usize + s] {
                continue;
            }
            for number in state.transitions().map(|t| t as usize) {
                let t = &model.transitions[number];
                reader.step(number, &t.guard, &t.effects, who(Some(t.statement)));
            }
        }
    }
    Reading { kinds, storage, found }
}

impl Reading {
    /// Refuses what contradicts itself. Parameters that turn out to be no names are dropped first.
    fn resolve(
        &mut self,
        model: &Model,
        dropped: &mut BTreeSet<(u32, u32)>,
        mut refuse: impl FnMut(Option<u32>, Why, Site),
    ) {
        if let Some(site) = self.found.opaque {
            return refuse(None, Why::Opaque, site);
        }
        let mut changed = false;
        for (p, scope) in self.storage.frames.iter().enumerate() {
            for (i, &slot) in model.proctypes[p].params.iter().enumerate() {
                let set = |f: &Family| self.found.set.contains(&(Some(p as u32), f.name.clone()));
                if scope.slot(slot).is_some_and(|(f, _)| set(f)) {
                    changed |= dropped.insert((p as u32, i as u32));
                }
            }
        }
        let contradictions: Vec<Facts> = self.kinds.contradictions().into_iter().cloned().collect();
        for facts in &contradictions {
            for origin in &facts.origins {
                if let Origin::Param(p, i) = *origin {
                    changed |= dropped.insert((p, i));
                }
            }
        }
        if changed {
            return;
        }
        for facts in &contradictions {
            let (misuse, site) = facts.misuse.unwrap_or((Misuse::Mixed, None));
            for origin in &facts.origins {
                match *origin {
                    Origin::Proctype(p) => refuse(Some(p), Why::Misused(misuse), site),
                    Origin::Any => refuse(None, Why::Misused(misuse), site),
                    Origin::Param(..) => {}
                }
            }
        }
        for (&p, &site) in &self.found.first {
            refuse(Some(p), Why::First, site);
        }
        self.resolve_channels(model, refuse);
    }

    /// Channels go with their processes: so their numbers must be treated like names.
    fn resolve_channels(&mut self, model: &Model, mut refuse: impl FnMut(Option<u32>, Why, Site)) {
        let misused = self.kinds.all().filter(|f| f.is_channel).find_map(|f| f.misuse);
        let all: Vec<Facts> = self.kinds.all().filter(|f| f.is_channel).cloned().collect();
        for (&n, &site) in all.iter().flat_map(|f| &f.constants) {
            self.found.channels.entry(n).or_insert(site);
        }
        let by_names = |kinds: &mut Kinds, f: &Family| f.indices.iter().any(|d| kinds.facts(d.kind).naming().is_some());
        let arrays: Vec<Family> = self.storage.global.families.iter().filter(|f| f.is_channel).cloned().collect();
        let arrays: Vec<Family> = arrays.into_iter().filter(|f| by_names(&mut self.kinds, f)).collect();
        if let Some((_, site)) = misused {
            if !arrays.is_empty() {
                refuse(None, Why::ChannelNumbers, site);
            }
            for p in 0..model.proctypes.len() {
                if !model.proctypes[p].channels.is_empty() {
                    refuse(Some(p as u32), Why::ChannelNumbers, site);
                }
            }
        }
        if arrays.iter().any(|f| self.found.set.contains(&(None, f.name.clone()))) {
            refuse(None, Why::ChannelNumbers, None);
        }
    }
}

/// Names that stand in the text.
fn told_apart(kinds: &Kinds) -> Vec<(Names, i64, Site)> {
    let mut out: BTreeMap<(Names, i64), Site> = BTreeMap::new();
    for facts in kinds.all() {
        let Some((names, plus)) = facts.naming() else { continue };
        for (&n, &site) in &facts.constants {
            out.entry((names, n - plus)).or_insert(site);
        }
    }
    out.into_iter().map(|((names, n), site)| (names, n, site)).collect()
}

/// Variables of processes that are never set and are no names. If processes differ in one, to exchange them leads
/// nowhere.
fn constants(model: &Model, storage: &Storage, kinds: &mut Kinds, found: &Found) -> Vec<Vec<(Slot, String)>> {
    let reset: Vec<Slot> = model.resets.iter().filter(|r| r.base == Region::Local).map(|r| r.slot).collect();
    let mut of = |(p, scope): (usize, &Scope)| {
        let constant = |f: &&Family| {
            f.indices.is_empty()
                && f.slots.len() == 1
                && !found.set.contains(&(Some(p as u32), f.name.clone()))
                && !reset.contains(&f.slots[0])
                && !f.is_channel
                && kinds.facts(f.kind).naming().is_none()
        };
        scope.families.iter().filter(constant).map(|f| (f.slots[0], f.name.clone())).collect()
    };
    storage.frames.iter().enumerate().map(&mut of).collect()
}

/// For which names there is room in every variable and array that is meant for them.
fn room(kinds: &mut Kinds, storage: &Storage, model: &Model) -> BTreeMap<Names, (i64, i64)> {
    let mut room: BTreeMap<Names, (i64, i64)> = BTreeMap::new();
    let mut fit = |names: Option<(Names, i64)>, (least, most): (i64, i64)| {
        if let Some((names, plus)) = names {
            let (from, to) = room.entry(names).or_insert((i64::MIN, i64::MAX));
            (*from, *to) = ((least - plus).max(*from), (most - plus).min(*to));
        }
    };
    for family in [&storage.global].into_iter().chain(&storage.frames).flat_map(|s| &s.families) {
        let names = kinds.facts(family.kind).naming();
        family.slots.iter().for_each(|&slot| fit(names, extent(slot)));
        for d in &family.indices {
            fit(kinds.facts(d.kind).naming(), (0, i64::from(d.len) - 1));
        }
    }
    for (fields, ty) in storage.fields.iter().zip(&model.channel_types) {
        for (&kind, &slot) in fields.iter().zip(&ty.fields) {
            fit(kinds.facts(kind).naming(), extent(slot));
        }
    }
    room
}

/// The least and the largest value of a scalar.
fn extent(slot: Slot) -> (i64, i64) {
    let bits = u32::from(slot.bits);
    if slot.signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

fn part(scope: &Scope, kinds: &mut Kinds) -> RegionNames {
    let mut part = RegionNames::default();
    for family in &scope.families {
        let facts = kinds.facts(family.kind);
        let names = facts.naming();
        if names.is_some() || facts.is_channel {
            part.references.extend(family.slots.iter().map(|&slot| Reference { slot, names }));
        }
        let indices = family.indices.iter().map(|d| Dimension { len: d.len, names: kinds.facts(d.kind).naming() });
        let indices: Vec<Dimension> = indices.collect();
        if indices.iter().any(|d| d.names.is_some()) {
            let slots = family.slots.clone();
            part.arrays.push(Array { slots, indices });
        }
    }
    part
}

fn fields(model: &Model, storage: &Storage, kinds: &mut Kinds) -> Vec<Vec<Reference>> {
    let of = |(kinds_of, ty): (&Vec<kinds::Kind>, &crate::model::layout::ChannelType)| {
        let all = kinds_of.iter().zip(&ty.fields);
        all.filter_map(|(&kind, &slot)| {
            let facts = kinds.facts(kind);
            (facts.naming().is_some() || facts.is_channel).then_some(Reference { slot, names: facts.naming() })
        })
        .collect()
    };
    storage.fields.iter().zip(&model.channel_types).map(of).collect()
}

/// A name that does not matter any more names nobody: then it does not keep states apart. The parameters that processes
/// are named by are kept. Gives the names for which there is no such value.
fn forget(model: &mut Model, symmetry: &Symmetry) -> Vec<(Names, i64, Site)> {
    let mut left = Vec::new();
    for number in 0..model.parts.len() {
        let part = model.parts[number];
        let statement = model.transition(part.transition).statement;
        let proctype = model.statements[statement as usize].proctype.0;
        let params = &model.proctypes[proctype as usize].params;
        let (first, mut count) = part.resets;
        let mut at = first;
        while at < first + count {
            let reset = &mut model.resets[at as usize];
            at += 1;
            let of = match reset.base {
                Region::Global => &symmetry.global,
                Region::Local => &symmetry.frames[proctype as usize],
                Region::Hidden => continue,
            };
            let Some((names, plus)) = of.references.iter().find(|r| r.slot == reset.slot).and_then(|r| r.names) else {
                continue;
            };
            let is_own = |i: u32| names == Names::Param(proctype, i) && reset.base == Region::Local;
            // No pid is larger than 254.
            let value = if reset.slot.signed { plus - 1 } else { extent(reset.slot).1 };
            if (0..params.len()).any(|i| is_own(i as u32) && params[i] == reset.slot) {
                at -= 1;
                count -= 1;
                model.resets.swap(at as usize, (first + count) as usize);
            } else if names == Names::Pid && !(0..255).contains(&(value - plus)) {
                reset.value = value as i32;
            } else {
                left.push((names, i64::from(reset.value) - plus, Some(statement)));
            }
        }
        model.parts[number].resets.1 = count;
    }
    left
}
