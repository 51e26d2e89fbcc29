//! Top-level constructs.

use super::super::ast::{Active, Claim, Ltl, Mtype, Proctype, Sequence, Trace, Typedef, Unit};
use super::Writer;

impl Writer {
    pub(super) fn unit(&mut self, unit: &Unit) {
        match unit {
            Unit::Proctype(proctype) => self.proctype(proctype),
            Unit::Never(claim) => self.claim(claim),
            Unit::Trace(trace) => self.trace(trace),
            Unit::Ltl(ltl) => self.ltl(ltl),
            Unit::Decl(decl) => {
                self.decl(decl);
                self.push(";");
            }
            Unit::Mtype(mtype) => self.mtype(mtype),
            Unit::Typedef(typedef) => self.typedef(typedef),
            Unit::EmbeddedC(code) => {
                self.embedded(code);
                self.push(";");
            }
        }
    }

    fn proctype(&mut self, proctype: &Proctype) {
        match &proctype.active {
            None => {}
            Some(Active::One) => self.push("active "),
            Some(Active::Count(count)) => {
                self.push("active [");
                self.expr(count);
                self.push("] ");
            }
        }
        if proctype.is_init() {
            self.push("init");
        } else {
            self.push(if proctype.deterministic { "D_proctype " } else { "proctype " });
            self.push(&proctype.name.name);
            self.push("(");
            self.list(&proctype.params, "; ", Writer::decl);
            self.push(")");
        }
        if let Some(priority) = &proctype.priority {
            self.push(" priority ");
            self.expr(priority);
        }
        if let Some(condition) = &proctype.provided {
            self.push(" provided (");
            self.expr(condition);
            self.push(")");
        }
        self.body(&proctype.body);
    }

    fn body(&mut self, body: &Sequence) {
        self.line();
        self.block(body);
    }

    fn claim(&mut self, claim: &Claim) {
        self.push("never");
        if let Some(name) = &claim.name {
            self.push(" ");
            self.push(&name.name);
        }
        self.body(&claim.body);
    }

    fn trace(&mut self, trace: &Trace) {
        self.push(if trace.negated { "notrace" } else { "trace" });
        self.body(&trace.body);
    }

    fn ltl(&mut self, ltl: &Ltl) {
        self.push("ltl ");
        if let Some(name) = &ltl.name {
            self.push(&name.name);
            self.push(" ");
        }
        self.push("{ ");
        self.expr(&ltl.formula);
        self.push(" }");
    }

    fn mtype(&mut self, mtype: &Mtype) {
        self.push("mtype");
        if let Some(subtype) = &mtype.subtype {
            self.push(":");
            self.push(&subtype.name);
        }
        self.push(" = { ");
        self.list(&mtype.names, ", ", |w, name| w.push(&name.name));
        self.push(" };");
    }

    fn typedef(&mut self, typedef: &Typedef) {
        self.push("typedef ");
        self.push(&typedef.name.name);
        self.push(" {");
        self.indent += 1;
        for field in &typedef.fields {
            self.line();
            self.decl(field);
            self.push(";");
        }
        self.indent -= 1;
        self.line();
        self.push("};");
    }
}
