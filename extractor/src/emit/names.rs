//! Names of the model: C's where they are free, changed where Promela or the preprocessor has another use for them.

use super::{CNames, Local};
use crate::abstraction::translate::{Names, fetched_name};
use crate::abstraction::{Abstraction, InstanceId, Var};
use crate::program::{EnumId, FunctionId, Object, ObjectId, RecordId, Storage};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Words of Promela, names that Spin and its preprocessor know, and names the model makes.
const TAKEN: &[&str] = &[
    "active",
    "assert",
    "atomic",
    "bit",
    "bool",
    "break",
    "byte",
    "chan",
    "c_code",
    "c_decl",
    "c_expr",
    "c_state",
    "c_track",
    "D_proctype",
    "do",
    "d_step",
    "else",
    "empty",
    "enabled",
    "eval",
    "false",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "in",
    "init",
    "inline",
    "int",
    "len",
    "local",
    "ltl",
    "mtype",
    "never",
    "nempty",
    "nfull",
    "notrace",
    "np_",
    "od",
    "of",
    "pc_value",
    "pid",
    "print",
    "printf",
    "printm",
    "priority",
    "proctype",
    "provided",
    "return",
    "run",
    "select",
    "set_priority",
    "short",
    "show",
    "skip",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "xr",
    "xs",
    "_",
    "_last",
    "_nr_pr",
    "_pid",
    "_priority",
    "always",
    "eventually",
    "until",
    "weakuntil",
    "release",
    "next",
    "implies",
    "stronguntil",
    "equivalent",
    "U",
    "V",
    "W",
    "X",
    "linux",
    "unix",
    "i386",
    "ULT",
    "ULE",
    "USHR",
    "UDIV",
    "UMOD",
    "__LINE__",
    "__FILE__",
    "__DATE__",
    "__TIME__",
];

/// Words of formulas and of preprocessors: a statement that speaks of them means a name.
const FREE_IN_STATEMENTS: &[&str] = &[
    "always",
    "eventually",
    "until",
    "weakuntil",
    "release",
    "next",
    "implies",
    "stronguntil",
    "equivalent",
    "U",
    "V",
    "W",
    "X",
    "linux",
    "unix",
    "i386",
];

/// A word that Promela has a use for in statements.
pub fn is_statement_word(word: &str) -> bool {
    TAKEN.contains(&word) && !FREE_IN_STATEMENTS.contains(&word)
}

/// The name of the proctype for a function.
pub fn function(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if TAKEN.contains(&plain.as_str()) { format!("{plain}_") } else { plain }
}

/// What a name stands for, so that the same thing gets the same name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Key {
    Global(ObjectId),
    /// Calls of one function at one level of recursion never overlap: they share their variables.
    Local(ObjectId, u32),
    Temp(FunctionId, u32, u32),
    Result(FunctionId, u32),
    Subscript(ObjectId, u32, u32),
}

/// The names given so far, and what was used.
pub struct Book<'t, 'a> {
    abstraction: &'t Abstraction<'a>,
    names: BTreeMap<Key, String>,
    taken: HashSet<String>,
    records: HashMap<RecordId, String>,
    /// Every variable that the text speaks of.
    pub used: BTreeSet<Var>,
    pub enumerators: BTreeSet<(EnumId, u32)>,
    /// Names of objects: an enumerator of the same name is written as its number.
    object_names: HashSet<String>,
    labels: HashMap<String, u32>,
}

