//! The start and the end of threads, in a program that is closed.
//!
//! Whoever closes the model declares `ax_exited` (nobody moves once the program has ended) and `ax_running` (how many threads have not
//! ended). A thread that has ended stays, so that its number is never given to another one.

use super::build::Builder;
use super::names;
use super::{Item, ROOT};
use crate::abstraction::{InstanceId, Role, Var};
use crate::flow::{StepId, StepKind};
use crate::program::ObjectId;
use crate::threads::{Argument, Part, ThreadId};
use promela::source::Span;

/// Threads are numbered by the bits of an `int`, and the process that watches for deadlocks has a number too.
pub const MOST_THREADS: u32 = 30;

impl Builder<'_, '_> {
    /// The condition for moving at all.
    pub fn provided(&self) -> &'static str {
        match self.abstraction.options.role {
            Role::Open | Role::Process => "",
            Role::Main | Role::Thread(_) => " provided (!ax_exited)",
        }
    }

    /// What comes after the body of the function.
    pub fn end(&mut self, out: &mut Vec<Item>) {
        match self.abstraction.options.role {
            Role::Open | Role::Process => {}
            Role::Main => out.push(Item::statement("ax_exited = true", None)),
            Role::Thread(_) => self.end_thread(None, out),
        }
    }

    pub fn end_thread(&mut self, span: Option<Span>, out: &mut Vec<Item>) {
        let ends = "d_step { pthread_finished = pthread_finished | (1 << _pid); ax_running-- }";
        out.push(Item::statement(ends, span));
        out.push(Item::statement("false", None));
    }

    /// `pthread_create(&t, attributes, function, argument)`
    pub fn start(&mut self, at: InstanceId, id: StepId, thread: ThreadId, out: &mut Vec<Item>) {
        let step = self.abstraction.flow(at).step(id);
        let Some(start) = self.abstraction.threads.starts.get(&(self.abstraction.flow(at).function, id)) else {
            return;
        };
        let StepKind::Call { target, .. } = &step.kind else { return };
        let arguments = self.abstraction.thread_arguments(thread, &start.argument);
        let handle = self.abstraction.pointee(at, &start.handle).ok().map(|p| self.abstraction.first_of(p));
        let handle = handle
            .filter(|place| self.abstraction.why_unknown(place).is_none() && self.abstraction.scalar_at(place).is_ok());
        let said = self.say(0, |t| {
            let values: Result<Vec<String>, _> = arguments.iter().map(|e| t.low(at, e).map(|v| v.text)).collect();
            Ok((values?, handle.as_ref().map(|place| t.place(place)).transpose()?))
        });
        let Ok((before, (values, handle))) = said else { return };
        out.extend(before.into_iter().map(|item| item.at(Some(step.span))));
        let name = names::function(&self.abstraction.threads.thread_of(thread).name);
        let run = format!("run {name}({})", values.join(", "));
        let run = handle.map_or(run.clone(), |place| format!("{place} = {run}"));
        let text = format!("atomic {{ assert(_nr_pr <= {MOST_THREADS}); ax_running++; {run} }}");
        out.push(Item::statement(text, Some(step.span)));
        if let Some(target) = target
            && let Ok(place) = self.abstraction.resolve(at, target)
            && self.abstraction.why_unknown(&place).is_none()
            && let Ok((_, place)) = self.say(0, |t| t.place(&place))
        {
            out.push(Item::statement(format!("{place} = 0"), Some(step.span)));
        }
    }

    /// The parameters that say which element a thread is bound to.
    pub fn thread_subscripts(&mut self, parameter: ObjectId) -> Vec<String> {
        let bound = self.abstraction.instance(ROOT).aliases.contains_key(&parameter);
        let Some(Argument::Place(shape)) = self.abstraction.argument() else { return Vec::new() };
        if !bound {
            return Vec::new();
        }
        let open = shape.path.iter().filter(|part| **part == Part::Index(None)).count();
        (0..open as u32).map(|n| self.book.name(Var::Subscript(ROOT, parameter, n))).collect()
    }
}
