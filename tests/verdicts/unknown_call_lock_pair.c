/* expect: not safe, not real */
/* a critical section made of functions that are not in the sources */
#include <assert.h>
#include <pthread.h>

unsigned irq_save(void);
void irq_restore(unsigned flags);
static int queued;

static void *isr(void *u)
{
    unsigned f = irq_save();
    queued++;
    irq_restore(f);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, isr, 0);
    isr(0);
    pthread_join(t, 0);
    assert(queued == 2);
    return 0;
}
