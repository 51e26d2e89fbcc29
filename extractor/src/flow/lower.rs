//! From the typed program to the flow of one function.
//!
//! Operands are evaluated from left to right; C leaves the order open, and a program that depends on it has no meaning
//! to keep. A condition that is a call stays one step, as the tables of the notes have it; `&&`, `||` and `?:` become
//! branches where what they guard has side effects or (see [`Options::split_shared`]) reads shared data more than once.

mod switch;

use super::{Flow, LabelId, Loop, Node, ScopeId, Step, StepId, StepKind, Temp, condition};
use crate::program::print;
use crate::program::{
    Assign, Binary, BinaryOp, Declaration, Expr, ExprKind, FunctionId, Init, InitItem, ObjectId, Program, Rank, Stmt,
    StmtKind, Storage, Type, TypeId,
};
use abstraction_tables::entry::Class;
use promela::source::Span;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Branch on each part of a condition that reads shared data more than once, so that each read is a step.
    pub split_shared: bool,
}

/// The flow of a function that has a body; empty for one that has none.
pub fn lower(program: &Program, function: FunctionId, options: Options) -> Flow {
    let int =
        program.types.list.iter().position(|t| matches!(t, Type::Int { bits: 32, signed: true, rank: Rank::Int }));
    let mut lowerer = Lowerer {
        program,
        options,
        int: TypeId(int.unwrap_or(0) as u32),
        flow: Flow { function, steps: Vec::new(), temps: Vec::new(), labels: Vec::new(), body: Vec::new() },
        scopes: Vec::new(),
        next_scope: 0,
        labels: HashMap::new(),
        named: Vec::new(),
        cleanups: Vec::new(),
        outer: Vec::new(),
    };
    let mut body = Vec::new();
    if let Some(statements) = &program.function(function).body {
        let mut names = Vec::new();
        condition::labels(statements, &mut names);
        lowerer.named = names.iter().map(|n| lowerer.label(n)).collect();
        lowerer.outer = statements.iter().filter_map(label_of).map(str::to_string).collect();
        lowerer.block(statements, &mut body);
    }
    lowerer.flow.body = body;
    lowerer.flow
}

pub(super) struct Lowerer<'p> {
    pub program: &'p Program,
    pub flow: Flow,
    options: Options,
    int: TypeId,
    /// Loops and switches around, innermost last.
    pub scopes: Vec<Scope>,
    next_scope: u32,
    labels: HashMap<String, LabelId>,
    /// All labels of the source: any of them may be where a computed `goto` goes.
    named: Vec<LabelId>,
    /// Variables in scope with a function to call when it is left, the innermost last.
    cleanups: Vec<(ObjectId, FunctionId)>,
    /// Labels outside of all inner blocks.
    outer: Vec<String>,
}

pub(super) struct Scope {
    pub id: ScopeId,
    /// How many variables with such a function are around it.
    cleanups: usize,
    pub is_loop: bool,
    /// `break` is a jump to here.
    pub exit: Option<LabelId>,
    /// Labels given to the `case`s and the `default` of a switch that only jumps.
    pub cases: HashMap<Option<(i128, i128)>, LabelId>,
}

