// expect: fail overflow
// options: --check overflow
int main(void) { int x = 2147483647; x += 1; return x < 0; }
