//! The canonical text of expressions and declarations, as tables show it, and the text of types.
//!
//! `E=(1-E)`, `send(&(Bufout),s)`, `!(s==E)`: two operands stand in parentheses, an assignment does
//! not, white space only where C needs it. The text says the same to a C compiler as the source does.

use super::{
    Declaration, Expr, ExprKind, Init, InitItem, InitStep, Program, RecordId, Stmt, StmtKind, Type, TypeId, UnaryOp,
};
use std::fmt::Write;

/// The canonical text of an expression.
pub fn expression(program: &Program, e: &Expr) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.expression(e);
    printer.out
}

/// `short s,E=0,cnt=0`
pub fn declaration(program: &Program, declaration: &Declaration) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.declaration(declaration);
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
}

/// How tightly the text of an expression holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    /// `a=b`
    Assignment,
    /// `-x`, `(T)x`, `*(p)`
    Prefix,
    /// `x`, `f(x)`, `(a+b)`
    Postfix,
}

fn bond(e: &Expr) -> Bond {
    match &e.kind {
        ExprKind::Temp { original, .. } => bond(original),
        ExprKind::Assign(_) => Bond::Assignment,
        ExprKind::Unary(..)
        | ExprKind::Deref(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Cast { .. }
        | ExprKind::Step { prefix: true, .. } => Bond::Prefix,
        ExprKind::Opaque { text, .. } if text.starts_with("&&") => Bond::Prefix,
        ExprKind::LabelAddress(_) => Bond::Prefix,
        _ => Bond::Postfix,
    }
}

/// Whether the text of an expression begins and ends with parentheses of its own.
fn in_parentheses(e: &Expr) -> bool {
    if let ExprKind::Temp { original, .. } = &e.kind {
        return in_parentheses(original);
    }
    matches!(
        e.kind,
        ExprKind::Binary(_)
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Comma(_)
            | ExprKind::Statement(_)
    )
}

impl Printer<'_> {
    fn expression(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Int { text, .. }
            | ExprKind::Float(text)
            | ExprKind::Str(text)
            | ExprKind::Size { text, .. }
            | ExprKind::VaArg { text, .. }
            | ExprKind::Opaque { text, .. } => self.out.push_str(text),
            ExprKind::LabelAddress(label) => {
                self.out.push_str("&&");
                self.out.push_str(label);
            }
            ExprKind::Enumerator { of, index } => {
                let constants = &self.program.enumeration(*of).constants;
                self.out.push_str(constants.get(*index as usize).map_or("?", |c| &c.name));
            }
            ExprKind::Temp { original, .. } => self.expression(original),
            ExprKind::Object(id) => self.out.push_str(&self.program.object(*id).name),
            ExprKind::Function(id) => self.out.push_str(&self.program.function(*id).name),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Deref(operand) => {
                self.out.push('*');
                self.enclosed(operand);
            }
            ExprKind::AddressOf(operand) => {
                self.out.push('&');
                self.enclosed(operand);
            }
            ExprKind::Step { prefix, decrement, operand } => {
                let sign = if *decrement { "--" } else { "++" };
                if *prefix {
                    self.out.push_str(sign);
                    match &operand.kind {
                        // `-- -x` must not run together.
                        ExprKind::Unary(..) | ExprKind::Step { .. } => self.enclosed(operand),
                        _ => self.at_least(Bond::Prefix, operand),
                    }
                } else {
                    self.at_least(Bond::Postfix, operand);
                    self.out.push_str(sign);
                }
            }
            ExprKind::Binary(_) | ExprKind::Logical { .. } => self.chain(e),
            ExprKind::Assign(assign) => {
                self.at_least(Bond::Prefix, &assign.left);
                self.out.push_str(assign.op.map_or("", |op| op.text()));
                self.out.push('=');
                self.expression(&assign.right);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.out.push('(');
                self.at_least(Bond::Prefix, condition);
                self.out.push('?');
                if let Some(then) = then {
                    self.at_least(Bond::Prefix, then);
                }
                self.out.push(':');
                self.at_least(Bond::Prefix, otherwise);
                self.out.push(')');
            }
            ExprKind::Comma(parts) => {
                self.out.push('(');
                self.list(parts);
                self.out.push(')');
            }
            ExprKind::Call { callee, arguments } => {
                self.at_least(Bond::Postfix, callee);
                self.out.push('(');
                self.list(arguments);
                self.out.push(')');
            }
            ExprKind::Index(base, index) => {
                self.at_least(Bond::Postfix, base);
                self.out.push('[');
                self.expression(index);
                self.out.push(']');
            }
            ExprKind::Member { .. } => self.member(e),
            ExprKind::Cast { text, operand } => {
                let _ = write!(self.out, "({text})");
                self.at_least(Bond::Prefix, operand);
            }
            ExprKind::Compound { text, init } => {
                let _ = write!(self.out, "({text})");
                match &**init {
                    Init::Expr(value) => {
                        self.out.push('{');
                        self.expression(value);
                        self.out.push('}');
                    }
                    other => self.init(other, e.ty),
                }
            }
            ExprKind::Statement(statements) => {
                self.out.push_str("({");
                self.statements(statements);
                self.out.push_str("})");
            }
        }
    }

    fn at_least(&mut self, least: Bond, e: &Expr) {
        if bond(e) < least {
            self.enclosed(e);
        } else {
            self.expression(e);
        }
    }

    /// In parentheses, but never in two pairs.
    fn enclosed(&mut self, e: &Expr) {
        if in_parentheses(e) {
            return self.expression(e);
        }
        self.out.push('(');
        self.expression(e);
        self.out.push(')');
    }

    fn list(&mut self, list: &[Expr]) {
        for (i, e) in list.iter().enumerate() {
            if i > 0 {
                self.out.push(',');
            }
            self.expression(e);
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) {
        self.out.push(match op {
            UnaryOp::Plus => '+',
            UnaryOp::Minus => '-',
            UnaryOp::Complement => '~',
            UnaryOp::Not => '!',
        });
        let plain = match &operand.kind {
            ExprKind::Int { .. }
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Enumerator { .. }
            | ExprKind::Object(_)
            | ExprKind::Function(_)
            | ExprKind::Size { .. }
            | ExprKind::Call { .. } => true,
            _ => op == UnaryOp::Not && bond(operand) >= Bond::Prefix,
        };
        if plain { self.expression(operand) } else { self.enclosed(operand) }
    }

    /// `((a+b)+c)`: down the left side first, so that a long chain does not nest calls.
    fn chain(&mut self, e: &Expr) {
        let mut spine = Vec::new();
        let mut current = e;
        loop {
            let (op, left, right) = match &current.kind {
                ExprKind::Binary(b) => (b.op.text(), &b.left, &b.right),
                ExprKind::Logical { and, left, right } => (if *and { "&&" } else { "||" }, &**left, &**right),
                _ => break,
            };
            spine.push((op, right));
            self.out.push('(');
            current = left;
        }
        self.at_least(Bond::Prefix, current);
        for (op, right) in spine.into_iter().rev() {
            self.out.push_str(op);
            let at = self.out.len();
            self.at_least(Bond::Prefix, right);
            // `a- -b`, `a& &b` and `a/ *p` must not run together.
            let next = self.out[at..].chars().next();
            let last = if op == "/" { Some('*') } else { op.chars().last() };
            if matches!(op, "+" | "-" | "&" | "&&" | "/") && next == last {
                self.out.insert(at, ' ');
            }
            self.out.push(')');
        }
    }

    fn member(&mut self, e: &Expr) {
        let ExprKind::Member { base, arrow, record, member } = &e.kind else { return };
        let named = self.program.record(*record).members.as_ref().and_then(|m| m.get(*member as usize));
        let Some(name) = named.and_then(|m| m.name.as_ref()) else {
            // An anonymous member has no text of its own.
            return self.at_least(Bond::Postfix, base);
        };
        let (mut base, mut arrow) = (base, *arrow);
        while let ExprKind::Member { base: inner, arrow: outer, record, member } = &base.kind
            && self
                .program
                .record(*record)
                .members
                .as_ref()
                .and_then(|m| m.get(*member as usize))
                .is_some_and(|m| m.name.is_none())
        {
            (base, arrow) = (inner, *outer);
        }
        self.at_least(Bond::Postfix, base);
        let _ = write!(self.out, "{}{name}", if arrow { "->" } else { "." });
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.out.push_str(&declaration.specifiers);
        for (i, declarator) in declaration.declarators.iter().enumerate() {
            self.out.push(if i == 0 { ' ' } else { ',' });
            self.out.push_str(&declarator.text);
            let object = self.program.object(declarator.object);
            match (&declarator.string, &object.init) {
                (Some(string), _) => {
                    self.out.push('=');
                    self.out.push_str(string);
                }
                (None, Some(init)) => {
                    self.out.push('=');
                    self.init(init, object.ty);
                }
                (None, None) => {}
            }
        }
    }

    fn init(&mut self, init: &Init, ty: TypeId) {
        match init {
            Init::Expr(e) => self.expression(e),
            Init::Opaque(_) => self.out.push_str("{...}"),
            Init::List(items) => {
                self.out.push('{');
                let in_order = items.iter().enumerate().all(|(i, item)| match item.path[..] {
                    [InitStep::Member(m)] => m as usize == i,
                    [InitStep::Elements(low, high)] => low == high && low == i as u64,
                    _ => false,
                });
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        self.out.push(',');
                    }
                    if !in_order {
                        self.path(item, ty);
                        self.out.push('=');
                    }
                    self.expression(&item.value);
                }
                self.out.push('}');
            }
        }
    }

    fn path(&mut self, item: &InitItem, ty: TypeId) {
        let mut ty = ty;
        for step in &item.path {
            match (step, self.program.ty(ty)) {
                (InitStep::Elements(low, high), at) => {
                    let _ = match low == high {
                        true => write!(self.out, "[{low}]"),
                        false => write!(self.out, "[{low}...{high}]"),
                    };
                    if let Type::Array(of, _) = at {
                        ty = *of;
                    }
                }
                (InitStep::Member(index), Type::Record(record)) => {
                    let members = self.program.record(*record).members.as_ref();
                    let Some(member) = members.and_then(|m| m.get(*index as usize)) else { return };
                    if let Some(name) = &member.name {
                        let _ = write!(self.out, ".{name}");
                    }
                    ty = member.ty;
                }
                (InitStep::Member(_), _) => return,
            }
        }
    }

    /// Statements inside an expression, each with its end.
    fn statements(&mut self, statements: &[Stmt]) {
        for s in statements {
            self.statement(s);
        }
    }

    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Block(body) => {
                self.out.push('{');
                self.statements(body);
                self.out.push('}');
            }
            StmtKind::Declaration(d) => {
                self.declaration(d);
                self.out.push(';');
            }
            StmtKind::Expr(e) => {
                self.expression(e);
                self.out.push(';');
            }
            StmtKind::Empty => self.out.push(';'),
            StmtKind::If { condition, then, otherwise } => {
                self.out.push_str("if");
                self.enclosed(condition);
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.out.push_str("else ");
                    self.statement(otherwise);
                }
            }
            StmtKind::While { condition, body } => {
                self.out.push_str("while");
                self.enclosed(condition);
                self.statement(body);
            }
            StmtKind::DoWhile { body, condition } => {
                self.out.push_str("do ");
                self.statement(body);
                self.out.push_str("while");
                self.enclosed(condition);
                self.out.push(';');
            }
            StmtKind::For { init, condition, step, body } => {
                self.out.push_str("for(");
                match init {
                    Some(init) => self.statement(init),
                    None => self.out.push(';'),
                }
                if let Some(condition) = condition {
                    self.expression(condition);
                }
                self.out.push(';');
                if let Some(step) = step {
                    self.expression(step);
                }
                self.out.push(')');
                self.statement(body);
            }
            StmtKind::Switch { value, body } => {
                self.out.push_str("switch");
                self.enclosed(value);
                self.statement(body);
            }
            StmtKind::Case { text, body, .. } => {
                let _ = write!(self.out, "case {text}:");
                self.statement(body);
            }
            StmtKind::Default { body } => {
                self.out.push_str("default:");
                self.statement(body);
            }
            StmtKind::Label { name, body } => {
                let _ = write!(self.out, "{name}:");
                self.statement(body);
            }
            StmtKind::Goto(label) => {
                let _ = write!(self.out, "goto {label};");
            }
            StmtKind::ComputedGoto(e) => {
                self.out.push_str("goto *");
                self.expression(e);
                self.out.push(';');
            }
            StmtKind::Break => self.out.push_str("break;"),
            StmtKind::Continue => self.out.push_str("continue;"),
            StmtKind::Return(e) => {
                self.out.push_str("return");
                if let Some(e) = e {
                    self.out.push(' ');
                    self.expression(e);
                }
                self.out.push(';');
            }
            StmtKind::Asm { text, .. } => {
                self.out.push_str(text);
                if !text.ends_with(';') {
                    self.out.push(';');
                }
            }
        }
    }
}

