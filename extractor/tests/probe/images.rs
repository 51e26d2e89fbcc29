//! Static objects when the program starts: the bytes that the compiler writes, and those of the image.
//!
//! Addresses are compared as differences to what they should lead to, and literals by what is there.

use super::random::Random;
use super::run;
use extractor::program::image::{Base, Image};
use extractor::program::{ExprKind, ObjectId, Program, Storage, literal_bytes};
use extractor::{c, link};
use promela::finding::Findings;
use promela::source::{FileId, Sources};
use std::fmt::Write;

const BEFORE: &str = "\
typedef unsigned long size_t; typedef int wchar_t; typedef unsigned short char16_t;\n\
struct point { char tag; int x, y; }; struct node { struct node *next; int data[3]; struct { short a, b; } in; };\n\
union word { unsigned char bytes[8]; unsigned long whole; double real; struct { int low, high; }; };\n\
struct bits { unsigned a : 3; int b : 5; unsigned long c : 33; _Bool d : 1; unsigned : 0; signed char e : 4; };\n\
struct flexible { int n; short rest[]; }; enum colour { RED, GREEN = 7, BLUE = -1 };\n\
struct __attribute__((packed)) packed { char c; long l; void *p; };\n\
extern struct node second; extern int numbers[6]; int scalar = 5; long table[2][3]; int function(int x) { return x; }\n\
struct node first = { &second, { 1, 2, 3 }, { .b = 4 } }; struct node second = { &first, { [1] = 9 } };\n\
int numbers[6] = { 1, [2 ... 4] = 7 }; const int seven = 7; static const double half = 0.5; const long deep = \
sizeof(int);\n\
const struct point origin = { 'o', 1, 2 };\n";

