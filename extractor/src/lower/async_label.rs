//! `__CPROVER_ASYNC_1: statement`: CBMC runs the statement as a thread of its own.
//!
//! The thread begins with copies of the locals that the statement names, with the values that they have when it is
//! started; a pointer to a local of the function that starts it leads to that function's. So the statement becomes a
//! function of its own: the starting thread copies the locals into a block of the heap, shadow and all, and the new
//! one copies them into slots of its frame and gives the block back. It is detached, because nobody can join it.
//!
//! Not taken: a statement that control enters or leaves by a jump, and arrays whose length is not a constant.

use super::address::{Address, Base};
use super::builder::{Builder, Home};
use super::pack;
use super::tree::{Part, init_values, operands, parts};
use crate::program::{Expr, ExprKind, ObjectId, Program, START_ASYNC, Stmt, StmtKind, Storage, TypeId};
use machine::code::{self, Instruction, Intrinsic, Reg};
use machine::types::Type as M;

/// The locals of the function around that a statement names, in the order in which it does.
pub(super) fn named_locals(program: &Program, statement: &Stmt) -> Vec<ObjectId> {
    let mut walk = Walk { program, named: Vec::new(), own: Vec::new(), jumps: false, loops: 0 };
    walk.statement(statement);
    let Walk { mut named, own, .. } = walk;
    named.retain(|id| !own.contains(id));
    named
}

fn has_jump(program: &Program, statement: &Stmt) -> bool {
    let mut walk = Walk { program, named: Vec::new(), own: Vec::new(), jumps: false, loops: 0 };
    walk.statement(statement);
    walk.jumps
}

struct Walk<'p> {
    program: &'p Program,
    named: Vec<ObjectId>,
    /// Those that are declared inside.
    own: Vec<ObjectId>,
    /// Control may enter or leave by a jump.
    jumps: bool,
    /// Loops and switches around.
    loops: u32,
}

impl Walk<'_> {
    fn statement(&mut self, statement: &Stmt) {
        let is_loop = match &statement.kind {
            StmtKind::Goto(_) | StmtKind::ComputedGoto(_) | StmtKind::Return(_) | StmtKind::Label { .. } => {
                self.jumps = true;
                false
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Case { .. } | StmtKind::Default { .. } => {
                self.jumps |= self.loops == 0;
                false
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } | StmtKind::Switch { .. } => true,
            _ => false,
        };
        self.loops += u32::from(is_loop);
        parts(statement, &mut |part| match part {
            Part::Statement(s) => self.statement(s),
            Part::Expression(e) => self.expression(e),
            Part::Object(id) => {
                self.own.push(id);
                if let Some(init) = &self.program.object(id).init {
                    init_values(init, &mut |e| self.expression(e));
                }
            }
        });
        self.loops -= u32::from(is_loop);
    }

    fn expression(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Object(id) => {
                let storage = self.program.object(*id).storage;
                let local = matches!(storage, Storage::Local | Storage::Parameter | Storage::Shared);
                if local && !self.named.contains(id) {
                    self.named.push(*id);
                }
            }
            ExprKind::LabelAddress(_) => self.jumps = true,
            ExprKind::Statement(list) => return list.iter().for_each(|s| self.statement(s)),
            _ => {}
        }
        operands(e, &mut |operand| self.expression(operand));
    }
}

/// A local that goes with the thread: where it stands in the block.
struct Carried {
    object: ObjectId,
    ty: TypeId,
    offset: u64,
}

impl<'p> Builder<'_, 'p> {
    /// Starts a thread that runs the statement.
    pub(super) fn start_async(&mut self, statement: &'p Stmt) {
        let program = self.program;
        let mut carried = Vec::new();
        let mut size = 0u64;
        for object in named_locals(program, statement) {
            let ty = program.object(object).ty;
            let Some(bytes) = program.size_of(ty) else { return self.refuse_async() };
            let offset = size.next_multiple_of(16);
            size = offset + bytes;
            carried.push(Carried { object, ty, offset });
        }
        let start = self.module.by_name(START_ASYNC);
        let (Some(start), false) = (start, has_jump(program, statement)) else { return self.refuse_async() };
        let bytes = self.constant(M::U64, u128::from(size.max(1)));
        let block = self.fresh(M::U64);
        self.emit(Instruction::Intrinsic(Intrinsic::Allocate { to: block, size: bytes }));
        for local in &carried {
            let from = match self.home(local.object) {
                Home::Slot(slot) => Address { base: Base::Slot(slot), offset: 0 },
                Home::Indirect(address) => Address::reg(address),
                Home::Register { .. } | Home::Static(_) => return self.refuse_async(),
            };
            self.copy_object(&Address::reg(block).plus(local.offset), &from, local.ty, None);
        }
        let function = self.async_function(statement, &carried);
        let address = self.fresh(M::U64);
        self.emit(Instruction::FunctionAddress { to: address, function });
        self.call_plain(start, vec![address, block]);
    }

    fn refuse_async(&mut self) {
        self.not_modelled("a statement that CBMC runs as a thread of its own, with jumps or arrays of variable length");
    }

    /// `void *f(void *block)`: the statement, with the locals that come in the block.
    fn async_function(&mut self, statement: &'p Stmt, carried: &[Carried]) -> code::FunctionId {
        let (function, span, taken) = (self.function, statement.span, self.taken.clone());
        let mut inner = Builder::new(self.module, function);
        (inner.span, inner.taken) = (span, taken);
        let block = inner.new_register(M::U64, Some("block"));
        inner.enter();
        for local in carried {
            let object = inner.program.object(local.object);
            let bytes = inner.program.size_of(local.ty).unwrap_or(0);
            let slot = inner.new_slot(&object.name, bytes, super::object_align(inner.program, object));
            inner.scopes[0].declared.push(slot);
            inner.emit(Instruction::SlotBegin { slot });
            inner.homes.insert(local.object, Home::Slot(slot));
            let to = Address { base: Base::Slot(slot), offset: 0 };
            inner.copy_object(&to, &Address::reg(block).plus(local.offset), local.ty, None);
        }
        inner.emit(Instruction::Intrinsic(Intrinsic::Release { address: block }));
        inner.statement(statement);
        let none: Reg = inner.constant(M::U64, 0);
        inner.emit(Instruction::Return { value: Some(none) });
        inner.open.pop();
        let mut lowered = inner.finish();
        let around = function.map_or("", |f| self.program.function(f).name.as_str());
        lowered.name = format!("{around}, a statement that runs by itself");
        lowered.parameters = 1;
        lowered.result = Some(M::U64);
        lowered.span = span;
        pack::pack(&mut lowered);
        self.module.add_function(lowered)
    }
}
