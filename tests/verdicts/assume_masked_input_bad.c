/* expect: assert */
/* As assume_masked_input. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if ((x & 3) == 3)
        reach_error();
    return 0;
}
