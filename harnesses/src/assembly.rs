//! Models of functions, put together: their trees, and what is known of them.

use crate::closed::{self, Closed, Closing, Frame, FrameId, Process, Restriction, StatementOrigin};
use crate::edit;
use crate::names::Names;
use extractor::extract::Extraction;
use extractor::program::{Function, Program, Type, TypeId};
use promela::document::{Document, Part};
use promela::finding::Findings;
use std::collections::BTreeSet;

/// Objects of these types hold the number of the process that owns them.
pub const LOCKS: &[&str] = &["pthread_mutex_t", "pthread_spinlock_t", "mtx_t"];
/// Objects of these types hold the set of processes that wait.
pub const CONDITIONS: &[&str] = &["pthread_cond_t", "cnd_t"];

pub struct Assembly {
    closed: Closed,
}

impl Assembly {
    /// Begins with what comes before all processes.
    pub fn new(first: Part) -> Assembly {
        let closed = Closed {
            closing: Closing::Program,
            document: Document { parts: vec![first] },
            places: Vec::new(),
            problems: Findings::default(),
            processes: Vec::new(),
            restrictions: Vec::new(),
            obstacles: Vec::new(),
            holes: Vec::new(),
            doubts: Vec::new(),
            apart: Vec::new(),
            locks: BTreeSet::new(),
            conditions: BTreeSet::new(),
            names: Names::default(),
            frames: Vec::new(),
        };
        Assembly { closed }
    }

    /// Adds the model of a function.
    pub fn add(&mut self, extraction: Extraction, function: &str, pids: Option<Vec<u32>>) {
        let closed = &mut self.closed;
        let mut model = extraction.model;
        let first = closed.frames.len() as u32;
        edit::move_origins(&mut model.document, closed.places.len() as u32);
        closed.places.extend(model.origins.into_iter().map(|origin| StatementOrigin {
            span: origin.span,
            generalised: origin.generalised,
            frame: FrameId(origin.instance.0 + first),
            starts_thread: origin.starts_thread,
        }));
        closed.document.extend(model.document.parts);
        closed.document.parts.push(Part::layout("\n"));
        closed.problems.list.extend(model.problems.list);
        closed.frames.extend(model.frames.iter().map(|frame| Frame {
            function: frame.function.clone(),
            caller: frame.caller.map(|(at, span)| (FrameId(at.0 + first), span)),
        }));
        closed.names.add(&model.proctype, function, &model.c_names);
        closed.restrictions.extend(closed::restrictions(&extraction.rows));
        closed.obstacles.extend(closed::obstacles(&extraction.holes));
        closed.obstacles.extend(extraction.obstacles.into_iter().map(|o| Restriction {
            what: o.what,
            span: Some(o.span),
            entry: None,
            reason: None,
        }));
        closed.holes.extend(extraction.holes);
        closed.processes.push(Process {
            function: function.to_string(),
            name: model.proctype,
            pids,
            rows: extraction.rows,
            unknown: extraction.unknown,
        });
    }

    pub fn finish(mut self, closing: Closing) -> Closed {
        let closed = &mut self.closed;
        closed.closing = closing;
        closed.restrictions.sort_by(|a, b| a.what.cmp(&b.what));
        closed.restrictions.dedup_by(|a, b| a.what == b.what);
        closed.obstacles.sort_by_key(|o| o.span.map(|s| (s.file, s.start)));
        closed.obstacles.dedup();
        closed.holes.sort_by_key(|h| (h.span.file, h.span.start, h.kind));
        closed.holes.dedup();
        self.closed
    }
}

/// Objects of types with these names.
pub fn named(program: &Program, names: &[&str]) -> BTreeSet<String> {
    let is_one = |ty: TypeId| {
        let mut ty = ty;
        while let Type::Array(element, _) = program.ty(ty) {
            ty = *element;
        }
        match program.ty(ty) {
            Type::Record(id) => program.record(*id).typedef.as_deref().is_some_and(|name| names.contains(&name)),
            _ => false,
        }
    };
    program.objects.iter().filter(|o| is_one(o.ty)).map(|o| o.name.clone()).collect()
}

/// Functions that verifiers take for one step, by their name.
pub fn apart(program: &Program) -> Vec<Restriction> {
    let atomic = program.functions.iter().filter(|f| f.name.starts_with("__VERIFIER_atomic_") && f.body.is_some());
    let restriction = |f: &Function| Restriction {
        what: format!("`{}` is one step, and in the model others go on between its statements", f.name),
        span: Some(f.span),
        entry: None,
        reason: None,
    };
    atomic.map(restriction).collect()
}