/// One declaration a line.
const WRITTEN: &str = "\
signed char a1 = -1;\nunsigned char a2 = 300;\nshort a3 = -70000;\nunsigned a4 = -1;\nlong a5 = 1ul << 63;\n\
_Bool a6 = 256;\n_Bool a7 = 0.25;\n_Bool a8 = &scalar;\nenum colour a9 = BLUE;\n__int128 b1 = -5;\n\
unsigned __int128 b2 = ((unsigned __int128)1 << 100) + 3;\nint b3 = 3.99;\nunsigned b4 = 3.5e9;\nfloat c1 = 0.1;\n\
float c2 = 0.1f;\nfloat c3 = 16777217;\ndouble c4 = 1e-310;\ndouble c5 = -0.0;\nlong double c6 = 1.5L;\n\
long double c7 = -12345;\nlong double c8 = 0;\nfloat d1 = 0x1.8p3f;\ndouble d2 = __builtin_inf();\n\
double d3 = -__builtin_inf();\n\
float d4 = __builtin_inff();\ndouble d5 = __builtin_nan(\"\");\nfloat d6 = __builtin_nanf(\"\");\n\
double d7 = 1.0 / 3;\n\
float d8 = 1.0f / 3;\ndouble d9 = 1.0f / 3;\nint e1 = 'a' * 2 + sizeof(struct node);\nint e2 = seven;\n\
int e3 = seven * 2 + 1;\n\
double e4 = half;\nlong e5 = -deep;\nint e6 = 1 ? seven : 3;\nint e7 = __builtin_bswap32(0x01020304);\n\
int e8 = __builtin_strlen(\"four\");\nint e9 = __builtin_popcount(255);\n\
int f1 = __builtin_ctz(8) + __builtin_clz(1);\n\
int f2 = __builtin_offsetof(struct node, data[2]);\nint f3 = (long)&((struct node *)0)->in.b;\n\
char g1[] = \"text\";\nchar g2[3] = \"text\";\nchar g3[10] = \"text\";\nchar g4[2][6] = { \"ab\", \"cd\" };\n\
wchar_t g5[] = L\"w\\u00e9x\";\nchar16_t g6[5] = u\"ab\";\nunsigned char g7[] = { \"braces\" };\n\
char g8[100] = \"a string in an array that is longer than what is listed character by character, to the end\";\n\
char g9[80] = { [3] = 'x', [70] = 'y' };\n\
struct { char name[70]; int n; } h1 = { \"long room for a short text\", 3 };\n\
char *h2 = \"text\";\nconst char *h3[] = { \"a\", \"b\" \"c\", 0, \"d\" + 1 };\nwchar_t *h4 = L\"wide\";\n\
char *h5 = &\"text\"[2];\n\
char h6[] = \"\\0\\1\\377\\x41\" \"1\";\nchar *h7 = \"\\x1\" \"2\";\n\
int *i1 = &scalar;\nint *i2 = numbers;\nint *i3 = numbers + 2;\nint *i4 = &numbers[6];\nint *i5 = 1 + numbers;\n\
int *i6 = &numbers[4] - 1;\nlong *i7 = table[1];\nlong *i8 = &table[1][2];\nlong (*i9)[3] = table + 1;\n\
short *j1 = &first.in.b;\nint *j2 = &second.data[1];\nint *j3 = second.data + 1;\nint *j4 = (&second)->data;\n\
int (*j5)(int) = function;\nint (*j6)(int) = &function;\nint (*j7)(int) = *function;\n\
int (*j8[3])(int) = { [1] = function };\n\
void *k1 = (void *)&scalar;\nunsigned long k2 = (unsigned long)&scalar;\nlong k3 = (long)&scalar + 3;\n\
unsigned long k4 = (unsigned long)(char *)&numbers[1] + 1;\nchar *k5 = (char *)&scalar + 1;\nvoid *k6 = (void *)-1;\n\
int *k7 = (int *)0x1000;\nint *k8 = 0;\nlong k9 = &numbers[5] - &numbers[2];\nint l1 = &numbers[5] > &numbers[2];\n\
int l2 = !&scalar;\nint l3 = &scalar && 1;\nint l4 = &scalar == 0;\nint *l5 = 1 ? &scalar : 0;\n\
void *l6 = &first == 0 ? 0 : &second;\n\
int *l7 = (int []){ 1, 2, 3 };\nint *l8 = (int []){ 4, 5, 6 } + 1;\nstruct point *l9 = &(struct point){ 'x', 8, 9 };\n\
struct point m1 = (struct point){ 't', .y = 2 };\nstruct point m2[2] = { (struct point){ 1, 2, 3 }, { 4, 5 } };\n\
int m3 = (int){ 6 };\nint m4[] = (int []){ 7, 8 };\nstruct point m5 = { .y = 3, .x = 4, .tag = 5, .x = 6 };\n\
union word n1 = { { 1, 2 } };\nunion word n2 = { .whole = 0x1122334455667788 };\nunion word n3 = { .real = 2.5 };\n\
union word n4 = { .high = 3 };\nunion word n5[2] = { [1].low = 7 };\nunion word n6 = { .whole = -1, .low = 2 };\n\
struct bits o1 = { 5, -3, 0x123456789, 1, -2 };\nstruct bits o2[2] = { [1] = { .c = -1, .e = 7 } };\n\
struct bits o3 = { 15, 31 };\n\
struct flexible o4 = { 2, { 10, 20 } };\nstruct flexible o5 = { 3, .rest = { [2] = 5 } };\n\
struct flexible o6 = { 1 };\n\
struct packed p1 = { 'p', -2, &scalar };\nstruct packed p2[2] = { [1] = { .p = numbers + 1 } };\n\
struct { int a; struct { int b, c; }; union { int d; char e; }; } p3 = { 1, { 2, 3 }, { 4 } };\n\
struct { int a; struct { int b, c; }; union { int d; char e; }; } p4 = { .c = 9, .e = 'e' };\n\
struct { struct point a[2]; int n; } p5 = { 1, 2, 3, 4, 5, 6, 7 };\n\
struct { struct point a[2]; int n; } p6 = { .a[1].y = 3, 4 };\n\
int q1[100000] = { [0 ... 99999] = 3, [5] = 4 };\nint q2[3][4] = { [0 ... 2] = { [1 ... 2] = 6 } };\n\
int *q3[4] = { [1 ... 2] = &scalar };\n\
int q4[] = { [3] = 1, 2, [0] = 5 };\nint q5[2][2] = { 1, 2, 3 };\nint q6[] = { };\nstruct point q7 = { };\n\
int q8 = { 4 };\n\
struct { void *p; struct point *q; } q9 = { .q = (struct point []){ { 1, 2, 3 }, { 4, 5, 6 } } };\n\
static int r1;\n_Thread_local int r2 = 3;\n_Thread_local long r3[2] = { 1, 2 };\n\
struct { int *p; int a; } r4 = { &r4.a, 3 };\n\
void *r5 = &r5;\n_Atomic int r6 = 4;\nvolatile short r7 = 5;\nchar (*r8)[5] = &\"text\";\n\
const char *const r9 = \"kept\";\n\
struct { long a; char b[3]; } s1 = { .b = \"xyz\" };\n\
struct { char b[4]; int c; } s2[2] = { \"abc\", 1, { \"de\" }, };\n\
int s3 = _Generic(scalar, int: 1, default: 2);\nint s4 = __builtin_types_compatible_p(int, long);\n\
int s5 = __builtin_choose_expr(1, 2, \"x\");\n__typeof__(scalar) s6 = sizeof(__typeof__(first.in));\n\
long s7 = (char *)&first.in - (char *)&first;\nstruct point *s8[2] = { &m2[1], m2 };\nunsigned char s9 = ~0;\n";

