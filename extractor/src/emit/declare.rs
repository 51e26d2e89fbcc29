//! What a model declares: variables, typedefs, constants, macros.

use super::build::Builder;
use super::initial::Given;
use super::{Item, ROOT};
use crate::abstraction::arithmetic::{self, MACROS};
use crate::abstraction::place::Scalar;
use crate::abstraction::translate::{Names, Translator};
use crate::abstraction::{Action, Place, Var};
use crate::flow::{StepId, StepKind};
use crate::program::{Declaration, Init, ObjectId, RecordId, Storage, Type, TypeId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A declaration that several models of one program may share: it is guarded by its name.
pub struct Shared {
    pub name: String,
    pub text: String,
}

impl Builder<'_, '_> {
    /// A declaration before all other statements: constants are initial values.
    pub fn declare_at_start(&mut self, id: StepId, out: &mut Vec<Item>) {
        let step = self.abstraction.flow(ROOT).step(id);
        let StepKind::Declare { inits, .. } = &step.kind else { return };
        let judgement = self.abstraction.judge(ROOT, id, false);
        if judgement.action != Action::Keep {
            return self.step(ROOT, id, out);
        }
        for (object, init) in inits {
            let var = self.abstraction.var(ROOT, *object);
            if self.abstraction.undeclarable(var).is_some() {
                continue;
            }
            match self.constant(var, init).filter(|_| matches!(var, Var::Local(..))) {
                Some(text) => {
                    self.book.var(var);
                    self.initial.insert(var, text);
                }
                None => self.initialise(ROOT, *object, init, Some(step.span), out),
            }
        }
    }

    /// A scalar's constant initial value.
    fn constant(&mut self, var: Var, init: &Init) -> Option<String> {
        let Init::Expr(e) = init else { return None };
        let place = Place { var, path: Vec::new(), ty: self.abstraction.var_type(var) };
        let scalar = self.abstraction.scalar_at(&place).ok()?;
        self.abstraction.program.constant(e)?;
        let value = Translator::new(self.abstraction, &mut self.book).converted(ROOT, e, scalar).ok()?;
        let bare = value.text.strip_prefix("(-").and_then(|t| t.strip_suffix(')')).filter(|t| !t.contains('-'));
        Some(bare.map_or(value.text.clone(), |t| format!("-{t}")))
    }

    /// The declarations of the root function, one line for each C declaration, then those of followed calls.
    pub fn locals(&mut self) -> Vec<String> {
        let flow = self.abstraction.flow(ROOT);
        let mut lines = Vec::new();
        let mut declared: BTreeSet<Var> = BTreeSet::new();
        for (index, step) in flow.steps.iter().enumerate() {
            let StepKind::Declare { declaration, .. } = &step.kind else { continue };
            let kept = self.abstraction.row_decision(ROOT, StepId(index as u32), false);
            let by_user =
                kept.is_some_and(|d| !d.new && !d.general && d.mapping == abstraction_tables::entry::Mapping::Keep);
            lines.extend(self.line(declaration, by_user, &mut declared));
        }
        let rest: Vec<Var> =
            self.book.used.iter().copied().filter(|v| !declared.contains(v) && self.is_local(*v)).collect();
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for var in rest {
            if declared.iter().any(|d| self.book.same(*d, var)) {
                continue;
            }
            declared.insert(var);
            if let Some((ty, name)) = self.declarator(var) {
                match groups.iter_mut().find(|g| g.0 == ty) {
                    Some(g) => g.1.push(name),
                    None => groups.push((ty, vec![name])),
                }
            }
        }
        lines.extend(groups.into_iter().map(|(ty, names)| format!("{ty} {};", names.join(", "))));
        if self.fetched > 0 {
            let names: Vec<String> = (0..self.fetched).map(|i| format!("tmp{i}")).collect();
            lines.push(format!("int {};", names.join(", ")));
        }
        lines
    }

    fn is_local(&self, var: Var) -> bool {
        match var {
            Var::Global(o) => self.abstraction.program.object(o).storage == Storage::ThreadLocal,
            Var::Local(ROOT, o) => {
                self.abstraction.program.object(o).storage != Storage::Parameter
                    || !self.abstraction.root_parameters_known()
            }
            Var::Subscript(ROOT, ..) => false,
            _ => true,
        }
    }

    /// `short s, E=0, cnt=0;`
    fn line(&mut self, declaration: &Declaration, by_user: bool, declared: &mut BTreeSet<Var>) -> Vec<String> {
        let spelled = self.abstraction.tables.substituted(&declaration.specifiers);
        let substituted = spelled != declaration.specifiers;
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for d in &declaration.declarators {
            let var = self.abstraction.var(ROOT, d.object);
            let wanted = self.book.used.contains(&var) || (by_user && !self.abstraction.is_alias(ROOT, d.object));
            if !self.is_local(var) || declared.contains(&var) || !wanted {
                continue;
            }
            declared.insert(var);
            let (ty, name) = match self.declarator(var) {
                Some(known) => known,
                None => (declaration.specifiers.clone(), d.text.clone()),
            };
            let name = match self.initial.get(&var) {
                Some(value) => format!("{name}={value}"),
                None => name,
            };
            let ty = if substituted { spelled.clone() } else { ty };
            match groups.iter_mut().find(|g| g.0 == ty) {
                Some(g) => g.1.push(name),
                None => groups.push((ty, vec![name])),
            }
        }
        groups.into_iter().map(|(ty, names)| format!("{ty} {};", names.join(", "))).collect()
    }

    /// The type and the rest of the declaration of a variable: `unsigned`, `x : 16`.
    fn declarator(&mut self, var: Var) -> Option<(String, String)> {
        let name = self.book.name(var);
        self.typed(self.abstraction.var_type(var), &name, self.abstraction.var_bits(var))
    }

    /// A thing of a type, declared; `None` if Promela has no type for it.
    fn typed(&mut self, ty: TypeId, name: &str, bits: Option<u8>) -> Option<(String, String)> {
        if let Some(rule) = self.abstraction.table_type(ty) {
            let init = rule.init.as_ref().map_or(String::new(), |v| format!(" = {v}"));
            return Some((rule.promela.clone(), format!("{name}{init}")));
        }
        match self.abstraction.program.ty(ty) {
            Type::Array(..) => {
                let (element, length) = self.flattened(ty)?;
                if let Ok(scalar) = self.abstraction.scalar(element) {
                    let ty = Scalar { element: true, ..scalar }.promela();
                    return Some((ty.to_string(), format!("{name}[{length}]")));
                }
                let (ty, inner) = self.typed(element, name, None)?;
                // An initial value comes after the length.
                let rest = inner.strip_prefix(name).unwrap_or("").to_string();
                Some((ty, format!("{name}[{length}]{rest}")))
            }
            Type::Record(id) => Some((self.book.record(*id), name.to_string())),
            _ => {
                let scalar = self.abstraction.scalar_of(ty, bits).ok()?;
                let width = scalar.width().map_or(String::new(), |w| format!(" : {w}"));
                Some((scalar.promela().to_string(), format!("{name}{width}")))
            }
        }
    }

    /// The element and the number of elements of an array of arrays.
    fn flattened(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        let (mut ty, mut count) = (ty, 1u64);
        while let Type::Array(element, length) = self.abstraction.program.ty(ty) {
            count = count.checked_mul((*length)?)?;
            ty = *element;
        }
        (count > 0 && count <= self.abstraction.options.array).then_some((ty, count))
    }

    /// The parameters of a `proctype`, and of an `inline`.
    pub fn parameters(&mut self) -> Vec<(String, String)> {
        let function = self.abstraction.program.function(self.abstraction.instance(ROOT).function);
        let mut list = Vec::new();
        for p in &function.parameters {
            let var = Var::Local(ROOT, *p);
            if self.abstraction.integer_parameter() == Some(*p) {
                list.push(("int".to_string(), self.book.name(var)));
                continue;
            }
            list.extend(self.thread_subscripts(*p).into_iter().map(|name| ("int".to_string(), name)));
            if let Some((ty, name)) =
                self.declarator(var).filter(|_| self.abstraction.scalar(self.abstraction.var_type(var)).is_ok())
            {
                list.push((ty, name));
            }
        }
        list
    }

    /// What the model shares with others of the same program: constants, typedefs, globals. And the structs that the user must declare.
    pub fn shared(&mut self) -> (Vec<Shared>, Vec<String>) {
        let globals: Vec<ObjectId> = self
            .book
            .used
            .iter()
            .filter_map(|v| match v {
                Var::Global(o) if self.abstraction.program.object(*o).storage != Storage::ThreadLocal => Some(*o),
                _ => None,
            })
            .collect();
        let mut list = Vec::new();
        let mut records = Vec::new();
        for var in self.book.used.clone() {
            self.collect_records(self.abstraction.var_type(var), &mut records);
        }
        let mut open = Vec::new();
        for id in records {
            let name = self.book.record(id);
            if self.foreign.contains(&id) {
                open.push(name);
            } else {
                let text = self.typedef(id, &name, &|_| None);
                list.push(Shared { name, text });
            }
        }
        for o in globals {
            self.global(o, &mut list);
        }
        let mut constants = Vec::new();
        for (of, index) in &self.book.enumerators {
            let c = &self.abstraction.program.enumeration(*of).constants[*index as usize];
            let text = format!("#define {} {}", c.name, arithmetic::number(c.value as i32));
            constants.push(Shared { name: c.name.clone(), text });
        }
        constants.extend(list);
        (constants, open)
    }

    /// The structs a type is made of, inner ones first.
    fn collect_records(&self, ty: TypeId, found: &mut Vec<RecordId>) {
        if self.abstraction.table_type(ty).is_some() {
            return;
        }
        match self.abstraction.program.ty(ty) {
            Type::Array(element, _) => self.collect_records(*element, found),
            Type::Record(id) if !found.contains(id) => {
                let record = self.abstraction.program.record(*id);
                if !record.union {
                    for m in record.members.as_deref().unwrap_or(&[]) {
                        self.collect_records(m.ty, found);
                    }
                    let place = Place { var: Var::Result(ROOT), path: Vec::new(), ty };
                    if self.abstraction.leaves(&place).is_none_or(|l| !l.is_empty()) {
                        found.push(*id);
                    }
                }
            }
            _ => {}
        }
    }

    /// `typedef Buffer { int size }`: the members that the model can hold.
    pub fn typedef<'g>(&mut self, id: RecordId, name: &str, given: &dyn Fn(u32) -> Option<&'g Given>) -> String {
        let members = self.abstraction.program.record(id).members.as_deref().unwrap_or(&[]);
        let mut text = format!("typedef {name} {{");
        let mut first = true;
        for (index, member) in members.iter().enumerate() {
            let wanted = self.book.member_name(id, index as u32);
            let place = Place { var: Var::Result(ROOT), path: Vec::new(), ty: member.ty };
            if self.abstraction.leaves(&place).is_some_and(|l| l.is_empty()) {
                continue;
            }
            let Some((mut ty, mut rest)) = self.typed(member.ty, &wanted, member.bits) else { continue };
            match given(index as u32) {
                Some(Given::Type(special)) => ty.clone_from(special),
                Some(Given::Value(value)) if !value.is_empty() => {
                    let _ = write!(rest, " = {value}");
                }
                _ => {}
            }
            let _ = write!(text, "{} {ty} {rest}", if first { "" } else { ";" });
            first = false;
        }
        text.push_str(" }");
        text
    }

    /// A global variable with its initial value.
    fn global(&mut self, object: ObjectId, list: &mut Vec<Shared>) {
        let var = Var::Global(object);
        let name = self.book.name(var);
        let ty = self.abstraction.var_type(var);
        let Some((mut declared, mut rest)) = self.declarator(var) else { return };
        let initial = self.initial_values(object);
        if self.abstraction.table_type(ty).is_none() && !initial.is_zero() {
            let (paths, element) = self.object_elements(ty);
            let record = match self.abstraction.program.ty(element) {
                Type::Record(id) => Some(*id),
                _ => None,
            };
            let said = match record {
                Some(id) => self.initial_type(&initial, &paths, id, &name, list).map(|special| declared = special),
                None => self.initial_text(&initial, &[Vec::new()], ty).map(|value| {
                    let _ = write!(rest, " = {value}");
                }),
            };
            if said.is_none() {
                self.set_at_start(object, &initial, list);
            }
        }
        list.push(Shared { name, text: format!("{declared} {rest};") });
    }

    /// The macros that a text uses, with those they use.
    pub fn macros(text: &str) -> Vec<Shared> {
        let name = |m: &(&str, &str)| m.0.split('(').next().unwrap_or("").to_string();
        let mut wanted: Vec<bool> = MACROS.iter().map(|m| text.contains(&format!("{}(", name(m)))).collect();
        for i in (0..MACROS.len()).rev() {
            for j in 0..MACROS.len() {
                if wanted[i] && MACROS[i].1.contains(&format!("{}(", name(&MACROS[j]))) {
                    wanted[j] = true;
                }
            }
        }
        let used = MACROS.iter().zip(wanted).filter(|(_, w)| *w);
        used.map(|(m, _)| Shared { name: name(m), text: format!("#define {} {}", m.0, m.1) }).collect()
    }
}
