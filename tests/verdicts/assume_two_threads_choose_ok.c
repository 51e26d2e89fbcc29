/* expect: safe */
/* As assume_two_threads_choose. */
#include <pthread.h>
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int chosen[2];
static void *chooses(void *slot) {
    *(int *)slot = __VERIFIER_nondet_int();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, chooses, &chosen[1]);
    chooses(&chosen[0]);
    pthread_join(t, 0);
    __VERIFIER_assume(chosen[0] < chosen[1]);
    if (chosen[1] <= chosen[0])
        reach_error();
    return 0;
}
