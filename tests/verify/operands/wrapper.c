// reads: cond = 0
// reads: twice(a[1]) = 4  (in main)
// reads: a[1] = 2  (in main)
// reads: n = 5  (in main)
extern void reach_error(void);
int a[2] = {1, 2};
void __VERIFIER_assert(int cond) {
    if (!cond)
        reach_error();
}
int twice(int k) { return 2 * k; }
int main(void) {
    int n = 5;
    __VERIFIER_assert(twice(a[1]) == n);
    return 0;
}
