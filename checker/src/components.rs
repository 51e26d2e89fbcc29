//! Strongly connected components of a graph (Tarjan 1972), without recursion.

/// The component of each node, numbered from 0: a component has a lower number than those that lead to it.
///
/// `edges` gives the successors of a node. Only nodes for which `inside` holds, and edges between them, count; the
/// others are in no component: `NONE`.
pub fn components<'g>(nodes: usize, edges: impl Fn(usize) -> &'g [u32], inside: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut search = Search { number: vec![0; nodes], low: vec![0; nodes], of: vec![NONE; nodes], open: Vec::new() };
    let (mut count, mut next) = (0, 1);
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..nodes {
        if !inside(root) || search.number[root] != 0 {
            continue;
        }
        search.enter(root, &mut next);
        path.push((root, 0));
        while let Some(&mut (node, ref mut at)) = path.last_mut() {
            match edges(node).get(*at) {
                Some(&to) => {
                    *at += 1;
                    let to = to as usize;
                    if !inside(to) {
                        continue;
                    }
                    if search.number[to] == 0 {
                        search.enter(to, &mut next);
                        path.push((to, 0));
                    } else if search.of[to] == NONE {
                        search.low[node] = search.low[node].min(search.number[to]);
                    }
                }
                None => {
                    path.pop();
                    if let Some(&(parent, _)) = path.last() {
                        search.low[parent] = search.low[parent].min(search.low[node]);
                    }
                    if search.low[node] == search.number[node] {
                        search.close(node, count);
                        count += 1;
                    }
                }
            }
        }
    }
    search.of
}

/// A node that is in no component.
pub const NONE: u32 = u32::MAX;

struct Search {
    /// When a node was entered, from 1; 0 if it was not.
    number: Vec<u32>,
    /// The first node entered that it leads back to.
    low: Vec<u32>,
    of: Vec<u32>,
    open: Vec<usize>,
}

impl Search {
    fn enter(&mut self, node: usize, next: &mut u32) {
        (self.number[node], self.low[node]) = (*next, *next);
        *next += 1;
        self.open.push(node);
    }

    fn close(&mut self, root: usize, component: u32) {
        while let Some(node) = self.open.pop() {
            self.of[node] = component;
            if node == root {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rings_and_a_way_between_them() {
        let edges: [&[u32]; 5] = [&[1], &[0, 2], &[3], &[2], &[4, 0]];
        let of = components(5, |n| edges[n], |_| true);
        assert_eq!(of[0], of[1]);
        assert_eq!(of[2], of[3]);
        assert!(of[2] < of[0] && of[0] < of[4], "{of:?}");
        let of = components(5, |n| edges[n], |n| n != 1);
        assert_eq!(of[1], NONE);
        assert_ne!(of[0], of[2]);
    }
}
