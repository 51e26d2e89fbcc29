/* expect: assert */
/* a pointer is sent through a pipe of bytes */
#include <assert.h>
#include <string.h>

static unsigned char pipe_[16];
static int level = 3;

static void post(const void *p, unsigned n) { memcpy(pipe_ + 4, p, n); }
static void fetch(void *p, unsigned n) { memcpy(p, pipe_ + 4, n); }

int main(void)
{
    int *p = &level, *q;
    post(&p, sizeof p);
    fetch(&q, sizeof q);
    *q = 4;
    assert(level == 3);
    return 0;
}
