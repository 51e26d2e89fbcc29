/* The printf family of <stdio.h>.
 *
 * Conversions: d i u o x X c s p n % m, f F e E g G, with the flags - + space # 0, width and precision (also `*`), and
 * the lengths hh h l ll z j t q L. Integers are exact. A double or long double is printed with all the digits that its
 * value has and rounded half to even, as glibc does.
 * What goes to a stream is shown in the run (`__ax_print`), one text a call as far as 128 bytes reach, stdout and
 * stderr alike; what goes to other streams is lost. A value that is not known is shown as `?`, and the number of
 * characters is then not known, either; into memory it is written digit by digit, case by case.
 * Undefined by C and reported: a null pointer for %s.
 *
 * Left out, and reported as not modelled when a program comes to them: %a, %ls, %lc, arguments by number (%1$d), more
 * than 1000 places of a floating number.
 */
typedef unsigned long size_t;
typedef __builtin_va_list va_list;
struct _IO_FILE;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};

void __ax_error(int kind, const char *text);
long __ax_unknown(long low, long high);
int __ax_known(long value);
void __ax_print(const char *text, size_t n);
void *__ax_allocate(size_t size);
int *__errno_location(void);
char *strerror(int number);
extern struct _IO_FILE *stdout, *stderr;
int __lib_stream_is_shown(struct _IO_FILE *stream);

/* Where characters go: into memory up to `room`, or to the run. */
struct sink {
    char *to; /* null for a stream */
    size_t room;
    size_t count; /* characters so far, also those that found no room */
    int shown;
    int unknown; /* values that were not known */
    int used;
    char buffer[128];
};

static void flush(struct sink *sink) {
    if (sink->used > 0)
        __ax_print(sink->buffer, (size_t)sink->used);
    sink->used = 0;
}

static void put(struct sink *sink, char c) {
    if (sink->shown) {
        if (sink->used == (int)sizeof sink->buffer)
            flush(sink);
        sink->buffer[sink->used++] = c;
    } else if (sink->count + 1 < sink->room)
        sink->to[sink->count] = c;
    sink->count++;
}

static void repeat(struct sink *sink, char c, long times) {
    for (; times > 0; times--)
        put(sink, c);
}

struct conversion {
    int left, plus, space, alternative, zero;
    int width;
    int precision; /* -1 when there is none */
};

/* Prefix, zeros and `n` characters, in a field. */
static void put_field(struct sink *sink, const struct conversion *c, const char *prefix, int zeros, const char *text,
                      int n) {
    int before = 0;
    while (prefix[before] != 0)
        before++;
    long missing = (long)c->width - before - zeros - n;
    if (!c->left && !c->zero)
        repeat(sink, ' ', missing);
    for (int i = 0; i < before; i++)
        put(sink, prefix[i]);
    if (!c->left && c->zero)
        repeat(sink, '0', missing);
    repeat(sink, '0', zeros);
    for (int i = 0; i < n; i++)
        put(sink, text[i]);
    if (c->left)
        repeat(sink, ' ', missing);
}

/* A number that is not known, to the run. */
static int put_unknown(struct sink *sink, long value) {
    if (!sink->shown || __ax_known(value))
        return 0;
    sink->unknown++;
    put(sink, '?');
    return 1;
}

/* A number becomes a text that the program can read: the machine notices if it is an address. */
static void __lib_tells_number(unsigned long value) {
    unsigned low = (unsigned)value;
    (void)low;
}

static void put_integer(struct sink *sink, struct conversion c, unsigned long value, unsigned base, int upper,
                        const char *prefix) {
    char digits[24];
    int n = 0;
    if (!sink->shown)
        __lib_tells_number(value);
    for (; value != 0; value /= base)
        digits[sizeof digits - (size_t)++n] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[value % base];
    int zeros = c.precision < 0 ? (n == 0) : c.precision > n ? c.precision - n : 0;
    if (base == 8 && c.alternative && zeros == 0)
        zeros = 1;
    if (c.precision >= 0)
        c.zero = 0;
    put_field(sink, &c, prefix, zeros, digits + sizeof digits - n, n);
}

