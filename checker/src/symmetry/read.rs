//! Reads steps for what they do with values: which kinds they make one, and how they use them.
//!
//! A step is gone through with kinds instead of numbers (`model::interpret`). Nothing is left out: an operation that is
//! not known to treat names of processes as names counts as calculating with them.

use std::collections::{BTreeMap, BTreeSet};

use super::kinds::{Kind, Kinds, Misuse, Names, Origin, Site};
use super::storage::{Scope, Storage, Subscript};
use crate::model::interpret::{self, Asked, Domain, Reached, Receiving};
use crate::model::layout::Slot;
use crate::model::{
    Binary, ChannelQuestion, Compare, Constant, Effect, Expr, FixedChannel, FixedChannels, FormatId, Graph, Guard,
    MessageId, Model, ProctypeId, Region, Type, Unary,
};

/// What is found besides kinds.
#[derive(Debug, Default)]
pub struct Found {
    /// Something depends on how many processes there are, or on whether one is still there.
    pub counts: Option<Site>,
    /// Proctypes whose first process is told from the others.
    pub first: BTreeMap<u32, Site>,
    /// Channels that steps name by their numbers.
    pub channels: BTreeMap<i64, Site>,
    /// A process starts another one.
    pub runs: bool,
    /// A process ends.
    pub ends: bool,
    /// Something in a step is not understood.
    pub opaque: Option<Site>,
    /// Families that are set, and of which proctype; none for the global part.
    pub set: BTreeSet<(Option<u32>, String)>,
}

/// Whose step is read.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    pub proctype: u32,
    /// `_pid` names a process that may be exchanged with others.
    pub named: bool,
    pub site: Site,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Constant(i32),
    Kind(Kind),
    /// What a variable of this kind holds that always denotes the same channel.
    Fixed(Kind, FixedChannel),
}

impl Value {
    fn kind(&self) -> Option<Kind> {
        match self {
            Value::Constant(_) => None,
            Value::Kind(kind) | Value::Fixed(kind, _) => Some(*kind),
        }
    }
}

/// Where a channel is used: the number of the step, and of the use in it.
pub type Opening = (usize, usize);

pub struct Reader<'a> {
    pub model: &'a Model,
    pub fixed: &'a FixedChannels,
    pub kinds: &'a mut Kinds,
    pub storage: &'a Storage,
    pub found: &'a mut Found,
    /// Which types of channels can be opened where. Filled, or used if `knows_channels`.
    pub channels: &'a mut BTreeMap<Opening, BTreeSet<u32>>,
    pub knows_channels: bool,
}

impl Reader<'_> {
    /// Reads a step. `number`: which one of all that are read.
    pub fn step(&mut self, number: usize, guard: &Guard, effects: &[Effect], who: Who) {
        interpret::step(&mut Reading::of(self, number, who), guard, effects);
    }

    /// Reads a condition.
    pub fn condition(&mut self, number: usize, condition: &Expr, who: Who) {
        let mut reading = Reading::of(self, number, who);
        let value = interpret::value(&mut reading, condition);
        reading.test(value);
    }
}

/// One step, as it is read.
struct Reading<'r, 'a> {
    reader: &'r mut Reader<'a>,
    who: Who,
    number: usize,
    /// How many channels were opened so far.
    opened: usize,
    /// The types of the channel that is open.
    open: BTreeSet<u32>,
}

impl<'r, 'a> Reading<'r, 'a> {
    fn of(reader: &'r mut Reader<'a>, number: usize, who: Who) -> Reading<'r, 'a> {
        Reading { reader, who, number, opened: 0, open: BTreeSet::new() }
    }

    fn kinds(&mut self) -> &mut Kinds {
        self.reader.kinds
    }

    /// Something is not understood.
    fn opaque(&mut self) -> Value {
        self.reader.found.opaque.get_or_insert(self.who.site);
        self.plain()
    }

    /// A number that names nothing.
    fn plain(&mut self) -> Value {
        let site = self.who.site;
        let kind = self.kinds().fresh();
        self.kinds().misuse(kind, Misuse::Number, site);
        Value::Kind(kind)
    }

    fn misuse(&mut self, value: &Value, misuse: Misuse) {
        let site = self.who.site;
        if let Some(kind) = value.kind() {
            self.kinds().misuse(kind, misuse, site);
        }
    }

    /// It is asked whether a value is 0.
    fn test(&mut self, value: Value) {
        let site = self.who.site;
        if let Some(kind) = value.kind() {
            self.kinds().constant(kind, 0, site);
        }
    }

