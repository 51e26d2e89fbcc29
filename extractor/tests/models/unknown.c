/* What Promela cannot hold, and what depends on it. */
int scanf(const char *, ...);
void *memset(void *, int, unsigned long);
int limit, seen, count, other;
double load;
static int cells[4];

void input(void) {
	scanf("%d", &limit);
	if (seen < limit)
		count++;
	seen = limit;
}

void pointers(int *out) {
	int *p = &count;
	*p = 1;
	p = seen ? &count : &other;
	*p = 2;
	*out = 3;
	*(char *)&cells[1] = 4;
}

void memory(void) {
	memset(cells, 0, sizeof cells);
	other = cells[0];
	load = 0.5;
	if (load > 1)
		other = 1;
}

/* A local that hides a global reached through a pointer: the global keeps its name. */
void hiding(void) {
	int *p = &other;
	int other = 1;
	*p = other;
}

/* A struct is copied from an element that is not known which. */
struct pair { int a; int *b; } pairs[2], one;
void copies(int i) {
	pairs[0] = pairs[i & 1];
	one.a = 2;
	one = (struct pair){ 0 };
	struct pair mine = { 3 }, yours = mine;
	mine.a = yours.a;
}

/* Jumps that are not in the model. */
int setjmp(long *);
long place[8];
void jumps(void) {
	if (setjmp(place) == 0)
		count = 1;
}

/* Each of the two lengths is small, the array is not. */
static unsigned grid[8][256];
void large(void) {
	for (int i = 0; i < 8; i++)
		grid[i][1] = grid[0][2];
}
