/* expect: safe */
/* As function_table_swapped_by_thread; the table is read once. */
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
    struct operations *mine = current;
    if (mine->put)
        mine->put();
    pthread_join(t, 0);
    return 0;
}
