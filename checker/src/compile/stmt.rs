//! Bodies to flow: one pass over the statements in the order of the text.

use super::decl::Declared;
use super::expr::Denoted;
use super::flow::{Basic, Builder, Flow, FlowNode, Seq, Target, What};
use super::names::Scopes;
use super::types::{Scalar, Type, VarPlace, slot_at};
use super::{BodyKind, Compiler};
use crate::model::{
    Binary, ChannelQuestion, Compare, Effect, Expr, FormatId, Guard, MessageId, MtypeId, Pattern, Place,
    ProcessQuestion, Promise, StatementKind,
};
use promela::ast::{self, ExprKind, ForRange, ReceiveArg, Stmt, StmtKind, VarRef};
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
                        let channel = self.compiler.channel(c, &self.scopes);
                        let own = &mut self.compiler.procs[self.scopes.proctype as usize];
                        own.promises.push(Promise { sends: *kind == ast::Exclusive::Send, channel });
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
    fn initial_assignment(&mut self, var: &super::types::Var, v: &ast::Declarator) -> FlowNode {
        let target = match (var.place, var.ty) {
            (VarPlace::Slot(slot), Type::Scalar(_)) => Some(slot),
            (VarPlace::Bytes(at), Type::Scalar(ty)) => Some(slot_at(at, ty.cell())),
            _ => None,
        };
        let mut value = Expr::i32(0);
        let mut text = "0".to_string();
        match &v.init {
            None => {}
            Some(ast::Init::Expr(e)) => {
                value = self.value(e);
                text = spin_expr_text(e);
            }
            Some(ast::Init::List(list)) => {
                if let Some(e) = list.first() {
                    value = self.value(e);
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
            }
        }
        let text = format!("{} = {text}", var.name);
        // A structure: the step is there, and does nothing.
        let effects = match (target, var.ty) {
            (Some(slot), Type::Scalar(ty)) => {
                let place = Place::Slot { region: var.base, slot };
                self.compiler.store_denoted(&Denoted::Place { place, ty }, value)
            }
            _ => Vec::new(),
        };
        self.basic(Guard::Always, effects, text, v.span, StatementKind::Other)
    }

    /// A basic statement. Processes that its expressions start come before everything else.
    fn basic(&mut self, guard: Guard, effects: Vec<Effect>, text: String, span: Span, kind: StatementKind) -> FlowNode {
        let mut all = self.compiler.take_started();
        self.compiler.temps = 0;
        let guard = match guard {
            Guard::When(condition) if !all.is_empty() => {
                all.push(Effect::Require(condition));
                Guard::Always
            }
            guard => guard,
        };
        all.extend(effects);
        let basic = Basic { guard, effects: all, text, kind, is_skip: false, is_print: false, is_false: false };
        FlowNode { labels: Vec::new(), what: What::Basic(basic), span }
    }

    fn stmt(&mut self, s: &Stmt) -> FlowNode {
        let mut node = self.unlabelled(s);
        self.at_start = false;
        let path = self.scopes.path();
        let mut labels: Vec<(String, Vec<u32>)> = s.labels.iter().map(|l| (l.name.clone(), path.clone())).collect();
        labels.append(&mut node.labels);
        node.labels = labels;
        node
    }

    fn unlabelled(&mut self, s: &Stmt) -> FlowNode {
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
        FlowNode { labels: Vec::new(), what, span }
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

    fn assign(&mut self, var: &VarRef, value: Expr, text: String, span: Span) -> FlowNode {
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
        let effects = self.compiler.store_denoted(&target, value);
        self.basic(Guard::Always, effects, text, span, StatementKind::Other)
    }

    fn value(&mut self, e: &ast::Expr) -> Expr {
        self.compiler.expr(e, &self.scopes)
    }

    fn var_value(&mut self, v: &VarRef) -> Expr {
        let d = self.compiler.denote(v, &self.scopes);
        self.compiler.load_denoted(&d)
    }

    fn var_plus(&mut self, v: &VarRef, by: i32) -> Expr {
        let value = self.var_value(v);
        Expr::binary(Binary::Add, value, Expr::i32(by))
    }

    fn plain(&mut self, s: &Stmt) -> FlowNode {
        let span = s.span;
        let text = spin_stmt_text(s);
        let mut guard = Guard::Always;
        let mut effects = Vec::new();
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
                let value = self.var_plus(v, step);
                return self.assign(v, value, text, span);
            }
            StmtKind::Expr(e) => return self.condition(e, text, span),
            StmtKind::Send { channel, sorted, args } => {
                kind = StatementKind::Send;
                if self.kind == BodyKind::Trace {
                    guard = self.event(channel, &send_pattern(args), true, span);
                } else {
                    effects = self.send(channel, *sorted, args);
                }
            }
            StmtKind::Receive { channel, random, keep, args } => {
                kind = StatementKind::Receive;
                if self.kind == BodyKind::Trace {
                    guard = self.event(channel, args, false, span);
                } else if self.is_stdin(channel) {
                    guard = Guard::When(Expr::i32(0));
                } else {
                    effects = self.receive(channel, *random, *keep, args, span);
                }
            }
            StmtKind::Assert(e) => {
                let message = MessageId(self.compiler.messages.len() as u32);
                self.compiler.messages.push(spin_expr_text(e));
                effects = vec![Effect::Assert { condition: self.value(e), message }];
            }
            StmtKind::Printf { format, args } => {
                let args = args.iter().map(|a| self.value(a)).collect();
                let number = FormatId(self.compiler.formats.len() as u32);
                self.compiler.formats.push(format.clone());
                return self.print(Effect::Print { format: number, args }, text, span);
            }
            StmtKind::Printm(e) => {
                let mtype = MtypeId(self.compiler.mtype_of(e, &self.scopes));
                let value = self.value(e);
                return self.print(Effect::PrintMtype { mtype, value }, text, span);
            }
            StmtKind::SetPriority(p, n) => {
                let process = self.value(p);
                effects = vec![Effect::SetPriority { process, priority: self.value(n) }];
            }
            StmtKind::EmbeddedC(c) => self.compiler.embedded_c(c),
            _ => {}
        }
        self.basic(guard, effects, text, span, kind)
    }

    fn print(&mut self, effect: Effect, text: String, span: Span) -> FlowNode {
        let mut node = self.basic(Guard::Always, vec![effect], text, span, StatementKind::Other);
        if let What::Basic(b) = &mut node.what {
            b.is_print = true;
        }
        node
    }

    fn condition(&mut self, e: &ast::Expr, text: String, span: Span) -> FlowNode {
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
        let (mut guard, mut effects) = (None, Vec::new());
        self.require(e, &mut guard, &mut effects);
        let guard = guard.map_or(Guard::Always, Guard::When);
        let mut node = self.basic(guard, effects, text, span, StatementKind::Condition);
        if let What::Basic(b) = &mut node.what {
            b.is_false = constant == Some(0);
        }
        node
    }

    /// What has to hold. Of a conjunction, what comes after the start of a process is no guard any more.
    fn require(&mut self, e: &ast::Expr, guard: &mut Option<Expr>, effects: &mut Vec<Effect>) {
        if let ExprKind::Binary(ast::BinaryOp::And, a, b) = &e.kind {
            self.require(a, guard, effects);
            self.require(b, guard, effects);
            return;
        }
        let value = self.value(e);
        effects.extend(self.compiler.take_started());
        match (effects.last_mut(), &value) {
            // The number of a new process is never 0.
            (Some(Effect::Run { result, .. }), Expr::Load { place, .. }) if result.as_ref() == Some(place) => {
                *result = None;
            }
            (Some(_), _) => effects.push(Effect::Require(value)),
            (None, _) => {
                *guard = Some(match guard.take() {
                    Some(before) => Expr::And(Box::new(before), Box::new(value)),
                    None => value,
                });
            }
        }
    }

    fn send(&mut self, channel: &VarRef, sorted: bool, args: &[ast::Expr]) -> Vec<Effect> {
        let channel = self.compiler.channel(channel, &self.scopes);
        let mut values = Vec::new();
        for a in args {
            self.compiler.argument(a, &self.scopes, &mut values);
        }
        vec![Effect::Send { channel, args: values, sorted }]
    }

    fn receive(&mut self, channel: &VarRef, random: bool, keep: bool, args: &[ReceiveArg], span: Span) -> Vec<Effect> {
        let channel = self.compiler.channel(channel, &self.scopes);
        let patterns = self.compiler.patterns(args, &self.scopes);
        let mut after = Vec::new();
        for (i, pattern) in patterns.iter().enumerate() {
            match pattern {
                Pattern::Match(_) if random => self.compiler.check_field(i, span),
                // `_priority`
                Pattern::Store(place @ Place::Temp { .. }) => after.push(Effect::SetPriority {
                    process: Expr::process(ProcessQuestion::Pid),
                    priority: Expr::load(place.clone()),
                }),
                Pattern::Match(_) | Pattern::Store(_) | Pattern::Ignore => {}
            }
        }
        let mut effects = vec![Effect::Receive { channel, patterns, random, keep }];
        effects.append(&mut after);
        effects
    }

    fn is_stdin(&mut self, channel: &VarRef) -> bool {
        channel.parts.len() == 1
            && channel.parts[0].name.name == "STDIN"
            && matches!(self.compiler.denote(channel, &self.scopes), Denoted::Stdin)
    }

    /// A statement of a trace: which events it stands for.
    fn event(&mut self, channel: &VarRef, args: &[ReceiveArg], send: bool, span: Span) -> Guard {
        let number = self.compiler.channel(channel, &self.scopes);
        let watch = if send { &mut self.compiler.trace_sends } else { &mut self.compiler.trace_receives };
        if !watch.contains(&number) {
            watch.push(number.clone());
        }
        let mut patterns = self.compiler.patterns(args, &self.scopes);
        for pattern in patterns.iter_mut().filter(|p| matches!(p, Pattern::Store(_))) {
            *pattern = Pattern::Ignore;
            self.compiler.findings.push(
                Finding::warning("C070", span, "a variable in a trace matches any value and is not set")
                    .help("write `_` to say so"),
            );
        }
        Guard::When(Expr::Event { send, channel: Box::new(number), patterns })
    }

    fn unless(&mut self, main: &Stmt, escape: &Stmt, span: Span) -> FlowNode {
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
                let inner = FlowNode { labels: Vec::new(), what: What::Unless { main: s, escape }, span };
                self.flow.open_sequence();
                self.flow.add(inner);
                let seq = self.close(span);
                let what = match main.what {
                    What::Atomic(_) => What::Atomic(seq),
                    What::DStep(_) => What::DStep(seq),
                    _ => What::Block(seq),
                };
                return FlowNode { labels, what, span };
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
        FlowNode { labels: Vec::new(), what: What::Unless { main, escape }, span }
    }

    fn forbid_labels(&mut self, node: &FlowNode, why: &str) {
        if let Some((name, _)) = node.labels.first() {
            self.compiler
                .findings
                .push(Finding::error("C071", node.span, format!("label `{name}` is misplaced")).help(why));
        }
    }

    fn for_loop(&mut self, var: &VarRef, range: &ForRange, body: &ast::Sequence, span: Span) -> FlowNode {
        let exit = self.enter_loop();
        let name = var_text(var);
        let step;
        match range {
            ForRange::Between(from, to) => {
                let value = self.value(from);
                let node = self.assign(var, value, format!("{name} = {}", spin_expr_text(from)), span);
                self.flow.add(node);
                self.flow.open_sequence();
                self.at_start = false;
                let last = self.value(to);
                self.loop_condition(var, last, &format!("(({name}<={}))", spin_expr_text(to)), span);
                step = var.clone();
            }
            ForRange::In(over) => match self.array_length(over) {
                Some(len) => {
                    self.counter();
                    let node = self.assign(var, Expr::i32(0), format!("{name} = 0"), span);
                    self.flow.add(node);
                    self.flow.open_sequence();
                    self.at_start = false;
                    let last = Expr::i32(len as i32 - 1);
                    self.loop_condition(var, last, &format!("(({name}<={}))", len - 1), span);
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
        let next = self.var_plus(&step, 1);
        let step_name = var_text(&step);
        let node = self.assign(&step, next, format!("{step_name} = ({step_name}+1)"), span);
        self.flow.add(node);
        let main = self.close(span);
        self.flow.open_sequence();
        self.flow.add(FlowNode { labels: Vec::new(), what: What::Else, span });
        self.flow.add(FlowNode { labels: Vec::new(), what: What::Goto(Target::Exit(exit)), span });
        let end = self.close(span);
        self.loops.pop();
        FlowNode { labels: Vec::new(), what: What::Loop { options: vec![end, main], exit, prune: false }, span }
    }

    /// `i <= to`
    fn loop_condition(&mut self, var: &VarRef, to: Expr, text: &str, span: Span) {
        let condition = Expr::compare(Compare::Le, self.var_value(var), to);
        let node = self.basic(Guard::When(condition), Vec::new(), text.to_string(), span, StatementKind::Condition);
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
        let node = self.assign(&counter, Expr::i32(0), format!("{} = 0", counter_name(scope)), span);
        self.flow.add(node);
        self.flow.open_sequence();
        self.at_start = false;
        let name = var_text(over);
        let count = self.var_value(&counter);
        let length = Expr::ask(ChannelQuestion::Length, self.compiler.channel(over, &self.scopes));
        let guard = Guard::When(Expr::compare(Compare::Lt, count, length));
        let text = format!("(({}<len({name})))", counter_name(scope));
        let node = self.basic(guard, Vec::new(), text, span, StatementKind::Condition);
        self.flow.add(node);
        let var_text = var_text(var);
        let effects = self.receive(over, false, false, &[ReceiveArg::Var(var.clone())], span);
        let node = self.basic(Guard::Always, effects, format!("{name}?{var_text}"), span, StatementKind::Receive);
        self.flow.add(node);
        let effects = self.send(over, false, &[ast::Expr { kind: ExprKind::Var(var.clone()), span }]);
        let node = self.basic(Guard::Always, effects, format!("{name}!{var_text}"), span, StatementKind::Send);
        self.flow.add(node);
        counter
    }

    fn select(&mut self, var: &VarRef, from: &ast::Expr, to: &ast::Expr, span: Span) -> FlowNode {
        let name = var_text(var);
        let value = self.value(from);
        let node = self.assign(var, value, format!("{name} = {}", spin_expr_text(from)), span);
        self.flow.add(node);
        self.flow.open_sequence();
        self.at_start = false;
        let guard = Guard::When(Expr::compare(Compare::Lt, self.var_value(var), self.value(to)));
        let text = format!("(({name}<{}))", spin_expr_text(to));
        let node = self.basic(guard, Vec::new(), text, span, StatementKind::Condition);
        self.flow.add(node);
        let next = self.var_plus(var, 1);
        let node = self.assign(var, next, format!("{name} = ({name}+1)"), span);
        self.flow.add(node);
        let main = self.close(span);
        let exit = self.enter_loop();
        self.flow.open_sequence();
        self.flow.add(FlowNode { labels: Vec::new(), what: What::Goto(Target::Exit(exit)), span });
        let end = self.close(span);
        self.loops.pop();
        FlowNode { labels: Vec::new(), what: What::Loop { options: vec![end, main], exit, prune: false }, span }
    }
}

/// A variable as Spin prints it.
fn var_text(v: &VarRef) -> String {
    spin_expr_text(&ast::Expr { kind: ExprKind::Var(v.clone()), span: v.span })
}

fn skip_node(span: Span) -> FlowNode {
    FlowNode { labels: Vec::new(), what: What::Basic(Basic::skip()), span }
}

/// In a trace a send lists values to match; a variable matches anything.
fn send_pattern(args: &[ast::Expr]) -> Vec<ReceiveArg> {
    args.iter()
        .map(|e| match &e.kind {
            ExprKind::Var(v) => ReceiveArg::Var(v.clone()),
            _ => ReceiveArg::Const(e.clone()),
        })
        .collect()
}
