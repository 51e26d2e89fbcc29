/* <stdlib.h> without the heap (malloc.c), the end of the program (exit.c) and random numbers (random.c): numbers from
 * text, sorting and searching, integer arithmetic, the environment.
 *
 * `qsort` sorts by insertion: it is stable, needs no memory, and every comparison goes through the caller's function,
 * which may keep state of its own and be searched like any code. C promises neither order nor number of calls.
 * `strtof`, `strtod` and `strtold` round exactly (half to even) for up to 40 digits; digits after these only tell that
 * there is more. `inf`, `nan` and hexadecimal digits are read, too.
 * `getenv` gives null, or a text of one unknown byte; the machine tries both, and it stays so.
 * Undefined by C and reported: `abs(INT_MIN)`, `div` by 0 (by the machine), bases that are none give EINVAL.
 *
 * Left out: multibyte characters, `setenv` (a value that was set would be read back), `system`, `mkstemp`, `realpath`.
 */
typedef unsigned long size_t;
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EINVAL = 22, ERANGE = 34 };

void __ax_error(int kind, const char *text);
int __ax_choose(int low, int high);
long __ax_unknown(long low, long high);
int strcmp(const char *a, const char *b);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *strcpy(char *restrict to, const char *restrict from);
void __ax_atomic_end(void);
void __ax_atomic_begin(void);
int *__errno_location(void);

int abs(int n) {
    if (n == -2147483647 - 1)
        __ax_error(AX_OVERFLOW, "abs(INT_MIN) is no int");
    return n < 0 ? (int)(0u - (unsigned)n) : n;
}

long labs(long n) {
    if (n == -9223372036854775807L - 1)
        __ax_error(AX_OVERFLOW, "labs(LONG_MIN) is no long");
    return n < 0 ? (long)(0ul - (unsigned long)n) : n;
}

long long llabs(long long n) { return labs((long)n); }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The value of a digit; 99 for other characters. */
static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

/* A number as text says it: sign and magnitude, and whether the magnitude is too large for 64 bits. */
struct number {
    unsigned long magnitude;
    int negative, too_large;
    const char *end; /* where it ends; the start of the text when there is none */
};

static struct number parse(const char *text, int base) {
    struct number n = {0, 0, 0, text};
    const char *s = text;
    if (base != 0 && (base < 2 || base > 36)) {
        *__errno_location() = EINVAL;
        return n;
    }
    while (is_space(*s))
        s++;
    if (*s == '+' || *s == '-')
        n.negative = *s++ == '-';
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0)
        base = *s == '0' ? 8 : 10;
    for (; digit(*s) < base; n.end = ++s) {
        unsigned long d = (unsigned long)digit(*s), most = (unsigned long)-1;
        if (n.magnitude > (most - d) / (unsigned long)base)
            n.too_large = 1;
        else
            n.magnitude = n.magnitude * (unsigned long)base + d;
    }
    return n;
}

long strtol(const char *restrict text, char **restrict end, int base) {
    struct number n = parse(text, base);
    unsigned long most = 9223372036854775807ul + (n.negative ? 1 : 0);
    if (end != 0)
        *end = (char *)n.end;
    if (n.too_large || n.magnitude > most) {
        *__errno_location() = ERANGE;
        n.magnitude = most;
    }
    return (long)(n.negative ? 0ul - n.magnitude : n.magnitude);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
    struct number n = parse(text, base);
    if (end != 0)
        *end = (char *)n.end;
    if (n.too_large) {
        *__errno_location() = ERANGE;
        return (unsigned long)-1;
    }
    return n.negative ? 0ul - n.magnitude : n.magnitude;
}

long long strtoll(const char *restrict t, char **restrict end, int base) { return strtol(t, end, base); }
unsigned long long strtoull(const char *restrict t, char **restrict end, int base) { return strtoul(t, end, base); }
long strtoimax(const char *restrict t, char **restrict end, int base) { return strtol(t, end, base); }
unsigned long strtoumax(const char *restrict t, char **restrict end, int base) { return strtoul(t, end, base); }

/* What glibc does where C leaves it undefined: the value of strtol, cut down to an int. */
int atoi(const char *text) { return (int)strtol(text, 0, 10); }
long atol(const char *text) { return strtol(text, 0, 10); }
long long atoll(const char *text) { return strtol(text, 0, 10); }

/* Whether `s` begins with `word`, in either case. */
static int begins(const char *s, const char *word) {
    for (; *word != 0; s++, word++)
        if (digit(*s) != digit(*word))
            return 0;
    return 1;
}

