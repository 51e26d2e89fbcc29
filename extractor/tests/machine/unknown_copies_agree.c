// An input and a copy of it are one value: what a test says of one holds for the other.
// ends: 0 1
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x;
    if (x > 5) {
        if (y <= 5)
            return 2;
        return 1;
    }
    return 0;
}
