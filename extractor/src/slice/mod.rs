//! The slicer: what a property does not depend on goes.
//!
//! Follows section 5.1 of Holzmann's notes on software model checking, on the syntax tree of a whole Promela model:
//!
//! ```text
//!   names     every variable and label gets a name of its own
//!   objects   what can be set and read; channels: which of them may be the same; ranges: which values
//!   graph     the control flow of each process, with what each statement sets, reads and waits for (facts)
//!   property  what must not change for this property; bubble: decisions that decide nothing
//!   relevant  the fixed point
//!   plan      which declarations stay; rewrite: the program without the rest
//! ```
//!
//! Differs from the notes: channels are sliced field by field; what can fail at run time (an index, a division, a channel that may
//! not be there) is part of every property; a cycle without anything relevant in it is no bubble. Spans are those of the original,
//! so that a search in the slice tells places in the user's text.
//!
//! Does not change the claim, and does not decide whether slicing pays.

mod bubble;
mod channels;
mod facts;
mod graph;
mod names;
mod objects;
mod plan;
mod property;
mod ranges;
mod relevant;
mod rewrite;
mod simplify;
mod values;
mod visit;
mod walk;
mod why;

pub use property::{Cycles, Decisions, Property};
pub use why::Link;

use channels::Channels;
use checker::promela::ast::{Expr, ExprKind, Ident, Ltl, Proctype, Program, StmtKind, TypeName, Unit};
use checker::source::Span;
use facts::Context;
use graph::{EdgeKind, Statements};
use names::{Names, plain};
use objects::{Objects, What};
use property::{Chosen, Licence, Steps, Waiting};
use ranges::{Ranges, is_active};
use relevant::{Criteria, Process, Relevance};
use rewrite::Rewriter;
use std::collections::HashSet;
use walk::Mention;

/// A sliced program, and what is not in it.
#[derive(Debug)]
pub struct Sliced {
    /// Only the claim that was asked for is in it. Spans are those of the original.
    pub program: Program,
    pub dropped: Vec<Dropped>,
    /// Why not more could go, in words.
    pub limits: Vec<String>,
    /// Values that stand for ranges of values, in words.
    pub ranges: Vec<String>,
    /// Variables with a smaller type, in words.
    pub narrowed: Vec<String>,
    why: why::Why,
}

/// Something that the property does not depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    pub what: Kind,
    /// `x`, `p:x` for a local, `q` field 2, the text of a statement
    pub name: String,
    pub span: Span,
    pub why: String,
}

/// What was dropped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Process,
    Variable,
    Channel,
    /// A field of the messages of a channel.
    Field,
    Statement,
}

impl Sliced {
    /// True if nothing could go.
    pub fn is_whole(&self) -> bool {
        self.dropped.is_empty()
    }

    /// The chain of dependences that keeps something, from the property to it. `None` if there is no such variable;
    /// empty if it is not in the slice.
    pub fn why(&self, name: &str) -> Option<Vec<Link>> {
        self.why.chain(name)
    }
}

/// Slices a program for a property. The program must be one that compiles.
pub fn cut(program: &Program, property: &Property) -> Sliced {
    let mut program = program.clone();
    let names = names::resolve(&mut program);
    let mut objects = Objects::of(&names);
    let mut channels = Channels::of(&program, &names, &objects);
    let mut licence = Licence::of(&program, &names, property);
    channels.active_parameters(&active_parameters(&program, &names), &objects);
    add_objects(&program, &names, &channels, property, &licence, &mut objects);
    let ranges = Ranges::of(&program, &names, &objects, &channels);
    let context = Context {
        names: &names,
        objects: &objects,
        channels: &channels,
        ranges: &ranges,
        crowded: is_crowded(&program),
    };

    let mut all = Statements::default();
    let mut graphs = Vec::new();
    for unit in &program.units {
        match unit {
            Unit::Proctype(p) => graphs.push((p, graph::build(p, context, &mut all))),
            Unit::Never(c) => graph::number(&c.body, &mut all),
            Unit::Trace(t) => graph::number(&t.body, &mut all),
            _ => {}
        }
    }
    for (_, g) in &graphs {
        g.note_labels(&|key| objects.find(&What::At(key.to_string())), &mut all);
    }
    look_for_handshakes(&program, &graphs, &context, &mut licence);
    let processes: Vec<Process> =
        graphs.into_iter().map(|(p, g)| process(p, g, &context, &all, property, &licence)).collect();
    let criteria = criteria(&program, &context, &all, property, &licence);
    let relevance = relevant::find(&processes, &all, objects.list.len(), &criteria, licence.waiting);
    finish(&program, &context, &all, &processes, &relevance, property, &licence)
}

