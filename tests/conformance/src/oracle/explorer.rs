//! The truth about a program: compiled by gcc with calls before each access, run under every schedule.
//!
//! The runtime (`tests/conformance/oracle`) is compiled once, a program becomes a shared object. See the heads of the C
//! files for what a state and a step are.

use super::dialect::{self, Reader};
use super::outcome::{Failure, Kind, Truth, Turn};
use crate::command;
use crate::scratch::Scratch;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder with the compiled runtime.
pub struct Explorer {
    scratch: Scratch,
    most_states: u64,
}

/// Why a program has no truth to compare with.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unusable {
    /// gcc does not take it.
    NotC(String),
    TooManyStates,
    /// Some run does what POSIX or C leaves undefined.
    Undefined,
    /// It depends on whether a struct is copied at once or by members.
    StructCopy,
}

const SOURCES: [(&str, &str); 5] = [
    ("runtime.h", include_str!("../../oracle/runtime.h")),
    ("threads.c", include_str!("../../oracle/threads.c")),
    ("memory.c", include_str!("../../oracle/memory.c")),
    ("search.c", include_str!("../../oracle/search.c")),
    ("apart.ld", include_str!("../../oracle/apart.ld")),
];

/// Calls of the program that the runtime answers.
const REPLACED: &str = "pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock \
    pthread_mutex_unlock pthread_mutexattr_init pthread_mutexattr_settype pthread_mutexattr_destroy pthread_cond_init \
    pthread_cond_wait pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy sem_init sem_wait sem_trywait \
    sem_post sem_getvalue sem_destroy pthread_barrier_init pthread_barrier_wait pthread_barrier_destroy \
    pthread_create pthread_join pthread_detach pthread_self pthread_equal pthread_exit sched_yield exit abort \
    __assert_fail malloc calloc free realloc pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_wrlock \
    pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_rwlock_destroy pthread_spin_init \
    pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_spin_destroy pthread_once pthread_key_create \
    pthread_setspecific pthread_getspecific pthread_cond_timedwait pthread_mutex_timedlock sem_timedwait mtx_init \
    mtx_lock mtx_trylock mtx_unlock cnd_init cnd_wait cnd_signal call_once thrd_create thrd_join";

/// Warnings that mean: this is not a program.
const REFUSED: [&str; 5] = [
    "-Werror=int-conversion",
    "-Werror=incompatible-pointer-types",
    "-Werror=implicit-function-declaration",
    "-Werror=return-type",
    "-Werror=int-to-pointer-cast",
];

const COMPILE_LIMIT: Duration = Duration::from_secs(30);
const EXPLORE_LIMIT: Duration = Duration::from_secs(60);

impl Explorer {
    pub fn new(most_states: u64) -> io::Result<Explorer> {
        let scratch = Scratch::new()?;
        for (name, text) in SOURCES {
            std::fs::write(scratch.path().join(name), text)?;
        }
        let declarations = "void oracle_observe(unsigned, long); void oracle_use(int); int oracle_self(void);\n";
        std::fs::write(scratch.path().join("oracle.h"), declarations)?;
        let explorer = Explorer { scratch, most_states };
        let arguments =
            "-O2 -g -Wall -Wextra -fno-builtin-malloc -rdynamic search.c threads.c memory.c -o explore -ldl";
        let outcome = explorer.gcc(arguments.split_whitespace().map(String::from).collect())?;
        if !outcome.success() {
            return Err(io::Error::other(format!("the runtime does not compile:\n{}", outcome.stderr)));
        }
        Ok(explorer)
    }

    pub fn folder(&self) -> &Path {
        self.scratch.path()
    }

    fn gcc(&self, arguments: Vec<String>) -> io::Result<command::Outcome> {
        command::run(Path::new("gcc"), &arguments, self.scratch.path(), COMPILE_LIMIT)
    }

    /// All that the program can come to, if that does not depend on how structs are copied.
    pub fn explore(&self, program: &str) -> io::Result<Result<Truth, Unusable>> {
        let whole = self.explore_as(program, Reader::Whole)?;
        if !dialect::copies_structs(program) {
            return Ok(whole);
        }
        let (Ok(whole), Ok(members)) = (&whole, self.explore_as(program, Reader::Members)?) else { return Ok(whole) };
        let same = whole.values == members.values && whole.signature() == members.signature();
        Ok(if same { Ok(whole.clone()) } else { Err(Unusable::StructCopy) })
    }