static void put_signed(struct sink *sink, const struct conversion *c, long value) {
    if (put_unknown(sink, value))
        return;
    const char *prefix = value < 0 ? "-" : c->plus ? "+" : c->space ? " " : "";
    put_integer(sink, *c, value < 0 ? 0ul - (unsigned long)value : (unsigned long)value, 10, 0, prefix);
}

static void put_unsigned(struct sink *sink, const struct conversion *c, unsigned long value, char letter) {
    if (put_unknown(sink, (long)value))
        return;
    unsigned base = letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
    const char *prefix = base == 16 && c->alternative && value != 0 ? (letter == 'X' ? "0X" : "0x") : "";
    put_integer(sink, *c, value, base, letter == 'X', prefix);
}

static void put_string(struct sink *sink, struct conversion c, const char *text) {
    int n = 0;
    if (text == 0) {
        __ax_error(AX_UNDEFINED, "prints a null pointer with %s");
        text = c.precision < 0 || c.precision > 5 ? "(null)" : "";
    }
    while ((c.precision < 0 || n < c.precision) && text[n] != 0)
        n++;
    c.zero = 0;
    put_field(sink, &c, "", 0, text, n);
}

static void put_pointer(struct sink *sink, struct conversion c, const void *p) {
    c.alternative = 1;
    if (p == 0) {
        c.precision = -1;
        put_string(sink, c, "(nil)");
    } else
        put_unsigned(sink, &c, (unsigned long)p, 'x');
}

/* A floating number: fraction * 2^exponent. */
struct binary {
    int negative, infinite, no_number;
    unsigned long fraction;
    int exponent;
};

/* As 0.d1d2d3… times ten to the power of `point`. */
struct decimal {
    int count, point;
    char *digits;
};

/* What the least number of a type needs: its digits, and limbs of nine of them; and a text with 1000 places. */
enum { BILLION = 1000000000, DIGITS = 800, LIMBS = 90, TEXT = 1400, LONG_DIGITS = 11600, LONG_LIMBS = 1300 };
enum { LONG_TEXT = 6000 };

/* `number`, in digits of base one billion, the smallest first, times `factor`; its new length. */
static int multiply(unsigned *number, int length, unsigned long factor) {
    unsigned long carry = 0;
    for (int i = 0; i < length; i++) {
        carry += number[i] * factor;
        number[i] = (unsigned)(carry % BILLION);
        carry /= BILLION;
    }
    for (; carry != 0; carry /= BILLION)
        number[length++] = (unsigned)(carry % BILLION);
    return length;
}

/* All digits of fraction * 2^exponent: that is (fraction * 5^k) / 10^k for exponent = -k. */
static void expand(struct decimal *d, unsigned long fraction, int exponent, unsigned *number) {
    int length = 0, k = 0;
    for (; fraction != 0 && exponent < 0 && fraction % 2 == 0; exponent++)
        fraction /= 2;
    for (; fraction != 0; fraction /= BILLION)
        number[length++] = (unsigned)(fraction % BILLION);
    for (; exponent >= 30; exponent -= 30)
        length = multiply(number, length, 1ul << 30);
    for (; exponent > 0; exponent--)
        length = multiply(number, length, 2);
    for (k = -exponent; exponent <= -13; exponent += 13)
        length = multiply(number, length, 1220703125);
    for (; exponent < 0; exponent++)
        length = multiply(number, length, 5);
    d->count = 0;
    for (int i = length - 1; i >= 0; i--)
        for (unsigned unit = BILLION / 10; unit > 0; unit /= 10) {
            char digit = (char)('0' + number[i] / unit % 10);
            if (d->count > 0 || digit != '0')
                d->digits[d->count++] = digit;
        }
    d->point = d->count == 0 ? 1 : d->count - k;
}

