//! Rendezvous that others can see.

use super::facts::Context;
use super::graph::{self, EdgeKind};
use super::property::Licence;
use super::visit;
use promela::ast::{Proctype, Program, StmtKind};
use std::collections::HashSet;

/// Whether a rendezvous can take place depends on where the other process is. That is seen by `else`, and by `unless`.
pub fn look_for_handshakes(
    program: &Program,
    graphs: &[(&Proctype, graph::Graph)],
    context: &Context,
    licence: &mut Licence,
) {
    let meets = |s: visit::StmtId, all: &HashSet<visit::StmtId>| all.contains(&s);
    let mut handshakes = HashSet::new();
    let (mut unless, mut at) = (false, 0);
    visit::statements(program, &mut |s| {
        if let StmtKind::Send { channel, .. } | StmtKind::Receive { channel, .. } = &s.kind {
            let class = context.channels.class(channel, context.objects);
            if class.is_none_or(|c| context.channels.get(c).rendezvous) {
                handshakes.insert(visit::StmtId(at));
            }
        }
        unless |= matches!(s.kind, StmtKind::Unless(..));
        at += 1;
    });
    let with_else = graphs.iter().any(|(_, g)| {
        (0..g.places.len() as u32).map(graph::Point).any(|p| {
            g.edges_of(p).any(|e| e.kind == EdgeKind::Else) && g.edges_of(p).any(|e| meets(e.stmt, &handshakes))
        })
    });
    if with_else || (unless && !handshakes.is_empty()) {
        licence.exact("a rendezvous beside `else` or in `unless` sees the place of the other process");
    }
}
