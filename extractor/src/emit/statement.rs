//! Steps as statements and guards of Promela.

use super::build::{Builder, Guard};
use super::fragment::TextPart;
use super::operand::{is_shipped, reads_itself, updating};
use super::thread::EXITED;
use super::{Item, Statement};
use crate::abstraction::arithmetic::{self, Value};
use crate::abstraction::audit::Check;
use crate::abstraction::choice::Choice;
use crate::abstraction::judge::RESULT;
use crate::abstraction::translate::{Translator, fetched_name};
use crate::abstraction::{Action, InstanceId, Judgement, Place, Role, Var, Why};
use crate::flow::{StepId, StepKind};
use crate::program::{Expr, ExprKind, Init, InitStep, ObjectId, Type};
use abstraction_tables::entry::{Class, Piece};
use promela::ast::{self, Stmt, StmtKind, VarRef};
use promela::build;
use promela::fragment::{self as fragments, Filler};
use promela::source::Span;

impl Builder<'_, '_> {
    /// One step.
    pub fn step(&mut self, at: InstanceId, id: StepId, out: &mut Vec<Item>) {
        let step = self.abstraction.flow(at).step(id);
        let judgement = self.abstraction.judge(at, id, false);
        let span = Some(step.span);
        // The parts of a declaration are initialised in turn.
        let declares = matches!(step.kind, StepKind::Declare { .. });
        if !declares {
            self.checks(at, id, out);
        }
        match &judgement.action {
            Action::Keep => self.keep(at, &step.kind, step, out),
            Action::Literal if matches!(step.kind, StepKind::Declare { .. }) => {}
            Action::Literal => {
                let code = self.literal(&step.text, &judgement);
                out.push(Item::Statement(Statement::new(code, span)));
            }
            Action::Choose => self.choose(at, id, out),
            Action::Start(thread) => self.start(at, id, *thread, out),
            Action::EndProgram => out.push(super::thread::end_program(span)),
            Action::EndThread => self.end_thread(span, out),
            Action::Follow(child) => {
                if let StepKind::Call { target, call } = &step.kind {
                    self.call(at, *child, target.as_ref(), call, step.span, out);
                }
            }
            Action::True if matches!(step.kind, StepKind::Assert(_)) => {
                let truth = || Statement { generalised: generalised(&judgement), ..Statement::truth(&step.text, span) };
                let fails = vec![Item::Statement(truth()), Item::statement(never(), span)];
                let passes = vec![Item::Statement(truth())];
                out.push(Item::If(vec![
                    super::Branch { items: passes, guarded: true, never: false },
                    super::Branch { items: fails, guarded: true, never: false },
                ]));
            }
            other => self.mapped(at, step, other, &judgement, out),
        }
        if declares {
            self.checks(at, id, out);
        }
    }

    /// The tests that stand for what a step evaluates and the model does not have.
    pub fn checks(&mut self, at: InstanceId, id: StepId, out: &mut Vec<Item>) {
        let span = self.abstraction.flow(at).step(id).span;
        let checks = self.abstraction.audit_step(at, id).checks;
        self.tests(&checks, span, out);
    }

    fn tests(&mut self, checks: &[Check], span: Span, out: &mut Vec<Item>) {
        for check in checks {
            self.tests_indices |= check.is_index();
            if let Ok((before, Some(test))) = self.say(0, |t| t.check(check)) {
                out.extend(before.into_iter().map(|item| item.at(Some(span))));
                out.push(Item::statement(build::condition(test), Some(span)));
            }
        }
    }

    /// A result that may be any of its values.
    fn choose(&mut self, at: InstanceId, id: StepId, out: &mut Vec<Item>) {
        let Some((choice, place)) = self.abstraction.choice(at, id) else { return };
        let span = Some(self.abstraction.flow(at).step(id).span);
        let Ok((before, target)) = self.say(0, |t| t.place(&place)) else { return };
        out.extend(before.into_iter().map(|item| item.at(span)));
        let filled = || ast::Piece::Filled(build::load(target.clone()));
        let text = |text: String| ast::Piece::Text(text);
        let (mut code, written) = match choice {
            Choice::Range(first, last) => (
                fragments::select(target.clone(), first, last),
                vec![text("select(".into()), filled(), text(format!(" : {first} .. {last})"))],
            ),
            Choice::Values(values) => {
                let assign = |v: &i32| build::assign(target.clone(), build::number(*v));
                let options = values.iter().map(|v| build::sequence(vec![assign(v)])).collect();
                let mut written = vec![text("if".into())];
                for value in &values {
                    written.extend([text(" :: ".into()), filled(), text(format!(" = {value}"))]);
                }
                written.push(text(" fi".into()));
                (vec![Stmt::made(StmtKind::If(options))], written)
            }
        };
        code.iter_mut().skip(1).for_each(|s| s.note.set().written = Some(ast::Written::Continued));
        if let Some(first) = code.first_mut() {
            first.note.set().written = Some(ast::Written::Text(written));
        }
        out.push(Item::Statement(Statement::new(code, span)));
    }

