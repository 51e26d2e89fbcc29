// expect: pass
int main(void) { for (;;); }
