//! Statements that hold statements: choices, loops, blocks and escapes.

use super::features::Feature;
use super::tree::{self, Node, text};
use super::types::Type;
use super::{Context, Generator};

impl Generator {
    pub fn if_statement(&mut self, context: Context) -> Node {
        let options = self.options(context, false);
        tree::statement(vec![text("if"), tree::lines(options, 1), text("fi")])
    }

    pub fn do_statement(&mut self, context: Context) -> Node {
        let context = Context { in_loop: true, straight: false, ..context };
        let options = self.options(context, true);
        tree::statement(vec![text("do"), tree::lines(options, 1), text("od")])
    }

    fn options(&mut self, context: Context, is_loop: bool) -> Vec<Node> {
        let count = *self.random.pick(&[1, 2, 2, 2, 2, 3]).unwrap_or(&2);
        let no_else = context.no_else;
        let context = Context { no_else: false, ..context };
        let mut options = Vec::new();
        for _ in 0..count {
            let first = self.first(context);
            options.push(self.option(first, context));
        }
        if is_loop && self.random.chance(65) {
            let leave = match self.random.below(3) {
                0 => vec![tree::statement(vec![text("break")])],
                1 => vec![tree::statement(vec![self.guard()]), text("break")],
                _ => vec![self.first(context), text("break")],
            };
            options.push(tree::option(leave));
        }
        if !no_else && self.random.chance(35) {
            let mut body = vec![self.otherwise()];
            if self.random.chance(70) {
                body.extend(self.statements(1, Context { depth: context.depth + 1, ..context }));
            }
            if is_loop && self.random.chance(30) {
                body.push(text("break"));
            }
            // Spin moves it to the end, wherever it stands.
            let at = if self.random.chance(70) { options.len() } else { self.random.below(options.len() + 1) };
            options.insert(at, tree::option(body));
        }
        options
    }

    pub fn option(&mut self, first: Node, context: Context) -> Node {
        let inner = Context { depth: context.depth + 1, after_loop: first.size() > 6, ..context };
        // A label on the guard belongs to the state behind it, and Spin warns.
        let labels_guard = !context.in_inline && self.has_by_chance(Feature::Goto, 4);
        let mut body = vec![if labels_guard { self.label_before(first) } else { first }];
        let length = *self.random.pick(&[0, 1, 1, 2]).unwrap_or(&1);
        if length > 0 {
            body.extend(self.statements(length, inner));
        }
        if context.in_loop && self.random.chance(10) {
            body.push(text("break"));
        }
        tree::option(body)
    }

    /// The first statement of an option, which decides whether it can be taken.
    pub fn first(&mut self, context: Context) -> Node {
        let timeout = if self.has(Feature::Timeout) && !context.in_inline { 6 } else { 0 };
        let channels = if self.declared.signatures.is_empty() { 0 } else { 10 };
        let choice = self.random.weighted(&[(14, 0), (channels, 1), (channels, 2), (timeout, 3), (8, 4)]);
        let statement = match choice {
            Some(1) => self.send(),
            Some(2) => self.receive(),
            Some(3) => Some(tree::statement(vec![text("timeout")])),
            Some(4) => {
                let statement = self.statement(Context { depth: context.depth + 1, no_else: true, ..context });
                // pan refuses a loop that does nothing at all.
                let idle = ["skip", "true"].contains(&statement.render().as_str());
                (!idle).then_some(statement)
            }
            _ => None,
        };
        match statement {
            Some(statement) => statement,
            None => tree::statement(vec![self.guard()]),
        }
    }

