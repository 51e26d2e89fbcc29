/* The scanf family of <stdio.h>.
 *
 * Conversions: d i u o x X p c s [ n %, f e g a, with `*`, a width, and the lengths hh h l ll z j t q L.
 * `sscanf` reads its string exactly, as C says, but for integers "0x" and doubles "1e" without more digits, which are 0
 * and 1 as in glibc. Numbers that do not fit are cut as glibc's strtol and conversions do; C leaves that undefined.
 * Floating numbers are as exact as `strtod`.
 * `scanf` and `fscanf` give values that are not known, and stop at any conversion by choice: no character is read, so
 * calls in between do not see the rest of a line. A string of %s or %[ has any length, up to the width: without one,
 * every buffer is too small, and that is found.
 *
 * Left out, and reported as not modelled: %ls, %lc, %ms, arguments by number.
 */
typedef unsigned long size_t;
typedef __builtin_va_list va_list;
struct _IO_FILE;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { END_OF_FILE = -1, LONGEST_NUMBER = 400 };

void __ax_error(int kind, const char *text);
int __ax_choose(int low, int high);
long __ax_unknown(long low, long high);
void __ax_assume(int condition);
long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
long double strtold(const char *restrict text, char **restrict end);
double strtod(const char *restrict text, char **restrict end);
float strtof(const char *restrict text, char **restrict end);

struct conversion {
    int skip;  /* `*`: nothing is stored */
    int width; /* 0 when there is none */
    int bytes; /* of the number that is stored; 16 for long double */
    char letter;
    const char *set; /* behind the `[` of a set */
};

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Reads what is behind a `%`; the place behind it, or null when it is not known. */
static const char *read_conversion(const char *format, struct conversion *c) {
    *c = (struct conversion){0, 0, 4, 0, 0};
    if (*format == '*') {
        c->skip = 1;
        format++;
    }
    for (; *format >= '0' && *format <= '9'; format++)
        c->width = c->width < 100000000 ? c->width * 10 + (*format - '0') : c->width;
    for (;; format++) {
        if (*format == 'h')
            c->bytes /= 2;
        else if (*format == 'l' || *format == 'z' || *format == 'j' || *format == 't' || *format == 'q')
            c->bytes = 8;
        else if (*format == 'L')
            c->bytes = 16;
        else
            break;
    }
    c->letter = *format++;
    const char *known = "diuoxXpcs[n%feEgGaA";
    while (*known != 0 && *known != c->letter)
        known++;
    if (*known == 0 || ((c->letter == 'c' || c->letter == 's' || c->letter == '[') && c->bytes != 4)) {
        __ax_error(AX_NOT_MODELLED, "a conversion of scanf that is not known");
        return 0;
    }
    if (c->letter == '[') {
        c->set = format;
        format += *format == '^';
        format += *format == ']';
        while (*format != 0 && *format != ']')
            format++;
        format += *format == ']';
    }
    return format;
}

/* Whether the set behind a `[` has the character; `a-z` is a range. */
static int set_has(const char *set, char c) {
    int inverse = *set == '^', found = 0;
    set += inverse;
    for (int first = 1; first || *set != ']'; first = 0) {
        if (*set == 0)
            break;
        if (set[1] == '-' && set[2] != ']' && set[2] != 0) {
            found |= (unsigned char)set[0] <= (unsigned char)c && (unsigned char)c <= (unsigned char)set[2];
            set += 3;
        } else
            found |= *set++ == c;
    }
    return found != inverse;
}

static int accepts(const struct conversion *c, char character) {
    return c->letter == 'c' || (c->letter == 's' ? !is_space(character) : set_has(c->set, character));
}

static void store(void *to, int bytes, unsigned long value) {
    if (bytes == 1)
        *(unsigned char *)to = (unsigned char)value;
    else if (bytes == 2)
        *(unsigned short *)to = (unsigned short)value;
    else if (bytes == 4)
        *(unsigned *)to = (unsigned)value;
    else
        *(unsigned long *)to = value;
}

