//! Making a program that differs as small as possible while it still differs.
//!
//! Works on the tree of the generator: tries the cuts the tree allows, the largest first, and keeps
//! each one after which Spin still accepts the program and the same sort of difference is there
//! (delta debugging, Zeller and Hildebrandt 2002, on a tree). The result cannot be made smaller by one
//! more cut, which does not make it the smallest there is.

use crate::ax::Ax;
use crate::compare::{Bench, Divergence, Sort};
use crate::generator::tree::{Layout, List, Node, Tag};
use crate::generator::{self, Generated};
use crate::random;
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Options {
    /// Seed of the program, as `conformance random` printed it.
    #[arg(long)]
    seed: u64,
    #[arg(long, default_value = "target/release/ax")]
    ax: PathBuf,
    /// Search breadth first as well.
    #[arg(long)]
    bfs: bool,
    /// File for the minimal program.
    #[arg(long)]
    output: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<bool, String> {
    let ax = Ax { breadth_first: options.bfs, ..random::checker(&options.ax)? };
    let generated = generator::generate(options.seed);
    let Some((small, divergence)) = minimal(&generated, &ax).map_err(|error| error.to_string())? else {
        println!("seed {}: no difference", options.seed);
        return Ok(true);
    };
    let listing = random::listing(&small, Some(&divergence));
    match &options.output {
        Some(path) => std::fs::write(path, listing).map_err(|error| error.to_string())?,
        None => print!("{listing}"),
    }
    Ok(false)
}

/// The smallest program found that differs as this one does; `None` when this one does not differ.
pub fn minimal(generated: &Generated, ax: &Ax) -> io::Result<Option<(Generated, Divergence)>> {
    let bench = Bench::new()?;
    let Some(divergence) = difference(&bench, ax, &generated.program)? else { return Ok(None) };
    let mut last = divergence.clone();
    let program = reduce(generated.program.clone(), |candidate| match difference(&bench, ax, candidate)? {
        Some(found) if found.sort == divergence.sort && same_refusal(&found, &divergence) => {
            last = found;
            Ok(true)
        }
        _ => Ok(false),
    })?;
    Ok(Some((Generated { program, ..generated.clone() }, last)))
}

/// A refusal for another reason is another difference.
fn same_refusal(found: &Divergence, original: &Divergence) -> bool {
    let words = |text: &str| text.split(['`', '\'', '"']).next().unwrap_or_default().to_string();
    original.sort != Sort::Refused || words(&found.detail) == words(&original.detail)
}

fn difference(bench: &Bench, ax: &Ax, program: &Node) -> io::Result<Option<Divergence>> {
    let text = program.render();
    let reference = bench.reference(&text, ax.reduction)?;
    if reference.unusable().is_some() {
        return Ok(None);
    }
    bench.compare(ax, &text, &reference)
}

/// Applies cuts as long as `holds` accepts the outcome of one.
pub fn reduce(mut program: Node, mut holds: impl FnMut(&Node) -> io::Result<bool>) -> io::Result<Node> {
    loop {
        let before = measure(&program);
        let mut position = 0;
        // The list of cuts is made anew after each success; what failed before it is not tried again
        // until the next round.
        loop {
            let cuts = cuts(&program);
            let Some(cut) = cuts.get(position) else { break };
            match cut.apply(&program) {
                Some(candidate) if measure(&candidate) < measure(&program) && holds(&candidate)? => program = candidate,
                _ => position += 1,
            }
        }
        if measure(&program) >= before {
            return Ok(program);
        }
    }
}

/// What each cut makes smaller, so that there is an end: nodes, then letters, then numbers.
fn measure(program: &Node) -> (usize, usize, u64) {
    (program.size(), program.render().len(), numbers(program))
}

fn numbers(node: &Node) -> u64 {
    let own = if let Node::Number(number) = node { number.unsigned_abs() } else { 0 };
    own + node.children().iter().map(numbers).sum::<u64>()
}

/// The way from the root to a node.
type Path = Vec<usize>;

/// One way to make a program smaller.
#[derive(Clone, Debug)]
enum Cut {
    /// Takes `length` items out of a list.
    Remove { list: Path, start: usize, length: usize },
    /// Takes out all items of a tag.
    RemoveTagged(Tag),
    /// Puts a node in the place of another.
    Replace { at: Path, by: Node },
}

impl Cut {
    fn apply(&self, program: &Node) -> Option<Node> {
        let mut program = program.clone();
        match self {
            Cut::Remove { list, start, length } => {
                let Node::List(list) = node_at(&mut program, list)? else { return None };
                list.items.drain(*start..*start + *length);
            }
            Cut::RemoveTagged(tag) => remove_tagged(&mut program, *tag),
            Cut::Replace { at, by } => *node_at(&mut program, at)? = by.clone(),
        }
        Some(program)
    }
}

fn node_at<'a>(root: &'a mut Node, path: &[usize]) -> Option<&'a mut Node> {
    path.iter().try_fold(root, |node, &index| node.children_mut().get_mut(index))
}

