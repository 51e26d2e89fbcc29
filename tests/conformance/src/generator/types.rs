//! Types, variables and channel signatures of the program being generated.

use super::tree::{self, Node, Tag};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Bit,
    Bool,
    Byte,
    Short,
    Int,
    /// `unsigned x : n`
    Unsigned(u32),
    Pid,
    /// An index into the program's mtype lists.
    Mtype(usize),
    /// An index into the program's channel signatures.
    Chan(usize),
    /// An index into the program's typedefs.
    Struct(usize),
}

impl Type {
    /// Holds numbers one may calculate with.
    pub fn is_number(self) -> bool {
        !matches!(self, Type::Mtype(_) | Type::Chan(_) | Type::Struct(_))
    }

    /// A number that is never negative, so that a remainder of it is a valid index.
    pub fn is_natural(self) -> bool {
        matches!(self, Type::Bit | Type::Bool | Type::Byte | Type::Unsigned(_) | Type::Pid)
    }

    /// Holds every value of a message field of another type.
    ///
    /// Spin undoes a receive by putting the variable back into the channel, so a variable that is too narrow
    /// for the field loses bits of the message on the way back, and the counts are wrong. A field that is a
    /// bit may be stored as a byte.
    pub fn holds(self, field: Type) -> bool {
        match field {
            Type::Bit | Type::Bool | Type::Byte | Type::Pid => {
                matches!(self, Type::Byte | Type::Pid | Type::Short | Type::Int)
            }
            Type::Short => matches!(self, Type::Short | Type::Int),
            Type::Int => self == Type::Int,
            _ => self == field,
        }
    }

    /// Holds two values only.
    pub fn is_bit(self) -> bool {
        matches!(self, Type::Bit | Type::Bool | Type::Unsigned(1))
    }
}

/// A variable, parameter or field of a typedef.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    /// Number of elements of an array.
    pub size: Option<usize>,
    /// Slots, for a channel that is declared with its slots.
    pub slots: Option<usize>,
}

impl Variable {
    pub fn scalar(name: impl Into<String>, ty: Type) -> Variable {
        Variable { name: name.into(), ty, size: None, slots: None }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Typedef {
    pub name: String,
    pub fields: Vec<Variable>,
}

/// A list of mtype constants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MtypeList {
    /// `mtype:colour`; `None` for the list without a name.
    pub subtype: Option<String>,
    pub names: Vec<String>,
}

/// The fields of the messages of a channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    pub fields: Vec<Field>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    pub ty: Type,
    pub tag: Tag,
}

/// Something one can name in an expression or assign to.
#[derive(Clone, Debug)]
pub struct Place {
    pub node: Node,
    pub ty: Type,
    /// The variable it is part of.
    pub variable: String,
    /// Slots, for a channel that is known to have been declared with them.
    pub slots: Option<usize>,
}

/// What the program has declared so far.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    pub typedefs: Vec<Typedef>,
    pub mtypes: Vec<MtypeList>,
    pub signatures: Vec<Signature>,
}

impl Declared {
    /// The type as written.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Bit => "bit".into(),
            Type::Bool => "bool".into(),
            Type::Byte => "byte".into(),
            Type::Short => "short".into(),
            Type::Int => "int".into(),
            Type::Unsigned(_) => "unsigned".into(),
            Type::Pid => "pid".into(),
            Type::Mtype(list) => match &self.mtypes[list].subtype {
                Some(subtype) => format!("mtype:{subtype}"),
                None => "mtype".into(),
            },
            Type::Chan(_) => "chan".into(),
            Type::Struct(index) => self.typedefs[index].name.clone(),
        }
    }

    /// `byte x[3]`, `chan q = [2] of { byte }`, with the initialiser given.
    pub fn declaration(&self, variable: &Variable, initial: Option<Node>) -> Node {
        let mut parts = vec![tree::text(format!("{} {}", self.type_name(variable.ty), variable.name))];
        if let Type::Unsigned(width) = variable.ty {
            parts.push(tree::text(" : "));
            parts.push(tree::number(width.into()));
        }
        if let Some(size) = variable.size {
            parts.push(tree::text("["));
            parts.push(tree::number(size as i64));
            parts.push(tree::text("]"));
        }
        if let (Type::Chan(signature), Some(slots)) = (variable.ty, variable.slots) {
            parts.push(tree::text(" = ["));
            parts.push(tree::number(slots as i64));
            parts.push(tree::text("] of { "));
            let fields = &self.signatures[signature].fields;
            let field = |field: &Field| tree::tagged(field.tag, tree::text(self.type_name(field.ty)));
            parts.push(tree::commas(fields.iter().map(field).collect(), 1));
            parts.push(tree::text(" }"));
        } else if let Some(initial) = initial {
            parts.push(tree::optional(tree::group(vec![tree::text(" = "), initial])));
        }
        tree::group(parts)
    }
}

impl Place {
    /// Whether an index on the way to it is not a constant.
    pub fn is_indexed_by_variable(&self) -> bool {
        let text = self.node.render();
        text.split('[')
            .skip(1)
            .any(|part| part.split(']').next().is_some_and(|i| !i.trim().chars().all(|c| c.is_ascii_digit())))
    }
}
