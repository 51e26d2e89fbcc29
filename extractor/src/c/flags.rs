//! Which flags of a compilation database reach the preprocessor.
//!
//! A database may come with a tree from elsewhere, and compilers have flags that run programs (`-wrapper`, `-fplugin`,
//! `-B`, `-specs`), read arguments from files (`@file`) or write files (`-o`, `-MD`, `-fdump-…`). What is listed here
//! changes what the preprocessor makes of the source and does nothing else; only that is passed on. What a build needs
//! and a preprocessor does not (`-c`, `-g`, `-Wall`) is left out in silence, all else by name.

/// Flags with a value, in the same word or the next one: folders and files for `#include`, macros.
const WITH_VALUE: [&str; 11] = [
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-iwithprefixbefore",
    "-iwithprefix",
];

/// Flags that are whole words.
const ALONE: [&str; 12] = [
    "-ansi",
    "-nostdinc",
    "-undef",
    "-trigraphs",
    "-pthread",
    "-m16",
    "-m32",
    "-m64",
    "-mx32",
    "-fpermissive",
    "-ffreestanding",
    "-fhosted",
];

/// What follows `-f` or `-fno-`: features of the language, the types of C, and what only sets macros.
const FEATURES: [&str; 39] = [
    "PIC",
    "PIE",
    "asm",
    "blocks",
    "builtin",
    "char8_t",
    "common",
    "cond-mismatch",
    "dollars-in-identifiers",
    "exceptions",
    "extended-identifiers",
    "fast-math",
    "finite-math-only",
    "gnu-tm",
    "gnu89-inline",
    "jump-tables",
    "lax-vector-conversions",
    "math-errno",
    "ms-extensions",
    "non-call-exceptions",
    "omit-frame-pointer",
    "openacc",
    "openmp",
    "openmp-simd",
    "pic",
    "pie",
    "plan9-extensions",
    "plt",
    "rounding-math",
    "short-enums",
    "short-wchar",
    "signaling-nans",
    "signed-bitfields",
    "signed-char",
    "stack-protector",
    "stack-protector-all",
    "stack-protector-strong",
    "unsigned-bitfields",
    "unsigned-char",
];

/// What follows `-f` and has a value.
const FEATURES_WITH_VALUE: [&str; 8] = [
    "builtin-",
    "exec-charset=",
    "input-charset=",
    "pack-struct",
    "sanitize=",
    "tabstop=",
    "visibility=",
    "wide-exec-charset=",
];

/// What says what to produce, or only matters to what is produced: nobody misses it. With the word after it.
const PRODUCES_WITH_VALUE: [&str; 12] =
    ["-o", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics", "-L", "-l", "-T", "-z", "-Xlinker", "-Xassembler"];

/// The same, by how they begin.
const PRODUCES: [&str; 23] = [
    "-c",
    "-S",
    "-E",
    "-M",
    "-o",
    "-g",
    "-W",
    "-pipe",
    "-p",
    "-static",
    "-shared",
    "-rdynamic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-L",
    "-l",
    "-save-temps",
    "-ffunction-sections",
    "-fdata-sections",
    "-fstrict-aliasing",
    "-fno-strict-aliasing",
    "-fdiagnostics-color",
];

/// Words that look like [`PRODUCES`], and do more: they go on to other programs, or write files.
const TELLING: [&str; 3] = ["-Wp,", "-Wa,", "-Wl,"];

/// The flags of a command, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub passed: Vec<String>,
    /// What may matter and is not passed on.
    pub dropped: Vec<String>,
}

