//! The control-flow graph of a process: points, and edges that carry statements.
//!
//! Options of nested choices lie at one point, as in the checker. A jump costs no edge, except as the first statement
//! of an option. A `d_step` is one edge. Statements are numbered in the order of [`visit`](super::visit).

use super::facts::{Context, Facts};
use super::objects::Object;
use super::visit::{self, StmtId};
use promela::ast::{Expr, ForRange, Proctype, Sequence, Stmt, StmtKind};
use promela::index;
use std::collections::HashMap;

index! {
    /// A control point of a process.
    Point, "point"
}

/// A step from one point to another.
#[derive(Clone, Debug)]
pub struct Edge {
    pub from: Point,
    pub to: Point,
    pub stmt: StmtId,
    pub kind: EdgeKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// Always possible.
    Free,
    /// May have to wait.
    Waits,
    /// Possible when no other step of its point is.
    Else,
}

/// What holds at a point.
#[derive(Clone, Copy, Default, Debug)]
pub struct PointFlags {
    /// The process has exclusive control.
    pub atomic: bool,
    /// Its decisions are always kept, and it lies in no bubble.
    pub strict: bool,
    /// The head of a loop, or where a jump goes.
    pub head: bool,
}

/// The graph of a process.
#[derive(Debug, Default)]
pub struct Graph {
    pub places: Vec<PointFlags>,
    pub edges: Vec<Edge>,
    /// The edges that leave each point.
    pub outs: Vec<Vec<u32>>,
    pub start: Option<Point>,
    pub end: Option<Point>,
    /// The points that carry a label, by its key; the second point is where a labelled guard leads.
    pub labels: HashMap<String, Vec<Point>>,
    /// The conditions of edges that are plain expressions, for complements.
    pub conditions: HashMap<StmtId, Expr>,
    /// Where the process is after a compound statement.
    pub exits: HashMap<StmtId, Point>,
    /// The statements of each d_step.
    pub inside: HashMap<StmtId, Vec<StmtId>>,
    /// Numbers of the statements: from, and beyond the last.
    pub first: u32,
    pub last: u32,
}

/// Facts of all statements, in order, with the place of each.
#[derive(Debug, Default)]
pub struct Statements {
    pub facts: Vec<Facts>,
    pub spans: Vec<promela::source::Span>,
    pub texts: Vec<String>,
    /// It must be kept, whatever the property: what it means cannot be told.
    pub rigid: Vec<StmtId>,
}

struct Builder<'a, 'b> {
    context: Context<'a>,
    all: &'b mut Statements,
    graph: Graph,
    epsilon: Vec<Vec<Point>>,
    loops: Vec<Point>,
    jumps: Vec<(Point, String, Option<StmtId>)>,
    /// No statement yet.
    at_start: bool,
}

/// Builds the graph of a process.
pub fn build(p: &Proctype, context: Context, all: &mut Statements) -> Graph {
    let mut b = Builder {
        context,
        graph: Graph { first: all.facts.len() as u32, ..Graph::default() },
        all: &mut *all,
        epsilon: Vec::new(),
        loops: Vec::new(),
        jumps: Vec::new(),
        at_start: true,
    };
    let (start, end) = (b.point(), b.point());
    b.graph.start = Some(start);
    b.graph.end = Some(end);
    b.sequence(&p.body, start, end, Position::Inner);
    let graph = b.finish();
    if p.deterministic {
        // Two options that are possible at once are an error: all guards stay, whatever they are.
        all.rigid.extend((graph.first..graph.last).map(StmtId));
    }
    graph
}

/// Numbers the statements of a claim or trace, which has no graph.
pub fn number(body: &Sequence, all: &mut Statements) {
    visit::sequence(body, &mut |s| {
        all.facts.push(Facts::default());
        all.spans.push(s.span);
        all.texts.push(String::new());
    });
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// First in an option.
    Guard,
    Inner,
}

impl Builder<'_, '_> {
    fn point(&mut self) -> Point {
        self.graph.places.push(PointFlags::default());
        self.epsilon.push(Vec::new());
        Point(self.graph.places.len() as u32 - 1)
    }

    fn place(&mut self, p: Point) -> &mut PointFlags {
        &mut self.graph.places[p.0 as usize]
    }

