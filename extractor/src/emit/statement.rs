//! Steps as statements and guards of Promela.

use super::build::{Builder, Guard};
use super::{Item, ROOT, Statement};
use crate::abstraction::arithmetic::{self, Value};
use crate::abstraction::choice::Choice;
use crate::abstraction::judge::RESULT;
use crate::abstraction::translate::Translator;
use crate::abstraction::{Action, InstanceId, Judgement, Place, Role, Var, Why};
use crate::flow::{StepId, StepKind, condition};
use crate::program::{Expr, ExprKind, Init, InitStep, ObjectId, Type};
use abstraction_tables::entry::{Class, Piece};
use promela::source::Span;

impl Builder<'_, '_> {
    /// One step.
    pub fn step(&mut self, at: InstanceId, id: StepId, out: &mut Vec<Item>) {
        let step = self.abstraction.flow(at).step(id);
        let judgement = self.abstraction.judge(at, id, false);
        let span = Some(step.span);
        match &judgement.action {
            Action::Keep => self.keep(at, &step.kind, step, out),
            Action::Literal if matches!(step.kind, StepKind::Declare { .. }) => {}
            Action::Literal => {
                let text = self.literal(&step.text);
                out.push(Item::statement(text, span));
            }
            Action::Choose => self.choose(at, id, out),
            Action::Start(thread) => self.start(at, id, *thread, out),
            Action::EndProgram => out.push(Item::statement("ax_exited = true", span)),
            Action::EndThread => self.end_thread(span, out),
            Action::Follow(child) => {
                if let StepKind::Call { target, call } = &step.kind {
                    self.call(at, *child, target.as_ref(), call, step.span, out);
                }
            }
            Action::True if matches!(step.kind, StepKind::Assert(_)) => {
                let truth = || Statement { generalised: generalised(&judgement), ..truth(&step.text, span) };
                let fails = vec![Item::Statement(truth()), Item::statement("assert(false)", span)];
                let passes = vec![Item::Statement(truth())];
                out.push(Item::If(vec![
                    super::Branch { items: passes, guarded: true, never: false },
                    super::Branch { items: fails, guarded: true, never: false },
                ]));
            }
            other => self.mapped(at, step, other, &judgement, out),
        }
    }