/* A floating type: the bits of its fraction, and the power of the last one in its least and its largest numbers. */
struct format {
    int bits, least, most;
};

static const struct format single_format = {24, -149, 104};
static const struct format double_format = {53, -1074, 971};
static const struct format extended_format = {64, -16445, 16320};

/* A large natural number, 32 bits a limb, the lowest first. */
enum { LIMBS = 640 };
struct large {
    int used;
    unsigned limbs[LIMBS];
};

static void multiply_and_add(struct large *n, unsigned factor, unsigned summand) {
    unsigned long carry = summand;
    for (int i = 0; i < n->used; i++) {
        carry += (unsigned long)n->limbs[i] * factor;
        n->limbs[i] = (unsigned)carry;
        carry >>= 32;
    }
    if (carry != 0)
        n->limbs[n->used++] = (unsigned)carry;
}

/* Divides; whether there is a remainder. */
static int divide(struct large *n, unsigned divisor) {
    unsigned long rest = 0;
    for (int i = n->used - 1; i >= 0; i--) {
        rest = rest << 32 | n->limbs[i];
        n->limbs[i] = (unsigned)(rest / divisor);
        rest %= divisor;
    }
    return rest != 0;
}

static unsigned long bit(const struct large *n, int i) {
    return i >= 0 && i < 32 * n->used ? n->limbs[i / 32] >> i % 32 & 1 : 0;
}

/* fraction * 2^power, at most the largest number of the format or infinite. */
static long double assembled(unsigned long fraction, int power, const struct format *format) {
    union {
        struct { unsigned long fraction; unsigned short exponent; } parts;
        long double value;
    } result;
    result.parts.fraction = fraction;
    for (; result.parts.fraction >> 63 == 0 && power > -16445; power--)
        result.parts.fraction <<= 1;
    result.parts.exponent = (unsigned short)(power + 16445 + (int)(result.parts.fraction >> 63));
    if (power > format->most + format->bits - 64) {
        result.parts.fraction = 1ul << 63;
        result.parts.exponent = 0x7fff;
    }
    return result.value;
}

/* n / 2^shift, and a little more if `more`, rounded half to even; n is not 0. */
static long double rounded(const struct large *n, int shift, int more, const struct format *format) {
    int top = 32 * n->used - 1;
    while (bit(n, top) == 0)
        top--;
    int lowest = top - shift - (format->bits - 1); /* power of the last bit that is kept */
    lowest = lowest < format->least ? format->least : lowest;
    int last = lowest + shift;
    unsigned long fraction = 0;
    for (int i = top; i >= last; i--)
        fraction = fraction * 2 + bit(n, i);
    for (int i = 0; i < last - 1 && i <= top && !more; i++)
        more = (int)bit(n, i);
    if (bit(n, last - 1) && (more || fraction % 2 == 1) && ++fraction == 0) {
        fraction = 1ul << 63;
        lowest++;
    }
    return fraction == 0 ? 0 : assembled(fraction, lowest, format);
}

/* n * 10^exponent, and a little more if `more`; n has up to 40 digits and is not 0. */
static long double decimal(struct large *n, int exponent, int more, const struct format *format) {
    int limbs = 0;
    if (exponent > 4933 || exponent < -5000)
        return exponent > 0 ? assembled(1, format->most + format->bits, format) : 0;
    for (; exponent >= 9; exponent -= 9)
        multiply_and_add(n, 1000000000, 0);
    for (; exponent > 0; exponent--)
        multiply_and_add(n, 10, 0);
    if (exponent < 0) { /* enough bits for the quotient */
        limbs = 3 - exponent / 8;
        n->used += limbs;
        for (int i = n->used - 1; i >= 0; i--)
            n->limbs[i] = i >= limbs ? n->limbs[i - limbs] : 0;
    }
    for (; exponent <= -9; exponent += 9)
        more |= divide(n, 1000000000);
    for (; exponent < 0; exponent++)
        more |= divide(n, 10);
    return rounded(n, 32 * limbs, more, format);
}

