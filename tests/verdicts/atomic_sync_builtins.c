/* expect: safe */
/* the results of the older builtins: before and after the operation */
#include <assert.h>

static int x = 4;

int main(void)
{
    assert(__sync_fetch_and_add(&x, 2) == 4);
    assert(__sync_add_and_fetch(&x, 2) == 8);
    assert(__sync_val_compare_and_swap(&x, 8, 1) == 8);
    assert(__sync_bool_compare_and_swap(&x, 8, 2) == 0);
    assert(__sync_lock_test_and_set(&x, 7) == 1);
    __sync_lock_release(&x);
    assert(x == 0);
    return 0;
}
