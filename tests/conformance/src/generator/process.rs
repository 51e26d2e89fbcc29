//! Proctypes, `init` and `run`.

use super::declaration::may_repeat;
use super::features::Feature;
use super::tree::{self, Node, text};
use super::types::{Type, Variable};
use super::{Context, Generator, Process, Proctype};

/// Processes that `run` may bring the system up to.
const MOST_PROCESSES: i64 = 3;

impl Generator {
    /// Decides which proctypes there are and how many instances of each.
    pub fn plan_processes(&mut self) {
        let names = ["p", "r", "s"];
        let runs = self.has(Feature::Run);
        let active = if runs || self.random.chance(35) { 1 } else { 2 };
        let mut plan: Vec<Proctype> = Vec::new();
        for name in &names[..active] {
            let instances = if !runs && (active == 1 || self.random.chance(5)) { 2 } else { 1 };
            plan.push(self.proctype(name, instances));
        }
        if self.has(Feature::Run) {
            let passive = self.proctype(names[active], 0);
            plan.insert(self.random.below(plan.len() + 1), passive);
        }
        if self.random.chance(if runs { 60 } else { 10 }) {
            plan.push(self.proctype("init", 1));
        }
        let mut next = 0;
        for proctype in &mut plan {
            if proctype.instances > 0 {
                proctype.first_pid = Some(next);
                next += proctype.instances;
            }
        }
        self.proctypes = plan;
    }

