//! Typed steps to byte code: once, when a model is ready.
//!
//! The code of a transition is its guard, then its effects in order. Conditions of a guard that all have to hold are
//! required one after the other, so that
//! the first one that does not hold ends it. What often stands together is joined (`fuse`).
//!
//! Values of type `i32` are on one stack, all others on another (`wide`): what Promela needs does not pay for what it
//! does not have.

use super::code::Code;
use super::fuse;
use super::op::{self, MAX_STACK, Op, Wide, stack_need};
use crate::model::layout::{Cell, Slot};
use crate::model::object::{self, Home, Object};
use crate::model::{
    Action, Binary, ChannelQuestion, CodeRef, Compare, Effect, Expr, FixedChannels, Graph, GraphNode, Guard, Index,
    Model, NodeId, Pattern, Place, Position, Prepared, ProcessQuestion, ProctypeId, Region, TempId, Type, Unary,
};
use std::collections::HashMap;

/// Makes the code of a model. False if some of it needs a larger stack than there is.
pub fn lower(model: &mut Model) -> bool {
    let fixed = FixedChannels::of(model);
    let mut l = Lowering {
        objects: model.objects.clone(),
        fixed,
        proctype: None,
        code: Vec::new(),
        constants: Vec::new(),
        temps: Vec::new(),
        fits: true,
    };
    let mut made = Code { init: l.effects(&model.init), ..Code::default() };
    // Options of choices share the statement that they begin with.
    let mut known: HashMap<u32, CodeRef> = HashMap::new();
    let mut actions = Vec::with_capacity(model.transitions.len());
    for t in &model.transitions {
        actions.push(match (&t.guard, &t.effects[..]) {
            (Guard::Never, _) => Action::Never,
            (Guard::Always, []) => Action::Skip,
            (Guard::Else, []) => Action::Else,
            (guard, effects) => Action::Code(*known.entry(t.statement).or_insert_with(|| {
                l.proctype = Some(model.statements[t.statement as usize].proctype);
                l.transition(guard, effects)
            })),
        });
    }
    for (id, p) in (0..).map(ProctypeId).zip(&model.proctypes) {
        l.proctype = Some(id);
        made.inits.push(l.effects(&p.init));
        made.provided.push(p.provided.as_ref().map(|e| l.provided(e)));
    }
    if let Some(trace) = &model.trace {
        made.trace_sends = trace.sends.iter().map(|e| l.single(e)).collect();
        made.trace_receives = trace.receives.iter().map(|e| l.single(e)).collect();
    }
    (made.ops, made.constants) = (l.code, l.constants);
    let fits = l.fits;
    for (t, action) in model.transitions.iter_mut().zip(actions) {
        t.action = action;
    }
    model.prepared = Prepared::new(made);
    fits
}

struct Lowering {
    objects: Vec<Object>,
    fixed: FixedChannels,
    /// Whose code is made.
    proctype: Option<ProctypeId>,
    code: Vec<Op>,
    constants: Vec<u64>,
    /// The values of the current step that lie at the bottom of the stacks, with their types.
    temps: Vec<(TempId, Type)>,
    fits: bool,
}

impl Lowering {
    /// Places code that is finished.
    fn emit(&mut self, code: &[Op]) -> CodeRef {
        self.fits &= stack_need(code) <= MAX_STACK;
        let at = CodeRef(self.code.len() as u32);
        self.code.extend_from_slice(code);
        at
    }

    fn transition(&mut self, guard: &Guard, effects: &[Effect]) -> CodeRef {
        if let [Effect::DStep(graph)] = effects {
            let code = self.d_step(graph);
            return self.emit(&code);
        }
        let mut code = self.step(guard, effects);
        code.push(Op::Done);
        self.emit(&code)
    }

    fn effects(&mut self, effects: &[Effect]) -> CodeRef {
        let mut code = self.step(&Guard::Always, effects);
        code.push(Op::Done);
        self.emit(&code)
    }

    fn provided(&mut self, condition: &Expr) -> CodeRef {
        let mut code = Vec::new();
        self.value(condition, &mut code);
        code.extend([Op::Require, Op::Done]);
        self.emit(&code)
    }

