//! What a C program does, by the compiler's word.

use super::bench::word;
use super::generator::Leaf;
use super::subject::Subject;
use crate::command;
use std::io;
use std::path::Path;
use std::time::Duration;

/// The values before and after a call of `f`, in the order of the leaves.
pub struct Truth {
    pub before: Vec<i32>,
    pub after: Vec<i32>,
}

/// Compilers ask for little; a program that runs longer does not end.
const LIMIT: Duration = Duration::from_secs(10);
const RUN_LIMIT: Duration = Duration::from_secs(2);

/// Errors where C gives a program no meaning that the sanitizer would see.
const FLAGS: &[&str] = &[
    "-std=gnu17",
    "-O0",
    "-Werror=return-type",
    "-Werror=sequence-point",
    "-Werror=implicit-function-declaration",
    "-Werror=incompatible-pointer-types",
    "-fsanitize=undefined",
    "-fsanitize-undefined-trap-on-error",
];

/// Compiles and runs the program in `folder/program.c`; or the reason why it is of no use.
pub fn find(folder: &Path, subject: &Subject, leaves: &[&Leaf]) -> io::Result<Result<Truth, String>> {
    std::fs::write(folder.join("main.c"), main(subject.entry, leaves))?;
    let mut arguments: Vec<String> = FLAGS.iter().map(|flag| flag.to_string()).collect();
    arguments.extend(subject.include.iter().flat_map(|include| ["-I".to_string(), include.to_string()]));
    arguments.extend(["-o", "program", "main.c"].map(String::from));
    let compiled = command::run(Path::new("cc"), &arguments, folder, LIMIT)?;
    if !compiled.success() {
        let error = compiled.stderr.lines().find(|line| line.contains("error")).unwrap_or("no message");
        return Ok(Err(format!("the compiler refuses it: {}", error.split("error:").last().unwrap_or(error).trim())));
    }
    let outcome = command::run(&folder.join("program"), &[], folder, RUN_LIMIT)?;
    if outcome.status.is_none() {
        return Ok(Err("it does not end".to_string()));
    }
    if !outcome.success() {
        return Ok(Err("undefined behaviour".to_string()));
    }
    let numbers: Vec<i32> = outcome.stdout.lines().filter_map(|line| line.parse().ok()).collect();
    if numbers.len() != 2 * leaves.len() {
        return Ok(Err("it does not print its values".to_string()));
    }
    let (before, after) = numbers.split_at(leaves.len());
    Ok(Ok(Truth { before: before.to_vec(), after: after.to_vec() }))
}

/// Prints every leaf as an `int` with the same bits, before and after the call.
fn main(entry: &str, leaves: &[&Leaf]) -> String {
    let mut text =
        String::from("#include \"program.c\"\nint printf(const char *, ...);\nstatic void show_values(void) {\n");
    for leaf in leaves {
        text.push_str(&format!("  printf(\"%d\\n\", (int)({}));\n", leaf.c));
    }
    text.push_str(&format!(
        "}}\nint main(void) {{\n  show_values();\n  {entry}();\n  show_values();\n  return 0;\n}}\n"
    ));
    text
}

/// The leaves whose variable a program declares.
pub fn declared<'l>(program: &str, leaves: &'l [Leaf]) -> Vec<&'l Leaf> {
    leaves.iter().filter(|leaf| word(program, &leaf.variable)).collect()
}