/// `struct Buffer`, `union <record3>`; the typedef when there is no tag.
pub fn record_name(program: &Program, id: RecordId) -> String {
    let record = program.record(id);
    let word = if record.union { "union" } else { "struct" };
    match (&record.tag, &record.typedef) {
        (Some(tag), _) => format!("{word} {tag}"),
        (None, Some(typedef)) => typedef.clone(),
        (None, None) => format!("{word} <{id}>"),
    }
}

/// A type with more pointers, arrays and functions in it is not printed to the end.
const MOST_LAYERS: usize = 200;

/// The text of a type in C: `int (*)(char *)`.
pub fn type_name(program: &Program, ty: TypeId) -> String {
    let mut declarator = String::new();
    let mut ty = ty;
    // From the outside in, as a declarator is read.
    for _ in 0..MOST_LAYERS {
        match program.ty(ty) {
            Type::Pointer(to) => {
                declarator.insert(0, '*');
                if matches!(program.ty(*to), Type::Array(..) | Type::Function { .. }) {
                    declarator = format!("({declarator})");
                }
                ty = *to;
            }
            Type::Array(of, length) => {
                let _ = match length {
                    Some(length) => write!(declarator, "[{length}]"),
                    None => write!(declarator, "[]"),
                };
                ty = *of;
            }
            Type::Function { result, parameters, variadic } => {
                let mut list: Vec<String> = parameters.iter().map(|p| type_name(program, *p)).collect();
                match (parameters.is_empty(), variadic) {
                    (true, false) => list.push("void".to_string()),
                    (false, true) => list.push("...".to_string()),
                    _ => {}
                }
                let _ = write!(declarator, "({})", list.join(","));
                ty = *result;
            }
            _ => break,
        }
    }
    let base = base_name(program, ty);
    if declarator.is_empty() { base } else { format!("{base} {declarator}") }
}

