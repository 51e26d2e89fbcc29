/* expect: safe */
/* a bit-field and an ordinary member are different locations */
#include <assert.h>
#include <pthread.h>

static struct { unsigned char flag : 1; unsigned char count; } s;

static void *count(void *u) { s.count = 9; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    s.flag = 1;
    pthread_join(t, 0);
    assert(s.flag == 1 && s.count == 9);
    return 0;
}