/// The flags among the words of a command, without the compiler's name. `is_source` knows the file that is compiled.
pub fn sort(words: Vec<String>, is_source: impl Fn(&str) -> bool) -> Flags {
    let mut flags = Flags::default();
    let mut rest = words.into_iter();
    while let Some(word) = rest.next() {
        if WITH_VALUE.contains(&word.as_str()) {
            let Some(value) = rest.next() else { continue };
            // A word that begins so would be read as the name of a file with arguments.
            match value.starts_with('@') {
                true => flags.passed.push(format!("{word}{value}")),
                false => flags.passed.extend([word, value]),
            }
        } else if word == "-x" {
            match rest.next() {
                Some(language) if language == "c" => flags.passed.extend([word, language]),
                language => flags.dropped.push(format!("{word} {}", language.unwrap_or_default())),
            }
        } else if word == "--sysroot" {
            flags.passed.extend(rest.next().map(|value| format!("--sysroot={value}")));
        } else if PRODUCES_WITH_VALUE.contains(&word.as_str()) {
            rest.next();
        } else if is_passed(&word) || WITH_VALUE.iter().any(|name| word.starts_with(name)) {
            flags.passed.push(word);
        } else if !is_source(&word) && !is_product(&word) {
            flags.dropped.push(word);
        }
    }
    flags
}

fn is_passed(word: &str) -> bool {
    if ALONE.contains(&word) || word.starts_with("-std=") || word.starts_with("--sysroot=") {
        return true;
    }
    if let Some(level) = word.strip_prefix("-O") {
        return level.chars().all(|c| c.is_ascii_alphanumeric());
    }
    if let Some(machine) = word.strip_prefix("-m") {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-+=._".contains(c);
        return !machine.is_empty() && machine.chars().all(plain);
    }
    let Some(feature) = word.strip_prefix("-f") else { return false };
    let feature = feature.strip_prefix("no-").unwrap_or(feature);
    FEATURES.contains(&feature) || FEATURES_WITH_VALUE.iter().any(|name| feature.starts_with(name))
}

fn is_product(word: &str) -> bool {
    let is = |list: &[&str]| list.iter().any(|name| word.starts_with(name));
    matches!(word, "--" | "-w") || (is(&PRODUCES) && !is(&TELLING) && !word.contains('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(command: &str) -> Flags {
        sort(command.split(' ').map(str::to_string).collect(), |word| word.ends_with("x.c"))
    }

    #[test]
    fn what_changes_the_text_is_passed_on() {
        let same = "-I inc -Iinc -DX=1 -D Y -U Z -include a.h -isystem sys -iquote q -std=gnu11 -m32 -funsigned-char";
        let flags = sorted(same);
        assert_eq!(flags.passed.join(" "), same);
        assert_eq!(flags.dropped, Vec::<String>::new());
    }

    #[test]
    fn what_is_produced_is_left_out_in_silence() {
        let flags = sorted("-I . -DX -MD -MF x.d -MMD -o x.o -c ../x.c -g3 -Wall -Werror=shadow -pipe --");
        assert_eq!(flags.passed.join(" "), "-I . -DX");
        assert_eq!(flags.dropped, Vec::<String>::new());
    }

    #[test]
    fn what_runs_programs_or_writes_files_never_gets_through() {
        let hostile = [
            "-wrapper ./evil",
            "-B./tools",
            "-fplugin=./evil.so",
            "-fplugin-arg-evil-x=1",
            "-specs=evil.specs",
            "--specs=evil.specs",
            "@args",
            "--output=/tmp/x",
            "-Wp,-MD,/tmp/x",
            "-Wp,-include,/etc/passwd",
            "-Xpreprocessor -MD",
            "-Xclang -load",
            "-fdump-tree-all",
            "-fprofile-use=/tmp/x",
            "-fdiagnostics-format=sarif-file",
            "-fuse-ld=./evil",
            "-fcallgraph-info",
            "-fmodules-cache-path=/tmp/x",
            "-dumpdir /tmp/",
            "-no-canonical-prefixes",
            "-gdb@x",
            "--config=evil.cfg",
            "-fworking-directory",
            "-ivfsoverlay x",
        ];
        for words in hostile {
            let flags = sorted(words);
            assert_eq!(flags.passed, Vec::<String>::new(), "{words}");
            assert!(!flags.dropped.is_empty(), "{words}: nobody is told");
        }
        // A value is never read as the name of a file with arguments.
        assert_eq!(sorted("-I @args -include @args").passed, ["-I@args", "-include@args"]);
        assert_eq!(sorted("-x none").passed, Vec::<String>::new());
    }
}
