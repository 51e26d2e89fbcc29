/* What Promela holds with C's meaning. */
enum colour { RED, GREEN = 5, BLUE };
struct point { short x, y; unsigned char hue : 3; };
static enum colour lamp = GREEN;
struct point origin, path[3];
unsigned total;
_Bool flag;

void arithmetic(void) {
	int n = 3;
	unsigned char small = 250;
	char tone = BLUE;
	small += 10;
	total = total / 3 + (unsigned)n;
	flag = n & 4;
	origin.x = path[n & 1].y - tone;
	origin.hue++;
	path[2] = origin;
	if (lamp == RED || total > 7u)
		lamp = BLUE;
}

/* Spin refuses a store to an element whose subscript is an element of the same array. */
void subscripts(void) {
	int list[3] = { 1, 2 };
	list[list[0]] = 2;
	path[path[0].x].x = 1;
}

/* The value of an assignment of structs. */
void chained(int which) {
	struct point here = { 1, 2, 3 };
	origin = path[0] = here;
	path[1] = which ? here : origin;
}
