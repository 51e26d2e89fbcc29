/* expect: safe */
/* order of inputs with offsets: x < y, y <= x + 1 leaves y == x + 1 */
extern void abort(void);
extern long __VERIFIER_nondet_long(void);
void reach_error(void) {
}

int main(void) {
    long x = __VERIFIER_nondet_long(), y = __VERIFIER_nondet_long();
    if (x > 1000000 || x < -1000000) return 0;
    if (!(x < y)) return 0;
    if (y > x + 1) return 0;
    if (y != x + 1) reach_error();
    if (y - x != 1) reach_error();
    long z = __VERIFIER_nondet_long();
    if (z < y) return 0;
    if (z <= x) reach_error();
    if (-z > -y) reach_error();
    return 0;
}
