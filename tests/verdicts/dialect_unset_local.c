/* expect: assert */
/* to a verifier a local that was never set may have the one value that is wrong */
extern void __VERIFIER_assert(int condition);
int main() {
    int x, a[2], *p = a;
    p[0] = 1;
    __VERIFIER_assert(p[1] != 3 || x != 12345);
    return 0;
}