    fn single(&mut self, value: &Expr) -> CodeRef {
        let mut code = Vec::new();
        self.value(value, &mut code);
        code.push(Op::Done);
        self.emit(&code)
    }

    /// A guard and effects, without an end.
    fn step(&mut self, guard: &Guard, effects: &[Effect]) -> Vec<Op> {
        let mut code = Vec::new();
        match guard {
            Guard::When(condition) => self.require(condition, &mut code),
            Guard::Never => code.push(Op::Block),
            Guard::Else => code.push(Op::RequireElse),
            Guard::Always => {}
        }
        effects.iter().for_each(|effect| self.effect(effect, &mut code));
        code.extend(self.temps.drain(..).map(|(_, ty)| drop_of(ty)));
        fuse::fuse(&self.fixed, &mut code);
        code
    }

    /// Blocks unless the condition holds. A conjunction is one requirement after the other.
    fn require(&mut self, condition: &Expr, code: &mut Vec<Op>) {
        if let Expr::And(a, b) = condition {
            self.require(a, code);
            self.require(b, code);
        } else if let Expr::Event { send, channel, patterns } = condition {
            self.value(channel, code);
            code.push(Op::EventIs { send: *send });
            for (i, pattern) in patterns.iter().enumerate() {
                if let Pattern::Match(value) = pattern {
                    self.value(value, code);
                    code.push(Op::EventMatch(i as u16));
                }
            }
        } else {
            let mut part = Vec::new();
            self.value(condition, &mut part);
            part.push(Op::Require);
            fuse::fuse(&self.fixed, &mut part);
            code.append(&mut part);
        }
    }

    fn effect(&mut self, effect: &Effect, code: &mut Vec<Op>) {
        match effect {
            Effect::Assign { place, value } => {
                if let (Place::Slot { region, slot }, Some(value)) = (place, value.constant())
                    && slot.bits <= 32
                {
                    match region {
                        Region::Global => return code.push(Op::StoreConstGlobal { slot: *slot, value }),
                        Region::Local => return code.push(Op::StoreConstLocal { slot: *slot, value }),
                        Region::Hidden => {}
                    }
                }
                self.store(place, value.ty(), code, |l, code| l.value(value, code));
            }
            Effect::Choose { place, from, to } => self.store(place, from.ty(), code, |l, code| {
                l.widened(from, code);
                l.widened(to, code);
                code.push(Op::Wide(Wide::Choose(from.ty())));
                if from.ty() == Type::I32 {
                    code.push(Op::Wide(Wide::Leave));
                }
            }),
            Effect::Require(condition) => {
                self.value(condition, code);
                code.push(Op::Require);
            }
            Effect::Assert { condition, message } => {
                self.value(condition, code);
                code.push(Op::Assert(message.0));
            }
            Effect::Print { format, args } => {
                args.iter().for_each(|a| self.value(a, code));
                code.push(Op::Print { format: format.0, args: args.len() as u16 });
            }
            Effect::PrintMtype { mtype, value } => {
                self.value(value, code);
                code.push(Op::PrintMtype(mtype.0));
            }
            Effect::Send { channel, args, sorted } => {
                self.value(channel, code);
                code.push(Op::SendOpen);
                args.iter().for_each(|a| self.value(a, code));
                code.push(Op::Send { args: args.len() as u16, sorted: *sorted });
            }
            Effect::Receive { channel, patterns, random, keep } => {
                self.value(channel, code);
                code.push(Op::ReceiveOpen { keep: *keep });
                self.receive(patterns, *random, code);
                code.push(Op::ReceiveClose { keep: *keep, args: patterns.len() as u16 });
            }
            Effect::Run { proctype, args, priority, result } => {
                let run = |l: &mut Self, code: &mut Vec<Op>| {
                    args.iter().for_each(|a| l.value(a, code));
                    code.push(Op::Run { proctype: proctype.0, args: args.len() as u16, priority: *priority });
                };
                match result {
                    Some(place) => self.store(place, Type::I32, code, run),
                    None => {
                        run(self, code);
                        code.push(Op::Drop);
                    }
                }
            }
            Effect::SetPriority { process, priority } => {
                self.value(process, code);
                self.value(priority, code);
                code.push(Op::SetPriority);
            }
            Effect::End => code.push(Op::End),
            // Stands alone.
            Effect::DStep(_) => self.unsupported(code),
        }
    }