static void store_double(void *to, int bytes, const char *text) {
    if (bytes == 4)
        *(float *)to = strtof(text, 0);
    else if (bytes == 8)
        *(double *)to = strtod(text, 0);
    else
        *(long double *)to = strtold(text, 0);
}

static void store_unknown_double(void *to, int bytes, double value) {
    if (bytes == 4)
        *(float *)to = (float)value;
    else if (bytes == 8)
        *(double *)to = value;
    else
        *(long double *)to = value;
}

static int is_float(char letter) {
    letter |= 32;
    return letter == 'f' || letter == 'e' || letter == 'g' || letter == 'a';
}

static int base_of(char letter) {
    return letter == 'i' ? 0 : letter == 'o' ? 8 : letter == 'x' || letter == 'X' || letter == 'p' ? 16 : 10;
}

static int digit_below(char c, int base) {
    if (c >= '0' && c <= '9')
        return c - '0' < base;
    return base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}

/* How many characters of `s`, at most `most`, belong to an integer; 0 when it is none. */
static int integer_length(const char *s, int most, int base) {
    int n = 0;
    if (n < most && (s[n] == '+' || s[n] == '-'))
        n++;
    int digits = n;
    if (n < most && s[n] == '0' && (base == 0 || base == 16)) {
        n++;
        if (n < most && (s[n] | 32) == 'x') {
            base = 16;
            n++;
        } else if (base == 0)
            base = 8;
    }
    base = base == 0 ? 10 : base;
    while (n < most && digit_below(s[n], base))
        n++;
    return n > digits ? n : 0;
}

/* How many characters of `s` agree with `word`, in either case. */
static int common(const char *s, int most, const char *word) {
    int n = 0;
    while (n < most && word[n] != 0 && (s[n] | 32) == word[n])
        n++;
    return n;
}

/* The same for a double. What could go on to be a number and does not (`0x`, `infi`) is none. */
static int double_length(const char *s, int most) {
    int n = 0, base = 10, digits = 0, point = 0;
    if (n < most && (s[n] == '+' || s[n] == '-'))
        n++;
    int word = common(s + n, most - n, "infinity");
    if (word > 0)
        return word == 3 || word == 8 ? n + word : 0;
    word = common(s + n, most - n, "nan");
    if (word > 0)
        return word == 3 ? n + word : 0;
    if (n + 2 < most && s[n] == '0' && (s[n + 1] | 32) == 'x') {
        base = 16;
        n += 2;
    }
    for (; n < most && (digit_below(s[n], base) || (s[n] == '.' && !point)); n++) {
        point |= s[n] == '.';
        digits += s[n] != '.';
    }
    if (digits == 0)
        return 0;
    if (n < most && (s[n] | 32) == (base == 16 ? 'p' : 'e')) {
        n++;
        if (n < most && (s[n] == '+' || s[n] == '-'))
            n++;
        while (n < most && digit_below(s[n], 10))
            n++;
    }
    return n;
}

/* The text of a number, copied so that it ends after `most` characters. */
static const char *read_number(const char *s, const struct conversion *c, void *to) {
    char text[LONGEST_NUMBER + 1];
    int most = c->width == 0 || c->width > LONGEST_NUMBER ? LONGEST_NUMBER : c->width, n = 0;
    int is_signed = c->letter == 'd' || c->letter == 'i';
    int length = is_float(c->letter) ? double_length(s, most) : integer_length(s, most, base_of(c->letter));
    if (length == 0)
        return 0;
    for (; n < length; n++)
        text[n] = s[n];
    text[n] = 0;
    if (is_float(c->letter)) {
        if (!c->skip)
            store_double(to, c->bytes, text);
        return s + length;
    }
    unsigned long value = is_signed ? (unsigned long)strtol(text, 0, base_of(c->letter))
                                    : strtoul(text, 0, base_of(c->letter));
    if (!c->skip)
        store(to, c->letter == 'p' ? 8 : c->bytes, value);
    return s + length;
}

