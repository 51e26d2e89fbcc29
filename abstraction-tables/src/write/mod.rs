//! Reading and writing a user's files. A crash, a full disk, an editor that saves at the same time or a second `ax`
//! never loses a text.
//!
//! New text is written to a file beside the old one, and onto the disk, before anything changes; then both change names
//! in one step, and what comes out is compared with what was read before: where somebody else has saved since, theirs
//! goes back and nothing was written. Files that belong together are made ready together, so that all of them change or
//! none. Links lead to the file that is meant; its owner and its permissions stay, and so do its other names: what has
//! several is written in place (`redo`).

mod beside;
mod redo;

use beside::Temporary;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::{Path, PathBuf};

/// What must be there for a change to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before<'a> {
    /// Whatever it is.
    Any,
    /// No file.
    Absent,
    Text(&'a str),
}

#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    pub path: &'a Path,
    pub before: Before<'a>,
    pub text: &'a str,
}

/// Why nothing was written.
#[derive(Debug)]
pub struct Failed {
    pub path: PathBuf,
    pub error: io::Error,
}

/// The text of a table. One that is not UTF-8 is refused: it could not be written back byte for byte.
pub fn read(path: &Path) -> io::Result<String> {
    redo::finish(&linked(path)?);
    String::from_utf8(fs::read(path)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "the table is not UTF-8 text; convert it first"))
}

/// Replaces a file, whatever is there. A file with the same text is left alone; one that is read-only is an error.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    replace_all(&[Change { path, before: Before::Any, text }]).map_err(|failed| failed.error)
}

/// Makes all changes, or none.
pub fn replace_all(changes: &[Change<'_>]) -> Result<(), Failed> {
    let failed = |path: &Path, error| Failed { path: path.to_path_buf(), error };
    let mut ready: Vec<Ready<'_>> = Vec::new();
    for change in changes {
        ready.extend(Ready::new(*change).map_err(|error| failed(change.path, error))?);
    }
    for index in 0..ready.len() {
        if let Err(error) = ready[index].put() {
            ready[..index].iter_mut().rev().for_each(Ready::take_back);
            return Err(failed(ready[index].change.path, error));
        }
    }
    ready.iter().for_each(|r| sync_folder(&r.target));
    Ok(())
}

/// Whether somebody else has changed a file since it was read.
pub fn is_changed(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Changed>())
}

#[derive(Debug)]
struct Changed;

impl std::fmt::Display for Changed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("somebody else has changed it since it was read; run the command again")
    }
}

impl std::error::Error for Changed {}

fn changed() -> io::Error {
    io::Error::other(Changed)
}

/// How a text gets its place.
enum Way {
    /// Nothing is there.
    New,
    /// The file beside it takes its name.
    Exchange,
    /// The file has other names, or an owner that cannot be given to another file.
    InPlace,
}

/// A change whose text is on the disk.
struct Ready<'a> {
    change: Change<'a>,
    target: PathBuf,
    old: Vec<u8>,
    way: Way,
    beside: Temporary,
}

impl<'a> Ready<'a> {
    /// `None` if the text is there already.
    fn new(change: Change<'a>) -> io::Result<Option<Ready<'a>>> {
        let target = linked(change.path)?;
        beside::sweep(&target);
        let new = change.text.as_bytes();
        let metadata = match fs::metadata(&target) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if matches!(change.before, Before::Text(_)) {
                    return Err(changed());
                }
                let beside = Temporary::new(&target, &[], new, |_| Ok(()))?;
                return Ok(Some(Ready { change, target, old: Vec::new(), way: Way::New, beside }));
            }
            Err(error) => return Err(error),
        };
        if metadata.nlink() > 1 {
            redo::finish(&target);
        }
        let old = fs::read(&target)?;
        if old == new {
            return Ok(None);
        }
        if !change.allows(&old) {
            return Err(changed());
        }
        if metadata.permissions().readonly() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
        }
        let alike = (metadata.nlink() == 1)
            .then(|| Temporary::new(&target, &old, new, |file| give(file, &metadata)))
            .and_then(|made| match made {
                Err(error) if error.kind() == ErrorKind::PermissionDenied => None,
                made => Some(made),
            })
            .transpose()?;
        let (way, beside) = match alike {
            Some(beside) => (Way::Exchange, beside),
            None => (Way::InPlace, Temporary::new(&target, &old, &redo::record(&old, new), |_| Ok(()))?),
        };
        Ok(Some(Ready { change, target, old, way, beside }))
    }

    fn new_bytes(&self) -> &'a [u8] {
        self.change.text.as_bytes()
    }

    fn put(&mut self) -> io::Result<()> {
        match self.way {
            Way::New => match fs::hard_link(self.beside.path(), &self.target) {
                Ok(()) => Ok(()),
                Err(e) if e.kind() == ErrorKind::AlreadyExists && self.change.before != Before::Any => Err(changed()),
                // It is there now, or the file system has no second names.
                Err(_) => fs::rename(self.beside.path(), &self.target),
            },
            Way::Exchange => self.exchange(),
            Way::InPlace => {
                if fs::read(&self.target)? != self.old {
                    return Err(changed());
                }
                redo::write(&self.target, self.beside.path(), self.new_bytes())
            }
        }
    }

    /// The file beside the old one takes its place. What comes out was there before, or somebody has saved since.
    fn exchange(&mut self) -> io::Result<()> {
        let there = fs::read(&self.target)?;
        if !self.is_before(&there) {
            return Err(changed());
        }
        if let Err(error) = exchange(self.beside.path(), &self.target) {
            let unsupported = [rustix::io::Errno::INVAL, rustix::io::Errno::NOSYS, rustix::io::Errno::OPNOTSUPP];
            if unsupported.contains(&error) {
                return fs::rename(self.beside.path(), &self.target);
            }
            return Err(error.into());
        }
        let mut out = fs::read(self.beside.path())?;
        if self.is_before(&out) {
            return Ok(());
        }
        // The newest text of theirs goes back, until what comes out is what went in.
        let mut inside = self.new_bytes().to_vec();
        loop {
            exchange(self.beside.path(), &self.target)?;
            let next = fs::read(self.beside.path())?;
            if next == inside {
                return Err(changed());
            }
            inside = std::mem::replace(&mut out, next);
        }
    }

    fn is_before(&self, there: &[u8]) -> bool {
        self.change.before == Before::Any || there == self.old
    }

    /// The old text again, unless somebody has saved another one since.
    fn take_back(&mut self) {
        if fs::read(&self.target).ok().as_deref() != Some(self.new_bytes()) {
            return;
        }
        // An error here leaves the new text, which is whole.
        let _ = match self.way {
            Way::New => fs::remove_file(&self.target),
            Way::Exchange | Way::InPlace => match std::str::from_utf8(&self.old) {
                Ok(old) => replace(&self.target, old),
                Err(_) => Ok(()),
            },
        };
    }
}

impl Change<'_> {
    fn allows(&self, old: &[u8]) -> bool {
        match self.before {
            Before::Any => true,
            Before::Absent => false,
            Before::Text(text) => old == text.as_bytes(),
        }
    }
}

fn exchange(a: &Path, b: &Path) -> rustix::io::Result<()> {
    renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE)
}

/// Owner, group and permissions of another file.
fn give(file: &File, like: &Metadata) -> io::Result<()> {
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (like.uid(), like.gid()) {
        fchown(file, Some(like.uid()), Some(like.gid()))?;
    }
    file.set_permissions(like.permissions())
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

/// Not every file system can do this, and the file is whole without it.
fn sync_folder(target: &Path) {
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
