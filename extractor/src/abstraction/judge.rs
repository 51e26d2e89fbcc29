//! What becomes of each step: the table's word, or the default.
//!
//! The default keeps what can be said with C's meaning, lets conditions on unknown data go both ways, and leaves out
//! effects on unknown data. An entry that still carries `/* NEW */` is the tool's own default and decides nothing.

use super::translate::{NoNames, Translator};
use super::unknown::leaves_out;
use super::{Abstraction, Action, Followed, InstanceId, Judgement, Place, Role, Trust, Var, Why};
use crate::flow::{StepId, StepKind, condition};
use crate::lower::dialect;
use crate::program::{Expr, ExprKind, FunctionId, Init, ObjectId, Type};
use abstraction_tables::entry::{Class, Decision, Kind, Mapping, Piece, Statement};
use promela::source::Span;

/// The name under which tables see a result that has no variable: `A: $r=f(…)` binds `$r` to it.
pub const RESULT: &str = "ax_result";

impl Abstraction<'_> {
    /// What the tables say of a statement. The answer is the same for equal texts.
    fn ask(&self, class: Class, text: String, span: Span, objects: &dyn Fn() -> Vec<String>) -> Option<Decision> {
        let key = (class, text);
        if let Some(known) = self.decisions.borrow().get(&key) {
            return known.clone();
        }
        let mut statement =
            Statement { class, text: key.1.clone(), objects: objects(), spelling: None, place: String::new() };
        let mut decision = self.tables.lookup(&statement);
        if decision.as_ref().is_none_or(|d| d.general || d.origin.shipped)
            && let Some(spelling) = (self.spelling)(span)
        {
            statement.text = if key.1.starts_with('!') { condition::negated(&spelling) } else { spelling };
            decision = self.tables.lookup(&statement).filter(|d| !d.general && !d.origin.shipped).or(decision);
        }
        self.decisions.borrow_mut().insert(key, decision.clone());
        decision
    }

    /// What the tables say of a step; of its negation, for a condition.
    pub fn row_decision(&self, at: InstanceId, id: StepId, negated: bool) -> Option<Decision> {
        let step = self.flow(at).step(id);
        let negatable = matches!(step.kind, StepKind::Condition(_));
        if negated && !negatable {
            return None;
        }
        let text = if negated { step.negated() } else { step.text.clone() };
        let decision = self.ask(step.class, text, step.span, &|| self.object_names(&step.kind))?;
        if decision.origin.shipped {
            // An assertion reads its operands one by one, which the Promela of a table does not.
            if matches!(step.kind, StepKind::Assert(_)) {
                return None;
            }
            // Our own entries of class F are for calls whose result is not used.
            let used = step.class == Class::Call && matches!(step.kind, StepKind::Call { target: Some(_), .. });
            if self.has_body(&step.kind) || (used && self.call_decision(at, id).is_some()) {
                return None;
            }
        }
        Some(decision)
    }

    /// What a function does that the sources define is for its body to say, not for our own tables.
    fn has_body(&self, kind: &StepKind) -> bool {
        let call = match kind {
            StepKind::Call { call, .. } => call,
            StepKind::Condition(e) => e,
            _ => return false,
        };
        condition::callee(call).is_some_and(|f| self.has_own_body(f))
    }

    /// A function does what its body says. The word of a verifier for an error is one whatever its body does.
    pub fn has_own_body(&self, function: FunctionId) -> bool {
        let function = self.program.function(function);
        function.body.is_some() && !(self.facts.dialect && dialect::is_error(&function.name))
    }

    /// What the tables say of the call in a step, apart from what they say of the whole step.
    pub fn call_decision(&self, at: InstanceId, id: StepId) -> Option<Decision> {
        let step = self.flow(at).step(id);
        let (call, assigns) = match &step.kind {
            StepKind::Call { call, .. } => (call, step.class == Class::Assignment),
            StepKind::Condition(e) => (e, false),
            _ => return None,
        };
        let ours = !self.has_body(&step.kind);
        let text = crate::program::print::expression(self.program, call);
        let names = || self.object_names(&step.kind);
        if assigns {
            return self.ask(Class::Call, text, step.span, &names).filter(|d| ours || !d.origin.shipped);
        }
        let wanted = !matches!(&step.kind, StepKind::Call { target: None, .. });
        let result =
            wanted.then(|| self.ask(Class::Assignment, format!("{RESULT}={text}"), step.span, &names)).flatten();
        result.filter(|d| !d.general && matches!(d.mapping, Mapping::Promela(_)) && (ours || !d.origin.shipped))
    }

    /// What a table that comes with ax says counts only where its metavariables stand for known data.
    pub fn usable(&self, at: InstanceId, id: StepId, decision: &Decision) -> bool {
        let Mapping::Promela(pieces) = &decision.mapping else { return true };
        !decision.origin.shipped || (pieces.iter().all(|p| self.sayable(at, id, p)) && self.stores_fit(at, id, pieces))
    }

    fn sayable(&self, at: InstanceId, id: StepId, piece: &Piece) -> bool {
        let Piece::Bound { c, .. } = piece else { return true };
        let kind = &self.flow(at).step(id).kind;
        // A result that nobody can hold goes nowhere.
        let target = match kind {
            StepKind::Call { target: Some(t), .. } => Some(crate::program::print::expression(self.program, t)),
            _ => None,
        };
        if c == RESULT || target.as_ref() == Some(c) {
            return true;
        }
        match self.bound_expression(kind, c) {
            Some(e) => {
                let mut names = NoNames;
                let mut translator = Translator::new(self, &mut names);
                match self.resolve(at, &e) {
                    Ok(place) => {
                        self.why_unknown(&place).is_none()
                            && translator.place(&place).is_ok()
                            && self.is_sayable_type(&place)
                    }
                    Err(_) => translator.value(at, &e).is_ok(),
                }
            }
            None => false,
        }
    }

    fn is_sayable_type(&self, place: &Place) -> bool {
        self.table_type(place.ty).is_some() || self.scalar(place.ty).is_ok()
    }

    /// The expression of a step that a metavariable stands for.
    pub fn bound_expression(&self, kind: &StepKind, c: &str) -> Option<Expr> {
        let mut found = None;
        condition::step_expressions(kind, &mut |e| {
            if found.is_none() && crate::program::print::expression(self.program, e) == c {
                found = Some(e.clone());
            }
        });
        if found.is_none()
            && let Some(inner) = c.strip_prefix("*(").and_then(|t| t.strip_suffix(')'))
        {
            // A pattern `&($m)` that met a pointer.
            let pointer = self.bound_expression(kind, inner)?;
            let Type::Pointer(to) = self.program.ty(pointer.ty) else { return None };
            let (ty, span) = (*to, pointer.span);
            return Some(Expr { kind: ExprKind::Deref(Box::new(pointer)), ty, span });
        }
        found
    }

    /// Whether the Promela text of a table gives the result of a call a value.
    pub fn sets_result(&self, at: InstanceId, id: StepId) -> bool {
        let step = self.flow(at).step(id);
        let says = |d: &Decision| !d.new && matches!(d.mapping, Mapping::Promela(_)) && self.usable(at, id, d);
        let row = self.row_decision(at, id, false).filter(says);
        match (row, step.class) {
            (Some(_), Class::Assignment) => true,
            (Some(_), _) => false,
            (None, _) => {
                self.call_decision(at, id).is_some_and(|d| mentions_result(&d.mapping) && self.usable(at, id, &d))
            }
        }
    }

    /// The user keeps a step that has no exact translation, and declares all that it speaks of.
    pub fn insists(&self, at: InstanceId, id: StepId) -> bool {
        let step = self.flow(at).step(id);
        let objects = step_objects(&step.kind);
        self.default(at, id).action == Action::Hide
            && !objects.is_empty()
            && objects.iter().all(|o| self.declared_by_user(at, *o))
    }

    /// A person keeps the declaration of an object.
    pub fn declared_by_user(&self, at: InstanceId, object: ObjectId) -> bool {
        let flow = self.flow(at);
        flow.steps.iter().enumerate().any(|(index, step)| match &step.kind {
            StepKind::Declare { declaration, .. } => {
                declaration.declarators.iter().any(|d| d.object == object)
                    && self
                        .row_decision(at, StepId(index as u32), false)
                        .is_some_and(|d| !d.new && !d.general && !d.origin.shipped && d.mapping == Mapping::Keep)
            }
            _ => false,
        })
    }

    /// What becomes of a step, or of the negation of a condition. The model has several steps where an atomic function
    /// is one: that is more than C does.
    pub fn judge(&self, at: InstanceId, id: StepId, negated: bool) -> Judgement {
        let judgement = self.decide(at, id, negated);
        let says = judgement.kind == Kind::Exact && judgement.action != Action::Hide;
        match says && self.is_judged() && self.is_in_atomic(at) {
            true => Judgement {
                kind: Kind::Generalisation,
                reason: Some("others go on between the steps of an atomic function".to_string()),
                ..judgement
            },
            false => judgement,
        }
    }

    /// Whether a function, or one that it was called from, is atomic by its name. `__VERIFIER_atomic_begin` and `_end`
    /// without a body are for tables.
    fn is_in_atomic(&self, at: InstanceId) -> bool {
        let instances = std::iter::successors(Some(at), |at| self.instance(*at).parent.map(|(parent, _)| parent));
        let mut functions = instances.map(|at| self.program.function(self.instance(at).function));
        functions.any(|f| f.name.starts_with("__VERIFIER_atomic_"))
    }

    fn decide(&self, at: InstanceId, id: StepId, negated: bool) -> Judgement {
        let default = self.default(at, id);
        if matches!(default.action, Action::Start(_)) {
            return default;
        }
        if let Some(ends) = self.ends(at, id)
            && self.row_decision(at, id, negated).is_none_or(|d| d.origin.shipped)
        {
            return ends;
        }
        let counts = |d: &Decision| !d.new && self.usable(at, id, d);
        let row = self.row_decision(at, id, negated).filter(counts);
        let followed = matches!(default.action, Action::Follow(_));
        let Some(decision) = row.or_else(|| self.call_decision(at, id).filter(|d| !followed && counts(d))) else {
            let unclear = self.outside(at, id) == Some(Outside::Unknown);
            return match self.is_lost(at, id, negated) {
                true => lost(unclear.then(|| UNCLEAR.to_string())),
                false => default,
            };
        };
        if decision.mapping == Mapping::Keep {
            let mut kept = default;
            if kept.action == Action::Hide && self.insists(at, id) {
                let (kind, trust) = (decision.kind.unwrap_or(Kind::Exact), Some(Trust::Text));
                kept = Judgement { action: Action::Literal, kind, trust, ..kept };
            }
            kept.origin = Some(decision.origin);
            kept.reason = kept.reason.or(decision.reason);
            return kept;
        }
        if decision.origin.shipped
            && !self.others_write()
            && let Some(name) = self.callback(at, id)
        {
            return lost(Some(format!("it may call `{name}`, and when it does is not in the model")));
        }
        let is_condition = self.flow(at).step(id).class == Class::Condition;
        let inferred = match &decision.mapping {
            Mapping::Promela(_) | Mapping::Keep => Kind::Exact,
            Mapping::True | Mapping::Unknown => Kind::Generalisation,
            Mapping::False => Kind::Restriction,
            m if leaves_out(m) && is_condition => Kind::Generalisation,
            _ if matches!(default.action, Action::Keep | Action::Follow(_)) => Kind::Restriction,
            _ if default.kind == Kind::Generalisation && self.forgets_store(at, id) => Kind::Restriction,
            _ => default.kind,
        };
        let trust = self.trusted(at, id, &decision, inferred);
        let action = match decision.mapping {
            Mapping::Unknown if is_condition => Action::True,
            Mapping::Hide | Mapping::Warn | Mapping::Unknown => Action::Hide,
            Mapping::Print => Action::Print,
            Mapping::Comment => Action::Comment,
            Mapping::Skip => Action::Skip,
            Mapping::True => Action::True,
            Mapping::False => Action::False,
            Mapping::Promela(pieces) => Action::Promela(pieces),
            Mapping::Keep => Action::Keep,
        };
        Judgement {
            action,
            kind: decision.kind.unwrap_or(inferred),
            reason: decision.reason,
            origin: Some(decision.origin),
            trust,
        }
    }

    /// What is taken from a person when an entry counts. `inferred`: the kind that its mapping has by itself.
    fn trusted(&self, at: InstanceId, id: StepId, decision: &Decision, inferred: Kind) -> Option<Trust> {
        if decision.origin.shipped || decision.kind == Some(Kind::Generalisation) {
            return None;
        }
        match &decision.mapping {
            Mapping::Promela(_) | Mapping::False => Some(Trust::Text),
            m if leaves_out(m) => {
                let spares = self.leaves_data_alone(at, id, decision) && self.hands_over_data(at, id);
                match inferred {
                    Kind::Restriction => Some(Trust::Absence),
                    _ if spares => Some(Trust::Data),
                    _ => None,
                }
            }
            _ => decision.kind.filter(|_| inferred == Kind::Generalisation).map(|_| Trust::Text),
        }
    }

    /// An assignment whose target keeps its old value in the model if the statement is left out. What is unknown
    /// anyway has no value there.
    fn forgets_store(&self, at: InstanceId, id: StepId) -> bool {
        let StepKind::Assign { target, .. } = &self.flow(at).step(id).kind else { return false };
        self.resolve(at, target).map_or(true, |place| self.why_unknown(&place).is_none())
    }

    /// What becomes of a step that no table speaks of.
    fn default(&self, at: InstanceId, id: StepId) -> Judgement {
        let step = self.flow(at).step(id);
        let mut t = NoNames;
        let mut translator = Translator::new(self, &mut t);
        match &step.kind {
            StepKind::Declare { declaration, .. } => {
                let own: Vec<ObjectId> =
                    declaration.declarators.iter().map(|d| d.object).filter(|o| !self.is_alias(at, *o)).collect();
                if own.is_empty() && !declaration.declarators.is_empty() {
                    return followed();
                }
                let whys: Vec<Option<Why>> = own.iter().map(|o| self.undeclarable(self.var(at, *o))).collect();
                match whys.iter().all(Option::is_some) {
                    true => hidden(whys.into_iter().flatten().next()),
                    false => exact(),
                }
            }
            StepKind::Assign { target, value } => self.default_assign(at, target, value),
            StepKind::Call { call, .. } => self.default_call(at, id, call),
            StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }) => match self.default_call(at, id, e) {
                j if matches!(j.action, Action::Follow(child) if self.why_unknown(&self.result(child)).is_none()) => j,
                j if j.action == Action::Lost => j,
                j => Judgement {
                    action: if matches!(j.action, Action::Follow(_)) { j.action } else { Action::True },
                    kind: if j.kind == Kind::Restriction { j.kind } else { Kind::Generalisation },
                    ..j
                },
            },
            StepKind::Condition(e) => both_ways(translator.truth(at, e).err()),
            StepKind::Case { value, .. } | StepKind::Default { value, .. } => {
                both_ways(self.case_value(&mut translator, at, value).err())
            }
            StepKind::Assert(e) => both_ways(translator.truth(at, e).err()),
            StepKind::Evaluate(_) => {
                Judgement { action: Action::Hide, kind: Kind::Irrelevant, reason: None, origin: None, trust: None }
            }
            StepKind::Return(None) => exact(),
            StepKind::Return(Some(_)) if self.is_root(at) => Judgement {
                action: Action::Hide,
                kind: Kind::Irrelevant,
                reason: Some("nobody receives it".into()),
                origin: None,
                trust: None,
            },
            StepKind::Return(Some(_)) => match self.why_no_result(at) {
                Some(why) => hidden(Some(why)),
                None => exact(),
            },
            StepKind::Opaque { writes, .. } if writes.is_empty() && is_barrier(&step.text) => {
                Judgement { action: Action::Hide, kind: Kind::Exact, reason: None, origin: None, trust: None }
            }
            StepKind::Opaque { .. } => self.beyond(hidden(Some(Why::Asm)), "what `asm` does is not in the model"),
        }
    }

    /// Where the model is asked, what cannot be said stands in the way of an answer.
    fn beyond(&self, open: Judgement, why: &str) -> Judgement {
        if self.is_judged() { lost(Some(why.to_string())) } else { open }
    }

    /// A function of the program whose address a call hands to a function outside.
    fn callback(&self, at: InstanceId, id: StepId) -> Option<String> {
        let call = match &self.flow(at).step(id).kind {
            StepKind::Call { call, .. } | StepKind::Condition(call) => call,
            _ => return None,
        };
        let ExprKind::Call { arguments, .. } = &call.kind else { return None };
        if self.has_body(&self.flow(at).step(id).kind) {
            return None;
        }
        arguments.iter().find_map(|a| self.function_in(a))
    }

    /// The function that an argument may be the address of.
    fn function_in(&self, e: &Expr) -> Option<String> {
        let mut inner = e;
        while let ExprKind::Cast { operand, .. } | ExprKind::AddressOf(operand) | ExprKind::Deref(operand) = &inner.kind
        {
            inner = operand;
        }
        if let ExprKind::Function(f) = &inner.kind {
            return Some(self.program.function(*f).name.clone());
        }
        let leads = match self.program.ty(e.ty) {
            Type::Pointer(to) => matches!(self.program.ty(*to), Type::Function { .. }),
            _ => false,
        };
        (leads && self.program.constant(e).is_none()).then(|| crate::program::print::expression(self.program, e))
    }

    /// Why what a function returns is not in the model: nothing of it is stored, or evaluated.
    fn why_no_result(&self, at: InstanceId) -> Option<Why> {
        let result = self.result(at);
        if let Some(why) = self.why_unknown(&result) {
            return Some(why);
        }
        match self.program.ty(result.ty) {
            Type::Record(_) => {
                let leaves = self.leaves(&result).unwrap_or_default();
                let known = leaves.iter().any(|leaf| self.why_unknown(leaf).is_none());
                (!known).then(|| leaves.first().and_then(|leaf| self.why_unknown(leaf)).unwrap_or(Why::Array))
            }
            _ => self.scalar_at(&result).err(),
        }
    }

    /// The value that a `switch` branches on.
    pub fn case_value(
        &self,
        translator: &mut Translator<'_, '_>,
        at: InstanceId,
        value: &Expr,
    ) -> Result<super::arithmetic::Value, Why> {
        translator.value(at, value)
    }

    pub fn result(&self, child: InstanceId) -> Place {
        Place { var: Var::Result(child), path: Vec::new(), ty: self.var_type(Var::Result(child)) }
    }

    fn default_assign(&self, at: InstanceId, target: &Expr, value: &Expr) -> Judgement {
        let place = match self.resolve(at, target) {
            Ok(place) => place,
            Err(why) => return hidden(Some(why)),
        };
        if let (Var::Local(i, o), true) = (place.var, place.path.is_empty())
            && self.is_alias(i, o)
        {
            return followed();
        }
        if matches!(self.program.ty(place.ty), Type::Record(_)) {
            let leaves = self.leaves(&place).unwrap_or_default();
            let unknown = leaves.iter().find_map(|leaf| Some((leaf, self.why_unknown(leaf)?)));
            let all = leaves.iter().all(|leaf| self.why_unknown(leaf).is_some());
            return match unknown {
                None if !leaves.is_empty() => exact(),
                Some((leaf, why)) if !all => Judgement {
                    kind: Kind::Generalisation,
                    reason: Some(format!("`{}` is unknown: {why}", self.cell_name(&self.cell(leaf)))),
                    ..exact()
                },
                _ => hidden(self.why_unknown(&place)),
            };
        }
        if let Some(why) = self.why_unknown(&place) {
            return hidden(Some(why));
        }
        let mut names = NoNames;
        let mut translator = Translator::new(self, &mut names);
        let said = self
            .scalar_at(&place)
            .and_then(|s| translator.converted(at, value, s))
            .and_then(|_| translator.place(&place));
        match said {
            Ok(_) => exact(),
            Err(why) => hidden(Some(why)),
        }
    }

    /// A call that a table has Promela for, which cannot be said here, or that may be of any function.
    fn is_lost(&self, at: InstanceId, id: StepId, negated: bool) -> bool {
        let call = match &self.flow(at).step(id).kind {
            StepKind::Call { call, .. } => call,
            // In a model that others close, a condition that goes both ways says enough.
            StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }) && self.options.role != Role::Open => e,
            _ => return false,
        };
        let Some(callee) = condition::callee(call) else { return true };
        let meant = self.row_decision(at, id, negated).or_else(|| self.call_decision(at, id));
        !self.has_own_body(callee) && meant.is_some_and(|d| !d.new && matches!(d.mapping, Mapping::Promela(_)))
    }

    /// Calls that end the thread or the program, in a program that is closed.
    fn ends(&self, at: InstanceId, id: StepId) -> Option<Judgement> {
        let StepKind::Call { call, .. } = &self.flow(at).step(id).kind else { return None };
        let callee = self.program.function(condition::callee(call)?);
        if callee.body.is_some() {
            return None;
        }
        // To a verifier the run is of no interest; elsewhere it is an error.
        let dropped = self.facts.dialect && callee.name == "abort";
        if matches!(self.options.role, Role::Open | Role::Process) {
            let others = || Some("other processes go on".to_string());
            return dropped.then(|| Judgement {
                action: Action::Skip,
                kind: Kind::Generalisation,
                reason: others(),
                ..exact()
            });
        }
        let action = match callee.name.as_str() {
            "exit" | "_exit" | "_Exit" | "quick_exit" => Action::EndProgram,
            "abort" if dropped => Action::EndProgram,
            "pthread_exit" | "thrd_exit" => Action::EndThread,
            _ => return None,
        };
        Some(Judgement { action, ..exact() })
    }

    /// A call that says what is so in every run that counts, in a program that is closed.
    pub fn assumes(&self, kind: &StepKind) -> bool {
        let StepKind::Call { call, .. } = kind else { return false };
        let names = ["__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume", "klee_assume"];
        let named = |f| names.contains(&self.program.function(f).name.as_str());
        !self.others_write() && !self.has_body(kind) && condition::callee(call).is_some_and(named)
    }

    /// The function that a step calls, if its body is not in the model and it does not start a thread.
    pub fn outside(&self, at: InstanceId, id: StepId) -> Option<Outside> {
        let call = match &self.flow(at).step(id).kind {
            StepKind::Call { call, .. } => call,
            StepKind::Condition(call) if matches!(call.kind, ExprKind::Call { .. }) => call,
            _ => return None,
        };
        match self.instance(at).calls.get(&id) {
            Some(_) => None,
            None => Some(condition::callee(call).map_or(Outside::Unknown, Outside::Function)),
        }
    }

    fn default_call(&self, at: InstanceId, id: StepId, call: &Expr) -> Judgement {
        match self.instance(at).calls.get(&id) {
            Some(Followed::Into(child)) => Judgement { action: Action::Follow(*child), ..exact() },
            Some(Followed::Thread(thread)) => {
                let used = matches!(self.flow(at).step(id).kind, StepKind::Call { target: Some(_), .. });
                let (kind, reason) =
                    if used { (Kind::Restriction, Some("never fails".to_string())) } else { (Kind::Exact, None) };
                Judgement { action: Action::Start(*thread), kind, reason, origin: None, trust: None }
            }
            Some(Followed::Bound) => Judgement {
                action: Action::Bound,
                kind: Kind::Restriction,
                reason: Some(format!("calls deeper than {} are not in the model", self.options.recursion)),
                origin: None,
                trust: None,
            },
            Some(Followed::TooLarge) => {
                let why = "the model would become too large; what the call may change is unknown";
                let open = Judgement {
                    action: Action::Hide,
                    kind: Kind::Generalisation,
                    reason: Some(why.into()),
                    origin: None,
                    trust: None,
                };
                self.beyond(open, why)
            }
            None => {
                let reason = match condition::callee(call) {
                    Some(f) if JUMPS.contains(&self.program.function(f).name.as_str()) => {
                        let why = "the jumps of `longjmp` are not in the model";
                        let open = Judgement {
                            action: Action::Hide,
                            kind: Kind::Restriction,
                            reason: Some(why.into()),
                            origin: None,
                            trust: None,
                        };
                        return self.beyond(open, why);
                    }
                    Some(_) if condition::starts_thread(self.program, call) => {
                        "which function this thread runs is not known: name it in the call".to_string()
                    }
                    Some(f) => format!("`{}` is not in the model", self.program.function(f).name),
                    None => UNCLEAR.to_string(),
                };
                let chosen = self.choice(at, id).is_some_and(|(_, place)| self.why_unknown(&place).is_none());
                let action = match chosen {
                    true => Action::Choose,
                    false if self.is_feared(call) => Action::Lost,
                    false => Action::Hide,
                };
                Judgement { action, kind: Kind::Generalisation, reason: Some(reason), origin: None, trust: None }
            }
        }
    }

    /// A function that nobody speaks of may do anything: wait, start threads, never return, change what it can reach.
    fn is_feared(&self, call: &Expr) -> bool {
        let builtin = |name: &str| name.starts_with("__builtin_");
        !self.others_write()
            && !self.options.most_general
            && condition::callee(call).is_some_and(|f| !builtin(&self.program.function(f).name))
    }

    /// Why a variable has no place in the model; `None` if it has one.
    pub fn undeclarable(&self, var: Var) -> Option<Why> {
        let place = Place { var, path: Vec::new(), ty: self.var_type(var) };
        if let Some(why) = self.why_unknown(&place) {
            return Some(why);
        }
        let Some(leaves) = self.leaves(&place) else { return self.too_large(&place) };
        if leaves.is_empty() {
            return Some(self.scalar(place.ty).err().unwrap_or(Why::Array));
        }
        leaves.iter().all(|l| self.why_unknown(l).is_some()).then(|| self.why_unknown(&leaves[0]).unwrap_or(Why::Array))
    }

    /// An array of scalars may have more elements than are ever written out one by one.
    fn too_large(&self, place: &Place) -> Option<Why> {
        let mut ty = place.ty;
        let mut count = 1u64;
        while let Type::Array(element, Some(n)) = self.program.ty(ty) {
            count = count.saturating_mul(*n);
            ty = *element;
        }
        (count > self.options.array).then_some(Why::Array)
    }

    fn object_names(&self, kind: &StepKind) -> Vec<String> {
        step_objects(kind).into_iter().map(|o| self.program.object(o).name.clone()).collect()
    }
}