    /// What a table says in so many words.
    fn mapped(
        &mut self,
        at: InstanceId,
        step: &crate::flow::Step,
        action: &Action,
        judgement: &Judgement,
        out: &mut Vec<Item>,
    ) {
        let span = Some(step.span);
        match action {
            Action::Print => out.push(Item::statement(printed(step.class, &step.text), span)),
            Action::Comment => out.push(Item::Comment(format!("{}: {}", step.class, step.text))),
            Action::Skip | Action::True => out.push(Item::word("skip", span)),
            Action::False => out.push(Item::word("false", span)),
            Action::Promela(pieces) => {
                self.first_free = 0;
                if is_shipped(judgement) {
                    self.fetch_operands(at, pieces, &step.kind, span, out);
                }
                // A run in which an assumption does not hold is none: it ends there, and is no deadlock.
                let ends = |pieces: &[Piece]| {
                    let (before, after) = ("if :: ".to_string(), format!(" :: else -> {EXITED} = true fi"));
                    [&[Piece::Text(before)], pieces, &[Piece::Text(after)]].concat()
                };
                let assumed = self.abstraction.assumes(&step.kind).then(|| ends(pieces));
                let pieces = assumed.as_deref().unwrap_or(pieces);
                let code = self.promela(at, pieces, &step.kind, judgement.origin.as_ref());
                if !code.is_empty() {
                    let generalised = generalised(judgement);
                    out.push(Item::Statement(Statement { generalised, ..Statement::new(code, span) }));
                }
                self.operands.clear();
                if let Some(result) = self.result.take() {
                    self.store_result(at, &step.kind, result, span, out);
                }
            }
            Action::Bound => {
                let reason = judgement.reason.clone().unwrap_or_default();
                out.push(Item::Statement(Statement {
                    generalised: Some(reason.clone()),
                    remark: Some(reason),
                    ..Statement::new(vec![never()], span)
                }));
            }
            Action::Lost if self.abstraction.options.role != Role::Open => out.push(Item::Statement(Statement {
                remark: Some(step.text.clone()),
                generalised: generalised(judgement),
                ..Statement::word("skip", span)
            })),
            _ => {}
        }
    }

    /// A step that is translated with its meaning.
    fn keep(&mut self, at: InstanceId, kind: &StepKind, step: &crate::flow::Step, out: &mut Vec<Item>) {
        let span = Some(step.span);
        match kind {
            StepKind::Declare { inits, .. } => {
                for (object, init) in inits {
                    self.initialise(at, *object, init, span, out);
                }
            }
            StepKind::Assign { target, value } => {
                let Ok(place) = self.abstraction.resolve(at, target) else { return };
                if matches!(self.abstraction.program.ty(place.ty), Type::Record(_)) {
                    if let Ok(source) = self.abstraction.resolve(at, value) {
                        self.copy(&place, &source, span, out);
                    }
                    return;
                }
                let short = updating(&step.text).filter(|_| reads_itself(value));
                self.store(at, &place, value, short, span, out);
            }
            StepKind::Assert(e) => {
                let said = self.say(0, |t| t.truth(at, e));
                if let Ok((before, condition)) = said {
                    out.extend(before.into_iter().map(|item| item.at(span)));
                    out.push(Item::statement(Stmt::made(StmtKind::Assert(condition)), span));
                }
            }
            _ => {}
        }
    }

