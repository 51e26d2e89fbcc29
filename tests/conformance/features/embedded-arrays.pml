/* Arrays and structures. */
typedef pair { byte x; short y[2] };
pair q[2];
byte a[4];
active proctype p() {
	byte i;
	do
	:: i < 4 -> c_code { now.a[Pp->i] = 2 * Pp->i; now.q[Pp->i % 2].y[Pp->i / 2] = -Pp->i; Pp->i++; }
	:: else -> break
	od;
	c_code { int k; for (k = 0; k < 4; k++) now.q[1].x += now.a[k]; }
}
