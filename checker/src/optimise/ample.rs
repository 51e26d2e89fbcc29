//! Static facts for partial order reduction: in which control states a process may be taken alone.
//!
//! A process whose every option touches nothing but its own frame is independent of all others: no other process can notice the step,
//! stop it or make another one possible. The search may then take its steps alone and leave the steps of the others for later
//! (ample sets, Peled 1994, in the form of Holzmann and Peled 1994). The search itself sees to it that nothing is put off for ever.
//!
//! What the property looks at is *visible* and never safe: accept labels in a search for acceptance cycles, progress labels if `np_` is
//! used, labels and variables that another process or the claim asks for. With an atomic sequence all of it has to be safe.
//!
//! Different from Spin: the promises `xr`, `xs` and `local` are not used; steps that enter a label that is asked for are never safe; starting and
//! ending a process is safe only where nobody can tell (see [`super::numbers`]).

use super::access::{Access, Code};
use super::dead;
use super::local::{claim_counts_steps, code_of, is_local, only_runs};
use super::numbers;
use crate::bits::Bits;
use crate::model::layout::Show;
use crate::model::op::{Base, Op};
use crate::model::{Action, Model, Proctype, ProctypeId, ProctypeKind, StatementKind, Transition, TransitionId};

/// Whether a process may be taken alone in a control state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safe {
    No,
    Always,
    /// It ends: safe if it can end now and no other process can still start one. See also [`Ample::numbers_show`].
    End,
    /// It starts processes, and their numbers show: safe for the youngest process, because no older one can end before it, if no other one can start processes.
    Start,
}

/// The facts, for each state in the order of `Model::options`.
#[derive(Debug, Clone)]
pub struct Ample {
    pub safe: Vec<Safe>,
    /// A process in this state may still start others.
    pub may_run: Vec<bool>,
    /// Somebody can tell the numbers of processes, or of channels that were made with them. If not, a process that has ended and one that is gone are
    /// the same for all others, as long as there are not too many of them.
    pub numbers_show: bool,
    /// No run can come to too many processes or channels.
    pub few: bool,
}

/// Which labels the property looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Visible {
    pub accept: bool,
    pub progress: bool,
}

impl Ample {
    /// The facts about a model; `None` if no process may ever be taken alone.
    pub fn of(model: &Model, visible: Visible) -> Option<Ample> {
        if !is_possible(model) {
            return None;
        }
        let counted = uses(model, |op| *op == Op::ProcessCount);
        let numbers_show = numbers::show(model);
        let facts = Facts {
            model,
            visible,
            numbers_show,
            names: numbers_show && numbers::are_names(model),
            counted,
            channels_stay: channels_stay(model),
            waiting_shows: waiting_shows(model),
        };
        let mut safe = vec![Safe::No; model.options.len()];
        let watched = dead::watched(model);
        for (id, p) in (0..).map(ProctypeId).zip(&model.proctypes) {
            if matches!(p.kind, ProctypeKind::Proctype | ProctypeKind::Init) && p.provided.is_none() {
                facts.proctype(id, p, &watched[id.0 as usize], &mut safe);
            }
        }
        safe.iter().any(|s| *s != Safe::No).then(|| Ample {
            safe,
            may_run: may_run(model),
            numbers_show,
            few: numbers::are_few(model),
        })
    }
}

/// Whether nothing in the model depends on the order of steps as such.
pub(crate) fn is_possible(model: &Model) -> bool {
    let claim = model.claim.is_none_or(|c| {
        let p = model.proctype(c.proctype);
        let codes = p.states.iter().flat_map(|s| s.transitions()).filter_map(|t| code_of(model, TransitionId(t)));
        !claim_counts_steps(model) && !codes.flat_map(|c| c.ops).any(|(op, _)| *op == Op::Timeout)
    });
    claim
        && !model.has_priority
        && model.last.is_none()
        && !uses(model, |op| matches!(op, Op::Enabled | Op::GetPriority | Op::SetPriority))
        && !model.code.windows(2).any(|ops| ops[0] == Op::PcValue && !matches!(ops[1], Op::Label(_)))
}

fn uses(model: &Model, wanted: impl Fn(&Op) -> bool) -> bool {
    model.code.iter().any(wanted)
}

