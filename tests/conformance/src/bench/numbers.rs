//! Means of ratios, and numbers as text.

/// The mean of ratios; 1 if there are none.
pub fn geometric_mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = numbers.map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / (logarithms.len() as f64).max(1.0)).exp()
}

pub fn least(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(f64::INFINITY, f64::min)
}

pub fn most(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(f64::NEG_INFINITY, f64::max)
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

pub fn ratio(number: f64) -> String {
    format!("{number:.2}")
}

pub fn seconds(number: f64) -> String {
    format!("{number:.2}")
}

pub fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}

pub fn per_state(bytes: u64, states: u64) -> f64 {
    bytes as f64 / (states as f64).max(1.0)
}

/// What is said of a goal.
pub fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "NOT reached" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((geometric_mean([4.0, 0.25].into_iter()) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn thousands_are_told_apart() {
        assert_eq!([grouped(7), grouped(1234), grouped(1234567)], ["7", "1,234", "1,234,567"]);
    }
}
