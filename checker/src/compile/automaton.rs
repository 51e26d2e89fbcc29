//! Flow to automaton: which elements are states, and what can be done in each.
//!
//! Follows Spin in what counts as a step. Jumps and joins are followed until something that is a
//! step of its own; leaving an atomic sequence stops that, because control must be given up
//! somewhere. Then choices are made flat: the options of a selection that stands as the guard of an
//! option are options of the outer one, and each option becomes the transition of its guard.
//! At last the escapes of `unless` are put before everything else.

use super::Compiler;
use super::flow::{El, Flow, Kind, Seq, Status};
use crate::model::{
    Action, Effect, Graph, GraphNode, Guard, NodeId, Position, ProctypeId, Standing, State, StateId, Statement,
    StatementKind, Transition,
};
use promela::finding::Finding;
use promela::source::Span;

/// Following more jumps than this in a row is an endless loop of gotos.
const MAX_JUMPS: u32 = 500;

/// What is known of one state while the automaton is made.
#[derive(Clone, Debug, Default)]
enum Raw {
    #[default]
    None,
    /// A basic step.
    Draft(Draft),
    /// A choice between the steps that begin at these states.
    Choice { options: Vec<u32>, header: Draft },
}

#[derive(Clone, Debug)]
struct Draft {
    guard: Guard,
    effects: Vec<Effect>,
    target: u32,
    atomic: bool,
    receives: bool,
    id: u32,
    statement: u32,
    /// States where escapes begin, the outermost first.
    escapes: Vec<u32>,
    /// The escape that this is the guard of.
    escape: u32,
    is_join: bool,
}

/// The automaton of a body.
pub(super) struct Automaton {
    pub states: Vec<State>,
    pub transitions: Vec<Transition>,
    pub start: StateId,
    pub labels: Vec<(String, StateId)>,
}

struct Maker<'m, 'a> {
    compiler: &'m mut Compiler<'a>,
    flow: Flow,
    raw: Vec<Raw>,
    spans: Vec<Span>,
    done: Vec<bool>,
    proctype: ProctypeId,
}

impl Compiler<'_> {
    pub(super) fn automaton(&mut self, proctype: ProctypeId, flow: Flow) -> Automaton {
        let n = flow.next_state as usize;
        let spans = vec![Span::default(); n];
        let done = vec![false; flow.elements.len()];
        let mut m = Maker { compiler: self, flow, raw: vec![Raw::None; n], spans, done, proctype };
        m.link_loose_ends();
        m.check_jumps();
        let body = m.flow.body.expect("a finished flow has a body");
        m.put_sequence(body);
        m.finish(body)
    }
}

impl Maker<'_, '_> {
    /// The end of a block goes on after the block.
    fn link_loose_ends(&mut self) {
        for i in (0..self.flow.elements.len()).rev() {
            let e = &self.flow.elements[i];
            let (Kind::Atomic(s) | Kind::Block(s) | Kind::DStep(s)) = e.kind else { continue };
            let mut next = e.next;
            while let Some(f) = next
                && matches!(self.flow.el(f).kind, Kind::Join)
                && self.flow.el(f).next.is_some()
            {
                next = self.flow.el(f).next;
            }
            if let (Some(last), Some(next)) = (self.flow.seq(s).last, next)
                && self.flow.el(last).next.is_none()
            {
                self.flow.elements[last.0 as usize].next = Some(next);
            }
        }
    }

    fn check_jumps(&mut self) {
        let mut d_step_jumps = Vec::new();
        let mut unknown = Vec::new();
        for e in &self.flow.elements {
            let Kind::Goto(target) = &e.kind else { continue };
            match self.flow.target(target) {
                None => unknown.push((target.clone(), e.span)),
                Some(t) if self.flow.el(t).d_step != e.d_step && self.flow.el(t).d_step.is_some() => {
                    d_step_jumps.push(e.span);
                }
                Some(t) if e.d_step.is_some() && self.flow.el(t).d_step != e.d_step => {
                    // Leaving is possible only by falling out of the end, as a `break` that is the last statement does.
                    if !matches!(target, super::flow::Target::Exit(_)) {
                        d_step_jumps.push(e.span);
                    }
                }
                Some(_) => {}
            }
        }
        for (target, span) in unknown {
            let super::flow::Target::Label { name, .. } = target else { continue };
            let known = self.flow.labels.iter().map(|l| l.name.as_str());
            let mut f = Finding::error("C080", span, format!("there is no label `{name}`"));
            if let Some(near) = super::names::nearest(&name, known) {
                f = f.help(format!("did you mean `{near}`?"));
            }
            self.compiler.findings.push(f);
        }
        for span in d_step_jumps {
            self.compiler.findings.push(
                Finding::error("C081", span, "a jump into or out of a d_step sequence")
                    .help("use `atomic` instead of `d_step`"),
            );
        }
    }

