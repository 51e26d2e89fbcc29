/* expect: assert */
/* weaver: sums of one array of inputs forwards and backwards without the first, by two threads */
typedef unsigned long int pthread_t;
union pthread_attr_t {
    char __size[56];
    long int __align;
};
typedef union pthread_attr_t pthread_attr_t;
extern void __assert_fail(const char *__assertion, const char *__file, unsigned int __line, const char *__function)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() {
    __assert_fail("0", "weaver.c", 21, __extension__ __PRETTY_FUNCTION__);
}

extern int pthread_create(pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr,
    void *(*__start_routine)(void *), void *__restrict __arg) __attribute__((__nothrow__))
        __attribute__((__nonnull__(1, 3)));
extern int pthread_join(pthread_t __th, void **__thread_return);
typedef unsigned int size_t;
extern void abort(void);
void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void *malloc(unsigned long);
int *a, n, s1, s2;
int *create_fresh_int_array(int size);
int plus(int x, int y) {
    assume_abort_if_not(y < 0 || x <= 2147483647 - y);
    assume_abort_if_not(y >= 0 || x >= -2147483648 - y);
    return x + y;
}

void *thread1(void *_argptr) {
    int i = 0;
    while (i < n) {
        s1 = plus(s1, a[i]);
        i++;
    }
    return 0;
}

void *thread2(void *_argptr) {
    int i = n - 1;
    while (i > 0) {
        s2 = plus(s2, a[i]);
        i--;
    }
    return 0;
}

int main() {
    pthread_t t1, t2;
    n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 3);
    a = create_fresh_int_array(n);
    pthread_create(&t1, 0, thread1, 0);
    pthread_create(&t2, 0, thread2, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assume_abort_if_not(!(s1 == s2));
    reach_error();
    return 0;
}

int *create_fresh_int_array(int size) {
    assume_abort_if_not(size >= 0);
    assume_abort_if_not(size <= (((size_t)4294967295) / sizeof(int)));
    int *arr = (int *)malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; i++) {
        arr[i] = __VERIFIER_nondet_int();
    }
    return arr;
}
