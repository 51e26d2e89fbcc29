//! Bodies to flow: one pass over the statements in the order of the text.

use super::decl::Declared;
use super::expr::{Denoted, ReceiveField};
use super::flow::{Basic, Builder, Flow, Node, Seq, Target, What};
use super::names::Scopes;
use super::types::{Place, Scalar, Type};
use super::{BodyKind, Compiler};
use crate::model::StatementKind;
use crate::model::op::Op;
use promela::ast::{self, Expr, ExprKind, ForRange, ReceiveArg, Stmt, StmtKind, VarRef};
use promela::finding::Finding;
use promela::source::Span;
use promela::{spin_stmt_text, spin_text as spin_expr_text};

/// The state of lowering one body.
pub(super) struct Body<'b, 'a> {
    compiler: &'b mut Compiler<'a>,
    flow: Builder<'b>,
    scopes: Scopes,
    kind: BodyKind,
    /// Locals are numbered in the order of their declarations.
    next_local: usize,
    /// Exits of the loops that are open.
    loops: Vec<u32>,
    next_loop: u32,
    /// No statement yet: declarations here are set when the process starts and cost no step.
    at_start: bool,
}

impl Compiler<'_> {
    /// The variables declared in a body, in the order in which [`Body`] meets them.
    pub(super) fn collect_locals(&mut self, body: &ast::Sequence, out: &mut Vec<Declared>) {
        let mut scopes = Scopes::new(0);
        let mut counters = Vec::new();
        scopes.enter();
        self.collect(body, &mut scopes, &mut counters, out);
    }

    fn collect(&mut self, seq: &ast::Sequence, scopes: &mut Scopes, counters: &mut Vec<u32>, out: &mut Vec<Declared>) {
        for s in &seq.steps {
            self.collect_stmt(s, scopes, counters, out);
        }
    }

    fn collect_stmt(&mut self, s: &Stmt, scopes: &mut Scopes, counters: &mut Vec<u32>, out: &mut Vec<Declared>) {
        match &s.kind {
            StmtKind::Decl(d) => {
                let declared = self.declared(d);
                out.extend(declared);
            }
            StmtKind::If(options) | StmtKind::Do(options) => {
                for o in options {
                    self.collect(o, scopes, counters, out);
                }
            }
            StmtKind::For { range, body, .. } => {
                if let ForRange::In(_) = range
                    && !counters.contains(&scopes.current())
                {
                    counters.push(scopes.current());
                    out.push(Declared {
                        name: counter_name(scopes.current()),
                        ty: Type::Scalar(Scalar::Byte),
                        len: None,
                        init: None,
                        channel_type: None,
                        span: s.span,
                    });
                }
                scopes.enter();
                self.collect(body, scopes, counters, out);
                scopes.leave();
            }
            StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => {
                scopes.enter();
                self.collect(b, scopes, counters, out);
                scopes.leave();
            }
            StmtKind::Unless(a, b) => {
                self.collect_stmt(a, scopes, counters, out);
                self.collect_stmt(b, scopes, counters, out);
            }
            _ => {}
        }
    }

    /// The flow of a body.
    pub(super) fn flow(&mut self, proctype: u32, kind: BodyKind, body: &ast::Sequence, span: Span) -> Flow {
        let mut unique = self.unique;
        let params = self.procs[proctype as usize].locals.iter().take(self.procs[proctype as usize].param_vars);
        let params: Vec<String> = params.map(|v| v.name.clone()).collect();
        let mut scopes = Scopes::new(proctype);
        scopes.enter();
        for (i, p) in params.iter().enumerate() {
            if scopes.add(p, i).is_some() {
                self.error("C060", span, format!("parameter `{p}` is declared twice"));
            }
        }
        let mut b = Body {
            compiler: self,
            flow: Builder::new(&mut unique),
            scopes,
            kind,
            next_local: params.len(),
            loops: Vec::new(),
            next_loop: 0,
            at_start: true,
        };
        b.flow.open_sequence();
        b.steps(body);
        let flow = b.flow.finish(span);
        self.unique = unique;
        flow
    }
}

