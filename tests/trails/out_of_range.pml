/* runtime: an index that runs out of an array, in a condition. */
byte a[3], i;

active proctype p() {
	do
	:: a[i] == 0 -> i++
	od
}