    /// The fields of a message: those that are compared first.
    fn receive(&mut self, patterns: &[Pattern], random: bool, code: &mut Vec<Op>) {
        let mut mask = 0;
        for (i, pattern) in patterns.iter().enumerate() {
            if let Pattern::Match(value) = pattern {
                self.value(value, code);
                if random {
                    mask |= bit(i);
                } else {
                    code.push(Op::ReceiveMatch(i as u16));
                }
            }
        }
        if random {
            code.push(Op::ReceiveFind { mask });
        }
        for (i, pattern) in patterns.iter().enumerate() {
            if let Pattern::Store(place) = pattern {
                self.store(place, Type::I32, code, |_, code| code.push(Op::ReceiveField(i as u16)));
            }
        }
    }

    /// Stores what `value` pushes, which is of type `ty`.
    fn store(&mut self, place: &Place, ty: Type, code: &mut Vec<Op>, value: impl FnOnce(&mut Self, &mut Vec<Op>)) {
        // Where the value has to be: on the stack of the others if it does not fit into 32 bits.
        let value = |l: &mut Self, wide: bool, code: &mut Vec<Op>| {
            value(l, code);
            match (ty == Type::I32, wide) {
                (true, true) => code.push(Op::Wide(Wide::Enter { zeros: false })),
                (false, false) => code.push(Op::Wide(Wide::Leave)),
                (true, false) | (false, true) => {}
            }
        };
        match place {
            Place::Slot { region, slot } if slot.bits > 32 => {
                value(self, true, code);
                code.push(Op::Wide(Wide::Store { base: *region, word: slot.word }));
            }
            Place::Slot { region, slot } => {
                value(self, false, code);
                code.push(match region {
                    Region::Global => Op::StoreGlobal(*slot),
                    Region::Local => Op::StoreLocal(*slot),
                    Region::Hidden => Op::StoreHidden(*slot),
                });
            }
            Place::Element { region, at, indices, cell } if cell.bits > 32 => {
                self.address(*region, *at, indices, code);
                value(self, true, code);
                code.push(Op::Wide(Wide::StoreAt { base: *region }));
            }
            Place::Element { region, at, indices, cell } => match (region, row(indices, cell.bytes())) {
                (Region::Global, Some((index, len))) => {
                    self.index(index, code);
                    value(self, false, code);
                    code.push(Op::StoreIndexGlobal { at: *at, len, cell: *cell });
                }
                (Region::Local, Some((index, len))) => {
                    self.index(index, code);
                    value(self, false, code);
                    code.push(Op::StoreIndexLocal { at: *at, len, cell: *cell });
                }
                (base, _) => {
                    self.address(*base, *at, indices, code);
                    value(self, false, code);
                    code.push(Op::StoreAt { base: *base, cell: *cell });
                }
            },
            Place::Temp { temp, ty } => {
                value(self, *ty != Type::I32, code);
                self.temps.push((*temp, *ty));
            }
            Place::At { address, cell } => {
                self.value(address, code);
                value(self, true, code);
                code.push(Op::Wide(Wide::StoreAddress(*cell)));
            }
            Place::Remote { .. } => self.unsupported(code),
        }
    }

    /// Pushes an index, on the stack of `i32`.
    fn index(&mut self, index: &Expr, code: &mut Vec<Op>) {
        self.value(index, code);
        if index.ty() != Type::I32 {
            code.push(Op::Wide(Wide::LeaveIndex));
        }
    }

    /// Pushes a value on the stack of those that are no `i32`.
    fn widened(&mut self, value: &Expr, code: &mut Vec<Op>) {
        self.value(value, code);
        if value.ty() == Type::I32 {
            code.push(Op::Wide(Wide::Enter { zeros: false }));
        }
    }

    fn constant(&mut self, bits: u64, code: &mut Vec<Op>) {
        code.push(Op::Wide(Wide::Const(self.constants.len() as u32)));
        self.constants.push(bits);
    }

    /// The byte at which an element begins.
    fn address(&mut self, base: Region, at: u32, indices: &[Index], code: &mut Vec<Op>) {
        code.push(Op::Address { base, at: 0 });
        for i in indices {
            self.index(&i.index, code);
            code.push(Op::Index { len: i.len, stride: i.stride });
        }
        if at != 0 {
            code.push(Op::AddConst(at as i32));
        }
    }

