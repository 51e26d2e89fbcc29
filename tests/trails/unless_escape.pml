/* assertion: an escape interrupts a loop and a rendezvous. */
bool alarm;
byte x;
chan c = [0] of { byte };

active proctype worker() {
	{
end:		do
		:: x < 3 -> x++
		:: c!x
		od
	} unless {
		alarm -> x = 9
	};
	done: assert(x != 9)
}

active proctype other() {
	byte v;
	c?v;
	if :: v == 2 -> alarm = true :: v != 2 fi
}
