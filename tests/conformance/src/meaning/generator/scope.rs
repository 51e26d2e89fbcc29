//! Variables, and what is true at one place of a body.

use super::Generator;
use super::effects::{Cell, Effects};
use super::types::{Int, Range, Type};

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    pub cell: Cell,
    pub access: Access,
    /// Must not be assigned: `const`, or a loop ends by it.
    pub frozen: bool,
    /// Its address may be taken.
    pub addressable: bool,
    /// The values it can have, where they are fewer than those of its type.
    pub range: Option<Range>,
    /// `const`: not of interest at the end.
    pub constant: bool,
}

/// How a variable is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Direct,
    /// The name is that of a pointer to an object of the type; of a pointer to the first element, for an array.
    Pointer,
}

#[derive(Debug, Default)]
pub struct Body {
    /// Innermost last.
    pub scopes: Vec<Vec<Variable>>,
    pub effects: Effects,
    /// The variables of the function that nobody else sees.
    pub locals: Vec<Cell>,
    /// How often a statement at this place is executed at most.
    pub multiplier: u64,
    /// Statements in the bodies of the functions called, each call counted.
    pub size: usize,
    /// How many statements are executed at most.
    pub cost: u64,
    pub limit: u64,
    /// Statements that may still be generated.
    pub budget: usize,
    pub result: Option<Type>,
    /// Names of a declaration whose initialiser is being generated: they mean what is not there yet.
    pub hidden: Vec<String>,
    /// Labels further down, that a jump may go to.
    pub labels: Vec<String>,
    /// `break` leaves something.
    pub breakable: bool,
    /// `continue` goes to where the loop counts.
    pub continuable: bool,
}

impl Generator {
    /// The variables that a name leads to here.
    pub fn visible(&self) -> Vec<Variable> {
        let mut seen: Vec<&str> = self.body.hidden.iter().map(String::as_str).collect();
        let mut found = Vec::new();
        for scope in self.body.scopes.iter().rev().chain([&self.globals]) {
            for variable in scope.iter().rev() {
                if !seen.contains(&variable.name.as_str()) {
                    seen.push(&variable.name);
                    found.push(variable.clone());
                }
            }
        }
        found
    }

    pub fn declare(&mut self, variable: Variable) {
        if let Some(scope) = self.body.scopes.last_mut() {
            scope.push(variable);
        }
    }

    /// The cell of a variable that nobody outside of the function sees.
    pub fn local_cell(&mut self) -> Cell {
        let cell = self.cell();
        self.body.locals.push(cell);
        cell
    }

    /// A fresh local scalar that a loop counts with, and the values it has in the body.
    pub fn counter(&mut self, low: i64, high: i64) -> Variable {
        let name = self.name("i");
        let ty = *self
            .random
            .pick(&[Int::Int, Int::Int, Int::Int, Int::Unsigned, Int::UnsignedChar, Int::Short])
            .unwrap_or(&Int::Int);
        let cell = self.local_cell();
        Variable {
            name,
            ty: Type::Int(ty),
            cell,
            access: Access::Direct,
            frozen: true,
            addressable: false,
            range: Some(Range::new(low.into(), high.into())),
            constant: false,
        }
    }

    /// Generates with a scope of its own.
    pub fn scoped<T>(&mut self, generate: impl FnOnce(&mut Generator) -> T) -> T {
        self.body.scopes.push(Vec::new());
        let result = generate(self);
        self.body.scopes.pop();
        result
    }

    /// Counts a statement; whether there is room for it.
    pub fn spend(&mut self) -> bool {
        if self.body.budget == 0 || self.body.cost + self.body.multiplier > self.body.limit {
            return false;
        }
        self.body.budget -= 1;
        self.body.cost += self.body.multiplier;
        true
    }
}
