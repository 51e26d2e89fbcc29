/* Clients that share a record. A server grants it to one of them at a time. */

#ifndef N
#define N 4
#endif
#define NOBODY 255

mtype = { lock, unlock };

chan request = [N] of { mtype, byte };
chan granted[N] = [1] of { bool };
byte owner = NOBODY;
byte writing;

active [N] proctype client()
{
	do
	:: request!lock,_pid;
	   granted[_pid]?_;
	   assert(owner == _pid);
	   writing++;
	   assert(writing == 1);
	   writing--;
	   request!unlock,_pid
	od
}

active proctype server()
{
	byte who;

	do
	:: atomic { owner == NOBODY && nempty(request) -> request?lock,who; owner = who };
	   granted[who]!true
	:: atomic { owner != NOBODY -> request??unlock,eval(owner); owner = NOBODY }
	od
}