/// Parameters of processes that nobody runs have no value from an argument.
fn active_parameters(program: &Program, names: &Names) -> Vec<String> {
    program
        .units
        .iter()
        .filter_map(|u| match u {
            Unit::Proctype(p) if is_active(p) => names.params.get(&p.name.name),
            _ => None,
        })
        .flatten()
        .cloned()
        .collect()
}

/// Adds the objects that are no variables: channels' fill and fields, labels that are looked at, the number of processes.
fn add_objects(
    program: &Program,
    names: &Names,
    channels: &Channels,
    property: &Property,
    licence: &Licence,
    objects: &mut Objects,
) {
    let mut roots: Vec<usize> = channels.facts.keys().copied().collect();
    roots.sort_unstable();
    for root in roots {
        let class = channels::Class(root as u32);
        objects.add(What::Fill(class));
        for i in 0..channels.facts[&root].fields.len().max(1) {
            objects.add(What::Field(class, i));
        }
    }
    objects.add(What::Processes);
    let mut seen: Vec<(String, String)> = Vec::new();
    each_expression(program, &mut |e| {
        walk::mentions(e, &mut |m| {
            if let Mention::RemoteLabel(p, l) = m {
                seen.push((p.to_string(), l.to_string()));
            }
        });
    });
    if let Chosen::Formula(e) = &licence.chosen {
        walk::mentions(e, &mut |m| {
            if let Mention::RemoteLabel(p, l) = m {
                seen.push((p.to_string(), l.to_string()));
            }
        });
    }
    for ((owner, name), keys) in &names.labels {
        let special = special_label(name, property, licence) == Special::Seen;
        if special || seen.iter().any(|(p, l)| p == owner && l == name) {
            keys.iter().for_each(|key| {
                objects.add(What::At(key.clone()));
            });
        }
    }
}

#[derive(PartialEq, Eq)]
enum Special {
    /// Whether a process is there is part of the property.
    Seen,
    /// It matters where a process waits.
    Waits,
    No,
}

/// What a label means for a property.
fn special_label(name: &str, property: &Property, licence: &Licence) -> Special {
    let progress = property.cycles == Cycles::Progress || matches!(licence.chosen, Chosen::NonProgress);
    if (name.starts_with("accept") && property.cycles == Cycles::Acceptance)
        || (name.starts_with("progress") && progress)
    {
        Special::Seen
    } else if name.starts_with("end") && property.end_states {
        Special::Waits
    } else {
        Special::No
    }
}

/// Calls `f` for the expressions of all statements, clauses and claims.
fn each_expression<'a>(program: &'a Program, f: &mut dyn FnMut(&'a Expr)) {
    visit::statements(program, &mut |s| match &s.kind {
        StmtKind::Assign(_, e) | StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => f(e),
        StmtKind::Send { args, .. } | StmtKind::Printf { args, .. } => args.iter().for_each(&mut *f),
        _ => {}
    });
    for unit in &program.units {
        match unit {
            Unit::Proctype(p) => p.provided.iter().for_each(&mut *f),
            Unit::Ltl(l) => f(&l.formula),
            _ => {}
        }
    }
}

