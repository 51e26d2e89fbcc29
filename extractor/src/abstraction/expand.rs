//! The tree of followed calls.
//!
//! Breadth first, so that the budget goes to what is near the root. A call is followed when the function has a body and
//! no table speaks of it, except to say `keep`.

use super::{
    Abstraction, Followed, Form, Instance, InstanceId, Options, Place, Pointee, Role, Selector, Subscript, Var, facts,
};
use crate::flow::{Flow, StepId, StepKind, condition};
use crate::program::{Expr, ExprKind, FunctionId, ObjectId, Program};
use crate::threads::{Argument, Component, Threads};
use abstraction_tables::entry::Mapping;
use abstraction_tables::tables::Tables;
use promela::source::Span;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// What abstraction starts from.
pub struct Given<'a> {
    pub program: &'a Program,
    pub flows: &'a [Flow],
    pub facts: &'a facts::Facts,
    pub threads: &'a Threads,
    pub tables: &'a Tables,
    pub prelude: &'a str,
    pub spelling: &'a dyn Fn(Span) -> Option<String>,
}

/// The tree of calls from one function, with all data known until `unknown` says otherwise.
pub fn expand<'a>(given: &Given<'a>, root: FunctionId, options: Options) -> Abstraction<'a> {
    let mut abstraction = Abstraction {
        program: given.program,
        flows: given.flows,
        facts: given.facts,
        threads: given.threads,
        tables: given.tables,
        prelude: given.prelude,
        options,
        instances: vec![instance(root, None, 0)],
        unknown: BTreeMap::new(),
        escaped: BTreeSet::new(),
        unset: Vec::new(),
        decisions: RefCell::new(HashMap::new()),
        spelling: given.spelling,
    };
    abstraction.bind_thread();
    let mut size = given.flows[root.0 as usize].steps.len();
    let mut queue = VecDeque::from([InstanceId(0)]);
    while let Some(at) = queue.pop_front() {
        let flow = abstraction.flow(at);
        for (index, step) in flow.steps.iter().enumerate() {
            let id = StepId(index as u32);
            let call = match &step.kind {
                StepKind::Call { call, .. } => call,
                StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }) => e,
                _ => continue,
            };
            if matches!(options.role, Role::Main | Role::Thread(_))
                && let Some(start) = given.threads.starts.get(&(flow.function, id))
            {
                abstraction.instances[at.0 as usize].calls.insert(id, Followed::Thread(start.thread));
                continue;
            }
            let Some(callee) = condition::callee(call).filter(|f| abstraction.has_own_body(*f)) else {
                continue;
            };
            if abstraction.table_takes_call(at, id) {
                continue;
            }
            let level = abstraction.level_of(at, callee);
            let steps = given.flows[callee.0 as usize].steps.len();
            let followed = if level > options.recursion {
                Followed::Bound
            } else if size + steps > options.follow {
                Followed::TooLarge
            } else {
                size += steps;
                let child = InstanceId(abstraction.instances.len() as u32);
                let mut new = instance(callee, Some((at, id)), level);
                abstraction.bind(at, child, call, &mut new);
                abstraction.instances.push(new);
                queue.push_back(child);
                Followed::Into(child)
            };
            abstraction.instances[at.0 as usize].calls.insert(id, followed);
        }
    }
    abstraction
}

fn instance(function: FunctionId, parent: Option<(InstanceId, StepId)>, level: u32) -> Instance {
    Instance { function, parent, level, aliases: HashMap::new(), frozen: Vec::new(), calls: HashMap::new() }
}

impl Abstraction<'_> {
    /// How many calls of this function are open above and at an instance.
    fn level_of(&self, at: InstanceId, function: FunctionId) -> u32 {
        let mut level = 0;
        let mut here = Some(at);
        while let Some(i) = here {
            level += u32::from(self.instance(i).function == function);
            here = self.instance(i).parent.map(|p| p.0);
        }
        level
    }

    /// Whether a table says what a call becomes, so that it is not followed.
    fn table_takes_call(&self, at: InstanceId, id: StepId) -> bool {
        let says = |negated| self.row_decision(at, id, negated).is_some_and(|d| !d.new && d.mapping != Mapping::Keep);
        let direct = says(false) || says(true);
        direct || self.call_decision(at, id).is_some_and(|d| !d.new && d.mapping != Mapping::Keep)
    }

    /// Binds pointer parameters to the one object that the argument means.
    fn bind(&self, caller: InstanceId, child: InstanceId, call: &Expr, new: &mut Instance) {
        let ExprKind::Call { arguments, .. } = &call.kind else { return };
        let parameters = &self.program.function(new.function).parameters;
        for (parameter, argument) in parameters.iter().zip(arguments) {
            if !facts::is_pointer(self.program, *parameter) {
                continue;
            }
            let fixed = self.facts.pointers.get(parameter).is_some_and(|d| d.count == 1 && !d.addressed);
            if !fixed {
                continue;
            }
            if let Ok(pointee) = self.pointee(caller, argument) {
                let place = self.freeze(child, *parameter, pointee.place, &mut new.frozen);
                new.aliases.insert(*parameter, Pointee { place, element: pointee.element });
            }
        }
    }

    /// Binds the parameter of a thread to the object that all its starts pass.
    fn bind_thread(&mut self) {
        let root = self.instance(InstanceId(0)).function;
        let Some(Argument::Place(shape)) = self.argument() else { return };
        let Some(parameter) = self.program.function(root).parameters.first().copied() else { return };
        let fixed = self.facts.pointers.get(&parameter).is_some_and(|d| d.count == 1 && !d.addressed);
        if !fixed || !self.is_lasting(shape.object) {
            return;
        }
        let mut count = 0;
        let mut path = Vec::new();
        for part in &shape.path {
            path.push(match part {
                Component::Member(record, member) => Selector::Member(*record, *member),
                Component::Index(Some(index)) => Selector::Index(Subscript::Constant(*index)),
                Component::Index(None) => {
                    count += 1;
                    Selector::Index(Subscript::Var(Var::Subscript(InstanceId(0), parameter, count - 1)))
                }
            });
        }
        let ty = if shape.array { self.program.object(shape.object).ty } else { shape.ty };
        let place = Place { var: Var::Global(shape.object), path, ty };
        let pointee = Pointee { place, element: shape.array };
        self.instances[0].aliases.insert(parameter, pointee);
    }

    /// Subscripts are evaluated at the call: each becomes a variable of the callee.
    fn freeze(&self, child: InstanceId, parameter: ObjectId, mut place: Place, frozen: &mut Vec<(Var, Expr)>) -> Place {
        let mut count = 0;
        for selector in &mut place.path {
            if let Selector::Index(subscript) = selector
                && let Subscript::Expr(_, e) = subscript
            {
                let var = Var::Subscript(child, parameter, count);
                count += 1;
                frozen.push((var, e.clone()));
                *subscript = Subscript::Var(var);
            }
        }
        place
    }

    pub fn is_root(&self, instance: InstanceId) -> bool {
        instance == InstanceId(0)
    }

    /// The parameters of the root have values that somebody passes.
    pub fn root_parameters_known(&self) -> bool {
        self.options.form != Form::Active
    }
}
