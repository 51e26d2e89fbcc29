//! What a model declares: variables, typedefs, constants, macros.

use super::build::Builder;
use super::fragment::TextPart;
use super::{Item, ROOT};
use crate::abstraction::place::Scalar;
use crate::abstraction::translate::{Names, Translator, fetched_name};
use crate::abstraction::{Action, Place, Var};
use crate::flow::{StepId, StepKind};
use crate::program::{Declaration, Init, ObjectId, RecordId, Storage, Type, TypeId};
use promela::ast::{self, Decl, Declarator, Stmt, StmtKind, TypeName, Typedef, Unit};
use promela::build;
use promela::document::{self, Part};
use std::collections::BTreeSet;

/// A declaration that several models of one program may share: it is guarded by its name.
pub struct Shared {
    pub name: String,
    pub units: Vec<Unit>,
}

/// Declarations of one type stand together.
#[derive(Default)]
struct Groups {
    list: Vec<Decl>,
    /// With `x=1`, not `x = 1`.
    tight: bool,
}

impl Groups {
    fn add(&mut self, ty: TypeName, var: Declarator) {
        match self.list.iter_mut().find(|d| d.ty == ty) {
            Some(d) => d.vars.push(var),
            None => self.list.push(build::decl(ty, vec![var])),
        }
    }

    fn statements(self) -> Vec<Stmt> {
        let tight = self.tight;
        let line = |d: Decl| {
            let mut line = Stmt::made(StmtKind::Decl(d));
            line.note.set().tight = tight;
            line
        };
        self.list.into_iter().map(line).collect()
    }
}