/* Characters of %c, %s and %[. */
static const char *read_characters(const char *s, const struct conversion *c, char *to) {
    int n = 0, most = c->width > 0 ? c->width : c->letter == 'c' ? 1 : 2147483647;
    for (; n < most && s[n] != 0 && accepts(c, s[n]); n++)
        if (!c->skip)
            to[n] = s[n];
    if (n == 0 || (c->letter == 'c' && n < most))
        return 0;
    if (!c->skip && c->letter != 'c')
        to[n] = 0;
    return s + n;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
    const char *s = text;
    int stored = 0;
    while (*format != 0) {
        struct conversion c;
        if (is_space(*format)) {
            while (is_space(*s))
                s++;
            format++;
            continue;
        }
        if (*format != '%') {
            if (*s != *format)
                return *s == 0 && stored == 0 ? END_OF_FILE : stored;
            s++;
            format++;
            continue;
        }
        format = read_conversion(format + 1, &c);
        if (format == 0)
            return stored;
        if (c.letter == 'n') {
            if (!c.skip)
                store(__builtin_va_arg(arguments, void *), c.bytes, (unsigned long)(s - text));
            continue;
        }
        while (c.letter != 'c' && c.letter != '[' && is_space(*s))
            s++;
        if (*s == 0)
            return stored == 0 ? END_OF_FILE : stored;
        if (c.letter == '%') {
            if (*s++ != '%')
                return stored;
            continue;
        }
        void *to = c.skip ? 0 : __builtin_va_arg(arguments, void *);
        if (c.letter == 'c' || c.letter == 's' || c.letter == '[')
            s = read_characters(s, &c, to);
        else
            s = read_number(s, &c, to);
        if (s == 0)
            return stored;
        stored += !c.skip;
    }
    return stored;
}

/* A value for one conversion that nobody knows. */
static void store_unknown(const struct conversion *c, void *to) {
    long most = 9223372036854775807;
    if (c->letter == 'c' || c->letter == 's' || c->letter == '[') {
        char *text = to;
        int n = 0, least = c->letter == 'c' && c->width > 0 ? c->width : 1;
        int longest = c->letter == 'c' ? least : c->width > 0 ? c->width : 2147483647;
        do {
            char byte = (char)__ax_unknown(-128, 127);
            __ax_assume(accepts(c, byte));
            text[n++] = byte;
        } while (n < least || (n < longest && __ax_choose(0, 1)));
        if (c->letter != 'c')
            text[n] = 0;
    } else if (is_float(c->letter)) {
        union { long bits; double value; } u = {__ax_unknown(-most - 1, most)};
        store_unknown_double(to, c->bytes, u.value);
    } else if (c->bytes == 4 && c->letter != 'p')
        store(to, 4, (unsigned long)__ax_unknown(-2147483648l, 2147483647));
    else
        store(to, c->letter == 'p' ? 8 : c->bytes, (unsigned long)__ax_unknown(-most - 1, most));
}

int vfscanf(struct _IO_FILE *restrict stream, const char *restrict format, va_list arguments) {
    int stored = 0, converted = 0;
    (void)stream;
    while (*format != 0) {
        struct conversion c;
        if (*format++ != '%')
            continue;
        format = read_conversion(format, &c);
        if (format == 0)
            return stored;
        if (c.letter == '%')
            continue;
        void *to = c.skip ? 0 : __builtin_va_arg(arguments, void *);
        if (c.letter == 'n') {
            if (!c.skip)
                store(to, c.bytes, (unsigned long)__ax_unknown(0, 2147483647));
            continue;
        }
        int outcome = __ax_choose(converted ? 1 : 0, 2); /* the end of the file, no match, a match */
        if (outcome < 2)
            return outcome == 0 ? END_OF_FILE : stored;
        converted = 1;
        if (!c.skip) {
            store_unknown(&c, to);
            stored++;
        }
    }
    return stored;
}

int sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int fscanf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vfscanf(stream, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int scanf(const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vfscanf(0, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int vscanf(const char *restrict format, va_list arguments) { return vfscanf(0, format, arguments); }

/* The names that glibc's header gives them in C11. */
int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
    return vsscanf(text, format, arguments);
}

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __isoc99_fscanf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vfscanf(stream, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __isoc99_scanf(const char *restrict format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vfscanf(0, format, arguments);
    __builtin_va_end(arguments);
    return count;
}
