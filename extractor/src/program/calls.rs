//! Calls: of functions declared or not, and of what compilers build in.

use super::build::{Builder, External};
use super::builtins;
use super::codes;
use super::scopes::Name;
use super::{Expr, ExprKind, FunctionId, Type, TypeId};
use lang_c::ast;
use lang_c::span::{Node, Span};
use promela::finding::{Finding, Severity};

impl<'u> Builder<'u, '_> {
    pub(super) fn call(&mut self, call: &'u ast::CallExpression, span: Span) -> Expr {
        if let ast::Expression::Identifier(id) = &call.callee.node {
            let name = id.node.name.as_str();
            if self.scopes.find(name).is_none() {
                if let Some(e) = self.special(name, call, span) {
                    return e;
                }
                return self.call_undeclared(id, call, span);
            }
        }
        let callee = self.expression(&call.callee);
        let arguments = self.arguments(call);
        let decayed = self.decayed(callee.ty);
        let ty = match self.program.pointee(decayed).map(|to| self.program.ty(to)) {
            Some(Type::Function { result, .. }) => *result,
            _ => {
                if callee.ty != TypeId::ERROR {
                    self.warn(codes::WRONG_OPERAND, call.callee.span, "something that is not a function is called");
                }
                TypeId::ERROR
            }
        };
        self.expr(ExprKind::Call { callee: Box::new(callee), arguments }, ty, span)
    }

    fn arguments(&mut self, call: &'u ast::CallExpression) -> Vec<Expr> {
        call.arguments.iter().map(|a| self.expression(a)).collect()
    }

    /// What looks like a call and is not one.
    fn special(&mut self, name: &str, call: &'u ast::CallExpression, span: Span) -> Option<Expr> {
        if name == "__ax_asm_goto" {
            return Some(self.opaque("asm goto".to_string(), Vec::new(), TypeId::INT, span));
        }
        let first = call.arguments.first()?;
        let number = |value: bool| ExprKind::Int { value: value.into(), text: i32::from(value).to_string() };
        match name {
            _ if builtins::is_expect(name) => {
                let operand = self.expression(first);
                if operand.ty == TypeId::LONG {
                    return Some(operand);
                }
                let kind = ExprKind::Cast { text: "long".to_string(), operand: Box::new(operand) };
                Some(self.expr(kind, TypeId::LONG, span))
            }
            "__builtin_constant_p" => {
                let operand = self.expression(first);
                let constant = matches!(operand.kind, ExprKind::Str(_) | ExprKind::Float(_))
                    || self.program.constant(&operand).is_some();
                Some(self.expr(number(constant), TypeId::INT, span))
            }
            "__builtin_choose_expr" => {
                let [_, then, otherwise] = &call.arguments[..] else { return None };
                let chosen = self.constant_expression(first)?;
                Some(self.expression(if chosen != 0 { then } else { otherwise }))
            }
            "__builtin_types_compatible_p" => {
                let [a, b] = &call.arguments[..] else { return None };
                let (a, b) = (self.type_argument(a)?, self.type_argument(b)?);
                let same = self.program.compatible(a, b);
                Some(self.expr(number(same), TypeId::INT, span))
            }
            "__ax_label" => {
                let label = match &first.node {
                    ast::Expression::StringLiteral(parts) => parts.node.concat().replace('"', ""),
                    _ => self.source_text(first.span).to_string(),
                };
                if self.exact {
                    return Some(self.expr(ExprKind::LabelAddress(label), TypeId::VOID_POINTER, span));
                }
                Some(self.opaque(format!("&&{label}"), Vec::new(), TypeId::VOID_POINTER, span))
            }
            "__ax_real" | "__ax_imag" => {
                let operand = self.expression(first);
                let word = if name == "__ax_real" { "__real__" } else { "__imag__" };
                let text = format!("{word} {}", super::print::expression(&self.program, &operand));
                let ty = match self.program.ty(operand.ty) {
                    Type::Other { size: Some(8), .. } => TypeId::FLOAT,
                    Type::Other { size: Some(16), .. } => TypeId::DOUBLE,
                    Type::Other { .. } => TypeId::LDOUBLE,
                    _ => operand.ty,
                };
                Some(self.opaque(text, vec![operand], ty, span))
            }
            _ => None,
        }
    }

    /// A type given as an argument, which the front end writes as `sizeof(T)`.
    fn type_argument(&mut self, node: &'u Node<ast::Expression>) -> Option<TypeId> {
        match &node.node {
            ast::Expression::SizeOfTy(size) => Some(self.type_name(&size.node.0).ty),
            ast::Expression::SizeOfVal(size) => Some(self.expression(&size.node.0).ty),
            _ => None,
        }
    }

    fn call_undeclared(&mut self, id: &'u Node<ast::Identifier>, call: &'u ast::CallExpression, span: Span) -> Expr {
        let arguments = self.arguments(call);
        let known = self.external(self.name(id)).is_some();
        let function = self.implicit_function(self.name(id), id.span);
        // A builtin has another type at each call.
        if !builtins::is_known(&id.node.name) {
            self.scopes.declare(&id.node.name, Name::Function(function));
        }
        let mut callee_ty = self.program.function(function).ty;
        let mut ty = match self.program.ty(callee_ty) {
            Type::Function { result, .. } => *result,
            _ => TypeId::INT,
        };
        if let Some(generic) = builtins::generic_result(&self.program, &id.node.name, &arguments) {
            ty = generic;
            let parameters = Vec::new();
            callee_ty = self.program.types.intern(Type::Function { result: ty, parameters, variadic: true });
            if !known {
                self.program.functions[function.0 as usize].ty = callee_ty;
            }
        }
        let callee = self.expr(ExprKind::Function(function), callee_ty, id.span);
        self.expr(ExprKind::Call { callee: Box::new(callee), arguments }, ty, span)
    }

    /// A function that is called without a declaration: a builtin, or `int f()`.
    pub(super) fn implicit_function(&mut self, name: &str, span: Span) -> FunctionId {
        let function = self.undeclared_function(name, span);
        self.note_use(External::Function(function));
        function
    }

    fn undeclared_function(&mut self, name: &str, span: Span) -> FunctionId {
        let builtin = builtins::result(name);
        let library = name.strip_prefix("__builtin_").and_then(|plain| match self.external(plain) {
            Some(External::Function(id)) => Some(self.program.function(id).ty),
            _ => None,
        });
        let name = self.behind_builtin(name).unwrap_or(name);
        if let Some(External::Function(id)) = self.external(name) {
            return id;
        }
        let ty = match (builtin, library) {
            (Some(result), _) => {
                self.program.types.intern(Type::Function { result, parameters: Vec::new(), variadic: true })
            }
            (None, Some(ty)) => ty,
            (None, None) => {
                let result = TypeId::INT;
                self.program.types.intern(Type::Function { result, parameters: Vec::new(), variadic: true })
            }
        };
        let place = self.span(span);
        if builtin.is_none() && library.is_none() && !builtins::is_known(name) {
            let message = format!("`{name}` is called without a declaration: it is taken to return `int`");
            self.findings.push(Finding::new(Severity::Note, codes::IMPLICIT_FUNCTION, Some(place), message));
        }
        let id = self.new_function(name, ty, false, place);
        self.program.functions[id.0 as usize].noreturn = builtins::is_noreturn(name);
        self.declare_external(name, External::Function(id));
        id
    }
}
