//! Limits on time and memory, and Ctrl-C, hold in every phase of a command.
//!
//! A search looks at its limits itself, and ends with what it has found. Other phases do not: the preprocessor,
//! parsing, the translation of a formula, a long `d_step`. So a thread watches the process. When it is over a limit by
//! more than an allowance, the thread gives the answer "incomplete" in place of the command, and ends the process with
//! all that it started. No answer is lost to that: from the moment when a command begins to tell one, the thread stands
//! back.
//!
//! Memory is what the system says the process holds, looked at every few milliseconds.

use crate::interrupt;
use checker::search::Incomplete;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How often it looks.
const EVERY: Duration = Duration::from_millis(10);

/// For so long after Ctrl-C a search may end by itself, with its statistics.
const PATIENCE: Duration = Duration::from_millis(120);

/// What the process may use.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    pub time: Option<Duration>,
    pub memory: Option<u64>,
}

/// Held by who tells the answer, to the end of the process.
static TELLING: Mutex<()> = Mutex::new(());

/// The command tells it.
static TOLD: AtomicBool = AtomicBool::new(false);

/// When the command began: its time counts from there.
static START: OnceLock<Instant> = OnceLock::new();

/// The command begins.
pub fn start() {
    START.get_or_init(Instant::now);
}

fn elapsed() -> Duration {
    START.get_or_init(Instant::now).elapsed()
}

/// What is left of a limit on the time of the whole command.
pub fn remaining(time: Duration) -> Duration {
    time.saturating_sub(elapsed())
}

/// Watches from now on. `give_up` tells the answer and says what the exit status is.
pub fn watch(limits: Limits, give_up: impl FnOnce(Incomplete) -> u8 + Send + 'static) {
    interrupt::watch();
    let watcher = move || {
        let cause = wait(limits);
        let _telling = lock();
        let status = give_up(cause);
        // Not before: the command would tell that its preprocessor failed.
        end_children();
        std::process::exit(i32::from(status));
    };
    // Without the thread searches still keep their limits.
    let _ = std::thread::Builder::new().name("watchdog".to_string()).spawn(watcher);
}

/// From now on the command tells its answer: it is not given up any more. Does not return if it is given up already.
pub fn telling() {
    if !TOLD.load(Ordering::Relaxed) {
        std::mem::forget(lock());
        TOLD.store(true, Ordering::Relaxed);
    }
}

fn lock() -> MutexGuard<'static, ()> {
    TELLING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns once a limit is exceeded by its allowance.
fn wait(limits: Limits) -> Incomplete {
    let time = limits.time.map(|time| time + time / 20 + Duration::from_millis(80));
    let memory = limits.memory.map(|memory| memory.saturating_add(memory / 20).saturating_add(30 << 20));
    let mut interrupted: Option<Instant> = None;
    loop {
        std::thread::sleep(EVERY);
        if time.is_some_and(|time| elapsed() > time) {
            return Incomplete::Time;
        }
        if memory.is_some_and(|most| resident().is_some_and(|now| now > most)) {
            return Incomplete::Memory;
        }
        if interrupt::STOP.load(Ordering::Relaxed) {
            let since = interrupted.get_or_insert_with(Instant::now);
            if since.elapsed() > PATIENCE {
                return Incomplete::Interrupted;
            }
        }
    }
}

/// How much memory the process holds.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Ends what this process has started, such as a preprocessor, and what that has started.
fn end_children() {
    let Ok(processes) = std::fs::read_dir("/proc") else { return };
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for entry in processes.filter_map(Result::ok) {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let Ok(text) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // `PID (NAME) STATE PARENT …`, and a name may have anything in it.
        let parent = text.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse::<i32>().ok());
        if let Some(parent) = parent {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut open = children.remove(&i32::try_from(std::process::id()).unwrap_or(0)).unwrap_or_default();
    while let Some(pid) = open.pop() {
        let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        open.extend(children.remove(&pid).unwrap_or_default());
    }
}

/// What may be used when nothing is said: seven eighths of the memory that is free on this machine and, if the process
/// is in a group with a limit, in that group; so that the command ends with an answer before the system ends it without
/// one.
pub fn spare_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    let free = group_memory().map_or(kilobytes * 1024, |group| group.min(kilobytes * 1024));
    Some(free / 8 * 7)
}

/// What is free in the control groups of this process, if one of them has a limit.
fn group_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let free = |folder: &std::path::Path, files: [&str; 2]| {
        let number = |name: &str| std::fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
        let stat = std::fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
        let cache = stat.lines().find_map(|l| l.strip_prefix("inactive_file ")?.trim().parse::<u64>().ok());
        // What is kept of files is given back when memory is short.
        Some(number(files[0])?.saturating_sub(number(files[1])?.saturating_sub(cache.unwrap_or(0))))
    };
    let groups = text.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        match controllers {
            "" => Some(("/sys/fs/cgroup", path, ["memory.max", "memory.current"])),
            _ if controllers.split(',').any(|c| c == "memory") => {
                Some(("/sys/fs/cgroup/memory", path, ["memory.limit_in_bytes", "memory.usage_in_bytes"]))
            }
            _ => None,
        }
    });
    let all = groups.flat_map(|(root, path, files)| {
        let root = std::path::Path::new(root);
        let own = root.join(path.trim_start_matches('/'));
        // Within a container the path is that of the host, and the root is the group.
        let folders: Vec<_> = own.ancestors().take_while(|f| f.starts_with(root)).map(|f| free(f, files)).collect();
        folders.into_iter().flatten()
    });
    all.min()
}
