/* expect: memory */
/* An array grows while another thread has its address. */
#include <pthread.h>
#include <stdlib.h>
static int *array;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *reads(void *u) {
    pthread_mutex_lock(&m);
    int *mine = array;
    pthread_mutex_unlock(&m);
    return mine[0] ? u : 0;
}
int main(void) {
    pthread_t t;
    array = calloc(1, sizeof *array);
    pthread_create(&t, 0, reads, 0);
    pthread_mutex_lock(&m);
    array = realloc(array, 4 * sizeof *array);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    free(array);
    return 0;
}
