//! Statements whose meaning a model cannot hold: casts of pointers, unions, the heap, calls through pointers, floating
//! point. What the compiled program does must stay possible in the model, however it generalises them.

use super::Generator;
use super::effects::MEMORY;
use super::place::{Place, Purpose};
use super::types::{Int, Type};
use crate::generator::tree::{self, Node, text};

/// What the statements need. It stands before the program.
pub const PRELUDE: &str = "\
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
static void *w_kept; static int *w_table[3]; static int w_spare, w_other;
struct w_pair { int *left; int right; int list[3]; };
union w_bits { int whole; unsigned char bytes[4]; short halves[2]; };
static struct w_pair w_global;
static void w_set(int *to, int value) { *to = value; }
static void w_bytes(void *to, int value) { *(unsigned char *)to = value; }
static int *w_choose(int first, int *a, int *b) { return first ? a : b; }
static void w_swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void w_fill(int *a, int n) { while (n-- > 0) a[n] = n + 1; }
static void w_keep(int *p) { w_global.left = p; }
static void w_store(int value) { if (w_global.left) *w_global.left = value; }
static void w_all(int count, ...) { va_list l; va_start(l, count); while (count-- > 0) *va_arg(l, int *) = count; \
va_end(l); }
static void w_far(int **to, int *at) { *to = at; }
static void w_apply(void (*what)(int *, int), int *to, int value) { what(to, value); }
static int w_order(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : 1; }
static int w_link(struct w_pair *p, int depth) { if (depth > 0) { p->right = depth; return w_link(p, depth - 1); } \
return p->right; }";

/// `A` and `B` are two places of the same type `T`, `I` and `J` two of type `int`, `V` is a number, `C` a condition.
const TEMPLATES: &[&str] = &[
    "*(char *)&A = V;",
    "((unsigned char *)&A)[sizeof (A) - 1] = V;",
    "*(unsigned char *)((char *)&A + sizeof (A) / 2) ^= V;",
    "memset(&A, V, sizeof (A));",
    "memcpy(&A, &B, sizeof (A));",
    "w_bytes(&A, V);",
    "{ T *p = C ? &A : &B; *p = V; }",
    "{ T *p = &A; if (C) p = &B; ++*p; }",
    "{ T *p = &A; T **q = &p; if (C) *q = &B; **q = V; *p = 3; }",
    "{ void *p = &A; if (C) *(T *)p = V; B = *(T *)p; }",
    "{ struct { T *p; int n; } a, b; a.p = &A; a.n = V; b = a; *b.p = b.n; }",
    "{ T l[3] = { 1, 2, 3 }; T *p = l; p += V & 1; A = *p++; B = p[0]; }",
    "{ T *p[2] = { &A, &B }; *p[V & 1] = V; }",
    "{ T *p = malloc(sizeof *p); if (p) { *p = V; A = *p; free(p); } }",
    "{ T s = A; A = B; B = s; }",
    "*&A = V;",
    "(C ? &A : &B)[0] = V;",
    "{ w_kept = &A; T *p = w_kept; *p = V; }",
    "{ T *volatile p = &A; *p = V; }",
    "{ long a = (long)&A; *(T *)a = V; }",
    "w_set(&I, V);",
    "w_swap(&I, &J);",
    "*w_choose(C, &I, &J) = V;",
    "w_keep(&I); w_store(V);",
    "w_keep(&I);",
    "w_store(V);",
    "w_all(2, &I, &J);",
    "{ int *p; w_far(&p, &I); *p = V; }",
    "w_table[V % 3] = &I;",
    "if (w_table[V % 3]) *w_table[V % 3] = V;",
    "{ void (*what)(int *, int) = w_set; what(&I, V); }",
    "w_apply(w_set, &I, V);",
    "w_apply(C ? w_set : 0 ? 0 : w_set, &J, V);",
    "{ union w_bits u; u.whole = I; u.bytes[V & 3] = V; J = u.whole; }",
    "{ union w_bits u; u.halves[0] = 1; u.halves[1] = V; I = u.whole; }",
    "{ double d = V; d *= 1.5; I = (int)d; }",
    "{ float f = V; if (f > 20.0f) I = 1; else J = 2; }",
    "{ long long w = I; w = w * 3 + V; if (w > 100) I = (int)(w % 100); }",
    "sscanf(\"17\", \"%d\", &I);",
    "I = atoi(\"42\");",
    "I = (int)strlen(\"four\");",
    "{ char s[8] = \"abc\"; s[1] = V; I = s[1]; J = s[0]; }",
    "{ int l[3] = { V, 2, 1 }; qsort(l, 3, sizeof *l, w_order); I = l[0]; }",
    "{ int l[3]; w_fill(l, 3); I = l[V % 3]; }",
    "{ struct w_pair p = { &I, V, { 1, 2, 3 } }; *p.left = p.list[V % 3]; }",
    "{ struct w_pair p = { 0, V, { 0 } }; I = w_link(&p, 3); }",
    "{ struct w_pair p = { &I, V, { 0 } }, *q = &p; q->left = &J; *p.left = q->right; }",
    "{ struct w_pair p[2] = { { &I, 1, { 0 } }, { &J, 2, { 0 } } }; *p[V & 1].left = p[0].right; }",
    "w_global.left = &w_spare; *w_global.left = V; I = w_spare;",
    "w_global.list[V % 3] = I; w_fill(w_global.list, 2); J = w_global.list[1];",
    "memcpy(w_global.list, (int[3]){ 1, 2, V }, sizeof w_global.list); I = w_global.list[2];",
    "{ int *p = &(int){ V }; I = *p; }",
    "I = ({ int t = V; t + 1; });",
    "{ static int *last; if (last) *last = V; last = &I; }",
    "{ int *p = &I, *q = p; *q = V; J = *p; }",
    "{ int *restrict p = &w_other; *p = V; I = w_other; }",
    "if (&I == &J) I = 1; else I = 2;",
    "{ char *p = \"text\"; while (*p) p++; I = p[-1]; }",
    "*(int *)(void *)(char *)&I = V;",
    "{ int n = 2; int l[n]; l[1] = V; I = l[1]; }",
];

