//! What statements set and read: scalars of variables, and of each class of channels its fill and its message fields.

use super::names::Names;
use promela::ast::{Declarator, Expr, ExprKind, TypeName, VarRef};
use promela::index;
use std::collections::HashMap;

index! {
    /// Something that can be set and read.
    Object, "object"
}

index! {
    /// Channels that may be the same: see `channels`.
    Class, "channels"
}

/// What an object is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// A scalar, or all elements of an array of scalars: index of the variable, and `x` or `x.f.g`.
    Scalar(usize, String),
    /// How many messages the channels of a class hold, and in which order.
    Fill(Class),
    /// The contents of a field of the messages in the channels of a class.
    Field(Class, usize),
    /// Whether a process is at a label, by the label's key.
    At(String),
    /// `_nr_pr`
    Processes,
}

/// All objects of a program.
#[derive(Debug, Default)]
pub struct Objects {
    pub list: Vec<What>,
    index: HashMap<What, Object>,
    /// The scalars that a path covers: one, or those of a structure.
    paths: HashMap<String, Vec<Object>>,
    /// The type of each scalar, and the length if it is an array.
    pub types: HashMap<Object, (TypeName, Declarator)>,
    /// The declared length of arrays, by path.
    lengths: HashMap<String, Expr>,
}

impl Objects {
    /// The scalars of all variables.
    pub fn of(names: &Names) -> Objects {
        let mut objects = Objects::default();
        for (i, v) in names.variables.iter().enumerate() {
            objects.spread(names, i, &v.key, &v.ty, &v.declarator, 0);
        }
        objects
    }

    fn spread(
        &mut self,
        names: &Names,
        i: usize,
        path: &str,
        ty: &TypeName,
        d: &Declarator,
        depth: u32,
    ) -> Vec<Object> {
        if let Some(size) = &d.size {
            self.lengths.insert(path.to_string(), size.clone());
        }
        let mut list = Vec::new();
        match ty {
            TypeName::User(name) if depth < 32 => {
                for (ty, field) in names.typedefs.get(&name.name).cloned().unwrap_or_default() {
                    let path = format!("{path}.{}", field.name.name);
                    list.extend(self.spread(names, i, &path, &ty, &field, depth + 1));
                }
            }
            _ => {
                let object = self.add(What::Scalar(i, path.to_string()));
                self.types.insert(object, (ty.clone(), d.clone()));
                list.push(object);
            }
        }
        self.paths.insert(path.to_string(), list.clone());
        list
    }

    pub fn add(&mut self, what: What) -> Object {
        if let Some(&object) = self.index.get(&what) {
            return object;
        }
        let object = Object(self.list.len() as u32);
        self.list.push(what.clone());
        self.index.insert(what, object);
        object
    }

    pub fn find(&self, what: &What) -> Option<Object> {
        self.index.get(what).copied()
    }

    pub fn what(&self, o: Object) -> &What {
        &self.list[o.0 as usize]
    }

    /// The scalars that a reference covers; none if it names no variable.
    pub fn of_ref(&self, v: &VarRef) -> &[Object] {
        if let [part] = &v.parts[..] {
            return self.paths.get(&part.name.name).map_or(&[], Vec::as_slice);
        }
        self.paths.get(&path(v)).map_or(&[], Vec::as_slice)
    }

    /// The scalars of a variable.
    pub fn of_key(&self, key: &str) -> &[Object] {
        self.paths.get(key).map_or(&[], Vec::as_slice)
    }

    /// True if a reference names a variable.
    pub fn is_variable(&self, v: &VarRef) -> bool {
        self.paths.contains_key(&v.parts[0].name.name)
    }

    /// The length of the array that the first `parts` parts of a reference name.
    pub fn length(&self, v: &VarRef, parts: usize) -> Option<&Expr> {
        let names: Vec<&str> = v.parts[..parts].iter().map(|p| p.name.name.as_str()).collect();
        self.lengths.get(&names.join("."))
    }

    /// The one scalar that an expression is a plain reference to.
    pub fn single(&self, e: &Expr) -> Option<Object> {
        match &e.kind {
            ExprKind::Var(v) => match self.of_ref(v) {
                [one] => Some(*one),
                _ => None,
            },
            _ => None,
        }
    }
}

fn path(v: &VarRef) -> String {
    let names: Vec<&str> = v.parts.iter().map(|p| p.name.name.as_str()).collect();
    names.join(".")
}
