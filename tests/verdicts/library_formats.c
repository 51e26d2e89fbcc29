/* expect: safe */
/* sscanf and snprintf with widths */
#include <stdio.h>
#include <string.h>
#include <assert.h>
int main(void) {
    int a, b, n;
    char w[8], c;
    unsigned x;
    double d;
    assert(sscanf("12 -7 hello", "%d%d%7s", &a, &b, w) == 3 && a == 12 && b == -7 && !strcmp(w, "hello"));
    assert(sscanf("ff:zz", "%x:%d", &x, &a) == 1 && x == 255);
    assert(sscanf("10,20", "%d,%d%n", &a, &b, &n) == 2 && n == 5);
    assert(sscanf("", "%d", &a) == -1);
    assert(sscanf("x9", "%c%*d", &c) == 1 && c == 'x');
    assert(sscanf("2.5", "%lf", &d) == 1 && d == 2.5);
    assert(sscanf("abc", "%2[a-b]", w) == 1 && !strcmp(w, "ab"));
    char buf[6];
    assert(snprintf(buf, sizeof buf, "%d", 1234567) == 7 && !strcmp(buf, "12345"));
    assert(snprintf(NULL, 0, "%s%3d%-3d|%+d %lu %lld %hhd", "a", 1, 2, 3, 4ul, -5ll, (signed char)300) == 18);
    sprintf(buf, "%5s", "ab");
    assert(buf[0] == ' ');
    return 0;
}
