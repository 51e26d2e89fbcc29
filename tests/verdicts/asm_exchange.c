/* expect: not safe */
/* an exchange with memory by an instruction */
#include <assert.h>

static int lock_;

static int swap(int v)
{
    __asm__ volatile("xchgl %0, %1" : "+r"(v), "+m"(lock_) : : "memory");
    return v;
}

int main(void)
{
    swap(1);
    assert(lock_ == 0);
    return 0;
}
