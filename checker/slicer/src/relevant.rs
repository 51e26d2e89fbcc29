//! The fixed point: which statements are kept, and which objects their values depend on (the notes, section 5.1).
//!
//! A statement that sets something relevant is kept; what it is made from is relevant. A decision that a kept statement
//! depends on is kept whole; what it reads is relevant. The rest does not matter. Every step remembers its cause, for
//! `--why`.

use super::bubble::Bubble;
use super::graph::{EdgeKind, Graph, Statements};
use super::objects::Object;
use super::property::Waiting;
use super::reach::Reach;
use super::visit::StmtId;
use std::collections::{HashMap, HashSet, VecDeque};

/// Why a statement is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It is part of the property, or must stay for the reason given.
    For(&'static str),
    /// It sets this.
    Sets(Object),
    /// It decides whether this other statement is reached.
    Decides(StmtId),
    /// It starts the process that this statement is in.
    Starts(StmtId),
    /// It stands in the same `d_step`.
    With(StmtId),
}

/// Why an object is relevant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Matters {
    Property,
    ReadBy(StmtId),
    /// The `provided` clause of a process that matters.
    Provided(String),
}

/// A process as the fixed point sees it.
pub struct Process {
    pub name: String,
    pub graph: Graph,
    pub bubbles: Vec<Bubble>,
    /// All its decisions are kept.
    pub strict: bool,
    /// What its `provided` clause reads.
    pub provided: Vec<Object>,
    /// It is needed even if nothing in it is kept.
    pub needed: bool,
}

/// The result.
#[derive(Debug)]
pub struct Relevance {
    pub kept: Vec<Option<Kept>>,
    pub matters: Vec<Option<Matters>>,
    /// From this statement a kept one can be reached, or it is one; only for statements with steps.
    pub alive: Vec<bool>,
    /// From the place after this compound statement a kept one can be reached.
    pub alive_after: Vec<bool>,
}

impl Relevance {
    pub fn is_kept(&self, s: StmtId) -> bool {
        self.kept[s.0 as usize].is_some()
    }

    pub fn is_relevant(&self, o: Object) -> bool {
        self.matters[o.0 as usize].is_some()
    }
}

/// What begins the search.
#[derive(Default)]
pub struct Criteria {
    pub objects: Vec<Object>,
    pub statements: Vec<(StmtId, &'static str)>,
}

/// Computes the fixed point. `locals` has the process of each object that no other process can see.
pub fn find(
    processes: &[Process],
    all: &Statements,
    locals: Vec<Option<usize>>,
    criteria: &Criteria,
    waiting: Waiting,
) -> Relevance {
    let mut search = Search::new(processes, all, locals, waiting);
    for &o in &criteria.objects {
        search.want(o, Matters::Property);
    }
    for &(s, why) in &criteria.statements {
        search.keep(s, Kept::For(why));
    }
    for (i, p) in processes.iter().enumerate() {
        if p.needed {
            search.need(i, None);
        }
    }
    loop {
        search.drain();
        if !search.decide() {
            break;
        }
    }
    let (alive, alive_after) = search.alive();
    Relevance { kept: search.kept, matters: search.matters, alive, alive_after }
}

struct Search<'a> {
    processes: &'a [Process],
    all: &'a Statements,
    waiting: Waiting,
    kept: Vec<Option<Kept>>,
    matters: Vec<Option<Matters>>,
    /// Which statements set an object, and which part of them does.
    setters: Vec<Vec<(StmtId, usize)>>,
    /// The d_step that a statement is in.
    d_steps: HashMap<StmtId, (StmtId, &'a [StmtId])>,
    owner: Vec<Option<usize>>,
    needed: Vec<bool>,
    starters: HashMap<&'a str, Vec<StmtId>>,
    rigid: Vec<bool>,
    new_objects: VecDeque<Object>,
    new_statements: VecDeque<StmtId>,
    /// Locals that are read by a statement of their own process.
    new_reads: VecDeque<(Object, StmtId)>,
    known_reads: HashSet<(Object, StmtId)>,
    locals: Vec<Option<usize>>,
    /// All that set it are kept.
    whole: Vec<bool>,
    reach: Vec<Reach>,
    /// Points from which a cycle can be reached, by process.
    before_cycle: Vec<Vec<bool>>,
    preds: Vec<Vec<Vec<u32>>>,
}

impl<'a> Search<'a> {
    fn new(processes: &'a [Process], all: &'a Statements, locals: Vec<Option<usize>>, waiting: Waiting) -> Search<'a> {
        let objects = locals.len();
        let mut setters = vec![Vec::new(); objects];
        let mut starters: HashMap<&str, Vec<StmtId>> = HashMap::new();
        for (i, f) in all.facts.iter().enumerate() {
            for (part, (o, _)) in f.sets.iter().enumerate() {
                setters[o.0 as usize].push((StmtId(i as u32), part));
            }
            for p in &f.starts {
                starters.entry(p).or_default().push(StmtId(i as u32));
            }
        }
        let mut owner = vec![None; all.facts.len()];
        let mut d_steps = HashMap::new();
        for (i, p) in processes.iter().enumerate() {
            owner[p.graph.first as usize..p.graph.last as usize].fill(Some(i));
            for (&d, inside) in &p.graph.inside {
                for &s in inside {
                    d_steps.insert(s, (d, &inside[..]));
                }
                d_steps.insert(d, (d, &inside[..]));
            }
        }
        let mut rigid = vec![false; all.facts.len()];
        all.rigid.iter().for_each(|s| rigid[s.0 as usize] = true);
        let preds: Vec<Vec<Vec<u32>>> = processes.iter().map(|p| predecessors(&p.graph)).collect();
        let before_cycle = processes
            .iter()
            .zip(&preds)
            .map(|(p, preds)| {
                let cyclic = on_cycles(&p.graph);
                backwards(preds, cyclic)
            })
            .collect();
        Search {
            processes,
            all,
            waiting,
            kept: vec![None; all.facts.len()],
            matters: vec![None; objects],
            setters,
            d_steps,
            owner,
            needed: vec![false; processes.len()],
            starters,
            rigid,
            new_objects: VecDeque::new(),
            new_statements: VecDeque::new(),
            new_reads: VecDeque::new(),
            known_reads: HashSet::new(),
            locals,
            whole: vec![false; objects],
            reach: processes.iter().map(|p| Reach::of(&p.graph)).collect(),
            before_cycle,
            preds,
        }
    }