    /// A value and a kind get each other's values.
    fn meet(&mut self, kind: Kind, value: &Value) {
        let site = self.who.site;
        match value {
            Value::Constant(n) => self.kinds().constant(kind, i64::from(*n), site),
            Value::Kind(other) | Value::Fixed(other, _) => self.kinds().same(kind, *other, site),
        }
    }

    fn kind_of(&mut self, value: &Value) -> Kind {
        value.kind().unwrap_or_else(|| {
            let kind = self.kinds().fresh();
            self.meet(kind, value);
            kind
        })
    }

    fn shifted(&mut self, value: &Value, by: i32) -> Value {
        match value {
            Value::Constant(n) => Value::Constant(n.wrapping_add(by)),
            Value::Kind(kind) | Value::Fixed(kind, _) => Value::Kind(self.kinds().shifted(*kind, i64::from(by))),
        }
    }

    /// The variables of a region, those of the frame for a proctype.
    fn scope(&self, region: Region, proctype: u32) -> Option<&Scope> {
        match region {
            Region::Global => Some(&self.reader.storage.global),
            Region::Local => self.reader.storage.frames.get(proctype as usize),
            Region::Hidden => None,
        }
    }

    /// The kind of a scalar. To name an element of an array is to name its index.
    fn scalar(&mut self, region: Region, slot: Slot, proctype: u32) -> Option<Kind> {
        let site = self.who.site;
        let (family, coordinates) = self.scope(region, proctype)?.slot(slot)?;
        let (kind, indices) = (family.kind, family.indices.clone());
        for (d, c) in indices.iter().zip(coordinates) {
            self.kinds().constant(d.kind, i64::from(c), site);
        }
        Some(kind)
    }

    /// The kind of what indices lead to.
    fn element(
        &mut self,
        region: Region,
        at: u32,
        steps: &[interpret::Subscript<Value>],
        proctype: u32,
    ) -> Option<Kind> {
        let site = self.who.site;
        let step =
            |s: &interpret::Subscript<Value>| Subscript { kind: self.kind_of(&s.index), len: s.len, stride: s.stride };
        let steps: Vec<Subscript> = steps.iter().map(step).collect();
        let scope = match region {
            Region::Global => &self.reader.storage.global,
            Region::Local => self.reader.storage.frames.get(proctype as usize)?,
            Region::Hidden => return None,
        };
        let kinds = &mut *self.reader.kinds;
        match scope.computed(i64::from(at), &steps) {
            Some((family, indices)) => {
                for (d, index) in family.indices.iter().zip(indices) {
                    match index {
                        Ok(step) => kinds.same(d.kind, step.kind, site),
                        Err(c) => kinds.constant(d.kind, i64::from(c), site),
                    }
                }
                Some(family.kind)
            }
            None => {
                let (family, _) = scope.scalar(u64::from(at) * 8)?;
                family.indices.iter().for_each(|d| kinds.misuse(d.kind, Misuse::Address, site));
                steps.iter().for_each(|s| kinds.misuse(s.kind, Misuse::Address, site));
                Some(family.kind)
            }
        }
    }

    /// The kind of what is at a place of the global part, or of a frame of the proctype.
    fn place(&mut self, place: &Reached<Value>, proctype: u32) -> Option<Kind> {
        match place {
            Reached::Slot { region, slot } => self.scalar(*region, *slot, proctype),
            Reached::Element { region, at, steps, .. } => self.element(*region, *at, steps, proctype),
            Reached::Remote { process, proctype, place } => {
                self.pid(process);
                self.place(place, proctype.0)
            }
            Reached::At { .. } => None,
        }
    }

    fn sets(&mut self, region: Region, bit: u64) {
        if let Some((family, _)) = self.scope(region, self.who.proctype).and_then(|s| s.scalar(bit)) {
            let name = family.name.clone();
            self.reader.found.set.insert(((region == Region::Local).then_some(self.who.proctype), name));
        }
    }

    /// A value that is used as the pid of a process.
    fn pid(&mut self, value: &Value) {
        let site = self.who.site;
        self.reader.found.counts.get_or_insert(site);
        let kind = self.kind_of(value);
        self.kinds().name(kind, Names::Pid, Some(Origin::Any), site);
    }

