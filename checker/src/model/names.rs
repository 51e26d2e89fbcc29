//! The names of variants in the text form, for [`super::print`] and [`super::read`].

use super::{Binary, ChannelQuestion, Compare, Position, ProctypeKind, StatementKind, Unary};

impl Unary {
    pub(super) const ALL: [(Unary, &'static str); 2] = [(Unary::Neg, "neg"), (Unary::BitNot, "bitnot")];
}

impl Binary {
    pub(super) const ALL: [(Binary, &'static str); 10] = [
        (Binary::Add, "add"),
        (Binary::Sub, "sub"),
        (Binary::Mul, "mul"),
        (Binary::Div, "div"),
        (Binary::Rem, "rem"),
        (Binary::BitAnd, "bitand"),
        (Binary::BitXor, "bitxor"),
        (Binary::BitOr, "bitor"),
        (Binary::Shl, "shl"),
        (Binary::Shr, "shr"),
    ];
}

impl Compare {
    pub(super) const ALL: [(Compare, &'static str); 6] = [
        (Compare::Eq, "eq"),
        (Compare::Ne, "ne"),
        (Compare::Lt, "lt"),
        (Compare::Gt, "gt"),
        (Compare::Le, "le"),
        (Compare::Ge, "ge"),
    ];
}

impl ChannelQuestion {
    pub(super) const ALL: [(ChannelQuestion, &'static str); 5] = [
        (ChannelQuestion::Length, "len"),
        (ChannelQuestion::IsEmpty, "empty"),
        (ChannelQuestion::IsFull, "full"),
        (ChannelQuestion::NotEmpty, "nempty"),
        (ChannelQuestion::NotFull, "nfull"),
    ];
}

impl Position {
    pub(super) const ALL: [(Position, &'static str); 3] =
        [(Position::First, "first"), (Position::Option, "option"), (Position::Inner, "inner")];
}

impl ProctypeKind {
    pub(super) const ALL: [(ProctypeKind, &'static str); 6] = [
        (ProctypeKind::Proctype, "proctype"),
        (ProctypeKind::Init, "init"),
        (ProctypeKind::Claim, "never"),
        (ProctypeKind::Ltl, "ltl"),
        (ProctypeKind::Trace, "trace"),
        (ProctypeKind::NoTrace, "notrace"),
    ];
}

impl StatementKind {
    pub(super) const ALL: [(StatementKind, &'static str); 6] = [
        (StatementKind::Other, "other"),
        (StatementKind::Condition, "condition"),
        (StatementKind::Send, "send"),
        (StatementKind::Receive, "receive"),
        (StatementKind::End, "end"),
        (StatementKind::DStep, "d_step"),
    ];
}

/// The name of a variant. All of them are in the table.
pub(super) fn name<T: PartialEq>(table: &[(T, &'static str)], wanted: T) -> &'static str {
    table.iter().find(|(variant, _)| *variant == wanted).map_or("?", |(_, name)| name)
}
