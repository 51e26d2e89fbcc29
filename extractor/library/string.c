/* <string.h> and <strings.h>: bytes and strings in memory, in the "C" locale.
 *
 * Everything goes byte by byte through `unsigned char`, so that every access is checked like one of the user's code.
 * A byte that was never set may be copied (`memcpy` of a struct with padding) and not be compared.
 * Undefined by C and reported: regions that overlap in `memcpy`, `strcpy`, `strcat` and their variants.
 * Comparisons give the difference of the first bytes that differ; C promises only its sign.
 *
 * Left out: locales other than "C", wide characters, `strsignal`, the `*_l` variants.
 */
typedef unsigned long size_t;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};

void __ax_error(int kind, const char *text);
void *__ax_allocate(size_t size);
int tolower(int c);

/* Whether the first bytes of two regions lie in the other; the same start counts as no overlap. */
static int overlaps(const void *a, const void *b, size_t n) {
    unsigned long from = (unsigned long)a, to = (unsigned long)b;
    return from < to ? to - from < n : from > to && from - to < n;
}

static void *copy(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++)
        t[i] = f[i];
    return t + n;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    if (overlaps(to, from, n))
        __ax_error(AX_UNDEFINED, "memcpy between regions that overlap");
    copy(to, from, n);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
    if (overlaps(to, from, n))
        __ax_error(AX_UNDEFINED, "mempcpy between regions that overlap");
    return copy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if ((unsigned long)to <= (unsigned long)from)
        return copy(to, from, n), to;
    for (size_t i = n; i > 0; i--)
        t[i - 1] = f[i - 1];
    return to;
}

void *memset(void *to, int byte, size_t n) {
    unsigned char *t = to;
    for (size_t i = 0; i < n; i++)
        t[i] = (unsigned char)byte;
    return to;
}

void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }
void bzero(void *to, size_t n) { memset(to, 0, n); }
void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }

/* The result of a function depends on this byte: the machine notices if it is part of an address. */
static void __lib_tells_byte(const unsigned char *byte) { (void)*byte; }

/* Regions that are equal word by word are so wherever objects stand; a part of a word need not be. */
int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++) {
        int left = x[i], right = y[i];
        if (left != right) {
            __lib_tells_byte(x + i);
            __lib_tells_byte(y + i);
            return left - right;
        }
    }
    if (n > 0) {
        if ((unsigned long)x % 8 != 0)
            __lib_tells_byte(x);
        if ((unsigned long)y % 8 != 0)
            __lib_tells_byte(y);
        if ((unsigned long)(x + n) % 8 != 0)
            __lib_tells_byte(x + n - 1);
        if ((unsigned long)(y + n) % 8 != 0)
            __lib_tells_byte(y + n - 1);
    }
    return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void *memchr(const void *region, int byte, size_t n) {
    const unsigned char *r = region;
    for (size_t i = 0; i < n; i++)
        if (r[i] == (unsigned char)byte)
            return (void *)(r + i);
    return 0;
}

void *memrchr(const void *region, int byte, size_t n) {
    const unsigned char *r = region;
    for (size_t i = n; i > 0; i--)
        if (r[i - 1] == (unsigned char)byte)
            return (void *)(r + i - 1);
    return 0;
}

void *rawmemchr(const void *region, int byte) {
    const unsigned char *r = region;
    while (*r != (unsigned char)byte)
        r++;
    return (void *)r;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++) {
        t[i] = f[i];
        if (f[i] == (unsigned char)byte)
            return t + i + 1;
    }
    return 0;
}

void *memmem(const void *region, size_t size, const void *part, size_t part_size) {
    const unsigned char *r = region;
    for (size_t i = 0; part_size <= size && i <= size - part_size; i++)
        if (memcmp(r + i, part, part_size) == 0)
            return (void *)(r + i);
    return 0;
}

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t strnlen(const char *s, size_t most) {
    size_t n = 0;
    while (n < most && s[n] != 0)
        n++;
    return n;
}

