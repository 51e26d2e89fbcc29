int f(int x)
{
	int twice(int y) { return y * 2; }
	return twice(x);
}
