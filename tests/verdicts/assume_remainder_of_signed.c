/* expect: bounds */
/* The remainder of a negative number is negative. */
extern int __VERIFIER_nondet_int(void);
static int counters[3];
int main(void) {
    int x = __VERIFIER_nondet_int();
    counters[x % 3]++;
    return 0;
}
