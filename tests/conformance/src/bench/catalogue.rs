//! The large models: our own in `tests/conformance/bench`, and some of Spin's, where they are small with one number of
//! their text changed.
//!
//! Each is there for one thing that it stresses. They have from a quarter of a million to two million states, and keep
//! pan busy for a third of a second up to a few seconds, so that starting a process does not count.

use std::io;
use std::path::{Path, PathBuf};

/// A model to measure.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub name: &'static str,
    /// What it stresses.
    pub kind: &'static str,
    origin: Origin,
    /// Macros, each as `NAME=VALUE`.
    defines: &'static [&'static str],
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    /// `tests/conformance/bench/NAME.pml`
    Own,
    /// A model of Spin's package, by its path.
    Spin(&'static str),
    /// One of these with a piece of its text exchanged.
    Scaled { path: &'static str, from: &'static str, to: &'static str },
}

const fn own(name: &'static str, kind: &'static str, defines: &'static [&'static str]) -> Entry {
    Entry { name, kind, origin: Origin::Own, defines }
}

const fn spins(name: &'static str, kind: &'static str, path: &'static str) -> Entry {
    Entry { name, kind, origin: Origin::Spin(path), defines: &[] }
}

const fn scaled(
    name: &'static str,
    kind: &'static str,
    path: &'static str,
    from: &'static str,
    to: &'static str,
) -> Entry {
    Entry { name, kind, origin: Origin::Scaled { path, from, to }, defines: &[] }
}

pub const LARGE: &[Entry] = &[
    own("peterson-n", "shared variables", &[]),
    own("arithmetic", "expressions", &["N=40"]),
    own("philosophers", "shared array of bits", &["N=7"]),
    own("phils", "atomic, many processes", &[]),
    own("many-processes", "many processes", &["N=10"]),
    own("spawn", "process creation", &[]),
    own("leader", "channels as parameters", &[]),
    own("sliding-window", "channels, loss", &["W=3", "MAX=7"]),
    own("rendezvous-ring", "rendezvous", &[]),
    own("atomic-chains", "long atomic sequences", &[]),
    own("dstep-heavy", "long d_steps", &[]),
    own("large-vector", "500 bytes a state", &[]),
    own("lock-server", "LTL claim", &["IDLE=5"]),
    spins("cambridge", "channels", "cambridge.pml"),
    spins("pftp.ses", "channels, many locals", "Book_1991/p337.pftp.ses.pml"),
    spins("mobile1", "channels of channels, LTL claim", "LTL/mobile1.pml"),
    scaled("hajek", "channels, assertions", "hajek.pml", "MAX\t8", "MAX\t64"),
    scaled("eratosthenes", "process creation, rendezvous", "eratosthenes.pml", "MAX\t25", "MAX\t35"),
    scaled("dtp", "channels", "dtp.pml", "[2] of", "[3] of"),
    scaled("pftp", "flow control, loss", "Book_1991/p329.pml", "LOSS\t\t0", "LOSS\t\t1"),
];

/// The entries of a name.
pub fn entry(name: &str) -> Option<&'static Entry> {
    LARGE.iter().find(|entry| entry.name == name)
}

/// A model that lies in a folder where Spin may leave its litter.
#[derive(Clone, Debug)]
pub struct Model {
    pub name: String,
    pub kind: &'static str,
    pub folder: PathBuf,
    pub file: String,
    pub defines: Vec<String>,
}

impl Model {
    /// A model of ours with other macros than those of the catalogue.
    pub fn own(root: &Path, name: &str, defines: &[String]) -> Model {
        Model {
            name: name.to_string(),
            kind: "",
            folder: root.join("own"),
            file: format!("{name}.pml"),
            defines: defines.to_vec(),
        }
    }

    /// A model of Spin's package.
    pub fn spins(root: &Path, path: &str) -> Model {
        let full = root.join(path);
        Model {
            name: path.to_string(),
            kind: "",
            folder: full.parent().unwrap_or(root).to_owned(),
            file: full.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            defines: Vec::new(),
        }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.file)
    }

    /// `-D NAME=VALUE` for each macro, as `ax check` takes them.
    pub fn definitions(&self) -> Vec<String> {
        self.defines.iter().flat_map(|define| ["-D".to_string(), define.clone()]).collect()
    }
}

impl Entry {
    /// Finds the model below `root`, or makes it there.
    pub fn prepare(&self, root: &Path) -> io::Result<Model> {
        let model = match self.origin {
            Origin::Own => {
                let defines: Vec<String> = self.defines.iter().map(|define| define.to_string()).collect();
                Model::own(root, self.name, &defines)
            }
            Origin::Spin(path) => Model::spins(root, path),
            Origin::Scaled { path, from, to } => {
                let model = Model::spins(root, path);
                let text = String::from_utf8_lossy(&std::fs::read(model.path())?).into_owned();
                if !text.contains(from) {
                    return Err(io::Error::other(format!("{path} has no {from:?} any more")));
                }
                let file = format!("scaled-{}", model.file);
                std::fs::write(model.folder.join(&file), text.replace(from, to))?;
                Model { file, ..model }
            }
        };
        Ok(Model { name: self.name.to_string(), kind: self.kind, ..model })
    }
}

/// Copies our own models next to Spin's.
pub fn copy_own(folder: &Path, root: &Path) -> io::Result<()> {
    let target = root.join("own");
    std::fs::create_dir_all(&target)?;
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        std::fs::copy(folder.join(&name), target.join(&name))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_models_are_there_and_know_their_macros() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench");
        for entry in LARGE.iter().filter(|entry| matches!(entry.origin, Origin::Own)) {
            let text = std::fs::read_to_string(folder.join(format!("{}.pml", entry.name))).expect("a model");
            for define in entry.defines {
                let name = define.split('=').next().unwrap_or_default();
                assert!(text.contains(&format!("#ifndef {name}\n")), "{} does not ask for {name}", entry.name);
            }
        }
    }
}
