//! Operators with two operands, and the conversions C makes for them.

use super::build::Builder;
use super::codes;
use super::{Assign, Binary, BinaryOp, Expr, ExprKind, Type, TypeId};
use lang_c::ast::{self, BinaryOperator as Op};
use lang_c::span::{Node, Span};

/// What an operator of the syntax tree is here.
enum Operator {
    Index,
    Plain(BinaryOp),
    Logical { and: bool },
    Assign(Option<BinaryOp>),
}

fn operator(op: &Op) -> Operator {
    match op {
        Op::Index => Operator::Index,
        Op::Multiply => Operator::Plain(BinaryOp::Mul),
        Op::Divide => Operator::Plain(BinaryOp::Div),
        Op::Modulo => Operator::Plain(BinaryOp::Rem),
        Op::Plus => Operator::Plain(BinaryOp::Add),
        Op::Minus => Operator::Plain(BinaryOp::Sub),
        Op::ShiftLeft => Operator::Plain(BinaryOp::Shl),
        Op::ShiftRight => Operator::Plain(BinaryOp::Shr),
        Op::Less => Operator::Plain(BinaryOp::Lt),
        Op::Greater => Operator::Plain(BinaryOp::Gt),
        Op::LessOrEqual => Operator::Plain(BinaryOp::Le),
        Op::GreaterOrEqual => Operator::Plain(BinaryOp::Ge),
        Op::Equals => Operator::Plain(BinaryOp::Eq),
        Op::NotEquals => Operator::Plain(BinaryOp::Ne),
        Op::BitwiseAnd => Operator::Plain(BinaryOp::And),
        Op::BitwiseXor => Operator::Plain(BinaryOp::Xor),
        Op::BitwiseOr => Operator::Plain(BinaryOp::Or),
        Op::LogicalAnd => Operator::Logical { and: true },
        Op::LogicalOr => Operator::Logical { and: false },
        Op::Assign => Operator::Assign(None),
        Op::AssignMultiply => Operator::Assign(Some(BinaryOp::Mul)),
        Op::AssignDivide => Operator::Assign(Some(BinaryOp::Div)),
        Op::AssignModulo => Operator::Assign(Some(BinaryOp::Rem)),
        Op::AssignPlus => Operator::Assign(Some(BinaryOp::Add)),
        Op::AssignMinus => Operator::Assign(Some(BinaryOp::Sub)),
        Op::AssignShiftLeft => Operator::Assign(Some(BinaryOp::Shl)),
        Op::AssignShiftRight => Operator::Assign(Some(BinaryOp::Shr)),
        Op::AssignBitwiseAnd => Operator::Assign(Some(BinaryOp::And)),
        Op::AssignBitwiseXor => Operator::Assign(Some(BinaryOp::Xor)),
        Op::AssignBitwiseOr => Operator::Assign(Some(BinaryOp::Or)),
    }
}

