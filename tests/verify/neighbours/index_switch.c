// expect: fail bounds
long w[2];
int main(void) { int i = 2; switch (w[i]) { case 1: return 1; default: return 0; } }