    fn want(&mut self, o: Object, why: Matters) {
        let at = o.0 as usize;
        if self.whole[at] {
            return;
        }
        match why {
            Matters::ReadBy(s) if self.locals[at].is_some() && self.locals[at] == self.owner[s.0 as usize] => {
                if self.known_reads.insert((o, s)) {
                    self.new_reads.push_back((o, s));
                }
            }
            _ => {
                self.whole[at] = true;
                self.new_objects.push_back(o);
            }
        }
        self.matters[at].get_or_insert(why);
    }

    fn keep(&mut self, s: StmtId, why: Kept) {
        if self.kept[s.0 as usize].is_none() {
            self.kept[s.0 as usize] = Some(why);
            self.new_statements.push_back(s);
        }
    }

    fn need(&mut self, process: usize, because: Option<StmtId>) {
        if std::mem::replace(&mut self.needed[process], true) {
            return;
        }
        let p = &self.processes[process];
        for o in p.provided.clone() {
            self.want(o, Matters::Provided(p.name.clone()));
        }
        for s in self.starters.get(p.name.as_str()).cloned().unwrap_or_default() {
            let why = because.map_or(Kept::For("the process it starts may run for ever"), Kept::Starts);
            self.keep(s, why);
        }
    }

    fn drain(&mut self) {
        loop {
            if let Some(o) = self.new_objects.pop_front() {
                for (s, part) in std::mem::take(&mut self.setters[o.0 as usize]) {
                    self.keep_setter(o, s, part);
                }
            } else if let Some((o, reader)) = self.new_reads.pop_front() {
                self.read(o, reader);
            } else if let Some(s) = self.new_statements.pop_front() {
                self.kept_statement(s);
            } else {
                return;
            }
        }
    }

    fn keep_setter(&mut self, o: Object, s: StmtId, part: usize) {
        let all = self.all;
        self.keep(s, Kept::Sets(o));
        for &from in &all.facts[s.0 as usize].sets[part].1 {
            self.want(from, Matters::ReadBy(s));
        }
    }

    /// Keeps what sets a local on the way to a statement that reads it.
    fn read(&mut self, o: Object, reader: StmtId) {
        let Some(process) = self.locals[o.0 as usize].filter(|_| !self.whole[o.0 as usize]) else { return };
        let reach = &self.reach[process];
        let Some(steps) = reach.definitions(&self.processes[process].graph, self.all, o, reader) else {
            return self.want(o, Matters::Property);
        };
        let reaches = |s: &StmtId| !reach.is_step(*s) || self.all.facts[s.0 as usize].is_decl || steps.contains(s);
        let setters: Vec<(StmtId, usize)> =
            self.setters[o.0 as usize].iter().copied().filter(|(s, _)| reaches(s)).collect();
        for (s, part) in setters {
            self.keep_setter(o, s, part);
        }
    }

    fn kept_statement(&mut self, s: StmtId) {
        let all = self.all;
        let facts = &all.facts[s.0 as usize];
        for &o in facts.waits.iter().flatten().chain(facts.fails.iter().flatten()) {
            self.want(o, Matters::ReadBy(s));
        }
        if facts.is_assert || self.rigid[s.0 as usize] {
            for &o in &facts.reads {
                self.want(o, Matters::ReadBy(s));
            }
        }
        if let Some(&(d, inside)) = self.d_steps.get(&s) {
            self.keep(d, Kept::With(s));
            let whole = self.rigid[d.0 as usize];
            for &t in inside {
                let f = &all.facts[t.0 as usize];
                if whole || f.waits.is_some() {
                    self.keep(t, Kept::With(d));
                }
                if whole {
                    for &o in &f.reads {
                        self.want(o, Matters::ReadBy(t));
                    }
                }
            }
        }
        if let Some(p) = self.owner[s.0 as usize] {
            self.need(p, Some(s));
        }
    }

