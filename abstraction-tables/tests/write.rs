//! Replacing a table's file.

use abstraction_tables::write::{Before, Change, is_changed, read, replace, replace_all};
use std::fs;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ax-tables-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a temporary folder");
    path
}

fn names(folder: &PathBuf) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut list: Vec<String> =
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    list.sort();
    list
}

#[test]
fn replaces_and_leaves_nothing_behind() {
    let dir = folder("plain");
    let path = dir.join("t.lut");
    replace(&path, "one\n").expect("a new file");
    replace(&path, "two\n").expect("another text");
    assert_eq!(read(&path).expect("the text"), "two\n");
    assert_eq!(names(&dir), ["t.lut"]);
    fs::write(&path, [0xff, b'\n']).expect("written");
    assert!(read(&path).is_err_and(|e| e.to_string().contains("UTF-8")));
    assert!(replace(&dir.join("none/t.lut"), "x").is_err());
    assert!(replace(&dir, "x").is_err(), "a folder is no file");
    assert_eq!(names(&dir), ["t.lut"]);
    fs::remove_dir_all(&dir).expect("removed");
}

#[cfg(unix)]
#[test]
fn keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = folder("links");
    let (path, link) = (dir.join("t.lut"), dir.join("l.lut"));
    fs::write(&path, "one\n").expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("t.lut", &link).expect("a link");
    replace(&link, "two\n").expect("through the link");
    assert!(link.is_symlink());
    assert_eq!(read(&path).expect("the text"), "two\n");
    assert_eq!(fs::metadata(&path).expect("metadata").permissions().mode() & 0o777, 0o640);

    fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).expect("permissions");
    let error = replace(&path, "three\n").expect_err("read-only");
    assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied);
    replace(&path, "two\n").expect("the same text is no change");
    assert_eq!(read(&path).expect("the text"), "two\n");
    symlink("a", dir.join("b")).expect("a link");
    symlink("b", dir.join("a")).expect("a link");
    assert!(replace(&dir.join("a"), "x").is_err());
    assert_eq!(names(&dir), ["a", "b", "l.lut", "t.lut"]);
    fs::remove_dir_all(&dir).expect("removed");
}

fn change<'a>(path: &'a std::path::Path, before: Before<'a>, text: &'a str) -> Change<'a> {
    Change { path, before, text }
}

/// What somebody has saved since the text was read stays.
#[test]
fn what_was_saved_since_stays() {
    let dir = folder("saved");
    let (one, two) = (dir.join("one.lut"), dir.join("two.spn"));
    fs::write(&one, "theirs\n").expect("written");
    let failed = replace_all(&[change(&two, Before::Any, "new\n"), change(&one, Before::Text("old\n"), "new\n")]);
    let failed = failed.expect_err("somebody has changed it");
    assert_eq!(failed.path, one);
    assert!(is_changed(&failed.error), "{}", failed.error);
    assert_eq!(read(&one).expect("the text"), "theirs\n");
    assert_eq!(names(&dir), ["one.lut"], "all or nothing");
    // A file that is there now, and one that is gone.
    let failed = replace_all(&[change(&one, Before::Absent, "new\n")]).expect_err("it is there");
    assert!(is_changed(&failed.error));
    let failed = replace_all(&[change(&two, Before::Text("old\n"), "new\n")]).expect_err("it is gone");
    assert!(is_changed(&failed.error));
    // Both, and the same again.
    let changes = [change(&two, Before::Absent, "new\n"), change(&one, Before::Text("theirs\n"), "ours\n")];
    replace_all(&changes).expect("all of them");
    assert_eq!((read(&one).expect("text"), read(&two).expect("text")), ("ours\n".into(), "new\n".into()));
    replace_all(&changes).expect("what is there already is no change");
    assert_eq!(names(&dir), ["one.lut", "two.spn"]);
    fs::remove_dir_all(&dir).expect("removed");
}

