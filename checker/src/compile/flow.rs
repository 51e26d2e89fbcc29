//! The control flow of one body, as Spin builds it: elements in sequences.
//!
//! Spin numbers the states of a proctype in the order in which its parser makes elements, and that
//! order decides `pc_value`, labels, trails and which joins are states of their own. So the graph is
//! built here in the same order: the parts of a compound statement first, then the statement, then its
//! join. [`Builder`] is fed by `compile::stmt`; [`crate::compile::automaton`] turns the result into
//! states and transitions.

use std::collections::{HashMap, HashSet};

use crate::model::{Effect, Guard, StatementKind};
use promela::source::Span;

/// An element of a body. Its number is its place in [`Flow::elements`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct El(pub u32);

/// A sequence of elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seq(pub u32);

/// The flow of a body.
#[derive(Debug, Default)]
pub struct Flow {
    pub elements: Vec<Element>,
    pub sequences: Vec<Sequence>,
    pub labels: Vec<Label>,
    /// The labels of each name, in order.
    by_name: HashMap<String, Vec<u32>>,
    /// Where each loop ends.
    exits: HashMap<u32, El>,
    /// The elements that carry a label.
    labelled: HashSet<El>,
    /// The whole body.
    pub body: Option<Seq>,
    /// State numbers run from 1 up to this one, exclusive.
    pub next_state: u32,
}

