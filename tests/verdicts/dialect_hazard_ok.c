/* expect: safe */
/* hazard pointers: an object is retired when it can no longer be found */
#include <assert.h>
#include <genmc.h>
#include <stdatomic.h>
static _Atomic(int *) shared;
static void *reader(void *unused) {
    __VERIFIER_hp_t *hp = __VERIFIER_hp_alloc();
    int *p = __VERIFIER_hp_protect(hp, &shared);
    if (p)
        assert(*p == 7);
    __VERIFIER_hp_free(hp);
    return unused;
}
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7;
    atomic_store(&shared, p);
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    atomic_store(&shared, NULL);
    __VERIFIER_hp_retire(p);
    pthread_join(t, NULL);
    return 0;
}
