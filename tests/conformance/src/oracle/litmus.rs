//! Random litmus tests, and what they come to by the definition of a memory model: `conformance sharing --litmus`.
//!
//! Threads of a few operations on three shared variables. All runs of the small machine here are tried, which has the
//! variables, a mutex, and in the model of total store order a list of stores for each thread; it knows nothing of C
//! and shares nothing with the checker. The C program gives all values that were read, and those in the end, to `exit`
//! as one number.

use crate::generator::random::Random;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

const VARIABLES: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// Of an `int` that is not atomic.
    Plain,
    Relaxed,
    Release,
    SequentiallyConsistent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Store {
        to: usize,
        value: u8,
        order: Order,
    },
    Load {
        from: usize,
    },
    /// What was there is read.
    Exchange {
        to: usize,
        value: u8,
    },
    Fence,
    /// A fence that x86 does not need.
    WeakFence,
    Lock,
    Unlock,
}

/// A litmus test.
pub struct Litmus {
    threads: Vec<Vec<Operation>>,
    /// Whether a variable is an `_Atomic int`.
    atomic: [bool; VARIABLES],
}

/// A state of the definition.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    memory: [u8; VARIABLES],
    next: Vec<usize>,
    read: Vec<Vec<u8>>,
    waiting: Vec<Vec<(usize, u8)>>,
    owner: Option<usize>,
}

impl Litmus {
    pub fn random(seed: u64) -> Litmus {
        let mut random = Random::new(seed);
        let atomic = [random.chance(60), random.chance(60), random.chance(60)];
        let count = if random.chance(35) { 3 } else { 2 };
        let alike = random.chance(20);
        let mut threads: Vec<Vec<Operation>> = Vec::new();
        for _ in 0..count {
            let thread = match threads.first() {
                Some(first) if alike => first.clone(),
                _ => thread(&mut random, atomic, if count == 3 { 3 } else { 5 }),
            };
            threads.push(thread);
        }
        Litmus { threads, atomic }
    }

    /// The numbers that the program may end with.
    pub fn ends(&self, tso: bool) -> BTreeSet<i32> {
        let count = self.threads.len();
        let first = State {
            memory: [0; VARIABLES],
            next: vec![0; count],
            read: vec![Vec::new(); count],
            waiting: vec![Vec::new(); count],
            owner: None,
        };
        let mut seen: HashSet<State> = HashSet::from([first.clone()]);
        let mut open = vec![first];
        let mut ends = BTreeSet::new();
        while let Some(state) = open.pop() {
            let done = |t: usize| state.next[t] == self.threads[t].len() && state.waiting[t].is_empty();
            if (0..count).all(done) {
                ends.insert(number(&state));
            }
            for t in 0..count {
                for after in [self.step(&state, t, tso), leave(&state, t)].into_iter().flatten() {
                    if seen.insert(after.clone()) {
                        open.push(after);
                    }
                }
            }
        }
        ends
    }

    /// The next operation of a thread; none if it has to wait.
    fn step(&self, state: &State, t: usize, tso: bool) -> Option<State> {
        let operation = *self.threads[t].get(state.next[t])?;
        let mut after = state.clone();
        after.next[t] += 1;
        let empty = state.waiting[t].is_empty();
        match operation {
            Operation::Store { to, value, order } => match tso {
                true if order == Order::SequentiallyConsistent => {
                    if !empty {
                        return None;
                    }
                    after.memory[to] = value;
                }
                true => after.waiting[t].push((to, value)),
                false => after.memory[to] = value,
            },
            Operation::Load { from } => {
                let own = state.waiting[t].iter().rev().find(|(to, _)| *to == from);
                after.read[t].push(own.map_or(state.memory[from], |(_, value)| *value));
            }
            Operation::Exchange { to, value } if empty => {
                after.read[t].push(state.memory[to]);
                after.memory[to] = value;
            }
            Operation::Fence if empty => {}
            Operation::WeakFence => {}
            Operation::Lock if empty && state.owner.is_none() => after.owner = Some(t),
            Operation::Unlock if empty => after.owner = None,
            Operation::Exchange { .. } | Operation::Fence | Operation::Lock | Operation::Unlock => return None,
        }
        Some(after)
    }

