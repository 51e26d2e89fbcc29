//! The scalars of the global data, as C and as the model call them.

use super::function::CLASHING;
use super::scope::Variable;
use super::types::{Struct, Type};

/// One scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// The variable it is part of.
    pub variable: String,
    /// `g[1][2].m`
    pub c: String,
    /// `g[6].m`: arrays of arrays are one array. A name that is a word of Promela is changed.
    pub model: String,
}

impl Leaf {
    /// What the model calls the variable.
    pub fn model_variable(&self) -> &str {
        self.model.split(['.', '[']).next().unwrap_or_default()
    }
}

/// All scalars of the variables, without those of constants.
pub fn all(variables: &[Variable], structs: &[Struct]) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    for variable in variables.iter().filter(|variable| !variable.constant) {
        let model = match CLASHING.contains(&variable.name.as_str()) {
            true => format!("{}_1", variable.name),
            false => variable.name.clone(),
        };
        let root = Leaf { variable: variable.name.clone(), c: variable.name.clone(), model };
        walk(root, &variable.ty, structs, &mut leaves);
    }
    leaves
}

fn walk(leaf: Leaf, ty: &Type, structs: &[Struct], leaves: &mut Vec<Leaf>) {
    match ty {
        Type::Int(_) => leaves.push(leaf),
        Type::Struct(index) => {
            for (number, field) in structs[*index].fields.iter().enumerate() {
                let c = if field.anonymous { leaf.c.clone() } else { format!("{}.{}", leaf.c, field.name) };
                let name = match field.anonymous {
                    true => format!("member_{number}"),
                    // A member may be called as a variable that the model makes.
                    false if CLASHING.contains(&field.name.as_str()) && field.name != "tmp0" => {
                        format!("{}_{number}", field.name)
                    }
                    false => field.name.clone(),
                };
                let inner = Leaf { c, model: format!("{}.{name}", leaf.model), ..leaf.clone() };
                walk(inner, &field.ty, structs, leaves);
            }
        }
        Type::Array(..) => elements(leaf.clone(), &leaf.c, 0, ty, structs, leaves),
    }
}

/// The elements of an array of arrays; `row` is the number of elements before this part of it.
fn elements(leaf: Leaf, c: &str, row: usize, ty: &Type, structs: &[Struct], leaves: &mut Vec<Leaf>) {
    match ty {
        Type::Array(element, length) => {
            for index in 0..*length {
                elements(leaf.clone(), &format!("{c}[{index}]"), row * length + index, element, structs, leaves);
            }
        }
        _ => {
            let inner = Leaf { c: c.to_string(), model: format!("{}[{row}]", leaf.model), variable: leaf.variable };
            walk(inner, ty, structs, leaves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::effects::MEMORY;
    use super::super::scope::Access;
    use super::super::types::Int;
    use super::*;

    #[test]
    fn arrays_of_arrays_are_one_array() {
        let row = Type::Array(Box::new(Type::Int(Int::Int)), 3);
        let variable = Variable {
            name: "a".into(),
            ty: Type::Array(Box::new(row), 2),
            cell: MEMORY,
            access: Access::Direct,
            frozen: false,
            addressable: false,
            range: None,
            constant: false,
        };
        let leaves = all(&[variable], &[]);
        assert_eq!(leaves.len(), 6);
        assert_eq!((leaves[5].c.as_str(), leaves[5].model.as_str()), ("a[1][2]", "a[5]"));
    }
}