    fn proctype(&mut self, name: &str, instances: usize) -> Proctype {
        let mut params = Vec::new();
        // Parameters of active processes are 0, which Spin allows.
        let wanted =
            if name == "init" || (instances > 0 && !self.random.chance(10)) { 0 } else { self.random.below(3) };
        for position in 0..wanted {
            let passes_channels = instances == 0 && !self.declared.signatures.is_empty();
            let variable = match passes_channels && self.random.chance(40) {
                true => Variable::scalar(format!("cp{position}"), Type::Chan(0)),
                false => {
                    let ty = self.scalar_type();
                    Variable::scalar(format!("x{position}"), ty)
                }
            };
            params.push((variable, self.tag()));
        }
        let deterministic = name != "init" && self.has_by_chance(Feature::Deterministic, 60);
        Proctype {
            name: name.to_string(),
            params,
            instances,
            first_pid: None,
            deterministic,
            locals: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// The proctypes with their bodies, in the order planned.
    pub fn processes(&mut self, units: &mut Vec<Node>) {
        for index in 0..self.proctypes.len() {
            let unit = self.unit(index);
            units.push(unit);
        }
    }

    fn unit(&mut self, index: usize) -> Node {
        let proctype = self.proctypes[index].clone();
        let total: usize = self.proctypes.iter().map(|proctype| proctype.instances.max(1)).sum();
        self.process = Process {
            index: Some(index),
            locals: proctype.params.iter().map(|(variable, _)| variable.clone()).collect(),
            budget: 18 / total.max(1),
            ..Process::default()
        };
        let mut parts = Vec::new();
        if proctype.name == "init" {
            parts.push(text("init"));
        } else {
            parts.extend(self.head(&proctype));
        }
        parts.extend(self.clauses(&proctype));
        parts.push(text(" {"));
        parts.push(self.body(&proctype));
        parts.push(text("}"));
        tree::group(parts)
    }

    fn head(&mut self, proctype: &Proctype) -> Vec<Node> {
        let mut parts = Vec::new();
        match proctype.instances {
            0 => {}
            1 => parts.push(text("active ")),
            instances => parts.extend([text("active ["), tree::number(instances as i64), text("] ")]),
        }
        if proctype.deterministic {
            parts.push(tree::optional(text("D_")));
        }
        let params = proctype
            .params
            .iter()
            .map(|(variable, tag)| tree::tagged(*tag, self.declared.declaration(variable, None)))
            .collect();
        parts.extend([text(format!("proctype {}(", proctype.name)), tree::semicolons(params), text(")")]);
        parts
    }

    fn clauses(&mut self, proctype: &Proctype) -> Vec<Node> {
        let mut parts = Vec::new();
        if self.has_by_chance(Feature::Priority, 60) {
            let level = tree::number(self.random.between(1, 3));
            parts.push(tree::optional(tree::group(vec![text(" priority "), level])));
        }
        if proctype.name != "init" && self.has_by_chance(Feature::Provided, 60) {
            // Only globals may stand in it.
            let locals = std::mem::take(&mut self.process.locals);
            // Most often one that holds at the start.
            let condition = match self.random.chance(70) {
                true => tree::expression(vec![text("(g0 < "), tree::number(self.random.between(2, 4)), text(")")]),
                false => self.guard(),
            };
            self.process.locals = locals;
            parts.push(tree::optional(tree::group(vec![text(" provided ("), condition, text(")")])));
        }
        parts
    }

    fn body(&mut self, proctype: &Proctype) -> Node {
        let mut body = Vec::new();
        self.local_declarations(&mut body);
        let index = self.process.index;
        let straight = Context { depth: 0, straight: true, ..Context::default() };
        if proctype.name == "init" {
            self.start_processes(&mut body);
        }
        let loops = proctype.name != "init" && self.random.chance(65);
        let length = if loops { self.random.below(3) } else { self.random.between(2, 5) as usize };
        if length > 0 || body.is_empty() {
            body.extend(self.statements(length, straight));
        }
        if loops {
            let repeat = self.main_loop();
            let label = match self.random.chance(40) {
                true => tree::optional(text("end: ")),
                false => text(""),
            };
            body.push(tree::group(vec![label, repeat]));
            let length = self.random.below(3);
            if length > 0 {
                body.extend(self.statements(length, Context { after_loop: true, ..straight }));
            }
        }
        for label in std::mem::take(&mut self.process.unplaced) {
            body.push(tree::statement(vec![text(format!("{label}: skip"))]));
        }
        if !body.iter().any(|node| matches!(node, Node::Statement(_) | Node::Group(_))) {
            body.push(tree::statement(vec![text("skip")]));
        }
        if let Some(index) = index {
            self.proctypes[index].labels = std::mem::take(&mut self.process.labels);
        }
        tree::sequence(body)
    }

    /// A loop that most often can go on: it sends, receives, and does something by itself.
    fn main_loop(&mut self) -> Node {
        let context = Context { depth: 1, in_loop: true, ..Context::default() };
        let mut options = Vec::new();
        let firsts = [self.send(), self.receive(), self.assignment()];
        for first in firsts.into_iter().flatten() {
            if self.random.chance(70) {
                options.push(self.option(first, context));
            }
        }
        for _ in 0..self.random.below(2) {
            let first = self.first(context);
            options.push(self.option(first, context));
        }
        if options.is_empty() || self.random.chance(30) {
            let last = if self.random.chance(50) { self.otherwise() } else { text("break") };
            options.push(tree::option(vec![last]));
        }
        tree::statement(vec![text("do"), tree::lines(options, 1), text("od")])
    }

    fn local_declarations(&mut self, body: &mut Vec<Node>) {
        for _ in 0..*self.random.pick(&[0, 1, 1, 2]).unwrap_or(&1) {
            let ty = self.scalar_type();
            let name = self.fresh_local();
            let size = self.array_size(25).filter(|_| may_repeat(ty));
            let variable = Variable { size, ..Variable::scalar(name, ty) };
            let initial = match variable.size {
                None if self.random.chance(50) => Some(self.initial(ty)),
                _ => None,
            };
            body.push(self.declared.declaration(&variable, initial));
            self.process.locals.push(variable);
        }
        if !self.declared.typedefs.is_empty() && self.random.chance(30) {
            let ty = Type::Struct(self.random.below(self.declared.typedefs.len()));
            let variable = Variable::scalar("t", ty);
            body.push(self.declared.declaration(&variable, None));
            self.process.locals.push(variable);
        }
        let signatures = self.declared.signatures.len();
        if signatures > 0 && self.has_by_chance(Feature::LocalChannels, 60) {
            let slots = Some(self.slots());
            let variable = Variable { slots, ..Variable::scalar("lc", Type::Chan(self.random.below(signatures))) };
            body.push(self.declared.declaration(&variable, None));
            self.process.locals.push(variable);
        }
        if signatures > 0 && self.has_by_chance(Feature::ChannelsOfChannels, 50) {
            let variable = Variable::scalar("vc", Type::Chan(0));
            body.push(self.declared.declaration(&variable, None));
            self.process.locals.push(variable);
        }
        self.claim_channel(body);
        if let Some(index) = self.process.index {
            self.proctypes[index].locals = self.process.locals.clone();
        }
    }

    /// `xr q` and `xs q`
    fn claim_channel(&mut self, body: &mut Vec<Node>) {
        // A claim by two processes is refused, so the first process has them all.
        if self.process.index != Some(0) || !self.has(Feature::Exclusive) {
            return;
        }
        let channels: Vec<String> = self
            .globals
            .iter()
            .filter(|variable| {
                matches!(variable.ty, Type::Chan(_)) && variable.size.is_none() && variable.slots > Some(0)
            })
            .map(|variable| variable.name.clone())
            .collect();
        if let Some(channel) = self.random.pick(&channels).cloned() {
            let keyword = if self.random.chance(50) { "xr" } else { "xs" };
            body.push(text(format!("{keyword} {channel}")));
        }
    }

    /// The runs of `init`.
    fn start_processes(&mut self, body: &mut Vec<Node>) {
        let mut starts = Vec::new();
        for _ in 0..*self.random.pick(&[1, 1, 2]).unwrap_or(&1) {
            if let Some(run) = self.run_expression() {
                starts.push(tree::statement(vec![run]));
            }
        }
        match self.random.chance(40) && !starts.is_empty() {
            true => body.push(tree::statement(vec![text("atomic {"), tree::sequence(starts), text("}")])),
            false => body.extend(starts),
        }
    }

    /// `run p(…)` as a statement; where it may be reached again it waits for a free place.
    pub fn run(&mut self, context: Context) -> Option<Node> {
        let run = self.run_expression()?;
        let target = match self.random.chance(25) {
            true => self.target(|ty| ty.is_number() && !ty.is_bit()),
            false => None,
        };
        let mut parts = Vec::new();
        if let Some(place) = target {
            parts.extend([place.node, text(" = ")]);
        }
        parts.push(run);
        let runs_passive = self.process.index.is_some_and(|index| self.proctypes[index].instances > 0);
        if context.straight && runs_passive && !self.has(Feature::Goto) {
            return Some(tree::statement(parts));
        }
        let free = text(format!("(_nr_pr < {MOST_PROCESSES})"));
        let guarded = tree::sequence(vec![free, tree::statement(parts)]);
        Some(tree::statement(vec![text("atomic {"), guarded, text("}")]))
    }

    fn run_expression(&mut self) -> Option<Node> {
        let passive: Vec<Proctype> =
            self.proctypes.iter().filter(|proctype| proctype.instances == 0).cloned().collect();
        let proctype = self.random.pick(&passive)?.clone();
        let mut arguments = Vec::new();
        for (variable, tag) in &proctype.params {
            let argument = match variable.ty {
                Type::Chan(_) => self.channel(|signature| signature == 0)?.node,
                Type::Mtype(_) => self.initial(variable.ty),
                _ => self.bounded(1),
            };
            arguments.push(tree::tagged(*tag, argument));
        }
        let mut parts = vec![text(format!("run {}(", proctype.name)), tree::commas(arguments, 0), text(")")];
        if self.has_by_chance(Feature::Priority, 40) {
            parts.push(tree::optional(tree::group(vec![text(" priority "), tree::number(self.random.between(1, 3))])));
        }
        Some(tree::group(parts))
    }
}
