//! Syntax tree to compiled model.
//!
//! ```text
//!   declarations ─► places (decl, types)
//!   bodies       ─► flow of elements, numbered as Spin does (stmt, expr, flow)
//!   flow         ─► states and transitions with typed steps (automaton)
//! ```
//!
//! No optimisation happens here: what comes out has the state space of `spin -o1 -o2 -o3`.

mod automaton;
mod decl;
mod expr;
mod features;
mod flow;
mod init;
mod names;
pub mod progress;
mod property;
mod stmt;
mod types;

pub use names::nearest;

use std::collections::HashMap;

use promela::finding::{Finding, Findings};

use crate::exec::MAX_STACK;
use crate::model::layout::{ChannelType, Slot};
use crate::model::{
    self, ClaimUse, Effect, Model, MtypeNames, Proctype, ProctypeId, ProctypeKind, Promise, StateId, Statement,
    TraceUse, Transition,
};
use features::Features;
use flow::Flow;
use names::Scopes;
use promela::ast::{self, Expr, ExprKind, Program, Unit};
use promela::claim::ClaimChoice;
use promela::source::{Sources, Span};
use types::{Packer, Struct, StructId, Var, VarPlace};

/// What to compile.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub claim: ClaimChoice,
    pub automaton: ClaimAutomaton,
}

/// How the claim of an ltl formula is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClaimAutomaton {
    /// With few states.
    #[default]
    Small,
    /// With those that Spin gives it, so that products have the same number of states.
    Spin,
}

/// What kind of body is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BodyKind {
    Process,
    Claim,
    Trace,
}

/// A body to compile, and what is known of it before its code.
#[derive(Debug)]
struct Proc<'a> {
    promises: Vec<Promise>,
    name: String,
    kind: ProctypeKind,
    runnable: bool,
    span: Span,
    body: std::borrow::Cow<'a, ast::Sequence>,
    source: Option<&'a ast::Proctype>,
    /// Parameters first, then the variables of the body in order.
    locals: Vec<Var>,
    param_vars: usize,
    /// Scalars that the parameters make together.
    param_count: u32,
    frame_words: u32,
    pc: Slot,
    priority: Option<Slot>,
    /// A claim that may tell how often a state is repeated.
    counts_steps: bool,
}

impl Proc<'_> {
    fn is_claim(&self) -> bool {
        matches!(self.kind, ProctypeKind::Claim | ProctypeKind::Ltl)
    }
}

/// A `p@l` somewhere, to be resolved when all bodies are there.
#[derive(Debug)]
struct LabelRef {
    proctype: u32,
    label: String,
    span: Span,
}

struct Compiler<'a> {
    sources: &'a Sources,
    findings: &'a mut Findings,
    structs: Vec<Struct>,
    struct_names: HashMap<String, StructId>,
    mtypes: Vec<MtypeNames>,
    /// Value and subtype of each mtype constant.
    mtype_values: HashMap<String, (i32, u32)>,
    globals: Vec<Var>,
    global_names: HashMap<String, usize>,
    channel_types: Vec<ChannelType>,
    procs: Vec<Proc<'a>>,
    proc_names: HashMap<String, u32>,
    statements: Vec<Statement>,
    transitions: Vec<Transition>,
    formats: Vec<String>,
    messages: Vec<String>,
    label_refs: Vec<LabelRef>,
    trace_sends: Vec<model::Expr>,
    trace_receives: Vec<model::Expr>,
    /// Processes that the expressions of the current statement start.
    started: Vec<Effect>,
    /// Values that exist during the step of the current statement.
    temps: u32,
    last: Option<Slot>,
    /// Elements made so far, in the whole program.
    unique: u32,
    has_timeout: bool,
    has_np: bool,
    has_enabled: bool,
    has_rendezvous: bool,
}

