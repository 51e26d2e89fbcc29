/* expect: race */
/* As race_array_slices_ok; the halves share an element. */
#include <pthread.h>
static int a[6];
struct part { int *from, *to; };
static void *fills(void *p) {
    struct part *part = p;
    for (int *x = part->from; x < part->to; x++)
        *x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    struct part left = {a, a + 4}, right = {a + 3, a + 6};
    pthread_create(&t, 0, fills, &left);
    fills(&right);
    pthread_join(t, 0);
    return a[0] + a[5] != 2;
}
