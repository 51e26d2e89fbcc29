//! Which data is unknown, to the fixed point.
//!
//! Starts with all known and takes away: what Promela has no type for, what comes from outside, and then whatever is
//! computed from unknown data, until nothing changes. A statement that a table maps to Promela is the user's word for
//! what it does to its operands; a call that a table hides still makes unknown what its pointer arguments reach, unless
//! the entry says `exact`, or `irrelevant` of a call whose result is not used.
//!
//! Does not look at the order of statements, and takes all elements of an array for one.

use super::translate::{NoNames, Translator};
use super::{Abstraction, Action, Cell, Followed, InstanceId, Place, Pointee, Selector, Subscript, Var, Why, facts};
use crate::flow::{Node, StepId, StepKind, condition};
use crate::program::{Expr, ExprKind, Init, InitStep, ObjectId, Storage, Type, TypeId};
use crate::threads::{self, Argument, ThreadId};
use abstraction_tables::entry::{Class, Decision, Kind, Mapping, Piece};

/// The function that is extracted: what is outside of functions means the same in all instances.
const ROOT: InstanceId = InstanceId(0);

/// Finds what is unknown.
pub fn find(abstraction: &mut Abstraction<'_>) {
    let mut marks = Marks::default();
    abstraction.seeds(&mut marks);
    loop {
        let changed = marks.apply(abstraction);
        if !changed {
            return;
        }
        for at in abstraction.instance_ids() {
            let flow = abstraction.flow(at);
            for (index, step) in flow.steps.iter().enumerate() {
                abstraction.step_effects(at, StepId(index as u32), &step.kind, &mut marks);
            }
            abstraction.let_effects(at, &flow.body, &mut marks);
            abstraction.frozen_effects(at, &mut marks);
        }
    }
}

/// What one pass found.
#[derive(Default)]
struct Marks {
    unknown: Vec<(Cell, Why)>,
    escaped: Vec<Var>,
    /// The first pass is over.
    started: bool,
}

impl Marks {
    fn cell(&mut self, cell: Cell, why: Why) {
        self.unknown.push((cell, why));
    }

    fn var(&mut self, var: Var, why: Why) {
        self.cell(Cell { var, members: Vec::new() }, why);
    }

    /// Takes over what is new; whether there was something.
    fn apply(&mut self, abstraction: &mut Abstraction<'_>) -> bool {
        let mut changed = !self.started;
        self.started = true;
        for (cell, why) in self.unknown.drain(..) {
            if let std::collections::btree_map::Entry::Vacant(v) = abstraction.unknown.entry(cell) {
                v.insert(why);
                changed = true;
            }
        }
        for var in self.escaped.drain(..) {
            changed |= abstraction.escaped.insert(var);
            // Another thread may get at it, and the model has no way to say so: its variables belong to one process.
            let whole = Cell { var, members: Vec::new() };
            let own = abstraction.is_own(var) && abstraction.has_threads();
            if own && !abstraction.unknown.contains_key(&whole) {
                abstraction.unknown.insert(whole, Why::Escaped);
                changed = true;
            }
        }
        changed
    }
}