    /// `place = value`, the reads of shared data in steps of their own.
    pub fn store(
        &mut self,
        at: InstanceId,
        place: &Place,
        value: &Expr,
        short: Option<&str>,
        span: Option<Span>,
        out: &mut Vec<Item>,
    ) {
        let Ok(scalar) = self.abstraction.scalar_at(place) else { return };
        let shared = u32::from(self.abstraction.is_shared(place.var));
        let atomic = short.is_some_and(|_| self.is_atomic(place)).then_some(place.var);
        let said = self.say(shared, |t| {
            t.atomic = atomic;
            let value = if scalar.wraps_by_itself() { t.low(at, value)? } else { t.converted(at, value, scalar)? };
            let target = t.place(place)?;
            Ok((target, arithmetic::stored(value, scalar)))
        });
        let Ok((mut before, (target, value))) = said else { return };
        let target = self.own_subscripts(target, &mut before);
        let code = match short {
            Some("++") if before.is_empty() && scalar.wraps_by_itself() => {
                vec![Stmt::made(StmtKind::Increment(target))]
            }
            Some("--") if before.is_empty() && scalar.wraps_by_itself() => {
                vec![Stmt::made(StmtKind::Decrement(target))]
            }
            _ => self.assigned(target, value.expr),
        };
        let code = if shared > 0 { self.with_neighbours(place, code, &mut before) } else { code };
        if !self.abstraction.options.split && shared > 0 && !before.is_empty() {
            let first = before.into_iter().flat_map(Item::into_code);
            let steps = first.chain(code).collect();
            out.push(Item::statement(Stmt::made(StmtKind::DStep(build::sequence(steps))), span));
            return;
        }
        out.extend(before.into_iter().map(|item| item.at(span)));
        out.push(Item::Statement(Statement::new(code, span)));
    }

    /// `a[a[0]]` as the target of a store: Spin refuses it, for its verifier would take the store back at the wrong
    /// place. The subscript is evaluated before.
    fn own_subscripts(&mut self, mut target: VarRef, before: &mut Vec<Item>) -> VarRef {
        let base = target.parts.first().map_or(String::new(), |p| p.name.name.clone());
        for part in &mut target.parts {
            let Some(index) = &mut part.index else { continue };
            let mut used = super::used::Used::default();
            promela::visit::Visit::expr(&mut used, index);
            if used.names.contains(&base) {
                let name = fetched_name(before.len());
                let subscript = std::mem::replace(&mut **index, build::load(build::var(&name)));
                before.push(Item::statement(build::assign(build::var(&name), subscript), None));
                self.fetched = self.fetched.max(before.len());
            }
        }
        target
    }

    /// `target = value`, subject to the Substitute rules.
    fn assigned(&mut self, target: VarRef, value: ast::Expr) -> Vec<Stmt> {
        match self.substituted_tree(value) {
            Ok(value) => vec![build::assign(target, value)],
            Err(text) => {
                let parts = vec![TextPart::Tree(Filler::Place(target)), TextPart::Text(format!(" = {text}"))];
                self.read(parts, None)
            }
        }
    }

    /// `_Atomic`: an operation on it is one step.
    pub fn is_atomic(&self, place: &Place) -> bool {
        use crate::abstraction::Selector;
        match (place.path.last(), place.var) {
            (Some(Selector::Member(record, member)), _) => {
                let members = self.abstraction.program.record(*record).members.as_deref().unwrap_or(&[]);
                members.get(*member as usize).is_some_and(|m| m.atomic)
            }
            (_, Var::Global(o) | Var::Local(_, o)) => self.abstraction.program.object(o).atomic,
            _ => false,
        }
    }

    /// Says something, with the reads of shared data in steps before it if there is more than one access.
    pub fn say<T>(
        &mut self,
        stores: u32,
        what: impl Fn(&mut Translator<'_, '_>) -> Result<T, Why>,
    ) -> Result<(Vec<Item>, T), Why> {
        let mut translator = Translator::new(self.abstraction, &mut self.book);
        let said = what(&mut translator)?;
        let reads = translator.shared_reads;
        if !self.abstraction.options.split || reads + stores <= 1 {
            return Ok((Vec::new(), said));
        }
        translator.shared_reads = 0;
        translator.fetch = if stores > 0 { reads } else { reads - 1 };
        let said = what(&mut translator)?;
        let fetched = std::mem::take(&mut translator.fetched);
        self.fetched = self.fetched.max(fetched.len());
        let fetch = |(i, place): (usize, VarRef)| {
            Item::statement(build::assign(build::var(&fetched_name(i)), build::load(place)), None)
        };
        Ok((fetched.into_iter().enumerate().map(fetch).collect(), said))
    }

