//! Scopes of local names, and the nearest known name for a message.

use std::collections::HashMap;

/// The scopes that are open at a place in a body. Each pair of braces is one.
#[derive(Debug)]
pub struct Scopes {
    /// Whose body this is.
    pub proctype: u32,
    open: Vec<Scope>,
    next: u32,
}

#[derive(Debug)]
struct Scope {
    id: u32,
    /// Index into the locals of the proctype.
    names: HashMap<String, usize>,
}

impl Scopes {
    pub fn new(proctype: u32) -> Scopes {
        Scopes { proctype, open: Vec::new(), next: 0 }
    }

    pub fn enter(&mut self) {
        self.open.push(Scope { id: self.next, names: HashMap::new() });
        self.next += 1;
    }

    pub fn leave(&mut self) {
        self.open.pop();
    }

    /// The numbers of the open scopes, the outermost first.
    pub fn path(&self) -> Vec<u32> {
        self.open.iter().map(|s| s.id).collect()
    }

    /// The innermost scope.
    pub fn current(&self) -> u32 {
        self.open.last().map_or(0, |s| s.id)
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.open.iter().rev().find_map(|s| s.names.get(name).copied())
    }

    /// Adds a name to the innermost scope; gives what had that name there before.
    pub fn add(&mut self, name: &str, local: usize) -> Option<usize> {
        self.open.last_mut().and_then(|s| s.names.insert(name.to_string(), local))
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.open.iter().flat_map(|s| s.names.keys().map(String::as_str))
    }
}

/// The known name that is most like `name`, if one is close enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|k| (distance(name, k), k))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|&(d, k)| (d, k))
        .map(|(_, k)| k)
}

/// How many characters must be added, dropped or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let cost = if ca == *cb { diagonal } else { diagonal + 1 };
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
