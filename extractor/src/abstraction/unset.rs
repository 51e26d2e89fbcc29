//! Locals that may be read before they are set.
//!
//! Definite assignment: forward over the control-flow graphs, through followed calls, what is set on every way to a
//! place. A place is a variable or a part of it; of an array, one element (`a[2]`, `a[i]` while `i` stays the same) or
//! all of them, which is what a loop over all indices sets. What is not set for certain has no value that the model may
//! rely on. The result of a call is set where its function returns a value: one that comes to its end without has none.
//!
//! Looks at closed models only, and not at memory that is reached through pointers that are not followed.

use super::{Abstraction, Cell, Followed, InstanceId, Obstacle, Place, Role, Selector, Subscript, Var};
use crate::flow::graph::{self, Graph, Label};
use crate::flow::{Node, StepId, StepKind, condition};
use crate::program::{BinaryOp, Expr, ExprKind, Init, ObjectId, Storage, Type, TypeId};
use abstraction_tables::entry::{Kind, Mapping};
use promela::source::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Data that may be read before it is set.
#[derive(Debug)]
pub struct Unset {
    /// What has no value then; nothing where it is about elements of an array, which are set one by one: that all of
    /// them are is not known, but most programs set those that they read.
    pub cell: Option<Cell>,
    pub obstacle: Obstacle,
}

/// What may be read before it is set, each with a read.
pub fn find(abstraction: &Abstraction<'_>) -> Vec<Unset> {
    if !abstraction.is_judged() {
        return Vec::new();
    }
    let graphs = abstraction.instance_ids().map(|at| graph::build(abstraction.flow(at))).collect();
    let filling = abstraction.instance_ids().map(|at| filling_loops(abstraction, at)).collect();
    let mut search = Search {
        abstraction,
        graphs,
        filling,
        filled: HashMap::new(),
        seen: HashMap::new(),
        known: HashMap::new(),
        found: BTreeMap::new(),
    };
    // What loops have filled is seen at the end of their rounds, and used when all is looked at again.
    for _ in 0..ROUNDS {
        search.known.clear();
        search.found.clear();
        search.run(InstanceId(0), State::new());
        let seen = std::mem::take(&mut search.seen);
        if seen == search.filled {
            break;
        }
        search.filled = seen;
    }
    let found = search.found.into_iter();
    found.map(|((cell, element), obstacle)| Unset { cell: (!element).then_some(cell), obstacle }).collect()
}

/// Loops inside of loops inside of loops that fill an array.
const ROUNDS: u32 = 4;

/// What is set: parts of variables, all that is inside of them included.
type State = BTreeSet<(Var, Vec<Step>)>;

/// One step of the way to a part of a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Step {
    Member(u32),
    Element(i128),
    /// The element whose number this variable holds now.
    At(ObjectId),
    /// Every element.
    All,
    /// Some element.
    Any,
}

/// `for (i = 0; i < 4; i++)`: the condition, the step that adds one, how many rounds there are.
struct Filling {
    condition: StepId,
    next: StepId,
    rounds: i128,
}

struct Search<'t, 'a> {
    abstraction: &'t Abstraction<'a>,
    graphs: Vec<Graph<'a>>,
    filling: Vec<Vec<Filling>>,
    /// What is set where a loop has come to its end.
    filled: HashMap<(InstanceId, StepId), State>,
    /// The same, as this look at the program finds it.
    seen: HashMap<(InstanceId, StepId), State>,
    /// What a call makes of a state, as far as it is known.
    known: HashMap<(InstanceId, State), Option<State>>,
    /// By cell, and whether an element of an array is meant.
    found: BTreeMap<(Cell, bool), Obstacle>,
}

