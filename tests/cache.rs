//! The cache answers for what was read: no answer of an earlier run is given for another program.

mod common;

use common::{Ax, scratch};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const GOOD: &str = "#include <assert.h>\nint x = 1;\nint main(void) { assert(x == 1); return 0; }\n";
const BAD: &str = "#include <assert.h>\nint x = 2;\nint main(void) { assert(x == 1); return 0; }\n";

struct Project {
    folder: PathBuf,
    cache: PathBuf,
}

impl Project {
    fn new(name: &str, files: &[(&str, &str)]) -> Project {
        let folder = scratch(&format!("cache-{name}"));
        let cache = scratch(&format!("cache-{name}-kept"));
        let _ = fs::remove_dir_all(&folder);
        let _ = fs::remove_dir_all(&cache);
        fs::create_dir_all(&folder).expect("a folder");
        let project = Project { folder, cache };
        files.iter().for_each(|(name, text)| project.put(name, text));
        project
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn ax(&self) -> Ax<'_> {
        Ax { folder: &self.folder, cache: &self.cache, ..Ax::default() }
    }

    /// The verdict, and whether it was known from before.
    fn verify(&self, arguments: &[&str]) -> (String, bool) {
        let ran = self.ax().run(&[&["verify", "--format", "json"], arguments].concat());
        let value: serde_json::Value =
            serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", ran.stdout, ran.stderr));
        assert!(!ran.stderr.contains("defect"), "{}", ran.stderr);
        let cached = value["properties"][0]["cached"].as_bool().expect("cached");
        (value["verdict"].as_str().expect("a verdict").to_string(), cached)
    }

    fn entries(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.cache).expect("a cache");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    }
}

fn pass(cached: bool) -> (String, bool) {
    ("pass".to_string(), cached)
}

fn fail(cached: bool) -> (String, bool) {
    ("fail".to_string(), cached)
}

fn set_modified(path: &Path, time: SystemTime) {
    File::options().write(true).open(path).and_then(|file| file.set_modified(time)).expect("a time");
}

/// `touch -r`, `cp -p` and rsync give a file another content, and size and time of the old one.
#[test]
fn another_content_of_the_same_size_and_time_is_seen() {
    let project = Project::new("times", &[("a.c", GOOD)]);
    let path = project.folder.join("a.c");
    let time = fs::metadata(&path).and_then(|m| m.modified()).expect("a time");
    assert_eq!(project.verify(&["a.c"]), pass(false));
    assert_eq!(project.verify(&["a.c"]), pass(true));
    project.put("a.c", BAD);
    set_modified(&path, time);
    assert_eq!(project.verify(&["a.c"]), fail(false));
    // The same by a rename.
    project.put("b.c", GOOD);
    set_modified(&project.folder.join("b.c"), time);
    fs::rename(project.folder.join("b.c"), &path).expect("another name");
    assert_eq!(project.verify(&["a.c"]), pass(false));
}

#[test]
fn dates_before_1970_are_not_all_equal() {
    let project = Project::new("old", &[("a.c", GOOD)]);
    let path = project.folder.join("a.c");
    let day = |count: u64| SystemTime::UNIX_EPOCH - Duration::from_secs(86_400 * count);
    set_modified(&path, day(3));
    assert_eq!(project.verify(&["a.c"]), pass(false));
    assert_eq!(project.verify(&["a.c"]), pass(true));
    project.put("a.c", BAD);
    set_modified(&path, day(2));
    assert_eq!(project.verify(&["a.c"]), fail(false));
}

/// The old PASS was kept under the stamp of the new file.
#[test]
fn an_edit_during_a_run_is_not_covered_by_its_answer() {
    let slow = |last: &str| {
        let more = "for (unsigned i = 0; i < 400000; i++) { sum += i; }";
        let head = "#include <assert.h>\nunsigned sum; int x = 1;\n";
        format!("{head}int main(void) {{ {more} assert(x == {last}); return 0; }}\n")
    };
    let project = Project::new("edit", &[("a.c", &slow("1"))]);
    let child = project.ax().start(&["verify", "a.c"]);
    // It is read in the first moments; wherever the edit falls, the answer after it is right.
    std::thread::sleep(Duration::from_millis(250));
    project.put("a.c", &slow("2"));
    child.wait_with_output().expect("it ends");
    assert_eq!(project.verify(&["a.c"]), fail(false));
}

