/* end-state: both wait for the other to send first. */
mtype = { ping, pong };
chan left = [1] of { mtype };
chan right = [1] of { mtype };

proctype player(chan in, out; mtype hit) {
	mtype got;
	do
	:: in?got -> out!hit
	od
}

init {
	atomic { run player(left, right, pong); run player(right, left, ping) }
}