impl Search<'_, '_> {
    /// The state at the end of a function; `None` if it has no end.
    fn run(&mut self, at: InstanceId, entry: State) -> Option<State> {
        let key = (at, entry);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let locations = self.graphs[at.0 as usize].edges.len();
        let mut states: Vec<Option<State>> = vec![None; locations];
        states[0] = Some(key.1.clone());
        let mut work = vec![0usize];
        while let Some(here) = work.pop() {
            let Some(state) = states[here].clone() else { continue };
            for index in 0..self.graphs[at.0 as usize].edges[here].len() {
                let edge = self.graphs[at.0 as usize].edges[here][index].clone();
                let Some(after) = self.step(at, edge.label, state.clone()) else { continue };
                let to = edge.to.0 as usize;
                let joined = match &states[to] {
                    None => after,
                    Some(old) => old.intersection(&after).cloned().collect(),
                };
                if states[to].as_ref() != Some(&joined) {
                    states[to] = Some(joined);
                    work.push(to);
                }
            }
        }
        let end = self.graphs[at.0 as usize].exit.and_then(|exit| states[exit.0 as usize].clone());
        self.known.insert(key, end.clone());
        end
    }

    /// The state after an edge; `None` if nobody comes there.
    fn step(&mut self, at: InstanceId, label: Label<'_>, mut state: State) -> Option<State> {
        match label {
            Label::Let(_, value) => self.read(at, value, &state),
            Label::Any => {}
            Label::Step(id) => return self.statement(at, id, state),
            Label::Not(id) => {
                if let Some(whole) = self.filled.get(&(at, id)) {
                    state.extend(whole.iter().cloned());
                }
                return self.statement(at, id, state);
            }
        }
        Some(state)
    }

