//! `ax trust`: the user trusts the commands that harnesses name.

use super::verify::{target, trust};
use super::{BAD_INPUT, HOLDS};
use crate::args::Trust;
use crate::report::style;

pub fn run(args: &Trust) -> u8 {
    let Ok(files) = target::harnesses(&args.targets) else { return BAD_INPUT };
    let mut found = 0;
    for file in files {
        let Ok(job) = target::parsed(&file) else { return BAD_INPUT };
        let Some(command) = job.harness.preprocessor.command.as_ref().map(|c| c.get_ref()) else { continue };
        let content = trust::content(&job.folder, command);
        found += 1;
        let Some(path) = trust::record(&content) else {
            eprintln!("ax: there is no folder to keep this in: set HOME or XDG_DATA_HOME");
            return BAD_INPUT;
        };
        let done = match args.revoke {
            true => std::fs::remove_file(&path).or_else(|e| match e.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(e),
            }),
            false => trust::keep(&path, &content),
        };
        if let Err(error) = done {
            eprintln!("ax: cannot write {}: {error}", path.display());
            return BAD_INPUT;
        }
        let verb = if args.revoke { "no longer trusted" } else { "trusted" };
        style::out(&format!("{verb}: `{command}`  ({})\n", file.display()));
    }
    if found == 0 {
        style::out("no harness here runs a command\n");
    }
    HOLDS
}
