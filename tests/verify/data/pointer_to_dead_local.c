// truth: fail memory
// A function returns the address of its local.


static int *f(void) { int x = 3; return &x; }
int main(void) { int *p = f(); return *p; }
