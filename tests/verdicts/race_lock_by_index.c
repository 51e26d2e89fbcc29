/* expect: race */
/* Each cell has a lock, chosen by the wrong index. */
#include <pthread.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int cells[4];
static void add(int i, int lock) {
    pthread_mutex_lock(&locks[lock % 2]);
    cells[i]++;
    pthread_mutex_unlock(&locks[lock % 2]);
}
static void *other(void *u) { add(2, 3); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    add(2, 2);
    pthread_join(t, 0);
    return 0;
}
