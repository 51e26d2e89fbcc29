// expect: pass
int m[2][3], sum;
int main(void) { for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) { m[i][j] = i + j; sum += m[i][j]; } return 0; }
