/* expect: assert */
/* An input is cut to a byte. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) { }
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 255 && x < 260);
    unsigned char c = x;
    if (c == 3)
        reach_error();
    return 0;
}
