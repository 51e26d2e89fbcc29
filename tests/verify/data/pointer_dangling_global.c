// truth: not pass
// A global pointer to a variable of a block that is left.


int *g; int main(void) { { int x = 3; g = &x; } return *g; }