    /// The test as a program in C.
    pub fn program(&self) -> String {
        let mut text = "#include <pthread.h>\n#include <stdatomic.h>\n".to_string();
        for (v, atomic) in self.atomic.iter().enumerate() {
            let _ = writeln!(text, "static {} v{v};", if *atomic { "atomic_int" } else { "int" });
        }
        text += "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int read[3][5];\n";
        for (t, operations) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "static void *work{t}(void *u)\n{{");
            let mut reads = 0;
            for operation in operations {
                let _ = writeln!(text, "    {}", self.statement(*operation, t, &mut reads));
            }
            text += "    return u;\n}\n";
        }
        text += "int main(void)\n{\n    pthread_t t[3];\n    unsigned r = 0;\n";
        for t in 0..self.threads.len() {
            let _ = writeln!(text, "    pthread_create(&t[{t}], 0, work{t}, 0);");
        }
        for t in 0..self.threads.len() {
            let _ = writeln!(text, "    pthread_join(t[{t}], 0);");
        }
        for (t, operations) in self.threads.iter().enumerate() {
            let reads = operations.iter().filter(|o| matches!(o, Operation::Load { .. } | Operation::Exchange { .. }));
            (0..reads.count()).for_each(|i| {
                let _ = writeln!(text, "    r = r * 3 + (unsigned)read[{t}][{i}];");
            });
        }
        (0..VARIABLES).for_each(|v| {
            let _ = writeln!(text, "    r = r * 3 + (unsigned)v{v};");
        });
        text + "    return (int)r;\n}\n"
    }

    fn statement(&self, operation: Operation, t: usize, reads: &mut usize) -> String {
        let mut into = || {
            *reads += 1;
            format!("read[{t}][{}]", *reads - 1)
        };
        match operation {
            Operation::Store { to, value, order: Order::Plain } => format!("v{to} = {value};"),
            Operation::Store { to, value, order: Order::SequentiallyConsistent } => match value {
                1 => format!("v{to} = 1;"),
                _ => format!("atomic_store(&v{to}, {value});"),
            },
            Operation::Store { to, value, order } => {
                let order = if order == Order::Release { "release" } else { "relaxed" };
                format!("atomic_store_explicit(&v{to}, {value}, memory_order_{order});")
            }
            Operation::Load { from } if self.atomic[from] && from == 0 => {
                format!("{} = atomic_load_explicit(&v{from}, memory_order_relaxed);", into())
            }
            Operation::Load { from } => format!("{} = v{from};", into()),
            Operation::Exchange { to, value } => format!("{} = atomic_exchange(&v{to}, {value});", into()),
            Operation::Fence => "atomic_thread_fence(memory_order_seq_cst);".to_string(),
            Operation::WeakFence => "atomic_thread_fence(memory_order_acq_rel);".to_string(),
            Operation::Lock => "pthread_mutex_lock(&m);".to_string(),
            Operation::Unlock => "pthread_mutex_unlock(&m);".to_string(),
        }
    }
}

/// The oldest store that waits reaches memory.
fn leave(state: &State, t: usize) -> Option<State> {
    let (to, value) = *state.waiting[t].first()?;
    let mut after = state.clone();
    after.waiting[t].remove(0);
    after.memory[to] = value;
    Some(after)
}

/// What a run gives to `exit`.
fn number(state: &State) -> i32 {
    let values = state.read.iter().flatten().chain(&state.memory);
    values.fold(0u32, |number, value| number.wrapping_mul(3).wrapping_add(u32::from(*value))) as i32
}

fn thread(random: &mut Random, atomic: [bool; VARIABLES], most: usize) -> Vec<Operation> {
    let mut list = Vec::new();
    let mut locked = false;
    for _ in 0..2 + random.below(most - 1) {
        let v = random.below(VARIABLES);
        let value = 1 + random.below(2) as u8;
        let orders = [(5, Order::Relaxed), (2, Order::Release), (2, Order::SequentiallyConsistent)];
        let operation = match random.below(20) {
            0..8 => {
                let order = if atomic[v] { random.weighted(&orders).unwrap_or(Order::Relaxed) } else { Order::Plain };
                Operation::Store { to: v, value, order }
            }
            8..15 => Operation::Load { from: v },
            15 if atomic[v] => Operation::Exchange { to: v, value },
            15 | 16 => Operation::Fence,
            17 => Operation::WeakFence,
            _ => {
                locked = !locked;
                if locked { Operation::Lock } else { Operation::Unlock }
            }
        };
        list.push(operation);
    }
    if locked {
        list.push(Operation::Unlock);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: usize = 0;
    const Y: usize = 1;

    fn store(to: usize, value: u8) -> Operation {
        Operation::Store { to, value, order: Order::Relaxed }
    }

    fn ends(threads: &[&[Operation]], tso: bool) -> BTreeSet<i32> {
        let threads = threads.iter().map(|t| t.to_vec()).collect();
        Litmus { threads, atomic: [true; VARIABLES] }.ends(tso)
    }

    /// Whether a run of two threads that read one value each reads these.
    fn reads(ends: &BTreeSet<i32>, values: (i32, i32)) -> bool {
        let low = 27 * (3 * values.0 + values.1);
        ends.range(low..low + 27).next().is_some()
    }

    #[test]
    fn the_definition_knows_the_litmus_tests() {
        let load = |from| Operation::Load { from };
        let buffering: [&[Operation]; 2] = [&[store(X, 1), load(Y)], &[store(Y, 1), load(X)]];
        assert!(!reads(&ends(&buffering, false), (0, 0)));
        assert!(reads(&ends(&buffering, true), (0, 0)));
        let fenced: [&[Operation]; 2] =
            [&[store(X, 1), Operation::Fence, load(Y)], &[store(Y, 1), Operation::Fence, load(X)]];
        assert!(!reads(&ends(&fenced, true), (0, 0)));
        let loads: [&[Operation]; 2] = [&[load(X), store(Y, 1)], &[load(Y), store(X, 1)]];
        assert!(!reads(&ends(&loads, true), (1, 1)));
    }
}
