/* expect: race */
/* The wrong lock of two in one struct. */
#include <pthread.h>
static struct { pthread_mutex_t read, write; int value; } box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0};
static void *writer(void *u) {
    pthread_mutex_lock(&box.write);
    box.value++;
    pthread_mutex_unlock(&box.write);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_mutex_lock(&box.read);
    int seen = box.value;
    pthread_mutex_unlock(&box.read);
    pthread_join(t, 0);
    return seen > 1;
}
