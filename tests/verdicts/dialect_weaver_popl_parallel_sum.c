/* expect: safe */
/* Two threads add the same elements, from both ends. */
#include <pthread.h>
#include <stdlib.h>
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int c) { if (!c) exit(0); }
static int *elements, n;
static unsigned up, down;
static void *adds_up(void *u) {
    for (int i = 0; i < n; i++)
        up += elements[i];
    return u;
}
static void *adds_down(void *u) {
    for (int i = n; i-- > 0;)
        down += elements[i];
    return u;
}
int main(void) {
    pthread_t s, t;
    n = __VERIFIER_nondet_int();
    assume_abort_if_not(n > 0 && n < 4);
    elements = malloc(n * sizeof *elements);
    for (int i = 0; i < n; i++)
        elements[i] = i * 3;
    pthread_create(&s, 0, adds_up, 0);
    pthread_create(&t, 0, adds_down, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (up != down)
        reach_error();
    return 0;
}