char *stpcpy(char *restrict to, const char *restrict from) {
    size_t n = strlen(from);
    if (to == from || overlaps(to, from, n + 1))
        __ax_error(AX_UNDEFINED, "copies a string to a place that overlaps with it");
    copy(to, from, n + 1);
    return to + n;
}

char *strcpy(char *restrict to, const char *restrict from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t length = strnlen(from, n);
    if (length > 0 && (to == from || overlaps(to, from, n)))
        __ax_error(AX_UNDEFINED, "copies a string to a place that overlaps with it");
    copy(to, from, length);
    memset(to + length, 0, n - length);
    return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
    size_t length = strnlen(from, n);
    char *end = to + strlen(to);
    if (length > 0 && overlaps(to, from, (size_t)(end - to) + length + 1))
        __ax_error(AX_UNDEFINED, "appends a string to a place that overlaps with it");
    copy(end, from, length);
    end[length] = 0;
    return to;
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, (size_t)-1 / 2); }
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
    size_t length = strlen(from);
    if (n > 0)
        copy(to, from, length < n ? length + 1 : n);
    return length;
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, (size_t)-1 / 2); }

char *strchrnul(const char *s, int c) {
    while (*s != 0 && *s != (char)c)
        s++;
    return (char *)s;
}

char *strchr(const char *s, int c) {
    char *found = strchrnul(s, c);
    return *found == (char)c ? found : 0;
}

char *strrchr(const char *s, int c) { return memrchr(s, c, strlen(s) + 1); }
char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

char *strstr(const char *s, const char *part) {
    size_t n = strlen(part);
    for (;; s++) {
        if (strncmp(s, part, n) == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *strcasestr(const char *s, const char *part) {
    size_t n = strlen(part);
    for (;; s++) {
        if (strncasecmp(s, part, n) == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] != 0 && strchr(set, s[n]) != 0)
        n++;
    return n;
}

size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] != 0 && strchr(set, s[n]) == 0)
        n++;
    return n;
}

char *strpbrk(const char *s, const char *set) {
    s += strcspn(s, set);
    return *s != 0 ? (char *)s : 0;
}

char *strsep(char **restrict rest, const char *restrict delimiters) {
    char *token = *rest;
    if (token == 0)
        return 0;
    char *end = token + strcspn(token, delimiters);
    *rest = *end != 0 ? end + 1 : 0;
    *end = 0;
    return token;
}

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    if (s == 0)
        s = *rest;
    s += strspn(s, delimiters);
    char *end = s + strcspn(s, delimiters);
    *rest = *end != 0 ? end + 1 : end;
    if (end == s)
        return 0;
    if (*end != 0)
        *end = 0;
    return s;
}

/* One place for all threads: C does not promise more, and two threads that use it race. */
static char *strtok_rest;

char *strtok(char *restrict s, const char *restrict delimiters) {
    if (s == 0 && strtok_rest == 0)
        return 0;
    return strtok_r(s, delimiters, &strtok_rest);
}

char *strndup(const char *s, size_t n) {
    size_t length = strnlen(s, n);
    char *result = __ax_allocate(length + 1);
    copy(result, s, length);
    result[length] = 0;
    return result;
}

char *strdup(const char *s) { return strndup(s, strlen(s)); }

void swab(const void *restrict from, void *restrict to, long n) {
    const unsigned char *f = from;
    unsigned char *t = to;
    for (long i = 0; i + 1 < n; i += 2) {
        unsigned char first = f[i], second = f[i + 1];
        t[i] = second;
        t[i + 1] = first;
    }
}

int ffsl(long bits) {
    for (int i = 0; i < 64; i++)
        if ((unsigned long)bits >> i & 1)
            return i + 1;
    return 0;
}

int ffsll(long long bits) { return ffsl((long)bits); }
int ffs(int bits) { return ffsl((long)(unsigned)bits); }
