/* expect: race */
/* As race_bytes_of_word; one byte too many. */
#include <pthread.h>
#include <string.h>
static char bytes[8] __attribute__((aligned(8)));
static void *low(void *u) { memset(bytes, 1, 5); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, low, 0);
    memset(bytes + 4, 2, 4);
    pthread_join(t, 0);
    return 0;
}
