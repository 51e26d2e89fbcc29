/* Embedded C is kept as text. */
#define LIMIT 10
c_decl {
	typedef struct { int a; char *s; } Coord;	/* } */
	static char brace = '}', *text = "{ } \" /*";
}
c_state "Coord pt" "Global"
c_state "int counter" "Local main_" "3";
c_track "&counter" "sizeof(int)"
c_code { int helper(int x) { return x ? x->y : 0x1F; } }

int x;
active proctype main_()
{
	c_code { now.x = LIMIT; };
	c_code [now.x > 0 && a[0]] { now.x--; }
	do
	:: c_expr { now.x < 10 } -> x++
	:: c_expr [x] { x } && x > 1 -> break
	od
	if :: x -> c_code { } :: else fi
}
ltl good { [] c_expr { now.x < 10 } }
