//! Spin's `.trail` files.
//!
//! ```text
//!   -2:N:-2      a claim takes part: proctype N. It is process 0 then, and all pids below are one higher.
//!   -4:-4:-4     statements are merged
//!   -1:-1:-1     the cycle begins here
//!   D:P:T        step D: process P takes transition T
//! ```
//!
//! Lines with -5 to -8 tell in which order a verifier searched; they are passed over.

use super::{ClaimRef, Trail, TrailStep};
use crate::exec::CLAIM;
use std::fmt;

/// A line that is none of a trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTrail {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for BadTrail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl fmt::Display for Trail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = match self.claim {
            Some(ClaimRef::Number(n)) => {
                writeln!(f, "-2:{n}:-2")?;
                1
            }
            Some(ClaimRef::Name(_)) | None => 0,
        };
        if self.merged {
            writeln!(f, "-4:-4:-4")?;
        }
        let mut depth = 0;
        for (i, step) in self.steps.iter().enumerate() {
            if self.cycle == Some(i) {
                writeln!(f, "-1:-1:-1")?;
            }
            depth += 1;
            match step.pid {
                CLAIM if offset == 0 => {}
                CLAIM => writeln!(f, "{depth}:0:{}", step.id)?,
                pid => writeln!(f, "{depth}:{}:{}", pid + offset, step.id)?,
            }
        }
        Ok(())
    }
}

/// Reads a `.trail` file. A file without lines is the trail of an error in the initial state.
pub fn read(text: &str) -> Result<Trail, BadTrail> {
    let mut trail = Trail::default();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let bad = |message: &str| BadTrail { line: i + 1, message: message.to_string() };
        let (depth, process, transition) = fields(line).ok_or_else(|| {
            bad("this is no line of a trail: three numbers with `:` between them are expected, as in `7:0:12`")
        })?;
        match depth {
            -2 => {
                if !trail.steps.is_empty() {
                    return Err(bad("the claim has to come before the first step"));
                }
                let number = u32::try_from(process).map_err(|_| bad("the claim has no number"))?;
                trail.claim = Some(ClaimRef::Number(number));
            }
            -4 => trail.merged = true,
            -1 => trail.cycle = Some(trail.steps.len()),
            -8..=-5 => {}
            0.. => {
                let id = u32::try_from(transition).map_err(|_| bad("a transition cannot be negative"))?;
                let process = u16::try_from(process).map_err(|_| bad("there can be no process of this number"))?;
                let pid = match (&trail.claim, u32::from(process)) {
                    (None, pid) => pid,
                    (Some(_), 0) => CLAIM,
                    (Some(_), pid) => pid - 1,
                };
                trail.steps.push(TrailStep { pid, id });
            }
            _ => return Err(bad("a step cannot have a negative number")),
        }
    }
    Ok(trail)
}

fn fields(line: &str) -> Option<(i64, i64, i64)> {
    let mut fields = line.split(':').map(|f| f.trim().parse::<i64>().ok());
    let triple = (fields.next()??, fields.next()??, fields.next()??);
    fields.next().is_none().then_some(triple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in
            ["", "1:0:3\n2:1:4\n", "-2:3:-2\n-4:-4:-4\n1:0:31\n2:1:0\n-1:-1:-1\n3:0:31\n", "-2:0:-2\n1:0:31\n2:255:0\n"]
        {
            assert_eq!(read(text).map(|t| t.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn pids_are_one_higher_when_there_is_a_claim() {
        let trail = read("-2:3:-2\n1:0:31\n2:1:7\n").expect("a trail");
        assert_eq!(trail.steps, [TrailStep { pid: CLAIM, id: 31 }, TrailStep { pid: 0, id: 7 }]);
        let trail = read("1:0:31\n2:1:7\n").expect("a trail");
        assert_eq!(trail.steps, [TrailStep { pid: 0, id: 31 }, TrailStep { pid: 1, id: 7 }]);
    }

    #[test]
    fn what_is_no_trail_is_refused_with_its_line() {
        for (text, line) in [
            ("active proctype p() { skip }", 1),
            ("1:0:3\n2:0\n", 2),
            ("1:0:3:4\n", 1),
            ("1:-7:3\n", 1),
            ("1:0:-3\n", 1),
            ("-9:0:3\n", 1),
            ("1:0:3\n-2:1:-2\n", 2),
            ("99999999999999999999:0:1\n", 1),
            ("1:5000000000:1\n", 1),
        ] {
            assert_eq!(read(text).map_err(|e| e.line), Err(line), "{text:?}");
        }
    }
}
