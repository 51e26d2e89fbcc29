/* The Linux kernel's words for memory, as GenMC and Dartagnan take them; sequentially consistent here, so fences are
 * nothing. RCU is in verifier.c, a spin lock is a mutex. */
#ifndef AX_LKMM_H
#define AX_LKMM_H

#include <pthread.h>
#include <stdint.h>

#ifndef memory_order_relaxed
#define memory_order_relaxed __ATOMIC_RELAXED
#define memory_order_consume __ATOMIC_CONSUME
#define memory_order_acquire __ATOMIC_ACQUIRE
#define memory_order_release __ATOMIC_RELEASE
#define memory_order_acq_rel __ATOMIC_ACQ_REL
#define memory_order_seq_cst __ATOMIC_SEQ_CST
typedef int memory_order;

#define atomic_load_explicit(p, m) __atomic_load_n(p, m)
#define atomic_store_explicit(p, v, m) __atomic_store_n(p, v, m)
#define atomic_exchange_explicit(p, v, m) __atomic_exchange_n(p, v, m)
#define atomic_compare_exchange_strong_explicit(p, e, d, s, f) __atomic_compare_exchange_n(p, e, d, 0, s, f)
#define atomic_compare_exchange_weak_explicit(p, e, d, s, f) __atomic_compare_exchange_n(p, e, d, 1, s, f)
#define atomic_fetch_add_explicit(p, v, m) __atomic_fetch_add(p, v, m)
#define atomic_fetch_sub_explicit(p, v, m) __atomic_fetch_sub(p, v, m)
#define atomic_fetch_or_explicit(p, v, m) __atomic_fetch_or(p, v, m)
#define atomic_fetch_xor_explicit(p, v, m) __atomic_fetch_xor(p, v, m)
#define atomic_fetch_and_explicit(p, v, m) __atomic_fetch_and(p, v, m)
#define atomic_add_fetch_explicit(p, v, m) __atomic_add_fetch(p, v, m)
#define atomic_sub_fetch_explicit(p, v, m) __atomic_sub_fetch(p, v, m)
#endif

#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), v, __ATOMIC_RELAXED)
#define barrier() __asm__ __volatile__("" ::: "memory")
#define smp_mb() __sync_synchronize()
#define smp_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_mb__before_atomic() __sync_synchronize()
#define smp_mb__after_atomic() __sync_synchronize()
#define smp_mb__after_spinlock() __sync_synchronize()
#define smp_mb__after_unlock_lock() __sync_synchronize()
#define smp_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_store_release(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define smp_store_mb(x, v) __atomic_store_n(&(x), v, __ATOMIC_SEQ_CST)
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_assign_pointer(p, v) smp_store_release(&(p), v)

#define xchg(p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define xchg_relaxed(p, v) xchg(p, v)
#define xchg_acquire(p, v) xchg(p, v)
#define xchg_release(p, v) xchg(p, v)
/* The value that was there, as in the kernel. */
#define cmpxchg(p, o, n) ({ __typeof__(o) ax_old = (o); \
    __atomic_compare_exchange_n(p, &ax_old, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); ax_old; })
#define cmpxchg_relaxed(p, o, n) cmpxchg(p, o, n)
#define cmpxchg_acquire(p, o, n) cmpxchg(p, o, n)
#define cmpxchg_release(p, o, n) cmpxchg(p, o, n)

typedef pthread_mutex_t spinlock_t;
#define DEFINE_SPINLOCK(l) spinlock_t l = PTHREAD_MUTEX_INITIALIZER
#define spin_lock_init(l) pthread_mutex_init(l, 0)
#define spin_lock(l) pthread_mutex_lock(l)
#define spin_unlock(l) pthread_mutex_unlock(l)
#define spin_trylock(l) (!pthread_mutex_trylock(l))

void __VERIFIER_rcu_read_lock(void);
void __VERIFIER_rcu_read_unlock(void);
void __VERIFIER_synchronize_rcu(void);
#define rcu_read_lock() __VERIFIER_rcu_read_lock()
#define rcu_read_unlock() __VERIFIER_rcu_read_unlock()
#define synchronize_rcu() __VERIFIER_synchronize_rcu()
#define synchronize_rcu_expedited() __VERIFIER_synchronize_rcu()

