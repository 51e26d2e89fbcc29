//! One search of a swarm: depth first, with a table of bits.

use std::time::Instant;

use super::{Finding, ProcessOrder, Task};
use crate::exec::Machine;
use crate::model::Model;
use crate::optimise::{Visible, reorder};
use crate::por::Por;
use crate::search::distinct::Counter;
use crate::search::explorer::Explorer;
use crate::search::store::bits::Bits;
use crate::search::store::{IdSet, PathSet, Visited};
use crate::search::visitor::{Visit, Visitor};
use crate::search::{Control, Incomplete, Limits, Order, Outcome, Search, report};
use crate::successors::Flags;

/// The visitor. `REDUCES`: it knows which states are on the path.
struct Small<const REDUCES: bool> {
    bits: Bits,
    counter: Counter,
    order: ProcessOrder,
    path: Vec<Option<u64>>,
    on_path: PathSet<u64>,
}

impl<const REDUCES: bool> Visitor for Small<REDUCES> {
    const REDUCES: bool = REDUCES;
    const ORDERS: bool = true;

    fn visit(&mut self, state: &[u32], _flags: Flags) -> Visit {
        match self.bits.add(state) {
            Ok(id) => {
                self.counter.count(state);
                if REDUCES {
                    self.on_path.add(id);
                    if let Some(top) = self.path.last_mut() {
                        *top = Some(id);
                    }
                }
                Visit::Expand
            }
            Err(id) if REDUCES && self.on_path.has(id) => Visit::Again,
            Err(_) => Visit::Seen,
        }
    }

    fn bytes(&self) -> u64 {
        let path = (self.path.capacity() * size_of::<Option<u64>>()) as u64;
        self.bits.bytes() + self.counter.bytes() + IdSet::bytes(&self.on_path) + path
    }

    fn pushed(&mut self, machine: &Machine, _pid: u32) {
        self.counter.learn(machine);
        if REDUCES {
            self.path.push(None);
        }
    }

    fn popped(&mut self) {
        if REDUCES && let Some(Some(id)) = self.path.pop() {
            IdSet::remove(&mut self.on_path, id);
        }
    }

    fn in_place_of(&self, pid: u32, processes: u32) -> u32 {
        self.order.turn(pid, processes)
    }
}

/// Does what a task says. The model is as `optimise` left it; time counts from `started`.
pub fn run(
    model: &Model,
    what: &Search,
    task: &Task,
    reduces: Option<Visible>,
    control: &mut Control,
    started: Instant,
) -> Finding {
    let begun = Instant::now();
    let mut own = model.clone();
    reorder(&mut own, task.options);
    let por = reduces.and_then(|visible| Por::of(&own, visible));
    let limits = Limits { depth: task.depth, ..what.limits };
    let what = Search { order: Order::DepthFirst, all_errors: false, limits, por, ..what.clone() };
    let mut finding = if what.reduces() {
        run_with::<true>(&own, &what, task, control, started)
    } else {
        run_with::<false>(&own, &what, task, control, started)
    };
    finding.outcome.statistics.seconds = begun.elapsed().as_secs_f64();
    finding
}

fn run_with<const REDUCES: bool>(
    model: &Model,
    what: &Search,
    task: &Task,
    control: &mut Control,
    started: Instant,
) -> Finding {
    let mut explorer = Explorer::new(model, what, started);
    let mut visitor = Small::<REDUCES> {
        bits: Bits::new(task.bytes, task.functions, task.seed),
        counter: Counter::default(),
        order: task.processes,
        path: Vec::new(),
        on_path: PathSet::default(),
    };
    let flags = explorer.initial_flags();
    explorer.run(flags, &mut visitor, true, control);
    explorer.incomplete.get_or_insert(Incomplete::Lossy);
    let bytes = visitor.bytes() + explorer.bytes();
    let outcome = Outcome { loss: visitor.bits.loss(), ..report::outcome(explorer, bytes) };
    Finding { task: *task, outcome, distinct: visitor.counter.table }
}
