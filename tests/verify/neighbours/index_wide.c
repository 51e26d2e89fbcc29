// expect: fail bounds
int a[4];
int main(void) { unsigned u = 4294967295u; a[u + 1UL] = 1; return 0; }
