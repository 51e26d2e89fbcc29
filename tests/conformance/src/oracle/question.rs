//! From what a program can come to, to questions with a known answer.
//!
//! Of a program whose runs all end well, two: an assertion that some run violates, and one that none does. Both are
//! about the values of one or two of `r0`, `r1`, …; the second prefers values that occur, each by itself, but not
//! together.

use super::generator::Program;
use super::generator::integer::Integer;
use super::outcome::Truth;
use crate::generator::random::Random;
use crate::generator::tree::Node;
use std::collections::BTreeSet;

/// A program with an assertion.
#[derive(Clone, Debug)]
pub struct Question {
    pub name: &'static str,
    pub tree: Node,
}

/// The end of a program that is explored to see its values.
pub fn observation(program: &Program) -> String {
    let each = (0..program.probes.len()).map(|index| format!("oracle_observe({index}, r{index});"));
    each.collect::<Vec<_>>().join(" ")
}

pub fn questions(program: &Program, truth: &Truth, random: &mut Random) -> Vec<Question> {
    if !truth.failures.is_empty() {
        return vec![Question { name: "error", tree: program.ending(";") }];
    }
    let violated = violated(program, truth, random).map(|end| Question { name: "some", tree: program.ending(&end) });
    let holds = holding(program, truth, random).map(|end| Question { name: "none", tree: program.ending(&end) });
    violated.into_iter().chain(holds).collect()
}

/// `r0` or `r0` and `r1`, with what they can be.
struct View {
    probes: Vec<usize>,
    values: BTreeSet<Vec<i64>>,
}

fn view(truth: &Truth, probes: &[usize]) -> View {
    // A run that ends before the question is asked has fewer values.
    let project = |values: &Vec<i64>| probes.iter().map(|&probe| values.get(probe).copied()).collect();
    View { probes: probes.to_vec(), values: truth.values.iter().filter_map(project).collect() }
}

/// A few views, those that depend on the schedule first.
fn views(program: &Program, truth: &Truth, random: &mut Random) -> Vec<View> {
    let count = program.probes.len();
    if count == 0 {
        return Vec::new();
    }
    let mut views: Vec<View> = (0..6)
        .map(|_| {
            let (one, two) = (random.below(count), random.below(count));
            let both = [one.min(two), one.max(two)];
            view(truth, if one == two { &both[..1] } else { &both })
        })
        .collect();
    views.sort_by_key(|view| view.values.len() < 2);
    views
}

fn violated(program: &Program, truth: &Truth, random: &mut Random) -> Option<String> {
    let views = views(program, truth, random);
    let view = views.first()?;
    let values: Vec<&Vec<i64>> = view.values.iter().collect();
    let value = random.pick(&values)?;
    Some(denial(program, &view.probes, value))
}

fn holding(program: &Program, truth: &Truth, random: &mut Random) -> Option<String> {
    let views = views(program, truth, random);
    for view in views.iter().filter(|view| view.probes.len() == 2) {
        let of = |index: usize| -> BTreeSet<i64> { view.values.iter().map(|values| values[index]).collect() };
        let pairs = of(0).into_iter().flat_map(|one| of(1).into_iter().map(move |two| vec![one, two]));
        let missing: Vec<Vec<i64>> = pairs.filter(|pair| !view.values.contains(pair)).collect();
        if let Some(pair) = random.pick(&missing) {
            return Some(denial(program, &view.probes, pair));
        }
    }
    let view = view(truth, &[views.first()?.probes[0]]);
    let class = program.probes[view.probes[0]];
    let near = view.values.iter().flat_map(|values| [values[0].wrapping_add(1), values[0].wrapping_sub(1)]);
    let near: Vec<i64> =
        near.map(|value| class.wrap(value)).filter(|&value| !view.values.contains(&vec![value])).collect();
    Some(denial(program, &view.probes, &[*random.pick(&near)?]))
}

fn denial(program: &Program, probes: &[usize], values: &[i64]) -> String {
    let equal = |(&probe, &value): (&usize, &i64)| {
        let class: Integer = program.probes[probe];
        format!("r{probe} == {}", class.literal(value))
    };
    let all: Vec<String> = probes.iter().zip(values).map(equal).collect();
    format!("assert(!({}));", all.join(" && "))
}
