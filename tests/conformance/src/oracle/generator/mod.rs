//! Random small concurrent C programs.
//!
//! A program is two or three threads of a few statements each over a handful of shared objects; a few features are
//! chosen for it, so that a table of results tells which of them goes wrong. Each thread keeps what it read in locals
//! and publishes them at its end; `main` joins, and reads those and some of the shared data into `r0`, `r1`, …, about
//! which the question is asked. A program is a function of its seed.

mod builder;
mod call;
mod chain;
pub mod feature;
mod frame;
pub mod integer;
mod kind;
mod lock;
mod plain;
mod pointer;
mod statement;
mod wait;

use crate::generator::random::Random;
use crate::generator::tree::{self, Node, group, text};
use builder::{Builder, Local, Place, Scope};
use feature::Feature;
use integer::Integer;
use std::collections::BTreeSet;

/// Where the question goes.
const END: &str = "@end@";

#[derive(Clone, Debug)]
pub struct Program {
    pub tree: Node,
    pub features: BTreeSet<Feature>,
    /// Types of `r0`, `r1`, …
    pub probes: Vec<Integer>,
}

impl Program {
    /// The program with a statement in the place of the question.
    pub fn ending(&self, end: &str) -> Node {
        fill(&self.tree, end)
    }
}

fn fill(node: &Node, end: &str) -> Node {
    if *node == text(END) {
        return text(end);
    }
    let mut node = node.clone();
    node.children_mut().iter_mut().for_each(|child| *child = fill(child, end));
    node
}

/// The program of a seed, with some of the features.
pub fn generate(seed: u64, from: &[Feature]) -> Program {
    let mut random = Random::new(seed);
    let mut chosen = BTreeSet::new();
    let count = if random.chance(80) { 2 + random.below(4) } else { 6 + random.below(5) };
    for _ in 0..count {
        if let Some(&feature) = random.pick(from) {
            chosen.insert(feature);
        }
    }
    // What a feature needs.
    for (feature, needed) in [
        (Feature::IndexError, Feature::Array),
        (Feature::HeapError, Feature::Heap),
        (Feature::Trylock, Feature::Mutex),
        (Feature::PointerPointer, Feature::Pointer),
    ] {
        if chosen.contains(&feature) {
            chosen.insert(needed);
        }
    }
    let mut b = Builder::new(random, chosen);
    declare(&mut b);
    b.focus();
    let (workers, creation) = threads(&mut b);
    assemble(b, workers, creation)
}

/// Makes the globals and functions of a feature.
type Declare = fn(&mut Builder);

fn declare(b: &mut Builder) {
    plain::declare(b);
    let parts: &[(Feature, Declare)] = &[
        (Feature::Array, pointer::declare_array),
        (Feature::Struct, pointer::declare_structs),
        (Feature::Union, pointer::declare_union),
        (Feature::BitField, pointer::declare_bits),
        (Feature::PointerMember, pointer::declare_nodes),
        (Feature::Heap, pointer::declare_heap),
        (Feature::Call, call::declare),
        (Feature::Recursion, call::declare_recursion),
        (Feature::FunctionPointer, call::declare_table),
        (Feature::Static, call::declare_static),
        (Feature::Mutex, wait::declare_mutexes),
        (Feature::MutexPlace, wait::declare_mutex_places),
        (Feature::MutexKind, wait::declare_kinds),
        (Feature::Condition, wait::declare_condition),
        (Feature::Semaphore, wait::declare_semaphore),
        (Feature::Barrier, wait::declare_barrier),
        (Feature::Atomic, wait::declare_atomic),
        (Feature::Exchange, wait::declare_exchange),
        (Feature::ReadWrite, lock::declare_read_write),
        (Feature::Spin, lock::declare_spin),
        (Feature::Boxes, lock::declare_boxes),
        (Feature::Once, lock::declare_once),
        (Feature::Timed, lock::declare_timed),
        (Feature::Standard, lock::declare_standard),
        (Feature::Literal, kind::declare_literal),
        (Feature::VariableLength, frame::declare_variable_length),
        (Feature::Varargs, frame::declare_arguments),
        (Feature::LongJump, frame::declare_jump),
        (Feature::ThreadLocal, frame::declare_thread_local),
        (Feature::Key, frame::declare_key),
        (Feature::Lent, frame::declare_lent),
        (Feature::Huge, kind::declare_huge),
        (Feature::Fraction, kind::declare_fraction),
        (Feature::Named, kind::declare_named),
        (Feature::Tagged, kind::declare_tagged),
        (Feature::List, chain::declare_list),
        (Feature::Grown, chain::declare_grown),
        (Feature::Nested, pointer::declare_nested),
        (Feature::CastStart, call::declare_member),
    ];
    pointer::declare(b);
    for &(feature, part) in parts {
        if b.has(feature) {
            part(b);
        }
    }
}

