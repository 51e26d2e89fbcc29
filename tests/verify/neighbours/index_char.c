// expect: pass
int seen[256];
int main(void) { unsigned char c = 200; seen[c] = 1; return 0; }