    fn go(&mut self, from: Point, to: Point) {
        self.epsilon[from.0 as usize].push(to);
    }

    fn edge(&mut self, from: Point, to: Point, stmt: StmtId, kind: EdgeKind) {
        self.graph.edges.push(Edge { from, to, stmt, kind });
    }

    fn id(&mut self, s: &Stmt, facts: Facts) -> StmtId {
        self.all.facts.push(facts);
        self.all.spans.push(s.span);
        self.all.texts.push(text(s));
        StmtId(self.all.facts.len() as u32 - 1)
    }

    fn sequence(&mut self, seq: &Sequence, entry: Point, exit: Point, position: Position) {
        let mut at = entry;
        let mut position = position;
        for s in &seq.steps {
            let next = self.point();
            if self.stmt(s, at, next, position) {
                at = next;
                position = Position::Inner;
            }
        }
        self.go(at, exit);
    }

    /// Adds a statement. False if it is no step.
    fn stmt(&mut self, s: &Stmt, at: Point, next: Point, position: Position) -> bool {
        let context = self.context;
        match &s.kind {
            StmtKind::Decl(d) => {
                let mut facts = Facts { is_decl: true, ..Facts::default() };
                for v in &d.vars {
                    let f = context.declared(v);
                    facts.sets.extend(f.sets);
                    facts.reads.extend(f.reads);
                    if let Some(because) = f.fails {
                        facts.fails.get_or_insert_default().extend(because);
                    }
                }
                let id = self.id(s, facts);
                if !self.at_start {
                    self.edge(at, next, id, EdgeKind::Free);
                }
                return !self.at_start;
            }
            StmtKind::Exclusive { .. } => {
                self.id(s, Facts::default());
                return false;
            }
            _ => {}
        }
        self.at_start = false;
        for l in &s.labels {
            let mut points = vec![at];
            if position == Position::Guard {
                points.push(next);
                self.place(at).strict = true;
            }
            self.graph.labels.insert(l.name.clone(), points);
        }
        let facts = context.facts(s);
        let waits = facts.waits.is_some();
        let is_else = facts.is_else;
        let endless = facts.endless;
        let id = self.id(s, facts);
        if matches!(s.kind, StmtKind::If(_) | StmtKind::Do(_) | StmtKind::For { .. }) {
            self.graph.exits.insert(id, next);
        }
        match &s.kind {
            StmtKind::If(options) => {
                for o in options {
                    self.sequence(o, at, next, Position::Guard);
                }
            }
            StmtKind::Do(options) => {
                let head = self.point();
                self.place(head).head = true;
                self.go(at, head);
                self.loops.push(next);
                for o in options {
                    self.sequence(o, head, head, Position::Guard);
                }
                self.loops.pop();
            }
            StmtKind::For { range, body, .. } => {
                let (head, inside, after) = (self.point(), self.point(), self.point());
                self.place(head).head = true;
                self.edge(at, head, id, EdgeKind::Free);
                self.edge(head, inside, id, EdgeKind::Waits);
                self.loops.push(next);
                self.sequence(body, inside, after, Position::Inner);
                self.loops.pop();
                self.edge(after, head, id, EdgeKind::Free);
                self.edge(head, next, id, EdgeKind::Else);
                if let ForRange::In(_) = range {
                    self.all.rigid.push(id);
                }
            }
            StmtKind::Atomic(b) => {
                let first = self.graph.places.len();
                self.sequence(b, at, next, position);
                self.graph.places[first..].iter_mut().for_each(|p| p.atomic = true);
            }
            StmtKind::Block(b) => self.sequence(b, at, next, position),
            StmtKind::DStep(b) => self.d_step(b, id, at, next),
            StmtKind::Unless(main, escape) => {
                let first = self.graph.places.len();
                self.stmt(main, at, next, Position::Inner);
                let beyond = self.graph.places.len();
                let e = self.point();
                self.stmt(escape, e, next, Position::Inner);
                for p in first..beyond {
                    self.go(Point(p as u32), e);
                }
                self.go(at, e);
                self.place(at).strict = true;
                self.graph.places[first..].iter_mut().for_each(|p| p.strict = true);
            }
            StmtKind::Break => {
                if let Some(&exit) = self.loops.last() {
                    match position {
                        Position::Guard => self.edge(at, exit, id, EdgeKind::Free),
                        Position::Inner => self.go(at, exit),
                    }
                }
            }
            StmtKind::Goto(l) => {
                let step = (position == Position::Guard).then_some(id);
                self.jumps.push((at, l.name.clone(), step));
            }
            _ => {
                if let StmtKind::Expr(e) = &s.kind {
                    self.graph.conditions.insert(id, e.clone());
                }
                let kind = match (is_else, waits) {
                    (true, _) => EdgeKind::Else,
                    (false, true) => EdgeKind::Waits,
                    (false, false) => EdgeKind::Free,
                };
                self.edge(at, next, id, kind);
                if endless {
                    self.edge(at, at, id, EdgeKind::Free);
                }
            }
        }
        true
    }

