//! One state for all that differ only in which process does what.
//!
//! Processes that can be exchanged are sorted by what can be seen of them without knowing any names: their frames, what
//! arrays hold for them, what their channels hold, who refers to them. If no state holds names that is exact. Otherwise
//! processes may look alike and still matter to each other: of all ways to order these the one with the least state is
//! taken, if there are at most [`WAYS`]. If there are more they stay in the order in which they come: that is sound,
//! and several states may be left of those that could be one.

use std::collections::HashMap;
use std::sync::Arc;

use super::Symmetry;
use super::permutation::{Kind, Permutation, Plan, Site};
use crate::exec::Machine;
use crate::exec::shape::{CommonShapes, Shapes};
use crate::model::Model;

/// At most so many ways to order processes that look alike are tried: five processes.
const WAYS: usize = 120;

pub struct Canonical<'m> {
    symmetry: Arc<Symmetry>,
    model: &'m Model,
    shapes: Shapes,
    common: CommonShapes,
    plans: HashMap<u32, Vec<Plan>>,
    scratch: Scratch,
}

#[derive(Default)]
struct Scratch {
    /// What can be seen of each process, and where that begins, by pid.
    keys: Vec<u32>,
    starts: Vec<(usize, usize)>,
    referred: Vec<u32>,
    order: Vec<u32>,
    to: Permutation,
    best: Vec<u32>,
    trial: Vec<u32>,
}

