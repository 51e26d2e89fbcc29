//! From tokens to trees: expressions and `return`. One function per production; `None` when the
//! tokens are no C, or too many or too deep to be worth a tree.

use super::token::{Token, TokenKind};
use super::tree::{Op, Tree};
use super::types;

/// Deeper nesting is compared as tokens. Keeps every walk over a tree off the end of the stack.
const MAX_DEPTH: u32 = 120;
/// Longer text is compared as tokens. A row of operators makes a tree as deep as it is long.
const MAX_TOKENS: usize = 1_500;

/// Whether `$x` is a metavariable or, in a statement of the source, a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    Pattern,
    Statement,
}

pub struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: u32,
    reading: Reading,
}

/// A whole expression.
pub fn expression(tokens: &[Token], reading: Reading) -> Option<Tree> {
    if tokens.len() > MAX_TOKENS {
        return None;
    }
    let mut parser = Parser { tokens, at: 0, depth: 0, reading };
    let tree = parser.comma()?;
    (parser.at == tokens.len()).then_some(tree)
}

/// An initialiser: an expression or `{ … }`.
pub fn initialiser(tokens: &[Token], reading: Reading) -> Option<Tree> {
    if tokens.len() > MAX_TOKENS {
        return None;
    }
    let mut parser = Parser { tokens, at: 0, depth: 0, reading };
    let tree = if parser.sees("{") { parser.braces()? } else { parser.assignment()? };
    (parser.at == tokens.len()).then_some(tree)
}

/// `return`, `return x`
pub fn return_statement(tokens: &[Token], reading: Reading) -> Option<Tree> {
    let (first, rest) = tokens.split_first()?;
    if !first.is("return") {
        return None;
    }
    let value = if rest.is_empty() { Vec::new() } else { vec![expression(rest, reading)?] };
    Some(Tree::Node(Op::Return, value))
}

/// The tokens as they are, for text that is no C we know.
pub fn as_tokens(tokens: &[Token], reading: Reading) -> Tree {
    let leaf = |token: &Token| match (token.kind, reading) {
        (TokenKind::Meta, Reading::Pattern) => Tree::Meta(token.text.clone()),
        (TokenKind::Meta, Reading::Statement) => Tree::Leaf(format!("${}", token.text)),
        (TokenKind::Dots, Reading::Pattern) => Tree::Rest,
        _ => Tree::Leaf(token.text.clone()),
    };
    Tree::Node(Op::Tokens, tokens.iter().map(leaf).collect())
}

/// How tightly a binary operator binds; 0 for none.
fn precedence(op: &str) -> u8 {
    match op {
        "*" | "/" | "%" => 10,
        "+" | "-" => 9,
        "<<" | ">>" => 8,
        "<" | ">" | "<=" | ">=" => 7,
        "==" | "!=" => 6,
        "&" => 5,
        "^" => 4,
        "|" => 3,
        "&&" => 2,
        "||" => 1,
        _ => 0,
    }
}

pub fn is_assignment(op: &str) -> bool {
    matches!(op, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "^=" | "|=" | "<<=" | ">>=")
}

