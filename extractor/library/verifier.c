/* The words of other verifiers: SV-COMP (__VERIFIER_*), CBMC (__CPROVER_*, nondet_*), ESBMC (__ESBMC_*), Goblint
 * (__goblint_*, see include/goblint.h), VeriSoft (VS_*), KLEE (klee_*), GenMC and Dartagnan (markers of loops, hazard
 * pointers, RCU; see include/genmc.h and lkmm.h).
 *
 * A nondeterministic value is `__ax_unknown` over its type's range; booleans and VS_toss are choices. An assumption
 * that does not hold ends the run, and that is no deadlock. An atomic section is one step for others.
 * A program that defines one of these names itself keeps its own.
 * Functions called __VERIFIER_atomic_* are atomic as a whole: the machine sees that by the name.
 *
 * Left out: contracts, quantifiers, __CPROVER_havoc_* and everything about the inside of another tool's memory model;
 * values of types wider than 64 bits.
 */
typedef unsigned long size_t;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
int __ax_choose(int low, int high);
long __ax_unknown(long low, long high);
void __ax_assume(int condition);
_Noreturn void __ax_abort(void);
_Noreturn void __ax_exit(int status);
void __ax_wait(int condition);
int __ax_self(void);
void *malloc(size_t size);
void free(void *object);

static const long least = -9223372036854775807 - 1, most = 9223372036854775807;

static long unknown_long(void) { return __ax_unknown(least, most); }

static double unknown_double(void) {
    union { long bits; double value; } u = {unknown_long()};
    return u.value;
}

static float unknown_float(void) {
    union { int bits; float value; } u = {(int)__ax_unknown(-2147483648L, 2147483647)};
    return u.value;
}

static void check(int condition, const char *text) {
    if (!condition)
        __ax_error(AX_ASSERTION, text);
}

/* SV-COMP. */
_Bool __VERIFIER_nondet_bool(void) { return __ax_choose(0, 1); }
char __VERIFIER_nondet_char(void) { return (char)__ax_unknown(-128, 127); }
signed char __VERIFIER_nondet_schar(void) { return (signed char)__ax_unknown(-128, 127); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)__ax_unknown(0, 255); }
short __VERIFIER_nondet_short(void) { return (short)__ax_unknown(-32768, 32767); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)__ax_unknown(0, 65535); }
int __VERIFIER_nondet_int(void) { return (int)__ax_unknown(-2147483648L, 2147483647); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)__ax_unknown(0, 4294967295); }
long __VERIFIER_nondet_long(void) { return unknown_long(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)unknown_long(); }
long long __VERIFIER_nondet_longlong(void) { return unknown_long(); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return (unsigned long long)unknown_long(); }
size_t __VERIFIER_nondet_size_t(void) { return (size_t)unknown_long(); }
float __VERIFIER_nondet_float(void) { return unknown_float(); }
double __VERIFIER_nondet_double(void) { return unknown_double(); }
long __VERIFIER_nondet_loff_t(void) { return unknown_long(); }
unsigned long __VERIFIER_nondet_sector_t(void) { return (unsigned long)unknown_long(); }
unsigned long __VERIFIER_nondet_pthread_t(void) { return (unsigned long)unknown_long(); }
char *__VERIFIER_nondet_charp(void) { return (char *)unknown_long(); }
unsigned __VERIFIER_nondet_unsigned(void) { return (unsigned)__ax_unknown(0, 4294967295); }
unsigned char __VERIFIER_nondet_unsigned_char(void) { return (unsigned char)__ax_unknown(0, 255); }
unsigned __VERIFIER_nondet_unsigned_int(void) { return (unsigned)__ax_unknown(0, 4294967295); }
unsigned char __VERIFIER_nondet_u8(void) { return (unsigned char)__ax_unknown(0, 255); }
unsigned short __VERIFIER_nondet_u16(void) { return (unsigned short)__ax_unknown(0, 65535); }
unsigned __VERIFIER_nondet_u32(void) { return (unsigned)__ax_unknown(0, 4294967295); }
unsigned __VERIFIER_nondet_U32(void) { return (unsigned)__ax_unknown(0, 4294967295); }
void *__VERIFIER_nondet_pointer(void) { return (void *)unknown_long(); }

