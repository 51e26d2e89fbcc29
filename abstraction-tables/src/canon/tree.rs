//! C text as a tree: what is left of it when white space and redundant parentheses are gone.
//!
//! Knows no types. `(T)(x)` may be a cast or a call; both sides of a comparison are read the same
//! way, so it does not matter which.

/// An expression, a declaration or a `return`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tree {
    /// A name, a constant, a type.
    Leaf(String),
    /// `$x`: stands for any tree. Only in patterns.
    Meta(String),
    /// `...` as the last argument: stands for any further arguments. Only in patterns.
    Rest,
    Node(Op, Vec<Tree>),
}

/// What joins the parts of a tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// `-x`, `!x`, `&x`, `++x`
    Prefix(String),
    /// `x++`
    Postfix(String),
    /// `(a+b)`
    Binary(String),
    /// `a=b`, `a+=b`
    Assign(String),
    /// `(a?b:c)`
    Conditional,
    /// `(a,b)`
    Comma,
    /// The function first, then the arguments.
    Call,
    /// `a[i]`
    Index,
    /// `a.m`: the object, then the name of the member.
    Dot,
    /// `a->m`
    Arrow,
    /// `(T)a`; the text is the type.
    Cast(String),
    /// `sizeof(x)` and its kin; the text is the keyword.
    Size(String),
    /// `{1,2}`
    Braces,
    /// `return`, `return x`
    Return,
    /// `short s,E=0`; the text is the specifiers.
    Declare(String),
    /// `E=0` in a declaration.
    Init,
    /// What is neither, as tokens: each is a leaf.
    Tokens,
}

impl Tree {
    pub fn leaf(text: impl Into<String>) -> Tree {
        Tree::Leaf(text.into())
    }

    /// Whether it stands for text that could not be read as C.
    pub fn is_tokens(&self) -> bool {
        matches!(self, Tree::Node(Op::Tokens, _))
    }

    /// The tree without the `!`s before it.
    pub fn under_not(&self) -> &Tree {
        let mut tree = self;
        while let Tree::Node(Op::Prefix(op), kids) = tree {
            match kids.first() {
                Some(kid) if op == "!" => tree = kid,
                _ => break,
            }
        }
        tree
    }

    pub fn is_call(&self) -> bool {
        matches!(self, Tree::Node(Op::Call, _))
    }

    /// Whether it has metavariables or `...` in it.
    pub fn is_pattern(&self) -> bool {
        match self {
            Tree::Leaf(_) => false,
            Tree::Meta(_) | Tree::Rest => true,
            Tree::Node(_, kids) => kids.iter().any(Tree::is_pattern),
        }
    }

    /// How much of it is fixed: the more, the more special a pattern is.
    pub fn fixed_parts(&self) -> usize {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Meta(_) | Tree::Rest => 0,
            Tree::Node(op, kids) => {
                usize::from(!matches!(op, Op::Tokens)) + kids.iter().map(Tree::fixed_parts).sum::<usize>()
            }
        }
    }

    pub fn has_rest(&self) -> bool {
        match self {
            Tree::Rest => true,
            Tree::Leaf(_) | Tree::Meta(_) => false,
            Tree::Node(_, kids) => kids.iter().any(Tree::has_rest),
        }
    }

    /// The names of the functions that it calls.
    pub fn callees(&self) -> Vec<&str> {
        let Tree::Node(op, kids) = self else { return Vec::new() };
        let own = match (op, kids.first()) {
            (Op::Call, Some(Tree::Leaf(name))) => Some(name.as_str()),
            _ => None,
        };
        own.into_iter().chain(kids.iter().flat_map(Tree::callees)).collect()
    }

    /// The names of its metavariables, in order, each as often as it stands there.
    pub fn metas(&self) -> Vec<&str> {
        match self {
            Tree::Meta(name) => vec![name],
            Tree::Leaf(_) | Tree::Rest => Vec::new(),
            Tree::Node(_, kids) => kids.iter().flat_map(Tree::metas).collect(),
        }
    }
}