/// Compiles a program. `None` after an error, which is among the findings then.
pub fn compile(program: &Program, options: &Options, sources: &Sources, findings: &mut Findings) -> Option<Model> {
    let mut c = Compiler {
        sources,
        findings,
        structs: Vec::new(),
        struct_names: HashMap::new(),
        mtypes: vec![MtypeNames { subtype: String::new(), names: Vec::new() }],
        mtype_values: HashMap::new(),
        globals: Vec::new(),
        global_names: HashMap::new(),
        channel_types: Vec::new(),
        procs: Vec::new(),
        proc_names: HashMap::new(),
        statements: Vec::new(),
        transitions: Vec::new(),
        formats: Vec::new(),
        messages: Vec::new(),
        label_refs: Vec::new(),
        trace_sends: Vec::new(),
        trace_receives: Vec::new(),
        started: Vec::new(),
        temps: 0,
        last: None,
        unique: 0,
        has_timeout: false,
        has_np: false,
        has_enabled: false,
        has_rendezvous: false,
    };
    let model = c.program(program, options);
    if findings.has_errors() { None } else { Some(model) }
}

impl<'a> Compiler<'a> {
    fn error(&mut self, code: &'static str, span: Span, message: String) {
        self.findings.push(Finding::error(code, span, message));
    }

    fn line(&self, span: Span) -> u32 {
        self.sources.place(span).line
    }

    fn proctype_index(&mut self, name: &ast::Ident) -> Option<u32> {
        if let Some(&i) = self.proc_names.get(&name.name) {
            return Some(i);
        }
        let known = self.procs.iter().map(|p| p.name.as_str());
        let mut f = Finding::error("C030", name.span, format!("there is no proctype `{}`", name.name));
        if let Some(near) = nearest(&name.name, known) {
            f = f.help(format!("did you mean `{near}`?"));
        }
        self.findings.push(f);
        None
    }

    /// The subtype that an expression printed with `printm` has.
    fn mtype_of(&mut self, e: &Expr, scopes: &Scopes) -> u32 {
        let ExprKind::Var(v) = &e.kind else { return 0 };
        if let Some(&(_, subtype)) = self.mtype_values.get(&v.parts[0].name.name) {
            return subtype;
        }
        match self.denote(v, scopes) {
            expr::Denoted::Place { ty: types::Scalar::Mtype(m), .. } => m,
            _ => 0,
        }
    }