void __VERIFIER_assume(int condition) { __ax_assume(condition); }
void __VERIFIER_assert(int condition) { check(condition, "__VERIFIER_assert"); }
void __VERIFIER_error(void) { __ax_error(AX_ASSERTION, "__VERIFIER_error is called"); }
void reach_error(void) { __ax_error(AX_ASSERTION, "reach_error is called"); }
void assume_abort_if_not(int condition) { __ax_assume(condition); }
void __VERIFIER_atomic_begin(void) { __ax_atomic_begin(); }
void __VERIFIER_atomic_end(void) { __ax_atomic_end(); }

/* GenMC and Dartagnan. What marks a loop or an access for their searches means nothing to a program. */
void __VERIFIER_loop_begin(void) {}
void __VERIFIER_loop_bound(int bound) { (void)bound; }
void __VERIFIER_spin_start(void) {}
void __VERIFIER_spin_end(int condition) { (void)condition; }
int __VERIFIER_opt_begin(void) { return 0; }
void __VERIFIER_lkmm_fence(const char *kind) { (void)kind; }
void __VERIFIER_output(const char *text) { (void)text; }
void __VERIFIER_method_begin(const char *name, int argument) { (void)name, (void)argument; }
void __VERIFIER_method_end(const char *name, int result) { (void)name, (void)result; }

/* Hazard pointers: what is retired while one points to it is freed when none does any more. */
struct hazard {
    void *protected;
    struct hazard *next;
};

struct retired {
    void *object;
    struct retired *next;
};

static struct hazard *hazards;
static struct retired *waits;

static int is_protected(void *object) {
    for (struct hazard *h = hazards; h != 0; h = h->next)
        if (h->protected == object)
            return 1;
    return 0;
}

static void collect(void) {
    for (struct retired **at = &waits; *at != 0;) {
        struct retired *r = *at;
        if (is_protected(r->object))
            at = &r->next;
        else {
            *at = r->next;
            free(r->object);
            free(r);
        }
    }
}

void *__VERIFIER_hazptr_alloc(void) {
    struct hazard *h = malloc(sizeof *h);
    __ax_atomic_begin();
    h->protected = 0;
    h->next = hazards;
    hazards = h;
    __ax_atomic_end();
    return h;
}

/* Reads a pointer and protects what it points to, in one step. */
void *__ax_hazptr_load(struct hazard *h, void **at) {
    __ax_atomic_begin();
    void *object = *at;
    h->protected = object;
    collect();
    __ax_atomic_end();
    return object;
}

void __VERIFIER_hazptr_protect(struct hazard *h, void *object) {
    __ax_atomic_begin();
    h->protected = object;
    collect();
    __ax_atomic_end();
}

void __VERIFIER_hazptr_clear(struct hazard *h) { __VERIFIER_hazptr_protect(h, 0); }

void __VERIFIER_hazptr_free(struct hazard *h) {
    __ax_atomic_begin();
    for (struct hazard **at = &hazards; *at != 0; at = &(*at)->next)
        if (*at == h) {
            *at = h->next;
            break;
        }
    free(h);
    collect();
    __ax_atomic_end();
}

void __VERIFIER_hazptr_retire(void *object) {
    __ax_atomic_begin();
    if (object != 0) {
        struct retired *r = malloc(sizeof *r);
        r->object = object;
        r->next = waits;
        waits = r;
    }
    collect();
    __ax_atomic_end();
}

/* RCU: who synchronises waits for the readers that were inside when it began. A bit for each thread. */
static unsigned char reading[64];
static unsigned long readers, awaited[64];

void __VERIFIER_rcu_read_lock(void) {
    int self = __ax_self();
    __ax_atomic_begin();
    reading[self]++;
    readers |= 1ul << self;
    __ax_atomic_end();
}

void __VERIFIER_rcu_read_unlock(void) {
    int self = __ax_self();
    __ax_atomic_begin();
    if (reading[self] == 0)
        __ax_error(AX_UNDEFINED, "leaves an RCU read-side section that it is not in");
    else if (--reading[self] == 0) {
        readers &= ~(1ul << self);
        for (int i = 0; i < 64; i++)
            awaited[i] &= ~(1ul << self);
    }
    __ax_atomic_end();
}

void __VERIFIER_synchronize_rcu(void) {
    int self = __ax_self();
    __ax_atomic_begin();
    awaited[self] = readers;
    __ax_atomic_end();
    __ax_atomic_begin();
    __ax_wait(awaited[self] == 0);
    __ax_atomic_end();
}

