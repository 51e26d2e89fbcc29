//! The user's files while something else happens: edits during a run, kills, a full disk. Nothing is lost, nothing is
//! half written.

mod common;

use common::{Ax, Run, scratch};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SOURCE: &str =
    "int x, y;\nvoid f(int n)\n{\n    if (n > x)\n        x = n;\n    while (y < 3)\n        y++;\n}\n";

fn folder(name: &str) -> PathBuf {
    let folder = scratch(&format!("files-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("c.c"), SOURCE).expect("a source");
    folder
}

fn ax(folder: &Path, arguments: &[&str]) -> Run {
    Ax { folder, ..Ax::default() }.run(arguments)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut list: Vec<String> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into()).collect();
    list.sort();
    list
}

/// How often, if more than the usual is asked for.
fn times(variable: &str, usual: u32) -> u32 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// A user saves a table while `ax -a` runs: here the preprocessor is the user.
#[test]
fn an_edit_during_a_run_stays() {
    let folder = folder("edit");
    let script = "#!/bin/sh\necho 'E: y++  print  /* mine */' >> f.lut\nfor last; do :; done\nexec cc -E \"$last\"\n";
    fs::write(folder.join("editor"), script).expect("a script");
    fs::set_permissions(folder.join("editor"), fs::Permissions::from_mode(0o755)).expect("a script that can run");
    // The table is read after the source: what the editor writes there is seen.
    assert_eq!(ax(&folder, &["-a", "f", "c.c", "--cpp", "./editor"]).status, 0);
    assert!(fs::read_to_string(folder.join("f.lut")).expect("a table").contains("/* mine */"));
    let before = names(&folder);

    // An editor that saves again and again until it is seen that `ax` ended: each line of theirs stays.
    let mut saved = 0_u32;
    let (mut written, mut refused) = (0, 0);
    for round in 0..times("AX_EDITS", 40) {
        let source = SOURCE.replace("y < 3", &format!("y < {}", 4 + round));
        fs::write(folder.join("c.c"), source).expect("a source");
        let mut child = Ax { folder: &folder, ..Ax::default() }.start(&["-a", "f", "c.c"]);
        let status = loop {
            let table = fs::read_to_string(folder.join("f.lut")).expect("the table is always there");
            saved += 1;
            let beside = folder.join("beside");
            fs::write(&beside, table + &format!("/* edit {saved} */\n")).expect("written");
            fs::rename(&beside, folder.join("f.lut")).expect("renamed");
            std::thread::sleep(Duration::from_millis(u64::from(saved % 7)));
            if let Some(status) = child.try_wait().expect("a child") {
                break status.code();
            }
        };
        match status {
            Some(0) => written += 1,
            Some(2) => refused += 1,
            other => panic!("status {other:?}"),
        }
        let table = fs::read_to_string(folder.join("f.lut")).expect("a table");
        assert!(table.contains(&format!("/* edit {saved} */")), "edit {saved} of round {round} is lost");
    }
    assert!(refused > 0, "{written} written, {refused} refused");
    assert_eq!(names(&folder), before, "nothing is left over");
    fs::remove_dir_all(&folder).expect("removed");
}

/// Whoever is refused is told why, and neither the model nor the table changes.
#[test]
fn who_is_refused_is_told() {
    let folder = folder("refused");
    fs::write(folder.join("f.lut"), "A: x=n  hide\n").expect("a table");
    fs::set_permissions(folder.join("f.lut"), fs::Permissions::from_mode(0o444)).expect("read-only");
    let ran = ax(&folder, &["-a", "f", "c.c"]);
    assert_eq!(ran.status, 2, "{}", ran.stdout);
    assert!(ran.stderr.contains("read-only") && ran.stderr.contains("nothing else was written"), "{}", ran.stderr);
    assert_eq!(names(&folder), ["c.c", "f.lut"], "no model without its table");
    fs::remove_dir_all(&folder).expect("removed");
}

/// Killed at any moment: the table is the old or the new one, and the next run takes away what was left.
#[test]
fn a_kill_loses_nothing() {
    let folder = folder("kill");
    assert_eq!(ax(&folder, &["-a", "f", "c.c"]).status, 0);
    let whole = names(&folder);
    let mut random = 0x5eed_u64;
    let mut killed = 0;
    for round in 0..times("AX_KILLS", 60) {
        // One side of the table in this round, the other in the next: both are texts of a run that came to its end.
        let source = if round % 2 == 0 { SOURCE.replace("y++", "y = y + 1") } else { SOURCE.to_string() };
        fs::write(folder.join("c.c"), source).expect("a source");
        let before = fs::read_to_string(folder.join("f.lut")).expect("a table");
        let mut child = Ax { folder: &folder, ..Ax::default() }.start(&["-a", "f", "c.c"]);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros(random >> 33 & 0x7fff));
        killed += u32::from(child.try_wait().expect("a child").is_none());
        let _ = child.kill();
        let _ = child.wait();
        let after = fs::read_to_string(folder.join("f.lut")).expect("a table");
        let model = fs::read_to_string(folder.join("f.spn")).expect("a model");
        assert!(model.trim_end().ends_with('}'), "half a model: {model}");
        assert_eq!(ax(&folder, &["-a", "f", "c.c"]).status, 0);
        let new = fs::read_to_string(folder.join("f.lut")).expect("a table");
        assert!(after == before || after == new, "round {round}: {after}");
        assert_eq!(names(&folder), whole, "round {round}");
    }
    assert!(killed > 5, "{killed} were killed before their end");
    fs::remove_dir_all(&folder).expect("removed");
}

/// No room: what was there stays, and nothing is left over.
#[test]
fn a_full_disk_changes_nothing() {
    let folder = folder("full");
    assert_eq!(ax(&folder, &["-a", "f", "c.c"]).status, 0);
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    let (model, table, whole) = (read("f.spn"), read("f.lut"), names(&folder));
    fs::write(folder.join("c.c"), SOURCE.replace("y++", "y = y + 2")).expect("a source");
    // A limit on the size of files stands for the disk; the preprocessor writes to a pipe.
    let command = format!("trap '' XFSZ; ulimit -f 0; exec '{}' -a f c.c", env!("CARGO_BIN_EXE_ax"));
    let output = std::process::Command::new("sh")
        .args(["-c", &command])
        .current_dir(&folder)
        .env("AX_CACHE", "off")
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!((read("f.spn"), read("f.lut")), (model, table));
    assert_eq!(names(&folder), whole);
    fs::remove_dir_all(&folder).expect("removed");
}