/// More processes may be started than there can be: then a `run` can fail.
fn is_crowded(program: &Program) -> bool {
    const MANY: u64 = 200;
    let mut starts: std::collections::HashMap<&str, Vec<(&str, u64)>> = Default::default();
    let mut count: std::collections::HashMap<&str, u64> = Default::default();
    for unit in &program.units {
        let Unit::Proctype(p) = unit else { continue };
        let own = match &p.active {
            None if p.is_init() => 1,
            None => 0,
            Some(checker::promela::ast::Active::One) => 1,
            Some(checker::promela::ast::Active::Count(Expr { kind: ExprKind::Const(n), .. })) => {
                u64::from(n.unsigned_abs())
            }
            Some(checker::promela::ast::Active::Count(_)) => MANY,
        };
        count.insert(&p.name.name, own);
        let mut jumps = false;
        visit::sequence(&p.body, &mut |s| jumps |= matches!(s.kind, StmtKind::Goto(_)));
        starts_in(&p.body, if jumps { MANY } else { 1 }, &mut |name, times| {
            starts.entry(&p.name.name).or_default().push((name, times));
        });
    }
    // As many passes as the longest chain of starts; a circle grows beyond the limit.
    let own = count.clone();
    for _ in 0..=own.len() + 8 {
        let mut next = own.clone();
        for (parent, list) in &starts {
            let parents = count.get(parent).copied().unwrap_or(0);
            for (child, times) in list {
                let sum = next.entry(child).or_default();
                *sum = sum.saturating_add(parents.saturating_mul(*times));
            }
        }
        if next == count {
            break;
        }
        count = next;
    }
    count.values().fold(0u64, |a, &b| a.saturating_add(b)) >= MANY
}

fn starts_in<'a>(seq: &'a checker::promela::ast::Sequence, times: u64, f: &mut dyn FnMut(&'a str, u64)) {
    const MANY: u64 = 200;
    for s in &seq.steps {
        match &s.kind {
            StmtKind::Do(options) => options.iter().for_each(|o| starts_in(o, MANY, f)),
            StmtKind::If(options) => options.iter().for_each(|o| starts_in(o, times, f)),
            StmtKind::For { body, .. } => starts_in(body, MANY, f),
            StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => starts_in(b, times, f),
            StmtKind::Unless(a, b) => {
                for s in [a, b] {
                    visit::stmt(s, &mut |s| starts_of(s, MANY, f));
                }
            }
            _ => starts_of(s, times, f),
        }
    }
}

fn starts_of<'a>(s: &'a checker::promela::ast::Stmt, times: u64, f: &mut dyn FnMut(&'a str, u64)) {
    let (StmtKind::Assign(_, e) | StmtKind::Expr(e)) = &s.kind else { return };
    walk::mentions(e, &mut |m| {
        if let Mention::Run(p, _) = m {
            f(p, times);
        }
    });
}

/// Whether a rendezvous can take place depends on where the other process is. That is seen by `else`, and by `unless`.
fn look_for_handshakes(
    program: &Program,
    graphs: &[(&Proctype, graph::Graph)],
    context: &Context,
    licence: &mut Licence,
) {
    let meets = |s: visit::StmtId, all: &HashSet<visit::StmtId>| all.contains(&s);
    let mut handshakes = HashSet::new();
    let (mut unless, mut at) = (false, 0);
    visit::statements(program, &mut |s| {
        if let StmtKind::Send { channel, .. } | StmtKind::Receive { channel, .. } = &s.kind {
            let class = context.channels.class(channel, context.objects);
            if class.is_none_or(|c| context.channels.get(c).rendezvous) {
                handshakes.insert(visit::StmtId(at));
            }
        }
        unless |= matches!(s.kind, StmtKind::Unless(..));
        at += 1;
    });
    let with_else = graphs.iter().any(|(_, g)| {
        (0..g.places.len() as u32).map(graph::Point).any(|p| {
            g.edges_of(p).any(|e| e.kind == EdgeKind::Else) && g.edges_of(p).any(|e| meets(e.stmt, &handshakes))
        })
    });
    if with_else || (unless && !handshakes.is_empty()) {
        licence.exact("a rendezvous beside `else` or in `unless` sees the place of the other process");
    }
}

