//! How C text is compared: read into a [`Tree`], printed back in one way.
//!
//! The extractor prints statements as the figures of the notes do; users write them as they like. Both
//! are read here and the trees are compared, so white space, redundant parentheses, `!!` before a
//! condition and a trailing `;` do not matter. No types are known: `(T)(x)` is read in one way on
//! both sides. Text that is no C, or is nested beyond reason, is compared token by token.

mod declare;
mod parse;
mod print;
pub mod token;
mod tree;
mod types;

pub use parse::{Reading, is_infix};
pub use print::print;
pub use tree::{Op, Tree};

use crate::entry::Class;
use token::{Token, tokens};

/// Canonical text of a statement of the given class.
pub fn canonical(class: Class, text: &str) -> String {
    print(&tree(Some(class), text, Reading::Statement))
}

/// The tree of C text. Without a class the shape decides: `return`, expression, declaration.
pub fn tree(class: Option<Class>, text: &str, reading: Reading) -> Tree {
    let list = trimmed(tokens(text));
    strict(class, &list, reading).unwrap_or_else(|| parse::as_tokens(&list, reading))
}

/// As [`tree`], but `None` if the tokens are no C of that class.
pub fn strict(class: Option<Class>, list: &[Token], reading: Reading) -> Option<Tree> {
    let expression = || parse::expression(list, reading).map(statement);
    match class {
        Some(Class::Declaration) => declare::declaration(list, reading),
        Some(Class::Return) => parse::return_statement(list, reading),
        Some(_) => expression(),
        None => {
            parse::return_statement(list, reading).or_else(expression).or_else(|| declare::declaration(list, reading))
        }
    }
}

/// Text without a class that is an expression may be a declaration too: `Buffer *p`.
pub fn as_declaration(text: &str) -> Option<Tree> {
    declare::declaration(&trimmed(tokens(text)), Reading::Pattern)
}

/// Without the `;` at the end.
pub fn trimmed(mut list: Vec<Token>) -> Vec<Token> {
    while list.last().is_some_and(|t| t.is(";")) {
        list.pop();
    }
    list
}

/// The value of a statement, or its truth, is all that counts: `(void)f(x)` is `f(x)`, `!!x` is `x`.
fn statement(tree: Tree) -> Tree {
    let mut tree = parse::truth(tree);
    loop {
        match tree {
            Tree::Node(Op::Cast(ty), mut kids) if ty == "void" && kids.len() == 1 => {
                tree = kids.pop().unwrap_or(Tree::Leaf(String::new()));
            }
            other => return other,
        }
    }
}

/// Whether a tree is what its class says it is. Conditions and expressions can be anything but declarations.
pub fn fits(class: Class, tree: &Tree) -> bool {
    match class {
        Class::Declaration => matches!(tree, Tree::Node(Op::Declare(_), _)),
        Class::Assignment => matches!(tree, Tree::Node(Op::Assign(_), _)),
        Class::Call => tree.under_not().is_call() || matches!(tree, Tree::Meta(_)),
        Class::Return => matches!(tree, Tree::Node(Op::Return, _)),
        Class::Condition | Class::Expression => {
            !matches!(tree, Tree::Node(Op::Declare(_) | Op::Return | Op::Tokens, _))
        }
    }
}
