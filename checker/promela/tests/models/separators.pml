/* Where the end of a line stands for a semicolon, and where it does not. */
typedef Pair {
	int a
	int b
}
chan q = [2] of { byte, byte }
int x, y
byte b = 1

inline step(v) { v++ }

proctype p(int n;
	int m)
{
	x = 1
	-x + 2
	q!1, 2
	(b)
	x = (y
		+ 1
		- 2)
	x = y +
		1
	x++
	y--
	if
	:: x == 1
		-> y = 1
	:: else x = 2
	:: timeout
		y = 2
	fi
	do
	:: x < 2
	:: { x = 1 } y = 2
	:: break
	od
	step(x)
	step(y) step(x)
	{ x = 1
	  y = 2 }
	unless { x == 1 }
	for (x : 1 .. 3)
	{
		skip
	}
	atomic { skip } d_step { x = 1 }
	Pair
		pair
	pair.a = 1;;
	assert(x ==
		1)
	goto l1
l1:
	skip;
	printf("end\n")
}
init { atomic { run p(1, 2); run p(3,
	4) } }
