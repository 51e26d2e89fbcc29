//! Declarations.

use super::super::ast::{Decl, Declarator, Init, TypeName, Visibility};
use super::Writer;

impl Writer {
    pub(super) fn decl(&mut self, decl: &Decl) {
        self.push(match decl.visibility {
            Visibility::Plain => "",
            Visibility::Hidden => "hidden ",
            Visibility::Show => "show ",
            Visibility::Local => "local ",
        });
        self.type_name(&decl.ty);
        self.push(" ");
        self.list(&decl.vars, ", ", Writer::declarator);
    }

    fn declarator(&mut self, var: &Declarator) {
        self.push(&var.name.name);
        if let Some(width) = &var.width {
            self.push(" : ");
            self.expr(width);
        }
        if let Some(size) = &var.size {
            self.push("[");
            self.expr(size);
            self.push("]");
        }
        match &var.init {
            None => {}
            Some(Init::Expr(value)) => {
                self.push(" = ");
                self.expr(value);
            }
            Some(Init::List(values)) => {
                self.push(" = { ");
                self.list(values, ", ", |w, value| w.expr(value));
                self.push(" }");
            }
            Some(Init::Chan(chan)) => {
                self.push(" = [");
                self.expr(&chan.capacity);
                self.push("] of { ");
                self.list(&chan.fields, ", ", Writer::type_name);
                self.push(" }");
            }
        }
    }

    pub(super) fn type_name(&mut self, ty: &TypeName) {
        match ty {
            TypeName::Bit => self.push("bit"),
            TypeName::Bool => self.push("bool"),
            TypeName::Byte => self.push("byte"),
            TypeName::Pid => self.push("pid"),
            TypeName::Short => self.push("short"),
            TypeName::Int => self.push("int"),
            TypeName::Unsigned => self.push("unsigned"),
            TypeName::Chan => self.push("chan"),
            TypeName::Mtype(None) => self.push("mtype"),
            TypeName::Mtype(Some(subtype)) => {
                self.push("mtype:");
                self.push(&subtype.name);
            }
            TypeName::User(name) => self.push(&name.name),
        }
    }
}