fn process(
    p: &Proctype,
    graph: graph::Graph,
    context: &Context,
    all: &Statements,
    property: &Property,
    licence: &Licence,
) -> Process {
    let owns_channel = context.names.variables.iter().any(|v| {
        v.owner.as_deref() == Some(p.name.name.as_str())
            && matches!(v.declarator.init, Some(checker::promela::ast::Init::Chan(_)))
    });
    let provided = p.provided.as_ref().map(|e| context.expression(e).reads).unwrap_or_default();
    let stays = licence.waiting != Waiting::Unseen;
    let endless = relevant::on_cycles(&graph).iter().any(|&c| c);
    let strict = p.deterministic || owns_channel || licence.steps == Steps::Exact;
    let bubbles = if strict { Vec::new() } else { bubble::find(&graph, all, property.decisions) };
    let numbered = licence.pids && licence.runs;
    Process {
        name: p.name.name.clone(),
        bubbles,
        strict,
        provided,
        needed: (stays && (endless || p.provided.is_some())) || numbered || licence.steps == Steps::Exact,
        graph,
    }
}

/// What the property itself names.
fn criteria(
    program: &Program,
    context: &Context,
    all: &Statements,
    property: &Property,
    licence: &Licence,
) -> Criteria {
    let mut c = Criteria::default();
    let mut at = 0u32;
    for (i, unit) in program.units.iter().enumerate() {
        match unit {
            Unit::Ltl(l) if matches!(licence.chosen, Chosen::Ltl(n) if n == i) => {
                c.objects.extend(context.expression(&l.formula).reads);
            }
            Unit::Never(claim) => {
                visit::sequence(&claim.body, &mut |s| {
                    if matches!(licence.chosen, Chosen::Never(n) if n == i) {
                        let f = context.facts(s);
                        c.objects.extend(f.reads);
                        c.objects.extend(f.waits.into_iter().flatten());
                    }
                    at += 1;
                });
            }
            Unit::Trace(trace) => visit::sequence(&trace.body, &mut |s| {
                let f = context.facts(s);
                c.objects.extend(f.reads);
                c.objects.extend(f.sets.into_iter().map(|(o, _)| o));
                if let StmtKind::Send { channel, .. } | StmtKind::Receive { channel, .. } = &s.kind
                    && let Some(class) = context.channels.class(channel, context.objects)
                {
                    let fields = context.channels.get(class).fields.len().max(1);
                    c.objects.extend((0..fields).filter_map(|i| context.objects.find(&What::Field(class, i))));
                }
                at += 1;
            }),
            Unit::Proctype(p) => visit::sequence(&p.body, &mut |_| at += 1),
            _ => {}
        }
    }
    if let Chosen::Formula(e) = &licence.chosen {
        c.objects.extend(context.expression(e).reads);
    }
    for (i, what) in context.objects.list.iter().enumerate() {
        if let What::At(key) = what
            && special_label(plain(key), property, licence) == Special::Seen
        {
            c.objects.push(objects::Object(i as u32));
        }
    }
    let loops_seen = licence.waiting != Waiting::Unseen;
    for (i, f) in all.facts.iter().enumerate() {
        let id = visit::StmtId(i as u32);
        if f.is_assert && property.assertions {
            c.statements.push((id, "it is part of the property"));
        } else if f.fails.is_some() {
            c.statements.push((id, "it can fail at run time"));
        } else if f.is_timeout {
            c.statements.push((id, "it depends on what waits"));
        } else if f.endless && loops_seen {
            c.statements.push((id, "it may go on for ever"));
        } else if !f.starts.is_empty() && licence.pids && licence.runs {
            c.statements.push((id, "the numbers of processes are used"));
        }
    }
    for id in &all.rigid {
        c.statements.push((*id, "it can fail at run time"));
    }
    c
}

