//! The user's sources and the library as one program: who defines what, and which files are read for it.

use extractor::program::{FunctionId, Linked, Program, Storage};
use extractor::{c, library, link, program};
use promela::finding::Findings;
use promela::source::Sources;
use std::collections::BTreeSet;

struct Built {
    linked: Linked,
    files: Vec<String>,
    findings: Vec<String>,
}

fn built(texts: &[&str]) -> Built {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let read = |(i, text): (usize, &&str)| {
        let name = format!("user{i}.c");
        c::read_preprocessed(&name, text.to_string(), &mut sources, &mut findings).expect("it parses")
    };
    let units: Vec<c::Unit> = texts.iter().enumerate().map(read).collect();
    let linked = link::link(&units.iter().collect::<Vec<_>>(), &mut sources, &mut findings);
    let files = sources.files().skip(texts.len()).map(|(_, f)| f.name.to_string()).collect();
    let findings = findings.list.iter().map(|f| f.message.clone()).collect();
    Built { linked, files, findings }
}

impl Built {
    fn program(&self) -> &Program {
        &self.linked.program
    }

    fn functions(&self, name: &str) -> Vec<FunctionId> {
        let all = self.program().functions.iter().enumerate();
        all.filter(|(_, f)| f.name == name).map(|(id, _)| FunctionId(id as u32)).collect()
    }

    fn is_library(&self, id: FunctionId) -> bool {
        self.program().function(id).source >= self.linked.library
    }
}

/// What is told by a look at the tokens is what the typed program has.
#[test]
fn index_of_the_library() {
    for file in library::FILES {
        let (mut sources, mut findings) = (Sources::new(), Findings::default());
        let unit = c::read_preprocessed(file.name, file.text.to_string(), &mut sources, &mut findings).unwrap();
        let program = program::build(&[&unit], &mut findings);
        let functions = program.functions.iter().filter(|f| f.body.is_some() && !f.internal).map(|f| f.name.as_str());
        let defined = |s: Storage| matches!(s, Storage::Global | Storage::ThreadLocal);
        let at_file_level = program.objects.iter().filter(|o| o.function.is_none() && defined(o.storage));
        let text = |o: &&program::Object| {
            let start = o.span.start as usize;
            let line = file.text[..start].rfind('\n').map_or(0, |at| at + 1);
            let line = &file.text[line..start];
            !line.contains("static") && !line.contains("extern")
        };
        let expected: BTreeSet<&str> = functions.chain(at_file_level.filter(text).map(|o| o.name.as_str())).collect();
        let found: BTreeSet<&str> = library::definitions(file.text).into_iter().collect();
        assert_eq!(found, expected, "{}", file.name);
    }
}

#[test]
fn only_what_is_needed_is_read() {
    let b = built(&["int main(void) { return 0; }"]);
    assert_eq!(b.files, ["exit.c"]);
    assert!(b.program().function(b.linked.exit.unwrap()).body.is_some());
    assert!(b.program().function(b.functions("atexit")[0]).body.is_none(), "nobody registers functions");
    assert!(b.findings.is_empty());
}

#[test]
fn threads() {
    let b = built(&["typedef unsigned long pthread_t; typedef union { char size[40]; long align; } pthread_mutex_t;
        typedef union { char size[56]; long align; } pthread_attr_t;
        int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
        int pthread_join(pthread_t, void **);
        int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);
        pthread_mutex_t m; int x;
        void *w(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
        int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); return pthread_join(t, 0); }"]);
    assert!(b.findings.is_empty(), "{:?}", b.findings);
    let files: BTreeSet<&str> = b.files.iter().map(String::as_str).collect();
    assert!(files.contains("pthread_thread.c") && files.contains("pthread_mutex.c") && files.contains("waiting.c"));
    assert!(files.len() <= 5, "{files:?}");
    let [create] = b.functions("pthread_create")[..] else { panic!() };
    assert!(b.is_library(create) && b.program().function(create).body.is_some());
    let t = b.program().objects.iter().find(|o| o.name == "t").unwrap();
    assert_eq!(b.program().size_of(t.ty), Some(8));
}