fn base_name(program: &Program, ty: TypeId) -> String {
    let name = match ty {
        TypeId::ERROR => "<error>",
        TypeId::VOID => "void",
        TypeId::BOOL => "_Bool",
        TypeId::CHAR => "char",
        TypeId::SCHAR => "signed char",
        TypeId::UCHAR => "unsigned char",
        TypeId::SHORT => "short",
        TypeId::USHORT => "unsigned short",
        TypeId::INT => "int",
        TypeId::UINT => "unsigned int",
        TypeId::LONG => "long",
        TypeId::ULONG => "unsigned long",
        TypeId::LLONG => "long long",
        TypeId::ULLONG => "unsigned long long",
        TypeId::INT128 => "__int128",
        TypeId::UINT128 => "unsigned __int128",
        TypeId::FLOAT => "float",
        TypeId::DOUBLE => "double",
        TypeId::LDOUBLE => "long double",
        _ => "",
    };
    match program.ty(ty) {
        _ if !name.is_empty() => name.to_string(),
        Type::Record(id) => record_name(program, *id),
        Type::Enum(id) => {
            let e = program.enumeration(*id);
            match (&e.tag, &e.typedef) {
                (Some(tag), _) => format!("enum {tag}"),
                (None, Some(typedef)) => typedef.clone(),
                (None, None) => format!("enum <{id}>"),
            }
        }
        Type::Float(bits) => format!("_Float{bits}"),
        Type::Int { bits, signed, .. } => format!("{}long:{bits}", if *signed { "" } else { "unsigned " }),
        Type::Other { name, .. } => name.clone(),
        _ => format!("<{ty}>"),
    }
}