/// Spin's hidden counter of `for (x in channel)`: one for each scope.
fn counter_name(scope: u32) -> String {
    format!("_for_{scope}")
}

impl Body<'_, '_> {
    fn steps(&mut self, seq: &ast::Sequence) {
        for s in &seq.steps {
            match &s.kind {
                StmtKind::Decl(d) => self.decl(d, s),
                StmtKind::Exclusive { kind, channels } => {
                    // A promise that `optimise` looks at; the search needs none.
                    for c in channels {
                        let mut code = Vec::new();
                        self.compiler.channel(c, &self.scopes, &mut code);
                        let own = &mut self.compiler.procs[self.scopes.proctype as usize];
                        own.promises.push((*kind == ast::Exclusive::Send, code));
                    }
                }
                _ => {
                    let node = self.stmt(s);
                    self.flow.add(node);
                }
            }
        }
    }

    fn nested(&mut self, seq: &ast::Sequence, span: Span) -> Seq {
        self.flow.open_sequence();
        self.at_start = false;
        self.steps(seq);
        self.close(span)
    }

    fn close(&mut self, span: Span) -> Seq {
        let seq = self.flow.close_sequence();
        if self.flow.is_empty(seq) {
            self.compiler
                .findings
                .push(Finding::error("C061", span, "a sequence needs at least one statement").help("write `skip`"));
            self.flow.open_sequence();
            self.flow.add(skip_node(span));
            return self.flow.close_sequence();
        }
        seq
    }

    /// A block in braces.
    fn braces(&mut self, seq: &ast::Sequence, span: Span) -> Seq {
        self.scopes.enter();
        let s = self.nested(seq, span);
        self.scopes.leave();
        s
    }

    fn decl(&mut self, d: &ast::Decl, s: &Stmt) {
        if let Some(l) = s.labels.first() {
            self.compiler.findings.push(
                Finding::error("C062", l.span, format!("label `{}` stands before a declaration", l.name))
                    .help("put the declaration first"),
            );
        }
        for v in &d.vars {
            let local = self.next_local;
            let Some(var) = self.compiler.procs[self.scopes.proctype as usize].locals.get(local).cloned() else {
                return;
            };
            if var.name != v.name.name {
                // The declaration had an error and was not counted.
                continue;
            }
            self.next_local += 1;
            // An initialiser sees the scope before the variable.
            let node = if self.at_start { None } else { Some(self.initial_assignment(&var, v)) };
            if self.scopes.add(&v.name.name, local).is_some() {
                self.compiler.error("C063", v.name.span, format!("`{}` is declared twice in this block", v.name.name));
            }
            if let Some(node) = node {
                self.flow.add(node);
            }
        }
    }

    /// A declaration after the first statement is a step that sets the variable.
    fn initial_assignment(&mut self, var: &super::types::Var, v: &ast::Declarator) -> Node {
        let target = match (var.place, var.ty) {
            (Place::Slot(slot), Type::Scalar(ty)) => Denoted::Slot { base: var.base, slot, ty },
            (Place::Bytes(at), Type::Scalar(ty)) => {
                Denoted::Slot { base: var.base, slot: super::types::slot_at(at, ty.cell()), ty }
            }
            _ => Denoted::Unknown,
        };
        let mut value = Vec::new();
        let mut text = "0".to_string();
        match &v.init {
            None => value.push(Op::Const(0)),
            Some(ast::Init::Expr(e)) => {
                self.compiler.expr(e, &self.scopes, &mut value);
                text = spin_expr_text(e);
            }
            Some(ast::Init::List(list)) => {
                if let Some(e) = list.first() {
                    self.compiler.expr(e, &self.scopes, &mut value);
                }
                self.compiler.findings.push(
                    Finding::error("C064", v.span, "a list of initial values is possible only at the start of a body")
                        .help("move the declaration to the start, or assign the elements one by one"),
                );
            }
            Some(ast::Init::Chan(_)) => {
                self.compiler.findings.push(
                    Finding::error("C065", v.span, "a channel can be initialised only at the start of a body")
                        .help("move the declaration before the first statement"),
                );
                value.push(Op::Const(0));
            }
        }
        let mut code = Vec::new();
        if let Denoted::Unknown = target {
            // A structure: the step is there, and does nothing.
            return self.basic(Vec::new(), format!("{} = {text}", var.name), v.span, StatementKind::Other);
        }
        self.compiler.store_denoted(&target, &value, &mut code);
        self.basic(code, format!("{} = {text}", var.name), v.span, StatementKind::Other)
    }

