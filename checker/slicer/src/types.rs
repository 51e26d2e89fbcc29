//! Types that nothing needs any more.

use super::visit;
use promela::ast::{Decl, Init, Program, StmtKind, TypeName, Unit};
use std::collections::HashSet;

/// Typedefs that nothing is declared with go.
pub fn drop_types(program: &mut Program) {
    loop {
        let mut used: HashSet<String> = HashSet::new();
        {
            let mut note = |d: &Decl| {
                let mut ty = |t: &TypeName| {
                    if let TypeName::User(name) = t {
                        used.insert(name.name.clone());
                    }
                };
                ty(&d.ty);
                for v in &d.vars {
                    if let Some(Init::Chan(init)) = &v.init {
                        init.fields.iter().for_each(&mut ty);
                    }
                }
            };
            visit::statements(program, &mut |s| {
                if let StmtKind::Decl(d) = &s.kind {
                    note(d);
                }
            });
            for unit in &program.units {
                match unit {
                    Unit::Decl(d) => note(d),
                    Unit::Typedef(t) => t.fields.iter().for_each(&mut note),
                    Unit::Proctype(p) => p.params.iter().for_each(&mut note),
                    _ => {}
                }
            }
        }
        let before = program.units.len();
        program.units.retain(|u| !matches!(u, Unit::Typedef(t) if !used.contains(&t.name.name)));
        if program.units.len() == before {
            return;
        }
    }
}