    fn program(&mut self, program: &'a Program, options: &Options) -> Model {
        let features = Features::of(program);
        self.declare_globals(program);
        let bodies = self.collect_bodies(program, options);
        self.lay_out_frames(bodies, &features);

        // The global part: shape, globals, `_last`, the trace's state, the claim's frame.
        let claim = self.choose_claim(options);
        let trace = self.procs.iter().position(|p| matches!(p.kind, ProctypeKind::Trace | ProctypeKind::NoTrace));
        let mut packer = Packer::new(1, None);
        let mut hidden_packer = Packer::new(0, None);
        self.place_globals(&mut packer, &mut hidden_packer);
        let small =
            |packer: &mut Packer, bits: u8| match packer.place(&[types::Wanted::Scalar { bits, signed: false }])[0] {
                VarPlace::Slot(s) => s,
                VarPlace::Bytes(b) => Slot::word(b / 4),
            };
        if features.last {
            self.last = Some(small(&mut packer, 8));
        }
        let event = trace.map(|_| small(&mut packer, 16));
        let mut global_words = packer.words();
        let claim = claim.map(|c| {
            let frame = global_words;
            global_words += self.procs[c as usize].frame_words;
            let counts_steps = self.procs[c as usize].counts_steps;
            ClaimUse { proctype: ProctypeId(c), frame, counts_steps }
        });

        let mut model = self.empty_model(&features);
        model.global_words = global_words;
        model.hidden_words = hidden_packer.words();
        (model.init, model.global_channels, model.channel_variables) = self.global_init();
        for v in &self.globals {
            let leaves =
                if v.base == model::Region::Hidden { &mut model.hidden_leaves } else { &mut model.global_leaves };
            self.leaves(v, leaves);
        }
        let mut flows: Vec<Flow> = (0..self.procs.len() as u32).map(|i| self.body_flow(i)).collect();
        for r in &self.label_refs {
            flows[r.proctype as usize].make_state(&r.label, &mut self.unique);
        }
        for (i, flow) in flows.into_iter().enumerate() {
            let mut p = self.proctype(i as u32, flow);
            p.base = model.options.len() as u32;
            model.options.extend(p.states.iter().map(|s| (s.first, s.first + s.count)));
            model.proctypes.push(p);
        }
        if let (Some(t), Some(event)) = (trace, event) {
            let sends = std::mem::take(&mut self.trace_sends);
            let receives = std::mem::take(&mut self.trace_receives);
            model.trace = Some(TraceUse {
                proctype: ProctypeId(t as u32),
                negated: self.procs[t].kind == ProctypeKind::NoTrace,
                event,
                sends,
                receives,
            });
        }
        self.resolve_labels(&mut model);
        model.claim = claim;
        model.claims =
            (0..self.procs.len() as u32).filter(|&i| self.procs[i as usize].is_claim()).map(ProctypeId).collect();
        model.active = self.active(program);
        model.last = self.last;
        model.has_timeout = self.has_timeout;
        model.has_np = self.has_np;
        model.has_enabled = self.has_enabled;
        model.has_rendezvous = self.has_rendezvous;
        model.transitions = std::mem::take(&mut self.transitions);
        model.statements = std::mem::take(&mut self.statements);
        if let (ClaimChoice::NonProgress, Some(claim)) = (&options.claim, claim) {
            progress::number(&mut model, claim.proctype);
        }
        model.channel_types = std::mem::take(&mut self.channel_types);
        model.mtypes = std::mem::take(&mut self.mtypes);
        model.formats = std::mem::take(&mut self.formats);
        model.messages = std::mem::take(&mut self.messages);
        if !crate::exec::lower(&mut model) {
            self.findings.push(
                Finding::new(
                    promela::finding::Severity::Error,
                    "C087",
                    None,
                    "an expression is too deep or a message too long",
                )
                .help(format!("no statement may need more than {MAX_STACK} values at once: split it")),
            );
        }
        model
    }

    fn empty_model(&self, features: &Features) -> Model {
        Model { has_priority: features.priority, has_provided: features.provided, ..Model::empty() }
    }

    fn body_flow(&mut self, i: u32) -> Flow {
        let body = self.procs[i as usize].body.clone();
        let (kind, span) = (self.procs[i as usize].kind, self.procs[i as usize].span);
        let body_kind = match kind {
            ProctypeKind::Claim | ProctypeKind::Ltl => BodyKind::Claim,
            ProctypeKind::Trace | ProctypeKind::NoTrace => BodyKind::Trace,
            ProctypeKind::Proctype | ProctypeKind::Init => BodyKind::Process,
        };
        self.flow(i, body_kind, &body, span)
    }

    fn proctype(&mut self, i: u32, flow: Flow) -> Proctype {
        let (kind, span) = (self.procs[i as usize].kind, self.procs[i as usize].span);
        let automaton = self.automaton(ProctypeId(i), flow);
        let first = self.transitions.len() as u32;
        self.transitions.extend(automaton.transitions);
        let mut states = automaton.states;
        for s in &mut states {
            s.first += first;
        }
        let (init, channels, params) = self.local_init(i);
        let provided = self.procs[i as usize].source.and_then(|p| p.provided.as_ref()).map(|e| {
            let mut scopes = Scopes::new(i);
            scopes.enter();
            self.expr_without_run(e, &scopes)
        });
        let p = &self.procs[i as usize];
        debug_assert!(states.len() as u64 <= 1 << p.pc.bits, "the bound on elements holds");
        let mut leaves = Vec::new();
        for v in &p.locals {
            self.leaves(v, &mut leaves);
        }
        Proctype {
            name: p.name.clone(),
            kind,
            deterministic: p.source.is_some_and(|s| s.deterministic),
            span,
            states,
            start: automaton.start,
            base: 0,
            frame_words: p.frame_words,
            pc: p.pc,
            priority: p.priority,
            params,
            channels,
            init,
            provided,
            leaves,
            labels: automaton.labels,
            promises: p.promises.clone(),
        }
    }

