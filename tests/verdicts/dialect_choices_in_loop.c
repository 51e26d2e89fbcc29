/* expect: assert */
/* a loop that nobody else sees and that may go on for ever, with two choices in each turn */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int state = 0;
    while (1) {
        if (__VERIFIER_nondet_int())
            state = state == 2 ? 2 : state + 1;
        else if (__VERIFIER_nondet_int())
            break;
        if (state < 0 || state > 1)
            reach_error();
    }
    return 0;
}
