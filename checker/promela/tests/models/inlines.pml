/* Inlines: arguments are put in as text; results; calls inside calls. */
mtype = { go, stop };
chan q = [2] of { mtype, int };
int x, y, arr[3];

inline twice(v) { v = v*2 }
inline nothing() { skip }
inline put(kind, value)
{
	if
	:: q!kind(value)
	:: full(q) -> retry: skip
	fi
}
inline plus_one(e) { return e+1 }
inline both(u, w) {
	twice(u);
	nothing()
	twice(w)
	u = u - w
}
inline fill(n) {
	int i;
	for (i : 0 .. n-1) { arr[i] = i }
	select (i : 1 .. 2)
}

active proctype user()
{
	twice(x) twice(y);
	both(x, arr[1])
	put(go, x+1);
	put(stop, 2);
	x = plus_one(y*3);
	arr[x] = plus_one(1);
start:	nothing();
	atomic { twice(x); put(go, 0) };
	fill(3);
	if
	:: nothing()
	:: skip -> twice(x) unless { x > 100 }
	fi
}
