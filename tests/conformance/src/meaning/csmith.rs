//! Programs that csmith makes, of the kind that the model can hold: integers of at most 32 bits, no pointers, no
//! unions.
//!
//! Needs Debian's packages `csmith` and `libcsmith-dev`. The values at the end are those that its `main` would hash.

use super::generator::Leaf;
use super::subject::Subject;
use crate::command;
use crate::generator::tree::{self, text};
use std::io;
use std::path::Path;
use std::time::Duration;

const OPTIONS: &[&str] = &[
    "--no-pointers",
    "--no-longlong",
    "--no-math64",
    "--no-unions",
    "--no-packed-struct",
    "--no-volatiles",
    "--no-argc",
    "--concise",
    "--max-funcs",
    "4",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "5",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "4",
    "--max-struct-fields",
    "5",
];

/// Where the package puts the header of its runtime.
const INCLUDE: &str = "/usr/include/csmith";

/// The program of a seed.
pub fn generate(seed: u64) -> io::Result<Subject> {
    let mut arguments: Vec<String> = vec!["--seed".into(), (seed % (1 << 31)).to_string()];
    arguments.extend(OPTIONS.iter().map(|option| option.to_string()));
    let outcome = command::run(Path::new("csmith"), &arguments, &std::env::temp_dir(), Duration::from_secs(30))?;
    let (program, main) = outcome.stdout.split_once("int main (void)").unwrap_or((&outcome.stdout, ""));
    let lines = program.lines().filter(|line| !line.trim().is_empty()).map(text).collect();
    Ok(Subject {
        seed,
        features: "csmith".to_string(),
        program: tree::lines(lines, 1),
        leaves: leaves(main),
        entry: "func_1",
        include: Some(INCLUDE),
    })
}

/// The scalars that a `main` hashes.
fn leaves(main: &str) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    // The loops that are open: the variable and the number of rounds.
    let mut loops: Vec<(String, usize)> = Vec::new();
    for line in main.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("for (") {
            let variable = rest.split(' ').next().unwrap_or_default();
            let count = rest.split("< ").nth(1).and_then(|rest| rest.split(';').next()?.parse().ok());
            loops.push((variable.to_string(), count.unwrap_or(0)));
        } else if line == "}" {
            loops.pop();
        } else if let Some(rest) = line.strip_prefix("transparent_crc(") {
            let place = rest.split(',').next().unwrap_or_default();
            expand(place, &loops, &mut leaves);
        }
    }
    leaves
}

/// `g[i][j].m`, for all values of the loop variables.
fn expand(place: &str, loops: &[(String, usize)], leaves: &mut Vec<Leaf>) {
    let rounds: usize = loops.iter().map(|(_, count)| count).product();
    for round in 0..rounds {
        let (mut c, mut model) = (String::new(), String::new());
        let mut rest = place;
        // The element of an array of arrays that is being read.
        let mut element: Option<usize> = None;
        let mut divisor = rounds;
        while let Some((before, after)) = rest.split_once('[') {
            if !before.is_empty()
                && let Some(index) = element.take()
            {
                model.push_str(&format!("[{index}]"));
            }
            let (variable, after) = after.split_once(']').unwrap_or((after, ""));
            let count = loops.iter().find(|(name, _)| name == variable).map_or(1, |(_, count)| *count);
            divisor /= count.max(1);
            let index = round / divisor.max(1) % count.max(1);
            c.push_str(&format!("{before}[{index}]"));
            model.push_str(before);
            element = Some(element.unwrap_or(0) * count + index);
            rest = after;
        }
        if let Some(index) = element {
            model.push_str(&format!("[{index}]"));
        }
        let name = place.split(['[', '.']).next().unwrap_or_default();
        leaves.push(Leaf { variable: name.to_string(), c: c + rest, model: model + rest });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_all_elements() {
        let main = "for (i = 0; i < 2; i++)\n{\nfor (j = 0; j < 3; j++)\n{\ntransparent_crc(g[i][j].f, \"x\", 0);\n}\n\
            }\n\
                    transparent_crc(h.f0, \"h.f0\", 0);\n";
        let leaves = leaves(main);
        assert_eq!(leaves.len(), 7);
        assert_eq!((leaves[5].c.as_str(), leaves[5].model.as_str()), ("g[1][2].f", "g[5].f"));
        assert_eq!((leaves[6].c.as_str(), leaves[6].variable.as_str()), ("h.f0", "h"));
    }
}
