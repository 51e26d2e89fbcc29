//! The start and the end of threads, in a program that is closed.
//!
//! Whoever closes the model declares `ax_exited` (no process can move once the program has ended) and `ax_running` (how
//! many threads have not ended). A thread that has ended stays, so that its number is never given to another one.

use super::build::Builder;
use super::fragment::TextPart;
use super::names;
use super::{Item, ROOT, Statement};
use crate::abstraction::{InstanceId, Role, Var};
use crate::flow::{StepId, StepKind};
use crate::program::ObjectId;
use crate::threads::{Argument, Component, ThreadId};
use promela::ast::Expr;
use promela::build;
use promela::fragment::Filler;
use promela::source::Span;

/// Threads are numbered by the bits of an `int`, and the process that watches for deadlocks has a number too.
pub const MOST_THREADS: u32 = 30;

/// The program has ended: no process moves.
pub const EXITED: &str = "ax_exited";
/// How many threads have not ended.
pub const RUNNING: &str = "ax_running";
/// The set of the threads that have ended, a bit for each; a table declares it.
pub const FINISHED: &str = "pthread_finished";

/// `ax_exited = true`
pub fn end_program(span: Option<Span>) -> Item {
    Item::statement(build::assign(build::var(EXITED), build::word("true")), span)
}

impl Builder<'_, '_> {
    /// The condition for moving at all.
    pub fn provided(&self) -> Option<Expr> {
        match self.abstraction.options.role {
            Role::Open | Role::Process => None,
            Role::Main | Role::Thread(_) => Some(build::not(build::load(build::var(EXITED)))),
        }
    }

    /// What comes after the body of the function.
    pub fn end(&mut self, out: &mut Vec<Item>) {
        match self.abstraction.options.role {
            Role::Open | Role::Process => {}
            Role::Main => out.push(end_program(None)),
            Role::Thread(_) => self.end_thread(None, out),
        }
    }

    pub fn end_thread(&mut self, span: Option<Span>, out: &mut Vec<Item>) {
        // Not a d_step: a `break` may lead here.
        let ends = format!("atomic {{ {FINISHED} = {FINISHED} | (1 << _pid); {RUNNING}-- }}");
        let code = self.read(vec![TextPart::Text(ends)], None);
        out.push(Item::Statement(Statement::new(code, span)));
        out.push(Item::word("false", None));
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
            let values: Result<Vec<Expr>, _> = arguments.iter().map(|e| t.low(at, e).map(|v| v.expr)).collect();
            Ok((values?, handle.as_ref().map(|place| t.place(place)).transpose()?))
        });
        let Ok((before, (values, handle))) = said else { return };
        out.extend(before.into_iter().map(|item| item.at(Some(step.span))));
        let name = names::function(&self.abstraction.threads.thread_of(thread).name);
        let text = |text: String| TextPart::Text(text);
        let mut parts = vec![text(format!("atomic {{ assert(_nr_pr <= {MOST_THREADS}); {RUNNING}++; "))];
        if let Some(place) = handle {
            parts.extend([TextPart::Tree(Filler::Place(place)), text(" = ".to_string())]);
        }
        parts.push(text(format!("run {name}(")));
        for (index, value) in values.into_iter().enumerate() {
            parts.push(text(if index > 0 { ", " } else { "" }.to_string()));
            parts.push(TextPart::Tree(Filler::Value(value)));
        }
        parts.push(text(") }".to_string()));
        let code = self.read(parts, None);
        out.push(Item::Statement(Statement { starts_thread: true, ..Statement::new(code, Some(step.span)) }));
        if let Some(target) = target
            && let Ok(place) = self.abstraction.resolve(at, target)
            && self.abstraction.why_unknown(&place).is_none()
            && let Ok((_, place)) = self.say(0, |t| t.place(&place))
        {
            out.push(Item::statement(build::assign(place, build::number(0)), Some(step.span)));
        }
    }

    /// The parameters that say which element a thread is bound to.
    pub fn thread_subscripts(&mut self, parameter: ObjectId) -> Vec<String> {
        let bound = self.abstraction.instance(ROOT).aliases.contains_key(&parameter);
        let Some(Argument::Place(shape)) = self.abstraction.argument() else { return Vec::new() };
        if !bound {
            return Vec::new();
        }
        let open = shape.path.iter().filter(|part| **part == Component::Index(None)).count();
        (0..open as u32).map(|n| self.book.name(Var::Subscript(ROOT, parameter, n))).collect()
    }
}
