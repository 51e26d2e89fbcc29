// truth: fail null
// The next element of a list is missing.


struct n { int v; struct n *next; }; int main(void) { struct n a = { 1, 0 }; return a.next->v; }
