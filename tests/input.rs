//! `[input]` of a harness: bounds of what the world chooses, what a pass then rests on, and mistakes.

mod common;

use common::{Ax, Run, ax_in, scratch};
use serde_json::Value;
use std::path::Path;

/// The answer to a program with a harness beside it.
fn verify(folder: &Path, source: &str, harness: &str, more: &[&str]) -> Run {
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join("a.c"), source).expect("a source");
    std::fs::write(folder.join("a.ax.toml"), harness).expect("a harness");
    let arguments = [&["verify", "a.ax.toml", "--format", "json"], more].concat();
    Ax { folder, cache: &folder.join("cache"), ..Ax::default() }.run(&arguments)
}

fn json(ran: &Run) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", ran.stdout, ran.stderr))
}

/// The verdict, and what it rests on, but for what the library leaves out.
fn told(ran: &Run) -> (String, Vec<String>) {
    let value = json(ran);
    let property = &value["properties"][0];
    let list = property["rests_on"].as_array().expect("a list").iter();
    let ours = list.filter(|b| b["at"]["file"] == "a.ax.toml").map(|b| b["what"].as_str().unwrap_or_default());
    (value["verdict"].as_str().unwrap_or_default().to_string(), ours.map(str::to_string).collect())
}

/// Counts the digits of its arguments.
const DIGITS: &str = "#include <assert.h>
int main(int argc, char **argv)
{
    int digits = 0, others = 0;
    for (int i = 1; i < argc; i++)
        for (char *p = argv[i]; *p; p++) {
            if (*p >= '0' && *p <= '9')
                digits++;
            else
                others++;
        }
    assert(WHAT);
    return 0;
}
";

#[test]
fn arguments_are_bounded() {
    let folder = scratch("input-arguments");
    let ask = |what: &str, input: &str| {
        let harness = format!("[input]\n{input}\n[preprocessor]\ndefine = ['WHAT={what}']\n");
        told(&verify(&folder, DIGITS, &harness, &[]))
    };
    let one = |verdict: &str, bound: &str| (verdict.to_string(), vec![bound.to_string()]);
    let two = "the program is given at most 2 arguments, each of at most 2 characters of `0-9`";
    let digits = "arguments = 2\nlength = 2\nalphabet = '0-9'";
    assert_eq!(ask("digits <= 4", digits), one("pass", two));
    assert_eq!(ask("others == 0", digits), one("pass", two));
    // Every number of arguments, every length and both ends of the alphabet are tried.
    for found in ["digits < 4", "digits != 1", "digits == 4 || digits == 0", "argc != 3", "argc != 1"] {
        assert_eq!(ask(found, digits).0, "fail", "{found}");
    }
    let third = |c: &str| format!("argc < 2 || argv[1][0] != {c}");
    for (c, verdict) in [("48", "fail"), ("57", "fail"), ("47", "pass"), ("58", "pass"), ("0", "fail")] {
        assert_eq!(ask(&third(c), digits).0, verdict, "{c}");
    }
    // A text has an end, and nobody knows what is behind it.
    assert_eq!(ask("argc < 2 || argv[1][0] == 0 || argv[1][1] == 0 || argv[1][2] == 0", digits).0, "pass");
    assert_eq!(ask("argc < 2 || argv[1][2] == 0", digits).0, "fail");
    assert_eq!(ask("argc < 2 || argv[1][3] == 0", digits).0, "fail");
    let any = "the program is given at most one argument, of at most 3 characters";
    assert_eq!(ask("digits + others <= 3", "arguments = 1"), one("pass", any));
    assert_eq!(ask("others == 0", "arguments = 1").0, "fail");
    let two_parts = "arguments = 1\nlength = 1\nalphabet = 'a0-4'";
    for (c, verdict) in [("97", "fail"), ("98", "pass"), ("48", "fail"), ("52", "fail"), ("53", "pass"), ("60", "pass")]
    {
        assert_eq!(ask(&third(c), two_parts).0, verdict, "{c}");
    }
    assert_eq!(ask("argc == 1", "arguments = 0"), one("pass", "the program is given no arguments"));
    let these = "the program is given these arguments: `12 x`";
    assert_eq!(ask("digits == 2 && others == 1 && argc == 3", "arguments = ['12', 'x']"), one("pass", these));
    // Without bounds nobody knows.
    assert_eq!(ask("digits <= 4", "values = {}").0, "incomplete");
}

#[test]
fn the_command_line_goes_first() {
    let folder = scratch("input-command-line");
    let harness = "[input]\narguments = ['1']\n[preprocessor]\ndefine = ['WHAT=digits==1']\n";
    assert_eq!(told(&verify(&folder, DIGITS, harness, &[])).0, "pass");
    assert_eq!(told(&verify(&folder, DIGITS, harness, &["--", "22"])), ("fail".to_string(), Vec::new()));
}

