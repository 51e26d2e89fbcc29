//! Declarators: from the inside-out notation of C to a type and a name.

use super::build::Builder;
use super::scopes::{Name, Qualified, Qualifiers};
use super::specifiers::{Attributes, qualifier};
use super::{Expr, Type, TypeId, VariableSize};
use lang_c::ast;
use lang_c::span::{Node, Span};

/// What a declarator declares.
pub(super) struct Declared<'u> {
    pub name: Option<&'u Node<ast::Identifier>>,
    pub ty: TypeId,
    /// Of the object itself; an array's are those of its elements.
    pub qualifiers: Qualifiers,
    /// How many pointers, arrays and functions it adds to the specifiers' type.
    pub layers: u32,
    /// The parameters, if what is declared is a function.
    pub parameters: Option<Parameters<'u>>,
    /// Array lengths that are not constants.
    pub lengths: Vec<Expr>,
    /// The array types that have them.
    pub length_types: Vec<TypeId>,
    pub attributes: Attributes<'u>,
}

pub(super) enum Parameters<'u> {
    Prototype(Vec<Parameter<'u>>),
    /// `f(a, b)`: the types follow in declarations.
    OldStyle(&'u [Node<ast::Identifier>]),
}

pub(super) struct Parameter<'u> {
    /// If a length in its type is not a constant: to be read again where the parameters are in scope.
    pub variable: Option<(TypeId, Qualifiers, &'u Node<ast::Declarator>)>,
    pub name: Option<&'u Node<ast::Identifier>>,
    pub ty: TypeId,
    pub qualifiers: Qualifiers,
    pub span: Span,
}

impl<'u> Builder<'u, '_> {
    pub(super) fn declarator(
        &mut self,
        base: TypeId,
        qualifiers: Qualifiers,
        node: &'u Node<ast::Declarator>,
    ) -> Declared<'u> {
        let mut result = Declared {
            name: None,
            ty: base,
            qualifiers,
            layers: 0,
            parameters: None,
            lengths: Vec::new(),
            length_types: Vec::new(),
            attributes: Attributes::default(),
        };
        let mut current = node;
        loop {
            let derived = &current.node.derived;
            // Pointers come first and bind to the specifiers; what follows the name binds from the right.
            let is_pointer = |d: &Node<ast::DerivedDeclarator>| {
                matches!(d.node, ast::DerivedDeclarator::Pointer(_) | ast::DerivedDeclarator::Block(_))
            };
            let pointers = derived.iter().take_while(|d| is_pointer(d)).count();
            for layer in derived[..pointers].iter().chain(derived[pointers..].iter().rev()) {
                self.layer(layer, &mut result);
            }
            self.attributes(&current.node.extensions, &mut result.attributes);
            match &current.node.kind.node {
                ast::DeclaratorKind::Abstract => break,
                ast::DeclaratorKind::Identifier(id) => {
                    result.name = Some(id);
                    break;
                }
                ast::DeclaratorKind::Declarator(inner) => current = inner,
            }
        }
        // Suffixes were taken from the right; lengths are evaluated from the left.
        result.lengths.reverse();
        result.length_types.reverse();
        if self.exact && result.qualifiers.atomic && !matches!(self.program.ty(result.ty), Type::Array(..)) {
            result.ty = self.program.types.atomic(result.ty);
        }
        result
    }

    fn layer(&mut self, layer: &'u Node<ast::DerivedDeclarator>, result: &mut Declared<'u>) {
        result.layers += 1;
        result.parameters = None;
        match &layer.node {
            ast::DerivedDeclarator::Pointer(qualifiers) | ast::DerivedDeclarator::Block(qualifiers) => {
                self.atomic_inside(result);
                result.ty = self.program.types.pointer(result.ty);
                result.qualifiers = Qualifiers::default();
                for q in qualifiers {
                    if let ast::PointerQualifier::TypeQualifier(q) = &q.node {
                        result.qualifiers = result.qualifiers.and(qualifier(&q.node));
                    }
                }
            }
            ast::DerivedDeclarator::Array(array) => {
                let length = match &array.node.size {
                    ast::ArraySize::Unknown | ast::ArraySize::VariableUnknown => None,
                    ast::ArraySize::VariableExpression(e) | ast::ArraySize::StaticExpression(e) => {
                        let e = self.expression(e);
                        let value = self.program.constant(&e);
                        if value.is_none() {
                            result.lengths.push(e);
                        }
                        value.and_then(|v| u64::try_from(v).ok())
                    }
                };
                self.atomic_inside(result);
                let variable = result.lengths.len() > result.length_types.len();
                result.ty = match variable && self.exact {
                    true => self.program.types.fresh(Type::Array(result.ty, None)),
                    false => self.program.types.array(result.ty, length),
                };
                if variable {
                    result.length_types.push(result.ty);
                }
            }
            ast::DerivedDeclarator::Function(function) => {
                let variadic = function.node.ellipsis == ast::Ellipsis::Some;
                let parameters = self.parameters(&function.node.parameters);
                let open = function.node.parameters.is_empty();
                let types = parameters.iter().map(|p| p.ty).collect();
                result.ty = self.program.types.intern(Type::Function {
                    result: result.ty,
                    parameters: types,
                    variadic: variadic || open,
                });
                result.qualifiers = Qualifiers::default();
                result.parameters = Some(Parameters::Prototype(parameters));
            }
            ast::DerivedDeclarator::KRFunction(names) => {
                result.ty = self.program.types.intern(Type::Function {
                    result: result.ty,
                    parameters: Vec::new(),
                    variadic: true,
                });
                result.qualifiers = Qualifiers::default();
                result.parameters = Some(Parameters::OldStyle(names));
            }
        }
    }

    /// What a pointer leads to, or an array consists of, is atomic: noted in the type.
    fn atomic_inside(&mut self, result: &mut Declared<'u>) {
        if self.exact && result.qualifiers.atomic && !matches!(self.program.ty(result.ty), Type::Array(..)) {
            result.ty = self.program.types.atomic(result.ty);
        }
    }

    fn parameters(&mut self, list: &'u [Node<ast::ParameterDeclaration>]) -> Vec<Parameter<'u>> {
        self.scopes.enter_prototype();
        let mut result = Vec::with_capacity(list.len());
        for node in list {
            let specifiers = self.specifiers(&node.node.specifiers, false);
            let (mut ty, mut qualifiers, mut name) = (specifiers.ty, specifiers.qualifiers, None);
            let mut variable = None;
            if let Some(d) = &node.node.declarator {
                let declared = self.declarator(ty, qualifiers, d);
                if self.exact && !declared.lengths.is_empty() {
                    variable = Some((ty, qualifiers, d));
                }
                (ty, qualifiers, name) = (declared.ty, declared.qualifiers, declared.name);
            }
            if list.len() == 1 && name.is_none() && ty == TypeId::VOID {
                break;
            }
            let span = name.map_or(node.span, |id| id.span);
            if matches!(self.program.ty(ty), Type::Array(..)) {
                qualifiers = Qualifiers::default();
            }
            let ty = self.decayed(ty);
            if let Some(id) = name {
                self.scopes.declare(&id.node.name, Name::Prototype(ty));
            }
            result.push(Parameter { variable, name, ty, qualifiers, span });
        }
        self.scopes.leave();
        result
    }

    /// The type of a value: arrays and functions become pointers.
    pub(super) fn decayed(&mut self, ty: TypeId) -> TypeId {
        match self.program.ty(ty) {
            Type::Array(of, _) => {
                let of = *of;
                self.program.types.pointer(of)
            }
            Type::Function { .. } => self.program.types.pointer(ty),
            _ => self.program.types.plain(ty),
        }
    }

    pub(super) fn type_name(&mut self, node: &'u Node<ast::TypeName>) -> Qualified {
        let specifiers = self.specifier_qualifiers(&node.node.specifiers);
        match &node.node.declarator {
            None => Qualified { ty: specifiers.ty, qualifiers: specifiers.qualifiers, align: specifiers.natural },
            Some(d) => {
                let declared = self.declarator(specifiers.ty, specifiers.qualifiers, d);
                Qualified { ty: declared.ty, qualifiers: declared.qualifiers, align: None }
            }
        }
    }

    /// The type that a name says, where its size is not a constant.
    pub(super) fn variable_size(&mut self, node: &'u Node<ast::TypeName>) -> Option<Box<VariableSize>> {
        if !self.exact {
            return None;
        }
        let specifiers = self.specifier_qualifiers(&node.node.specifiers);
        Some(Box::new(match &node.node.declarator {
            None => VariableSize { ty: specifiers.ty, lengths: Vec::new(), length_types: Vec::new() },
            Some(d) => {
                let declared = self.declarator(specifiers.ty, specifiers.qualifiers, d);
                VariableSize { ty: declared.ty, lengths: declared.lengths, length_types: declared.length_types }
            }
        }))
    }

    /// `int *`, as written.
    pub(super) fn type_name_text(&self, node: &Node<ast::TypeName>) -> String {
        let list = &node.node.specifiers;
        let specifiers = match (list.first(), list.last()) {
            (Some(first), Some(last)) => self.source_text(Span::span(first.span.start, last.span.end)),
            _ => "",
        };
        let declarator = node.node.declarator.as_ref().map_or("", |d| self.source_text(d.span));
        super::text::type_name(&self.unit.names, specifiers, declarator)
    }
}
