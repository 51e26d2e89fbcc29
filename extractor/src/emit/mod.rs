//! The model as a tree of Promela, structured in the manner of the notes' Figures 20 and 21.
//!
//! Read this file first. `build` makes a tree of [`Item`]s from the flow and the judgements, `simplify` removes what
//! the mappings made empty, `declare` finds what must be declared, `finish` makes a [`Document`] of it, which can be
//! printed. The tree has no `goto` that the source does not have, except where a `return`, `continue` or `break` of a
//! `switch` stands in the middle of something. Promela that somebody wrote in a table is read in `fragment`, and keeps
//! the form it was written in.

mod build;
mod call;
mod declare;
mod finish;
mod fragment;
mod initial;
mod jumps;
mod names;
mod operand;
mod simplify;
mod statement;
mod thread;
mod used;

pub use thread::{EXITED, FINISHED, MOST_THREADS, RUNNING};

use crate::abstraction::Abstraction;
use crate::abstraction::judge::Outside;
use crate::abstraction::{Action, InstanceId, Judgement};
use crate::flow::{StepId, StepKind};
use crate::program::FunctionId;
use abstraction_tables::entry::Class;
use promela::ast::Stmt;
use promela::build as make;
use promela::document::Document;
use promela::finding::Findings;
use promela::source::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A statement of the model, or several in a structure.
#[derive(Clone, Debug)]
pub enum Item {
    Statement(Statement),
    Comment(String),
    If(Vec<Branch>),
    Do(Vec<Branch>),
    Label(String),
    Goto(String),
    Break,
}

/// What one C statement does in Promela: one statement, or several that somebody wrote together.
#[derive(Clone, Debug)]
pub struct Statement {
    pub code: Vec<Stmt>,
    /// The C statement behind it.
    pub span: Option<Span>,
    /// Never blocks and changes nothing: `true`, `skip`.
    pub empty: bool,
    /// Shown behind the statement.
    pub remark: Option<String>,
    /// It does more than the C statement; why.
    pub generalised: Option<String>,
    /// The call it is part of; `None` until the block that holds it is complete.
    pub instance: Option<InstanceId>,
    /// It starts a thread.
    pub starts_thread: bool,
}

/// `:: guard -> …`
#[derive(Clone, Debug)]
pub struct Branch {
    pub items: Vec<Item>,
    /// The first item is a condition: `->` comes after it.
    pub guarded: bool,
    /// Never taken: a condition that a table maps to `false`.
    pub never: bool,
}

/// A model, ready to be written to a file.
#[derive(Debug)]
pub struct Model {
    pub document: Document,
    /// Where statements come from, by the [`OriginId`](promela::ast::OriginId) of their notes.
    pub origins: Vec<Origin>,
    /// What is wrong with the Promela of tables.
    pub problems: Findings,
    /// Names the model uses and does not declare: a wrapper must.
    pub open: Vec<String>,
    /// It tests indices of statements that it does not have, and needs the array that they read.
    pub tests_indices: bool,
    /// The name of the proctype.
    pub proctype: String,
    pub c_names: CNames,
    /// The function itself and the calls that were followed, by [`InstanceId`].
    pub frames: Vec<Frame>,
}

/// What C calls the variables of a model. One that is not here is the model's own.
#[derive(Clone, Default, Debug)]
pub struct CNames {
    /// Objects that live outside of functions.
    pub globals: BTreeMap<String, String>,
    /// Variables of the function and of those it calls.
    pub locals: BTreeMap<String, Local>,
    /// Variables that hold what a called function returns.
    pub results: BTreeSet<String>,
    /// Variables that hold a value between the steps of one statement.
    pub fetched: BTreeSet<String>,
    /// Members of structs that could not keep their names.
    pub members: BTreeMap<String, String>,
}

/// A variable of a C function.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub function: String,
}

/// A call that the model follows.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The C function.
    pub function: String,
    /// Who calls it, and where; `None` for the function that the model is of.
    pub caller: Option<(InstanceId, Span)>,
}

/// Where statements of a model come from.
#[derive(Clone, Debug)]
pub struct Origin {
    pub span: Span,
    /// It does more than the C statement; why.
    pub generalised: Option<String>,
    /// The call it is part of.
    pub instance: InstanceId,
    /// It starts a thread: its assertion says that the model numbers no more of them.
    pub starts_thread: bool,
}

/// What one table row (a class and a text) became, over all places where it stands.
#[derive(Clone, Debug)]
pub struct Row {
    pub class: Class,
    pub text: String,
    pub judgement: Judgement,
    pub span: Span,
    /// The first function it stands in.
    pub function: String,
    pub count: u32,
    pub objects: Vec<String>,
    /// The function that it calls and that is not in the model, though no table speaks of it.
    pub outside: Option<FunctionId>,
}

/// The model of an abstraction.
pub fn emit(abstraction: &Abstraction<'_>) -> Model {
    let mut builder = build::Builder::new(abstraction);
    let mut body = builder.root();
    builder.end(&mut body);
    simplify::body(&mut body);
    finish::model(builder, body)
}

impl Model {
    /// The model as it is written to a file.
    pub fn text(&self) -> String {
        self.document.print(FileId::default()).text
    }
}