impl Lowerer<'_> {
    pub fn statements(&mut self, list: &[Stmt], out: &mut Vec<Node>) {
        for s in list {
            self.statement(s, out);
        }
    }

    pub fn statement(&mut self, s: &Stmt, out: &mut Vec<Node>) {
        match &s.kind {
            StmtKind::Block(list) => self.block(list, out),
            StmtKind::Declaration(d) => self.declaration(d, s.span, out),
            StmtKind::Expr(e) => self.effect(e, s.span, out),
            StmtKind::Empty => {}
            StmtKind::If { condition, then, otherwise } => {
                let (mut first, mut second) = (Vec::new(), Vec::new());
                self.statement(then, &mut first);
                if let Some(o) = otherwise {
                    self.statement(o, &mut second);
                }
                match (asserted(self.program, self.flow.steps.as_slice(), &first, &second), self.is_pure(condition)) {
                    (true, true) => {
                        let kind = StepKind::Assert(self.value(condition, out));
                        let text = format!("assert({})", print::expression(self.program, condition));
                        self.push(Class::Call, kind, text, condition.span, out);
                    }
                    _ => self.branch(condition, first, second, out),
                }
            }
            StmtKind::While { condition, body } => self.loops(None, Some(condition), None, body, out),
            StmtKind::DoWhile { body, condition } => self.do_while(body, condition, out),
            StmtKind::For { init, condition, step, body } => {
                if let Some(i) = init {
                    self.statement(i, out);
                }
                self.loops(None, condition.as_ref(), step.as_ref(), body, out);
            }
            StmtKind::Switch { value, body } => switch::lower(self, value, body, s.span, out),
            StmtKind::Case { low, high, body, .. } => self.deep_case(Some((*low, *high)), body, out),
            StmtKind::Default { body } => self.deep_case(None, body, out),
            StmtKind::Label { name, body } => {
                let label = self.label(name);
                out.push(Node::Label(label));
                self.statement(body, out);
            }
            StmtKind::Goto(name) => {
                if self.outer.contains(name) {
                    // The function's own variables are in scope there, those of blocks are not.
                    self.clean_up(self.own_cleanups(), s.span, out);
                }
                let label = self.label(name);
                out.push(Node::Goto(label));
            }
            StmtKind::ComputedGoto(e) => {
                let target = self.value(e, out);
                let text = print::expression(self.program, &target);
                self.push(Class::Expression, StepKind::Evaluate(target), text, s.span, out);
                out.push(Node::AnyLabel(self.named.clone(), s.span));
            }
            StmtKind::Break => {
                let Some(scope) = self.scopes.last() else { return };
                let (jump, cleanups) = match scope.exit {
                    Some(label) => (Node::Goto(label), scope.cleanups),
                    None => (Node::Break(scope.id), scope.cleanups),
                };
                self.clean_up(cleanups, s.span, out);
                out.push(jump);
            }
            StmtKind::Continue => {
                if let Some(scope) = self.scopes.iter().rev().find(|s| s.is_loop) {
                    let (jump, cleanups) = (Node::Continue(scope.id), scope.cleanups);
                    self.clean_up(cleanups, s.span, out);
                    out.push(jump);
                }
            }
            StmtKind::Return(value) => {
                let mut lowered = value.as_ref().map(|v| self.value(v, out));
                if !self.cleanups.is_empty() {
                    // The value is there before the calls.
                    lowered = lowered.map(|value| {
                        let (temp, kept) = self.temp_of(&value);
                        out.push(Node::Let { temp, value });
                        kept
                    });
                    self.clean_up(0, s.span, out);
                }
                let text = match &lowered {
                    Some(v) => format!("return {}", print::expression(self.program, v)),
                    None => "return".to_string(),
                };
                let id = self.step(Class::Return, StepKind::Return(lowered), text, s.span);
                out.push(Node::Return(id));
            }
            StmtKind::Asm { outputs, inputs, text } => {
                let reads = inputs.iter().map(|e| self.value(e, out)).collect();
                let writes = outputs.iter().map(|e| self.value(e, out)).collect();
                self.push(Class::Expression, StepKind::Opaque { writes, reads }, format!("asm({text})"), s.span, out);
            }
        }
    }

    /// `{ … }`: variables may have a function to call at its end.
    fn block(&mut self, list: &[Stmt], out: &mut Vec<Node>) {
        let before = self.cleanups.len();
        self.statements(list, out);
        let left = matches!(
            out.last(),
            Some(Node::Return(_) | Node::Goto(_) | Node::Break(_) | Node::Continue(_) | Node::Exit)
        );
        if let (false, Some(last)) = (left, list.last()) {
            self.clean_up(before, last.span, out);
        }
        self.cleanups.truncate(before);
    }

    /// Calls the functions of the variables that go out of scope, all but the first `from`, in reverse.
    fn clean_up(&mut self, from: usize, span: Span, out: &mut Vec<Node>) {
        for index in (from..self.cleanups.len()).rev() {
            let (id, function) = self.cleanups[index];
            let (object, callee) = (self.program.object(id), self.program.function(function));
            let pointer = callee.parameters.first().map_or(TypeId::ERROR, |p| self.program.object(*p).ty);
            let expr = |kind, ty| Expr { kind, ty, span };
            let variable = expr(ExprKind::Object(id), object.ty);
            let callee = Box::new(expr(ExprKind::Function(function), callee.ty));
            let arguments = vec![expr(ExprKind::AddressOf(Box::new(variable)), pointer)];
            self.effect(&expr(ExprKind::Call { callee, arguments }, TypeId::VOID), span, out);
        }
    }

    /// How many of the variables belong to the function's outermost block.
    fn own_cleanups(&self) -> usize {
        let body = self.program.function(self.flow.function).body.as_deref().unwrap_or(&[]);
        let own = |object: &ObjectId| {
            body.iter().any(|s| match &s.kind {
                StmtKind::Declaration(d) => d.declarators.iter().any(|d| d.object == *object),
                _ => false,
            })
        };
        self.cleanups.iter().take_while(|(object, _)| own(object)).count()
    }

    fn declaration(&mut self, d: &Declaration, span: Span, out: &mut Vec<Node>) {
        let text = print::declaration(self.program, d);
        let mut inits = Vec::new();
        for declarator in &d.declarators {
            let object = self.program.object(declarator.object);
            if !matches!(object.storage, Storage::Local | Storage::Shared) {
                continue;
            }
            let Some(init) = &object.init else { continue };
            if self.initialiser_is_pure(Some(init)) {
                inits.push((declarator.object, init.clone()));
                continue;
            }
            // What stands before it is initialised first.
            let before = std::mem::take(&mut inits);
            if !before.is_empty() {
                self.push(
                    Class::Declaration,
                    StepKind::Declare { declaration: d.clone(), inits: before },
                    text.clone(),
                    span,
                    out,
                );
            }
            let lowered = self.initialiser(init, out);
            inits.push((declarator.object, lowered));
        }
        self.push(Class::Declaration, StepKind::Declare { declaration: d.clone(), inits }, text, span, out);
        for declarator in &d.declarators {
            let function = self.program.object(declarator.object).cleanup;
            self.cleanups.extend(function.map(|f| (declarator.object, f)));
        }
    }

    fn initialiser(&mut self, init: &Init, out: &mut Vec<Node>) -> Init {
        match init {
            Init::Expr(e) => Init::Expr(self.value(e, out)),
            Init::List(items) => {
                let lowered = items.iter().map(|i| InitItem { path: i.path.clone(), value: self.value(&i.value, out) });
                Init::List(lowered.collect())
            }
            Init::Opaque(span) => Init::Opaque(*span),
        }
    }

    fn initialiser_is_pure(&self, init: Option<&Init>) -> bool {
        match init {
            None | Some(Init::Opaque(_)) => true,
            Some(Init::Expr(e)) => self.is_pure(e),
            Some(Init::List(items)) => items.iter().all(|i| self.is_pure(&i.value)),
        }
    }

    fn do_while(&mut self, body: &Stmt, condition: &Expr, out: &mut Vec<Node>) {
        let id = self.enter(true, None);
        let mut inner = Vec::new();
        self.statement(body, &mut inner);
        let mut next = Vec::new();
        self.branch(condition, Vec::new(), vec![Node::Break(id)], &mut next);
        self.scopes.pop();
        let once = matches!(next.as_slice(), [Node::Break(b)] if *b == id);
        if once && !leaves(&inner, id) {
            // `do { … } while (0)` of a macro.
            out.extend(inner);
        } else {
            out.push(Node::Loop(Box::new(Loop { id, condition: None, negated: false, body: inner, next })));
        }
    }

    fn loops(
        &mut self,
        init: Option<&Stmt>,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Stmt,
        out: &mut Vec<Node>,
    ) {
        if let Some(i) = init {
            self.statement(i, out);
        }
        let id = self.enter(true, None);
        let mut inner = Vec::new();
        self.statement(body, &mut inner);
        let mut next = Vec::new();
        if let Some(s) = step {
            self.effect(s, s.span, &mut next);
        }
        let mut test = Vec::new();
        match condition {
            Some(c) => self.branch(c, inner, vec![Node::Break(id)], &mut test),
            None => test = inner,
        }
        self.scopes.pop();
        let single = matches!(test.as_slice(), [Node::If { .. }]);
        let node = match test.pop() {
            Some(Node::If { condition, then, otherwise }) if single && only_breaks(&otherwise, id) => {
                Loop { id, condition: Some(condition), negated: false, body: then, next }
            }
            Some(Node::If { condition, then, otherwise }) if single && only_breaks(&then, id) => {
                Loop { id, condition: Some(condition), negated: true, body: otherwise, next }
            }
            last => {
                test.extend(last);
                Loop { id, condition: None, negated: false, body: test, next }
            }
        };
        out.push(Node::Loop(Box::new(node)));
    }

    /// A `case` of a switch that only jumps.
    fn deep_case(&mut self, range: Option<(i128, i128)>, body: &Stmt, out: &mut Vec<Node>) {
        let switch = self.scopes.iter().rev().find(|s| !s.is_loop);
        if let Some(label) = switch.and_then(|s| s.cases.get(&range)) {
            out.push(Node::Label(*label));
        }
        self.statement(body, out);
    }

    pub fn enter(&mut self, is_loop: bool, exit: Option<LabelId>) -> ScopeId {
        let id = ScopeId(self.next_scope);
        self.next_scope += 1;
        let cleanups = self.cleanups.len();
        self.scopes.push(Scope { id, cleanups, is_loop, exit, cases: HashMap::new() });
        id
    }

    pub fn label(&mut self, name: &str) -> LabelId {
        if let Some(l) = self.labels.get(name) {
            return *l;
        }
        let id = self.fresh_label(name);
        self.labels.insert(name.to_string(), id);
        id
    }

    /// A label that the source does not have; names may repeat until the model is written.
    pub fn fresh_label(&mut self, name: &str) -> LabelId {
        self.flow.labels.push(name.to_string());
        LabelId(self.flow.labels.len() as u32 - 1)
    }

    pub fn step(&mut self, class: Class, kind: StepKind, text: String, span: Span) -> StepId {
        self.flow.steps.push(Step { class, kind, text, span });
        StepId(self.flow.steps.len() as u32 - 1)
    }

    fn push(&mut self, class: Class, kind: StepKind, text: String, span: Span, out: &mut Vec<Node>) {
        let id = self.step(class, kind, text, span);
        out.push(Node::Step(id));
    }

    fn temp(&mut self, ty: TypeId, bits: Option<u8>) -> u32 {
        self.flow.temps.push(Temp { ty, bits });
        self.flow.temps.len() as u32 - 1
    }

    fn temp_of(&mut self, original: &Expr) -> (u32, Expr) {
        let temp = self.temp(original.ty, self.program.bit_field(original));
        (
            temp,
            Expr {
                kind: ExprKind::Temp { temp, original: Box::new(original.clone()) },
                ty: original.ty,
                span: original.span,
            },
        )
    }

    /// An expression whose value nobody wants.
    pub fn effect(&mut self, e: &Expr, span: Span, out: &mut Vec<Node>) {
        match &e.kind {
            ExprKind::Assign(a) => self.assign(a, e, span, out),
            ExprKind::Step { .. } => {
                self.increment(e, span, out);
            }
            ExprKind::Call { .. } => {
                if let Some(inner) = condition::expected(self.program, e) {
                    return self.effect(inner, span, out);
                }
                let call = self.call(e, out);
                let text = print::expression(self.program, e);
                let ends = condition::never_returns(self.program, &call);
                self.push(Class::Call, StepKind::Call { target: None, call }, text, span, out);
                if ends {
                    out.push(Node::Exit);
                }
            }
            ExprKind::Comma(list) => {
                for x in list {
                    self.effect(x, x.span, out);
                }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (mut first, mut second) = (Vec::new(), Vec::new());
                if let Some(t) = then {
                    self.effect(t, t.span, &mut first);
                }
                self.effect(otherwise, otherwise.span, &mut second);
                if asserted(self.program, &self.flow.steps, &first, &second) && self.is_pure(condition) {
                    let text = format!("assert({})", print::expression(self.program, condition));
                    let asserted = self.value(condition, out);
                    self.push(Class::Call, StepKind::Assert(asserted), text, span, out);
                } else if first.is_empty() && second.is_empty() {
                    self.effect(condition, condition.span, out);
                } else {
                    self.branch(condition, first, second, out);
                }
            }
            ExprKind::Logical { and, left, right } if !self.is_pure(right) => {
                let mut inner = Vec::new();
                self.effect(right, right.span, &mut inner);
                let (first, second) = if *and { (inner, Vec::new()) } else { (Vec::new(), inner) };
                self.branch(left, first, second, out);
            }
            ExprKind::Cast { operand, .. } if *self.program.ty(e.ty) == Type::Void => self.effect(operand, span, out),
            ExprKind::Statement(list) => self.statements(list, out),
            _ => {
                let value = self.value(e, out);
                if !condition::is_constant(&value) {
                    let text = print::expression(self.program, e);
                    self.push(Class::Expression, StepKind::Evaluate(value), text, span, out);
                }
            }
        }
    }

    fn assign(&mut self, a: &Assign, whole: &Expr, span: Span, out: &mut Vec<Node>) {
        let target = self.value(&a.left, out);
        match (&a.op, &a.right.kind) {
            (None, ExprKind::Call { .. }) if condition::expected(self.program, &a.right).is_none() => {
                let call = self.call(&a.right, out);
                let text = format!(
                    "{}={}",
                    print::expression(self.program, &target),
                    print::expression(self.program, &a.right)
                );
                self.push(Class::Assignment, StepKind::Call { target: Some(target), call }, text, span, out);
            }
            _ => {
                let right = self.value(&a.right, out);
                let shown = Expr {
                    kind: ExprKind::Assign(Box::new(Assign {
                        op: a.op,
                        left: target.clone(),
                        right: right.clone(),
                        common: a.common,
                    })),
                    ..whole.clone()
                };
                let text = print::expression(self.program, &shown);
                let value = match a.op {
                    None => right,
                    Some(op) => binary(op, target.clone(), right, a.common, whole),
                };
                self.push(Class::Assignment, StepKind::Assign { target, value }, text, span, out);
            }
        }
    }

    /// `x++` and its kin; what comes back is the lvalue.
    fn increment(&mut self, e: &Expr, span: Span, out: &mut Vec<Node>) -> Option<Expr> {
        let ExprKind::Step { decrement, operand, .. } = &e.kind else { return None };
        let target = self.value(operand, out);
        let op = if *decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let value = self.stepped(op, target.clone(), &target, e);
        let text = print::expression(self.program, e);
        self.push(Class::Expression, StepKind::Assign { target: target.clone(), value }, text, span, out);
        Some(target)
    }

    fn stepped(&self, op: BinaryOp, from: Expr, target: &Expr, whole: &Expr) -> Expr {
        let one = Expr { kind: ExprKind::Int { value: 1, text: "1".into() }, ty: self.int, span: whole.span };
        let common = match self.program.ty(target.ty) {
            Type::Bool | Type::Int { bits: 8 | 16, .. } => self.int,
            _ => target.ty,
        };
        binary(op, from, one, common, whole)
    }

    /// A call with its arguments made pure.
    fn call(&mut self, e: &Expr, out: &mut Vec<Node>) -> Expr {
        let ExprKind::Call { callee, arguments } = &e.kind else { return e.clone() };
        let callee = Box::new(self.value(callee, out));
        let arguments = arguments.iter().map(|a| self.value(a, out)).collect();
        Expr { kind: ExprKind::Call { callee, arguments }, ..e.clone() }
    }

    /// The value of an expression, without side effects: those become steps.
    pub fn value(&mut self, e: &Expr, out: &mut Vec<Node>) -> Expr {
        let kind = match &e.kind {
            ExprKind::Int { .. }
            | ExprKind::Enumerator { .. }
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Object(_)
            | ExprKind::Function(_)
            | ExprKind::Size { .. }
            | ExprKind::Temp { .. } => return e.clone(),
            ExprKind::Unary(op, x) => ExprKind::Unary(*op, Box::new(self.value(x, out))),
            ExprKind::Deref(x) => ExprKind::Deref(Box::new(self.value(x, out))),
            ExprKind::AddressOf(x) => ExprKind::AddressOf(Box::new(self.value(x, out))),
            ExprKind::Index(a, i) => {
                let a = self.value(a, out);
                ExprKind::Index(Box::new(a), Box::new(self.value(i, out)))
            }
            ExprKind::Member { base, arrow, record, member } => ExprKind::Member {
                base: Box::new(self.value(base, out)),
                arrow: *arrow,
                record: *record,
                member: *member,
            },
            ExprKind::Cast { text, operand } => {
                ExprKind::Cast { text: text.clone(), operand: Box::new(self.value(operand, out)) }
            }
            ExprKind::Binary(b) => {
                let left = self.value(&b.left, out);
                let right = self.value(&b.right, out);
                ExprKind::Binary(Box::new(Binary { op: b.op, left, right, common: b.common }))
            }
            ExprKind::Logical { and, left, right } => {
                if !self.is_pure(right) || self.splits(e) {
                    return self.chosen(e, out);
                }
                let left = Box::new(self.value(left, out));
                ExprKind::Logical { and: *and, left, right: right.clone() }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let pure = then.as_ref().is_none_or(|t| self.is_pure(t)) && self.is_pure(otherwise);
                if !pure || self.splits(e) {
                    return self.chosen(e, out);
                }
                let (condition, then) = match then {
                    Some(t) => (self.value(condition, out), Some(t.clone())),
                    // `a ?: b`: `a` is evaluated once.
                    None => {
                        let value = self.value(condition, out);
                        let (temp, kept) = self.temp_of(condition);
                        out.push(Node::Let { temp, value });
                        (kept.clone(), Some(Box::new(kept)))
                    }
                };
                ExprKind::Conditional { condition: Box::new(condition), then, otherwise: otherwise.clone() }
            }
            ExprKind::Comma(list) => {
                let Some((last, before)) = list.split_last() else { return e.clone() };
                for x in before {
                    self.effect(x, x.span, out);
                }
                return self.value(last, out);
            }
            ExprKind::Assign(a) => return self.assigned(a, e, out),
            ExprKind::Step { prefix, .. } => return self.incremented(*prefix, e, out),
            ExprKind::Call { .. } => {
                if let Some(inner) = condition::expected(self.program, e) {
                    return self.value(inner, out);
                }
                let call = self.call(e, out);
                let text = print::expression(self.program, e);
                if *self.program.ty(e.ty) == Type::Void {
                    self.push(Class::Call, StepKind::Call { target: None, call }, text, e.span, out);
                    return opaque(e, print::expression(self.program, e));
                }
                let (_, kept) = self.temp_of(e);
                self.push(Class::Call, StepKind::Call { target: Some(kept.clone()), call }, text, e.span, out);
                return kept;
            }
            ExprKind::Statement(list) => return self.statement_value(list, e, out),
            ExprKind::Compound { init, .. } => {
                let operands = match &**init {
                    Init::Expr(x) => vec![self.value(x, out)],
                    Init::List(items) => items.iter().map(|i| self.value(&i.value, out)).collect(),
                    Init::Opaque(_) => Vec::new(),
                };
                ExprKind::Opaque { text: print::expression(self.program, e), operands }
            }
            ExprKind::VaArg { list, text } => {
                ExprKind::Opaque { text: text.clone(), operands: vec![self.value(list, out)] }
            }
            ExprKind::LabelAddress(label) => ExprKind::Opaque { text: format!("&&{label}"), operands: Vec::new() },
            ExprKind::Opaque { text, operands } => {
                ExprKind::Opaque { text: text.clone(), operands: operands.iter().map(|o| self.value(o, out)).collect() }
            }
        };
        Expr { kind, ty: e.ty, span: e.span }
    }

    /// The value of `a = b` inside of an expression.
    fn assigned(&mut self, a: &Assign, e: &Expr, out: &mut Vec<Node>) -> Expr {
        if self.is_private(&a.left) {
            self.assign(a, e, e.span, out);
            return a.left.clone();
        }
        let target = self.value(&a.left, out);
        let right = self.value(&a.right, out);
        let value = match a.op {
            None => right,
            Some(op) => binary(op, target.clone(), right, a.common, e),
        };
        let (temp, kept) = self.temp_of(e);
        out.push(Node::Let { temp, value });
        let text = print::expression(self.program, e);
        self.push(Class::Assignment, StepKind::Assign { target, value: kept.clone() }, text, e.span, out);
        kept
    }

    /// The value of `x++` or `++x` inside of an expression.
    fn incremented(&mut self, prefix: bool, e: &Expr, out: &mut Vec<Node>) -> Expr {
        let ExprKind::Step { decrement, operand, .. } = &e.kind else { return e.clone() };
        if prefix && self.is_private(operand) {
            return self.increment(e, e.span, out).unwrap_or_else(|| e.clone());
        }
        let target = self.value(operand, out);
        let op = if *decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let (temp, kept) = self.temp_of(e);
        let (held, stored) = if prefix {
            (self.stepped(op, target.clone(), &target, e), kept.clone())
        } else {
            (target.clone(), self.stepped(op, kept.clone(), &target, e))
        };
        out.push(Node::Let { temp, value: held });
        let text = print::expression(self.program, e);
        self.push(Class::Expression, StepKind::Assign { target, value: stored }, text, e.span, out);
        kept
    }

    /// The value of `&&`, `||` or `?:` through branches.
    fn chosen(&mut self, e: &Expr, out: &mut Vec<Node>) -> Expr {
        let (temp, kept) = self.temp_of(e);
        match &e.kind {
            ExprKind::Conditional { condition, then, otherwise } => {
                let void = *self.program.ty(e.ty) == Type::Void;
                let (mut first, mut second) = (Vec::new(), Vec::new());
                let mut test = (**condition).clone();
                match then {
                    Some(t) => {
                        let value = self.value(t, &mut first);
                        first.push(Node::Let { temp, value });
                    }
                    None => {
                        let value = self.value(condition, out);
                        let (held, again) = self.temp_of(condition);
                        out.push(Node::Let { temp: held, value });
                        first.push(Node::Let { temp, value: again.clone() });
                        test = again;
                    }
                }
                let value = self.value(otherwise, &mut second);
                second.push(Node::Let { temp, value });
                if void {
                    first.pop();
                    second.pop();
                }
                self.branch(&test, first, second, out);
            }
            _ => {
                let set = |value: i128| {
                    let text = value.to_string();
                    Node::Let { temp, value: Expr { kind: ExprKind::Int { value, text }, ty: e.ty, span: e.span } }
                };
                let (one, zero) = (set(1), set(0));
                if let ExprKind::Logical { and, left, right } = &e.kind {
                    // The default first, so that no branch stands twice.
                    if *and {
                        out.push(zero);
                        let mut inner = Vec::new();
                        self.branch(right, vec![one], Vec::new(), &mut inner);
                        self.branch(left, inner, Vec::new(), out);
                    } else {
                        out.push(one);
                        let mut inner = Vec::new();
                        self.branch(right, Vec::new(), vec![zero], &mut inner);
                        self.branch(left, Vec::new(), inner, out);
                    }
                }
            }
        }
        kept
    }

    fn statement_value(&mut self, list: &[Stmt], e: &Expr, out: &mut Vec<Node>) -> Expr {
        match list.split_last() {
            Some((Stmt { kind: StmtKind::Expr(last), .. }, before)) if *self.program.ty(e.ty) != Type::Void => {
                self.statements(before, out);
                self.value(last, out)
            }
            _ => {
                self.statements(list, out);
                opaque(e, print::expression(self.program, e))
            }
        }
    }

    /// Branches on a condition.
    pub fn branch(&mut self, e: &Expr, then: Vec<Node>, otherwise: Vec<Node>, out: &mut Vec<Node>) {
        match &e.kind {
            ExprKind::Unary(crate::program::UnaryOp::Not, x) => return self.branch(x, otherwise, then, out),
            ExprKind::Int { value, .. } if !has_label(&then) && !has_label(&otherwise) => {
                out.extend(if *value != 0 { then } else { otherwise });
                return;
            }
            ExprKind::Comma(list) => {
                if let Some((last, before)) = list.split_last() {
                    for x in before {
                        self.effect(x, x.span, out);
                    }
                    return self.branch(last, then, otherwise, out);
                }
            }
            ExprKind::Logical { and, left, right } if !self.is_pure(e) || self.splits(e) => {
                return self.branch_logical(*and, left, right, e, then, otherwise, out);
            }
            _ => {}
        }
        if let Some(inner) = condition::expected(self.program, e) {
            return self.branch(inner, then, otherwise, out);
        }
        let test = match &e.kind {
            // The start of a thread is a step of its own.
            ExprKind::Call { .. } if !condition::starts_thread(self.program, e) => self.call(e, out),
            _ => self.value(e, out),
        };
        let text = print::expression(self.program, &test);
        let condition = self.step(Class::Condition, StepKind::Condition(test), text, e.span);
        out.push(Node::If { condition, then, otherwise });
    }

    #[allow(clippy::too_many_arguments)]
    fn branch_logical(
        &mut self,
        and: bool,
        left: &Expr,
        right: &Expr,
        e: &Expr,
        then: Vec<Node>,
        otherwise: Vec<Node>,
        out: &mut Vec<Node>,
    ) {
        let copied = if and { copy_small(&otherwise) } else { copy_small(&then) };
        let mut inner = Vec::new();
        match (copied, and) {
            (Some(copy), true) => {
                self.branch(right, then, copy, &mut inner);
                self.branch(left, inner, otherwise, out);
            }
            (Some(copy), false) => {
                self.branch(right, copy, otherwise, &mut inner);
                self.branch(left, then, inner, out);
            }
            (None, _) => {
                let test = self.chosen(e, out);
                let text = print::expression(self.program, &test);
                let condition = self.step(Class::Condition, StepKind::Condition(test), text, e.span);
                out.push(Node::If { condition, then, otherwise });
            }
        }
    }

    /// No side effects.
    pub fn is_pure(&self, e: &Expr) -> bool {
        condition::is_pure(e)
    }

    /// Reads shared data more than once, and each read is to be a step.
    fn splits(&self, e: &Expr) -> bool {
        self.options.split_shared && condition::shared_reads(self.program, e) > 1
    }

    /// A variable of this function that no other process sees: reading it back gives what was stored.
    fn is_private(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Object(id) => {
                let o = self.program.object(*id);
                matches!(o.storage, Storage::Local | Storage::Parameter | Storage::ThreadLocal) && !o.volatile
            }
            _ => false,
        }
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr, common: TypeId, whole: &Expr) -> Expr {
    Expr { kind: ExprKind::Binary(Box::new(Binary { op, left, right, common })), ty: common, span: whole.span }
}

