//! Statements: the choice between them, and the basic ones.

use super::features::Feature;
use super::tree::{self, Node, text};
use super::types::Type;
use super::{Context, Generator, InlineParam};

/// What a statement can be.
#[derive(Clone, Copy)]
enum Kind {
    Assign,
    Count,
    Guard,
    Send,
    Receive,
    Relay,
    If,
    Do,
    For,
    Select,
    Atomic,
    DStep,
    Unless,
    Goto,
    Print,
    Assert,
    Skip,
    Run,
    Block,
    Call,
    SetPriority,
}

impl Generator {
    /// About `length` statements, with declarations between them; what they declare goes out of scope.
    pub fn statements(&mut self, length: usize, context: Context) -> Vec<Node> {
        let scope = self.process.locals.len();
        let mut statements = Vec::new();
        let mut after_loop = context.after_loop;
        for position in 0..length.max(1) {
            let declares = position > 0 && !context.in_inline && self.has_by_chance(Feature::MiddleDeclarations, 15);
            if declares {
                statements.push(self.declare_local());
            }
            // Only the first statement of an option has a part in its choice.
            let here = Context {
                unlabelled_first: false,
                after_loop: false,
                no_else: context.no_else && position == 0,
                ..context
            };
            let statement = self.statement(here);
            let is_d_step = starts_with_d_step(&statement);
            if is_d_step && after_loop {
                // Spin takes a `break` to a d_step for a jump into it.
                statements.push(tree::statement(vec![text("skip")]));
            }
            after_loop = !matches!(&statement, Node::Statement(inner) if inner.size() < 6);
            let stands_bare = is_d_step || (position == 0 && context.unlabelled_first);
            statements.push(if stands_bare { statement } else { self.labelled(statement, context) });
        }
        self.process.locals.truncate(scope);
        statements
    }

    /// Puts a label before a statement now and then.
    fn labelled(&mut self, statement: Node, context: Context) -> Node {
        // A label on a jump would allow loops without a step.
        let jumps = statement.render().starts_with("goto");
        let wanted = self.has(Feature::Goto) || self.has(Feature::RemoteLabels);
        if jumps || context.in_inline || !wanted || !self.random.chance(25) {
            return statement;
        }
        self.label_before(statement)
    }

    /// Puts a label before a statement: one that a `goto` waits for, or a new one.
    pub fn label_before(&mut self, statement: Node) -> Node {
        let label = match self.process.unplaced.is_empty() {
            false => self.process.unplaced.remove(0),
            true => self.fresh_label(),
        };
        tree::group(vec![tree::optional(text(format!("{label}: "))), statement])
    }

    /// A label that is about to be placed.
    pub fn fresh_label(&mut self) -> String {
        self.process.next_label += 1;
        let prefix = [(7, "L"), (2, "end"), (1, "progress"), (1, "accept")];
        let prefix = self.random.weighted(&prefix).unwrap_or("L");
        let label = format!("{prefix}{}", self.process.next_label);
        self.process.labels.push(label.clone());
        label
    }

    /// One statement.
    pub fn statement(&mut self, context: Context) -> Node {
        self.process.budget = self.process.budget.saturating_sub(1);
        let mut kind = self.kind(context);
        if context.no_else && matches!(kind, Kind::Count) {
            kind = Kind::Assign;
        }
        let inner = Context { depth: context.depth + 1, ..context };
        let statement = match kind {
            Kind::Assign => self.assignment(),
            Kind::Count => self.counting(),
            Kind::Guard => {
                let guard = tree::statement(vec![self.guard()]);
                Some(self.patient(guard, context))
            }
            Kind::Send => self.send().map(|send| self.patient(send, context)),
            Kind::Receive => self.receive().map(|receive| self.patient(receive, context)),
            Kind::Relay => self.relay(),
            Kind::If => Some(self.if_statement(inner)),
            Kind::Do => Some(self.do_statement(inner)),
            Kind::For => self.for_statement(inner),
            Kind::Select => self.select(),
            Kind::Atomic => Some(self.atomic(inner)),
            Kind::DStep => Some(self.d_step()),
            Kind::Unless => Some(self.unless(inner)),
            Kind::Goto => self.goto(),
            Kind::Print => Some(self.print()),
            Kind::Assert => Some(self.assertion()),
            Kind::Skip => Some(tree::statement(vec![text(if self.random.chance(70) { "skip" } else { "true" })])),
            Kind::Run => self.run(context),
            Kind::Block => Some(self.block(inner)),
            Kind::Call => self.call(),
            Kind::SetPriority => Some(self.set_priority()),
        };
        statement.unwrap_or_else(|| tree::statement(vec![text("skip")]))
    }