    fn statement(&mut self, at: InstanceId, id: StepId, mut state: State) -> Option<State> {
        let abstraction = self.abstraction;
        match &abstraction.flow(at).step(id).kind {
            StepKind::Declare { declaration, inits } => {
                for declarator in &declaration.declarators {
                    let object = abstraction.program.object(declarator.object);
                    if object.init.is_none() && matches!(object.storage, Storage::Local | Storage::Shared) {
                        let var = abstraction.var(at, declarator.object);
                        state.retain(|(v, _)| *v != var);
                    }
                    self.changed(declarator.object, &mut state);
                }
                for (object, init) in inits {
                    match init {
                        Init::Expr(e) => self.read(at, e, &state),
                        Init::List(items) => items.iter().for_each(|i| self.read(at, &i.value, &state)),
                        Init::Opaque(_) => {}
                    }
                    state.insert((abstraction.var(at, *object), Vec::new()));
                }
            }
            StepKind::Assign { target, value } => {
                self.read(at, value, &state);
                self.write(at, id, target, &mut state);
            }
            StepKind::Call { target, call } => {
                state = self.call(at, id, call, target.is_some(), state)?;
                if let Some(target) = target {
                    self.write(at, id, target, &mut state);
                }
            }
            StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }) => {
                return self.call(at, id, e, true, state);
            }
            StepKind::Condition(e) | StepKind::Assert(e) | StepKind::Evaluate(e) => self.read(at, e, &state),
            StepKind::Case { value, .. } | StepKind::Default { value, .. } => self.read(at, value, &state),
            StepKind::Return(None) => {}
            StepKind::Return(Some(value)) => {
                self.read(at, value, &state);
                state.insert((Var::Result(at), Vec::new()));
            }
            StepKind::Opaque { writes, reads } => {
                reads.iter().for_each(|e| self.read(at, e, &state));
                writes.iter().for_each(|e| self.write(at, id, e, &mut state));
            }
        }
        Some(state)
    }

    fn call(&mut self, at: InstanceId, id: StepId, call: &Expr, used: bool, mut state: State) -> Option<State> {
        let ExprKind::Call { callee, arguments } = &call.kind else { return Some(state) };
        self.read(at, callee, &state);
        arguments.iter().for_each(|a| self.read(at, a, &state));
        match self.abstraction.instance(at).calls.get(&id) {
            Some(Followed::Into(child)) => {
                let program = self.abstraction.program;
                let function = self.abstraction.instance(*child).function;
                let own = |v: &Var| matches!(v, Var::Local(i, _) if i == child);
                let counts = |step: &Step| matches!(step, Step::At(o) if program.object(*o).function == Some(function));
                let result = Var::Result(*child);
                state.retain(|(v, path)| !own(v) && *v != result && !path.iter().any(counts));
                for p in &program.function(function).parameters {
                    state.insert((Var::Local(*child, *p), Vec::new()));
                }
                let mut end = self.run(*child, state)?;
                if used && !covered(&end, result, &[]) {
                    let name = &program.function(function).name;
                    let what = format!("`{name}` may end without a value, which is used here");
                    let cell = Cell { var: result, members: Vec::new() };
                    self.found.entry((cell, false)).or_insert(Obstacle { what, span: call.span });
                }
                end.retain(|(v, _)| !own(v) && *v != result);
                Some(end)
            }
            Some(Followed::Thread(_)) => {
                if let Some(ExprKind::AddressOf(x)) = arguments.first().map(|a| &a.kind) {
                    self.write(at, id, x, &mut state);
                }
                if let Some(argument) = arguments.last() {
                    self.given(at, argument, &state);
                }
                Some(state)
            }
            Some(Followed::Bound) => None,
            Some(Followed::TooLarge) | None => {
                self.outside(at, id, call, arguments, &mut state);
                Some(state)
            }
        }
    }

    /// A function that is not in the model: what it is given the address of is unknown afterwards, or a table says what
    /// it is.
    fn outside(&mut self, at: InstanceId, id: StepId, call: &Expr, arguments: &[Expr], state: &mut State) {
        let abstraction = self.abstraction;
        let decision = abstraction.row_decision(at, id, false).or_else(|| abstraction.call_decision(at, id));
        let leaves_alone = decision.is_some_and(|d| {
            !matches!(d.mapping, Mapping::Promela(_) | Mapping::Unknown)
                && matches!(d.kind, Some(Kind::Exact | Kind::Irrelevant))
        });
        // The value that is expected is read.
        let compares =
            condition::callee(call).is_some_and(|f| abstraction.program.function(f).name.contains("compare_exchange"));
        for argument in arguments {
            if compares {
                self.given(at, argument, state);
            } else if !leaves_alone && let Ok(pointee) = abstraction.pointee(at, argument) {
                let path = self.path(at, &pointee.place);
                state.insert((pointee.place.var, path));
            }
        }
    }

    /// Somebody is given an address and may read all that is there.
    fn given(&mut self, at: InstanceId, argument: &Expr, state: &State) {
        if let Ok(pointee) = self.abstraction.pointee(at, argument) {
            let place = self.abstraction.first_of(pointee);
            self.reads(at, &place, argument.span, state);
        }
    }

    /// All that an expression reads.
    fn read(&mut self, at: InstanceId, e: &Expr, state: &State) {
        match &e.kind {
            ExprKind::AddressOf(x) => self.way(at, x, state),
            ExprKind::Object(_) | ExprKind::Member { .. } | ExprKind::Index(..) | ExprKind::Deref(_) => {
                self.way(at, e, state);
                // The value of an array is its address.
                let value = !matches!(self.abstraction.program.ty(e.ty), Type::Array(..));
                if value && let Ok(place) = self.abstraction.resolve(at, e) {
                    self.reads(at, &place, e.span, state);
                }
            }
            _ => condition::operands(e, &mut |x| self.read(at, x, state)),
        }
    }

    /// What is read on the way to an lvalue: pointers and subscripts.
    fn way(&mut self, at: InstanceId, e: &Expr, state: &State) {
        let array = |x: &Expr| matches!(self.abstraction.program.ty(x.ty), Type::Array(..));
        match &e.kind {
            ExprKind::Member { base, arrow: false, .. } => self.way(at, base, state),
            ExprKind::Index(base, index) if array(base) => {
                self.way(at, base, state);
                self.read(at, index, state);
            }
            ExprKind::Index(base, index) => {
                self.read(at, base, state);
                self.read(at, index, state);
            }
            ExprKind::Member { base: p, .. } | ExprKind::Deref(p) => self.read(at, p, state),
            ExprKind::Object(_) => {}
            _ => self.read(at, e, state),
        }
    }

    /// A place is read: what of it is not set is found.
    fn reads(&mut self, at: InstanceId, place: &Place, span: Span, state: &State) {
        if !self.is_tracked(place.var) {
            return;
        }
        let path = self.path(at, place);
        let mut missing = Vec::new();
        self.missing(place.var, &path, place.ty, state, &mut missing);
        for path in missing {
            let members = path.iter().filter_map(|s| match s {
                Step::Member(m) => Some(*m),
                _ => None,
            });
            let cell = Cell { var: place.var, members: members.collect() };
            let what = format!("`{}` may be read before it is set", self.abstraction.cell_name(&cell));
            let element = path.iter().any(|s| !matches!(s, Step::Member(_)));
            self.found.entry((cell, element)).or_insert(Obstacle { what, span });
        }
    }

    /// The parts of a place that are not set.
    fn missing(&self, var: Var, path: &[Step], ty: TypeId, state: &State, found: &mut Vec<Vec<Step>>) {
        if covered(state, var, path) || self.abstraction.table_type(ty).is_some() {
            return;
        }
        let program = self.abstraction.program;
        let inner = |step: Step| path.iter().copied().chain([step]).collect::<Vec<_>>();
        match program.ty(ty) {
            Type::Record(id) if !program.record(*id).union => {
                for (index, member) in program.record(*id).members.as_deref().unwrap_or(&[]).iter().enumerate() {
                    self.missing(var, &inner(Step::Member(index as u32)), member.ty, state, found);
                }
            }
            Type::Array(element, Some(length)) if *length <= 64 => {
                for index in 0..*length {
                    self.missing(var, &inner(Step::Element(i128::from(index))), *element, state, found);
                }
            }
            // Some element of an array: all of them must be set.
            _ => {
                let any = path.iter().position(|s| matches!(s, Step::Any | Step::At(_)));
                let each = any.and_then(|i| Some((i, self.length(var, &path[..i])?))).filter(|(_, n)| *n <= 64);
                let Some((place, length)) = each else { return found.push(path.to_vec()) };
                for index in 0..length {
                    let mut one = path.to_vec();
                    one[place] = Step::Element(i128::from(index));
                    self.missing(var, &one, ty, state, found);
                }
            }
        }
    }

    /// The length of the array at a part of a variable.
    fn length(&self, var: Var, path: &[Step]) -> Option<u64> {
        let program = self.abstraction.program;
        let mut ty = self.abstraction.var_type(var);
        for step in path {
            ty = match (step, program.ty(ty)) {
                (Step::Member(m), Type::Record(r)) => program.record(*r).members.as_ref()?.get(*m as usize)?.ty,
                (Step::Element(_) | Step::At(_) | Step::All | Step::Any, Type::Array(element, _)) => *element,
                _ => return None,
            };
        }
        match program.ty(ty) {
            Type::Array(_, length) => *length,
            _ => None,
        }
    }

    fn write(&mut self, at: InstanceId, id: StepId, target: &Expr, state: &mut State) {
        self.way(at, target, state);
        let Ok(place) = self.abstraction.resolve(at, target) else { return };
        let path = self.path(at, &place);
        if let (ExprKind::Object(object), true) = (&target.kind, path.is_empty()) {
            self.round_end(at, id, *object, state);
            self.changed(*object, state);
        }
        if !path.contains(&Step::Any) {
            state.insert((place.var, path));
        }
    }

    /// A subscript has another value now.
    fn changed(&self, object: ObjectId, state: &mut State) {
        state.retain(|(_, path)| !path.contains(&Step::At(object)));
    }

    /// The end of a round of a loop over indices: what is set of this element in every round is set of all of them in
    /// the end.
    fn round_end(&mut self, at: InstanceId, id: StepId, variable: ObjectId, state: &State) {
        let Some(filling) = self.filling[at.0 as usize].iter().find(|f| f.next == id) else { return };
        let mut whole = State::new();
        for (var, path) in state {
            let Some(place) = path.iter().position(|s| *s == Step::At(variable)) else { continue };
            if self.length(*var, &path[..place]).is_some_and(|n| i128::from(n) <= filling.rounds) {
                let mut all = path.clone();
                all[place] = Step::All;
                whole.insert((*var, all));
            }
        }
        let key = (at, filling.condition);
        let joined = match self.seen.get(&key) {
            Some(other) => whole.intersection(other).cloned().collect(),
            None => whole,
        };
        self.seen.insert(key, joined);
    }

    fn is_tracked(&self, var: Var) -> bool {
        let object = |o: ObjectId| self.abstraction.program.object(o).storage;
        match var {
            Var::Local(_, o) => object(o) == Storage::Local,
            Var::Global(o) => object(o) == Storage::Shared && self.abstraction.options.role == Role::Main,
            Var::Temp(..) | Var::Result(_) | Var::Subscript(..) => false,
        }
    }

    fn path(&self, at: InstanceId, place: &Place) -> Vec<Step> {
        let program = self.abstraction.program;
        let mut path = Vec::new();
        for selector in &place.path {
            path.push(match selector {
                Selector::Member(record, _) if program.record(*record).union => break,
                Selector::Member(_, m) => Step::Member(*m),
                Selector::Index(Subscript::Constant(c)) => Step::Element(*c),
                Selector::Index(Subscript::Expr(i, e)) if *i == at => self.subscript(e),
                Selector::Index(Subscript::Expr(..) | Subscript::Var(_)) => Step::Any,
            });
        }
        path
    }

    fn subscript(&self, e: &Expr) -> Step {
        match &e.kind {
            ExprKind::Cast { operand, .. } => self.subscript(operand),
            ExprKind::Object(o) if is_counter(self.abstraction, *o) => Step::At(*o),
            _ => Step::Any,
        }
    }
}

