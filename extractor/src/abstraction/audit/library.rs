//! What calls of the C library may do wrong with memory: sizes of blocks, ends of strings, what is freed.
//!
//! A block is right when the object behind the pointer is known and the size is a constant that it has room for; a
//! string when it is a literal. All else is a hole.

use super::{HoleKind, Walk};
use crate::abstraction::{Abstraction, InstanceId};
use crate::flow::{StepKind, condition};
use crate::program::{Expr, ExprKind, Program, Type};

/// How a function uses memory: which arguments are blocks (with the argument that is their size), which are strings.
struct Use {
    name: &'static str,
    blocks: &'static [(usize, usize)],
    strings: &'static [usize],
    /// Nothing tells how much it stores.
    open: bool,
}

const fn blocks(name: &'static str, blocks: &'static [(usize, usize)]) -> Use {
    Use { name, blocks, strings: &[], open: false }
}

const fn strings(name: &'static str, strings: &'static [usize]) -> Use {
    Use { name, blocks: &[], strings, open: false }
}

const fn open(name: &'static str) -> Use {
    Use { name, blocks: &[], strings: &[], open: true }
}

const USES: &[Use] = &[
    blocks("memcpy", &[(0, 2), (1, 2)]),
    blocks("memmove", &[(0, 2), (1, 2)]),
    blocks("memset", &[(0, 2)]),
    blocks("memcmp", &[(0, 2), (1, 2)]),
    blocks("memchr", &[(0, 2)]),
    blocks("__memcpy_chk", &[(0, 2), (1, 2)]),
    blocks("__memset_chk", &[(0, 2)]),
    blocks("__builtin_memcpy", &[(0, 2), (1, 2)]),
    blocks("__builtin_memset", &[(0, 2)]),
    blocks("bcopy", &[(0, 2), (1, 2)]),
    blocks("bzero", &[(0, 1)]),
    blocks("fgets", &[(0, 1)]),
    blocks("read", &[(1, 2)]),
    blocks("pread", &[(1, 2)]),
    blocks("write", &[(1, 2)]),
    blocks("recv", &[(1, 2)]),
    blocks("send", &[(1, 2)]),
    blocks("gethostname", &[(0, 1)]),
    blocks("getcwd", &[(0, 1)]),
    blocks("readlink", &[(1, 2)]),
    blocks("snprintf", &[(0, 1)]),
    blocks("vsnprintf", &[(0, 1)]),
    blocks("strftime", &[(0, 1)]),
    strings("strlen", &[0]),
    strings("strcmp", &[0, 1]),
    strings("strcasecmp", &[0, 1]),
    strings("strchr", &[0]),
    strings("strrchr", &[0]),
    strings("strstr", &[0, 1]),
    strings("strspn", &[0, 1]),
    strings("strcspn", &[0, 1]),
    strings("strpbrk", &[0, 1]),
    strings("strcoll", &[0, 1]),
    strings("strdup", &[0]),
    strings("puts", &[0]),
    strings("fputs", &[0]),
    strings("atoi", &[0]),
    strings("atol", &[0]),
    strings("atoll", &[0]),
    strings("atof", &[0]),
    strings("strtol", &[0]),
    strings("strtoul", &[0]),
    strings("strtoll", &[0]),
    strings("strtoull", &[0]),
    strings("strtod", &[0]),
    open("strncmp"),
    open("strncasecmp"),
    open("strnlen"),
    open("strndup"),
    open("strcpy"),
    open("strncpy"),
    open("strcat"),
    open("strncat"),
    open("__strcpy_chk"),
    open("strtok"),
    open("strtok_r"),
    open("sprintf"),
    open("vsprintf"),
    open("__sprintf_chk"),
    open("__snprintf_chk"),
    open("gets"),
    open("fread"),
    open("fwrite"),
    open("getline"),
    open("readv"),
    open("writev"),
    open("recvfrom"),
    open("recvmsg"),
    open("free"),
    open("realloc"),
    open("reallocarray"),
    open("munmap"),
    open("qsort"),
    open("bsearch"),
];

/// Functions that print by a format, and which argument it is.
const FORMATS: &[(&str, usize)] =
    &[("printf", 0), ("fprintf", 1), ("dprintf", 1), ("__printf_chk", 1), ("__fprintf_chk", 2), ("syslog", 1)];

/// Functions that read by a format.
const SCANS: &[(&str, usize)] = &[("scanf", 0), ("fscanf", 1), ("sscanf", 1), ("__isoc99_scanf", 0)];

