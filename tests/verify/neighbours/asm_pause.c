// expect: pass
int main(void) { __asm__ volatile ("pause"); return 0; }
