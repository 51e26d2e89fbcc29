//! Reading and writing table files. A crash or a full disk never loses a table.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The text of a table. One that is not UTF-8 is refused: it could not be written back byte for byte.
pub fn read(path: &Path) -> io::Result<String> {
    String::from_utf8(fs::read(path)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "the table is not UTF-8 text; convert it first"))
}

/// Replaces a file in one step: the new text goes to a file beside it, onto the disk, and then takes its name.
///
/// After an error the old file is there as it was. Permissions are kept; of a symbolic link the file it leads to is
/// replaced. A file with the same text is left alone; one that is read-only is an error.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let target = if path.is_symlink() { linked(path)? } else { path.to_path_buf() };
    let old = match fs::metadata(&target) {
        Ok(metadata) => Some(metadata.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if old.is_some() && fs::read(&target).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(());
    }
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let (temporary, file) = beside(&target)?;
    let done = fill(file, text, old).and_then(|()| fs::rename(&temporary, &target));
    if let Err(error) = done {
        // The error of the write is the one to tell of.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    sync_folder(&target);
    Ok(())
}

/// Where a chain of links ends, whether or not there is a file.
fn linked(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_path_buf();
    for _ in 0..40 {
        if !at.is_symlink() {
            return Ok(at);
        }
        let to = fs::read_link(&at)?;
        at = at.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A new file in the folder of another.
fn beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "no file name"))?;
    let name = name.to_string_lossy();
    for number in 0..100 {
        let path = target.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "too many temporary files"))
}

fn fill(mut file: File, text: &str, permissions: Option<fs::Permissions>) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// Not every file system can do this, and the file is whole without it.
fn sync_folder(target: &Path) {
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