/// A local integer that is changed by name only.
fn is_counter(abstraction: &Abstraction<'_>, object: ObjectId) -> bool {
    let o = abstraction.program.object(object);
    matches!(o.storage, Storage::Local | Storage::Parameter)
        && abstraction.facts.integers.get(&object).is_some_and(|d| !d.addressed)
}

/// Whether a part of a variable is set, alone or with what it is part of.
fn covered(state: &State, var: Var, path: &[Step]) -> bool {
    let same = |(known, asked): (&Step, &Step)| match (known, asked) {
        (Step::All, Step::Element(_) | Step::At(_) | Step::Any | Step::All) => true,
        (a, b) => a == b && *b != Step::Any,
    };
    let holds = |known: &[Step]| known.len() <= path.len() && known.iter().zip(path).all(same);
    state.iter().any(|(v, known)| *v == var && holds(known))
}

/// Loops that go through 0, 1, … up to a constant.
fn filling_loops(abstraction: &Abstraction<'_>, at: InstanceId) -> Vec<Filling> {
    let flow = abstraction.flow(at);
    let mut found = Vec::new();
    // A jump may come from anywhere.
    if flow.labels.is_empty() {
        search_loops(abstraction, at, &flow.body, &mut found);
    }
    found
}

fn search_loops(abstraction: &Abstraction<'_>, at: InstanceId, nodes: &[Node], found: &mut Vec<Filling>) {
    for (index, node) in nodes.iter().enumerate() {
        match node {
            Node::Loop(l) => {
                let before = index.checked_sub(1).map(|i| &nodes[i]);
                found.extend(filling(abstraction, at, before, l));
                search_loops(abstraction, at, &l.body, found);
                search_loops(abstraction, at, &l.next, found);
            }
            Node::If { then, otherwise, .. } => {
                search_loops(abstraction, at, then, found);
                search_loops(abstraction, at, otherwise, found);
            }
            Node::Switch(s) => s.arms.iter().for_each(|a| search_loops(abstraction, at, &a.body, found)),
            Node::Step(_)
            | Node::Let { .. }
            | Node::Label(_)
            | Node::Goto(_)
            | Node::AnyLabel(..)
            | Node::Break(_)
            | Node::Continue(_)
            | Node::Return(_)
            | Node::Exit => {}
        }
    }
}

