/* Names that are types in some scopes only. */
typedef int T;
void conditions(void)
{
	if (sizeof (enum { T }) == 0)
		;
	T x;
	while (sizeof (enum { T }))
		break;
	T y;
	for (int T = 0; T < 3; T++)
		x = (T) + y;
	T z = (T) - 1;
}
void hidden(void)
{
	int a = 3, T = a;
	T * a;
	(T) * a;
	a = sizeof(T);
	{
		struct T { struct T *next; } *p = 0;
		typedef char T;
		T c = (T) + 1;
	}
}
int announced(int n; int a[n], int n) { return a[0] + n; }
[[maybe_unused]] static int unused;
[[]];
int block(void)
{
	[[maybe_unused]] T x = 1;
	[[maybe_unused]] label: T y = 2;
	return x + y;
}