    fn resolve_labels(&mut self, model: &mut Model) {
        for r in std::mem::take(&mut self.label_refs) {
            model.label_owners.push(ProctypeId(r.proctype));
            let p = &model.proctypes[r.proctype as usize];
            match p.labels.iter().rev().find(|(name, _)| *name == r.label) {
                Some(&(_, state)) => model.label_refs.push(state),
                None => {
                    let mut f =
                        Finding::error("C032", r.span, format!("proctype `{}` has no label `{}`", p.name, r.label));
                    if let Some(near) = nearest(&r.label, p.labels.iter().map(|(l, _)| l.as_str())) {
                        f = f.help(format!("did you mean `{near}`?"));
                    }
                    self.findings.push(f);
                    model.label_refs.push(StateId(0));
                }
            }
        }
    }

    /// The processes that exist from the start.
    fn active(&mut self, program: &Program) -> Vec<(ProctypeId, u8)> {
        let mut out = Vec::new();
        for unit in &program.units {
            let Unit::Proctype(p) = unit else { continue };
            // A second definition of the name was refused.
            let Some(&i) = self.proc_names.get(&p.name.name) else { continue };
            let count = match (&p.active, p.is_init()) {
                (_, true) | (Some(ast::Active::One), _) => 1,
                (Some(ast::Active::Count(e)), _) => match self.constant(e) {
                    Some(n @ 0..=255) => n,
                    Some(n) => {
                        self.findings.push(
                            Finding::error("C033", e.span, format!("{n} processes at the start"))
                                .help("there can be 255 processes at a time"),
                        );
                        0
                    }
                    None => {
                        self.error("C034", e.span, "the number of processes must be a constant".to_string());
                        0
                    }
                },
                (None, false) => 0,
            };
            let priority = match &p.priority {
                None => 1,
                Some(e) => match self.constant(e) {
                    Some(n @ 1..=255) => n as u8,
                    _ => {
                        self.error("C035", e.span, "a priority must be a constant between 1 and 255".to_string());
                        1
                    }
                },
            };
            out.extend((0..count).map(|_| (ProctypeId(i), priority)));
        }
        if out.is_empty() && !self.findings.has_errors() {
            self.findings.push(
                Finding::new(
                    promela::finding::Severity::Error,
                    "C088",
                    None,
                    "the model has no process: there is nothing to check",
                )
                .help("add an `init { … }`, or write `active` before a proctype"),
            );
        }
        if out.len() > 255 {
            let span = self.procs.first().map(|p| p.span).unwrap_or_default();
            self.findings.push(
                Finding::error("C036", span, format!("{} processes at the start", out.len()))
                    .help("there can be 255 processes at a time"),
            );
            out.truncate(255);
        }
        out
    }

    fn choose_claim(&mut self, options: &Options) -> Option<u32> {
        let mut claims = (0..self.procs.len() as u32).filter(|&i| self.procs[i as usize].is_claim());
        match &options.claim {
            ClaimChoice::None => None,
            ClaimChoice::First => claims.next(),
            // A claim from outside was put behind all others.
            ClaimChoice::Formula(_) | ClaimChoice::NonProgress => claims.next_back(),
            ClaimChoice::Named(name) => {
                let found = claims.find(|&i| self.procs[i as usize].name == *name);
                if found.is_none() {
                    let known = self.procs.iter().filter(|p| p.is_claim()).map(|p| p.name.as_str());
                    let mut f = Finding::new(
                        promela::finding::Severity::Error,
                        "C037",
                        None,
                        format!("the model has no claim `{name}`"),
                    );
                    let list: Vec<&str> = known.collect();
                    f = f.help(if list.is_empty() {
                        "it has no claim at all".to_string()
                    } else {
                        format!("it has: {}", list.join(", "))
                    });
                    self.findings.push(f);
                }
                found
            }
        }
    }

