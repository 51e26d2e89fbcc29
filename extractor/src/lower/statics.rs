//! Static objects: the bytes that the program computes of an initialiser, with addresses as the machine has them.

use super::Module;
use crate::program::image::{Base, Image};
use crate::program::{Expr, ExprKind, FunctionId, Type, TypeId, literal_bytes};
use machine::code::{Relocation, Static, StaticId, Target};

/// The types of what threads meet at.
const MEETING_POINTS: [&str; 7] =
    ["pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "pthread_barrier_t", "sem_t", "mtx_t", "cnd_t"];

const MOST_MEETING_POINTS: usize = 1000;

impl<'p> Module<'p> {
    /// Puts an image into a static object. Labels are numbers in the function that the object belongs to.
    pub(super) fn fill_image(&mut self, at: StaticId, image: Image<'p>, function: Option<FunctionId>) {
        let Image { mut bytes, addresses, unknown } = image;
        let mut relocations = Vec::with_capacity(addresses.len());
        for address in addresses {
            let target = match address.base {
                Base::Object(id) => Target::Static(self.object(id)),
                Base::Function(id) => Target::Function(self.function(id)),
                Base::Literal(e) => Target::Static(self.string(e)),
                Base::Compound(e) => Target::Static(self.static_compound(e, function)),
                Base::Label(name) => {
                    let number = function.and_then(|f| self.label_number(f, name)).unwrap_or(0);
                    let room = &mut bytes[address.offset as usize..address.offset as usize + 8];
                    room.copy_from_slice(&number.to_le_bytes());
                    continue;
                }
            };
            relocations.push(Relocation { offset: address.offset, target });
        }
        if !unknown.is_empty() {
            self.unknown.push(at);
        }
        let object = &mut self.out.statics[at.0 as usize];
        object.bytes = bytes;
        object.addresses = relocations;
    }

    /// The elements and members of a type that threads meet at, with how far in they are. Of large objects the first;
    /// a struct that is a member of itself, which is no C, has no end.
    pub(super) fn meeting_points(&self, ty: TypeId) -> Vec<(u64, String)> {
        let mut found = Vec::new();
        let mut open = vec![(0, String::new(), ty)];
        let mut looked_at = 0;
        while let Some((offset, path, ty)) = open.pop() {
            looked_at += 1;
            if found.len() + open.len() > MOST_MEETING_POINTS || looked_at > 4 * MOST_MEETING_POINTS {
                break;
            }
            match self.program.ty(ty) {
                Type::Array(of, Some(length)) if matches!(self.program.ty(*of), Type::Array(..) | Type::Record(_)) => {
                    let size = self.program.size_of(*of).unwrap_or(0);
                    let count = (*length).min(MOST_MEETING_POINTS as u64);
                    open.extend((0..count).map(|i| (offset + i * size, format!("{path}[{i}]"), *of)));
                }
                Type::Record(id) => {
                    let record = self.program.record(*id);
                    if record.typedef.as_deref().is_some_and(|name| MEETING_POINTS.contains(&name)) {
                        found.push((offset, path));
                        continue;
                    }
                    for member in record.members.iter().flatten().filter(|member| member.bits.is_none()) {
                        let name = member.name.as_ref().map_or(String::new(), |name| format!(".{name}"));
                        open.push((offset + member.offset / 8, format!("{path}{name}"), member.ty));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The object of a string.
    pub(super) fn string(&mut self, e: &Expr) -> StaticId {
        match &e.kind {
            ExprKind::Str(spelling) => {
                let (bytes, align) = literal_bytes(spelling);
                self.literal(bytes, align, spelling)
            }
            _ => self.literal(vec![0], 1, "\"\""),
        }
    }

    /// A compound literal outside of functions: an object without a name.
    fn static_compound(&mut self, e: &'p Expr, function: Option<FunctionId>) -> StaticId {
        if let Some(known) = self.compounds.get(&std::ptr::from_ref(e)) {
            return *known;
        }
        let program = self.program;
        let new = self.add_static(Static {
            name: "compound literal".to_string(),
            bytes: Vec::new(),
            addresses: Vec::new(),
            align: program.align_of(e.ty).unwrap_or(1).max(1),
            writable: true,
            thread_local: false,
            meeting_points: self.meeting_points(e.ty),
            span: e.span,
        });
        self.compounds.insert(std::ptr::from_ref(e), new);
        if let ExprKind::Compound { init, .. } = &e.kind {
            self.fill_image(new, program.image(init, e.ty), function);
        }
        new
    }
}