/// Why a call through a pointer is not followed.
const UNCLEAR: &str = "which function is called is not known";

/// What a call calls that is not in the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    Function(FunctionId),
    /// Through a pointer that may lead to several functions, or to any.
    Unknown,
}

/// The judgement of a call whose effect cannot be said.
fn lost(why: Option<String>) -> Judgement {
    let unsaid = || "what it does cannot be said: an operand is unknown".to_string();
    Judgement {
        action: Action::Lost,
        kind: Kind::Generalisation,
        reason: Some(why.unwrap_or_else(unsaid)),
        origin: None,
        trust: None,
    }
}

/// `asm` that touches no data: nothing, or an instruction that only orders or delays.
fn is_barrier(text: &str) -> bool {
    let Some(template) = text.split('"').nth(1) else { return false };
    let plain = template.replace("\\n", " ").replace("\\t", " ");
    let words = plain.split(|c: char| c.is_whitespace() || c == ';').filter(|word| !word.is_empty());
    let harmless = ["nop", "pause", "rep", "mfence", "lfence", "sfence"];
    // A second string may go on with the template.
    text.matches('"').count() <= 4 && words.into_iter().all(|word| harmless.contains(&word))
}

/// Functions that leave the flow of their caller.
const JUMPS: &[&str] = &[
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "getcontext",
    "setcontext",
    "swapcontext",
];

