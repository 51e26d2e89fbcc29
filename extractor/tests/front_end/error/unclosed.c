int f(int x)
{
	if (x) {
	return x;
}
