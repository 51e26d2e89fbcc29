/* Dining philosophers as in the BEEM collection (phils.5): each takes the left fork, then the right one, and puts them back. 3^12 - 1 states. */
#define N 12
bit fork[N];
active [N] proctype phil() {
  do
  :: atomic { fork[_pid] == 0 -> fork[_pid] = 1 };
     atomic { fork[(_pid+1)%N] == 0 -> fork[(_pid+1)%N] = 1 };
     fork[_pid] = 0;
     fork[(_pid+1)%N] = 0
  od
}