    fn kind(&mut self, context: Context) -> Kind {
        let deep = context.depth >= 3 || self.process.budget == 0;
        let plain = !context.in_inline;
        let nested = |weight| if deep { 0 } else { weight };
        let if_on = |feature, weight| if self.has(feature) { weight } else { 0 };
        let channels = if self.declared.signatures.is_empty() { 0 } else { 14 };
        let kinds = [
            (18, Kind::Assign),
            (6, Kind::Count),
            (3, Kind::Guard),
            (channels, Kind::Send),
            (channels * 3 / 4, Kind::Receive),
            (if_on(Feature::ChannelsOfChannels, if plain { 8 } else { 0 }), Kind::Relay),
            (nested(10), Kind::If),
            (nested(if plain { 7 } else { 3 }), Kind::Do),
            (if_on(Feature::For, if plain { nested(6) } else { 0 }), Kind::For),
            (if_on(Feature::Select, if plain { 5 } else { 0 }), Kind::Select),
            (if_on(Feature::Atomic, nested(9)), Kind::Atomic),
            (if_on(Feature::DStep, 8), Kind::DStep),
            (if_on(Feature::Unless, nested(9)), Kind::Unless),
            (if_on(Feature::Goto, if plain { 5 } else { 0 }), Kind::Goto),
            (2, Kind::Print),
            (if_on(Feature::Asserts, 4), Kind::Assert),
            (3, Kind::Skip),
            (if_on(Feature::Run, if plain { 6 } else { 0 }), Kind::Run),
            (nested(if self.has(Feature::MiddleDeclarations) { 7 } else { 2 }), Kind::Block),
            (if_on(Feature::Inline, if plain { 8 } else { 0 }), Kind::Call),
            (if_on(Feature::Priority, 8), Kind::SetPriority),
        ];
        self.random.weighted(&kinds).unwrap_or(Kind::Skip)
    }

    /// A statement that may wait; on the way of a process most often with a way around it.
    fn patient(&mut self, statement: Node, context: Context) -> Node {
        if context.depth > 1 || context.no_else || !self.random.chance(60) {
            return statement;
        }
        let around = match self.random.chance(50) {
            true => tree::option(vec![self.otherwise()]),
            false => tree::option(vec![self.assignment().unwrap_or_else(|| text("printf(\"around\\n\")"))]),
        };
        tree::statement(vec![text("if"), tree::lines(vec![tree::option(vec![statement]), around], 1), text("fi")])
    }

    /// `x = e`
    pub fn assignment(&mut self) -> Option<Node> {
        let place = self.target(|ty| ty.is_number() || matches!(ty, Type::Mtype(_)))?;
        let value = match place.ty {
            Type::Mtype(_) => match self.place(|ty| ty == place.ty) {
                Some(other) if self.random.chance(25) => tree::expression(vec![other.node]),
                _ => self.initial(place.ty),
            },
            ty if ty.is_bit() => match self.random.below(3) {
                0 => tree::expression(vec![text("1 - "), place.node.clone()]),
                1 => self.condition(1),
                _ => self.bounded(2),
            },
            _ => self.bounded(2),
        };
        Some(tree::statement(vec![place.node, text(" = "), value]))
    }

