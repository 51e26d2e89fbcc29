// expect: pass
struct node { int v; struct node *next; } t[3];
int main(void) { int i = 3; if (i < 3 && t[i].next) i = 0; return 0; }
