// expect: incomplete
int main(void) { __asm__ volatile ("hlt"); return 0; }