    /// Keeps the decisions that kept statements depend on. False if all were kept already.
    fn decide(&mut self) -> bool {
        let mut found = Vec::new();
        for (i, p) in self.processes.iter().enumerate() {
            let (reaching, because) = self.reaching(i);
            let mut exempt = vec![false; p.graph.places.len()];
            for b in &p.bubbles {
                let relevant = b.edges.iter().any(|&e| self.kept[p.graph.edges[e as usize].stmt.0 as usize].is_some());
                exempt[b.entry.0 as usize] = !relevant && !p.strict;
            }
            for point in 0..p.graph.places.len() {
                let place = p.graph.places[point];
                let decides = reaching[point]
                    || p.strict
                    || place.strict
                    || place.atomic
                    || match self.waiting {
                        Waiting::Unseen => false,
                        Waiting::Cycles => self.before_cycle[i][point],
                        Waiting::Seen => true,
                    };
                if !decides || exempt[point] {
                    continue;
                }
                for &e in &p.graph.outs[point] {
                    let edge = &p.graph.edges[e as usize];
                    if edge.kind != EdgeKind::Free && self.kept[edge.stmt.0 as usize].is_none() {
                        let why = match because[point] {
                            Some(s) if reaching[point] => Kept::Decides(s),
                            _ => Kept::For("whether it waits can be seen"),
                        };
                        found.push((edge.stmt, why));
                    }
                }
            }
        }
        let any = !found.is_empty();
        for (s, why) in found {
            self.keep(s, why);
        }
        any
    }

    /// The points of a process from which a kept statement can be reached, and one such statement.
    fn reaching(&self, process: usize) -> (Vec<bool>, Vec<Option<StmtId>>) {
        let p = &self.processes[process];
        let n = p.graph.places.len();
        let mut because: Vec<Option<StmtId>> = vec![None; n];
        let mut queue = VecDeque::new();
        for (point, because) in because.iter_mut().enumerate() {
            let mut edges = p.graph.outs[point].iter().map(|&e| &p.graph.edges[e as usize]);
            if let Some(edge) = edges.find(|edge| self.kept[edge.stmt.0 as usize].is_some()) {
                *because = Some(edge.stmt);
                queue.push_back(point);
            }
        }
        while let Some(q) = queue.pop_front() {
            for &r in &self.preds[process][q] {
                if because[r as usize].is_none() {
                    because[r as usize] = because[q];
                    queue.push_back(r as usize);
                }
            }
        }
        (because.iter().map(Option::is_some).collect(), because)
    }

    fn alive(&self) -> (Vec<bool>, Vec<bool>) {
        let mut alive: Vec<bool> = self.kept.iter().map(Option::is_some).collect();
        let mut after = vec![false; alive.len()];
        for (i, p) in self.processes.iter().enumerate() {
            let (reaching, _) = self.reaching(i);
            for (point, outs) in p.graph.outs.iter().enumerate() {
                for &e in outs {
                    let edge = &p.graph.edges[e as usize];
                    alive[edge.stmt.0 as usize] |= reaching[point] || reaching[edge.to.0 as usize];
                }
            }
            for (s, exit) in &p.graph.exits {
                after[s.0 as usize] = reaching[exit.0 as usize];
            }
        }
        (alive, after)
    }
}

fn predecessors(graph: &Graph) -> Vec<Vec<u32>> {
    let mut preds = vec![Vec::new(); graph.places.len()];
    for (p, outs) in graph.outs.iter().enumerate() {
        for &e in outs {
            preds[graph.edges[e as usize].to.0 as usize].push(p as u32);
        }
    }
    preds.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    preds
}

fn backwards(preds: &[Vec<u32>], mut marked: Vec<bool>) -> Vec<bool> {
    let mut queue: Vec<usize> = (0..marked.len()).filter(|&p| marked[p]).collect();
    while let Some(q) = queue.pop() {
        for &r in &preds[q] {
            if !std::mem::replace(&mut marked[r as usize], true) {
                queue.push(r as usize);
            }
        }
    }
    marked
}

/// The points that lie on a cycle: those left after points without a way on were taken away again and again do at least
/// reach one.
pub fn on_cycles(graph: &Graph) -> Vec<bool> {
    let n = graph.places.len();
    let preds = predecessors(graph);
    let mut ways: Vec<usize> = (0..n)
        .map(|p| {
            let mut next: Vec<u32> = graph.outs[p].iter().map(|&e| graph.edges[e as usize].to.0).collect();
            next.sort_unstable();
            next.dedup();
            next.len()
        })
        .collect();
    let mut gone: Vec<bool> = ways.iter().map(|&w| w == 0).collect();
    let mut queue: Vec<usize> = (0..n).filter(|&p| gone[p]).collect();
    while let Some(q) = queue.pop() {
        for &r in &preds[q] {
            let r = r as usize;
            ways[r] -= 1;
            if ways[r] == 0 && !gone[r] {
                gone[r] = true;
                queue.push(r);
            }
        }
    }
    gone.into_iter().map(|g| !g).collect()
}