/* CBMC. */
void __CPROVER_assume(_Bool condition) { __ax_assume(condition); }
void __CPROVER_assert(_Bool condition, const char *text) { check(condition, text); }
void __CPROVER_precondition(_Bool condition, const char *text) { check(condition, text); }
void __CPROVER_atomic_begin(void) { __ax_atomic_begin(); }
void __CPROVER_atomic_end(void) { __ax_atomic_end(); }
void __CPROVER_fence(const char *kind, ...) { (void)kind; }
void __CPROVER_cover(_Bool condition) { (void)condition; }
void __CPROVER_input(const char *name, ...) { (void)name; }
void __CPROVER_output(const char *name, ...) { (void)name; }

_Bool nondet_bool(void) { return __ax_choose(0, 1); }
char nondet_char(void) { return (char)__ax_unknown(-128, 127); }
signed char nondet_schar(void) { return (signed char)__ax_unknown(-128, 127); }
unsigned char nondet_uchar(void) { return (unsigned char)__ax_unknown(0, 255); }
short nondet_short(void) { return (short)__ax_unknown(-32768, 32767); }
unsigned short nondet_ushort(void) { return (unsigned short)__ax_unknown(0, 65535); }
int nondet_int(void) { return (int)__ax_unknown(-2147483648L, 2147483647); }
unsigned nondet_uint(void) { return (unsigned)__ax_unknown(0, 4294967295); }
long nondet_long(void) { return unknown_long(); }
unsigned long nondet_ulong(void) { return (unsigned long)unknown_long(); }
long long nondet_longlong(void) { return unknown_long(); }
unsigned long long nondet_ulonglong(void) { return (unsigned long long)unknown_long(); }
size_t nondet_size_t(void) { return (size_t)unknown_long(); }
float nondet_float(void) { return unknown_float(); }
double nondet_double(void) { return unknown_double(); }

/* ESBMC. */
void __ESBMC_assume(_Bool condition) { __ax_assume(condition); }
void __ESBMC_assert(_Bool condition, const char *text) { check(condition, text); }
void __ESBMC_atomic_begin(void) { __ax_atomic_begin(); }
void __ESBMC_atomic_end(void) { __ax_atomic_end(); }
void __ESBMC_yield(void) {}

/* Goblint. What splits or bounds its analysis means nothing to a program. */
void __goblint_check(int condition) { check(condition, "__goblint_check"); }
void __goblint_assert(int condition) { check(condition, "__goblint_assert"); }
void __goblint_assume(int condition) { __ax_assume(condition); }
void __goblint_assume_join(unsigned long thread) { (void)thread; }
void __goblint_globalize(void *object) { (void)object; }
void __goblint_split_begin(int condition) { (void)condition; }
void __goblint_split_end(int condition) { (void)condition; }
void __goblint_bounded(unsigned long long value) { (void)value; }

/* VeriSoft: VS_toss(n) is 0 to n. */
int VS_toss(int n) { return __ax_choose(0, n); }
void VS_assert(int condition) { check(condition, "VS_assert"); }
void VS_abort(void) { __ax_assume(0); }

/* KLEE. An object is made symbolic byte by byte. */
void klee_make_symbolic(void *object, size_t n, const char *name) {
    unsigned char *bytes = object;
    (void)name;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)__ax_unknown(0, 255);
}

int klee_int(const char *name) { return (void)name, (int)__ax_unknown(-2147483648L, 2147483647); }

/* From `low` to one below `high`. */
int klee_range(int low, int high, const char *name) {
    if (low >= high)
        __ax_error(AX_UNDEFINED, "klee_range without a value");
    return (void)name, (int)__ax_unknown(low, (long)high - 1);
}

int klee_choose(int n) { return __ax_choose(0, n - 1); }
void klee_assume(unsigned long condition) { __ax_assume(condition != 0); }
void klee_prefer_cex(void *object, unsigned long condition) { (void)object, (void)condition; }
_Noreturn void klee_silent_exit(int status) { __ax_exit(status); }
_Noreturn void klee_abort(void) { __ax_abort(); }
void klee_warning(const char *text) { (void)text; }
void klee_print_expr(const char *text, ...) { (void)text; }

_Noreturn void klee_report_error(const char *file, int line, const char *text, const char *suffix) {
    (void)file, (void)line, (void)suffix;
    __ax_error(AX_ASSERTION, text);
    __ax_abort();
}
