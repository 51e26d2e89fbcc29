//! What a word of C means to the normaliser.

/// Keywords by the role they play; everything else is a [`Word::Name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Name,
    /// The name of a type, by the declarations in scope.
    TypeName,
    Typedef,
    /// `static`, `inline`, … spelled as lang-c knows it.
    Specifier(&'static str),
    /// `const`, `volatile`, …
    Qualifier(&'static str),
    /// `_Atomic`: a qualifier, or with parentheses a type.
    Atomic,
    /// `int`, `_Bool`, …
    Type(&'static str),
    /// `struct`, `union`
    Record,
    Enum,
    Typeof,
    AutoType,
    /// `auto`: a storage class, or a type to be inferred.
    Auto,
    Attribute,
    Alignas,
    Extension,
    StaticAssert,
    Asm,
    LocalLabel,
    Sizeof,
    Alignof,
    /// `__real__`, `__imag__`: the marker that stands for it.
    Part(&'static str),
    Generic,
    /// An expression of its own: `true`, `nullptr`.
    Value(&'static str),
    /// `if`, `while`, `return`, …
    Statement,
}

/// The role of a word that is not declared by the program.
pub fn word(text: &str) -> Word {
    match text {
        "typedef" => Word::Typedef,
        "extern" => Word::Specifier("extern"),
        "static" => Word::Specifier("static"),
        "register" => Word::Specifier("register"),
        "_Thread_local" | "__thread" => Word::Specifier("_Thread_local"),
        "inline" | "__inline" | "__inline__" => Word::Specifier("inline"),
        "_Noreturn" => Word::Specifier("_Noreturn"),
        "auto" => Word::Auto,
        "__auto_type" => Word::AutoType,
        "const" | "__const" | "__const__" => Word::Qualifier("const"),
        "volatile" | "__volatile" | "__volatile__" => Word::Qualifier("volatile"),
        "restrict" | "__restrict" | "__restrict__" => Word::Qualifier("restrict"),
        "_Nonnull" | "_Nullable" | "_Null_unspecified" => Word::Qualifier(""),
        "_Atomic" => Word::Atomic,
        "void" => Word::Type("void"),
        "char" => Word::Type("char"),
        "short" => Word::Type("short"),
        "int" => Word::Type("int"),
        "long" => Word::Type("long"),
        "float" => Word::Type("float"),
        "double" => Word::Type("double"),
        "signed" | "__signed" | "__signed__" => Word::Type("signed"),
        "unsigned" | "__unsigned" | "__unsigned__" => Word::Type("unsigned"),
        "_Bool" => Word::Type("_Bool"),
        "_Complex" | "__complex" | "__complex__" => Word::Type("_Complex"),
        "__int128" => Word::Type("long long long"),
        "__int128_t" => Word::Type("long long long"),
        "__uint128_t" => Word::Type("unsigned long long long"),
        "__float128" => Word::Type("_Float128"),
        "__float80" => Word::Type("long double"),
        "__fp16" => Word::Type("_Float16"),
        "_Float16" => Word::Type("_Float16"),
        "_Float32" => Word::Type("_Float32"),
        "_Float64" => Word::Type("_Float64"),
        "_Float128" => Word::Type("_Float128"),
        "_Float32x" => Word::Type("_Float32x"),
        "_Float64x" => Word::Type("_Float64x"),
        "_Decimal32" => Word::Type("_Decimal32"),
        "_Decimal64" => Word::Type("_Decimal64"),
        "_Decimal128" => Word::Type("_Decimal128"),
        "__builtin_va_list" => Word::Type("__builtin_va_list"),
        "struct" | "union" => Word::Record,
        "enum" => Word::Enum,
        "typeof" | "__typeof" | "__typeof__" => Word::Typeof,
        "__attribute__" | "__attribute" | "__declspec" => Word::Attribute,
        "_Alignas" => Word::Alignas,
        "__extension__" => Word::Extension,
        "_Static_assert" => Word::StaticAssert,
        "asm" | "__asm" | "__asm__" => Word::Asm,
        "__label__" => Word::LocalLabel,
        "sizeof" => Word::Sizeof,
        "_Alignof" | "__alignof" | "__alignof__" => Word::Alignof,
        "__real" | "__real__" => Word::Part("__ax_real"),
        "__imag" | "__imag__" => Word::Part("__ax_imag"),
        "_Generic" => Word::Generic,
        "__null" => Word::Value("((void*)0)"),
        "if" | "else" | "while" | "do" | "for" | "switch" | "case" | "default" | "goto" | "continue" | "break"
        | "return" => Word::Statement,
        _ => c23(text),
    }
}

/// Words that are keywords from C23 on. A program may declare them: see [`is_new`].
fn c23(text: &str) -> Word {
    match text {
        "bool" => Word::Type("_Bool"),
        "true" => Word::Value("1"),
        "false" => Word::Value("0"),
        "nullptr" => Word::Value("((void*)0)"),
        "thread_local" => Word::Specifier("_Thread_local"),
        "constexpr" => Word::Qualifier("const"),
        "typeof_unqual" => Word::Typeof,
        "alignas" => Word::Alignas,
        "alignof" => Word::Alignof,
        "static_assert" => Word::StaticAssert,
        _ => Word::Name,
    }
}

/// Whether a program of an older standard may use the word as a name.
pub fn is_new(text: &str) -> bool {
    matches!(text, "asm" | "typeof" | "__int128_t" | "__uint128_t") || c23(text) != Word::Name
}
