//! Formulas to compare on: patterns from a file, and random ones from a seed.

use crate::generator::random::Random;

/// The formulas of a file: name and text. A line that starts with `#` is a comment.
pub fn patterns(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(':'));
    pairs.map(|(name, formula)| (name.trim().to_string(), formula.trim().to_string())).collect()
}

/// A formula over `p`, `q`, `r` without `X`, with two to six operators.
pub fn random(seed: u64) -> String {
    let mut random = Random::new(seed);
    let operators = 2 + random.below(5);
    formula(&mut random, operators)
}

fn formula(random: &mut Random, operators: usize) -> String {
    if operators == 0 {
        return ["p", "q", "r"][random.below(3)].to_string();
    }
    if random.below(2) == 0 {
        let op = ["!", "[]", "<>"][random.below(3)];
        return format!("{op}({})", formula(random, operators - 1));
    }
    let op = ["&&", "||", "->", "<->", "U", "W", "V"][random.below(7)];
    let left = random.below(operators);
    let a = formula(random, left);
    format!("({a} {op} {})", formula(random, operators - 1 - left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_and_formulas() {
        let text = "# a: comment\nresponse globally: [](p -> <>q)\n\n";
        assert_eq!(patterns(text), [("response globally".to_string(), "[](p -> <>q)".to_string())]);
    }

    #[test]
    fn a_seed_means_one_formula() {
        assert_eq!(random(7), random(7));
        assert_ne!(random(7), random(8));
    }
}
