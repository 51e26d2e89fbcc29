//! Temporary folders for Spin, which litters the folder it runs in.
//!
//! They live in memory where the system offers it, because a comparison writes half a megabyte of
//! generated C per program.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is removed when the value goes out of scope.
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub fn new() -> io::Result<Scratch> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let memory = Path::new("/dev/shm");
        let root = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = root.join(format!("ax-conformance-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that cannot be removed is litter, not a wrong result.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
