/* Peterson's algorithm: mutual exclusion for two processes. */

bool wants[2];
byte turn;
byte inside;

active [2] proctype worker()
{
again:
	wants[_pid] = true;
	turn = 1 - _pid;
	!wants[1 - _pid] || turn == _pid;

	inside++;
	assert(inside == 1);
	inside--;

	wants[_pid] = false;
	goto again
}
