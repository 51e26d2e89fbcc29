//! Trails in files: Spin's format and our JSON, read; Spin's format, written.

use checker::exec::CLAIM;
use checker::trail::{ClaimRef, Trail, TrailStep, text};
use serde::Deserialize;
use std::io::Write;
use std::path::Path;

/// The parts of `ax check --format json` that a run needs.
#[derive(Deserialize)]
struct Outcome {
    errors: Vec<Error>,
}

#[derive(Deserialize)]
struct Error {
    trail: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    process: i64,
    proctype: String,
    transition: Option<u32>,
    #[serde(default)]
    cycle: bool,
}

/// Reads a trail; its format is seen from its first character. The message of an error is for the user.
pub fn read(path: &Path) -> Result<Trail, String> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|e| format!("cannot read {name}: {e}"))?;
    let content = String::from_utf8_lossy(&bytes);
    if content.trim_start().starts_with('{') {
        return from_json(&content).map_err(|e| format!("{name}: {e}"));
    }
    text::read(&content).map_err(|e| format!("{name}, {e}"))
}

fn from_json(content: &str) -> Result<Trail, String> {
    let outcome: Outcome =
        serde_json::from_str(content).map_err(|e| format!("this is not what `ax check --format json` prints: {e}"))?;
    let Some(error) = outcome.errors.into_iter().next() else {
        return Err("there is no error in this result, so there is no trail".to_string());
    };
    let mut trail = Trail::default();
    for (i, step) in error.trail.into_iter().enumerate() {
        let Some(id) = step.transition else {
            return Err(format!("step {} has no `transition`", i + 1));
        };
        let pid = if step.process == -1 {
            trail.claim.get_or_insert(ClaimRef::Name(step.proctype));
            CLAIM
        } else {
            let pid = u16::try_from(step.process).map_err(|_| format!("step {} has no possible process", i + 1))?;
            u32::from(pid)
        };
        if step.cycle {
            trail.cycle.get_or_insert(i);
        }
        trail.steps.push(TrailStep { pid, id });
    }
    Ok(trail)
}

/// Writes a trail in Spin's format: whole, or not at all.
pub fn write(path: &Path, trail: &Trail) -> Result<(), String> {
    let mut name = path.file_name().map(std::ffi::OsStr::to_os_string).unwrap_or_default();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = std::fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(trail.to_string().as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|e| {
        let _ = std::fs::remove_file(&temporary);
        format!("cannot write {}: {e}", path.display())
    })
}