    pub fn for_statement(&mut self, context: Context) -> Option<Node> {
        let context = Context { in_loop: true, straight: false, ..context };
        let plain = |generator: &mut Generator| {
            (0..4).find_map(|_| {
                let place = generator.target(|ty| ty.is_number() && !ty.is_bit())?;
                // Spin wants a plain name here.
                (place.node.render() == place.variable).then_some(place)
            })
        };
        let mut head = vec![text("for (")];
        let structured = self.struct_channel();
        match structured {
            Some((variable, channel)) if self.random.chance(50) => {
                head.push(text(format!("{variable} in {channel}")));
            }
            _ => {
                let index = plain(self)?;
                head.push(index.node);
                let arrays: Vec<String> = self
                    .process
                    .locals
                    .iter()
                    .chain(&self.globals)
                    .filter(|variable| variable.size.is_some())
                    .map(|variable| variable.name.clone())
                    .collect();
                match self.random.pick(&arrays).cloned() {
                    Some(array) if self.random.chance(60) => head.push(text(format!(" in {array}"))),
                    _ => {
                        let from = self.random.between(0, 1);
                        let to = match self.random.chance(25) {
                            true => tree::expression(vec![text("("), self.value(1), text(") % 3")]),
                            false => tree::number(from + self.random.between(0, 2)),
                        };
                        head.extend([text(" : "), tree::number(from), text(" .. "), to]);
                    }
                }
            }
        }
        head.push(text(") {"));
        let length = self.random.between(1, 2) as usize;
        let body = self.statements(length, Context { depth: context.depth + 1, ..context });
        head.push(tree::sequence(body));
        head.push(text("}"));
        Some(tree::statement(head))
    }

    /// A structure variable and a buffered channel of nothing but such structures.
    fn struct_channel(&mut self) -> Option<(String, String)> {
        let signature =
            self.declared.signatures.iter().position(|signature| {
                signature.fields.len() == 1 && matches!(signature.fields[0].ty, Type::Struct(_))
            })?;
        let wanted = self.declared.signatures[signature].fields[0].ty;
        let variables = || self.process.locals.iter().chain(&self.globals).filter(|variable| variable.size.is_none());
        let structure = variables().find(|variable| variable.ty == wanted)?.name.clone();
        let is_channel =
            |ty: Type, slots: Option<usize>| ty == Type::Chan(signature) && slots.is_some_and(|slots| slots > 0);
        let channel = variables().find(|variable| is_channel(variable.ty, variable.slots))?.name.clone();
        Some((structure, channel))
    }

    pub fn select(&mut self) -> Option<Node> {
        let place = self.target(|ty| ty.is_number() && !ty.is_bit())?;
        if place.node.render() != place.variable {
            return None;
        }
        let from = self.random.between(0, 1);
        let to = from + self.random.between(0, 2);
        Some(tree::statement(vec![
            text("select ("),
            place.node,
            text(" : "),
            tree::number(from),
            text(" .. "),
            tree::number(to),
            text(")"),
        ]))
    }

    pub fn atomic(&mut self, context: Context) -> Node {
        let length = self.random.between(1, 4) as usize;
        let body = self.statements(length, Context { unlabelled_first: true, ..context });
        tree::statement(vec![text("atomic {"), tree::sequence(body), text("}")])
    }

    pub fn block(&mut self, context: Context) -> Node {
        let length = self.random.between(1, 3) as usize;
        let scope = self.process.locals.len();
        let mut body = Vec::new();
        if !context.in_inline && self.has_by_chance(Feature::MiddleDeclarations, 60) {
            body.push(self.declare_in_block(context));
        }
        body.extend(self.statements(length, Context { unlabelled_first: true, ..context }));
        self.process.locals.truncate(scope);
        tree::statement(vec![text("{"), tree::sequence(body), text("}")])
    }

    /// `{ … } unless { … }`
    pub fn unless(&mut self, context: Context) -> Node {
        let main = match self.random.below(10) {
            0 => self.if_statement(context),
            1 => self.do_statement(context),
            2 if self.has(Feature::Atomic) => self.atomic(context),
            _ => {
                let length = self.random.between(1, 3) as usize;
                let body = self.statements(length, Context { unlabelled_first: true, ..context });
                tree::group(vec![text("{"), tree::sequence(body), text("}")])
            }
        };
        let mut escape = vec![self.first(context)];
        let length = *self.random.pick(&[0, 1, 1, 2]).unwrap_or(&1);
        if length > 0 {
            escape.extend(self.statements(length, context));
        }
        let open = if self.has_by_chance(Feature::Atomic, 20) { " unless atomic {" } else { " unless {" };
        let escape = tree::optional(tree::group(vec![text(open), tree::sequence(escape), text("}")]));
        // In braces, because Spin refuses a label before an `unless` without them.
        tree::statement(vec![text("{ "), main, escape, text(" }")])
    }
}
