/* C code in atomic sequences. */
byte n;
active [3] proctype p() {
	byte t;
	atomic { c_code { Pp->t = now.n; }; c_code { now.n = Pp->t + 1; } };
	atomic { c_expr { now.n == 3 }; n = 4 }
}
