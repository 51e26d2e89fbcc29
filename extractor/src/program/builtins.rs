//! What compilers build in: a flat catalogue of names and result types.

use super::{Expr, Program, TypeId};

/// `__builtin_expect(e, c)` is `e`, converted to `long`.
pub(super) fn is_expect(name: &str) -> bool {
    matches!(name, "__builtin_expect" | "__builtin_expect_with_probability")
}

pub(super) fn is_noreturn(name: &str) -> bool {
    matches!(name, "__builtin_unreachable" | "__builtin_trap" | "__builtin_abort" | "__builtin_exit")
}

/// Whether a name belongs to the compiler, so that a missing declaration is no surprise.
pub(super) fn is_known(name: &str) -> bool {
    ["__builtin_", "__atomic_", "__sync_", "__c11_atomic_", "__ax_"].iter().any(|p| name.starts_with(p))
}

/// The result of the atomic builtins that follows from what they are applied to.
pub(super) fn generic_result(program: &Program, name: &str, arguments: &[Expr]) -> Option<TypeId> {
    let short = name
        .strip_prefix("__atomic_")
        .or_else(|| name.strip_prefix("__c11_atomic_"))
        .or_else(|| name.strip_prefix("__sync_"))?;
    match short {
        "store_n" | "store" | "clear" | "thread_fence" | "signal_fence" | "synchronize" | "lock_release" | "init" => {
            return Some(TypeId::VOID);
        }
        "load" | "exchange" if name.starts_with("__atomic_") => return Some(TypeId::VOID),
        "compare_exchange_n"
        | "compare_exchange"
        | "compare_exchange_strong"
        | "compare_exchange_weak"
        | "test_and_set"
        | "bool_compare_and_swap"
        | "always_lock_free"
        | "is_lock_free" => {
            return Some(TypeId::BOOL);
        }
        _ => {}
    }
    let first = arguments.first()?;
    match program.ty(first.ty) {
        super::Type::Pointer(to) | super::Type::Array(to, _) => Some(*to),
        _ => None,
    }
}

/// The result type of a builtin function that has one of its own.
pub(super) fn result(name: &str) -> Option<TypeId> {
    let short = name.strip_prefix("__builtin_")?;
    let ty = match short {
        "va_start" | "va_end" | "va_copy" | "unreachable" | "trap" | "abort" | "exit" | "prefetch" | "free"
        | "bzero" | "clear_padding" | "stack_restore" | "ia32_pause" | "cpu_init" | "__clear_cache" | "longjmp" => {
            TypeId::VOID
        }
        "memcpy"
        | "memmove"
        | "memset"
        | "mempcpy"
        | "memchr"
        | "alloca"
        | "alloca_with_align"
        | "malloc"
        | "calloc"
        | "realloc"
        | "aligned_alloc"
        | "frame_address"
        | "return_address"
        | "extract_return_addr"
        | "frob_return_addr"
        | "assume_aligned"
        | "apply_args"
        | "stack_save"
        | "thread_pointer"
        | "__memcpy_chk"
        | "__memmove_chk"
        | "__memset_chk"
        | "__mempcpy_chk"
        | "launder"
        | "dwarf_cfa" => TypeId::VOID_POINTER,
        "strcpy" | "strncpy" | "strcat" | "strncat" | "strchr" | "strrchr" | "strstr" | "strpbrk" | "stpcpy"
        | "stpncpy" | "strdup" | "strndup" | "index" | "rindex" | "__strcpy_chk" | "__strncpy_chk" | "__strcat_chk"
        | "__strncat_chk" | "__stpcpy_chk" | "FILE" | "FUNCTION" => TypeId::CHAR_POINTER,
        "strlen" | "strnlen" | "strcspn" | "strspn" | "object_size" | "dynamic_object_size" | "fwrite" => TypeId::ULONG,
        "bswap16" => TypeId::USHORT,
        "bswap32" => TypeId::UINT,
        "bswap64" => TypeId::ULONG,
        "bswap128" => TypeId::UINT128,
        "labs" => TypeId::LONG,
        "llabs" => TypeId::LLONG,
        "ia32_rdtsc" => TypeId::ULLONG,
        "uadd_overflow" | "uaddl_overflow" | "uaddll_overflow" | "usub_overflow" | "usubl_overflow"
        | "usubll_overflow" | "umul_overflow" | "umull_overflow" | "umulll_overflow" | "sadd_overflow"
        | "saddl_overflow" | "saddll_overflow" | "ssub_overflow" | "ssubl_overflow" | "ssubll_overflow"
        | "smul_overflow" | "smull_overflow" | "smulll_overflow" | "add_overflow" | "sub_overflow" | "mul_overflow"
        | "add_overflow_p" | "sub_overflow_p" | "mul_overflow_p" => TypeId::BOOL,
        _ => return floating(short),
    };
    Some(ty)
}

/// `inf`, `nanf`, `sqrtl` and their kin: the last letter tells the type.
fn floating(short: &str) -> Option<TypeId> {
    let roots = [
        "inf",
        "huge_val",
        "nan",
        "nans",
        "fabs",
        "sqrt",
        "pow",
        "floor",
        "ceil",
        "fmin",
        "fmax",
        "copysign",
        "trunc",
        "round",
        "rint",
        "fmod",
        "sin",
        "cos",
        "tan",
        "exp",
        "log",
        "log2",
        "log10",
        "exp2",
        "fma",
        "ldexp",
        "scalbn",
        "powi",
        "nearbyint",
        "hypot",
        "cbrt",
    ];
    if roots.contains(&short) {
        return Some(TypeId::DOUBLE);
    }
    if short.strip_suffix('f').is_some_and(|root| roots.contains(&root)) {
        return Some(TypeId::FLOAT);
    }
    if short.strip_suffix('l').is_some_and(|root| roots.contains(&root)) {
        return Some(TypeId::LDOUBLE);
    }
    None
}
