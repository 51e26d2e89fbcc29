// expect: fail bounds
int a[4];
int main(void) { return a[4294967296L]; }
