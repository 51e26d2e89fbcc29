//! The claim that finds non-progress cycles.
//!
//! It guesses when progress ends, and from then on allows none:
//!
//! ```text
//!   never { do :: np_ -> goto accept_np :: true od; accept_np: do :: np_ od }
//! ```
//!
//! Spin's verifiers have it built in; its transitions have fixed numbers there.

use crate::model::{Model, ProctypeId};
use promela::ast::{Expr, ExprKind, Ident, Sequence, Stmt, StmtKind};
use promela::source::Span;

/// Its name, as Spin has it.
pub const NAME: &str = ":np_:";

/// Its transitions have numbers from here on in trails.
pub const FIRST_ID: u32 = 9997;

/// The body of the claim. All of it is where `span` is.
pub fn body(span: Span) -> Sequence {
    let stmt = |kind| Stmt { labels: Vec::new(), kind, span, note: Default::default() };
    let expr = |kind| stmt(StmtKind::Expr(Expr { kind, span }));
    let accept = || Ident { name: "accept_np".to_string(), span };
    let guess = vec![expr(ExprKind::NonProgress), stmt(StmtKind::Goto(accept()))];
    let wait = vec![expr(ExprKind::Const(1))];
    let stay = vec![expr(ExprKind::NonProgress)];
    let first = stmt(StmtKind::Do(vec![Sequence { steps: guess }, Sequence { steps: wait }]));
    let second = Stmt {
        labels: vec![accept()],
        kind: StmtKind::Do(vec![Sequence { steps: stay }]),
        span,
        note: Default::default(),
    };
    Sequence { steps: vec![first, second] }
}

/// Gives its transitions the numbers that Spin gives them.
pub fn number(model: &mut Model, claim: ProctypeId) {
    let p = &model.proctypes[claim.0 as usize];
    let first = &p.states[p.start.0 as usize];
    let ids: Vec<u32> =
        first.transitions().chain(p.states.iter().filter(|s| s.accept).flat_map(|s| s.transitions())).collect();
    for (i, t) in ids.into_iter().enumerate() {
        model.transitions[t as usize].id = FIRST_ID + i as u32;
    }
}