typedef struct { int counter; } atomic_t;
typedef struct { int64_t counter; } atomic64_t;
typedef atomic64_t atomic_long_t;
#define ATOMIC_INIT(i) { (i) }
#define atomic_read(v) READ_ONCE((v)->counter)
#define atomic_set(v, i) WRITE_ONCE((v)->counter, i)
#define atomic_read_acquire(v) atomic_read(v)
#define atomic_set_release(v, i) atomic_set(v, i)

#define AX_ADD(i, v) __atomic_add_fetch(&(v)->counter, i, __ATOMIC_SEQ_CST)
#define AX_FETCH(i, v) __atomic_fetch_add(&(v)->counter, i, __ATOMIC_SEQ_CST)
#define atomic_add(i, v) ((void)AX_ADD(i, v))
#define atomic_sub(i, v) ((void)AX_ADD(-(i), v))
#define atomic_inc(v) ((void)AX_ADD(1, v))
#define atomic_dec(v) ((void)AX_ADD(-1, v))
#define atomic_add_return(i, v) AX_ADD(i, v)
#define atomic_add_return_relaxed(i, v) AX_ADD(i, v)
#define atomic_add_return_acquire(i, v) AX_ADD(i, v)
#define atomic_add_return_release(i, v) AX_ADD(i, v)
#define atomic_sub_return(i, v) AX_ADD(-(i), v)
#define atomic_sub_return_relaxed(i, v) AX_ADD(-(i), v)
#define atomic_sub_return_acquire(i, v) AX_ADD(-(i), v)
#define atomic_sub_return_release(i, v) AX_ADD(-(i), v)
#define atomic_inc_return(v) AX_ADD(1, v)
#define atomic_inc_return_relaxed(v) AX_ADD(1, v)
#define atomic_inc_return_acquire(v) AX_ADD(1, v)
#define atomic_inc_return_release(v) AX_ADD(1, v)
#define atomic_dec_return(v) AX_ADD(-1, v)
#define atomic_dec_return_relaxed(v) AX_ADD(-1, v)
#define atomic_dec_return_acquire(v) AX_ADD(-1, v)
#define atomic_dec_return_release(v) AX_ADD(-1, v)
#define atomic_fetch_add(i, v) AX_FETCH(i, v)
#define atomic_fetch_add_relaxed(i, v) AX_FETCH(i, v)
#define atomic_fetch_add_acquire(i, v) AX_FETCH(i, v)
#define atomic_fetch_add_release(i, v) AX_FETCH(i, v)
#define atomic_fetch_sub(i, v) AX_FETCH(-(i), v)
#define atomic_fetch_sub_relaxed(i, v) AX_FETCH(-(i), v)
#define atomic_fetch_sub_acquire(i, v) AX_FETCH(-(i), v)
#define atomic_fetch_sub_release(i, v) AX_FETCH(-(i), v)
#define atomic_fetch_inc(v) AX_FETCH(1, v)
#define atomic_fetch_inc_relaxed(v) AX_FETCH(1, v)
#define atomic_fetch_inc_acquire(v) AX_FETCH(1, v)
#define atomic_fetch_inc_release(v) AX_FETCH(1, v)
#define atomic_fetch_dec(v) AX_FETCH(-1, v)
#define atomic_fetch_dec_relaxed(v) AX_FETCH(-1, v)
#define atomic_fetch_dec_acquire(v) AX_FETCH(-1, v)
#define atomic_fetch_dec_release(v) AX_FETCH(-1, v)
#define atomic_xchg(v, i) xchg(&(v)->counter, i)
#define atomic_xchg_relaxed(v, i) atomic_xchg(v, i)
#define atomic_xchg_acquire(v, i) atomic_xchg(v, i)
#define atomic_xchg_release(v, i) atomic_xchg(v, i)
#define atomic_cmpxchg(v, o, n) cmpxchg(&(v)->counter, o, n)
#define atomic_cmpxchg_relaxed(v, o, n) atomic_cmpxchg(v, o, n)
#define atomic_cmpxchg_acquire(v, o, n) atomic_cmpxchg(v, o, n)
#define atomic_cmpxchg_release(v, o, n) atomic_cmpxchg(v, o, n)
#define atomic_sub_and_test(i, v) (AX_ADD(-(i), v) == 0)
#define atomic_dec_and_test(v) (AX_ADD(-1, v) == 0)
#define atomic_inc_and_test(v) (AX_ADD(1, v) == 0)
#define atomic_add_negative(i, v) (AX_ADD(i, v) < 0)

#endif
