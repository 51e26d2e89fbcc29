#define SEMICOLON ;
int f(int x)
{
	x = 1 SEMICOLON
	x = (x + ;
	return x;
}
