//! Functions.

use super::Generator;
use super::effects::{Effects, MEMORY};
use super::scope::{Access, Body, Variable};
use super::types::{Int, Range, Type};
use super::value::Level;
use crate::generator::tree::{self, Node, text};

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub result: Option<Type>,
    pub effects: Effects,
    /// How many statements one call executes at most.
    pub cost: u64,
    /// How many statements one call adds to a model.
    pub size: usize,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub ty: Type,
    pub access: Access,
    /// A pointer to `const`.
    pub constant: bool,
    /// How many calls of the function itself may follow.
    pub depth: bool,
}

/// Names that mean something in Promela.
pub const CLASHING: &[&str] =
    &["len", "run", "of", "skip", "empty", "full", "init", "timeout", "bit", "byte", "chan", "tmp0"];

impl Generator {
    /// The function that is extracted.
    pub fn entry(&mut self) -> Node {
        self.body =
            Body { multiplier: 1, limit: 3000, budget: self.random.between(10, 45) as usize, ..Body::default() };
        let returns = self.random.chance(30);
        self.body.result = returns.then_some(Type::Int(Int::Int));
        let head = if returns { "int f(void)" } else { "void f(void)" };
        let length = self.random.between(4, 14) as usize;
        let mut items = self.scoped(|generator| generator.items(length, 3));
        if returns {
            items.push(self.return_statement());
        }
        tree::statement(vec![text(format!("{head} {{")), tree::block(items), text("}")])
    }

    pub fn function(&mut self) -> Node {
        let name = match self.random.chance(10) && self.features.clashing_names {
            true => {
                let wanted = *self.random.pick(CLASHING).unwrap_or(&"run");
                let used =
                    self.functions.iter().any(|f| f.name == wanted) || self.globals.iter().any(|v| v.name == wanted);
                if used { self.name("h") } else { wanted.to_string() }
            }
            false => self.name("h"),
        };
        self.body = Body { multiplier: 1, limit: 150, budget: self.random.between(3, 12) as usize, ..Body::default() };
        let recursive = self.features.recursion && self.random.chance(35);
        let parameters = self.parameters(recursive);
        self.body.result = self.result_type();
        let declared: Vec<String> = parameters.iter().map(|p| self.parameter_text(p)).collect();
        let head = match declared.is_empty() {
            true => "void".to_string(),
            false => declared.join(", "),
        };
        let result = self.body.result.clone();
        let result_text = result.as_ref().map_or("void".to_string(), |ty| self.spelling().base(ty));
        let scope: Vec<Variable> = parameters.iter().map(|p| self.parameter_variable(p)).collect();
        self.body.scopes = vec![scope];
        let length = self.random.between(1, 5) as usize;
        let mut items = Vec::new();
        let mut function = Function {
            name: name.clone(),
            parameters,
            result: result.clone(),
            effects: Effects::default(),
            cost: 0,
            size: 0,
        };
        if recursive {
            items.push(self.depth_test(&function));
        }
        let budget = self.body.budget;
        items.extend(self.items(length, 2));
        if recursive {
            items.push(self.recursion(&function));
        }
        if result.is_some() {
            items.push(self.return_statement());
        }
        let levels = if recursive { 4 } else { 1 };
        function.cost = (self.body.cost + 2) * levels;
        function.size = (budget - self.body.budget + self.body.size + 2) * levels as usize;
        let locals: Vec<_> = self.body.locals.clone();
        function.effects = self.body.effects.visible(|cell| cell == MEMORY || !locals.contains(&cell));
        self.functions.push(function);
        self.body = Body::default();
        let internal = if self.random.chance(70) { "static " } else { "" };
        let title = format!("{internal}{result_text} {name}({head})");
        let prototype = if self.random.chance(15) { format!("{title};\n") } else { String::new() };
        tree::statement(vec![text(format!("{prototype}{title} {{")), tree::block(items), text("}")])
    }

    fn result_type(&mut self) -> Option<Type> {
        match self.random.below(10) {
            0 | 1 => None,
            2 if self.features.struct_values && !self.structs.is_empty() => self.struct_type(),
            _ => Some(Type::Int(self.int_type())),
        }
    }

    fn parameters(&mut self, recursive: bool) -> Vec<Parameter> {
        let mut list = Vec::new();
        if recursive {
            let name = self.name("n");
            list.push(Parameter {
                name,
                ty: Type::Int(Int::Int),
                access: Access::Direct,
                constant: false,
                depth: true,
            });
        }
        for _ in 0..self.random.below(4) {
            let name = self.local_name("p");
            if list.iter().any(|p| p.name == name) {
                continue;
            }
            let pointer = self.features.pointers && self.random.chance(45);
            let (ty, access) = match pointer {
                true => (self.pointee_type(), Access::Pointer),
                false if self.features.struct_values && !self.structs.is_empty() && self.random.chance(25) => {
                    (self.struct_type().unwrap_or(Type::Int(Int::Int)), Access::Direct)
                }
                false => (Type::Int(self.int_type()), Access::Direct),
            };
            let constant = pointer && self.random.chance(25);
            list.push(Parameter { name, ty, access, constant, depth: false });
        }
        list
    }