fn opaque(e: &Expr, text: String) -> Expr {
    Expr { kind: ExprKind::Opaque { text, operands: Vec::new() }, ty: e.ty, span: e.span }
}

fn only_breaks(nodes: &[Node], id: ScopeId) -> bool {
    matches!(nodes, [Node::Break(b)] if *b == id)
}

/// A copy of a sequence without steps, if it is one: nothing, or a jump.
fn copy_small(nodes: &[Node]) -> Option<Vec<Node>> {
    Some(match nodes {
        [] => Vec::new(),
        [Node::Break(s)] => vec![Node::Break(*s)],
        [Node::Continue(s)] => vec![Node::Continue(*s)],
        [Node::Goto(l)] => vec![Node::Goto(*l)],
        [Node::Return(s)] => vec![Node::Return(*s)],
        [Node::Exit] => vec![Node::Exit],
        _ => return None,
    })
}

/// Whether a sequence holds a `break` or `continue` of the given loop.
fn leaves(nodes: &[Node], scope: ScopeId) -> bool {
    nodes.iter().any(|n| match n {
        Node::Break(s) | Node::Continue(s) => *s == scope,
        Node::If { then, otherwise, .. } => leaves(then, scope) || leaves(otherwise, scope),
        Node::Loop(l) => leaves(&l.body, scope) || leaves(&l.next, scope),
        Node::Switch(s) => s.arms.iter().any(|a| leaves(&a.body, scope)),
        _ => false,
    })
}

/// The label that a statement begins with.
fn label_of(s: &Stmt) -> Option<&str> {
    match &s.kind {
        StmtKind::Label { name, .. } => Some(name),
        _ => None,
    }
}

fn has_label(nodes: &[Node]) -> bool {
    nodes.iter().any(|n| match n {
        Node::Label(_) => true,
        Node::If { then, otherwise, .. } => has_label(then) || has_label(otherwise),
        Node::Loop(l) => has_label(&l.body) || has_label(&l.next),
        Node::Switch(s) => s.arms.iter().any(|a| has_label(&a.body)),
        _ => false,
    })
}

/// What `assert` becomes in a C library: nothing on one side, the call of the failure routine on the other.
fn asserted(program: &Program, steps: &[Step], then: &[Node], otherwise: &[Node]) -> bool {
    let ([Node::Step(id)] | [Node::Step(id), Node::Exit]) = otherwise else { return false };
    let StepKind::Call { target: None, call } = &steps[id.0 as usize].kind else { return false };
    then.is_empty()
        && condition::callee(call).is_some_and(|f| {
            matches!(
                program.function(f).name.as_str(),
                "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" | "_assert"
            )
        })
}
