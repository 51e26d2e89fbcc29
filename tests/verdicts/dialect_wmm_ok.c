/* expect: safe */
/* pthread-wmm style: store buffering under SC with litmus harness */
extern void abort(void);
#include <assert.h>
void reach_error() {
    assert(0);
}

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int expression) {
    if (!expression) {
        ERROR: {
            reach_error();
            abort();
        }
    }
    ;
    return;
}

#include <pthread.h>
void assume_abort_if_not(int cond) {
    if(!cond) {
        abort();
    }
}

void * P0(void *arg);
void * P1(void *arg);
void fence();
void isync();
void lwfence();
int __unbuffered_cnt;
int __unbuffered_cnt = 0;
int __unbuffered_p0_EAX;
int __unbuffered_p0_EAX = 0;
int __unbuffered_p1_EAX;
int __unbuffered_p1_EAX = 0;
_Bool main$tmp_guard0;
_Bool main$tmp_guard1;
int x;
int x = 0;
int y;
int y = 0;
_Bool y$flush_delayed;
int y$mem_tmp;
_Bool y$r_buff0_thd0;
_Bool y$r_buff0_thd1;
_Bool y$r_buff0_thd2;
_Bool y$w_buff0_used;
int y$w_buff0;
_Bool weak$$choice0;
_Bool weak$$choice2;
void * P0(void *arg) {
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    weak$$choice0 = __VERIFIER_nondet_bool();
    weak$$choice2 = __VERIFIER_nondet_bool();
    y$flush_delayed = weak$$choice2;
    y$mem_tmp = y;
    y = !y$w_buff0_used ? y : (y$w_buff0_used && y$r_buff0_thd1 ? y$w_buff0 : y);
    y$w_buff0 = weak$$choice2 ? y$w_buff0 : (!y$w_buff0_used ? y$w_buff0 : y$w_buff0);
    y$w_buff0_used = weak$$choice2 ? y$w_buff0_used : (!y$w_buff0_used ? y$w_buff0_used : (_Bool)0);
    __unbuffered_p0_EAX = y;
    y = y$flush_delayed ? y$mem_tmp : y;
    y$flush_delayed = (_Bool)0;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    __unbuffered_cnt = __unbuffered_cnt + 1;
    __VERIFIER_atomic_end();
    return 0;
}

void * P1(void *arg) {
    __VERIFIER_atomic_begin();
    y$w_buff0 = 1;
    y$w_buff0_used = (_Bool)1;
    y = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    __unbuffered_p1_EAX = x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    y = y$w_buff0_used && y$r_buff0_thd2 ? y$w_buff0 : y;
    y$w_buff0_used = y$w_buff0_used && y$r_buff0_thd2 ? (_Bool)0 : y$w_buff0_used;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    __unbuffered_cnt = __unbuffered_cnt + 1;
    __VERIFIER_atomic_end();
    return 0;
}

void fence() {
}

void isync() {
}

void lwfence() {
}

int main() {
    pthread_t t0;
    pthread_create(&t0, ((void *)0), P0, ((void *)0));
    pthread_t t1;
    pthread_create(&t1, ((void *)0), P1, ((void *)0));
    __VERIFIER_atomic_begin();
    main$tmp_guard0 = __unbuffered_cnt == 2;
    __VERIFIER_atomic_end();
    assume_abort_if_not(main$tmp_guard0);
    __VERIFIER_atomic_begin();
    y = y$w_buff0_used && y$r_buff0_thd0 ? y$w_buff0 : y;
    __VERIFIER_atomic_end();
    main$tmp_guard1 = !(__unbuffered_p0_EAX == 0 && __unbuffered_p1_EAX == 0);
    __VERIFIER_assert(main$tmp_guard1);
    return 0;
}