/// The user's definition is the user's; the library goes on with its own, but for the heap.
#[test]
fn definitions_of_the_user() {
    let b = built(&["unsigned long strlen(const char *s) { return 0; } int puts(const char *s); void *calloc();
        void *malloc(unsigned long n) { return 0; } int exit;
        int main(void) { calloc(1, 2); puts(\"x\"); return strlen(\"y\"); }"]);
    assert!(b.findings.iter().all(|f| !f.contains("twice")), "{:?}", b.findings);
    let strlen = b.functions("strlen");
    assert_eq!(strlen.iter().map(|f| b.is_library(*f)).collect::<Vec<_>>(), [false, true]);
    assert!(strlen.iter().all(|f| b.program().function(*f).body.is_some()));
    let [malloc] = b.functions("malloc")[..] else { panic!() };
    assert!(!b.is_library(malloc));
    assert!(b.is_library(b.linked.exit.unwrap()));
}

#[test]
fn builtins_are_the_library() {
    let b = built(&["int main(void) { char a[3]; __builtin_memset(a, 0, 3); __builtin_trap(); }"]);
    let [memset] = b.functions("memset")[..] else { panic!() };
    assert!(b.program().function(memset).body.is_some());
    assert!(b.functions("__builtin_memset").is_empty());
    assert_eq!(b.functions("__builtin_trap").len(), 1);
}

#[test]
fn objects_of_the_library() {
    let b = built(&["struct _IO_FILE; extern struct _IO_FILE *stderr; int fputs(const char *, struct _IO_FILE *);
        int main(void) { return fputs(\"x\", stderr); }"]);
    let stderr: Vec<_> = b.program().objects.iter().filter(|o| o.name == "stderr").collect();
    assert_eq!(stderr.len(), 1);
    assert_ne!(stderr[0].storage, Storage::External);
    assert!(b.findings.is_empty(), "{:?}", b.findings);
}

/// Names of one file are not those of another: `static` ones of the library and the user's.
#[test]
fn names_do_not_meet() {
    let b = built(&["int take; int end(void) { return take; } void exit(int); int atexit(void (*)(void));
        static void add(void) { exit(end()); } int main(void) { atexit(add); }"]);
    assert_eq!(b.functions("end").len(), 2);
    assert_eq!(b.functions("add").len(), 2);
    assert!(b.findings.is_empty(), "{:?}", b.findings);
}

#[test]
fn what_nobody_defines_stays_open() {
    let b = built(&["void beyond(void); extern int far; int main(void) { beyond(); return far; }"]);
    assert!(b.program().function(b.functions("beyond")[0]).body.is_none());
    assert!(b.findings.is_empty());
}

/// Time: a program with threads is linked in milliseconds.
#[test]
fn it_is_fast() {
    let start = std::time::Instant::now();
    built(&["int pthread_create(); int pthread_join(); int pthread_mutex_lock(); void __assert_fail();
        int pthread_cond_wait(); int sem_wait(); int printf(const char *, ...);
        int main(void) { pthread_create(); pthread_join(); pthread_mutex_lock(); __assert_fail(); }"]);
    let taken = start.elapsed();
    eprintln!("linked in {taken:?}");
}

fn object<'b>(b: &'b Built, name: &str) -> &'b program::Object {
    b.program().objects.iter().find(|o| o.name == name).unwrap_or_else(|| panic!("no object {name}"))
}

/// `_Atomic` goes with the type: through pointers, in arrays, in members; values lose it.
#[test]
fn atomic_types() {
    let b = built(&["typedef _Atomic int atomic_int; struct s { atomic_int m; int k; }; struct s *s; atomic_int a[3];
        int f(atomic_int *p, int *q, atomic_int * _Atomic *r) { return 0; } atomic_int g;
        __typeof__((void)0, g) value; int *_Atomic ap; int main(void) {
        return _Generic(g, int: 1, default: 2) + _Generic(&s->m, int *: 1, atomic_int *: 2, default: 3) + (g + 1); }"]);
    let p = b.program();
    let pointee = |name: &str| p.pointee(object(&b, name).ty).unwrap();
    assert!(p.types.is_atomic(pointee("p")) && !p.types.is_atomic(pointee("q")));
    assert!(p.types.is_atomic(pointee("r")) && p.types.is_atomic(p.pointee(pointee("r")).unwrap()));
    assert!(p.types.is_atomic(object(&b, "g").ty) && !p.types.is_atomic(object(&b, "value").ty));
    assert!(p.types.is_atomic(object(&b, "ap").ty) && !p.types.is_atomic(pointee("ap")));
    let program::Type::Array(of, _) = p.ty(object(&b, "a").ty) else { panic!() };
    assert!(p.types.is_atomic(*of));
    let program::Type::Record(s) = p.ty(pointee("s")) else { panic!() };
    let members = p.record(*s).members.as_ref().unwrap();
    assert_eq!(members.iter().map(|m| p.types.is_atomic(m.ty)).collect::<Vec<_>>(), [true, false]);
    let main = p.function(b.functions("main")[0]).body.as_ref().unwrap();
    let program::StmtKind::Return(Some(e)) = &main[0].kind else { panic!() };
    assert_eq!(program::print::expression(p, e), "((1+2)+(g+1))");
    assert_eq!(e.ty, program::TypeId::INT);
    assert!(b.findings.is_empty(), "{:?}", b.findings);
}

/// Lengths that are not constants belong to types of their own.
#[test]
fn variable_lengths() {
    let b = built(&[
        "int f(int n, int a[n][n + 1], int (*p)[n]) { int v[n][3], w[4][n]; return sizeof(v) + sizeof(int[n]); }
        int main(void) { return 0; }",
    ]);
    let p = b.program();
    let f = p.function(b.functions("f")[0]);
    assert_eq!(f.lengths.iter().map(|e| program::print::expression(p, e)).collect::<Vec<_>>(), ["(n+1)", "n"]);
    assert_eq!(p.pointee(object(&b, "a").ty), Some(f.length_types[0]));
    assert_eq!(p.pointee(object(&b, "p").ty), Some(f.length_types[1]));
    let body = f.body.as_ref().unwrap();
    let program::StmtKind::Declaration(declaration) = &body[0].kind else { panic!() };
    let [v, w] = &declaration.declarators[..] else { panic!() };
    assert_eq!(v.length_types, [object(&b, "v").ty]);
    let program::Type::Array(row, Some(4)) = p.ty(object(&b, "w").ty) else { panic!() };
    assert_eq!(w.length_types, [*row]);
    let program::StmtKind::Return(Some(e)) = &body[1].kind else { panic!() };
    let program::ExprKind::Binary(sum) = &e.kind else { panic!() };
    let program::ExprKind::Size { value: None, of: Some(left), .. } = &sum.left.kind else { panic!() };
    assert_eq!(left.ty, object(&b, "v").ty);
    let program::ExprKind::Size { value: None, of: Some(right), .. } = &sum.right.kind else { panic!() };
    assert_eq!((right.lengths.len(), right.length_types[..] == [right.ty]), (1, true));
}

#[test]
fn what_only_the_machine_needs() {
    let b = built(&[
        "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); }
        int g(void) { void *p = &&out; goto *p; out: return 1; }
        _Alignas(64) char a; int c __attribute__((aligned(32)));
        __attribute__((constructor(101))) void early(void) { } __attribute__((destructor)) void late(void) { }
        int main(void) { return 0; }",
    ]);
    let p = b.program();
    let body = p.function(b.functions("f")[0]).body.as_ref().unwrap();
    let program::StmtKind::Return(Some(e)) = &body[2].kind else { panic!() };
    assert!(matches!(&e.kind, program::ExprKind::VaArg { .. }) && e.ty == program::TypeId::INT);
    let Some(program::Init::Expr(label)) = &object(&b, "p").init else { panic!() };
    assert!(matches!(&label.kind, program::ExprKind::LabelAddress(l) if l == "out"));
    assert_eq!((object(&b, "a").align, object(&b, "c").align), (Some(64), Some(32)));
    let (early, late) = (p.function(b.functions("early")[0]), p.function(b.functions("late")[0]));
    assert_eq!((early.constructor, early.destructor), (Some(101), None));
    assert_eq!((late.constructor, late.destructor), (None, Some(program::NO_PRIORITY)));
}
