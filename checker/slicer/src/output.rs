//! The sliced program, put together again.

use super::dropped::{self, Dropped, Kind};
use super::facts::Context;
use super::graph::Statements;
use super::label::wanted_labels;
use super::objects::Object;
use super::property::{Chosen, Licence, Property, Steps, Waiting};
use super::ranges::is_active;
use super::relevant::{Process, Relevance};
use super::rewrite::{self, Rewriter};
use super::types::drop_types;
use super::{names, plan, simplify, values, visit, why};
use promela::ast::{Active, Ident, Ltl, Proctype, Program, Sequence, Stmt, StmtKind, TypeName, Unit};
use promela::source::Span;

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

impl Sliced {
    /// True if nothing could go.
    pub fn is_whole(&self) -> bool {
        self.dropped.is_empty()
    }

    /// The chain of dependences that keeps something, from the property to it. `None` if there is no such variable;
    /// empty if it is not in the slice.
    pub fn why(&self, name: &str) -> Option<Vec<why::Link>> {
        self.why.chain(name)
    }
}

/// Writes the sliced program, and tells what is not in it.
pub fn finish(
    program: &Program,
    context: &Context,
    all: &Statements,
    processes: &[Process],
    relevance: &Relevance,
    property: &Property,
    licence: &Licence,
) -> Sliced {
    let extra: Vec<Object> = match licence.waiting {
        Waiting::Unseen => Vec::new(),
        _ => processes.iter().flat_map(|p| p.provided.clone()).collect(),
    };
    let plan = plan::Plan::of(context, all, relevance, &extra);
    let labels = wanted_labels(program, context.names, context.objects, property, licence);
    let mut rewriter = Rewriter::new(*context, all, relevance, &plan, (licence.steps, licence.waiting), &labels);
    let basis = Basis { all, relevance, licence, plan: &plan };
    let mut out = Program::default();
    let mut dropped = Vec::new();
    let mut graphs = processes.iter();
    for (i, unit) in program.units.iter().enumerate() {
        match unit {
            Unit::Proctype(p) => {
                let Some(process) = graphs.next() else { continue };
                match basis.proctype(p, process, &mut rewriter) {
                    Some(p) => out.units.push(Unit::Proctype(p)),
                    None => dropped.push(Dropped {
                        what: Kind::Process,
                        name: if p.is_init() { "init".to_string() } else { p.name.name.clone() },
                        span: p.name.span,
                        why: "no property depends on what it does".to_string(),
                    }),
                }
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
    dropped.extend(dropped::variables(context, &plan, relevance, program, &out));
    dropped.extend(gone.into_iter().map(|g| Dropped {
        what: Kind::Statement,
        name: g.text,
        span: g.span,
        why: "no property depends on it".to_string(),
    }));
    names::restore(&mut out);
    let why = why::Why::new(context, all, relevance);
    Sliced {
        program: out,
        dropped,
        limits: licence.reasons.clone(),
        ranges: ranges.iter().map(values::text).collect(),
        narrowed: narrowed.iter().map(|(key, ty)| told(context, key, ty)).collect(),
        why,
    }
}

/// That a variable has a smaller type.
fn told(context: &Context, key: &str, ty: &TypeName) -> String {
    let name = context.names.variable(key).map_or_else(String::new, names::called);
    let ty = match ty {
        TypeName::Bit => "bit",
        TypeName::Byte => "byte",
        _ => "short",
    };
    format!("{name} is {ty}: it has no other values")
}

/// What decides what is left of a process.
struct Basis<'a> {
    all: &'a Statements,
    relevance: &'a Relevance,
    licence: &'a Licence,
    plan: &'a plan::Plan,
}

impl Basis<'_> {
    /// What is left of a proctype; `None` if that is nothing.
    fn proctype(&self, p: &Proctype, process: &Process, rewriter: &mut Rewriter) -> Option<Proctype> {
        let licence = self.licence;
        let before = rewriter.gone.len();
        let mut body = rewriter.body(&p.body, may_collapse(p, self.all, self.relevance));
        let nothing = (process.graph.first..process.graph.last).all(|s| self.relevance.kept[s as usize].is_none());
        let is_idle =
            |s: &Stmt| rewrite::is_skip(s) || matches!(s.kind, StmtKind::Decl(_) | StmtKind::Exclusive { .. });
        // Where nobody sees what a process does, it may as well do nothing.
        let unseen = nothing && licence.waiting == Waiting::Unseen && licence.steps == Steps::Stutter;
        let idle = unseen || body.steps.iter().all(is_idle);
        if unseen {
            // Others may still name its variables.
            body.steps.retain(|s| matches!(s.kind, StmtKind::Decl(_)));
        }
        let unprovided = p.provided.is_none() || licence.waiting == Waiting::Unseen;
        let removable =
            !self.is_started(p) && nothing && idle && unprovided && !licence.pids && licence.steps == Steps::Stutter;
        if removable && !process.needed {
            rewriter.gone.truncate(before);
            return None;
        }
        let mut p = p.clone();
        p.body = body;
        for d in &mut p.params {
            d.vars.retain(|v| self.plan.variables.contains(&v.name.name));
        }
        p.params.retain(|d| !d.vars.is_empty());
        if nothing && licence.waiting == Waiting::Unseen {
            p.provided = None;
        }
        p.provided.iter_mut().for_each(|e| rewriter.expr(e));
        if !p.body.steps.iter().any(|s| !matches!(s.kind, StmtKind::Decl(_) | StmtKind::Exclusive { .. })) {
            p.body.steps.push(rewrite::skip(p.span));
        }
        Some(p)
    }

    /// Whether a statement that stays starts it.
    fn is_started(&self, p: &Proctype) -> bool {
        let statements = self.all.facts.iter().zip(&self.relevance.kept);
        statements.into_iter().any(|(f, kept)| kept.is_some() && f.starts.contains(&p.name.name))
    }
}

/// The conditions of a claim, over what is left of the messages.
fn claim_polls(body: &mut Sequence, rewriter: &Rewriter) {
    for s in &mut body.steps {
        names::each_operand(&mut s.kind, &mut |part| {
            if let names::Operand::Expr(e) = part {
                rewriter.expr(e);
            }
        });
        names::each_sequence(&mut s.kind, &mut |seq| claim_polls(seq, rewriter));
        if let StmtKind::Unless(a, b) = &mut s.kind {
            for s in [a, b] {
                let mut seq = Sequence { steps: vec![(**s).clone()] };
                claim_polls(&mut seq, rewriter);
                if let Some(new) = seq.steps.pop() {
                    **s = new;
                }
            }
        }
    }
}

/// Steps that do nothing may go from a body. With `provided` a process can stop anywhere; then its last statement must
/// stay, and no label may say that it is all right to stop.
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

/// A model needs a process.
fn idle_process() -> Proctype {
    let span = Span::default();
    Proctype {
        name: Ident { name: "nothing".to_string(), span },
        deterministic: false,
        active: Some(Active::One),
        params: Vec::new(),
        priority: None,
        provided: None,
        body: Sequence { steps: vec![rewrite::skip(span)] },
        span,
    }
}