/// The program, and the file of the text.
fn build(text: &str) -> (Program, FileId) {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let unit = c::read_preprocessed("probe.c", text.to_string(), &mut sources, &mut findings);
    let unit = unit.unwrap_or_else(|| panic!("does not parse: {findings:?}"));
    let linked = link::link(&[&unit], &mut sources, &mut findings);
    assert!(findings.list.is_empty(), "{:?}", &findings.list[..findings.list.len().min(5)]);
    (linked.program, unit.file)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// What an image says, and C that prints the same.
fn compare(program: &Program, image: &Image, name: &str, ours: &mut Vec<String>, probe: &mut String) {
    assert!(image.unknown.is_empty(), "{name}: not computed");
    let length = image.bytes.len();
    let _ = writeln!(probe, "{{ static unsigned char b[{}]; memcpy(b, (void *)&{name}, {length});", length.max(1));
    let mut bytes = image.bytes.clone();
    for address in &image.addresses {
        let at = address.offset as usize;
        let addend = i64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let (base, content) = match address.base {
            Base::Object(o) => (format!("&{}", program.object(o).name), None),
            Base::Function(f) => (format!("&{}", program.function(f).name), None),
            Base::Literal(e) => {
                let ExprKind::Str(spelling) = &e.kind else { panic!("{e:?}") };
                (String::new(), Some(literal_bytes(spelling).0))
            }
            Base::Compound(e) => {
                let ExprKind::Compound { init, .. } = &e.kind else { panic!("{e:?}") };
                (String::new(), Some(program.image(init, e.ty).bytes))
            }
            Base::Label(_) => panic!("{name}"),
        };
        bytes[at..at + 8].fill(0);
        match content {
            None => {
                let _ = writeln!(probe, "printf(\"{name} %ld\\n\", take(b + {at}) - (long){base});");
                ours.push(format!("{name} {addend}"));
            }
            Some(content) => {
                let _ = writeln!(probe, "show(\"{name}\", (char *)(take(b + {at}) - ({addend}L)), {});", content.len());
                ours.push(format!("{name} {}", hex(&content)));
            }
        }
    }
    let _ = writeln!(probe, "show(\"{name}\", b, {length}); }}");
    ours.push(format!("{name} {}", hex(&bytes)));
}

fn against_the_compiler(test: &str, text: &str) {
    let main = "int main(void) { return 0; }\n";
    let (program, file) = build(&format!("{text}{main}"));
    let mut probe = format!(
        "int printf(const char *, ...); void *memcpy(void *, const void *, unsigned long);\n{text}\
         static void show(const char *name, void *p, int n) {{ unsigned char *b = p; printf(\"%s \", name);\n\
         for (int i = 0; i < n; i++) printf(\"%02x\", b[i]); printf(\"\\n\"); }}\n\
         static long take(unsigned char *at) {{ long v, zero = 0; memcpy(&v, at, 8); memcpy(at, &zero, 8); return v; \
         }}\n\
         int main(void) {{\n"
    );
    let mut ours = Vec::new();
    let mut compared = 0;
    for (index, object) in program.objects.iter().enumerate() {
        let fixed = object.function.is_none() && object.storage != Storage::External;
        if fixed && object.span.file == file && object.init.is_some() {
            compare(&program, &program.object_image(ObjectId(index as u32)), &object.name, &mut ours, &mut probe);
            compared += 1;
        }
    }
    probe.push_str("return 0; }\n");
    let theirs = run(test, &probe);
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.len(), theirs.len());
    let declared = text.lines().filter(|line| line.contains(" = ") && !line.contains("enum colour {")).count();
    assert!(compared >= declared, "{compared} of {declared} were compared");
}

