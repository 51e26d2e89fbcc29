/* expect: assert */
/* As algorithm_flat_combining; the request is marked as done before its answer is there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { FREE, ASKED, DONE };
struct request { atomic_int state; int add; atomic_int seen; };
static struct request requests[2];
static atomic_flag busy = ATOMIC_FLAG_INIT;
static int total;

static int add(int who, int amount) {
    struct request *own = &requests[who];
    own->add = amount;
    own->state = ASKED;
    while (own->state != DONE) {
        if (atomic_flag_test_and_set(&busy))
            continue;
        for (struct request *r = requests; r < requests + 2; r++)
            if (r->state == ASKED) {
                r->state = DONE;
                total += r->add;
                r->seen = total;
            }
        atomic_flag_clear(&busy);
    }
    own->state = FREE;
    return own->seen;
}

static void *other(void *seen) {
    *(int *)seen = add(1, 10);
    return 0;
}

int main(void) {
    pthread_t t;
    int theirs = 0;
    pthread_create(&t, 0, other, &theirs);
    int mine = add(0, 1);
    pthread_join(t, 0);
    assert(mine > 0 && theirs > 0);
    return 0;
}