/* Digits with a point and an exponent; `*s` goes behind them, and stays where there are none. */
static long double magnitude(const char **s, int base, const struct format *format) {
    const char *p = *s;
    struct large n;
    n.used = 0;
    int exponent = 0, seen = 0, point = 0, more = 0, kept = 0;
    for (; digit(*p) < base || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = 1;
            continue;
        }
        seen = 1;
        if (kept < 40) {
            multiply_and_add(&n, (unsigned)base, (unsigned)digit(*p));
            exponent -= point;
            kept += kept > 0 || *p != '0';
        } else {
            exponent += !point;
            more |= *p != '0';
        }
    }
    if (!seen)
        return 0;
    *s = p;
    int sign = 1, power = 0;
    if (digit(*p) == (base == 16 ? 25 : 14)) { /* p or e */
        p++;
        if (*p == '+' || *p == '-')
            sign = *p++ == '-' ? -1 : 1;
        for (; digit(*p) < 10; *s = ++p)
            if (power < 100000)
                power = power * 10 + digit(*p);
    }
    if (kept == 0)
        return 0;
    long double result = base == 16 ? rounded(&n, -(4 * exponent + sign * power), more, format)
                                    : decimal(&n, exponent + sign * power, more, format);
    /* Too large, or with fewer bits than others. */
    if (result > assembled(~0ul << (64 - format->bits), format->most + format->bits - 64, format) ||
        result < assembled(1, format->least + format->bits - 1, format))
        *__errno_location() = ERANGE;
    return result;
}

static long double number(const char *restrict text, char **restrict end, const struct format *format) {
    const char *s = text;
    long double value = 0;
    int negative = 0;
    while (is_space(*s))
        s++;
    if (*s == '+' || *s == '-')
        negative = *s++ == '-';
    const char *start = s;
    if (begins(s, "inf")) {
        value = assembled(1, format->most + format->bits, format);
        s += begins(s, "infinity") ? 8 : 3;
    } else if (begins(s, "nan")) {
        value = assembled(1, format->most + format->bits, format) * 0;
        s += 3;
        negative = !negative; /* the product above has its sign bit set on x86-64 */
    } else {
        int hexadecimal = s[0] == '0' && digit(s[1]) == 33 && (digit(s[2]) < 16 || (s[2] == '.' && digit(s[3]) < 16));
        s += hexadecimal ? 2 : 0;
        value = magnitude(&s, hexadecimal ? 16 : 10, format);
    }
    if (end != 0)
        *end = (char *)(s == start ? text : s);
    return negative && s != start ? -value : value;
}

float strtof(const char *restrict text, char **restrict end) { return (float)number(text, end, &single_format); }
double strtod(const char *restrict text, char **restrict end) { return (double)number(text, end, &double_format); }
long double strtold(const char *restrict text, char **restrict end) { return number(text, end, &extended_format); }
double atof(const char *text) { return strtod(text, 0); }

typedef int comparison(const void *, const void *);
typedef int comparison_r(const void *, const void *, void *);

static void swap(unsigned char *a, unsigned char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

void qsort(void *base, size_t count, size_t size, comparison *compare) {
    unsigned char *b = base;
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && compare(b + (k - 1) * size, b + k * size) > 0; k--)
            swap(b + (k - 1) * size, b + k * size, size);
}

void qsort_r(void *base, size_t count, size_t size, comparison_r *compare, void *argument) {
    unsigned char *b = base;
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && compare(b + (k - 1) * size, b + k * size, argument) > 0; k--)
            swap(b + (k - 1) * size, b + k * size, size);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison *compare) {
    const unsigned char *b = base;
    while (count > 0) {
        const unsigned char *middle = b + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            b = middle + size;
            count -= count / 2 + 1;
        } else
            count /= 2;
    }
    return 0;
}

struct variable {
    char name[32], value[2];
    int is_set;
};

/* The environment, as far as somebody asked: it is the same each time. */
static struct variable variables[8];
static int variable_count;

char *getenv(const char *name) {
    char copy[32];
    strncpy(copy, name, sizeof copy - 1);
    copy[sizeof copy - 1] = 0;
    __ax_atomic_begin();
    int i = 0;
    while (i < variable_count && strcmp(variables[i].name, copy) != 0)
        i++;
    if (i == 8)
        __ax_error(AX_NOT_MODELLED, "more than 8 variables of the environment");
    else if (i == variable_count) {
        strcpy(variables[i].name, copy);
        variables[i].is_set = __ax_choose(0, 1);
        if (variables[i].is_set)
            variables[i].value[0] = (char)__ax_unknown(-128, 127);
        variable_count++;
    }
    char *result = i < 8 && variables[i].is_set ? variables[i].value : 0;
    __ax_atomic_end();
    return result;
}

char *secure_getenv(const char *name) { return getenv(name); }
