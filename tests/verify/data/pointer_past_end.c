// truth: fail bounds
// The pointer is moved past the end.


int main(void) { int a[3] = {0}; int *p = a; p += 3; *p = 1; return 0; }
