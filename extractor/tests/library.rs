//! The C library that comes with `ax`: read by the front end, and compared with glibc.
//!
//! For the comparison each file is compiled by `cc`, its functions are renamed to `ax_NAME`, and a test in C calls
//! both. `tests/library/single.c` stands for the machine where one thread is enough (random input, under
//! AddressSanitizer and UndefinedBehaviorSanitizer), `search.c` where threads meet: it goes through all schedules.
//! Where there is no `cc` (or another system than x86-64 Linux) these tests say so and do nothing.

use extractor::{c, library, program};
use promela::finding::Findings;
use promela::source::Sources;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

#[test]
fn every_file_is_in_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    let entries = std::fs::read_dir(folder).expect("the folder of the library");
    let mut names: Vec<String> = entries.map(|e| e.expect("an entry").file_name().into_string().unwrap()).collect();
    names.retain(|n| n.ends_with(".c"));
    names.sort();
    let listed: Vec<&str> = library::FILES.iter().map(|f| f.name).collect();
    assert_eq!(names, listed);
}

/// A file is read without the preprocessor, and with nothing to find fault with.
#[test]
fn front_end_reads_every_file() {
    for file in library::FILES {
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let unit = c::read_preprocessed(file.name, file.text.to_string(), &mut sources, &mut findings);
        let unit = unit.unwrap_or_else(|| panic!("{}: {:?}", file.name, findings.list.first().map(|f| &f.message)));
        let program = program::build(&[&unit], &mut findings);
        assert!(program.functions.iter().any(|f| f.body.is_some()) || file.name == "waiting.c", "{}", file.name);
        let messages: Vec<String> = findings
            .list
            .iter()
            .map(|f| format!("{}: {}", f.span.map_or(String::new(), |s| sources.place(s).to_string()), f.message))
            .collect();
        assert!(messages.is_empty(), "{messages:#?}");
    }
}

/// No preprocessor, short lines, and the kinds of errors have the same numbers everywhere.
#[test]
fn files_are_alike() {
    let mut kinds = BTreeSet::new();
    for file in library::FILES {
        assert!(file.text.starts_with("/* "), "{} has no head", file.name);
        assert!(!file.text.lines().any(|l| l.starts_with('#')), "{} needs the preprocessor", file.name);
        assert!(file.text.lines().all(|l| l.chars().count() <= 120), "{} has long lines", file.name);
        if let Some((_, rest)) = file.text.split_once("enum ax_error {") {
            kinds.insert(rest.split_once('}').expect("the end of the kinds").0);
        }
    }
    assert_eq!(kinds.len(), 1);
}

/// A compiled library in a folder of its own, with its functions renamed.
struct Built {
    folder: PathBuf,
}

const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?} failed:\n{out}{err}");
    out.into_owned()
}

fn tools_are_there() -> bool {
    let there = |tool: &str| Command::new(tool).arg("--version").output().is_ok_and(|o| o.status.success());
    let machine = cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"));
    let all = machine && ["cc", "nm", "objcopy"].into_iter().all(there);
    if !all {
        eprintln!("skipped: it needs cc, nm and objcopy on x86-64 Linux with glibc");
    }
    all
}