impl<'u> Builder<'u, '_> {
    /// `a + b + c + …`: down the left side first, so that a long chain does not nest calls.
    pub(super) fn binary_chain(&mut self, node: &'u Node<ast::Expression>) -> Expr {
        let mut spine = Vec::new();
        let mut current = node;
        while let ast::Expression::BinaryOperator(binary) = &current.node {
            spine.push((&binary.node, current.span));
            current = &binary.node.lhs;
        }
        let logical = |b: &ast::BinaryOperatorExpression| matches!(b.operator.node, Op::LogicalAnd | Op::LogicalOr);
        let mut left = match spine.last() {
            Some((innermost, _)) if logical(innermost) => self.condition(current),
            _ => self.expression(current),
        };
        while let Some((binary, span)) = spine.pop() {
            let right = if logical(binary) { self.condition(&binary.rhs) } else { self.expression(&binary.rhs) };
            left = match operator(&binary.operator.node) {
                Operator::Index => self.index(left, right, span),
                Operator::Plain(op) => self.binary(op, left, right, span),
                Operator::Logical { and } => {
                    let kind = ExprKind::Logical { and, left: Box::new(left), right: Box::new(right) };
                    self.expr(kind, TypeId::INT, span)
                }
                Operator::Assign(op) => {
                    let ty = left.ty;
                    let common = match op {
                        Some(op) => self.operand_types(op, &left, &right, span).0,
                        None => ty,
                    };
                    self.expr(ExprKind::Assign(Box::new(Assign { op, left, right, common })), ty, span)
                }
            };
        }
        left
    }

    fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let (common, ty) = self.operand_types(op, &left, &right, span);
        self.expr(ExprKind::Binary(Box::new(Binary { op, left, right, common })), ty, span)
    }

    fn index(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let right_type = self.decayed(right.ty);
        let turned = self.program.is_integer(left.ty) && self.program.is_pointer(right_type);
        let (base, index) = if turned { (right, left) } else { (left, right) };
        let decayed = self.decayed(base.ty);
        let to = self.program.pointee(decayed);
        match to {
            Some(to) if self.program.is_integer(index.ty) => {
                self.expr(ExprKind::Index(Box::new(base), Box::new(index)), to, span)
            }
            _ => {
                let element = self.vectors.get(&decayed).copied();
                if element.is_none() && decayed != TypeId::ERROR && index.ty != TypeId::ERROR {
                    self.warn(
                        codes::WRONG_OPERAND,
                        span,
                        "`[ ]` is applied to something that is neither an array nor a pointer",
                    );
                }
                let printed = super::print::expression(&self.program, &base);
                let text = format!("{printed}[{}]", super::print::expression(&self.program, &index));
                self.opaque(text, vec![base, index], element.unwrap_or(TypeId::ERROR), span)
            }
        }
    }

    /// The type the operands are converted to, and the type of the result.
    fn operand_types(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> (TypeId, TypeId) {
        let comparison = op.is_comparison();
        let (lt, rt) = (self.decayed(left.ty), self.decayed(right.ty));
        let (lp, rp) = (self.program.is_pointer(lt), self.program.is_pointer(rt));
        if lp || rp {
            let pointer = self.pointer_of(op, lt, rt);
            return match op {
                _ if comparison => (pointer, TypeId::INT),
                BinaryOp::Sub if lp && rp => (lt, TypeId::LONG),
                BinaryOp::Add if lp != rp => (pointer, pointer),
                BinaryOp::Sub if lp && self.program.is_integer(rt) => (lt, lt),
                _ => self.wrong_operands(op, lt, rt, span),
            };
        }
        if !self.program.is_arithmetic(lt) || !self.program.is_arithmetic(rt) {
            let (common, ty) = self.wrong_operands(op, lt, rt, span);
            return (common, if comparison { TypeId::INT } else { ty });
        }
        let integers_only =
            matches!(op, BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::And | BinaryOp::Xor | BinaryOp::Or);
        let float = |ty: TypeId| matches!(self.program.ty(ty), Type::Float(_));
        if integers_only && (float(lt) || float(rt)) {
            return self.wrong_operands(op, lt, rt, span);
        }
        let (lt, rt) = (self.program.promoted(left), self.program.promoted(right));
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return (lt, lt);
        }
        let common = self.program.common_type(lt, rt);
        let vector = matches!(self.program.ty(common), Type::Other { name, .. } if name.starts_with("vector"));
        (common, if comparison && !vector { TypeId::INT } else { common })
    }

    /// The pointer type of an operation that has a pointer on one side or both.
    fn pointer_of(&self, op: BinaryOp, left: TypeId, right: TypeId) -> TypeId {
        match (self.program.is_pointer(left), self.program.is_pointer(right)) {
            (true, true) if op.is_comparison() && left == TypeId::VOID_POINTER => right,
            (true, _) => left,
            _ => right,
        }
    }

    fn wrong_operands(&mut self, op: BinaryOp, left: TypeId, right: TypeId, span: Span) -> (TypeId, TypeId) {
        if left != TypeId::ERROR && right != TypeId::ERROR {
            let names = [left, right].map(|ty| super::print::type_name(&self.program, ty));
            let message = format!("`{}` is applied to `{}` and `{}`", op.text(), names[0], names[1]);
            self.warn(codes::WRONG_OPERAND, span, message);
        }
        (TypeId::ERROR, TypeId::ERROR)
    }

    /// The type of `c ? then : otherwise`.
    pub(super) fn conditional_type(&mut self, then: &Expr, otherwise: &Expr) -> TypeId {
        let (a, b) = (self.decayed(then.ty), self.decayed(otherwise.ty));
        if a == TypeId::ERROR || b == TypeId::ERROR {
            return TypeId::ERROR;
        }
        if a == TypeId::VOID || b == TypeId::VOID {
            return TypeId::VOID;
        }
        match (self.program.is_pointer(a), self.program.is_pointer(b)) {
            (true, true) if a == b => a,
            (true, true) => {
                let null = |e: &Expr, ty| ty == TypeId::VOID_POINTER && self.program.is_zero(e);
                let (null_a, null_b) = (null(then, a), null(otherwise, b));
                match (a, b) {
                    _ if null_a => b,
                    _ if null_b => a,
                    (TypeId::VOID_POINTER, _) | (_, TypeId::VOID_POINTER) => TypeId::VOID_POINTER,
                    _ if self.program.compatible(a, b) => self.more_complete(a, b),
                    _ => TypeId::VOID_POINTER,
                }
            }
            (true, false) => a,
            (false, true) => b,
            (false, false) => {
                if self.program.is_arithmetic(a) && self.program.is_arithmetic(b) {
                    // Two values of one type keep it only where promotion does.
                    let (a, b) = (self.program.promoted(then), self.program.promoted(otherwise));
                    self.program.common_type(a, b)
                } else {
                    a
                }
            }
        }
    }

    /// Of two compatible pointer types the one that says more.
    fn more_complete(&self, a: TypeId, b: TypeId) -> TypeId {
        let open = |ty: TypeId| match self.program.pointee(ty).map(|to| self.program.ty(to)) {
            Some(Type::Array(_, None)) => true,
            Some(Type::Function { parameters, variadic: true, .. }) => parameters.is_empty(),
            Some(Type::Enum(_)) => true,
            _ => false,
        };
        if open(a) { b } else { a }
    }
}

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Lt | Gt | Le | Ge | Eq | Ne)
    }
}