    fn basic(&mut self, mut code: Vec<Op>, text: String, span: Span, kind: StatementKind) -> Node {
        let is_skip = false;
        code.push(Op::Done);
        self.compiler.fuse(&mut code);
        let basic = Basic { code, text, kind, is_skip, is_print: false, is_false: false };
        Node { labels: Vec::new(), what: What::Basic(basic), span }
    }

    fn stmt(&mut self, s: &Stmt) -> Node {
        let mut node = self.unlabelled(s);
        self.at_start = false;
        let path = self.scopes.path();
        let mut labels: Vec<(String, Vec<u32>)> = s.labels.iter().map(|l| (l.name.clone(), path.clone())).collect();
        labels.append(&mut node.labels);
        node.labels = labels;
        node
    }

    fn unlabelled(&mut self, s: &Stmt) -> Node {
        let span = s.span;
        let what = match &s.kind {
            StmtKind::If(options) => {
                let options = options.iter().map(|o| self.option(o, span)).collect();
                What::Select(options)
            }
            StmtKind::Do(options) => {
                let exit = self.enter_loop();
                let options = options.iter().map(|o| self.option(o, span)).collect();
                self.loops.pop();
                What::Loop { options, exit, prune: true }
            }
            StmtKind::For { var, range, body } => return self.for_loop(var, range, body, span),
            StmtKind::Select { var, from, to } => return self.select(var, from, to, span),
            StmtKind::Atomic(b) => {
                let seq = self.braces(b, span);
                self.flow.make_atomic(seq, false);
                What::Atomic(seq)
            }
            StmtKind::DStep(b) => {
                self.flow.enter_d_step();
                let seq = self.braces(b, span);
                self.flow.leave_d_step();
                self.flow.make_atomic(seq, true);
                What::DStep(seq)
            }
            StmtKind::Block(b) => What::Block(self.braces(b, span)),
            StmtKind::Break => match self.loops.last() {
                Some(&exit) => What::Goto(Target::Exit(exit)),
                None => {
                    self.compiler.findings.push(
                        Finding::error("C066", span, "`break` outside of a loop")
                            .help("`break` leaves the innermost `do` or `for`"),
                    );
                    return skip_node(span);
                }
            },
            StmtKind::Goto(l) => What::Goto(Target::Label { name: l.name.clone(), scope: self.scopes.path() }),
            StmtKind::Else => What::Else,
            StmtKind::Unless(main, escape) => return self.unless(main, escape, span),
            _ => return self.plain(s),
        };
        Node { labels: Vec::new(), what, span }
    }

    fn enter_loop(&mut self) -> u32 {
        let exit = self.next_loop;
        self.next_loop += 1;
        self.loops.push(exit);
        exit
    }

    fn option(&mut self, seq: &ast::Sequence, span: Span) -> Seq {
        self.nested(seq, span)
    }

    fn assign(&mut self, var: &VarRef, value: Vec<Op>, text: String, span: Span) -> Node {
        let target = self.compiler.denote(var, &self.scopes);
        match &target {
            Denoted::Constant(_) | Denoted::Predefined(_) | Denoted::Stdin => {
                self.compiler.error("C067", var.span, format!("`{}` cannot be assigned to", var.parts[0].name.name));
            }
            Denoted::Struct { .. } => {
                self.compiler.findings.push(
                    Finding::error("C068", var.span, format!("`{}` is a structure", var.parts[0].name.name))
                        .help("assign its fields one by one"),
                );
            }
            _ => {}
        }
        let mut code = Vec::new();
        self.compiler.store_denoted(&target, &value, &mut code);
        self.basic(code, text, span, StatementKind::Other)
    }

    fn value(&mut self, e: &Expr) -> Vec<Op> {
        let mut out = Vec::new();
        self.compiler.expr(e, &self.scopes, &mut out);
        out
    }