/* Keeps the first `keep` digits, rounded half to even. */
static void round_to(struct decimal *d, int keep) {
    if (keep >= d->count)
        return;
    int up = 0;
    if (keep >= 0) {
        up = d->digits[keep] > '5';
        if (d->digits[keep] == '5') {
            up = keep > 0 && d->digits[keep - 1] % 2 == 1;
            for (int i = keep + 1; i < d->count && !up; i++)
                up = d->digits[i] != '0';
        }
    }
    d->count = keep > 0 ? keep : 0;
    for (int i = d->count - 1; i >= 0 && up; i--) {
        up = d->digits[i] == '9';
        d->digits[i] = up ? '0' : (char)(d->digits[i] + 1);
    }
    if (up) { /* all nines, or no digit at all */
        d->digits[0] = '1';
        d->count = d->count > 0 ? d->count : 1;
        d->point++;
    }
}

static char digit_at(const struct decimal *d, int i) { return i >= 0 && i < d->count ? d->digits[i] : '0'; }

/* The digits of %f with `precision` places; the number of characters. */
static int fixed(const struct decimal *d, int precision, int alternative, char *to) {
    int n = 0;
    for (int i = d->point > 0 ? 0 : d->point - 1; i < d->point; i++)
        to[n++] = digit_at(d, i);
    if (precision > 0 || alternative)
        to[n++] = '.';
    for (int i = 0; i < precision; i++)
        to[n++] = digit_at(d, d->point + i);
    return n;
}

static int exponential(const struct decimal *d, int precision, int alternative, char letter, char *to) {
    int n = 0, exponent = d->count == 0 ? 0 : d->point - 1;
    to[n++] = digit_at(d, 0);
    if (precision > 0 || alternative)
        to[n++] = '.';
    for (int i = 1; i <= precision; i++)
        to[n++] = digit_at(d, i);
    to[n++] = letter;
    to[n++] = exponent < 0 ? '-' : '+';
    exponent = exponent < 0 ? -exponent : exponent;
    if (exponent >= 1000)
        to[n++] = (char)('0' + exponent / 1000);
    if (exponent >= 100)
        to[n++] = (char)('0' + exponent / 100 % 10);
    to[n++] = (char)('0' + exponent / 10 % 10);
    to[n++] = (char)('0' + exponent % 10);
    return n;
}

/* %g: %e or %f by the exponent after rounding, without zeros at the end. */
static int general(struct decimal *d, int precision, int alternative, char letter, char *to) {
    precision = precision == 0 ? 1 : precision;
    round_to(d, precision);
    int exponent = d->count == 0 ? 0 : d->point - 1, places;
    if (!alternative) {
        while (d->count > 0 && d->digits[d->count - 1] == '0')
            d->count--;
        places = d->count > 0 ? d->count - 1 : 0;
    } else
        places = precision - 1;
    if (exponent < -4 || exponent >= precision)
        return exponential(d, places, alternative, letter, to);
    return fixed(d, places > exponent ? places - exponent : 0, alternative, to);
}

