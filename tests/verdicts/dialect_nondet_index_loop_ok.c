/* expect: safe */
/* As dialect_nondet_index_loop. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int table[8];
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 8);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += table[i];
    return sum;
}
