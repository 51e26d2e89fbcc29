//! One walk over the values and effects of a step, with the values of a domain that the caller chooses (abstract
//! interpretation).
//!
//! An analysis says what a constant, a load, an operation and an effect mean in its domain; in which order they
//! happen, and what the parts of
//! an operation are, is said here and nowhere else. So an analysis never sees the variants of [`Expr`] and [`Effect`].
//!
//! Values do not outlive a step: a `d_step` is walked node by node, each with a fresh set of temporaries, without
//! regard to the order in which
//! nodes follow each other. Who needs that order asks [`super::accesses`].

use super::layout::{Cell, Slot};
use super::{
    Binary, ChannelQuestion, Compare, Constant, Effect, Expr, FormatId, Graph, GraphNode, Guard, LabelId, MessageId,
    Pattern, Place, Position, ProcessQuestion, ProctypeId, Region, TempId, Type, Unary,
};

/// A place whose indices and addresses have values.
#[derive(Clone, Debug, PartialEq)]
pub enum Reached<V> {
    Slot {
        region: Region,
        slot: Slot,
    },
    /// `at` bytes into the region, and further by each step.
    Element {
        region: Region,
        at: u32,
        steps: Vec<Subscript<V>>,
        cell: Cell,
    },
    /// In the frame of another process.
    Remote {
        process: V,
        proctype: ProctypeId,
        place: Box<Reached<V>>,
    },
    /// Through an address.
    At {
        address: V,
        cell: Cell,
    },
}

/// An index that has a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Subscript<V> {
    pub index: V,
    pub len: u32,
    pub stride: u32,
}

/// A question about processes whose operand has a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked<V> {
    Pid,
    Count,
    Timeout,
    NonProgress,
    Enabled(V),
    ControlState(V),
    IsAt(V, LabelId),
    Priority(V),
    First(ProctypeId),
}

/// How a message is received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receiving {
    /// Any message that fits, not only the first.
    pub random: bool,
    /// The message stays.
    pub keep: bool,
    /// How many fields the statement gives.
    pub fields: usize,
}

/// What values and effects mean. `waits`: the answer is a whole condition that the step waits for.
pub trait Domain {
    type Value: Clone;

    fn constant(&mut self, constant: Constant) -> Self::Value;
    fn load(&mut self, place: Reached<Self::Value>, ty: Type) -> Self::Value;
    fn address_of(&mut self, place: Reached<Self::Value>) -> Self::Value;
    fn unary(&mut self, op: Unary, ty: Type, value: Self::Value) -> Self::Value;
    fn binary(&mut self, op: Binary, ty: Type, left: Self::Value, right: Self::Value) -> Self::Value;
    fn compare(&mut self, op: Compare, ty: Type, left: Self::Value, right: Self::Value) -> Self::Value;
    fn convert(&mut self, from: Type, to: Type, value: Self::Value) -> Self::Value;
    fn not(&mut self, value: Self::Value) -> Self::Value;
    /// Before the right side of `&&` and `||`, and before the branches of a conditional value: whether it is 0 decides
    /// what comes next.
    fn branch(&mut self, value: Self::Value);
    /// `&&` or `||`, after [`Domain::branch`] on the left side.
    fn logical(&mut self, right: Self::Value) -> Self::Value;
    /// One of two values.
    fn either(&mut self, yes: Self::Value, no: Self::Value) -> Self::Value;
    fn process(&mut self, question: Asked<Self::Value>) -> Self::Value;
    fn channel(&mut self, question: ChannelQuestion, channel: Self::Value, waits: bool) -> Self::Value;
    /// The values that fields have to have, by the numbers of the fields.
    fn poll(
        &mut self,
        channel: Self::Value,
        matched: Vec<(usize, Self::Value)>,
        random: bool,
        waits: bool,
    ) -> Self::Value;
    fn event(&mut self, send: bool, channel: Self::Value, matched: Vec<(usize, Self::Value)>);

    /// The step waits for a value that is not 0.
    fn require(&mut self, value: Self::Value);
    /// The step waits until no other option of its process is possible.
    fn require_else(&mut self);
    fn never(&mut self);
    fn store(&mut self, place: Reached<Self::Value>, value: Self::Value);
    fn choose(&mut self, from: Self::Value, to: Self::Value) -> Self::Value;
    fn assert(&mut self, value: Self::Value, message: MessageId);
    /// `None`: `printm`.
    fn print(&mut self, format: Option<FormatId>, args: Vec<Self::Value>);
    /// The step waits for room in the channel before the arguments are evaluated.
    fn open_send(&mut self, channel: Self::Value);
    fn send(&mut self, args: Vec<Self::Value>, sorted: bool);
    /// The step waits for a message before it is compared.
    fn open_receive(&mut self, channel: Self::Value, how: Receiving);
    fn receive_match(&mut self, field: usize, value: Self::Value);
    fn receive_field(&mut self, field: usize) -> Self::Value;
    fn close_receive(&mut self, how: Receiving);
    fn run(&mut self, proctype: ProctypeId, args: Vec<Self::Value>) -> Self::Value;
    /// The result of `run` is not used.
    fn drop(&mut self, value: Self::Value);
    fn set_priority(&mut self, process: Self::Value, priority: Self::Value);
    fn end(&mut self);
    /// What follows are the nodes of a `d_step`.
    fn d_step(&mut self, graph: &Graph);
    /// A value that was used before, by way of a temporary, is used once more.
    fn shared(&mut self, _value: &Self::Value) {}
    /// A node begins: which one, and what it means if it is not possible.
    fn node(&mut self, _number: usize, _position: Position) {}
}