fn filling(
    abstraction: &Abstraction<'_>,
    at: InstanceId,
    before: Option<&Node>,
    l: &crate::flow::Loop,
) -> Option<Filling> {
    let (program, flow) = (abstraction.program, abstraction.flow(at));
    let condition = l.condition.filter(|_| !l.negated)?;
    let StepKind::Condition(Expr { kind: ExprKind::Binary(test), .. }) = &flow.step(condition).kind else {
        return None;
    };
    let ExprKind::Object(variable) = &test.left.kind else { return None };
    let bound = program.constant(&test.right)?;
    let rounds = match test.op {
        BinaryOp::Lt | BinaryOp::Ne => bound,
        BinaryOp::Le => bound + 1,
        _ => return None,
    };
    let Some(Node::Step(first)) = before else { return None };
    let starts = match &flow.step(*first).kind {
        StepKind::Declare { inits, .. } => {
            inits.iter().any(|(o, init)| o == variable && matches!(init, Init::Expr(e) if program.is_zero(e)))
        }
        StepKind::Assign { target, value } => {
            matches!(target.kind, ExprKind::Object(o) if o == *variable) && program.is_zero(value)
        }
        _ => false,
    };
    let mut setters = Vec::new();
    setters_of(flow, &l.body, *variable, &mut setters);
    setters_of(flow, &l.next, *variable, &mut setters);
    let [next] = setters.as_slice() else { return None };
    let adds_one = match &flow.step(*next).kind {
        StepKind::Assign { value: Expr { kind: ExprKind::Binary(sum), .. }, .. } => {
            sum.op == BinaryOp::Add
                && matches!(sum.left.kind, ExprKind::Object(o) if o == *variable)
                && program.constant(&sum.right) == Some(1)
        }
        _ => false,
    };
    (starts && adds_one && is_counter(abstraction, *variable)).then_some(Filling { condition, next: *next, rounds })
}