    /// The element at which a step that leads to `e` ends.
    fn hunt(&mut self, e: El, status: Status) -> El {
        let mut at = e;
        for _ in 0..MAX_JUMPS {
            let element = self.flow.el(at);
            let next = match &element.kind {
                Kind::Goto(t) => match self.flow.target(t) {
                    Some(g) if g != at => g,
                    _ => return at,
                },
                Kind::Join | Kind::Break => match element.next {
                    Some(n) => n,
                    None => return at,
                },
                Kind::Unless { main, .. } => match self.flow.seq(*main).first {
                    Some(first) => first,
                    None => return at,
                },
                _ => return at,
            };
            if status.atomic && !self.flow.el(next).status.atomic {
                return at;
            }
            at = next;
        }
        let span = self.flow.el(e).span;
        self.compiler.error("C082", span, "an endless loop of jumps".to_string());
        at
    }

    /// The first element of an option or block.
    fn hunt_start(&self, e: El) -> El {
        let mut at = e;
        for _ in 0..MAX_JUMPS {
            let element = self.flow.el(at);
            at = match (&element.kind, element.next) {
                (Kind::Join, Some(n)) => n,
                (Kind::Unless { main, .. }, _) => match self.flow.seq(*main).first {
                    Some(first) => first,
                    None => return at,
                },
                _ => return at,
            };
        }
        at
    }

    fn put_sequence(&mut self, seq: Seq) {
        let (mut at, last) = (self.flow.seq(seq).first, self.flow.seq(seq).last);
        while let Some(e) = at {
            if !std::mem::replace(&mut self.done[e.0 as usize], true) {
                self.put_element(e);
            }
            if Some(e) == last {
                break;
            }
            at = self.flow.el(e).next;
        }
    }

    fn put_element(&mut self, e: El) {
        let element = self.flow.el(e).clone();
        self.spans[element.state as usize] = element.span;
        match element.kind {
            Kind::Unless { main, .. } => self.put_sequence(main),
            Kind::Select { options, is_loop } => {
                let mut starts = Vec::new();
                for &o in &options {
                    let Some(first) = self.flow.seq(o).first else { continue };
                    let g = self.hunt_start(first);
                    let guard = self.flow.el(g);
                    let never = matches!(&guard.kind, Kind::Basic(b) if b.is_false) && guard.escapes.is_empty();
                    if !never {
                        starts.push(guard.state);
                    }
                }
                let text = if is_loop { "DO" } else { "IF" };
                let header = self.header(e, text);
                self.raw[element.state as usize] = Raw::Choice { options: starts, header };
                for o in options {
                    self.put_sequence(o);
                }
            }
            Kind::Atomic(s) | Kind::Block(s) => {
                self.patch_gotos(s);
                let Some(first) = self.flow.seq(s).first else { return };
                let start = self.flow.el(self.hunt_start(first)).state;
                self.close_block(s, e);
                let text = if matches!(element.kind, Kind::Atomic(_)) { "ATOMIC" } else { "sub-sequence" };
                let header = self.header(e, text);
                self.raw[element.state as usize] = Raw::Choice { options: vec![start], header };
                self.put_sequence(s);
            }
            Kind::DStep(s) => {
                self.patch_gotos(s);
                self.close_block(s, e);
                let (graph, receives) = self.d_step(s, element.span);
                let target = element.next.map_or(0, |n| {
                    let g = self.hunt(n, element.status);
                    self.flow.el(g).state
                });
                let text = format!("D_STEP{}", self.compiler.line(element.span));
                let statement = self.statement(e, text, false, StatementKind::DStep);
                let step = Draft {
                    guard: Guard::Always,
                    effects: vec![Effect::DStep(Box::new(graph))],
                    target,
                    atomic: element.status.atomic,
                    receives,
                    id: element.unique,
                    statement,
                    escapes: Vec::new(),
                    escape: 0,
                    is_join: false,
                };
                self.raw[element.state as usize] = Raw::Draft(step);
                self.put_escapes(e);
            }
            _ => self.put_step(e),
        }
    }

