//! Places of all variables, and what sets their initial values.

use super::decl::Declared;
use super::expr::Denoted;
use super::features::{Features, element_bound};
use super::names::Scopes;
use super::types::{Packer, Scalar, StructId, Type, Var, VarPlace, slot_at};
use super::{Compiler, PendingBody, Proc};
use crate::model::layout::Slot;
use crate::model::{Effect, Expr, Place, Region};
use promela::ast::{Init, Program, Unit, Visibility};
use promela::finding::Finding;

/// A channel to create, and where its number goes.
type NewChannel = (u32, Region, Slot);

impl<'a> Compiler<'a> {
    /// Types, constants and globals, in the order of the text. Places come later.
    pub(super) fn declare_globals(&mut self, program: &Program) {
        for unit in &program.units {
            match unit {
                Unit::Mtype(m) => self.declare_mtype(m),
                Unit::Typedef(t) => self.declare_struct(t),
                Unit::Decl(d) => {
                    let base = if d.visibility == Visibility::Hidden { Region::Hidden } else { Region::Global };
                    for v in self.declared(d) {
                        self.declare_global(v, base);
                    }
                }
                _ => {}
            }
        }
    }

    fn declare_global(&mut self, d: Declared, base: Region) {
        if let Some(&other) = self.global_names.get(&d.name) {
            let first = self.globals[other].span;
            self.findings.push(
                Finding::error("C027", d.span, format!("`{}` is declared twice", d.name))
                    .related(first, "the first declaration"),
            );
            return;
        }
        if self.mtype_values.contains_key(&d.name) {
            self.error("C028", d.span, format!("`{}` is an mtype constant already", d.name));
            return;
        }
        self.global_names.insert(d.name.clone(), self.globals.len());
        self.globals.push(Var {
            name: d.name,
            ty: d.ty,
            len: d.len,
            base,
            place: VarPlace::Bytes(0),
            init: d.init,
            channel_type: d.channel_type,
            span: d.span,
        });
    }

    pub(super) fn place_globals(&mut self, packer: &mut Packer, hidden: &mut Packer) {
        for base in [Region::Global, Region::Hidden] {
            let which: Vec<usize> = (0..self.globals.len()).filter(|&i| self.globals[i].base == base).collect();
            let declared: Vec<Declared> = which.iter().map(|&i| as_declared(&self.globals[i])).collect();
            let packer = if base == Region::Global { &mut *packer } else { &mut *hidden };
            for (i, v) in which.into_iter().zip(self.place_all(declared, base, packer)) {
                self.globals[i] = v;
            }
        }
    }

    /// Finds the locals of all bodies and lays out their frames.
    pub(super) fn lay_out_frames(&mut self, bodies: Vec<PendingBody<'a>>, features: &Features) {
        for b in bodies {
            let mut declared: Vec<Declared> = Vec::new();
            for d in b.source.iter().flat_map(|s| &s.params) {
                let d = self.declared(d);
                declared.extend(d);
            }
            let param_vars = declared.len();
            let mut param_count = 0;
            for d in &declared {
                if d.len.is_some() {
                    self.findings.push(
                        Finding::error("C056", d.span, format!("parameter `{}` is an array", d.name))
                            .help("pass its elements one by one, or put it in a typedef"),
                    );
                }
                if d.init.is_some() {
                    let (span, name) = (d.span, d.name.clone());
                    self.error("C057", span, format!("parameter `{name}` has an initial value"));
                }
                param_count += self.scalar_count(d.ty) * d.len.unwrap_or(1);
            }
            self.collect_locals(&b.body, &mut declared);
            let bound = element_bound(&b.body);
            let pc_bits = (64 - bound.leading_zeros()).clamp(1, 32) as u8;
            let pc = Slot { word: 0, shift: 0, bits: pc_bits, signed: false };
            let mut used = u32::from(pc_bits);
            let mut words = 1;
            let priority = features.priority.then(|| {
                if used + 8 > 32 {
                    words = 2;
                    Slot { word: 1, shift: 0, bits: 8, signed: false }
                } else {
                    used += 8;
                    Slot { word: 0, shift: used as u8 - 8, bits: 8, signed: false }
                }
            });
            let mut packer = Packer::new(words, Some((used.min(32), 32)));
            let locals = self.place_all(declared, Region::Local, &mut packer);
            self.proc_names.insert(b.name.clone(), self.procs.len() as u32);
            self.procs.push(Proc {
                runnable: matches!(b.kind, crate::model::ProctypeKind::Proctype),
                name: b.name,
                kind: b.kind,
                span: b.span,
                body: b.body,
                source: b.source,
                locals,
                param_vars,
                param_count,
                frame_words: packer.words(),
                pc,
                priority,
                counts_steps: b.counts_steps,
                promises: Vec::new(),
            });
        }
    }