impl Generator {
    pub fn wild_statement(&mut self) -> Option<Node> {
        let template = *self.random.pick(TEMPLATES)?;
        let int = |ty: &Type| matches!(ty, Type::Int(Int::Int));
        let whole = |ty: &Type| matches!(ty, Type::Int(i) if !matches!(i, Int::Bool | Int::Enum { .. }));
        let first = self.wild_place(&whole)?;
        let ty = first.ty.clone();
        let second = self.wild_place(&|candidate| *candidate == ty)?;
        let (one, two) = match template.contains('I') || template.contains('J') {
            true => (self.wild_place(&int)?, self.wild_place(&int)?),
            false => (first.clone(), second.clone()),
        };
        let condition = self.full(|generator, effects| generator.condition(2, effects)).node;
        let value = self.random.between(0, 120);
        self.full(|_, effects| {
            effects.read(MEMORY);
            effects.write(MEMORY);
        });
        let type_name = self.spelling().base(&ty);
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut chars = template.chars().peekable();
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let mut before = ' ';
        while let Some(c) = chars.next() {
            let alone = !part(before) && !chars.peek().is_some_and(|next| part(*next));
            let node = match c {
                'A' if alone => Some(first.node.clone()),
                'B' if alone => Some(second.node.clone()),
                'I' if alone => Some(one.node.clone()),
                'J' if alone => Some(two.node.clone()),
                'C' if alone => Some(tree::group(vec![text("("), condition.clone(), text(")")])),
                'V' if alone => Some(tree::number(value)),
                'T' if alone => Some(text(type_name.clone())),
                _ => None,
            };
            match node {
                Some(node) => {
                    parts.push(text(std::mem::take(&mut plain)));
                    parts.push(node);
                }
                None => plain.push(c),
            }
            before = c;
        }
        parts.push(text(plain));
        Some(tree::statement(vec![tree::block(vec![tree::group(
            [vec![text("{ ")], parts, vec![text(" }")]].concat(),
        )])]))
    }

    /// A place whose address may be taken and whose way there has no effects.
    fn wild_place(&mut self, wanted: &dyn Fn(&Type) -> bool) -> Option<Place> {
        for _ in 0..6 {
            let found =
                self.full(|generator, effects| generator.place(Purpose::WriteAddress, true, 0, effects, wanted));
            if let Some(place) = found.filter(|place| place.bits.is_none()) {
                return Some(place);
            }
        }
        None
    }
}
