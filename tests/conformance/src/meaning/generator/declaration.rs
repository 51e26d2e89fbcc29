//! Types, global data and local variables.

use super::Generator;
use super::effects::{Effects, MEMORY};
use super::scope::{Access, Variable};
use super::types::{Enum, Field, Int, Struct, Type};
use super::value::Level;
use crate::generator::tree::{self, Node, text};

/// The most scalars of the global data.
const LEAVES: usize = 110;

impl Generator {
    pub fn declare_types(&mut self, units: &mut Vec<Node>) {
        if self.features.enums {
            for _ in 0..self.random.between(1, 2) {
                units.push(self.declare_enum());
            }
        }
        if self.features.structs {
            for _ in 0..self.random.between(1, 3) {
                units.push(self.declare_struct());
            }
        }
    }

    fn declare_enum(&mut self) -> Node {
        let name = self.name("E");
        let mut next = i128::from(self.random.between(-2, 1));
        let mut constants = Vec::new();
        let mut parts = Vec::new();
        for _ in 0..self.random.between(2, 5) {
            let constant = self.name("C");
            if self.random.chance(30) {
                next += i128::from(self.random.between(1, 40));
                parts.push(format!("{constant} = {next}"));
            } else if constants.is_empty() && next != 0 {
                parts.push(format!("{constant} = {next}"));
            } else {
                parts.push(constant.clone());
            }
            constants.push((constant, next));
            next += 1;
        }
        self.enums.push(Enum { name: name.clone(), constants });
        text(format!("enum {name} {{ {} }};", parts.join(", ")))
    }

    fn declare_struct(&mut self) -> Node {
        let name = self.name("S");
        let (fields, parts) = self.fields(true);
        let typedef = self.random.chance(25);
        self.structs.push(Struct { name: name.clone(), typedef, fields });
        match typedef {
            true => text(format!("typedef struct {{ {parts} }} {name};")),
            false => text(format!("struct {name} {{ {parts} }};")),
        }
    }

    /// The members of a struct, and their text.
    fn fields(&mut self, nested: bool) -> (Vec<Field>, String) {
        let mut fields: Vec<Field> = Vec::new();
        let mut parts = Vec::new();
        for _ in 0..self.random.between(1, 4) {
            if nested && self.random.chance(8) {
                // The struct without a name has an index like all others, but nothing is ever declared with it.
                let (inner, text) = self.fields(false);
                let ty = Type::Struct(self.structs.len());
                self.structs.push(Struct { name: String::new(), typedef: false, fields: inner });
                parts.push(format!("struct {{ {text} }};"));
                fields.push(Field { name: String::new(), ty, bits: None, anonymous: true });
                continue;
            }
            let field = self.field();
            if fields.iter().any(|other| other.name == field.name) {
                continue;
            }
            let bits = field.bits.map_or(String::new(), |bits| format!(" : {bits}"));
            parts.push(format!("{}{bits};", self.spelling().declaration(&field.ty, &field.name)));
            if field.bits.is_some() && self.random.chance(15) {
                parts.push("int : 3;".to_string());
            }
            fields.push(field);
        }
        (fields, parts.join(" "))
    }

    /// The structs that objects may have.
    pub fn named_structs(&self) -> Vec<usize> {
        (0..self.structs.len()).filter(|index| !self.structs[*index].name.is_empty()).collect()
    }

    /// One of the structs that objects may have.
    pub fn struct_type(&mut self) -> Option<Type> {
        let named = self.named_structs();
        self.random.pick(&named).map(|index| Type::Struct(*index))
    }

    fn field(&mut self) -> Field {
        let name = self.name("m");
        let name = match self.features.clashing_names && self.random.chance(8) {
            true => self.random.pick(super::function::CLASHING).map_or(name, |word| word.to_string()),
            false => name,
        };
        let nested = self.struct_type();
        if self.features.bit_fields && self.random.chance(35) {
            let ty = *self
                .random
                .pick(&[Int::Int, Int::Unsigned, Int::Unsigned, Int::Bool, Int::UnsignedChar, Int::Short])
                .unwrap_or(&Int::Unsigned);
            let bits = if ty == Int::Bool { 1 } else { self.random.between(1, i64::from(ty.bits()) - 1) as u32 };
            return Field { name, ty: Type::Int(ty), bits: Some(bits), anonymous: false };
        }
        let scalar = Type::Int(self.int_type());
        let ty = match self.random.below(8) {
            0 if nested.is_some() => nested.unwrap_or(scalar),
            1 if self.features.arrays => Type::Array(Box::new(scalar), self.random.between(2, 4) as usize),
            2 if self.features.arrays && self.features.arrays_of_arrays => {
                Type::Array(Box::new(Type::Array(Box::new(scalar), 2)), 2)
            }
            3 if nested.is_some() && self.features.arrays => Type::Array(Box::new(nested.unwrap_or(scalar)), 2),
            _ => scalar,
        };
        Field { name, ty, bits: None, anonymous: false }
    }

