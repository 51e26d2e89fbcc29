/* expect: assert */
/* Only one input of many leads there. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) { }
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 200);
    if (x * x == 13689)
        reach_error();
    return 0;
}
