//! Declaration specifiers: storage, qualifiers, attributes and the type they begin with.

use super::build::Builder;
use super::codes;
use super::scopes::{Name, Qualified, Qualifiers};
use super::types::unsigned;
use super::{Type, TypeId};
use lang_c::ast;
use lang_c::span::Node;

/// What the specifiers of a declaration say.
#[derive(Clone, Debug)]
pub(super) struct Specifiers<'u> {
    pub ty: TypeId,
    pub qualifiers: Qualifiers,
    /// The alignment of the typedef that was named, if that has one of its own.
    pub natural: Option<u64>,
    pub storage: Option<ast::StorageClassSpecifier>,
    pub thread_local: bool,
    pub inline: bool,
    pub noreturn: bool,
    pub attributes: Attributes<'u>,
}

/// The attributes that mean something here.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Attributes<'u> {
    pub packed: bool,
    /// `scalar_storage_order`: the bytes of members may stand in another order.
    pub foreign_order: bool,
    pub align: Option<u64>,
    pub noreturn: bool,
    /// With its number.
    pub constructor: Option<u32>,
    pub destructor: Option<u32>,
    pub weak: bool,
    /// What it is stands elsewhere: `alias`, `weakref`, `ifunc`.
    pub linked: bool,
    pub gnu_inline: bool,
    /// `mode(DI)`: the size in bytes.
    pub mode: Option<u64>,
    pub vector: Option<u64>,
    /// `cleanup(f)`
    pub cleanup: Option<&'u str>,
}

