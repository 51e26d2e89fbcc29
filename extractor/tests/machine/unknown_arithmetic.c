// Sums with an input are exact.
// ends: 0 1
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    int y = x + 3;
    return y - x == 3 && y >= 3 && y <= 103 ? 1 : 2;
}
