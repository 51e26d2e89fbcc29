//! The tree of a generated program.
//!
//! It knows nothing of Promela or C. It is text, cut into pieces that say how the program can be made
//! smaller: an item of a list can go, a statement can give way to a statement inside of it, an
//! expression to a part of it or to a constant, a number to a smaller one. What becomes of a piece is
//! judged by Spin or the C compiler, which refuse programs that a cut left without meaning.

use std::fmt::Write;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// Stands as it is.
    Text(String),
    /// A number that may become smaller.
    Number(i64),
    /// Stands together, in order.
    Group(Vec<Node>),
    /// Items any of which may go, as long as `least` stay.
    List(List),
    /// May be replaced by an expression inside of it, or by a constant.
    Expression(Box<Node>),
    /// May be replaced by the statements of a sequence inside of it.
    Statement(Box<Node>),
    /// A list item that may go together with all items of the same tag, such as one field of a
    /// channel, in its declaration and in every message.
    Tagged(Tag, Box<Node>),
}

/// What belongs together across the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag(pub u32);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List {
    pub items: Vec<Node>,
    pub layout: Layout,
    pub least: usize,
}

/// How the items of a list stand on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Statements: each on a line of its own, one step further in, with `;` between them.
    Sequence,
    /// Statements of C: as a sequence, with nothing between them.
    Block,
    /// An option of `if` or `do`: as a sequence, with the first statement on the line of the `::` and
    /// `->` after it.
    Option,
    /// Options of `if` and `do`, declarations of the file: each on a line of its own.
    Lines,
    /// `a, b, c`
    Commas,
    /// `a; b; c` on one line.
    Semicolons,
    /// At most one item, which may go.
    Optional,
}

pub fn text(text: impl Into<String>) -> Node {
    Node::Text(text.into())
}

pub fn number(number: i64) -> Node {
    Node::Number(number)
}

pub fn group(parts: Vec<Node>) -> Node {
    Node::Group(parts)
}

pub fn expression(parts: Vec<Node>) -> Node {
    Node::Expression(Box::new(Node::Group(parts)))
}

pub fn statement(parts: Vec<Node>) -> Node {
    Node::Statement(Box::new(Node::Group(parts)))
}

pub fn sequence(items: Vec<Node>) -> Node {
    Node::List(List { items, layout: Layout::Sequence, least: 1 })
}

pub fn block(items: Vec<Node>) -> Node {
    Node::List(List { items, layout: Layout::Block, least: 0 })
}

pub fn option(items: Vec<Node>) -> Node {
    let sequence = Node::List(List { items, layout: Layout::Option, least: 1 });
    group(vec![text(":: "), sequence])
}

pub fn lines(items: Vec<Node>, least: usize) -> Node {
    Node::List(List { items, layout: Layout::Lines, least })
}

pub fn commas(items: Vec<Node>, least: usize) -> Node {
    Node::List(List { items, layout: Layout::Commas, least })
}

pub fn semicolons(items: Vec<Node>) -> Node {
    Node::List(List { items, layout: Layout::Semicolons, least: 0 })
}

pub fn optional(node: Node) -> Node {
    Node::List(List { items: vec![node], layout: Layout::Optional, least: 0 })
}

pub fn tagged(tag: Tag, node: Node) -> Node {
    Node::Tagged(tag, Box::new(node))
}

impl Node {
    /// The program as text.
    pub fn render(&self) -> String {
        let mut printer = Printer { out: String::new(), indent: 0 };
        printer.node(self);
        printer.out
    }

    /// The number of nodes, a measure of size.
    pub fn size(&self) -> usize {
        1 + self.children().iter().map(Node::size).sum::<usize>()
    }

    pub fn children(&self) -> &[Node] {
        match self {
            Node::Text(_) | Node::Number(_) => &[],
            Node::Group(parts) => parts,
            Node::List(list) => &list.items,
            Node::Expression(inner) | Node::Statement(inner) | Node::Tagged(_, inner) => std::slice::from_ref(inner),
        }
    }

    pub fn children_mut(&mut self) -> &mut [Node] {
        match self {
            Node::Text(_) | Node::Number(_) => &mut [],
            Node::Group(parts) => parts,
            Node::List(list) => &mut list.items,
            Node::Expression(inner) | Node::Statement(inner) | Node::Tagged(_, inner) => std::slice::from_mut(inner),
        }
    }
}

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn newline(&mut self) {
        let _ = write!(self.out, "\n{:indent$}", "", indent = self.indent * 2);
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Text(text) => self.out.push_str(text),
            Node::Number(number) => {
                let _ = write!(self.out, "{number}");
            }
            Node::Group(parts) => parts.iter().for_each(|part| self.node(part)),
            Node::Expression(inner) | Node::Statement(inner) | Node::Tagged(_, inner) => self.node(inner),
            Node::List(list) => self.list(list),
        }
    }

    fn list(&mut self, list: &List) {
        match list.layout {
            Layout::Sequence => {
                self.indent += 1;
                self.sequence(&list.items, ";");
                self.indent -= 1;
                self.newline();
            }
            Layout::Block => {
                self.indent += 1;
                self.sequence(&list.items, "");
                self.indent -= 1;
                self.newline();
            }
            Layout::Option => {
                self.indent += 1;
                if let Some((first, rest)) = list.items.split_first() {
                    self.node(first);
                    if !rest.is_empty() {
                        self.out.push_str(" ->");
                        self.sequence(rest, ";");
                    }
                }
                self.indent -= 1;
            }
            Layout::Lines => {
                for item in &list.items {
                    self.newline();
                    self.node(item);
                }
                self.newline();
            }
            Layout::Commas => self.separated(&list.items, ", "),
            Layout::Semicolons => self.separated(&list.items, "; "),
            Layout::Optional => self.separated(&list.items, ""),
        }
    }

    fn separated(&mut self, items: &[Node], separator: &str) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(separator);
            }
            self.node(item);
        }
    }

    fn sequence(&mut self, items: &[Node], separator: &str) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(separator);
            }
            // A sequence that took the place of a statement is part of the sequence around it.
            match item {
                Node::List(List { items, layout: Layout::Sequence | Layout::Block, .. }) => {
                    self.sequence(items, separator)
                }
                _ => {
                    self.newline();
                    self.node(item);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hoisted_sequence_melts_into_the_one_around_it() {
        let inner = sequence(vec![text("b"), text("c")]);
        let body = group(vec![text("{"), sequence(vec![text("a"), inner, text("d")]), text("}")]);
        assert_eq!(body.render(), "{\n  a;\n  b;\n  c;\n  d\n}");
    }
}
