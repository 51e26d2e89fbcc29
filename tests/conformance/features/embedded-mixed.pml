/* A condition of C inside of an expression. */
byte n;
active proctype p() {
	do
	:: n < 3 && c_expr { now.n % 2 == 0 } -> n++
	:: !(n == 0) && c_expr { now.n % 2 } -> n = n + 1
	:: c_expr { now.n > 3 } -> break
	od
}
