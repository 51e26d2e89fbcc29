//! Expressions: names, constants, members, casts, sizes; operators and calls have their own files.

use super::build::{Builder, External};
use super::codes;
use super::literals;
use super::scopes::Name;
use super::{Expr, ExprKind, Rank, RecordId, StmtKind, Storage, Type, TypeId, UnaryOp, VariableSize};
use lang_c::ast;
use lang_c::span::{Node, Span};

impl<'u> Builder<'u, '_> {
    pub(super) fn expression(&mut self, node: &'u Node<ast::Expression>) -> Expr {
        let span = node.span;
        match &node.node {
            ast::Expression::Identifier(id) => self.identifier(id),
            ast::Expression::Constant(constant) => self.constant_literal(constant, span),
            ast::Expression::StringLiteral(parts) => {
                let text = literals::Text::new(&parts.node);
                let ty = text.ty(&mut self.program.types);
                self.expr(ExprKind::Str(text.spelling), ty, span)
            }
            ast::Expression::GenericSelection(generic) => self.generic(&generic.node, span),
            ast::Expression::Member(member) => self.member_access(&member.node, span),
            ast::Expression::Call(call) => self.call(&call.node, span),
            ast::Expression::CompoundLiteral(literal) => {
                let ty = self.type_name(&literal.node.type_name).ty;
                let text = self.type_name_text(&literal.node.type_name);
                let (init, ty) = self.initialiser_list(ty, &literal.node.initializer_list, span);
                self.expr(ExprKind::Compound { text, init: Box::new(init) }, ty, span)
            }
            ast::Expression::SizeOfTy(size) => {
                let ty = self.type_name(&size.node.0).ty;
                let text = format!("sizeof({})", self.type_name_text(&size.node.0));
                let value = self.program.size_of(ty).map(i128::from);
                let of = if value.is_none() { self.variable_size(&size.node.0) } else { None };
                self.expr(ExprKind::Size { value, text, of }, TypeId::ULONG, span)
            }
            ast::Expression::SizeOfVal(size) => {
                let operand = self.expression(&size.node.0);
                let value = self.program.size_of(operand.ty).map(i128::from);
                let text = format!("sizeof({})", super::print::expression(&self.program, &operand));
                let variable = VariableSize { ty: operand.ty, lengths: Vec::new(), length_types: Vec::new() };
                let of = (self.exact && value.is_none()).then(|| Box::new(variable));
                self.expr(ExprKind::Size { value, text, of }, TypeId::ULONG, span)
            }
            ast::Expression::AlignOf(align) => {
                let named = self.type_name(&align.node.0);
                let value = named.align.or_else(|| self.program.align_of(named.ty)).map(i128::from);
                let text = format!("_Alignof({})", self.type_name_text(&align.node.0));
                self.expr(ExprKind::Size { value, text, of: None }, TypeId::ULONG, span)
            }
            ast::Expression::UnaryOperator(unary) => self.unary_operator(&unary.node, span),
            ast::Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name).ty;
                let text = self.type_name_text(&cast.node.type_name);
                let operand = Box::new(self.expression(&cast.node.expression));
                self.expr(ExprKind::Cast { text, operand }, ty, span)
            }
            ast::Expression::BinaryOperator(_) => self.binary_chain(node),
            ast::Expression::Conditional(conditional) => self.conditional(&conditional.node, span),
            ast::Expression::Comma(parts) => {
                let parts: Vec<Expr> = parts.iter().map(|p| self.expression(p)).collect();
                let ty = parts.last().map_or(TypeId::VOID, |p| p.ty);
                let ty = self.decayed(ty);
                self.expr(ExprKind::Comma(parts), ty, span)
            }
            ast::Expression::OffsetOf(offset) => self.offset_of(&offset.node, span),
            ast::Expression::VaArg(va_arg) => {
                let list = self.expression(&va_arg.node.va_list);
                let ty = self.type_name(&va_arg.node.type_name).ty;
                let printed = super::print::expression(&self.program, &list);
                let text = format!("va_arg({printed},{})", self.type_name_text(&va_arg.node.type_name));
                if self.exact {
                    return self.expr(ExprKind::VaArg { list: Box::new(list), text }, ty, span);
                }
                self.opaque(text, vec![list], ty, span)
            }
            ast::Expression::Statement(statement) => self.statement_expression(statement, span),
        }
    }

    /// An expression of which only its truth matters: `__builtin_expect` leaves no trace there.
    pub(super) fn condition(&mut self, node: &'u Node<ast::Expression>) -> Expr {
        let mut node = node;
        while let ast::Expression::Call(call) = &node.node
            && let ast::Expression::Identifier(id) = &call.node.callee.node
            && super::builtins::is_expect(&id.node.name)
            && let Some(first) = call.node.arguments.first()
        {
            node = first;
        }
        self.expression(node)
    }

    fn identifier(&mut self, id: &'u Node<ast::Identifier>) -> Expr {
        let name = id.node.name.as_str();
        match self.scopes.find(name) {
            Some(Name::Object(object)) => {
                if self.program.object(object).storage == Storage::External {
                    self.note_use(External::Object(object));
                }
                let ty = self.program.object(object).ty;
                self.expr(ExprKind::Object(object), ty, id.span)
            }
            Some(Name::Function(function)) => {
                self.note_use(External::Function(function));
                let ty = self.program.function(function).ty;
                self.expr(ExprKind::Function(function), ty, id.span)
            }
            Some(Name::Enumerator { of, index }) => {
                let constants = &self.program.enumeration(of).constants;
                let ty = constants.get(index as usize).map_or(TypeId::INT, |c| c.ty);
                self.expr(ExprKind::Enumerator { of, index }, ty, id.span)
            }
            Some(Name::Prototype(ty)) => self.opaque(self.name(id).to_string(), Vec::new(), ty, id.span),
            Some(Name::Typedef(_)) | None => self.undeclared(id),
        }
    }

    fn undeclared(&mut self, id: &'u Node<ast::Identifier>) -> Expr {
        let name = id.node.name.as_str();
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            let of = self.function.map_or("", |f| self.program.function(f).name.as_str());
            let text = format!("\"{of}\"");
            let ty = self.program.types.array(TypeId::CHAR, Some(text.len() as u64 - 1));
            return self.expr(ExprKind::Str(text), ty, id.span);
        }
        if name == "__null" {
            return self.expr(ExprKind::Int { value: 0, text: "0".to_string() }, TypeId::LONG, id.span);
        }
        if name.starts_with("__builtin_") {
            let function = self.implicit_function(name, id.span);
            let ty = self.program.function(function).ty;
            return self.expr(ExprKind::Function(function), ty, id.span);
        }
        let name = self.name(id);
        self.warn(codes::UNDECLARED, id.span, format!("`{name}` is not declared here"));
        self.opaque(name.to_string(), Vec::new(), TypeId::ERROR, id.span)
    }

    fn constant_literal(&mut self, constant: &'u Node<ast::Constant>, span: Span) -> Expr {
        let text = self.source_text(constant.span).to_string();
        match &constant.node {
            ast::Constant::Integer(integer) => match literals::integer(integer) {
                Some((value, ty)) => self.expr(ExprKind::Int { value, text }, ty, span),
                None => self.odd_constant(text, span),
            },
            ast::Constant::Character(spelling) => {
                let (value, ty) = literals::character(spelling);
                self.expr(ExprKind::Int { value, text }, ty, span)
            }
            ast::Constant::Float(float) => match literals::float_type(float) {
                Some(ty) => self.expr(ExprKind::Float(text), ty, span),
                None => self.odd_constant(text, span),
            },
        }
    }

    /// An imaginary or decimal constant, or one too large for any type.
    fn odd_constant(&mut self, text: String, span: Span) -> Expr {
        let imaginary = text.ends_with(['i', 'I', 'j', 'J']);
        let (name, size) = if imaginary { ("double _Complex", 16) } else { ("_Decimal64", 8) };
        let ty = self.program.types.intern(Type::Other { name: name.to_string(), size: Some(size) });
        self.opaque(text, Vec::new(), ty, span)
    }

    fn generic(&mut self, generic: &'u ast::GenericSelection, span: Span) -> Expr {
        let met = self.wide_bits;
        let control = self.expression(&generic.expression);
        let ty = self.decayed(control.ty);
        // The width of a bit-field decides, and types of models do not have it.
        let unclear = self.wide_bits != met;
        let mut default = None;
        let mut chosen = Vec::new();
        for association in &generic.associations {
            match &association.node {
                ast::GenericAssociation::Default(e) => default = Some(e),
                ast::GenericAssociation::Type(of) => {
                    let named = self.type_name(&of.node.type_name);
                    // A value has no qualifiers: a qualified type is never chosen.
                    if !named.qualifiers.any() && self.program.compatible(named.ty, ty) {
                        chosen.push(&of.node.expression);
                    }
                }
            }
        }
        if unclear {
            return self.opaque("_Generic".to_string(), Vec::new(), TypeId::INT, span);
        }
        match chosen.as_slice() {
            [] => {}
            [one] => return self.expression(one),
            // They differ in qualifiers of what they point to, which our types do not have.
            _ => {
                let first = self.expression(chosen[0]);
                return self.opaque("_Generic".to_string(), Vec::new(), first.ty, span);
            }
        }
        match default {
            Some(e) => self.expression(e),
            None => {
                self.warn(codes::WRONG_OPERAND, span, "no association of this `_Generic` has the type of its operand");
                self.opaque("_Generic".to_string(), Vec::new(), TypeId::ERROR, span)
            }
        }
    }

    fn member_access(&mut self, access: &'u ast::MemberExpression, span: Span) -> Expr {
        let base = self.expression(&access.expression);
        let arrow = access.operator.node == ast::MemberOperator::Indirect;
        let name = self.name(&access.identifier);
        let of = if arrow {
            let decayed = self.decayed(base.ty);
            self.program.pointee(decayed)
        } else {
            Some(base.ty)
        };
        let record = match of.map(|of| self.program.ty(of)) {
            Some(Type::Record(id)) => Some(*id),
            _ => None,
        };
        let path = record.and_then(|record| self.find_member(record, name));
        let (Some(record), Some(path)) = (record, path) else {
            if base.ty != TypeId::ERROR && of != Some(TypeId::ERROR) {
                let message = match record {
                    Some(record) => {
                        format!("`{}` has no member `{name}`", super::print::record_name(&self.program, record))
                    }
                    None => format!("`{name}` is asked of something that has no members"),
                };
                self.warn(codes::NO_MEMBER, access.identifier.span, message);
            }
            let printed = super::print::expression(&self.program, &base);
            let text = format!("{printed}{}{name}", if arrow { "->" } else { "." });
            return self.opaque(text, vec![base], TypeId::ERROR, span);
        };
        self.member_path(base, arrow, record, &path, span)
    }

    /// The nodes from a record down to a member, through anonymous ones.
    fn member_path(&mut self, base: Expr, arrow: bool, record: RecordId, path: &[u32], span: Span) -> Expr {
        let (mut result, mut arrow, mut record) = (base, arrow, record);
        for &member in path {
            let ty = self.program.record(record).members.as_ref().map_or(TypeId::ERROR, |m| m[member as usize].ty);
            let kind = ExprKind::Member { base: Box::new(result), arrow, record, member };
            let value = self.bit_field_type(record, member, ty);
            result = self.expr(kind, value, span);
            arrow = false;
            if let Type::Record(next) = self.program.ty(ty) {
                record = *next;
            }
        }
        result
    }

    /// The type of a member as a value: of a wide bit-field an integer of its width.
    fn bit_field_type(&mut self, record: RecordId, member: u32, ty: TypeId) -> TypeId {
        let members = self.program.record(record).members.as_deref().unwrap_or(&[]);
        let width = members.get(member as usize).and_then(|m| m.bits);
        match (width, self.program.integer(ty)) {
            (Some(bits @ 33..), Some((declared, signed))) if bits < declared => {
                if !self.exact {
                    self.wide_bits += 1;
                    return ty;
                }
                let rank = if bits > 64 { Rank::Int128 } else { Rank::Long };
                self.program.types.intern(Type::Int { bits, signed, rank })
            }
            _ => ty,
        }
    }

    /// The way to a member by name: its index, after those of the anonymous members it is found through.
    pub(super) fn find_member(&self, record: RecordId, name: &str) -> Option<Vec<u32>> {
        let members = self.program.record(record).members.as_ref()?;
        if let Some(found) = members.iter().position(|m| m.name.as_deref() == Some(name)) {
            return Some(vec![found as u32]);
        }
        members.iter().enumerate().filter(|(_, m)| m.name.is_none()).find_map(|(index, m)| {
            let Type::Record(inner) = self.program.ty(m.ty) else { return None };
            let mut path = vec![index as u32];
            path.extend(self.find_member(*inner, name)?);
            Some(path)
        })
    }

    fn offset_of(&mut self, offset: &'u ast::OffsetOfExpression, span: Span) -> Expr {
        let ty = self.type_name(&offset.type_name).ty;
        let designator = &offset.designator.node;
        let text = format!(
            "offsetof({},{})",
            self.type_name_text(&offset.type_name),
            super::text::compact(&self.unit.names, self.source_text(offset.designator.span))
        );
        let mut place = self.offset_of_member(Some((ty, 0)), self.name(&designator.base));
        for member in &designator.members {
            place = match &member.node {
                ast::OffsetMember::Member(id) => self.offset_of_member(place, self.name(id)),
                ast::OffsetMember::IndirectMember(id) => {
                    let first = place.and_then(|(ty, at)| match self.program.ty(ty) {
                        Type::Array(of, _) => Some((*of, at)),
                        _ => None,
                    });
                    self.offset_of_member(first, self.name(id))
                }
                ast::OffsetMember::Index(e) => {
                    let index = self.expression(e);
                    let index = self.program.constant(&index);
                    place.and_then(|(ty, at)| match self.program.ty(ty) {
                        Type::Array(of, _) => {
                            let size = i128::from(self.program.size_of(*of)?);
                            Some((*of, at.checked_add(index?.checked_mul(size)?)?))
                        }
                        _ => None,
                    })
                }
            };
        }
        let value = place.map(|(_, at)| at);
        self.expr(ExprKind::Size { value, text, of: None }, TypeId::ULONG, span)
    }

    fn offset_of_member(&self, place: Option<(TypeId, i128)>, name: &str) -> Option<(TypeId, i128)> {
        let (mut ty, mut at) = place?;
        let Type::Record(record) = self.program.ty(ty) else { return None };
        for index in self.find_member(*record, name)? {
            let Type::Record(record) = self.program.ty(ty) else { return None };
            let record = self.program.record(*record);
            record.layout?;
            let member = record.members.as_ref()?.get(index as usize)?;
            at += i128::from(member.offset / 8);
            ty = member.ty;
        }
        Some((ty, at))
    }

    fn conditional(&mut self, conditional: &'u ast::ConditionalExpression, span: Span) -> Expr {
        let without_middle = matches!(
            &conditional.then_expression.node,
            ast::Expression::Identifier(id) if id.node.name == "__ax_same"
        );
        let condition = match without_middle {
            true => self.expression(&conditional.condition),
            false => self.condition(&conditional.condition),
        };
        let then = (!without_middle).then(|| Box::new(self.expression(&conditional.then_expression)));
        let otherwise = self.expression(&conditional.else_expression);
        let ty = self.conditional_type(then.as_deref().unwrap_or(&condition), &otherwise);
        let kind = ExprKind::Conditional { condition: Box::new(condition), then, otherwise: Box::new(otherwise) };
        self.expr(kind, ty, span)
    }

    fn statement_expression(&mut self, node: &'u Node<ast::Statement>, span: Span) -> Expr {
        self.scopes.enter();
        let statements = self.body(node);
        self.scopes.leave();
        let mut last = statements.last().map(|s| &s.kind);
        while let Some(StmtKind::Label { body, .. }) = last {
            last = Some(&body.kind);
        }
        let ty = match last {
            Some(StmtKind::Expr(e)) => e.ty,
            _ => TypeId::VOID,
        };
        let ty = self.decayed(ty);
        self.expr(ExprKind::Statement(statements), ty, span)
    }

    fn unary_operator(&mut self, unary: &'u ast::UnaryOperatorExpression, span: Span) -> Expr {
        use ast::UnaryOperator as Op;
        let (prefix, decrement) = match unary.operator.node {
            Op::PostIncrement => (false, false),
            Op::PostDecrement => (false, true),
            Op::PreIncrement => (true, false),
            Op::PreDecrement => (true, true),
            Op::Address => return self.address_of(&unary.operand, span),
            Op::Indirection => return self.dereference(&unary.operand, span),
            Op::Plus => return self.sign(UnaryOp::Plus, &unary.operand, span),
            Op::Minus => return self.sign(UnaryOp::Minus, &unary.operand, span),
            Op::Complement => return self.sign(UnaryOp::Complement, &unary.operand, span),
            Op::Negate => {
                let operand = Box::new(self.condition(&unary.operand));
                return self.expr(ExprKind::Unary(UnaryOp::Not, operand), TypeId::INT, span);
            }
        };
        let operand = Box::new(self.expression(&unary.operand));
        let ty = operand.ty;
        self.expr(ExprKind::Step { prefix, decrement, operand }, ty, span)
    }

    fn sign(&mut self, op: UnaryOp, operand: &'u Node<ast::Expression>, span: Span) -> Expr {
        let operand = Box::new(self.expression(operand));
        let ty = if self.program.is_arithmetic(operand.ty) { self.program.promoted(&operand) } else { TypeId::ERROR };
        self.expr(ExprKind::Unary(op, operand), ty, span)
    }

    fn address_of(&mut self, operand: &'u Node<ast::Expression>, span: Span) -> Expr {
        let operand = self.expression(operand);
        let ty = if operand.ty == TypeId::ERROR { TypeId::ERROR } else { self.program.types.pointer(operand.ty) };
        self.expr(ExprKind::AddressOf(Box::new(operand)), ty, span)
    }

    fn dereference(&mut self, operand: &'u Node<ast::Expression>, span: Span) -> Expr {
        let operand = self.expression(operand);
        let decayed = self.decayed(operand.ty);
        let ty = match self.program.pointee(decayed) {
            Some(to) => to,
            None => {
                if decayed != TypeId::ERROR {
                    self.warn(codes::WRONG_OPERAND, span, "`*` is applied to something that is not a pointer");
                }
                TypeId::ERROR
            }
        };
        self.expr(ExprKind::Deref(Box::new(operand)), ty, span)
    }
}
