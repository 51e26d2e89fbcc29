/* C code in a d_step. */
byte n;
active [2] proctype p() {
	d_step { c_code { now.n += 2; }; n++; c_code { now.n--; } };
	d_step { c_expr { now.n > 3 }; n++ }
}
