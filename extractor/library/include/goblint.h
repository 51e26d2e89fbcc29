/* Goblint's words, for programs that include its header: see verifier.c for what they mean here. */
#ifndef AX_GOBLINT_H
#define AX_GOBLINT_H

void __goblint_check(int condition);
void __goblint_assert(int condition);
void __goblint_assume(int condition);
void __goblint_assume_join(/* pthread_t thread */);
void __goblint_globalize(void *object);
void __goblint_split_begin(int condition);
void __goblint_split_end(int condition);
void __goblint_bounded(unsigned long long value);

#endif
