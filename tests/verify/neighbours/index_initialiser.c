// expect: fail bounds
const char *names[2];
int main(void) { int i = 2; const char *n = names[i]; (void)n; return 0; }
