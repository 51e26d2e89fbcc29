//! The whole program as text, with types: what `ax show ast` prints, and what tests compare.
//!
//! `(x:int + 1:int):int`. Declarations first, in the order of their indices, then functions.

use super::print::{record_name, type_name};
use super::{
    Declaration, Expr, ExprKind, FunctionId, Init, InitItem, InitStep, Program, Stmt, StmtKind, TypeId, UnaryOp,
};
use std::fmt::Write;

/// Records, enums, objects and functions with their bodies.
pub fn dump(program: &Program) -> String {
    let mut d = Dumper { program, out: String::new(), depth: 0 };
    for (index, record) in program.records.iter().enumerate() {
        let name = record_name(program, super::RecordId(index as u32));
        let Some(members) = &record.members else {
            d.line(&format!("{name};"));
            continue;
        };
        let layout = match record.layout {
            Some(l) => format!("size {} align {}", l.size, l.align),
            None => "size unknown".to_string(),
        };
        d.line(&format!("{name} {{ // {layout}"));
        d.depth += 1;
        for member in members {
            let bits = member.bits.map_or(String::new(), |b| format!(" : {b}"));
            let name = member.name.as_deref().unwrap_or("<anonymous>");
            let volatile = if member.volatile { "volatile " } else { "" };
            let (byte, bit) = (member.offset / 8, member.offset % 8);
            let place = if bit == 0 { byte.to_string() } else { format!("{byte}.{bit}") };
            d.line(&format!("{place}: {volatile}{name}: {}{bits}", type_name(program, member.ty)));
        }
        d.depth -= 1;
        d.line("}");
    }
    for (index, e) in program.enums.iter().enumerate() {
        let ty = program.types.list.iter().position(|t| *t == super::Type::Enum(super::EnumId(index as u32)));
        let name = ty.map_or("enum".to_string(), |ty| type_name(program, TypeId(ty as u32)));
        let list: Vec<String> = e.constants.iter().map(|c| format!("{}={}", c.name, c.value)).collect();
        d.line(&format!("{name}: {} {{ {} }}", type_name(program, e.underlying), list.join(", ")));
    }
    for object in program.objects.iter().filter(|o| o.function.is_none()) {
        let mut line =
            format!("{:?} {}{}: {}", object.storage, qualifiers(object), object.name, type_name(program, object.ty));
        if let Some(init) = &object.init {
            line.push_str(" = ");
            line.push_str(&d.init(init));
        }
        d.line(&line);
    }
    for index in 0..program.functions.len() {
        d.function(FunctionId(index as u32));
    }
    d.out
}

/// An expression with the types of all its parts.
pub fn expression(program: &Program, e: &Expr) -> String {
    let mut d = Dumper { program, out: String::new(), depth: 0 };
    d.expression(e);
    d.out
}

fn qualifiers(object: &super::Object) -> String {
    let mut text = String::new();
    for (on, word) in [(object.constant, "const "), (object.volatile, "volatile "), (object.atomic, "_Atomic ")] {
        text.push_str(if on { word } else { "" });
    }
    text
}

struct Dumper<'p> {
    program: &'p Program,
    out: String,
    depth: usize,
}

