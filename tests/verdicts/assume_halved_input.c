/* expect: safe */
/* The half of an input that is not negative is not more than it. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) { }
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 1000);
    int half = x / 2;
    if (half > x || half < 0)
        reach_error();
    return 0;
}