    fn var_value(&mut self, v: &VarRef) -> Vec<Op> {
        let mut out = Vec::new();
        let d = self.compiler.denote(v, &self.scopes);
        self.compiler.load_denoted(&d, &mut out);
        out
    }

    fn plain(&mut self, s: &Stmt) -> Node {
        let span = s.span;
        let text = spin_stmt_text(s);
        let mut code = Vec::new();
        let mut kind = StatementKind::Other;
        if self.kind == BodyKind::Trace && !matches!(s.kind, StmtKind::Send { .. } | StmtKind::Receive { .. }) {
            self.compiler.findings.push(
                Finding::error("C069", span, "a trace may hold only sends and receives")
                    .help("write `q!m` or `q?m`, with `do`, `if`, `goto` around"),
            );
        }
        match &s.kind {
            StmtKind::Assign(v, e) => {
                let value = self.value(e);
                return self.assign(v, value, text, span);
            }
            StmtKind::Increment(v) | StmtKind::Decrement(v) => {
                let step = if matches!(s.kind, StmtKind::Increment(_)) { 1 } else { -1 };
                let mut value = self.var_value(v);
                value.push(Op::AddConst(step));
                return self.assign(v, value, text, span);
            }
            StmtKind::Expr(e) => return self.condition(e, text, span),
            StmtKind::Send { channel, sorted, args } => {
                kind = StatementKind::Send;
                if self.kind == BodyKind::Trace {
                    self.event(channel, &send_pattern(args), true, span, &mut code);
                } else {
                    self.send(channel, *sorted, args, &mut code);
                }
            }
            StmtKind::Receive { channel, random, keep, args } => {
                kind = StatementKind::Receive;
                if self.kind == BodyKind::Trace {
                    self.event(channel, args, false, span, &mut code);
                } else {
                    self.receive(channel, *random, *keep, args, span, &mut code);
                }
            }
            StmtKind::Assert(e) => {
                code = self.value(e);
                let message = self.compiler.messages.len() as u32;
                self.compiler.messages.push(spin_expr_text(e));
                code.push(Op::Assert(message));
            }
            StmtKind::Printf { format, args } => {
                for a in args {
                    self.compiler.expr(a, &self.scopes, &mut code);
                }
                let number = self.compiler.formats.len() as u32;
                self.compiler.formats.push(format.clone());
                code.push(Op::Print { format: number, args: args.len() as u16 });
                let mut node = self.basic(code, text, span, kind);
                if let What::Basic(b) = &mut node.what {
                    b.is_print = true;
                }
                return node;
            }
            StmtKind::Printm(e) => {
                code = self.value(e);
                code.push(Op::PrintMtype(self.compiler.mtype_of(e, &self.scopes)));
                let mut node = self.basic(code, text, span, kind);
                if let What::Basic(b) = &mut node.what {
                    b.is_print = true;
                }
                return node;
            }
            StmtKind::SetPriority(p, n) => {
                code = self.value(p);
                self.compiler.expr(n, &self.scopes, &mut code);
                code.push(Op::SetPriority);
            }
            StmtKind::EmbeddedC(c) => self.compiler.embedded_c(c),
            _ => {}
        }
        self.basic(code, text, span, kind)
    }

    fn condition(&mut self, e: &Expr, text: String, span: Span) -> Node {
        let constant = match &e.kind {
            ExprKind::Const(n) => Some(*n),
            _ => None,
        };
        if constant == Some(1) {
            let mut node = skip_node(span);
            if let What::Basic(b) = &mut node.what {
                b.text = text;
            }
            return node;
        }
        let mut code = Vec::new();
        self.require(e, &mut code);
        let mut node = self.basic(code, text, span, StatementKind::Condition);
        if let What::Basic(b) = &mut node.what {
            b.is_false = constant == Some(0);
        }
        node
    }

    /// Blocks unless the expression holds. A conjunction is one requirement after the other.
    fn require(&mut self, e: &Expr, code: &mut Vec<Op>) {
        if let ExprKind::Binary(ast::BinaryOp::And, a, b) = &e.kind {
            self.require(a, code);
            self.require(b, code);
            return;
        }
        let mut part = self.value(e);
        part.push(Op::Require);
        self.compiler.fuse(&mut part);
        code.append(&mut part);
    }