impl Dumper<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 2 * self.depth);
    }

    fn text(&self, e: &Expr) -> String {
        expression(self.program, e)
    }

    fn function(&mut self, id: FunctionId) {
        let f = self.program.function(id);
        let mut head = String::new();
        for (on, word) in [(f.internal, "internal "), (f.noreturn, "noreturn ")] {
            head.push_str(if on { word } else { "" });
        }
        let _ = write!(head, "{}: {}", f.name, type_name(self.program, f.ty));
        let Some(body) = &f.body else {
            self.line(&format!("{head};"));
            return;
        };
        let parameters: Vec<String> = f.parameters.iter().map(|p| self.object(*p)).collect();
        self.line(&format!("{head} ({}) {{", parameters.join(", ")));
        self.depth += 1;
        for s in body {
            self.statement(s);
        }
        self.depth -= 1;
        self.line("}");
    }

    fn object(&self, id: super::ObjectId) -> String {
        let o = self.program.object(id);
        format!("{}{}: {}", qualifiers(o), o.name, type_name(self.program, o.ty))
    }

    fn block(&mut self, head: &str, body: &Stmt) {
        self.line(head);
        self.depth += 1;
        self.statement(body);
        self.depth -= 1;
    }

    fn declaration(&mut self, declaration: &Declaration) {
        for declarator in &declaration.declarators {
            let object = self.program.object(declarator.object);
            let init = object.init.as_ref().map_or(String::new(), |init| format!(" = {}", self.init(init)));
            let lengths: Vec<String> = declarator.lengths.iter().map(|e| self.text(e)).collect();
            let lengths = if lengths.is_empty() { String::new() } else { format!(" [{}]", lengths.join("][")) };
            let cleanup =
                object.cleanup.map_or(String::new(), |f| format!(" cleanup {}", self.program.function(f).name));
            let line = format!(
                "{:?} {}{lengths}{init}{cleanup}  // {} {}",
                object.storage,
                self.object(declarator.object),
                declaration.specifiers,
                declarator.text
            );
            self.line(&line);
        }
    }

    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Block(body) => {
                self.line("{");
                self.depth += 1;
                for s in body {
                    self.statement(s);
                }
                self.depth -= 1;
                self.line("}");
            }
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::Expr(e) => self.line(&format!("{};", self.text(e))),
            StmtKind::Empty => self.line(";"),
            StmtKind::If { .. } => self.if_chain(s),
            StmtKind::While { condition, body } => self.block(&format!("while {}", self.text(condition)), body),
            StmtKind::DoWhile { body, condition } => {
                self.block("do", body);
                self.line(&format!("while {}", self.text(condition)));
            }
            StmtKind::For { init, condition, step, body } => {
                self.line("for");
                self.depth += 1;
                match init {
                    Some(init) => self.statement(init),
                    None => self.line(";"),
                }
                let text = |e: &Option<Expr>| e.as_ref().map_or(String::new(), |e| self.text(e));
                let line = format!("; {} ; {}", text(condition), text(step));
                self.line(&line);
                self.statement(body);
                self.depth -= 1;
            }
            StmtKind::Switch { value, body } => self.block(&format!("switch {}", self.text(value)), body),
            StmtKind::Case { low, high, text, body } => {
                let value = if low == high { low.to_string() } else { format!("{low}...{high}") };
                self.line(&format!("case {value}:  // {text}"));
                self.statement(body);
            }
            StmtKind::Default { body } => {
                self.line("default:");
                self.statement(body);
            }
            StmtKind::Label { name, body } => {
                self.line(&format!("{name}:"));
                self.statement(body);
            }
            StmtKind::Goto(label) => self.line(&format!("goto {label}")),
            StmtKind::ComputedGoto(e) => self.line(&format!("goto *{}", self.text(e))),
            StmtKind::Break => self.line("break"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Return(None) => self.line("return"),
            StmtKind::Return(Some(e)) => self.line(&format!("return {}", self.text(e))),
            StmtKind::Asm { outputs, inputs, text } => {
                let list = |l: &[Expr]| l.iter().map(|e| self.text(e)).collect::<Vec<_>>().join(", ");
                let line = format!("{text} // writes {} reads {}", list(outputs), list(inputs));
                self.line(&line);
            }
        }
    }

    fn if_chain(&mut self, s: &Stmt) {
        let mut current = s;
        let mut word = "if";
        while let StmtKind::If { condition, then, otherwise } = &current.kind {
            self.block(&format!("{word} {}", self.text(condition)), then);
            match otherwise {
                None => return,
                Some(next) => current = next,
            }
            word = "else if";
        }
        self.block("else", current);
    }

    fn init(&self, init: &Init) -> String {
        match init {
            Init::Expr(e) => self.text(e),
            Init::Opaque(_) => "<opaque>".to_string(),
            Init::List(items) => {
                let items: Vec<String> = items.iter().map(|i| self.item(i)).collect();
                format!("{{ {} }}", items.join(", "))
            }
        }
    }

    fn item(&self, item: &InitItem) -> String {
        let mut path = String::new();
        for step in &item.path {
            let _ = match step {
                InitStep::Member(m) => write!(path, ".{m}"),
                InitStep::Elements(low, high) if low == high => write!(path, "[{low}]"),
                InitStep::Elements(low, high) => write!(path, "[{low}...{high}]"),
            };
        }
        format!("{path}={}", self.text(&item.value))
    }

    fn typed(&mut self, text: &str, ty: TypeId) {
        let _ = write!(self.out, "{text}:{}", type_name(self.program, ty));
    }

    fn list(&mut self, list: &[Expr]) {
        for (i, e) in list.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.expression(e);
        }
    }

    fn expression(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Int { .. }
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Enumerator { .. }
            | ExprKind::Object(_)
            | ExprKind::Temp { .. }
            | ExprKind::Function(_) => {
                let text = super::print::expression(self.program, e);
                self.typed(&text, e.ty);
                return;
            }
            ExprKind::Size { value, text, .. } => {
                let value = value.map_or("?".to_string(), |v| v.to_string());
                self.typed(&format!("{text}={value}"), e.ty);
                return;
            }
            ExprKind::Unary(op, operand) => {
                self.out.push_str(match op {
                    UnaryOp::Plus => "(+",
                    UnaryOp::Minus => "(-",
                    UnaryOp::Complement => "(~",
                    UnaryOp::Not => "(!",
                });
                self.expression(operand);
            }
            ExprKind::Deref(operand) => {
                self.out.push_str("(*");
                self.expression(operand);
            }
            ExprKind::AddressOf(operand) => {
                self.out.push_str("(&");
                self.expression(operand);
            }
            ExprKind::Step { prefix, decrement, operand } => {
                let sign = if *decrement { "--" } else { "++" };
                self.out.push('(');
                self.out.push_str(if *prefix { sign } else { "" });
                self.expression(operand);
                self.out.push_str(if *prefix { "" } else { sign });
            }
            ExprKind::Binary(_) | ExprKind::Logical { .. } => return self.chain(e),
            ExprKind::Assign(a) => {
                self.out.push('(');
                self.expression(&a.left);
                match a.op {
                    None => self.out.push_str(" = "),
                    Some(op) => {
                        let _ = write!(self.out, " {}=<{}> ", op.text(), type_name(self.program, a.common));
                    }
                }
                self.expression(&a.right);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.out.push('(');
                self.expression(condition);
                self.out.push_str(" ? ");
                if let Some(then) = then {
                    self.expression(then);
                }
                self.out.push_str(" : ");
                self.expression(otherwise);
            }
            ExprKind::Comma(parts) => {
                self.out.push('(');
                self.list(parts);
            }
            ExprKind::Call { callee, arguments } => {
                self.expression(callee);
                self.out.push('(');
                self.list(arguments);
            }
            ExprKind::Index(base, index) => {
                self.out.push('(');
                self.expression(base);
                self.out.push('[');
                self.expression(index);
                self.out.push(']');
            }
            ExprKind::Member { base, arrow, record, member } => {
                self.out.push('(');
                self.expression(base);
                let members = self.program.record(*record).members.as_ref();
                let name = members.and_then(|m| m.get(*member as usize)).and_then(|m| m.name.as_deref());
                self.out.push_str(if *arrow { "->" } else { "." });
                self.out.push_str(name.unwrap_or("<anonymous>"));
            }
            ExprKind::Cast { text, operand } => {
                let _ = write!(self.out, "(({text})");
                self.expression(operand);
            }
            ExprKind::Compound { text, init } => {
                let init = self.init(init);
                let _ = write!(self.out, "(({text}){init}");
            }
            ExprKind::Statement(statements) => {
                let mut inner = Dumper { program: self.program, out: String::new(), depth: 0 };
                for s in statements {
                    inner.statement(s);
                }
                let lines: Vec<&str> = inner.out.lines().map(str::trim).collect();
                let _ = write!(self.out, "({{ {} }}", lines.join(" "));
            }
            ExprKind::VaArg { list, text } => {
                let _ = write!(self.out, "({text} of ");
                self.expression(list);
            }
            ExprKind::LabelAddress(label) => {
                let _ = write!(self.out, "(&&{label}");
            }
            ExprKind::Opaque { text, operands } => {
                let _ = write!(self.out, "(opaque `{text}`");
                if !operands.is_empty() {
                    self.out.push(' ');
                    self.list(operands);
                }
            }
        }
        self.typed(")", e.ty);
    }

    /// `((a:int + b:int):int + c:int):int`, down the left side first.
    fn chain(&mut self, e: &Expr) {
        let mut spine = Vec::new();
        let mut current = e;
        loop {
            let (op, left, right, common) = match &current.kind {
                ExprKind::Binary(b) => (b.op.text(), &b.left, &b.right, Some(b.common)),
                ExprKind::Logical { and, left, right } => (if *and { "&&" } else { "||" }, &**left, &**right, None),
                _ => break,
            };
            spine.push((op, right, common, current.ty));
            self.out.push('(');
            current = left;
        }
        self.expression(current);
        for (op, right, common, ty) in spine.into_iter().rev() {
            match common {
                Some(common) if common != ty => {
                    let _ = write!(self.out, " {op}<{}> ", type_name(self.program, common));
                }
                _ => {
                    let _ = write!(self.out, " {op} ");
                }
            }
            self.expression(right);
            self.typed(")", ty);
        }
    }
}
