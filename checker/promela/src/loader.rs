//! How the front end gets at the files that a model includes.

use std::io;

/// Reads files by path.
pub trait Loader {
    fn load(&self, path: &str) -> io::Result<Vec<u8>>;
}

/// Reads from the file system.
pub struct DiskLoader;

impl Loader for DiskLoader {
    fn load(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Has no files: for models that include nothing.
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, path: &str) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::NotFound, format!("{path} not found")))
    }
}

/// Files held in memory, as pairs of path and contents.
pub struct MemoryLoader(pub Vec<(String, String)>);

impl Loader for MemoryLoader {
    fn load(&self, path: &str) -> io::Result<Vec<u8>> {
        match self.0.iter().find(|(name, _)| name == path) {
            Some((_, text)) => Ok(text.clone().into_bytes()),
            None => NoFiles.load(path),
        }
    }
}

/// Text of a file. Bytes that are not UTF-8 become the replacement character, which does no harm in
/// comments and is reported elsewhere.
pub fn decode(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}
