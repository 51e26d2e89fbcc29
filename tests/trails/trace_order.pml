/* claim: acknowledgements have to alternate. */
mtype = { zero, one };
chan ack = [1] of { mtype };

active proctype p() {
	mtype m;
	do
	:: ack!zero; ack?m
	:: ack!one; ack?m
	od
}

trace {
	do
	:: ack!zero; ack!one
	od
}
