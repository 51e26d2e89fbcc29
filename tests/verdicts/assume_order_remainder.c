/* expect: assert */
/* one input is below another, and both remainders matter */
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x >= y || y > 10) return 0;
    unsigned r = x % 4;
    if (r == 3 && y == 9) reach_error();
    return 0;
}
