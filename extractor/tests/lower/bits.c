struct flags { unsigned a : 3; int b : 5; _Bool c : 1; char d; unsigned e : 9; };
struct __attribute__((packed)) split { unsigned a : 4; unsigned b : 9; };

int read(struct flags *f) { return f->a + f->b; }
void write(struct flags *f, int v) { f->b = v; }
int step(struct flags *f) { return f->a++; }
void truth(struct flags *f, int v) { f->c = v; }
unsigned crossing(struct split *s) { return s->b = 300; }
