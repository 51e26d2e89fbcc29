//! Running another program with a time limit, and measuring it.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a program left behind.
pub struct Outcome {
    /// `None` when the time limit was hit and the program was killed.
    pub status: Option<ExitStatus>,
    pub stdout: String,
    pub stderr: String,
    pub elapsed: Duration,
    /// The most memory it held, as the kernel last told us while it ran.
    pub peak_bytes: u64,
    /// The time its threads had a processor, as the kernel last told us while it ran: a few milliseconds too little.
    pub processor: Duration,
}

impl Outcome {
    pub fn success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// The exit code; `None` after a signal or the time limit.
    pub fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }
}

/// Starts `program` in `folder`, and waits for it at most `limit`.
pub fn run(program: &Path, args: &[String], folder: &Path, limit: Duration) -> io::Result<Outcome> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| io::Error::new(error.kind(), format!("cannot start {}: {error}", program.display())))?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let Ended { status, peak_bytes, processor, elapsed } = wait(&mut child, start, limit)?;
    let text =
        |reader: thread::JoinHandle<Vec<u8>>| String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned();
    Ok(Outcome { status, stdout: text(stdout), stderr: text(stderr), elapsed, peak_bytes, processor })
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

struct Ended {
    status: Option<ExitStatus>,
    peak_bytes: u64,
    processor: Duration,
    elapsed: Duration,
}

fn wait(child: &mut Child, start: Instant, limit: Duration) -> io::Result<Ended> {
    let (mut peak, mut processor) = (0, Duration::ZERO);
    loop {
        let ended = |status| Ended { status, peak_bytes: peak, processor, elapsed: start.elapsed() };
        if let Some(status) = child.try_wait()? {
            return Ok(ended(Some(status)));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(ended(None));
        }
        peak = peak.max(peak_bytes(child.id()));
        processor = processor.max(processor_time(child.id()));
        // Fine enough to time short runs, coarse enough not to disturb long ones.
        thread::sleep((start.elapsed() / 50).clamp(Duration::from_micros(100), Duration::from_millis(5)));
    }
}

/// The time the threads of a running process had a processor; zero when unknown.
fn processor_time(pid: u32) -> Duration {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return Duration::ZERO };
    let time = |folder: std::fs::DirEntry| {
        let text = std::fs::read_to_string(folder.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    };
    threads.flatten().filter_map(time).sum()
}

/// The high-water mark of resident memory of a running process; 0 when unknown.
fn peak_bytes(pid: u32) -> u64 {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{pid}/status")) else { return 0 };
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok())
        .map_or(0, |kilobytes| kilobytes * 1024)
}
