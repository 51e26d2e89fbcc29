//! A run told: made again from the start, with everything that happens.
//!
//! A run on unknown values is made twice. The first time the intervals tell what the inputs must be for it to go this
//! way; one value of each is taken, the nearest to 0. The second time the inputs have these values, and the choices of
//! parts of intervals are left out of the script, because nothing is unknown.

use crate::code::Binary;
use crate::outcome::{Step, ThreadNumber};
use crate::step::{Choice, Machine, Made, Told};
use crate::unknown::Interval;
use crate::world::World;
use std::collections::VecDeque;

/// A step of a run: who, and what it chose.
#[derive(Clone, Debug)]
pub struct Move {
    pub thread: ThreadNumber,
    pub script: Vec<Choice>,
}

pub fn tell(machine: &mut Machine, path: &[Move]) -> Vec<Step> {
    let takes = std::mem::take(&mut machine.takes_twins);
    let run = tell_plainly(machine, path);
    machine.takes_twins = takes;
    run
}

fn tell_plainly(machine: &mut Machine, path: &[Move]) -> Vec<Step> {
    machine.told = Told::default();
    if path.iter().any(|m| m.script.iter().any(|c| c.part)) || !machine.world.unknowns.is_empty() {
        make(machine, path, false);
        let values = inputs(&machine.world, &machine.told);
        machine.told = Told { values: Some(values), ..Told::default() };
    } else {
        // Inputs that nothing depends on.
        machine.told = Told { values: Some(VecDeque::new()), ..Told::default() };
    }
    let run = make(machine, path, true);
    machine.told = Told::default();
    run
}

/// Makes a run from the start. `told`: with known values, and events.
fn make(machine: &mut Machine, path: &[Move], told: bool) -> Vec<Step> {
    let mut run = Vec::new();
    let Some(entry) = machine.program().entry else { return run };
    machine.world = World::initial(&machine.shared, entry);
    machine.world.set_spurious(&machine.shared, machine.options.spurious);
    machine.world.keeps_identities = true;
    machine.in_doubt = false;
    for (i, step) in path.iter().enumerate() {
        if i > 0 || step.thread != 0 {
            if machine.world.has_ended(i64::from(step.thread)) {
                break;
            }
            let state = machine.world.save(&mut machine.shared);
            machine.world.load(&machine.shared, &state, step.thread);
        }
        let mut script: Vec<Choice> = step.script.iter().filter(|c| !told || !c.part).copied().collect();
        machine.events = told.then(Vec::new);
        machine.run(&mut script);
        if told {
            run.push(Step { thread: step.thread, events: machine.events.take().unwrap_or_default() });
        }
    }
    machine.events = None;
    machine.world.keeps_identities = false;
    run
}

/// A value for each input, so that the run goes as it went. Values are taken one after the other, the results of an
/// operation before what they were made of, and what follows for the others is known before the next.
fn inputs(world: &World, told: &Told) -> VecDeque<i64> {
    let (mut intervals, mut order) = (world.unknowns.clone(), world.order.clone());
    let mut take = |intervals: &mut Vec<Interval>, id: u16, value: i128| {
        let single = Interval { low: value, high: value };
        if intervals[id as usize] != single {
            intervals[id as usize] = single;
            order.close(intervals);
        }
    };
    let near = |interval: Interval| 0.clamp(interval.low, interval.high);
    for made in told.made.iter().rev() {
        let result = near(intervals[made.id as usize]);
        take(&mut intervals, made.id, result);
        let value = source(made, made.symbol.range(intervals[made.of as usize]), result);
        take(&mut intervals, made.of, made.symbol.solve(value));
    }
    for id in 0..intervals.len() as u16 {
        let value = near(intervals[id as usize]);
        take(&mut intervals, id, value);
    }
    told.asked.iter().map(|id| intervals[*id as usize].low as i64).collect()
}

/// A value of a range of which the result was made.
fn source(made: &Made, range: Interval, result: i128) -> i128 {
    let low = match made.op {
        Binary::Div => result * made.modulus,
        Binary::Shr => result * made.modulus,
        // The first of the range that leaves this remainder.
        _ => range.low + (result - range.low).rem_euclid(made.modulus),
    };
    low.clamp(range.low, range.high)
}