    /// Values between the steps of one statement.
    pub fn keep_value(&mut self, at: InstanceId, temp: u32, value: &Expr, out: &mut Vec<Item>) {
        let var = Var::Temp(at, temp);
        let place = Place { var, path: Vec::new(), ty: self.abstraction.var_type(var) };
        let checks = self.abstraction.audit_let(at, temp, value).checks;
        self.tests(&checks, value.span, out);
        if matches!(self.abstraction.program.ty(place.ty), Type::Record(_)) {
            // Members one by one: some may be unknown.
            if let Ok(source) = self.abstraction.resolve(at, value) {
                self.copy(&place, &source, Some(value.span), out);
            }
        } else if self.abstraction.why_unknown(&place).is_none() {
            self.store(at, &place, value, None, Some(value.span), out);
        }
    }

    /// The initialiser of a local variable, each time its declaration is reached.
    pub fn initialise(
        &mut self,
        at: InstanceId,
        object: ObjectId,
        init: &Init,
        span: Option<Span>,
        out: &mut Vec<Item>,
    ) {
        let whole = Place {
            var: self.abstraction.var(at, object),
            path: Vec::new(),
            ty: self.abstraction.program.object(object).ty,
        };
        if self.abstraction.undeclarable(whole.var).is_some() {
            return;
        }
        match init {
            Init::Expr(e) => {
                if matches!(self.abstraction.program.ty(whole.ty), Type::Record(_)) {
                    if let Ok(source) = self.abstraction.resolve(at, e) {
                        self.copy(&whole, &source, span, out);
                    }
                } else {
                    self.store(at, &whole, e, None, span, out);
                }
            }
            Init::List(items) => {
                // What no item names is zero.
                for leaf in self.abstraction.leaves(&whole).unwrap_or_default() {
                    let item = items.iter().rev().find(|i| self.covers(&whole, &i.path, &leaf));
                    if self.abstraction.why_unknown(&leaf).is_some() {
                        continue;
                    }
                    match item {
                        Some(i) => self.store(at, &leaf, &i.value, None, span, out),
                        None => {
                            let said = Translator::new(self.abstraction, &mut self.book).place(&leaf);
                            if let Ok(place) = said {
                                out.push(Item::statement(build::assign(place, build::number(0)), span));
                            }
                        }
                    }
                }
            }
            Init::Opaque(_) => {}
        }
    }

    /// Whether an initialiser item speaks of a leaf.
    pub fn covers(&self, whole: &Place, path: &[InitStep], leaf: &Place) -> bool {
        use crate::abstraction::{Selector, Subscript};
        let inner = &leaf.path[whole.path.len()..];
        inner.len() == path.len()
            && inner.iter().zip(path).all(|(s, p)| match (s, p) {
                (Selector::Member(_, a), InitStep::Member(b)) => a == b,
                (Selector::Index(Subscript::Constant(i)), InitStep::Elements(a, b)) => {
                    (i128::from(*a)..=i128::from(*b)).contains(i)
                }
                _ => false,
            })
    }

    /// Copies what is known, member by member.
    pub fn copy(&mut self, to: &Place, from: &Place, span: Option<Span>, out: &mut Vec<Item>) {
        let (Some(targets), Some(sources)) = (self.abstraction.leaves(to), self.abstraction.leaves(from)) else {
            return;
        };
        for (target, source) in targets.iter().zip(&sources) {
            if self.abstraction.why_unknown(target).is_some() || self.abstraction.why_unknown(source).is_some() {
                continue;
            }
            let stores = u32::from(self.abstraction.is_shared(target.var));
            let scalar = self.abstraction.scalar_at(target);
            let said = self.say(stores, |t| {
                let value = match scalar {
                    Ok(_) => t.load(source)?,
                    Err(_) => Value::new(build::load(t.place(source)?), (0, 0)),
                };
                Ok((t.place(target)?, value))
            });
            if let Ok((before, (target, value))) = said {
                out.extend(before.into_iter().map(|item| item.at(span)));
                out.push(Item::statement(build::assign(target, value.expr), span));
            }
        }
    }

