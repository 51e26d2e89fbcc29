/* Dartagnan's words, for programs that include its header: see verifier.c. */
#ifndef AX_DAT3M_H
#define AX_DAT3M_H

#include <stdbool.h>

void __VERIFIER_assert(int condition);
void __VERIFIER_assume(int condition);
void __VERIFIER_loop_bound(int bound);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int condition);
bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#endif
