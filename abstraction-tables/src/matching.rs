//! Patterns against statements: what each metavariable stands for.

use crate::canon::{Op, Tree};

/// What the metavariables of a pattern stand for in one statement.
pub type Bindings = Vec<(String, Tree)>;

/// Matches a statement's tree; `None` if the pattern is about something else.
///
/// Beyond equality: `&($m)` matches a pointer `p` with `$m` as `*(p)`, and a cast to a pointer type in the
/// statement is looked through, so that `$r=malloc($n)` matches `q=(char *)malloc(8)`.
pub fn matches(pattern: &Tree, tree: &Tree) -> Option<Bindings> {
    let mut bindings = Vec::new();
    walk(pattern, tree, &mut bindings).then_some(bindings)
}

fn walk(pattern: &Tree, tree: &Tree, bindings: &mut Bindings) -> bool {
    match (pattern, tree) {
        (Tree::Meta(name), tree) => bind(name, tree, bindings),
        (Tree::Leaf(a), Tree::Leaf(b)) => a == b,
        (Tree::Node(a, kids), Tree::Node(b, others)) if a == b => all(kids, others, bindings),
        (Tree::Node(op, kids), tree) if is_address(op) && kids.len() == 1 && !is_constant(tree) => {
            walk(&kids[0], &pointed(tree), bindings)
        }
        (pattern, Tree::Node(Op::Cast(ty), kids)) if ty.contains('*') && kids.len() == 1 => {
            walk(pattern, &kids[0], bindings)
        }
        _ => false,
    }
}

fn all(kids: &[Tree], others: &[Tree], bindings: &mut Bindings) -> bool {
    match kids.split_last() {
        Some((Tree::Rest, first)) => {
            others.len() >= first.len() && first.iter().zip(others).all(|(a, b)| walk(a, b, bindings))
        }
        _ => kids.len() == others.len() && kids.iter().zip(others).all(|(a, b)| walk(a, b, bindings)),
    }
}

fn bind(name: &str, tree: &Tree, bindings: &mut Bindings) -> bool {
    match bindings.iter().find(|(known, _)| known == name) {
        Some((_, bound)) => bound == tree,
        None => {
            bindings.push((name.to_string(), tree.clone()));
            true
        }
    }
}

fn is_address(op: &Op) -> bool {
    matches!(op, Op::Prefix(op) if op == "&")
}

/// `0`, `"text"`: points to no object.
fn is_constant(tree: &Tree) -> bool {
    let literal = |c: char| c.is_ascii_digit() || c == '"' || c == '\'';
    matches!(tree, Tree::Leaf(text) if text.starts_with(literal) || text == "NULL")
}

fn pointed(tree: &Tree) -> Tree {
    Tree::Node(Op::Prefix("*".to_string()), vec![tree.clone()])
}