    /// A compound statement has no step of its own; if none of its options can ever be taken, it stands for that.
    fn header(&mut self, e: El, text: &str) -> Draft {
        let element = self.flow.el(e);
        let (id, atomic) = (element.unique, element.status.atomic);
        let statement = self.statement(e, text.to_string(), true, StatementKind::Other);
        Draft {
            guard: Guard::Never,
            effects: Vec::new(),
            target: 0,
            atomic,
            receives: false,
            id,
            statement,
            escapes: Vec::new(),
            escape: 0,
            is_join: false,
        }
    }

    /// The last element of a block goes to what follows the block.
    fn close_block(&mut self, s: Seq, e: El) {
        let next = self.flow.el(e).next;
        if let Some(last) = self.flow.seq(s).last
            && next.is_some()
            && !matches!(self.flow.el(last).kind, Kind::Goto(_))
        {
            self.flow.elements[last.0 as usize].next = next;
        }
    }

    /// Jumps decide whether the atomic chain goes on at their target.
    fn patch_gotos(&mut self, s: Seq) {
        let (mut at, extent) = (self.flow.seq(s).first, self.flow.seq(s).extent);
        while let Some(e) = at {
            match self.flow.el(e).kind.clone() {
                Kind::Goto(t) => {
                    if let Some(g) = self.flow.target(&t) {
                        let there = self.flow.el(g).status;
                        let there = there.atomic || there.last_atomic;
                        let status = &mut self.flow.elements[e.0 as usize].status;
                        if (status.atomic || status.last_atomic) && !there {
                            status.atomic = false;
                            status.last_atomic = true;
                        }
                        if status.last_atomic && there {
                            status.last_atomic = false;
                            status.atomic = true;
                        }
                    }
                }
                Kind::Select { options, .. } => {
                    for o in options {
                        self.patch_gotos(o);
                    }
                }
                Kind::Unless { main, escape } => {
                    self.patch_gotos(main);
                    self.patch_gotos(escape);
                }
                _ => {}
            }
            if Some(e) == extent {
                break;
            }
            at = self.flow.el(e).next;
        }
    }

    fn put_step(&mut self, e: El) {
        let element = self.flow.el(e).clone();
        let destination = match &element.kind {
            Kind::Goto(t) => self.flow.target(t),
            _ => element.next,
        };
        let target = destination.map_or(0, |d| {
            let g = self.hunt(d, element.status);
            self.flow.el(g).state
        });
        let mut receives = false;
        let mut is_join = false;
        let (mut guard, mut effects) = (Guard::Always, Vec::new());
        let (text, silent, kind) = match element.kind {
            Kind::Basic(b) => {
                receives = b.kind == StatementKind::Receive;
                (guard, effects) = (b.guard, b.effects);
                (b.text, b.is_skip, b.kind)
            }
            Kind::Else => {
                guard = Guard::Else;
                ("else".to_string(), false, StatementKind::Other)
            }
            Kind::Goto(super::flow::Target::Label { name, .. }) => (format!("goto {name}"), true, StatementKind::Other),
            Kind::Goto(super::flow::Target::Exit(n)) => (format!("goto :b{n}"), true, StatementKind::Other),
            Kind::Join => {
                is_join = true;
                (".(goto)".to_string(), true, StatementKind::Other)
            }
            Kind::Break => ("break".to_string(), true, StatementKind::Other),
            Kind::End => {
                effects = vec![Effect::End];
                ("-end-".to_string(), false, StatementKind::End)
            }
            _ => return,
        };
        let statement = self.statement(e, text, silent, kind);
        let step = Draft {
            guard,
            effects,
            target,
            atomic: element.status.atomic,
            receives,
            id: element.unique,
            statement,
            escapes: Vec::new(),
            escape: 0,
            is_join,
        };
        self.raw[element.state as usize] = Raw::Draft(step);
        if !is_join {
            self.put_escapes(e);
        }
    }

    fn put_escapes(&mut self, e: El) {
        let element = self.flow.el(e);
        let (state, status, escapes) = (element.state, element.status, element.escapes.clone());
        let mut starts = Vec::new();
        for &s in &escapes {
            if let Some(first) = self.flow.seq(s).first {
                let g = self.hunt(first, status);
                starts.push(self.flow.el(g).state);
            }
        }
        if let Raw::Draft(step) = &mut self.raw[state as usize] {
            step.escapes = starts;
        }
        for s in escapes {
            self.put_sequence(s);
        }
    }

