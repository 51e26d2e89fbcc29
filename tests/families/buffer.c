/* A bounded buffer: two producers and two consumers, K items each. */
#include <assert.h>
#include <pthread.h>

#define SIZE 2
static int items[SIZE], in, out, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static void *producer(void *u)
{
    for (int i = 0; i < K; i++) {
        pthread_mutex_lock(&m);
        while (count == SIZE)
            pthread_cond_wait(&not_full, &m);
        items[in] = i;
        in = (in + 1) % SIZE;
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

static void *consumer(void *u)
{
    for (int i = 0; i < K; i++) {
        pthread_mutex_lock(&m);
        while (count == 0)
            pthread_cond_wait(&not_empty, &m);
        assert(items[out] >= 0 && items[out] < K);
        out = (out + 1) % SIZE;
        count--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, i < 2 ? producer : consumer, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(count == 0);
    return 0;
}