/// Writes the sliced program, and tells what is not in it.
fn finish(
    program: &Program,
    context: &Context,
    all: &Statements,
    processes: &[Process],
    relevance: &Relevance,
    property: &Property,
    licence: &Licence,
) -> Sliced {
    let extra: Vec<objects::Object> = match licence.waiting {
        Waiting::Unseen => Vec::new(),
        _ => processes.iter().flat_map(|p| p.provided.clone()).collect(),
    };
    let plan = plan::Plan::of(context, all, relevance, &extra);
    let labels = wanted_labels(program, context.names, context.objects, property, licence);
    let mut rewriter = Rewriter::new(*context, all, relevance, &plan, (licence.steps, licence.waiting), &labels);
    let mut out = Program::default();
    let mut dropped = Vec::new();
    let mut graphs = processes.iter();
    for (i, unit) in program.units.iter().enumerate() {
        match unit {
            Unit::Proctype(p) => {
                let Some(process) = graphs.next() else { continue };
                let before = rewriter.gone.len();
                let collapse = may_collapse(p, all, relevance);
                let body = rewriter.body(&p.body, collapse);
                let nothing = (process.graph.first..process.graph.last).all(|s| relevance.kept[s as usize].is_none());
                let idle = body
                    .steps
                    .iter()
                    .all(|s| rewrite::is_skip(s) || matches!(s.kind, StmtKind::Decl(_) | StmtKind::Exclusive { .. }));
                let unprovided = p.provided.is_none() || licence.waiting == Waiting::Unseen;
                let started = all
                    .facts
                    .iter()
                    .zip(&relevance.kept)
                    .any(|(f, kept)| kept.is_some() && f.starts.contains(&p.name.name));
                // Where nobody sees what a process does, it may as well do nothing.
                let unseen = nothing && licence.waiting == Waiting::Unseen && licence.steps == Steps::Stutter;
                let (mut body, idle) = (body, idle || unseen);
                if unseen {
                    // Others may still name its variables.
                    body.steps.retain(|s| matches!(s.kind, StmtKind::Decl(_)));
                }
                let removable =
                    !started && nothing && idle && unprovided && !licence.pids && licence.steps == Steps::Stutter;
                if removable && !process.needed {
                    rewriter.gone.truncate(before);
                    dropped.push(Dropped {
                        what: Kind::Process,
                        name: if p.is_init() { "init".to_string() } else { p.name.name.clone() },
                        span: p.name.span,
                        why: "no property depends on what it does".to_string(),
                    });
                    continue;
                }
                let mut p = p.clone();
                p.body = body;
                for d in &mut p.params {
                    d.vars.retain(|v| plan.variables.contains(&v.name.name));
                }
                p.params.retain(|d| !d.vars.is_empty());
                if nothing && licence.waiting == Waiting::Unseen {
                    p.provided = None;
                }
                p.provided.iter_mut().for_each(|e| rewriter.expr(e));
                if !p.body.steps.iter().any(|s| !matches!(s.kind, StmtKind::Decl(_) | StmtKind::Exclusive { .. })) {
                    p.body.steps.push(rewrite::skip(p.span));
                }
                out.units.push(Unit::Proctype(p));
            }
            Unit::Never(c) => {
                rewriter.pass(&c.body);
                if matches!(licence.chosen, Chosen::Never(n) if n == i) {
                    let mut c = c.clone();
                    claim_polls(&mut c.body, &rewriter);
                    out.units.push(Unit::Never(c));
                }
            }
            Unit::Trace(t) => {
                rewriter.pass(&t.body);
                out.units.push(unit.clone());
            }
            Unit::Ltl(l) => {
                if matches!(licence.chosen, Chosen::Ltl(n) if n == i) {
                    let mut l = l.clone();
                    rewriter.expr(&mut l.formula);
                    out.units.push(Unit::Ltl(l));
                }
            }
            Unit::Decl(d) => {
                let mut d = d.clone();
                d.vars.retain(|v| plan.variables.contains(&v.name.name));
                d.vars.iter_mut().for_each(|v| rewriter.messages(v));
                if !d.vars.is_empty() {
                    out.units.push(Unit::Decl(d));
                }
            }
            _ => out.units.push(unit.clone()),
        }
    }
    if let Chosen::Formula(e) = &licence.chosen {
        let mut formula = e.clone();
        rewriter.expr(&mut formula);
        let name = Some(Ident { name: "property".to_string(), span: e.span });
        out.units.push(Unit::Ltl(Ltl { name, formula, span: e.span }));
    }
    let gone = std::mem::take(&mut rewriter.gone);
    drop(rewriter);
    if !out.units.iter().any(|u| matches!(u, Unit::Proctype(p) if is_active(p))) {
        out.units.push(Unit::Proctype(idle_process()));
    }
    if licence.steps == Steps::Stutter {
        simplify::constants(&mut out, context, &plan.variables, &mut dropped);
    }
    let ranges = match licence.steps {
        Steps::Stutter => values::reduce(&mut out, context),
        Steps::Exact => Vec::new(),
    };
    let narrowed = simplify::narrow(&mut out, context);
    drop_types(&mut out);
    dropped.extend(variables(context, &plan, program, &out));
    dropped.extend(gone.into_iter().map(|g| Dropped {
        what: Kind::Statement,
        name: g.text,
        span: g.span,
        why: "no property depends on it".to_string(),
    }));
    names::restore(&mut out);
    let why = why::Why::new(context, all, relevance);
    let narrowed = narrowed
        .into_iter()
        .map(|(key, ty)| {
            let name = context.names.variable(&key).map_or_else(String::new, names::called);
            let ty = match ty {
                TypeName::Bit => "bit",
                TypeName::Byte => "byte",
                _ => "short",
            };
            format!("{name} is {ty}: it has no other values")
        })
        .collect();
    Sliced {
        program: out,
        dropped,
        limits: licence.reasons.clone(),
        ranges: ranges.iter().map(values::text).collect(),
        narrowed,
        why,
    }
}

