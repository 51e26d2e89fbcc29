/* expect: not safe */
/* The table of operations is replaced while another thread is between test and call. */
#include <pthread.h>
#include <stddef.h>
struct operations { int (*get)(void), (*put)(void); };
static int yes(void) { return 1; }
static struct operations full = {yes, yes}, half = {yes, NULL};
static struct operations *volatile current = &full;
static void *replaces(void *u) { current = &half; return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, replaces, 0);
    if (current->put)
        current->put();
    pthread_join(t, 0);
    return 0;
}