#[derive(Debug, Clone)]
pub struct Element {
    pub kind: Kind,
    pub next: Option<El>,
    /// Spin's state number.
    pub state: u32,
    /// Spin's number among all elements of the program.
    pub unique: u32,
    pub status: Status,
    /// Escapes of `unless` that apply here, the outermost first.
    pub escapes: Vec<Seq>,
    /// The `d_step` it is in, if any.
    pub d_step: Option<u32>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Kind {
    /// A basic statement.
    Basic(Basic),
    Else,
    /// `goto`, and `break` as Spin's parser makes it.
    Goto(Target),
    /// The join of a selection, or the head of a loop.
    Join,
    /// Where `break` goes.
    Break,
    /// `if` and `do`
    Select {
        options: Vec<Seq>,
        is_loop: bool,
    },
    Atomic(Seq),
    Block(Seq),
    DStep(Seq),
    Unless {
        main: Seq,
        escape: Seq,
    },
    /// The end of the body.
    End,
}

/// A basic statement.
#[derive(Debug, Clone)]
pub struct Basic {
    pub guard: Guard,
    pub effects: Vec<Effect>,
    pub text: String,
    pub kind: StatementKind,
    /// `skip`, `true` and empty statements: always possible, no effect.
    pub is_skip: bool,
    pub is_print: bool,
    /// `false`: a guard that is never true.
    pub is_false: bool,
}

impl Basic {
    /// `skip`
    pub fn skip() -> Basic {
        Basic {
            guard: Guard::Always,
            effects: Vec::new(),
            text: "(1)".into(),
            kind: StatementKind::Condition,
            is_skip: true,
            is_print: false,
            is_false: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// `goto l`, seen from a scope.
    Label { name: String, scope: Vec<u32> },
    /// The exit of the loop with this number.
    Exit(u32),
}

/// Where an element stands with regard to `atomic` and `d_step`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Status {
    /// Inside an atomic sequence, not its last element.
    pub atomic: bool,
    /// The last element of an atomic sequence.
    pub last_atomic: bool,
    pub d_step: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Sequence {
    pub first: Option<El>,
    pub last: Option<El>,
    /// The last element of the text; `last` may be a join added later.
    pub extent: Option<El>,
}

#[derive(Debug, Clone)]
pub struct Label {
    pub name: String,
    pub scope: Vec<u32>,
    pub element: El,
}

/// A statement before its element is made: its parts have their elements already.
#[derive(Debug)]
pub struct FlowNode {
    pub labels: Vec<(String, Vec<u32>)>,
    pub what: What,
    pub span: Span,
}

#[derive(Debug)]
pub enum What {
    Basic(Basic),
    Else,
    Goto(Target),
    Select(Vec<Seq>),
    /// `do`; and `for` and `select`, whose options are as they were made.
    Loop {
        options: Vec<Seq>,
        exit: u32,
        prune: bool,
    },
    Atomic(Seq),
    Block(Seq),
    DStep(Seq),
    Unless {
        main: Seq,
        escape: Seq,
    },
}

/// Builds a [`Flow`].
#[derive(Debug)]
pub struct Builder<'a> {
    pub flow: Flow,
    open: Vec<Seq>,
    unique: &'a mut u32,
    d_steps: u32,
    d_step: Option<u32>,
    d_step_outer: Vec<Option<u32>>,
}

impl<'a> Builder<'a> {
    /// `unique` counts the elements of the whole program.
    pub fn new(unique: &'a mut u32) -> Builder<'a> {
        let flow = Flow { next_state: 1, ..Flow::default() };
        Builder { flow, open: Vec::new(), unique, d_steps: 0, d_step: None, d_step_outer: Vec::new() }
    }

    pub fn open_sequence(&mut self) {
        let seq = Seq(self.flow.sequences.len() as u32);
        self.flow.sequences.push(Sequence::default());
        self.open.push(seq);
    }

    /// Closes the innermost open sequence. It may be empty only after an error.
    pub fn close_sequence(&mut self) -> Seq {
        let seq = self.open.pop().expect("sequences are opened and closed in pairs");
        let s = &mut self.flow.sequences[seq.0 as usize];
        s.extent = s.last;
        seq
    }

    pub fn is_empty(&self, seq: Seq) -> bool {
        self.flow.seq(seq).first.is_none()
    }

    pub fn enter_d_step(&mut self) {
        self.d_step_outer.push(self.d_step);
        self.d_steps += 1;
        if self.d_step.is_none() {
            self.d_step = Some(self.d_steps);
        }
    }

    pub fn leave_d_step(&mut self) {
        self.d_step = self.d_step_outer.pop().flatten();
    }

    /// Adds a statement to the open sequence.
    pub fn add(&mut self, node: FlowNode) {
        let span = node.span;
        let element = match node.what {
            What::Basic(b) => self.single(Kind::Basic(b), span),
            What::Else => self.single(Kind::Else, span),
            What::Goto(t) => {
                let special = node.labels.iter().any(|(l, _)| is_special(l));
                if special {
                    // A goto is no state: the label needs one.
                    let goto = self.element(Kind::Goto(t), span);
                    let skip = self.element(Kind::Basic(Basic::skip()), span);
                    self.append(skip);
                    self.append(goto);
                    self.set_labels(node.labels, skip);
                    return;
                }
                self.single(Kind::Goto(t), span)
            }
            What::Atomic(s) => self.single(Kind::Atomic(s), span),
            What::Block(s) => self.single(Kind::Block(s), span),
            What::DStep(s) => self.single(Kind::DStep(s), span),
            What::Select(options) => {
                self.prune_all(&options);
                self.select(options, None, span)
            }
            What::Loop { options, exit, prune } => {
                if prune {
                    self.prune_all(&options);
                }
                self.select(options, Some(exit), span)
            }
            What::Unless { main, escape } => self.unless(main, escape, span),
        };
        self.set_labels(node.labels, element);
    }

    /// Adds the end of the body and gives the flow.
    pub fn finish(mut self, span: Span) -> Flow {
        // The end is where the body is closed.
        self.single(Kind::End, Span { start: span.end.saturating_sub(1).max(span.start), ..span });
        let body = self.close_sequence();
        self.flow.body = Some(body);
        self.flow
    }

    fn set_labels(&mut self, labels: Vec<(String, Vec<u32>)>, element: El) {
        for (name, scope) in labels.into_iter().rev() {
            self.flow.labelled.insert(element);
            self.flow.by_name.entry(name.clone()).or_default().push(self.flow.labels.len() as u32);
            self.flow.labels.push(Label { name, scope, element });
        }
    }

    fn element(&mut self, kind: Kind, span: Span) -> El {
        let el = El(self.flow.elements.len() as u32);
        self.flow.elements.push(Element {
            kind,
            next: None,
            state: self.flow.next_state,
            unique: *self.unique,
            status: Status::default(),
            escapes: Vec::new(),
            d_step: self.d_step,
            span,
        });
        self.flow.next_state += 1;
        *self.unique += 1;
        el
    }

    fn single(&mut self, kind: Kind, span: Span) -> El {
        let el = self.element(kind, span);
        self.append(el);
        el
    }

    fn append(&mut self, el: El) {
        let seq = *self.open.last().expect("a sequence is open");
        self.append_to(seq, el);
    }

    fn append_to(&mut self, seq: Seq, el: El) {
        let s = &mut self.flow.sequences[seq.0 as usize];
        match s.last {
            None => s.first = Some(el),
            Some(last) => self.flow.elements[last.0 as usize].next = Some(el),
        }
        self.flow.sequences[seq.0 as usize].last = Some(el);
    }

    fn prune_all(&mut self, options: &[Seq]) {
        for &option in options {
            self.prune_skips(option);
        }
    }

    fn select(&mut self, mut options: Vec<Seq>, exit: Option<u32>, span: Span) -> El {
        let head = self.element(Kind::Join, span);
        let join = self.element(Kind::Join, span);
        // `else` comes last, wherever it was written.
        if let Some(i) = options.iter().position(|&o| self.begins_with_else(o)) {
            let option = options.remove(i);
            options.push(option);
        }
        for &option in &options {
            self.append_to(option, join);
        }
        self.flow.elements[head.0 as usize].kind = Kind::Select { options, is_loop: exit.is_some() };
        match exit {
            None => {
                self.append(head);
                self.append(join);
            }
            Some(exit) => {
                self.append(join);
                let end = self.element(Kind::Break, span);
                self.flow.labelled.insert(end);
                self.flow.exits.insert(exit, end);
                self.append(head);
                self.append(end);
            }
        }
        head
    }

    fn begins_with_else(&self, seq: Seq) -> bool {
        self.flow.seq(seq).first.is_some_and(|e| matches!(self.flow.el(e).kind, Kind::Else))
    }

    /// Spin drops the second and later of a row of skips in an option, unless first or last.
    fn prune_skips(&mut self, option: Seq) {
        let Sequence { first, last, extent } = self.flow.seq(option).clone();
        let mut before: Option<El> = None;
        let mut at = first;
        let mut row = 0;
        while let Some(e) = at {
            let element = self.flow.el(e);
            let next = element.next;
            let (skip, print) = match &element.kind {
                Kind::Basic(b) => (b.is_skip, b.is_print),
                _ => (false, false),
            };
            let labelled = self.flow.labelled.contains(&e);
            if (skip || print) && !labelled {
                row += 1;
                if row > 1 && !print && Some(e) != first && Some(e) != last && Some(e) != extent {
                    let b = before.expect("not the first");
                    self.flow.elements[b.0 as usize].next = next;
                    at = next;
                    continue;
                }
            } else {
                row = 0;
            }
            before = Some(e);
            at = if Some(e) == last { None } else { next };
        }
    }

    fn unless(&mut self, main: Seq, escape: Seq, span: Span) -> El {
        let head = self.element(Kind::Unless { main, escape }, span);
        let join = self.element(Kind::Join, span);
        self.append_to(main, join);
        self.append_to(escape, join);
        self.attach_escape(main, escape);
        self.append(head);
        self.append(join);
        head
    }

    fn attach_escape(&mut self, seq: Seq, escape: Seq) {
        let Sequence { first, extent, .. } = *self.flow.seq(seq);
        let mut at = first;
        while let Some(e) = at {
            self.escape_element(e, escape);
            if Some(e) == extent {
                break;
            }
            at = self.flow.el(e).next;
        }
    }

    fn escape_element(&mut self, e: El, escape: Seq) {
        let element = &self.flow.elements[e.0 as usize];
        if element.escapes.contains(&escape) {
            return;
        }
        let inner = element.escapes.clone();
        let kind = element.kind.clone();
        for s in inner {
            self.attach_escape(s, escape);
        }
        self.flow.elements[e.0 as usize].escapes.insert(0, escape);
        match kind {
            Kind::Unless { main, .. } => self.attach_escape(main, escape),
            Kind::Select { options, .. } => {
                for option in options {
                    self.attach_escape(option, escape);
                }
            }
            // Only the first statement: the rest is not interrupted.
            Kind::DStep(s) => {
                if let Some(first) = self.flow.seq(s).first {
                    self.escape_element(first, escape);
                }
            }
            Kind::Atomic(s) | Kind::Block(s) => self.attach_escape(s, escape),
            _ => {}
        }
    }

    /// Marks the elements of a sequence as inside `atomic`, or inside `d_step`.
    pub fn make_atomic(&mut self, seq: Seq, d_step: bool) {
        let Sequence { first, last, .. } = *self.flow.seq(seq);
        let (Some(first), Some(last)) = (first, last) else { return };
        self.walk_atomic(first, last, d_step);
        match self.flow.el(last).kind {
            Kind::Block(s) | Kind::Atomic(s) => self.make_atomic(s, d_step),
            Kind::Unless { main, .. } => self.make_atomic(main, d_step),
            _ => {
                let status = &mut self.flow.elements[last.0 as usize].status;
                status.atomic = false;
                status.last_atomic = true;
            }
        }
    }

    fn walk_atomic(&mut self, first: El, last: El, d_step: bool) {
        let mut at = Some(first);
        while let Some(e) = at {
            let element = &mut self.flow.elements[e.0 as usize];
            element.status.atomic = true;
            element.status.d_step |= d_step;
            let inner: Vec<Seq> = match element.kind.clone() {
                Kind::Atomic(s) => {
                    element.kind = Kind::Block(s);
                    vec![s]
                }
                Kind::DStep(s) if d_step => {
                    element.kind = Kind::Block(s);
                    vec![s]
                }
                Kind::Block(s) => vec![s],
                Kind::Select { options, .. } => options,
                Kind::Unless { main, escape } => vec![main, escape],
                _ => Vec::new(),
            };
            for s in inner {
                if let (Some(f), Some(l)) = (self.flow.seq(s).first, self.flow.seq(s).last) {
                    self.walk_atomic(f, l, d_step);
                }
            }
            if e == last {
                break;
            }
            at = self.flow.el(e).next;
        }
    }
}

/// `end…`, `accept…` and `progress…` labels mean something.
fn is_special(label: &str) -> bool {
    label.starts_with("end") || label.starts_with("accept") || label.starts_with("progress")
}

impl Flow {
    pub fn el(&self, e: El) -> &Element {
        &self.elements[e.0 as usize]
    }

