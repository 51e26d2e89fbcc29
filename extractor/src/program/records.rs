//! Structs, unions and enums: declared, completed, laid out.
//!
//! A header read by several sources declares its records several times. They become one: a record of
//! a later source that begins at the same place of the same file as one of an earlier source is that one,
//! as long as its members agree.

use super::build::{Builder, Known};
use super::codes;
use super::layout::{Field, Packing};
use super::scopes::{Qualifiers, Tag};
use super::specifiers::Attributes;
use super::{Enum, EnumId, Enumerator, Member, Record, RecordId, Type, TypeId};
use lang_c::ast;
use lang_c::span::Node;

impl<'u> Builder<'u, '_> {
    pub(super) fn record_type(
        &mut self,
        node: &'u Node<ast::StructType>,
        attributes: &Attributes,
        alone: bool,
    ) -> TypeId {
        let union = node.node.kind.node == ast::StructKind::Union;
        let tag = node.node.identifier.as_ref().map(|id| id.node.name.as_str());
        let Some(declarations) = &node.node.declarations else {
            let id = match tag {
                Some(tag) => self.mentioned_record(tag, union, node, alone),
                None => self.new_record(None, union, node),
            };
            return self.program.types.intern(Type::Record(id));
        };
        let here = tag.and_then(|tag| self.scopes.find_tag_here(tag));
        let id = match here {
            Some(Tag::Record(id)) if !self.completed_here(id) => id,
            _ => {
                let id = self.new_record(tag, union, node);
                if let Some(tag) = tag {
                    self.scopes.declare_tag(tag, Tag::Record(id));
                }
                id
            }
        };
        let fields = self.fields(declarations);
        let packing =
            Packing { packed: attributes.packed, limit: self.packing_at(node.span.start), align: attributes.align };
        let (members, mut layout) = self.program.lay_out(fields, union, packing);
        if attributes.foreign_order {
            layout = None;
        }
        self.records_completed.insert(id);
        let known = &self.program.records[id.0 as usize];
        if let Some(before) = &known.members
            && !same_members(before, &members)
        {
            // Another source made something else of this place: a record of its own.
            let fresh = self.fresh_record(tag, union, node);
            let message = format!("`{}` has other members in another source", tag.unwrap_or("struct"));
            self.warn(codes::RECORDS_DIFFER, node.span, message);
            if let Some(tag) = tag {
                self.scopes.declare_tag(tag, Tag::Record(fresh));
            }
            self.records_completed.insert(fresh);
            return self.complete(fresh, members, layout);
        }
        self.complete(id, members, layout)
    }

    fn complete(&mut self, id: RecordId, members: Vec<Member>, layout: Option<super::Layout>) -> TypeId {
        let record = &mut self.program.records[id.0 as usize];
        record.members = Some(members);
        record.layout = layout;
        self.program.types.intern(Type::Record(id))
    }

    fn completed_here(&self, id: RecordId) -> bool {
        self.records_completed.contains(&id)
    }

    /// `struct S`: the one in sight, or a new one.
    fn mentioned_record(
        &mut self,
        tag: &'u str,
        union: bool,
        node: &'u Node<ast::StructType>,
        alone: bool,
    ) -> RecordId {
        let found = if alone { self.scopes.find_tag_here(tag) } else { self.scopes.find_tag(tag) };
        if let Some(Tag::Record(id)) = found {
            return id;
        }
        let id = self.new_record(Some(tag), union, node);
        if alone {
            self.scopes.declare_tag(tag, Tag::Record(id));
        } else {
            self.scopes.mention_tag(tag, Tag::Record(id));
        }
        id
    }

    /// A record of this source: one that an earlier source made of the same place, or a new one.
    fn new_record(&mut self, tag: Option<&str>, union: bool, node: &Node<ast::StructType>) -> RecordId {
        let span = self.span(node.span);
        if let Some(Known::Record(id)) = self.known_at(span, tag)
            && self.program.record(id).union == union
        {
            return id;
        }
        let id = self.fresh_record(tag, union, node);
        self.remember(span, tag, Known::Record(id));
        id
    }

    fn fresh_record(&mut self, tag: Option<&str>, union: bool, node: &Node<ast::StructType>) -> RecordId {
        let span = self.span(node.span);
        let id = RecordId(self.program.records.len() as u32);
        self.program.records.push(Record {
            tag: tag.map(|tag| self.unit.names.original(tag).to_string()),
            typedef: None,
            union,
            members: None,
            layout: None,
            span,
        });
        id
    }

    fn fields(&mut self, declarations: &'u [Node<ast::StructDeclaration>]) -> Vec<Field> {
        let mut fields = Vec::new();
        for declaration in declarations {
            let field = match &declaration.node {
                ast::StructDeclaration::Field(field) => field,
                ast::StructDeclaration::StaticAssert(assertion) => {
                    self.static_assert(assertion);
                    continue;
                }
            };
            let specifiers = self.specifier_qualifiers(&field.node.specifiers);
            let span = self.span(field.span);
            if field.node.declarators.is_empty() {
                // An anonymous struct or union; anything else declares nothing.
                if is_anonymous(&field.node.specifiers) {
                    let member = member(None, specifiers.ty, None, specifiers.qualifiers, span);
                    let Attributes { packed, align, .. } = specifiers.attributes;
                    let natural = specifiers.natural;
                    fields.push(Field { member: Some(member), ty: specifiers.ty, bits: None, align, natural, packed });
                }
                continue;
            }
            for declarator in &field.node.declarators {
                let mut attributes = specifiers.attributes;
                let (mut ty, mut qualifiers, mut name) = (specifiers.ty, specifiers.qualifiers, None);
                let mut natural = specifiers.natural;
                let mut place = self.span(declarator.span);
                if let Some(d) = &declarator.node.declarator {
                    let declared = self.declarator(specifiers.ty, specifiers.qualifiers, d);
                    if declared.layers > 0 && !matches!(self.program.ty(declared.ty), Type::Array(..)) {
                        natural = None;
                    }
                    (ty, qualifiers) = (declared.ty, declared.qualifiers);
                    attributes = attributes.and(&declared.attributes);
                    if let Some(id) = declared.name {
                        name = Some(self.name(id).to_string());
                        place = self.span(id.span);
                    }
                    ty = self.moded(ty, &declared.attributes);
                    // gcc lets a member have a length that is not a constant: no layout is known then.
                    if self.exact && !declared.lengths.is_empty() {
                        ty = TypeId::ERROR;
                    }
                }
                let bits = declarator.node.bit_width.as_ref().map(|width| {
                    let value = self.constant_expression(width);
                    value.and_then(|v| u64::try_from(v).ok()).filter(|v| *v <= 128).unwrap_or(1)
                });
                let member = match (&name, bits) {
                    (None, Some(_)) => None,
                    _ => Some(member(name, ty, bits.map(|b| b as u8), qualifiers, place)),
                };
                let Attributes { packed, align, .. } = attributes;
                fields.push(Field { member, ty, bits, align, natural, packed });
            }
        }
        fields
    }

    pub(super) fn enum_type(&mut self, node: &'u Node<ast::EnumType>, attributes: &Attributes) -> TypeId {
        let tag = node.node.identifier.as_ref().map(|id| id.node.name.as_str());
        if node.node.enumerators.is_empty()
            && let Some(tag) = tag
        {
            if let Some(Tag::Enum(id)) = self.scopes.find_tag(tag) {
                return self.program.types.intern(Type::Enum(id));
            }
            let id = self.new_enum(Some(tag), node);
            self.scopes.mention_tag(tag, Tag::Enum(id));
            return self.program.types.intern(Type::Enum(id));
        }
        let here = tag.and_then(|tag| self.scopes.find_tag_here(tag));
        let id = match here {
            Some(Tag::Enum(id)) if self.program.enumeration(id).constants.is_empty() => id,
            _ => {
                let id = self.new_enum(tag, node);
                if let Some(tag) = tag {
                    self.scopes.declare_tag(tag, Tag::Enum(id));
                }
                id
            }
        };
        let id = self.enumerators(id, tag, node, attributes);
        self.program.types.intern(Type::Enum(id))
    }

    fn new_enum(&mut self, tag: Option<&str>, node: &Node<ast::EnumType>) -> EnumId {
        let span = self.span(node.span);
        if let Some(Known::Enum(id)) = self.known_at(span, tag) {
            return id;
        }
        let id = self.fresh_enum(tag, node);
        self.remember(span, tag, Known::Enum(id));
        id
    }

    fn fresh_enum(&mut self, tag: Option<&str>, node: &Node<ast::EnumType>) -> EnumId {
        let span = self.span(node.span);
        let id = EnumId(self.program.enums.len() as u32);
        let tag = tag.map(|tag| self.unit.names.original(tag).to_string());
        self.program.enums.push(Enum { tag, typedef: None, constants: Vec::new(), underlying: TypeId::UINT, span });
        id
    }

    /// Declares the constants. A value may name the constants before it, so they are in scope one by one.
    fn enumerators(
        &mut self,
        id: EnumId,
        tag: Option<&'u str>,
        node: &'u Node<ast::EnumType>,
        attributes: &Attributes,
    ) -> EnumId {
        let before = std::mem::take(&mut self.program.enums[id.0 as usize].constants);
        let mut next: (i128, TypeId) = (0, TypeId::INT);
        for (index, enumerator) in node.node.enumerators.iter().enumerate() {
            let (value, ty) = match &enumerator.node.expression {
                Some(e) => {
                    let expression = self.expression(e);
                    let ty = self.program.promoted(&expression);
                    match self.program.constant(&expression) {
                        Some(value) => (value, ty),
                        None => {
                            self.warn(codes::NOT_CONSTANT, e.span, "the value of this enum constant is not a constant");
                            next
                        }
                    }
                }
                None => next,
            };
            let ty = if i32::try_from(value).is_ok() { TypeId::INT } else { ty };
            let span = self.span(enumerator.node.identifier.span);
            let name = enumerator.node.identifier.node.name.as_str();
            let shown = self.unit.names.original(name).to_string();
            self.program.enums[id.0 as usize].constants.push(Enumerator { name: shown, value, ty, span });
            self.scopes.declare(name, super::scopes::Name::Enumerator { of: id, index: index as u32 });
            next = self.after(value, ty);
        }
        let mut id = id;
        let constants = &self.program.enums[id.0 as usize].constants;
        let same = before.len() == constants.len()
            && before.iter().zip(constants).all(|(a, b)| a.name == b.name && a.value == b.value);
        if !before.is_empty() && !same {
            // Another source made something else of this place: an enum of its own.
            let constants = std::mem::replace(&mut self.program.enums[id.0 as usize].constants, before);
            id = self.fresh_enum(tag, node);
            for (index, enumerator) in node.node.enumerators.iter().enumerate() {
                let name = enumerator.node.identifier.node.name.as_str();
                self.scopes.declare(name, super::scopes::Name::Enumerator { of: id, index: index as u32 });
            }
            self.program.enums[id.0 as usize].constants = constants;
            if let Some(tag) = tag {
                self.scopes.declare_tag(tag, Tag::Enum(id));
            }
        }
        let underlying = self.underlying_of(id, attributes.packed);
        let ty = self.program.types.intern(Type::Enum(id));
        let this = &mut self.program.enums[id.0 as usize];
        this.underlying = underlying;
        for constant in &mut this.constants {
            constant.ty = if i32::try_from(constant.value).is_ok() { TypeId::INT } else { ty };
        }
        id
    }

    /// The value and type of a constant that follows another without a value of its own.
    fn after(&self, value: i128, ty: TypeId) -> (i128, TypeId) {
        let next = value.wrapping_add(1);
        if self.program.wrap(next, ty) == next {
            return (next, ty);
        }
        let wider = [TypeId::INT, TypeId::UINT, TypeId::LONG, TypeId::ULONG, TypeId::INT128];
        let fits = wider.into_iter().find(|ty| self.program.wrap(next, *ty) == next);
        (next, fits.unwrap_or(TypeId::INT128))
    }

    fn underlying_of(&self, id: EnumId, packed: bool) -> TypeId {
        let values = self.program.enumeration(id).constants.iter().map(|c| c.value);
        let low = values.clone().min().unwrap_or(0);
        let high = values.max().unwrap_or(0);
        let small = [TypeId::UCHAR, TypeId::SCHAR, TypeId::USHORT, TypeId::SHORT];
        let usual = [TypeId::UINT, TypeId::INT, TypeId::ULONG, TypeId::LONG];
        let candidates = small.iter().filter(|_| packed).chain(usual.iter());
        let fits = |ty: TypeId| self.program.wrap(low, ty) == low && self.program.wrap(high, ty) == high;
        candidates.copied().find(|ty| fits(*ty)).unwrap_or(TypeId::LONG)
    }
}

fn member(
    name: Option<String>,
    ty: TypeId,
    bits: Option<u8>,
    qualifiers: Qualifiers,
    span: promela::source::Span,
) -> Member {
    Member { name, ty, bits, offset: 0, volatile: qualifiers.volatile, atomic: qualifiers.atomic, span }
}

/// `struct { … }` or `union { … }`, without a tag.
fn is_anonymous(specifiers: &[Node<ast::SpecifierQualifier>]) -> bool {
    specifiers.iter().any(|s| match &s.node {
        ast::SpecifierQualifier::TypeSpecifier(t) => match &t.node {
            ast::TypeSpecifier::Struct(s) => s.node.identifier.is_none(),
            _ => false,
        },
        _ => false,
    })
}

fn same_members(a: &[Member], b: &[Member]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            a.name == b.name && a.ty == b.ty && a.bits == b.bits && a.offset == b.offset && a.volatile == b.volatile
        })
}