fn remove_tagged(node: &mut Node, tag: Tag) {
    if let Node::List(list) = node {
        list.items.retain(|item| !matches!(item, Node::Tagged(other, _) if *other == tag));
    }
    node.children_mut().iter_mut().for_each(|child| remove_tagged(child, tag));
}

/// All cuts of a program, the promising ones first.
fn cuts(program: &Node) -> Vec<Cut> {
    let mut collector = Collector::default();
    collector.visit(program, &mut Vec::new());
    let mut cuts = collector.removals;
    // The longest removals first; the order is stable, so that lists near the root come before others.
    cuts.sort_by_key(|cut| match cut {
        Cut::Remove { length, .. } => std::cmp::Reverse(*length),
        _ => std::cmp::Reverse(0),
    });
    cuts.extend(collector.hoists);
    cuts.extend(collector.tags.into_iter().map(Cut::RemoveTagged));
    cuts.extend(collector.simplifications);
    cuts
}

#[derive(Default)]
struct Collector {
    removals: Vec<Cut>,
    hoists: Vec<Cut>,
    tags: BTreeSet<Tag>,
    simplifications: Vec<Cut>,
}

impl Collector {
    fn visit(&mut self, node: &Node, path: &mut Path) {
        match node {
            Node::List(list) => self.list(list, path),
            Node::Tagged(tag, _) => {
                self.tags.insert(*tag);
            }
            Node::Statement(inner) => self.statement(inner, path),
            Node::Expression(inner) => self.expression(node, inner, path),
            Node::Number(number) => {
                for smaller in [0, 1, number / 2] {
                    if smaller.abs() < number.abs() {
                        self.simplifications.push(Cut::Replace { at: path.clone(), by: Node::Number(smaller) });
                    }
                }
            }
            Node::Text(_) | Node::Group(_) => {}
        }
        for (index, child) in node.children().iter().enumerate() {
            path.push(index);
            self.visit(child, path);
            path.pop();
        }
    }

    fn list(&mut self, list: &List, path: &Path) {
        let count = list.items.len();
        let mut length = count.saturating_sub(list.least);
        while length > 0 {
            for start in (0..=count - length).step_by(length) {
                self.removals.push(Cut::Remove { list: path.clone(), start, length });
            }
            length /= 2;
        }
    }

    /// The sequences inside of a statement may take its place.
    fn statement(&mut self, inner: &Node, path: &Path) {
        let mut inside = Vec::new();
        sequences(inner, &mut inside);
        for sequence in inside {
            self.hoists.push(Cut::Replace { at: path.clone(), by: sequence });
        }
    }

    /// The expressions inside of an expression may take its place, and so may constants.
    fn expression(&mut self, node: &Node, inner: &Node, path: &Path) {
        let constants = ["0", "1"].map(|constant| Node::Text(constant.to_string()));
        let is_plain = |node: &Node| matches!(node, Node::Text(_) | Node::Number(_));
        if !is_plain(inner) && !matches!(inner, Node::Group(parts) if parts.len() == 1 && parts.iter().all(is_plain)) {
            let mut inside = Vec::new();
            expressions(inner, &mut inside);
            for by in constants.into_iter().map(|constant| Node::Expression(Box::new(constant))).chain(inside) {
                if by != *node {
                    self.simplifications.push(Cut::Replace { at: path.clone(), by });
                }
            }
        }
    }
}

/// The outermost sequences below a node, in a form that melts into a sequence around it.
fn sequences(node: &Node, found: &mut Vec<Node>) {
    match node {
        Node::List(list) if matches!(list.layout, Layout::Sequence | Layout::Block | Layout::Option) => {
            let items = list.items.iter().filter(|item| !is_word(item, "else") && !is_word(item, "break")).cloned();
            let items: Vec<Node> = items.collect();
            if !items.is_empty() {
                let layout = if list.layout == Layout::Block { Layout::Block } else { Layout::Sequence };
                found.push(Node::List(List { items, layout, least: 1 }));
            }
        }
        _ => node.children().iter().for_each(|child| sequences(child, found)),
    }
}

fn expressions(node: &Node, found: &mut Vec<Node>) {
    match node {
        Node::Expression(_) => found.push(node.clone()),
        _ => node.children().iter().for_each(|child| expressions(child, found)),
    }
}

fn is_word(node: &Node, word: &str) -> bool {
    matches!(node, Node::Text(text) if text == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::tree::{sequence, statement, text};

    #[test]
    fn finds_the_one_statement_that_matters() {
        let deep = statement(vec![
            text("if"),
            crate::generator::tree::option(vec![text("a"), text("bad"), text("b")]),
            text("fi"),
        ]);
        let program = sequence(vec![text("c"), deep, text("d"), text("e")]);
        let small = reduce(program, |candidate| Ok(candidate.render().contains("bad"))).expect("no trouble");
        assert_eq!(small.render().trim(), "bad");
    }
}
