/* expect: safe */
/* SV-COMP: abort ends a run that is not looked at, and is no error */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error() {}
void assume_abort_if_not(int condition) { if (!condition) { abort(); } }
int main() {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 3);
    if (x <= 3) { reach_error(); abort(); }
    return 0;
}
