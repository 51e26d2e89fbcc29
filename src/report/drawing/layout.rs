//! Where nodes and edges of a drawing go.
//!
//! Nodes stand in columns by the longest way from the start. Edges to the next column go straight; those
//! that skip columns go above, those that go back go below, each on a height of its own, so that lines and
//! labels stay apart.

use super::Drawing;

pub const RADIUS: f64 = 22.0;
/// Between lines of text.
pub const LINE: f64 = 16.0;
/// Of a character.
pub const CHARACTER: f64 = 7.3;
const ROW: f64 = 120.0;
/// Between the heights of edges that go above or below.
const LANE: f64 = 34.0;
/// Longer labels are broken where they have `||`.
const WIDEST: usize = 34;

pub struct Layout {
    pub nodes: Vec<(f64, f64)>,
    pub edges: Vec<Placed>,
    pub width: f64,
    pub height: f64,
}

pub struct Placed {
    /// Of a cubic curve: start, two control points, end.
    pub curve: [(f64, f64); 4],
    pub lines: Vec<String>,
    /// The middle of the label.
    pub label: (f64, f64),
}

/// What kind of way an edge takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Loop,
    Next,
    Above,
    Below,
    /// To another node of the same column.
    Within,
}

pub fn layout(drawing: &Drawing) -> Layout {
    let ranks = ranks(drawing);
    let columns = ranks.iter().max().map_or(1, |r| r + 1);
    let way = |from: usize, to: usize| match (ranks[from], ranks[to]) {
        _ if from == to => Way::Loop,
        (a, b) if b == a + 1 => Way::Next,
        (a, b) if b > a => Way::Above,
        (a, b) if b == a => Way::Within,
        _ => Way::Below,
    };
    let labels: Vec<Vec<String>> = drawing.edges.iter().map(|e| broken(&e.label)).collect();
    let width_of = |i: usize| labels[i].iter().map(|l| l.chars().count()).max().unwrap_or(0) as f64 * CHARACTER;
    // The space to the right of each column holds the labels of edges that start there.
    let mut gaps = vec![60.0f64; columns];
    let mut margin = 40.0f64;
    for (i, edge) in drawing.edges.iter().enumerate() {
        match way(edge.from, edge.to) {
            Way::Next => gaps[ranks[edge.from]] = gaps[ranks[edge.from]].max(width_of(i) + 50.0),
            Way::Loop => {
                // Half of the label hangs over on each side.
                let half = width_of(i) / 2.0 - RADIUS + 12.0;
                gaps[ranks[edge.from]] = gaps[ranks[edge.from]].max(2.0 * half);
                margin = margin.max(half + 12.0);
            }
            Way::Within => gaps[ranks[edge.from]] = gaps[ranks[edge.from]].max(width_of(i) + 60.0),
            Way::Above | Way::Below => {}
        }
    }
    let mut x = vec![margin + RADIUS + 26.0];
    for gap in &gaps[..columns - 1] {
        let last = x[x.len() - 1];
        x.push(last + 2.0 * RADIUS + gap);
    }
    let above = drawing.edges.iter().filter(|e| way(e.from, e.to) == Way::Above).count() as f64;
    let below = drawing.edges.iter().filter(|e| way(e.from, e.to) == Way::Below).count() as f64;
    let loops = drawing.edges.iter().enumerate().filter(|(_, e)| e.from == e.to).map(|(i, _)| labels[i].len()).max();
    let top = 30.0 + loops.map_or(0.0, |lines| 34.0 + lines as f64 * LINE) + above * LANE + RADIUS;
    let mut used = vec![0.0; columns];
    let nodes: Vec<(f64, f64)> = ranks
        .iter()
        .map(|rank| {
            used[*rank] += 1.0;
            (x[*rank], top + (used[*rank] - 1.0) * ROW)
        })
        .collect();
    let bottom = nodes.iter().map(|n| n.1).fold(0.0, f64::max) + RADIUS;
    let lanes = lanes(drawing, &ranks, |i| way(drawing.edges[i].from, drawing.edges[i].to));
    let loop_top = loops.map_or(0.0, |lines| 34.0 + lines as f64 * LINE);
    let edges = drawing.edges.iter().zip(&labels).enumerate().map(|(i, (edge, lines))| {
        let ((ax, ay), (bx, by)) = (nodes[edge.from], nodes[edge.to]);
        let high = lines.len() as f64 * LINE;
        match way(edge.from, edge.to) {
            Way::Loop => {
                let (y, far) = (ay - RADIUS * 0.9, ay - RADIUS - 38.0);
                let curve = [(ax - 9.0, y), (ax - 18.0, far), (ax + 18.0, far), (ax + 9.0, y)];
                Placed { curve, lines: lines.clone(), label: (ax, ay - RADIUS - 34.0 - high / 2.0) }
            }
            Way::Next => {
                let (start, end) = border((ax, ay), (bx, by));
                let third = (end.0 - start.0) / 3.0;
                let curve = [start, (start.0 + third, start.1), (end.0 - third, end.1), end];
                Placed {
                    curve,
                    lines: lines.clone(),
                    label: ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0 - high / 2.0 - 4.0),
                }
            }
            Way::Within => {
                let bend = ax + RADIUS + 40.0;
                let side = if by > ay { 0.7 * RADIUS } else { -0.7 * RADIUS };
                let curve = [
                    (ax + 0.7 * RADIUS, ay + side),
                    (bend, ay + side),
                    (bend, by - side),
                    (bx + 0.7 * RADIUS, by - side),
                ];
                let text = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0) as f64 * CHARACTER / 2.0;
                Placed { curve, lines: lines.clone(), label: (bend + text - 4.0, (ay + by) / 2.0) }
            }
            kind => {
                // What goes on to the right leaves and arrives beside the loops.
                let (level, side, shift) = match kind {
                    Way::Above => (top - RADIUS + 8.0 - loop_top - lanes[i] * LANE, -0.6 * RADIUS, 0.8 * RADIUS),
                    _ => (bottom + 4.0 + lanes[i] * LANE, 0.8 * RADIUS, -0.5 * RADIUS),
                };
                // A cubic with both control points on one height reaches three quarters of the way.
                let reach = |y: f64| y + (level - y) * 4.0 / 3.0;
                let (start, end) = ((ax + shift, ay + side), (bx - shift, by + side));
                let curve = [start, (start.0, reach(start.1)), (end.0, reach(end.1)), end];
                Placed {
                    curve,
                    lines: lines.clone(),
                    label: ((ax + bx) / 2.0, level + if side > 0.0 { 2.0 } else { -2.0 }),
                }
            }
        }
    });
    let edges: Vec<Placed> = edges.collect();
    let right = edges.iter().flat_map(|e| {
        let half = e.lines.iter().map(|l| l.chars().count()).max().unwrap_or(0) as f64 * CHARACTER / 2.0;
        [e.label.0 + half, e.curve[1].0, e.curve[2].0]
    });
    let width = nodes.iter().map(|n| n.0 + RADIUS).chain(right).fold(0.0, f64::max) + 30.0;
    Layout { nodes, edges, width, height: bottom + 30.0 + (below + 0.5) * LANE }
}

