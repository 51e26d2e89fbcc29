// reads: y = 3
// reads: x = 2
// input: __VERIFIER_nondet_int() = 1
// input: __VERIFIER_nondet_int() = 2
// input: __VERIFIER_nondet_int() = 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int w = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (w > 0 && w < x)
        if (y > x)
            reach_error();
    return 0;
}
