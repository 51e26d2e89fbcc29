//! Which name means what, where: scopes of ordinary names and, apart from them, of tags.
//!
//! One table per name space with a stack per name, and a log to undo a scope when it ends: a lookup
//! costs the same at any depth. Labels need no table: they are strings of their function.

use super::{EnumId, FunctionId, ObjectId, RecordId, TypeId};
use std::collections::HashMap;

/// `const`, `volatile`, `_Atomic`, as they hold for a whole object.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Qualifiers {
    pub constant: bool,
    pub volatile: bool,
    pub atomic: bool,
}

impl Qualifiers {
    pub fn and(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            constant: self.constant || other.constant,
            volatile: self.volatile || other.volatile,
            atomic: self.atomic || other.atomic,
        }
    }

    pub fn any(self) -> bool {
        self != Qualifiers::default()
    }
}

/// A type with what a typedef can say besides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Qualified {
    pub ty: TypeId,
    pub qualifiers: Qualifiers,
    /// The alignment that replaces the type's own.
    pub align: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Name {
    Typedef(Qualified),
    Object(ObjectId),
    Function(FunctionId),
    Enumerator {
        of: EnumId,
        index: u32,
    },
    /// A parameter inside a prototype, where no object exists.
    Prototype(TypeId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// The scopes open at one point of one source.
#[derive(Debug)]
pub(super) struct Scopes<'u> {
    depth: u32,
    names: Table<'u, Name>,
    tags: Table<'u, Tag>,
    /// Which of the open scopes are those of prototypes, by depth.
    prototypes: Vec<u32>,
}

#[derive(Debug)]
struct Table<'u, T> {
    stacks: HashMap<&'u str, Vec<(u32, T)>>,
    log: Vec<(u32, &'u str)>,
}

impl<'u, T: Copy> Table<'u, T> {
    fn new() -> Table<'u, T> {
        Table { stacks: HashMap::new(), log: Vec::new() }
    }

    fn declare(&mut self, depth: u32, name: &'u str, value: T) {
        let stack = self.stacks.entry(name).or_default();
        // A name may be put below scopes that are open already (a tag first met in a prototype).
        let at = stack.partition_point(|(d, _)| *d <= depth);
        if at > 0 && stack[at - 1].0 == depth {
            stack[at - 1].1 = value;
            return;
        }
        stack.insert(at, (depth, value));
        if depth > 0 {
            let at = self.log.partition_point(|(d, _)| *d <= depth);
            self.log.insert(at, (depth, name));
        }
    }

    fn leave(&mut self, depth: u32) {
        while let Some((d, name)) = self.log.last() {
            if *d != depth {
                break;
            }
            if let Some(stack) = self.stacks.get_mut(name) {
                stack.pop();
            }
            self.log.pop();
        }
    }

    fn find(&self, name: &str) -> Option<(u32, T)> {
        self.stacks.get(name)?.last().copied()
    }

    fn find_at(&self, name: &str, depth: u32) -> Option<T> {
        let stack = self.stacks.get(name)?;
        stack.iter().rev().find(|(d, _)| *d == depth).map(|(_, v)| *v)
    }
}

impl<'u> Scopes<'u> {
    pub fn new() -> Scopes<'u> {
        Scopes { depth: 0, names: Table::new(), tags: Table::new(), prototypes: Vec::new() }
    }

    pub fn enter(&mut self) {
        self.depth += 1;
    }

    /// Opens the scope of a parameter list.
    pub fn enter_prototype(&mut self) {
        self.depth += 1;
        self.prototypes.push(self.depth);
    }

    pub fn leave(&mut self) {
        if self.prototypes.last() == Some(&self.depth) {
            self.prototypes.pop();
        }
        self.names.leave(self.depth);
        self.tags.leave(self.depth);
        self.depth = self.depth.saturating_sub(1);
    }

    pub fn at_file_level(&self) -> bool {
        self.depth == 0
    }

    pub fn declare(&mut self, name: &'u str, value: Name) {
        self.names.declare(self.depth, name, value);
    }

    pub fn find(&self, name: &str) -> Option<Name> {
        self.names.find(name).map(|(_, n)| n)
    }

    /// What the name means at file level, shadowed or not.
    pub fn find_at_file_level(&self, name: &str) -> Option<Name> {
        self.names.find_at(name, 0)
    }

    pub fn declare_tag(&mut self, name: &'u str, tag: Tag) {
        self.tags.declare(self.depth, name, tag);
    }

    /// Declares a tag that was only mentioned. In a prototype it goes to the scope around, so that a
    /// definition that follows completes it (C keeps them apart, and compilers warn).
    pub fn mention_tag(&mut self, name: &'u str, tag: Tag) {
        let mut depth = self.depth;
        for prototype in self.prototypes.iter().rev() {
            if *prototype == depth {
                depth -= 1;
            }
        }
        self.tags.declare(depth, name, tag);
    }

    pub fn find_tag(&self, name: &str) -> Option<Tag> {
        self.tags.find(name).map(|(_, t)| t)
    }

    pub fn find_tag_here(&self, name: &str) -> Option<Tag> {
        self.tags.find_at(name, self.depth)
    }
}
