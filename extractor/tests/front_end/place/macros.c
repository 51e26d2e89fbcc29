#define EAGAIN 11
#define errno (*errno_location())
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define BEGIN do {
#define END } while (0)
#define LOG(...) log_it(__FILE__, __LINE__, __VA_ARGS__)
#define NOTHING
#define CALL call
#define call(x) (x + 1)
#define LOCKED(body) do { lock(); body; unlock(); } while (0)
int *errno_location(void);
int log_it(const char *, int, ...);
void lock(void), unlock(void);

int f(int x, /* comment */ int y)
{
	if (errno == EAGAIN) return 1;
	x = MAX(x, y + 1) + MAX(MAX(1, 2), 3); y = 2;
	BEGIN x++; y--; END;
	LOG("%d", x); LOG("end");
	NOTHING x = 1; NOTHING
	y = CALL(x); x = call(y) * call(1);
	x = MAX(x,
		/* a comment */ y
		) + 3; y = 5;
	LOCKED(x = y + 2; y = MAX(x, 1));
	LOCKED({
		x = 1;
		y = x + 7;
	});
	x \
	  = 3;
	return x +
		y;
}
