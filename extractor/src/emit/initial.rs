//! Initial values of variables that live outside of functions.
//!
//! Promela gives initial values in declarations: one for all elements of an array, or a list of numbers that are not
//! negative; in a `typedef`, one for all objects of that type. So an object may have a type of its own. What cannot be
//! said in this way is set at the start of the process, once for all processes that use the object.

use super::build::Builder;
use super::declare::{Given, Shared};
use crate::abstraction::arithmetic;
use crate::abstraction::translate::Translator;
use crate::abstraction::{Place, Selector, Subscript, Var};
use crate::program::{self, InitStep, ObjectId, RecordId, Storage, Type, TypeId};
use promela::ast::{Init, Piece, Stmt, StmtKind, TypeName, Unit, VarRef, Written};
use promela::build;
use std::collections::BTreeMap;

/// The way to a scalar: numbers of members and elements, from the outside in.
type Path = Vec<u64>;

/// The initial values of one object that are not zero.
pub struct Initial {
    values: BTreeMap<Path, i32>,
}

impl Initial {
    pub fn is_zero(&self) -> bool {
        self.values.is_empty()
    }

    fn at(&self, path: &[u64]) -> i32 {
        self.values.get(path).copied().unwrap_or(0)
    }
}

impl Builder<'_, '_> {
    pub fn initial_values(&self, object: ObjectId) -> Initial {
        let program = self.abstraction.program;
        let mut initial = Initial { values: BTreeMap::new() };
        let ty = program.object(object).ty;
        if program.object(object).storage == Storage::Shared {
            return initial;
        }
        let mut set = |path: Path, ty: TypeId, bits: Option<u8>, constant: Option<i128>| {
            let Ok(scalar) = self.abstraction.scalar_of(ty, bits) else { return };
            match constant.map_or(0, |c| arithmetic::wrapped(c, scalar)) {
                0 => initial.values.remove(&path),
                value => initial.values.insert(path, value),
            };
        };
        match &program.object(object).init {
            Some(program::Init::Expr(e)) => set(Vec::new(), ty, None, program.constant(e)),
            Some(program::Init::List(items)) => {
                for item in items {
                    let constant = program.constant(&item.value);
                    for (path, ty, bits) in self.targets(ty, &item.path) {
                        set(path, ty, bits, constant);
                    }
                }
            }
            Some(program::Init::Opaque(_)) | None => {}
        }
        initial
    }

    /// The scalars that an item of an initialiser sets, each with its type and the width of a bit-field.
    fn targets(&self, ty: TypeId, steps: &[InitStep]) -> Vec<(Path, TypeId, Option<u8>)> {
        let program = self.abstraction.program;
        let mut found = vec![(Vec::new(), ty, None)];
        for step in steps {
            let mut next = Vec::new();
            for (path, ty, _) in found {
                match (step, program.ty(ty)) {
                    (InitStep::Member(m), Type::Record(r)) => {
                        let members = program.record(*r).members.as_deref().unwrap_or(&[]);
                        if let Some(member) = members.get(*m as usize) {
                            next.push((extended(&path, u64::from(*m)), member.ty, member.bits));
                        }
                    }
                    (InitStep::Elements(first, last), Type::Array(element, Some(length))) => {
                        let last = (*last).min(length.saturating_sub(1)).min(self.abstraction.options.array);
                        next.extend((*first..=last).map(|i| (extended(&path, i), *element, None)));
                    }
                    _ => {}
                }
            }
            found = next;
        }
        found
    }

    /// The initial value of a scalar or an array of scalars, as a declaration gives it: `None` if there is no way to
    /// say it, `Some(None)` if it is zero. The paths are those of the same part of several objects.
    pub fn initial_value(&self, initial: &Initial, paths: &[Path], ty: TypeId) -> Option<Option<Init>> {
        let mut values = paths.iter().map(|path| {
            let numbers: Vec<i32> = self.elements(path, ty).0.iter().map(|p| initial.at(p)).collect();
            match numbers.as_slice() {
                [] => Some(None),
                [first, rest @ ..] if rest.iter().all(|v| v == first) => {
                    Some((*first != 0).then(|| Init::Expr(build::number(*first))))
                }
                all if all.iter().all(|v| *v >= 0) => {
                    Some(Some(Init::List(all.iter().map(|v| build::number(*v)).collect())))
                }
                _ => None,
            }
        });
        let first = values.next()??;
        values.all(|value| value.as_ref() == Some(&first)).then_some(first)
    }

    /// The elements of an array of arrays, and their type; of anything else, itself.
    fn elements(&self, path: &[u64], ty: TypeId) -> (Vec<Path>, TypeId) {
        let mut paths = vec![path.to_vec()];
        let mut ty = ty;
        while let Type::Array(element, length) = self.abstraction.program.ty(ty) {
            let length = length.unwrap_or(0).min(self.abstraction.options.array);
            paths = paths.iter().flat_map(|p| (0..length).map(|i| extended(p, i))).collect();
            ty = *element;
        }
        (paths, ty)
    }

