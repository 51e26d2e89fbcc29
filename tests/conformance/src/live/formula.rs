//! Random formulas of linear temporal logic over given conditions.

use crate::generator::random::Random;

/// A formula with at most so many operators. No `X`: Debian's Spin does not take it.
pub fn formula(random: &mut Random, atoms: &[String], operators: usize) -> String {
    if operators == 0 || random.chance(10) {
        let atom = random.pick(atoms).cloned().unwrap_or_else(|| "true".to_string());
        return if random.chance(25) { format!("!({atom})") } else { format!("({atom})") };
    }
    let left = random.below(operators);
    match random.below(9) {
        0 | 1 => format!("<> {}", formula(random, atoms, operators - 1)),
        2 | 3 => format!("[] {}", formula(random, atoms, operators - 1)),
        choice => {
            let operator = ["U", "&&", "||", "->", "W"][choice - 4];
            let (a, b) = (formula(random, atoms, left), formula(random, atoms, operators - 1 - left));
            format!("(({a}) {operator} ({b}))")
        }
    }
}
