//! Trees as canonical text: `E=(1-E)`, `send(&(Bufout),s)`, `!(s==E)`, `*((int *)pData)=(int)nStatus`.

use super::token::push;
use super::tree::{Op, Tree};

pub fn print(tree: &Tree) -> String {
    let mut out = String::new();
    top(tree, &mut out);
    out
}

/// Assignments and commas have no parentheses round them here.
fn top(tree: &Tree, out: &mut String) {
    match tree {
        Tree::Node(Op::Assign(op), kids) if kids.len() == 2 => {
            inner(&kids[0], out);
            out.push_str(op);
            // `a=b=c` needs none either.
            if matches!(kids[1], Tree::Node(Op::Assign(_), _)) { top(&kids[1], out) } else { inner(&kids[1], out) }
        }
        Tree::Node(Op::Return, kids) => {
            out.push_str("return");
            if let Some(value) = kids.first() {
                out.push(' ');
                top(value, out);
            }
        }
        Tree::Node(Op::Comma, kids) => list(kids, out),
        Tree::Node(Op::Declare(specifiers), kids) => {
            out.push_str(specifiers);
            for (i, kid) in kids.iter().enumerate() {
                out.push(if i == 0 { ' ' } else { ',' });
                match kid {
                    Tree::Node(Op::Init, parts) if parts.len() == 2 => {
                        declarator(&parts[0], out);
                        out.push('=');
                        inner(&parts[1], out);
                    }
                    _ => declarator(kid, out),
                }
            }
        }
        _ => inner(tree, out),
    }
}

/// `*p` rather than `*(p)`.
fn declarator(tree: &Tree, out: &mut String) {
    match tree {
        Tree::Node(Op::Prefix(op), kids) if op == "*" && kids.len() == 1 => {
            out.push('*');
            declarator(&kids[0], out);
        }
        _ => inner(tree, out),
    }
}

fn list(kids: &[Tree], out: &mut String) {
    for (i, kid) in kids.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        argument(kid, out);
    }
}

/// A comma in an argument needs its parentheses, an assignment does not.
fn argument(tree: &Tree, out: &mut String) {
    if matches!(tree, Tree::Node(Op::Assign(_), _)) { top(tree, out) } else { inner(tree, out) }
}

fn inner(tree: &Tree, out: &mut String) {
    let (op, kids) = match tree {
        Tree::Leaf(text) => return out.push_str(text),
        Tree::Meta(name) => {
            out.push('$');
            return out.push_str(name);
        }
        Tree::Rest => return out.push_str("..."),
        Tree::Node(op, kids) => (op, kids.as_slice()),
    };
    match (op, kids) {
        (Op::Prefix(op), [kid]) => {
            out.push_str(op);
            // `!f(x)`, `!x`, `-1`; but `&(x)` and `*(p)`, as the figures print them.
            let bare = op != "&" && op != "*" && is_bare(kid);
            if bare || prints_parentheses(kid) { inner(kid, out) } else { parenthesised(kid, out) }
        }
        (Op::Postfix(op), [kid]) => {
            operand(kid, out);
            out.push_str(op);
        }
        (Op::Binary(op), [left, right]) => {
            out.push('(');
            inner(left, out);
            out.push_str(op);
            // `a&&b` and `a/*b` are something else than `a&(&b)` and `a/(*b)`.
            if matches!(right, Tree::Node(Op::Prefix(op), _) if op != "!" && op != "~") {
                parenthesised(right, out);
            } else {
                inner(right, out);
            }
            out.push(')');
        }
        (Op::Assign(_), [_, _]) | (Op::Comma | Op::Return | Op::Declare(_), _) => parenthesised(tree, out),
        (Op::Conditional, [condition, then, otherwise]) => {
            out.push('(');
            inner(condition, out);
            out.push('?');
            inner(then, out);
            out.push(':');
            inner(otherwise, out);
            out.push(')');
        }
        (Op::Call, [function, arguments @ ..]) => {
            operand(function, out);
            out.push('(');
            list(arguments, out);
            out.push(')');
        }
        (Op::Index, [base, index @ ..]) => {
            operand(base, out);
            out.push('[');
            list(index, out);
            out.push(']');
        }
        (Op::Dot | Op::Arrow, [base, name]) => {
            operand(base, out);
            out.push_str(if *op == Op::Dot { "." } else { "->" });
            inner(name, out);
        }
        (Op::Cast(ty), [kid]) => {
            out.push('(');
            out.push_str(ty);
            out.push(')');
            let bare = matches!(kid, Tree::Node(Op::Braces | Op::Cast(_), _)) || is_bare(kid);
            if bare || prints_parentheses(kid) { inner(kid, out) } else { parenthesised(kid, out) }
        }
        (Op::Size(word), [kid]) => {
            out.push_str(word);
            out.push('(');
            inner(kid, out);
            out.push(')');
        }
        (Op::Braces, kids) => {
            out.push('{');
            list(kids, out);
            out.push('}');
        }
        (Op::Tokens, kids) => tokens(kids, out),
        _ => list(kids, out),
    }
}

/// A name, a constant, a call, a member: what binds as tightly as can be.
fn is_bare(tree: &Tree) -> bool {
    match tree {
        Tree::Leaf(text) => !text.starts_with(['-', '+']),
        Tree::Meta(_) | Tree::Rest => true,
        Tree::Node(op, _) => {
            matches!(op, Op::Call | Op::Index | Op::Dot | Op::Arrow | Op::Size(_) | Op::Postfix(_) | Op::Tokens)
        }
    }
}

fn prints_parentheses(tree: &Tree) -> bool {
    matches!(tree, Tree::Node(Op::Binary(_) | Op::Conditional | Op::Assign(_) | Op::Comma, _))
}

/// Before a `.`, `[`, `(` or `++`.
fn operand(tree: &Tree, out: &mut String) {
    // `sizeof(x).m` would be the size of a member, `1.m` a number.
    let odd = match tree {
        Tree::Leaf(text) => text.starts_with(|c: char| c.is_ascii_digit() || c == '.'),
        _ => matches!(tree, Tree::Node(Op::Size(_), _)),
    };
    let bare = is_bare(tree) && !odd;
    if bare || prints_parentheses(tree) { inner(tree, out) } else { parenthesised(tree, out) }
}

fn parenthesised(tree: &Tree, out: &mut String) {
    out.push('(');
    top(tree, out);
    out.push(')');
}

fn tokens(kids: &[Tree], out: &mut String) {
    for kid in kids {
        match kid {
            Tree::Leaf(text) => push(out, text),
            Tree::Meta(name) => push(out, &format!("${name}")),
            _ => push(out, "..."),
        }
    }
}