    fn send(&mut self, channel: &VarRef, sorted: bool, args: &[Expr], code: &mut Vec<Op>) {
        self.compiler.channel(channel, &self.scopes, code);
        code.push(Op::SendOpen);
        let mut count = 0;
        for a in args {
            count += self.compiler.argument(a, &self.scopes, code);
        }
        code.push(Op::Send { args: count as u16, sorted });
    }

    fn receive(
        &mut self,
        channel: &VarRef,
        random: bool,
        keep: bool,
        args: &[ReceiveArg],
        span: Span,
        code: &mut Vec<Op>,
    ) {
        if let Denoted::Stdin = self.stdin(channel) {
            code.push(Op::Block);
            return;
        }
        self.compiler.channel(channel, &self.scopes, code);
        code.push(Op::ReceiveOpen { keep });
        let fields = self.compiler.receive_fields(args, &self.scopes);
        let mut mask = 0;
        for (i, f) in fields.iter().enumerate() {
            if let ReceiveField::Match(value) = f {
                code.extend(value);
                if random {
                    mask |= self.compiler.mask_bit(i, span);
                } else {
                    code.push(Op::ReceiveMatch(i as u16));
                }
            }
        }
        if random {
            code.push(Op::ReceiveFind { mask });
        }
        for (i, f) in fields.iter().enumerate() {
            if let ReceiveField::Store(target) = f
                && !matches!(target, Denoted::Scratch)
            {
                self.compiler.store_denoted(target, &[Op::ReceiveField(i as u16)], code);
            }
        }
        code.push(Op::ReceiveClose { keep, args: fields.len() as u16 });
    }

    fn stdin(&mut self, channel: &VarRef) -> Denoted {
        if channel.parts.len() == 1 && channel.parts[0].name.name == "STDIN" {
            return self.compiler.denote(channel, &self.scopes);
        }
        Denoted::Unknown
    }

    /// A statement of a trace: which events it stands for.
    fn event(&mut self, channel: &VarRef, args: &[ReceiveArg], send: bool, span: Span, code: &mut Vec<Op>) {
        let mut number = Vec::new();
        self.compiler.channel(channel, &self.scopes, &mut number);
        let watch = if send { &mut self.compiler.trace_sends } else { &mut self.compiler.trace_receives };
        if !watch.contains(&number) {
            watch.push(number.clone());
        }
        code.extend(number);
        code.push(Op::EventIs { send });
        for (i, f) in self.compiler.receive_fields(args, &self.scopes).into_iter().enumerate() {
            if let ReceiveField::Match(value) = f {
                code.extend(value);
                code.push(Op::EventMatch(i as u16));
            } else if let ReceiveField::Store(Denoted::Slot { .. } | Denoted::Element { .. } | Denoted::At { .. }) = f {
                self.compiler.findings.push(
                    Finding::warning("C070", span, "a variable in a trace matches any value and is not set")
                        .help("write `_` to say so"),
                );
            }
        }
    }

    fn unless(&mut self, main: &Stmt, escape: &Stmt, span: Span) -> Node {
        // The parts of both statements come first, then the statements themselves, the escape's before the other's.
        let main_span = main.span;
        let mut main = self.stmt(main);
        let escape_span = escape.span;
        let escape = self.stmt(escape);
        self.forbid_labels(&escape, "the first statement of an escape cannot carry a label: it is not a state");
        let escape = match escape.what {
            What::Block(s) => s,
            _ => {
                self.flow.open_sequence();
                self.flow.add(escape);
                self.close(escape_span)
            }
        };
        if !main.labels.is_empty() {
            if let What::Block(s) | What::Atomic(s) | What::DStep(s) = main.what {
                // `L: { a } unless { b }` labels the block around both.
                let labels = std::mem::take(&mut main.labels);
                let inner = Node { labels: Vec::new(), what: What::Unless { main: s, escape }, span };
                self.flow.open_sequence();
                self.flow.add(inner);
                let seq = self.close(span);
                let what = match main.what {
                    What::Atomic(_) => What::Atomic(seq),
                    What::DStep(_) => What::DStep(seq),
                    _ => What::Block(seq),
                };
                return Node { labels, what, span };
            }
            self.forbid_labels(
                &main,
                "a label here would be on the guard of `unless`; write `L: { statement unless statement }`",
            );
        }
        let main = match main.what {
            What::Block(s) => s,
            _ => {
                self.flow.open_sequence();
                self.flow.add(main);
                self.close(main_span)
            }
        };
        Node { labels: Vec::new(), what: What::Unless { main, escape }, span }
    }

