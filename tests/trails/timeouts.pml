/* assertion: a message is lost, and both sides time out. */
chan c = [1] of { byte };
byte tries;

active proctype sender() {
	do
	:: tries < 2 ->
		tries++;
		if
		:: c!tries
		:: skip
		fi;
		timeout
	:: else -> break
	od
}

active proctype receiver() {
	byte v;
	do
	:: c?v
	:: timeout -> tries == 2 -> break
	od;
	assert(v == 2)
}