impl<'m> Canonical<'m> {
    /// For the states of machines that share these shapes from their beginning on: see [`Canonical::shapes`].
    pub fn new(symmetry: &Arc<Symmetry>, model: &'m Model) -> Canonical<'m> {
        // A machine in its initial state knows the shapes that all machines begin with.
        let mut shapes = Machine::new(model).shapes().clone();
        let common = shapes.to_common();
        shapes.share(&common);
        let (symmetry, plans) = (Arc::clone(symmetry), HashMap::new());
        Canonical { symmetry, model, shapes, common, plans, scratch: Scratch::default() }
    }

    pub fn shapes(&self) -> &CommonShapes {
        &self.common
    }

    /// The state that stands for all that can be made of this one by exchanging processes.
    pub fn canonical<'a>(&'a mut self, state: &'a [u32]) -> &'a [u32] {
        let Some(plan) = self.plan(state) else { return state };
        let plan = &self.plans[&state[0]][plan];
        self.scratch.choose(plan, state)
    }

    /// A state in which two processes are exchanged, and the two; `pick` chooses a number below another one. `None` if
    /// there are none in this state.
    pub fn exchanged(&mut self, state: &[u32], mut pick: impl FnMut(usize) -> usize) -> Option<(u32, u32, Vec<u32>)> {
        let plan = self.plan(state)?;
        let plan = &self.plans[&state[0]][plan];
        let class = &plan.classes[pick(plan.classes.len())];
        let (first, second) = (pick(class.pids.len()), pick(class.pids.len() - 1));
        let (a, b) = (class.pids[first], class.pids[(first + 1 + second) % class.pids.len()]);
        let mut out = Vec::new();
        plan.apply(&swap(plan, a, b), state, &mut out);
        Some((a, b, out))
    }

    /// The state that another one becomes by the same exchange, if it has these processes.
    pub fn exchange(&mut self, state: &[u32], a: u32, b: u32) -> Option<Vec<u32>> {
        let plan = self.plan(state)?;
        let plan = &self.plans[&state[0]][plan];
        let class = |pid: u32| plan.class_of.get(pid as usize).copied().flatten();
        if class(a).is_none() || class(a) != class(b) {
            return None;
        }
        let mut out = Vec::new();
        plan.apply(&swap(plan, a, b), state, &mut out);
        Some(out)
    }

    /// The plan for a state, by its number; `None` if nothing can be exchanged in it.
    fn plan(&mut self, state: &[u32]) -> Option<usize> {
        self.shapes.learn(state[0]);
        let shape = self.shapes.get(state[0]);
        let starts = |p: &crate::exec::shape::ProcessPlace| {
            let pc = state[p.frame as usize] & p.pc_mask;
            self.symmetry.runs[p.proctype.0 as usize] && self.symmetry.may_run[(p.base + pc) as usize]
        };
        if shape.processes.iter().any(starts) {
            return None;
        }
        let plans = self.plans.entry(state[0]).or_default();
        let fits = |plan: &Plan| plan.signature.iter().all(|(site, value)| site.get(state) == *value);
        let found = plans.iter().position(fits);
        let number = found.unwrap_or_else(|| {
            plans.push(Plan::of(&self.symmetry, self.model, shape, state));
            plans.len() - 1
        });
        (!plans[number].is_empty()).then_some(number)
    }
}

fn identity(plan: &Plan) -> Permutation {
    (0..plan.class_of.len() as u32).collect()
}

fn swap(plan: &Plan, a: u32, b: u32) -> Permutation {
    let mut to = identity(plan);
    to.swap(a as usize, b as usize);
    to
}

impl Scratch {
    fn choose<'a>(&'a mut self, plan: &Plan, state: &'a [u32]) -> &'a [u32] {
        self.look(plan, state);
        self.to.clear();
        self.to.extend(0..plan.class_of.len() as u32);
        // Processes that look alike and matter to each other: where they are in the order of their class.
        let mut alike: Vec<Vec<(u32, u32)>> = Vec::new();
        let mut ways = 1usize;
        for class in &plan.classes {
            let (keys, starts) = (&self.keys, &self.starts);
            let key = |pid: u32| &keys[starts[pid as usize].0..starts[pid as usize].1];
            self.order.clear();
            self.order.extend_from_slice(&class.pids);
            self.order.sort_by(|&a, &b| key(a).cmp(key(b)));
            for (&pid, &place) in self.order.iter().zip(&class.pids) {
                self.to[pid as usize] = place;
            }
            let pairs: Vec<(u32, u32)> = self.order.iter().copied().zip(class.pids.iter().copied()).collect();
            for group in pairs.chunk_by(|a, b| key(a.0) == key(b.0)) {
                if group.len() > 1 && self.referred[group[0].0 as usize] > 0 {
                    let more = (2..=group.len()).try_fold(ways, usize::checked_mul).filter(|&w| w <= WAYS);
                    if let Some(more) = more {
                        ways = more;
                        alike.push(group.to_vec());
                    }
                }
            }
        }
        let is_identity = |to: &Permutation| to.iter().enumerate().all(|(from, &to)| from as u32 == to);
        if alike.is_empty() {
            if is_identity(&self.to) {
                return state;
            }
            plan.apply(&self.to, state, &mut self.best);
            return &self.best;
        }
        plan.apply(&self.to, state, &mut self.best);
        for way in 1..ways {
            let mut to = self.to.clone();
            let mut rest = way;
            for group in &alike {
                let mut places: Vec<u32> = group.iter().map(|&(_, place)| place).collect();
                for (i, &(pid, _)) in group.iter().enumerate() {
                    let left = group.len() - i;
                    to[pid as usize] = places.remove(rest % left);
                    rest /= left;
                }
            }
            plan.apply(&to, state, &mut self.trial);
            if self.trial < self.best {
                std::mem::swap(&mut self.trial, &mut self.best);
            }
        }
        &self.best
    }

    /// What can be seen of each process without names. The keys of a process do not depend on where it stands.
    fn look(&mut self, plan: &Plan, state: &[u32]) {
        self.count_references(plan, state);
        self.keys.clear();
        self.starts.clear();
        self.starts.resize(plan.class_of.len(), (0, 0));
        for class in &plan.classes {
            for &pid in &class.pids {
                let start = self.keys.len();
                let frame = plan.frames[pid as usize];
                let words = state[frame..frame + class.frame_words].iter().zip(&class.plain);
                self.keys.extend(words.map(|(word, mask)| word & mask));
                self.keys.push(self.referred[pid as usize]);
                for &(site, kind) in &plan.own[pid as usize] {
                    self.see(plan, state, pid, site, kind);
                }
                for &(site, kind) in &plan.shared {
                    self.keys.push(u32::from(plan.referred(kind, site.get(state)) == Some(pid)));
                }
                self.look_at_arrays(plan, state, pid);
                self.look_at_channels(plan, state, pid);
                self.starts[pid as usize] = (start, self.keys.len());
            }
        }
    }

