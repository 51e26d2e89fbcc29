/* Random numbers of <stdlib.h>: every call may give every number in its range.
 *
 * The sequence of a real generator is one of the sequences that the search tries, so an answer does not depend on the
 * seed. Two calls after the same `srand` need not give the same numbers: a program that relies on that sees more here
 * than it can in fact.
 *
 * Left out: `initstate`, `setstate`, the 48-bit generators with a state of the caller's.
 */
typedef unsigned long size_t;

long __ax_unknown(long low, long high);

int rand(void) { return (int)__ax_unknown(0, 2147483647); }
void srand(unsigned seed) { (void)seed; }
int rand_r(unsigned *seed) { return *seed = (unsigned)__ax_unknown(0, 2147483647); }
long random(void) { return __ax_unknown(0, 2147483647); }
void srandom(unsigned seed) { (void)seed; }
long lrand48(void) { return __ax_unknown(0, 2147483647); }
long mrand48(void) { return __ax_unknown(-2147483648L, 2147483647); }
double drand48(void) { return (double)__ax_unknown(0, (1L << 48) - 1) / (double)(1L << 48); }
void srand48(long seed) { (void)seed; }
unsigned arc4random(void) { return (unsigned)__ax_unknown(0, 4294967295); }
unsigned arc4random_uniform(unsigned bound) { return bound < 2 ? 0 : (unsigned)__ax_unknown(0, (long)bound - 1); }

long getrandom(void *to, size_t n, unsigned flags) {
    unsigned char *bytes = to;
    (void)flags;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)__ax_unknown(0, 255);
    return (long)n;
}