    fn scalar_count(&self, ty: Type) -> u32 {
        match ty {
            Type::Scalar(_) => 1,
            Type::Struct(id) => {
                let fields = &self.structs[id.0 as usize].fields;
                fields.iter().map(|f| self.scalar_count(f.ty).saturating_mul(f.len.unwrap_or(1))).sum()
            }
        }
    }

    /// What sets the globals, the types of the channels that exist from the start, and the variables that name them.
    pub(super) fn global_init(&mut self) -> (Vec<Effect>, Vec<u32>, Vec<(Region, Slot)>) {
        let vars = self.globals.clone();
        let scopes = Scopes::new(0);
        let mut effects = Vec::new();
        let mut channels = Vec::new();
        self.init_vars(&vars, &scopes, &mut effects, &mut channels);
        let mut types = Vec::new();
        let mut variables = Vec::new();
        for (i, (ty, base, slot)) in channels.into_iter().enumerate() {
            let place = Place::Slot { region: base, slot };
            effects.push(Effect::Assign { place, value: Expr::i32(i as i32 + 1) });
            types.push(ty);
            variables.push((base, slot));
        }
        if types.len() > 255 {
            self.findings.push(Finding::new(
                promela::finding::Severity::Error,
                "C058",
                None,
                format!("{} channels; there can be 255 at a time", types.len()),
            ));
        }
        (effects, types, variables)
    }

    /// What sets the locals of a new process, the channels it creates, and where its arguments go.
    #[allow(clippy::type_complexity)]
    pub(super) fn local_init(&mut self, i: u32) -> (Vec<Effect>, Vec<(u32, Slot)>, Vec<Slot>) {
        let p = &self.procs[i as usize];
        let vars: Vec<Var> = p.locals[p.param_vars..].to_vec();
        let params: Vec<Var> = p.locals[..p.param_vars].to_vec();
        let mut scopes = Scopes::new(i);
        scopes.enter();
        for (k, v) in p.locals.iter().enumerate() {
            scopes.add(&v.name, k);
        }
        let mut effects = Vec::new();
        let mut channels = Vec::new();
        let first: Vec<Var> = vars.into_iter().filter(|v| self.at_start(i, v)).collect();
        self.init_vars(&first, &scopes, &mut effects, &mut channels);
        let mut slots = Vec::new();
        for v in &params {
            for d in self.leaf_slots(v) {
                slots.push(d);
            }
        }
        let channels = channels.into_iter().map(|(ty, _, slot)| (ty, slot)).collect();
        (effects, channels, slots)
    }

    /// Whether a local is declared before the first statement, and so is set when the process starts.
    fn at_start(&self, i: u32, v: &Var) -> bool {
        use promela::ast::StmtKind;
        let body = &self.procs[i as usize].body;
        body.steps
            .iter()
            .take_while(|s| matches!(s.kind, StmtKind::Decl(_) | StmtKind::Exclusive { .. }))
            .filter_map(|s| if let StmtKind::Decl(d) = &s.kind { Some(d) } else { None })
            .any(|d| d.vars.iter().any(|w| w.span == v.span && w.name.name == v.name))
    }