    /// Pushes what is at a place as a value of a type.
    fn load(&mut self, place: &Place, ty: Type, code: &mut Vec<Op>) {
        let cell = match place {
            Place::Slot { slot, .. } => Cell { bits: slot.bits, signed: slot.signed },
            Place::Element { cell, .. } | Place::At { cell, .. } => *cell,
            Place::Temp { temp, ty } => return self.load_temp(*temp, *ty, code),
            // Of Promela.
            Place::Remote { .. } => Cell { bits: 32, signed: true },
        };
        let is_wide = match place {
            Place::Slot { region, slot } if slot.bits > 32 => {
                code.push(Op::Wide(Wide::Load { base: *region, word: slot.word }));
                true
            }
            Place::Element { region, at, indices, cell } if cell.bits > 32 => {
                self.address(*region, *at, indices, code);
                code.push(Op::Wide(Wide::LoadAt { base: *region }));
                true
            }
            Place::At { address, cell } => {
                self.value(address, code);
                code.push(Op::Wide(Wide::LoadAddress(*cell)));
                true
            }
            _ => {
                self.load_narrow(place, code);
                false
            }
        };
        match (is_wide, ty) {
            (false, Type::I32) => {}
            (true, Type::I32) => code.push(Op::Wide(Wide::Leave)),
            (true, _) => code.push(Op::Wide(Wide::Wrap(ty))),
            (false, _) => {
                code.push(Op::Wide(Wide::Enter { zeros: cell.bits == 32 && !cell.signed }));
                code.push(Op::Wide(Wide::Wrap(ty)));
            }
        }
    }

    fn load_temp(&mut self, temp: TempId, ty: Type, code: &mut Vec<Op>) {
        let own = |t: &&(TempId, Type)| (t.1 == Type::I32) == (ty == Type::I32);
        match self.temps.iter().filter(own).position(|(t, _)| *t == temp) {
            Some(i) if ty == Type::I32 => code.push(Op::Pick(i as u16)),
            Some(i) => code.push(Op::Wide(Wide::Pick(i as u16))),
            None => self.unsupported(code),
        }
    }

    /// Pushes an `i32`: what is in up to 32 bits.
    fn load_narrow(&mut self, place: &Place, code: &mut Vec<Op>) {
        match place {
            Place::Slot { region: Region::Global, slot } => code.push(Op::LoadGlobal(*slot)),
            Place::Slot { region: Region::Local, slot } => code.push(Op::LoadLocal(*slot)),
            Place::Slot { region: Region::Hidden, slot } => code.push(Op::LoadHidden(*slot)),
            Place::Element { region, at, indices, cell } => match (region, row(indices, cell.bytes())) {
                (Region::Global, Some((index, len))) => {
                    if let Some(Slot { word, shift, bits, signed: false }) = local_slot(index)
                        && let (Ok(word), Ok(len)) = (u16::try_from(word), u16::try_from(len))
                    {
                        code.push(Op::LoadGlobalAtLocal { at: *at, len, cell: *cell, word, shift, bits });
                        return;
                    }
                    self.index(index, code);
                    code.push(Op::LoadIndexGlobal { at: *at, len, cell: *cell });
                }
                (Region::Local, Some((index, len))) => {
                    self.index(index, code);
                    code.push(Op::LoadIndexLocal { at: *at, len, cell: *cell });
                }
                (base, _) => {
                    self.address(*base, *at, indices, code);
                    code.push(Op::LoadAt { base: *base, cell: *cell });
                }
            },
            Place::Remote { process, proctype, place } => match &**place {
                Place::Slot { slot, .. } => {
                    self.value(process, code);
                    code.push(Op::LoadRemote { proctype: proctype.0, slot: *slot });
                }
                Place::Element { at, indices, cell, .. } if indices.len() == 1 => {
                    self.index(&indices[0].index, code);
                    self.value(process, code);
                    let len = indices[0].len;
                    code.push(Op::LoadRemoteIndex { proctype: proctype.0, at: *at, len, cell: *cell });
                }
                _ => self.unsupported(code),
            },
            // Seen to in `load`.
            Place::Temp { .. } | Place::At { .. } => self.unsupported(code),
        }
    }

