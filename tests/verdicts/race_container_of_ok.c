/* expect: safe */
/* ldv-races: work item found by container_of, all under its lock */
#include <pthread.h>
#include <stddef.h>
#include <assert.h>
#define container_of(ptr, type, member) \
    ({ const typeof(((type *)0)->member) *at = (ptr); (type *)((char *)at - offsetof(type, member)); })
extern int __VERIFIER_nondet_int(void);
void reach_error() {
    assert(0);
}

struct device {
    int x;
};
struct A {
    int a;
    int b;
};
struct my_data {
    pthread_mutex_t lock;
    struct device dev;
    struct A shared;
};
int my_callback_x;
void *my_callback(void *arg) {
    struct device *dev = (struct device *)arg;
    struct my_data *data = container_of(dev, struct my_data, dev);
    pthread_mutex_lock(&data->lock);
    data->shared.a = 1;
    pthread_mutex_unlock(&data->lock);

    return 0;
}

static pthread_t t1, t2;
int my_drv_probe(struct my_data *data) {
    struct device *d = &data->dev;
    pthread_mutex_init(&data->lock, NULL);
    data->shared.a = 0;
    data->shared.b = 0;
    int res = __VERIFIER_nondet_int();
    if (res) goto exit;
    pthread_create(&t1, NULL, my_callback, (void *)d);
    pthread_create(&t2, NULL, my_callback, (void *)d);
    return 0;
exit:
    pthread_mutex_destroy(&data->lock);
    return -1;
}

void my_drv_disconnect(struct my_data *data) {
    void *s;
    pthread_join(t1, &s);
    pthread_join(t2, &s);
    pthread_mutex_destroy(&data->lock);
}

int main(void) {
    int ret = 0;
    struct my_data data;
    ret = my_drv_probe(&data);
    if (ret == 0) {
        my_drv_disconnect(&data);
        if (data.shared.a != 1) reach_error();
    }
    return 0;
}