/// Goes through a guard and effects in the order in which they happen.
pub fn step<D: Domain>(domain: &mut D, guard: &Guard, effects: &[Effect]) {
    let mut walk = Walk { domain, temps: Vec::new() };
    walk.guard(guard);
    effects.iter().for_each(|e| walk.effect(e));
}

/// The value of an expression.
pub fn value<D: Domain>(domain: &mut D, e: &Expr) -> D::Value {
    Walk { domain, temps: Vec::new() }.value(e)
}

struct Walk<'d, D: Domain> {
    domain: &'d mut D,
    temps: Vec<Temp<D::Value>>,
}

struct Temp<V> {
    id: TempId,
    value: V,
    is_used: bool,
}

impl<D: Domain> Walk<'_, D> {
    fn guard(&mut self, guard: &Guard) {
        match guard {
            Guard::Always => {}
            Guard::Never => self.domain.never(),
            Guard::Else => self.domain.require_else(),
            Guard::When(condition) => self.require(condition),
        }
    }

    /// All parts of a conjunction have to hold.
    fn require(&mut self, condition: &Expr) {
        if let Expr::And(left, right) = condition {
            self.require(left);
            self.require(right);
        } else if let Expr::Event { send, channel, patterns } = condition {
            let channel = self.value(channel);
            let matched = self.matched(patterns);
            self.domain.event(*send, channel, matched);
        } else {
            let value = self.asked(condition, true);
            self.domain.require(value);
        }
    }

    fn value(&mut self, e: &Expr) -> D::Value {
        self.asked(e, false)
    }

    fn asked(&mut self, e: &Expr, waits: bool) -> D::Value {
        match e {
            Expr::Const(c) => self.domain.constant(*c),
            Expr::Load { place: Place::Temp { temp, ty }, .. } => self.temp(*temp, *ty),
            Expr::Load { place, ty } => {
                let place = self.place(place);
                self.domain.load(place, *ty)
            }
            Expr::AddressOf(place) => {
                let place = self.place(place);
                self.domain.address_of(place)
            }
            Expr::Unary { op, ty, value } => {
                let value = self.value(value);
                self.domain.unary(*op, *ty, value)
            }
            Expr::Binary { op, ty, left, right } => {
                let (left, right) = (self.value(left), self.value(right));
                self.domain.binary(*op, *ty, left, right)
            }
            Expr::Compare { op, ty, left, right } => {
                let (left, right) = (self.value(left), self.value(right));
                self.domain.compare(*op, *ty, left, right)
            }
            Expr::Not(value) => {
                let value = self.value(value);
                self.domain.not(value)
            }
            Expr::And(left, right) | Expr::Or(left, right) => {
                let left = self.value(left);
                self.domain.branch(left);
                let right = self.value(right);
                self.domain.logical(right)
            }
            Expr::Conditional { condition, yes, no } => {
                let condition = self.value(condition);
                self.domain.branch(condition);
                let (yes, no) = (self.value(yes), self.value(no));
                self.domain.either(yes, no)
            }
            Expr::Convert { from, to, value } => {
                let value = self.value(value);
                self.domain.convert(*from, *to, value)
            }
            Expr::Process(question) => {
                let question = match &**question {
                    ProcessQuestion::Pid => Asked::Pid,
                    ProcessQuestion::Count => Asked::Count,
                    ProcessQuestion::Timeout => Asked::Timeout,
                    ProcessQuestion::NonProgress => Asked::NonProgress,
                    ProcessQuestion::Enabled(pid) => Asked::Enabled(self.value(pid)),
                    ProcessQuestion::ControlState(pid) => Asked::ControlState(self.value(pid)),
                    ProcessQuestion::IsAt(pid, label) => Asked::IsAt(self.value(pid), *label),
                    ProcessQuestion::Priority(pid) => Asked::Priority(self.value(pid)),
                    ProcessQuestion::First(proctype) => Asked::First(*proctype),
                };
                self.domain.process(question)
            }
            Expr::Channel { question, channel } => {
                let channel = self.value(channel);
                self.domain.channel(*question, channel, waits)
            }
            Expr::Poll { channel, patterns, random } => {
                let channel = self.value(channel);
                let matched = self.matched(patterns);
                self.domain.poll(channel, matched, *random, waits)
            }
            // Only as a condition: the verifier sees to that.
            Expr::Event { channel, .. } => {
                let channel = self.value(channel);
                self.domain.channel(ChannelQuestion::Length, channel, false)
            }
        }
    }

    /// A temporary that was not set is 0.
    fn temp(&mut self, temp: TempId, ty: Type) -> D::Value {
        let Some(found) = self.temps.iter_mut().find(|t| t.id == temp) else {
            return self.domain.constant(Constant::new(ty, 0));
        };
        if std::mem::replace(&mut found.is_used, true) {
            self.domain.shared(&found.value);
        }
        found.value.clone()
    }

    fn matched(&mut self, patterns: &[Pattern]) -> Vec<(usize, D::Value)> {
        let mut matched = Vec::new();
        for (i, pattern) in patterns.iter().enumerate() {
            if let Pattern::Match(value) = pattern {
                matched.push((i, self.value(value)));
            }
        }
        matched
    }

    fn place(&mut self, place: &Place) -> Reached<D::Value> {
        match place {
            Place::Slot { region, slot } => Reached::Slot { region: *region, slot: *slot },
            Place::Element { region, at, indices, cell } => {
                let mut steps = Vec::with_capacity(indices.len());
                for i in indices {
                    steps.push(Subscript { index: self.value(&i.index), len: i.len, stride: i.stride });
                }
                Reached::Element { region: *region, at: *at, steps, cell: *cell }
            }
            Place::Remote { process, proctype, place } => {
                let place = Box::new(self.place(place));
                Reached::Remote { process: self.value(process), proctype: *proctype, place }
            }
            Place::At { address, cell } => Reached::At { address: self.value(address), cell: *cell },
            // Not reached: see `store` and `asked`.
            Place::Temp { .. } => Reached::Slot { region: Region::Hidden, slot: Slot::word(0) },
        }
    }

    /// Where a value goes is found out first, then the value.
    fn store(&mut self, place: &Place, value: impl FnOnce(&mut Self) -> D::Value) {
        if let Place::Temp { temp, .. } = place {
            let value = value(self);
            self.temps.retain(|t| t.id != *temp);
            self.temps.push(Temp { id: *temp, value, is_used: false });
            return;
        }
        let place = self.place(place);
        let value = value(self);
        self.domain.store(place, value);
    }

    fn values(&mut self, list: &[Expr]) -> Vec<D::Value> {
        list.iter().map(|e| self.value(e)).collect()
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Assign { place, value } => self.store(place, |w| w.value(value)),
            Effect::Choose { place, from, to } => self.store(place, |w| {
                let (from, to) = (w.value(from), w.value(to));
                w.domain.choose(from, to)
            }),
            Effect::Require(condition) => self.require(condition),
            Effect::Assert { condition, message } => {
                let value = self.value(condition);
                self.domain.assert(value, *message);
            }
            Effect::Print { format, args } => {
                let args = self.values(args);
                self.domain.print(Some(*format), args);
            }
            Effect::PrintMtype { value, .. } => {
                let value = self.value(value);
                self.domain.print(None, vec![value]);
            }
            Effect::Send { channel, args, sorted } => {
                let channel = self.value(channel);
                self.domain.open_send(channel);
                let args = self.values(args);
                self.domain.send(args, *sorted);
            }
            Effect::Receive { channel, patterns, random, keep } => {
                let how = Receiving { random: *random, keep: *keep, fields: patterns.len() };
                let channel = self.value(channel);
                self.domain.open_receive(channel, how);
                for (i, value) in self.matched(patterns) {
                    self.domain.receive_match(i, value);
                }
                for (i, pattern) in patterns.iter().enumerate() {
                    if let Pattern::Store(place) = pattern {
                        self.store(place, |w| w.domain.receive_field(i));
                    }
                }
                self.domain.close_receive(how);
            }
            Effect::Run { proctype, args, result, .. } => match result {
                Some(place) => self.store(place, |w| {
                    let args = w.values(args);
                    w.domain.run(*proctype, args)
                }),
                None => {
                    let args = self.values(args);
                    let pid = self.domain.run(*proctype, args);
                    self.domain.drop(pid);
                }
            },
            Effect::SetPriority { process, priority } => {
                let (process, priority) = (self.value(process), self.value(priority));
                self.domain.set_priority(process, priority);
            }
            Effect::End => self.domain.end(),
            Effect::DStep(graph) => {
                self.domain.d_step(graph);
                for (i, node) in graph.nodes.iter().enumerate() {
                    match node {
                        GraphNode::Step { guard, effects, position, .. } => {
                            self.domain.node(i, *position);
                            self.temps.clear();
                            self.guard(guard);
                            effects.iter().for_each(|e| self.effect(e));
                        }
                        GraphNode::Choice { position, .. } => self.domain.node(i, *position),
                    }
                }
            }
        }
    }
}
