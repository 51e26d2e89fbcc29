/* assertion: the receiver of a rendezvous inside an atomic sequence goes on. */
chan c = [0] of { byte, bool };
byte seen;

active proctype sender() {
	byte n = 3;
	do
	:: n > 0 -> atomic { c!n,true; n--; seen = seen + 1 }
	:: else -> break
	od;
	c!0,false
}

active proctype receiver() {
	byte v;
	bool more = true;
	do
	:: atomic { c?v,more -> seen = seen + v; if :: !more -> break :: else fi }
	od;
	assert(seen != 9)
}
