struct pair { long a; int b; };
struct pair global;

struct pair make(long a) { struct pair p = {a}; return p; }
long use(struct pair p) { return p.a; }
long both(void) { return use(make(3)) + use(global); }
void assign(struct pair *to, struct pair *from) { *to = *from; }
int literal(void) { return ((struct pair){.b = 2}).b; }
struct pair choose(int c, struct pair x) { return c ? x : global; }
