// truth: not pass
// The pointer is only set on one way.


int main(int c, char **v) { int x, *p; if (c > 5) p = &x; *p = 3; return 0; }
