// expect: fail bounds
int a[4];
static long id(long x) { return x; }
int main(void) { int i = 4; id(a[i]); return 0; }
