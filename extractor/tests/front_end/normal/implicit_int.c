/* Declarations without a type, and definitions in the old style. */
static table[3];
extern first(), second();
const limit = 5;
*pointer();
struct last { int x; const y, z };
main()
{
	register i;
	static n = 3;
	auto m = 4;
	return i + n + (const)m + *(const *)&m;
}
fork_up(i, n) int i, n; { return i + n; }
char *join(a, b, c)
	char *a, b[];
	register int c;
{
	return c ? a : b;
}
