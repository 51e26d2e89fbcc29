/* expect: safe */
/* an optional callback is tested before it is called */
#include <assert.h>
struct ops { int (*open)(int *); int (*close)(int *); };
static int do_open(int *n) { return ++*n; }
static struct ops driver = { .open = do_open };

static int call(int (*f)(int *), int *n) { return f ? f(n) : 0; }

int main(void)
{
    int n = 0;
    assert(call(driver.open, &n) == 1);
    assert(call(driver.close, &n) == 0);
    assert(n == 1);
    return 0;
}