fn claim_polls(body: &mut checker::promela::ast::Sequence, rewriter: &Rewriter) {
    for s in &mut body.steps {
        names::each_part(&mut s.kind, &mut |part| {
            if let names::Part::Expr(e) = part {
                rewriter.expr(e);
            }
        });
        names::each_sequence(&mut s.kind, &mut |seq| claim_polls(seq, rewriter));
        if let StmtKind::Unless(a, b) = &mut s.kind {
            for s in [a, b] {
                let mut seq = checker::promela::ast::Sequence { steps: vec![(**s).clone()] };
                claim_polls(&mut seq, rewriter);
                if let Some(new) = seq.steps.pop() {
                    **s = new;
                }
            }
        }
    }
}

/// Steps that do nothing may go from a body. With `provided` a process can stop anywhere; then its last statement must stay, and
/// no label may say that it is all right to stop.
fn may_collapse(p: &Proctype, all: &Statements, relevance: &Relevance) -> bool {
    if p.deterministic {
        return false;
    }
    if p.provided.is_none() {
        return true;
    }
    let mut end_label = false;
    visit::sequence(&p.body, &mut |s| end_label |= s.labels.iter().any(|l| l.name.starts_with("end")));
    let last = p.body.steps.last();
    let last_kept = last.is_some_and(|s| {
        let simple = matches!(
            s.kind,
            StmtKind::Assign(..)
                | StmtKind::Increment(_)
                | StmtKind::Decrement(_)
                | StmtKind::Expr(_)
                | StmtKind::Assert(_)
        );
        let kept = all.spans.iter().zip(&relevance.kept).any(|(span, kept)| *span == s.span && kept.is_some());
        simple && kept
    });
    last_kept && !end_label
}

