/* expect: assert */
/* The sum of an input and one is less than it at the end of the range. */
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { }
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x + 1 < x)
        reach_error();
    return 0;
}