    fn statement(&mut self, e: El, text: String, silent: bool, kind: StatementKind) -> u32 {
        let element = self.flow.el(e);
        let statement = Statement {
            proctype: self.proctype,
            state: StateId(element.state),
            span: element.span,
            text,
            silent,
            kind,
            standing: Standing {
                in_atomic: element.status.atomic || element.status.last_atomic,
                labelled: self.flow.is_labelled(e),
                escapes: !element.escapes.is_empty(),
            },
        };
        self.compiler.statements.push(statement);
        self.compiler.statements.len() as u32 - 1
    }

    fn finish(mut self, body: Seq) -> Automaton {
        let n = self.raw.len();
        let mut marks = Marks::new(n);
        for l in &self.flow.labels {
            let state = self.flow.el(l.element).state as usize;
            marks.end[state] |= l.name.starts_with("end");
            marks.accept[state] |= l.name.starts_with("accept");
            marks.progress[state] |= l.name.starts_with("progress");
        }
        if let Some(last) = self.flow.seq(body).last {
            marks.end[self.flow.el(last).state as usize] = true;
        }
        let mut lists = self.flatten(&mut marks);
        self.add_escapes(&mut lists);
        for (i, list) in lists.iter().enumerate() {
            if let [only] = &list[..]
                && only.is_join
                && marks.end[i]
            {
                marks.end[only.target as usize] = true;
            }
        }
        let first = self.flow.seq(body).first;
        let start = first.map_or(0, |f| {
            let g = self.hunt(f, self.flow.el(f).status);
            self.flow.el(g).state
        });
        let labels =
            self.flow.labels.iter().map(|l| (l.name.clone(), StateId(self.flow.el(l.element).state))).collect();
        self.check(&lists);
        let mut states = Vec::with_capacity(n);
        let mut transitions: Vec<Transition> = Vec::new();
        for (i, list) in lists.into_iter().enumerate() {
            states.push(State {
                first: transitions.len() as u32,
                count: list.len() as u32,
                end: marks.end[i],
                accept: marks.accept[i],
                progress: marks.progress[i],
                span: self.spans[i],
            });
            let repeats: Vec<bool> = (0..list.len()).map(|k| k > 0 && same_receive(&list[k - 1], &list[k])).collect();
            transitions.extend(list.into_iter().zip(repeats).map(|(s, repeats)| Transition {
                guard: s.guard,
                effects: s.effects,
                action: Action::Never,
                target: StateId(s.target),
                atomic: s.atomic,
                receives: s.receives,
                repeats,
                escape: s.escape,
                id: s.id,
                statement: s.statement,
            }));
        }
        Automaton { states, transitions, start: StateId(start), labels }
    }

    /// The transitions of each state, choices made flat.
    fn flatten(&mut self, marks: &mut Marks) -> Vec<Vec<Draft>> {
        let n = self.raw.len();
        // Options that are choices themselves are replaced by their options, until none is.
        loop {
            let mut changed = false;
            for i in 0..n {
                let Raw::Choice { options, .. } = &self.raw[i] else { continue };
                let nested =
                    |o: &u32| matches!(&self.raw[*o as usize], Raw::Choice { options, .. } if !options.is_empty());
                if !options.iter().any(nested) {
                    continue;
                }
                let mut flat = Vec::new();
                for &o in options {
                    match &self.raw[o as usize] {
                        Raw::Choice { options: inner, .. } if !inner.is_empty() && o as usize != i => {
                            for &k in inner {
                                marks.pass(o, k);
                                flat.push(k);
                            }
                        }
                        _ => flat.push(o),
                    }
                }
                if flat.len() > 100_000 {
                    self.compiler.error("C083", self.spans[i], "a choice of more than 100,000 options".to_string());
                    flat.truncate(1);
                }
                changed |= flat != *options;
                if let Raw::Choice { options, .. } = &mut self.raw[i] {
                    *options = flat;
                }
            }
            if !changed {
                break;
            }
        }
        let mut lists: Vec<Vec<Draft>> = Vec::with_capacity(n);
        for raw in &self.raw {
            let mut list = Vec::new();
            match raw {
                Raw::None => {}
                Raw::Draft(s) => list.push(s.clone()),
                Raw::Choice { options, header } if options.is_empty() => list.push(header.clone()),
                Raw::Choice { options, .. } => {
                    for &o in options {
                        let step = match &self.raw[o as usize] {
                            Raw::Draft(s) => s,
                            Raw::Choice { header, .. } => header,
                            Raw::None => continue,
                        };
                        marks.pass(o, step.target);
                        list.push(step.clone());
                    }
                }
            }
            lists.push(list);
        }
        lists
    }