#[test]
fn written_images() {
    against_the_compiler("written-images", &format!("{BEFORE}{WRITTEN}"));
}

/// Random constant expressions over addresses and numbers.
#[test]
fn random_images() {
    let mut random = Random::new(7);
    let mut text = BEFORE.to_string();
    for index in 0..600 {
        let (ty, value) = match random.below(4) {
            0 => ("long", number(&mut random, 3)),
            1 => (*random.pick(&["char", "unsigned short", "int", "_Bool", "double"]), number(&mut random, 3)),
            2 => ("long", format!("(long)({}) + ({})", pointer(&mut random, 2), number(&mut random, 1))),
            _ => ("void *", pointer(&mut random, 3)),
        };
        let _ = writeln!(text, "{ty} z{index} = {value};");
    }
    against_the_compiler("random-images", &text);
}

fn number(random: &mut Random, depth: u32) -> String {
    let leaf =
        ["1", "seven", "-3", "2u", "5l", "'x'", "sizeof(first)", "GREEN", "0x7fffffff", "(&numbers[4] - numbers)"];
    if depth == 0 {
        return random.pick::<&str>(&leaf).to_string();
    }
    let (a, b) = (number(random, depth - 1), number(random, depth - 1));
    match random.below(8) {
        0 => format!("({a} + {b})"),
        1 => format!("({a} - {b})"),
        2 => format!("({a} * {b})"),
        3 => format!("({a} ^ {b})"),
        4 => format!("({a} < {b})"),
        5 => format!("(short)({a})"),
        6 => format!("({} ? {a} : {b})", pointer(random, 0)),
        _ => format!("({a} >> 1 | {b})"),
    }
}

fn pointer(random: &mut Random, depth: u32) -> String {
    let leaf = ["&scalar", "numbers", "&first.in.b", "&second", "function", "table[1]", "&numbers[3]", "&table[1][1]"];
    if depth == 0 {
        return random.pick::<&str>(&leaf).to_string();
    }
    let inner = pointer(random, depth - 1);
    match random.below(6) {
        0 => format!("(void *)({inner})"),
        1 => format!("((char *)({inner}) + {})", random.below(9)),
        2 => format!("((int *)({inner}) - {})", random.below(4)),
        3 => format!("&((struct node *)({inner}))->data[{}]", random.below(3)),
        4 => format!("(long *)((unsigned long)({inner}) + {})", random.below(20)),
        _ => format!("(seven > 3 ? (void *)({inner}) : (void *)0)"),
    }
}