fn exact() -> Judgement {
    Judgement { action: Action::Keep, kind: Kind::Exact, reason: None, origin: None, trust: None }
}

/// What sets a pointer that can only mean one object.
fn followed() -> Judgement {
    Judgement {
        action: Action::Hide,
        kind: Kind::Exact,
        reason: Some("the pointer is followed".into()),
        origin: None,
        trust: None,
    }
}

fn hidden(why: Option<Why>) -> Judgement {
    Judgement {
        action: Action::Hide,
        kind: Kind::Generalisation,
        reason: why.map(|w| w.to_string()),
        origin: None,
        trust: None,
    }
}

fn both_ways(why: Option<Why>) -> Judgement {
    match why {
        None => exact(),
        Some(why) => Judgement {
            action: Action::True,
            kind: Kind::Generalisation,
            reason: Some(why.to_string()),
            origin: None,
            trust: None,
        },
    }
}

fn mentions_result(mapping: &Mapping) -> bool {
    match mapping {
        Mapping::Promela(pieces) => pieces.iter().any(|p| matches!(p, Piece::Bound { c, .. } if c == RESULT)),
        _ => false,
    }
}

/// The objects a step speaks of, each once.
pub fn step_objects(kind: &StepKind) -> Vec<ObjectId> {
    let mut found = Vec::new();
    match kind {
        StepKind::Declare { declaration, inits } => {
            found.extend(declaration.declarators.iter().map(|d| d.object));
            for (_, init) in inits {
                match init {
                    Init::Expr(e) => objects(e, &mut found),
                    Init::List(items) => items.iter().for_each(|i| objects(&i.value, &mut found)),
                    Init::Opaque(_) => {}
                }
            }
            found.truncate(declaration.declarators.len());
        }
        StepKind::Assign { target, value } => {
            objects(target, &mut found);
            objects(value, &mut found);
        }
        StepKind::Call { target, call } => {
            target.iter().for_each(|t| objects(t, &mut found));
            objects(call, &mut found);
        }
        StepKind::Condition(e) | StepKind::Assert(e) | StepKind::Evaluate(e) => objects(e, &mut found),
        StepKind::Case { value, .. } | StepKind::Default { value, .. } => objects(value, &mut found),
        StepKind::Return(value) => value.iter().for_each(|v| objects(v, &mut found)),
        StepKind::Opaque { writes, reads } => writes.iter().chain(reads).for_each(|e| objects(e, &mut found)),
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|o| seen.insert(*o));
    found
}

fn objects(e: &Expr, found: &mut Vec<ObjectId>) {
    match &e.kind {
        ExprKind::Object(o) => found.push(*o),
        ExprKind::Temp { original, .. } => objects(original, found),
        _ => condition::operands(e, &mut |x| objects(x, found)),
    }
}
