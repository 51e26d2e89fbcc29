//! What is known of a model before any state is: which steps there are, where they lead, what no step changes.

use crate::bits::Bits;
use crate::exec::Machine;
use crate::footprint::{self, ChannelUse, Footprint, Range};
use crate::model::accesses::{Access, Accesses, Data, Known, Nothing, Question};
use crate::model::layout::Slot;
use crate::model::{Action, Expr, Model, Place, Proctype, ProctypeId, ProctypeKind, Region, TransitionId};
use crate::optimise::variables::Variables;
use crate::optimise::{self, Visible, ample};

/// The facts about a model.
#[derive(Debug, Clone)]
pub struct Facts {
    /// None for what is no process.
    pub proctypes: Vec<Option<Steps>>,
    /// Parts of the global data that some step sets, in order, apart from each other.
    written: Vec<Range>,
    /// What the claim looks at. None: nothing that a step does can be seen.
    pub claim: Option<Footprint>,
    /// In the order of `Model::options`: a process in this state may still start others.
    pub may_run: Vec<bool>,
    /// Processes can be started.
    pub runs: bool,
    /// Channels whose sends a `trace` watches, and whose receives; `None` for any.
    traced: (Vec<Option<u32>>, Vec<Option<u32>>),
}

/// The steps of a proctype.
#[derive(Debug, Clone)]
pub struct Steps {
    pub list: Vec<Step>,
    /// By state, the first of its steps; one more at the end.
    pub first: Vec<u32>,
    /// By state, the steps that lead to it.
    pub to: Vec<Vec<u32>>,
    /// By state, the states that can come after it; with itself.
    pub reach: Vec<Bits>,
    /// What is never set after the start.
    pub constants: Vec<Constant>,
}

/// A scalar of the frame that keeps its value.
#[derive(Debug, Clone)]
pub struct Constant {
    pub slot: Slot,
    /// By state: it may still be read. Else it may have been reset.
    pub live: Vec<bool>,
}

/// A step of the search, with all that follows it in an atomic sequence.
#[derive(Debug, Clone)]
pub struct Step {
    pub transition: TransitionId,
    pub state: u32,
    pub target: u32,
    /// Other steps of the process come first, if they can be taken.
    escapes: bool,
    /// Steps of the program: the one that has to be possible, and those after it.
    first: TransitionId,
    rest: Vec<InnerStep>,
    /// The first one, as a part.
    reset: Vec<Range>,
    /// For `else`: the steps of the program that must not be possible.
    opposite: Vec<TransitionId>,
    /// It comes to, or leaves, a label or a local variable that the property asks for.
    pub visible: bool,
    /// The control states that it passes and comes to, atomic sequences aside.
    pub passes: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct InnerStep {
    transition: TransitionId,
    /// Globals that get their old value back.
    reset: Vec<Range>,
}

/// More states than this in a proctype are too many to know which follow which.
const MOST_STATES: usize = 4000;

impl Facts {
    /// `None` if the order of steps as such matters, or the model is too large.
    pub fn of(model: &Model, visible: Visible) -> Option<Facts> {
        let is_process = |p: &Proctype| matches!(p.kind, ProctypeKind::Proctype | ProctypeKind::Init);
        if !ample::is_possible(model)
            || model.has_provided
            || model.proctypes.iter().any(|p| is_process(p) && p.states.len() > MOST_STATES)
        {
            return None;
        }
        let watched = optimise::dead::watched(model);
        let mut proctypes = Vec::new();
        for (id, p) in (0..).map(ProctypeId).zip(&model.proctypes) {
            let steps = is_process(p).then(|| Steps::of(model, id, p, &watched[id.0 as usize], visible));
            proctypes.push(steps);
        }
        let mut facts = Facts {
            proctypes,
            written: Vec::new(),
            claim: None,
            may_run: ample::may_run(model),
            runs: model.all_accesses(&Nothing).iter().any(|a| a.starts().next().is_some()),
            traced: (Vec::new(), Vec::new()),
        };
        let mut written: Vec<Range> = Vec::new();
        for (p, steps) in model.proctypes.iter().zip(&mut facts.proctypes) {
            let Some(steps) = steps else { continue };
            let prints: Vec<Footprint> = steps.list.iter().map(|s| s.footprint(model, &Nothing)).collect();
            written.extend(prints.iter().flat_map(|f| &f.writes).map(|w| w.range));
            steps.find_constants(p, &prints);
        }
        facts.written = joined(written);
        facts.claim = facts.seen(model, visible);
        if let Some(trace) = &model.trace {
            let initial = Machine::new(model).state().to_vec();
            let channel = |e: &Expr| {
                let number = match e {
                    Expr::Load { place: Place::Slot { region: Region::Global, slot }, .. } => {
                        facts.is_constant(*slot).then(|| slot.get(initial[slot.word as usize]))
                    }
                    e => e.constant(),
                };
                number.and_then(|n| u32::try_from(n).ok())
            };
            facts.traced = (trace.sends.iter().map(channel).collect(), trace.receives.iter().map(channel).collect());
        }
        Some(facts)
    }

