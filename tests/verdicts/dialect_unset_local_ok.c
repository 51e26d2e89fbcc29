/* expect: safe */
/* to a verifier a local that was never set is any value, and the same one at each read */
extern void __VERIFIER_assert(int condition);
int main() {
    int x, a[2], *p = a;
    unsigned char c;
    if (x > 5)
        __VERIFIER_assert(x >= 6);
    p[0] = 1;
    if (p[1] == 3)
        __VERIFIER_assert(a[1] == 3 && a[0] == 1);
    __VERIFIER_assert(c <= 255);
    return 0;
}
