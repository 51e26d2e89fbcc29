/* An assertion over what C has done. */
byte n;
active [2] proctype p() {
	byte t;
	c_code { Pp->t = now.n; };
	c_code { now.n = Pp->t + 1; };
	assert(n <= 2 && n > _pid)
}