/// What `main` does with its threads.
#[derive(Default)]
struct Creation {
    declarations: Vec<Node>,
    creates: Vec<Node>,
    joins: Vec<Node>,
    /// What is looked at when all is over.
    probes: Vec<(String, Integer)>,
}

fn threads(b: &mut Builder) -> (Vec<Node>, Creation) {
    let mut creation = Creation::default();
    let mut workers = Vec::new();
    let count = if b.random.chance(70) { 2 } else { 1 };
    let same = count == 2 && b.has(Feature::SameFunction);
    for thread in 1..=count {
        if same && thread == 2 {
            b.uses(Feature::SameFunction);
            let line = "pthread_create(&t2, 0, (void *(*)(void *))worker1, (void *)1L);".to_string();
            creation.declarations.push(text("pthread_t t2;"));
            creation.creates.push(text(line));
            creation.joins.push(text("pthread_join(t2, 0);"));
            break;
        }
        let worker = worker(b, thread, same, &mut creation);
        workers.push(worker);
    }
    (workers, creation)
}

fn locals(b: &mut Builder, scope: &mut Scope) {
    for index in 0..2 {
        let class = if b.has(Feature::Wide) && index == 1 { Integer::LONG } else { Integer::INT };
        let name = format!("l{index}");
        scope.declarations.push(text(format!("{} {name} = {index};", class.name())));
        scope.locals.push(Local { name, class });
    }
}

/// The function of a thread, and what `main` must do for it.
fn worker(b: &mut Builder, thread: usize, same: bool, creation: &mut Creation) -> Node {
    let mut scope = Scope { thread, ..Scope::default() };
    let mut argument = "0".to_string();
    locals(b, &mut scope);
    if same {
        scope.declarations.push(text("int me = (int)(long)arg;"));
    } else if b.has(Feature::LocalAddress) {
        argument = local_address(b, &mut scope, creation);
    }
    let statements = 3 + b.random.below(3);
    let mut items: Vec<Node> = (0..statements).filter_map(|_| statement::statement(b, &mut scope)).collect();
    if !same {
        for (index, local) in scope.locals.iter().enumerate() {
            let out = format!("out{thread}_{index}");
            b.global(format!("{} {out};", local.class.name()));
            items.push(text(format!("{out} = {};", local.name)));
            creation.probes.push((out, local.class));
        }
    } else {
        let told = b.local(&scope).name;
        items.insert(0, text(format!("{told} = me;")));
        b.global("int out1[2];");
        creation.probes.extend([("out1[0]".to_string(), Integer::INT), ("out1[1]".to_string(), Integer::INT)]);
        items.push(text("out1[me] = l0;"));
    }
    let id = format!("t{thread}");
    let mut start = format!("worker{thread}");
    if b.has(Feature::CastStart) && !b.has(Feature::JoinResult) && b.random.chance(50) {
        b.uses(Feature::CastStart);
        start = "(void *(*)(void *))".to_string() + &start;
    }
    if b.has(Feature::Standard) && !same && b.random.chance(60) {
        return standard(b, thread, creation, scope, items, &argument);
    }
    creation.declarations.push(text(format!("pthread_t {id};")));
    creation.creates.push(text(format!("pthread_create(&{id}, 0, {start}, {argument});")));
    let end = if b.has(Feature::Early) && !same && argument == "0" && b.random.chance(50) {
        b.uses(Feature::Early);
        if b.random.chance(50) {
            creation.joins.push(text(format!("pthread_detach({id});")));
        }
        "return 0;".to_string()
    } else if b.has(Feature::JoinResult) && !same {
        result(b, &id, creation)
    } else {
        creation.joins.push(text(format!("pthread_join({id}, 0);")));
        "return 0;".to_string()
    };
    items.push(text(end));
    let mut whole = std::mem::take(&mut scope.declarations);
    whole.extend(items);
    let result = if start.starts_with('(') { "long " } else { "void *" };
    group(vec![text(format!("{result}worker{thread}(void *arg) {{")), tree::block(whole), text("}")])
}

/// A thread of C11's kind, with a result.
fn standard(
    b: &mut Builder,
    thread: usize,
    creation: &mut Creation,
    scope: Scope,
    mut items: Vec<Node>,
    argument: &str,
) -> Node {
    b.uses(Feature::Standard);
    b.headers.insert("threads.h");
    creation.declarations.push(text(format!("thrd_t t{thread}; int result_t{thread} = 0;")));
    creation.creates.push(text(format!("thrd_create(&t{thread}, worker{thread}, {argument});")));
    creation.joins.push(text(format!("thrd_join(t{thread}, &result_t{thread});")));
    creation.probes.push((format!("result_t{thread}"), Integer::INT));
    items.push(text("return l0;"));
    let mut whole = scope.declarations;
    whole.extend(items);
    group(vec![text(format!("int worker{thread}(void *arg) {{")), tree::block(whole), text("}")])
}