    /// What the interpreter has no code for.
    fn unsupported(&mut self, code: &mut Vec<Op>) {
        self.fits = false;
        code.push(Op::Const(0));
    }

    /// Pushes a value.
    fn value(&mut self, e: &Expr, code: &mut Vec<Op>) {
        match e {
            Expr::Const(c) if c.ty == Type::I32 => code.push(Op::Const(c.bits as i32)),
            Expr::Const(c) => self.constant(c.bits, code),
            Expr::Load { place, ty } => self.load(place, *ty, code),
            Expr::AddressOf(place) => self.address_of(place, code),
            Expr::Unary { op, ty, value } if *ty != Type::I32 => {
                self.value(value, code);
                code.push(Op::Wide(Wide::Unary(*op, *ty)));
            }
            Expr::Binary { op, ty, left, right } if *ty != Type::I32 => {
                self.value(left, code);
                self.value(right, code);
                code.push(Op::Wide(Wide::Binary(*op, *ty)));
            }
            Expr::Compare { op, ty, left, right } if *ty != Type::I32 => {
                self.value(left, code);
                self.value(right, code);
                code.push(Op::Wide(Wide::Compare(*op, *ty)));
            }
            Expr::Convert { from, to, value } => {
                self.widened(value, code);
                code.push(Op::Wide(Wide::Convert { from: *from, to: *to }));
                if *to == Type::I32 {
                    code.push(Op::Wide(Wide::Leave));
                }
            }
            Expr::Unary { op, value, .. } => {
                self.value(value, code);
                code.push(match op {
                    Unary::Neg => Op::Neg,
                    Unary::BitNot => Op::BitNot,
                });
            }
            Expr::Binary { op, left, right, .. } => {
                self.value(left, code);
                self.binary(*op, right, code);
            }
            Expr::Compare { op, left, right, .. } => {
                self.value(left, code);
                self.compare(*op, right, code);
            }
            Expr::Not(value) => {
                self.value(value, code);
                code.push(Op::Not);
            }
            Expr::And(left, right) | Expr::Or(left, right) => {
                self.value(left, code);
                let mut rest = Vec::new();
                self.value(right, &mut rest);
                let skip = rest.len() as i32 + 1;
                code.push(if matches!(e, Expr::And(..)) { Op::AndJump(skip) } else { Op::OrJump(skip) });
                code.append(&mut rest);
                code.push(Op::Bool);
            }
            Expr::Conditional { condition, yes, no } => {
                self.value(condition, code);
                let (mut first, mut second) = (Vec::new(), Vec::new());
                self.value(yes, &mut first);
                self.value(no, &mut second);
                code.push(Op::JumpIfZero(first.len() as i32 + 1));
                first.push(Op::Jump(second.len() as i32));
                code.append(&mut first);
                code.append(&mut second);
            }
            Expr::Process(question) => self.process(question, code),
            Expr::Channel { question, channel } => {
                self.value(channel, code);
                code.push(match question {
                    ChannelQuestion::Length => Op::Len,
                    ChannelQuestion::IsEmpty => Op::IsEmpty,
                    ChannelQuestion::IsFull => Op::IsFull,
                    ChannelQuestion::NotEmpty => Op::NotEmpty,
                    ChannelQuestion::NotFull => Op::NotFull,
                });
            }
            Expr::Poll { channel, patterns, random } => {
                self.value(channel, code);
                let mut mask = 0;
                for (i, pattern) in patterns.iter().enumerate() {
                    if let Pattern::Match(value) = pattern {
                        mask |= bit(i);
                        self.value(value, code);
                    }
                }
                code.push(Op::Poll { mask, fields: patterns.len() as u16, random: *random });
            }
            // Only as a condition: the verifier sees to that.
            Expr::Event { .. } => self.unsupported(code),
        }
    }

