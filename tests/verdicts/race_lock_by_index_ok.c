/* expect: safe */
/* As race_lock_by_index, by the index of the cell. */
#include <pthread.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int cells[4];
static void add(int i) {
    pthread_mutex_lock(&locks[i % 2]);
    cells[i]++;
    pthread_mutex_unlock(&locks[i % 2]);
}
static void *other(void *u) { add(2); add(1); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    add(3);
    add(2);
    pthread_join(t, 0);
    return 0;
}