    /// Whether a global never changes.
    pub fn is_constant(&self, slot: Slot) -> bool {
        let range = Range::of(slot);
        let after = self.written.partition_point(|w| w.to <= range.from);
        self.written.get(after).is_none_or(|w| !w.meets(range))
    }

    /// Whether a `trace` watches a use of a channel.
    pub fn is_traced(&self, used: &ChannelUse) -> bool {
        let has =
            |list: &[Option<u32>]| list.iter().any(|n| n.is_none() || used.channel.is_none() || *n == used.channel);
        (used.how.is_send() && has(&self.traced.0)) || (used.how.is_receive() && has(&self.traced.1))
    }

    /// What the claim looks at.
    fn seen(&self, model: &Model, visible: Visible) -> Option<Footprint> {
        let Some(claim) = model.claim else {
            return (visible.accept || visible.progress).then(Footprint::default);
        };
        let mut seen = Footprint::default();
        let states = &model.proctype(claim.proctype).states;
        let variables = Variables::of(&model.global_leaves);
        for t in states.iter().flat_map(|s| s.transitions()) {
            see(&mut seen, &model.transitions[t as usize].accesses(&Nothing), &variables);
        }
        Some(seen)
    }
}

/// Adds what a step of the claim looks at. Labels and remote variables are dealt with by the steps, and so is
/// `timeout`. Of an array or a structure all of it counts.
fn see(seen: &mut Footprint, accesses: &Accesses, variables: &Variables) {
    seen.wild |= accesses.other_types;
    for access in accesses.all() {
        match access {
            Access::Read { data, .. } | Access::Count { data, .. } => match data.region() {
                Some(Region::Global) => match variables.of_data(data) {
                    Some(v) => seen.reads.extend(variables.list[v].slots.iter().map(|s| Range::of(*s))),
                    None => seen.wild = true,
                },
                Some(Region::Hidden) => seen.wild = true,
                Some(Region::Local) => {}
                None => match data {
                    Data::Remote { .. } => seen.counts = true,
                    Data::Scalar { .. } | Data::Element { .. } | Data::Somewhere => seen.wild = true,
                },
            },
            Access::Channel { .. } | Access::Event => {
                seen.channels.push(ChannelUse { channel: None, how: footprint::Use::Look, args: None });
            }
            Access::Start { .. } | Access::End => seen.counts = true,
            Access::SetPriority { .. } => seen.wild = true,
            Access::Ask { question, .. } => match question {
                Question::Count | Question::First(_) | Question::ControlState(_) | Question::IsAt(..) => {
                    seen.counts = true;
                }
                Question::Enabled(_) | Question::Priority(_) => seen.wild = true,
                Question::Pid | Question::Timeout | Question::NonProgress => {}
            },
            Access::Write { .. } | Access::Else { .. } | Access::Print { .. } => {}
        }
    }
}

/// In order, with those that meet made one.
fn joined(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.sort_unstable();
    let mut out: Vec<Range> = Vec::new();
    for range in ranges {
        match out.last_mut() {
            Some(last) if range.from <= last.to => last.to = last.to.max(range.to),
            _ => out.push(range),
        }
    }
    out
}

impl Steps {
    fn of(model: &Model, id: ProctypeId, p: &Proctype, watched: &Bits, visible: Visible) -> Steps {
        let variables = Variables::of(&p.leaves);
        let base = p.base as usize;
        let options = |state: usize| {
            let (first, end) = model.options[base + state];
            (first..end).map(TransitionId)
        };
        let mut shown: Vec<bool> =
            p.states.iter().map(|s| (visible.accept && s.accept) || (visible.progress && s.progress)).collect();
        for (state, _) in model.label_refs.iter().zip(&model.label_owners).filter(|(_, owner)| **owner == id) {
            shown[state.0 as usize] = true;
        }
        let nobody = Bits::new(watched.size());
        let is_watched = |a: &Accesses| {
            a.writes().any(|data| match data {
                Data::Scalar { region: Region::Local, .. } | Data::Element { region: Region::Local, .. } => {
                    variables.of_data(data).map_or(*watched != nobody, |v| watched.has(v))
                }
                Data::Somewhere => *watched != nobody,
                Data::Scalar { .. } | Data::Element { .. } | Data::Remote { .. } => false,
            })
        };
        let begins_shown = |a: &Accesses| {
            a.starts().any(|proctype| {
                let p = model.proctype(proctype);
                let s = &p.states[p.start.0 as usize];
                model.label_refs.contains(&p.start) || (visible.accept && s.accept) || (visible.progress && s.progress)
            })
        };
        let shows = |t: TransitionId| {
            let accesses = model.transition(t).accesses(&Nothing);
            is_watched(&accesses) || begins_shown(&accesses)
        };
        let mut list = Vec::new();
        let mut first = Vec::new();
        let mut to = vec![Vec::new(); p.states.len()];
        for state in 0..p.states.len() {
            first.push(list.len() as u32);
            let escapes = options(state).any(|t| model.transition(t).escape > 0);
            for t in options(state) {
                let target = model.transition(t).target.0;
                to[target as usize].push(list.len() as u32);
                let mut parts = parts(model, t);
                let passes = parts.iter().map(|p| model.transition(p.transition).target.0).collect();
                let mut step_visible = shown[state];
                // What follows in an atomic sequence.
                let mut open = vec![t];
                let mut seen = vec![false; p.states.len()];
                while let Some(t) = open.pop() {
                    let own = self::parts(model, t);
                    for part in &own {
                        let target = model.transition(part.transition).target;
                        step_visible = step_visible || shown[target.0 as usize] || shows(part.transition);
                    }
                    let t = model.transition(t);
                    if t.atomic && !std::mem::replace(&mut seen[t.target.0 as usize], true) {
                        for next in options(t.target.0 as usize) {
                            parts.extend(self::parts(model, next));
                            open.push(next);
                        }
                    }
                }
                let mut parts = parts.into_iter();
                let Some(begin) = parts.next() else { continue };
                let mut rest: Vec<InnerStep> = parts.collect();
                rest.sort_by_key(|p| p.transition);
                rest.dedup();
                let is_else = model.transition(begin.transition).is_else();
                let opposite = options(state).filter(|o| is_else && *o != t);
                let opposite = opposite.filter_map(|o| self::parts(model, o).first().map(|p| p.transition)).collect();
                list.push(Step {
                    transition: t,
                    state: state as u32,
                    target,
                    escapes,
                    first: begin.transition,
                    rest,
                    reset: begin.reset,
                    opposite,
                    visible: step_visible,
                    passes,
                });
            }
        }
        first.push(list.len() as u32);
        let reach = reach(p.states.len(), &list);
        Steps { list, first, to, reach, constants: Vec::new() }
    }

