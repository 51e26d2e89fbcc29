/* expect: safe */
/* longjmp out of nested calls with volatile locals, as an exception mechanism */
#include <setjmp.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct handler {
    jmp_buf env;
    struct handler *prev;
    int code;
};
static struct handler *top;
static void throw(int c) {
    struct handler *h = top;
    h->code = c;
    top = h->prev;
    longjmp(h->env, c);
}

static int parse(const char *s, int depth) {
    if (depth > 3) throw(7);
    if (*s == '(') return 1 + parse(s + 1, depth + 1);
    if (*s == '!') throw(*s);
    return 0;
}

static int try(const char *s) {
    struct handler h = {.prev = top};
    volatile int tries = 0;
    top = &h;
    tries++;
    int r = setjmp(h.env);
    if (r == 0) {
        int v = parse(s, 0);
        top = h.prev;
        return v;
    }
    assert(tries == 1 && h.code == r);
    return -r;
}

int main(void) {
    assert(try("((x") == 2);
    assert(try("(((((") == -7);
    assert(try("(!") == -'!');
    assert(top == NULL);
    return 0;
}