    pub fn is_labelled(&self, e: El) -> bool {
        self.labelled.contains(&e)
    }

    pub fn seq(&self, s: Seq) -> &Sequence {
        &self.sequences[s.0 as usize]
    }

    /// Gives a label that is referred to from elsewhere a state of its own: a jump has none.
    pub fn make_state(&mut self, label: &str, unique: &mut u32) {
        let Some(e) = self.find_label(label, &[]) else { return };
        let Kind::Goto(_) = self.el(e).kind else { return };
        let moved = El(self.elements.len() as u32);
        let mut goto = self.el(e).clone();
        goto.state = self.next_state;
        goto.unique = *unique;
        goto.status = Status::default();
        self.next_state += 1;
        *unique += 1;
        self.elements.push(goto);
        let old = &mut self.elements[e.0 as usize];
        old.kind = Kind::Basic(Basic::skip());
        old.next = Some(moved);
        for s in &mut self.sequences {
            if s.last == Some(e) {
                s.last = Some(moved);
            }
        }
    }

    /// The element a jump goes to: the label in the same scope, else in an enclosing one, else anywhere.
    pub fn target(&self, target: &Target) -> Option<El> {
        match target {
            Target::Exit(n) => self.exits.get(n).copied(),
            Target::Label { name, scope } => self.find_label(name, scope),
        }
    }

    pub fn find_label(&self, name: &str, scope: &[u32]) -> Option<El> {
        let mut enclosing = None;
        let mut other = None;
        for &i in self.by_name.get(name)?.iter().rev() {
            let l = &self.labels[i as usize];
            if l.scope == scope {
                return Some(l.element);
            }
            if scope.starts_with(&l.scope) {
                enclosing = Some(l.element);
            } else if other.is_none() {
                other = Some(l.element);
            }
        }
        enclosing.or(other)
    }
}