    fn find_constants(&mut self, p: &Proctype, prints: &[Footprint]) {
        let written = joined(prints.iter().flat_map(|f| f.local_writes.iter().copied()).collect());
        for leaf in &p.leaves {
            let range = Range::of(leaf.slot);
            if written.iter().any(|w| w.meets(range)) {
                continue;
            }
            let reads = |f: &Footprint| f.local_reads.iter().any(|r| r.meets(range));
            let read_at: Vec<usize> =
                self.list.iter().zip(prints).filter(|(_, f)| reads(f)).map(|(s, _)| s.state as usize).collect();
            if read_at.is_empty() {
                continue;
            }
            let live = self.reach.iter().map(|reach| read_at.iter().any(|s| reach.has(*s))).collect();
            self.constants.push(Constant { slot: leaf.slot, live });
        }
    }
}

/// A step of the search as steps of the program.
fn parts(model: &Model, t: TransitionId) -> Vec<InnerStep> {
    let parts = model.parts_of(t);
    if parts.is_empty() {
        return vec![InnerStep { transition: model.origin(t), reset: Vec::new() }];
    }
    let reset = |(first, count): (u32, u32)| {
        let resets = &model.resets[first as usize..(first + count) as usize];
        resets.iter().filter(|r| r.base == Region::Global).map(|r| Range::of(r.slot)).collect()
    };
    parts.iter().map(|p| InnerStep { transition: p.transition, reset: reset(p.resets) }).collect()
}

fn reach(states: usize, list: &[Step]) -> Vec<Bits> {
    let mut reach: Vec<Bits> = (0..states)
        .map(|s| {
            let mut own = Bits::new(states);
            own.add(s);
            own
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for step in list.iter().rev() {
            let (from, to) = (step.state as usize, step.target as usize);
            if from != to {
                let after = reach[to].clone();
                changed |= reach[from].add_all(&after);
            }
        }
    }
    reach
}

fn may_be_rendezvous(model: &Model, channel: Option<u32>) -> bool {
    let ty = channel.and_then(|n| model.global_channels.get((n as usize).wrapping_sub(1)));
    model.has_rendezvous && ty.is_none_or(|ty| model.channel_types[*ty as usize].capacity == 0)
}

impl Step {
    /// What it touches, given what is known.
    pub fn footprint(&self, model: &Model, known: &impl Known) -> Footprint {
        let mut print = self.alone(model, self.first, &self.reset, known);
        if self.escapes {
            print.wild = true;
        }
        for t in &self.opposite {
            let mut other = self.alone(model, *t, &[], known);
            if other.timeout {
                continue;
            }
            // `else` beside a rendezvous depends on who waits.
            other.wild |= other.channels.iter().any(|c| may_be_rendezvous(model, c.channel));
            print.add_opposite(&other);
        }
        for part in &self.rest {
            let mut rest = self.alone(model, part.transition, &part.reset, known);
            // Within an atomic sequence `else` adds nothing to the options beside it.
            let meets = |c: &footprint::ChannelUse| c.how.is_send() || c.how.is_receive();
            rest.wild |= rest.channels.iter().any(|c| meets(c) && may_be_rendezvous(model, c.channel));
            print.add_rest(rest);
        }
        print.tidy();
        print
    }

    /// What it waits for: the part of the footprint that decides whether it can be taken.
    pub fn wait(&self, model: &Model, known: &impl Known) -> Footprint {
        let mut print = self.alone(model, self.first, &[], known);
        for t in &self.opposite {
            let other = self.alone(model, *t, &[], known);
            if !other.timeout {
                print.add_opposite(&other);
            }
        }
        print.tidy();
        print
    }

    fn alone(&self, model: &Model, t: TransitionId, reset: &[Range], known: &impl Known) -> Footprint {
        if matches!(model.transition(t).action, Action::Parts { .. }) {
            return Footprint::wild();
        }
        // What `else` waits for is the opposite of other steps.
        if model.transition(t).is_else() {
            return Footprint::default();
        }
        let mut print = footprint::of(model.transition(t), known);
        print.writes.retain(|w| !reset.contains(&w.range));
        print
    }
}