    /// A type of its own for objects of a struct type, with their initial values in it; its name.
    /// `None` if no type says them all.
    pub fn initial_type(
        &mut self,
        initial: &Initial,
        paths: &[Path],
        id: RecordId,
        name: &str,
        list: &mut Vec<Shared>,
    ) -> Option<String> {
        let within = |paths: &[Path]| {
            paths.iter().any(|path| {
                initial.values.range(path.clone()..).next().is_some_and(|(key, _)| key.starts_with(path.as_slice()))
            })
        };
        let plain = self.book.record(id);
        if !within(paths) {
            return Some(plain);
        }
        if self.foreign.contains(&id) {
            return None;
        }
        let members: Vec<TypeId> =
            self.abstraction.program.record(id).members.as_deref().unwrap_or(&[]).iter().map(|m| m.ty).collect();
        let mut given = Vec::new();
        for (index, ty) in members.into_iter().enumerate() {
            let own: Vec<Path> = paths.iter().map(|p| extended(p, index as u64)).collect();
            let (mut inner, mut element) = (Vec::new(), ty);
            for path in &own {
                let (paths, ty) = self.elements(path, ty);
                inner.extend(paths);
                element = ty;
            }
            given.push(match self.abstraction.program.ty(element) {
                Type::Record(r) if self.abstraction.table_type(element).is_none() => {
                    let name = format!("{name}_{index}");
                    Given::Type(self.initial_type(initial, &inner, *r, &name, list)?)
                }
                _ => Given::Value(self.initial_value(initial, &own, ty)?),
            });
        }
        let special = self.book.fresh(&format!("{plain}_{name}"));
        let units = vec![self.typedef(id, &special, &|member| given.get(member as usize))];
        list.push(Shared { name: special.clone(), units });
        Some(special)
    }

    /// The elements of a whole object.
    pub fn object_elements(&self, ty: TypeId) -> (Vec<Path>, TypeId) {
        self.elements(&[], ty)
    }

    /// Sets the initial values at the start of the process, unless another process did it before.
    pub fn set_at_start(&mut self, object: ObjectId, initial: &Initial, list: &mut Vec<Shared>) {
        let var = Var::Global(object);
        let flag = self.book.fresh(&format!("{}_is_set", self.book.known(var)));
        let declared = Unit::Decl(build::decl(TypeName::Bool, vec![build::declarator(&flag)]));
        list.push(Shared { name: flag.clone(), units: vec![declared] });
        let unset = build::condition(build::not(build::load(build::var(&flag))));
        let mut steps = vec![unset, build::assign(build::var(&flag), build::word("true"))];
        for (path, value) in &initial.values {
            let place = self.place_of(var, path);
            if self.abstraction.why_unknown(&place).is_none()
                && let Ok(target) = Translator::new(self.abstraction, &mut self.book).place(&place)
            {
                steps.push(set(target, *value));
            }
        }
        let otherwise = vec![Stmt::made(StmtKind::Else)];
        let mut choice = Stmt::made(StmtKind::If(vec![build::sequence(steps), build::sequence(otherwise)]));
        choice.note.set().one_line = true;
        self.prologue.push(Stmt::made(StmtKind::DStep(build::sequence(vec![choice]))));
    }

    fn place_of(&self, var: Var, path: &[u64]) -> Place {
        let program = self.abstraction.program;
        let mut place = Place { var, path: Vec::new(), ty: self.abstraction.var_type(var) };
        for step in path {
            match program.ty(place.ty) {
                Type::Array(element, _) => {
                    place.path.push(Selector::Index(Subscript::Constant(i128::from(*step))));
                    place.ty = *element;
                }
                Type::Record(r) => {
                    let members = program.record(*r).members.as_deref().unwrap_or(&[]);
                    place.ty = members.get(*step as usize).map_or(TypeId::ERROR, |m| m.ty);
                    place.path.push(Selector::Member(*r, *step as u32));
                }
                _ => {}
            }
        }
        place
    }
}

fn extended(path: &[u64], step: u64) -> Path {
    let mut path = path.to_vec();
    path.push(step);
    path
}

/// `place = 3`, `place = -3`
fn set(place: VarRef, value: i32) -> Stmt {
    let number = build::number(value);
    match value {
        ..0 if value != i32::MIN => {
            let mut set = build::assign(place.clone(), number);
            let written = vec![Piece::Filled(build::load(place)), Piece::Text(format!(" = {value}"))];
            set.note.set().written = Some(Written::Text(written));
            set
        }
        _ => build::assign(place, number),
    }
}
