/* expect: safe */
/* A range is halved, and one half is for a thread of its own. */
#include <assert.h>
#include <pthread.h>
struct range { const int *from; int length; int sum; };
static void *sum(void *r) {
    struct range *range = r;
    if (range->length == 1) {
        range->sum = *range->from;
        return 0;
    }
    int half = range->length / 2;
    struct range left = {range->from, half, 0}, right = {range->from + half, range->length - half, 0};
    pthread_t t;
    pthread_create(&t, 0, sum, &left);
    sum(&right);
    pthread_join(t, 0);
    range->sum = left.sum + right.sum;
    return 0;
}
int main(void) {
    static const int numbers[4] = {1, 2, 3, 4};
    struct range all = {numbers, 4, 0};
    sum(&all);
    assert(all.sum == 10);
    return 0;
}