    fn forbid_labels(&mut self, node: &Node, why: &str) {
        if let Some((name, _)) = node.labels.first() {
            self.compiler
                .findings
                .push(Finding::error("C071", node.span, format!("label `{name}` is misplaced")).help(why));
        }
    }

    fn for_loop(&mut self, var: &VarRef, range: &ForRange, body: &ast::Sequence, span: Span) -> Node {
        let exit = self.enter_loop();
        let name = spin_expr_text(&Expr { kind: ExprKind::Var(var.clone()), span });
        let step;
        match range {
            ForRange::Between(from, to) => {
                let value = self.value(from);
                let node = self.assign(var, value, format!("{name} = {}", spin_expr_text(from)), span);
                self.flow.add(node);
                self.flow.open_sequence();
                self.at_start = false;
                self.loop_condition(var, Some(to), &format!("(({name}<={}))", spin_expr_text(to)), span);
                step = var.clone();
            }
            ForRange::In(over) => match self.array_length(over) {
                Some(len) => {
                    self.counter();
                    let node = self.assign(var, vec![Op::Const(0)], format!("{name} = 0"), span);
                    self.flow.add(node);
                    self.flow.open_sequence();
                    self.at_start = false;
                    let last = Expr { kind: ExprKind::Const(len as i32 - 1), span };
                    self.loop_condition(var, Some(&last), &format!("(({name}<={}))", len - 1), span);
                    step = var.clone();
                }
                None => {
                    step = self.channel_loop(var, over, span);
                }
            },
        }
        self.scopes.enter();
        self.steps(body);
        self.scopes.leave();
        let mut next = self.counter_value(&step);
        next.push(Op::AddConst(1));
        let step_name = spin_expr_text(&Expr { kind: ExprKind::Var(step.clone()), span });
        let node = self.counter_assign(&step, next, format!("{step_name} = ({step_name}+1)"), span);
        self.flow.add(node);
        let main = self.close(span);
        self.flow.open_sequence();
        self.flow.add(Node { labels: Vec::new(), what: What::Else, span });
        self.flow.add(Node { labels: Vec::new(), what: What::Goto(Target::Exit(exit)), span });
        let end = self.close(span);
        self.loops.pop();
        Node { labels: Vec::new(), what: What::Loop { options: vec![end, main], exit, prune: false }, span }
    }

    /// `i <= to`
    fn loop_condition(&mut self, var: &VarRef, to: Option<&Expr>, text: &str, span: Span) {
        let mut code = self.var_value(var);
        if let Some(to) = to {
            self.compiler.expr(to, &self.scopes, &mut code);
        }
        code.extend([Op::Le, Op::Require]);
        let node = self.basic(code, text.to_string(), span, StatementKind::Condition);
        self.flow.add(node);
    }

    /// The number of elements of an array; `None` for anything else.
    fn array_length(&mut self, v: &VarRef) -> Option<u32> {
        let name = &v.parts.first()?.name.name;
        let var = match self.scopes.find(name) {
            Some(i) => self.compiler.procs[self.scopes.proctype as usize].locals.get(i)?,
            None => self.compiler.globals.get(*self.compiler.global_names.get(name)?)?,
        };
        if v.parts.len() == 1 && v.parts[0].index.is_none() { var.len } else { None }
    }

    /// The hidden counter of the current scope, which every `for … in` reserves, also one over an array.
    fn counter(&mut self) -> String {
        let name = counter_name(self.scopes.current());
        if self.scopes.find(&name).is_none() {
            let local = self.next_local;
            self.next_local += 1;
            self.scopes.add(&name, local);
        }
        name
    }