    /// `x++` and `x--`, kept within bounds.
    fn counting(&mut self) -> Option<Node> {
        let place = self.target(Type::is_number)?;
        let (guard, step) = match self.random.chance(65) {
            true => (" < ", "++"),
            false => (" > ", "--"),
        };
        let step = tree::statement(vec![place.node.clone(), text(step)]);
        if place.ty.is_bit() {
            return Some(step);
        }
        let bound = match guard {
            " < " => self.random.between(1, 2),
            _ => self.random.between(0, 1),
        };
        let counts = tree::option(vec![
            tree::statement(vec![tree::expression(vec![place.node.clone(), text(guard), tree::number(bound)])]),
            step,
        ]);
        let resets =
            tree::option(vec![self.otherwise(), tree::statement(vec![place.node, text(" = "), self.constant()])]);
        Some(tree::statement(vec![text("if"), tree::lines(vec![counts, resets], 1), text("fi")]))
    }

    /// Receives a channel, and talks over it.
    fn relay(&mut self) -> Option<Node> {
        let carrier = self
            .declared
            .signatures
            .iter()
            .position(|signature| signature.fields.iter().any(|field| matches!(field.ty, Type::Chan(_))))?;
        let channel = self.channel(|signature| signature == carrier)?;
        let receive = self.receive_from(channel)?;
        let received = self.place(|ty| ty == Type::Chan(0))?;
        let talk = match self.random.chance(60) {
            true => self.send_to(received)?,
            false => self.receive_from(received)?,
        };
        Some(tree::statement(vec![text("{"), tree::sequence(vec![receive, talk]), text("}")]))
    }

    fn print(&mut self) -> Node {
        let mtype = match self.random.chance(30) {
            true => self.place(|ty| matches!(ty, Type::Mtype(_))),
            false => None,
        };
        if let Some(place) = mtype {
            return match self.random.chance(50) {
                true => tree::statement(vec![text("printm("), place.node, text(")")]),
                false => tree::statement(vec![text("printf(\"%e\\n\", "), place.node, text(")")]),
            };
        }
        match self.random.chance(50) {
            true => tree::statement(vec![text("printf(\"here\\n\")")]),
            false => tree::statement(vec![
                text("printf(\"%d %x\\n\", "),
                self.value(1),
                text(", "),
                self.value(0),
                text(")"),
            ]),
        }
    }

    pub fn assertion(&mut self) -> Node {
        let condition = match self.random.chance(30) {
            // One that holds always, written so that nobody can tell by the text.
            true => {
                let condition = self.condition(0);
                tree::group(vec![text("("), condition.clone(), text(" || !("), condition, text("))")])
            }
            false => {
                let condition = self.condition(1);
                tree::group(vec![text("("), condition, text(")")])
            }
        };
        tree::statement(vec![text("assert"), condition])
    }

    fn goto(&mut self) -> Option<Node> {
        let mut candidates = self.process.labels.clone();
        candidates.extend(self.process.unplaced.iter().cloned());
        let label = match self.random.pick(&candidates).cloned() {
            Some(label) if self.random.chance(70) => label,
            _ if self.process.unplaced.len() < 2 => {
                let label = self.fresh_label();
                self.process.unplaced.push(label.clone());
                label
            }
            _ => self.process.unplaced[0].clone(),
        };
        Some(tree::statement(vec![text(format!("goto {label}"))]))
    }

    fn call(&mut self) -> Option<Node> {
        let inlines = self.inlines.clone();
        let inline = self.random.pick(&inlines)?;
        let mut arguments = Vec::new();
        for param in &inline.params {
            arguments.push(match param {
                InlineParam::Target => self.target(|ty| ty.is_number() && !ty.is_bit())?.node,
                InlineParam::Value => match self.random.chance(50) {
                    true => self.value(0),
                    false => tree::group(vec![text("("), self.value(1), text(")")]),
                },
            });
        }
        let width = arguments.len();
        Some(tree::statement(vec![text(format!("{}(", inline.name)), tree::commas(arguments, width), text(")")]))
    }

    fn set_priority(&mut self) -> Node {
        // Spin undoes this step wrongly when the process does not exist, so a process names itself.
        let pid = text("_pid");
        let level = tree::number(self.random.between(1, 3));
        tree::statement(vec![text("set_priority("), pid, text(", "), level, text(")")])
    }
}

/// Whether control that comes to this statement comes to a d_step.
fn starts_with_d_step(statement: &Node) -> bool {
    statement.render().trim_start_matches(['{', ' ', '\n']).starts_with("d_step")
}
