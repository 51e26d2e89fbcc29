/* Every statement. */
mtype = { ACK, NAK };
chan q = [2] of { mtype, byte };
chan r[2] = [1] of { byte };
int x, y, a[4];
byte b;
mtype m;

proctype worker(int n) { n > 0; progress: x = n }

active proctype all()
{
	int i;
	x = x + 1;
	x++;
	a[x % 4]--;
	(x > 3);
	x > 3 && y < 2 || !x;
	skip;
	true;
	1;
	run worker(3);
	x = run worker(x * 2);
	timeout;
	q!ACK, x + 1;
	q!ACK(x + 1);
	q!!NAK, 2;
	q?ACK, b;
	q?ACK(b);
	q?(m, b);
	q?NAK, -3;
	q??m, eval(x + 1);
	q?<m, b>;
	q??<_, b>;
	q?[ACK, b];
	r[x]!x;
	r[1]?y;
	assert(x == 1);
	assert x == 1 || y == 2;
	printf("x = %d, %e\n", x, m);
	printf("done: \"quoted\"\n");
	printm(m);
	printm(ACK);
	if
	:: x == 1 -> y = 1; y = 2
	:: else -> skip
	fi;
	if :: x > 0 :: else fi;
	do
	:: x < 10 -> x++
	:: x == 10; break
	:: atomic { x > 10 -> x = 0 }
	:: timeout -> goto done
	od;
	for (i : 1 .. 3) { x = x + i }
	for (i : x .. y + 1)
	{
		skip
	}
	for (i in a) { a[i] = 0 };
	select (i : 1 .. 3);
	select (i : 0 .. 40);
	select (i : x .. 9);
	atomic { x = 1; y = 2 };
	d_step { x = 1; y = 2; };
	{ x = 1; y = 2 };
	{ x = 1 } unless { y == 2 };
	x = 1 unless y == 2;
	do :: x++ :: break od unless { y > 9; y = 0 };
	set_priority(_pid, 5);
	x = get_priority(_pid);
one:	two:
	x = 2;
three: { x = 3 };
	if :: x == 3 -> inner: skip :: else -> other: fi;
	goto last;
done:
	y = 1;
last:
}
