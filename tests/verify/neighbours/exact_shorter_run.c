// expect: fail assertion
// A run that random choices found is made shorter: what is left of it has fewer ways to choose from.
extern void reach_error(void);
extern void __VERIFIER_assume(int condition);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static int table[4] = {3, 1, 4, 1};
int main(void) {
    unsigned long x0 = __VERIFIER_nondet_ulong();
    unsigned char x1 = __VERIFIER_nondet_uchar();
    unsigned long x2 = __VERIFIER_nondet_ulong();
    if ((x1 <= x0 && x2 <= 1000)) {
        table[x2 & 3] = x1;
    } else {
        table[x2 & 3] = x2;
        x2 = x2 >> 3;
    }
    x1 = __VERIFIER_nondet_short();
    for (int i = 0; i < 4 && (x0 <= 2147483647 || x2 + 1 != x2); i++) {
        x1 = __VERIFIER_nondet_short();
        x1 = x0 < x1 ? x0 : x1 + 0;
    }
    x0 = x0 & 7;
    x1 = x1 + 2147483647;
    x1 = x2 - x2;
    x0 = -x1;
    if ((x1 + 1 <= x1 || x2 % 10 < 1)) {
        x1 = ~x0;
    }
    if (x2 > x0) reach_error();
    return 0;
}
