/* claim: the same process moves twice in a row. */
byte n;

active [2] proctype p() {
	do
	:: n < 4 -> n++
	od
}

never {
	do
	:: n == 2 && _last == 1 -> break
	:: true
	od;
	n == 3 && _last == 1 && enabled(0)
}