    fn leaf_slots(&self, v: &Var) -> Vec<Slot> {
        match (v.place, v.ty) {
            (VarPlace::Slot(s), _) => vec![s],
            (VarPlace::Bytes(at), Type::Scalar(s)) => vec![slot_at(at, s.cell())],
            (VarPlace::Bytes(at), Type::Struct(id)) => self
                .struct_leaves(Denoted::Struct { region: v.base, id, at, indices: Vec::new() })
                .into_iter()
                .filter_map(|d| match d {
                    Denoted::Place { place: Place::Slot { slot, .. }, .. } => Some(slot),
                    _ => None,
                })
                .collect(),
        }
    }

    /// Spin goes through the types one by one, and through the variables of each in order.
    fn init_vars(&mut self, vars: &[Var], scopes: &Scopes, effects: &mut Vec<Effect>, channels: &mut Vec<NewChannel>) {
        let mut order: Vec<&Var> = vars.iter().collect();
        order.sort_by_key(|v| match v.ty {
            Type::Scalar(s) => s.init_rank(),
            Type::Struct(_) => u8::MAX,
        });
        for v in order {
            match (v.place, v.ty) {
                (VarPlace::Slot(slot), Type::Scalar(ty)) => {
                    let target = Denoted::Place { place: Place::Slot { region: v.base, slot }, ty };
                    self.init_scalar(&target, v.init.as_deref(), v.channel_type, 0, scopes, effects, channels);
                }
                (VarPlace::Bytes(at), _) => {
                    self.init_bytes(
                        v.base,
                        v.ty,
                        v.len,
                        at,
                        v.init.as_deref(),
                        v.channel_type,
                        scopes,
                        effects,
                        channels,
                    );
                }
                (VarPlace::Slot(_), Type::Struct(_)) => {}
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn init_bytes(
        &mut self,
        base: Region,
        ty: Type,
        len: Option<u32>,
        at: u32,
        init: Option<&Init>,
        channel_type: Option<u32>,
        scopes: &Scopes,
        effects: &mut Vec<Effect>,
        channels: &mut Vec<NewChannel>,
    ) {
        if matches!(ty, Type::Scalar(_)) && init.is_none() {
            return;
        }
        let (size, _) = self.size(ty);
        for i in 0..len.unwrap_or(1) {
            let at = at + i * size;
            match ty {
                Type::Scalar(ty) => {
                    let slot = slot_at(at, ty.field_cell(len));
                    let target = Denoted::Place { place: Place::Slot { region: base, slot }, ty };
                    self.init_scalar(&target, init, channel_type, i as usize, scopes, effects, channels);
                }
                Type::Struct(id) => self.init_struct(base, id, at, scopes, effects, channels),
            }
        }
    }

    fn init_struct(
        &mut self,
        base: Region,
        id: StructId,
        at: u32,
        scopes: &Scopes,
        effects: &mut Vec<Effect>,
        channels: &mut Vec<NewChannel>,
    ) {
        for f in self.structs[id.0 as usize].fields.clone() {
            let at = at + f.offset;
            self.init_bytes(base, f.ty, f.len, at, f.init.as_deref(), f.channel_type, scopes, effects, channels);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn init_scalar(
        &mut self,
        target: &Denoted,
        init: Option<&Init>,
        channel_type: Option<u32>,
        i: usize,
        scopes: &Scopes,
        effects: &mut Vec<Effect>,
        channels: &mut Vec<NewChannel>,
    ) {
        let value = match init {
            None => return,
            Some(Init::Expr(e)) => self.expr(e, scopes),
            // The last value of a short list stands for the rest.
            Some(Init::List(list)) => match list.get(i).or(list.last()) {
                Some(e) => self.expr(e, scopes),
                None => return,
            },
            Some(Init::Chan(_)) => {
                if let Denoted::Place { place: Place::Slot { region, slot }, ty: Scalar::Chan } = target
                    && let Some(ty) = channel_type
                {
                    channels.push((ty, *region, *slot));
                }
                return;
            }
        };
        effects.extend(self.store_denoted(target, value));
    }
}

fn as_declared(v: &Var) -> Declared {
    Declared {
        name: v.name.clone(),
        ty: v.ty,
        len: v.len,
        init: v.init.clone(),
        channel_type: v.channel_type,
        span: v.span,
    }
}