/// A local of `main` that the thread is given, or finds in a global pointer.
fn local_address(b: &mut Builder, scope: &mut Scope, creation: &mut Creation) -> String {
    let name = b.fresh("own");
    let pointer = b.fresh("q");
    b.uses(Feature::LocalAddress);
    creation.probes.push((name.clone(), Integer::INT));
    match b.random.below(4) {
        0 => {
            creation.declarations.push(text(format!("int {name} = 1;")));
            let global = b.fresh("lp");
            b.global(format!("int *{global};"));
            creation.creates.push(text(format!("{global} = &{name};")));
            b.places.push(Place::through(format!("*{global}"), Integer::INT, Feature::LocalAddress));
            // Who comes too early finds a null pointer, which is an error like others.
            "0".to_string()
        }
        1 => {
            creation.declarations.push(text(format!("struct given_{name} given_{name} = {{&{name}, 2}};")));
            creation.declarations.insert(0, text(format!("int {name} = 1;")));
            b.global(format!("struct given_{name} {{ int *to; int v; }};"));
            scope.declarations.push(text(format!("struct given_{name} *{pointer} = arg;")));
            scope.places.push(Place::plain(format!("*{pointer}->to"), Integer::INT, Feature::LocalAddress));
            scope.places.push(Place::plain(format!("{pointer}->v"), Integer::INT, Feature::LocalAddress));
            format!("&given_{name}")
        }
        _ => {
            creation.declarations.push(text(format!("int {name} = 1;")));
            scope.declarations.push(text(format!("int *{pointer} = arg;")));
            scope.places.push(Place::plain(format!("*{pointer}"), Integer::INT, Feature::LocalAddress));
            format!("&{name}")
        }
    }
}

/// How a thread ends with a result, and who looks at it.
fn result(b: &mut Builder, id: &str, creation: &mut Creation) -> String {
    b.uses(Feature::JoinResult);
    let name = format!("result_{id}");
    creation.declarations.push(text(format!("void *{name} = 0;")));
    creation.joins.push(text(format!("pthread_join({id}, &{name});")));
    match b.random.below(4) {
        0 => {
            creation.probes.push((format!("(int)(long){name}"), Integer::INT));
            "pthread_exit((void *)(long)l0);".to_string()
        }
        1 => {
            let address = pointer::address(b);
            creation.probes.push((format!("*(int *){name}"), Integer::INT));
            format!("return {address};")
        }
        _ => {
            creation.probes.push((format!("(int)(long){name}"), Integer::INT));
            "return (void *)(long)l0;".to_string()
        }
    }
}

fn assemble(mut b: Builder, workers: Vec<Node>, creation: Creation) -> Program {
    let mut scope = Scope::default();
    locals(&mut b, &mut scope);
    // Locals of `main` that threads know are its own, too.
    for (name, class) in creation.probes.iter().filter(|(name, _)| name.starts_with("own")) {
        scope.places.push(Place::plain(name, *class, Feature::LocalAddress));
    }
    let busy =
        if workers.len() == 1 && creation.creates.len() == 1 { 2 + b.random.below(3) } else { b.random.below(2) };
    let middle: Vec<Node> = (0..busy).filter_map(|_| statement::statement(&mut b, &mut scope)).collect();
    let mut probes = creation.probes.clone();
    probes.append(&mut b.seen);
    for _ in 0..2 {
        let place = b.place_where(&scope, |place| !place.text.starts_with("*q"));
        probes.extend(place.map(|place| (place.text, place.class)));
    }
    if busy > 0 {
        probes.push(("l0".to_string(), Integer::INT));
    }
    let mut main = creation.declarations;
    main.append(&mut scope.declarations);
    main.append(&mut b.before);
    main.extend(creation.creates);
    main.extend(middle);
    main.extend(creation.joins);
    main.append(&mut b.after);
    for (index, (place, class)) in probes.iter().enumerate() {
        main.push(text(format!("{} r{index} = {place};", class.name())));
    }
    main.push(text(END));
    main.push(text("return 0;"));
    let mut top: Vec<Node> = b.headers.iter().map(|header| text(format!("#include <{header}>"))).collect();
    top.append(&mut b.globals);
    top.append(&mut b.functions);
    top.extend(workers);
    top.push(group(vec![text("int main(void) {"), tree::block(main), text("}")]));
    Program {
        tree: tree::lines(top, 1),
        features: b.used,
        probes: probes.into_iter().map(|(_, class)| class).collect(),
    }
}
