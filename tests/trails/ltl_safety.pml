/* assertion: a mutual exclusion that is none. */
byte inside;
bool busy;

ltl exclusive { [] (inside <= 1) }
ltl other { [] (inside <= 2) }

active [2] proctype user() {
	do
	:: !busy -> busy = true; inside++; inside--; busy = false
	od
}