    fn address_of(&mut self, place: &Place, code: &mut Vec<Op>) {
        let (region, byte, indices) = match place {
            Place::Slot { region, slot } => (*region, slot.word * 4 + u32::from(slot.shift / 8), &[][..]),
            Place::Element { region, at, indices, .. } => (*region, *at, &indices[..]),
            Place::At { address, .. } => return self.value(address, code),
            Place::Remote { .. } | Place::Temp { .. } => return self.unsupported(code),
        };
        let home = match (region, self.proctype) {
            (Region::Global, _) => Home::Static,
            (Region::Local, Some(proctype)) => Home::Frame(proctype),
            (Region::Local, None) | (Region::Hidden, _) => return self.unsupported(code),
        };
        let Some(o) = object::at(&self.objects, home, byte) else { return self.unsupported(code) };
        let address = o.address + u64::from(byte - o.at);
        self.constant(address, code);
        if region == Region::Local {
            code.extend([Op::Wide(Wide::Frame), Op::Wide(Wide::Binary(Binary::Add, Type::U64))]);
        }
        for i in indices {
            self.widened(&i.index, code);
            code.push(Op::Wide(Wide::Step { len: i.len, stride: i.stride }));
        }
    }

    fn process(&mut self, question: &ProcessQuestion, code: &mut Vec<Op>) {
        match question {
            ProcessQuestion::Pid => code.push(Op::Pid),
            ProcessQuestion::Count => code.push(Op::ProcessCount),
            ProcessQuestion::Timeout => code.push(Op::Timeout),
            ProcessQuestion::NonProgress => code.push(Op::NonProgress),
            ProcessQuestion::Enabled(pid) => {
                self.value(pid, code);
                code.push(Op::Enabled);
            }
            ProcessQuestion::ControlState(pid) => {
                self.value(pid, code);
                code.push(Op::PcValue);
            }
            ProcessQuestion::IsAt(pid, label) => {
                self.value(pid, code);
                code.extend([Op::PcValue, Op::Label(label.0), Op::Eq]);
            }
            ProcessQuestion::Priority(pid) => {
                self.value(pid, code);
                code.push(Op::GetPriority);
            }
            ProcessQuestion::First(proctype) => code.push(Op::FirstPid(proctype.0)),
        }
    }

    /// An operation whose first operand is on the stack.
    fn binary(&mut self, op: Binary, right: &Expr, code: &mut Vec<Op>) {
        let fused = match op {
            Binary::Add => Some(op::Binary::Add),
            Binary::Sub => Some(op::Binary::Sub),
            Binary::Mul => Some(op::Binary::Mul),
            Binary::BitAnd => Some(op::Binary::BitAnd),
            Binary::BitXor => Some(op::Binary::BitXor),
            Binary::BitOr => Some(op::Binary::BitOr),
            // By something that may be 0, it can go wrong.
            Binary::Rem => right.constant().filter(|n| *n != 0).map(|_| op::Binary::Rem),
            Binary::Div | Binary::Shl | Binary::Shr => None,
        };
        match (op, right.constant()) {
            (Binary::Add, Some(n)) => return code.push(Op::AddConst(n)),
            (Binary::Sub, Some(n)) => return code.push(Op::AddConst(n.wrapping_neg())),
            _ => {}
        }
        if let Some(op) = fused.and_then(|op| with_operand(op, right)) {
            return code.push(op);
        }
        self.value(right, code);
        code.push(match op {
            Binary::Add => Op::Add,
            Binary::Sub => Op::Sub,
            Binary::Mul => Op::Mul,
            Binary::Div => Op::Div,
            Binary::Rem => Op::Rem,
            Binary::BitAnd => Op::BitAnd,
            Binary::BitXor => Op::BitXor,
            Binary::BitOr => Op::BitOr,
            Binary::Shl => Op::Shl,
            Binary::Shr => Op::Shr,
        });
    }

    /// A comparison whose first operand is on the stack.
    fn compare(&mut self, op: Compare, right: &Expr, code: &mut Vec<Op>) {
        let (fused, plain) = match op {
            Compare::Eq => (op::Binary::Eq, Op::Eq),
            Compare::Ne => (op::Binary::Ne, Op::Ne),
            Compare::Lt => (op::Binary::Lt, Op::Lt),
            Compare::Gt => (op::Binary::Gt, Op::Gt),
            Compare::Le => (op::Binary::Le, Op::Le),
            Compare::Ge => (op::Binary::Ge, Op::Ge),
        };
        match (op, right.constant()) {
            (Compare::Eq, Some(n)) => return code.push(Op::EqConst(n)),
            (Compare::Ne, Some(n)) => return code.push(Op::NeConst(n)),
            (Compare::Lt, Some(n)) => return code.push(Op::LtConst(n)),
            (Compare::Gt, Some(n)) => return code.push(Op::GtConst(n)),
            _ => {}
        }
        match with_operand(fused, right) {
            Some(op) => code.push(op),
            None => {
                self.value(right, code);
                code.push(plain);
            }
        }
    }