    fn add_escapes(&mut self, lists: &mut [Vec<Draft>]) {
        for i in 0..lists.len() {
            let own = lists[i].clone();
            for step in &own {
                for &p in step.escapes.iter().rev() {
                    let guards = lists[p as usize].clone();
                    for g in guards {
                        if lists[i].iter().any(|t| t.id == g.id) {
                            continue;
                        }
                        lists[i].insert(0, Draft { escape: p, ..g });
                    }
                }
            }
        }
    }

    fn check(&mut self, lists: &[Vec<Draft>]) {
        if self.compiler.procs[self.proctype.0 as usize].is_claim() {
            return;
        }
        for (i, list) in lists.iter().enumerate() {
            let elses: Vec<&Draft> = list.iter().filter(|s| s.guard == Guard::Else).collect();
            if elses.len() > 1 {
                let span = self.compiler.statements[elses[1].statement as usize].span;
                self.compiler.findings.push(
                    Finding::error("C084", span, "two `else` in one choice")
                        .label("this one and another are options of the same state")
                        .help(
                            "an option that begins with `if` or `do` adds its options, `else` too, to the outer \
                             choice: put `skip ->` before it",
                        ),
                );
            }
            for s in list {
                let text = &self.compiler.statements[s.statement as usize].text;
                if s.target as usize == i && s.guard == Guard::Always && s.effects.is_empty() && text == "(1)" {
                    let span = self.compiler.statements[s.statement as usize].span;
                    self.compiler.findings.push(
                        Finding::warning("C085", span, "a step that changes nothing and leads back to itself")
                            .help("Spin refuses this; remove the option or let it do something"),
                    );
                }
            }
        }
    }

    /// The body of a `d_step`, and whether it can begin with a receive.
    fn d_step(&mut self, seq: Seq, span: Span) -> (Graph, bool) {
        let line = self.compiler.line(span);
        let mut maker =
            GraphMaker { flow: &self.flow, nodes: Vec::new(), place: Vec::new(), receives: false, depth: 0 };
        maker.place.resize(maker.flow.elements.len(), None);
        if let Some(first) = self.flow.seq(seq).first {
            let id = self.flow.el(first).d_step;
            maker.run(first, id, Position::First);
        }
        let (nodes, receives, too_deep) = (maker.nodes, maker.receives, maker.depth > MAX_D_STEP_DEPTH);
        if too_deep {
            self.compiler.error("C086", span, format!("a d_step nested deeper than {MAX_D_STEP_DEPTH} levels"));
        }
        (Graph { nodes, line }, receives)
    }
}

/// Whether two steps receive from the same channel. Which one is said without anything that could go wrong in between.
fn same_receive(a: &Draft, b: &Draft) -> bool {
    let channel = |step: &'_ Draft| match (&step.guard, step.effects.first()) {
        (Guard::Always, Some(Effect::Receive { channel, keep: false, .. })) => Some(channel.clone()),
        _ => None,
    };
    channel(a).is_some_and(|c| Some(c) == channel(b))
}

const MAX_D_STEP_DEPTH: u32 = 200;

/// Labels of states, passed on to where they mean something.
struct Marks {
    end: Vec<bool>,
    accept: Vec<bool>,
    progress: Vec<bool>,
}

impl Marks {
    fn new(n: usize) -> Marks {
        Marks { end: vec![false; n], accept: vec![false; n], progress: vec![false; n] }
    }

    /// A label on the guard of an option belongs to the state after the guard.
    fn pass(&mut self, from: u32, to: u32) {
        let (from, to) = (from as usize, to as usize);
        self.end[to] |= self.end[from];
        self.accept[to] |= self.accept[from];
        self.progress[to] |= self.progress[from];
    }
}

/// Where control goes.
#[derive(Clone, Copy)]
enum Exit {
    Node(NodeId),
    Out,
    /// Not known yet: elements that do nothing, on the way to the next node.
    Open,
}

/// Makes the graph of a `d_step` out of the flow.
struct GraphMaker<'f> {
    flow: &'f Flow,
    nodes: Vec<GraphNode>,
    /// Where an element leads: the node that it begins with, or that of what comes after it if it does nothing; or out.
    place: Vec<Option<Exit>>,
    receives: bool,
    depth: u32,
}

