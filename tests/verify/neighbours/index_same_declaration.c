// expect: fail bounds
int *names[5];
int main(void) { int i = 5, *q = names[i]; (void)q; return 0; }