/// Whether a channel that was made with a process is only known to it and to processes that it has started. Those are younger, and
/// have ended when it ends.
fn channels_stay(model: &Model) -> bool {
    model.proctypes.iter().all(|p| {
        let is_channel = |slot| p.leaves.iter().any(|l| l.slot == slot && l.show == Show::Channel);
        let has_arrays = p.leaves.iter().any(|l| l.show == Show::Channel && l.name.contains(['[', '.']));
        let stays = |code: Code| {
            let starts = code.ops.iter().any(|(op, _)| matches!(op, Op::Run { .. }));
            let gives = |(op, _): &(&Op, Vec<usize>)| {
                matches!(op, Op::Send { .. } | Op::StoreGlobal(_) | Op::StoreHidden(_) | Op::StoreAt { .. })
                    || matches!(op, Op::StoreIndexGlobal { .. } | Op::StoreIndexLocal { .. })
            };
            let is_argument = starts && !code.ops.iter().any(gives);
            code.ops.windows(2).all(|pair| match (pair[0].0, pair[1].0) {
                (Op::LoadLocal(slot), next) if is_channel(*slot) => {
                    is_argument || uses_channel(next) || matches!(next, Op::StoreLocal(to) if is_channel(*to))
                }
                _ => true,
            })
        };
        let transitions = p.states.iter().flat_map(|s| s.transitions());
        !has_arrays && transitions.filter_map(|t| code_of(model, TransitionId(t))).all(stays)
    })
}

/// Whether somebody can tell that a process waits for a rendezvous: there is an `else` or an escape beside a send, which depends on it.
fn waiting_shows(model: &Model) -> bool {
    let sends = |t: &Transition| model.statements[t.statement as usize].kind == StatementKind::Send;
    let depends = |t: &Transition| t.action == Action::Else || t.escape > 0;
    let states = model.proctypes.iter().flat_map(|p| &p.states);
    model.has_rendezvous
        && states
            .map(|s| &model.transitions[s.first as usize..(s.first + s.count) as usize])
            .any(|options| options.iter().any(sends) && options.iter().any(depends))
}

/// Whether an op takes the channel on top of the stack and does something with it, but does not pass it on.
fn uses_channel(op: &Op) -> bool {
    matches!(op, Op::SendOpen | Op::ReceiveOpen { .. } | Op::Len)
        || matches!(op, Op::IsEmpty | Op::IsFull | Op::NotEmpty | Op::NotFull)
}

struct Facts<'m> {
    model: &'m Model,
    visible: Visible,
    numbers_show: bool,
    /// See [`numbers::are_names`].
    names: bool,
    /// `_nr_pr` is used.
    counted: bool,
    /// See [`channels_stay`].
    channels_stay: bool,
    /// See [`waiting_shows`].
    waiting_shows: bool,
}

