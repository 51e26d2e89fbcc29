/* expect: assert */
/* thread pool: linked jobs with function pointers, busy raised too late, on the heap */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdbool.h>
typedef struct job {
    void (*fn)(void *);
    void *arg;
    struct job *next;
} job;
typedef struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work, idle;
    job *head, **tail;
    int busy;
    bool stop;
    int n;
    pthread_t th[];
} pool;
static void *worker(void *a) {
    pool *p = a;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        while (!p->head && !p->stop) pthread_cond_wait(&p->work, &p->lock);
        if (!p->head) {
            pthread_mutex_unlock(&p->lock);
            return NULL;
        }
        job *j = p->head;
        p->head = j->next;
        if (!p->head) p->tail = &p->head;
        pthread_mutex_unlock(&p->lock);
        pthread_mutex_lock(&p->lock);
        p->busy++;
        pthread_mutex_unlock(&p->lock);
        j->fn(j->arg);
        free(j);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0 && !p->head) pthread_cond_broadcast(&p->idle);
        pthread_mutex_unlock(&p->lock);
    }
}

static pool *pool_new(int n) {
    pool *p = calloc(1, sizeof *p + n * sizeof(pthread_t));
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->idle, NULL);
    p->tail = &p->head;
    p->n = n;
    for (int i = 0; i < n; i++) pthread_create(&p->th[i], NULL, worker, p);
    return p;
}

static void pool_add(pool *p, void (*fn)(void *), void *arg) {
    job *j = malloc(sizeof *j);
    *j = (job){fn, arg, NULL};
    pthread_mutex_lock(&p->lock);
    *p->tail = j;
    p->tail = &j->next;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
}

static void pool_wait(pool *p) {
    pthread_mutex_lock(&p->lock);
    while (p->head || p->busy) pthread_cond_wait(&p->idle, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void pool_free(pool *p) {
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->n; i++) pthread_join(p->th[i], NULL);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static int res[3];
static void sq(void *a) {
    int *r = a;
    *r = (int)(r - res) * 10;
}

int main(void) {
    pool *p = pool_new(2);
    for (int i = 0; i < 3; i++) pool_add(p, sq, &res[i]);
    pool_wait(p);
    for (int i = 0; i < 3; i++) assert(res[i] == i * 10);
    pool_free(p);
    return 0;
}