/* `number`, `digits` and `text` are large enough for the type. */
static void put_binary(struct sink *sink, struct conversion c, const struct binary *value, char letter,
                       unsigned *number, char *digits, char *text) {
    int upper = letter >= 'A' && letter <= 'Z';
    const char *sign = value->negative ? "-" : c.plus ? "+" : c.space ? " " : "";
    if (value->no_number || value->infinite) {
        c.zero = 0;
        put_field(sink, &c, sign, 0, value->no_number ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf", 3);
        return;
    }
    struct decimal d = {0, 0, digits};
    int n, precision = c.precision < 0 ? 6 : c.precision;
    if (precision > 1000) {
        __ax_error(AX_NOT_MODELLED, "printf of a floating number with more than 1000 places");
        precision = 1000;
    }
    expand(&d, value->fraction, value->exponent, number);
    switch (letter | 32) {
    case 'f':
        round_to(&d, d.point + precision);
        n = fixed(&d, precision, c.alternative, text);
        break;
    case 'e':
        round_to(&d, precision + 1);
        n = exponential(&d, precision, c.alternative, upper ? 'E' : 'e', text);
        break;
    default:
        n = general(&d, precision, c.alternative, upper ? 'E' : 'e', text);
    }
    put_field(sink, &c, sign, 0, text, n);
}

static void put_double(struct sink *sink, struct conversion c, double value, char letter) {
    union { double value; unsigned long bits; } u = {value};
    if (put_unknown(sink, (long)u.bits))
        return;
    unsigned number[LIMBS];
    char digits[DIGITS], text[TEXT];
    int exponent = (int)(u.bits >> 52 & 0x7ff);
    unsigned long fraction = u.bits & 0xffffffffffffful;
    struct binary b = {u.bits >> 63 != 0, exponent == 0x7ff && fraction == 0, exponent == 0x7ff && fraction != 0,
                       exponent == 0 ? fraction : fraction | 1ul << 52, (exponent == 0 ? 1 : exponent) - 1075};
    put_binary(sink, c, &b, letter, number, digits, text);
}

static void put_long_double(struct sink *sink, struct conversion c, long double value, char letter) {
    union {
        long double value;
        struct { unsigned long fraction; unsigned short exponent; } parts;
    } u = {value};
    unsigned number[LONG_LIMBS];
    char digits[LONG_DIGITS], text[LONG_TEXT];
    int exponent = u.parts.exponent & 0x7fff;
    unsigned long fraction = u.parts.fraction;
    int infinite = exponent == 0x7fff && fraction << 1 == 0;
    struct binary b = {u.parts.exponent >> 15, infinite, exponent == 0x7fff && !infinite, fraction,
                       (exponent == 0 ? 1 : exponent) - 16446};
    put_binary(sink, c, &b, letter, number, digits, text);
}

/* The length of an integer argument: how many bytes it has. */
static const char *read_length(const char *format, int *bytes) {
    *bytes = 4;
    for (;; format++)
        switch (*format) {
        case 'h': *bytes /= 2; break;
        case 'l': case 'z': case 'j': case 't': case 'q': *bytes = 8; break;
        case 'L': *bytes = 16; break;
        default: return format;
        }
}

static const char *read_flags(const char *format, struct conversion *c) {
    for (;; format++)
        switch (*format) {
        case '-': c->left = 1; break;
        case '+': c->plus = 1; break;
        case ' ': c->space = 1; break;
        case '#': c->alternative = 1; break;
        case '0': c->zero = 1; break;
        default: return format;
        }
}

static const char *read_decimal(const char *format, int *value) {
    for (*value = 0; *format >= '0' && *format <= '9'; format++)
        *value = *value < 100000000 ? *value * 10 + (*format - '0') : *value;
    return format;
}

static long narrowed(long value, int bytes) {
    return bytes == 1 ? (signed char)value : bytes == 2 ? (short)value : bytes == 4 ? (int)value : value;
}

static unsigned long narrowed_unsigned(unsigned long value, int bytes) {
    if (bytes == 4)
        return (unsigned)value;
    return bytes == 1 ? (unsigned char)value : bytes == 2 ? (unsigned short)value : value;
}

static void store_count(void *to, int bytes, size_t count) {
    if (bytes == 1)
        *(signed char *)to = (signed char)count;
    else if (bytes == 2)
        *(short *)to = (short)count;
    else if (bytes == 4)
        *(int *)to = (int)count;
    else
        *(long *)to = (long)count;
}

static void print(struct sink *sink, const char *format, va_list arguments) {
    int error = *__errno_location();
    for (; *format != 0; format++) {
        if (*format != '%') {
            put(sink, *format);
            continue;
        }
        struct conversion c = {0, 0, 0, 0, 0, 0, -1};
        int bytes;
        format = read_flags(format + 1, &c);
        if (*format == '*') {
            c.width = __builtin_va_arg(arguments, int);
            c.left |= c.width < 0;
            c.width = c.width < 0 ? -c.width : c.width;
            format++;
        } else
            format = read_decimal(format, &c.width);
        if (format[0] == '.' && format[1] == '*') {
            c.precision = __builtin_va_arg(arguments, int);
            format += 2;
        } else if (*format == '.')
            format = read_decimal(format + 1, &c.precision);
        format = read_length(format, &bytes);
        switch (*format) {
        case 'd': case 'i': {
            long value = bytes >= 8 ? __builtin_va_arg(arguments, long) : __builtin_va_arg(arguments, int);
            put_signed(sink, &c, narrowed(value, bytes));
            break;
        }
        case 'u': case 'o': case 'x': case 'X': {
            unsigned long value = bytes >= 8 ? __builtin_va_arg(arguments, unsigned long)
                                             : __builtin_va_arg(arguments, unsigned);
            put_unsigned(sink, &c, narrowed_unsigned(value, bytes), *format);
            break;
        }
        case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': {
            if (bytes == 16)
                put_long_double(sink, c, __builtin_va_arg(arguments, long double), *format);
            else
                put_double(sink, c, __builtin_va_arg(arguments, double), *format);
            break;
        }
        case 'c': {
            char character = (char)__builtin_va_arg(arguments, int);
            c.zero = 0;
            if (!put_unknown(sink, character))
                put_field(sink, &c, "", 0, &character, 1);
            break;
        }
        case 's': put_string(sink, c, __builtin_va_arg(arguments, const char *)); break;
        case 'p': put_pointer(sink, c, __builtin_va_arg(arguments, const void *)); break;
        case 'm': put_string(sink, c, strerror(error)); break;
        case 'n': store_count(__builtin_va_arg(arguments, void *), bytes, sink->count); break;
        case '%': put(sink, '%'); break;
        default: __ax_error(AX_NOT_MODELLED, "a conversion of printf that is not known"); return;
        }
    }
}

