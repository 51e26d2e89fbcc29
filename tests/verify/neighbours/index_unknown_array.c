// expect: fail bounds
double d[4];
int main(void) { int i = -1; d[i] = 1.0; return 0; }