impl<'t, 'a> Book<'t, 'a> {
    pub fn new(abstraction: &'t Abstraction<'a>) -> Book<'t, 'a> {
        let mut taken: HashSet<String> = TAKEN.iter().map(|s| s.to_string()).collect();
        taken.extend((0..64).map(fetched_name));
        taken.extend(abstraction.instances.iter().map(|i| function(&abstraction.program.function(i.function).name)));
        taken.extend(abstraction.threads.list.iter().map(|t| function(&t.name)));
        let object_names = abstraction.program.objects.iter().map(|o| o.name.clone()).collect();
        let mut book = Book {
            abstraction,
            names: BTreeMap::new(),
            taken,
            records: HashMap::new(),
            used: BTreeSet::new(),
            enumerators: BTreeSet::new(),
            object_names,
            labels: HashMap::new(),
        };
        // Globals come first, all of them (some are reached through pointers only): their names are the same in all
        // models of the program. Then the root's own names, which are those of the C source.
        for (i, object) in abstraction.program.objects.iter().enumerate() {
            if !matches!(object.storage, Storage::Local | Storage::Parameter) {
                book.name(Var::Global(ObjectId(i as u32)));
            }
        }
        for step in &abstraction.flow(InstanceId(0)).steps {
            for object in crate::abstraction::judge::step_objects(&step.kind) {
                book.name(abstraction.var(InstanceId(0), object));
            }
        }
        book
    }

    /// Variables that the mappings removed from the model are not used.
    pub fn keep_variables(&mut self, names: &BTreeSet<String>) {
        let used = std::mem::take(&mut self.used);
        self.used = used.into_iter().filter(|v| names.contains(&self.name(*v))).collect();
    }

    /// The same for enumerators. Declarations may speak of them too.
    pub fn keep_enumerators(&mut self, names: &BTreeSet<String>) {
        let program = self.abstraction.program;
        self.enumerators.retain(|(of, i)| names.contains(&program.enumeration(*of).constants[*i as usize].name));
    }

    /// The name of a variable. Does not count as a use.
    pub fn name(&mut self, var: Var) -> String {
        let (key, wanted) = self.key(var);
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let name = self.fresh(&wanted);
        self.names.insert(key, name.clone());
        name
    }

    /// The name of a variable that has one, or its name in C.
    pub fn known(&self, var: Var) -> String {
        let (key, wanted) = self.key(var);
        self.names.get(&key).cloned().unwrap_or(wanted)
    }

    fn key(&self, var: Var) -> (Key, String) {
        let program = self.abstraction.program;
        let function = |i: InstanceId| {
            let instance = self.abstraction.instance(i);
            (instance.function, instance.level)
        };
        let prefix = |i: InstanceId| match i {
            InstanceId(0) => String::new(),
            _ => format!("{}_", program.function(function(i).0).name),
        };
        match var {
            Var::Global(o) => (Key::Global(o), self.global_name(o)),
            Var::Local(i, o) => (Key::Local(o, function(i).1), format!("{}{}", prefix(i), program.object(o).name)),
            Var::Temp(i, t) => (Key::Temp(function(i).0, function(i).1, t), format!("{}t{t}", prefix(i))),
            Var::Result(i) => (Key::Result(function(i).0, function(i).1), format!("{}result", prefix(i))),
            Var::Subscript(i, o, n) => {
                (Key::Subscript(o, function(i).1, n), format!("{}{}_at", prefix(i), program.object(o).name))
            }
        }
    }

    /// The name of what lives outside of functions. A static local has its plain name if nothing else outside of
    /// functions has it: the choice must be the same in all models of the program.
    fn global_name(&self, id: ObjectId) -> String {
        let program = self.abstraction.program;
        let object = program.object(id);
        let Some(function) =
            object.function.filter(|_| matches!(object.storage, Storage::LocalStatic | Storage::Shared))
        else {
            return object.name.clone();
        };
        let lasting = |o: &Object| !matches!(o.storage, Storage::Local | Storage::Parameter);
        let alone = program.objects.iter().filter(|o| o.name == object.name && lasting(o)).count() == 1;
        if alone { object.name.clone() } else { format!("{}_{}", program.function(function).name, object.name) }
    }