#[test]
fn a_header_that_was_asked_for_and_not_there_is_seen() {
    let source = "#include <assert.h>\n#if __has_include(\"config.h\")\n#include \"config.h\"\n#else\n#define X 1\n\
                  #endif\n\
                  int main(void) { assert(X == 1); return 0; }\n";
    let project = Project::new("asked", &[("a.c", source)]);
    assert_eq!(project.verify(&["a.c"]), pass(false));
    assert_eq!(project.verify(&["a.c"]), pass(true));
    project.put("config.h", "#define X 2\n");
    assert_eq!(project.verify(&["a.c"]), fail(false));
    // The name may come from a macro.
    let named = source.replace("\"config.h\"", "NAME").replacen("#if", "#define NAME \"other.h\"\n#if", 1);
    project.put("a.c", &named);
    assert_eq!(project.verify(&["a.c"]), pass(false));
    assert_eq!(project.verify(&["a.c"]), pass(true));
    project.put("other.h", "#define X 2\n");
    assert_eq!(project.verify(&["a.c"]), fail(false));
}

/// A header in a folder that only `compile_commands.json` names, before the one that was read.
#[test]
fn a_header_earlier_in_the_folders_of_the_compilation_database_is_seen() {
    let source = "#include <assert.h>\n#include <v.h>\nint main(void) { assert(V == 1); return 0; }\n";
    let project = Project::new("database", &[("a.c", source), ("second/v.h", "#define V 1\n"), ("first/w.h", "")]);
    let folder = project.folder.display().to_string();
    let entry =
        format!("[{{\"directory\": {folder:?}, \"file\": \"a.c\", \"command\": \"cc -Ifirst -Isecond -c a.c\"}}]");
    project.put("compile_commands.json", &entry);
    let arguments = ["a.c", "--compile-commands", "."];
    assert_eq!(project.verify(&arguments), pass(false));
    assert_eq!(project.verify(&arguments), pass(true));
    project.put("first/v.h", "#define V 2\n");
    assert_eq!(project.verify(&arguments), fail(false));
    // All is again as it was for the first answer.
    fs::remove_file(project.folder.join("first/v.h")).expect("it was there");
    assert_eq!(project.verify(&arguments).0, "pass");
}

/// What a preprocessor of the user's does is not known: it is asked each time.
#[test]
fn another_preprocessor_is_seen() {
    let project = Project::new("script", &[("a.c", GOOD), ("value", "1")]);
    let script = "#!/bin/sh\nfor last; do :; done\ncc -E \"$last\" | sed \"s/x == 1/x == $(cat value)/\"\n";
    project.put("cpp", script);
    let path = project.folder.join("cpp");
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("permissions");
    let arguments = ["a.c", "--cpp", "./cpp"];
    assert_eq!(project.verify(&arguments), pass(false));
    assert_eq!(project.verify(&arguments), pass(true));
    project.put("value", "2");
    assert_eq!(project.verify(&arguments), fail(false));
    project.put("value", "1");
    project.put("cpp", &script.replace("x == $(cat value)", "x == 3"));
    assert_eq!(project.verify(&arguments), fail(false));
}

/// A damaged entry was believed, or told as a defect of ax.
#[test]
fn a_damaged_entry_is_dropped() {
    let project = Project::new("damaged", &[("a.c", BAD)]);
    assert_eq!(project.verify(&["a.c"]), fail(false));
    assert_eq!(project.verify(&["a.c"]), fail(true));
    for entry in project.entries() {
        let text = fs::read_to_string(&entry).expect("an entry");
        assert!(text.contains("fail"));
        fs::write(&entry, text.replace("\\\"fail\\\"", "\\\"pass\\\"")).expect("an entry");
    }
    assert_eq!(project.verify(&["a.c"]), fail(false));
    for entry in project.entries() {
        let text = fs::read(&entry).expect("an entry");
        fs::write(&entry, &text[..text.len() / 2]).expect("an entry");
    }
    assert_eq!(project.verify(&["a.c"]), fail(false));
    assert_eq!(project.verify(&["a.c"]), fail(true));
}

#[test]
fn the_cache_tells_its_size_and_can_be_emptied() {
    let project = Project::new("size", &[("a.c", GOOD)]);
    let told = |arguments: &[&str]| project.ax().run(arguments).stdout;
    assert!(told(&["cache"]).contains("0 results, 0.0 kB, of at most 4096 and 268.4 MB"), "{}", told(&["cache"]));
    assert_eq!(project.verify(&["a.c"]), pass(false));
    assert!(told(&["cache"]).contains("\n1 results, "), "{}", told(&["cache"]));
    // What is not ours stays.
    fs::write(project.cache.join("notes.json"), "mine").expect("a file");
    assert!(told(&["cache", "prune"]).starts_with("removed 0 results, 0.0 kB, 1 results, "));
    assert!(told(&["cache", "prune", "--all"]).ends_with("0 results, 0.0 kB left\n"));
    assert!(project.cache.join("notes.json").is_file());
    assert_eq!(project.verify(&["a.c"]), pass(false));
}
