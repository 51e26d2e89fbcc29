//! One run of a program, for its output: threads take turns at scheduling points, and the first of each choice is
//! taken.
//!
//! For comparisons with the compiled program, where it has one thread and asks for no input. Nothing is stored.

use crate::code::Program;
use crate::outcome::{FaultKind, Obstacle, Options};
use crate::parts::ENDED;
use crate::step::{End, Machine};

/// What a run came to.
#[derive(Debug)]
pub struct Execution {
    pub output: Vec<u8>,
    pub fault: Option<FaultKind>,
    pub obstacles: Vec<Obstacle>,
    /// The program came to its end.
    pub ended: bool,
}

/// Runs a program for at most so many steps, and for the time of the options.
pub fn execute(program: &Program, options: &Options, steps: u64) -> Option<Execution> {
    let mut machine = Machine::new(program, options.clone())?;
    machine.output = Some(Vec::new());
    let pages = machine.shared.layout.writable / crate::address::PAGE;
    let mut state = machine.world.save(&mut machine.shared);
    let (mut fault, mut ended) = (None, false);
    let start = std::time::Instant::now();
    'run: for _ in 0..steps {
        if options.time.is_some_and(|limit| start.elapsed() >= limit) {
            break;
        }
        let count = state[pages];
        let there: Vec<u32> = (0..count).filter(|t| state[pages + 1 + *t as usize] > ENDED).collect();
        for thread in there {
            machine.world.load(&machine.shared, &state, thread);
            match machine.run(&mut Vec::new()) {
                End::Waits => continue,
                End::Rest => {
                    state = machine.world.save(&mut machine.shared);
                    continue 'run;
                }
                End::Exit => ended = true,
                End::Fault(kind) => fault = Some(kind),
                End::Dropped | End::Limit(_) => {}
            }
            break 'run;
        }
        break;
    }
    let output = machine.output.take().unwrap_or_default();
    Some(Execution { output, fault, obstacles: machine.obstacles, ended })
}
