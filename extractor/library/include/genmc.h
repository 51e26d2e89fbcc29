/* GenMC's words, for programs that include its header: see verifier.c for what they mean here. What only guides its
 * search (which write is final, which loop spins) is left out of the program. */
#ifndef AX_GENMC_H
#define AX_GENMC_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_int(void);
void __VERIFIER_output(const char *text);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int condition);
void __VERIFIER_method_begin(const char *name, int32_t argument);
void __VERIFIER_method_end(const char *name, int32_t result);
/* A header of an earlier GenMC has no argument: `__VERIFIER_spin_end()`. */
#define __VERIFIER_spin_end(...) ((void)0)

typedef pthread_t __VERIFIER_thread_t;

static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*start)(void *), void *argument) {
    pthread_t thread;
    pthread_create(&thread, NULL, start, argument);
    return thread;
}

static inline void *__VERIFIER_join(__VERIFIER_thread_t thread) {
    void *result;
    pthread_join(thread, &result);
    return result;
}

#define __VERIFIER_spawn_symmetric(start, argument, other) ((void)(other), __VERIFIER_spawn(start, argument))
#define __VERIFIER_join_symmetric(thread) ((void)__VERIFIER_join(thread))

#define __VERIFIER_local_write(s) do { s; } while (0)
#define __VERIFIER_final_write(s) do { s; } while (0)
#define __VERIFIER_helped_CAS(s) do { s; } while (0)
#define __VERIFIER_helping_CAS(s) do { s; } while (0)
#define __VERIFIER_speculative_read(e) (e)
#define __VERIFIER_confirming_read(e) (e)
#define __VERIFIER_confirming_CAS(e) (e)
#define __VERIFIER_final_CAS(e) (e)
#define __VERIFIER_optional(s) do { } while (0)

typedef struct { void *unused; } __VERIFIER_hp_t;
void *__VERIFIER_hazptr_alloc(void);
void *__ax_hazptr_load(void *hazard, void **at);
void __VERIFIER_hazptr_clear(void *hazard);
void __VERIFIER_hazptr_free(void *hazard);
void __VERIFIER_hazptr_retire(void *object);
#define __VERIFIER_hp_alloc() ((__VERIFIER_hp_t *)__VERIFIER_hazptr_alloc())
#define __VERIFIER_hp_protect(hazard, at) __ax_hazptr_load(hazard, (void **)(at))
#define __VERIFIER_hp_clear(hazard) __VERIFIER_hazptr_clear(hazard)
#define __VERIFIER_hp_free(hazard) __VERIFIER_hazptr_free(hazard)
#define __VERIFIER_hp_retire(object) __VERIFIER_hazptr_retire(object)

typedef struct { pthread_mutex_t lock; } __VERIFIER_plock_t;
#define __VERIFIER_plock_lock(l) pthread_mutex_lock(&(l)->lock)
#define __VERIFIER_plock_unlock(l) pthread_mutex_unlock(&(l)->lock)

#endif