    /// The guards of a condition and of its negation, and what must happen before.
    pub fn guards(&mut self, at: InstanceId, id: StepId) -> (Vec<Item>, Guard, Guard) {
        let step = self.abstraction.flow(at).step(id);
        let yes = self.abstraction.judge(at, id, false);
        let no = self.abstraction.judge(at, id, true);
        let StepKind::Condition(e) = &step.kind else {
            return (Vec::new(), open(step.span), open(step.span));
        };
        let mut before = Vec::new();
        for judgement in [&yes, &no].into_iter().filter(|j| is_shipped(j)) {
            if let Action::Promela(pieces) = &judgement.action
                && self.operands.is_empty()
                && !mentions(pieces, RESULT)
            {
                self.fetch_operands(at, pieces, &step.kind, Some(step.span), &mut before);
            }
        }
        self.checks(at, id, &mut before);
        let kept =
            [&yes, &no].iter().any(|j| matches!(j.action, Action::Keep | Action::Follow(_) | Action::Promela(_)));
        let mut said = None;
        if kept {
            if matches!(e.kind, ExprKind::Call { .. }) {
                said = self.called_condition(at, id, e, &yes, step.span, &mut before);
            } else if let Ok((items, condition)) = self.say(0, |t| t.truth(at, e)) {
                before.extend(items.into_iter().map(|item| item.at(Some(step.span))));
                said = Some(condition);
            }
        }
        let first = self.guard(at, id, &yes, false, said.as_ref());
        let second = self.guard(at, id, &no, true, said.as_ref());
        self.operands.clear();
        (before, first, second)
    }

