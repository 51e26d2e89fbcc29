//! A run told: made again from the start, with everything that happens.
//!
//! A run on unknown values is made twice. The first time the intervals tell what the inputs must be for it to go this
//! way; one value of each is taken, the nearest to 0. The second time the inputs have these values, and the choices of
//! parts of intervals are left out of the script, because nothing is unknown. Whatever else depends on values being
//! unknown is noted the first time and done again. That the second run comes to the error is checked.

use crate::code::Binary;
use crate::outcome::{FaultKind, Location, Operand, Step, ThreadNumber};
use crate::reading::Reading;
use crate::step::{Choice, End, Input, Machine, Made, Told};
use crate::unknown::Interval;
use crate::world::World;
use std::collections::VecDeque;
use std::mem::discriminant;

/// A step of a run: who, and what it chose.
#[derive(Clone, Debug)]
pub struct Move {
    pub thread: ThreadNumber,
    pub script: Vec<Choice>,
}

/// A run that was told.
pub struct Telling {
    pub run: Vec<Step>,
    /// What the failing expression read.
    pub operands: Vec<Operand>,
}

pub fn tell(machine: &mut Machine, path: &[Move]) -> Vec<Step> {
    let takes = std::mem::take(&mut machine.takes_twins);
    let (run, _) = tell_plainly(machine, path);
    machine.takes_twins = takes;
    run
}

/// Tells a run to an error at a place. A run that does not come there with the inputs that were chosen is in doubt.
pub fn tell_error(machine: &mut Machine, path: &[Move], fault: &FaultKind, location: &Location) -> Telling {
    machine.reading = Some(Reading::new(path.last().map_or(0, |m| m.thread)));
    let takes = std::mem::take(&mut machine.takes_twins);
    let (run, end) = tell_plainly(machine, path);
    machine.takes_twins = takes;
    let comes = match (fault, end) {
        (FaultKind::Deadlock { .. } | FaultKind::Leak { .. }, _) => true,
        (_, Some(End::Fault(found))) => discriminant(&found) == discriminant(fault) && machine.location() == *location,
        _ => false,
    };
    machine.in_doubt |= !comes;
    let reading = machine.reading.take();
    let mut operands = reading.map_or(Vec::new(), |r| r.operands(machine.program(), fault, location));
    operands.iter_mut().for_each(|operand| operand.object = machine.leads_to(operand));
    Telling { run, operands }
}

fn tell_plainly(machine: &mut Machine, path: &[Move]) -> (Vec<Step>, Option<End>) {
    machine.told = Told::default();
    let parts = path.iter().any(|m| m.script.iter().any(|c| c.part));
    if parts || machine.asked_known || !machine.world.unknowns.is_empty() {
        make(machine, path, false);
        let values = inputs(&machine.world, &machine.told);
        machine.told =
            Told { asked: Vec::new(), made: Vec::new(), values: Some(values), ..std::mem::take(&mut machine.told) };
    } else {
        // Inputs that nothing depends on.
        machine.told = Told { values: Some(VecDeque::new()), ..Told::default() };
    }
    let run = make(machine, path, true);
    machine.told = Told::default();
    run
}

/// Makes a run from the start; and how it ended. `told`: with known values, and events.
fn make(machine: &mut Machine, path: &[Move], told: bool) -> (Vec<Step>, Option<End>) {
    let (mut run, mut end) = (Vec::new(), None);
    let Some(entry) = machine.program().entry else { return (run, end) };
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
        end = Some(machine.run(&mut script));
        if !told {
            machine.told.cuts.push_back(machine.cut_after());
        }
        if told {
            run.push(Step { thread: step.thread, events: machine.events.take().unwrap_or_default() });
        }
    }
    machine.events = None;
    machine.world.keeps_identities = false;
    (run, end)
}

/// A value for each input, so that the run goes as it went. Values are taken one after the other, the results of an
/// operation before what they were made of, and what follows for the others is known before the next.
fn inputs(world: &World, told: &Told) -> VecDeque<Input> {
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
    let input = |id: &u16| {
        // What nothing else was made of, and nothing was compared with, is free within its interval.
        let free = world.order.related(*id).is_empty() && !told.made.iter().any(|m| m.of == *id);
        let Interval { low, high } = world.unknowns[*id as usize];
        let interval = (free && low < high).then_some((low as i64, high as i64));
        Input { value: intervals[*id as usize].low as i64, interval }
    };
    told.asked.iter().map(input).collect()
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