/// The rows of the table: every statement once, conditions plain and negated, in the order of the source.
pub fn rows(abstraction: &Abstraction<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut index: std::collections::HashMap<_, usize> = std::collections::HashMap::new();
    for at in abstraction.instance_ids() {
        let flow = abstraction.flow(at);
        for (number, step) in flow.steps.iter().enumerate() {
            let id = StepId(number as u32);
            let negatable = matches!(step.kind, StepKind::Condition(_));
            for negated in [false, true].into_iter().take(1 + usize::from(negatable)) {
                let text = if negated { step.negated() } else { step.text.clone() };
                let judgement = abstraction.judge(at, id, negated);
                let outside = match abstraction.outside(at, id) {
                    Some(Outside::Function(f)) if judgement.is_unfounded() => Some(f),
                    _ => None,
                };
                let key = (step.class, text.clone());
                match index.get(&key) {
                    Some(known) => {
                        rows[*known].outside = rows[*known].outside.or(outside);
                        merge(&mut rows[*known], judgement);
                    }
                    None => {
                        index.insert(key, rows.len());
                        rows.push(Row {
                            class: step.class,
                            text,
                            judgement,
                            span: step.span,
                            function: abstraction.program.function(flow.function).name.clone(),
                            count: 1,
                            outside,
                            objects: crate::abstraction::judge::step_objects(&step.kind)
                                .into_iter()
                                .map(|o| abstraction.program.object(o).name.clone())
                                .collect(),
                        });
                    }
                }
            }
        }
    }
    rows.sort_by_key(|r| (r.span.file, r.span.start));
    rows
}

/// One text at several places: kept if it is kept anywhere, and as weak as its weakest.
fn merge(row: &mut Row, other: Judgement) {
    row.count += 1;
    row.judgement.trust = row.judgement.trust.or(other.trust);
    let keeps = |a: &Action| matches!(a, Action::Keep | Action::Follow(_) | Action::Literal);
    if keeps(&other.action) && !keeps(&row.judgement.action) {
        row.judgement.action = other.action;
    }
    if rank(other.kind) > rank(row.judgement.kind) {
        row.judgement.kind = other.kind;
        row.judgement.reason = other.reason;
    }
}

fn rank(kind: abstraction_tables::entry::Kind) -> u8 {
    use abstraction_tables::entry::Kind;
    match kind {
        Kind::Exact => 0,
        Kind::Irrelevant => 1,
        Kind::Generalisation => 2,
        Kind::Restriction => 3,
    }
}

impl Action {
    /// The right-hand side that says so in a table.
    pub fn table_text(&self) -> String {
        match self {
            Action::Keep | Action::Literal | Action::Follow(_) | Action::Start(_) => "keep".to_string(),
            Action::EndProgram | Action::EndThread | Action::Choose => "keep".to_string(),
            Action::Hide | Action::Bound | Action::Lost => "hide".to_string(),
            Action::Print => "print".to_string(),
            Action::Comment => "comment".to_string(),
            Action::Skip => "skip".to_string(),
            Action::True => "true".to_string(),
            Action::False => "false".to_string(),
            Action::Promela(pieces) => abstraction_tables::entry::Mapping::Promela(pieces.clone()).text(),
        }
    }
}

impl Item {
    fn statement(code: Stmt, span: Option<Span>) -> Item {
        Item::Statement(Statement::new(vec![code], span))
    }

    /// A statement that is a word: `skip`, `false`.
    fn word(word: &str, span: Option<Span>) -> Item {
        Item::statement(make::condition(make::word(word)), span)
    }

    /// The same, as part of a C statement.
    fn at(self, span: Option<Span>) -> Item {
        match self {
            Item::Statement(s) => Item::Statement(Statement { span: s.span.or(span), ..s }),
            other => other,
        }
    }

    /// What is not part of a followed call is part of this one.
    fn stand_in(&mut self, at: InstanceId) {
        match self {
            Item::Statement(s) => s.instance = s.instance.or(Some(at)),
            Item::If(branches) | Item::Do(branches) => {
                branches.iter_mut().flat_map(|b| &mut b.items).for_each(|item| item.stand_in(at));
            }
            _ => {}
        }
    }

    /// The statements of an item.
    fn into_code(self) -> Vec<Stmt> {
        match self {
            Item::Statement(s) => s.code,
            _ => Vec::new(),
        }
    }

    /// `skip`, where something must stand.
    fn skip() -> Item {
        let code = vec![make::condition(make::word("skip"))];
        Item::Statement(Statement { empty: true, ..Statement::new(code, None) })
    }
}

impl Statement {
    /// `true`, where the C source has a condition.
    fn truth(c: &str, span: Option<Span>) -> Statement {
        Statement { empty: true, remark: Some(c.to_string()), ..Statement::word("true", span) }
    }

    /// One of the ways that a computed `goto` may go.
    fn any_way(label: &str, span: Span) -> Statement {
        let reason = "where a computed `goto` goes is not known".to_string();
        Statement { generalised: Some(reason), ..Statement::truth(&format!("goto {label}"), Some(span)) }
    }

    fn new(code: Vec<Stmt>, span: Option<Span>) -> Statement {
        Statement { code, span, empty: false, remark: None, generalised: None, instance: None, starts_thread: false }
    }

    /// One that is a word.
    fn word(word: &str, span: Option<Span>) -> Statement {
        Statement::new(vec![make::condition(make::word(word))], span)
    }
}

/// The instance that is the root of every extraction.
pub const ROOT: InstanceId = InstanceId(0);
