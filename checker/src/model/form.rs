//! The form of values and effects: the name of each, and what it is made of, in the order of the text. The text form
//! ([`super::print`]), types and the verifier are made of it.

use super::names::name;
use super::{
    Binary, ChannelQuestion, Compare, Effect, Expr, FormatId, Graph, LabelId, MessageId, MtypeId, Pattern, Place,
    ProcessQuestion, ProctypeId, Type, Unary,
};

/// A value or an effect.
pub(super) struct Form<'m> {
    pub head: &'static str,
    pub items: Vec<Item<'m>>,
    /// The type of a value.
    pub ty: Type,
}

/// What it is made of.
pub(super) enum Item<'m> {
    Word(&'static str),
    Type(Type),
    /// A value that has to be of a type.
    Value(&'m Expr, Type),
    /// A value of any type.
    Any(&'m Expr),
    /// A value of an integer type.
    Integer(&'m Expr),
    /// A condition that is waited for.
    Condition(&'m Expr),
    /// A place whose value is asked for.
    Loaded(&'m Place, Type),
    Addressed(&'m Place),
    /// A place that gets a value of a type, after all else has been found out.
    Stored(&'m Place, Type),
    /// The same, in parentheses.
    Result(&'m Place),
    Pattern {
        pattern: &'m Pattern,
        may_store: bool,
    },
    Label(LabelId),
    Proctype(ProctypeId),
    Message(MessageId),
    Format(FormatId),
    Mtype(MtypeId),
    Priority(u8),
    /// A step given from outside, by its number.
    Foreign(u32),
    /// The body of a `d_step`, with its name.
    Graph(&'m Graph),
}

fn values(list: &[Expr]) -> impl Iterator<Item = Item<'_>> {
    list.iter().map(|e| Item::Value(e, Type::I32))
}

fn patterns(list: &[Pattern], may_store: bool) -> impl Iterator<Item = Item<'_>> {
    list.iter().map(move |pattern| Item::Pattern { pattern, may_store })
}

fn word<'m>(is: bool, word: &'static str) -> impl Iterator<Item = Item<'m>> {
    is.then_some(Item::Word(word)).into_iter()
}

impl Expr {
    pub(super) fn form(&self) -> Form<'_> {
        let of = |head, items: Vec<_>, ty| Form { head, items, ty };
        let i32 = |e| Item::Value(e, Type::I32);
        match self {
            Expr::Const(c) => of("", Vec::new(), c.ty),
            Expr::Load { place, ty } => of("load", vec![Item::Type(*ty), Item::Loaded(place, *ty)], *ty),
            Expr::AddressOf(place) => of("address", vec![Item::Addressed(place)], Type::U64),
            Expr::Unary { op, ty, value } => {
                of(name(&Unary::ALL, *op), vec![Item::Type(*ty), Item::Value(value, *ty)], *ty)
            }
            Expr::Binary { op, ty, left, right } => {
                let items = vec![Item::Type(*ty), Item::Value(left, *ty), Item::Value(right, *ty)];
                of(name(&Binary::ALL, *op), items, *ty)
            }
            Expr::Compare { op, ty, left, right } => {
                let items = vec![Item::Type(*ty), Item::Value(left, *ty), Item::Value(right, *ty)];
                of(name(&Compare::ALL, *op), items, Type::I32)
            }
            Expr::Not(value) => of("not", vec![i32(value)], Type::I32),
            Expr::And(left, right) => of("and", vec![i32(left), i32(right)], Type::I32),
            Expr::Or(left, right) => of("or", vec![i32(left), i32(right)], Type::I32),
            Expr::Conditional { condition, yes, no } => {
                let ty = yes.ty();
                of("if", vec![i32(condition), Item::Any(yes), Item::Value(no, ty)], ty)
            }
            Expr::Convert { from, to, value } => {
                of("convert", vec![Item::Type(*from), Item::Type(*to), Item::Value(value, *from)], *to)
            }
            Expr::Process(question) => {
                let (head, items) = question.form();
                of(head, items, Type::I32)
            }
            Expr::Channel { question, channel } => {
                of(name(&ChannelQuestion::ALL, *question), vec![i32(channel)], Type::I32)
            }
            Expr::Poll { channel, patterns: list, random } => {
                of("poll", word(*random, "any").chain([i32(channel)]).chain(patterns(list, false)).collect(), Type::I32)
            }
            Expr::Foreign(step) => of("foreign", vec![Item::Foreign(*step)], Type::I32),
            Expr::Event { send, channel, patterns: list } => {
                let what = Item::Word(if *send { "send" } else { "receive" });
                of("event", [what, i32(channel)].into_iter().chain(patterns(list, false)).collect(), Type::I32)
            }
        }
    }

    /// The type of the value.
    pub fn ty(&self) -> Type {
        self.form().ty
    }
}

impl ProcessQuestion {
    fn form(&self) -> (&'static str, Vec<Item<'_>>) {
        let of = |pid| vec![Item::Value(pid, Type::I32)];
        match self {
            ProcessQuestion::Pid => ("pid", Vec::new()),
            ProcessQuestion::Count => ("processes", Vec::new()),
            ProcessQuestion::Timeout => ("timeout", Vec::new()),
            ProcessQuestion::NonProgress => ("np", Vec::new()),
            ProcessQuestion::Enabled(pid) => ("enabled", of(pid)),
            ProcessQuestion::ControlState(pid) => ("pc", of(pid)),
            ProcessQuestion::IsAt(pid, label) => ("is-at", vec![Item::Label(*label), Item::Value(pid, Type::I32)]),
            ProcessQuestion::Priority(pid) => ("priority", of(pid)),
            ProcessQuestion::First(proctype) => ("first", vec![Item::Proctype(*proctype)]),
        }
    }
}

impl Effect {
    pub(super) fn form(&self) -> Form<'_> {
        let of = |head, items: Vec<_>| Form { head, items, ty: Type::I32 };
        let i32 = |e| Item::Value(e, Type::I32);
        match self {
            Effect::Assign { place, value } => of("assign", vec![Item::Stored(place, value.ty()), Item::Any(value)]),
            Effect::Choose { place, from, to } => {
                let ty = from.ty();
                of("choose", vec![Item::Stored(place, ty), Item::Integer(from), Item::Value(to, ty)])
            }
            Effect::Require(value) => of("require", vec![Item::Condition(value)]),
            Effect::Assert { condition, message } => of("assert", vec![Item::Message(*message), i32(condition)]),
            Effect::Print { format, args } => {
                of("print", [Item::Format(*format)].into_iter().chain(values(args)).collect())
            }
            Effect::PrintMtype { mtype, value } => of("printm", vec![Item::Mtype(*mtype), i32(value)]),
            Effect::Send { channel, args, sorted } => {
                of("send", word(*sorted, "sorted").chain([i32(channel)]).chain(values(args)).collect())
            }
            Effect::Receive { channel, patterns: list, random, keep } => {
                let how = word(*random, "any").chain(word(*keep, "keep"));
                of("receive", how.chain([i32(channel)]).chain(patterns(list, true)).collect())
            }
            Effect::Run { proctype, args, priority, result } => {
                let first = [Item::Proctype(*proctype), Item::Priority(*priority)];
                of("run", first.into_iter().chain(result.as_ref().map(Item::Result)).chain(values(args)).collect())
            }
            Effect::SetPriority { process, priority } => of("set-priority", vec![i32(process), i32(priority)]),
            Effect::End => of("end", Vec::new()),
            Effect::DStep(graph) => of("d_step", vec![Item::Graph(graph)]),
        }
    }
}
