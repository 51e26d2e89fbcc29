//! The sliced program: statements that are not kept become nothing, and what is empty then goes.
//!
//! The first statement of an option stays, as `skip`, because it says when the option can be taken. Cycles stay. Inside
//! `unless` and where every step counts nothing goes: a statement becomes one that does nothing.

use super::facts::Context;
use super::graph::{Statements, text};
use super::plan::Plan;
use super::property::{Steps, Waiting};
use super::relevant::Relevance;
use super::visit::{self, StmtId};
use super::walk;
use promela::ast::{Decl, Expr, ExprKind, Ident, ReceiveArg, Sequence, Stmt, StmtKind, TypeName, VarPart, VarRef};
use promela::source::Span;
use std::collections::HashSet;

/// A statement that is not in the slice.
#[derive(Clone, Debug)]
pub struct Gone {
    pub text: String,
    pub span: Span,
}

pub struct Rewriter<'a> {
    pub context: Context<'a>,
    pub all: &'a Statements,
    pub relevance: &'a Relevance,
    pub plan: &'a Plan,
    pub steps: Steps,
    pub waiting: Waiting,
    /// Labels that something refers to, by their keys.
    pub labels: &'a HashSet<String>,
    pub gone: Vec<Gone>,
    next: u32,
    at_start: bool,
    /// How many `atomic` are open.
    atomic: u32,
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// First in an option.
    Guard,
    Inner,
    /// In the body of a process itself.
    Top,
}

/// Whether statements that do nothing go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Structure {
    Collapse,
    Stay,
}

