//! Expressions to code.

use super::names::Scopes;
use super::types::{Place, Scalar, Type, Var, slot_at};
use super::{Compiler, LabelRef};
use crate::model::layout::Slot;
use crate::model::op::{Base, Binary, Cell, Op};
use promela::ast::{self, BinaryOp, Expr, ExprKind, Probe, ReceiveArg, UnaryOp, VarRef};
use promela::finding::Finding;
use promela::source::Span;

/// What a variable reference denotes.
pub(super) enum Denoted {
    /// A scalar at a fixed place.
    Slot {
        base: Base,
        slot: Slot,
        ty: Scalar,
    },
    /// An element of an array of scalars; the index is code.
    Element {
        base: Base,
        at: u32,
        len: u32,
        ty: Scalar,
        index: Vec<Op>,
    },
    /// A scalar at an address that the code pushes.
    At {
        base: Base,
        ty: Scalar,
        cell: Cell,
        address: Vec<Op>,
    },
    /// A structure, fixed (no code) or at an address that the code pushes.
    Struct {
        base: Base,
        id: super::types::StructId,
        at: u32,
        address: Vec<Op>,
    },
    Constant(i32),
    /// `_pid` and its kin: pushes a value.
    Predefined(Op),
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
    /// Code that pushes the value of an expression.
    pub(super) fn expr(&mut self, e: &Expr, scopes: &Scopes, out: &mut Vec<Op>) {
        if let Some(n) = self.folded(e) {
            out.push(Op::Const(n));
            return;
        }
        match &e.kind {
            ExprKind::Const(n) => out.push(Op::Const(*n)),
            ExprKind::Var(v) => self.load(v, scopes, out),
            ExprKind::Unary(op, a) => {
                self.expr(a, scopes, out);
                match op {
                    UnaryOp::Not => out.push(Op::Not),
                    UnaryOp::Neg => out.push(Op::Neg),
                    UnaryOp::BitNot => out.push(Op::BitNot),
                    UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually => self.temporal(e.span),
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.span, scopes, out),
            ExprKind::Conditional(c, a, b) => {
                self.expr(c, scopes, out);
                let mut yes = Vec::new();
                let mut no = Vec::new();
                self.expr(a, scopes, &mut yes);
                self.expr(b, scopes, &mut no);
                out.push(Op::JumpIfZero(yes.len() as i32 + 1));
                yes.push(Op::Jump(no.len() as i32));
                out.append(&mut yes);
                out.append(&mut no);
            }
            ExprKind::Run { proctype, args, priority } => self.run(proctype, args, priority.as_deref(), scopes, out),
            ExprKind::Len(q) => {
                self.channel(q, scopes, out);
                out.push(Op::Len);
            }
            ExprKind::Probe(p, q) => {
                self.channel(q, scopes, out);
                out.push(match p {
                    Probe::Full => Op::IsFull,
                    Probe::Empty => Op::IsEmpty,
                    Probe::NFull => Op::NotFull,
                    Probe::NEmpty => Op::NotEmpty,
                });
            }
            ExprKind::Poll { channel, random, args } => {
                self.channel(channel, scopes, out);
                let fields = self.receive_fields(args, scopes);
                let mut mask = 0;
                for (i, f) in fields.iter().enumerate() {
                    if let ReceiveField::Match(code) = f {
                        mask |= self.mask_bit(i, e.span);
                        out.extend(code);
                    }
                }
                out.push(Op::Poll { mask, fields: fields.len() as u16, random: *random });
            }
            ExprKind::Enabled(p) => {
                self.has_enabled = true;
                self.expr(p, scopes, out);
                out.push(Op::Enabled);
            }
            ExprKind::PcValue(p) => {
                self.expr(p, scopes, out);
                out.push(Op::PcValue);
            }
            ExprKind::GetPriority(p) => {
                self.expr(p, scopes, out);
                out.push(Op::GetPriority);
            }
            ExprKind::Timeout => {
                self.has_timeout = true;
                out.push(Op::Timeout);
            }
            ExprKind::Named { value, .. } => self.expr(value, scopes, out),
            ExprKind::NonProgress => {
                self.has_np = true;
                out.push(Op::NonProgress);
            }
            ExprKind::RemoteLabel { proctype, pid, label } => {
                let Some(p) = self.proctype_index(proctype) else { return };
                self.remote_pid(p, pid.as_deref(), scopes, out);
                out.push(Op::PcValue);
                let name = label.name.clone();
                let index = self.label_refs.len() as u32;
                self.label_refs.push(LabelRef { proctype: p, label: name, span: label.span });
                out.push(Op::Label(index));
                out.push(Op::Eq);
            }
            ExprKind::RemoteVar { proctype, pid, var } => {
                let Some(p) = self.proctype_index(proctype) else { return };
                self.remote_var(p, pid.as_deref(), var, scopes, out);
            }
            ExprKind::EmbeddedC(c) => self.embedded_c(c),
        }
    }

    fn temporal(&mut self, span: Span) {
        self.findings.push(
            Finding::error("C040", span, "a temporal operator outside of an ltl formula")
                .help("put the formula in an `ltl name { … }` block"),
        );
    }

    pub(super) fn embedded_c(&mut self, c: &ast::EmbeddedC) {
        self.findings.push(
            Finding::error("C041", c.span, format!("`{}`: embedded C cannot be checked yet", c.keyword))
                .label("this needs a C compiler in Spin, and an interpreter here")
                .help("express it in Promela, or check this model with Spin"),
        );
    }

    /// The value of an expression made of literals and mtype constants only.
    fn folded(&self, e: &Expr) -> Option<i32> {
        fn literal(e: &Expr, depth: u32) -> bool {
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

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span, scopes: &Scopes, out: &mut Vec<Op>) {
        use BinaryOp as B;
        self.expr(a, scopes, out);
        match op {
            B::And | B::Or => {
                let mut rest = Vec::new();
                self.expr(b, scopes, &mut rest);
                let skip = rest.len() as i32 + 1;
                out.push(if op == B::And { Op::AndJump(skip) } else { Op::OrJump(skip) });
                out.append(&mut rest);
                out.push(Op::Bool);
                return;
            }
            _ => {}
        }
        if let Some(n) = self.folded_operand(b, scopes) {
            let fused = match op {
                B::Add => Some(Op::AddConst(n)),
                B::Sub => Some(Op::AddConst(n.wrapping_neg())),
                B::Eq => Some(Op::EqConst(n)),
                B::Ne => Some(Op::NeConst(n)),
                B::Lt => Some(Op::LtConst(n)),
                B::Gt => Some(Op::GtConst(n)),
                _ => None,
            };
            if let Some(op) = fused {
                out.push(op);
                return;
            }
        }
        let before = out.len();
        self.expr(b, scopes, out);
        if let Some(fused) = fused_binary(op, &out[before..]) {
            out.truncate(before);
            out.push(fused);
            return;
        }
        out.push(match op {
            B::Add => Op::Add,
            B::Sub => Op::Sub,
            B::Mul => Op::Mul,
            B::Div => Op::Div,
            B::Rem => Op::Rem,
            B::BitAnd => Op::BitAnd,
            B::BitXor => Op::BitXor,
            B::BitOr => Op::BitOr,
            B::Shl => Op::Shl,
            B::Shr => Op::Shr,
            B::Lt => Op::Lt,
            B::Gt => Op::Gt,
            B::Le => Op::Le,
            B::Ge => Op::Ge,
            B::Eq => Op::Eq,
            B::Ne => Op::Ne,
            B::And | B::Or | B::Until | B::WeakUntil | B::Release | B::Implies | B::Equiv => {
                self.temporal(span);
                return;
            }
        });
    }

    /// A constant operand, mtype constants included.
    fn folded_operand(&mut self, e: &Expr, scopes: &Scopes) -> Option<i32> {
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
        args: &[Expr],
        priority: Option<&Expr>,
        scopes: &Scopes,
        out: &mut Vec<Op>,
    ) {
        let Some(p) = self.proctype_index(proctype) else { return };
        if !self.procs[p as usize].runnable {
            self.error("C042", proctype.span, format!("`{}` cannot be run", proctype.name));
            return;
        }
        let mut count = 0;
        for a in args {
            count += self.argument(a, scopes, out);
        }
        let wanted = self.procs[p as usize].param_count as usize;
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
        out.push(Op::Run { proctype: p, args: count as u16, priority: priority.clamp(1, 255) as u8 });
    }

    /// Code for an argument of `run` or a send: a structure becomes all its scalars. Gives their number.
    pub(super) fn argument(&mut self, e: &Expr, scopes: &Scopes, out: &mut Vec<Op>) -> usize {
        if let ExprKind::Var(v) = &e.kind {
            let denoted = self.denote(v, scopes);
            if let Denoted::Struct { .. } = denoted {
                let leaves = self.struct_leaves(denoted);
                for l in &leaves {
                    self.load_denoted(l, out);
                }
                return leaves.len();
            }
        }
        self.expr(e, scopes, out);
        1
    }

    /// The scalars of a structure, in order.
    pub(super) fn struct_leaves(&self, d: Denoted) -> Vec<Denoted> {
        let Denoted::Struct { base, id, at, address } = d else { return vec![d] };
        let mut out = Vec::new();
        self.collect_struct(base, id, at, &address, &mut out);
        out
    }

    fn collect_struct(&self, base: Base, id: super::types::StructId, at: u32, address: &[Op], out: &mut Vec<Denoted>) {
        for f in &self.structs[id.0 as usize].fields {
            let (size, _) = self.size(f.ty);
            for i in 0..f.len.unwrap_or(1) {
                if out.len() > 1000 {
                    return;
                }
                let at = at + f.offset + i * size;
                match f.ty {
                    Type::Struct(inner) => self.collect_struct(base, inner, at, address, out),
                    Type::Scalar(ty) if address.is_empty() => {
                        out.push(Denoted::Slot { base, slot: slot_at(at, ty.field_cell(f.len)), ty });
                    }
                    Type::Scalar(ty) => {
                        let mut address = address.to_vec();
                        address.push(Op::AddConst(at as i32));
                        out.push(Denoted::At { base, ty, cell: ty.field_cell(f.len), address });
                    }
                }
            }
        }
    }

    fn remote_pid(&mut self, proctype: u32, pid: Option<&Expr>, scopes: &Scopes, out: &mut Vec<Op>) {
        match pid {
            Some(e) => self.expr(e, scopes, out),
            None => out.push(Op::FirstPid(proctype)),
        }
    }

    fn remote_var(&mut self, p: u32, pid: Option<&Expr>, var: &VarRef, scopes: &Scopes, out: &mut Vec<Op>) {
        let name = &var.parts[0].name;
        let found = self.procs[p as usize].locals.iter().find(|v| v.name == name.name).cloned();
        let Some(v) = found else {
            if name.name == "_p" {
                self.remote_pid(p, pid, scopes, out);
                out.push(Op::PcValue);
                return;
            }
            self.error(
                "C045",
                name.span,
                format!("proctype `{}` has no variable `{}`", self.procs[p as usize].name, name.name),
            );
            return;
        };
        if var.parts.len() > 1 {
            self.error("C046", var.span, "a remote reference cannot name a field of a structure".to_string());
            return;
        }
        match (v.ty, v.place, &var.parts[0].index) {
            (Type::Scalar(_), Place::Slot(slot), None) => {
                self.remote_pid(p, pid, scopes, out);
                out.push(Op::LoadRemote { proctype: p, slot });
            }
            (Type::Scalar(s), Place::Bytes(at), index) => {
                match index {
                    Some(i) => self.expr(i, scopes, out),
                    None => out.push(Op::Const(0)),
                }
                self.remote_pid(p, pid, scopes, out);
                out.push(Op::LoadRemoteIndex { proctype: p, at, len: v.len.unwrap_or(1), cell: s.cell() });
            }
            _ => self.error("C047", var.span, format!("`{}` cannot be referred to from elsewhere", name.name)),
        }
    }

    /// Code that pushes a channel number.
    pub(super) fn channel(&mut self, v: &VarRef, scopes: &Scopes, out: &mut Vec<Op>) {
        let denoted = self.denote(v, scopes);
        match &denoted {
            Denoted::Slot { ty: Scalar::Chan | Scalar::Byte, .. }
            | Denoted::Element { ty: Scalar::Chan | Scalar::Byte, .. }
            | Denoted::At { ty: Scalar::Chan | Scalar::Byte, .. }
            | Denoted::Unknown => {}
            _ => {
                self.error("C048", v.span, format!("`{}` is not a channel", v.parts[0].name.name));
                return;
            }
        }
        self.load_denoted(&denoted, out);
    }

    fn load(&mut self, v: &VarRef, scopes: &Scopes, out: &mut Vec<Op>) {
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
            return;
        }
        if let Denoted::Scratch | Denoted::Stdin = denoted {
            self.error("C050", v.span, format!("`{}` has no value", v.parts[0].name.name));
            return;
        }
        self.load_denoted(&denoted, out);
    }

    pub(super) fn load_denoted(&mut self, d: &Denoted, out: &mut Vec<Op>) {
        match d {
            Denoted::Slot { base: Base::Global, slot, .. } => out.push(Op::LoadGlobal(*slot)),
            Denoted::Slot { base: Base::Local, slot, .. } => out.push(Op::LoadLocal(*slot)),
            Denoted::Slot { base: Base::Hidden, slot, .. } => out.push(Op::LoadHidden(*slot)),
            Denoted::Element { base: Base::Global, at, len, ty, index } => {
                if let [Op::LoadLocal(Slot { word, shift, bits, signed: false })] = index[..]
                    && let (Ok(word), Ok(len)) = (u16::try_from(word), u16::try_from(*len))
                {
                    out.push(Op::LoadGlobalAtLocal { at: *at, len, cell: ty.cell(), word, shift, bits });
                    return;
                }
                out.extend(index);
                out.push(Op::LoadIndexGlobal { at: *at, len: *len, cell: ty.cell() });
            }
            Denoted::Element { base: Base::Local, at, len, ty, index } => {
                out.extend(index);
                out.push(Op::LoadIndexLocal { at: *at, len: *len, cell: ty.cell() });
            }
            Denoted::Element { base: Base::Hidden, at, len, ty, index } => {
                out.push(Op::Address { base: Base::Hidden, at: *at });
                out.extend(index);
                out.push(Op::Index { len: *len, stride: u32::from(ty.cell().bits / 8) });
                out.push(Op::LoadAt { base: Base::Hidden, cell: ty.cell() });
            }
            Denoted::At { base, cell, address, .. } => {
                out.extend(address);
                out.push(Op::LoadAt { base: *base, cell: *cell });
            }
            Denoted::Constant(n) => out.push(Op::Const(*n)),
            Denoted::Predefined(op) => out.push(*op),
            Denoted::OwnPriority => out.extend([Op::Pid, Op::GetPriority]),
            Denoted::Scratch | Denoted::Stdin | Denoted::Unknown | Denoted::Struct { .. } => out.push(Op::Const(0)),
        }
    }

    /// Code that stores; `value` pushes what is stored.
    pub(super) fn store_denoted(&mut self, d: &Denoted, value: &[Op], out: &mut Vec<Op>) {
        match d {
            Denoted::Slot { base, slot, .. } => {
                if let [Op::Const(n)] = value {
                    match base {
                        Base::Global => return out.push(Op::StoreConstGlobal { slot: *slot, value: *n }),
                        Base::Local => return out.push(Op::StoreConstLocal { slot: *slot, value: *n }),
                        Base::Hidden => {}
                    }
                }
                out.extend(value);
                out.push(match base {
                    Base::Global => Op::StoreGlobal(*slot),
                    Base::Local => Op::StoreLocal(*slot),
                    Base::Hidden => Op::StoreHidden(*slot),
                });
            }
            Denoted::Element { base: Base::Global, at, len, ty, index } => {
                out.extend(index);
                out.extend(value);
                out.push(Op::StoreIndexGlobal { at: *at, len: *len, cell: ty.cell() });
            }
            Denoted::Element { base: Base::Local, at, len, ty, index } => {
                out.extend(index);
                out.extend(value);
                out.push(Op::StoreIndexLocal { at: *at, len: *len, cell: ty.cell() });
            }
            Denoted::Element { base: Base::Hidden, at, len, ty, index } => {
                out.push(Op::Address { base: Base::Hidden, at: *at });
                out.extend(index);
                out.push(Op::Index { len: *len, stride: u32::from(ty.cell().bits / 8) });
                out.extend(value);
                out.push(Op::StoreAt { base: Base::Hidden, cell: ty.cell() });
            }
            Denoted::At { base, cell, address, .. } => {
                out.extend(address);
                out.extend(value);
                out.push(Op::StoreAt { base: *base, cell: *cell });
            }
            Denoted::OwnPriority => {
                out.push(Op::Pid);
                out.extend(value);
                out.push(Op::SetPriority);
            }
            _ => {
                out.extend(value);
                out.push(Op::Drop);
            }
        }
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
            "_pid" => Denoted::Predefined(Op::Pid),
            "_nr_pr" => Denoted::Predefined(Op::ProcessCount),
            "_last" => match self.last {
                Some(slot) => Denoted::Predefined(Op::LoadGlobal(slot)),
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
        let base = var.base;
        let at = match (var.place, var.ty) {
            (Place::Slot(slot), Type::Scalar(ty)) => {
                if let Some(index) = &v.parts[0].index
                    && self.constant(index) != Some(0)
                {
                    self.error("C052", v.span, format!("`{}` is not an array", var.name));
                }
                if v.parts.len() > 1 {
                    self.error("C053", v.span, format!("`{}` is not a structure", var.name));
                }
                return Denoted::Slot { base, slot, ty };
            }
            (Place::Bytes(at), _) => at,
            (Place::Slot(_), Type::Struct(_)) => return Denoted::Unknown,
        };
        // The address so far: a constant, and code if an index is not constant.
        let mut offset = at;
        let mut code: Vec<Op> = Vec::new();
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
                    let mut ops = Vec::new();
                    self.expr(index, scopes, &mut ops);
                    let last = i + 1 == v.parts.len();
                    if let (true, true, Type::Scalar(s)) = (last, code.is_empty(), ty) {
                        return Denoted::Element { base, at: offset, len: n, ty: s, index: ops };
                    }
                    if code.is_empty() {
                        code.push(Op::Address { base, at: 0 });
                    }
                    code.extend(ops);
                    code.push(Op::Index { len: n, stride: size });
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
            Type::Struct(id) => Denoted::Struct { base, id, at: offset, address: code },
            Type::Scalar(ty) if code.is_empty() => {
                Denoted::Slot { base, slot: slot_at(offset, ty.field_cell(len)), ty }
            }
            Type::Scalar(ty) => {
                if offset != 0 {
                    code.push(Op::AddConst(offset as i32));
                }
                Denoted::At { base, ty, cell: ty.field_cell(len), address: code }
            }
        }
    }

    fn constant_index(&mut self, e: &Expr, scopes: &Scopes) -> Option<i32> {
        self.folded_operand(e, scopes)
    }

    /// The arguments of a receive, structures spread out.
    pub(super) fn receive_fields(&mut self, args: &[ReceiveArg], scopes: &Scopes) -> Vec<ReceiveField> {
        let mut out = Vec::new();
        for a in args {
            match a {
                ReceiveArg::Const(e) | ReceiveArg::Eval(e) => {
                    let mut code = Vec::new();
                    self.expr(e, scopes, &mut code);
                    out.push(ReceiveField::Match(code));
                }
                ReceiveArg::Var(v) => match self.denote(v, scopes) {
                    Denoted::Constant(n) => out.push(ReceiveField::Match(vec![Op::Const(n)])),
                    Denoted::Predefined(op) => out.push(ReceiveField::Match(vec![op])),
                    d => out.extend(self.struct_leaves(d).into_iter().map(ReceiveField::Store)),
                },
            }
        }
        out
    }

    pub(super) fn mask_bit(&mut self, i: usize, span: Span) -> u32 {
        if i >= 32 {
            self.error("C055", span, "only the first 32 fields of a message can be compared here".to_string());
            return 0;
        }
        1 << i
    }
}

/// One op for an operation whose second operand is a variable or constant.
fn fused_binary(op: BinaryOp, second: &[Op]) -> Option<Op> {
    let op = match op {
        BinaryOp::Add => Binary::Add,
        BinaryOp::Sub => Binary::Sub,
        BinaryOp::Mul => Binary::Mul,
        BinaryOp::BitAnd => Binary::BitAnd,
        BinaryOp::BitXor => Binary::BitXor,
        BinaryOp::BitOr => Binary::BitOr,
        BinaryOp::Lt => Binary::Lt,
        BinaryOp::Gt => Binary::Gt,
        BinaryOp::Le => Binary::Le,
        BinaryOp::Ge => Binary::Ge,
        BinaryOp::Eq => Binary::Eq,
        BinaryOp::Ne => Binary::Ne,
        BinaryOp::Rem => match second {
            [Op::Const(n)] if *n != 0 => Binary::Rem,
            _ => return None,
        },
        _ => return None,
    };
    match *second {
        [Op::LoadGlobal(slot)] => Some(Op::BinaryGlobal { op, slot }),
        [Op::LoadLocal(slot)] => Some(Op::BinaryLocal { op, slot }),
        [Op::Const(value)] => Some(Op::BinaryConst { op, value }),
        _ => None,
    }
}

/// What a receive does with one field.
pub(super) enum ReceiveField {
    /// The field must have the value that the code pushes.
    Match(Vec<Op>),
    Store(Denoted),
}