    /// The type of something whose address can be taken: mostly of something that is there.
    pub fn pointee_type(&mut self) -> Type {
        let mut types = Vec::new();
        for variable in self.globals.iter().filter(|v| v.addressable) {
            self.parts(&variable.ty, &mut types);
        }
        match self.random.pick(&types) {
            Some(ty) => ty.clone(),
            None => Type::Int(self.int_type()),
        }
    }

    fn parts(&self, ty: &Type, found: &mut Vec<Type>) {
        found.push(ty.clone());
        match ty {
            Type::Int(_) => {}
            Type::Array(element, _) => self.parts(element, found),
            Type::Struct(id) => {
                if self.structs[*id].name.is_empty() {
                    found.pop();
                }
                for field in self.structs[*id].fields.iter().filter(|field| field.bits.is_none()) {
                    self.parts(&field.ty, found);
                }
            }
        }
    }

    /// A name for a local thing: a fresh one, a word of Promela, or one that hides another thing.
    pub fn local_name(&mut self, prefix: &str) -> String {
        if self.features.clashing_names && self.random.chance(12) {
            let wanted = *self.random.pick(CLASHING).unwrap_or(&"len");
            // A call of a function that is hidden would not be one.
            if !self.functions.iter().any(|f| f.name == wanted) {
                return wanted.to_string();
            }
        }
        if self.features.shadowing && self.random.chance(25) {
            let names: Vec<String> = self
                .body
                .scopes
                .iter()
                .flatten()
                .chain(&self.globals)
                .filter(|v| !v.frozen && !matches!(v.ty, Type::Struct(_)))
                .map(|v| v.name.clone())
                .collect();
            if let Some(name) = self.random.pick(&names) {
                return name.clone();
            }
        }
        self.name(prefix)
    }

    fn parameter_text(&mut self, parameter: &Parameter) -> String {
        let constant = if parameter.constant { "const " } else { "" };
        let Parameter { name, ty, access, .. } = parameter;
        let text = match (access, ty) {
            (Access::Direct, ty) => self.spelling().declaration(ty, name),
            (Access::Pointer, Type::Array(element, length)) => {
                let form = self.random.below(3);
                match (&**element, form) {
                    (Type::Array(..), 0) => self.spelling().declaration(element, &format!("(*{name})")),
                    (Type::Array(..), _) => self.spelling().declaration(ty, name),
                    (element, 0) => self.spelling().declaration(element, &format!("*{name}")),
                    (element, 1) => self.spelling().declaration(element, &format!("{name}[]")),
                    (element, _) => self.spelling().declaration(element, &format!("{name}[{length}]")),
                }
            }
            (Access::Pointer, ty) => self.spelling().declaration(ty, &format!("*{name}")),
        };
        format!("{constant}{text}")
    }

    fn parameter_variable(&mut self, parameter: &Parameter) -> Variable {
        let pointer = parameter.access == Access::Pointer;
        let cell = if pointer { MEMORY } else { self.local_cell() };
        Variable {
            name: parameter.name.clone(),
            ty: parameter.ty.clone(),
            cell,
            access: parameter.access,
            frozen: parameter.constant || parameter.depth,
            addressable: pointer,
            range: parameter.depth.then_some(Range::new(-1, 3)),
            constant: false,
        }
    }

    /// `if (n <= 0) return e;`
    fn depth_test(&mut self, function: &Function) -> Node {
        let Some(parameter) = function.parameters.first() else { return text(";") };
        let leave = self.return_statement();
        tree::group(vec![text(format!("if ({} <= 0) ", parameter.name)), leave])
    }

    /// A call of the function itself, one level deeper.
    fn recursion(&mut self, function: &Function) -> Node {
        let name = self.name("r");
        let node = self.full(|generator, effects| {
            let mut arguments = Vec::new();
            for parameter in &function.parameters {
                if parameter.depth {
                    arguments.push(text(format!("{} - 1", parameter.name)));
                } else if let Some(argument) = generator.argument(parameter, 2, effects) {
                    arguments.push(argument);
                } else {
                    return None;
                }
            }
            Some(tree::group(vec![
                text(format!("{}(", function.name)),
                tree::Node::List(tree::List { least: arguments.len(), items: arguments, layout: tree::Layout::Commas }),
                text(")"),
            ]))
        });
        let Some(call) = node else { return text(";") };
        match &function.result {
            None => tree::statement(vec![call, text(";")]),
            Some(ty) => {
                let declared = self.spelling().declaration(ty, &name);
                let cell = self.local_cell();
                self.declare(Variable {
                    name,
                    ty: ty.clone(),
                    cell,
                    access: Access::Direct,
                    frozen: false,
                    addressable: false,
                    range: None,
                    constant: false,
                });
                tree::statement(vec![text(format!("{declared} = ")), call, text(";")])
            }
        }
    }

    pub fn return_statement(&mut self) -> Node {
        let result = self.body.result.clone();
        let value = self.full(|generator, effects| match &result {
            None => None,
            Some(Type::Int(int)) => Some(generator.converted_to(*int, 2, effects).at_least(Level::Comma)),
            Some(ty) => Some(generator.struct_value(ty, 1, effects)),
        });
        match value {
            Some(value) => tree::group(vec![text("return "), value, text(";")]),
            None => text("return;"),
        }
    }
}
