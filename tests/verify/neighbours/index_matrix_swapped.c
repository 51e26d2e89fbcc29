// expect: fail bounds
int m[2][3];
int main(void) { for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) m[j][i] = 1; return 0; }
