// expect: fail bounds
int a[4];
int main(void) { int *p = a; for (int i = 0; i < 5; i++) *p++ = 1; return 0; }
