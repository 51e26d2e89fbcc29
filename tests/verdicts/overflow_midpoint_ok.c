/* expect: safe */
/* the midpoint by a difference, which cannot overflow; not known of two inputs, so the answer is incomplete */
int __VERIFIER_nondet_int(void);
int main(void) {
    int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
    if (lo < 0 || hi < lo) return 0;
    int mid = lo + (hi - lo) / 2;
    return mid < lo;
}
