//! Static facts for partial order reduction: in which control states a process may be taken alone.
//!
//! A process whose every option touches nothing but its own frame is independent of all others: no other process can
//! notice the step, stop it or make another one possible. The search may then take its steps alone and leave the steps
//! of the others for later (ample sets, Peled 1994, in the form of Holzmann and Peled 1994). The search itself sees to
//! it that nothing is put off for ever.
//!
//! What the property looks at is *visible* and never safe: accept labels in a search for acceptance cycles, progress
//! labels if `np_` is used, labels and variables that another process or the claim asks for. With an atomic sequence
//! all of it has to be safe.
//!
//! Different from Spin: the promises `xr`, `xs` and `local` are not used; steps that enter a label that is asked for
//! are never safe; starting and ending a process is safe only where nobody can tell (see [`super::numbers`]).

use super::dead;
use super::local::{claim_counts_steps, is_local, only_runs};
use super::numbers;
use super::variables::Variables;
use crate::bits::Bits;
use crate::model::accesses::{Access, Accesses, Data, Nothing, Question, Used};
use crate::model::layout::Show;
use crate::model::{Model, Proctype, ProctypeId, ProctypeKind, Region, StatementKind, Transition, TransitionId};

/// Whether a process may be taken alone in a control state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safe {
    No,
    Always,
    /// It ends: safe if it can end now and no other process can still start one. See also [`Ample::numbers_show`].
    End,
    /// It starts processes, and their numbers show: safe for the youngest process, because no older one can end before
    /// it, if no other one can start processes.
    Start,
}

/// The facts, for each state in the order of `Model::options`.
#[derive(Debug, Clone)]
pub struct Ample {
    pub safe: Vec<Safe>,
    /// A process in this state may still start others.
    pub may_run: Vec<bool>,
    /// Somebody can tell the numbers of processes, or of channels that were made with them. If not, a process that has
    /// ended and one that is gone are the same for all others, as long as there are not too many of them.
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
        let all = model.all_accesses(&Nothing);
        let counted = all.iter().flat_map(Accesses::questions).any(|q| q == Question::Count);
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
        let transitions = p.states.iter().flat_map(|s| s.transitions()).map(|t| &model.transitions[t as usize]);
        let waits = |t: &Transition| t.accesses(&Nothing).questions().any(|q| q == Question::Timeout);
        !claim_counts_steps(model) && !transitions.into_iter().any(waits)
    });
    let looks = |a: &Accesses| {
        a.questions().any(|q| matches!(q, Question::Enabled(_) | Question::Priority(_) | Question::ControlState(_)))
            || a.all().any(|access| matches!(access, Access::SetPriority { .. }))
    };
    claim && !model.has_priority && model.last.is_none() && !model.all_accesses(&Nothing).iter().any(looks)
}

/// Whether a channel that was made with a process is only known to it and to processes that it has started. Those are
/// younger, and have ended when it ends.
fn channels_stay(model: &Model) -> bool {
    model.proctypes.iter().all(|p| {
        let is_channel = |slot| p.leaves.iter().any(|l| l.slot == slot && l.show == Show::Channel);
        let has_arrays = p.leaves.iter().any(|l| l.show == Show::Channel && l.name.contains(['[', '.']));
        let is_local_channel = |data: &Data| data.scalar(Region::Local).is_some_and(is_channel);
        let stays = |(data, used): (&Data, &Used)| {
            let is_kept = match used {
                Used::AsChannel | Used::Argument { .. } => true,
                Used::Stored(to) => is_local_channel(to),
                Used::Otherwise | Used::AsProcess { .. } | Used::Sent | Used::AsIndex => false,
                Used::Printed | Used::Dropped => false,
            };
            is_kept || !is_local_channel(data)
        };
        let transitions = p.states.iter().flat_map(|s| s.transitions()).map(|t| &model.transitions[t as usize]);
        !has_arrays && transitions.into_iter().all(|t| t.accesses(&Nothing).reads().all(stays))
    })
}

/// Whether somebody can tell that a process waits for a rendezvous: there is an `else` or an escape beside a send,
/// which depends on it.
fn waiting_shows(model: &Model) -> bool {
    let sends = |t: &Transition| model.statements[t.statement as usize].kind == StatementKind::Send;
    let depends = |t: &Transition| t.is_else() || t.escape > 0;
    let states = model.proctypes.iter().flat_map(|p| &p.states);
    model.has_rendezvous
        && states
            .map(|s| &model.transitions[s.first as usize..(s.first + s.count) as usize])
            .any(|options| options.iter().any(sends) && options.iter().any(depends))
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
        let variables = Variables::of(&p.leaves);
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
                let touches = |access: &Access| {
                    let own = access.data().filter(|data| data.region() == Some(Region::Local));
                    own.and_then(|data| variables.of_data(data)).is_some_and(|v| watched.has(v))
                };
                let seen = t.accesses(&Nothing).all().any(touches);
                !seen && (is_local(t) || self.may_start(t)) && hidden[t.target.0 as usize]
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
        let runs = |t: TransitionId| model.steps_of(t).into_iter().any(|part| only_runs(model.transition(part)));
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
    fn may_start(&self, t: &Transition) -> bool {
        let model = self.model;
        // Starting a process shows if it begins at a label, or at a receive for which a send beside `else` waits.
        let starts_hidden = |proctype: ProctypeId| {
            let p = model.proctype(proctype);
            let state = &p.states[p.start.0 as usize];
            let asked = model.label_refs.contains(&p.start);
            let waits = self.waiting_shows && state.transitions().any(|t| model.transitions[t as usize].receives);
            !asked && !waits && !self.is_visible(state)
        };
        !self.counted && only_runs(t) && t.accesses(&Nothing).starts().all(starts_hidden)
    }

    /// Whether no channels are made with the processes that a process starts.
    fn makes_no_channels(&self, p: &Proctype) -> bool {
        let makes_none = |proctype: ProctypeId| self.model.proctype(proctype).channels.is_empty();
        let transitions = p.states.iter().flat_map(|s| s.transitions());
        transitions.map(|t| &self.model.transitions[t as usize]).all(|t| t.accesses(&Nothing).starts().all(makes_none))
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
    let starts: Vec<bool> = model.transitions.iter().map(|t| t.accesses(&Nothing).starts().next().is_some()).collect();
    for p in &model.proctypes {
        let base = p.base as usize;
        let mut changed = true;
        while changed {
            changed = false;
            for (s, state) in p.states.iter().enumerate().rev() {
                let runs = |t: u32| starts[t as usize] || may[base + model.transitions[t as usize].target.0 as usize];
                if !may[base + s] && state.transitions().any(runs) {
                    may[base + s] = true;
                    changed = true;
                }
            }
        }
    }
    may
}