    /// One edge; inside, everything but its first statement must not block.
    fn d_step(&mut self, body: &Sequence, id: StmtId, at: Point, next: Point) {
        let first = self.all.facts.len() as u32;
        let mut conditions = Vec::new();
        let mut rigid = false;
        visit::sequence(body, &mut |s| {
            let mut facts = self.context.facts(s);
            match &s.kind {
                StmtKind::Decl(d) => d.vars.iter().for_each(|v| {
                    facts.is_decl = true;
                    let f = self.context.declared(v);
                    facts.sets.extend(f.sets);
                    facts.reads.extend(f.reads);
                }),
                StmtKind::Expr(e) => conditions.push((StmtId(self.all.facts.len() as u32), e.clone())),
                StmtKind::Goto(_) | StmtKind::Do(_) | StmtKind::For { .. } | StmtKind::Select { .. } => rigid = true,
                StmtKind::Unless(..) | StmtKind::Send { .. } | StmtKind::Receive { .. } => rigid = true,
                _ => {}
            }
            rigid |= !s.labels.is_empty();
            self.id(s, facts);
        });
        let last = self.all.facts.len() as u32;
        rigid |= may_block_inside(body, &self.context);
        if rigid {
            self.all.rigid.push(id);
        }
        self.graph.inside.insert(id, (first..last).map(StmtId).collect());
        let waits = first_may_block(body, &self.context);
        if waits {
            self.all.facts[id.0 as usize].waits = Some(Vec::new());
        }
        self.edge(at, next, id, if waits { EdgeKind::Waits } else { EdgeKind::Free });
        visit::sequence(body, &mut |s| {
            for l in &s.labels {
                self.graph.labels.insert(l.name.clone(), vec![at]);
            }
            if let StmtKind::Goto(l) = &s.kind {
                let between = self.point();
                self.edge(at, between, id, EdgeKind::Free);
                self.jumps.push((between, l.name.clone(), None));
            }
        });
    }

    fn finish(mut self) -> Graph {
        for (at, key, step) in std::mem::take(&mut self.jumps) {
            let Some(target) = self.graph.labels.get(&key).map(|list| list[0]) else { continue };
            self.place(target).head = true;
            match step {
                Some(id) => self.edge(at, target, id, EdgeKind::Free),
                None => self.go(at, target),
            }
        }
        // A point that only goes on to another one is that point.
        let mut has_edge = vec![false; self.graph.places.len()];
        self.graph.edges.iter().for_each(|e| has_edge[e.from.0 as usize] = true);
        let alias: Vec<Point> = (0..self.graph.places.len() as u32)
            .map(|p| {
                let mut at = p as usize;
                for _ in 0..self.epsilon.len() {
                    match &self.epsilon[at][..] {
                        [one] if !has_edge[at] && one.0 as usize != at => at = one.0 as usize,
                        _ => break,
                    }
                }
                Point(at as u32)
            })
            .collect();
        for (p, a) in alias.iter().enumerate() {
            let PointFlags { strict, head, .. } = self.graph.places[p];
            let place = &mut self.graph.places[a.0 as usize];
            place.strict |= strict;
            place.head |= head;
        }
        let to = |p: Point| alias[p.0 as usize];
        self.graph.edges.iter_mut().for_each(|e| e.to = to(e.to));
        self.graph.exits.values_mut().for_each(|p| *p = to(*p));
        self.graph.labels.values_mut().flatten().for_each(|p| *p = to(*p));
        self.graph.start = self.graph.start.map(to);
        self.graph.end = self.graph.end.map(to);
        self.graph.outs = closure(&self.graph, &self.epsilon);
        self.graph.last = self.all.facts.len() as u32;
        self.graph
    }
}

