/* expect: null */
/* the tag is changed before the content, and a reader follows what is not there */
#include <pthread.h>

static int data = 1;
static struct { int is_ref; union { long n; int *ref; } u; } v;
static int seen;

static void *reader(void *x)
{
    if (v.is_ref)
        seen = *v.u.ref;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    v.is_ref = 1;
    v.u.ref = &data;
    pthread_join(t, 0);
    return 0;
}