/// What a member of a type of its own gets.
pub enum Given {
    /// An initial value; none if it is zero.
    Value(Option<promela::ast::Init>),
    /// Another type.
    Type(String),
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
                Some(value) => {
                    self.book.var(var);
                    self.initial.insert(var, value);
                }
                None => self.initialise(ROOT, *object, init, Some(step.span), out),
            }
        }
        self.checks(ROOT, id, out);
    }

    /// A scalar's constant initial value.
    fn constant(&mut self, var: Var, init: &Init) -> Option<ast::Expr> {
        let Init::Expr(e) = init else { return None };
        let place = Place { var, path: Vec::new(), ty: self.abstraction.var_type(var) };
        let scalar = self.abstraction.scalar_at(&place).ok()?;
        self.abstraction.program.constant(e)?;
        let value = Translator::new(self.abstraction, &mut self.book).converted(ROOT, e, scalar).ok()?;
        Some(value.expr)
    }

    /// The declarations of the root function, one line for each C declaration, then those of followed calls.
    pub fn locals(&mut self) -> Vec<Stmt> {
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
        let mut groups = Groups::default();
        for var in rest {
            if declared.iter().any(|d| self.book.same(*d, var)) {
                continue;
            }
            declared.insert(var);
            if let Some((ty, declared)) = self.declarator(var) {
                groups.add(ty, declared);
            }
        }
        lines.extend(groups.statements());
        if self.fetched > 0 {
            let vars = (0..self.fetched).map(|i| build::declarator(&fetched_name(i))).collect();
            lines.push(Stmt::made(StmtKind::Decl(build::decl(TypeName::Int, vars))));
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
    fn line(&mut self, declaration: &Declaration, by_user: bool, declared: &mut BTreeSet<Var>) -> Vec<Stmt> {
        let spelled = self.abstraction.tables.substituted(&declaration.specifiers);
        let substituted = spelled != declaration.specifiers;
        let mut groups = Groups::default();
        // What Promela has no type for stands as the user wrote it.
        let mut foreign: Vec<(String, Vec<String>)> = Vec::new();
        for d in &declaration.declarators {
            let var = self.abstraction.var(ROOT, d.object);
            let wanted = self.book.used.contains(&var) || (by_user && !self.abstraction.is_alias(ROOT, d.object));
            if !self.is_local(var) || declared.contains(&var) || !wanted {
                continue;
            }
            declared.insert(var);
            match self.declarator(var) {
                Some((ty, mut name)) => {
                    if let Some(value) = self.initial.get(&var) {
                        name.init = Some(ast::Init::Expr(value.clone()));
                        groups.tight = true;
                    }
                    groups.add(if substituted { build::type_name(&spelled) } else { ty }, name);
                }
                None => {
                    let ty = if substituted { spelled.clone() } else { declaration.specifiers.clone() };
                    match foreign.iter_mut().find(|g| g.0 == ty) {
                        Some(g) => g.1.push(d.text.clone()),
                        None => foreign.push((ty, vec![d.text.clone()])),
                    }
                }
            }
        }
        let mut lines = groups.statements();
        lines.extend(foreign.into_iter().flat_map(|(ty, names)| self.kept_declaration(&ty, &names)));
        lines
    }

    /// A declaration as the user keeps it: Promela only if a wrapper says what its type is.
    fn kept_declaration(&mut self, ty: &str, names: &[String]) -> Vec<Stmt> {
        let text = format!("{ty} {}", names.join(", "));
        let decl = build::decl(build::type_name(ty), names.iter().map(|n| build::declarator(n)).collect());
        let mut line = Stmt::made(StmtKind::Decl(decl));
        line.note.set().written = Some(ast::Written::Text(vec![ast::Piece::Text(text)]));
        vec![line]
    }

    /// The type and the rest of the declaration of a variable: `unsigned`, `x : 16`.
    fn declarator(&mut self, var: Var) -> Option<(TypeName, Declarator)> {
        let name = self.book.name(var);
        self.typed(self.abstraction.var_type(var), &name, self.abstraction.var_bits(var))
    }

    /// A thing of a type, declared; `None` if Promela has no type for it.
    fn typed(&mut self, ty: TypeId, name: &str, bits: Option<u8>) -> Option<(TypeName, Declarator)> {
        if let Some(rule) = self.abstraction.table_type(ty) {
            let init = rule.init.as_ref().map(|text| ast::Init::Expr(self.initial_of_table(text)));
            return Some((build::type_name(&rule.promela), Declarator { init, ..build::declarator(name) }));
        }
        match self.abstraction.program.ty(ty) {
            Type::Array(..) => {
                let (element, length) = self.flattened(ty)?;
                let size = Some(build::number(i32::try_from(length).ok()?));
                if let Ok(scalar) = self.abstraction.scalar(element) {
                    let ty = Scalar { element: true, ..scalar }.promela();
                    return Some((build::type_name(ty), Declarator { size, ..build::declarator(name) }));
                }
                let (ty, inner) = self.typed(element, name, None)?;
                Some((ty, Declarator { size, ..inner }))
            }
            Type::Record(id) => Some((build::type_name(&self.book.record(*id)), build::declarator(name))),
            _ => {
                let scalar = self.abstraction.scalar_of(ty, bits).ok()?;
                let width = scalar.width().map(|w| build::number(i32::from(w)));
                Some((build::type_name(scalar.promela()), Declarator { width, ..build::declarator(name) }))
            }
        }
    }

    /// The initial value that a table gives to objects of a type.
    fn initial_of_table(&mut self, text: &str) -> ast::Expr {
        let code = self.read(vec![TextPart::Text(text.to_string())], None);
        match code.into_iter().next().map(|s| s.kind) {
            Some(StmtKind::Expr(e)) => e,
            _ => build::number(0),
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
    pub fn parameters(&mut self) -> Vec<Decl> {
        let function = self.abstraction.program.function(self.abstraction.instance(ROOT).function);
        let mut list = Vec::new();
        for p in &function.parameters {
            let var = Var::Local(ROOT, *p);
            if self.abstraction.integer_parameter() == Some(*p) {
                list.push(build::decl(TypeName::Int, vec![build::declarator(&self.book.name(var))]));
                continue;
            }
            let subscripts = self.thread_subscripts(*p).into_iter();
            list.extend(subscripts.map(|name| build::decl(TypeName::Int, vec![build::declarator(&name)])));
            if let Some((ty, name)) =
                self.declarator(var).filter(|_| self.abstraction.scalar(self.abstraction.var_type(var)).is_ok())
            {
                list.push(build::decl(ty, vec![name]));
            }
        }
        list
    }

    /// What the model shares with others of the same program: constants, typedefs, globals. And the structs that the
    /// user must declare.
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
                let units = vec![self.typedef(id, &name, &|_| None)];
                list.push(Shared { name, units });
            }
        }
        for o in globals {
            self.global(o, &mut list);
        }
        (list, open)
    }

    /// The names of constants that the model uses.
    pub fn constants(&self) -> Vec<Part> {
        let define = |(of, index): &(crate::program::EnumId, u32)| {
            let c = &self.abstraction.program.enumeration(*of).constants[*index as usize];
            let value = build::number(c.value as i32);
            let text = format!("#define {} {}", c.name, document::expression(&value));
            Part::Define { name: c.name.clone(), text, value: Some(value) }
        };
        self.book.enumerators.iter().map(define).collect()
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
    pub fn typedef<'g>(&mut self, id: RecordId, name: &str, given: &dyn Fn(u32) -> Option<&'g Given>) -> Unit {
        let members = self.abstraction.program.record(id).members.as_deref().unwrap_or(&[]);
        let mut fields = Vec::new();
        for (index, member) in members.iter().enumerate() {
            let wanted = self.book.member_name(id, index as u32);
            let place = Place { var: Var::Result(ROOT), path: Vec::new(), ty: member.ty };
            if self.abstraction.leaves(&place).is_some_and(|l| l.is_empty()) {
                continue;
            }
            let Some((mut ty, mut declared)) = self.typed(member.ty, &wanted, member.bits) else { continue };
            match given(index as u32) {
                Some(Given::Type(special)) => ty = build::type_name(special),
                Some(Given::Value(Some(value))) => declared.init = Some(value.clone()),
                Some(Given::Value(None)) | None => {}
            }
            fields.push(build::decl(ty, vec![declared]));
        }
        Unit::Typedef(Typedef { name: build::ident(name), fields, span: Default::default() })
    }

    /// A global variable with its initial value.
    fn global(&mut self, object: ObjectId, list: &mut Vec<Shared>) {
        let var = Var::Global(object);
        let name = self.book.name(var);
        let ty = self.abstraction.var_type(var);
        let Some((mut declared, mut declarator)) = self.declarator(var) else { return };
        let initial = self.initial_values(object);
        if self.abstraction.table_type(ty).is_none() && !initial.is_zero() {
            let (paths, element) = self.object_elements(ty);
            let record = match self.abstraction.program.ty(element) {
                Type::Record(id) => Some(*id),
                _ => None,
            };
            let said = match record {
                Some(id) => self
                    .initial_type(&initial, &paths, id, &name, list)
                    .map(|special| declared = build::type_name(&special)),
                None => self.initial_value(&initial, &[Vec::new()], ty).map(|value| declarator.init = value),
            };
            if said.is_none() {
                self.set_at_start(object, &initial, list);
            }
        }
        list.push(Shared { name, units: vec![Unit::Decl(build::decl(declared, vec![declarator]))] });
    }
}
