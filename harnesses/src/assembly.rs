//! Models of functions, put together: their texts, and what is known of them.

use crate::closed::{self, Closed, Closing, Frame, FrameId, Place, Process, Restriction};
use crate::edit::{self, Edit};
use crate::names::Names;
use extractor::extract::Extraction;
use extractor::program::{Program, Type, TypeId};
use std::collections::BTreeSet;

/// Objects of these types hold the number of the process that owns them.
pub const LOCKS: &[&str] = &["pthread_mutex_t", "pthread_spinlock_t", "mtx_t"];
/// Objects of these types hold the set of processes that wait.
pub const CONDITIONS: &[&str] = &["pthread_cond_t", "cnd_t"];

pub struct Assembly {
    closed: Closed,
}

impl Assembly {
    /// Begins with the text that comes before all processes.
    pub fn new(text: String) -> Assembly {
        let closed = Closed {
            closing: Closing::Program,
            text,
            places: Vec::new(),
            processes: Vec::new(),
            restrictions: Vec::new(),
            obstacles: Vec::new(),
            holes: Vec::new(),
            doubts: Vec::new(),
            locks: BTreeSet::new(),
            conditions: BTreeSet::new(),
            names: Names::default(),
            frames: Vec::new(),
        };
        Assembly { closed }
    }

    /// Adds the model of a function.
    pub fn add(&mut self, extraction: Extraction, function: &str, pids: Option<Vec<u32>>) {
        self.add_edited(extraction, function, pids, Vec::new());
    }

    /// Adds the model of a function with a text that is changed.
    pub fn add_edited(&mut self, extraction: Extraction, function: &str, pids: Option<Vec<u32>>, edits: Vec<Edit>) {
        let closed = &mut self.closed;
        let model = extraction.model;
        let first = closed.frames.len() as u32;
        let printed = model.document.print(Default::default());
        let place = |(range, origin): &(std::ops::Range<usize>, promela::ast::OriginId)| {
            let origin = &model.origins[origin.0 as usize];
            Place {
                range: range.clone(),
                span: origin.span,
                generalised: origin.generalised.clone(),
                frame: FrameId(origin.instance.0 + first),
            }
        };
        let mut places: Vec<Place> = printed.places.iter().map(place).collect();
        let text = edit::apply(&printed.text, places.iter_mut().map(|place| &mut place.range), edits);
        let start = closed.text.len();
        closed.text.push_str(&text);
        closed.text.push('\n');
        let moved = places.into_iter().map(|p| Place { range: p.range.start + start..p.range.end + start, ..p });
        closed.places.extend(moved);
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
            range: start..start + text.len(),
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
        closed.places.sort_by_key(|p| p.range.start);
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