    fn guard(
        &mut self,
        at: InstanceId,
        id: StepId,
        judgement: &Judgement,
        negated: bool,
        said: Option<&ast::Expr>,
    ) -> Guard {
        let step = self.abstraction.flow(at).step(id);
        let c = if negated { step.negated() } else { step.text.clone() };
        let span = Some(step.span);
        let free = self.abstraction.is_free(at, id);
        let generalised = if free { None } else { generalised(judgement) };
        let statement = |code: Vec<Stmt>| Guard {
            item: Statement { generalised: generalised.clone(), ..Statement::new(code, span) },
            never: false,
        };
        let word = |word: &str| statement(vec![build::condition(build::word(word))]);
        let tested =
            |enclosed: ast::Expr| vec![build::condition(if negated { build::not(enclosed) } else { enclosed })];
        match (&judgement.action, said) {
            (Action::Keep | Action::Follow(_) | Action::Bound, Some(said)) => {
                match self.substituted_tree(said.clone()) {
                    Ok(e) if build::is_parenthesised(&e) => statement(tested(e)),
                    Ok(e) => statement(tested(build::parenthesised(e))),
                    Err(text) => {
                        let enclosed = if text.starts_with('(') { text } else { format!("({text})") };
                        let text = if negated { format!("!{enclosed}") } else { enclosed };
                        let code = self.read(vec![TextPart::Text(text)], judgement.origin.as_ref());
                        statement(code)
                    }
                }
            }
            (Action::Promela(pieces), _) if !mentions(pieces, RESULT) => {
                let code = self.promela(at, pieces, &step.kind, judgement.origin.as_ref());
                statement(code)
            }
            (Action::Promela(_), Some(said)) => statement(tested(build::parenthesised(said.clone()))),
            (Action::Literal, _) => {
                let code = self.literal(&c, judgement);
                statement(code)
            }
            (Action::False, _) => Guard { never: true, ..word("false") },
            (Action::Print, _) => {
                let call = matches!(&step.kind, StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }));
                let c = if call && !negated { format!("!({})", step.negated()) } else { c };
                statement(vec![printed(Class::Condition, &c)])
            }
            (Action::Skip, _) => word("skip"),
            _ => Guard {
                item: Statement { generalised: generalised.clone(), ..Statement::truth(&c, span) },
                never: false,
            },
        }
    }

    /// The guards of the arms of a `switch`, and what must happen before.
    pub fn case_guards(&mut self, at: InstanceId, ids: &[StepId]) -> (Vec<Item>, Vec<Guard>) {
        let flow = self.abstraction.flow(at);
        let judgements: Vec<Judgement> = ids.iter().map(|id| self.abstraction.judge(at, *id, false)).collect();
        let all_kept = judgements.iter().all(|j| j.action == Action::Keep);
        let mut before = Vec::new();
        let mut guards = Vec::new();
        let value = ids.iter().find_map(|id| match &flow.step(*id).kind {
            StepKind::Case { value, .. } | StepKind::Default { value, .. } => Some(value),
            _ => None,
        });
        let mut said = None;
        if let Some(value) = value
            && judgements.iter().any(|j| j.action == Action::Keep)
            && let Ok((items, v)) = self.say(0, |t| t.value(at, value))
        {
            before = items;
            said = Some(v);
        }
        if let Some(id) = ids.first() {
            self.checks(at, *id, &mut before);
        }
        for (id, judgement) in ids.iter().zip(&judgements) {
            let step = flow.step(*id);
            let code = match (&step.kind, &said) {
                (StepKind::Default { .. }, _) if all_kept => Some(Stmt::made(StmtKind::Else)),
                (StepKind::Case { ranges, value }, Some(v)) => Some(build::condition(self.in_ranges(v, value, ranges))),
                (StepKind::Default { ranges, value }, Some(v)) => {
                    Some(build::condition(build::not(self.in_ranges(v, value, ranges))))
                }
                _ => None,
            };
            let guard = match (&judgement.action, code) {
                (Action::Keep, Some(code)) => Guard { item: Statement::new(vec![code], Some(step.span)), never: false },
                _ => self.guard(at, *id, judgement, false, None),
            };
            guards.push(guard);
        }
        (before, guards)
    }

    fn in_ranges(&mut self, value: &Value, of: &Expr, ranges: &[(i128, i128)]) -> ast::Expr {
        let program = self.abstraction.program;
        let signed = self.abstraction.scalar(program.promoted(of)).is_ok_and(|s| s.signed);
        let mut named = std::collections::HashMap::new();
        if let Type::Enum(id) = program.ty(of.ty) {
            for (index, constant) in program.enumeration(*id).constants.iter().enumerate() {
                let used = ranges.iter().any(|(low, high)| [*low, *high].contains(&constant.value));
                if used
                    && let Some(name) =
                        crate::abstraction::translate::Names::enumerator(&mut self.book, *id, index as u32)
                {
                    named.entry(constant.value).or_insert(name);
                }
            }
        }
        let test = |(low, high): &(i128, i128)| {
            use crate::program::BinaryOp;
            let constant = |c: &i128| match named.get(c) {
                Some(name) => {
                    let plain = Value::constant(*c);
                    Value { expr: build::named(name, plain.expr), ..plain }
                }
                None => Value::constant(*c),
            };
            let compare = |op, c: &i128| {
                arithmetic::binary(op, value, &constant(c), signed).map_or(build::word("false"), |v| v.expr)
            };
            if low == high {
                compare(BinaryOp::Eq, low)
            } else {
                build::binary(ast::BinaryOp::And, compare(BinaryOp::Ge, low), compare(BinaryOp::Le, high))
            }
        };
        let tests: Vec<ast::Expr> = ranges.iter().map(test).collect();
        match tests.as_slice() {
            [] => build::parenthesised(build::word("false")),
            [one] => one.clone(),
            _ => build::any(tests),
        }
    }

    /// Words of the user's Promela that are C variables must be declared.
    pub fn mention(&mut self, at: InstanceId, text: &str) {
        let function = self.abstraction.instance(at).function;
        let open = self.abstraction.options.role == Role::Open;
        for word in super::used::words(text) {
            // In a model that is closed here nobody else declares the struct whose members are named.
            let end = word.as_ptr() as usize - text.as_ptr() as usize + word.len();
            let of_member = !open && text[end..].trim_start().starts_with('.');
            let objects = &self.abstraction.program.objects;
            let local = objects.iter().position(|o| o.name == word && o.function == Some(function));
            let found = local.or_else(|| objects.iter().position(|o| o.name == word && o.function.is_none()));
            if let Some(index) = found {
                let var = self.abstraction.var(at, ObjectId(index as u32));
                use crate::abstraction::translate::Names;
                self.book.var(var);
                if let Type::Record(r) = self.abstraction.program.ty(self.abstraction.var_type(var))
                    && self.abstraction.table_type(self.abstraction.var_type(var)).is_none()
                    && (!of_member || self.declares_record(*r))
                {
                    self.foreign.insert(*r);
                }
            }
        }
    }
}

fn mentions(pieces: &[Piece], name: &str) -> bool {
    pieces.iter().any(|p| matches!(p, Piece::Bound { c, .. } if c == name))
}

/// Why a statement may do more than the C statement, if it may.
fn generalised(judgement: &Judgement) -> Option<String> {
    let reason = judgement.reason.clone().unwrap_or_default();
    (judgement.kind == abstraction_tables::entry::Kind::Generalisation).then_some(reason)
}

/// `assert(false)`
fn never() -> Stmt {
    Stmt::made(StmtKind::Assert(build::word("false")))
}

/// A guard that never blocks.
fn open(span: Span) -> Guard {
    Guard { item: Statement { empty: true, ..Statement::word("true", Some(span)) }, never: false }
}

/// `printf("C: …\n")`
fn printed(class: Class, text: &str) -> Stmt {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('\n', " ");
    Stmt::made(StmtKind::Printf { format: format!("\"{class}: {escaped}\\n\""), args: Vec::new() })
}
