/* KLEE's words: see verifier.c. */
#ifndef AX_KLEE_H
#define AX_KLEE_H

#include <stddef.h>
#include <stdint.h>

void klee_make_symbolic(void *object, size_t size, const char *name);
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_warning(const char *text);
void klee_print_expr(const char *text, ...);
uintptr_t klee_choose(uintptr_t n);
void klee_report_error(const char *file, int line, const char *text, const char *suffix) __attribute__((noreturn));
#ifndef klee_assert
#include <assert.h>
#define klee_assert(e) assert(e)
#endif

#endif
