//! What C calls the variables and the processes of a model.
//!
//! A variable without a name here is the model's own: a value between two accesses, a counter of threads.

use extractor::emit::{CNames, Local};
use promela::ast::{Expr, VarRef};
use promela::visit::{Rewrite, change};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Default, Debug)]
pub struct Names {
    globals: BTreeMap<String, String>,
    /// By proctype.
    processes: BTreeMap<String, Known>,
    /// The numbers of processes that run one function together, by pid.
    instances: BTreeMap<u32, u32>,
    /// Members of structs that could not keep their names.
    members: BTreeMap<String, String>,
}

/// What is known of one proctype.
#[derive(Clone, Default, Debug)]
struct Known {
    function: String,
    locals: BTreeMap<String, Local>,
    results: BTreeSet<String>,
    fetched: BTreeSet<String>,
}

/// Gives variables the names that C has for them.
struct InC<'n> {
    names: &'n Names,
    proctype: &'n str,
}

impl Rewrite for InC<'_> {
    fn var(&mut self, var: &mut VarRef) {
        for (index, part) in var.parts.iter_mut().enumerate() {
            let name = &mut part.name.name;
            let known = match index {
                0 => self.names.local(self.proctype, name),
                _ => self.names.members.get(name).cloned(),
            };
            *name = known.unwrap_or_else(|| std::mem::take(name));
        }
        change::var(self, var);
    }
}

impl Names {
    /// The names of the model of one function.
    pub fn add(&mut self, proctype: &str, function: &str, names: &CNames) {
        let copy = |list: &BTreeMap<String, String>| list.clone().into_iter();
        self.globals.extend(copy(&names.globals));
        self.members.extend(copy(&names.members));
        let known = Known {
            function: function.to_string(),
            locals: names.locals.clone(),
            results: names.results.clone(),
            fetched: names.fetched.clone(),
        };
        self.processes.insert(proctype.to_string(), known);
    }

    /// Variables of the harness are called as it calls them.
    pub fn add_own(&mut self, names: &[String]) {
        for name in names {
            self.globals.entry(name.clone()).or_insert_with(|| name.clone());
        }
    }

    /// Several processes run one function: they are numbered.
    pub fn number(&mut self, pids: &[u32]) {
        if pids.len() > 1 {
            self.instances.extend(pids.iter().zip(0..).map(|(pid, number)| (*pid, number)));
        }
    }

    /// The number of a process among those that run the same function.
    pub fn instance(&self, pid: u32) -> Option<u32> {
        self.instances.get(&pid).copied()
    }

    /// The C function that a proctype is made of.
    pub fn function<'n>(&'n self, proctype: &'n str) -> &'n str {
        self.processes.get(proctype).map_or(proctype, |known| known.function.as_str())
    }

    /// Whether a proctype is made of a C function.
    pub fn is_function(&self, proctype: &str) -> bool {
        self.processes.contains_key(proctype)
    }

    /// C's name for a global variable: `a[2].m` for `a[2].m`.
    pub fn global(&self, name: &str) -> Option<String> {
        self.whole(name, |base| self.globals.get(base))
    }

    /// C's name for a variable of a process. Objects of a thread of its own are global in C.
    pub fn local(&self, proctype: &str, name: &str) -> Option<String> {
        let locals = self.processes.get(proctype).map(|known| &known.locals);
        self.whole(name, |base| {
            locals.and_then(|l| l.get(base)).map(|local| &local.name).or_else(|| self.globals.get(base))
        })
    }

    /// The C function that a variable of a process belongs to.
    pub fn owner(&self, proctype: &str, name: &str) -> Option<&str> {
        self.processes.get(proctype)?.locals.get(base(name)).map(|local| local.function.as_str())
    }

    /// Whether a variable of a process holds what a called function returns.
    pub fn is_result(&self, proctype: &str, name: &str) -> bool {
        self.processes.get(proctype).is_some_and(|known| known.results.contains(name))
    }

    /// Whether a variable of a process holds a value between the steps of one statement.
    pub fn is_fetched(&self, proctype: &str, name: &str) -> bool {
        self.processes.get(proctype).is_some_and(|known| known.fetched.contains(name))
    }

    /// The model's name for a global variable of C, or for a local of a process.
    pub fn in_model(&self, proctype: Option<&str>, name: &str) -> Option<String> {
        let Some(proctype) = proctype else {
            return self.globals.iter().find(|(_, c)| *c == name).map(|(model, _)| model.clone());
        };
        let known = self.processes.get(proctype)?;
        let found = known.locals.iter().filter(|(_, local)| local.name == name);
        // A local of a followed call may have the same name.
        found
            .min_by_key(|(model, local)| (local.function != known.function, model.len()))
            .map(|(model, _)| model.clone())
    }

    /// An expression of the model, with C's names: to be printed.
    pub fn expression(&self, proctype: &str, expression: &Expr) -> Expr {
        let mut renamed = expression.clone();
        InC { names: self, proctype }.expr(&mut renamed);
        renamed
    }

    fn whole<'n>(&'n self, name: &str, find: impl Fn(&str) -> Option<&'n String>) -> Option<String> {
        let (base, rest) = name.split_at(base(name).len());
        let mut out = find(base)?.clone();
        for (index, part) in rest.split('.').enumerate() {
            let end = part.find('[').unwrap_or(part.len());
            if index > 0 {
                out.push('.');
                out.push_str(self.members.get(&part[..end]).map_or(&part[..end], String::as_str));
            }
            out.push_str(&part[end..]);
        }
        Some(out)
    }
}

/// The variable that a name begins with: `a` of `a[2].m`.
pub fn base(name: &str) -> &str {
    name.split(['[', '.']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use promela::ast::BinaryOp;
    use promela::build;

    fn names() -> Names {
        let list = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        let c_names = CNames {
            globals: list(&[("len_1", "len"), ("a", "a")]),
            locals: [("f_x".to_string(), Local { name: "x".to_string(), function: "f".to_string() })].into(),
            results: ["f_result".to_string()].into(),
            fetched: ["tmp0".to_string()].into(),
            members: list(&[("next_1", "next")]),
        };
        let mut names = Names::default();
        names.add("worker_2", "worker", &c_names);
        names
    }

    #[test]
    fn variables_have_their_names_in_c() {
        let names = names();
        assert_eq!(names.global("len_1[3].next_1.m[2]").as_deref(), Some("len[3].next.m[2]"));
        assert_eq!(names.global("tmp0"), None);
        assert_eq!(names.global("f_x"), None);
        assert_eq!(names.local("worker_2", "f_x[1]").as_deref(), Some("x[1]"));
        assert_eq!(names.local("main", "f_x"), None);
        assert_eq!(names.owner("worker_2", "f_x[1]"), Some("f"));
        assert!(names.is_result("worker_2", "f_result"));
        assert_eq!(names.function("worker_2"), "worker");
    }

    #[test]
    fn expressions_too() {
        let mut element = build::var("a");
        element.parts[0].index = Some(Box::new(build::load(build::var("f_x"))));
        element.parts.extend(build::var("next_1").parts);
        let sum = build::binary(BinaryOp::Add, build::load(element), build::load(build::var("len_1")));
        let guard = build::binary(BinaryOp::Gt, sum, build::load(build::var("tmp0")));
        assert_eq!(promela::print_expr(&names().expression("worker_2", &guard)), "a[x].next + len > tmp0");
    }
}