/// The lane of each edge above or below, from 1: the shorter the nearer.
fn lanes(drawing: &Drawing, ranks: &[usize], way: impl Fn(usize) -> Way) -> Vec<f64> {
    let mut lanes = vec![0.0; drawing.edges.len()];
    for kind in [Way::Above, Way::Below] {
        let mut list: Vec<usize> = (0..lanes.len()).filter(|i| way(*i) == kind).collect();
        list.sort_by_key(|i| ranks[drawing.edges[*i].from].abs_diff(ranks[drawing.edges[*i].to]));
        for (lane, i) in list.into_iter().enumerate() {
            lanes[i] = lane as f64 + 1.0;
        }
    }
    lanes
}

/// The column of each node: the longest way from the start along edges that do not lead back.
fn ranks(drawing: &Drawing) -> Vec<usize> {
    let n = drawing.nodes.len();
    let targets = |node: usize| drawing.edges.iter().filter(move |e| e.from == node && e.to != node).map(|e| e.to);
    // Depth first; nodes are listed when all that they lead to is.
    let (mut seen, mut open, mut finished, mut forward) = (vec![false; n], vec![false; n], Vec::new(), Vec::new());
    for root in 0..n {
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.pop() {
            if next == 0 && std::mem::replace(&mut seen[node], true) {
                continue;
            }
            open[node] = true;
            match targets(node).nth(next) {
                Some(to) => {
                    path.push((node, next + 1));
                    if !open[to] {
                        forward.push((node, to));
                        path.push((to, 0));
                    }
                }
                None => {
                    open[node] = false;
                    finished.push(node);
                }
            }
        }
    }
    let mut ranks = vec![0; n];
    for node in finished.into_iter().rev() {
        for (_, to) in forward.iter().filter(|(from, _)| *from == node) {
            ranks[*to] = ranks[*to].max(ranks[node] + 1);
        }
    }
    ranks
}

/// Where the line between two nodes leaves the one and meets the other.
fn border(a: (f64, f64), b: (f64, f64)) -> ((f64, f64), (f64, f64)) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length * RADIUS, dy / length * RADIUS);
    ((a.0 + ux, a.1 + uy), (b.0 - ux, b.1 - uy))
}

/// A label in lines that are not too wide.
fn broken(label: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in label.split(" || ") {
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.chars().count() + 4 <= WIDEST => {
                *line = format!("{line} || {part}")
            }
            Some(line) => {
                line.push_str(" ||");
                lines.push(part.to_string());
            }
            None => lines.push(part.to_string()),
        }
    }
    lines
}