    /// `for (x in q)`: turns the channel around once, message by message.
    fn channel_loop(&mut self, var: &VarRef, over: &VarRef, span: Span) -> VarRef {
        let scope = self.scopes.current();
        let counter_ident = ast::Ident { name: self.counter(), span };
        let counter = VarRef { parts: vec![ast::VarPart { name: counter_ident, index: None }], span };
        if !matches!(self.compiler.denote(var, &self.scopes), Denoted::Struct { .. }) {
            self.compiler.findings.push(
                Finding::error(
                    "C072",
                    over.span,
                    "`for … in` needs an array, or a channel of structures with a structure",
                )
                .help("write `for (i : 0 .. n) { … }`"),
            );
        }
        let node = self.counter_assign(&counter, vec![Op::Const(0)], format!("{} = 0", counter_name(scope)), span);
        self.flow.add(node);
        self.flow.open_sequence();
        self.at_start = false;
        let name = spin_expr_text(&Expr { kind: ExprKind::Var(over.clone()), span });
        let mut code = self.counter_value(&counter);
        self.compiler.channel(over, &self.scopes, &mut code);
        code.extend([Op::Len, Op::Lt, Op::Require]);
        let node = self.basic(code, format!("(({}<len({name})))", counter_name(scope)), span, StatementKind::Condition);
        self.flow.add(node);
        let var_text = spin_expr_text(&Expr { kind: ExprKind::Var(var.clone()), span });
        let mut code = Vec::new();
        self.receive(over, false, false, &[ReceiveArg::Var(var.clone())], span, &mut code);
        let node = self.basic(code, format!("{name}?{var_text}"), span, StatementKind::Receive);
        self.flow.add(node);
        let mut code = Vec::new();
        self.send(over, false, &[Expr { kind: ExprKind::Var(var.clone()), span }], &mut code);
        let node = self.basic(code, format!("{name}!{var_text}"), span, StatementKind::Send);
        self.flow.add(node);
        counter
    }

    fn counter_value(&mut self, v: &VarRef) -> Vec<Op> {
        self.var_value(v)
    }

    fn counter_assign(&mut self, v: &VarRef, value: Vec<Op>, text: String, span: Span) -> Node {
        self.assign(v, value, text, span)
    }

    fn select(&mut self, var: &VarRef, from: &Expr, to: &Expr, span: Span) -> Node {
        let name = spin_expr_text(&Expr { kind: ExprKind::Var(var.clone()), span });
        let value = self.value(from);
        let node = self.assign(var, value, format!("{name} = {}", spin_expr_text(from)), span);
        self.flow.add(node);
        self.flow.open_sequence();
        self.at_start = false;
        let mut code = self.var_value(var);
        self.compiler.expr(to, &self.scopes, &mut code);
        code.extend([Op::Lt, Op::Require]);
        let node = self.basic(code, format!("(({name}<{}))", spin_expr_text(to)), span, StatementKind::Condition);
        self.flow.add(node);
        let mut next = self.var_value(var);
        next.push(Op::AddConst(1));
        let node = self.assign(var, next, format!("{name} = ({name}+1)"), span);
        self.flow.add(node);
        let main = self.close(span);
        let exit = self.enter_loop();
        self.flow.open_sequence();
        self.flow.add(Node { labels: Vec::new(), what: What::Goto(Target::Exit(exit)), span });
        let end = self.close(span);
        self.loops.pop();
        Node { labels: Vec::new(), what: What::Loop { options: vec![end, main], exit, prune: false }, span }
    }
}

fn skip_node(span: Span) -> Node {
    Node { labels: Vec::new(), what: What::Basic(Basic::skip()), span }
}

/// In a trace a send lists values to match; a variable matches anything.
fn send_pattern(args: &[Expr]) -> Vec<ReceiveArg> {
    args.iter()
        .map(|e| match &e.kind {
            ExprKind::Var(v) => ReceiveArg::Var(v.clone()),
            _ => ReceiveArg::Const(e.clone()),
        })
        .collect()
}