impl GraphMaker<'_> {
    /// Makes nodes of the elements from `e` on, until control leaves the `d_step` or joins what is there. Gives the
    /// first of them; none
    /// if control leaves at once.
    fn run(&mut self, e: El, id: Option<u32>, position: Position) -> Option<NodeId> {
        self.depth += 1;
        if self.depth > MAX_D_STEP_DEPTH {
            return None;
        }
        let begin = self.chain(e, id, position);
        if self.depth <= MAX_D_STEP_DEPTH {
            self.depth -= 1;
        }
        begin
    }

    fn chain(&mut self, e: El, id: Option<u32>, mut position: Position) -> Option<NodeId> {
        let mut begin = None;
        let mut last: Option<NodeId> = None;
        // Elements that do nothing, since the last node.
        let mut passed: Vec<El> = Vec::new();
        let mut at = Some(e);
        while let Some(e) = at {
            let element = self.flow.el(e);
            if element.d_step != id || !element.status.d_step {
                break;
            }
            match self.place[e.0 as usize] {
                None => {}
                Some(Exit::Out) => break,
                Some(Exit::Node(node)) => {
                    self.lead(&passed, Exit::Node(node));
                    self.link(&mut begin, last, node);
                    return begin;
                }
                Some(Exit::Open) => {
                    // A loop of jumps without a statement.
                    let itself = NodeId(self.nodes.len() as u32);
                    self.step(Guard::Always, Vec::new(), Position::Inner, Some(itself));
                    self.lead(&passed, Exit::Node(itself));
                    self.link(&mut begin, last, itself);
                    return begin;
                }
            }
            let next = match &element.kind {
                Kind::Goto(t) => self.flow.target(t),
                Kind::Join | Kind::Break => element.next,
                Kind::Block(s) | Kind::Atomic(s) | Kind::DStep(s) => self.flow.seq(*s).first,
                Kind::Unless { main, .. } => self.flow.seq(*main).first,
                Kind::End => break,
                Kind::Basic(_) | Kind::Else => {
                    let node = self.statement(&element.kind, position);
                    self.place[e.0 as usize] = Some(Exit::Node(node));
                    self.lead(&passed, Exit::Node(node));
                    passed.clear();
                    self.link(&mut begin, last, node);
                    last = Some(node);
                    position = Position::Inner;
                    at = element.next;
                    continue;
                }
                Kind::Select { options, .. } => {
                    let node = NodeId(self.nodes.len() as u32);
                    self.nodes.push(GraphNode::Choice { options: Vec::new(), position });
                    self.place[e.0 as usize] = Some(Exit::Node(node));
                    self.lead(&passed, Exit::Node(node));
                    self.link(&mut begin, last, node);
                    for &o in options {
                        let Some(first) = self.flow.seq(o).first else { continue };
                        let option = self.run(first, id, Position::Option);
                        if let (Some(option), GraphNode::Choice { options, .. }) =
                            (option, &mut self.nodes[node.index()])
                        {
                            options.push(option);
                        }
                    }
                    return begin;
                }
            };
            self.place[e.0 as usize] = Some(Exit::Open);
            passed.push(e);
            at = next;
        }
        self.lead(&passed, Exit::Out);
        self.leave(begin, position)
    }

    /// Elements that do nothing lead there.
    fn lead(&mut self, passed: &[El], way: Exit) {
        for e in passed {
            self.place[e.0 as usize] = Some(way);
        }
    }

    fn statement(&mut self, kind: &Kind, position: Position) -> NodeId {
        match kind {
            Kind::Basic(b) => {
                self.receives |= position != Position::Inner && b.kind == StatementKind::Receive;
                self.step(b.guard.clone(), b.effects.clone(), position, None)
            }
            _ => self.step(Guard::Else, Vec::new(), position, None),
        }
    }

    fn step(&mut self, guard: Guard, effects: Vec<Effect>, position: Position, next: Option<NodeId>) -> NodeId {
        self.nodes.push(GraphNode::Step { guard, effects, position, next });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// A node comes after the last one.
    fn link(&mut self, begin: &mut Option<NodeId>, last: Option<NodeId>, node: NodeId) {
        begin.get_or_insert(node);
        if let Some(GraphNode::Step { next, .. }) = last.map(|l| &mut self.nodes[l.index()]) {
            *next = Some(node);
        }
    }

    /// The end. An option that leaves at once needs a node of its own.
    fn leave(&mut self, begin: Option<NodeId>, position: Position) -> Option<NodeId> {
        if begin.is_none() && position != Position::Inner {
            return Some(self.step(Guard::Always, Vec::new(), Position::Inner, None));
        }
        begin
    }
}
