/* expect: assert */
/* two threads write different members of one union */
#include <assert.h>
#include <pthread.h>

static union { int code; short part[2]; } u;

static void *set_part(void *arg) { u.part[1] = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set_part, 0);
    u.code = 7;
    pthread_join(t, 0);
    assert(u.part[1] == 1);
    return 0;
}
