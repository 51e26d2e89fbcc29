//! Finding the example models that come with Spin.

use crate::command;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(30);

/// Copies Spin's examples below `target`, unpacked, folders kept because models include neighbours.
pub fn copy_to(target: &Path) -> io::Result<()> {
    let args = ["-L".to_string(), "spin".to_string()];
    let listing = command::run(Path::new("dpkg"), &args, target, LIMIT)?;
    let mut found = false;
    for line in listing.stdout.lines() {
        let Some((_, below)) = line.split_once("/Examples/") else { continue };
        let source = PathBuf::from(line);
        if !source.is_file() {
            continue;
        }
        found = true;
        let destination = target.join(below);
        if let Some(folder) = destination.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::copy(&source, &destination)?;
        if destination.extension().is_some_and(|extension| extension == "gz") {
            let args = ["-f".to_string(), destination.display().to_string()];
            command::run(Path::new("gunzip"), &args, target, LIMIT)?;
        }
    }
    if found {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::NotFound, "the package spin has no examples; is it installed?"))
    }
}
