/* Data that is put back and does not tell states apart. */
c_decl { int steps; }
c_track "&steps" "sizeof(int)" "UnMatched"
byte x;
active proctype p() {
	do
	:: x < 5 -> x++; c_code { steps++; }
	:: x > 0 -> x--; c_code { steps++; }
	od
}