    pub fn declare_globals(&mut self, units: &mut Vec<Node>) {
        let mut leaves = 0;
        for index in self.named_structs() {
            let ty = Type::Struct(index);
            leaves += ty.leaves(&self.structs);
            units.push(self.declare_global(ty, false));
        }
        for _ in 0..self.random.between(3, 9) {
            let ty = self.object_type();
            let constant = self.features.constants && self.random.chance(20) && !matches!(ty, Type::Struct(_));
            leaves += ty.leaves(&self.structs);
            if leaves > LEAVES {
                break;
            }
            units.push(self.declare_global(ty, constant));
        }
        if !self.globals.iter().any(|v| !v.frozen && matches!(v.ty, Type::Int(_))) {
            units.push(self.declare_global(Type::Int(Int::Int), false));
        }
    }

    /// The type of a global or local object.
    fn object_type(&mut self) -> Type {
        let scalar = Type::Int(self.int_type());
        match self.random.below(10) {
            0 | 1 if self.features.arrays => Type::Array(Box::new(scalar), self.random.between(2, 6) as usize),
            2 if self.features.arrays && self.features.arrays_of_arrays => {
                let row = Type::Array(Box::new(scalar), self.random.between(2, 4) as usize);
                Type::Array(Box::new(row), self.random.between(2, 3) as usize)
            }
            3 => self.struct_type().unwrap_or(scalar),
            4 if self.features.arrays => {
                let element = self.struct_type().unwrap_or(scalar);
                Type::Array(Box::new(element), self.random.between(2, 3) as usize)
            }
            _ => scalar,
        }
    }

    fn declare_global(&mut self, ty: Type, constant: bool) -> Node {
        let name = self.name("g");
        let name = match self.features.clashing_names && self.random.chance(8) {
            true => self.random.pick(super::function::CLASHING).map_or(name.clone(), |word| word.to_string()),
            false => name,
        };
        let name = match self.globals.iter().any(|other| other.name == name) {
            true => self.name("g"),
            false => name,
        };
        let addressable = self.features.pointers && self.random.chance(60);
        let cell = if addressable { MEMORY } else { self.cell() };
        let internal = if self.random.chance(40) { "static " } else { "" };
        let qualifier = if constant { "const " } else { "" };
        let declared = self.spelling().declaration(&ty, &name);
        let tentative = match !constant && self.random.chance(5) {
            true => format!("{internal}{declared}; "),
            false => String::new(),
        };
        let mut parts = vec![text(format!("{tentative}{internal}{qualifier}{declared}"))];
        if constant || self.random.chance(60) {
            let value = self.initialiser(&ty, None);
            parts.push(tree::optional(tree::group(vec![text(" = "), value])));
        }
        parts.push(text(";"));
        self.globals.push(Variable {
            name,
            ty,
            cell,
            access: Access::Direct,
            frozen: constant,
            addressable,
            range: None,
            constant,
        });
        tree::group(parts)
    }

    /// A value for a declaration; a constant one without effects.
    fn initialiser(&mut self, ty: &Type, effects: Option<&mut Effects>) -> Node {
        let mut effects = effects;
        match ty {
            Type::Int(int) => match &mut effects {
                Some(effects) => self.converted_to(*int, 2, effects).at_least(Level::Assignment),
                None => self.constant().at_least(Level::Assignment),
            },
            Type::Struct(id) => {
                let fields = self.structs[*id].fields.clone();
                let shown = self.random.between(1, fields.len() as i64) as usize;
                let designated = self.random.chance(25);
                let mut items = Vec::new();
                for field in fields.iter().take(shown) {
                    if designated && (field.anonymous || self.random.chance(30)) {
                        continue;
                    }
                    let value = self.initialiser(&field.ty, effects.as_deref_mut());
                    let named = designated && !field.anonymous;
                    let head = if named { format!(".{} = ", field.name) } else { String::new() };
                    items.push(tree::group(vec![text(head), value]));
                }
                listed(items)
            }
            Type::Array(element, length) if is_character(element) && self.random.chance(25) => {
                let letters = self.random.between(0, *length as i64) as usize;
                let word: String = "a~Z 0q".chars().take(letters).collect();
                text(format!("\"{word}\""))
            }
            Type::Array(element, length) => {
                let shown = self.random.between(1, *length as i64) as usize;
                let designated = self.random.chance(20);
                let mut items = Vec::new();
                for index in 0..shown {
                    if designated && self.random.chance(40) {
                        continue;
                    }
                    let value = self.initialiser(element, effects.as_deref_mut());
                    let head = match designated {
                        true if index + 1 < *length && self.random.chance(20) => {
                            format!("[{index} ... {}] = ", index + 1)
                        }
                        true => format!("[{index}] = "),
                        false => String::new(),
                    };
                    items.push(tree::group(vec![text(head), value]));
                }
                listed(items)
            }
        }
    }

