/* Functions with a body are followed into, each call with its own variables. */
int x, y;
static int twice(int n) { return n + n; }
static void put(int *to, int value) { *to = value; }
static int down(int n) { return n > 0 ? down(n - 1) : y; }
void outside(int);

void followed(void) {
	x = twice(x) + twice(2);
	put(&y, x);
	if (twice(y) > 3 && twice(x))
		put(&x, 0);
}

void recursive(void) { x = down(1); }

void open(void) { outside(x); y = 1; }
