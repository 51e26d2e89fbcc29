/* Two processes take turns with flags, and get it wrong. */

bool wants[2];
byte inside;

active [2] proctype worker()
{
again:
	!wants[1 - _pid];	/* the other one does not want to ... */
	wants[_pid] = true;	/* ... but may want to by now */

	inside++;
	assert(inside == 1);
	inside--;

	wants[_pid] = false;
	goto again
}