impl<'a> Rewriter<'a> {
    pub fn new(
        context: Context<'a>,
        all: &'a Statements,
        relevance: &'a Relevance,
        plan: &'a Plan,
        (steps, waiting): (Steps, Waiting),
        labels: &'a HashSet<String>,
    ) -> Rewriter<'a> {
        Rewriter {
            context,
            all,
            relevance,
            plan,
            steps,
            waiting,
            labels,
            gone: Vec::new(),
            next: 0,
            at_start: true,
            atomic: 0,
        }
    }

    /// Passes over statements that stay as they are.
    pub fn pass(&mut self, body: &Sequence) {
        visit::sequence(body, &mut |_| self.next += 1);
    }

    /// The body of a process. `collapse`: steps that do nothing may go.
    pub fn body(&mut self, body: &Sequence, collapse: bool) -> Sequence {
        self.at_start = true;
        let structure = if collapse && self.steps == Steps::Stutter { Structure::Collapse } else { Structure::Stay };
        self.sequence(body, Position::Top, structure)
    }

    fn sequence(&mut self, seq: &Sequence, position: Position, structure: Structure) -> Sequence {
        let mut out: Vec<Stmt> = Vec::new();
        let mut any = false;
        // A guard that says nothing: needed unless what follows can always be taken.
        let mut filler = None;
        for s in &seq.steps {
            let here = if any && position == Position::Guard { Position::Inner } else { position };
            let before = self.at_start;
            let steps = self.stmt(s, here, structure);
            let is_no_step = (before && self.at_start) || matches!(s.kind, StmtKind::Exclusive { .. });
            if is_no_step {
                out.extend(steps);
                continue;
            }
            if steps.is_empty() && !any && position == Position::Guard {
                filler = Some(out.len());
                out.push(skip(s.span));
            }
            if let (Some(StmtKind::Decl(_)), false, Position::Top) = (steps.first().map(|s| &s.kind), any, position) {
                // Before the first statement it would be set when the process starts.
                out.push(skip(s.span));
            }
            any |= !steps.is_empty() || position == Position::Guard;
            out.extend(steps);
        }
        if let Some(at) = filler
            && out.get(at + 1).is_some_and(is_free)
            && out[at].labels.is_empty()
        {
            out.remove(at);
        }
        if !out.iter().any(|s| !matches!(s.kind, StmtKind::Decl(_) | StmtKind::Exclusive { .. })) {
            let span = seq.steps.first().map_or(Span::default(), |s| s.span);
            if position != Position::Top {
                out.push(skip(span));
            }
        }
        Sequence { steps: out }
    }

    fn stmt(&mut self, s: &Stmt, position: Position, structure: Structure) -> Vec<Stmt> {
        let id = StmtId(self.next);
        self.next += 1;
        if let StmtKind::Decl(d) = &s.kind {
            return self.decl(s, d, structure);
        }
        if let StmtKind::Exclusive { kind, channels } = &s.kind {
            let stays = |v: &VarRef| self.plan.variables.contains(&v.parts[0].name.name);
            let channels: Vec<VarRef> = channels.iter().filter(|v| stays(v)).cloned().collect();
            let kind = StmtKind::Exclusive { kind: *kind, channels };
            let empty = matches!(&kind, StmtKind::Exclusive { channels, .. } if channels.is_empty());
            return if empty {
                Vec::new()
            } else {
                vec![Stmt { labels: s.labels.clone(), kind, span: s.span, note: Default::default() }]
            };
        }
        self.at_start = false;
        let inner = if position == Position::Guard { Position::Guard } else { Position::Inner };
        if self.is_dead(s, id, structure) {
            self.drop_all(s, id);
            // What comes after it in the text is not reached from it.
            let stop = Stmt {
                labels: Vec::new(),
                kind: StmtKind::Expr(Expr { kind: ExprKind::Const(0), span: s.span }),
                span: s.span,
                note: Default::default(),
            };
            let out = if self.relevance.alive_after[id.0 as usize] { vec![stop] } else { Vec::new() };
            return self.labelled(s, out, structure);
        }
        let one = |kind: StmtKind| vec![Stmt { labels: Vec::new(), kind, span: s.span, note: Default::default() }];
        let out = match &s.kind {
            StmtKind::If(options) => {
                let options = self.options(options, structure);
                if structure == Structure::Collapse && options.iter().all(is_trivial) {
                    Vec::new()
                } else {
                    one(StmtKind::If(options))
                }
            }
            // Searches go round a loop inside of `atomic` some times before they notice: short rounds with many options
            // cost dear.
            StmtKind::Do(options) if self.atomic > 0 => one(StmtKind::Do(self.options(options, Structure::Stay))),
            StmtKind::Do(options) => one(StmtKind::Do(self.options(options, structure))),
            StmtKind::For { body, .. } if !self.relevance.is_kept(id) => {
                // Nothing relevant comes after it: any loop will do, as long as jumps find their places.
                let mut round = self.sequence(body, Position::Inner, structure);
                round.steps.insert(0, skip(s.span));
                let out = Stmt { labels: Vec::new(), kind: StmtKind::Break, span: s.span, note: Default::default() };
                one(StmtKind::Do(vec![round, Sequence { steps: vec![out] }]))
            }
            StmtKind::For { var, range, body } => {
                let body = self.sequence(body, Position::Inner, structure);
                one(StmtKind::For { var: var.clone(), range: range.clone(), body })
            }
            StmtKind::Atomic(b) => {
                self.atomic += 1;
                let b = self.sequence(b, inner, structure);
                self.atomic -= 1;
                match (structure, &b.steps[..]) {
                    (Structure::Collapse, _) if is_trivial(&b) => Vec::new(),
                    (Structure::Collapse, [s]) if is_plain(s) => b.steps,
                    _ => one(StmtKind::Atomic(b)),
                }
            }
            StmtKind::DStep(_) if !self.relevance.is_kept(id) => {
                self.drop_all(s, id);
                if structure == Structure::Stay { vec![self.nothing(s)] } else { Vec::new() }
            }
            StmtKind::DStep(b) => {
                let b = self.sequence(b, Position::Inner, structure);
                match (structure, &b.steps[..]) {
                    (Structure::Collapse, [s]) if is_plain(s) => b.steps,
                    _ => one(StmtKind::DStep(b)),
                }
            }
            StmtKind::Block(b) => {
                let b = self.sequence(b, inner, structure);
                if structure == Structure::Collapse && is_trivial(&b) {
                    Vec::new()
                } else if structure == Structure::Collapse && b.steps.iter().all(is_loose) {
                    b.steps
                } else {
                    one(StmtKind::Block(b))
                }
            }
            StmtKind::Unless(a, b) => {
                let a = self.single(a);
                let b = self.single(b);
                one(StmtKind::Unless(Box::new(a), Box::new(b)))
            }
            StmtKind::Break | StmtKind::Goto(_) => one(s.kind.clone()),
            _ if self.relevance.is_kept(id) => one(self.trimmed(s, id)),
            _ => {
                self.gone(s);
                if structure == Structure::Stay { vec![self.nothing(s)] } else { Vec::new() }
            }
        };
        self.labelled(s, out, structure)
    }

    /// Puts the labels that are needed on what a statement became.
    fn labelled(&self, s: &Stmt, mut out: Vec<Stmt>, structure: Structure) -> Vec<Stmt> {
        let mut labels: Vec<Ident> = s.labels.iter().filter(|l| self.labels.contains(&l.name)).cloned().collect();
        if out.is_empty() && (!labels.is_empty() || structure == Structure::Stay) {
            out.push(skip(s.span));
        }
        if let Some(first) = out.first_mut() {
            labels.append(&mut first.labels);
            first.labels = labels;
        }
        out
    }

    fn single(&mut self, s: &Stmt) -> Stmt {
        let mut out = self.stmt(s, Position::Inner, Structure::Stay);
        match out.len() {
            1 => out.remove(0),
            _ => Stmt {
                labels: Vec::new(),
                kind: StmtKind::Block(Sequence { steps: out }),
                span: s.span,
                note: Default::default(),
            },
        }
    }

    fn options(&mut self, options: &[Sequence], structure: Structure) -> Vec<Sequence> {
        let mut out: Vec<Sequence> = Vec::new();
        let mut seen = HashSet::new();
        for o in options {
            let o = self.sequence(o, Position::Guard, structure);
            // Two options that do the same are one.
            let labelled = o.steps.iter().any(|s| {
                let mut any = false;
                visit::stmt(s, &mut |s| any |= !s.labels.is_empty() || matches!(s.kind, StmtKind::Decl(_)));
                any
            });
            let text: String = o.steps.iter().map(|s| format!("{};", promela::print_stmt(s))).collect();
            if structure == Structure::Collapse && !labelled && !seen.insert(text) {
                continue;
            }
            out.push(o);
        }
        out
    }

    /// Where nothing relevant can be reached any more, and nobody sees where the process is.
    fn is_dead(&self, s: &Stmt, id: StmtId, structure: Structure) -> bool {
        if self.waiting != Waiting::Unseen || structure != Structure::Collapse {
            return false;
        }
        if !matches!(s.kind, StmtKind::If(_) | StmtKind::Do(_) | StmtKind::For { .. }) {
            return false;
        }
        let mut alive = false;
        let mut at = id.0;
        visit::stmt(s, &mut |inner| {
            alive |= self.relevance.alive[at as usize] || inner.labels.iter().any(|l| self.labels.contains(&l.name));
            at += 1;
        });
        !alive
    }

    /// Passes over a statement that goes with all inside it; it has its number already.
    fn drop_all(&mut self, s: &Stmt, id: StmtId) {
        let mut at = id.0;
        visit::stmt(s, &mut |inner| {
            self.gone(inner);
            at += 1;
        });
        self.next = at;
    }

    fn gone(&mut self, s: &Stmt) {
        let is_skip = matches!(&s.kind, StmtKind::Expr(Expr { kind: ExprKind::Const(1), .. }));
        let structure = matches!(
            s.kind,
            StmtKind::If(_)
                | StmtKind::Do(_)
                | StmtKind::Atomic(_)
                | StmtKind::Block(_)
                | StmtKind::DStep(_)
                | StmtKind::Break
                | StmtKind::Goto(_)
                | StmtKind::Decl(_)
        );
        if !is_skip && !structure {
            self.gone.push(Gone { text: text(s), span: s.span });
        }
    }

    /// A step that does nothing, in place of a statement.
    fn nothing(&self, s: &Stmt) -> Stmt {
        let one = Expr { kind: ExprKind::Const(1), span: s.span };
        let kind = match (&s.kind, self.steps) {
            (StmtKind::Expr(Expr { kind: ExprKind::Const(_), .. }), _) => s.kind.clone(),
            // Compilers drop a skip after a skip, but not after other statements.
            (StmtKind::Printf { .. } | StmtKind::Printm(_), Steps::Exact) => {
                StmtKind::Printf { format: "\"\"".to_string(), args: Vec::new() }
            }
            (_, Steps::Exact) => StmtKind::Assert(one),
            (_, Steps::Stutter) => StmtKind::Expr(one),
        };
        Stmt { labels: Vec::new(), kind, span: s.span, note: Default::default() }
    }

    fn decl(&mut self, s: &Stmt, d: &Decl, structure: Structure) -> Vec<Stmt> {
        let mut d = d.clone();
        let all = d.vars.len();
        d.vars.retain(|v| self.plan.variables.contains(&v.name.name));
        d.vars.iter_mut().for_each(|v| self.messages(v));
        let lost = all - d.vars.len();
        let mut out = Vec::new();
        if !d.vars.is_empty() {
            out.push(Stmt {
                labels: s.labels.clone(),
                kind: StmtKind::Decl(d),
                span: s.span,
                note: Default::default(),
            });
        }
        if !self.at_start && structure == Structure::Stay {
            out.extend((0..lost).map(|_| self.nothing(s)));
        }
        out
    }

    /// The type of the messages of a declared channel.
    pub fn messages(&self, v: &mut promela::ast::Declarator) {
        let Some(promela::ast::Init::Chan(init)) = &mut v.init else { return };
        let class = match self.context.objects.of_key(&v.name.name) {
            [one] => self.context.channels.class_of(*one),
            _ => None,
        };
        if let Some(m) = self.plan.message(class) {
            let mut i = 0;
            init.fields.retain(|_| {
                i += 1;
                m.stays(i - 1)
            });
            if m.filler {
                init.fields.push(TypeName::Bit);
            }
        }
    }

    /// A kept statement without the parts that do not matter.
    fn trimmed(&self, s: &Stmt, id: StmtId) -> StmtKind {
        let facts = &self.all.facts[id.0 as usize];
        let mut kind = s.kind.clone();
        match &mut kind {
            StmtKind::Send { channel, args, .. } => {
                let class = self.context.channels.class(channel, self.context.objects);
                if let Some(m) = self.plan.message(class) {
                    let mut i = 0;
                    args.retain(|_| {
                        i += 1;
                        m.stays(i - 1)
                    });
                    if m.filler {
                        args.push(Expr { kind: ExprKind::Const(0), span: s.span });
                    }
                }
            }
            StmtKind::Receive { channel, args, .. } => {
                let class = self.context.channels.class(channel, self.context.objects);
                if facts.fails.is_none() {
                    let fields = class.map(|c| self.context.channels.get(c));
                    for (i, a) in args.iter_mut().enumerate() {
                        let scalar = fields.is_some_and(|f| {
                            !f.rigid && f.fields.get(i).is_some_and(|t| !matches!(t, TypeName::User(_)))
                        });
                        if let ReceiveArg::Var(v) = a
                            && scalar
                            && self.context.objects.is_variable(v)
                            && !self.context.objects.of_ref(v).iter().any(|&o| self.relevance.is_relevant(o))
                        {
                            *a = ReceiveArg::Var(scratch(v.span));
                        }
                    }
                }
                if let Some(m) = self.plan.message(class) {
                    self.fit(m, args, s.span);
                }
            }
            _ => {}
        }
        super::names::each_operand(&mut kind, &mut |part| {
            if let super::names::Operand::Expr(e) = part {
                self.expr(e);
            }
        });
        kind
    }

    fn fit(&self, m: &super::plan::Message, args: &mut Vec<ReceiveArg>, span: Span) {
        let mut i = 0;
        args.retain(|_| {
            i += 1;
            m.stays(i - 1)
        });
        if m.filler {
            args.push(ReceiveArg::Var(scratch(span)));
        }
    }

    /// Fits the polls and `run`s of an expression to what became of messages and parameters.
    pub fn expr(&self, e: &mut Expr) {
        let span = e.span;
        match &mut e.kind {
            ExprKind::Poll { channel, args, .. } => {
                let class = self.context.channels.class(channel, self.context.objects);
                if let Some(m) = self.plan.message(class) {
                    self.fit(m, args, span);
                }
            }
            ExprKind::Run { proctype, args, .. } => {
                if let Some(params) = self.context.names.params.get(&proctype.name)
                    && params.len() == args.len()
                {
                    let mut stays = params.iter().map(|key| self.plan.variables.contains(key));
                    args.retain(|_| stays.next().unwrap_or(true));
                }
                args.iter_mut().for_each(|a| self.expr(a));
            }
            ExprKind::Unary(_, a) | ExprKind::Enabled(a) | ExprKind::PcValue(a) | ExprKind::GetPriority(a) => {
                self.expr(a);
            }
            ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Conditional(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            _ => {}
        }
    }
}

