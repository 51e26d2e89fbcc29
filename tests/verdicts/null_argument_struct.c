/* expect: null */
/* a struct with a null pointer is passed by value */
struct req { int *result; int code; };
static void finish(struct req r) { *r.result = r.code; }

int main(void)
{
    int out = 0;
    struct req ok = { &out, 1 }, bad = { .code = 2 };
    finish(ok);
    finish(bad);
    return out;
}
