// expect: fail division
long n;
int main(void) { long r = 6 / n; (void)r; return 0; }