    /// The types of the channels that a value can be.
    fn opened(&mut self, value: &Value) -> BTreeSet<u32> {
        let at = (self.number, self.opened);
        self.opened += 1;
        match value {
            Value::Constant(n) => {
                self.reader.found.channels.entry(i64::from(*n)).or_insert(self.who.site);
                let ty = usize::try_from(*n - 1).ok().and_then(|n| self.reader.model.global_channels.get(n));
                ty.map_or_else(BTreeSet::new, |&ty| BTreeSet::from([ty]))
            }
            Value::Kind(_) | Value::Fixed(..) if self.reader.knows_channels => {
                let known = self.reader.channels.get(&at).filter(|types| !types.is_empty());
                known.cloned().unwrap_or_else(|| (0..self.reader.model.channel_types.len() as u32).collect())
            }
            Value::Kind(kind) | Value::Fixed(kind, _) => {
                let types = self.kinds().channels(*kind).clone();
                self.reader.channels.entry(at).or_default().extend(&types);
                types
            }
        }
    }

    /// The same for a channel that is sent to, or received from.
    fn opened_for_message(&mut self, value: &Value) -> BTreeSet<u32> {
        if let Value::Fixed(_, channel) = value {
            self.reader.found.channels.entry(i64::from(channel.number)).or_insert(self.who.site);
            return BTreeSet::from([channel.ty]);
        }
        self.opened(value)
    }

    /// The kind of a field of the open channel.
    fn field(&mut self, open: &BTreeSet<u32>, field: usize) -> Kind {
        let site = self.who.site;
        let kinds = open.iter().filter_map(|&ty| self.reader.storage.fields[ty as usize].get(field).copied());
        let kinds: Vec<Kind> = kinds.collect();
        kinds.iter().skip(1).for_each(|&kind| self.kinds().same(kinds[0], kind, site));
        kinds.first().copied().unwrap_or_else(|| self.kinds().fresh())
    }
}

impl Domain for Reading<'_, '_> {
    type Value = Value;

    fn constant(&mut self, constant: Constant) -> Value {
        match constant.as_i32() {
            Some(n) => Value::Constant(n),
            None => self.opaque(),
        }
    }

    fn load(&mut self, place: Reached<Value>, ty: Type) -> Value {
        let Some(kind) = self.place(&place, self.who.proctype).filter(|_| ty == Type::I32) else {
            return self.opaque();
        };
        let fixed = match place {
            Reached::Slot { region: Region::Global, slot } => self.reader.fixed.at(slot),
            Reached::Slot { .. } | Reached::Element { .. } | Reached::Remote { .. } | Reached::At { .. } => None,
        };
        fixed.map_or(Value::Kind(kind), |&channel| Value::Fixed(kind, channel))
    }

    fn address_of(&mut self, _place: Reached<Value>) -> Value {
        self.opaque()
    }

    fn unary(&mut self, _op: Unary, _ty: Type, value: Value) -> Value {
        self.misuse(&value, Misuse::Number);
        self.plain()
    }

    fn binary(&mut self, op: Binary, _ty: Type, left: Value, right: Value) -> Value {
        match (op, &left, &right) {
            (Binary::Add, _, Value::Constant(n)) => self.shifted(&left, *n),
            (Binary::Add, Value::Constant(n), _) => self.shifted(&right, *n),
            (Binary::Sub, _, Value::Constant(n)) => self.shifted(&left, n.wrapping_neg()),
            _ => {
                self.misuse(&left, Misuse::Number);
                self.misuse(&right, Misuse::Number);
                self.plain()
            }
        }
    }

    fn compare(&mut self, op: Compare, _ty: Type, left: Value, right: Value) -> Value {
        match op {
            Compare::Eq | Compare::Ne => match (left.kind(), right.kind()) {
                (Some(kind), _) => self.meet(kind, &right),
                (None, Some(kind)) => self.meet(kind, &left),
                (None, None) => {}
            },
            Compare::Lt | Compare::Gt | Compare::Le | Compare::Ge => {
                self.misuse(&left, Misuse::Order);
                self.misuse(&right, Misuse::Order);
            }
        }
        self.plain()
    }

    fn convert(&mut self, _from: Type, _to: Type, _value: Value) -> Value {
        self.opaque()
    }

    fn not(&mut self, value: Value) -> Value {
        self.test(value);
        self.plain()
    }

    fn branch(&mut self, value: Value) {
        self.test(value);
    }

    fn logical(&mut self, right: Value) -> Value {
        self.test(right);
        self.plain()
    }

    fn either(&mut self, yes: Value, no: Value) -> Value {
        if yes == no {
            return yes;
        }
        let kind = self.kind_of(&yes);
        self.meet(kind, &no);
        Value::Kind(kind)
    }

