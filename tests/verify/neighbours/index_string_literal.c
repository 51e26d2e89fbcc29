// expect: fail bounds
int main(void) { int i = 4; return "abc"[i]; }
