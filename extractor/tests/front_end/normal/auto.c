/* The type comes from the initialiser. */
int f(int *p)
{
	int a[3] = { 1, 2, 3 };
	__auto_type x = *p + 1;
	__auto_type q = a;
	const __auto_type y = ({ __auto_type z = x; z * 2; });
	return x + y + q[0];
}
