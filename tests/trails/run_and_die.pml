/* assertion: pids are used again after processes have ended. */
byte made, last;

proctype child(byte n; chan back) {
	chan mine = [1] of { byte };
	byte v;
	mine!n;
	mine?v;
	back!v + 1
}

init {
	chan answers = [2] of { byte };
	byte v;
	pid p;
	do
	:: made < 3 ->
		p = run child(made, answers);
		made++;
		answers?v;
		last = last + v;
		(_nr_pr == 1)
	:: made == 3 -> break
	od;
	assert(last != 6 || p != 1)
}
