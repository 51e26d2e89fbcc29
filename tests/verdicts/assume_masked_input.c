/* expect: safe */
/* An input by its lowest bits. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x & 3;
    if (y < 0 || y > 3)
        reach_error();
    return 0;
}
