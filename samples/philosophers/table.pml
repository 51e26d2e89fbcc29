/* Philosophers who all take the left fork first. */

#ifndef N
#define N 3
#endif

bool taken[N];

active [N] proctype philosopher()
{
	byte left = _pid, right = (_pid + 1) % N;

	do
	:: atomic { !taken[left] -> taken[left] = true };
	   atomic { !taken[right] -> taken[right] = true };
	   printf("%d eats\n", _pid);
	   taken[right] = false;
	   taken[left] = false
	od
}