    /// What C calls the variables that have a name so far. Those of the C library's own macros are nobody's.
    pub fn c_names(&self) -> CNames {
        let program = self.abstraction.program;
        let mut names = CNames::default();
        for (key, name) in &self.names {
            let own = |object: &ObjectId| {
                let object = program.object(*object);
                (!object.name.starts_with("__")).then_some(object)
            };
            match key {
                Key::Global(o) => {
                    names.globals.extend(own(o).map(|object| (name.clone(), object.name.clone())));
                }
                Key::Local(o, _) => {
                    let function = |object: &Object| object.function.map(|f| program.function(f).name.clone());
                    names.locals.extend(own(o).map(|object| {
                        let local = Local { name: object.name.clone(), function: function(object).unwrap_or_default() };
                        (name.clone(), local)
                    }));
                }
                Key::Result(..) => {
                    names.results.insert(name.clone());
                }
                Key::Temp(..) | Key::Subscript(..) => {}
            }
        }
        for (index, record) in program.records.iter().enumerate() {
            for (number, member) in record.members.iter().flatten().enumerate() {
                let said = self.member_name(RecordId(index as u32), number as u32);
                if let Some(name) = member.name.as_ref().filter(|name| **name != said) {
                    names.members.insert(said, name.clone());
                }
            }
        }
        names
    }

    /// Variables with one name are one variable; this is the one to declare.
    pub fn same(&self, a: Var, b: Var) -> bool {
        self.key(a).0 == self.key(b).0
    }

    pub fn fresh(&mut self, wanted: &str) -> String {
        let mut base: String =
            wanted.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
        if base.is_empty() || base.starts_with(|c: char| c.is_ascii_digit()) || base == "_" {
            base.insert_str(0, "v_");
        }
        let mut name = base.clone();
        let mut count = 0;
        while !self.taken.insert(name.clone()) {
            count += 1;
            name = format!("{base}_{count}");
        }
        name
    }

    /// A label that is not special to Promela: not `end…`, `accept…` or `progress…`.
    pub fn label(&mut self, wanted: &str) -> String {
        let special = ["end", "accept", "progress"].iter().any(|p| wanted.starts_with(p));
        let base = if special { format!("L_{wanted}") } else { wanted.to_string() };
        let count = self.labels.entry(base.clone()).or_insert(0);
        *count += 1;
        let wanted = if *count == 1 { base } else { format!("{base}_{count}") };
        self.fresh(&wanted)
    }

    /// The name of the typedef for a struct.
    pub fn record(&mut self, id: RecordId) -> String {
        if let Some(name) = self.records.get(&id) {
            return name.clone();
        }
        let record = self.abstraction.program.record(id);
        let wanted =
            record.typedef.clone().or_else(|| record.tag.clone()).unwrap_or_else(|| format!("struct_{}", id.0));
        let name = self.fresh(&wanted);
        self.records.insert(id, name.clone());
        name
    }

    /// A member's name; it only has to differ from Promela's words.
    pub fn member_name(&self, id: RecordId, member: u32) -> String {
        let members = self.abstraction.program.record(id).members.as_deref().unwrap_or(&[]);
        match members.get(member as usize).and_then(|m| m.name.as_deref()) {
            Some(name) if TAKEN.contains(&name) || !name.is_ascii() => {
                format!("{}_{member}", name.replace(|c: char| !c.is_ascii(), "_"))
            }
            Some(name) => name.replace('$', "_"),
            None => format!("member_{member}"),
        }
    }
}

impl Names for Book<'_, '_> {
    fn var(&mut self, var: Var) -> String {
        self.used.insert(var);
        self.name(var)
    }

    fn member(&mut self, record: RecordId, member: u32) -> String {
        self.member_name(record, member)
    }

    fn enumerator(&mut self, of: EnumId, index: u32) -> Option<String> {
        let constant = &self.abstraction.program.enumeration(of).constants[index as usize];
        let free = !self.object_names.contains(&constant.name)
            && !TAKEN.contains(&constant.name.as_str())
            && constant.name.is_ascii();
        if !free || i32::try_from(constant.value).is_err() {
            return None;
        }
        self.enumerators.insert((of, index));
        self.taken.insert(constant.name.clone());
        Some(constant.name.clone())
    }
}