    fn process(&mut self, question: Asked<Value>) -> Value {
        let site = self.who.site;
        match question {
            Asked::Pid => {
                let kind = self.kinds().fresh();
                let origin = self.who.named.then_some(Origin::Proctype(self.who.proctype));
                self.kinds().name(kind, Names::Pid, origin, site);
                Value::Kind(kind)
            }
            Asked::Count => {
                self.reader.found.counts.get_or_insert(site);
                self.plain()
            }
            Asked::Timeout | Asked::NonProgress => self.plain(),
            Asked::ControlState(pid) | Asked::IsAt(pid, _) => {
                self.pid(&pid);
                self.plain()
            }
            Asked::First(proctype) => {
                self.reader.found.counts.get_or_insert(site);
                self.reader.found.first.entry(proctype.0).or_insert(site);
                let kind = self.kinds().fresh();
                self.kinds().name(kind, Names::Pid, None, site);
                Value::Kind(kind)
            }
            // Priorities and `enabled` are sorted out before.
            Asked::Enabled(_) | Asked::Priority(_) => self.opaque(),
        }
    }

    fn channel(&mut self, _question: ChannelQuestion, channel: Value, _waits: bool) -> Value {
        self.opened(&channel);
        self.plain()
    }

    fn poll(&mut self, channel: Value, matched: Vec<(usize, Value)>, _random: bool, _waits: bool) -> Value {
        let open = self.opened(&channel);
        for (field, value) in matched {
            let kind = self.field(&open, field);
            self.meet(kind, &value);
        }
        self.plain()
    }

    // Traces are sorted out before.
    fn event(&mut self, _send: bool, _channel: Value, _matched: Vec<(usize, Value)>) {
        self.opaque();
    }

    fn require(&mut self, value: Value) {
        self.test(value);
    }

    fn require_else(&mut self) {}

    fn never(&mut self) {}

    fn store(&mut self, place: Reached<Value>, value: Value) {
        let Some(kind) = self.place(&place, self.who.proctype) else {
            self.opaque();
            return;
        };
        match place {
            Reached::Slot { region, slot } => self.sets(region, u64::from(slot.word) * 32 + u64::from(slot.shift)),
            Reached::Element { region, at, .. } => self.sets(region, u64::from(at) * 8),
            Reached::Remote { .. } | Reached::At { .. } => {
                self.opaque();
            }
        }
        self.meet(kind, &value);
    }

    fn choose(&mut self, _from: Value, _to: Value) -> Value {
        self.opaque()
    }

    fn assert(&mut self, value: Value, _message: MessageId) {
        self.test(value);
    }

    fn print(&mut self, _format: Option<FormatId>, _args: Vec<Value>) {}

    fn open_send(&mut self, channel: Value) {
        self.open = self.opened_for_message(&channel);
    }

    fn send(&mut self, args: Vec<Value>, sorted: bool) {
        let (open, site) = (self.open.clone(), self.who.site);
        let most = open.iter().map(|&ty| self.reader.storage.fields[ty as usize].len()).max().unwrap_or(0);
        for i in 0..most.max(args.len()) {
            let kind = self.field(&open, i);
            self.meet(kind, args.get(i).unwrap_or(&Value::Constant(0)));
            if sorted {
                self.kinds().misuse(kind, Misuse::Order, site);
            }
        }
    }

    fn open_receive(&mut self, channel: Value, _how: Receiving) {
        self.open = self.opened_for_message(&channel);
    }

    fn receive_match(&mut self, field: usize, value: Value) {
        let kind = self.field(&self.open.clone(), field);
        self.meet(kind, &value);
    }

    fn receive_field(&mut self, field: usize) -> Value {
        Value::Kind(self.field(&self.open.clone(), field))
    }

    fn close_receive(&mut self, _how: Receiving) {}

    fn run(&mut self, proctype: ProctypeId, args: Vec<Value>) -> Value {
        self.reader.found.runs = true;
        let params = &self.reader.model.proctype(proctype).params;
        for (&slot, value) in params.iter().zip(&args) {
            match self.scalar(Region::Local, slot, proctype.0) {
                Some(kind) => self.meet(kind, value),
                None => return self.opaque(),
            }
        }
        self.plain()
    }

    fn drop(&mut self, _value: Value) {}

    fn set_priority(&mut self, _process: Value, _priority: Value) {
        self.opaque();
    }

    fn end(&mut self) {
        self.reader.found.ends = true;
    }

    fn d_step(&mut self, _graph: &Graph) {}
}