    /// A result that may be any of its values.
    fn choose(&mut self, at: InstanceId, id: StepId, out: &mut Vec<Item>) {
        let Some((choice, place)) = self.abstraction.choice(at, id) else { return };
        let span = Some(self.abstraction.flow(at).step(id).span);
        let Ok((before, target)) = self.say(0, |t| t.place(&place)) else { return };
        out.extend(before.into_iter().map(|item| item.at(span)));
        let text = match choice {
            Choice::Range(first, last) => format!("select({target} : {first} .. {last})"),
            Choice::Values(values) => {
                let options: Vec<String> = values.iter().map(|v| format!(":: {target} = {v}")).collect();
                format!("if {} fi", options.join(" "))
            }
        };
        out.push(Item::statement(text, span));
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
            Action::Skip | Action::True => out.push(Item::statement("skip", span)),
            Action::False => out.push(Item::statement("false", span)),
            Action::Promela(pieces) => {
                let text = self.promela(at, pieces, &step.kind);
                if !text.is_empty() {
                    let generalised = generalised(judgement);
                    out.push(Item::Statement(Statement {
                        text,
                        span,
                        empty: false,
                        remark: None,
                        generalised,
                        instance: None,
                    }));
                }
            }
            Action::Bound => {
                let reason = judgement.reason.clone().unwrap_or_default();
                out.push(Item::Statement(Statement {
                    text: "assert(false)".into(),
                    span,
                    empty: false,
                    generalised: Some(reason.clone()),
                    remark: Some(reason),
                    instance: None,
                }));
            }
            Action::Lost if self.abstraction.options.role != Role::Open => out.push(Item::Statement(Statement {
                text: "skip".into(),
                span,
                empty: false,
                remark: Some(step.text.clone()),
                generalised: generalised(judgement),
                instance: None,
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
                let short = updating(&step.text);
                self.store(at, &place, value, short, span, out);
            }
            StepKind::Assert(e) => {
                let said = self.say(0, |t| t.truth(at, e));
                if let Ok((before, text)) = said {
                    out.extend(before.into_iter().map(|item| item.at(span)));
                    let text = if text.starts_with('(') { format!("assert{text}") } else { format!("assert({text})") };
                    out.push(Item::statement(text, span));
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
        let text = match short {
            Some(op) if !op.is_empty() && before.is_empty() && scalar.wraps_by_itself() => format!("{target}{op}"),
            _ => format!("{target} = {}", self.substituted(outer(&value))),
        };
        if !self.abstraction.options.split && shared > 0 && !before.is_empty() {
            let first: Vec<&str> = before.iter().filter_map(Item::text).collect();
            out.push(Item::statement(format!("d_step {{ {}; {text} }}", first.join("; ")), span));
            return;
        }
        out.extend(before.into_iter().map(|item| item.at(span)));
        out.push(Item::statement(text, span));
    }

    /// `a[a[0]]` as the target of a store: Spin refuses it, for its verifier would take the store back at the wrong place. The
    /// subscript is evaluated before.
    fn own_subscripts(&mut self, target: String, before: &mut Vec<Item>) -> String {
        let base = target.split(['[', '.']).next().unwrap_or_default().to_string();
        let mut out = String::new();
        let mut rest = target.as_str();
        while let Some(open) = rest.find('[') {
            let mut depth = 0;
            let close = rest[open..].find(|c| {
                depth += i32::from(c == '[') - i32::from(c == ']');
                depth == 0
            });
            let Some(close) = close.map(|c| open + c) else { break };
            let subscript = &rest[open + 1..close];
            out.push_str(&rest[..=open]);
            if super::print::words(subscript).contains(base.as_str()) {
                let name = format!("tmp{}", before.len());
                before.push(Item::statement(format!("{name} = {subscript}"), None));
                self.fetched = self.fetched.max(before.len());
                out.push_str(&name);
            } else {
                out.push_str(subscript);
            }
            rest = &rest[close..];
        }
        out + rest
    }

    /// `_Atomic`: an operation on it is one step.
    fn is_atomic(&self, place: &Place) -> bool {
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
        let items =
            fetched.into_iter().enumerate().map(|(i, (_, text))| Item::statement(format!("tmp{i} = {text}"), None));
        Ok((items.collect(), said))
    }

    /// Values between the steps of one statement.
    pub fn keep_value(&mut self, at: InstanceId, temp: u32, value: &Expr, out: &mut Vec<Item>) {
        let var = Var::Temp(at, temp);
        let place = Place { var, path: Vec::new(), ty: self.abstraction.var_type(var) };
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
                            let text = Translator::new(self.abstraction, &mut self.book).place(&leaf);
                            if let Ok(text) = text {
                                out.push(Item::statement(format!("{text} = 0"), span));
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
                    Err(_) => Value::new(t.place(source)?, (0, 0)),
                };
                Ok((t.place(target)?, value))
            });
            if let Ok((before, (target, value))) = said {
                out.extend(before.into_iter().map(|item| item.at(span)));
                out.push(Item::statement(format!("{target} = {}", value.text), span));
            }
        }
    }

    /// The guards of a condition and of its negation, and what must happen before.
    pub fn guards(&mut self, at: InstanceId, id: StepId) -> (Vec<Item>, Guard, Guard) {
        let step = self.abstraction.flow(at).step(id);
        let yes = self.abstraction.judge(at, id, false);
        let no = self.abstraction.judge(at, id, true);
        let StepKind::Condition(e) = &step.kind else {
            return (Vec::new(), plain("true", step.span), plain("true", step.span));
        };
        let mut before = Vec::new();
        let kept =
            [&yes, &no].iter().any(|j| matches!(j.action, Action::Keep | Action::Follow(_) | Action::Promela(_)));
        let mut text = None;
        if kept {
            if matches!(e.kind, ExprKind::Call { .. }) {
                text = self.called_condition(at, id, e, &yes, step.span, &mut before);
            } else if let Ok((items, said)) = self.say(0, |t| t.truth(at, e)) {
                before.extend(items.into_iter().map(|item| item.at(Some(step.span))));
                text = Some(said);
            }
        }
        let first = self.guard(at, id, &yes, false, text.as_deref());
        let second = self.guard(at, id, &no, true, text.as_deref());
        (before, first, second)
    }

    fn guard(&mut self, at: InstanceId, id: StepId, judgement: &Judgement, negated: bool, text: Option<&str>) -> Guard {
        let step = self.abstraction.flow(at).step(id);
        let c = if negated { step.negated() } else { step.text.clone() };
        let span = Some(step.span);
        let free = self.abstraction.is_free(at, id);
        let generalised = if free { None } else { generalised(judgement) };
        let statement = |text: String| Guard {
            item: Statement { generalised: generalised.clone(), ..plain_statement(text, span) },
            never: false,
        };
        match (&judgement.action, text) {
            (Action::Keep | Action::Follow(_) | Action::Bound, Some(text)) => {
                let text = self.substituted(text);
                let enclosed = if text.starts_with('(') { text } else { format!("({text})") };
                statement(if negated { format!("!{enclosed}") } else { enclosed })
            }
            (Action::Promela(pieces), _) if !mentions(pieces, RESULT) => {
                let text = self.promela(at, pieces, &step.kind);
                statement(text)
            }
            (Action::Promela(_), Some(text)) => {
                statement(if negated { format!("!({text})") } else { format!("({text})") })
            }
            (Action::Literal, _) => statement(self.literal(&c)),
            (Action::False, _) => Guard { never: true, ..statement("false".into()) },
            (Action::Print, _) => {
                let call = matches!(&step.kind, StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }));
                let c = if call && !negated { format!("!({})", step.negated()) } else { c };
                statement(printed(Class::Condition, &c))
            }
            (Action::Skip, _) => statement("skip".into()),
            _ => Guard { item: Statement { generalised: generalised.clone(), ..truth(&c, span) }, never: false },
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
        for (id, judgement) in ids.iter().zip(&judgements) {
            let step = flow.step(*id);
            let text = match (&step.kind, &said) {
                (StepKind::Default { .. }, _) if all_kept => Some("else".to_string()),
                (StepKind::Case { ranges, value }, Some(v)) => Some(self.in_ranges(v, value, ranges)),
                (StepKind::Default { ranges, value }, Some(v)) => {
                    Some(format!("!{}", self.in_ranges(v, value, ranges)))
                }
                _ => None,
            };
            let guard = match (&judgement.action, text) {
                (Action::Keep, Some(text)) => Guard { item: plain_statement(text, Some(step.span)), never: false },
                _ => self.guard(at, *id, judgement, false, None),
            };
            guards.push(guard);
        }
        (before, guards)
    }

