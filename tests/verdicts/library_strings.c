/* expect: safe */
/* string functions: strtok_r, strchr, strstr, strspn, memmove, strncpy, strcspn, strpbrk, strdup, strncat */
#include <string.h>
#include <stdlib.h>
#include <ctype.h>
#include <assert.h>
#include <strings.h>
int main(void) {
    char s[] = " key = value ; x=1;";
    char *save, *t;
    int n = 0;
    for (t = strtok_r(s, ";", &save); t; t = strtok_r(NULL, ";", &save)) {
        char *eq = strchr(t, '=');
        assert(eq);
        n++;
        while (isspace((unsigned char)*t)) t++;
        assert(*t == 'k' || *t == 'x');
    }
    assert(n == 2);
    char b[8];
    memset(b, 'x', 8);
    strncpy(b, "ab", 5);
    assert(b[4] == 0 && b[5] == 'x');
    memmove(b + 1, b, 3);
    assert(!memcmp(b, "aab", 4));
    strncat(b, "cdefgh", 2);
    assert(!strcmp(b, "aabcd"));
    assert(strstr("hello world", "o w") && !strstr("abc", "abd") && strspn("aabbc", "ab") == 4 && strcspn("abc;",
        ";") == 3 && *strpbrk("x,y", ",;") == ',' && strrchr("a/b/c", '/')[1] == 'c');
    char *d = strdup("dup");
    assert(!strcmp(d, "dup"));
    d = realloc(d, 16);
    strcat(d, "licate");
    assert(strlen(d) == 9 && strcasecmp(d, "DUPLICATE") == 0);
    free(d);
    assert(strtol("  -0x1f z", &t, 0) == -31 && *t == ' ' && atoi("12ab") == 12 && strtoul("777", 0, 8) == 511 &&
        abs(-3) == 3);
    char *e = strndup("abcdef", 3);
    assert(strlen(e) == 3);
    free(e);
    assert(strnlen("abc", 2) == 2);
    assert(memchr("abc", 'c', 3));
    return 0;
}
