/* expect: assert */
/* As recursion_fork_join_sum; an element at the middle is left out where the length is odd. */
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
    struct range left = {range->from, half, 0}, right = {range->from + half, half, 0};
    pthread_t t;
    pthread_create(&t, 0, sum, &left);
    sum(&right);
    pthread_join(t, 0);
    range->sum = left.sum + right.sum;
    return 0;
}
int main(void) {
    static const int numbers[3] = {1, 2, 3};
    struct range all = {numbers, 3, 0};
    sum(&all);
    assert(all.sum == 6);
    return 0;
}
