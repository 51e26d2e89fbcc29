//! Flow to automaton: which elements are states, and what can be done in each.
//!
//! Follows Spin in what counts as a step. Jumps and joins are followed until something that is a
//! step of its own; leaving an atomic sequence stops that, because control must be given up
//! somewhere. Then choices are made flat: the options of a selection that stands as the guard of an
//! option are options of the outer one, and each option becomes the transition of its guard.
//! At last the escapes of `unless` are put before everything else.

use super::Compiler;
use super::flow::{El, Flow, Kind, Seq, Status};
use crate::model::op::{CodeRef, Op};
use crate::model::{Action, ProctypeId, Standing, State, StateId, Statement, StatementKind, Transition};
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
    Step(Step),
    /// A choice between the steps that begin at these states.
    Choice { options: Vec<u32>, header: Step },
}

#[derive(Clone, Debug)]
struct Step {
    action: Action,
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
                let (code, receives) = self.d_step(s, element.span);
                let target = element.next.map_or(0, |n| {
                    let g = self.hunt(n, element.status);
                    self.flow.el(g).state
                });
                let text = format!("D_STEP{}", self.compiler.line(element.span));
                let statement = self.statement(e, text, false, StatementKind::DStep);
                let step = Step {
                    action: Action::Code(code),
                    target,
                    atomic: element.status.atomic,
                    receives,
                    id: element.unique,
                    statement,
                    escapes: Vec::new(),
                    escape: 0,
                    is_join: false,
                };
                self.raw[element.state as usize] = Raw::Step(step);
                self.put_escapes(e);
            }
            _ => self.put_step(e),
        }
    }

    /// A compound statement has no step of its own; if none of its options can ever be taken, it stands for that.
    fn header(&mut self, e: El, text: &str) -> Step {
        let element = self.flow.el(e);
        let (id, atomic) = (element.unique, element.status.atomic);
        let statement = self.statement(e, text.to_string(), true, StatementKind::Other);
        Step {
            action: Action::Never,
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
        let (action, text, silent, kind) = match element.kind {
            Kind::Basic(b) => {
                receives = b.kind == StatementKind::Receive;
                let action = if b.is_skip { Action::Skip } else { Action::Code(self.compiler.emit(&b.code)) };
                (action, b.text, b.is_skip, b.kind)
            }
            Kind::Else => (Action::Else, "else".to_string(), false, StatementKind::Other),
            Kind::Goto(super::flow::Target::Label { name, .. }) => {
                (Action::Skip, format!("goto {name}"), true, StatementKind::Other)
            }
            Kind::Goto(super::flow::Target::Exit(n)) => {
                (Action::Skip, format!("goto :b{n}"), true, StatementKind::Other)
            }
            Kind::Join => {
                is_join = true;
                (Action::Skip, ".(goto)".to_string(), true, StatementKind::Other)
            }
            Kind::Break => (Action::Skip, "break".to_string(), true, StatementKind::Other),
            Kind::End => {
                let code = self.compiler.emit(&[Op::End, Op::Done]);
                (Action::Code(code), "-end-".to_string(), false, StatementKind::End)
            }
            _ => return,
        };
        let statement = self.statement(e, text, silent, kind);
        let step = Step {
            action,
            target,
            atomic: element.status.atomic,
            receives,
            id: element.unique,
            statement,
            escapes: Vec::new(),
            escape: 0,
            is_join,
        };
        self.raw[element.state as usize] = Raw::Step(step);
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
        if let Raw::Step(step) = &mut self.raw[state as usize] {
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
            let repeats: Vec<bool> =
                (0..list.len()).map(|k| k > 0 && self.same_receive(&list[k - 1], &list[k])).collect();
            transitions.extend(list.into_iter().zip(repeats).map(|(s, repeats)| Transition {
                action: s.action,
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

    /// Whether two steps begin by opening a receive on the same channel.
    fn same_receive(&self, a: &Step, b: &Step) -> bool {
        let (Action::Code(a), Action::Code(b)) = (a.action, b.action) else { return false };
        let (a, b) = (&self.compiler.code[a.0 as usize..], &self.compiler.code[b.0 as usize..]);
        for (x, y) in a.iter().zip(b) {
            if x != y {
                return false;
            }
            match x {
                Op::ReceiveOpen { keep: false }
                | Op::ReceiveOpenAt { keep: false, .. }
                | Op::ReceiveBuffered { keep: false, .. } => return true,
                Op::Const(_) | Op::LoadGlobal(_) | Op::LoadLocal(_) | Op::AddConst(_) | Op::Pid => {}
                Op::LoadIndexGlobal { .. } | Op::LoadIndexLocal { .. } => {}
                _ => return false,
            }
        }
        false
    }

    /// The transitions of each state, choices made flat.
    fn flatten(&mut self, marks: &mut Marks) -> Vec<Vec<Step>> {
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
        let mut lists: Vec<Vec<Step>> = Vec::with_capacity(n);
        for raw in &self.raw {
            let mut list = Vec::new();
            match raw {
                Raw::None => {}
                Raw::Step(s) => list.push(s.clone()),
                Raw::Choice { options, header } if options.is_empty() => list.push(header.clone()),
                Raw::Choice { options, .. } => {
                    for &o in options {
                        let step = match &self.raw[o as usize] {
                            Raw::Step(s) => s,
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

    fn add_escapes(&mut self, lists: &mut [Vec<Step>]) {
        for i in 0..lists.len() {
            let own = lists[i].clone();
            for step in &own {
                for &p in step.escapes.iter().rev() {
                    let guards = lists[p as usize].clone();
                    for g in guards {
                        if lists[i].iter().any(|t| t.id == g.id) {
                            continue;
                        }
                        lists[i].insert(0, Step { escape: p, ..g });
                    }
                }
            }
        }
    }

    fn check(&mut self, lists: &[Vec<Step>]) {
        if self.compiler.procs[self.proctype.0 as usize].is_claim() {
            return;
        }
        for (i, list) in lists.iter().enumerate() {
            let elses: Vec<&Step> = list.iter().filter(|s| s.action == Action::Else).collect();
            if elses.len() > 1 {
                let span = self.compiler.statements[elses[1].statement as usize].span;
                self.compiler.findings.push(
                    Finding::error("C084", span, "two `else` in one choice")
                        .label("this one and another are options of the same state")
                        .help("an option that begins with `if` or `do` adds its options, `else` too, to the outer choice: put `skip ->` before it"),
                );
            }
            for s in list {
                let text = &self.compiler.statements[s.statement as usize].text;
                if s.target as usize == i && s.action == Action::Skip && text == "(1)" {
                    let span = self.compiler.statements[s.statement as usize].span;
                    self.compiler.findings.push(
                        Finding::warning("C085", span, "a step that changes nothing and leads back to itself")
                            .help("Spin refuses this; remove the option or let it do something"),
                    );
                }
            }
        }
    }

    /// Code of a `d_step`, and whether it can begin with a receive.
    fn d_step(&mut self, seq: Seq, span: Span) -> (CodeRef, bool) {
        let mut g =
            DStepCode { flow: &self.flow, code: vec![Op::InDStep], place: Vec::new(), receives: false, depth: 0 };
        g.place.resize(g.flow.elements.len(), None);
        if let Some(first) = self.flow.seq(seq).first {
            let id = self.flow.el(first).d_step;
            g.run(first, id, Guard::First, self.compiler.line(span));
        }
        g.code.push(Op::Done);
        let (code, receives, too_deep) = (g.code, g.receives, g.depth > MAX_D_STEP_DEPTH);
        if too_deep {
            self.compiler.error("C086", span, format!("a d_step nested deeper than {MAX_D_STEP_DEPTH} levels"));
        }
        (self.compiler.emit(&code), receives)
    }
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

/// Where a statement of a `d_step` stands.
#[derive(Clone, Copy, PartialEq)]
enum Guard {
    /// The very first: if it blocks, the whole is not possible now.
    First,
    /// The guard of an option: if it blocks, the next option is tried.
    Option,
    /// Anywhere else: it must not block.
    No,
}

struct DStepCode<'f> {
    flow: &'f Flow,
    code: Vec<Op>,
    /// Where the code of an element begins.
    place: Vec<Option<usize>>,
    receives: bool,
    depth: u32,
}

impl DStepCode<'_> {
    /// Emits the elements from `e` on, until control leaves the `d_step` or joins code that is there.
    fn run(&mut self, e: El, id: Option<u32>, guard: Guard, line: u32) {
        self.depth += 1;
        if self.depth > MAX_D_STEP_DEPTH {
            return;
        }
        let mut at = Some(e);
        let mut guard = guard;
        let deepest = self.depth;
        while let Some(e) = at {
            let element = self.flow.el(e);
            if element.d_step != id || !element.status.d_step {
                self.code.push(Op::Done);
                break;
            }
            if let Some(place) = self.place[e.0 as usize] {
                let jump = place as i32 - (self.code.len() as i32 + 1);
                self.code.push(Op::Jump(jump));
                break;
            }
            self.place[e.0 as usize] = Some(self.code.len());
            match &element.kind {
                Kind::Basic(b) => {
                    if guard != Guard::No {
                        if b.kind == StatementKind::Receive {
                            self.receives = true;
                        } else {
                            self.code.push(Op::NoRendezvous);
                        }
                    }
                    self.code.extend(b.code.iter().filter(|op| **op != Op::Done));
                    self.passed(&mut guard, line);
                    at = element.next;
                }
                Kind::Else => {
                    if guard == Guard::First {
                        self.code.extend([Op::NoRendezvous, Op::RequireElse]);
                    } else if guard == Guard::Option {
                        self.code.push(Op::NoRendezvous);
                    }
                    self.passed(&mut guard, line);
                    at = element.next;
                }
                Kind::Goto(t) => at = self.flow.target(t),
                Kind::Join | Kind::Break => at = element.next,
                Kind::Block(s) | Kind::Atomic(s) | Kind::DStep(s) => at = self.flow.seq(*s).first,
                Kind::Unless { main, .. } => at = self.flow.seq(*main).first,
                Kind::End => {
                    self.code.push(Op::Done);
                    break;
                }
                Kind::Select { options, .. } => {
                    for &o in options {
                        let patch = self.code.len();
                        self.code.push(Op::OnBlock(0));
                        if let Some(first) = self.flow.seq(o).first {
                            self.run(first, id, Guard::Option, line);
                        }
                        let skip = (self.code.len() - patch - 1) as i32;
                        self.code[patch] = Op::OnBlock(skip);
                    }
                    match guard {
                        Guard::First => self.code.extend([Op::OnBlockReturn, Op::Block]),
                        Guard::Option | Guard::No => self.code.extend([Op::OnBlockFail(line), Op::Block]),
                    }
                    break;
                }
            }
        }
        if deepest <= MAX_D_STEP_DEPTH {
            self.depth -= 1;
        }
    }

    fn passed(&mut self, guard: &mut Guard, line: u32) {
        if *guard != Guard::No {
            self.code.push(Op::OnBlockFail(line));
            *guard = Guard::No;
        }
    }
}
