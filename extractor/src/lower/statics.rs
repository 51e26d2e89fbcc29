//! Images of static objects: the bytes of an initialiser, and the addresses in them.
//!
//! A first version: integers, strings and plain addresses.

use super::Module;
use crate::program::{Expr, ExprKind, Init, InitStep, Type, TypeId};
use machine::code::{Relocation, Target};

/// The bytes of an object of a type with its initialiser.
pub(super) fn image(module: &mut Module, init: &Init, ty: TypeId) -> (Vec<u8>, Vec<Relocation>) {
    let size = module.program.size_of(ty).unwrap_or(0) as usize;
    let mut bytes = vec![0; size];
    let mut addresses = Vec::new();
    match init {
        Init::Expr(e) => put(module, e, ty, 0, &mut bytes, &mut addresses),
        Init::List(items) => {
            for item in items {
                let (mut at, mut ty) = (0, ty);
                for step in &item.path {
                    match (step, module.program.ty(ty)) {
                        (InitStep::Member(m), Type::Record(r)) => {
                            let members = module.program.record(*r).members.as_deref().unwrap_or(&[]);
                            let member = &members[*m as usize];
                            at += member.offset / 8;
                            ty = member.ty;
                        }
                        (InitStep::Elements(low, _), Type::Array(of, _)) => {
                            at += low * module.program.size_of(*of).unwrap_or(0);
                            ty = *of;
                        }
                        _ => {}
                    }
                }
                put(module, &item.value, ty, at, &mut bytes, &mut addresses);
            }
        }
        Init::Opaque(_) => {}
    }
    (bytes, addresses)
}

fn put(module: &mut Module, e: &Expr, ty: TypeId, at: u64, bytes: &mut [u8], addresses: &mut Vec<Relocation>) {
    let program = module.program;
    let size = program.size_of(ty).unwrap_or(0);
    if let Some(value) = program.constant(e) {
        let raw = program.wrap(value, ty).to_le_bytes();
        let room = &mut bytes[at as usize..(at + size) as usize];
        room.copy_from_slice(&raw[..size as usize]);
        return;
    }
    let target = match &e.kind {
        ExprKind::Function(f) => Target::Function(module.function(*f)),
        ExprKind::AddressOf(inner) if let ExprKind::Object(o) = &inner.kind => Target::Static(module.object(*o)),
        ExprKind::AddressOf(inner) if let ExprKind::Function(f) = &inner.kind => Target::Function(module.function(*f)),
        ExprKind::Object(o) => Target::Static(module.object(*o)),
        ExprKind::Str(text) => {
            let (bytes, align) = literal(text);
            Target::Static(module.literal(bytes, align, text))
        }
        _ => return,
    };
    addresses.push(Relocation { offset: at, target });
}

/// The bytes of a string literal as spelled, its end included, and its alignment.
pub(super) fn literal(spelling: &str) -> (Vec<u8>, u64) {
    crate::program::literal_bytes(spelling)
}
