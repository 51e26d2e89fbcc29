/* expect: safe */
/* computed goto: a small interpreter with label differences */
#include <assert.h>
static int run(const unsigned char *p) {
    static const void *const ops[] = {&&push, &&add, &&mul, &&dup, &&halt};
    int st[8], sp = 0;
#define NEXT goto *ops[*p++]
    NEXT;
push:
    st[sp++] = *p++;
    NEXT;
add:
    sp--;
    st[sp - 1] += st[sp];
    NEXT;
mul:
    sp--;
    st[sp - 1] *= st[sp];
    NEXT;
dup:
    st[sp] = st[sp - 1];
    sp++;
    NEXT;
halt:
    return st[sp - 1];
}

static int diff(int i) {
    static const int o[] = {&&a - &&a, &&b - &&a};
    goto *(&&a + o[i]);
a:
    return 10;
b:
    return 20;
}

int main(void) {
    assert(run((unsigned char[]){0, 3, 3, 2, 0, 4, 1, 4}) == 13);
    assert(diff(0) == 10 && diff(1) == 20);
    return 0;
}
