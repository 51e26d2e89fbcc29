// expect: fail bounds
int a[2];
int main(void) { int i = 2; (void)a[i]; return 0; }
