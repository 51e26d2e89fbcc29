/* <ctype.h> in the "C" locale: classes of characters and their case.
 *
 * The functions take EOF or a value of `unsigned char`; anything else is undefined by C and reported.
 * glibc's header makes macros of them that look into the table of `__ctype_b_loc`, and the table has room for
 * negative `char`s, too: the macros are as forgiving here as they are there.
 * Bits of an entry, as glibc numbers them on little-endian machines:
 *   0x100 upper  0x200 lower  0x400 alpha  0x800 digit  0x1000 xdigit  0x2000 space  0x4000 print  0x8000 graph
 *   0x001 blank  0x002 cntrl  0x004 punct  0x008 alnum
 *
 * Left out: other locales, the `*_l` variants, wide characters.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};

void __ax_error(int kind, const char *text);

enum {
    UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800, XDIGIT = 0x1000, SPACE = 0x2000, PRINT = 0x4000,
    GRAPH = 0x8000, BLANK = 1, CONTROL = 2, PUNCT = 4, ALNUM = 8,
    /* What several of the characters in a row of the table have. */
    C = CONTROL, S = CONTROL | SPACE, P = PRINT | GRAPH | PUNCT, D = PRINT | GRAPH | ALNUM | DIGIT | XDIGIT,
    U = PRINT | GRAPH | ALNUM | ALPHA | UPPER, L = PRINT | GRAPH | ALNUM | ALPHA | LOWER, A = U | XDIGIT,
    F = L | XDIGIT
};

static const unsigned short classes[384] = {
    [128] = C, C, C, C, C, C, C, C, C, S | BLANK, S, S, S, S, C, C, /* 0x00 */
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,                 /* 0x10 */
    SPACE | BLANK | PRINT, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P,
    D, D, D, D, D, D, D, D, D, D, P, P, P, P, P, P, /* '0' */
    P, A, A, A, A, A, A, U, U, U, U, U, U, U, U, U, /* '@' */
    U, U, U, U, U, U, U, U, U, U, U, P, P, P, P, P, /* 'P' */
    P, F, F, F, F, F, F, L, L, L, L, L, L, L, L, L, /* '`' */
    L, L, L, L, L, L, L, L, L, L, L, P, P, P, P, C, /* 'p' */
};

static int is(int c, int bits) {
    if (c < -1 || c > 255) {
        __ax_error(AX_UNDEFINED, "a function of <ctype.h> is given a value that is no unsigned char and not EOF");
        return 0;
    }
    return classes[c + 128] & bits;
}

int isalnum(int c) { return is(c, ALNUM); }
int isalpha(int c) { return is(c, ALPHA); }
int isblank(int c) { return is(c, BLANK); }
int iscntrl(int c) { return is(c, CONTROL); }
int isdigit(int c) { return is(c, DIGIT); }
int isgraph(int c) { return is(c, GRAPH); }
int islower(int c) { return is(c, LOWER); }
int isprint(int c) { return is(c, PRINT); }
int ispunct(int c) { return is(c, PUNCT); }
int isspace(int c) { return is(c, SPACE); }
int isupper(int c) { return is(c, UPPER); }
int isxdigit(int c) { return is(c, XDIGIT); }
int isascii(int c) { return c >= 0 && c <= 127; }
int toascii(int c) { return c & 127; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

static const unsigned short *const middle_of_classes = classes + 128;
const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&middle_of_classes; }
