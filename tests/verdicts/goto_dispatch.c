/* expect: safe */
/* a small interpreter dispatches by computed goto */
#include <assert.h>

enum { PUSH, ADD, DOUBLE, HALT };

static int run(const unsigned char *code)
{
    static void *const op[] = { &&push, &&add, &&twice, &&halt };
    int stack[4], n = 0;
    goto *op[*code++];
push:
    stack[n++] = *code++;
    goto *op[*code++];
add:
    n--;
    stack[n - 1] += stack[n];
    goto *op[*code++];
twice:
    stack[n - 1] *= 2;
    goto *op[*code++];
halt:
    return stack[0];
}

int main(void)
{
    static const unsigned char code[] = { PUSH, 2, PUSH, 3, ADD, DOUBLE, HALT };
    assert(run(code) == 10);
    return 0;
}