impl Built {
    fn new(name: &str, flags: &[&str]) -> Built {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{name}"));
        std::fs::create_dir_all(&folder).expect("a folder to build in");
        let built = Built { folder };
        let mut objects = Vec::new();
        for file in library::FILES {
            // In C a condition is looked at once; here it has to be looked at again and again.
            let text = file.text.replace("void __ax_wait(int condition);", "int shim_waits(int condition);");
            std::fs::write(built.folder.join(file.name), text).expect("a source is written");
            objects.push(file.name.replace(".c", ".o"));
        }
        let mut compile = built.command("cc");
        compile.args(["-std=c11", "-g", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror", "-c"]);
        compile.arg("-D__ax_wait(c)=do{}while(shim_waits(c))").args(flags);
        run(compile.args(library::FILES.iter().map(|f| f.name)));
        let symbols = run(built.command("nm").args(["-g", "--defined-only", "-j"]).args(&objects));
        let ours = |s: &&str| ["__ax_", "__lib_", "__odr_asan"].iter().all(|p| !s.starts_with(p)) && !s.ends_with(':');
        let names: BTreeSet<&str> = symbols.lines().filter(|s| !s.is_empty()).filter(ours).collect();
        let table: String = names.iter().map(|n| format!("{n} ax_{n}\n")).collect();
        std::fs::write(built.folder.join("names"), table).expect("the names are written");
        for object in &objects {
            built.rename(object);
        }
        let _ = std::fs::remove_file(built.folder.join("library.a"));
        run(built.command("ar").args(["rcs", "library.a"]).args(&objects));
        built
    }

    fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(tool);
        command.current_dir(&self.folder).env("ASAN_OPTIONS", "detect_leaks=0");
        command
    }

    /// In an object, names of libc become those of the library.
    fn rename(&self, object: &str) {
        run(self.command("objcopy").args(["--redefine-syms=names", object]));
    }

    fn source(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library").join(name)
    }
}

fn against_glibc(test: &str) {
    static BUILT: OnceLock<Built> = OnceLock::new();
    if !tools_are_there() {
        return;
    }
    let built = BUILT.get_or_init(|| Built::new("sanitized", &SANITIZERS));
    let mut compile = built.command("cc");
    compile.args(["-std=gnu2x", "-g", "-O1", "-fno-builtin", "-w"]).args(SANITIZERS).args(["-o", test]);
    compile.arg(Built::source(&format!("{test}.c"))).arg(Built::source("single.c"));
    run(compile.args(["library.a", "-lm"]));
    run(&mut built.command(&format!("./{test}")));
}

#[test]
fn strings_and_characters() {
    against_glibc("text");
}

#[test]
fn numbers_heap_and_ends() {
    against_glibc("numbers");
}

#[test]
fn formats_and_streams() {
    against_glibc("formats");
}

#[test]
fn return_values() {
    against_glibc("codes");
}

/// Nothing is called that is neither in the library nor an intrinsic.
#[test]
fn intrinsics_are_all() {
    if !tools_are_there() {
        return;
    }
    let built = Built::new("plain", &[]);
    let symbols = run(built.command("nm").args(["-g", "-u", "-j", "library.a"]));
    let defined = run(built.command("nm").args(["-g", "--defined-only", "-j", "library.a"]));
    let defined: BTreeSet<&str> = defined.lines().collect();
    let mut missing: BTreeSet<&str> = symbols.lines().filter(|s| !s.is_empty() && !s.ends_with(':')).collect();
    missing.retain(|s| !defined.contains(s) && !matches!(*s, "_GLOBAL_OFFSET_TABLE_" | "__tls_get_addr"));
    assert!(missing.remove("shim_waits"));
    missing.insert("__ax_wait");
    // Structs are copied and set by calls of the compiler's.
    missing.remove("memset");
    missing.remove("memcpy");
    assert_eq!(missing, library::INTRINSICS.iter().copied().collect());
}

/// Programs with threads: all outcomes of all schedules, and no other.
#[test]
fn schedules() {
    if !tools_are_there() {
        return;
    }
    let built = Built::new("threads", &["-fno-stack-protector"]);
    let mut compile = built.command("cc");
    compile.args(["-std=gnu11", "-g", "-O1", "-fno-builtin", "-fno-stack-protector", "-Wall", "-Werror", "-c"]);
    run(compile.args(["-o", "programs.o"]).arg(Built::source("programs.c")));
    built.rename("programs.o");
    let mut link = built.command("cc");
    link.args(["-std=gnu11", "-g", "-O1", "-Wall", "-Werror", "-o", "search"]).arg(Built::source("search.c"));
    run(link.args(["programs.o", "library.a"]));
    run(&mut built.command("./search"));
}
