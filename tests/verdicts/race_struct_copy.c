/* expect: race */
/* a struct is copied while another thread writes one of its members */
#include <pthread.h>

struct pos { int x, y; };
static struct pos here;
static void *move(void *u) { here.y = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    struct pos copy = here;
    pthread_join(t, 0);
    return copy.x;
}