impl Abstraction<'_> {
    fn seeds(&self, marks: &mut Marks) {
        for cell in self.unset.iter().filter_map(|u| u.cell.clone()) {
            marks.cell(cell, Why::Unset);
        }
        for (index, object) in self.program.objects.iter().enumerate() {
            let id = ObjectId(index as u32);
            if matches!(object.storage, Storage::Local | Storage::Parameter) {
                continue;
            }
            let why = match object.storage {
                _ if object.volatile && self.others_write() => Some(Why::Volatile),
                Storage::External => Some(Why::External),
                _ => self.tables.data_rule(&object.name).map(|_| Why::Table),
            };
            if let Some(why) = why {
                marks.var(Var::Global(id), why);
            }
            if object.storage != Storage::Shared {
                self.static_initialiser(id, marks);
            }
        }
        for at in self.instance_ids() {
            let function = self.instance(at).function;
            for (index, object) in self.program.objects.iter().enumerate() {
                let id = ObjectId(index as u32);
                if object.function != Some(function) || !matches!(object.storage, Storage::Local | Storage::Parameter) {
                    continue;
                }
                let why = if object.volatile && self.others_write() {
                    Some(Why::Volatile)
                } else if object.storage == Storage::Parameter && self.is_root(at) && !self.root_parameters_known() {
                    Some(Why::Parameter)
                } else {
                    self.tables.data_rule(&object.name).map(|_| Why::Table)
                };
                if let Some(why) = why {
                    marks.var(Var::Local(at, id), why);
                }
            }
        }
    }

    /// What is initialised before the program starts is known when it is a constant.
    fn static_initialiser(&self, id: ObjectId, marks: &mut Marks) {
        let whole = Place { var: Var::Global(id), path: Vec::new(), ty: self.program.object(id).ty };
        let init = &self.program.object(id).init;
        let special = init.as_ref().into_iter().flat_map(|init| self.special(&whole, init));
        marks.unknown.extend(special.map(|cell| (cell, Why::Initialiser)));
        let mut odd = |place: Option<Place>, value: &Expr| match place {
            Some(place) if self.program.constant(value).is_some() && self.scalar(place.ty).is_ok() => {}
            Some(place) if !matches!(self.program.ty(place.ty), Type::Array(..)) && self.scalar(place.ty).is_err() => {}
            Some(place) => marks.cell(self.cell(&place), Why::Initialiser),
            None => marks.cell(self.cell(&whole), Why::Initialiser),
        };
        match init {
            Some(Init::Opaque(_)) => marks.cell(self.cell(&whole), Why::Initialiser),
            Some(Init::Expr(e)) => odd(Some(whole.clone()), e),
            Some(Init::List(items)) => items.iter().for_each(|i| odd(self.part(&whole, &i.path), &i.value)),
            None => {}
        }
        // A variable of each process begins with 0 in the model.
        let zero = |init: &Init| match init {
            Init::Expr(e) => self.program.is_zero(e),
            Init::List(items) => items.iter().all(|i| self.program.is_zero(&i.value)),
            Init::Opaque(_) => false,
        };
        let object = self.program.object(id);
        if object.storage == Storage::ThreadLocal && object.init.as_ref().is_some_and(|init| !zero(init)) {
            marks.cell(self.cell(&whole), Why::Initialiser);
        }
        match &object.init {
            // What stands in it is not known: any address may.
            Some(Init::Opaque(_)) if self.holds_pointers(whole.ty, 0) => self.all_globals_escape(marks),
            Some(Init::Expr(e)) if !self.is_alias(ROOT, id) => self.escapes(ROOT, e, marks),
            Some(Init::List(items)) => items.iter().for_each(|i| self.escapes(ROOT, &i.value, marks)),
            Some(Init::Opaque(_) | Init::Expr(_)) | None => {}
        }
    }

    fn all_globals_escape(&self, marks: &mut Marks) {
        let lasting = |id: &ObjectId| self.is_lasting(*id);
        let all = (0..self.program.objects.len() as u32).map(ObjectId);
        marks.escaped.extend(all.filter(lasting).map(Var::Global));
    }

    /// Mutexes and their kin that an initialiser makes one of another kind: a table's type begins as the table says.
    fn special(&self, whole: &Place, init: &Init) -> Vec<Cell> {
        let Init::List(items) = init else { return Vec::new() };
        let plain = |value: &Expr| self.program.constant(value) == Some(0);
        let odd = items.iter().filter(|item| !plain(&item.value));
        let opaque = |item: &crate::program::InitItem| {
            (0..=item.path.len())
                .filter_map(|n| self.part(whole, &item.path[..n]))
                .find(|p| self.table_type(p.ty).is_some())
        };
        odd.filter_map(opaque).map(|place| self.cell(&place)).collect()
    }

    fn step_effects(&self, at: InstanceId, id: StepId, kind: &StepKind, marks: &mut Marks) {
        match kind {
            StepKind::Declare { inits, .. } => {
                if self.row_decision(at, id, false).is_some_and(|d| !d.new && leaves_out(&d.mapping)) {
                    for (object, _) in inits {
                        marks.var(self.var(at, *object), Why::Table);
                    }
                    return;
                }
                for (object, init) in inits {
                    self.initialised(at, *object, init, marks);
                }
            }
            StepKind::Assign { target, value } => {
                if self.user_takes(at, id) {
                    return;
                }
                self.assigned(at, target, value, marks);
            }
            StepKind::Call { target, call } => self.called(at, id, target.as_ref(), call, marks),
            StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }) => self.called(at, id, None, e, marks),
            // Whoever joins the thread gets it.
            StepKind::Return(Some(value)) if self.is_root(at) => self.escapes(at, value, marks),
            StepKind::Return(Some(value)) => {
                let ty = self.var_type(Var::Result(at));
                let place = Place { var: Var::Result(at), path: Vec::new(), ty };
                self.flows_into(at, &place, value, marks);
            }
            StepKind::Opaque { writes, .. } => {
                for w in writes {
                    match self.resolve(at, w) {
                        Ok(place) => marks.cell(self.cell(&place), Why::Asm),
                        Err(_) => self.stored_through(at, w, marks),
                    }
                }
            }
            _ => {}
        }
    }

    /// The user's table says what an assignment becomes.
    fn user_takes(&self, at: InstanceId, id: StepId) -> bool {
        self.row_decision(at, id, false).is_some_and(|d| !d.new && (d.mapping != Mapping::Keep || self.insists(at, id)))
    }

    fn let_effects(&self, at: InstanceId, nodes: &[Node], marks: &mut Marks) {
        for n in nodes {
            match n {
                Node::Let { temp, value } => {
                    let var = Var::Temp(at, *temp);
                    let place = Place { var, path: Vec::new(), ty: self.var_type(var) };
                    self.flows_into(at, &place, value, marks);
                }
                Node::If { then, otherwise, .. } => {
                    self.let_effects(at, then, marks);
                    self.let_effects(at, otherwise, marks);
                }
                Node::Loop(l) => {
                    self.let_effects(at, &l.body, marks);
                    self.let_effects(at, &l.next, marks);
                }
                Node::Switch(s) => s.arms.iter().for_each(|a| self.let_effects(at, &a.body, marks)),
                _ => {}
            }
        }
    }

    /// Subscripts that were evaluated at the call, in the caller.
    fn frozen_effects(&self, at: InstanceId, marks: &mut Marks) {
        let Some((caller, _)) = self.instance(at).parent else { return };
        for (var, e) in &self.instance(at).frozen {
            let place = Place { var: *var, path: Vec::new(), ty: TypeId::INT };
            self.flows_into(caller, &place, e, marks);
        }
    }

    fn initialised(&self, at: InstanceId, object: ObjectId, init: &Init, marks: &mut Marks) {
        let whole = Place { var: self.var(at, object), path: Vec::new(), ty: self.program.object(object).ty };
        marks.unknown.extend(self.special(&whole, init).into_iter().map(|cell| (cell, Why::Initialiser)));
        match init {
            Init::Opaque(_) => {
                marks.cell(self.cell(&whole), Why::Initialiser);
                if self.holds_pointers(whole.ty, 0) {
                    self.all_globals_escape(marks);
                    self.all_locals_escape(marks);
                }
            }
            Init::Expr(e) => self.flows_into(at, &whole, e, marks),
            Init::List(items) if self.leaves(&whole).is_none() => {
                marks.cell(self.cell(&whole), Why::Initialiser);
                items.iter().for_each(|item| self.escapes(at, &item.value, marks));
            }
            Init::List(items) => {
                for item in items {
                    match self.part(&whole, &item.path) {
                        Some(place) => self.flows_into(at, &place, &item.value, marks),
                        None => {
                            marks.cell(self.cell(&whole), Why::Initialiser);
                            self.escapes(at, &item.value, marks);
                        }
                    }
                }
            }
        }
    }

    fn all_locals_escape(&self, marks: &mut Marks) {
        for at in self.instance_ids() {
            let function = Some(self.instance(at).function);
            let own = self.program.objects.iter().enumerate().filter(|(_, o)| o.function == function);
            let local = own.filter(|(_, o)| matches!(o.storage, Storage::Local | Storage::Parameter));
            marks.escaped.extend(local.map(|(index, _)| Var::Local(at, ObjectId(index as u32))));
        }
    }

    /// The part of a place that an initialiser speaks of; of several elements, the first.
    pub fn part(&self, whole: &Place, path: &[InitStep]) -> Option<Place> {
        let mut place = whole.clone();
        for step in path {
            match (step, self.program.ty(place.ty)) {
                (InitStep::Member(m), Type::Record(r)) => {
                    place.ty = self.program.record(*r).members.as_ref()?.get(*m as usize)?.ty;
                    place.path.push(Selector::Member(*r, *m));
                }
                (InitStep::Elements(first, _), Type::Array(element, _)) => {
                    place.ty = *element;
                    place.path.push(Selector::Index(Subscript::Constant(i128::from(*first))));
                }
                _ => return None,
            }
        }
        Some(place)
    }

    fn assigned(&self, at: InstanceId, target: &Expr, value: &Expr, marks: &mut Marks) {
        match self.resolve(at, target) {
            Ok(place) => {
                // An element that is not known which: all of them.
                if !self.subscripts_known(&place) {
                    marks.cell(self.cell(&place), Why::Operation("subscript that is unknown"));
                }
                self.flows_into(at, &place, value, marks);
            }
            Err(_) => {
                self.escapes(at, value, marks);
                self.stored_through(at, target, marks);
            }
        }
    }

    pub fn subscripts_known(&self, place: &Place) -> bool {
        Translator::new(self, &mut NoNames).place(place).is_ok()
    }

    /// A value goes to a place: unknown values make it unknown.
    fn flows_into(&self, at: InstanceId, place: &Place, value: &Expr, marks: &mut Marks) {
        if matches!(self.program.ty(place.ty), Type::Record(_)) {
            return self.copied(at, place, value, marks);
        }
        if matches!(self.program.ty(place.ty), Type::Pointer(_)) {
            let followed = match (place.var, place.path.is_empty()) {
                (Var::Local(i, o), true) => self.is_alias(i, o),
                (Var::Global(o), true) => self.is_alias(at, o),
                _ => false,
            };
            if !followed {
                self.escapes(at, value, marks);
            }
            return;
        }
        self.escapes(at, value, marks);
        if self.why_unknown(place).is_some() {
            return;
        }
        let outcome = match self.scalar_at(place) {
            Ok(scalar) => Translator::new(self, &mut NoNames).converted(at, value, scalar).map(|_| ()),
            Err(why) => Err(why),
        };
        if let Err(why) = outcome {
            marks.cell(self.cell(place), why);
        }
    }

    /// A struct is copied: member by member.
    fn copied(&self, at: InstanceId, place: &Place, value: &Expr, marks: &mut Marks) {
        let Ok(source) = self.resolve(at, value) else {
            self.escapes(at, value, marks);
            marks.cell(self.cell(place), Why::Operation("such struct value"));
            return;
        };
        let (Some(to), Some(from)) = (self.leaves(place), self.leaves(&source)) else {
            marks.cell(self.cell(place), Why::Array);
            return;
        };
        if !self.subscripts_known(&source) {
            marks.cell(self.cell(place), Why::Operation("subscript that is unknown"));
            return;
        }
        for (to, from) in to.iter().zip(&from) {
            if let Some(why) = self.why_unknown(from) {
                marks.cell(self.cell(to), Why::From(self.name(from.var), Box::new(why)));
            }
        }
    }

    fn called(&self, at: InstanceId, id: StepId, target: Option<&Expr>, call: &Expr, marks: &mut Marks) {
        let ExprKind::Call { callee, arguments } = &call.kind else { return };
        let name = condition::callee(call)
            .map_or_else(|| "a function pointer".to_string(), |f| self.program.function(f).name.clone());
        match self.instance(at).calls.get(&id) {
            Some(Followed::Into(child)) => return self.passed(at, *child, target, arguments, marks),
            Some(Followed::Bound) => return,
            Some(Followed::Thread(thread)) => return self.started(at, *thread, target, arguments, marks),
            Some(Followed::TooLarge) | None => {}
        }
        let counts = |d: &Decision| !d.new && self.usable(at, id, d);
        let direct = self.row_decision(at, id, false).or_else(|| self.row_decision(at, id, true)).filter(counts);
        let decision = direct.or_else(|| self.call_decision(at, id).filter(counts));
        let mut result_known = false;
        let mut harmless = false;
        if let Some(d) = decision {
            match d.mapping {
                Mapping::Promela(_) => {
                    harmless = true;
                    result_known = self.sets_result(at, id);
                }
                Mapping::True | Mapping::False | Mapping::Unknown => {}
                _ => harmless = self.leaves_data_alone(at, id, &d),
            }
        }
        if let Some(t) = target
            && !result_known
            && self.choice(at, id).is_none()
        {
            match self.resolve(at, t) {
                Ok(place) => marks.cell(self.cell(&place), Why::Result(name.clone())),
                Err(_) => self.stored_through(at, t, marks),
            }
        }
        if harmless {
            return self.unbound(at, id, arguments, &name, marks);
        }
        for a in arguments {
            self.reached(at, a, &name, marks);
        }
        if condition::callee(call).is_none() {
            self.escapes(at, callee, marks);
            self.any_called(marks);
        }
        if let (Some(Followed::TooLarge), Some(f)) = (self.instance(at).calls.get(&id), condition::callee(call)) {
            let effects = &self.facts.effects[f.0 as usize];
            for o in &effects.writes {
                marks.var(Var::Global(*o), Why::Call(name.clone()));
            }
            marks.escaped.extend(effects.addresses.iter().map(|o| Var::Global(*o)));
            if effects.through_pointers {
                self.all_escaped(marks);
            }
        }
    }

    /// A call that is left out, and of which somebody says that it changes nothing that matters. A condition that is
    /// called irrelevant says so of its outcome, not of what its arguments lead to.
    pub fn leaves_data_alone(&self, at: InstanceId, id: StepId, decision: &Decision) -> bool {
        match decision.kind {
            Some(Kind::Exact) => true,
            Some(Kind::Irrelevant) => decision.origin.shipped || self.flow(at).step(id).class == Class::Call,
            Some(Kind::Generalisation | Kind::Restriction) | None => false,
        }
    }

    /// A call gets at data that the model holds.
    pub fn hands_over_data(&self, at: InstanceId, id: StepId) -> bool {
        let (StepKind::Call { call, .. } | StepKind::Condition(call)) = &self.flow(at).step(id).kind else {
            return false;
        };
        let ExprKind::Call { arguments, .. } = &call.kind else { return false };
        arguments.iter().filter(|a| self.is_address(a)).any(|a| match self.pointee(at, a) {
            Ok(pointee) => match self.leaves(&pointee.place) {
                Some(leaves) => leaves.iter().any(|leaf| self.why_unknown(leaf).is_none()),
                None => self.why_unknown(&pointee.place).is_none(),
            },
            Err(_) => !self.escaped.is_empty(),
        })
    }

    /// Arguments that a shipped table's Promela does not speak of: what they lead to may be changed.
    fn unbound(&self, at: InstanceId, id: StepId, arguments: &[Expr], name: &str, marks: &mut Marks) {
        let judgement = self.judge(at, id, false);
        let Action::Promela(pieces) = judgement.action else { return };
        if judgement.origin.is_none_or(|o| !o.shipped) {
            return;
        }
        for argument in arguments {
            let text = crate::program::print::expression(self.program, argument);
            let same = |c: &str| text == c || text == format!("&({c})") || format!("*({text})") == c;
            if !pieces.iter().any(|p| matches!(p, Piece::Bound { c, .. } if same(c))) {
                self.reached(at, argument, name, marks);
            }
        }
    }

    /// A call through a pointer may be of any function whose address is taken.
    fn any_called(&self, marks: &mut Marks) {
        for f in &self.facts.addressed {
            let effects = &self.facts.effects[f.0 as usize];
            for o in &effects.writes {
                marks.var(Var::Global(*o), Why::Call("a function pointer".to_string()));
            }
            marks.escaped.extend(effects.addresses.iter().map(|o| Var::Global(*o)));
            if effects.through_pointers {
                self.all_escaped(marks);
            }
        }
    }

    /// A thread starts: its handle and the result are known, its argument is where the thread is bound to it.
    fn started(&self, at: InstanceId, thread: ThreadId, target: Option<&Expr>, arguments: &[Expr], marks: &mut Marks) {
        if let Some(t) = target
            && self.resolve(at, t).is_err()
        {
            self.stored_through(at, t, marks);
        }
        // `pthread_create(&t, attributes, f, argument)`, `thrd_create(&t, f, argument)`
        let (Some(handle), Some(argument)) = (arguments.first(), arguments.last()) else { return };
        match self.pointee(at, handle) {
            Ok(pointee) => {
                let place = self.first_of(pointee);
                if !self.subscripts_known(&place) || self.scalar_at(&place).is_err() {
                    marks.cell(self.cell(&place), Why::Operation("subscript that is unknown"));
                }
            }
            Err(_) => self.reached(at, handle, "pthread_create", marks),
        }
        match &self.threads.thread_of(thread).argument {
            Argument::Integer => {}
            Argument::Place(shape) if self.is_lasting(shape.object) && self.binds(thread) => {
                // An element that is not known which: the thread may be given any.
                for e in threads::subscripts(self.program, shape, argument) {
                    if Translator::new(self, &mut NoNames).low(at, e).is_err() {
                        let whole = Place { var: Var::Global(shape.object), path: Vec::new(), ty: shape.ty };
                        marks.cell(self.cell(&whole), Why::Operation("subscript that is unknown"));
                    }
                }
            }
            _ => self.escapes(at, argument, marks),
        }
    }

    /// The thread never changes the parameter that it gets its argument in.
    fn binds(&self, thread: ThreadId) -> bool {
        let parameters = &self.program.function(self.threads.thread_of(thread).function).parameters;
        let fixed = |p: &ObjectId| self.facts.pointers.get(p).is_some_and(|d| d.count == 1 && !d.addressed);
        parameters.first().is_some_and(fixed)
    }

    /// Whether the numbers that a thread is passed can be said.
    pub fn can_pass(&self, at: InstanceId, id: StepId, thread: ThreadId) -> bool {
        let Some(start) = self.threads.starts.get(&(self.flow(at).function, id)) else { return false };
        self.thread_arguments(thread, &start.argument)
            .into_iter()
            .all(|e| Translator::new(self, &mut NoNames).low(at, e).is_ok())
    }

    /// The numbers that a thread is passed.
    pub fn thread_arguments<'e>(&self, thread: ThreadId, argument: &'e Expr) -> Vec<&'e Expr> {
        let thread = self.threads.thread_of(thread);
        let Some(parameter) = self.program.function(thread.function).parameters.first() else { return Vec::new() };
        let fixed = self.facts.pointers.get(parameter).is_some_and(|d| d.count == 1 && !d.addressed);
        match &thread.argument {
            Argument::Integer if fixed => threads::integer(self.program, argument).into_iter().collect(),
            Argument::Place(shape) if fixed && self.is_lasting(shape.object) => {
                threads::subscripts(self.program, shape, argument)
            }
            _ => Vec::new(),
        }
    }

    /// The place that a pointer leads to, the first element of an array.
    pub fn first_of(&self, pointee: Pointee) -> Place {
        let mut place = pointee.place;
        if let (true, Type::Array(element, _)) = (pointee.element, self.program.ty(place.ty)) {
            place.ty = *element;
            place.path.push(Selector::Index(Subscript::Constant(0)));
        }
        place
    }

    /// It is one object for all threads.
    pub fn is_lasting(&self, object: ObjectId) -> bool {
        !matches!(self.program.object(object).storage, Storage::Local | Storage::Parameter | Storage::ThreadLocal)
    }

    /// Arguments go to parameters, the result to the target.
    fn passed(&self, at: InstanceId, child: InstanceId, target: Option<&Expr>, arguments: &[Expr], marks: &mut Marks) {
        let parameters = &self.program.function(self.instance(child).function).parameters;
        for (index, argument) in arguments.iter().enumerate() {
            match parameters.get(index) {
                Some(p) if self.instance(child).aliases.contains_key(p) => {}
                Some(p) => {
                    let place = Place { var: Var::Local(child, *p), path: Vec::new(), ty: self.program.object(*p).ty };
                    self.flows_into(at, &place, argument, marks);
                }
                None => self.escapes(at, argument, marks),
            }
        }
        for p in parameters.iter().skip(arguments.len()) {
            marks.var(Var::Local(child, *p), Why::Parameter);
        }
        let Some(t) = target else { return };
        let result = Place { var: Var::Result(child), path: Vec::new(), ty: self.var_type(Var::Result(child)) };
        match self.resolve(at, t) {
            Ok(place) => {
                if !self.subscripts_known(&place) {
                    marks.cell(self.cell(&place), Why::Operation("subscript that is unknown"));
                }
                let leaves = (self.leaves(&place), self.leaves(&result));
                let (Some(to), Some(from)) = leaves else {
                    return marks.cell(self.cell(&place), Why::Array);
                };
                // A result of a type that the model does not have: `int x = f()` where `f` gives a `long`.
                if to.len() != from.len() {
                    let why = self.scalar(result.ty).err().unwrap_or(Why::Operation("such result"));
                    return marks.cell(self.cell(&place), Why::From(self.name(result.var), Box::new(why)));
                }
                for (to, from) in to.iter().zip(&from) {
                    if let Some(why) = self.why_unknown(from) {
                        marks.cell(self.cell(to), Why::From(self.name(from.var), Box::new(why)));
                    }
                }
            }
            Err(_) => self.stored_through(at, t, marks),
        }
    }

    /// What an argument lets a function outside of the model change.
    fn reached(&self, at: InstanceId, argument: &Expr, name: &str, marks: &mut Marks) {
        if !self.is_address(argument) {
            return;
        }
        match self.pointee(at, argument) {
            Ok(pointee) => {
                marks.cell(self.cell(&pointee.place), Why::Call(name.to_string()));
                if self.holds_pointers(pointee.place.ty, 0) {
                    self.all_escaped(marks);
                }
            }
            Err(_) => {
                self.escapes(at, argument, marks);
                self.all_escaped(marks);
            }
        }
    }

    /// A pointer to data that may change.
    fn is_address(&self, e: &Expr) -> bool {
        matches!(self.program.ty(e.ty), Type::Pointer(_) | Type::Array(..))
            && !matches!(e.kind, ExprKind::Str(_))
            && self.program.constant(e).is_none()
    }

    fn holds_pointers(&self, ty: TypeId, depth: u32) -> bool {
        match self.program.ty(ty) {
            Type::Pointer(to) => !matches!(self.program.ty(*to), Type::Function { .. }),
            Type::Array(element, _) => depth < 8 && self.holds_pointers(*element, depth + 1),
            Type::Record(r) => {
                let members = self.program.record(*r).members.as_deref().unwrap_or(&[]);
                depth < 8 && members.iter().any(|m| self.holds_pointers(m.ty, depth + 1))
            }
            _ => false,
        }
    }

    fn all_escaped(&self, marks: &mut Marks) {
        for var in &self.escaped {
            marks.var(*var, Why::Store);
        }
    }

    /// A store through a pointer that is not followed: every object whose address has gone somewhere, whatever its
    /// type. Casts and unions let a pointer lead to anything.
    fn stored_through(&self, at: InstanceId, target: &Expr, marks: &mut Marks) {
        self.all_escaped(marks);
        // What the lvalue itself speaks of: `*(char *)&x = 1`.
        let mut named = Marks::default();
        self.addressed(at, target, &mut named);
        for var in named.escaped {
            marks.var(var, Why::Store);
        }
    }

    /// Objects whose address an lvalue is computed from.
    fn addressed(&self, at: InstanceId, target: &Expr, named: &mut Marks) {
        match &target.kind {
            ExprKind::Deref(p) | ExprKind::Member { base: p, arrow: true, .. } => self.escapes(at, p, named),
            ExprKind::Index(p, _) if !matches!(self.program.ty(p.ty), Type::Array(..)) => self.escapes(at, p, named),
            ExprKind::Index(base, _) | ExprKind::Member { base, .. } => self.addressed(at, base, named),
            ExprKind::Cast { operand, .. } => self.addressed(at, operand, named),
            _ => {}
        }
    }

    /// Addresses that a value takes with it, to where they are not followed.
    fn escapes(&self, at: InstanceId, e: &Expr, marks: &mut Marks) {
        if condition::is_constant(e) {
            return;
        }
        let array = matches!(self.program.ty(e.ty), Type::Array(..));
        match &e.kind {
            ExprKind::AddressOf(x) => match self.resolve(at, x) {
                Ok(place) => marks.escaped.push(place.var),
                // `&(struct s){ &x }`
                Err(_) => self.escapes(at, x, marks),
            },
            ExprKind::Object(o) if facts::is_pointer(self.program, *o) => {
                if let Ok(pointee) = self.pointee(at, e) {
                    marks.escaped.push(pointee.place.var);
                }
            }
            ExprKind::Object(_) | ExprKind::Member { .. } | ExprKind::Index(..) | ExprKind::Deref(_) => {
                match self.resolve(at, e) {
                    Ok(place) if array => marks.escaped.push(place.var),
                    Ok(_) => {}
                    Err(_) => {
                        // A part of a value that has no name: `((struct s){ &x }).p`.
                        let whole = whole(e);
                        if matches!(whole.kind, ExprKind::Opaque { .. }) {
                            self.escapes(at, whole, marks);
                        }
                    }
                }
            }
            ExprKind::Temp { .. } => {}
            _ => condition::operands(e, &mut |x| self.escapes(at, x, marks)),
        }
    }
}

/// What an lvalue is part of, up to the first pointer.
fn whole(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Member { base, arrow: false, .. } | ExprKind::Index(base, _) => whole(base),
        _ => e,
    }
}

/// The mapping leaves the statement out of the model.
pub fn leaves_out(mapping: &Mapping) -> bool {
    matches!(mapping, Mapping::Hide | Mapping::Print | Mapping::Comment | Mapping::Warn | Mapping::Skip)
}