/// `skip`
pub fn skip(span: Span) -> Stmt {
    Stmt {
        labels: Vec::new(),
        kind: StmtKind::Expr(Expr { kind: ExprKind::Const(1), span }),
        span,
        note: Default::default(),
    }
}

fn scratch(span: Span) -> VarRef {
    VarRef { parts: vec![VarPart { name: Ident { name: "_".to_string(), span }, index: None }], span }
}

pub fn is_skip(s: &Stmt) -> bool {
    s.labels.is_empty() && matches!(&s.kind, StmtKind::Expr(Expr { kind: ExprKind::Const(1), .. }))
}

fn is_trivial(seq: &Sequence) -> bool {
    seq.steps.iter().all(is_skip)
}

/// One step, which no other process takes part in.
fn is_plain(s: &Stmt) -> bool {
    s.labels.is_empty()
        && match &s.kind {
            StmtKind::Assign(_, e) | StmtKind::Expr(e) | StmtKind::Assert(e) => {
                let mut run = false;
                walk::mentions(e, &mut |m| run |= matches!(m, walk::Mention::Run(..)));
                !run
            }
            StmtKind::Increment(_) | StmtKind::Decrement(_) => true,
            _ => false,
        }
}

/// Can always be taken.
fn is_free(s: &Stmt) -> bool {
    is_plain(s) && !matches!(s.kind, StmtKind::Expr(_))
}

/// May stand outside of its block.
fn is_loose(s: &Stmt) -> bool {
    let mut loose = true;
    visit::stmt(s, &mut |s| {
        loose &= s.labels.is_empty() && !matches!(s.kind, StmtKind::Decl(_) | StmtKind::Goto(_) | StmtKind::Unless(..));
    });
    loose
}
