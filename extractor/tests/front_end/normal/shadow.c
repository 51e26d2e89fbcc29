/* Parameters that hide typedefs, which lang-c forgets in the body. */
typedef int foo;
typedef char bar, T;
int cast_or_sum(int foo) { return (foo) + 1; }
int product(foo bar, int n) { int x; x = (bar) * n; bar * n; return sizeof(bar); }
int members(struct { int foo; } *p, int foo)
{
	struct foo { int foo; } s = { .foo = foo };
	if (foo)
		goto foo;
foo:
	return p->foo + s.foo + (foo) - 1;
}
int inner(int foo)
{
	{
		char foo = 3;
		foo++;
	}
	{
		typedef long foo;
		foo x = 1;
		return (foo) - x;
	}
	return (foo) - 1;
}
int old_style(a, b) foo a; int b; { return (a) - b - (T) - 1; }
int declared(foo foo, int (*callback)(bar bar));
int sizes(int bar, int a[bar]) { return (bar) + a[0]; }
foo after(void) { foo x = 2; return (foo) +x; }
