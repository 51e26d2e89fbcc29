//! A program that closes itself: `main` and the threads that it starts.
//!
//! The end of `main` (or `exit`) is the end of all. A process that runs when nothing else can tells a deadlock from that end.

use crate::closed::{self, Closed, Frame, FrameId, Place, Process, Restriction};
use crate::names::Names;
use abstraction_tables::tables::Tables;
use checker::source::Sources;
use extractor::abstraction::{Form, Options, Role};
use extractor::extract::{self, Extraction, Prepared, Root};
use extractor::program::{FunctionId, Type, TypeId};
use extractor::threads::{Argument, ThreadId};
use std::collections::BTreeSet;

/// What all models of programs share.
const HEAD: &str = "/* The program has ended: nobody moves any more. */
bool ax_exited;
/* Threads that have not ended, main among them. */
byte ax_running = 1;

";

const WATCH: &str = "/* Nothing can move: the program has ended, or this is a deadlock. */
active proctype ax_watch()
{
	timeout -> assert(ax_exited || ax_running == 0)
}
";

/// Objects of types with these names.
fn named(prepared: &Prepared, names: &[&str]) -> BTreeSet<String> {
    let program = &prepared.program;
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

/// The model of a program with its threads.
pub fn close(
    prepared: &mut Prepared,
    tables: &Tables,
    sources: &Sources,
    main: FunctionId,
    options: Options,
) -> Closed {
    let extractions = loop {
        let mut roots =
            vec![Root { function: main, tables, options: Options { form: Form::Active, role: Role::Main, ..options } }];
        roots.extend(prepared.threads.list.iter().enumerate().map(|(index, thread)| Root {
            function: thread.function,
            tables,
            options: Options { form: Form::Passive, role: Role::Thread(ThreadId(index as u32)), ..options },
        }));
        let extractions = extract::extract_together(prepared, sources, &roots);
        let unsaid: Vec<ThreadId> = extractions.iter().flat_map(|e| e.unsaid.clone()).collect();
        if unsaid.is_empty() {
            break extractions.into_iter().zip(roots.iter().map(|r| r.function)).collect::<Vec<_>>();
        }
        // A thread whose argument is not known at one start does not know it at all.
        for thread in unsaid {
            prepared.threads.list[thread.0 as usize].argument = Argument::Unknown;
        }
    };
    assemble(prepared, extractions)
}

fn assemble(prepared: &Prepared, extractions: Vec<(Extraction, FunctionId)>) -> Closed {
    let mut text = HEAD.to_string();
    let mut places = Vec::new();
    let mut processes = Vec::new();
    let mut names = Names::default();
    let mut frames: Vec<Frame> = Vec::new();
    let mut restrictions: Vec<Restriction> = Vec::new();
    let mut obstacles: Vec<Restriction> = Vec::new();
    for (extraction, function) in extractions {
        let start = text.len();
        let first = frames.len() as u32;
        text.push_str(&extraction.model.text);
        text.push('\n');
        places.extend(extraction.model.places.iter().map(|origin| Place {
            range: origin.range.start + start..origin.range.end + start,
            span: origin.span,
            generalised: origin.generalised.clone(),
            frame: FrameId(origin.instance.0 + first),
        }));
        frames.extend(extraction.model.frames.iter().map(|frame| Frame {
            function: frame.function.clone(),
            caller: frame.caller.map(|(at, span)| (FrameId(at.0 + first), span)),
        }));
        let function_name = &prepared.program.function(function).name;
        names.add(&extraction.model.proctype, function_name, &extraction.model.c_names);
        restrictions.extend(closed::restrictions(&extraction.rows));
        obstacles.extend(closed::obstacles(&extraction.rows));
        processes.push(Process {
            function: prepared.program.function(function).name.clone(),
            rows: extraction.rows,
            unknown: extraction.unknown,
        });
    }
    // A thread that is not in the model may do anything to what is.
    obstacles.extend(prepared.threads.unresolved.iter().map(|span| Restriction {
        what: "which function this thread runs is not known: name it in the call".to_string(),
        span: Some(*span),
        entry: None,
    }));
    restrictions.sort_by(|a, b| a.what.cmp(&b.what));
    restrictions.dedup_by(|a, b| a.what == b.what);
    places.sort_by_key(|p: &Place| p.range.start);
    text.push_str(WATCH);
    let locks = named(prepared, &["pthread_mutex_t", "pthread_spinlock_t"]);
    let conditions = named(prepared, &["pthread_cond_t"]);
    Closed { locks, conditions, obstacles, text, places, processes, restrictions, names, frames }
}
