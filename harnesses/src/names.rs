//! What C calls the variables and the processes of a model.
//!
//! A variable without a name here is the model's own: a value between two accesses, a counter of threads.

use extractor::emit::{CNames, Local};
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
}

impl Names {
    /// The names of the model of one function.
    pub fn add(&mut self, proctype: &str, function: &str, names: &CNames) {
        let copy = |list: &BTreeMap<String, String>| list.clone().into_iter();
        self.globals.extend(copy(&names.globals));
        self.members.extend(copy(&names.members));
        let known =
            Known { function: function.to_string(), locals: names.locals.clone(), results: names.results.clone() };
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

    /// The text of an expression of the model, with C's names.
    pub fn expression(&self, proctype: &str, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let in_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = match in_word(c) {
                true => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
                false => c.len_utf8(),
            };
            let (word, after) = rest.split_at(length);
            let member = out.ends_with('.').then(|| self.members.get(word));
            match member {
                Some(member) => out.push_str(member.map_or(word, String::as_str)),
                None => out.push_str(self.local(proctype, word).as_deref().unwrap_or(word)),
            }
            rest = after;
        }
        out
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

    fn names() -> Names {
        let list = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        let c_names = CNames {
            globals: list(&[("len_1", "len"), ("a", "a")]),
            locals: [("f_x".to_string(), Local { name: "x".to_string(), function: "f".to_string() })].into(),
            results: ["f_result".to_string()].into(),
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
        assert_eq!(names().expression("worker_2", "a[f_x].next_1 + len_1 > tmp0"), "a[x].next + len > tmp0");
    }
}
