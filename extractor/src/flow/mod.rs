//! The flow of a function: its basic statements, one side effect each, in a structured tree.
//!
//! Read this file first. `lower` makes it from the typed program, `graph` flattens it to a control-flow graph.
//! Expressions in steps are pure: calls, assignments and `++` inside of expressions have become steps of
//! their own, in the order of the text; what they leave behind is an [`ExprKind::Temp`], which prints as the
//! expression it came from. So the text of each step is the user's, and every side effect happens once.
//!
//! The tree has no `goto` that the source does not have. `break` and `continue` name the loop they belong to.

pub mod condition;
pub mod graph;
pub mod lower;
pub mod print;

use crate::program::{Declaration, Expr, FunctionId, Init, ObjectId, TypeId};
use abstraction_tables::entry::Class;
use promela::index;
use promela::source::Span;

index!(/// A basic statement or condition of one function.
    StepId, "step");
index!(/// A loop or `switch` of one function: what `break` and `continue` leave.
    ScopeId, "scope");
index!(/// A label of one function.
    LabelId, "label");

/// One function.
#[derive(Debug)]
pub struct Flow {
    pub function: FunctionId,
    pub steps: Vec<Step>,
    /// The values that steps leave behind.
    pub temps: Vec<Temp>,
    /// The names of labels.
    pub labels: Vec<String>,
    pub body: Vec<Node>,
}

/// A value that a step leaves behind.
#[derive(Clone, Copy, Debug)]
pub struct Temp {
    pub ty: TypeId,
    /// The width of the bit-field whose value it is.
    pub bits: Option<u8>,
}

/// A basic statement or condition.
#[derive(Debug)]
pub struct Step {
    pub class: Class,
    pub kind: StepKind,
    /// Canonical text: what tables are asked for.
    pub text: String,
    pub span: Span,
}

#[derive(Debug)]
pub enum StepKind {
    /// A declaration, and the initialisers that are executed here, each time. When an initialiser has side effects, the
    /// declaration is several steps of one text, each with its part of the initialisers.
    Declare { declaration: Declaration, inits: Vec<(ObjectId, Init)> },
    /// `target = value`, `target op= value` and `target++` (with the operation written out in `value`).
    Assign { target: Expr, value: Expr },
    /// A call: the result goes to `target` (an lvalue or a temp), if anybody wants it.
    Call { target: Option<Expr>, call: Expr },
    /// A condition of a branch: non-zero takes the first way. Its negation is a row of the table of its own.
    /// It may be a call, then nothing but the call.
    Condition(Expr),
    /// One case of a `switch`: the value and the labels.
    Case { value: Expr, ranges: Vec<(i128, i128)> },
    /// The way of a `switch` that none of the labels takes; all labels of the switch.
    Default { value: Expr, ranges: Vec<(i128, i128)> },
    /// `assert(e)`, which the preprocessor spells out.
    Assert(Expr),
    /// A value that nobody uses.
    Evaluate(Expr),
    /// `return e`
    Return(Option<Expr>),
    /// `asm`: writes the first, reads the second.
    Opaque { writes: Vec<Expr>, reads: Vec<Expr> },
}

#[derive(Debug)]
pub enum Node {
    Step(StepId),
    /// A value is kept for a later step of the same statement. Not in the source: no table speaks of it.
    Let {
        temp: u32,
        value: Expr,
    },
    If {
        condition: StepId,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Loop(Box<Loop>),
    Switch(Box<Switch>),
    Label(LabelId),
    Goto(LabelId),
    /// A computed `goto`: to any label of the function.
    AnyLabel(Vec<LabelId>, Span),
    /// Leaves the loop or `switch`.
    Break(ScopeId),
    /// To the `next` part of the loop.
    Continue(ScopeId),
    /// The step is the `return`; its value, and then the way out of the function.
    Return(StepId),
    /// After a call that does not return (`exit`): the process ends.
    Exit,
}

/// `while`, `do` and `for`: test, body, next, again.
#[derive(Debug)]
pub struct Loop {
    pub id: ScopeId,
    /// Leaves the loop when it does not hold; `None` tests nothing.
    pub condition: Option<StepId>,
    /// Leaves the loop when the condition holds: `while (!c)`.
    pub negated: bool,
    pub body: Vec<Node>,
    /// Where `continue` goes: the step of a `for`, the test of a `do`.
    pub next: Vec<Node>,
}

/// A `switch` whose labels stand at the level of its body.
#[derive(Debug)]
pub struct Switch {
    pub id: ScopeId,
    pub arms: Vec<Arm>,
}

/// The statements from one group of labels to the next. Falls through to the arm after it unless it ends in a jump.
#[derive(Debug)]
pub struct Arm {
    /// [`StepKind::Case`] or [`StepKind::Default`].
    pub guard: StepId,
    pub body: Vec<Node>,
    /// Not in the source: what happens when no label fits. It comes last and is never fallen into.
    pub implicit: bool,
}

impl Flow {
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.0 as usize]
    }
}

impl Step {
    /// The text of the negated condition: `!(s==E)`.
    pub fn negated(&self) -> String {
        condition::negated(&self.text)
    }
}

/// Whether control can come out at the end of a sequence.
pub fn falls_through(nodes: &[Node]) -> bool {
    match nodes.last() {
        None => true,
        Some(
            Node::Goto(_) | Node::AnyLabel(..) | Node::Break(_) | Node::Continue(_) | Node::Return(_) | Node::Exit,
        ) => false,
        Some(Node::If { then, otherwise, .. }) => falls_through(then) || falls_through(otherwise),
        Some(Node::Loop(l)) => l.condition.is_some() || breaks(&l.body, l.id) || breaks(&l.next, l.id),
        Some(Node::Switch(s)) => {
            s.arms.last().is_none_or(|a| a.implicit || falls_through(&a.body))
                || s.arms.iter().any(|a| breaks(&a.body, s.id))
        }
        Some(Node::Step(_) | Node::Let { .. } | Node::Label(_)) => true,
    }
}

/// Whether a sequence holds a `break` out of the given loop or switch.
pub fn breaks(nodes: &[Node], scope: ScopeId) -> bool {
    nodes.iter().any(|n| match n {
        Node::Break(s) => *s == scope,
        Node::If { then, otherwise, .. } => breaks(then, scope) || breaks(otherwise, scope),
        Node::Loop(l) => breaks(&l.body, scope) || breaks(&l.next, scope),
        Node::Switch(s) => s.arms.iter().any(|a| breaks(&a.body, scope)),
        _ => false,
    })
}
