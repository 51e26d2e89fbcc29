/* expect: safe */
/* As dialect_driver_ioctl, tested under the lock. */
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
static struct device { pthread_mutex_t lock; int open, pending; } dev;

static void *release(void *d) {
    struct device *device = d;
    pthread_mutex_lock(&device->lock);
    if (device->open > 0)
        device->open--;
    pthread_mutex_unlock(&device->lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&dev.lock, 0);
    dev.open = 1;
    pthread_create(&a, 0, release, &dev);
    pthread_create(&b, 0, release, &dev);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (dev.open < 0)
        reach_error();
    return 0;
}