    fn d_step(&mut self, graph: &Graph) -> Vec<Op> {
        let mut code = vec![Op::InDStep];
        let mut places = vec![None; graph.nodes.len()];
        if !graph.nodes.is_empty() {
            self.nodes(graph, NodeId(0), &mut places, &mut code);
        }
        code.push(Op::Done);
        code
    }

    /// The code from a node on, until control leaves or joins code that is there.
    fn nodes(&mut self, graph: &Graph, start: NodeId, places: &mut [Option<usize>], code: &mut Vec<Op>) {
        let mut at = Some(start);
        while let Some(id) = at {
            if let Some(place) = places[id.index()] {
                code.push(Op::Jump(place as i32 - (code.len() as i32 + 1)));
                return;
            }
            places[id.index()] = Some(code.len());
            match graph.node(id) {
                GraphNode::Step { guard, effects, position, next } => {
                    self.d_step_statement(guard, effects, *position, graph.line, code);
                    at = *next;
                }
                GraphNode::Choice { options, position } => {
                    for &option in options {
                        let patch = code.len();
                        code.push(Op::OnBlock(0));
                        self.nodes(graph, option, places, code);
                        code[patch] = Op::OnBlock((code.len() - patch - 1) as i32);
                    }
                    match position {
                        Position::First => code.extend([Op::OnBlockReturn, Op::Block]),
                        Position::Option | Position::Inner => code.extend([Op::OnBlockFail(graph.line), Op::Block]),
                    }
                    return;
                }
            }
        }
        code.push(Op::Done);
    }

    fn d_step_statement(
        &mut self,
        guard: &Guard,
        effects: &[Effect],
        position: Position,
        line: u32,
        code: &mut Vec<Op>,
    ) {
        if position != Position::Inner && !matches!(effects, [Effect::Receive { .. }, ..]) {
            code.push(Op::NoRendezvous);
        }
        match guard {
            // As an option it is the last: none of the others was possible.
            Guard::Else if position == Position::First => code.push(Op::RequireElse),
            Guard::Else => {}
            Guard::Never | Guard::Always | Guard::When(_) => code.append(&mut self.step(guard, effects)),
        }
        if position != Position::Inner {
            code.push(Op::OnBlockFail(line));
        }
    }
}

fn drop_of(ty: Type) -> Op {
    if ty == Type::I32 { Op::Drop } else { Op::Wide(Wide::Drop) }
}

/// One op for an operation whose second operand is a variable or a constant.
fn with_operand(op: op::Binary, right: &Expr) -> Option<Op> {
    match right {
        Expr::Const(c) => c.as_i32().map(|value| Op::BinaryConst { op, value }),
        Expr::Load { place: Place::Slot { region, slot }, ty: Type::I32 } if slot.bits <= 32 => match region {
            Region::Global => Some(Op::BinaryGlobal { op, slot: *slot }),
            Region::Local => Some(Op::BinaryLocal { op, slot: *slot }),
            Region::Hidden => None,
        },
        _ => None,
    }
}

/// The index and the length if the elements are next to each other.
fn row(indices: &[Index], bytes: u32) -> Option<(&Expr, u32)> {
    match indices {
        [Index { index, len, stride }] if *stride == bytes => Some((index, *len)),
        _ => None,
    }
}

fn local_slot(e: &Expr) -> Option<Slot> {
    match e {
        Expr::Load { place: Place::Slot { region: Region::Local, slot }, ty: Type::I32 } if slot.bits <= 32 => {
            Some(*slot)
        }
        _ => None,
    }
}

/// Only the first 32 fields can be compared: `compile` sees to that.
fn bit(field: usize) -> u32 {
    1u32.checked_shl(field as u32).unwrap_or(0)
}
