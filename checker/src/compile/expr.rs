//! Expressions to typed values.

use super::names::Scopes;
use super::types::{Scalar, Type, Var, VarPlace, slot_at};
use super::{Compiler, LabelRef};
use crate::model::{
    self, Binary, ChannelQuestion, Compare, Effect, Expr, Index, LabelId, Pattern, Place, ProcessQuestion, ProctypeId,
    Region, TempId, Unary,
};
use promela::ast::{self, BinaryOp, ExprKind, Probe, ReceiveArg, UnaryOp, VarRef};
use promela::finding::Finding;
use promela::source::Span;

/// What a variable reference denotes.
pub(super) enum Denoted {
    Place {
        place: Place,
        ty: Scalar,
    },
    /// A structure.
    Struct {
        region: Region,
        id: super::types::StructId,
        at: u32,
        indices: Vec<Index>,
    },
    Constant(i32),
    /// `_pid` and its kin.
    Predefined(Expr),
    /// `_`: what is stored is lost.
    Scratch,
    /// `_priority` of the running process.
    OwnPriority,
    /// `STDIN`
    Stdin,
    /// An error was reported.
    Unknown,
}

impl Compiler<'_> {
    /// The value of an expression. Processes that it starts are in `started` then.
    pub(super) fn expr(&mut self, e: &ast::Expr, scopes: &Scopes) -> Expr {
        if let Some(n) = self.folded(e) {
            return Expr::i32(n);
        }
        match &e.kind {
            ExprKind::Const(n) => Expr::i32(*n),
            ExprKind::Var(v) => self.load(v, scopes),
            ExprKind::Unary(op, a) => {
                let value = self.expr(a, scopes);
                match op {
                    UnaryOp::Not => Expr::Not(Box::new(value)),
                    UnaryOp::Neg => unary(Unary::Neg, value),
                    UnaryOp::BitNot => unary(Unary::BitNot, value),
                    UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually => self.temporal(e.span),
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.span, scopes),
            ExprKind::Conditional(c, a, b) => {
                let condition = Box::new(self.expr(c, scopes));
                let yes = Box::new(self.sometimes(a, scopes));
                let no = Box::new(self.sometimes(b, scopes));
                Expr::Conditional { condition, yes, no }
            }
            ExprKind::Run { proctype, args, priority } => self.run(proctype, args, priority.as_deref(), scopes),
            ExprKind::Len(q) => Expr::ask(ChannelQuestion::Length, self.channel(q, scopes)),
            ExprKind::Probe(p, q) => {
                let question = match p {
                    Probe::Full => ChannelQuestion::IsFull,
                    Probe::Empty => ChannelQuestion::IsEmpty,
                    Probe::NFull => ChannelQuestion::NotFull,
                    Probe::NEmpty => ChannelQuestion::NotEmpty,
                };
                Expr::ask(question, self.channel(q, scopes))
            }
            ExprKind::Poll { channel, random, args } => {
                let channel = Box::new(self.channel(channel, scopes));
                let mut patterns = self.patterns(args, scopes);
                for (i, p) in patterns.iter_mut().enumerate() {
                    match p {
                        Pattern::Match(_) => self.check_field(i, e.span),
                        Pattern::Store(_) | Pattern::Ignore => *p = Pattern::Ignore,
                    }
                }
                Expr::Poll { channel, patterns, random: *random }
            }
            ExprKind::Enabled(p) => {
                self.has_enabled = true;
                Expr::process(ProcessQuestion::Enabled(self.expr(p, scopes)))
            }
            ExprKind::PcValue(p) => Expr::process(ProcessQuestion::ControlState(self.expr(p, scopes))),
            ExprKind::GetPriority(p) => Expr::process(ProcessQuestion::Priority(self.expr(p, scopes))),
            ExprKind::Timeout => {
                self.has_timeout = true;
                Expr::process(ProcessQuestion::Timeout)
            }
            ExprKind::Named { value, .. } => self.expr(value, scopes),
            ExprKind::NonProgress => {
                self.has_np = true;
                Expr::process(ProcessQuestion::NonProgress)
            }
            ExprKind::RemoteLabel { proctype, pid, label } => {
                let Some(p) = self.proctype_index(proctype) else { return Expr::i32(0) };
                let process = self.remote_pid(p, pid.as_deref(), scopes);
                let name = label.name.clone();
                let index = LabelId(self.label_refs.len() as u32);
                self.label_refs.push(LabelRef { proctype: p, label: name, span: label.span });
                Expr::process(ProcessQuestion::IsAt(process, index))
            }
            ExprKind::RemoteVar { proctype, pid, var } => {
                let Some(p) = self.proctype_index(proctype) else { return Expr::i32(0) };
                self.remote_var(p, pid.as_deref(), var, scopes)
            }
            ExprKind::EmbeddedC(c) => {
                self.embedded_c(c);
                Expr::i32(0)
            }
        }
    }

    /// An expression that is evaluated only if another one says so: it cannot start a process.
    fn sometimes(&mut self, e: &ast::Expr, scopes: &Scopes) -> Expr {
        let before = self.started.len();
        let value = self.expr(e, scopes);
        if self.started.len() > before {
            self.started.truncate(before);
            self.findings.push(
                Finding::error("C091", e.span, "`run` in a part of an expression that is not always evaluated")
                    .help("start the process in a statement of its own"),
            );
        }
        value
    }

    /// An expression where no process can be started.
    pub(super) fn expr_without_run(&mut self, e: &ast::Expr, scopes: &Scopes) -> Expr {
        let value = self.expr(e, scopes);
        if !self.take_started().is_empty() {
            self.error("C092", e.span, "no process can be started here".to_string());
        }
        value
    }

    /// The processes that the expressions of a statement start. They do so before anything else happens.
    pub(super) fn take_started(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.started)
    }

    /// A value that exists during the step.
    pub(super) fn temp(&mut self) -> Place {
        let temp = TempId(self.temps);
        self.temps += 1;
        Place::Temp { temp, ty: model::Type::I32 }
    }

    fn temporal(&mut self, span: Span) -> Expr {
        self.findings.push(
            Finding::error("C040", span, "a temporal operator outside of an ltl formula")
                .help("put the formula in an `ltl name { … }` block"),
        );
        Expr::i32(0)
    }

    pub(super) fn embedded_c(&mut self, c: &ast::EmbeddedC) {
        self.findings.push(
            Finding::error("C041", c.span, format!("`{}`: embedded C cannot be checked yet", c.keyword))
                .label("this needs a C compiler in Spin, and an interpreter here")
                .help("express it in Promela, or check this model with Spin"),
        );
    }

    /// The value of an expression made of literals and mtype constants only.
    fn folded(&self, e: &ast::Expr) -> Option<i32> {
        fn literal(e: &ast::Expr, depth: u32) -> bool {
            depth < 50
                && match &e.kind {
                    ExprKind::Const(_) => true,
                    ExprKind::Unary(_, a) => literal(a, depth + 1),
                    ExprKind::Binary(_, a, b) => literal(a, depth + 1) && literal(b, depth + 1),
                    _ => false,
                }
        }
        if literal(e, 0) { self.constant(e) } else { None }
    }

    fn binary(&mut self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, span: Span, scopes: &Scopes) -> Expr {
        use BinaryOp as B;
        let left = self.expr(a, scopes);
        if let B::And | B::Or = op {
            let right = Box::new(self.sometimes(b, scopes));
            let left = Box::new(left);
            return if op == B::And { Expr::And(left, right) } else { Expr::Or(left, right) };
        }
        let right = self.expr(b, scopes);
        match op {
            B::Add => Expr::binary(Binary::Add, left, right),
            B::Sub => Expr::binary(Binary::Sub, left, right),
            B::Mul => Expr::binary(Binary::Mul, left, right),
            B::Div => Expr::binary(Binary::Div, left, right),
            B::Rem => Expr::binary(Binary::Rem, left, right),
            B::BitAnd => Expr::binary(Binary::BitAnd, left, right),
            B::BitXor => Expr::binary(Binary::BitXor, left, right),
            B::BitOr => Expr::binary(Binary::BitOr, left, right),
            B::Shl => Expr::binary(Binary::Shl, left, right),
            B::Shr => Expr::binary(Binary::Shr, left, right),
            B::Lt => Expr::compare(Compare::Lt, left, right),
            B::Gt => Expr::compare(Compare::Gt, left, right),
            B::Le => Expr::compare(Compare::Le, left, right),
            B::Ge => Expr::compare(Compare::Ge, left, right),
            B::Eq => Expr::compare(Compare::Eq, left, right),
            B::Ne => Expr::compare(Compare::Ne, left, right),
            B::And | B::Or | B::Until | B::WeakUntil | B::Release | B::Implies | B::Equiv => self.temporal(span),
        }
    }

    /// A constant index, mtype constants included.
    fn constant_index(&self, e: &ast::Expr, scopes: &Scopes) -> Option<i32> {
        if let Some(n) = self.folded(e) {
            return Some(n);
        }
        match &e.kind {
            ExprKind::Var(v) if v.parts.len() == 1 && v.parts[0].index.is_none() => {
                let name = &v.parts[0].name.name;
                if scopes.find(name).is_some() || self.global_names.contains_key(name) {
                    return None;
                }
                self.mtype_values.get(name).map(|&(value, _)| value)
            }
            _ => None,
        }
    }

    fn run(
        &mut self,
        proctype: &ast::Ident,
        args: &[ast::Expr],
        priority: Option<&ast::Expr>,
        scopes: &Scopes,
    ) -> Expr {
        let Some(p) = self.proctype_index(proctype) else { return Expr::i32(0) };
        if !self.procs[p as usize].runnable {
            self.error("C042", proctype.span, format!("`{}` cannot be run", proctype.name));
            return Expr::i32(0);
        }
        let mut values = Vec::new();
        for a in args {
            self.argument(a, scopes, &mut values);
        }
        let (count, wanted) = (values.len(), self.procs[p as usize].param_count as usize);
        if count != wanted {
            self.findings.push(
                Finding::error(
                    "C043",
                    proctype.span,
                    format!("`{}` takes {wanted} arguments, {count} are given", proctype.name),
                )
                .related(self.procs[p as usize].span, "declared here"),
            );
        }
        let priority = priority.map_or(Some(1), |e| self.constant(e)).unwrap_or(0);
        if !(0..=255).contains(&priority) {
            self.error("C044", proctype.span, format!("a priority of {priority} is not between 1 and 255"));
        }
        let result = self.temp();
        self.started.push(Effect::Run {
            proctype: ProctypeId(p),
            args: values,
            priority: priority.clamp(1, 255) as u8,
            result: Some(result.clone()),
        });
        Expr::load(result)
    }

    /// An argument of `run` or a send: a structure becomes all its scalars.
    pub(super) fn argument(&mut self, e: &ast::Expr, scopes: &Scopes, out: &mut Vec<Expr>) {
        if let ExprKind::Var(v) = &e.kind {
            let denoted = self.denote(v, scopes);
            if let Denoted::Struct { .. } = denoted {
                out.extend(self.struct_leaves(denoted).iter().map(|l| self.load_denoted(l)));
                return;
            }
        }
        let value = self.expr(e, scopes);
        out.push(value);
    }

    /// The scalars of a structure, in order.
    pub(super) fn struct_leaves(&self, d: Denoted) -> Vec<Denoted> {
        let Denoted::Struct { region, id, at, indices } = d else { return vec![d] };
        let mut out = Vec::new();
        self.collect_struct(region, id, at, &indices, &mut out);
        out
    }

    fn collect_struct(
        &self,
        region: Region,
        id: super::types::StructId,
        at: u32,
        indices: &[Index],
        out: &mut Vec<Denoted>,
    ) {
        for f in &self.structs[id.0 as usize].fields {
            let (size, _) = self.size(f.ty);
            for i in 0..f.len.unwrap_or(1) {
                if out.len() > 1000 {
                    return;
                }
                let at = at + f.offset + i * size;
                match f.ty {
                    Type::Struct(inner) => self.collect_struct(region, inner, at, indices, out),
                    Type::Scalar(ty) => {
                        let place = scalar_place(region, at, indices.to_vec(), ty, f.len);
                        out.push(Denoted::Place { place, ty });
                    }
                }
            }
        }
    }

    fn remote_pid(&mut self, proctype: u32, pid: Option<&ast::Expr>, scopes: &Scopes) -> Expr {
        match pid {
            Some(e) => self.expr(e, scopes),
            None => Expr::process(ProcessQuestion::First(ProctypeId(proctype))),
        }
    }

    fn remote_var(&mut self, p: u32, pid: Option<&ast::Expr>, var: &VarRef, scopes: &Scopes) -> Expr {
        let name = &var.parts[0].name;
        let found = self.procs[p as usize].locals.iter().find(|v| v.name == name.name).cloned();
        let Some(v) = found else {
            if name.name == "_p" {
                return Expr::process(ProcessQuestion::ControlState(self.remote_pid(p, pid, scopes)));
            }
            self.error(
                "C045",
                name.span,
                format!("proctype `{}` has no variable `{}`", self.procs[p as usize].name, name.name),
            );
            return Expr::i32(0);
        };
        if var.parts.len() > 1 {
            self.error("C046", var.span, "a remote reference cannot name a field of a structure".to_string());
            return Expr::i32(0);
        }
        let place = match (v.ty, v.place, &var.parts[0].index) {
            (Type::Scalar(_), VarPlace::Slot(slot), None) => Place::local(slot),
            (Type::Scalar(s), VarPlace::Bytes(at), index) => {
                let index = index.as_ref().map_or(Expr::i32(0), |i| self.expr(i, scopes));
                let index = Index { index, len: v.len.unwrap_or(1), stride: s.cell().bytes() };
                Place::Element { region: Region::Local, at, indices: vec![index], cell: s.cell() }
            }
            _ => {
                self.error("C047", var.span, format!("`{}` cannot be referred to from elsewhere", name.name));
                return Expr::i32(0);
            }
        };
        let process = Box::new(self.remote_pid(p, pid, scopes));
        Expr::load(Place::Remote { process, proctype: ProctypeId(p), place: Box::new(place) })
    }

    /// The number of a channel.
    pub(super) fn channel(&mut self, v: &VarRef, scopes: &Scopes) -> Expr {
        let denoted = self.denote(v, scopes);
        match &denoted {
            Denoted::Place { ty: Scalar::Chan | Scalar::Byte, .. } | Denoted::Unknown => {}
            _ => {
                self.error("C048", v.span, format!("`{}` is not a channel", v.parts[0].name.name));
                return Expr::i32(0);
            }
        }
        self.load_denoted(&denoted)
    }

    fn load(&mut self, v: &VarRef, scopes: &Scopes) -> Expr {
        let denoted = self.denote(v, scopes);
        if let Denoted::Struct { .. } = denoted {
            self.findings.push(
                Finding::error(
                    "C049",
                    v.span,
                    format!("`{}` is a structure, a value is needed here", v.parts[0].name.name),
                )
                .help("name one of its fields"),
            );
        }
        if let Denoted::Scratch | Denoted::Stdin = denoted {
            self.error("C050", v.span, format!("`{}` has no value", v.parts[0].name.name));
        }
        self.load_denoted(&denoted)
    }

    pub(super) fn load_denoted(&self, d: &Denoted) -> Expr {
        match d {
            Denoted::Place { place, .. } => Expr::load(place.clone()),
            Denoted::Constant(n) => Expr::i32(*n),
            Denoted::Predefined(value) => value.clone(),
            Denoted::OwnPriority => Expr::process(ProcessQuestion::Priority(Expr::process(ProcessQuestion::Pid))),
            Denoted::Scratch | Denoted::Stdin | Denoted::Unknown | Denoted::Struct { .. } => Expr::i32(0),
        }
    }

    /// What sets a variable, processes that are started for it included.
    pub(super) fn store_denoted(&mut self, d: &Denoted, value: Expr) -> Vec<Effect> {
        let mut effects = self.take_started();
        let place = match d {
            Denoted::Place { place, .. } => place.clone(),
            Denoted::OwnPriority => {
                effects.push(Effect::SetPriority { process: Expr::process(ProcessQuestion::Pid), priority: value });
                return effects;
            }
            // The value is lost, but what goes wrong in it is not.
            _ => self.temp(),
        };
        // `x = run p()`
        match (effects.last_mut(), &value) {
            (Some(Effect::Run { result: Some(result), .. }), Expr::Load { place: loaded, .. }) if result == loaded => {
                *result = place;
            }
            _ => effects.push(Effect::Assign { place, value }),
        }
        effects
    }

    /// What a reference denotes. Reports what is wrong with it.
    pub(super) fn denote(&mut self, v: &VarRef, scopes: &Scopes) -> Denoted {
        let first = &v.parts[0];
        let name = first.name.name.as_str();
        let var: Var = match scopes.find(name) {
            Some(i) => self.procs[scopes.proctype as usize].locals[i].clone(),
            None => match self.global_names.get(name) {
                Some(&i) => self.globals[i].clone(),
                None => return self.denote_other(v, scopes),
            },
        };
        self.denote_var(&var, v, scopes)
    }

    fn denote_other(&mut self, v: &VarRef, scopes: &Scopes) -> Denoted {
        let name = v.parts[0].name.name.as_str();
        match name {
            "_pid" => Denoted::Predefined(Expr::process(ProcessQuestion::Pid)),
            "_nr_pr" => Denoted::Predefined(Expr::process(ProcessQuestion::Count)),
            "_last" => match self.last {
                Some(slot) => Denoted::Predefined(Expr::load(Place::global(slot))),
                None => Denoted::Unknown,
            },
            "_" => Denoted::Scratch,
            "_priority" => Denoted::OwnPriority,
            "STDIN" => Denoted::Stdin,
            _ => match self.mtype_values.get(name) {
                Some(&(value, _)) => Denoted::Constant(value),
                None => {
                    let mut known: Vec<&str> = scopes.names().collect();
                    known.extend(self.global_names.keys().map(String::as_str));
                    known.extend(self.mtype_values.keys().map(String::as_str));
                    let mut finding = Finding::error("C051", v.span, format!("`{name}` is not declared"));
                    if let Some(near) = super::names::nearest(name, known) {
                        finding = finding.help(format!("did you mean `{near}`?"));
                    }
                    self.findings.push(finding);
                    Denoted::Unknown
                }
            },
        }
    }

    fn denote_var(&mut self, var: &Var, v: &VarRef, scopes: &Scopes) -> Denoted {
        let region = var.base;
        let at = match (var.place, var.ty) {
            (VarPlace::Slot(slot), Type::Scalar(ty)) => {
                if let Some(index) = &v.parts[0].index
                    && self.constant(index) != Some(0)
                {
                    self.error("C052", v.span, format!("`{}` is not an array", var.name));
                }
                if v.parts.len() > 1 {
                    self.error("C053", v.span, format!("`{}` is not a structure", var.name));
                }
                return Denoted::Place { place: Place::Slot { region, slot }, ty };
            }
            (VarPlace::Bytes(at), _) => at,
            (VarPlace::Slot(_), Type::Struct(_)) => return Denoted::Unknown,
        };
        let mut offset = at;
        let mut indices: Vec<Index> = Vec::new();
        let (mut ty, mut len, mut name) = (var.ty, var.len, var.name.clone());
        for (i, part) in v.parts.iter().enumerate() {
            if i > 0 {
                let Type::Struct(id) = ty else {
                    self.error("C053", v.span, format!("`{name}` is not a structure"));
                    return Denoted::Unknown;
                };
                let s = &self.structs[id.0 as usize];
                let Some(f) = s.fields.iter().find(|f| f.name == part.name.name) else {
                    let near = super::names::nearest(&part.name.name, s.fields.iter().map(|f| f.name.as_str()));
                    let mut finding = Finding::error(
                        "C054",
                        part.name.span,
                        format!("typedef `{}` has no field `{}`", s.name, part.name.name),
                    );
                    if let Some(near) = near {
                        finding = finding.help(format!("did you mean `{near}`?"));
                    }
                    self.findings.push(finding);
                    return Denoted::Unknown;
                };
                (ty, len, name) = (f.ty, f.len, f.name.clone());
                offset += f.offset;
            }
            let (size, _) = self.size(ty);
            match (&part.index, len) {
                (Some(index), Some(n)) => {
                    if let Some(k) = self.constant_index(index, scopes)
                        && (0..n as i32).contains(&k)
                    {
                        offset += k as u32 * size;
                        continue;
                    }
                    let index = self.expr(index, scopes);
                    indices.push(Index { index, len: n, stride: size });
                }
                (Some(index), None) => {
                    if self.constant(index) != Some(0) {
                        self.error("C052", part.name.span, format!("`{name}` is not an array"));
                    }
                }
                // Spin takes the first element of an array without index.
                (None, _) => {}
            }
        }
        match ty {
            Type::Struct(id) => Denoted::Struct { region, id, at: offset, indices },
            Type::Scalar(ty) => Denoted::Place { place: scalar_place(region, offset, indices, ty, len), ty },
        }
    }

    /// The arguments of a receive, structures spread out.
    pub(super) fn patterns(&mut self, args: &[ReceiveArg], scopes: &Scopes) -> Vec<Pattern> {
        let mut out = Vec::new();
        for a in args {
            match a {
                ReceiveArg::Const(e) | ReceiveArg::Eval(e) => out.push(Pattern::Match(self.expr(e, scopes))),
                ReceiveArg::Var(v) => match self.denote(v, scopes) {
                    Denoted::Constant(n) => out.push(Pattern::Match(Expr::i32(n))),
                    Denoted::Predefined(value) => out.push(Pattern::Match(value)),
                    d => out.extend(self.struct_leaves(d).into_iter().map(|d| match d {
                        Denoted::Place { place, .. } => Pattern::Store(place),
                        Denoted::OwnPriority => Pattern::Store(self.temp()),
                        _ => Pattern::Ignore,
                    })),
                },
            }
        }
        out
    }

    pub(super) fn check_field(&mut self, i: usize, span: Span) {
        if i >= 32 {
            self.error("C055", span, "only the first 32 fields of a message can be compared here".to_string());
        }
    }
}

fn unary(op: Unary, value: Expr) -> Expr {
    Expr::Unary { op, ty: model::Type::I32, value: Box::new(value) }
}

/// A scalar that begins at a byte of a region, and further on by indices. `len`: of the array that it is an element of.
fn scalar_place(region: Region, at: u32, indices: Vec<Index>, ty: Scalar, len: Option<u32>) -> Place {
    let cell = ty.field_cell(len);
    if indices.is_empty() {
        return Place::Slot { region, slot: slot_at(at, cell) };
    }
    Place::Element { region, at, indices, cell }
}