/// The steps that set a variable.
fn setters_of(flow: &crate::flow::Flow, nodes: &[Node], variable: ObjectId, found: &mut Vec<StepId>) {
    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Object(o) if o == variable);
    for node in nodes {
        match node {
            Node::Step(id) => {
                let sets = match &flow.step(*id).kind {
                    StepKind::Assign { target, .. } => is_it(target),
                    StepKind::Call { target, .. } => target.as_ref().is_some_and(is_it),
                    StepKind::Declare { inits, .. } => inits.iter().any(|(o, _)| *o == variable),
                    StepKind::Opaque { writes, .. } => writes.iter().any(is_it),
                    StepKind::Condition(_)
                    | StepKind::Case { .. }
                    | StepKind::Default { .. }
                    | StepKind::Assert(_)
                    | StepKind::Evaluate(_)
                    | StepKind::Return(_) => false,
                };
                if sets {
                    found.push(*id);
                }
            }
            Node::If { then, otherwise, .. } => {
                setters_of(flow, then, variable, found);
                setters_of(flow, otherwise, variable, found);
            }
            Node::Loop(l) => {
                setters_of(flow, &l.body, variable, found);
                setters_of(flow, &l.next, variable, found);
            }
            Node::Switch(s) => s.arms.iter().for_each(|a| setters_of(flow, &a.body, variable, found)),
            Node::Let { .. }
            | Node::Label(_)
            | Node::Goto(_)
            | Node::AnyLabel(..)
            | Node::Break(_)
            | Node::Continue(_)
            | Node::Return(_)
            | Node::Exit => {}
        }
    }
}
