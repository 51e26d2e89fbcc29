/* Data of C that is tracked is part of the state. */
c_decl { int limit = 3; int next(int x) { return x + 1; } }
c_track "&limit" "sizeof(int)"
byte n;
active [2] proctype worker() {
	byte mine;
	do
	:: c_expr { now.n < limit } -> c_code { Pworker->mine = now.n; }; c_code { now.n = next(Pworker->mine); }
	:: c_expr { now.n >= limit } -> break
	od;
	c_code { limit = 2; }
}
