// reads: x = 101
// input: __VERIFIER_nondet_int() = 101 (any from 101 to 2147483646)
// input: __VERIFIER_nondet_uchar() = 7
// input: __VERIFIER_nondet_long() = 0 (any from -9223372036854775808 to 9223372036854775807)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_uchar() != 7)
        return 0;
    __VERIFIER_nondet_long();
    if (x + 1 > 101)
        reach_error();
    return 0;
}