/* What the function gives back: the number of characters, as far as it is known. */
static int finish(struct sink *sink) {
    if (sink->shown)
        flush(sink);
    else if (sink->room > 0)
        sink->to[sink->count < sink->room ? sink->count : sink->room - 1] = 0;
    if (sink->unknown > 0)
        return (int)__ax_unknown((long)sink->count, (long)sink->count + 24l * sink->unknown);
    return (int)sink->count;
}

int vsnprintf(char *restrict to, size_t n, const char *restrict format, va_list arguments) {
    struct sink sink = {.to = to, .room = n};
    print(&sink, format, arguments);
    return finish(&sink);
}

int vsprintf(char *restrict to, const char *restrict format, va_list arguments) {
    return vsnprintf(to, 2147483647, format, arguments);
}

int vfprintf(struct _IO_FILE *restrict stream, const char *restrict format, va_list arguments) {
    struct sink sink = {.shown = __lib_stream_is_shown(stream)};
    print(&sink, format, arguments);
    return finish(&sink);
}

int vprintf(const char *restrict format, va_list arguments) { return vfprintf(stdout, format, arguments); }

int vdprintf(int descriptor, const char *restrict format, va_list arguments) {
    struct sink sink = {.shown = descriptor == 1 || descriptor == 2};
    print(&sink, format, arguments);
    return finish(&sink);
}

int vasprintf(char **restrict result, const char *restrict format, va_list arguments) {
    va_list again;
    __builtin_va_copy(again, arguments);
    int n = vsnprintf(0, 0, format, again);
    __builtin_va_end(again);
    *result = __ax_allocate((size_t)n + 1);
    return vsnprintf(*result, (size_t)n + 1, format, arguments);
}

int snprintf(char *restrict to, size_t n, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vsnprintf(to, n, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int sprintf(char *restrict to, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vsprintf(to, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int asprintf(char **restrict result, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vasprintf(result, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int fprintf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vfprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int printf(const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vprintf(format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int dprintf(int descriptor, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vdprintf(descriptor, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

void perror(const char *text) {
    const char *message = strerror(*__errno_location());
    if (text != 0 && *text != 0)
        fprintf(stderr, "%s: %s\n", text, message);
    else
        fprintf(stderr, "%s\n", message);
}