    /// How often each process is referred to, and how often it refers to another that can be exchanged.
    fn count_references(&mut self, plan: &Plan, state: &[u32]) {
        self.referred.clear();
        self.referred.resize(plan.class_of.len(), 0);
        for &(site, kind) in &plan.references {
            if let Some(pid) = plan.referred(kind, site.get(state)) {
                self.referred[pid as usize] += 1;
            }
        }
        for (pid, own) in plan.own.iter().enumerate() {
            for &(site, kind) in own {
                // A name of its own is no reference: a parameter, or a channel that it created.
                match plan.referred(kind, site.get(state)) {
                    Some(other) if other as usize == pid => self.referred[pid] -= 1,
                    Some(_) => self.referred[pid] += 1 << 16,
                    None => {}
                }
            }
        }
        for channel in plan.channels.iter().filter(|c| c.words > 0 && !plan.fields[c.ty].is_empty()) {
            for message in 0..state[channel.at] & 0xff {
                for &(slot, kind) in &plan.fields[channel.ty] {
                    if let Some(pid) = plan.referred(kind, plan.field(channel, message, slot).get(state)) {
                        self.referred[pid as usize] += 1;
                        if let Some(owner) = channel.owner {
                            self.referred[owner as usize] += 1 << 16;
                        }
                    }
                }
            }
        }
        for (pid, array) in &plan.arrays {
            // Elements for pairs of processes, or within frames, tie their owners together.
            let ties = pid.is_some() || array.owners.iter().filter(|o| o.is_some()).count() > 1;
            for owner in array.owners.iter().flatten().flatten().flatten().filter(|_| ties) {
                self.referred[*owner as usize] += 1 << 24;
            }
            for (n, site) in array.sites.iter().enumerate().filter(|_| array.kind.is_some() && !ties) {
                let Some(kind) = array.kind else { continue };
                if plan.referred(kind, site.get(state)).is_some() {
                    for owner in array.owners_of(n) {
                        self.referred[owner as usize] += 1 << 16;
                    }
                }
            }
        }
    }

    /// A reference as its owner sees it.
    fn see(&mut self, plan: &Plan, state: &[u32], pid: u32, site: Site, kind: Kind) {
        let value = site.get(state);
        match plan.referred(kind, value) {
            None => self.keys.extend([0, value as u32]),
            Some(other) if other == pid => self.keys.extend([1, 0]),
            Some(other) => self.keys.extend([2, plan.class_of[other as usize].map_or(0, |c| c as u32)]),
        }
    }

    /// What arrays hold for a process: elements of which it is the only owner.
    fn look_at_arrays(&mut self, plan: &Plan, state: &[u32], pid: u32) {
        for (_, array) in plan.arrays.iter().filter(|(of, _)| of.is_none()) {
            for n in 0..array.sites.len() {
                let mut owners = array.owners_of(n).peekable();
                if owners.peek().is_none() || owners.any(|o| o != pid) {
                    continue;
                }
                match array.kind {
                    Some(kind) => self.see(plan, state, pid, array.sites[n], kind),
                    None => self.keys.push(array.sites[n].get(state) as u32),
                }
            }
        }
    }

    /// What its channels hold.
    fn look_at_channels(&mut self, plan: &Plan, state: &[u32], pid: u32) {
        for channel in plan.channels.iter().filter(|c| c.owner == Some(pid) && c.words > 0) {
            let fields = &plan.fields[channel.ty];
            if fields.is_empty() {
                self.keys.extend_from_slice(&state[channel.at..channel.at + channel.words]);
                continue;
            }
            let messages = state[channel.at] & 0xff;
            // The words without names, and the names as the process sees them.
            let start = self.keys.len();
            self.keys.extend_from_slice(&state[channel.at..channel.at + channel.words]);
            for message in 0..messages {
                for &(slot, _) in fields {
                    let site = plan.field(channel, message, slot);
                    let word = &mut self.keys[start + site.word - channel.at];
                    *word = site.slot.set(*word, 0);
                }
            }
            for message in 0..messages {
                for &(slot, kind) in fields {
                    self.see(plan, state, pid, plan.field(channel, message, slot), kind);
                }
            }
        }
    }
}
