// expect: fail bounds
int main(void) { int n = 4; int a[n]; a[4] = 1; return 0; }
