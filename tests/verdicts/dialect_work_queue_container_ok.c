/* expect: safe */
/* As dialect_work_queue_container; the work is waited for before the device goes. */
#include <pthread.h>
#include <stddef.h>
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct work { void (*run)(struct work *); };
struct device { int removed; int handled; struct work work; };
static struct device dev;
static pthread_t worker;

static void handle(struct work *w) {
    struct device *d = container_of(w, struct device, work);
    if (d->removed)
        reach_error();
    d->handled = 1;
}
static void *runs(void *w) {
    struct work *work = w;
    work->run(work);
    return 0;
}
static void remove_device(void) {
    pthread_join(worker, 0);
    dev.removed = 1;
}
int main(void) {
    dev.work.run = handle;
    pthread_create(&worker, 0, runs, &dev.work);
    remove_device();
    if (!dev.handled)
        reach_error();
    return 0;
}