impl Facts<'_> {
    fn proctype(&self, id: ProctypeId, p: &Proctype, watched: &Bits, safe: &mut [Safe]) {
        let model = self.model;
        let variables = super::access::Variables::of(&p.leaves);
        let mut hidden: Vec<bool> = p.states.iter().map(|s| !self.is_visible(s)).collect();
        for (state, _) in model.label_refs.iter().zip(&model.label_owners).filter(|(_, owner)| **owner == id) {
            hidden[state.0 as usize] = false;
        }
        if self.waiting_shows {
            for (hidden, state) in hidden.iter_mut().zip(&p.states) {
                *hidden &= !state.transitions().any(|t| model.transitions[t as usize].receives);
            }
        }
        let steps_safe = |t: TransitionId| {
            model.steps_of(t).into_iter().all(|part| {
                let t = model.transition(part);
                let touches = |access: Access| match access {
                    Access::Read(Base::Local, place)
                    | Access::Write(Base::Local, place)
                    | Access::Change(Base::Local, place)
                    | Access::WritePart(Base::Local, place) => {
                        place.variable(&variables).is_some_and(|v| watched.has(v))
                    }
                    _ => false,
                };
                let seen = code_of(model, part).is_some_and(|c| c.accesses().any(touches));
                !seen && (is_local(model, t) || self.may_start(part)) && hidden[t.target.0 as usize]
            })
        };
        // Within an atomic sequence all that can follow has to be safe: begin with all and take away.
        let base = p.base as usize;
        let option = |state: usize| {
            let (first, end) = model.options[base + state];
            (first..end).map(TransitionId)
        };
        let is_possible = |t| steps_safe(t) || self.ends(p, t, watched);
        let mut is_safe: Vec<bool> = (0..p.states.len()).map(|s| hidden[s] && option(s).all(is_possible)).collect();
        loop {
            let mut changed = false;
            for s in 0..p.states.len() {
                let goes_on = |t: TransitionId| {
                    let t = model.transition(t);
                    t.atomic && !is_safe[t.target.0 as usize]
                };
                if is_safe[s] && option(s).any(goes_on) {
                    is_safe[s] = false;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let starts = self.starts_from(p);
        for s in 0..p.states.len() {
            if is_safe[s] && option(s).len() > 0 {
                let ends = option(s).any(|t| model.statement_of(t).kind == StatementKind::End);
                safe[base + s] = if ends {
                    Safe::End
                } else if self.numbers_show && starts[s] && !(self.names && self.makes_no_channels(p)) {
                    Safe::Start
                } else {
                    Safe::Always
                };
            }
        }
    }

    /// The states in which the process may start others: now, or before the atomic sequence that begins now has ended.
    fn starts_from(&self, p: &Proctype) -> Vec<bool> {
        let model = self.model;
        let runs = |t: TransitionId| model.steps_of(t).into_iter().any(|part| only_runs(model, model.transition(part)));
        let options = |s: usize| {
            let (first, end) = model.options[p.base as usize + s];
            (first..end).map(TransitionId)
        };
        let mut starts: Vec<bool> = (0..p.states.len()).map(|s| options(s).any(runs)).collect();
        loop {
            let before = starts.clone();
            for (s, starts) in starts.iter_mut().enumerate() {
                let goes_on = |t: TransitionId| {
                    let t = model.transition(t);
                    t.atomic && before[t.target.0 as usize]
                };
                *starts |= options(s).any(goes_on);
            }
            if starts == before {
                return starts;
            }
        }
    }

    fn is_visible(&self, s: &crate::model::State) -> bool {
        (self.visible.accept && s.accept) || (self.visible.progress && s.progress)
    }

    /// Whether a transition starts processes, and nobody can tell when.
    fn may_start(&self, t: TransitionId) -> bool {
        let model = self.model;
        // Starting a process shows if it begins at a label, or at a receive for which a send beside `else` waits.
        let starts_hidden = |op: &Op| match op {
            Op::Run { proctype, .. } => {
                let p = &model.proctypes[*proctype as usize];
                let state = &p.states[p.start.0 as usize];
                let asked = model.label_refs.contains(&p.start);
                let waits = self.waiting_shows && state.transitions().any(|t| model.transitions[t as usize].receives);
                !asked && !waits && !self.is_visible(state)
            }
            _ => true,
        };
        !self.counted
            && only_runs(model, model.transition(t))
            && code_of(model, t).is_some_and(|c| c.ops.iter().all(|(op, _)| starts_hidden(op)))
    }

    /// Whether no channels are made with the processes that a process starts.
    fn makes_no_channels(&self, p: &Proctype) -> bool {
        let codes = p.states.iter().flat_map(|s| s.transitions()).filter_map(|t| code_of(self.model, TransitionId(t)));
        codes.flat_map(|code| code.ops).all(|(op, _)| match op {
            Op::Run { proctype, .. } => self.model.proctypes[*proctype as usize].channels.is_empty(),
            _ => true,
        })
    }

    /// Whether a transition ends the process, and nobody can tell.
    fn ends(&self, p: &Proctype, t: TransitionId, watched: &Bits) -> bool {
        let is_end = self.model.statement_of(t).kind == StatementKind::End;
        let channels = p.channels.is_empty() || self.channels_stay;
        is_end && !self.counted && channels && *watched == Bits::new(watched.size())
    }
}

/// From which states a process can come to a statement that starts another one.
pub(crate) fn may_run(model: &Model) -> Vec<bool> {
    let mut may = vec![false; model.options.len()];
    for p in &model.proctypes {
        let base = p.base as usize;
        let mut changed = true;
        while changed {
            changed = false;
            for (s, state) in p.states.iter().enumerate().rev() {
                let runs = |t: u32| {
                    let own = code_of(model, TransitionId(t))
                        .is_some_and(|c| c.ops.iter().any(|(op, _)| matches!(op, Op::Run { .. })));
                    own || may[base + model.transitions[t as usize].target.0 as usize]
                };
                if !may[base + s] && state.transitions().any(runs) {
                    may[base + s] = true;
                    changed = true;
                }
            }
        }
    }
    may
}
