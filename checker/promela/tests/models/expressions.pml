/* Every operator, with and without parentheses that matter. */
typedef Box { int v; byte w[2] }
chan q = [2] of { byte, byte };
chan qs[3] = [1] of { byte };
int x, y, z, a[5];
bool p;
Box box[2];

proctype other(int arg) { int local_var; here: local_var = arg; skip }

active proctype all() provided (x >= 0)
{
	byte n;
	x = 1 + 2 * 3 - 4 / 5 % 6;
	x = (1 + 2) * (3 - 4);
	x = 1 - (2 - 3) - 4;
	x = -y + -(-z) - -1;
	x = ~y & ~(x | y) ^ z;
	x = x << 2 >> 1 << (3 >> 1);
	x = x & y == z | x < y ^ y;
	x = (x & y) == (z | x);
	p = !p && !(p || x > 1) || x != y;
	p = (p || p) && p;
	x = (p -> 1 : 2);
	x = (x > 1 -> (p -> y : z) : a[x]);
	x = a[a[a[0]]] + box[x].w[y] + box[1].v;
	x = _pid + _nr_pr + 'A';
	x = len(q) + len(qs[x]);
	full(q);
	empty(q) && nfull(qs[1]) || nempty(q);
	(x > 1 && full(q)) || (empty(q));
	q?[1, n] && !q??[_, eval(x)];
	p = full(q);
	x = 2147483647 + true - false;
	run other(x + 1);
	x = run other((p -> 1 : 2));
end_state:
	skip
}

never {
	do
	:: other[1]@here
	:: other@here && !all@end_state
	:: other:local_var > 2
	:: other[x + 1]:local_var == y
	:: np_
	:: enabled(1) && pc_value(1) == 3
	:: _last == 1 -> break
	od
}
