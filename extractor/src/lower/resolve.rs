//! From items with labels to code: scopes and jumps are written out, labels become places.

use super::builder::{Builder, Goto, Item, ScopeId};
use machine::code::{Function, Instruction, Intrinsic, Origin, Pc, Reg};

/// The code of the function. The shadows of its variables say first that nothing was set.
pub(super) fn resolve(mut builder: Builder, shadows: &[Reg]) -> Function {
    let items = std::mem::take(&mut builder.items);
    let mut out = Output { code: Vec::with_capacity(items.len()), origins: Vec::with_capacity(items.len()) };
    let start = builder.origin();
    for shadow in shadows {
        let bits = builder.register_type(*shadow).cut(u128::MAX);
        out.push(Instruction::Const { to: *shadow, bits }, start);
    }
    for address in builder.scopes.iter().flat_map(|s| &s.arrays) {
        out.push(Instruction::Const { to: *address, bits: 0 }, start);
    }
    let mut places = Vec::with_capacity(items.len() + 1);
    for item in items {
        places.push(out.code.len());
        match item {
            Item::Code(instruction, origin) => out.push(instruction, origin),
            Item::Begin(scope, origin) => begin(&builder, scope, origin, &mut out),
            Item::End(scope, origin) => end(&mut builder, scope, origin, &mut out),
            Item::Goto(goto) => write_goto(&mut builder, &goto, &mut out),
        }
    }
    places.push(out.code.len());
    let labels: Vec<Option<usize>> = builder.label_places().iter().map(|l| l.map(|item| places[item])).collect();
    if labels.contains(&Some(out.code.len())) || out.code.is_empty() {
        // A label at the end of the text that nothing falls into: nobody comes here.
        let text = builder.module.text("the end of the function");
        out.push(Instruction::Trap { kind: machine::code::Trap::Unreachable, text }, start);
    }
    let last = Pc(out.code.len() as u32 - 1);
    let place = |label: &mut Pc| *label = labels[label.0 as usize].map_or(last, |at| Pc(at as u32));
    for instruction in &mut out.code {
        match instruction {
            Instruction::Jump { target } => place(target),
            Instruction::Branch { then, otherwise, .. } => {
                place(then);
                place(otherwise);
            }
            Instruction::Switch { cases, otherwise, .. } => {
                cases.iter_mut().for_each(|c| place(&mut c.target));
                place(otherwise);
            }
            _ => {}
        }
    }
    Function {
        registers: builder.take_registers(),
        slots: std::mem::take(&mut builder.slots),
        code: out.code,
        origins: out.origins,
        ..Function::default()
    }
}

struct Output {
    code: Vec<Instruction>,
    origins: Vec<Origin>,
}

impl Output {
    fn push(&mut self, instruction: Instruction, origin: Origin) {
        self.code.push(instruction);
        self.origins.push(origin);
    }
}

fn begin(builder: &Builder, scope: ScopeId, origin: Origin, out: &mut Output) {
    for slot in &builder.scopes[scope.0 as usize].declared {
        out.push(Instruction::SlotBegin { slot: *slot }, origin);
    }
}

fn end(builder: &mut Builder, scope: ScopeId, origin: Origin, out: &mut Output) {
    let scope = &builder.scopes[scope.0 as usize];
    for address in scope.arrays.iter().rev() {
        out.push(Instruction::Intrinsic(Intrinsic::ReleaseLocal { address: *address }), origin);
        out.push(Instruction::Const { to: *address, bits: 0 }, origin);
    }
    for slot in scope.temporaries.iter().chain(&scope.declared).rev() {
        out.push(Instruction::SlotEnd { slot: *slot }, origin);
    }
}

/// Leaves the scopes that the label is not in, enters those that the jump is not in.
fn write_goto(builder: &mut Builder, goto: &Goto, out: &mut Output) {
    let Some(named) = builder.named.get(&goto.name) else { return };
    let label = Pc(named.label.0);
    let Some(to) = named.scopes.clone() else {
        let text = builder.module.text(&format!("a jump to `{}`, which is not in this function", goto.name));
        out.push(Instruction::Trap { kind: machine::code::Trap::NotModelled, text }, goto.origin);
        return;
    };
    let common = to.iter().zip(&goto.from).take_while(|(a, b)| **a == b.0).count();
    for (scope, declared) in goto.from[common..].iter().rev() {
        let cleanups = builder.scopes[scope.0 as usize].cleanups[..*declared].to_vec();
        for object in cleanups.into_iter().rev() {
            // The items that the call is made of are plain code.
            builder.span = goto.origin.span;
            builder.call_cleanup(object);
            for item in std::mem::take(&mut builder.items) {
                if let Item::Code(instruction, origin) = item {
                    out.push(instruction, origin);
                }
            }
        }
        end(builder, *scope, goto.origin, out);
    }
    for scope in &to[common..] {
        begin(builder, *scope, goto.origin, out);
    }
    out.push(Instruction::Jump { target: label }, goto.origin);
}