fn wanted_labels(
    program: &Program,
    names: &Names,
    objects: &Objects,
    property: &Property,
    licence: &Licence,
) -> HashSet<String> {
    let mut wanted = HashSet::new();
    visit::statements(program, &mut |s| {
        if let StmtKind::Goto(l) = &s.kind {
            wanted.insert(l.name.clone());
        }
    });
    for keys in names.labels.values() {
        for key in keys {
            if objects.find(&What::At(key.clone())).is_some()
                || special_label(plain(key), property, licence) != Special::No
                || licence.steps == Steps::Exact
            {
                wanted.insert(key.clone());
            }
        }
    }
    wanted
}

/// A model needs a process.
fn idle_process() -> Proctype {
    let span = Span::default();
    Proctype {
        name: Ident { name: "nothing".to_string(), span },
        deterministic: false,
        active: Some(checker::promela::ast::Active::One),
        params: Vec::new(),
        priority: None,
        provided: None,
        body: checker::promela::ast::Sequence { steps: vec![rewrite::skip(span)] },
        span,
    }
}

/// Typedefs that nothing is declared with go.
fn drop_types(program: &mut Program) {
    loop {
        let mut used: HashSet<String> = HashSet::new();
        {
            let mut note = |d: &checker::promela::ast::Decl| {
                let mut ty = |t: &TypeName| {
                    if let TypeName::User(name) = t {
                        used.insert(name.name.clone());
                    }
                };
                ty(&d.ty);
                for v in &d.vars {
                    if let Some(checker::promela::ast::Init::Chan(init)) = &v.init {
                        init.fields.iter().for_each(&mut ty);
                    }
                }
            };
            visit::statements(program, &mut |s| {
                if let StmtKind::Decl(d) = &s.kind {
                    note(d);
                }
            });
            for unit in &program.units {
                match unit {
                    Unit::Decl(d) => note(d),
                    Unit::Typedef(t) => t.fields.iter().for_each(&mut note),
                    Unit::Proctype(p) => p.params.iter().for_each(&mut note),
                    _ => {}
                }
            }
        }
        let before = program.units.len();
        program.units.retain(|u| !matches!(u, Unit::Typedef(t) if !used.contains(&t.name.name)));
        if program.units.len() == before {
            return;
        }
    }
}

/// The variables, channels and message fields that are not in the slice.
fn variables(context: &Context, plan: &plan::Plan, program: &Program, out: &Program) -> Vec<Dropped> {
    let staying: HashSet<&str> = out
        .units
        .iter()
        .filter_map(|u| match u {
            Unit::Proctype(p) => Some(p.name.name.as_str()),
            _ => None,
        })
        .collect();
    let claims: HashSet<&str> = program
        .units
        .iter()
        .filter_map(|u| match u {
            Unit::Never(_) => Some("never"),
            Unit::Trace(_) => Some("trace"),
            _ => None,
        })
        .collect();
    let mut list = Vec::new();
    for v in &context.names.variables {
        // The variables of a process that went are gone with it.
        if let Some(owner) = v.owner.as_deref()
            && (!staying.contains(owner) || claims.contains(owner))
        {
            continue;
        }
        let name = names::called(v);
        let is_chan = matches!(v.declarator.init, Some(checker::promela::ast::Init::Chan(_)));
        if !plan.variables.contains(&v.key) {
            list.push(Dropped {
                what: if is_chan { Kind::Channel } else { Kind::Variable },
                name,
                span: v.span,
                why: "no property depends on it".to_string(),
            });
            continue;
        }
        let class = match context.objects.of_key(&v.key) {
            [one] if is_chan => context.channels.class_of(*one),
            _ => None,
        };
        let Some(m) = plan.message(class) else { continue };
        for (i, _) in m.fields.iter().enumerate().filter(|(_, stays)| !**stays) {
            list.push(Dropped {
                what: Kind::Field,
                name: format!("{name} field {}", i + 1),
                span: v.span,
                why: "no relevant statement reads it".to_string(),
            });
        }
    }
    list
}
