/* expect: assert */
/* a call of reach_error is the error, also if its body is empty */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error() {}
void assume_abort_if_not(int condition) { if (!condition) { abort(); } }
int main() {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 3);
    if (x == 1000) { reach_error(); abort(); }
    return 0;
}