    /// The bodies of the program in the order in which Spin numbers them: text, then ltl formulae.
    fn collect_bodies(&mut self, program: &'a Program, options: &Options) -> Vec<PendingBody<'a>> {
        use std::borrow::Cow;
        let mut out: Vec<PendingBody<'a>> = Vec::new();
        let mut known: HashMap<String, Span> = HashMap::new();
        let mut has_trace = false;
        let mut nevers = 0;
        for unit in &program.units {
            let (name, kind, body, span, source) = match unit {
                Unit::Proctype(p) => {
                    let kind = if p.is_init() { ProctypeKind::Init } else { ProctypeKind::Proctype };
                    (p.name.name.clone(), kind, &p.body, p.span, Some(p))
                }
                Unit::Never(c) => {
                    let name = c.name.as_ref().map_or_else(|| format!("never_{nevers}"), |n| n.name.clone());
                    nevers += 1;
                    (name, ProctypeKind::Claim, &c.body, c.span, None)
                }
                Unit::Trace(t) => {
                    let (name, kind) =
                        if t.negated { (":notrace:", ProctypeKind::NoTrace) } else { (":trace:", ProctypeKind::Trace) };
                    (name.to_string(), kind, &t.body, t.span, None)
                }
                Unit::EmbeddedC(c) => {
                    self.embedded_c(c);
                    continue;
                }
                _ => continue,
            };
            if let Some(&other) = known.get(&name) {
                let finding = Finding::error("C038", span, format!("`{name}` is defined twice"))
                    .related(other, "the first definition");
                self.findings.push(finding);
                continue;
            }
            known.insert(name.clone(), span);
            if matches!(kind, ProctypeKind::Trace | ProctypeKind::NoTrace) && std::mem::replace(&mut has_trace, true) {
                self.error("C039", span, "a model can have one trace or notrace".to_string());
                continue;
            }
            // A claim that was written by hand may count steps.
            let counts_steps = kind == ProctypeKind::Claim;
            out.push(PendingBody { name, kind, span, body: Cow::Borrowed(body), source, counts_steps });
        }
        let mut formulas: Vec<(String, Expr, Span)> = Vec::new();
        let mut count = 0;
        for unit in &program.units {
            let Unit::Ltl(l) = unit else { continue };
            let name = l.name.as_ref().map_or_else(|| format!("ltl_{count}"), |n| n.name.clone());
            count += usize::from(l.name.is_none());
            formulas.push((name, l.formula.clone(), l.span));
        }
        if let ClaimChoice::Formula(e) = &options.claim {
            formulas.push(("formula".to_string(), e.clone(), e.span));
        }
        let progress = match &options.claim {
            ClaimChoice::NonProgress => out.first().map(|p| p.span),
            _ => None,
        };
        for (name, formula, span) in formulas {
            self.check_atoms(&formula);
            match property::claim(&formula, span, options.automaton) {
                Ok(claim) => out.push(PendingBody {
                    name,
                    kind: ProctypeKind::Ltl,
                    span,
                    body: Cow::Owned(claim.body),
                    source: None,
                    counts_steps: property::counts_steps(&formula),
                }),
                Err(e) => {
                    self.findings.push(Finding::error("C029", e.span().unwrap_or(span), format!("ltl `{name}`: {e}")));
                }
            }
        }
        if let Some(span) = progress {
            let (name, body) = (progress::NAME.to_string(), Cow::Owned(progress::body(span)));
            out.push(PendingBody { name, kind: ProctypeKind::Claim, span, body, source: None, counts_steps: false });
        }
        out
    }
}

/// A body whose frame is not laid out yet.
struct PendingBody<'a> {
    name: String,
    kind: ProctypeKind,
    span: Span,
    body: std::borrow::Cow<'a, ast::Sequence>,
    source: Option<&'a ast::Proctype>,
    counts_steps: bool,
}
