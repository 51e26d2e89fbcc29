// truth: not pass
// A local pointer to a variable of an inner block.


int main(void) { int *p; { int x = 3; p = &x; } *p = 4; return 0; }
