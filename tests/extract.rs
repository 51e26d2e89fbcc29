//! From C to Promela with the real binary: the commands and figures of the notes, shared data, the life of a table, bad
//! input.

mod common;

use common::{Run, ax_in};
use std::path::{Path, PathBuf};

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("extract-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn with_sample(name: &str, sample: &str) -> Folder {
        let folder = Folder::new(name);
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(sample);
        for entry in std::fs::read_dir(from).expect("the sample is there") {
            let entry = entry.expect("a file of the sample");
            if entry.path().is_dir() {
                continue;
            }
            std::fs::copy(entry.path(), folder.0.join(entry.file_name())).expect("a copy");
        }
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file for the test");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the folder is there");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn ax(&self, arguments: &str) -> Run {
        ax_in(&self.0, &arguments.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs, and expects it to go well.
    fn good(&self, arguments: &str) -> String {
        let ran = self.ax(arguments);
        assert_eq!(ran.status, 0, "ax {arguments}\n{}{}", ran.stdout, ran.stderr);
        ran.stdout
    }

    fn check(&self, model: &str) -> serde_json::Value {
        let ran = self.ax(&format!("check --por off --optimize off --format json {model}"));
        serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", ran.stdout, ran.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_commands_of_the_notes_write_models_and_default_tables() {
    let folder = Folder::with_sample("notes", "abp");
    for name in ["abp_receiver.lut", "abp_sender.lut"] {
        std::fs::remove_file(folder.0.join(name)).expect("the table is there");
    }
    insta::assert_snapshot!(folder.good("-a abp_receiver abp.c"));
    insta::assert_snapshot!(folder.good("-a abp_sender abp.c"));
    insta::assert_snapshot!(folder.read("abp_sender.lut"));
    insta::assert_snapshot!(folder.read("abp_sender.spn"));
    // The table that was written changes nothing.
    let (model, table) = (folder.read("abp_sender.spn"), folder.read("abp_sender.lut"));
    folder.good("-a abp_sender abp.c");
    assert_eq!((folder.read("abp_sender.spn"), folder.read("abp_sender.lut")), (model, table));
    assert_eq!(folder.check("abp_sender.spn")["verdict"], "pass");
}

#[test]
fn the_tables_of_figures_18_and_19_give_the_models_of_figures_20_and_21() {
    let folder = Folder::with_sample("figures", "abp");
    folder.good("-a abp_receiver -a abp_sender abp.c");
    insta::assert_snapshot!(folder.read("abp_receiver.spn"));
    insta::assert_snapshot!(folder.read("abp_sender.spn"));
    let result = folder.check("abp.pml");
    assert_eq!(result["verdict"], "pass");
    // What Spin counts with -o1 -o2 -o3, -DNOREDUCE -DSAFETY.
    assert_eq!(result["stored"], 1_966_098);
    assert_eq!(result["matched"], 1_179_658);
}

/// Two processes that both do `x++`, and one that looks when they are done.
const RACE: &str = "int x;\n#define AX_x\nactive proctype look() { (_nr_pr == 1) -> assert(x == 2) }\n\
    #include \"inc.spn\"\nactive proctype other() { int t; t = x; x = t + 1 }\n";

#[test]
fn an_increment_of_shared_data_can_lose_an_update() {
    let folder = Folder::new("race");
    folder.write("inc.c", "int x;\nvoid inc(void) { x++; }\n");
    folder.write("race.pml", RACE);
    folder.good("-a inc inc.c");
    assert!(folder.read("inc.spn").contains("tmp0 = x;\n\tx = (tmp0+1)"));
    let result = folder.check("race.pml");
    assert_eq!(result["errors"][0]["kind"], "assertion", "{result}");
}

#[test]
fn statement_granularity_makes_a_statement_one_step() {
    let folder = Folder::new("coarse");
    folder.write("inc.c", "int x;\nvoid inc(void) { x++; }\n");
    folder.write("race.pml", &RACE.replace("t = x; x = t + 1", "x++"));
    let report = folder.good("-a inc inc.c --granularity statement");
    assert!(report.contains("restriction: each statement is one step"), "{report}");
    assert!(folder.read("inc.spn").contains("x++"));
    assert_eq!(folder.check("race.pml")["verdict"], "pass");
}

#[test]
fn the_philosophers_of_verisoft_extract() {
    let folder = Folder::new("philosophers");
    folder.write("phil.c", include_str!("extract/phil.c"));
    folder.good("-p philosopher phil.c");
    insta::assert_snapshot!(folder.read("philosopher.spn"));
    folder.write(
        "closed.pml",
        "#include \"philosopher.spn\"\n\
            init { atomic { sysv[0].sem[0] = 1; sysv[0].sem[1] = 1; run philosopher(0, 0); run philosopher(1, 0) } }\n",
    );
    let result = folder.check("closed.pml");
    assert_eq!(result["errors"][0]["kind"], "end-state");
}

#[test]
fn a_table_lives_through_ten_commits() {
    let folder = Folder::new("history");
    let history = include_str!("extract/history.txt");
    let mut report = String::new();
    let mut hand_written: Vec<String> = Vec::new();
    for commit in history.split("\n==== ").skip(1) {
        let (title, files) = commit.split_once('\n').expect("a commit has a title");
        let mut table = None;
        for file in
            files.split("\n---- ").flat_map(|f| f.strip_prefix("---- ").or(Some(f))).filter(|f| !f.trim().is_empty())
        {
            let (name, text) = file.split_once('\n').unwrap_or((file, ""));
            if name.ends_with(".lut") {
                table = Some(text.to_string());
            } else {
                folder.write(name, &format!("{text}\n"));
            }
        }
        let sources: Vec<String> = folder.names().into_iter().filter(|n| n.ends_with(".c")).collect();
        let before = folder.names().contains(&"line.lut".to_string()).then(|| folder.read("line.lut"));
        report += &format!("==== {title}\n{}", folder.good(&format!("-a line {}", sources.join(" "))));
        let after = folder.read("line.lut");
        // Every line that a person wrote is still there, byte for byte, alive or commented out.
        for line in &hand_written {
            assert!(
                after.lines().any(|l| l == line || l == format!("//GONE: {line}")),
                "{title}: lost `{line}` in\n{after}"
            );
        }
        if let Some(before) = before {
            let kept = before.lines().filter(|l| !l.trim().is_empty());
            for line in kept {
                let bare = line.strip_prefix("//GONE: ").unwrap_or(line);
                assert!(
                    after.lines().any(|l| l.strip_prefix("//GONE: ").unwrap_or(l) == bare),
                    "{title}: lost `{line}`"
                );
            }
        }
        // Then the person edits the table, as the commit says.
        for edit in table.iter().flat_map(|t| t.lines()).filter(|l| !l.is_empty()) {
            let (statement, line) = edit.split_once(" => ").expect("an edit replaces a line");
            let mut text = String::new();
            for l in folder.read("line.lut").lines() {
                text += if l.starts_with(statement) { line } else { l };
                text.push('\n');
            }
            assert!(text.lines().any(|l| l == line), "{title}: nothing starts with `{statement}`");
            folder.write("line.lut", &text);
            hand_written.push(line.to_string());
        }
        assert_eq!(folder.check("line.spn")["verdict"], "pass", "{title}");
    }
    insta::assert_snapshot!(report);
    insta::assert_snapshot!(folder.read("line.lut"));
}

#[test]
fn a_macro_that_hid_a_statement_is_named_and_can_be_used_on_the_left() {
    let folder = Folder::new("macro");
    folder.write(
        "m.c",
        "#include <errno.h>\n#define FALSE 0\nint connected, n;\nvoid f(void)\n\
            {\n\tconnected = FALSE;\n\tif (errno == EAGAIN)\n\t\tn = 1;\n}\n",
    );
    folder.good("-a f m.c");
    let table = folder.read("f.lut");
    assert!(table.contains("written errno == EAGAIN"), "{table}");
    folder.write("f.lut", "A: connected=FALSE   print\nC: errno==EAGAIN     false\n");
    let report = folder.good("-a f m.c");
    assert!(report.contains(" 0 gone"), "{report}");
    insta::assert_snapshot!(folder.read("f.spn"));
}

#[test]
fn bad_input_is_an_error_and_leaves_no_file() {
    let good = "int x;\nvoid f(void) { x = 1; }\n";
    let cases: &[(&str, &str, &str, &str)] = &[
        ("missing file", "", "-a f none.c", "cannot read `none.c`"),
        ("missing header", "#include <no/such/header.h>\nvoid f(void) {}\n", "-a f c.c", "c.c:1:10"),
        ("syntax error", "int x;\nvoid f(void)\n{\n\tx = = 1;\n}\n", "-a f c.c", "c.c:4:6"),
        ("no such function", good, "-a g c.c", "there is no function `g`"),
        ("nearly such a function", "void sender(void) {}\n", "-a sendr c.c", "did you mean `sender`?"),
        ("declared only", "void f(void);\nvoid g(void) { f(); }\n", "-a f c.c", "do not define it"),
        ("no function named", good, "c.c", "no function is named"),
        ("no source named", good, "-a f", "no C source is given"),
        ("deep nesting", "DEEP", "-a f c.c", "nested too deeply"),
        ("defined twice", "void f(void) {}\nvoid f(void) {}\n", "-a f c.c", "f"),
        ("no preprocessor", good, "-a f c.c --cpp no-such-command", "no-such-command"),
    ];
    for (title, source, arguments, expected) in cases {
        let folder = Folder::new("bad");
        let source = match *source {
            "DEEP" => format!("int x;\nvoid f(void) {{ x = {}1{}; }}\n", "(".repeat(50_000), ")".repeat(50_000)),
            text => text.to_string(),
        };
        if !source.is_empty() {
            folder.write("c.c", &source);
        }
        let before = folder.names();
        let ran = folder.ax(arguments);
        assert_eq!(ran.status, 2, "{title}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(expected), "{title}: {}", ran.stderr);
        assert!(!ran.stderr.contains("internal error"), "{title}: {}", ran.stderr);
        assert_eq!(folder.names(), before, "{title}");
    }
}

#[test]
fn two_functions_of_one_name_need_the_file() {
    let folder = Folder::new("twins");
    folder.write("a.c", "static int f(void) { return 1; }\nint a(void) { return f(); }\n");
    folder.write("b.c", "static int f(void) { return 2; }\nint b(void) { return f(); }\n");
    let ran = folder.ax("-a f a.c b.c");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("-a a.c:f"), "{}", ran.stderr);
    folder.good("-a b.c:f a.c b.c");
}

#[test]
fn a_broken_line_of_a_table_is_reported_and_nothing_is_written() {
    let folder = Folder::new("broken");
    folder.write("c.c", "int x;\nvoid f(void) { x = 1; }\n");
    folder.write("f.lut", "A: x=1   keep\nF: /(unclosed/   hide\n");
    let ran = folder.ax("-a f c.c");
    assert_eq!(ran.status, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("f.lut:2"), "{}", ran.stderr);
    assert_eq!(folder.names(), ["c.c", "f.lut"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_table() {
    let folder = Folder::new("full");
    folder.write("c.c", "int x;\nvoid f(void) { x = 1; }\n");
    let ran = folder.ax("-a f c.c -o /dev/full/none");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("cannot"), "{}", ran.stderr);
    assert_eq!(folder.names(), ["c.c"]);
}

#[test]
fn recursion_is_bounded_and_said() {
    let folder = Folder::new("recursion");
    folder.write(
        "c.c",
        "int r;\nint fact(int n) { if (n < 2) return 1; return n * fact(n - 1); }\nvoid f(void) { r = fact(3); }\n",
    );
    let report = folder.good("-a f c.c");
    assert!(report.contains("restriction: recursion is followed 3 levels deep"), "{report}");
    folder.write("m.pml", "#include \"f.spn\"\n");
    assert_eq!(folder.check("m.pml")["verdict"], "pass");
    // One level less, and the run that needs it ends in an assertion.
    folder.good("-a f c.c --recursion 1");
    assert_eq!(folder.check("m.pml")["errors"][0]["kind"], "assertion");
}

/// A store through a cast pointer was taken to leave the object alone.
#[test]
fn a_store_through_a_cast_makes_the_object_unknown() {
    let folder = Folder::new("cast");
    folder.write(
        "c.c",
        "int x, a[4], r;\nvoid f(int i) { *(char *)&x = 1; *((short *)a + i) = 2; if (x == 256 || a[1]) r = 1; }\n",
    );
    folder.good("-a f c.c");
    let model = folder.read("f.spn");
    assert!(model.contains(":: true"), "{model}");
    assert!(!model.contains(":: (x==256)"), "{model}");
}

#[test]
fn functions_extracted_together_share_what_is_unknown() {
    let folder = Folder::new("together");
    folder.write(
        "c.c",
        "#include <stdio.h>\n#include <assert.h>\nint x;\nvoid reader(void) { scanf(\"%d\", &x); }\n\
         void user(void) { assert(x == 0); }\n",
    );
    let alone = folder.good("-a user c.c -o -");
    assert!(alone.contains("assert(x==0)"), "{alone}");
    let together = folder.good("-a reader -a user c.c -o -");
    assert!(together.contains("assert(false)"), "{together}");
}

#[test]
fn flags_come_from_compile_commands() {
    let folder = Folder::new("commands");
    std::fs::create_dir_all(folder.0.join("include")).expect("a folder");
    folder.write("include/limits-of-us.h", "#define LIMIT 7\n");
    folder.write("c.c", "#include \"limits-of-us.h\"\nint x;\nvoid f(void) { x = LIMIT + MORE; }\n");
    let ran = folder.ax("-a f c.c");
    assert_eq!(ran.status, 2, "the header is not found without the flags");
    folder.write(
        "compile_commands.json",
        &format!(
            "[{{\"directory\": {:?}, \"file\": \"c.c\", \"command\": \"cc -Iinclude -DMORE=2 -c c.c\"}}]",
            folder.0.display().to_string()
        ),
    );
    let ran = folder.good("-a f c.c -o - --compile-commands compile_commands.json");
    assert!(ran.contains("x = 9"), "{ran}");
}
