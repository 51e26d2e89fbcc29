// truth: pass
// The subscript is only used where it is in range.


int a[4], x; static int look(int *p, int i) { return i < 4 && p[i] == 0 && x == 0; }
int main(void) { for (int i = 0; i <= 4; i++) look(a, i); return 0; }