/// An editor saves all the time, in place or by renaming, while the file is replaced again and again by whoever read
/// it last: each text that was saved was either seen by a later replacement, or is there in the end.
#[test]
fn no_edit_is_lost() {
    let edits = std::env::var("AX_EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(500);
    let dir = folder("edits");
    let path = dir.join("t.lut");
    fs::write(&path, "0\n").expect("written");
    let (mut wins, mut refusals) = (0, 0);
    std::thread::scope(|scope| {
        let editor = scope.spawn(|| {
            // The editor takes what is there, and adds a line of its own: the number of its edit.
            for edit in 1..=edits {
                let text = fs::read_to_string(&path).expect("it is always there") + &format!("{edit}\n");
                match edit % 2 {
                    0 => replace_by_rename(&path, &text),
                    _ => replace_all(&[change(&path, Before::Any, &text)]).expect("an editor that asks nobody"),
                }
                std::thread::sleep(std::time::Duration::from_micros(300));
            }
        });
        while !editor.is_finished() {
            let text = read(&path).expect("it is always there");
            // What the table says stays; a mark is moved.
            let marked = format!("{}mark {}\n", text.split_once("mark").map_or(&*text, |(t, _)| t), wins);
            let unmarked =
                text.lines().filter(|l| !l.starts_with("mark")).map(|l| format!("{l}\n")).collect::<String>();
            let new = if unmarked == text { marked } else { unmarked };
            match replace_all(&[change(&path, Before::Text(&text), &new)]) {
                Ok(()) => wins += 1,
                Err(failed) => {
                    assert!(is_changed(&failed.error), "{}", failed.error);
                    refusals += 1;
                }
            }
        }
    });
    assert!(wins > 10 && refusals > 0, "{wins} replacements, {refusals} refusals");
    // The editor goes on from what is there: an edit that was lost would be missing now.
    let text = read(&path).expect("the text");
    let left: Vec<&str> = text.lines().filter(|line| !line.starts_with("mark")).collect();
    let all: Vec<String> = (0..=edits).map(|edit: u32| edit.to_string()).collect();
    assert_eq!(left, all, "{wins} replacements, {refusals} refusals");
    assert_eq!(names(&dir), ["t.lut"]);
    fs::remove_dir_all(&dir).expect("removed");
}

fn replace_by_rename(path: &std::path::Path, text: &str) {
    let beside = path.with_extension("edit");
    fs::write(&beside, text).expect("written");
    fs::rename(&beside, path).expect("renamed");
}

/// Other names of a file, and its owner, stay.
#[test]
fn keeps_hard_links_and_owners() {
    use std::os::unix::fs::{MetadataExt, chown};
    let dir = folder("owners");
    let (path, other) = (dir.join("t.lut"), dir.join("other.lut"));
    fs::write(&path, "a longer text than the next one\n").expect("written");
    fs::hard_link(&path, &other).expect("another name");
    let before = "a longer text than the next one\n";
    replace_all(&[change(&path, Before::Text(before), "short\n")]).expect("in place");
    assert_eq!(read(&other).expect("the text"), "short\n");
    assert_eq!(fs::metadata(&path).expect("metadata").nlink(), 2);
    assert_eq!(names(&dir), ["other.lut", "t.lut"]);
    let failed = replace_all(&[change(&path, Before::Text(before), "x\n")]).expect_err("somebody has changed it");
    assert!(is_changed(&failed.error));

    fs::remove_file(&other).expect("removed");
    let owner = fs::metadata(&path).expect("metadata");
    // Who may give files away gives one away; others have only their own.
    let (uid, gid) = match chown(&path, Some(owner.uid() + 1), Some(owner.gid() + 1)) {
        Ok(()) => (owner.uid() + 1, owner.gid() + 1),
        Err(_) => (owner.uid(), owner.gid()),
    };
    replace(&path, "another\n").expect("replaced");
    let now = fs::metadata(&path).expect("metadata");
    assert_eq!((now.uid(), now.gid()), (uid, gid));
    assert_eq!(read(&path).expect("the text"), "another\n");
    fs::remove_dir_all(&dir).expect("removed");
}

/// A number that no process has.
const NOBODY: u32 = 4_194_305;

/// What a process that was killed has left goes, unless it may be somebody's text.
#[test]
fn left_overs_go() {
    use std::hash::Hasher;
    let dir = folder("left");
    let path = dir.join("t.lut");
    let hash = |text: &str| {
        let mut hasher = std::hash::DefaultHasher::new();
        hasher.write(text.as_bytes());
        hasher.finish()
    };
    let hashes = format!("{:016x}{:016x}", hash("old\n"), hash("new\n"));
    let whole = |n: u32| dir.join(format!(".t.lut.{NOBODY}-{n}-{hashes}.tmp"));
    fs::write(dir.join(format!(".t.lut.{NOBODY}-0.part")), "ne").expect("written");
    fs::write(whole(1), "old\n").expect("written");
    fs::write(whole(2), "new\n").expect("written");
    fs::write(whole(3), "somebody's\n").expect("written");
    let own = dir.join(format!(".t.lut.{}-7.part", std::process::id()));
    fs::write(&own, "of a process that goes on").expect("written");
    replace(&path, "text\n").expect("written");
    let kept = [own, whole(3)].map(|p| p.file_name().expect("a name").to_string_lossy().into_owned());
    let mut expected = vec![kept[0].clone(), kept[1].clone(), "t.lut".to_string()];
    expected.sort();
    assert_eq!(names(&dir), expected);
    fs::remove_dir_all(&dir).expect("removed");
}

/// A file that was written in place when the process was killed is whole again for whoever reads it next.
#[test]
fn what_was_begun_in_place_is_ended() {
    let dir = folder("redo");
    let (path, other) = (dir.join("t.lut"), dir.join("other.lut"));
    let (old, new) = ("one\ntwo\nthree\n", "one\nTWO\n");
    let record = dir.join(format!(".t.lut.{NOBODY}.redo"));
    let begin = |there: &str| {
        let _ = fs::remove_file(&other);
        fs::write(&path, there).expect("written");
        fs::hard_link(&path, &other).expect("another name");
        let length = (old.len() as u64).to_le_bytes();
        fs::write(&record, [b"ax redo 1\n", &length[..], old.as_bytes(), new.as_bytes()].concat()).expect("written");
    };
    for there in ["one\ntwo\nthree\n", "one\nTwo\nthree\n", "one\nTWO\nthree\n", "one\nTWO\n"] {
        begin(there);
        assert_eq!(read(&path).expect("the text"), new, "{there}");
        assert!(!record.exists());
    }
    // Somebody has saved it since.
    begin("one\ntwo\nthree and a half\n");
    assert_eq!(read(&path).expect("the text"), "one\ntwo\nthree and a half\n");
    assert!(!record.exists());
    fs::remove_dir_all(&dir).expect("removed");
}