/// The edges that leave each point, those of the points it goes on to included.
fn closure(graph: &Graph, epsilon: &[Vec<Point>]) -> Vec<Vec<u32>> {
    let mut own = vec![Vec::new(); graph.places.len()];
    for (i, e) in graph.edges.iter().enumerate() {
        own[e.from.0 as usize].push(i as u32);
    }
    (0..graph.places.len())
        .map(|p| {
            if epsilon[p].is_empty() {
                return own[p].clone();
            }
            let mut seen = vec![p];
            let mut next = 0;
            let mut list = Vec::new();
            while let Some(&q) = seen.get(next) {
                next += 1;
                list.extend(&own[q]);
                for r in &epsilon[q] {
                    if !seen.contains(&(r.0 as usize)) {
                        seen.push(r.0 as usize);
                    }
                }
            }
            list
        })
        .collect()
}

/// The first statement of a sequence may have to wait.
fn first_may_block(seq: &Sequence, context: &Context) -> bool {
    let first = seq.steps.iter().find(|s| !matches!(s.kind, StmtKind::Decl(_) | StmtKind::Exclusive { .. }));
    first.is_some_and(|s| may_block(s, context))
}

fn may_block(s: &Stmt, context: &Context) -> bool {
    match &s.kind {
        StmtKind::If(options) | StmtKind::Do(options) => {
            !options.iter().any(|o| o.steps.first().is_some_and(|s| matches!(s.kind, StmtKind::Else)))
                && options.iter().all(|o| first_may_block(o, context))
        }
        StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => first_may_block(b, context),
        StmtKind::Unless(..) => true,
        StmtKind::For { .. } | StmtKind::Select { .. } | StmtKind::Else => false,
        _ => context.facts(s).waits.is_some(),
    }
}

/// Some statement after the first may have to wait.
fn may_block_inside(seq: &Sequence, context: &Context) -> bool {
    let mut steps = seq.steps.iter().filter(|s| !matches!(s.kind, StmtKind::Decl(_) | StmtKind::Exclusive { .. }));
    let inner = |s: &Stmt| match &s.kind {
        StmtKind::If(options) | StmtKind::Do(options) => options.iter().any(|o| may_block_inside(o, context)),
        StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) | StmtKind::For { body: b, .. } => {
            may_block_inside(b, context)
        }
        _ => false,
    };
    steps.next().is_some_and(inner) || steps.any(|s| may_block(s, context) || inner(s))
}

/// A statement in one line; of a compound one its kind.
pub fn text(s: &Stmt) -> String {
    let kind = match &s.kind {
        StmtKind::If(_) => "if … fi",
        StmtKind::Do(_) => "do … od",
        StmtKind::For { .. } => "for … { … }",
        StmtKind::Atomic(_) => "atomic { … }",
        StmtKind::DStep(_) => "d_step { … }",
        StmtKind::Block(_) => "{ … }",
        StmtKind::Unless(..) => "… unless …",
        _ => {
            let mut s = s.clone();
            s.labels.clear();
            super::names::restore_stmt(&mut s);
            return promela::print_stmt(&s);
        }
    };
    kind.to_string()
}

impl Graph {
    pub fn edges_of(&self, p: Point) -> impl Iterator<Item = &Edge> {
        self.outs[p.0 as usize].iter().map(|&e| &self.edges[e as usize])
    }

    /// Adds what it means to come to and to leave each label.
    pub fn note_labels(&self, wanted: &dyn Fn(&str) -> Option<Object>, all: &mut Statements) {
        for (key, points) in &self.labels {
            let Some(object) = wanted(key) else { continue };
            for e in &self.edges {
                let leaves = points.iter().any(|p| {
                    e.from == *p || self.outs[p.0 as usize].iter().any(|&o| std::ptr::eq(&self.edges[o as usize], e))
                });
                if leaves || points.contains(&e.to) {
                    all.facts[e.stmt.0 as usize].sets.push((object, Vec::new()));
                }
            }
        }
    }
}
