// expect: fail bounds
int m[2][3][4], k = 4;
int main(void) { m[0][1][k] = 1; return 0; }
