//! Replacing a table's file.

use abstraction_tables::write::{read, replace};
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