    /// A declaration inside of a function.
    pub fn local_declaration(&mut self) -> Option<Node> {
        if !self.spend() {
            return None;
        }
        if self.features.pointers && self.random.chance(12) {
            return self.pointer_declaration();
        }
        if self.features.statics && self.random.chance(15) {
            return Some(self.static_declaration());
        }
        let ty = self.object_type();
        if ty.leaves(&self.structs) > 16 {
            return None;
        }
        let name = self.free_local_name()?;
        self.body.hidden.push(name.clone());
        let structs = matches!(ty, Type::Struct(_)) && self.features.struct_values;
        let value = self.full(|generator, effects| match structs && generator.random.chance(50) {
            true => generator.struct_value(&ty, 1, effects),
            false => generator.initialiser(&ty, Some(effects)),
        });
        self.body.hidden.pop();
        let addressable = self.features.pointers && self.random.chance(40);
        let cell = if addressable { MEMORY } else { self.local_cell() };
        let frozen = self.random.chance(6);
        let qualifier = if frozen { "const " } else { "" };
        let declared = self.spelling().declaration(&ty, &name);
        let later = matches!(ty, Type::Int(_)) && !frozen && self.random.chance(15);
        let mut parts = match later {
            true => vec![text(format!("{declared}; {name} = ")), value],
            false => vec![text(format!("{qualifier}{declared} = ")), value],
        };
        self.declare(Variable {
            name,
            ty: ty.clone(),
            cell,
            access: Access::Direct,
            frozen,
            addressable,
            range: None,
            constant: frozen,
        });
        if let (Type::Int(int), true) = (&ty, !later && self.random.chance(15)) {
            parts.extend(self.second_declarator(*int, frozen));
        }
        parts.push(text(";"));
        Some(tree::group(parts))
    }

    /// `, b = a + 1`
    fn second_declarator(&mut self, int: Int, frozen: bool) -> Option<Node> {
        let name = self.name("x");
        let value = self.full(|generator, effects| generator.converted_to(int, 2, effects).at_least(Level::Assignment));
        let cell = self.local_cell();
        self.declare(Variable {
            name: name.clone(),
            ty: Type::Int(int),
            cell,
            access: Access::Direct,
            frozen,
            addressable: false,
            range: None,
            constant: false,
        });
        Some(tree::group(vec![text(format!(", {name} = ")), value]))
    }

    /// A name that the innermost scope does not have yet.
    fn free_local_name(&mut self) -> Option<String> {
        for _ in 0..4 {
            let name = self.local_name("x");
            let taken = self.body.scopes.last().is_some_and(|scope| scope.iter().any(|v| v.name == name));
            if !taken {
                return Some(name);
            }
        }
        None
    }

    /// A pointer that is set once, to an object that stays the same.
    fn pointer_declaration(&mut self) -> Option<Node> {
        let ty = self.pointee_type();
        if matches!(&ty, Type::Array(element, _) if matches!(**element, Type::Array(..))) {
            return None;
        }
        let constant = self.random.chance(25);
        let address = self.full(|generator, effects| generator.address(&ty, constant, true, 0, effects))?;
        let name = self.name("q");
        let element = match &ty {
            Type::Array(element, _) => element,
            other => other,
        };
        let declared = self.spelling().declaration(element, &format!("*{name}"));
        self.declare(Variable {
            name,
            ty: ty.clone(),
            cell: MEMORY,
            access: Access::Pointer,
            frozen: constant,
            addressable: true,
            range: None,
            constant: false,
        });
        let qualifier = if constant { "const " } else { "" };
        Some(tree::group(vec![text(format!("{qualifier}{declared} = ")), address, text(";")]))
    }

    fn static_declaration(&mut self) -> Node {
        let name = self.free_local_name().unwrap_or_else(|| self.name("x"));
        let scalar = Type::Int(self.int_type());
        let ty = match self.features.arrays && self.random.chance(25) {
            true => Type::Array(Box::new(scalar), self.random.between(2, 4) as usize),
            false => scalar,
        };
        let declared = self.spelling().declaration(&ty, &name);
        let mut parts = vec![text(format!("static {declared}"))];
        if self.random.chance(70) {
            let value = self.initialiser(&ty, None);
            parts.push(tree::optional(tree::group(vec![text(" = "), value])));
        }
        parts.push(text(";"));
        let cell = self.cell();
        self.declare(Variable {
            name,
            ty,
            cell,
            access: Access::Direct,
            frozen: false,
            addressable: false,
            range: None,
            constant: false,
        });
        tree::group(parts)
    }
}

fn is_character(ty: &Type) -> bool {
    matches!(ty, Type::Int(Int::Char | Int::SignedChar | Int::UnsignedChar))
}

/// `{ a, b }`
fn listed(items: Vec<Node>) -> Node {
    match items.is_empty() {
        true => text("{ 0 }"),
        false => tree::group(vec![text("{ "), tree::commas(items, 1), text(" }")]),
    }
}