    fn in_ranges(&mut self, value: &Value, of: &Expr, ranges: &[(i128, i128)]) -> String {
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
                Some(name) => Value { text: name.clone(), ..Value::constant(*c) },
                None => Value::constant(*c),
            };
            let compare =
                |op, c: &i128| arithmetic::binary(op, value, &constant(c), signed).map(|v| v.text).unwrap_or_default();
            if low == high {
                compare(BinaryOp::Eq, low)
            } else {
                format!("({}&&{})", compare(BinaryOp::Ge, low), compare(BinaryOp::Le, high))
            }
        };
        let tests: Vec<String> = ranges.iter().map(test).collect();
        match tests.as_slice() {
            [] => "(false)".to_string(),
            [one] => one.clone(),
            many => format!("({})", many.join("||")),
        }
    }

    /// The Promela of a table, with its metavariables translated.
    pub fn promela(&mut self, at: InstanceId, pieces: &[Piece], kind: &StepKind) -> String {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(t) => {
                    self.mention(at, t);
                    text.push_str(t);
                }
                Piece::Bound { c, .. } => {
                    let translated = self.bound(at, c, kind);
                    text.push_str(&translated);
                }
            }
        }
        text.trim().to_string()
    }

    /// A C expression that a metavariable stands for: a place if it is one, a value otherwise.
    fn bound(&mut self, at: InstanceId, c: &str, kind: &StepKind) -> String {
        if c == RESULT {
            return self.result_name(at, kind);
        }
        if let StepKind::Call { target: Some(t), .. } = kind
            && crate::program::print::expression(self.abstraction.program, t) == c
        {
            return self.result_name(at, kind);
        }
        let Some(e) = self.abstraction.bound_expression(kind, c) else { return c.to_string() };
        let mut translator = Translator::new(self.abstraction, &mut self.book);
        translator.insist = true;
        if let Ok(place) = self.abstraction.resolve(at, &e)
            && let Ok(text) = translator.place(&place)
        {
            return text;
        }
        match translator.value(at, &e) {
            Ok(value) => value.text,
            Err(_) => c.to_string(),
        }
    }

    /// Words of the user's Promela that are C variables must be declared.
    pub fn mention(&mut self, at: InstanceId, text: &str) {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let function = self.abstraction.instance(at).function;
        for word in words.filter(|w| !w.is_empty()) {
            let objects = &self.abstraction.program.objects;
            let local = objects.iter().position(|o| o.name == word && o.function == Some(function));
            let found = local.or_else(|| objects.iter().position(|o| o.name == word && o.function.is_none()));
            if let Some(index) = found {
                let var = self.abstraction.var(at, ObjectId(index as u32));
                use crate::abstraction::translate::Names;
                self.book.var(var);
                if let Type::Record(r) = self.abstraction.program.ty(self.abstraction.var_type(var))
                    && self.abstraction.table_type(self.abstraction.var_type(var)).is_none()
                {
                    self.foreign.insert(*r);
                }
            }
        }
    }

    /// The user's own words: strings that are names stand for themselves.
    pub fn literal(&mut self, text: &str) -> String {
        self.mention(ROOT, text);
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find('"') {
            let inner = &rest[start + 1..];
            let Some(end) = inner.find('"') else { break };
            let word = &inner[..end];
            let name = !word.is_empty()
                && word.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !word.starts_with(|c: char| c.is_ascii_digit());
            out.push_str(&rest[..start]);
            if name {
                out.push_str(word);
            } else {
                out.push_str(&rest[start..start + end + 2]);
            }
            rest = &inner[end + 1..];
        }
        out.push_str(rest);
        let spaced = spaced_assignment(&out);
        self.substituted(&spaced)
    }

    fn substituted(&self, text: &str) -> String {
        self.abstraction.tables.substituted(text)
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

fn plain_statement(text: String, span: Option<Span>) -> Statement {
    Statement { text, span, empty: false, remark: None, generalised: None, instance: None }
}

fn truth(c: &str, span: Option<Span>) -> Statement {
    Statement { text: "true".into(), span, empty: true, remark: Some(c.to_string()), generalised: None, instance: None }
}

fn plain(text: &str, span: Span) -> Guard {
    Guard {
        item: Statement {
            text: text.into(),
            span: Some(span),
            empty: true,
            remark: None,
            generalised: None,
            instance: None,
        },
        never: false,
    }
}

/// `printf("C: …\n")`
fn printed(class: Class, text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('\n', " ");
    format!("printf(\"{class}: {escaped}\\n\")")
}

/// `++` or `--` if the step is nothing but that; empty if it is `+=` and its kin, which read and write at once.
fn updating(text: &str) -> Option<&str> {
    let step =
        ["++", "--"].into_iter().find(|op| text.ends_with(op) || text.starts_with(op)).filter(|_| !text.contains('='));
    step.or_else(|| condition::assignment(text).is_none().then_some(""))
}

/// A value as the right side of an assignment.
fn outer(value: &Value) -> &str {
    &value.text
}

/// `a=b` as `a = b`.
fn spaced_assignment(text: &str) -> String {
    match condition::assignment(text) {
        Some((left, right)) => format!("{left} = {right}"),
        None => text.to_string(),
    }
}