impl Abstraction<'_> {
    /// What a call of the library may do wrong with memory.
    pub(super) fn library_call(&self, at: InstanceId, kind: &StepKind, walk: &mut Walk) {
        let call = match kind {
            StepKind::Call { call, .. } => call,
            StepKind::Condition(e) if matches!(e.kind, ExprKind::Call { .. }) => e,
            _ => return,
        };
        let ExprKind::Call { arguments, .. } = &call.kind else { return };
        let Some(callee) = condition::callee(call).map(|f| self.program.function(f)) else { return };
        if callee.body.is_some() {
            return;
        }
        let name = callee.name.as_str();
        if let Some(found) = USES.iter().find(|u| u.name == name) {
            let nothing = name == "free" && arguments.first().is_some_and(|a| self.program.constant(a) == Some(0));
            if found.open && !nothing {
                walk.hole(HoleKind::Memory, format!("the memory that `{name}` uses is not checked"));
            }
            for (pointer, size) in found.blocks {
                let fits = match (arguments.get(*pointer), arguments.get(*size)) {
                    (Some(pointer), Some(size)) => self.fits(at, pointer, size),
                    _ => false,
                };
                if !fits {
                    let words = format!("whether the block that `{name}` uses is long enough is not checked");
                    walk.hole(HoleKind::Bounds, words);
                }
            }
            if found.strings.iter().any(|s| !arguments.get(*s).is_some_and(|a| self.is_string(a))) {
                walk.hole(
                    HoleKind::Memory,
                    format!("whether the string that `{name}` reads has an end is not checked"),
                );
            }
        }
        let format_at = |list: &[(&str, usize)]| list.iter().find(|(n, _)| *n == name).map(|(_, at)| *at);
        if let Some(first) = format_at(FORMATS) {
            self.formatted(arguments, first, walk);
        }
        if let Some(first) = format_at(SCANS) {
            let plain = arguments.get(first).is_some_and(scans_numbers);
            let reads_string = name == "sscanf" && !arguments.first().is_some_and(|a| self.is_string(a));
            if !plain || reads_string {
                walk.hole(HoleKind::Memory, format!("what `{name}` stores is not checked"));
            }
            for pointer in arguments.iter().skip(first + 1) {
                if self.pointee(at, pointer).is_err() {
                    walk.hole(HoleKind::Memory, self.pointer_words(pointer));
                } else if let ExprKind::AddressOf(x) = &pointer.kind {
                    self.access_audit(x, walk);
                }
            }
        }
    }

    /// Strings among the arguments of a format.
    fn formatted(&self, arguments: &[Expr], first: usize, walk: &mut Walk) {
        let literal = arguments.get(first).and_then(text_of);
        let strings = literal.as_ref().is_none_or(|f| f.contains('s') && f.contains('%') || f.contains("%n"));
        let pointers = arguments.iter().skip(first + 1).filter(|a| self.is_pointer_value(a));
        if strings && pointers.into_iter().any(|a| !self.is_string(a)) {
            walk.hole(HoleKind::Memory, "whether a string that is printed has an end is not checked".to_string());
        }
    }

    fn is_pointer_value(&self, e: &Expr) -> bool {
        matches!(self.program.ty(e.ty), Type::Pointer(_) | Type::Array(..))
    }

    /// A literal, one of several, or a pointer that is only ever set to one.
    fn is_string(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Str(_) => true,
            ExprKind::Cast { operand, .. } => self.is_string(operand),
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                self.is_string(then) && self.is_string(otherwise)
            }
            ExprKind::Object(o) => self.facts.pointers.get(o).is_some_and(|d| {
                d.count == 1 && !d.addressed && d.value.as_ref().is_some_and(|v| matches!(v.kind, ExprKind::Str(_)))
            }),
            _ => false,
        }
    }

    /// Whether the object behind a pointer has room for so many bytes.
    fn fits(&self, at: InstanceId, pointer: &Expr, size: &Expr) -> bool {
        let Some(size) = self.program.constant(size) else { return false };
        if let (ExprKind::Str(_), Type::Array(_, Some(length))) = (&pointer.kind, self.program.ty(pointer.ty)) {
            return size <= i128::from(*length);
        }
        let Ok(pointee) = self.pointee(at, pointer) else { return false };
        // Only whole objects: a part of one may begin anywhere in it.
        let room = self.program.size_of(pointee.place.ty);
        pointee.place.path.is_empty() && room.is_some_and(|room| size <= i128::from(room))
    }
}

/// The text of a string literal.
fn text_of(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Str(text) => Some(format!("{text:?}")),
        ExprKind::Cast { operand, .. } => text_of(operand),
        _ => None,
    }
}

/// A format that reads numbers and single characters only.
fn scans_numbers(format: &Expr) -> bool {
    text_of(format).is_some_and(|f| !f.contains('s') && !f.contains('[') && !f.contains("%n") && !f.contains('*'))
}

/// `errno` and the tables of `<ctype.h>`, which the library keeps.
pub(super) fn is_own_place(program: &Program, e: &Expr) -> bool {
    let own = |e: &Expr| match &e.kind {
        ExprKind::Temp { original, .. } => condition::callee(original).is_some_and(|f| {
            ["__errno_location", "__error", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"]
                .contains(&program.function(f).name.as_str())
        }),
        _ => false,
    };
    match &e.kind {
        ExprKind::Deref(p) => own(p),
        ExprKind::Index(base, index) => {
            let mut narrow = &**index;
            while let ExprKind::Cast { operand, .. } = &narrow.kind {
                narrow = operand;
            }
            let byte = matches!(program.ty(narrow.ty), Type::Int { bits: 8, .. });
            matches!(&base.kind, ExprKind::Deref(p) if own(p)) && byte
        }
        _ => false,
    }
}