/// A sensor of the world, a word of a verifier, and a function of the library.
const SENSOR: &str = "#include <assert.h>
#include <stdlib.h>
extern int sensor(void);
unsigned char level(int which);
int __VERIFIER_nondet_int(void);
int limit = 10;
int main(void)
{
    int (*from)(void) = sensor;
    int a = sensor(), b = from(), c = __VERIFIER_nondet_int(), d = level(1), e = rand();
    assert(WHAT);
    return 0;
}
";

#[test]
fn values_of_functions_are_bounded() {
    let folder = scratch("input-values");
    let values =
        "values = { sensor = [-3, 9], __VERIFIER_nondet_int = [5, 1000000], level = [200, 255], rand = [0, 7] }";
    let ask = |what: &str| {
        let harness = format!("[input]\n{values}\n[preprocessor]\ndefine = ['WHAT={what}']\n");
        let ran = verify(&folder, SENSOR, &harness, &[]);
        let (verdict, bounds) = told(&ran);
        let real =
            json(&ran)["properties"][0]["errors"].as_array().is_some_and(|l| l.iter().all(|e| e["real"] == true));
        assert!(real, "{}", ran.stdout);
        assert_eq!(
            bounds,
            [
                "`__VERIFIER_nondet_int` gives 5 to 1000000",
                "`level` gives 200 to 255, and does nothing else",
                "`rand` gives 0 to 7",
                "`sensor` gives -3 to 9, and does nothing else",
            ]
        );
        verdict
    };
    let holds = "a < limit && a >= -3 && b < limit && b >= -3 && c >= 5 && c <= 1000000 && d >= 200 && e <= 7";
    assert_eq!(ask(holds), "pass");
    let found = ["a != -3", "a < 9", "b != 9", "b >= -2", "c != 5", "c < 1000000", "d != 255", "d > 200", "e != 7"];
    for what in found.into_iter().chain(["e > 0", "a == b"]) {
        assert_eq!(ask(what), "fail", "{what}");
    }
    // Without bounds a function without a body stands in the way.
    let harness = "[preprocessor]\ndefine = ['WHAT=1']\n";
    assert_eq!(told(&verify(&folder, SENSOR, harness, &[])).0, "incomplete");
}

#[test]
fn mistakes_have_their_words() {
    let folder = scratch("input-mistakes");
    let source = "int f(void) { return 1; }\ndouble g(void);\nunsigned char h(void);\n\
                  int main(int argc, char **argv) { f(); g(); h(); return argc; }\n";
    let lines = [
        ("values = { f = [0, 1] }", "`f` has a body in the sources"),
        ("values = { g = [0, 1] }", "`g` gives no integer of at most 64 bits"),
        ("values = { h = [0, 256] }", "`h` gives values from 0 to 255"),
        ("values = { h = [-1, 2] }", "`h` gives values from 0 to 255"),
        ("values = { h = [2, 1] }", "2 is more than 1"),
        ("values = { hh = [1, 2] }", "no source calls `hh`"),
        ("values = { hh = [1, 2] }", "did you mean `h`?"),
        ("values = { h = 3 }", "a.ax.toml"),
        ("alphabet = '9-0'", "`0` comes before `9`"),
        ("alphabet = ''", "at least one character"),
        ("arguments = ['1']\nlength = 2", "goes with a number of `arguments`"),
        ("arguments = 1000", "at most 64 arguments"),
        ("argument = 1", "did you mean `arguments`?"),
        ("arguments = 1\n[[property]]\nkind = 'termination'", "something here needs a model"),
        ("arguments = 1\n[[process]]\nfunction = 'f'", "something here needs a model"),
    ];
    for (input, words) in lines {
        let ran = verify(&folder, source, &format!("[input]\n{input}\n"), &[]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{input}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{input}: {}", ran.stderr);
    }
}

/// A failure tells the arguments as a user types them.
#[test]
fn arguments_are_told_as_texts() {
    let source = "#include <stdlib.h>
static int table[10];
int main(int argc, char **argv)
{
    if (argc != 2)
        return 1;
    table[atoi(argv[1])] = 1;
    return 0;
}
";
    let folder = scratch("input-texts");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("a.c"), source).expect("a source");
    let ran = ax_in(&folder, &["verify", "a.c"]);
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    let (_, told) = ran.stdout.split_once("Its inputs, in the order in which it asks for them:\n").expect("inputs");
    let lines: Vec<&str> = told.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let [count, text] = lines[..] else { panic!("{told}") };
    assert_eq!(count, "argc = 2");
    let text = text.strip_prefix("argv[1] = \"").and_then(|text| text.strip_suffix('"')).expect("a text");
    // What is told leads there.
    let ran = ax_in(&folder, &["verify", "a.c", "--", text]);
    assert_eq!(ran.status, 1, "{text}: {}", ran.stdout);
}
