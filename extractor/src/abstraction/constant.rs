//! Names that only the tables know: `Constant LIMIT=8`, or `Substitute FALSE false` for a name that the source does not
//! declare. They are integers of type `int`.

use super::Abstraction;
use crate::program::{Binary, Expr, ExprKind, TypeId};

impl Abstraction<'_> {
    /// The value that the user's tables give to a name which is declared nowhere.
    pub fn named_constant(&self, e: &Expr) -> Option<i128> {
        let ExprKind::Opaque { text, operands } = &e.kind else { return None };
        if !operands.is_empty() || e.ty != TypeId::ERROR {
            return None;
        }
        let given = self.tables.constants().find(|(name, _)| *name == text.as_str()).and_then(|(_, value)| value);
        match given {
            Some(value) => integer(value),
            None => integer(&self.tables.substituted(text)),
        }
    }

    /// The type in which the operands meet; names that only the tables know are `int`.
    pub fn common_type(&self, b: &Binary) -> TypeId {
        if b.common != TypeId::ERROR {
            return b.common;
        }
        let ty = |e: &Expr| match self.named_constant(e) {
            Some(_) => TypeId::INT,
            None => self.program.promoted(e),
        };
        self.program.common_type(ty(&b.left), ty(&b.right))
    }
}

/// An integer of Promela.
fn integer(text: &str) -> Option<i128> {
    match text.trim() {
        "true" => Some(1),
        "false" => Some(0),
        number => number.parse::<i32>().ok().map(i128::from),
    }
}