impl<'u> Attributes<'u> {
    pub(super) fn and(&self, other: &Attributes<'u>) -> Attributes<'u> {
        Attributes {
            packed: self.packed || other.packed,
            foreign_order: self.foreign_order || other.foreign_order,
            align: self.align.max(other.align),
            noreturn: self.noreturn || other.noreturn,
            constructor: self.constructor.or(other.constructor),
            destructor: self.destructor.or(other.destructor),
            weak: self.weak || other.weak,
            linked: self.linked || other.linked,
            gnu_inline: self.gnu_inline || other.gnu_inline,
            mode: self.mode.or(other.mode),
            vector: self.vector.or(other.vector),
            cleanup: self.cleanup.or(other.cleanup),
        }
    }
}

/// Counts type words; `long` may come twice.
#[derive(Default)]
struct Words {
    void: bool,
    boolean: bool,
    char: bool,
    short: bool,
    long: u8,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
    whole: Option<Qualified>,
}

/// One specifier, of a declaration or of a type name.
enum Word<'u> {
    Type(&'u Node<ast::TypeSpecifier>),
    Qualifier(&'u ast::TypeQualifier),
    Extensions(&'u [Node<ast::Extension>]),
    Storage(&'u ast::StorageClassSpecifier),
    Function(&'u ast::FunctionSpecifier),
    Alignment(&'u ast::AlignmentSpecifier),
}

impl<'u> Builder<'u, '_> {
    /// `alone`: nothing is declared, as in `struct S;`, which then is a new `S`.
    pub(super) fn specifiers(&mut self, list: &'u [Node<ast::DeclarationSpecifier>], alone: bool) -> Specifiers<'u> {
        let words = list.iter().map(|s| match &s.node {
            ast::DeclarationSpecifier::StorageClass(s) => Word::Storage(&s.node),
            ast::DeclarationSpecifier::TypeSpecifier(t) => Word::Type(t),
            ast::DeclarationSpecifier::TypeQualifier(q) => Word::Qualifier(&q.node),
            ast::DeclarationSpecifier::Function(f) => Word::Function(&f.node),
            ast::DeclarationSpecifier::Alignment(a) => Word::Alignment(&a.node),
            ast::DeclarationSpecifier::Extension(e) => Word::Extensions(e),
        });
        self.words(words.collect(), alone)
    }

    pub(super) fn specifier_qualifiers(&mut self, list: &'u [Node<ast::SpecifierQualifier>]) -> Specifiers<'u> {
        let words = list.iter().map(|s| match &s.node {
            ast::SpecifierQualifier::TypeSpecifier(t) => Word::Type(t),
            ast::SpecifierQualifier::TypeQualifier(q) => Word::Qualifier(&q.node),
            ast::SpecifierQualifier::Extension(e) => Word::Extensions(e),
        });
        self.words(words.collect(), false)
    }

    fn words(&mut self, list: Vec<Word<'u>>, alone: bool) -> Specifiers<'u> {
        let mut result = Specifiers {
            ty: TypeId::INT,
            qualifiers: Qualifiers::default(),
            natural: None,
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            attributes: Attributes::default(),
        };
        // The attributes of a record stand around its braces: they are needed before it is laid out.
        for word in &list {
            match word {
                Word::Extensions(extensions) => self.attributes(extensions, &mut result.attributes),
                Word::Alignment(a) => {
                    let align = self.alignment(a);
                    result.attributes.align = result.attributes.align.max(align);
                }
                _ => {}
            }
        }
        let alone = alone && list.len() == 1;
        let defines = list.iter().any(|word| match word {
            Word::Type(t) => match &t.node {
                ast::TypeSpecifier::Struct(s) => s.node.declarations.is_some(),
                ast::TypeSpecifier::Enum(e) => !e.node.enumerators.is_empty(),
                _ => false,
            },
            _ => false,
        });
        let mut words = Words::default();
        for word in list {
            match word {
                Word::Type(t) => self.type_specifier(t, &mut words, &result.attributes, alone),
                Word::Qualifier(q) => result.qualifiers = result.qualifiers.and(qualifier(q)),
                Word::Storage(ast::StorageClassSpecifier::ThreadLocal) => result.thread_local = true,
                Word::Storage(s) => result.storage = Some(s.clone()),
                Word::Function(ast::FunctionSpecifier::Inline) => result.inline = true,
                Word::Function(ast::FunctionSpecifier::Noreturn) => result.noreturn = true,
                Word::Extensions(_) | Word::Alignment(_) => {}
            }
        }
        result.noreturn |= result.attributes.noreturn;
        let base = self.type_of_words(&words);
        result.ty = self.moded(base.ty, &result.attributes);
        result.qualifiers = result.qualifiers.and(base.qualifiers);
        result.natural = base.align;
        if defines {
            // They were said of the type, not of what is declared with it.
            result.attributes.packed = false;
            result.attributes.align = None;
        }
        result
    }

    /// `typeof` of what is computed with a wide bit-field: objects of such a type have no meaning here.
    fn without_width(&mut self, ty: TypeId) -> TypeId {
        if !self.program.is_odd(ty) {
            return ty;
        }
        let (name, size) = (super::print::type_name(&self.program, ty), self.program.size_of(ty));
        self.program.types.intern(Type::Other { name, size })
    }

    /// The type after `mode` and `vector_size`.
    pub(super) fn moded(&mut self, ty: TypeId, attributes: &Attributes) -> TypeId {
        let mut ty = ty;
        if let Some(size) = attributes.mode {
            ty = match self.program.ty(self.program.underlying(ty)) {
                Type::Int { signed, .. } => {
                    let plain = match size {
                        1 => TypeId::SCHAR,
                        2 => TypeId::SHORT,
                        4 => TypeId::INT,
                        8 => TypeId::LONG,
                        _ => TypeId::INT128,
                    };
                    if *signed { plain } else { unsigned(plain) }
                }
                Type::Float(_) => match size {
                    4 => TypeId::FLOAT,
                    8 => TypeId::DOUBLE,
                    _ => TypeId::LDOUBLE,
                },
                _ => ty,
            };
        }
        if let Some(size) = attributes.vector {
            let name = format!("vector of {}", super::print::type_name(&self.program, ty));
            let vector = self.program.types.intern(Type::Other { name, size: Some(size) });
            self.vectors.insert(vector, ty);
            ty = vector;
        }
        ty
    }

    fn alignment(&mut self, alignment: &'u ast::AlignmentSpecifier) -> Option<u64> {
        match alignment {
            ast::AlignmentSpecifier::Type(name) => {
                let ty = self.type_name(name).ty;
                self.program.align_of(ty)
            }
            ast::AlignmentSpecifier::Constant(e) => self.constant_expression(e).and_then(power_of_two),
        }
    }

    /// Adds what the attributes say.
    pub(super) fn attributes(&mut self, extensions: &'u [Node<ast::Extension>], into: &mut Attributes<'u>) {
        for extension in extensions {
            let ast::Extension::Attribute(attribute) = &extension.node else { continue };
            let name = attribute.name.node.trim_matches('_');
            match name {
                "packed" => into.packed = true,
                "scalar_storage_order" => into.foreign_order = true,
                "noreturn" => into.noreturn = true,
                "constructor" | "destructor" => {
                    let number = attribute.arguments.first().and_then(|a| self.constant_expression(a));
                    let number = number.and_then(|n| u32::try_from(n).ok()).unwrap_or(super::NO_PRIORITY);
                    let which = if name == "constructor" { &mut into.constructor } else { &mut into.destructor };
                    *which = Some(number);
                }
                "weak" => into.weak = true,
                "weakref" | "alias" | "ifunc" => into.linked = true,
                "gnu_inline" => into.gnu_inline = true,
                "aligned" => {
                    let align = match attribute.arguments.first() {
                        Some(argument) => self.constant_expression(argument).and_then(power_of_two),
                        None => Some(16),
                    };
                    into.align = into.align.max(align);
                }
                "cleanup" => {
                    if let Some(ast::Expression::Identifier(id)) = attribute.arguments.first().map(|a| &a.node) {
                        into.cleanup = Some(&id.node.name);
                    }
                }
                "vector_size" => {
                    let size = attribute.arguments.first().and_then(|a| self.constant_expression(a));
                    into.vector = size.and_then(|s| u64::try_from(s).ok());
                }
                "mode" => {
                    let Some(ast::Expression::Identifier(id)) = attribute.arguments.first().map(|a| &a.node) else {
                        continue;
                    };
                    into.mode = match id.node.name.trim_matches('_') {
                        "QI" | "byte" => Some(1),
                        "HI" => Some(2),
                        "SI" | "SF" => Some(4),
                        "DI" | "DF" | "word" | "pointer" | "unwind_word" => Some(8),
                        "TI" | "TF" | "XF" => Some(16),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
    }

    fn type_specifier(
        &mut self,
        specifier: &'u Node<ast::TypeSpecifier>,
        words: &mut Words,
        attributes: &Attributes,
        alone: bool,
    ) {
        let plain = |ty| Qualified { ty, qualifiers: Qualifiers::default(), align: None };
        match &specifier.node {
            ast::TypeSpecifier::Void => words.void = true,
            ast::TypeSpecifier::Char => words.char = true,
            ast::TypeSpecifier::Short => words.short = true,
            ast::TypeSpecifier::Int => {}
            ast::TypeSpecifier::Long => words.long = words.long.saturating_add(1),
            ast::TypeSpecifier::Float => words.float = true,
            ast::TypeSpecifier::Double => words.double = true,
            ast::TypeSpecifier::Signed => words.signed = true,
            ast::TypeSpecifier::Unsigned => words.unsigned = true,
            ast::TypeSpecifier::Bool => words.boolean = true,
            ast::TypeSpecifier::Complex => words.complex = true,
            ast::TypeSpecifier::Atomic(name) => {
                let mut base = self.type_name(name);
                base.qualifiers.atomic = true;
                words.whole = Some(base);
            }
            ast::TypeSpecifier::Struct(s) => words.whole = Some(plain(self.record_type(s, attributes, alone))),
            ast::TypeSpecifier::Enum(e) => words.whole = Some(plain(self.enum_type(e, attributes))),
            ast::TypeSpecifier::TypedefName(id) => words.whole = Some(self.typedef_name(id)),
            ast::TypeSpecifier::TypeOf(of) => {
                words.whole = Some(match &of.node {
                    ast::TypeOf::Expression(e) => {
                        let ty = self.expression(e).ty;
                        plain(self.without_width(ty))
                    }
                    ast::TypeOf::Type(name) => self.type_name(name),
                });
            }
            ast::TypeSpecifier::TS18661Float(float) => {
                use ast::TS18661FloatFormat::{BinaryExtended, BinaryInterchange};
                let ty = match (&float.format, float.width) {
                    (BinaryInterchange, 16) => Type::Float(16),
                    (BinaryInterchange, 32) => Type::Float(32),
                    (BinaryInterchange, 64) | (BinaryExtended, 32) => Type::Float(64),
                    (BinaryExtended, 64) => Type::Float(80),
                    (BinaryInterchange, 128) => Type::Float(128),
                    (_, width) => Type::Other { name: format!("_Decimal{width}"), size: Some(width as u64 / 8) },
                };
                words.whole = Some(plain(self.program.types.intern(ty)));
            }
        }
    }

    fn typedef_name(&mut self, id: &'u Node<ast::Identifier>) -> Qualified {
        let plain = |ty| Qualified { ty, qualifiers: Qualifiers::default(), align: None };
        match self.scopes.find(&id.node.name) {
            Some(Name::Typedef(typedef)) => typedef,
            _ => match id.node.name.as_str() {
                "__builtin_va_list" | "__gnuc_va_list" => plain(TypeId::VA_LIST),
                _ => {
                    let name = self.name(id);
                    let message = format!("the type `{name}` is not declared here");
                    self.warn(codes::UNKNOWN_TYPE, id.span, message);
                    plain(TypeId::ERROR)
                }
            },
        }
    }

    fn type_of_words(&mut self, words: &Words) -> Qualified {
        let plain = |ty| Qualified { ty, qualifiers: Qualifiers::default(), align: None };
        if let Some(whole) = words.whole {
            return whole;
        }
        let ty = if words.complex {
            let (name, size) = match (words.float, words.long) {
                (true, _) => ("float _Complex", 8),
                (_, 0) => ("double _Complex", 16),
                _ => ("long double _Complex", 32),
            };
            self.program.types.intern(Type::Other { name: name.to_string(), size: Some(size) })
        } else if words.void {
            TypeId::VOID
        } else if words.boolean {
            TypeId::BOOL
        } else if words.float {
            TypeId::FLOAT
        } else if words.double {
            if words.long > 0 { TypeId::LDOUBLE } else { TypeId::DOUBLE }
        } else if words.char {
            match (words.signed, words.unsigned) {
                (_, true) => TypeId::UCHAR,
                (true, _) => TypeId::SCHAR,
                _ => TypeId::CHAR,
            }
        } else {
            let plain = match (words.short, words.long) {
                (true, _) => TypeId::SHORT,
                (_, 0) => TypeId::INT,
                (_, 1) => TypeId::LONG,
                (_, 2) => TypeId::LLONG,
                // The front end writes `__int128` so.
                _ => TypeId::INT128,
            };
            if words.unsigned { unsigned(plain) } else { plain }
        };
        plain(ty)
    }
}

pub(super) fn qualifier(q: &ast::TypeQualifier) -> Qualifiers {
    Qualifiers {
        constant: *q == ast::TypeQualifier::Const,
        volatile: *q == ast::TypeQualifier::Volatile,
        atomic: *q == ast::TypeQualifier::Atomic,
    }
}

/// The alignment as bytes, if it is one.
fn power_of_two(value: i128) -> Option<u64> {
    u64::try_from(value).ok().filter(|v| v.is_power_of_two() && *v <= 1 << 28)
}