/// An operator that can stand only between two operands, or after one.
pub fn is_infix(token: &Token) -> bool {
    token.kind == TokenKind::Punct
        && (is_assignment(&token.text)
            || precedence(&token.text) > 0
            || matches!(token.text.as_str(), "," | "?" | ":" | ")" | "]" | "}" | "." | "->" | ";" | "["))
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn sees(&self, text: &str) -> bool {
        self.peek().is_some_and(|t| t.is(text))
    }

    fn eats(&mut self, text: &str) -> bool {
        let seen = self.sees(text);
        self.at += usize::from(seen);
        seen
    }

    fn operator(&self) -> Option<String> {
        self.peek().filter(|t| t.kind == TokenKind::Punct).map(|t| t.text.clone())
    }

    fn comma(&mut self) -> Option<Tree> {
        let first = self.assignment()?;
        if !self.sees(",") {
            return Some(first);
        }
        let mut parts = vec![first];
        while self.eats(",") {
            parts.push(self.assignment()?);
        }
        Some(Tree::Node(Op::Comma, parts))
    }

    fn assignment(&mut self) -> Option<Tree> {
        self.deeper(|p| {
            let left = p.conditional()?;
            match p.operator() {
                Some(op) if is_assignment(&op) => {
                    p.at += 1;
                    Some(Tree::Node(Op::Assign(op), vec![left, p.assignment()?]))
                }
                _ => Some(left),
            }
        })
    }

    fn conditional(&mut self) -> Option<Tree> {
        let condition = self.binary(1)?;
        if !self.eats("?") {
            return Some(condition);
        }
        self.deeper(|p| {
            let then = if p.sees(":") { Tree::leaf("") } else { p.comma()? };
            if !p.eats(":") {
                return None;
            }
            let otherwise = p.conditional()?;
            Some(Tree::Node(Op::Conditional, vec![truth(condition), then, otherwise]))
        })
    }

    fn binary(&mut self, least: u8) -> Option<Tree> {
        let mut left = self.unary()?;
        while let Some(op) = self.operator() {
            let binds = precedence(&op);
            if binds < least || binds == 0 {
                break;
            }
            self.at += 1;
            let right = self.binary(binds + 1)?;
            let logical = op == "&&" || op == "||";
            let (l, r) = if logical { (truth(left), truth(right)) } else { (left, right) };
            left = Tree::Node(Op::Binary(op), vec![l, r]);
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Tree> {
        let token = self.peek()?;
        if token.kind == TokenKind::Punct
            && matches!(token.text.as_str(), "!" | "~" | "-" | "+" | "&" | "*" | "++" | "--" | "&&")
        {
            let op = token.text.clone();
            self.at += 1;
            let operand = self.deeper(|p| p.unary())?;
            let operand = if op == "!" { truth(operand) } else { operand };
            return Some(simplified(op, operand));
        }
        if token.kind == TokenKind::Word && types::is_size_word(&token.text) {
            let word = token.text.clone();
            self.at += 1;
            return self.deeper(|p| p.size(word));
        }
        if token.is("__extension__") {
            self.at += 1;
            return self.deeper(|p| p.unary());
        }
        if token.is("(")
            && let Some(close) = self.matching(self.at)
            && self.is_cast(close)
        {
            return self.deeper(|p| p.cast(close));
        }
        self.postfix()
    }

    /// `sizeof(T)`, `sizeof x`
    fn size(&mut self, word: String) -> Option<Tree> {
        if self.sees("(")
            && let Some(close) = self.matching(self.at)
        {
            let inside = &self.tokens[self.at + 1..close];
            if types::is_type(inside) {
                self.at = close + 1;
                return Some(Tree::Node(Op::Size(word), vec![Tree::Leaf(types::text(inside))]));
            }
        }
        let operand = self.unary()?;
        Some(Tree::Node(Op::Size(word), vec![operand]))
    }

    /// Whether the parentheses here, closed at `close`, hold a type. Decided by looking ahead: trying both ways
    /// would take exponential time.
    fn is_cast(&self, close: usize) -> bool {
        let Some(next) = self.tokens.get(close + 1) else { return false };
        let inside = &self.tokens[self.at + 1..close];
        if next.is("{") {
            return true;
        }
        if !types::is_cast(inside, next) {
            return false;
        }
        if types::is_plain_type(inside) || !next.is("(") {
            return true;
        }
        // `(f)()` and `(f)(x,y)` are calls.
        let Some(end) = self.matching(close + 1) else { return false };
        let mut depth = 0;
        let comma = self.tokens[close + 1..end].iter().any(|t| {
            match t.text.as_str() {
                _ if t.kind != TokenKind::Punct => {}
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," => return depth == 1,
                _ => {}
            }
            false
        });
        end > close + 2 && !comma
    }

    /// `(T)x`, `(T){…}`
    fn cast(&mut self, close: usize) -> Option<Tree> {
        let ty = types::text(&self.tokens[self.at + 1..close]);
        self.at = close + 1;
        let operand = if self.sees("{") { self.braces()? } else { self.unary()? };
        Some(Tree::Node(Op::Cast(ty), vec![operand]))
    }

    fn postfix(&mut self) -> Option<Tree> {
        let mut tree = self.primary()?;
        while let Some(op) = self.operator() {
            match op.as_str() {
                "(" => {
                    self.at += 1;
                    let mut kids = vec![tree];
                    kids.extend(self.arguments()?);
                    tree = Tree::Node(Op::Call, kids);
                }
                "[" => {
                    self.at += 1;
                    let mut kids = vec![tree];
                    if !self.sees("]") {
                        kids.push(self.comma()?);
                    }
                    if !self.eats("]") {
                        return None;
                    }
                    tree = Tree::Node(Op::Index, kids);
                }
                "." | "->" => {
                    self.at += 1;
                    let token = self.peek()?;
                    let name = match (token.kind, self.reading) {
                        (TokenKind::Word, _) => Tree::Leaf(token.text.clone()),
                        (TokenKind::Meta, Reading::Pattern) => Tree::Meta(token.text.clone()),
                        (TokenKind::Meta, Reading::Statement) => Tree::Leaf(format!("${}", token.text)),
                        _ => return None,
                    };
                    self.at += 1;
                    tree = member(op == "->", name, tree);
                }
                "++" | "--" => {
                    self.at += 1;
                    tree = Tree::Node(Op::Postfix(op), vec![tree]);
                }
                _ => break,
            }
        }
        Some(tree)
    }

    fn arguments(&mut self) -> Option<Vec<Tree>> {
        let mut list = Vec::new();
        if self.eats(")") {
            return Some(list);
        }
        loop {
            list.push(self.argument()?);
            if self.eats(")") {
                return Some(list);
            }
            if !self.eats(",") {
                return None;
            }
        }
    }

    fn argument(&mut self) -> Option<Tree> {
        if self.peek()?.kind == TokenKind::Dots && self.reading == Reading::Pattern {
            self.at += 1;
            return self.sees(")").then_some(Tree::Rest);
        }
        // `va_arg(ap,int *)`, `offsetof(struct s,m)`
        let end = self.argument_end();
        let inside = &self.tokens[self.at..end];
        if types::is_plain_type(inside) {
            self.at = end;
            return Some(Tree::Leaf(types::text(inside)));
        }
        self.assignment()
    }

    /// The `,` or `)` that ends the argument that starts here.
    fn argument_end(&self) -> usize {
        let mut depth = 0;
        for (i, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.text.as_str() {
                _ if token.kind != TokenKind::Punct => {}
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => return i,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 0 => return i,
                _ => {}
            }
        }
        self.tokens.len()
    }

    fn primary(&mut self) -> Option<Tree> {
        let token = self.peek()?.clone();
        match token.kind {
            TokenKind::Word if types::is_keyword(&token.text) => None,
            TokenKind::Word | TokenKind::Number => {
                self.at += 1;
                Some(Tree::Leaf(token.text))
            }
            TokenKind::Meta => {
                self.at += 1;
                Some(match self.reading {
                    Reading::Pattern => Tree::Meta(token.text),
                    Reading::Statement => Tree::Leaf(format!("${}", token.text)),
                })
            }
            TokenKind::Quoted => {
                self.at += 1;
                Some(Tree::Leaf(self.adjacent(token.text)))
            }
            TokenKind::Punct if token.text == "(" => {
                let close = self.matching(self.at)?;
                // `({ … })`
                if self.tokens.get(self.at + 1).is_some_and(|t| t.is("{")) {
                    let inside = &self.tokens[self.at..=close];
                    self.at = close + 1;
                    return Some(Tree::Leaf(super::token::joined(inside)));
                }
                self.at += 1;
                let tree = self.comma()?;
                self.eats(")").then_some(tree)
            }
            TokenKind::Punct | TokenKind::Dots => None,
        }
    }

    /// `"a" "b"` is `"ab"`.
    fn adjacent(&mut self, first: String) -> String {
        let mut text = first;
        while let Some(next) = self.peek().filter(|t| t.kind == TokenKind::Quoted && t.text.ends_with('"')) {
            let (Some(body), Some(open)) = (text.strip_suffix('"'), next.text.find('"')) else { break };
            if next.text.len() < open + 2 {
                break;
            }
            text = format!("{body}{}", &next.text[open + 1..]);
            self.at += 1;
        }
        text
    }

    /// `{1,{2,3},.x=4}`
    fn braces(&mut self) -> Option<Tree> {
        self.deeper(|p| {
            if !p.eats("{") {
                return None;
            }
            let mut items = Vec::new();
            while !p.eats("}") {
                if p.sees("{") {
                    items.push(p.braces()?);
                } else if p.sees(".") || p.sees("[") {
                    let end = p.argument_end();
                    items.push(Tree::Leaf(super::token::joined(&p.tokens[p.at..end])));
                    p.at = end;
                } else {
                    items.push(p.assignment()?);
                }
                if !p.eats(",") && !p.sees("}") {
                    return None;
                }
            }
            Some(Tree::Node(Op::Braces, items))
        })
    }

    /// The bracket that closes the one at `open`.
    fn matching(&self, open: usize) -> Option<usize> {
        let mut depth = 0u32;
        for (i, token) in self.tokens.iter().enumerate().skip(open) {
            if token.kind != TokenKind::Punct {
                continue;
            }
            match token.text.as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(i);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn deeper(&mut self, parse: impl FnOnce(&mut Self) -> Option<Tree>) -> Option<Tree> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let tree = parse(self);
        self.depth -= 1;
        tree
    }
}

/// Where only the truth of an expression matters, `!!x` is `x`.
pub fn truth(tree: Tree) -> Tree {
    let mut tree = tree;
    loop {
        let twice = matches!(&tree, Tree::Node(Op::Prefix(op), kids) if op == "!"
            && matches!(kids.first(), Some(Tree::Node(Op::Prefix(op), _)) if op == "!"));
        if !twice {
            return tree;
        }
        for _ in 0..2 {
            if let Tree::Node(_, mut kids) = tree {
                tree = kids.pop().unwrap_or(Tree::Leaf(String::new()));
            } else {
                return tree;
            }
        }
    }
}

/// `*&x` is `x`, `&*p` is `p`.
fn simplified(op: String, operand: Tree) -> Tree {
    let inverse = match op.as_str() {
        "*" => "&",
        "&" => "*",
        _ => "",
    };
    match operand {
        Tree::Node(Op::Prefix(other), mut kids) if other == inverse && kids.len() == 1 => {
            kids.pop().unwrap_or(Tree::Leaf(String::new()))
        }
        operand => Tree::Node(Op::Prefix(op), vec![operand]),
    }
}

/// `(*p).m` is `p->m`, `(&x)->m` is `x.m`.
fn member(arrow: bool, name: Tree, base: Tree) -> Tree {
    let op = |arrow: bool| if arrow { Op::Arrow } else { Op::Dot };
    match base {
        Tree::Node(Op::Prefix(prefix), mut kids) if kids.len() == 1 && prefix == if arrow { "&" } else { "*" } => {
            let base = kids.pop().unwrap_or(Tree::Leaf(String::new()));
            Tree::Node(op(!arrow), vec![base, name])
        }
        base => Tree::Node(op(arrow), vec![base, name]),
    }
}