    fn explore_as(&self, program: &str, reader: Reader) -> io::Result<Result<Truth, Unusable>> {
        std::fs::write(self.folder().join("truth.c"), dialect::expand(program, reader))?;
        let mut arguments: Vec<String> = "-O0 -g -fPIC -shared -fno-builtin -fwrapv -fdata-sections -nostdlib \
            -fsanitize=thread,bounds,integer-divide-by-zero -include oracle.h truth.c -o truth.so \
            -Wl,-z,now -Wl,-Bsymbolic -Wl,-T,apart.ld"
            .split_whitespace()
            .map(String::from)
            .collect();
        arguments.extend(REFUSED.map(String::from));
        arguments.extend(REPLACED.split_whitespace().map(|name| format!("-Wl,--wrap={name}")));
        let outcome = self.gcc(arguments)?;
        if !outcome.success() {
            let line = outcome.stderr.lines().find(|line| line.contains("error")).unwrap_or("gcc").to_string();
            return Ok(Err(Unusable::NotC(line)));
        }
        let arguments = ["./truth.so".to_string(), self.most_states.to_string()];
        let explore = self.folder().join("explore");
        let outcome = command::run(&explore, &arguments, self.folder(), EXPLORE_LIMIT)?;
        if outcome.status.is_none() {
            return Ok(Err(Unusable::TooManyStates));
        }
        if outcome.code() == Some(2) {
            return Ok(Err(Unusable::NotC(outcome.stderr)));
        }
        if !outcome.success() {
            let message = format!("the explorer ended with {:?}: {}", outcome.status, outcome.stderr);
            return Err(io::Error::other(message));
        }
        Ok(read(&outcome.stdout))
    }

    /// Lines of the program that was explored last, for code addresses.
    pub fn lines(&self, addresses: &[u64]) -> io::Result<Vec<u64>> {
        let mut arguments: Vec<String> = vec!["-e".into(), "truth.so".into()];
        // A call's address is that of the instruction after it.
        arguments.extend(addresses.iter().map(|address| format!("{:x}", address.saturating_sub(1))));
        let outcome = command::run(Path::new("addr2line"), &arguments, self.folder(), COMPILE_LIMIT)?;
        let line = |text: &str| text.rsplit(':').next()?.split_whitespace().next()?.parse().ok();
        Ok(outcome.stdout.lines().map(|text| line(text).unwrap_or(0)).collect())
    }

    /// Where a plain program may be compiled.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }
}

/// Reads what `explore` prints.
fn read(text: &str) -> Result<Truth, Unusable> {
    let mut truth = Truth::default();
    let mut seen = BTreeSet::new();
    let mut complete = false;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["states", states, "transitions", transitions, end] = words[..] {
            truth.states = states.parse().unwrap_or(0);
            truth.transitions = transitions.parse().unwrap_or(0);
            complete = end == "complete";
            continue;
        }
        let Some((what, schedule)) = line.split_once(" |") else { continue };
        let what: Vec<&str> = what.split_whitespace().collect();
        match what[..] {
            ["ok", _, ref values @ ..] => {
                truth.values.insert(values.iter().filter_map(|value| value.parse().ok()).collect());
            }
            ["undefined", ..] => return Err(Unusable::Undefined),
            [name, detail] => {
                let Some(kind) = Kind::parse(name) else { continue };
                let line = if kind == Kind::Assertion { detail.parse().unwrap_or(0) } else { 0 };
                if seen.insert((kind, line)) {
                    truth.failures.push(Failure { kind, line, schedule: turns(schedule) });
                }
            }
            _ => {}
        }
    }
    if complete { Ok(truth) } else { Err(Unusable::TooManyStates) }
}

fn turns(text: &str) -> Vec<Turn> {
    text.split_whitespace()
        .filter_map(|turn| {
            let (thread, address) = turn.split_once(':')?;
            Some(Turn { thread: thread.parse().ok()?, address: u64::from_str_radix(address, 16).ok()? })
        })
        .collect()
}

impl Unusable {
    pub fn name(&self) -> &'static str {
        match self {
            Unusable::NotC(_) => "gcc does not take it",
            Unusable::TooManyStates => "too many states",
            Unusable::Undefined => "undefined behaviour",
            Unusable::StructCopy => "depends on how a struct is copied",
        }
    }
}
