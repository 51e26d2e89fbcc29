//! Headers of other verifiers that come with ax, as files for the time in which a preprocessor needs them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A header: what it is called in `#include <…>`, and its text.
struct Header {
    name: &'static str,
    text: &'static str,
}

const HEADERS: &[Header] = &[
    Header { name: "dat3m.h", text: include_str!("../../library/include/dat3m.h") },
    Header { name: "genmc.h", text: include_str!("../../library/include/genmc.h") },
    Header { name: "goblint.h", text: include_str!("../../library/include/goblint.h") },
    Header { name: "klee/klee.h", text: include_str!("../../library/include/klee/klee.h") },
    Header { name: "lkmm.h", text: include_str!("../../library/include/lkmm.h") },
];

/// A folder with all of them. It is removed when it is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> io::Result<Folder> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ax-headers-{}-{number}", std::process::id()));
        // Not a folder that somebody else has made.
        std::fs::create_dir(&path)?;
        let folder = Folder(path);
        for header in HEADERS {
            let file = folder.0.join(header.name);
            if let Some(parent) = file.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(file, header.text)?;
        }
        Ok(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether a preprocessor complains about one of them.
pub fn is_missing(messages: &str) -> bool {
    HEADERS.iter().any(|h| {
        messages.lines().any(|line| {
            line.contains(&format!(" {}: No such file", h.name))
                || line.contains(&format!("'{}' file not found", h.name))
        })
    })
}
